//===- OperatorEvidence.cpp - What files tell of operators ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TVM changed the count of a registry from one byte to two in May 2022, between
// v0.8 and v0.9, and Model Library Format from version 5 to 6 a few days later.
// No release has version 6. The same days removed `_lookup_linked_param`, which
// v0.7 and v0.8 put beside operators; the main function of a model was
// `tvmgen_<model>_run_model` before, and is `tvmgen_<model>___tvm_main__`
// since.
//
//===----------------------------------------------------------------------===//

#include "Abi/OperatorEvidence.h"

#include "Base/Wording.h"
#include "Model/Convention.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

/// TVM's first release whose functions have the names of tvm-ffi.
static constexpr unsigned FirstWithFfiNames = 22;

const RuntimeFamily &metaobj::runtimeOf(OperatorFamily Family) {
  for (const RuntimeFamily *TheRuntimeFamily : runtimeFamilies())
    if (TheRuntimeFamily->Facts.Operators == Family &&
        Family != OperatorFamily::Unknown)
      return *TheRuntimeFamily;
  return tvmCrtFamily();
}

static StringRef familyName(OperatorFamily Family) {
  return runtimeOf(Family).Facts.Name;
}

OperatorFamily metaobj::familyOfName(StringRef Symbol) {
  for (const RuntimeFamily *Family : runtimeFamilies())
    if (Family->hasOperator(Symbol))
      return Family->Facts.Operators;
  return OperatorFamily::Unknown;
}

std::optional<NamedFunctions>
metaobj::findNamedFunctions(ArrayRef<StringRef> Functions) {
  StringSet<> All;
  for (StringRef Function : Functions)
    All.insert(Function);
  // Halide writes `f`, `f_argv` and `f_metadata` for a pipeline.
  NamedFunctions Halide = {"Halide", "", {}}, Numba = {"Numba", "cfunc.*", {}};
  for (StringRef Function : Functions) {
    if (All.contains((Function + "_argv").str()) &&
        All.contains((Function + "_metadata").str()))
      Halide.Symbols.push_back(Function);
    if (Function.starts_with("cfunc."))
      Numba.Symbols.push_back(Function);
  }
  if (!Halide.Symbols.empty()) {
    Halide.Pattern = Halide.Symbols.size() == 1 ? Halide.Symbols[0] : "GLOB";
    return Halide;
  }
  if (!Numba.Symbols.empty())
    return Numba;
  return std::nullopt;
}

static OperatorFamily familyOf(CallingConvention Convention) {
  switch (Convention) {
  case CallingConvention::Packed:
  case CallingConvention::Unpacked:
    return OperatorFamily::TvmCrt;
  case CallingConvention::Ffi:
    return OperatorFamily::TvmFfi;
  case CallingConvention::Other:
    return OperatorFamily::Unknown;
  }
  llvm_unreachable("covered switch");
}

OperatorFamily
metaobj::familyOfOperator(StringRef Symbol,
                          std::optional<CallingConvention> Described) {
  return Described ? familyOf(*Described) : familyOfName(Symbol);
}

void OperatorEvidence::witness(OperatorFamily Family, const Message &Input,
                               const Twine &Subject) {
  Witnesses.try_emplace(Family, Witness{Input, Subject.str()});
}

void OperatorEvidence::addOperator(const Message &Object, StringRef Symbol,
                                   std::optional<CallingConvention> Described) {
  OperatorFamily Family = familyOfOperator(Symbol, Described);
  if (Described) {
    HasDescriptions = true;
    IsPackedKnown |= *Described == CallingConvention::Packed;
    witness(Family, Object,
            quoted(Symbol) + ", described as " + conventionName(*Described));
    return;
  }
  if (Family == OperatorFamily::Unknown)
    return;
  HasNames = true;
  witness(Family, Object, quoted(Symbol));
  if (Family == OperatorFamily::TvmFfi)
    FfiReleases.First = std::max(FfiReleases.First, FirstWithFfiNames);
  if (Family != OperatorFamily::TvmCrt)
    return;
  if (Symbol.ends_with("_run_model") && !OneByte)
    OneByte = {Object, quoted(Symbol)};
  if (Symbol.ends_with("___tvm_main__") && !TwoBytes)
    TwoBytes = {Object, quoted(Symbol)};
}

void OperatorEvidence::addExecutor(const Message &Object, StringRef Symbol) {
  if (!Executor)
    Executor = {Object, quoted(Symbol)};
}

