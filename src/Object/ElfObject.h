//===- ElfObject.h - Additions to an ELF object -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A relocatable ELF object as LLVM wrote it, that gets what LLVM cannot be
/// told or is slow at: ELF flags, attribute sections, sections of parameters,
/// and tables that point to them.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_ELFOBJECT_H
#define METAOBJ_OBJECT_ELFOBJECT_H

#include "Object/FileContents.h"
#include "metaobj/Target.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Does x86-64 have \p Name for data that is far from code (`.lrodata`)?
bool isLargeX86Section(llvm::StringRef Name);

/// A symbol to add, of type STT_OBJECT where it is defined.
struct ElfDataSymbol {
  std::string Name;
  uint8_t Binding = 0;    ///< STB_LOCAL, STB_GLOBAL or STB_WEAK.
  uint8_t Visibility = 0; ///< STV_DEFAULT or STV_HIDDEN.
  uint32_t Section;       ///< As addSection numbered it; 0: undefined.
  uint64_t Offset;        ///< In the section.
  uint64_t Size;
};

class ElfObject {
public:
  /// Takes \p Bytes over. An object that is not as LLVM writes them is an
  /// error.
  static llvm::Expected<std::unique_ptr<ElfObject>>
  read(llvm::SmallVector<char, 0> Bytes);

  virtual ~ElfObject();

  virtual void setFlags(uint32_t Flags) = 0;

  /// Replaces the section of the same name and type, or adds one.
  virtual void setAttributes(const AttributeSection &New) = 0;

  /// Takes the empty section `.note.GNU-stack` out: its header becomes inactive
  /// (SHT_NULL), so that no section changes its number.
  virtual void dropStackNote() = 0;

  /// A part of a section: \p Data at \p Offset.
  struct Part {
    uint64_t Offset;
    const Payload *Data;
  };

  /// Adds a COMDAT group; returns its number. Sections of it come after it.
  virtual uint32_t addGroup() = 0;

  /// Adds a section of constants; returns its number. It belongs to \p Group
  /// unless that is 0. \p Parts, which lie in
  /// order and whose payloads outlive this, are written last, so that they are
  /// behind everything else in the file.
  virtual uint32_t addSection(llvm::StringRef Name, uint64_t Alignment,
                              uint64_t Size, std::vector<Part> Parts,
                              uint32_t Group = 0) = 0;

  /// Adds symbols; returns the number of each. At most one call, before any
  /// pointer is added: numbers of others change.
  virtual std::vector<uint32_t>
  addSymbols(llvm::ArrayRef<ElfDataSymbol> Symbols) = 0;

  /// Makes \p Symbol the one by whose name linkers keep one of all groups.
  virtual void setSignature(uint32_t Group, uint32_t Symbol) = 0;

  /// A table whose contents are written here.
  class Table {
  public:
    virtual ~Table();
    /// Writes a number of \p Size bytes.
    virtual void setNumber(uint64_t Offset, uint64_t Value, unsigned Size) = 0;
    /// Writes the address of a symbol plus \p Addend.
    virtual void setPointer(uint64_t Offset, uint32_t Symbol,
                            uint64_t Addend) = 0;
  };

  /// The table that was reserved as \p Symbol (ConstantTables::
  /// reservePointers), all zeros. One at a time: a table ends before the next
  /// is opened.
  virtual llvm::Expected<std::unique_ptr<Table>>
  openTable(llvm::StringRef Symbol) = 0;

  /// The number of the symbol \p Name, which the object has.
  virtual llvm::Expected<uint32_t> findSymbol(llvm::StringRef Name) const = 0;

  /// The finished file, which refers to this object and to all payloads. What
  /// the class of the file cannot hold is an error with the exact numbers.
  virtual llvm::Expected<FileContents> finish() = 0;
};

} // namespace metaobj

#endif // METAOBJ_OBJECT_ELFOBJECT_H
