//===- metaobj/Target.h - The machine that is emitted for -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// TargetSpec has everything that linkers compare in the emitted object: LLVM's
/// options, and facts that only operator objects can tell (ELF flags, attribute
/// sections).
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_H
#define METAOBJ_TARGET_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Protection of control flow by the hardware. An image has it only if all its
/// objects have it, and then an indirect branch to a function without a landing
/// pad faults. So the emitted functions need the operators' protection.
struct ControlFlowProtection {
  /// Landing pads for indirect branches: BTI on Arm, IBT on x86.
  bool Branches = false;
  /// Signed return addresses on Arm, a shadow stack on x86.
  bool Returns = false;
};

/// The machine for which an object is emitted, and what linkers compare. The
/// fields are named as LLVM's options of llc.
struct TargetSpec {
  llvm::Triple Triple;
  std::string CPU;
  /// As --mattr: "+a,-b".
  std::string Features;
  /// As --target-abi: "ilp32f"; empty is the triple's default.
  std::string AbiName;
  llvm::FloatABI::ABIType FloatAbi = llvm::FloatABI::Default;
  /// nullopt: position independent if the triple names a hosted system, else
  /// static.
  std::optional<llvm::Reloc::Model> RelocationModel;
  /// nullopt: LLVM's default for the target.
  std::optional<llvm::CodeModel::Model> CodeModel;
  /// All other options of LLVM's code generator. FloatAbi and AbiName replace
  /// its fields of these names.
  llvm::TargetOptions Options;

  /// From operator objects only; nullopt and empty: LLVM's stay.
  std::optional<uint32_t> ElfFlags;
  std::vector<AttributeSection> Attributes;
  /// Each that at least one operator object has.
  ControlFlowProtection Protection;
  /// At least one operator object has a `.note.GNU-stack`. GNU ld then warns of
  /// each object without it.
  bool HasStackNote = true;
  /// The object that these facts come from, for messages; empty if none.
  std::string Source;

  /// The meaning of RelocationModel for this triple.
  llvm::Reloc::Model effectiveRelocationModel() const;
};

namespace setting {
inline constexpr Setting Triple("TargetSpec::Triple");
inline constexpr Setting CPU("TargetSpec::CPU");
inline constexpr Setting Features("TargetSpec::Features");
inline constexpr Setting AbiName("TargetSpec::AbiName");
inline constexpr Setting FloatAbi("TargetSpec::FloatAbi");
inline constexpr Setting RelocationModel("TargetSpec::RelocationModel");
inline constexpr Setting CodeModel("TargetSpec::CodeModel");
} // namespace setting

/// The target of \p Objects: that of the one that tells most of it, with the
/// protection, the stack note and the relocation model that follow from all.
/// Objects that cannot be linked with each other are an error, with a table of
/// the differences as details. So are no objects, and objects of which none
/// tells a target.
llvm::Expected<TargetSpec> inferTarget(llvm::ArrayRef<OperatorObject> Objects);

/// Refuses an object \p Emitted that linkers do not accept next to \p Objects.
/// The error's details are a table of the differences.
llvm::Error checkAgainst(llvm::MemoryBufferRef Emitted,
                         llvm::ArrayRef<OperatorObject> Objects);

/// Warns if tables for \p Target do not suit how \p Objects address data: they
/// cause text relocations in a position-independent executable, or the code
/// moves without a loader that corrects the tables (Arm's -fropi).
void advisePlacement(const TargetSpec &Target,
                     llvm::ArrayRef<OperatorObject> Objects,
                     const DiagnosticConsumer &Diagnostics);

/// The ELF flags for \p Emitted, LLVM's ELF object, next to operators with the
/// flags \p Operators. Flags that do not go together are an error, and so is an
/// object that cannot be read.
llvm::Expected<uint32_t> joinElfFlags(llvm::MemoryBufferRef Emitted,
                                      uint32_t Operators);

/// Adds \p Protection to the functions that \p M defines, in the way of its
/// target; nothing if the target has none.
void protect(llvm::Module &M, ControlFlowProtection Protection);

/// Adds to \p M what C compilers for its target do themselves and LLVM leaves
/// to them, such as argument registers.
void conform(llvm::Module &M);

/// Refuses code of which the linked LLVM is known to make a wrong object.
llvm::Error checkCode(const llvm::Module &M);

/// The target of a compiler's machine. Facts of operator objects stay unset.
TargetSpec targetOf(const llvm::TargetMachine &Machine);

/// A machine for \p Spec. Initialises the LLVM target that it needs, once per
/// process. Unknown triples, CPUs, features and ABI names are errors that list
/// the known ones.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const TargetSpec &Spec);

/// A target of the linked LLVM.
struct TargetDescription {
  std::string Name;        ///< LLVM's: "thumbeb".
  std::string Description; ///< LLVM's: "Thumb (big endian)".
  unsigned PointerBits;
  bool BigEndian;
  std::string ObjectFormat; ///< "ELF", "Mach-O", ...; "none" without a writer.
  /// inferTarget knows it, with its ELF flags.
  bool Inferred;
  /// Why no object can be emitted for it; empty if one can.
  Message Refusal;
};

/// All targets of the linked LLVM, by name.
std::vector<TargetDescription> listTargets();

//===----------------------------------------------------------------------===//
// LLVM's back ends in a program
//===----------------------------------------------------------------------===//
//
// By default, a program has all back ends of the linked LLVM. A program that
// links LLVM's archives gets smaller if it names those that it needs:
//
//     llvm::ArrayRef<metaobj::Backend> metaobj::linkedBackends() {
//       static const Backend Needed[] = {METAOBJ_BACKEND(ARM)};
//       return Needed;
//     }
//
// The linker then leaves the library's own definition in its archive, and with
// it all other back ends.

/// How to initialise one of LLVM's back ends.
struct Backend {
  /// LLVM's name: "ARM", for Arm and Thumb.
  llvm::StringRef Name;
  void (*TargetInfo)();
  void (*Target)();
  void (*TargetMc)();
  void (*AsmPrinter)() = nullptr;   ///< Null: there is none.
  void (*Disassembler)() = nullptr; ///< Null: there is none. For selfTest only.
};

/// The choice for createTargetMachine and all functions that take a TargetSpec.
/// A program may define it.
llvm::ArrayRef<Backend> linkedBackends();

} // namespace metaobj

/// The Backend \p Name without its disassembler.
#define METAOBJ_BACKEND(Name)                                                  \
  {#Name,                                                                      \
   LLVMInitialize##Name##TargetInfo,                                           \
   LLVMInitialize##Name##Target,                                               \
   LLVMInitialize##Name##TargetMC,                                             \
   LLVMInitialize##Name##AsmPrinter,                                           \
   nullptr}

#endif // METAOBJ_TARGET_H
