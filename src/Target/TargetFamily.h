//===- TargetFamily.h - Knowledge of one family of machines -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything special about a family of machines is in one file, its
/// implementation of TargetFamily. To add a family, write the file and list it
/// in Families.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TARGET_TARGETFAMILY_H
#define METAOBJ_TARGET_TARGETFAMILY_H

#include "Target/ElfFacts.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// What a relocation shows about its code.
enum class RelocationUse {
  Neutral,
  /// An address of pointer width, as data has.
  Pointer,
  /// An absolute address inside an instruction.
  AbsoluteCode,
  /// A distance from an instruction to data. Code for hosted systems has it
  /// only for data of the same object.
  Direct,
  /// Only position-independent code has it.
  PositionIndependent,
};

/// A linker's reaction to objects that differ in a fact.
enum class LinkerAnswer {
  /// Not tested, or there is no such linker for the machine.
  Unknown,
  Refuses,
  Warns,
  /// Links silently, and the result is wrong.
  Silent,
};

/// A property in which objects of one image must agree.
struct TargetFact {
  std::string Name;
  /// Empty if the object does not tell it; then it agrees with every value.
  std::string Value;
  LinkerAnswer Lld = LinkerAnswer::Unknown;
  LinkerAnswer GnuLd = LinkerAnswer::Unknown;
  /// For a difference that is not always wrong: the condition under which it
  /// is. Empty: it is always wrong. Of two objects, one may tell it: that
  /// without code.
  llvm::StringRef Consequence = "";
  /// Do two different values agree? nullptr: they never do. Need not be
  /// transitive: code for MIPS32 agrees with code for two successors that
  /// exclude each other.
  bool (*DoAgree)(llvm::StringRef Left, llvm::StringRef Right) = nullptr;

  bool isAdvice() const { return !Consequence.empty(); }
};

/// The consequence if objects differ in the form of values that calls pass.
inline constexpr llvm::StringLiteral PassedValuesGoWrong =
    "functions that pass such values between the objects go wrong";

/// The consequence if only lld compares what an object without code tells: a
/// file that objcopy embeds has no flags of a compiler.
inline constexpr llvm::StringLiteral LldRefusesData =
    "lld refuses it, though it has no code: link with GNU ld, or embed the "
    "file by .incbin, with the compiler of the other objects";

/// Default of most targets.
bool isCommonCodeModel(llvm::CodeModel::Model Model);

class TargetFamily {
public:
  virtual ~TargetFamily();

  /// In users' spelling: "RISC-V".
  llvm::StringRef name() const { return Name; }

  bool handles(llvm::Triple::ArchType Arch) const {
    return Arch != llvm::Triple::UnknownArch && llvm::is_contained(Archs, Arch);
  }

  /// \p Machine is e_machine.
  bool handlesElf(uint16_t Machine) const {
    return llvm::is_contained(Machines, Machine);
  }

  virtual RelocationUse use(uint32_t RelocationType) const;

  /// Symbols that linkers define for code that determines its own address;
  /// addresses of these symbols show nothing.
  virtual bool isOwnPlace(llvm::StringRef /*SymbolName*/) const {
    return false;
  }

  /// The relocation model of \p Object if its relocations do not show it.
  virtual Placement placement(const ElfFacts & /*Object*/) const {
    return Placement::Unknown;
  }

  /// The most probable relocation model of \p Object if nothing shows it. Only
  /// for emission; refuses nothing.
  virtual Placement presumption(const ElfFacts & /*Object*/) const {
    return Placement::Unknown;
  }

  /// Do code and constants of \p Object run at any address, without a loader
  /// that corrects addresses in them (Arm's -fropi)?
  virtual llvm::Expected<bool>
  movesWithoutLoader(const ElfFacts & /*Object*/) const {
    return false;
  }

  /// Does this section describe the ABI for linkers?
  virtual bool isAttributeSection(llvm::StringRef /*Name*/,
                                  uint32_t /*Type*/) const {
    return false;
  }

  /// The facts besides machine, class and byte order in which objects must
  /// agree.
  virtual llvm::Expected<std::vector<TargetFact>>
  facts(const ElfFacts & /*Object*/) const {
    return std::vector<TargetFact>();
  }

  /// Triple, CPU, features and ABI of \p Object. The caller adds relocation
  /// model, ELF flags and attribute sections.
  virtual llvm::Expected<TargetSpec> spec(const ElfFacts &Object) const = 0;

  /// ELF flags for an object of LLVM with the flags \p Emitted, to be linked
  /// with operators with the flags \p Operators: those of the operators, except
  /// bits that describe the object's own code.
  virtual uint32_t elfFlags(uint32_t Operators, uint32_t /*Emitted*/) const {
    return Operators;
  }

  /// Protection of the functions of \p Object.
  virtual llvm::Expected<ControlFlowProtection>
  protection(const ElfFacts & /*Object*/) const {
    return ControlFlowProtection();
  }