void OperatorEvidence::addProvided(StringRef Symbol) {
  if (const auto *Function = tvm_ffi::findRuntimeFunction(Symbol))
    Provided.push_back(Function->Name);
}

void OperatorEvidence::addSymbol(StringRef Object, StringRef Symbol,
                                 bool IsDefined) {
  if (IsDefined && Symbol == LookupLinkedParamName) {
    if (!OneByte)
      OneByte = {Object, quoted(Symbol)};
    return;
  }
  if (IsDefined && (Symbol.ends_with(tvm_ffi::ContextEnd) ||
                    Symbol.ends_with(tvm_ffi::BinaryEnd))) {
    witness(OperatorFamily::TvmFfi, Object, quoted(Symbol));
    return;
  }
  // What is called by a pointer is needed as well.
  bool IsPointer = tvm_ffi::findPointedFunction(Symbol) != nullptr;
  if (!IsPointer && IsDefined)
    return;
  const tvm_ffi::RuntimeFunction *Function =
      tvm_ffi::findRuntimeFunction(IsPointer ? Symbol.drop_front(2) : Symbol);
  if (!Function)
    return;
  // Only packed functions check their arguments.
  IsPackedKnown |= Function->Name == "TVMAPISetLastError";
  if (is_contained(Provided, Function->Name) ||
      is_contained(Needs, Function->Name))
    return;
  Needs.push_back(Function->Name);
  FfiReleases.add(Function->Name);
  HasCalls |= Function->First > FirstWithFfiNames ||
              Function->Last != tvm_ffi::NoLastVersion;
  if (Function->Name.starts_with("TVMFFI"))
    witness(OperatorFamily::TvmFfi, Object, "a call of " + quoted(Symbol));
}

void OperatorEvidence::addLibrary(const ModelLibrary &Library) {
  Libraries.push_back(&Library);
  witness(OperatorFamily::TvmCrt, Library.Name, "Model Library Format");
}

void OperatorEvidence::addGraph(StringRef Name) {
  witness(OperatorFamily::TvmCrt, Name, "a graph");
}

void OperatorEvidence::addFfiModule(const Message &Name) {
  witness(OperatorFamily::TvmFfi, Name, "a module of tvm-ffi");
}

Error OperatorEvidence::contradiction(OperatorFamily One,
                                      OperatorFamily Other) const {
  // The names of its functions are those of TVM's C runtime, whatever it calls.
  if (Executor && (Executor->Input == of(One)->Input ||
                   Executor->Input == of(Other)->Input))
    return inputError(Executor->Input,
                      "holds an executor that was emitted before (" +
                          Executor->Subject + "); expected operators",
                      "leave it out here, and link it beside the operators "
                      "that it calls");
  return inputError(
      of(One)->Input,
      "is for " + familyName(One) + " (" + of(One)->Subject + "), but " +
          (of(One)->Input == of(Other)->Input
               ? Message("also")
               : quotedMessage(of(Other)->Input)) +
          " for " + familyName(Other) + " (" + of(Other)->Subject + ")",
      "emit a table for each; " + setting::Abi + " chooses one of them here");
}

/// Refuses operators of which no release of TVM has all functions that they
/// call.
Error OperatorEvidence::checkReleases() const {
  if (FfiReleases.First <= FfiReleases.Last)
    return Error::success();
  std::string NeedsFirst = FfiReleases.NeedsFirst.empty()
                               ? "names of tvm-ffi"
                               : "calls of " + quoted(FfiReleases.NeedsFirst);
  return inputError(of(OperatorFamily::TvmFfi)->Input,
                    "the operators have " + NeedsFirst +
                        ", which are from TVM v0." + Twine(FfiReleases.First) +
                        " on, and calls of " + quoted(FfiReleases.NeedsLast) +
                        ", which are up to v0." + Twine(FfiReleases.Last),
                    "compile all by one release of TVM");
}

CrtRelease OperatorEvidence::libraryRelease() const {
  constexpr int64_t First = 1, LastOneByte = 5;
  std::optional<CrtRelease> Result;
  for (const ModelLibrary *Library : Libraries) {
    CrtRelease Release = CrtRelease::Unknown;
    if (Library->Version && *Library->Version >= First)
      Release = *Library->Version <= LastOneByte ? CrtRelease::OneByte
                                                 : CrtRelease::TwoBytes;
    Result = !Result || *Result == Release ? Release : CrtRelease::Any;
  }
  return Result.value_or(CrtRelease::Unknown);
}

