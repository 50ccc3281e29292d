//===- Uf2.cpp - Images for boot loaders of USB drives --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of 512 bytes, all numbers little endian
// (https://github.com/microsoft/uf2):
//
//     0 magic 0x0A324655      16 size of the data    32 data, 476 bytes
//     4 magic 0x9E5D5157      20 number of the block 508 magic 0x0AB16F30
//     8 flags                 24 count of blocks
//    12 address               28 family of the board, if a flag says so
//
//===----------------------------------------------------------------------===//

#include "Inspect/RawFile.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

#include <optional>

using namespace llvm;
using namespace metaobj;

static constexpr size_t BlockSize = 512;
static constexpr size_t DataStart = 32;
static constexpr size_t MaxDataSize = 476;
static constexpr size_t EndMagicAt = 508;
static constexpr uint32_t FirstMagic = 0x0a324655;
static constexpr uint32_t SecondMagic = 0x9e5d5157;
static constexpr uint32_t EndMagic = 0x0ab16f30;

/// Not for the main flash, or a file for another file system.
static constexpr uint32_t FlagsOfOthers = 0x00000001 | 0x00001000;
static constexpr uint32_t FlagFamily = 0x00002000;
static constexpr uint32_t FlagExtensions = 0x00008000;

static constexpr uint32_t AbsoluteFamily = 0xe48bff57;
static constexpr uint32_t AbsoluteSize = 256;

/// More than any file has; each takes some memory.
static constexpr size_t MaxFamilies = 64;

static uint32_t word(StringRef Block, size_t Offset) {
  return support::endian::read32le(Block.data() + Offset);
}

bool metaobj::isUf2(StringRef Bytes) {
  return Bytes.size() >= 8 && word(Bytes, 0) == FirstMagic &&
         word(Bytes, 4) == SecondMagic;
}

/// The block that picotool writes first for RP2350 (erratum E10): only the boot
/// ROM reads it, it is for no memory, and counts a second block that is not
/// there.
static bool isAbsoluteBlock(StringRef Block) {
  return (word(Block, 8) & ~FlagExtensions) == FlagFamily &&
         word(Block, 16) == AbsoluteSize && word(Block, 20) == 0 &&
         word(Block, 24) == 2 && word(Block, 28) == AbsoluteFamily &&
         Block.substr(DataStart, AbsoluteSize).find_first_not_of('\xef') ==
             StringRef::npos;
}

namespace {

/// The blocks of one family of boards.
struct FamilyBlocks {
  std::optional<uint32_t> Family;
  RawFileBuilder Builder = {};
  uint32_t NumBlocks = 0;
  uint32_t Count = 0; ///< As the blocks say.
  uint64_t Last = 0;  ///< Number of the last one in the file.
};

} // namespace

Expected<std::vector<RawFile>> metaobj::readUf2(MemoryBufferRef Buffer) {
  StringRef File = Buffer.getBufferIdentifier();
  StringRef Bytes = Buffer.getBuffer();
  if (Bytes.size() % BlockSize != 0)
    return inputError(File, "has " + Twine(Bytes.size()) +
                                " bytes; UF2 files are blocks of 512");
  std::vector<FamilyBlocks> Families;
  uint64_t NumBlocks = Bytes.size() / BlockSize;
  auto Fault = [&](uint64_t Number, const Twine &Reason) {
    return inputError(File, "block " + Twine(Number) + ": " + Reason);
  };
  for (uint64_t Number = 0; Number != NumBlocks; ++Number) {
    StringRef Block = Bytes.substr(Number * BlockSize, BlockSize);
    if (!isUf2(Block) || word(Block, EndMagicAt) != EndMagic)
      return Fault(Number, "its magic numbers are wrong");
    uint32_t Flags = word(Block, 8), Size = word(Block, 16);
    if (Size > MaxDataSize)
      return Fault(Number, Twine(Size) +
                               " bytes of data, but there is room for " +
                               Twine(MaxDataSize));
    if (isAbsoluteBlock(Block))
      continue;
    std::optional<uint32_t> Family;
    if (Flags & FlagFamily)
      Family = word(Block, 28);
    auto Own = find_if(Families, [&](const FamilyBlocks &Blocks) {
      return Blocks.Family == Family;
    });
    if (Own == Families.end()) {
      if (Families.size() == MaxFamilies)
        return Fault(Number, "there are blocks for more than " +
                                 Twine(MaxFamilies) + " families of boards");
      Own = Families.insert(Families.end(), FamilyBlocks{Family});
    }
    // Blocks are counted in the whole file, or for each family. In the whole
    // file, those of a family stand together, or its number was damaged.
    uint32_t Index = word(Block, 20), Count = word(Block, 24);
    bool IsOfFile = Index == Number && Count == NumBlocks &&
                    (Own->NumBlocks == 0 || Own->Last + 1 == Number);
    bool IsOfFamily =
        Index == Own->NumBlocks && (Own->NumBlocks == 0 || Count == Own->Count);
    if (!IsOfFile && !IsOfFamily)
      return Fault(Number, "says that it is block " + Twine(Index) + " of " +
                               Twine(Count) + ", the file has " +
                               Twine(NumBlocks) +
                               (Families.size() == 1
                                    ? std::string()
                                    : "; of its family of boards it is block " +
                                          std::to_string(Own->NumBlocks)));
    Own->Count = IsOfFile ? NumBlocks : Count;
    ++Own->NumBlocks;
    Own->Last = Number;
    if (!(Flags & FlagsOfOthers))
      Own->Builder.add(word(Block, 12), Block.substr(DataStart, Size), Number);
  }
  std::vector<RawFile> Result;
  for (FamilyBlocks &TheFamilyBlocks : Families) {
    if (TheFamilyBlocks.Count != TheFamilyBlocks.NumBlocks &&
        TheFamilyBlocks.Count != NumBlocks)
      return inputError(File, "has " + Twine(TheFamilyBlocks.NumBlocks) +
                                  " blocks of an image, which say that there "
                                  "are " +
                                  Twine(TheFamilyBlocks.Count));
    Expected<RawFile> Image =
        TheFamilyBlocks.Builder.finish("UF2-", File, "block");
    if (!Image)
      return Image.takeError();
    Image->Family = TheFamilyBlocks.Family;
    Result.push_back(std::move(*Image));
  }
  return Result;
}
