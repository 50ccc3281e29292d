//===- ContentHash.cpp - Parameters by what is in them --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContentHash.h"

#include "Abi/Symbols.h"
#include "File/FileContents.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <map>
#include <tuple>

using namespace llvm;
using namespace metaobj;

static constexpr size_t SmallBytes = 1024;

Expected<ContentHash> metaobj::contentHash(const Payload &Data,
                                           Endianness Order) {
  // A hundred thousand small ones need no large buffer each.
  if (Data.size() <= SmallBytes && Data.byteOrder() == Order) {
    SmallVector<uint8_t, SmallBytes> Bytes(Data.size());
    if (Error E = Data.read(0, Bytes))
      return E;
    return BLAKE3::hash(Bytes);
  }
  FileContents Contents(Order);
  Contents.append(Data);
  BLAKE3 Hasher;
  Error Failure = Contents.write([&](uint64_t, ArrayRef<uint8_t> Bytes) {
    Hasher.update(Bytes);
    return Error::success();
  });
  if (Failure)
    return Failure;
  return Hasher.final();
}

Expected<std::vector<ContentHash>> metaobj::hashContents(ArrayRef<Param> Params,
                                                         Endianness Order) {
  /// File, offset, size, bytes of a number, and whether they are reversed.
  using Range =
      std::tuple<const InputFile *, uint64_t, uint64_t, unsigned, bool>;
  std::map<Range, ContentHash> Known;
  std::vector<ContentHash> Result;
  Result.reserve(Params.size());
  for (const Param &P : Params) {
    const Payload &Data = P.Data;
    std::optional<Payload::FilePlace> Place = Data.filePlace();
    Range Key;
    if (Place) {
      Key = {Place->File, Place->Offset, Data.size(), Data.elementSize(),
             Data.byteOrder() != Order};
      if (auto Found = Known.find(Key); Found != Known.end()) {
        Result.push_back(Found->second);
        continue;
      }
    }
    Expected<ContentHash> Hash = contentHash(Data, Order);
    if (!Hash)
      return Hash.takeError();
    if (Place)
      Known.emplace(Key, *Hash);
    Result.push_back(*Hash);
  }
  return Result;
}

std::string metaobj::sharedDataSymbol(const ContentHash &Hash, uint64_t Size,
                                      StringRef Section, uint64_t Alignment) {
  std::array<uint8_t, 16> Numbers;
  support::endian::write64le(Numbers.data(), Size);
  support::endian::write64le(Numbers.data() + 8, Alignment);
  BLAKE3 Hasher;
  Hasher.update(Hash);
  Hasher.update(Numbers);
  Hasher.update(Section);
  return symbols::SharedData.str() + toHex(Hasher.final(), /*LowerCase=*/true);
}
