//===- LibraryOutput.cpp - An archive with the output in it ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/LibraryOutput.h"

#include "Base/AtomicFile.h"
#include "Base/TarWriter.h"
#include "Base/Wording.h"
#include "Read/Packages/MemberFilter.h"
#include "Read/Packages/ModelLibraryFormat.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

/// Members are copied in pieces of this size.
static constexpr uint64_t PieceOfMember = uint64_t(256) << 10;

/// Where TVM puts the header of \p Module: a C name in lower case.
static std::string headerMember(StringRef Module) {
  std::string Name;
  for (char C : Module)
    Name += isAlnum(C) ? toLower(C) : '_';
  return "codegen/host/include/tvmgen_" + Name + ".h";
}

Error LibraryOutput::nameMembers(const LibraryModule &Module, OutputKind Kind) {
  // It becomes part of a file's name.
  if (Module.Name.empty() ||
      StringRef(Module.Name).find_first_of("/\\:") != StringRef::npos)
    return inputError(Library.Name,
                      "its module has the name " + quoted(Module.Name) +
                          ", after which no file can be named",
                      "export the model under another name");
  Member = ownMember(Module.Name, Kind == OutputKind::C);
  Header = headerMember(Module.Name);
  for (const LibraryModule &Other : Library.Modules)
    if (&Other != &Module && headerMember(Other.Name) == Header)
      return inputError(Library.Name,
                        "modules " + quoted(Module.Name) + " and " +
                            quoted(Other.Name) + " have one header, " +
                            quoted(Header),
                        "export one of them under another name");
  // Either kind may be there from an earlier run.
  for (bool IsSource : {false, true})
    LeftOut.insert(ownMember(Module.Name, IsSource));
  LeftOut.insert(Header);
  return Error::success();
}

/// Chooses what the emitted \p Symbols replace.
Error LibraryOutput::leaveOut(const std::vector<std::string> &Symbols) {
  for (const std::string &Name : Library.LeftOut)
    LeftOut.insert(Name);
  for (const LibrarySource &Source : Library.Sources) {
    if (Source.isReplacedBy(Symbols)) {
      LeftOut.insert(Source.Name);
      continue;
    }
    std::vector<StringRef> Emitted, Kept;
    for (StringRef Function : Source.Functions)
      (is_contained(Symbols, Function) ? Emitted : Kept).push_back(Function);
    if (!Emitted.empty())
      return inputError(Library.Name,
                        quoted(Source.Name) + " defines " +
                            quotedList(Emitted) +
                            ", as the emitted object will, and " +
                            quotedList(Kept) + ", which it will not",
                        "if nobody calls the latter, leave the source out by " +
                            excludeMemberOption(Source.Name));
  }
  return Error::success();
}

Expected<LibraryOutput> LibraryOutput::create(const FileModel &TheModel,
                                              const EmitConfig &Emitting,
                                              OutputKind Kind) {
  size_t Count = TheModel.Libraries.size();
  if (Count != 1)
    return inputError(
        setting::Kind,
        Count == 0 ? "no input is Model Library Format, which could be written "
                     "again"
                   : plural(Count, "input") +
                         " are Model Library Format; one is written again",
        "give one archive or folder that TVM exported");
  const ModelLibrary &Library = TheModel.Libraries.front();
  const LibraryModule *Module = Library.used();
  if (!Module && Library.Modules.empty())
    return inputError(Library.Name,
                      "its metadata names no module, after which the emitted "
                      "object could be named",
                      "the metadata is damaged: export the model again");
  if (!Module)
    return inputError(Library.Name,
                      "holds " + plural(Library.Modules.size(), "module") +
                          ", of which one is emitted",
                      setting::Module + "=" + Library.Modules.front().Name +
                          " picks one");
  LibraryOutput Result(Library);
  if (Error E = Result.nameMembers(*Module, Kind))
    return E;
  if (Error E = Result.leaveOut(definedSymbols(TheModel, Emitting)))
    return E;
  return Result;
}

namespace {

/// Tells how much of an archive is written.
class ArchiveProgress {
public:
  ArchiveProgress(const ProgressFunction &Tell, StringRef Path)
      : Tell(Tell), Path(Path) {}

  Error add(uint64_t Bytes) {
    Done += Bytes;
    return !Tell || Tell(Done, Total) ? Error::success()
                                      : writingWasStopped(Path);
  }

