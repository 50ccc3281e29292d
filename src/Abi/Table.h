//===- Table.h - A table of constants as data -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is emitted is tables of constants. A Table says what is in one of them,
/// whoever writes it: as constants of an LLVM module (IrTables), as bytes and
/// relocations of a finished object (Emit/ObjectTableWriter) or as C source
/// (CSource/CTables). Its contents are handed over value by value and never
/// kept: a hundred thousand parameters have more than a million.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_TABLE_H
#define METAOBJ_ABI_TABLE_H

#include "metaobj/Endianness.h"

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

/// A member of a structure, or what an array consists of.
struct Field {
  enum KindType : uint8_t {
    Number,
    Pointer,         ///< To data.
    FunctionPointer, ///< Differs from the former on AVR.
    Structure,
  };
  KindType Kind;
  unsigned Bytes;     ///< Of a number: 1, 2, 4 or 8.
  const Record *Type; ///< Of a structure.
  /// In C: "const char *names" of a member, the type alone of an array.
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

/// Where a pointer of a table leads.
struct Address {
  enum KindType : uint8_t {
    Null,
    Param,     ///< The bytes of parameter Index of the model.
    Operator,  ///< Function Index of the model.
    Universal, ///< The function that no client asks for.
    Lookup,    ///< The function that finds parameters by their storage ids.
    InTable,   ///< Element Index of the table In.
  };
  KindType Kind = Null;
  uint64_t Index = 0;
  const Table *In = nullptr;
  /// The string that lies there, when it is one.
  llvm::StringRef Text = {};

  static Address param(uint64_t Index) { return {Param, Index}; }
  static Address function(uint64_t Index) { return {Operator, Index}; }
  static Address table(const Table &In, uint64_t Index = 0) {
    return {InTable, Index, &In};
  }
};

/// Takes the contents of a table in the order of its C declaration. A sink for
/// some forms of tables leaves out what others have.
class TableSink {
public:
  virtual ~TableSink();

  /// The values that follow are element \p Row of an array. Rows come in their
  /// order; those of a sparse array that do not come are zero.
  virtual void row(uint64_t Row);

  /// \p InC is how C source spells it, where a digit says less.
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
  /// What is kept or dropped together when a program does not use it.
  llvm::StringLiteral Group;
  FormType Form;
  /// The structure, what the array consists of, or the numbers of a text.
  Field Element;
  /// Elements of an array.
  uint64_t Count = 1;
  /// 0: that of Element.
  unsigned Alignment = 0;
  /// An array most of whose elements may be zero.
  bool IsSparse = false;
  /// C source has the strings where pointers lead to them, and not this text.
  bool IsInPlaceInC = false;
  /// Some of its pointers lead to parameters, or to functions of the model.
  bool LeadsToParams = false;
  bool LeadsToOperators = false;
  /// What C source says above it, when that helps.
  llvm::StringLiteral Comment = "";
  std::function<void(TableSink &)> Write = nullptr;

  bool hasPointers() const;
};

/// Tables that programs use together, in the order in which one refers to
/// another: the last is what the group's function returns.
using TableGroup = std::deque<Table>;

/// A field that is no structure, and how many structures begin and end with it.
struct Leaf {
  const Field *Value;
  unsigned Opening = 0;
  unsigned Closing = 0;
};

/// What the values of \p Element are for, in their order.
std::vector<Leaf> leavesOf(const Field &Element);

/// The bytes of a Table::Text.
std::string bytesOfText(const Table &TheTable, Endianness Order);

} // namespace metaobj

#endif // METAOBJ_ABI_TABLE_H
