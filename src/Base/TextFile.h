//===- TextFile.h - Small files as text -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_TEXTFILE_H
#define METAOBJ_BASE_TEXTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace metaobj {

struct TextFile {
  std::string Name; ///< For messages: its path, or "<stdin>".
  std::string Text;
};

/// All of the file \p Path ("-": standard input). A file with more than \p
/// Largest bytes is an error that calls such files \p Subject: "placement
/// files".
llvm::Expected<TextFile> readTextFile(llvm::StringRef Path, uint64_t Largest,
                                      llvm::StringRef Subject);

} // namespace metaobj

#endif // METAOBJ_BASE_TEXTFILE_H
