//===- ContentHash.cpp - Parameters by what is in them --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Layout/ContentHash.h"

#include "Abi/Symbols.h"
#include "Base/FileContents.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

using namespace llvm;
using namespace metaobj;

namespace {

/// Hashes pieces whose bytes come one after the other.
class PieceHasher {
public:
  PieceHasher(ArrayRef<Payload> Pieces, size_t PiecesEach)
      : Pieces(Pieces), PiecesEach(PiecesEach) {
    Hashes.reserve(Pieces.size() / PiecesEach);
    start();
  }

  void add(ArrayRef<uint8_t> Bytes) {
    while (!Bytes.empty()) {
      size_t Taken = std::min<uint64_t>(Left, Bytes.size());
      Hasher.update(Bytes.take_front(Taken));
      Bytes = Bytes.drop_front(Taken);
      Left -= Taken;
      if (Left == 0) {
        end();
        start();
      }
    }
  }

  std::vector<ContentHash> take() { return std::move(Hashes); }

private:
  /// Starts the next piece that has bytes.
  void start() {
    for (; Next != Pieces.size(); end()) {
      Left = Pieces[Next].size();
      if (Left != 0)
        return;
    }
  }

  void end() {
    if (++Next % PiecesEach != 0)
      return;
    Hashes.push_back(Hasher.final());
    Hasher.init();
  }

  ArrayRef<Payload> Pieces;
  size_t PiecesEach;
  size_t Next = 0;   ///< The piece whose bytes come.
  uint64_t Left = 0; ///< Bytes of it that are missing.
  BLAKE3 Hasher;
  std::vector<ContentHash> Hashes;
};

} // namespace

Expected<std::vector<ContentHash>> metaobj::hashPieces(ArrayRef<Payload> Pieces,
                                                       size_t PiecesEach,
                                                       Endianness Order) {
  std::vector<FileContents::Part> Parts;
  Parts.reserve(Pieces.size());
  uint64_t Size = 0;
  for (const Payload &Piece : Pieces) {
    Parts.push_back({Size, &Piece});
    Size += Piece.size();
  }
  FileContents Contents(Order);
  Contents.append(Parts, Size);
  PieceHasher Hasher(Pieces, PiecesEach);
  Error Failure = Contents.write([&](uint64_t, ArrayRef<uint8_t> Bytes) {
    Hasher.add(Bytes);
    return Error::success();
  });
  if (Failure)
    return Failure;
  return Hasher.take();
}

Expected<std::vector<ContentHash>> metaobj::hashContents(ArrayRef<Param> Params,
                                                         Endianness Order) {
  /// File, offset, size, bytes of a number, and whether they are reversed.
  using Range =
      std::tuple<const InputFile *, uint64_t, uint64_t, unsigned, bool>;
  std::map<Range, size_t> Known;
  std::vector<Payload> Pieces;
  std::vector<size_t> PieceOf; ///< For each of Params.
  for (const Param &P : Params) {
    const Payload &Data = P.Data;
    size_t Piece = Pieces.size();
    if (std::optional<Payload::FilePlace> Place = Data.filePlace())
      Piece = Known
                  .try_emplace({Place->File, Place->Offset, Data.size(),
                                Data.elementSize(), Data.byteOrder() != Order},
                               Piece)
                  .first->second;
    if (Piece == Pieces.size())
      Pieces.push_back(Data);
    PieceOf.push_back(Piece);
  }
  Expected<std::vector<ContentHash>> Hashes =
      hashPieces(Pieces, /*PiecesEach=*/1, Order);
  if (!Hashes)
    return Hashes.takeError();
  std::vector<ContentHash> Result;
  Result.reserve(Params.size());
  for (size_t Piece : PieceOf)
    Result.push_back((*Hashes)[Piece]);
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