CrtRelease OperatorEvidence::crtRelease() const {
  if (OneByte && TwoBytes)
    return CrtRelease::Any;
  if (OneByte)
    return CrtRelease::OneByte;
  return TwoBytes ? CrtRelease::TwoBytes : libraryRelease();
}

/// Refuses operators of v0.8 in an archive of a later release.
Error OperatorEvidence::checkCrtReleases() const {
  if (!OneByte || libraryRelease() != CrtRelease::TwoBytes)
    return Error::success();
  const ModelLibrary &Library = *Libraries.front();
  return inputError(Library.Name,
                    "is Model Library Format " + Twine(*Library.Version) +
                        ", of TVM from v0.9 on, but " +
                        quotedMessage(OneByte->Input) + " has " +
                        OneByte->Subject + ", which only TVM up to v0.8 writes",
                    setting::Abi + " says which runtime reads the registry");
}

Expected<OperatorFamily>
OperatorEvidence::family(std::optional<RuntimeAbi> Asked,
                         const DiagnosticConsumer &Diagnostics) const {
  OperatorFamily Result = OperatorFamily::Unknown;
  for (const RuntimeFamily *Family : runtimeFamilies()) {
    OperatorFamily TheOperatorFamily = Family->Facts.Operators;
    if (TheOperatorFamily == OperatorFamily::Unknown || !of(TheOperatorFamily))
      continue;
    if (Result == OperatorFamily::Unknown)
      Result = TheOperatorFamily;
    else if (!Asked)
      return contradiction(Result, TheOperatorFamily);
  }
  auto Warn = [&](const Message &Input, const Message &Reason,
                  const Message &Hint) {
    report(Diagnostics, Diagnostic::Warning, Input, Reason, Hint);
  };
  if (!Asked) {
    if (Result == OperatorFamily::TvmFfi)
      if (Error E = checkReleases())
        return E;
    if (Result == OperatorFamily::TvmCrt)
      if (Error E = checkCrtReleases())
        return E;
    return Result;
  }
  OperatorFamily Wanted = runtimeFamily(*Asked).Facts.Operators;
  if (Wanted == OperatorFamily::Unknown || Result == OperatorFamily::Unknown)
    return Result;
  if (!of(Wanted)) {
    Warn(of(Result)->Input,
         "is for " + familyName(Result) + " (" + of(Result)->Subject +
             "), and " + setting::Abi + "=" + runtimeAbiName(*Asked) +
             " is not",
         "leave out " + setting::Abi);
    return Result;
  }
  return Wanted;
}

/// "their names", "their names and what they call".
static std::string listed(ArrayRef<StringRef> Parts) {
  std::string Result;
  for (size_t I = 0; I != Parts.size(); ++I)
    Result += (I == 0                  ? ""
               : I + 1 == Parts.size() ? " and "
                                       : ", ") +
              Parts[I].str();
  return Result;
}

OperatorTraits OperatorEvidence::traits(bool IsUnpacked) const {
  OperatorTraits Result;
  Result.Release = crtRelease();
  Result.IsUnpacked = IsUnpacked;
  Result.IsPackedKnown = IsPackedKnown;
  Result.FfiReleases = FfiReleases;
  Result.Needs = Needs;
  return Result;
}

static bool fitsUniversal(size_t NumFunctions) {
  return NumFunctions <=
         registryLimits(RuntimeAbi::TvmCrtUniversal).MaxFunctions;
}

/// By the versions of the archives, with a note.
RuntimeAbi
OperatorEvidence::libraryAbi(size_t NumFunctions,
                             const DiagnosticConsumer &Diagnostics) const {
  const ModelLibrary &First = *Libraries.front();
  std::string Version =
      First.Version ? " " + std::to_string(*First.Version) : "";
  CrtRelease Release = libraryRelease();
  if (Release == CrtRelease::OneByte) {
    report(Diagnostics, Diagnostic::Note, First.Name,
           "is Model Library Format" + Version +
               ", of TVM up to v0.8: the registry is tvm-crt-u8",
           setting::Abi + "=tvm-crt-universal is for TVM's C runtime of every "
                          "release and for runtime_crt");
    return RuntimeAbi::TvmCrtU8;
  }
  if (Release == CrtRelease::TwoBytes) {
    report(Diagnostics, Diagnostic::Note, First.Name,
           "is Model Library Format" + Version +
               ", of TVM from v0.9 on: the registry is tvm-crt-u16");
    return RuntimeAbi::TvmCrtU16;
  }
  std::string Doubt = Release == CrtRelease::Unknown
                          ? "does not tell its version of Model Library Format"
                          : "is Model Library Format of another runtime than " +
                                quoted(Libraries.back()->Name);
  if (fitsUniversal(NumFunctions)) {
    report(Diagnostics, Diagnostic::Note, First.Name,
           Doubt + ": the registry is tvm-crt-universal, which every runtime "
                   "reads",
           setting::Abi + " chooses another");
    return RuntimeAbi::TvmCrtUniversal;
  }
  report(Diagnostics, Diagnostic::Warning, First.Name,
         Doubt + ", and " + Twine(NumFunctions) +
             " functions are too many for tvm-crt-universal: the registry is "
             "tvm-crt-u16",
         "say by " + setting::Abi + " which runtime reads it");
  return RuntimeAbi::TvmCrtU16;
}

