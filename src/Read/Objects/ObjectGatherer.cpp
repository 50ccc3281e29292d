//===- ObjectGatherer.cpp - All objects of one run ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Objects/ObjectGatherer.h"

#include "Base/Wording.h"
#include "Object/GnuLto.h"
#include "Read/Objects/TvmNames.h"
#include "Read/OpenedFile.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

Error ObjectGatherer::add(OperatorObject Object, FileKind Kind,
                          std::string MemberName) {
  Expected<ObjectContents> Contents =
      readObjectContents(Object, Kind, Result.SymbolNames, Config.Diagnostics);
  if (!Contents)
    return Contents.takeError();
  if (any_of(Contents->Symbols, [](const ObjectSymbol &Symbol) {
        return Symbol.Name == GnuSlimLtoSymbol;
      }))
    return slimLtoError(Object.Name);
  Result.Objects.push_back(std::move(Object));
  Result.MemberNames.push_back(std::move(MemberName));
  Result.Contents.push_back(std::move(*Contents));
  return Error::success();
}

Error ObjectGatherer::addMember(ArchiveMember Member,
                                std::vector<std::string> &Skipped) {
  if (!Member.Path.empty()) {
    Expected<std::shared_ptr<const InputFile>> File =
        InputFile::open(Member.Path);
    if (!File)
      return nestedError(Member.Name, File.takeError());
    if (!(*File)->isStored())
      Result.FilesRead.push_back(Member.Path);
    if (Error E = (*File)->buffer().moveInto(Member.Bytes))
      return nestedError(Member.Name, std::move(E));
  }
  FileKind Kind = identify(Member.Bytes->getBuffer().take_front(HeadSize));
  if (Kind == FileKind::Archive || Kind == FileKind::ThinArchive)
    return inputError(Member.Name, "is an archive inside an archive",
                      "give the inner archive by itself");
  if (isObject(Kind))
    return add({Member.Name, std::move(Member.Bytes), /*IsMember=*/true}, Kind,
               std::move(Member.MemberName));
  Skipped.push_back(std::move(Member.Name));
  return Error::success();
}

Error ObjectGatherer::addArchive(const std::string &Path,
                                 std::shared_ptr<const MemoryBuffer> Bytes) {
  size_t Count = 0;
  std::vector<std::string> Skipped;
  Error E =
      visitArchive(Path, std::move(Bytes), [&](ArchiveMember Member) -> Error {
        ++Count;
        if (Members.leavesOut(Member.MemberName, Member.Name))
          return Error::success();
        return addMember(std::move(Member), Skipped);
      });
  if (E)
    return E;
  if (Count == 0)
    report(Config.Diagnostics, Diagnostic::Warning, Path,
           "the archive has no members");
  if (!Skipped.empty()) {
    std::vector<StringRef> Names(Skipped.begin(), Skipped.end());
    report(Config.Diagnostics, Diagnostic::Note, Path,
           "left out " + plural(Skipped.size(), "member") +
               " with neither an object, bitcode nor IR: " + quotedList(Names));
  }
  return Error::success();
}

std::vector<std::string> ObjectGatherer::dropRegistries(size_t FirstObject) {
  std::vector<std::string> Names;
  for (size_t I = Result.Objects.size(); I-- != FirstObject;) {
    if (!isOnlyRegistry(Result.Contents[I].Symbols))
      continue;
    report(Config.Diagnostics, Diagnostic::Note, Result.Objects[I].Name,
           "left out: it holds nothing but the registry that TVM generated",
           "leave it out of the link, too");
    Names.push_back(std::move(Result.MemberNames[I]));
    Result.Objects.erase(Result.Objects.begin() + I);
    Result.MemberNames.erase(Result.MemberNames.begin() + I);
    Result.Contents.erase(Result.Contents.begin() + I);
  }
  return Names;
}

void ObjectGatherer::noteFatLto() const {
  std::vector<StringRef> Fat;
  for (const auto &[Object, Contents] :
       zip_equal(Result.Objects, Result.Contents))
    if (Contents.HasGnuLto)
      Fat.push_back(Object.Name);
  if (!Fat.empty())
    report(Config.Diagnostics, Diagnostic::Note,
           Fat.size() == 1 ? Fat.front() : StringRef("objects"),
           "GCC's link-time optimisation has code of its own beside the "
           "machine code of " +
               plural(Fat.size(), "object") +
               ", of which only the latter is looked at" +
               (Fat.size() == 1 ? "" : ": " + quotedList(Fat)));
}