  uint64_t Total = 0;

private:
  const ProgressFunction &Tell;
  StringRef Path;
  uint64_t Done = 0;
};

/// Counts what is written and keeps nothing.
class ByteCounter final : public raw_ostream {
public:
  ~ByteCounter() override { flush(); }

private:
  void write_impl(const char * /*Begin*/, size_t Count) override {
    Position += Count;
  }
  uint64_t current_pos() const override { return Position; }

  uint64_t Position = 0;
};

} // namespace

static Error copyMember(const ByteSource &Source, raw_ostream &To,
                        ArchiveProgress &Progress) {
  SmallVector<uint8_t, 0> Piece;
  for (uint64_t Done = 0; Done != Source.size(); Done += Piece.size()) {
    Piece.resize_for_overwrite(
        std::min<uint64_t>(PieceOfMember, Source.size() - Done));
    if (Error E = Source.read(Done, Piece))
      return E;
    To << toStringRef(Piece);
    if (Error E = Progress.add(Piece.size()))
      return E;
  }
  return Error::success();
}

/// The bytes of an emission. Texts are made once more to count them.
static Expected<uint64_t> sizeOf(const Emission &Emitted) {
  if (std::optional<uint64_t> Size = Emitted.size())
    return *Size;
  ByteCounter Counter;
  if (Error E = Emitted.writeTo(Counter))
    return E;
  return Counter.tell();
}

Error LibraryOutput::visit(Package::Visitor Visit) const {
  return Library.Contents->visit(
      [&](const PackageFile &File) -> Error {
        StringRef Name = File.Name;
        Name.consume_front("./");
        if (LeftOut.contains(Name))
          return Error::success();
        return Visit({Name.str(), File.Source});
      },
      [](const PackageOther &) {});
}

/// The bytes of all members of the input that are written. Adds files of a
/// folder to \p FilesRead.
Expected<uint64_t>
LibraryOutput::sizeOfMembers(std::vector<std::string> &FilesRead) const {
  StringSet<> Known;
  for (const std::string &Path : FilesRead)
    Known.insert(Path);
  uint64_t Size = 0;
  if (Error E = visit([&](const PackageFile &File) -> Error {
        Size += File.Source->size();
        const std::string &Path = File.Source->path();
        if (File.Source->kind() == ByteSource::File &&
            Known.insert(Path).second)
          FilesRead.push_back(Path);
        return Error::success();
      }))
    return E;
  return Size;
}

Error LibraryOutput::write(const Emission &Emitted, const OutputPlace &To,
                           const ProgressFunction &Tell,
                           std::vector<std::string> &FilesRead) const {
  Expected<uint64_t> Size = sizeOf(Emitted);
  if (!Size)
    return Size.takeError();
  std::string HeaderText;
  raw_string_ostream HeaderStream(HeaderText);
  if (Error E = writeHeader(Emitted, sys::path::filename(Header), HeaderStream))
    return E;
  HeaderStream.flush();
  Expected<uint64_t> SizeOfMembers = sizeOfMembers(FilesRead);
  if (!SizeOfMembers)
    return SizeOfMembers.takeError();
  ArchiveProgress Progress(Tell, To.path());
  Progress.Total = *SizeOfMembers + *Size + HeaderText.size();

  auto Write = [&](raw_ostream &OS) -> Error {
    TarWriter Archive(OS, To.path());
    auto Add = [&](StringRef Name, uint64_t Bytes,
                   function_ref<Error(raw_ostream &)> Contents) {
      return Archive.add(("./" + Name).str(), Bytes, Contents);
    };
    // One at a time: a process may have few open files.
    if (Error E = visit([&](const PackageFile &File) {
          return Add(File.Name, File.Source->size(), [&](raw_ostream &Into) {
            return copyMember(*File.Source, Into, Progress);
          });
        }))
      return E;
    if (Error E = Add(Member, *Size,
                      [&](raw_ostream &Into) { return Emitted.writeTo(Into); }))
      return E;
    if (Error E = Progress.add(*Size))
      return E;
    if (Error E = Add(Header, HeaderText.size(), [&](raw_ostream &Into) {
          Into << HeaderText;
          return Progress.add(HeaderText.size());
        }))
      return E;
    return Archive.finish();
  };
  return writeFileAtomically(To, Write);
}
