//===- RepeatedBytes.h - A pattern, repeated --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_REPEATEDBYTES_H
#define METAOBJ_READ_PARAMS_REPEATEDBYTES_H

#include "metaobj/Payload.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace metaobj {

/// Bytes of a pattern, which is not empty, one after the other. Files that say
/// a pattern and a size have no other bytes of such a parameter.
class RepeatedBytes final : public ByteSource {
public:
  RepeatedBytes(llvm::StringRef Pattern, uint64_t Size, std::string Path)
      : ByteSource(Stream, std::move(Path), Size), Pattern(Pattern) {}

  llvm::Error read(uint64_t Offset,
                   llvm::MutableArrayRef<uint8_t> Out) const override {
    for (uint8_t &Byte : Out)
      Byte = uint8_t(Pattern[Offset++ % Pattern.size()]);
    return llvm::Error::success();
  }

private:
  std::string Pattern;
};

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_REPEATEDBYTES_H
