//===- Images.cpp - Raw forms of a linked file ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/Images.h"

#include "Base/AtomicFile.h"
#include "Object/LoadedSections.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <array>
#include <vector>

using namespace llvm;
using namespace metaobj;

static Error copyAs(objcopy::FileFormat Format, MemoryBufferRef Linked,
                    raw_ostream &OS) {
  Expected<std::unique_ptr<object::ObjectFile>> Object =
      object::ObjectFile::createELFObjectFile(Linked);
  if (!Object)
    return Object.takeError();
  objcopy::ConfigManager Config;
  Config.Common.InputFilename = Linked.getBufferIdentifier();
  Config.Common.OutputFilename = Linked.getBufferIdentifier();
  Config.Common.OutputFormat = Format;
  return objcopy::executeObjcopyOnBinary(Config, **Object, OS);
}

/// A raw image has all addresses between its ends, and a user who forgot a
/// memory map gets a file as large as the address space.
static Error checkSpan(ArrayRef<LoadedBytes> Bytes, StringRef Path) {
  constexpr uint64_t LargestGap = 64 << 20;
  for (size_t I = 1; I < Bytes.size(); ++I) {
    uint64_t End = Bytes[I - 1].Address + Bytes[I - 1].Bytes.size();
    if (Bytes[I].Address - End > LargestGap)
      return inputError(
          Path,
          "would have " + Twine(Bytes[I].Address - End) +
              " empty bytes between the addresses 0x" + Twine::utohexstr(End) +
              " and 0x" + Twine::utohexstr(Bytes[I].Address),
          "write Intel hex or UF2, which have no gaps, or an image of each "
          "memory");
  }
  return Error::success();
}

static Error checkAddresses(ArrayRef<LoadedBytes> Bytes, StringRef Path,
                            StringRef Form) {
  for (const LoadedBytes &TheLoadedBytes : Bytes)
    if (TheLoadedBytes.Address > UINT32_MAX ||
        TheLoadedBytes.Bytes.size() - 1 > UINT32_MAX - TheLoadedBytes.Address)
      return inputError(Path, "has bytes at address 0x" +
                                  Twine::utohexstr(TheLoadedBytes.Address) +
                                  "; " + Form + " has addresses of 32 bits");
  return Error::success();
}

namespace {

constexpr uint32_t PageBytes = 256; ///< Of a block of UF2.

/// Addresses of pages that follow each other.
struct PageRun {
  uint64_t Start, End;
};

} // namespace

/// The flash of Raspberry Pi's chips, whose boot ROM erases a sector when the
/// first of 16 block numbers arrives, and not when an address does. So all
/// pages of a sector must be there, except behind the last page of the file.
static bool needsWholeSectors(uint32_t Family, uint64_t Address) {
  constexpr uint32_t FirstFamily = 0xe48bff56, LastFamily = 0xe48bff5b;
  constexpr uint64_t FlashStart = 0x10000000, FlashEnd = 0x20000000;
  return Family >= FirstFamily && Family <= LastFamily &&
         Address >= FlashStart && Address < FlashEnd;
}

/// Pages for \p Bytes, by address.
static std::vector<PageRun> uf2Pages(ArrayRef<LoadedBytes> Bytes,
                                     uint32_t Family) {
  constexpr uint64_t SectorBytes = 4096;
  std::vector<PageRun> Result;
  uint64_t LastEnd = 0;
  for (const LoadedBytes &TheLoadedBytes : Bytes) {
    uint64_t End = TheLoadedBytes.Address + TheLoadedBytes.Bytes.size();
    uint64_t Unit = needsWholeSectors(Family, TheLoadedBytes.Address)
                        ? SectorBytes
                        : PageBytes;
    PageRun Run = {alignDown(TheLoadedBytes.Address, Unit), alignTo(End, Unit)};
    LastEnd = alignTo(End, PageBytes);
    if (!Result.empty() && Run.Start <= Result.back().End)
      Result.back().End = std::max(Result.back().End, Run.End);
    else
      Result.push_back(Run);
  }
  Result.back().End = LastEnd;
  return Result;
}