RuntimeAbi
OperatorEvidence::crtAbi(size_t NumFunctions, StringRef ModelName,
                         const Conclusion &Described,
                         const DiagnosticConsumer &Diagnostics) const {
  StringRef Text = Described.Text;
  if (!Libraries.empty())
    return libraryAbi(NumFunctions, Diagnostics);
  // All releases read that there is nothing.
  if (NumFunctions == 0)
    return RuntimeAbi::TvmCrtU16;
  std::string Input = "model " + quoted(ModelName);
  if (fitsUniversal(NumFunctions)) {
    if (!Text.empty())
      report(Diagnostics, Diagnostic::Note, Input,
             Text + ": " + runtimeAbiName(RuntimeAbi::TvmCrtUniversal),
             Described.Hint);
    return RuntimeAbi::TvmCrtUniversal;
  }
  report(Diagnostics, Diagnostic::Note, Input,
         (Text.empty() ? "" : Text + "; ") + Twine(NumFunctions) +
             " functions are too many for tvm-crt-universal: the registry is "
             "tvm-crt-u16, for TVM's C runtime from v0.9 on and runtime_crt",
         Described.Hint);
  return RuntimeAbi::TvmCrtU16;
}

Conclusion OperatorEvidence::describe(OperatorFamily Family,
                                      bool IsUnpacked) const {
  Conclusion Result;
  Result.Family = Family;
  Result.Needs = Needs;
  if (Family == OperatorFamily::Unknown)
    return Result;
  const RuntimeFamily &Runtime = runtimeOf(Family);
  std::vector<StringRef> From;
  if (HasDescriptions)
    From.push_back("their descriptions");
  if (HasNames)
    From.push_back("their names");
  if (HasCalls && Runtime.Facts.HasLibrary)
    From.push_back("what they call");
  if (From.empty())
    return Result;
  OperatorTraits Traits = traits(IsUnpacked);
  Result.Text = Runtime.describe(Traits) + ", from " + listed(From);
  Result.Hint = Runtime.hintFor(Traits);
  return Result;
}

Conclusion
OperatorEvidence::conclude(OperatorFamily Family,
                           std::optional<RuntimeAbi> Asked, StringRef ModelName,
                           size_t NumFunctions, bool IsUnpacked,
                           const DiagnosticConsumer &Diagnostics) const {
  Conclusion Result = describe(Family, IsUnpacked);
  std::string Input = "model " + quoted(ModelName);
  if (Asked) {
    Result.Abi = *Asked;
    CrtRelease Release = crtRelease();
    bool IsAgainst =
        (Release == CrtRelease::OneByte && *Asked == RuntimeAbi::TvmCrtU16) ||
        (Release == CrtRelease::TwoBytes && *Asked == RuntimeAbi::TvmCrtU8);
    if (Family == OperatorFamily::TvmCrt && IsAgainst)
      report(Diagnostics, Diagnostic::Warning, Input,
             "the operators are of TVM " +
                 StringRef(Release == CrtRelease::OneByte ? "up to v0.8"
                                                          : "v0.9 to v0.18") +
                 ", whose C runtime does not read " + setting::Abi + "=" +
                 runtimeAbiName(*Asked),
             setting::Abi +
                 "=tvm-crt-universal is for every release and for runtime_crt");
    return Result;
  }
  const RuntimeFamily &Runtime = runtimeOf(Family);
  if (Runtime.Facts.HasRegistry) {
    Result.Abi = crtAbi(NumFunctions, ModelName, Result, Diagnostics);
    return Result;
  }
  Result.Abi = Runtime.Facts.Abis.front();
  if (!Result.Text.empty())
    report(Diagnostics, Diagnostic::Note, Input, Result.Text, Result.Hint);
  return Result;
}
