//===- Json.h - Names in JSON -----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_MODEL_JSON_H
#define METAOBJ_MODEL_JSON_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace metaobj {

/// Names are bytes; JSON wants UTF-8.
inline llvm::json::Value jsonText(llvm::StringRef Text) {
  return llvm::json::isUTF8(Text)
             ? llvm::json::Value(Text.str())
             : llvm::json::Value(llvm::json::fixUTF8(Text));
}

} // namespace metaobj

#endif // METAOBJ_MODEL_JSON_H
