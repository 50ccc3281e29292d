//===- WasmText.cpp - Numbers and names of WebAssembly --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WasmText.h"

#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

uint64_t WasmCursor::number() {
  unsigned Length = 0;
  uint64_t Value = decodeULEB128(Rest.bytes_begin(), &Length, Rest.bytes_end());
  Rest = Rest.drop_front(Length);
  return Value;
}

uint8_t WasmCursor::byte() {
  uint8_t Value = Rest.empty() ? 0 : Rest.front();
  Rest = Rest.drop_front(Rest.empty() ? 0 : 1);
  return Value;
}

StringRef WasmCursor::take(uint64_t Size) {
  StringRef Taken = Rest.take_front(Size);
  Rest = Rest.drop_front(Taken.size());
  return Taken;
}

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
  WasmCursor At(Old);
  uint64_t Count = At.number();
  return leb(Count + Added) + At.rest().str() + New.str();
}
