//===- TargetFamily.h - Knowledge of one family of machines -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All that is special about a family of machines stands in one file, its
/// implementation of TargetFamily. To add a family: write the file, and list it
/// in Families.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_TARGETFAMILY_H
#define METAOBJ_TARGET_TARGETFAMILY_H

#include "ElfFacts.h"
#include "metaobj/Setting.h"
#include "metaobj/Target.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// What a relocation tells about the code that has it.
enum class RelocationUse {
  Neutral,
  /// An address of pointer width, as data has.
  Pointer,
  /// An absolute address inside an instruction.
  AbsoluteCode,
  /// A distance from an instruction to data. The code of hosted systems has it
  /// for what the object itself defines only.
  Direct,
  /// Only position-independent code has it.
  PositionIndependent,
};

/// What a linker does with objects that differ in a fact.
enum class LinkerAnswer {
  /// Not tried, or there is no such linker for the machine.
  Unknown,
  Refuses,
  Warns,
  /// Links without a word, and the result is wrong.
  Silent,
};

/// A property in which objects of one image must agree.
struct TargetFact {
  std::string Name;
  /// Empty when the object does not tell: agrees with every value.
  std::string Value;
  LinkerAnswer Lld = LinkerAnswer::Unknown;
  LinkerAnswer GnuLd = LinkerAnswer::Unknown;
  /// Of a difference that objects may live with: when they do not. Empty: they
  /// never do.
  llvm::StringRef Consequence = "";
  /// nullptr: different values do not. Need not be transitive: code for MIPS32
  /// agrees with that for two of its successors that exclude each other.
  bool (*DoAgree)(llvm::StringRef Left, llvm::StringRef Right) = nullptr;

  bool isAdvice() const { return !Consequence.empty(); }
};

/// Of what decides how values look in memory and in calls.
inline constexpr llvm::StringLiteral PassedValuesGoWrong =
    "functions that pass such values between the objects go wrong";

class TargetFamily {
public:
  virtual ~TargetFamily();

  /// As users write it: "RISC-V".
  virtual llvm::StringRef name() const = 0;

  virtual bool handles(llvm::Triple::ArchType Arch) const = 0;

  /// \p Machine is e_machine.
  virtual bool handlesElf(uint16_t Machine) const = 0;

  virtual RelocationUse use(uint32_t RelocationType) const = 0;

  /// Symbols that linkers define for code that has to find itself; an address
  /// of one tells nothing.
  virtual bool isOwnPlace(llvm::StringRef SymbolName) const;

  /// Where \p Object may run, when its relocations do not tell.
  virtual Placement placement(const ElfFacts &Object) const;

  /// What \p Object is most probably for, when nothing proves it. Decides what
  /// is emitted, and refuses nothing.
  virtual Placement presumption(const ElfFacts &Object) const;

  /// Are code and constants of \p Object for any address, with no loader that
  /// corrects addresses in them (Arm's -fropi)?
  virtual llvm::Expected<bool> movesWithoutLoader(const ElfFacts &Object) const;

  /// Does this section tell linkers about the ABI?
  virtual bool isAttributeSection(llvm::StringRef Name, uint32_t Type) const;

  /// In what else than machine, class and byte order objects must agree.
  virtual llvm::Expected<std::vector<TargetFact>>
  facts(const ElfFacts &Object) const;

  /// Triple, CPU, features and ABI of \p Object. The caller adds relocation
  /// model, ELF flags and attribute sections.
  virtual llvm::Expected<TargetSpec> spec(const ElfFacts &Object) const = 0;

  /// ELF flags of an object with \p Emitted, which LLVM wrote, that is to be
  /// linked with operators that have \p Operators. Those of the operators,
  /// unless a bit describes the code that is in the object.
  virtual uint32_t elfFlags(uint32_t Operators, uint32_t Emitted) const;

  /// Values of --target-abi that the family knows; empty when it takes none.
  virtual llvm::ArrayRef<llvm::StringLiteral> abiNames() const;

  /// How the functions of \p Object are protected.
  virtual llvm::Expected<ControlFlowProtection>
  protection(const ElfFacts &Object) const;

  /// Does GNU ld take the stack for executable, with a warning, when an object
  /// has no `.note.GNU-stack`?
  virtual bool needsStackNote(bool Is64) const;

