//===- ObjectTableWriter.cpp - Tables as bytes and relocations ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Code/ObjectTableWriter.h"

#include "Abi/TableLayout.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Mangler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

std::string metaobj::symbolName(StringRef Name, const Module &M) {
  // Names that LLVM would treat differently were refused before.
  if (M.getDataLayout().getGlobalPrefix() == '\0')
    return Name.str();
  std::string Result;
  raw_string_ostream OS(Result);
  Mangler::getNameWithPrefix(OS, Name, M.getDataLayout());
  return Result;
}

namespace {

class ObjectTableWriter final : public TableSink {
public:
  ObjectTableWriter(const EditableObject &Object, EditableObject::Table &Into,
                    const Table &TheTable, const Module &M,
                    ObjectSymbols Symbols)
      : Object(Object), Into(Into), M(M), Symbols(Symbols),
        Layout(TheTable.Element, M.getContext(), M.getDataLayout()) {}

  void row(uint64_t Row) override {
    Position = Row * Layout.Size;
    Next = 0;
  }
  void number(uint64_t Value, StringRef /*InC*/) override {
    const TableLayout::Place &Place = Layout.Places[Next++];
    if (Value) // The rest is zero.
      Into.setNumber(Position + Place.Offset, Value, Place.Bytes);
  }
  void pointer(const Address &To) override;

  Error takeFailure() { return std::move(Failure); }

private:
  uint32_t keep(Expected<uint32_t> Symbol);
  uint32_t symbolOf(const Table &Other);

  const EditableObject &Object;
  EditableObject::Table &Into;
  const Module &M;
  ObjectSymbols Symbols;
  TableLayout Layout;
  SmallVector<std::pair<const Table *, uint32_t>, 2> Known;
  uint64_t Position = 0;
  size_t Next = 0;
  Error Failure = Error::success();
};

} // namespace

/// The number, or 0 and a failure.
uint32_t ObjectTableWriter::keep(Expected<uint32_t> Symbol) {
  if (Symbol)
    return *Symbol;
  Failure = joinErrors(std::move(Failure), Symbol.takeError());
  return 0;
}

uint32_t ObjectTableWriter::symbolOf(const Table &Other) {
  for (const auto &[TheTable, Symbol] : Known)
    if (TheTable == &Other)
      return Symbol;
  uint32_t Symbol = keep(Object.findSymbol(symbolName(Other.Symbol, M)));
  Known.push_back({&Other, Symbol});
  return Symbol;
}

void ObjectTableWriter::pointer(const Address &To) {
  uint64_t Offset = Position + Layout.Places[Next++].Offset;
  if (To.Kind == Address::InTable)
    Into.setPointer(Offset, symbolOf(*To.In), To.Index * To.In->Element.Bytes);
  else if (To.Kind != Address::Null)
    Into.setPointer(Offset, keep(Symbols(To)), To.Offset);
}

Error metaobj::writeTable(EditableObject &Object, const Table &TheTable,
                          const Module &M, ObjectSymbols Symbols) {
  Error Unknown = Error::success();
  Error Failure = Object.writeTable(
      symbolName(TheTable.Symbol, M), [&](EditableObject::Table &Into) {
        ObjectTableWriter Writer(Object, Into, TheTable, M, Symbols);
        TheTable.Write(Writer);
        Unknown = joinErrors(std::move(Unknown), Writer.takeFailure());
      });
  return joinErrors(std::move(Unknown), std::move(Failure));
}
