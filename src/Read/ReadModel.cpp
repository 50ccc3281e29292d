//===- ReadModel.cpp - Files become a Model -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/ExecutorSymbols.h"
#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
#include "Read/FileGatherer.h"
#include "Read/ModelGraph.h"
#include "Read/NamePatterns.h"
#include "Read/Objects/CheckProgram.h"
#include "Read/Objects/FunctionSelection.h"
#include "Read/Objects/GatherEvidence.h"
#include "Read/Objects/SuggestNames.h"
#include "Read/Objects/TvmNames.h"
#include "Read/Packages/LibraryModules.h"
#include "Read/Packages/MemberFilter.h"
#include "Read/Packages/VmExecutable.h"
#include "Read/Params/OwnParams.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>
#include <limits>

using namespace llvm;
using namespace metaobj;

static bool isOfExecutor(StringRef Symbol) {
  return isExecutorName(Symbol) || Symbol.ends_with("_get_c_metadata");
}

/// The next step when an object, \p MemberName of an archive or none, defines
/// \p Symbol as the emitted executor will. TVM writes one, too, in C, and its
/// objects may be among the operators.
static Message hintForExecutor(StringRef MemberName,
                               ArrayRef<ObjectSymbol> Symbols,
                               StringRef Symbol) {
  if (Symbol.ends_with(executor_symbols::Main))
    return setting::Executor + "=main calls it";
  bool HasOperators = any_of(Symbols, [](const ObjectSymbol &TheObjectSymbol) {
    return TheObjectSymbol.Kind == ObjectSymbol::Function &&
           !isRuntimeName(TheObjectSymbol.Name) &&
           !isOfExecutor(TheObjectSymbol.Name);
  });
  if (HasOperators)
    return "it has an executor beside operators: call that one, and leave "
           "out " +
           setting::Executor;
  Message Step = "leave it out: the executor that is emitted replaces it";
  return MemberName.empty() ? Step
                            : Step + "; " + excludeMemberOption(MemberName);
}

/// The next step when an object, \p MemberName of an archive or none, defines
/// \p Symbol as the emitted object will, whose entry point is \p Entry.
static Message hintForClash(StringRef MemberName,
                            ArrayRef<ObjectSymbol> Symbols, StringRef Symbol,
                            StringRef Entry) {
  if (isOfExecutor(Symbol) || Symbol.ends_with(executor_symbols::Main))
    return hintForExecutor(MemberName, Symbols, Symbol);
  if (Symbol != Entry)
    return "choose another " + setting::Prefix;
  if (Symbol != SystemLibEntryName)
    return "choose another " + setting::EntryPoint;
  // Runtimes ask this entry for functions: another name would be in vain.
  if (!isOnlyRegistry(Symbols))
    return "it has a registry beside functions: use that one, or build the "
           "model without TVM's system-lib";
  if (MemberName.empty())
    return "it is a registry: leave it out of this command and of the link";
  return "it is a registry: leave it out of the link, and here by " +
         excludeMemberOption(MemberName);
}

/// An operator object may not define what the emitted object will.
static Error checkReserved(ArrayRef<std::string> Names,
                           const GatheredFiles &Files) {
  StringSet<> Reserved;
  Reserved.insert(Names.begin(), Names.end());
  for (const auto &[Object, Member, Contents] :
       zip_equal(Files.Objects, Files.MemberNames, Files.Contents))
    for (const ObjectSymbol &Symbol : Contents.Symbols)
      if (Reserved.contains(Symbol.Name))
        return inputError(
            Object.Name,
            "defines " + quoted(Symbol.Name) +
                ", which the emitted object will define",
            hintForClash(Member, Contents.Symbols, Symbol.Name, Names.front()));
  return Error::success();
}

