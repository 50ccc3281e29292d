//===- WasmText.h - Numbers and names of WebAssembly ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers are LEB128; a name has its length before it.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_WASMTEXT_H
#define METAOBJ_OBJECT_WASMTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace metaobj {

/// Reads from front to back. Keeps the first error and reads zeros from then
/// on.
class WasmCursor {
public:
  explicit WasmCursor(llvm::StringRef Bytes)
      : Bytes(Bytes), Data(Bytes, /*IsLittleEndian=*/true, /*AddressSize=*/0) {}
  ~WasmCursor() { llvm::consumeError(Cursor.takeError()); }

  /// False after an error.
  explicit operator bool() { return static_cast<bool>(Cursor); }
  llvm::Error finish() { return Cursor.takeError(); }
  bool atEnd() { return !Cursor || Cursor.tell() >= Bytes.size(); }
  uint64_t tell() const { return Cursor.tell(); }
  llvm::StringRef rest() const { return Bytes.drop_front(Cursor.tell()); }

  uint8_t byte() { return Data.getU8(Cursor); }
  uint32_t word() { return Data.getU32(Cursor); }
  uint64_t number() { return Data.getULEB128(Cursor); }
  int64_t signedNumber() { return Data.getSLEB128(Cursor); }
  llvm::StringRef take(uint64_t Size) { return Data.getBytes(Cursor, Size); }
  llvm::StringRef name() { return take(number()); }

private:
  llvm::StringRef Bytes;
  llvm::DataExtractor Data;
  llvm::DataExtractor::Cursor Cursor{0};
};

/// \p Width: the least number of bytes.
std::string leb(uint64_t Value, unsigned Width = 0);
std::string signedLeb(int64_t Value);

/// \p Text with its length before it.
std::string counted(llvm::StringRef Text);

/// The list \p Old, which starts with its count, with the \p Added elements of
/// \p New at its end.
std::string extended(llvm::StringRef Old, uint32_t Added, llvm::StringRef New);

} // namespace metaobj

#endif // METAOBJ_OBJECT_WASMTEXT_H
