//===- PackageContents.cpp - What a model has in a package ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Packages/PackageContents.h"

#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
#include "Read/Objects/ObjectContents.h"
#include "Read/OpenedFile.h"
#include "Read/Packages/ModelLibraryFormat.h"
#include "Read/Params/ParamsFormats.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

/// Is a member of this name a graph when it holds JSON? Model Library Format
/// has its metadata as JSON, too.
static bool isGraphName(StringRef Name) {
  return sys::path::filename(Name, sys::path::Style::posix) == "graph.json" ||
         Name.ends_with(".graph");
}

/// Does a model have something in a file of this name and kind? Not in sources
/// and reports.
static bool isInput(const InputConfig &Config, StringRef Name, FileKind Kind) {
  if (isObject(Kind) || Kind == FileKind::Archive)
    return true;
  if (Config.ObjectsOnly)
    return false;
  // The files that an index names are members, too.
  return (holdsParams(Kind) && !namesOtherFiles(Kind)) ||
         (Kind == FileKind::GraphJson && isGraphName(Name));
}

Error metaobj::notLibrary(StringRef Folder) {
  return inputError(Folder,
                    "is a folder without Model Library Format: it has no "
                    "metadata.json of TVM's",
                    "name the files in it that belong to the model");
}

static Error checkChoice(const ModelLibrary &Library, ArrayRef<StringRef> Names,
                         ArrayRef<FileInside> Files) {
  StringRef First;
  for (const FileInside &TheFileInside : Files) {
    StringRef Text = moduleOf(Library, TheFileInside.File.Name);
    if (Text.empty() || isObject(TheFileInside.Kind) ||
        TheFileInside.Kind == FileKind::Archive)
      continue;
    if (First.empty())
      First = Text;
    if (Text != First)
      return inputError(Library.Name,
                        "holds " + plural(Names.size(), "module") + ": " +
                            quotedList(Names),
                        setting::Module + "=" + First + " picks one");
  }
  return Error::success();
}

/// Leaves out of \p Files what other modules than \p Picked have. If this is
/// empty, there must be nothing to choose.
static Error pickModule(StringRef Picked, ModelLibrary &Library,
                        std::vector<FileInside> &Files) {
  std::vector<StringRef> Names;
  for (const LibraryModule &Module : Library.Modules)
    Names.push_back(Module.Name);
  if (Picked.empty())
    return checkChoice(Library, Names, Files);
  if (Names.empty())
    return inputError(Library.Name, "its metadata names no modules, of which " +
                                        setting::Module + "=" + Picked +
                                        " picks one");
  if (!is_contained(Names, Picked))
    return inputError(Library.Name, "has no module " + quoted(Picked) +
                                        ", but " + quotedList(Names));
  auto IsOther = [&](StringRef Name) {
    StringRef Text = moduleOf(Library, Name);
    return !Text.empty() && Text != Picked;
  };
  erase_if(Files, [&](const FileInside &TheFileInside) {
    return IsOther(TheFileInside.File.Name);
  });
  erase_if(Library.Sources,
           [&](const LibrarySource &Source) { return IsOther(Source.Name); });
  Library.Picked = Picked.str();
  return Error::success();
}

/// Leaves out of \p Files the objects that metaobj wrote, because the output
/// replaces them.
static void dropOwn(const InputConfig &Config, ModelLibrary &Library,
                    std::vector<FileInside> &Files) {
  erase_if(Files, [&](const FileInside &TheFileInside) {
    StringRef Name = TheFileInside.File.Name;
    if (!isOwnMember(Name))
      return false;
    report(Config.Diagnostics, Diagnostic::Note,
           TheFileInside.File.Source->path(),
           "left out: metaobj wrote it, and will write it again");
    Name.consume_front("./");
    Library.LeftOut.push_back(Name.str());
    return true;
  });
}

/// Links could lead anywhere. TVM writes none, but a user's folder may have
/// some.
static Error reportOthers(const InputConfig &Config, const Package &From,
                          ArrayRef<PackageOther> Others) {
  if (Others.empty())
    return Error::success();
  const PackageOther &First = Others.front();
  if (!From.isFolder())
    return inputError(From.path(),
                      "has " + First.Subject + ", " + quoted(First.Name) +
                          "; files and folders are read",
                      "write the archive without links and devices (tar has "
                      "--dereference and --hard-dereference)");
  std::vector<StringRef> Names;
  for (const PackageOther &Other : Others)
    Names.push_back(Other.Name);
  std::string Subject = Names.size() == 1 ? First.Subject
                                          : std::to_string(Names.size()) +
                                                " links, devices or pipes";
  report(Config.Diagnostics, Diagnostic::Warning, From.path(),
         "passed over " + Subject + ": " + quotedList(Names),
         "only files and folders are read");
  return Error::success();
}