/// What leaves \p Given out, a parameter of one of the files that were named or
/// of an archive.
static Message hintForSecondParams(const InputConfig &Config,
                                   const Param &Given) {
  if (is_contained(Config.Files, Given.Owner) ||
      is_contained(Config.ParamsFiles, Given.Owner))
    return "leave out " + quoted(Given.Owner);
  StringRef Member = StringRef(Given.Owner).rsplit('(').second;
  Member.consume_back(")");
  Member.consume_front("./");
  return Member.empty() ? "leave out these parameters"
                        : "leave them out by " + excludeMemberOption(Member);
}

/// Operators of TVM v0.8 may hold their parameters, and the look-up of them.
/// Others beside them would be the same once more, behind a second look-up.
static Error checkOwnParams(const InputConfig &Config,
                            const GatheredFiles &Files,
                            ArrayRef<Param> Params) {
  if (Params.empty())
    return Error::success();
  Expected<const OperatorObject *> Object = findOwnLookUp(Config, Files);
  if (!Object)
    return Object.takeError();
  if (!*Object)
    return Error::success();
  return inputError((*Object)->Name,
                    "holds parameters already, behind " +
                        quoted(LookupLinkedParamName) + ", and " +
                        quoted(Params.front().Owner) + " gives " +
                        plural(Params.size(), "parameter"),
                    hintForSecondParams(Config, Params.front()) + "; " +
                        setting::Exclude + "=" + LookupLinkedParamName +
                        " says that the object's own are not meant");
}

/// The module that the files are of, as TVM makes a C name of it.
static std::string nameOfModel(const GatheredFiles &Files) {
  const LibraryModule *Module = nullptr;
  if (Files.Libraries.size() == 1)
    Module = Files.Libraries.front().used();
  if (!Module || Module->Name.empty())
    return "default";
  return cNameOfTvm(Module->Name);
}

/// Functions that the graph calls are called as it says.
static void applyConvention(FileModel &Result) {
  if (!Result.Graph)
    return;
  StringMap<CallingConvention> Called;
  for (const GraphNode &Node : Result.Graph->Nodes)
    Called.try_emplace(Node.Function, Node.Convention);
  for (metaobj::Function &F : Result.Functions)
    if (auto Found = Called.find(F.Name); Found != Called.end())
      F.Convention = Found->second;
}

static Error applyStorageIds(const InputConfig &Config,
                             std::vector<Param> &Params) {
  if (Config.StorageIds.empty())
    return Error::success();
  StringMap<Param *> ByName;
  for (Param &P : Params)
    ByName.try_emplace(P.Name, &P);
  StringSet<> Given;
  for (const auto &[Name, Id] : Config.StorageIds) {
    Param *Found = ByName.lookup(Name);
    if (!Found) {
      std::vector<StringRef> Known;
      for (const Param &P : Params)
        Known.push_back(P.Name);
      return inputError(setting::StorageIds,
                        "there is no parameter " + quoted(Name) +
                            " to have storage id " + Twine(Id),
                        suggestNames(Name, Known));
    }
    if (!Given.insert(Name).second)
      return inputError(setting::StorageIds,
                        "parameter " + quoted(Name) +
                            " is given a storage id twice");
    // Clients pass the id as a signed number.
    if (Id > uint64_t(std::numeric_limits<int64_t>::max()))
      return inputError(setting::StorageIds,
                        "storage id " + Twine(Id) + " of parameter " +
                            quoted(Name) + " has more than 63 bits");
    Found->StorageId = Id;
  }
  return Error::success();
}

/// Objects and sources in one archive: the functions of the latter are in no
/// object, unless other objects are these. The output will define \p Symbols.
static void reportSources(const InputConfig &Config, const GatheredFiles &Files,
                          ArrayRef<std::string> Symbols) {
  if (Files.Objects.empty())
    return; // refuseSources
  bool AreOthers = Files.Objects.size() > Files.ObjectsOfLibraries;
  for (const ModelLibrary &Library : Files.Libraries)
    if (std::vector<StringRef> Names = Library.uncompiled(Symbols);
        !Names.empty())
      report(Config.Diagnostics,
             AreOthers ? Diagnostic::Note : Diagnostic::Warning, Library.Name,
             "holds sources beside its objects, which need a compiler: " +
                 quotedList(Names),
             "compile them and give their objects as well");
}