  /// Does GNU ld make the stack executable, with a warning, if an object has no
  /// `.note.GNU-stack`?
  virtual bool needsStackNote(bool /*Is64*/) const { return false; }

  /// The module flags for landing pads and protected returns; empty if the
  /// family has none.
  struct ProtectionFlags {
    llvm::StringRef Branches;
    llvm::StringRef Returns;
    /// LLVM also reads attributes of functions.
    bool AreAttributes;
  };
  virtual ProtectionFlags protectionFlags() const { return {"", "", false}; }

  /// Changes LLVM's defaults for the family.
  virtual void adjust(llvm::TargetOptions & /*Options*/) const {}

  /// The default; nullopt: LLVM's choice.
  virtual std::optional<llvm::CodeModel::Model>
  defaultCodeModel(llvm::Reloc::Model /*RelocationModel*/) const {
    return std::nullopt;
  }

  /// Can LLVM generate code of this model for \p Spec? If not, LLVM would end
  /// the process.
  virtual bool hasCodeModel(const TargetSpec & /*Spec*/,
                            llvm::CodeModel::Model Model) const {
    return isCommonCodeModel(Model);
  }

  /// Data that linkers put behind all other data, because the reach of code is
  /// limited.
  struct DataReach {
    uint64_t Bytes = std::numeric_limits<uint64_t>::max();
    unsigned AddressBits = 64; ///< Of the addresses in code.
    /// Is the section \p Name behind all others?
    bool (*IsBehind)(llvm::StringRef Name) = nullptr;
    /// How users put parameters there.
    Message Hint = {};
  };
  /// The reach of code of \p Model for \p Target. Also without limit if linkers
  /// put nothing behind all other data: docs/placement.md says what to do then.
  virtual DataReach dataReach(const llvm::Triple & /*Target*/,
                              llvm::CodeModel::Model /*Model*/) const {
    return {};
  }

  /// Can an object have a packed function of TVM's C runtime, besides the entry
  /// point?
  virtual bool hasPackedFunctions() const { return true; }

  /// Does LLVM generate the same code without optimisation for functions that
  /// return a constant? Not if it fills delay slots or chooses short
  /// instructions late.
  virtual bool isPlainWithoutOptimisation() const { return false; }

  /// Default of --target-abi; empty: LLVM's choice. \p Info has the CPU and the
  /// features of \p Spec.
  virtual std::string defaultAbi(const TargetSpec & /*Spec*/,
                                 const llvm::MCSubtargetInfo & /*Info*/) const {
    return "";
  }

  /// Refuses settings that LLVM would only warn about and ignore, and triples
  /// for which it would end the process.
  virtual llvm::Error check(const TargetSpec &Spec) const;

  /// Refuses CPUs and features for which LLVM would end the process. \p Info
  /// has those of \p Spec.
  virtual llvm::Error
  checkFeatures(const TargetSpec & /*Spec*/,
                const llvm::MCSubtargetInfo & /*Info*/) const {
    return llvm::Error::success();
  }

  /// See metaobj::conform and metaobj::checkCode.
  virtual void conform(llvm::Module & /*M*/) const {}
  virtual llvm::Error checkCode(const llvm::Module & /*M*/) const {
    return llvm::Error::success();
  }

protected:
  TargetFamily(llvm::StringLiteral Name,
               std::vector<llvm::Triple::ArchType> Archs,
               std::vector<uint16_t> Machines)
      : Name(Name), Archs(std::move(Archs)), Machines(std::move(Machines)) {}

  /// What the relocations of ELF show; those in no list are neutral.
  struct RelocationTypes {
    std::vector<uint32_t> Pointer = {};
    std::vector<uint32_t> AbsoluteCode = {};
    std::vector<uint32_t> Direct = {};
    std::vector<uint32_t> PositionIndependent = {};
  };
  RelocationTypes Relocations;

  /// The values of --target-abi; empty if the family has none.
  std::vector<llvm::StringLiteral> AbiNames;

private:
  llvm::StringLiteral Name;
  std::vector<llvm::Triple::ArchType> Archs;
  std::vector<uint16_t> Machines;
};

/// The input of an error about \p Spec: the object that it comes from, or the
/// triple.
Message subject(const TargetSpec &Spec);

/// The error for a triple without a code generator.
llvm::Error refuseTriple(const TargetSpec &Spec);

/// The error for \p Object if it has the wrong ELF class for the machine \p
/// Name, which \p Is64.
llvm::Error checkClass(const ElfFacts &Object, llvm::StringRef Name, bool Is64);

/// The error if \p Info has not just the CPU and the features for the 32 or 64
/// bits of \p Spec.
llvm::Error checkBits(const TargetSpec &Spec,
                      const llvm::MCSubtargetInfo &Info);

/// Does \p Info have \p Feature, without a sign? For an unknown feature LLVM
/// would say yes, and print a warning.
bool hasFeature(const llvm::MCSubtargetInfo &Info, llvm::StringRef Feature);

/// The input of an error about \p Value: the setting, or the object with this
/// attribute.
Message subject(const TargetSpec &Spec, Setting Which,
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
