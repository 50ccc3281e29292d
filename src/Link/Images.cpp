//===- Images.cpp - Raw forms of a linked file ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Images.h"

#include "File/AtomicFile.h"
#include "LoadedSections.h"

#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Endian.h"

#include <array>
#include <map>

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
  for (const LoadedBytes &Each : Bytes)
    if (Each.Address > UINT32_MAX ||
        Each.Bytes.size() - 1 > UINT32_MAX - Each.Address)
      return inputError(Path, "has bytes at address 0x" +
                                  Twine::utohexstr(Each.Address) + "; " + Form +
                                  " has addresses of 32 bits");
  return Error::success();
}

/// The format of https://github.com/microsoft/uf2: blocks of 512 bytes, each
/// with a page of 256 bytes and its address.
static Error writeUf2(ArrayRef<LoadedBytes> Bytes, uint32_t Family,
                      raw_ostream &OS) {
  constexpr uint32_t PageBytes = 256, DataBytes = 476;
  constexpr uint32_t Magic0 = 0x0A324655, Magic1 = 0x9E5D5157;
  constexpr uint32_t MagicEnd = 0x0AB16F30, HasFamily = 0x2000;
  using Page = std::array<uint8_t, PageBytes>;
  std::map<uint32_t, Page> Pages;
  for (const LoadedBytes &Each : Bytes)
    for (size_t I = 0; I != Each.Bytes.size(); ++I) {
      uint32_t Address = static_cast<uint32_t>(Each.Address + I);
      Pages[Address / PageBytes * PageBytes][Address % PageBytes] =
          Each.Bytes[I];
    }
  auto WriteWord = [&OS](uint32_t Word) {
    char Bytes[sizeof(Word)];
    support::endian::write32le(Bytes, Word);
    OS.write(Bytes, sizeof(Bytes));
  };
  uint32_t Number = 0;
  for (const auto &[Address, Contents] : Pages) {
    for (uint32_t Word :
         {Magic0, Magic1, Family ? HasFamily : 0, Address, PageBytes, Number++,
          static_cast<uint32_t>(Pages.size()), Family})
      WriteWord(Word);
    OS.write(reinterpret_cast<const char *>(Contents.data()), PageBytes);
    OS.write_zeros(DataBytes - PageBytes);
    WriteWord(MagicEnd);
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
