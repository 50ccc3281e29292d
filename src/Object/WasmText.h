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

#include <cstdint>
#include <string>

namespace metaobj {

/// Reads a section that WasmFile has checked. Behind the end all is zero.
class WasmCursor {
public:
  explicit WasmCursor(llvm::StringRef Bytes) : Rest(Bytes) {}

  uint64_t number();
  uint8_t byte();
  llvm::StringRef take(uint64_t Size);
  llvm::StringRef name() { return take(number()); }
  llvm::StringRef rest() const { return Rest; }
  bool atEnd() const { return Rest.empty(); }

private:
  llvm::StringRef Rest;
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
