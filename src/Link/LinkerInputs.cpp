//===- LinkerInputs.cpp - Inputs as files of the linker -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/LinkerInputs.h"

#include "Base/AtomicFile.h"
#include "Read/InputContent.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Input.h"
#include "metaobj/Payload.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <sys/stat.h>

using namespace llvm;
using namespace metaobj;

/// Bytes of a name in the name of a file.
static constexpr size_t LongestNamePart = 100;

/// The last part of \p Name, by which linker scripts find it.
static std::string lastPart(StringRef Name) {
  StringRef Part = sys::path::filename(Name, sys::path::Style::posix);
  if (Part.empty() || Part == "." || Part == ".." || Part == "/")
    Part = "input";
  return Part.take_back(LongestNamePart).str();
}

namespace {

class InputStore {
public:
  explicit InputStore(const WorkFolder &Folder) : Folder(Folder) {}

  Error add(const LinkInput &Input);

  std::vector<LinkerInput> Result;

private:
  Error addPackage(std::shared_ptr<const InputFile> File, StringRef Source);
  Error store(StringRef FileName, StringRef Name, StringRef Source,
              StringRef Bytes);

  const WorkFolder &Folder;
  unsigned Stored = 0;
};

} // namespace

Error InputStore::store(StringRef FileName, StringRef Name, StringRef Source,
                        StringRef Bytes) {
  // In one folder, files could have one name.
  std::string Own = Folder.file(utostr(Stored++));
  if (std::error_code Problem = sys::fs::create_directory(Own))
    return cannotWrite(Own, Problem);
  SmallString<256> Path = StringRef(Own);
  sys::path::append(Path, FileName);
  if (Error E = writeFileAtomically(Path.str(), Bytes))
    return E;
  // Debug maps of Mach-O store the time.
  constexpr struct timespec Epoch[2] = {};
  if (::utimensat(AT_FDCWD, Path.c_str(), Epoch, 0) != 0)
    return cannotWrite(Path, std::error_code(errno, std::generic_category()));
  Result.push_back({Path.str().str(), Name.str(), Source.str()});
  return Error::success();
}

Error InputStore::addPackage(std::shared_ptr<const InputFile> File,
                             StringRef Source) {
  std::string Package = File->path();
  Expected<std::vector<PackedObject>> Objects =
      readPackedObjects(std::move(File));
  if (!Objects)
    return Objects.takeError();
  for (const PackedObject &Object : *Objects) {
    // As linkers name members of archives: "model.tar(lib0.o)".
    std::string Name = lastPart(Package) + "(" + lastPart(Object.Member) + ")";
    if (Error E = store(Name, Name, Source, Object.Bytes->getBuffer()))
      return E;
  }
  return Error::success();
}

Error InputStore::add(const LinkInput &Input) {
  const std::string *Path = std::get_if<std::string>(&Input);
  std::shared_ptr<const InputFile> File;
  if (!Path)
    File = std::get<std::shared_ptr<const InputFile>>(Input);
  Expected<std::unique_ptr<MemoryBuffer>> Buffer =
      Path ? mapFile(*Path) : File->buffer();
  if (!Buffer)
    return Buffer.takeError();
  StringRef Bytes = (*Buffer)->getBuffer();
  FileKind Kind = identify(Bytes.take_front(HeadSize));
  if (isPacked(Kind)) {
    if (!Path)
      return addPackage(std::move(File), "");
    Expected<std::shared_ptr<const InputFile>> Opened = InputFile::open(*Path);
    if (!Opened)
      return Opened.takeError();
    return addPackage(std::move(*Opened), *Path);
  }
  if (Path) {
    Result.push_back({*Path, *Path, *Path});
    return Error::success();
  }
  if (Kind == FileKind::ThinArchive)
    return inputError(File->path(),
                      "is a thin archive, whose members are other files",
                      "name it by its path, or make an archive of its members");
  return store(lastPart(File->path()), File->path(), "", Bytes);
}

Expected<std::vector<LinkerInput>>
metaobj::storeInputs(ArrayRef<LinkInput> Inputs, const WorkFolder &Folder) {
  InputStore Store(Folder);
  for (const LinkInput &Input : Inputs)
    if (Error E = Store.add(Input))
      return E;
  return std::move(Store.Result);
}

