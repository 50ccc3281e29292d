//===- Fuzz.h - What holds for any bytes ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The properties that fuzz targets check, besides those of the sanitizers:
///
/// 1. A reader ends, with an error or with parameters.
/// 2. An error is an InputError that names the input in one line.
/// 3. A parameter's data has the size that its type and shape have, is no
/// larger
///    than \c Largest, and can be read from both ends, or gives such an error.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_FUZZ_FUZZ_H
#define METAOBJ_TESTS_FUZZ_FUZZ_H

#include "metaobj/Input.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace metaobj::fuzz {

inline constexpr llvm::StringLiteral InputName = "fuzz.input";

/// The bytes that libFuzzer made.
class MemorySource final : public ByteSource {
public:
  MemorySource(const uint8_t *Data, size_t Size)
      : ByteSource(Stream, InputName.str(), Size), Data(Data) {}

  llvm::Error read(uint64_t Offset,
                   llvm::MutableArrayRef<uint8_t> Out) const override {
    // Readers compare before they read.
    if (Offset > size() || Out.size() > size() - Offset)
      std::abort();
    if (!Out.empty())
      std::memcpy(Out.data(), Data + Offset, Out.size());
    return llvm::Error::success();
  }

private:
  const uint8_t *Data;
};

inline void check(bool Holds) {
  if (!Holds)
    std::abort();
}

inline void checkError(llvm::Error E) {
  llvm::handleAllErrors(std::move(E), [](const InputError &Problem) {
    check(!Problem.reason().empty());
    check(!llvm::StringRef(Problem.message()).contains('\n'));
  });
}

inline void checkParams(llvm::Expected<std::vector<Param>> Params,
                        uint64_t Largest) {
  if (!Params)
    return checkError(Params.takeError());
  for (const Param &Each : *Params) {
    llvm::Expected<uint64_t> Size = tensorBytes(Each.DType, Each.Shape);
    check(bool(Size) && *Size == Each.Data.size());
    check(Each.Data.size() <= Largest);
    check(Each.Data.size() % Each.Data.elementSize() == 0);
    uint8_t Byte;
    if (Each.Data.size() == 0)
      continue;
    if (llvm::Error E =
            Each.Data.read(Each.Data.size() - 1, llvm::MutableArrayRef(Byte)))
      checkError(std::move(E));
    if (llvm::Error E = Each.Data.read(0, llvm::MutableArrayRef(Byte)))
      checkError(std::move(E));
  }
}

/// The same for a compressed file, whose contents \p Source delivers. They have
/// \p Largest bytes at most.
inline void
checkCompressed(llvm::Expected<std::shared_ptr<const ByteSource>> Source,
                uint64_t Largest) {
  if (!Source)
    return checkError(Source.takeError());
  check((*Source)->size() <= Largest);
  checkParams(readTvmParams(*Source), Largest);
}

} // namespace metaobj::fuzz

#endif // METAOBJ_TESTS_FUZZ_FUZZ_H
