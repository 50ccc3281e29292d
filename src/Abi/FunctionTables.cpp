//===- FunctionTables.cpp - Tables in place of a registry -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/FunctionTables.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

Table *metaobj::addNamedAddresses(TableAdder &Add,
                                  const std::vector<RegistryEntry> &Entries,
                                  StringLiteral Names, StringLiteral Rows,
                                  const Field &Row) {
  if (Entries.empty())
    return nullptr;
  Table &TheNames = Add.text(Names, [&Entries](TableSink &Sink) {
    for (const RegistryEntry &Entry : Entries)
      Sink.text(Entry.Name);
  });
  TheNames.IsInPlaceInC = true;
  auto Write = [&Entries, &TheNames](TableSink &Sink) {
    uint64_t Offset = 0;
    for (const auto &[Number, Entry] : enumerate(Entries)) {
      Sink.row(Number);
      Sink.pointer(Address::string(TheNames, Offset, Entry.Name));
      Sink.pointer(Entry.Function);
      Offset += Entry.Name.size() + 1;
    }
  };
  return &Add.array(Rows, Row, Entries.size(), Write);
}

void metaobj::addWhole(TableAdder &Add, StringLiteral Symbol,
                       const Record &Type, uint64_t Version,
                       StringLiteral VersionInC, const Record &RowType,
                       const Table *Rows) {
  Add.structure(Symbol, Type, [=, &RowType](TableSink &Sink) {
    Sink.number(Version, VersionInC);
    Sink.sizeOf(RowType);
    Sink.number(Rows ? Rows->Count : 0);
    Sink.pointer(Address::table(Rows));
  });
}
