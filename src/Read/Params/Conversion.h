//===- Conversion.h - Files of other frameworks -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Files of other frameworks that hold parameters, too, and how to make a file
/// of them that metaobj reads. The commands need the framework, which whoever
/// has its files has most likely.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_CONVERSION_H
#define METAOBJ_READ_PARAMS_CONVERSION_H

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <optional>

namespace metaobj {

struct ForeignFormat {
  llvm::StringLiteral Name; ///< "an HDF5 file"
  llvm::StringLiteral Hint; ///< The way to convert it.
  /// The setting that takes it as it is, before Hint.
  std::optional<Setting> Taker = std::nullopt;

  Message hint() const {
    return Taker ? "give it as " + *Taker + Hint : Message(Hint);
  }
};

/// The kind of an unsupported file, by its first bytes; null if it is none of
/// these.
const ForeignFormat *foreignFormatOf(llvm::StringRef Head);

/// What is in place of the file that was meant: a pointer of Git LFS, or a page
/// of the web; null if it is neither.
const ForeignFormat *substituteOf(llvm::StringRef Head);
bool isWebPage(llvm::StringRef Head);

/// The same for JSON that no graph executor reads, by its keys.
const ForeignFormat *foreignJsonOf(const llvm::json::Object &Root);

/// The same for zip archives, by their members.
extern const ForeignFormat PyTorchArchive;
extern const ForeignFormat KerasArchive;

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_CONVERSION_H
