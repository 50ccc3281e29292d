//===- EditableObject.h - Parameters in a finished object -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A relocatable object as LLVM wrote it, that gets what LLVM is slow at:
/// sections of parameters, their symbols, and tables that point to them. Each
/// object format has an implementation of its own.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_EDITABLEOBJECT_H
#define METAOBJ_OBJECT_EDITABLEOBJECT_H

#include "File/FileContents.h"
#include "metaobj/ParamVisibility.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace metaobj {

/// A symbol of data to add.
struct DataSymbol {
  /// As the object has it, with its prefix for names of C.
  llvm::StringRef Name;
  ParamVisibility Visibility = ParamVisibility::Local;
  uint32_t Section; ///< As addSection numbered it; 0: undefined, in ELF.
  uint64_t Offset;  ///< In what addSection added.
  uint64_t Size;
  /// The symbol of a COMDAT group: weak where formats tell.
  bool IsWeak = false;
};

class EditableObject {
public:
  /// Takes \p Bytes over, of any of the formats. An object that is not as LLVM
  /// writes them is an error.
  static llvm::Expected<std::unique_ptr<EditableObject>>
  read(llvm::SmallVector<char, 0> Bytes);

  virtual ~EditableObject();

  /// A part of a section.
  using Part = FileContents::Part;

  /// Adds a COMDAT group; returns its number, which is not 0. Sections of it
  /// come after it. Mach-O has none.
  virtual uint32_t addGroup() = 0;

  /// Adds constants to the section \p Name, empty for the one that LLVM has for
  /// constants; returns a number for DataSymbol, which is not 0. They belong to
  /// \p Group unless that is 0. \p Parts lie in order, and their payloads
  /// outlive this.
  virtual uint32_t addSection(llvm::StringRef Name, uint64_t Alignment,
                              uint64_t Size, llvm::ArrayRef<Part> Parts,
                              uint32_t Group = 0) = 0;

  /// Adds symbols; returns the number of each. At most one call, before any
  /// pointer is added: numbers of others change.
  virtual std::vector<uint32_t>
  addSymbols(llvm::ArrayRef<DataSymbol> Symbols) = 0;

  /// Makes \p Symbol, which is weak, the one by whose name linkers keep one of
  /// all groups.
  virtual void setSignature(uint32_t Group, uint32_t Symbol) = 0;

  /// Where the contents of a table are written.
  class Table {
  public:
    /// Writes a number of \p Size bytes.
    void setNumber(uint64_t Offset, uint64_t Value, unsigned Size);
    /// Writes the address of a symbol plus \p Addend. Addresses come in the
    /// order of their offsets.
    void setPointer(uint64_t Offset, uint32_t Symbol, uint64_t Addend);

  protected:
    /// \p Room starts with the table.
    Table(llvm::MutableArrayRef<char> Room, unsigned PointerSize,
          Endianness Order)
        : Room(Room), PointerSize(PointerSize), Order(Order) {}
    ~Table() = default;

    /// Adds the relocation of a pointer, for which there is room, and the
    /// addend where that is in the table.
    virtual void addPointer(uint64_t Offset, uint32_t Symbol,
                            uint64_t Addend) = 0;

    /// Runs \p Write; an error when what it wrote is not in the room or in
    /// order. That is left out then.
    llvm::Error fill(llvm::StringRef Symbol,
                     llvm::function_ref<void(Table &)> Write);

  private:
    bool hasRoom(uint64_t Offset, uint64_t Size) const {
      return Offset <= Room.size() && Size <= Room.size() - Offset;
    }

    llvm::MutableArrayRef<char> Room;
    unsigned PointerSize;
    Endianness Order;
    uint64_t PointersEnd = 0; ///< Of those that are written.
    bool IsWrong = false;
  };

  /// Has \p Write write the table that was reserved as \p Symbol, all zeros.
  virtual llvm::Error writeTable(llvm::StringRef Symbol,
                                 llvm::function_ref<void(Table &)> Write) = 0;

  /// The number of the symbol \p Name, which the object has.
  virtual llvm::Expected<uint32_t> findSymbol(llvm::StringRef Name) const = 0;

  /// The finished file, which refers to this object and to all payloads. What
  /// the format cannot hold is an error with the exact numbers.
  virtual llvm::Expected<FileContents> finish() = 0;

protected:
  /// Copies that live as long as this. There may be a hundred thousand of
  /// them, for which blocks of their own would be most of the memory.
  llvm::StringRef keep(llvm::StringRef Text) { return Text.copy(Kept); }
  llvm::ArrayRef<Part> keep(llvm::ArrayRef<Part> Parts) {
    return Parts.copy(Kept);
  }

  /// "the object that LLVM wrote has <Reason>"
  static llvm::Error malformed(const llvm::Twine &Reason);

  /// Error when a file of \p Size bytes, the largest number for more, is too
  /// large for \p Format, which counts them with 32 bits.
  static llvm::Error checkFileSize(uint64_t Size, llvm::StringRef Format);

  /// Writes the \p Size low bytes of \p Value.
  static void writeNumber(char *At, uint64_t Value, unsigned Size,
                          Endianness Order);

  /// A place not before \p Offset for \p Parts, such that a file can share the
  /// blocks of the largest one's source.
  static uint64_t placeToShare(uint64_t Offset, llvm::ArrayRef<Part> Parts,
                               Endianness Order);

private:
  llvm::BumpPtrAllocator Kept;
};

} // namespace metaobj

#endif // METAOBJ_OBJECT_EDITABLEOBJECT_H
