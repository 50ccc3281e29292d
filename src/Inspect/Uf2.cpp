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

#include "RawFile.h"

#include "metaobj/Diagnostic.h"

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

static uint32_t word(StringRef Block, size_t At) {
  return support::endian::read32le(Block.data() + At);
}

bool metaobj::isUf2(StringRef Bytes) {
  return Bytes.size() >= 8 && word(Bytes, 0) == FirstMagic &&
         word(Bytes, 4) == SecondMagic;
}

Expected<RawFile> metaobj::readUf2(MemoryBufferRef Buffer) {
  StringRef File = Buffer.getBufferIdentifier();
  StringRef Bytes = Buffer.getBuffer();
  if (Bytes.size() % BlockSize != 0)
    return inputError(File, "has " + Twine(Bytes.size()) +
                                " bytes; UF2 files are blocks of 512");
  RawFileBuilder Builder;
  std::optional<uint32_t> Family;
  uint64_t Count = Bytes.size() / BlockSize;
  for (uint64_t Number = 0; Number != Count; ++Number) {
    StringRef Block = Bytes.substr(Number * BlockSize, BlockSize);
    auto Fault = [&, At = Number](const Twine &Reason) {
      return inputError(File, "block " + Twine(At) + ": " + Reason);
    };
    if (!isUf2(Block) || word(Block, EndMagicAt) != EndMagic)
      return Fault("its magic numbers are wrong");
    uint32_t Flags = word(Block, 8), Size = word(Block, 16);
    if (Size > MaxDataSize)
      return Fault(Twine(Size) + " bytes of data, but there is room for " +
                   Twine(MaxDataSize));
    if (word(Block, 20) != Number || word(Block, 24) != Count)
      return Fault("says that it is block " + Twine(word(Block, 20)) + " of " +
                   Twine(word(Block, 24)) + ", the file has " + Twine(Count));
    if (Flags & FlagsOfOthers)
      continue;
    if (Flags & FlagFamily) {
      uint32_t Own = word(Block, 28);
      if (Family && *Family != Own)
        return Fault("is for the family 0x" + Twine::utohexstr(Own) +
                     " of boards, blocks before it are for 0x" +
                     Twine::utohexstr(*Family));
      Family = Own;
    }
    Builder.add(word(Block, 12), Block.substr(DataStart, Size), Number);
  }
  return Builder.finish("UF2-", File, "block");
}