static Expected<std::shared_ptr<const InputFile>>
readFfiModule(const InputConfig::FfiModuleFile &From,
              std::vector<std::string> &FilesRead, FfiModule &Into) {
  Expected<std::shared_ptr<const InputFile>> File = InputFile::open(From.Path);
  if (!File)
    return File;
  if (!(*File)->isStored())
    FilesRead.push_back(From.Path);
  Into = {From.Kind, Payload::fileRange(*File, 0, (*File)->size())};
  return File;
}

/// \p Root becomes the module that imports the library: of a setting, or
/// \p Executable, a file among the others; both may be null.
static Error readFfiModules(const InputConfig &Config, FileModel &Result,
                            std::shared_ptr<const ByteSource> Executable,
                            std::shared_ptr<const ByteSource> &Root) {
  if (Executable) {
    Root = std::move(Executable);
    Result.FfiRoot = {VmExecutableKind.str(),
                      Payload::range(Root, 0, Root->size())};
  }
  if (Config.FfiRoot)
    if (Error E = readFfiModule(*Config.FfiRoot, Result.FilesRead,
                                Result.FfiRoot.emplace())
                      .moveInto(Root))
      return E;
  for (const InputConfig::FfiModuleFile &FfiImport : Config.FfiImports)
    if (Expected<std::shared_ptr<const InputFile>> File = readFfiModule(
            FfiImport, Result.FilesRead, Result.FfiImports.emplace_back());
        !File)
      return File.takeError();
  return Error::success();
}

/// refuseSources() of a model that is not complete.
static Error refuseUncompiled(ArrayRef<OperatorObject> Objects,
                              ArrayRef<ModelLibrary> Libraries) {
  if (!Objects.empty())
    return Error::success();
  for (const ModelLibrary &Library : Libraries) {
    std::vector<StringRef> Sources = Library.uncompiled({});
    if (Sources.empty())
      continue;
    return inputError(Library.Name,
                      "holds operators as C sources only: " +
                          quotedList(Sources),
                      "compile what is in codegen/host/src first, and give "
                      "the objects as well");
  }
  return Error::success();
}

/// The global functions of \p Files that may be operators.
static std::vector<StringRef> possibleOperators(const GatheredFiles &Files) {
  std::vector<StringRef> Result;
  for (const ObjectContents &Object : Files.Contents)
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (Symbol.Kind == ObjectSymbol::Function && !isRuntimeName(Symbol.Name))
        Result.push_back(Symbol.Name);
  return Result;
}

/// The next step when none of \p Functions is listed.
static Message hintForNone(const InputConfig &Config,
                           ArrayRef<StringRef> Functions,
                           const LeftOutFunctions &LeftOut) {
  if (any_of(Functions, [](StringRef Name) {
        return Name.ends_with(executor_symbols::FailedOperator);
      }))
    return "they are of an executor that was emitted before: link it beside "
           "the operators that it calls";
  if (!LeftOut.NeverRegistered.empty() || !LeftOut.NotPacked.empty() ||
      !LeftOut.DescribedOthers.empty())
    return "an executor calls them (" + setting::Executor +
           "); registries are for TVM's packed API";
  if (std::optional<NamedFunctions> Named = findNamedFunctions(Functions))
    return quotedList(Named->Symbols) +
           (Named->Symbols.size() == 1 ? " is" : " are") + " of " +
           Named->Compiler.str() + ": " + setting::FunctionTable + " with " +
           setting::Match + "='" + Named->Pattern +
           "' makes a table of names and addresses";
  if (!Config.Match.empty())
    return "another " + setting::Match + "=GLOB lists them";
  return setting::Match + "=GLOB lists packed functions of other names, with " +
         setting::FunctionTable +
         " those of any type; an object that only gives the target comes by " +
         setting::TargetFile;
}

