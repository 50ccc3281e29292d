//===- MemorySource.h - Bytes in memory as a source -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_MEMORYSOURCE_H
#define METAOBJ_BASE_MEMORYSOURCE_H

#include "metaobj/Payload.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>

namespace metaobj {

/// A part of a file that is in memory already.
class MemorySource final : public ByteSource {
public:
  /// \p Bytes stay valid as long as \p Owner lives, or without an owner as long
  /// as the source is used. \p Path is for messages.
  MemorySource(llvm::StringRef Bytes, std::string Path,
               std::shared_ptr<const void> Owner = nullptr)
      : ByteSource(Stream, std::move(Path), Bytes.size()), Bytes(Bytes),
        Owner(std::move(Owner)) {}

  llvm::Error read(uint64_t Offset,
                   llvm::MutableArrayRef<uint8_t> Out) const override;

  llvm::StringRef text(uint64_t Offset, uint64_t Count) const {
    return Bytes.substr(Offset, Count);
  }

private:
  llvm::StringRef Bytes;
  std::shared_ptr<const void> Owner;
};

} // namespace metaobj

#endif // METAOBJ_BASE_MEMORYSOURCE_H
