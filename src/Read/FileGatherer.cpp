//===- FileGatherer.cpp - All files of one run ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/FileGatherer.h"

#include "Base/Wording.h"
#include "Model/CheckOperators.h"
#include "Read/InputContent.h"
#include "Read/NamePatterns.h"
#include "Read/Objects/ObjectGatherer.h"
#include "Read/OpenedFile.h"
#include "Read/Packages/MemberFilter.h"
#include "Read/Packages/Package.h"
#include "Read/Packages/PackageContents.h"
#include "Read/Packages/VmExecutable.h"
#include "Read/Params/NumpyArray.h"
#include "Read/Params/ParamsFormats.h"
#include "metaobj/RuntimeModule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <iterator>
#include <optional>
#include <utility>

using namespace llvm;
using namespace metaobj;

/// The inputs of readModel, for messages.
static constexpr StringLiteral Readable =
    "an object file, an archive, LLVM bitcode or IR, a file of "
    "parameters, graph executor JSON or a tar archive of them";

/// The same for InputConfig::ObjectsOnly.
static constexpr StringLiteral ReadableObjects =
    "an object file, an archive, LLVM bitcode or IR";

static Error refuse(const OpenedFile &File, const Twine &Wanted,
                    const Message &Hint = {}) {
  return inputError(File.File->path(),
                    "is " + describeContent(File.Head) + "; expected " + Wanted,
                    Hint);
}

namespace {

class FileGatherer {
public:
  FileGatherer(const InputConfig &Config, GatheredFiles &Result)
      : Config(Config), Result(Result) {}

  Error gather();

private:
  Expected<OpenedFile> open(StringRef Path);
  Expected<OpenedFile> lookInto(std::shared_ptr<const InputFile> File);
  Error compilePatterns();
  Error addPath(StringRef Path);
  Error addFile(Expected<OpenedFile> File);
  Error addParams(OpenedFile File);
  Error addGraph(const OpenedFile &File);
  Error addBuffers(const OpenedFile &File);
  Error addExecutable(const OpenedFile &File);
  Error addModule(const RuntimeModule *Module);
  Error addModuleObject(OperatorObject Object);
  Error addNames();
  Error addFolder(StringRef Path);
  Error addPackage(std::shared_ptr<const Package> From);
  Error addFileInside(const FileInside &Inside);
  Error addGraphText(StringRef Text, const std::string &Path);

  const InputConfig &Config;
  GatheredFiles &Result;
  MemberFilter Members;
  ObjectGatherer Objects{Config, Members, Result};
  bool StandardInputTaken = false;
  NamePatterns Picked, Skipped;
  ParamsReading Reading;
};

} // namespace

Expected<OpenedFile> FileGatherer::open(StringRef Path) {
  if (Path == "-" && std::exchange(StandardInputTaken, true))
    return inputError("<stdin>", "standard input is given twice");
  Expected<std::shared_ptr<const InputFile>> File = InputFile::open(Path);
  if (!File)
    return File.takeError();
  return lookInto(std::move(*File));
}

Expected<OpenedFile>
FileGatherer::lookInto(std::shared_ptr<const InputFile> File) {
  if (!File)
    return inputError("open input", "is a null pointer, not a file");
  Expected<OpenedFile> Opened = openContent(File, Config.VerifyInputs);
  if (!Opened)
    return Opened.takeError();
  // Nothing can depend on a pipe.
  if (!File->isStored())
    Result.FilesRead.push_back(File->path());
  return Opened;
}

Error FileGatherer::compilePatterns() {
  if (Error E = NamePatterns::create(setting::PickParams, Config.PickParams)
                    .moveInto(Picked))
    return E;
  if (Error E = NamePatterns::create(setting::SkipParams, Config.SkipParams)
                    .moveInto(Skipped))
    return E;
  Reading.Verify = Config.VerifyInputs;
  if (Picked.empty() && Skipped.empty())
    return Error::success();
  Reading.IsWanted = [this](StringRef Name) {
    // Both are asked: a pattern that matches is of use.
    bool IsPicked = Picked.match(Name) || Picked.empty();
    bool IsSkipped = Skipped.match(Name);
    return IsPicked && !IsSkipped;
  };
  return Error::success();
}