/// Does the user say that none of \p Functions is meant?
static Expected<bool> areExcluded(const InputConfig &Config,
                                  ArrayRef<StringRef> Functions) {
  Expected<NamePatterns> Excluded =
      NamePatterns::create(setting::Exclude, Config.Exclude);
  if (!Excluded)
    return Excluded.takeError();
  return all_of(Functions,
                [&](StringRef Name) { return Excluded->match(Name); });
}

/// A table without functions serves nobody, unless parameters were given alone
/// or the user excludes all functions.
static Error refuseNone(const InputConfig &Config, const GatheredFiles &Files,
                        const FileModel &TheModel,
                        const LeftOutFunctions &LeftOut) {
  std::string Input = "model " + quoted(TheModel.Name);
  std::vector<StringRef> Functions = possibleOperators(Files);
  Expected<bool> Excluded = areExcluded(Config, Functions);
  if (!Excluded)
    return Excluded.takeError();
  if (!Functions.empty() && *Excluded)
    return Error::success();
  bool HasOthers = !TheModel.Params.empty() || TheModel.hasFfiModules();
  if (!Functions.empty())
    return inputError(Files.Objects.size() == 1 ? Files.Objects[0].Name : Input,
                      "none of its functions is known for an operator: " +
                          quotedList(Functions),
                      hintForNone(Config, Functions, LeftOut));
  if (HasOthers)
    return Error::success();
  if (!Files.Objects.empty())
    return inputError(Input, "the operator objects define no function",
                      "an object that only gives the target comes by " +
                          setting::TargetFile);
  return inputError(
      Input, "there are neither functions nor parameters",
      "give operator objects or parameters, or name functions with " +
          setting::Functions);
}

/// Are the functions of \p TheModel, perhaps none, those that somebody named?
static bool haveNames(const GatheredFiles &Files) {
  return !Files.NamesOrigin.empty() || Files.TheGraph;
}

/// Tells which functions are not listed; refuses a model without any.
static Error reportSelection(const InputConfig &Config,
                             const GatheredFiles &Files,
                             const FileModel &TheModel,
                             LeftOutFunctions &LeftOut) {
  // The look-up of parameters is no operator.
  bool HasNone = !haveNames(Files) &&
                 all_of(TheModel.Functions, [](const metaobj::Function &F) {
                   return F.Name == LookupLinkedParamName;
                 });
  if (HasNone && Config.NeedsFunctions)
    if (Error E = refuseNone(Config, Files, TheModel, LeftOut)) {
      // The error names the others.
      LeftOut.Unmatched.clear();
      reportLeftOut(LeftOut, Config.Diagnostics);
      return E;
    }
  reportLeftOut(LeftOut, Config.Diagnostics);
  if (HasNone && !Files.Objects.empty())
    report(Config.Diagnostics, Diagnostic::Warning,
           "model " + quoted(TheModel.Name),
           "no function of the operator objects is listed");
  return Error::success();
}

/// An executor does what the executable would have the virtual machine do.
static Error takeGraphOfRelax(const InputConfig &Config,
                              std::shared_ptr<const ByteSource> &Root,
                              GatheredFiles &Files, FileModel &Result) {
  if (Root && Result.FfiRoot->Kind != VmExecutableKind)
    return Error::success();
  if (Error E = takeRelaxGraph(Config, Root, Files))
    return E;
  Root = nullptr;
  Result.FfiRoot = std::nullopt;
  if (Files.TheGraph && callsFfi(*Files.TheGraph))
    for (Param &P : Files.Params)
      P.LeastAlignment = std::max(P.LeastAlignment, FfiTensorAlignment);
  return Error::success();
}

