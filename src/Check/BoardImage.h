//===- BoardImage.h - A firmware as its board has it ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CHECK_BOARDIMAGE_H
#define METAOBJ_CHECK_BOARDIMAGE_H

#include "metaobj/MemoryMap.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace metaobj {

struct BoardSection {
  std::string Name;
  uint64_t Address;
  uint64_t LoadAddress; ///< Where the image stores its contents.
  uint64_t Bytes;
  bool IsLoaded; ///< Has a place in memory: SHF_ALLOC.
  bool IsZero;   ///< Has no contents: SHT_NOBITS.
  bool IsWritable;
  bool IsCode;
  bool IsThreadLocal;
};

struct BoardSymbol {
  std::string Name;
  uint64_t Address;
  uint64_t Bytes;              ///< 0: not known.
  const BoardSection *Section; ///< Null: an absolute symbol.
};

/// Bytes that the board has a rule for.
struct BoardExtent {
  std::string Name;
  uint64_t Address;
  uint64_t Bytes;              ///< 0: not known.
  const BoardSection *Section; ///< Null: a range, or an absolute symbol.
  const BoardContents *Contents;
  bool IsRange;

  bool isSection() const { return Section && Contents->Symbols.empty(); }
};

/// A linked ELF file.
struct BoardImage {
  BoardImage() = default;
  BoardImage(BoardImage &&) = default;
  BoardImage &operator=(BoardImage &&) = default;

  std::string Name;
  std::vector<BoardSection> Sections; ///< They stay where they are.
  std::vector<BoardSymbol> Symbols;
  llvm::StringMap<size_t> ByName; ///< The first symbol of a name.

  /// Null: there is none.
  const BoardSymbol *symbol(llvm::StringRef Name) const;
  /// An absolute symbol is most often a number: only its whole name picks it.
  std::vector<const BoardSymbol *> symbolsLike(llvm::StringRef Pattern) const;
};

/// Errors: the file is not ELF, or not linked.
llvm::Expected<BoardImage> readBoardImage(llvm::MemoryBufferRef Image);

} // namespace metaobj

#endif // METAOBJ_CHECK_BOARDIMAGE_H
