//===- RustWriter.h - Pieces of Rust source ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_TEXT_RUSTWRITER_H
#define METAOBJ_EMIT_TEXT_RUSTWRITER_H

#include "Emit/Text/CSource.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <utility>

namespace metaobj {

/// A name of Rust like \p Text.
std::string rustName(llvm::StringRef Text);

/// Writes pieces of RustModule.rs.
class RustWriter {
public:
  RustWriter(llvm::raw_ostream &OS, const CModel &C) : OS(OS), C(C) {}

  llvm::raw_ostream &OS;
  const CModel &C;

  /// A word of a piece, without its underscores, and its value.
  using Word = std::pair<llvm::StringRef, std::string>;

  /// Writes the piece \p Name with the values of its words.
  void write(llvm::StringRef Name, llvm::ArrayRef<Word> Words = {});

  void writeSizes(llvm::ArrayRef<SizeGroup> Groups);

  /// Declares the packed function \p Symbol as \p Name.
  void writePackedFunction(llvm::StringRef Symbol, llvm::StringRef Name);
};

} // namespace metaobj

#endif // METAOBJ_EMIT_TEXT_RUSTWRITER_H