/// A name of a function that nobody looks up would be forgotten.
static Error checkVmFunction(const InputConfig &Config,
                             const GatheredFiles &Files) {
  if (Config.VmFunction.empty() || Files.HasRelaxGraph)
    return Error::success();
  return inputError(setting::VmFunction,
                    "there is no Relax executable with a function " +
                        quoted(Config.VmFunction),
                    "give the archive or the object (devc.o) that holds one");
}

Expected<FileModel> metaobj::readModel(
    const InputConfig &Config,
    function_ref<std::vector<std::string>(const Model &, RuntimeAbi)>
        DefinedSymbols) {
  GatheredFiles Files;
  if (Error E = gatherFiles(Config, Files))
    return E;
  Expected<OperatorEvidence> Evidence = gatherEvidence(Config, Files);
  if (!Evidence)
    return Evidence.takeError();
  Expected<OperatorFamily> Family =
      Evidence->family(Config.Abi, Config.Diagnostics);
  if (!Family)
    return Family.takeError();
  RuntimeAbi Abi = Config.Abi.value_or(runtimeOf(*Family).Facts.Abis.front());
  FileModel Result;
  Result.Name = Config.ModelName.value_or(nameOfModel(Files));
  std::shared_ptr<const ByteSource> Root;
  if (Error E = readFfiModules(Config, Result, Files.Executable, Root))
    return E;
  if (Config.TakesRelaxGraph && *Family == OperatorFamily::TvmFfi)
    if (Error E = takeGraphOfRelax(Config, Root, Files, Result))
      return E;
  if (Error E = checkVmFunction(Config, Files))
    return E;
  Result.Params = std::move(Files.Params);
  if (Error E = applyMain(Config, Result.Name, Result.Params, Files))
    return E;
  if (Error E = applyGraph(Config, Files, Result.Params))
    return E;
  if (Error E = applyCalls(Config, Files))
    return E;
  if (Error E = applyWorkspaces(Config, Files))
    return E;
  if (Error E = applyStorageIds(Config, Result.Params))
    return E;
  if (Error E = checkOwnParams(Config, Files, Result.Params))
    return E;
  if (Error E = takeOwnParams(Config, Files, Result.Params))
    return E;
  if (Error E = findProgramInputs(Config, Files, Result))
    return E;
  std::vector<std::string> Reserved;
  if (DefinedSymbols)
    Reserved = DefinedSymbols(Result, Abi);
  if (Error E = checkReserved(Reserved, Files))
    return E;
  reportSources(Config, Files, Reserved);
  // Emission lists it last by itself.
  if (Result.hasLinkedIds() && !Files.Names.empty() &&
      Files.Names.back().Name == LookupLinkedParamName)
    Files.Names.pop_back();

  Expected<SelectedFunctions> Selected =
      selectFunctions(Config, Files, Abi, Reserved);
  if (!Selected)
    return Selected.takeError();
  if (Files.TheGraph)
    if (Error E = applyDescriptions(*Selected, Files.GraphName,
                                    Config.Main.has_value(), *Files.TheGraph))
      return E;
  if (Files.TheGraph)
    if (Error E = checkCalls(*Selected, Files.GraphName,
                             Config.Main.has_value(), *Files.TheGraph))
      return E;
  if (Selected->HasPackedType)
    Evidence->addPackedType();
  Result.Functions = std::move(Selected->Functions);
  if (Root && Result.FfiRoot->Kind == VmExecutableKind)
    if (Error E = checkProgram(Root, Result.Functions, Config.Diagnostics))
      return E;
  Result.Graph = std::move(Files.TheGraph);
  applyConvention(Result);
  bool IsUnpacked = any_of(Result.Functions, [](const metaobj::Function &F) {
    return F.Convention == CallingConvention::Unpacked;
  });
  Result.Concluded =
      Evidence->conclude(*Family, Config.Abi, Result.Name,
                         Result.Functions.size() + Result.hasLinkedIds(),
                         IsUnpacked, Config.Diagnostics);
  if (Result.Functions.empty())
    if (Error E = refuseUncompiled(Files.Objects, Files.Libraries))
      return E;
  if (Error E = reportSelection(Config, Files, Result, Selected->LeftOut))
    return E;
  Result.Objects = std::move(Files.Objects);
  Result.Libraries = std::move(Files.Libraries);
  append_range(Result.FilesRead, Files.FilesRead);

  // The runtime ABI, whose limits count, is chosen later; everything else that
  // is wrong is better said now.
  RegistryLimits NoLimits = registryLimits(Abi);
  NoLimits.MaxFunctions = std::numeric_limits<size_t>::max();
  if (Error E = checkModel(Result, NoLimits, nullptr))
    return E;
  return Result;
}

