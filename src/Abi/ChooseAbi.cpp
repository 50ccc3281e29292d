//===- ChooseAbi.cpp - The ABI that a model's archive asks for ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TVM changed the count of a registry from one byte to two in May 2022, between
// v0.8 and v0.9, and Model Library Format from version 5 to 6 a few days later.
// No release has version 6.
//
//===----------------------------------------------------------------------===//

#include "metaobj/ModelLibrary.h"

using namespace llvm;
using namespace metaobj;

/// Who reads the models of a version.
enum class Readers { Unknown, OneByte, TwoBytes };

static Readers readersOf(const ModelLibrary &Library) {
  constexpr int64_t First = 1, LastOneByte = 5;
  if (!Library.Version || *Library.Version < First)
    return Readers::Unknown;
  return *Library.Version <= LastOneByte ? Readers::OneByte : Readers::TwoBytes;
}

RuntimeAbi metaobj::chooseAbi(const FileModel &TheModel,
                              const DiagnosticConsumer &Diagnostics) {
  if (TheModel.Libraries.empty())
    return RuntimeAbi::TvmCrtU16;
  const ModelLibrary &First = TheModel.Libraries.front();
  Readers Wanted = readersOf(First);
  std::string Version =
      First.Version ? " " + std::to_string(*First.Version) : "";
  const ModelLibrary *Other = nullptr;
  for (const ModelLibrary &Each : TheModel.Libraries)
    if (readersOf(Each) != Wanted)
      Other = &Each;
  bool DoLibrariesAgree = !Other;
  if (DoLibrariesAgree && Wanted == Readers::OneByte) {
    report(Diagnostics, Diagnostic::Note, First.Name,
           "is Model Library Format" + Version +
               ", of TVM up to v0.8: the registry is tvm-crt-u8",
           "EmitConfig::Abi=tvm-crt-u16 is for TVM's C runtime from v0.9 on "
           "and for "
           "runtime_crt");
    return RuntimeAbi::TvmCrtU8;
  }
  if (DoLibrariesAgree && Wanted == Readers::TwoBytes) {
    report(Diagnostics, Diagnostic::Note, First.Name,
           "is Model Library Format" + Version +
               ", of TVM from v0.9 on: the registry is tvm-crt-u16");
    return RuntimeAbi::TvmCrtU16;
  }
  std::string Doubt =
      DoLibrariesAgree ? "does not tell its version of Model Library Format"
                       : "is Model Library Format of another runtime than '" +
                             Other->Name + "'";
  size_t Functions = TheModel.Functions.size() + TheModel.hasStorageIds();
  if (Functions <= registryLimits(RuntimeAbi::TvmCrtUniversal).MaxFunctions) {
    report(Diagnostics, Diagnostic::Note, First.Name,
           Doubt + ": the registry is tvm-crt-universal, which every runtime "
                   "reads",
           "EmitConfig::Abi chooses another");
    return RuntimeAbi::TvmCrtUniversal;
  }
  report(Diagnostics, Diagnostic::Warning, First.Name,
         Doubt + ", and " + Twine(Functions) +
             " functions are too many for tvm-crt-universal: the registry is "
             "tvm-crt-u16",
         "say by EmitConfig::Abi which runtime reads it");
  return RuntimeAbi::TvmCrtU16;
}
