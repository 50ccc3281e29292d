//===- LlvmVersion.h - Differences of LLVM versions -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The project is written for LLVM 19. This file adapts it to other versions,
/// but for what a single file needs, which stands there. Functions are
/// templates if that avoids LLVM's larger headers.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_LLVMVERSION_H
#define METAOBJ_BASE_LLVMVERSION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/TargetParser/Triple.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#if LLVM_VERSION_MAJOR >= 19
#include "llvm/TargetParser/RISCVISAInfo.h"
#else
#include "llvm/Support/RISCVISAInfo.h"
#endif

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Support/ELFAttrParserCompact.h"
#else
#include "llvm/Support/ELFAttributeParser.h"
#endif

#if LLVM_VERSION_MAJOR < 18
#include "llvm/MC/MCSubtargetInfo.h"
#endif

namespace llvm {
class DiagnosticInfo;
class MCSubtargetInfo;
class TargetMachine;
class TargetOptions;
#if LLVM_VERSION_MAJOR >= 18
enum class SymtabWritingMode;
#endif
} // namespace llvm

namespace metaobj::llvm_version {

/// Suffix of the names of installed tools.
inline constexpr unsigned MajorVersion = LLVM_VERSION_MAJOR;

#if LLVM_VERSION_MAJOR >= 18
inline constexpr auto ObjectFile = llvm::CodeGenFileType::ObjectFile;
inline constexpr auto DefaultOptimization = llvm::CodeGenOptLevel::Default;
#else
inline constexpr auto ObjectFile = llvm::CGFT_ObjectFile;
inline constexpr auto DefaultOptimization = llvm::CodeGenOpt::Default;
#endif

/// Whether an archive gets a symbol table.
#if LLVM_VERSION_MAJOR >= 18
using SymbolTableMode = llvm::SymtabWritingMode;
#else
using SymbolTableMode = bool;
#endif
inline constexpr auto NoSymbolTable = static_cast<SymbolTableMode>(0);
inline constexpr auto NormalSymbolTable = static_cast<SymbolTableMode>(1);

/// Reads attribute sections of one vendor.
#if LLVM_VERSION_MAJOR >= 22
using AttributeParser = llvm::ELFCompactAttrParser;
#else
using AttributeParser = llvm::ELFAttributeParser;
#endif

/// Whether functions for M68k return pointers in %d0, where compilers do not
/// expect them.
inline constexpr bool ReturnsM68kPointersInD0 = LLVM_VERSION_MAJOR < 19;

/// Whether static code for M68k calls functions of other objects by their
/// address, but with the relocation of a distance to a PLT.
inline constexpr bool MixesUpM68kCalls = LLVM_VERSION_MAJOR < 19;

/// Whether code for RISC-V cores with 16 registers can be generated.
inline constexpr bool HasRiscvE = LLVM_VERSION_MAJOR >= 18;

/// Whether LLVM refuses contradictory instruction sets of RISC-V. If not, it
/// generates code for both sides.
inline constexpr bool KnowsRiscvContradictions = LLVM_VERSION_MAJOR >= 19;

/// Whether there is a large code model for RISC-V.
inline constexpr bool HasRiscvLargeCode = LLVM_VERSION_MAJOR >= 20;

/// Whether lld can neither link for the machine nor refuse its objects: it
/// crashes, reports wrong relocations, or links in the other byte order.
inline bool isUnknownToLld(const llvm::Triple &TheTriple) {
#if LLVM_VERSION_MAJOR < 19
  switch (TheTriple.getArch()) {
  case llvm::Triple::armeb:
  case llvm::Triple::thumbeb:
  case llvm::Triple::lanai:
  case llvm::Triple::loongarch32:
  case llvm::Triple::loongarch64:
  case llvm::Triple::m68k:
  case llvm::Triple::sparc:
  case llvm::Triple::sparcel:
  case llvm::Triple::systemz:
  case llvm::Triple::ve:
    return true;
  default:
    return false;
  }
#else
  (void)TheTriple;
  return false;
#endif
}

/// The argument of a diagnostic handler.
#if LLVM_VERSION_MAJOR >= 19
using DiagnosticArgument = const llvm::DiagnosticInfo *;
inline const llvm::DiagnosticInfo &infoOf(DiagnosticArgument Info) {
  return *Info;
}
#else
using DiagnosticArgument = const llvm::DiagnosticInfo &;
inline const llvm::DiagnosticInfo &infoOf(DiagnosticArgument Info) {
  return Info;
}
#endif

/// From LLVM 21 on, modules and targets use triples; before, their names.
#if LLVM_VERSION_MAJOR >= 21
inline const llvm::Triple &argument(const llvm::Triple &T) { return T; }
#else
inline std::string argument(const llvm::Triple &T) { return T.str(); }
#endif

/// The same for the look-up of a target, from LLVM 22 on.
#if LLVM_VERSION_MAJOR >= 22
inline const llvm::Triple &lookUpArgument(const llvm::Triple &T) { return T; }
#else
inline std::string lookUpArgument(const llvm::Triple &T) { return T.str(); }
#endif

/// The triple's text as the module has it.
template <class Module> std::string tripleName(const Module &M) {
#if LLVM_VERSION_MAJOR >= 21
  return M.getTargetTriple().str();
#else
  return M.getTargetTriple();
#endif
}

template <class Target>
std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const Target &T, const llvm::Triple &TheTriple,
                    llvm::StringRef Cpu, llvm::StringRef Features,
                    const llvm::TargetOptions &Options,
                    std::optional<llvm::Reloc::Model> Relocation,
                    std::optional<llvm::CodeModel::Model> CodeModel) {
  return std::unique_ptr<llvm::TargetMachine>(
      T.createTargetMachine(argument(TheTriple), Cpu, Features, Options,
                            Relocation, CodeModel, DefaultOptimization));
}

