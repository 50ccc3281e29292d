//===- Embed.cpp - Any files become data of a program ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is a range of bytes and a name. Nothing is decoded, so the only looks
// at a file are those that find it in place of another: a pointer of Git LFS,
// or the page that a server sent for a download.
//
//===----------------------------------------------------------------------===//

#include "metaobj/Embed.h"

#include "Base/Wording.h"
#include "Read/FileGatherer.h"
#include "Read/OpenedFile.h"
#include "Read/Params/Conversion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

namespace {

/// What the placeholders of a pattern stand for.
struct SymbolFields {
  StringRef Name, Stem, Path;
  size_t Index = 1;
  bool IsOfParams = false;
};

} // namespace

static bool isNameByte(char Byte) { return isAlnum(Byte) || Byte == '_'; }

/// As xxd, objcopy and CMake have it, a byte at a time.
static std::string mangled(StringRef Text) {
  std::string Result = Text.str();
  for (char &Byte : Result)
    if (!isNameByte(Byte))
      Byte = '_';
  return Result;
}

/// nullopt: there is no such placeholder.
static std::optional<std::string> valueOf(StringRef Placeholder,
                                          const SymbolFields &Fields) {
  if (Placeholder == "index")
    return utostr(Fields.Index);
  if (Placeholder == "name")
    return mangled(Fields.Name);
  if (Placeholder == "lower")
    return StringRef(mangled(Fields.Name)).lower();
  if (Fields.IsOfParams)
    return std::nullopt;
  if (Placeholder == "stem")
    return mangled(Fields.Stem);
  if (Placeholder == "path")
    return mangled(Fields.Path);
  return std::nullopt;
}

/// nullopt: \p Pattern is none.
static std::optional<std::string> expandPattern(StringRef Pattern,
                                                const SymbolFields &Fields) {
  std::string Result;
  while (!Pattern.empty()) {
    StringRef Literal = Pattern.take_while(isNameByte);
    Result += Literal;
    Pattern = Pattern.drop_front(Literal.size());
    if (Pattern.empty())
      break;
    if (!Pattern.consume_front("{") || !Pattern.contains('}'))
      return std::nullopt;
    auto [Placeholder, Rest] = Pattern.split('}');
    std::optional<std::string> Value = valueOf(Placeholder, Fields);
    if (!Value)
      return std::nullopt;
    Result += *Value;
    Pattern = Rest;
  }
  return Result;
}

bool metaobj::isSymbolPattern(StringRef Pattern, bool IsOfParams) {
  SymbolFields Fields;
  Fields.IsOfParams = IsOfParams;
  return !Pattern.empty() && expandPattern(Pattern, Fields);
}

