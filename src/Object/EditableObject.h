//===- EditableObject.h - Parameters in a finished object -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Completes a relocatable object by LLVM with parts for which LLVM is slow:
/// sections of parameters, their symbols, and tables that point to them. Each
/// object format has its own implementation.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_EDITABLEOBJECT_H
#define METAOBJ_OBJECT_EDITABLEOBJECT_H

#include "Base/FileContents.h"
#include "metaobj/Model.h"

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
  /// With the object's prefix for C names.
  llvm::StringRef Name;
  ParamVisibility Visibility = ParamVisibility::Local;
  uint32_t Section; ///< Result of addSection; 0: undefined, in ELF.
  uint64_t Offset;  ///< In the contents that addSection added.
  uint64_t Size;
  /// The symbol of a COMDAT group: weak, if the format has weak symbols.
  bool IsWeak = false;
  /// In or behind the data of another symbol, from which linkers must not
  /// divide it.
  bool IsMark = false;
};

class EditableObject {
public:
  /// Takes ownership of \p Bytes, in any of the formats. An object unlike
  /// LLVM's output is an error.
  static llvm::Expected<std::unique_ptr<EditableObject>>
  read(llvm::SmallVector<char, 0> Bytes);

  virtual ~EditableObject();

  /// A part of a section.
  using Part = FileContents::Part;

  /// Adds a COMDAT group; returns its number, which is not 0. Its sections must
  /// be added later. Mach-O has no groups.
  virtual uint32_t addGroup() = 0;

  /// Adds constants to the section \p Name; empty means LLVM's section for
  /// constants. Returns a number for DataSymbol, which is not 0. They belong to
  /// \p Group unless that is 0. \p Parts must be in order, and their payloads
  /// must outlive this. With \p IsWritable they are variables, and the section
  /// has a name, by which Mach-O and WebAssembly know it.
  virtual uint32_t addSection(llvm::StringRef Name, uint64_t Alignment,
                              uint64_t Size, llvm::ArrayRef<Part> Parts,
                              uint32_t Group = 0, bool IsWritable = false) = 0;

  /// Adds symbols; returns the number of each. Call it at most once, and before
  /// adding pointers, because numbers of other symbols change. In ELF, a new
  /// symbol takes the place of an undefined one with its name: what referred to
  /// that refers to the new one.
  virtual std::vector<uint32_t>
  addSymbols(llvm::ArrayRef<DataSymbol> Symbols) = 0;

  /// Gives the undefined symbol \p Symbol.Name, to which LLVM's object refers,
  /// the place \p Symbol: it stays global. addSymbols must follow.
  virtual llvm::Error defineSymbol(const DataSymbol &Symbol) = 0;

  /// Makes \p Symbol, which is weak, the key of its group: linkers keep one of
  /// all groups with this name.
  virtual void setSignature(uint32_t Group, uint32_t Symbol) = 0;

  struct TableForm {
    unsigned PointerSize;
    Endianness Order;
    /// Are addends in the table, and not in its relocations?
    bool HasAddends;
  };

  /// Writes the contents of a table.
  class Table {
  public:
    /// Writes a number of \p Size bytes.
    void setNumber(uint64_t Offset, uint64_t Value, unsigned Size);
    /// Writes the address of a symbol plus \p Addend. Addresses must come in
    /// the order of their offsets.
    void setPointer(uint64_t Offset, uint32_t Symbol, uint64_t Addend);

  private:
    friend class EditableObject;

    /// Adds the relocation of a pointer, for which there is room.
    using PointerAdder = llvm::function_ref<void(
        uint64_t Offset, uint32_t Symbol, uint64_t Addend)>;

    Table(llvm::MutableArrayRef<char> Room, const TableForm &Form,
          PointerAdder AddPointer)
        : Room(Room), Form(Form), AddPointer(AddPointer) {}

    bool hasRoom(uint64_t Offset, uint64_t Size) const {
      return Offset <= Room.size() && Size <= Room.size() - Offset;
    }

    llvm::MutableArrayRef<char> Room;
    TableForm Form;
    PointerAdder AddPointer;
    uint64_t PointersEnd = 0; ///< End of the written pointers.
    bool IsWrong = false;
  };

  /// Calls \p Write for the reserved table \p Symbol, which is all zeros.
  virtual llvm::Error writeTable(llvm::StringRef Symbol,
                                 llvm::function_ref<void(Table &)> Write) = 0;

  /// The number of the existing symbol \p Name.
  virtual llvm::Expected<uint32_t> findSymbol(llvm::StringRef Name) const = 0;

  /// The finished file, which refers to this object and to all payloads.
  /// Contents beyond the format's limits are an error with the exact numbers.
  virtual llvm::Expected<FileContents> finish() = 0;

protected:
  /// Copies that live as long as this. There may be a hundred thousand, and
  /// separate blocks would be most of the memory.
  llvm::StringRef keep(llvm::StringRef Text) { return Text.copy(Kept); }
  llvm::ArrayRef<Part> keep(llvm::ArrayRef<Part> Parts) {
    return Parts.copy(Kept);
  }

  /// "the object that LLVM wrote has <Reason>"
  static llvm::Error malformed(const llvm::Twine &Reason);

  /// Runs \p Write for the table \p Symbol, whose memory and the bytes after it
  /// are \p Room. \p AddPointer adds the relocation of each pointer. It is an
  /// error if a value lies outside the room or comes out of order; this value
  /// is left out.
  static llvm::Error fillTable(llvm::StringRef Symbol,
                               llvm::MutableArrayRef<char> Room,
                               const TableForm &Form,
                               Table::PointerAdder AddPointer,
                               llvm::function_ref<void(Table &)> Write);

  /// Error if a file of \p Size bytes (the largest number means more) is too
  /// large for \p Format, which counts them with 32 bits.
  static llvm::Error checkFileSize(uint64_t Size, llvm::StringRef Format);

  /// Writes the \p Size low bytes of \p Value.
  static void writeNumber(char *Bytes, uint64_t Value, unsigned Size,
                          Endianness Order);

  /// An offset of at least \p Offset for \p Parts at which a file can share the
  /// blocks of the largest part's source.
  static uint64_t placeToShare(uint64_t Offset, llvm::ArrayRef<Part> Parts,
                               Endianness Order);

private:
  llvm::BumpPtrAllocator Kept;
};

/// What EditableObject::read calls for a format other than ELF.
llvm::Expected<std::unique_ptr<EditableObject>>
readCoffObject(llvm::SmallVector<char, 0> Bytes);
llvm::Expected<std::unique_ptr<EditableObject>>
readMachOObject(llvm::SmallVector<char, 0> Bytes);
llvm::Expected<std::unique_ptr<EditableObject>>
readWasmObject(llvm::SmallVector<char, 0> Bytes);

} // namespace metaobj

#endif // METAOBJ_OBJECT_EDITABLEOBJECT_H
