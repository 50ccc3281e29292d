//===- ByteSource.cpp - What bytes are read from -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Diagnostic.h"
#include "metaobj/Payload.h"

#include <cassert>

using namespace llvm;

namespace metaobj {

ByteSource::~ByteSource() = default;

SourceSlice::SourceSlice(std::shared_ptr<const ByteSource> Whole,
                         uint64_t Begin, uint64_t Size, std::string Path)
    : ByteSource(Slice, std::move(Path), Size), Whole(std::move(Whole)),
      Begin(Begin) {
  assert(Begin <= this->Whole->size() && Size <= this->Whole->size() - Begin &&
         "slice outside the whole");
}

Error SourceSlice::read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const {
  if (Offset > size() || Out.size() > size() - Offset)
    return inputError(path(), "ends at byte " + Twine(size()) + "; bytes " +
                                  Twine(Offset) + " to " +
                                  Twine(Offset + Out.size()) + " are wanted");
  return Whole->read(Begin + Offset, Out);
}

} // namespace metaobj
