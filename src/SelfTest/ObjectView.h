//===- ObjectView.h - An object of any format -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the self-test looks at in an object: read by LLVM's object library and
/// not by Inspect, so that the two are compared and not one of them with
/// itself.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SELFTEST_OBJECTVIEW_H
#define METAOBJ_SELFTEST_OBJECTVIEW_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// A section; in WebAssembly a data segment or the body of a function.
struct ViewedSection {
  std::string Name;
  llvm::StringRef Bytes;
  /// Can the program write to it once it runs?
  bool IsWritable = false;
  /// Only a loader writes to it.
  bool IsRelocatedReadOnly = false;
  bool IsCode = false;
  /// Where relocations are, ascending.
  std::vector<uint64_t> Relocations;
};

struct ViewedSymbol {
  std::string Name; ///< Without the format's prefix.
  unsigned Section; ///< Index into ObjectView::Sections.
  uint64_t Offset;
  uint64_t Size;
};

struct ObjectView {
  std::unique_ptr<llvm::object::ObjectFile> File;
  std::vector<ViewedSection> Sections;
  std::vector<ViewedSymbol> Symbols;
  /// Sizes of symbols are the format's and not guessed from what follows.
  bool HasSymbolSizes = false;

  /// \p GlobalPrefix is what the format puts before names ('\0': nothing).
  static llvm::Expected<ObjectView> read(llvm::MemoryBufferRef Buffer,
                                         char GlobalPrefix);

  /// nullptr when there is none of that name.
  const ViewedSymbol *find(llvm::StringRef Name) const;

  /// \p Size bytes from \p Symbol on; nullopt when they pass the section's end.
  std::optional<llvm::StringRef> bytes(const ViewedSymbol &Symbol,
                                       uint64_t Size) const;

  /// Where in \p Size bytes from \p Symbol on relocations are, ascending.
  std::vector<uint64_t> relocations(const ViewedSymbol &Symbol,
                                    uint64_t Size) const;
};

} // namespace metaobj

#endif // METAOBJ_SELFTEST_OBJECTVIEW_H