/// The format of https://github.com/microsoft/uf2: blocks of 512 bytes, each
/// with a page of 256 bytes and its address.
static Error writeUf2(ArrayRef<LoadedBytes> Bytes, uint32_t Family,
                      raw_ostream &OS) {
  constexpr uint32_t BlockBytes = 512, HeadBytes = 32;
  constexpr uint32_t Magic0 = 0x0A324655, Magic1 = 0x9E5D5157;
  constexpr uint32_t MagicEnd = 0x0AB16F30, HasFamily = 0x2000;
  std::vector<PageRun> Pages = uf2Pages(Bytes, Family);
  uint32_t Count = 0;
  for (const PageRun &ThePageRun : Pages)
    Count +=
        static_cast<uint32_t>((ThePageRun.End - ThePageRun.Start) / PageBytes);
  const LoadedBytes *Source = Bytes.begin();
  uint32_t Number = 0;
  for (const PageRun &Run : Pages)
    for (uint64_t Page = Run.Start; Page != Run.End; Page += PageBytes) {
      std::array<uint8_t, BlockBytes> Block = {};
      size_t Word = 0;
      for (uint32_t Value :
           {Magic0, Magic1, Family ? HasFamily : 0, static_cast<uint32_t>(Page),
            PageBytes, Number++, Count, Family})
        support::endian::write32le(&Block[4 * Word++], Value);
      support::endian::write32le(&Block[BlockBytes - 4], MagicEnd);
      while (Source != Bytes.end() && Source->Address < Page + PageBytes) {
        uint64_t SourceEnd = Source->Address + Source->Bytes.size();
        uint64_t From = std::max(Source->Address, Page);
        uint64_t To = std::min(SourceEnd, Page + PageBytes);
        copy(Source->Bytes.slice(From - Source->Address, To - From),
             &Block[HeadBytes + (From - Page)]);
        // The rest is in the next page.
        if (SourceEnd > Page + PageBytes)
          break;
        ++Source;
      }
      OS.write(reinterpret_cast<const char *>(Block.data()), Block.size());
    }
  return Error::success();
}

Error metaobj::writeImages(MemoryBufferRef Linked, const ImageFiles &Files,
                           OutputTransaction &Outputs) {
  if (Files.Raw.empty() && Files.Hex.empty() && Files.Uf2.empty())
    return Error::success();
  Expected<std::vector<LoadedBytes>> Bytes = loadedBytes(Linked);
  if (!Bytes)
    return Bytes.takeError();
  if (Bytes->empty())
    return inputError(Linked.getBufferIdentifier(),
                      "has no bytes that are loaded: there is no image");
  auto Write = [&Outputs](StringRef Path,
                          function_ref<Error(raw_ostream &)> Fill) -> Error {
    return writeFileAtomically({Outputs, Path}, Fill);
  };
  if (!Files.Raw.empty()) {
    if (Error E = checkSpan(*Bytes, Files.Raw))
      return E;
    if (Error E = Write(Files.Raw, [&](raw_ostream &OS) {
          return copyAs(objcopy::FileFormat::Binary, Linked, OS);
        }))
      return E;
  }
  if (!Files.Hex.empty()) {
    if (Error E = checkAddresses(*Bytes, Files.Hex, "Intel hex"))
      return E;
    if (Error E = Write(Files.Hex, [&](raw_ostream &OS) {
          return copyAs(objcopy::FileFormat::IHex, Linked, OS);
        }))
      return E;
  }
  if (!Files.Uf2.empty()) {
    if (Error E = checkAddresses(*Bytes, Files.Uf2, "UF2"))
      return E;
    return Write(Files.Uf2, [&](raw_ostream &OS) {
      return writeUf2(*Bytes, Files.Uf2Family, OS);
    });
  }
  return Error::success();
}
