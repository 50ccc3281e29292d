//===- CompressedFiles.h - What all compressed files share ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_UNIT_BASE_COMPRESSEDFILES_H
#define METAOBJ_TESTS_UNIT_BASE_COMPRESSEDFILES_H

#include "Read/NumpyFiles.h"

#include <string>

namespace metaobj {

class CompressedFileTest : public ParamsFileTest {
protected:
  static std::string twoTensors() {
    return ParamsBytes()
        .header({"weight", "b"})
        .tensor({kDLFloat, 32, 1}, {2, 1}, "01234567")
        .tensor({kDLInt, 8, 1}, {}, "x")
        .Bytes;
  }

  /// What describe() says of twoTensors().
  static auto areTwoTensors() {
    return testing::ElementsAre(
        "weight: float32 [2, 1] 3031323334353637 little 4",
        "b: int8 [] 78 little 1");
  }

  static constexpr uint64_t ManyBytes = 3000000;

  /// An array of so many bytes.
  static std::string manyBytes() {
    std::string Data;
    for (uint64_t I = 0; I != ManyBytes; ++I)
      Data.push_back(char(I * 7 + (I >> 8) + (I >> 16)));
    return numpyArray("|u1", "(" + std::to_string(ManyBytes) + ",)", Data);
  }

  /// Reads pieces of manyBytes(), which is compressed in \p Bytes, before,
  /// behind and at what was read last. Returns the array.
  Payload readsInAnyOrder(llvm::StringRef Bytes) {
    auto Params = readBytes(Bytes);
    EXPECT_EQ(text(Params.takeError()), "");
    const Payload Data = Params->front().Data;
    std::string Wanted = manyBytes();
    Wanted.erase(0, Wanted.size() - ManyBytes);
    for (uint64_t Offset : {2000000, 2000010, 10, 2999990, 2999990, 0}) {
      std::string Piece(10, '\0');
      EXPECT_EQ(text(Data.read(Offset, bytesOf(Piece))), "");
      EXPECT_EQ(Piece, Wanted.substr(Offset, 10)) << Offset;
    }
    return Data;
  }

  static llvm::MutableArrayRef<uint8_t> bytesOf(std::string &Text) {
    return {reinterpret_cast<uint8_t *>(Text.data()), Text.size()};
  }
};

} // namespace metaobj

#endif // METAOBJ_TESTS_UNIT_BASE_COMPRESSEDFILES_H
