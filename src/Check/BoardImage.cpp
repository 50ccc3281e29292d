//===- BoardImage.cpp - A firmware as its board has it --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/BoardImage.h"

#include "Object/ElfFile.h"
#include "Object/LoadedSections.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;
using namespace metaobj;

const BoardSymbol *BoardImage::symbol(StringRef Wanted) const {
  auto Found = ByName.find(Wanted);
  return Found == ByName.end() ? nullptr : &Symbols[Found->second];
}

std::vector<const BoardSymbol *>
BoardImage::symbolsLike(StringRef Pattern) const {
  std::vector<const BoardSymbol *> Found;
  if (!Pattern.contains('*') && !Pattern.contains('?')) {
    // Several sources may have a static variable of this name.
    if (symbol(Pattern))
      for (const BoardSymbol &Symbol : Symbols)
        if (Symbol.Name == Pattern)
          Found.push_back(&Symbol);
    return Found;
  }
  Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
  if (!Glob) {
    consumeError(Glob.takeError());
    return Found;
  }
  for (const BoardSymbol &Symbol : Symbols)
    if (Symbol.Section && Glob->match(Symbol.Name))
      Found.push_back(&Symbol);
  return Found;
}

static BoardSection toSection(const ElfSection &Section,
                              ArrayRef<ElfSegment> Segments) {
  return {Section.Name.str(),
          Section.Address,
          loadAddressOf(Section, Segments),
          Section.Size,
          Section.isLoaded(),
          Section.isNoBits(),
          Section.isWritable(),
          Section.isCode(),
          (Section.Flags & ELF::SHF_TLS) != 0};
}

/// objcopy and `ld -b binary` mark the ends of a file by two symbols, and give
/// neither a size.
static void measureBinaries(BoardImage &Image) {
  for (BoardSymbol &Symbol : Image.Symbols) {
    StringRef Stem = Symbol.Name;
    if (Symbol.Bytes != 0 || !Stem.starts_with("_binary_") ||
        !Stem.consume_back("_start"))
      continue;
    const BoardSymbol *End = Image.symbol((Stem + "_end").str());
    if (End && End->Section == Symbol.Section && End->Address > Symbol.Address)
      Symbol.Bytes = End->Address - Symbol.Address;
  }
}

Expected<BoardImage> metaobj::readBoardImage(MemoryBufferRef Buffer) {
  BoardImage Image;
  Image.Name = Buffer.getBufferIdentifier().str();
  Expected<ElfFile> File = readElfFile(Buffer, Image.Name);
  if (!File)
    return File.takeError();
  if (File->isRelocatable())
    return inputError(Image.Name,
                      "is an object, whose parts have no addresses yet",
                      "a board is compared with the linked program");
  Expected<std::vector<ElfSegment>> Segments = File->segments();
  if (!Segments)
    return inputError(Image.Name, Segments.takeError());
  for (const ElfSection &Section : File->Sections)
    Image.Sections.push_back(toSection(Section, *Segments));
  auto Add = [&](const ElfSymbol &Symbol, StringRef Name) -> Error {
    bool HasPlace =
        Symbol.Section == ELF::SHN_ABS ||
        (!Symbol.isUndefined() && Symbol.Section < Image.Sections.size());
    if (!HasPlace || Name.empty() || Symbol.Type == ELF::STT_SECTION ||
        Symbol.Type == ELF::STT_FILE || Symbol.Type == ELF::STT_TLS)
      return Error::success();
    // An odd address of a function is a mark of its instructions.
    uint64_t Mark = Symbol.Type == ELF::STT_FUNC ? 1 : 0;
    Image.Symbols.push_back({Name.str(), Symbol.Value & ~Mark, Symbol.Size,
                             Symbol.Section == ELF::SHN_ABS
                                 ? nullptr
                                 : &Image.Sections[Symbol.Section]});
    Image.ByName.try_emplace(Name, Image.Symbols.size() - 1);
    return Error::success();
  };
  if (Error E = File->visitSymbols(Add))
    return inputError(Image.Name, std::move(E));
  measureBinaries(Image);
  return Image;
}
