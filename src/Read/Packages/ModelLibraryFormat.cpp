//===- ModelLibraryFormat.cpp - TVM's exported models ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Packages/ModelLibraryFormat.h"

#include "Base/Wording.h"
#include "Read/OpenedFile.h"
#include "Read/Packages/LibraryMetadata.h"
#include "Read/Packages/LibrarySource.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

/// Ends the names of members that metaobj writes. TVM's end in numbers.
static constexpr StringLiteral OwnEnding = "_metaobj";

/// Metadata lists each function of a model; real files have some kilobytes.
static constexpr uint64_t LargestMetadata = uint64_t(1) << 24;

std::string metaobj::ownMember(StringRef Module, bool IsSource) {
  StringRef Folder = IsSource ? "codegen/host/src/" : "codegen/host/lib/";
  return (Folder + Module + OwnEnding + (IsSource ? ".c" : ".o")).str();
}

bool metaobj::isOwnMember(StringRef Name) {
  Name.consume_front("./");
  StringRef Stem = sys::path::stem(Name, sys::path::Style::posix);
  return Stem.consume_back(OwnEnding) &&
         (Name == ownMember(Stem, false) || Name == ownMember(Stem, true));
}

/// The start of "<module>_lib12.o" and of metaobj's own names; of other names
/// nothing.
static StringRef beforeEnding(StringRef Stem) {
  if (Stem.consume_back(OwnEnding))
    return Stem;
  StringRef Rest = Stem.rtrim("0123456789");
  if (Rest.size() == Stem.size() || !Rest.consume_back("_lib"))
    return "";
  return Rest;
}

StringRef metaobj::moduleOf(const ModelLibrary &Library, StringRef Name) {
  StringRef File = sys::path::filename(Name, sys::path::Style::posix);
  StringRef Stem = sys::path::stem(File, sys::path::Style::posix);
  for (StringRef Wanted : {Stem, beforeEnding(Stem)}) {
    auto Found =
        llvm::lower_bound(Library.Modules, Wanted,
                          [](const LibraryModule &Module, StringRef Name) {
                            return Module.Name < Name;
                          });
    if (Found != Library.Modules.end() && Found->Name == Wanted)
      return Found->Name;
  }
  return "";
}

bool metaobj::staysInside(StringRef Name) {
  // Windows has another separator, and drives.
  if (Name.empty() || Name.front() == '/' || Name.front() == '\\' ||
      Name.substr(1).starts_with(":"))
    return false;
  SmallVector<StringRef> Parts;
  SplitString(Name, Parts, "/\\");
  return !is_contained(Parts, "..");
}

static bool isSource(StringRef Name) {
  static constexpr StringLiteral Extensions[] = {".c", ".cc", ".cpp"};
  return is_contained(Extensions,
                      sys::path::extension(Name, sys::path::Style::posix));
}

/// TVM's registry and executor are the first source: lib0.c, <m>_lib0.c.
static bool isFirstSource(StringRef Name) {
  StringRef Stem = sys::path::stem(Name, sys::path::Style::posix);
  return Stem == "lib0" || Stem.ends_with("_lib0");
}

Error ModelLibraryReader::addSource(StringRef Name, const ByteSource &Source) {
  bool IsOwn = isOwnMember(Name);
  if (IsOwn || !isFirstSource(Name)) {
    Library.Sources.push_back({Name.str(), IsOwn ? LibrarySource::Registry
                                                 : LibrarySource::Operators});
    return Error::success();
  }
  return readLibrarySource(Name, Source)
      .moveInto(Library.Sources.emplace_back());
}

/// Keeps a problem until it is known that the package is a library.
void ModelLibraryReader::keep(Error Found) {
  if (Problem)
    consumeError(std::move(Found));
  else
    Problem = std::move(Found);
}

Error ModelLibraryReader::addMetadata(const ByteSource &Source) {
  if (std::exchange(HasMetadata, true)) {
    keep(inputError(Source.path(), "is there twice",
                    "export the model again: nobody knows which one counts"));
    return Error::success();
  }
  if (Source.size() > LargestMetadata) {
    keep(inputError(Source.path(), "has " + Twine(Source.size()) +
                                       " bytes; metadata of up to " +
                                       Twine(LargestMetadata) + " is read"));
    return Error::success();
  }
  Expected<std::string> Text = readString(Source, 0, Source.size());
  if (!Text)
    return Text.takeError();
  if (Error E = readLibraryMetadata(*Text, Source.path(), Library))
    keep(std::move(E));
  return Error::success();
}

Error ModelLibraryReader::look(const PackageFile &File) {
  StringRef Name = File.Name;
  if (!staysInside(Name))
    keep(inputError(Library.Name,
                    "has a member that would be outside of it: " + quoted(Name),
                    "TVM writes no such archive: do not unpack it"));
  Name.consume_front("./");
  HasCode |= Name.starts_with("codegen/host/");
  HasOwn |= isOwnMember(Name);
  StringRef Header = Name;
  if (Header.consume_front("codegen/host/include/tvmgen_") &&
      Header.consume_back(".h"))
    Library.CInterfaces.push_back(("tvmgen_" + Header + "_").str());
  if (Name.starts_with("codegen/host/src/") && isSource(Name))
    if (Error E = addSource(Name, *File.Source))
      return E;
  return Name == "metadata.json" ? addMetadata(*File.Source) : Error::success();
}

Expected<std::optional<ModelLibrary>>
ModelLibraryReader::take(bool IsFolder) && {
  // Other archives may have a metadata.json of their own.
  bool IsLibrary = HasMetadata && (HasCode || Library.Version);
  if (Problem && (IsLibrary || IsFolder))
    return std::move(Problem);
  if (!IsLibrary)
    return std::nullopt;
  // metaobj puts a header of its own there.
  if (HasOwn)
    Library.CInterfaces.clear();
  return std::move(Library);
}