static Error notPattern(Setting Which, StringRef Pattern) {
  return inputError(Which, quoted(Pattern) +
                               " is not a name of C with {name}, {lower} or "
                               "{index} in it");
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Programs with a server of their own embed pages, whose names say so.
static bool isNamedPage(StringRef Path) {
  static constexpr StringLiteral Extensions[] = {".html", ".htm", ".shtml",
                                                 ".xhtml"};
  return any_of(Extensions, [Path](StringRef Extension) {
    return Path.ends_with_insensitive(Extension);
  });
}

/// Refuses what stands in place of the file that was meant.
static Error refuseSubstitute(StringRef Path, StringRef Head) {
  const ForeignFormat *Substitute = substituteOf(Head);
  bool IsPage = isWebPage(Head);
  if (!Substitute || (IsPage && isNamedPage(Path)))
    return Error::success();
  return inputError(Path, "is " + Substitute->Name,
                    Substitute->Hint +
                        (IsPage ? "; one that is meant has a name that ends in "
                                  ".html"
                                : ""));
}

/// The extents of \p Size bytes at \p Path.
static Expected<SmallVector<int64_t, 2>>
shapeOf(const CArrayType &Type, StringRef Path, uint64_t Size) {
  uint64_t Row = Type.DType.bits / 8;
  bool IsTooLarge = false;
  for (uint64_t Extent : Type.Extents)
    Row = Extent ? SaturatingMultiply(Row, Extent, &IsTooLarge) : Row;
  bool IsOpen = Type.Extents.front() == 0;
  if (IsTooLarge || (IsOpen ? Size % Row != 0 : Size != Row))
    return inputError(Path,
                      "has " + plural(Size, "byte") + ", and its type takes " +
                          (IsOpen ? "a multiple of " : "") + Twine(Row),
                      "choose another " + setting::EmbedType);
  SmallVector<int64_t, 2> Shape(Type.Extents.begin(), Type.Extents.end());
  if (IsOpen)
    Shape.front() = static_cast<int64_t>(Size / Row);
  return Shape;
}

/// The bytes of \p File and a NUL behind them.
static Expected<Payload> withNul(const InputFile &File) {
  auto Text = std::make_shared<std::vector<uint8_t>>(File.size() + 1);
  if (Error E = File.read(0, MutableArrayRef(*Text).drop_back()))
    return E;
  return Payload::memory(*Text, Text);
}

namespace {

class Embedder {
public:
  Embedder(const InputConfig &Config, const EmbedConfig &Embedding)
      : Config(Config), Embedding(Embedding) {}

  Expected<FileModel> run();

private:
  Error addPath(const std::string &Path);
  Error addFolder(const std::string &Folder);
  Error addFile(std::shared_ptr<const InputFile> File, StringRef Name);
  Error addParams();
  Error name(Param &P, StringRef Pattern, Setting Which,
             const SymbolFields &Fields);

  const InputConfig &Config;
  const EmbedConfig &Embedding;
  FileModel Result;
  StringMap<size_t> Symbols; ///< Numbers of their parameters.
};

} // namespace

/// Gives \p P, the next one, its symbol.
Error Embedder::name(Param &P, StringRef Pattern, Setting Which,
                     const SymbolFields &Fields) {
  std::optional<std::string> Symbol = expandPattern(Pattern, Fields);
  if (!Symbol || Symbol->empty())
    return notPattern(Which, Pattern);
  auto [Place, IsNew] = Symbols.try_emplace(*Symbol, Fields.Index - 1);
  if (!IsNew) {
    StringRef First = Result.Params[Place->second].Name;
    if (First == P.Name)
      return inputError(P.Owner, "is given twice");
    return inputError(P.Owner,
                      (Fields.IsOfParams ? "parameter " + quoted(P.Name) + " "
                                         : std::string()) +
                          "would have the symbol " + quoted(*Symbol) + " of " +
                          quoted(First),
                      Which + "='{name}_{index}' tells them apart");
  }
  P.Symbol = std::move(*Symbol);
  return Error::success();
}

/// \p Name is the file's name, below a folder with the folders between.
Error Embedder::addFile(std::shared_ptr<const InputFile> File, StringRef Name) {
  const std::string &Path = File->path();
  if (!File->isStored())
    Result.FilesRead.push_back(Path);
  if (File->size() == 0)
    return inputError(Path, "has no bytes to embed");
  Expected<std::string> Head = readHead(*File);
  if (!Head)
    return Head.takeError();
  if (Error E = refuseSubstitute(Path, *Head))
    return E;
  Param P;
  P.Name = Path;
  P.Owner = Path;
  P.DType = Embedding.Type.DType;
  P.LeastAlignment = Embedding.Type.Alignment;
  uint64_t Size = File->size() + (Embedding.IsText ? 1 : 0);
  if (Error E = shapeOf(Embedding.Type, Path, Size).moveInto(P.Shape))
    return E;
  bool HasNoName = StringRef(Path).starts_with("<");
  bool IsByPath = Embedding.Style == DataStyle::Xxd ||
                  Embedding.Style == DataStyle::Objcopy;
  StringRef Pattern = Embedding.Symbol;
  if (Pattern.empty() && HasNoName)
    return inputError(Path, "has no name to make a symbol of",
                      "give it one with " + setting::EmbedSymbol);
  if (Pattern.empty())
    Pattern = IsByPath ? "{path}" : "{name}";
  SymbolFields Fields;
  Fields.Name = Name;
  Fields.Stem = Name.drop_back(sys::path::extension(Name).size());
  Fields.Path = Path;
  Fields.Index = Result.Params.size() + 1;
  if (Error E = name(P, Pattern, setting::EmbedSymbol, Fields))
    return E;
  if (!Embedding.IsText)
    P.Data = Payload::fileRange(std::move(File), 0, Size);
  else if (Error E = withNul(*File).moveInto(P.Data))
    return E;
  Result.Params.push_back(std::move(P));
  return Error::success();
}

/// Links to folders are not followed: they may lead in a circle.
Error Embedder::addFolder(const std::string &Folder) {
  std::vector<std::string> Paths;
  std::error_code Code;
  for (sys::fs::recursive_directory_iterator
           Entry(Folder, Code, /*follow_symlinks=*/false),
       End;
       Entry != End && !Code; Entry.increment(Code)) {
    if (Entry->type() == sys::fs::file_type::symlink_file &&
        sys::fs::is_directory(Entry->path()))
      return inputError(Entry->path(), "is a link to a folder",
                        "name that folder, too, or embed the files one by one");
    if (Entry->type() != sys::fs::file_type::directory_file)
      Paths.push_back(Entry->path());
  }
  if (Code)
    return inputError(Folder, errorCodeToError(Code));
  if (Paths.empty())
    return inputError(Folder, "is a folder without files");
  llvm::sort(Paths);
  for (const std::string &Path : Paths) {
    Expected<std::shared_ptr<const InputFile>> File = InputFile::open(Path);
    if (!File)
      return File.takeError();
    StringRef Name = StringRef(Path).drop_front(Folder.size()).ltrim('/');
    if (Error E = addFile(std::move(*File), Name))
      return E;
  }
  return Error::success();
}

Error Embedder::addPath(const std::string &Path) {
  if (Path != "-" && sys::fs::is_directory(Path))
    return addFolder(Path);
  Expected<std::shared_ptr<const InputFile>> File = InputFile::open(Path);
  if (!File)
    return File.takeError();
  return addFile(std::move(*File), sys::path::filename(Path));
}

/// Those of all files, whose readers know formats of parameters.
Error Embedder::addParams() {
  InputConfig Reading = Config;
  Reading.ParamsFiles = std::exchange(Reading.Files, {});
  GatheredFiles Files;
  if (Error E = gatherFiles(Reading, Files))
    return E;
  if (!Files.Objects.empty())
    return inputError(Files.Objects.front().Name, "is not a file of parameters",
                      "leave out " + setting::ParamSymbols +
                          " to embed its bytes");
  Result.Params = std::move(Files.Params);
  Result.FilesRead = std::move(Files.FilesRead);
  for (const auto &[Number, P] : enumerate(Result.Params)) {
    SymbolFields Fields;
    Fields.Name = P.Name;
    Fields.Index = Number + 1;
    Fields.IsOfParams = true;
    if (Error E =
            name(P, Embedding.ParamSymbols, setting::ParamSymbols, Fields))
      return E;
  }
  return Error::success();
}

Expected<FileModel> Embedder::run() {
  Result.Concluded.Abi = RuntimeAbi::None;
  if (!Embedding.ParamSymbols.empty()) {
    if (Error E = addParams())
      return E;
    return std::move(Result);
  }
  for (const std::string &Path : Config.Files)
    if (Error E = addPath(Path))
      return E;
  for (const std::shared_ptr<const InputFile> &File : Config.OpenFiles) {
    if (!File)
      return inputError("open input", "is a null pointer, not a file");
    if (Error E = addFile(File, sys::path::filename(File->path())))
      return E;
  }
  if (Result.Params.empty())
    return inputError("embed", "there is no file to embed");
  return std::move(Result);
}

Expected<FileModel> metaobj::readEmbedded(const InputConfig &Config,
                                          const EmbedConfig &Embedding) {
  return Embedder(Config, Embedding).run();
}