template <class Target>
std::unique_ptr<llvm::MCSubtargetInfo>
createSubtargetInfo(const Target &T, const llvm::Triple &TheTriple,
                    llvm::StringRef Cpu, llvm::StringRef Features) {
  return std::unique_ptr<llvm::MCSubtargetInfo>(
      T.createMCSubtargetInfo(argument(TheTriple), Cpu, Features));
}

#if LLVM_VERSION_MAJOR < 18
/// Before LLVM 18, the tables of CPUs and features are private. The arguments
/// of an explicit instantiation may name private members.
template <auto Processors, auto Features> struct SubtargetTables {
  friend llvm::ArrayRef<llvm::SubtargetSubTypeKV>
  processorsOf(const llvm::MCSubtargetInfo &Info) {
    return Info.*Processors;
  }
  friend llvm::ArrayRef<llvm::SubtargetFeatureKV>
  featuresOf(const llvm::MCSubtargetInfo &Info) {
    return Info.*Features;
  }
};
template struct SubtargetTables<&llvm::MCSubtargetInfo::ProcDesc,
                                &llvm::MCSubtargetInfo::ProcFeatures>;
llvm::ArrayRef<llvm::SubtargetSubTypeKV>
processorsOf(const llvm::MCSubtargetInfo &Info);
llvm::ArrayRef<llvm::SubtargetFeatureKV>
featuresOf(const llvm::MCSubtargetInfo &Info);
#else
template <class SubtargetInfo> auto processorsOf(const SubtargetInfo &Info) {
  return Info.getAllProcessorDescriptions();
}
template <class SubtargetInfo> auto featuresOf(const SubtargetInfo &Info) {
  return Info.getAllProcessorFeatures();
}
#endif

/// Names of the CPUs and features that a target knows.
template <class SubtargetInfo>
std::vector<llvm::StringRef> processorNames(const SubtargetInfo &Info) {
  std::vector<llvm::StringRef> Names;
  for (const auto &Known : processorsOf(Info))
    Names.push_back(Known.Key);
  return Names;
}
template <class SubtargetInfo>
std::vector<llvm::StringRef> featureNames(const SubtargetInfo &Info) {
  std::vector<llvm::StringRef> Names;
  for (const auto &Known : featuresOf(Info))
    Names.push_back(Known.Key);
  return Names;
}

/// The features in \p Info that are RISC-V extensions, in the form that LLVM's
/// back end uses.
template <class SubtargetInfo>
std::vector<std::string> isaFeatures(const SubtargetInfo &Info) {
  std::vector<std::string> Names;
  for (const auto &Known : featuresOf(Info))
    if (Info.hasFeature(Known.Value) &&
        llvm::RISCVISAInfo::isSupportedExtensionFeature(Known.Key))
      Names.push_back(std::string("+") + Known.Key);
  return Names;
}

/// Features in the form of --mattr; leaves out extensions that LLVM does not
/// know.
inline std::vector<std::string> features(const llvm::RISCVISAInfo &Isa) {
#if LLVM_VERSION_MAJOR >= 18
  return Isa.toFeatures(/*AddAllExtensions=*/false, /*IgnoreUnknown=*/true);
#else
  return Isa.toFeatureVector();
#endif
}

/// Whether the target called \p Name is more than an assembler.
inline bool generatesCode(llvm::StringRef Name) {
#if LLVM_VERSION_MAJOR >= 17
  (void)Name;
  return true;
#else
  return Name != "xtensa";
#endif
}

} // namespace metaobj::llvm_version

#endif // METAOBJ_BASE_LLVMVERSION_H
