//===- metaobj/Target.h - The machine that is emitted for -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// TargetSpec is all that decides how the emitted object looks to a linker:
/// what LLVM's flags say, and what only operator objects can tell (ELF flags,
/// attribute sections).
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_H
#define METAOBJ_TARGET_H

#include "metaobj/AttributeSection.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Protection of control flow by the hardware. An image only has what all its
/// objects have, and a function without landing pad faults when it is reached
/// through a pointer: what the operators have, the emitted functions need.
struct ControlFlowProtection {
  /// Landing pads for indirect branches: BTI on Arm, IBT on x86.
  bool Branches = false;
  /// Signed return addresses on Arm, a shadow stack on x86.
  bool Returns = false;
};

struct TargetSpec {
  llvm::Triple Triple;
  std::string CPU;
  /// As --mattr: "+a,-b".
  std::string Features;
  /// As --target-abi: "ilp32f"; empty is the triple's default.
  std::string AbiName;
  llvm::FloatABI::ABIType FloatAbi = llvm::FloatABI::Default;
  /// nullopt: position independent when the triple names a hosted system,
  /// static otherwise.
  std::optional<llvm::Reloc::Model> RelocationModel;
  /// nullopt: what LLVM takes for the target.
  std::optional<llvm::CodeModel::Model> CodeModel;
  /// Everything else that LLVM's code generator can be told.
  llvm::TargetOptions Options;

  /// Taken from operator objects only.
  std::optional<uint32_t> ElfFlags;
  std::vector<AttributeSection> Attributes;
  /// What any of the operator objects has.
  ControlFlowProtection Protection;
  /// Has any of the operator objects a `.note.GNU-stack`? GNU ld warns of each
  /// object without one as soon as another has it.
  bool HasStackNote = true;
  /// The object that the above was taken from, for messages; empty when none.
  std::string Source;

  /// What RelocationModel means for this triple.
  llvm::Reloc::Model effectiveRelocationModel() const;
};

/// Target of \p Objects: of the first, after checking that the others can be
/// linked with it. Objects that disagree are an error whose details are a table
/// of what differs. No objects, or none that tells a target, is an error too.
llvm::Expected<TargetSpec> inferTarget(llvm::ArrayRef<OperatorObject> Objects);

/// Would linkers accept the object \p Emitted next to \p Objects? The
/// error's details are a table of what differs.
llvm::Error checkAgainst(llvm::MemoryBufferRef Emitted,
                         llvm::ArrayRef<OperatorObject> Objects);

/// Tells \p Diagnostics when tables that are emitted for \p Target keep an
/// image from where \p Objects could run: text relocations in a
/// position-independent executable, or code that moves without a loader (Arm's
/// -fropi).
void advisePlacement(const TargetSpec &Target,
                     llvm::ArrayRef<OperatorObject> Objects,
                     const DiagnosticConsumer &Diagnostics);

/// The ELF flags for \p Emitted, an ELF object of LLVM's, next to operators
/// that have \p Operators.
llvm::Expected<uint32_t> joinElfFlags(llvm::MemoryBufferRef Emitted,
                                      uint32_t Operators);

/// Gives the functions that \p M defines \p Protection, in the way of the
/// target of its triple; nothing where the target has none.
void protect(llvm::Module &M, ControlFlowProtection Protection);

/// Makes \p M agree with what C compilers for the target of its triple do by
/// themselves and LLVM leaves to them, such as argument registers.
void conform(llvm::Module &M);

/// Refuses code that the linked LLVM would get wrong, as an object or as
/// assembly.
llvm::Error checkCode(const llvm::Module &M, bool IsObject);

/// The target of a compiler that has its machine already.
TargetSpec targetOf(const llvm::TargetMachine &Machine);

/// A machine for \p Spec. Initialises the one LLVM target that it needs, once
/// per process. Unknown triples, CPUs, features and ABI names are errors that
/// name what is known instead.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const TargetSpec &Spec);

/// A target of the linked LLVM.
struct TargetDescription {
  std::string Name;        ///< LLVM's: "thumbeb".
  std::string Description; ///< LLVM's: "Thumb (big endian)".
  unsigned PointerBits;
  bool BigEndian;
  std::string ObjectFormat; ///< "ELF", "Mach-O", ...; "none" without a writer.
  /// The project has target knowledge for it: inference and flags.
  bool Inferred;
  /// Why no object can be emitted for it; empty when one can.
  std::string Refusal;
};

/// All targets of the linked LLVM, by name.
std::vector<TargetDescription> listTargets();

} // namespace metaobj

#endif // METAOBJ_TARGET_H
