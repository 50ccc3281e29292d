//===- TableLayout.cpp - Where the values of a table lie ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/TableLayout.h"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;
using namespace metaobj;

static Type *typeOf(const Field &TheField, LLVMContext &Context,
                    const DataLayout &Target) {
  switch (TheField.Kind) {
  case Field::Number:
    return IntegerType::get(Context, TheField.Bytes * 8);
  case Field::Pointer:
    return PointerType::getUnqual(Context);
  case Field::FunctionPointer:
    return PointerType::get(Context, Target.getProgramAddressSpace());
  case Field::Structure:
    break;
  }
  std::vector<Type *> Members;
  for (const Field &Member : TheField.Type->Fields)
    Members.push_back(typeOf(Member, Context, Target));
  return StructType::get(Context, Members);
}

static void appendPlaces(std::vector<TableLayout::Place> &Places,
                         const Field &Member, uint64_t Offset, Type *Kind,
                         const DataLayout &Target) {
  if (Member.Kind != Field::Structure) {
    Places.push_back({Offset, Member.Bytes});
    return;
  }
  auto *Whole = cast<StructType>(Kind);
  const StructLayout &Layout = *Target.getStructLayout(Whole);
  for (unsigned I = 0; I != Member.Type->Fields.size(); ++I)
    appendPlaces(Places, Member.Type->Fields[I],
                 Offset + Layout.getElementOffset(I), Whole->getElementType(I),
                 Target);
}

TableLayout::TableLayout(const Field &Element, LLVMContext &Context,
                         const DataLayout &Target) {
  Type *Kind = typeOf(Element, Context, Target);
  Size = Target.getTypeAllocSize(Kind);
  Alignment = Target.getABITypeAlign(Kind);
  appendPlaces(Places, Element, 0, Kind, Target);
}