std::string metaobj::withInputNames(StringRef Text,
                                    ArrayRef<LinkerInput> Inputs,
                                    const WorkFolder &Folder) {
  std::string Start = (Folder.path() + "/").str();
  // The paths begin with different numbers, so that at most one fits.
  SmallVector<const LinkerInput *, 8> Ours;
  for (const LinkerInput &Input : Inputs)
    if (StringRef(Input.Path).starts_with(Start))
      Ours.push_back(&Input);
  std::string Result;
  for (size_t Offset; (Offset = Text.find(Start)) != StringRef::npos;) {
    Result += Text.take_front(Offset);
    Text = Text.drop_front(Offset);
    unsigned Number = 0;
    StringRef Rest = Text.drop_front(Start.size());
    bool IsInput = !Rest.consumeInteger(10, Number) && Number < Ours.size() &&
                   Text.starts_with(Ours[Number]->Path);
    if (IsInput)
      Result += Ours[Number]->Name;
    Text = Text.drop_front(IsInput ? Ours[Number]->Path.size() : Start.size());
  }
  return Result + Text.str();
}

/// \p Name as it was before lld wrote it for make: a backslash, and one more
/// for each in front of it, precedes a space; one precedes '#'; '$' stands
/// twice.
static std::string unescape(StringRef Name) {
  std::string Result;
  bool IsSecond = false;
  for (char C : Name) {
    if (C == '$' && IsSecond) {
      IsSecond = false;
      continue;
    }
    IsSecond = C == '$';
    size_t Count = Result.size() - StringRef(Result).rtrim('\\').size();
    if (C == ' ')
      Result.resize(Result.size() - (Count + 1) / 2);
    else if (C == '#' && Count != 0)
      Result.pop_back();
    Result += C;
  }
  return Result;
}

std::vector<std::string> metaobj::dependencies(StringRef Rule,
                                               ArrayRef<LinkerInput> Inputs,
                                               const WorkFolder &Folder) {
  // "a.elf: \<newline> a.o \<newline> b.o", and a rule without sources for each
  // of them behind an empty line.
  SmallVector<StringRef, 16> Names;
  Rule.split("\n\n").first.rtrim('\n').split(Names, " \\\n ");
  std::vector<std::string> Result;
  for (StringRef Name : ArrayRef(Names).drop_front()) {
    std::string Path = unescape(Name);
    if (!StringRef(Path).starts_with((Folder.path() + "/").str())) {
      Result.push_back(std::move(Path));
      continue;
    }
    auto Input = find_if(
        Inputs, [&](const LinkerInput &Given) { return Given.Path == Path; });
    if (Input != Inputs.end() && !Input->Source.empty())
      Result.push_back(Input->Source);
  }
  return Result;
}

static Expected<std::vector<OperatorObject>>
readInput(const LinkInput &Input, const DiagnosticConsumer &Diagnostics) {
  if (const auto *Path = std::get_if<std::string>(&Input))
    return readObjects(*Path, Diagnostics);
  return readObjects({}, Diagnostics,
                     std::get<std::shared_ptr<const InputFile>>(Input));
}

Expected<std::vector<OperatorObject>>
metaobj::readableObjects(ArrayRef<LinkInput> Inputs, ObjectFormat Format) {
  std::vector<OperatorObject> Result;
  for (const LinkInput &Input : Inputs) {
    Expected<std::vector<OperatorObject>> Objects =
        readInput(Input, DiagnosticConsumer());
    if (Objects)
      std::move(Objects->begin(), Objects->end(), std::back_inserter(Result));
    else if (Format == ObjectFormat::Wasm)
      return Objects.takeError();
    else
      consumeError(Objects.takeError());
  }
  return Result;
}

Expected<std::vector<OperatorObject>>
metaobj::readLinkObjects(ArrayRef<LinkInput> Inputs,
                         const DiagnosticConsumer &Diagnostics) {
  std::vector<OperatorObject> Result;
  for (const LinkInput &Input : Inputs) {
    Expected<std::vector<OperatorObject>> Objects =
        readInput(Input, Diagnostics);
    if (!Objects)
      return Objects.takeError();
    std::move(Objects->begin(), Objects->end(), std::back_inserter(Result));
  }
  return Result;
}