/// TVM's C back end leaves its work to a compiler.
static bool isCSource(StringRef Name) {
  StringRef End = sys::path::extension(Name, sys::path::Style::posix);
  return End == ".c" || End == ".cc" || End == ".cpp";
}

/// TVM writes a semicolon as the source of a library without operators. \p Head
/// is the start of \p Source.
static bool isEmptySource(StringRef Head, const ByteSource &Source) {
  return Source.size() == Head.size() &&
         Head.find_first_not_of("; \t\r\n") == StringRef::npos;
}

namespace {

/// The names of what an archive has in place of inputs.
struct OtherContents {
  std::vector<std::string> Sources; ///< In C, with code.
  std::vector<std::string> EmptySources;
  std::vector<std::string> Modules; ///< In C, the modules around a library.
  std::vector<std::string> Rest;
};

} // namespace

static std::string listOf(ArrayRef<std::string> Names) {
  return quotedList(std::vector<StringRef>(Names.begin(), Names.end()));
}

static Error nothingIn(StringRef Archive, bool ObjectsOnly,
                       const OtherContents &Found) {
  StringRef Reason = ObjectsOnly ? "is a tar archive without objects"
                                 : "is a tar archive with neither objects, "
                                   "parameters nor a graph";
  std::vector<std::string> Sources = Found.Sources;
  append_range(Sources, Found.Modules);
  if (Found.Sources.empty() && !Found.EmptySources.empty())
    return inputError(
        Archive,
        "holds a model without operators: " + listOf(Found.EmptySources) +
            (Found.EmptySources.size() == 1 ? " is" : " are") + " empty" +
            (Found.Modules.empty()
                 ? ""
                 : ", and " + listOf(Found.Modules) + " has its instructions"),
        "it only returns its inputs and constants, or calls functions of "
        "TVM's runtime, which a program on a microcontroller does not have");
  if (!Sources.empty())
    return inputError(Archive, Reason + ", but sources: " + listOf(Sources),
                      "compile them and give the objects, or let TVM compile "
                      "with a target of kind llvm");
  if (!Found.Rest.empty())
    return inputError(Archive, Reason + ", but " + listOf(Found.Rest),
                      "give an archive that holds what is to be linked, such "
                      "as TVM's export_library('model.tar') writes");
  return inputError(Archive, Reason);
}

Expected<PackageContents> metaobj::readContents(const InputConfig &Config,
                                                const Package &From,
                                                MemberFilter &Members) {
  ModelLibraryReader Reader(From.path());
  PackageContents Result;
  std::vector<PackageOther> Others;
  std::vector<std::string> LeftOut;
  OtherContents Found;
  Error E = From.visit(
      [&](const PackageFile &File) -> Error {
        if (Members.leavesOut(File.Name, File.Source->path())) {
          StringRef Name = File.Name;
          Name.consume_front("./");
          LeftOut.push_back(Name.str());
          return Error::success();
        }
        if (Error E = Reader.look(File))
          return E;
        Expected<std::string> Head = readHead(*File.Source);
        if (!Head)
          return Head.takeError();
        FileKind Kind = identify(*Head);
        if (isInput(Config, File.Name, Kind))
          Result.Files.push_back({File, Kind});
        else if (!isCSource(File.Name))
          Found.Rest.push_back(File.Name);
        else if (isEmptySource(*Head, *File.Source))
          Found.EmptySources.push_back(File.Name);
        else if (StringRef(*Head).contains(tvm_ffi::BinaryEnd))
          Found.Modules.push_back(File.Name);
        else
          Found.Sources.push_back(File.Name);
        return Error::success();
      },
      [&](PackageOther Other) {
        if (!Members.leavesOut(Other.Name, Other.Name))
          Others.push_back(std::move(Other));
      });
  if (E)
    return E;
  Expected<std::optional<ModelLibrary>> Library =
      std::move(Reader).take(From.isFolder());
  if (!Library)
    return Library.takeError();
  Result.Library = std::move(*Library);
  if (Result.Library) {
    Result.Library->LeftOut = std::move(LeftOut);
    if (Error E = reportOthers(Config, From, Others))
      return E;
    if (Error E = pickModule(Config.Module, *Result.Library, Result.Files))
      return E;
    if (!Config.ObjectsOnly)
      dropOwn(Config, *Result.Library, Result.Files);
    return Result;
  }
  if (From.isFolder())
    return notLibrary(From.path());
  if (Result.Files.empty() && LeftOut.empty())
    return nothingIn(From.path(), Config.ObjectsOnly, Found);
  return Result;
}