Error FileGatherer::addParams(OpenedFile File) {
  std::string Path = File.File ? File.File->path() : File.Source->path();
  Expected<std::vector<Param>> Params = readParams(
      std::move(File), {Reading, Config.Diagnostics, Result.FilesRead});
  if (!Params)
    return Params.takeError();
  if (Params->empty() && !Reading.IsWanted)
    report(Config.Diagnostics, Diagnostic::Warning, Path, "holds no parameter");
  // A file has a hundred thousand at times; most often it is the only one.
  if (Result.Params.empty())
    Result.Params = std::move(*Params);
  else
    std::move(Params->begin(), Params->end(),
              std::back_inserter(Result.Params));
  return Error::success();
}

Error FileGatherer::addGraph(const OpenedFile &File) {
  Expected<std::string> Text = readText(File);
  if (!Text)
    return Text.takeError();
  return addGraphText(*Text, File.File->path());
}

Error FileGatherer::addBuffers(const OpenedFile &File) {
  if (Config.Files.size() + Config.OpenFiles.size() +
              Config.ParamsFiles.size() !=
          1 ||
      !Config.GraphFile.empty())
    return inputError(File.File->path(),
                      "is a list of buffers, which is planned alone",
                      "leave out the other files");
  Expected<std::string> Text = readText(File);
  if (!Text)
    return Text.takeError();
  Result.GraphName = File.File->path();
  return readBufferList(*Text, Result.GraphName).moveInto(Result.Buffers);
}

Error FileGatherer::addExecutable(const OpenedFile &File) {
  if (Config.FfiRoot)
    return inputError(File.File->path(),
                      "is a module around the operators, and " +
                          setting::FfiRoot + " gives another",
                      "leave out one of the two");
  if (Result.Executable)
    return inputError(File.File->path(),
                      "is a second Relax executable; the first is " +
                          quoted(Result.Executable->path()),
                      "emit an object for each model");
  Result.Executable = File.Source;
  return Error::success();
}

Error FileGatherer::addGraphText(StringRef Text, const std::string &Path) {
  if (Result.TheGraph)
    return inputError(
        Path, "is a second graph; the first is " + quoted(Result.GraphName),
        "one model has one graph");
  Result.GraphName = Path;
  return readGraph(Text, Path).moveInto(Result.TheGraph);
}

Error FileGatherer::addFileInside(const FileInside &Inside) {
  const auto &[Name, Source] = Inside.File;
  const std::string &Path = Source->path();
  std::shared_ptr<const InputFile> Own; // In a folder.
  if (Source->kind() == ByteSource::File) {
    Own = std::static_pointer_cast<const InputFile>(Source);
    Result.FilesRead.push_back(Path);
  }
  if (Inside.Kind == FileKind::ParamsManifest && !Own)
    return inputError(Path,
                      "is a manifest inside a tar archive, where it has "
                      "no files",
                      "unpack the archive");
  if (Inside.Kind == FileKind::NumpyArray) {
    StringRef ParamName = sys::path::filename(Name, sys::path::Style::posix);
    ParamName.consume_back(".npy");
    if (!Reading.wants(ParamName))
      return Error::success();
    return readNumpyArrayIn(Source, 0, Source->size(), ParamName.str(), Path)
        .moveInto(Result.Params.emplace_back());
  }
  if (holdsParams(Inside.Kind))
    return addParams({Own, Source, "", Inside.Kind});
  Expected<std::shared_ptr<const MemoryBuffer>> Bytes = readInside(*Source);
  if (!Bytes)
    return Bytes.takeError();
  if (Inside.Kind == FileKind::GraphJson)
    return addGraphText((*Bytes)->getBuffer(), Path);
  if (Inside.Kind == FileKind::Archive)
    return Objects.addArchive(Path, std::move(*Bytes));
  StringRef MemberName = Name;
  MemberName.consume_front("./");
  return Objects.add({Path, std::move(*Bytes)}, Inside.Kind, MemberName.str());
}