static Error noGraph(const InputConfig &Config) {
  StringRef Input = Config.Files.empty() ? StringRef() : Config.Files.front();
  return inputError(Input, "has no graph, whose tensors could be planned",
                    "give graph executor JSON, an archive with one, or a list "
                    "of buffers (id,lower,upper,size)");
}

Expected<PlanInput> metaobj::readPlanInput(const InputConfig &Config,
                                           const GraphPlanConfig &Planning) {
  GatheredFiles Files;
  Files.TakesBuffers = true;
  if (Error E = gatherFiles(Config, Files))
    return E;
  PlanInput Result;
  Result.Name = Files.GraphName;
  if (Files.Buffers) {
    for (auto [IsGiven, Which] :
         {std::pair(!Config.ProgramInputs.empty(), setting::ProgramInputs),
          {Planning.WorkspaceIo, setting::PlanWorkspaceIo}})
      if (IsGiven)
        return inputError(Which, "is about the graph of a model, and " +
                                     quoted(Files.GraphName) +
                                     " is a list of buffers");
    Result.Problem = std::move(Files.Buffers->Problem);
    Result.Readers = std::move(Files.Buffers->Readers);
    Result.Known = std::move(Files.Buffers->Known);
    for (PlanBuffer &Buffer : Result.Problem.Buffers)
      Buffer.Alignment = Planning.Alignment.value_or(Buffer.Alignment);
    return Result;
  }
  if (Error E = takeRelaxGraph(Config, Files.Executable, Files))
    return E;
  if (Error E = checkVmFunction(Config, Files))
    return E;
  if (!Files.TheGraph)
    return noGraph(Config);
  Result.Name = Files.GraphName;
  if (Error E = applyGraph(Config, Files, Files.Params))
    return E;
  if (Error E = applyWorkspaces(Config, Files))
    return E;
  // Only then it matters which inputs are parameters.
  if (Planning.WorkspaceIo || !Config.ProgramInputs.empty()) {
    Model WithParams;
    WithParams.Params = std::move(Files.Params);
    if (Error E = findProgramInputs(Config, Files, WithParams))
      return E;
  }
  if (Error E = graphBuffers(*Files.TheGraph, Files.GraphName, Planning)
                    .moveInto(static_cast<GraphBuffers &>(Result)))
    return E;
  return Result;
}

Error metaobj::refuseSources(const FileModel &TheModel) {
  return refuseUncompiled(TheModel.Objects, TheModel.Libraries);
}

Expected<std::vector<OperatorObject>>
metaobj::readObjects(ArrayRef<std::string> Files,
                     const DiagnosticConsumer &Diagnostics,
                     ArrayRef<std::shared_ptr<const InputFile>> OpenFiles) {
  InputConfig Config;
  Config.Files = Files.vec();
  Config.OpenFiles = OpenFiles.vec();
  Config.ObjectsOnly = true;
  Config.Diagnostics = Diagnostics;
  GatheredFiles Gathered;
  if (Error E = gatherFiles(Config, Gathered))
    return E;
  return std::move(Gathered.Objects);
}
