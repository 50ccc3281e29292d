//===- EmittedObject.h - An object as LLVM reads it -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The self-test's view of an object. LLVM's object library reads it, not
/// Inspect, so that Inspect is not compared with itself.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CHECK_SELFTEST_EMITTEDOBJECT_H
#define METAOBJ_CHECK_SELFTEST_EMITTEDOBJECT_H

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
  /// Can the program write to it at run time?
  bool IsWritable = false;
  /// Only a loader writes to it.
  bool IsRelocatedReadOnly = false;
  bool IsCode = false;
  /// Places of relocations, ascending.
  std::vector<uint64_t> Relocations;
};

struct ViewedSymbol {
  std::string Name; ///< Without the format's prefix.
  unsigned Section; ///< Index into EmittedObject::Sections.
  uint64_t Offset;
  uint64_t Size;
};

struct EmittedObject {
  std::unique_ptr<llvm::object::ObjectFile> File;
  std::vector<ViewedSection> Sections;
  std::vector<ViewedSymbol> Symbols;
  /// Sizes of symbols come from the format and are not guessed.
  bool HasSymbolSizes = false;

  /// \p GlobalPrefix is the format's prefix of names ('\0': none).
  static llvm::Expected<EmittedObject> read(llvm::MemoryBufferRef Buffer,
                                            char GlobalPrefix);

  /// nullptr if there is no such name.
  const ViewedSymbol *find(llvm::StringRef Name) const;

  /// \p Size bytes from \p Symbol on; nullopt beyond the section's end.
  std::optional<llvm::StringRef> bytes(const ViewedSymbol &Symbol,
                                       uint64_t Size) const;

  /// Places of relocations in \p Size bytes from \p Symbol on, ascending.
  std::vector<uint64_t> relocations(const ViewedSymbol &Symbol,
                                    uint64_t Size) const;
};

} // namespace metaobj

#endif // METAOBJ_CHECK_SELFTEST_EMITTEDOBJECT_H
