//===- WasmText.cpp - Numbers and names of WebAssembly --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/WasmText.h"

#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

std::string metaobj::leb(uint64_t Value, unsigned Width) {
  std::string Result;
  raw_string_ostream OS(Result);
  encodeULEB128(Value, OS, Width);
  return Result;
}

std::string metaobj::signedLeb(int64_t Value) {
  std::string Result;
  raw_string_ostream OS(Result);
  encodeSLEB128(Value, OS);
  return Result;
}

std::string metaobj::counted(StringRef Text) {
  return leb(Text.size()) + Text.str();
}

std::string metaobj::extended(StringRef Old, uint32_t Added, StringRef New) {
  WasmCursor Cursor(Old);
  uint64_t Count = Cursor.number();
  return leb(Count + Added) + Cursor.rest().str() + New.str();
}
