//===- FlatFiles.h - FlatBuffers files in tests -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_UNIT_READ_FLATFILES_H
#define METAOBJ_TESTS_UNIT_READ_FLATFILES_H

#include "Read/ParamsFiles.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace metaobj::flat {

/// The value of a field: a number, a vector of numbers, a table, or a vector of
/// tables.
struct Value {
  std::string Bytes;  ///< Of a number, or of all numbers of a vector.
  uint64_t Count = 0; ///< Elements of a vector.
  bool IsVector = false;
  bool IsTable = false;
  std::map<unsigned, Value> Fields; ///< Of a table.
  std::vector<Value> Tables;        ///< Of a vector of tables.
  uint64_t Repeats = 1;             ///< Of each of Tables.
};

inline Value num(uint64_t Number, unsigned Size) {
  Value Result;
  Result.Bytes = number(Number, Size);
  return Result;
}

inline Value list(std::vector<uint64_t> Numbers, unsigned Size) {
  Value Result;
  Result.IsVector = true;
  Result.Count = Numbers.size();
  for (uint64_t Number : Numbers)
    Result.Bytes += number(Number, Size);
  return Result;
}

/// Also bytes.
inline Value text(llvm::StringRef Text) {
  Value Result;
  Result.IsVector = true;
  Result.Count = Text.size();
  Result.Bytes = Text.str();
  return Result;
}

inline Value table(std::map<unsigned, Value> Fields) {
  Value Result;
  Result.IsTable = true;
  Result.Fields = std::move(Fields);
  return Result;
}

inline Value tables(std::vector<Value> Tables) {
  Value Result;
  Result.IsVector = true;
  Result.Count = Tables.size();
  Result.Tables = std::move(Tables);
  return Result;
}

/// A vector whose elements are all the same table.
inline Value repeated(Value Table, uint64_t Count) {
  Value Result = tables({std::move(Table)});
  Result.Count = Result.Repeats = Count;
  return Result;
}

inline void patch(std::string &Out, size_t Position, uint64_t Number,
                  unsigned Size) {
  Out.replace(Position, Size, number(Number, Size));
}

/// Appends a table or vector, and behind it what it refers to. Returns where it
/// is.
inline size_t append(std::string &Out, const Value &TheValue) {
  std::vector<std::pair<size_t, const Value *>> References;
  size_t Position;
  if (TheValue.IsVector) {
    Position = Out.size();
    Out += number(TheValue.Count, 4) + TheValue.Bytes;
    for (const Value &Element : TheValue.Tables)
      for (uint64_t I = 0; I != TheValue.Repeats; ++I) {
        References.push_back({Out.size(), &Element});
        Out += number(0, 4);
      }
  } else {
    size_t Fields = Out.size();
    size_t Slots =
        TheValue.Fields.empty() ? 0 : TheValue.Fields.rbegin()->first + 1;
    Out +=
        number(4 + 2 * Slots, 2) + number(0, 2) + std::string(2 * Slots, '\0');
    Position = Out.size();
    Out += number(Position - Fields, 4);
    for (const auto &[Field, Content] : TheValue.Fields) {
      patch(Out, Fields + 4 + 2 * Field, Out.size() - Position, 2);
      if (Content.IsVector || Content.IsTable) {
        References.push_back({Out.size(), &Content});
        Out += number(0, 4);
      } else {
        Out += Content.Bytes;
      }
    }
    patch(Out, Fields + 2, Out.size() - Position, 2);
  }
  std::map<const Value *, size_t> Places;
  for (auto [Place, Target] : References) {
    auto [Known, New] = Places.try_emplace(Target);
    if (New)
      Known->second = append(Out, *Target);
    patch(Out, Place, Known->second - Place, 4);
  }
  return Position;
}

/// A file whose first table is \p Root, with \p Header behind the identifier.
inline std::string file(llvm::StringRef Identifier, const Value &Root,
                        llvm::StringRef Header = "") {
  std::string Out = number(0, 4) + Identifier.str() + Header.str();
  patch(Out, 0, append(Out, Root), 4);
  return Out;
}

} // namespace metaobj::flat

#endif // METAOBJ_TESTS_UNIT_READ_FLATFILES_H
