//===- Table.h - A table of constants as data -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The output consists of tables of constants. A Table describes one of them
/// for all writers: as constants of an LLVM module (IrTables), as bytes and
/// relocations of a finished object (Emit/Code/ObjectTableWriter) or as C
/// source (Emit/Text/CTables). It passes its contents on value by value and
/// never keeps them: a hundred thousand parameters have more than a million.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_TABLE_H
#define METAOBJ_ABI_TABLE_H

#include "metaobj/Payload.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace metaobj {

struct Record;
struct Table;

/// A member of a structure, or an element of an array.
struct Field {
  enum KindType : uint8_t {
    Number,
    Pointer,         ///< To data.
    FunctionPointer, ///< Differs from Pointer on AVR.
    Structure,
  };
  KindType Kind;
  unsigned Bytes;     ///< Of a number: 1, 2, 4 or 8.
  const Record *Type; ///< Of a structure.
  /// In C: "const char *names" of a member, only the type of an array.
  llvm::StringLiteral Declaration;

  static constexpr Field number(unsigned Bytes, llvm::StringLiteral InC) {
    return {Number, Bytes, nullptr, InC};
  }
  static constexpr Field pointer(llvm::StringLiteral InC) {
    return {Pointer, 0, nullptr, InC};
  }
  static constexpr Field functionPointer(llvm::StringLiteral InC) {
    return {FunctionPointer, 0, nullptr, InC};
  }
  static constexpr Field structure(const Record &Type,
                                   llvm::StringLiteral InC) {
    return {Structure, 0, &Type, InC};
  }
};

/// A structure of C.
struct Record {
  llvm::StringLiteral Name;
  llvm::ArrayRef<Field> Fields;
};

/// Target of a table's pointer.
struct Address {
  enum KindType : uint8_t {
    Null,
    Param,      ///< Byte Offset of parameter Index of the model.
    Operator,   ///< Function Index of the model.
    Universal,  ///< The function that no client uses.
    Lookup,     ///< The function that finds parameters by their storage ids.
    Own,        ///< Function Index of those that only the output defines.
    FfiContext, ///< Where tvm-ffi puts the library of the model.
    FfiBinary,  ///< The modules around this library.
    Pool,       ///< Byte Offset of memory Index of the executor.
    InTable,    ///< Element Index of the table In.
  };
  KindType Kind = Null;
  uint64_t Index = 0;
  const Table *In = nullptr;
  /// The string at this place, if it is one.
  llvm::StringRef Text = {};
  uint64_t Offset = 0;

  static Address param(uint64_t Index, uint64_t Offset = 0) {
    return {Param, Index, nullptr, {}, Offset};
  }
  static Address function(uint64_t Index) { return {Operator, Index}; }
  static Address own(uint64_t Index) { return {Own, Index}; }
  static Address pool(uint64_t Index, uint64_t Offset) {
    return {Pool, Index, nullptr, {}, Offset};
  }
  static Address table(const Table &In, uint64_t Index = 0) {
    return {InTable, Index, &In};
  }
  /// The start of \p In; null without a table.
  static Address table(const Table *In) { return In ? table(*In) : Address(); }
  static Address string(const Table &In, uint64_t Offset,
                        llvm::StringRef Text) {
    return {InTable, Offset, &In, Text};
  }
};

/// Receives the contents of a table in the order of its C declaration. A sink
/// for some forms of tables omits functions for the others.
class TableSink {
public:
  virtual ~TableSink();

  /// The next values are element \p Row of an array. Rows come in order;
  /// missing rows of a sparse array are zero.
  virtual void row(uint64_t Row);

  /// \p InC is the spelling in C source, if digits would say less.
  virtual void number(uint64_t Value, llvm::StringRef InC = {});

  /// A number in a structure: the size of \p Type on the target.
  virtual void sizeOf(const Record &Type);

  virtual void pointer(const Address &To);

  /// A string with its NUL, in a text.
  virtual void text(llvm::StringRef String);
};

struct Table {
  enum FormType : uint8_t {
    Single, ///< One structure.
    Array,
    Text, ///< Numbers and strings without a gap between them.
  };

  llvm::StringLiteral Symbol;
  /// --gc-sections keeps or drops all tables of a group together.
  llvm::StringLiteral Group;
  FormType Form;
  /// The structure, the element of the array, or the numbers of a text.
  Field Element;
  /// Elements of an array.
  uint64_t Count = 1;
  /// 0: the alignment of Element.
  unsigned Alignment = 0;
  /// An array most of whose elements may be zero.
  bool IsSparse = false;
  /// C source has strings at their pointers, and omits this text.
  bool IsInPlaceInC = false;
  /// Some of its pointers refer to parameters, or to functions of the model.
  bool LeadsToParams = false;
  bool LeadsToOperators = false;
  /// Linkers collect the tables of all objects, one behind the other, and keep
  /// it even if nothing refers to it.
  bool IsCollected = false;
  /// Linkers keep it even if nothing refers to it.
  bool IsKept = false;
  /// A comment for C source, if it helps.
  llvm::StringLiteral Comment = "";
  /// Of a structure: the member, at its start, that pointers to it mean in C.
  llvm::StringLiteral Member = "";
  std::function<void(TableSink &)> Write = nullptr;

  bool hasPointers() const;
};

/// Tables that programs use together, ordered by their references. The group's
/// function returns the last one.
using TableGroup = std::deque<Table>;

/// Adds tables to a group.
class TableAdder {
public:
  TableAdder(TableGroup &To, llvm::StringLiteral Group)
      : To(To), Group(Group) {}

  Table &structure(llvm::StringLiteral Symbol, const Record &Type,
                   std::function<void(TableSink &)> Write);

  Table &array(llvm::StringLiteral Symbol, const Field &Element, uint64_t Count,
               std::function<void(TableSink &)> Write);

  /// An array. \p WriteRow passes on one element, without TableSink::row.
  Table &rows(llvm::StringLiteral Symbol, const Field &Element, uint64_t Count,
              std::function<void(TableSink &, uint64_t Row)> WriteRow);

  /// An array of \p Values, which outlive the table.
  template <typename List>
  Table &numbers(llvm::StringLiteral Symbol, llvm::StringLiteral Type,
                 const List &Values) {
    return rows(Symbol, Field::number(sizeof(Values[0]), Type), Values.size(),
                [&Values](TableSink &Sink, uint64_t Row) {
                  Sink.number(static_cast<uint64_t>(Values[Row]));
                });
  }

  Table &text(llvm::StringLiteral Symbol,
              std::function<void(TableSink &)> Write,
              const Field &Number = Field::number(1, ""));

private:
  Table &add(llvm::StringLiteral Symbol, Table::FormType Form,
             const Field &Element, uint64_t Count,
             std::function<void(TableSink &)> Write);

  TableGroup &To;
  llvm::StringLiteral Group;
};

/// A field that is no structure, and the number of structures that begin and
/// end with it.
struct Leaf {
  const Field *Value;
  unsigned Opening = 0;
  unsigned Closing = 0;
};

/// The meaning of the values of \p Element, in their order.
std::vector<Leaf> leavesOf(const Field &Element);

/// The bytes of a Table::Text.
std::string bytesOfText(const Table &TheTable, Endianness Order);

} // namespace metaobj

#endif // METAOBJ_ABI_TABLE_H
