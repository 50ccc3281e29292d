//===- EditableObject.cpp - Parameters in a finished object ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/EditableObject.h"

#include <algorithm>
#include <limits>

using namespace llvm;
using namespace metaobj;

EditableObject::~EditableObject() = default;

void EditableObject::Table::setNumber(uint64_t Offset, uint64_t Value,
                                      unsigned Size) {
  if (hasRoom(Offset, Size))
    writeNumber(Room.slice(Offset, Size).data(), Value, Size, Form.Order);
  else
    IsWrong = true;
}

void EditableObject::Table::setPointer(uint64_t Offset, uint32_t Symbol,
                                       uint64_t Addend) {
  if (!hasRoom(Offset, Form.PointerSize) || Offset < PointersEnd) {
    IsWrong = true;
    return;
  }
  PointersEnd = Offset + Form.PointerSize;
  AddPointer(Offset, Symbol, Addend);
  if (Form.HasAddends)
    setNumber(Offset, Addend, Form.PointerSize);
}

Error EditableObject::fillTable(StringRef Symbol, MutableArrayRef<char> Room,
                                const TableForm &Form,
                                Table::PointerAdder AddPointer,
                                function_ref<void(Table &)> Write) {
  Table Written(Room, Form, AddPointer);
  // The place of the pointer that LLVM was shown.
  Written.setNumber(0, 0, Form.PointerSize);
  if (!Written.IsWrong)
    Write(Written);
  if (!Written.IsWrong)
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           "the entries of table '" + Symbol.str() +
                               "' pass its end or are out of order");
}

Error EditableObject::malformed(const Twine &Reason) {
  return createStringError(inconvertibleErrorCode(),
                           "the object that LLVM wrote has " + Reason.str());
}

Error EditableObject::checkFileSize(uint64_t Size, StringRef Format) {
  constexpr uint64_t Largest = std::numeric_limits<uint32_t>::max();
  if (Size <= Largest)
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           "the object would have " + Twine(Size) +
                               " bytes, and " + Format + " ends at " +
                               Twine(Largest));
}

void EditableObject::writeNumber(char *Bytes, uint64_t Value, unsigned Size,
                                 Endianness Order) {
  for (unsigned I = 0; I < Size; ++I) {
    unsigned Place = Order == Endianness::little ? I : Size - 1 - I;
    Bytes[Place] = static_cast<char>(Value >> (8 * I));
  }
}

uint64_t EditableObject::placeToShare(uint64_t Offset, ArrayRef<Part> Parts,
                                      Endianness Order) {
  // Linkers want addresses aligned, but not places in the file.
  const Part *Largest = std::max_element(
      Parts.begin(), Parts.end(), [](const Part &A, const Part &B) {
        return A.Data->size() < B.Data->size();
      });
  if (Largest == Parts.end())
    return Offset;
  return FileContents::placeToShare(Offset, Largest->Offset, *Largest->Data,
                                    Order);
}
