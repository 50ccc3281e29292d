//===- ByteCursor.cpp - Reading a source from front to back ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/ByteCursor.h"

#include "Base/FileContents.h"
#include "metaobj/Diagnostic.h"

#include <algorithm>
#include <cassert>

using namespace llvm;
using namespace metaobj;

/// Of pieces that lie near to each other, with bytes between them that nobody
/// takes. Larger windows are no faster.
static constexpr uint64_t SmallestWindow = 4 << 10;
static constexpr uint64_t LargestWindow = 64 << 10;

Expected<const uint8_t *> ByteCursor::take(uint64_t Size, const Twine &Subject,
                                           uint64_t ReadAhead) {
  return take(Size, [&] { return Subject.str(); }, ReadAhead);
}

Expected<const uint8_t *> ByteCursor::take(uint64_t Size,
                                           function_ref<std::string()> Subject,
                                           uint64_t ReadAhead) {
  if (Size > left())
    return inputError(Source->path(), "ends at byte " + Twine(Source->size()) +
                                          " inside " + Subject() + " (bytes " +
                                          Twine(Position) + " to " +
                                          Twine(Position + Size) + ")");
  if (Position < WindowStart || Position + Size > WindowStart + Window.size()) {
    // Bytes that were read already are kept, because a second read would
    // decompress a stream from its start.
    uint64_t WindowEnd = WindowStart + Window.size();
    size_t Kept = 0;
    if (Position >= WindowStart && Position < WindowEnd)
      Kept = size_t(WindowEnd - Position);
    else if (Position != WindowEnd)
      Ahead = Position - WindowEnd <= FileContents::LargestGap
                  ? std::clamp(2 * Ahead, SmallestWindow, LargestWindow)
                  : 0;
    if (Kept != Window.size())
      std::copy(Window.end() - Kept, Window.end(), Window.begin());
    WindowStart = Position;
    Window.resize_for_overwrite(
        std::min(std::max({Size, ReadAhead, Ahead}), left()));
    if (Error E =
            Source->read(Position + Kept,
                         MutableArrayRef<uint8_t>(Window).drop_front(Kept))) {
      Window.clear();
      return E;
    }
  }
  const uint8_t *Bytes = Window.data() + (Position - WindowStart);
  Position += Size;
  return Bytes;
}

void ByteCursor::skip(uint64_t Size) {
  assert(Size <= left() && "skips over the end");
  Position += Size;
}

Error ByteCursor::fail(uint64_t Offset, const Twine &Reason) const {
  return inputError(Source->path(), "at byte " + Twine(Offset) + ": " + Reason);
}