  /// The module flags that mean landing pads and protected returns; empty where
  /// the family has no such thing.
  struct ProtectionFlags {
    llvm::StringRef Branches;
    llvm::StringRef Returns;
    /// LLVM looks at attributes of functions too.
    bool AreAttributes;
  };
  virtual ProtectionFlags protectionFlags() const;

  /// Changes what the family wants otherwise than LLVM's defaults.
  virtual void adjust(llvm::TargetOptions &Options) const;

  /// Where none is asked for; nullopt: LLVM's choice.
  virtual std::optional<llvm::CodeModel::Model>
  defaultCodeModel(llvm::Reloc::Model RelocationModel) const;

  /// Does LLVM generate code of this model for \p Spec? It ends the process
  /// where it does not.
  virtual bool hasCodeModel(const TargetSpec &Spec,
                            llvm::CodeModel::Model Model) const;

  /// Data that linkers put behind all other data, because code reaches only so
  /// many bytes.
  struct DataReach {
    uint64_t Bytes = std::numeric_limits<uint64_t>::max();
    unsigned AddressBits = 64; ///< Of the addresses in code.
    /// Is the section \p Name behind all others?
    bool (*IsBehind)(llvm::StringRef Name) = nullptr;
    /// How parameters get there.
    llvm::StringRef Hint = "";
  };
  /// How far code of \p Model for \p Target reaches. Without limit also where
  /// linkers put nothing behind all others: docs/placement.md says what to do
  /// there.
  virtual DataReach dataReach(const llvm::Triple &Target,
                              llvm::CodeModel::Model Model) const;

  /// Does LLVM make the same of functions that return a constant without
  /// optimisation? It does not where it fills delay slots or chooses short
  /// instructions late.
  virtual bool isPlainWithoutOptimisation() const;

  /// For --target-abi where none is given; empty: LLVM's choice. \p Info has
  /// the CPU and the features of \p Spec.
  virtual std::string defaultAbi(const TargetSpec &Spec,
                                 const llvm::MCSubtargetInfo &Info) const;

  /// Refuses what LLVM would only grumble about and then ignore, and triples
  /// that it would end the program for.
  virtual llvm::Error check(const TargetSpec &Spec) const;

  /// Refuses CPUs and features that LLVM would end the program for. \p Info
  /// has those of \p Spec.
  virtual llvm::Error checkFeatures(const TargetSpec &Spec,
                                    const llvm::MCSubtargetInfo &Info) const;

  /// See metaobj::conform and metaobj::checkCode.
  virtual void conform(llvm::Module &M) const;
  virtual llvm::Error checkCode(const llvm::Module &M, bool IsObject) const;
};

/// What an error about \p Spec names: the object that it was taken from, or the
/// triple.
std::string subject(const TargetSpec &Spec);

/// The error for a triple that there is no code generator for.
llvm::Error refuseTriple(const TargetSpec &Spec);

/// Does \p Info have \p Feature, without a sign? LLVM would say yes, and
/// complain, for one that it does not know.
bool hasFeature(const llvm::MCSubtargetInfo &Info, llvm::StringRef Feature);

/// What most targets have.
bool isCommonCodeModel(llvm::CodeModel::Model Model);

/// What an error about \p Value names: the setting, or the object that says it
/// by the attribute.
std::string subject(const TargetSpec &Spec, Setting Which,
                    llvm::StringRef Attribute, llvm::StringRef Value);

/// One for each family file, never null.
const TargetFamily &x86Family();
const TargetFamily &i386Family();
const TargetFamily &aarch64Family();
const TargetFamily &armFamily();
const TargetFamily &riscvFamily();
const TargetFamily &mipsFamily();
const TargetFamily &powerpcFamily();
const TargetFamily &sparcFamily();
const TargetFamily &systemzFamily();
const TargetFamily &loongarchFamily();
const TargetFamily &avrFamily();
const TargetFamily &bpfFamily();
const TargetFamily &hexagonFamily();
const TargetFamily &lanaiFamily();
const TargetFamily &m68kFamily();
const TargetFamily &msp430Family();
const TargetFamily &veFamily();
const TargetFamily &xcoreFamily();
const TargetFamily &xtensaFamily();

/// What both families of Arm call it.
inline constexpr TargetFamily::ProtectionFlags ArmProtectionFlags = {
    "branch-target-enforcement", "sign-return-address", true};

} // namespace metaobj

#endif // METAOBJ_TARGET_TARGETFAMILY_H
