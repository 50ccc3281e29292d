//===- MangledName.cpp - Names that C++ compilers change ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Itanium C++ ABI writes "_Z", and "N" before a name in namespaces; each
// part has its length before it. Microsoft writes "?", the name and "@". LLVM's
// demanglers recurse as deep as a name says, which objects of others may abuse.
//
//===----------------------------------------------------------------------===//

#include "MangledName.h"

using namespace llvm;

StringRef metaobj::nameInCxx(StringRef Symbol) {
  if (Symbol.consume_front("?"))
    return Symbol.contains('@')
               ? Symbol.take_until([](char C) { return C == '@'; })
               : StringRef();
  if (!Symbol.consume_front("_Z"))
    return "";
  Symbol.consume_front("N");
  StringRef Name;
  size_t Length;
  while (!Symbol.consumeInteger(10, Length) && Length <= Symbol.size()) {
    Name = Symbol.take_front(Length);
    Symbol = Symbol.drop_front(Length);
  }
  return Name;
}