/// Model Library Format, or any other package with objects and parameters. It
/// may be a stream: one pass finds the files, one reads them.
Error FileGatherer::addPackage(std::shared_ptr<const Package> From) {
  Expected<PackageContents> Contents = readContents(Config, *From, Members);
  if (!Contents)
    return Contents.takeError();
  size_t FirstObject = Result.Objects.size();
  for (const FileInside &TheFileInside : Contents->Files)
    if (Error E = addFileInside(TheFileInside))
      return E;
  if (!Contents->Library || Config.ObjectsOnly)
    return Error::success();
  ModelLibrary &Library = *Contents->Library;
  append_range(Library.LeftOut, Objects.dropRegistries(FirstObject));
  Result.ObjectsOfLibraries += Result.Objects.size() - FirstObject;
  Library.Contents = std::move(From);
  Result.Libraries.push_back(std::move(Library));
  return Error::success();
}

/// A folder that is no Model Library Format could be anything: a home folder.
Error FileGatherer::addFolder(StringRef Path) {
  SmallString<128> Metadata(Path);
  sys::path::append(Metadata, "metadata.json");
  if (!sys::fs::exists(Metadata))
    return notLibrary(Path);
  Result.FilesRead.push_back(Metadata.str().str());
  return addPackage(folderPackage(Path));
}

Error FileGatherer::addPath(StringRef Path) {
  if (Path != "-" && sys::fs::is_directory(Path))
    return addFolder(Path);
  return addFile(open(Path));
}

Error FileGatherer::addFile(Expected<OpenedFile> File) {
  if (!File)
    return File.takeError();
  if (holdsParams(File->Kind) && !Config.ObjectsOnly)
    return addParams(std::move(*File));
  if (File->Kind == FileKind::TarArchive)
    return addPackage(tarPackage(File->Source));
  if (File->Kind == FileKind::GraphJson && !Config.ObjectsOnly)
    return addGraph(*File);
  if (File->Kind == FileKind::BufferList && Result.TakesBuffers)
    return addBuffers(*File);
  if (startsLikeVmExecutable(File->Head) && !Config.ObjectsOnly)
    return addExecutable(*File);
  bool IsArchive =
      File->Kind == FileKind::Archive || File->Kind == FileKind::ThinArchive;
  if (!IsArchive && !isObject(File->Kind)) {
    Message Hint = Config.ObjectsOnly ? "" : conversionHint(File->Head);
    if (Hint.empty() && Result.TakesBuffers)
      Hint = "a list of buffers begins with the line 'id,lower,upper,size'";
    return refuse(*File, Config.ObjectsOnly ? ReadableObjects : Readable, Hint);
  }
  Expected<std::unique_ptr<MemoryBuffer>> Bytes = File->File->buffer();
  if (!Bytes)
    return Bytes.takeError();
  const std::string &Path = File->File->path();
  return IsArchive ? Objects.addArchive(Path, std::move(*Bytes))
                   : Objects.add({Path, std::move(*Bytes)}, File->Kind);
}

/// Bytes of a compiler are of a kind that it knows; all others are a slip.
Error FileGatherer::addModuleObject(OperatorObject Object) {
  if (Error E = checkHaveBytes(Object))
    return E;
  FileKind Kind = identify(Object.Bytes->getBuffer().take_front(4096));
  if (Kind == FileKind::Archive) {
    std::string Name = Object.Name;
    return Objects.addArchive(Name, std::move(Object.Bytes));
  }
  if (!isObject(Kind))
    return inputError(Object.Name,
                      "is " + describeContent(Object.Bytes->getBuffer()) +
                          "; expected " + ReadableObjects);
  return Objects.add(std::move(Object), Kind);
}

Error FileGatherer::addModule(const RuntimeModule *Module) {
  if (!Module)
    return inputError("module", "is a null pointer");
  std::string Name = Module->name().str();
  if (std::optional<std::vector<metaobj::Function>> Functions =
          Module->functionNames()) {
    if (Result.NamesOrigin.empty())
      Result.NamesOrigin = Name;
    for (metaobj::Function &F : *Functions)
      Result.Names.push_back({std::move(F.Name),
                              F.Owner.empty() ? Name : std::move(F.Owner),
                              std::move(F.Symbol)});
  }
  Expected<std::vector<Param>> Params = Module->linkedParams();
  if (!Params)
    return inputError(Name, Params.takeError());
  SharedText Owner = Name;
  for (Param &P : *Params) {
    if (P.Owner.empty())
      P.Owner = Owner;
    Result.Params.push_back(std::move(P));
  }
  Expected<std::vector<OperatorObject>> Given = Module->operatorObjects();
  if (!Given)
    return inputError(Name, Given.takeError());
  for (OperatorObject &Object : *Given) {
    if (Object.Name.empty())
      Object.Name = Name;
    if (Error E = addModuleObject(std::move(Object)))
      return E;
  }
  return Error::success();
}

Error FileGatherer::addNames() {
  if (Result.NamesOrigin.empty() && !Config.FunctionLists.empty())
    Result.NamesOrigin = Config.FunctionLists.front();
  if (Result.NamesOrigin.empty() && !Config.Functions.empty())
    Result.NamesOrigin = setting::Functions;
  for (const std::string &Name : Config.Functions)
    Result.Names.push_back({Name, setting::Functions});
  for (const std::string &Path : Config.FunctionLists) {
    Expected<OpenedFile> File = open(Path);
    if (!File)
      return File.takeError();
    Expected<std::string> Text = readText(*File);
    if (!Text)
      return Text.takeError();
    // Names on lines are text; anything known is the wrong file.
    if (File->Kind != FileKind::Unknown)
      return refuse(*File, "a list of function names");
    Expected<std::vector<std::string>> Names =
        readNameList(*Text, File->File->path());
    if (!Names)
      return Names.takeError();
    for (std::string &Name : *Names)
      Result.Names.push_back({std::move(Name), File->File->path()});
  }
  return Error::success();
}

Error FileGatherer::gather() {
  if (Error E = compilePatterns())
    return E;
  if (Error E = Members.setPatterns(Config.ExcludeMembers))
    return E;
  for (const RuntimeModule *TheRuntimeModule : Config.Modules)
    if (Error E = addModule(TheRuntimeModule))
      return E;
  for (const std::string &Path : Config.Files)
    if (Error E = addPath(Path))
      return E;
  for (const std::shared_ptr<const InputFile> &File : Config.OpenFiles)
    if (Error E = addFile(lookInto(File)))
      return E;
  for (const std::string &Path : Config.ParamsFiles) {
    Expected<OpenedFile> File = open(Path);
    if (!File)
      return File.takeError();
    if (!holdsParams(File->Kind))
      return refuse(*File, "a file of parameters: " + paramsFormatNames(),
                    conversionHint(File->Head));
    if (Error E = addParams(std::move(*File)))
      return E;
  }
  if (!Config.Module.empty() && Result.Libraries.empty())
    return inputError(setting::Module + "=" + Config.Module,
                      "no input is Model Library Format, which has modules");
  Picked.reportUnused(Config.Diagnostics, "parameter");
  Skipped.reportUnused(Config.Diagnostics, "parameter");
  if (!Config.GraphFile.empty()) {
    Expected<OpenedFile> File = open(Config.GraphFile);
    if (!File)
      return File.takeError();
    if (File->Kind != FileKind::GraphJson)
      return refuse(*File, "graph executor JSON");
    if (Error E = addGraph(*File))
      return E;
  }
  Members.report(Config.Diagnostics);
  Objects.noteFatLto();
  return addNames();
}

Error metaobj::gatherFiles(const InputConfig &Config, GatheredFiles &Result) {
  return FileGatherer(Config, Result).gather();
}
