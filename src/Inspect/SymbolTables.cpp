//===- SymbolTables.cpp - Tables of names and addresses -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/format.md describes the tables. They start alike: a version (2 bytes),
// the size of an entry (2), the number of entries (4), and a pointer to the
// entries from the next multiple of its size on.
//
//===----------------------------------------------------------------------===//

#include "Inspect/Decoders.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace llvm;
using namespace metaobj;

namespace {

/// A kind of table.
struct TableKind {
  StringLiteral Name;
  StringLiteral Symbol;      ///< Of the table.
  StringLiteral AccessorEnd; ///< Of the symbol of its function.
  bool HasNames;             ///< In front of the addresses.
};

constexpr TableKind TableKinds[] = {
    {"tvm-ffi", "_metaobj_ffi_table", "_tvm_ffi_table", /*HasNames=*/true},
    {"iree", "_metaobj_iree_table", "_iree_table", /*HasNames=*/false},
    {"functions", "_metaobj_function_table", "_function_table",
     /*HasNames=*/true},
};

constexpr uint64_t TableVersion = 1;

class SymbolTableDecoder {
public:
  SymbolTableDecoder(const ObjectImage &Object, ArrayRef<CodeRange> Functions,
                     Inspection &Result)
      : Object(Object), Functions(Functions), Result(Result) {}

  Error decode();

private:
  struct Head {
    uint64_t EntrySize;
    uint64_t Count;
    StoredPointer Entries;
  };
  std::optional<Head> readHead(Location Place) const;
  void find(const TableKind &Kind);
  Error decodeTable(const TableKind &Kind, Location Place, StringRef Accessor);
  Expected<InspectedRow> decodeRow(Location Entry, bool HasName);
  StringRef symbolOf(const StoredPointer &Stored, bool IsData) const;

  uint64_t headSize() const {
    return alignTo(8, Object.pointerSize()) + Object.pointerSize();
  }

  const ObjectImage &Object;
  ArrayRef<CodeRange> Functions;
  Inspection &Result;
  /// Accessors by place; empty if none is known.
  std::map<std::pair<uint32_t, uint64_t>, StringRef> Places;
  uint64_t Work = 0;
};

} // namespace

/// Nothing if there is no such table at \p Place.
std::optional<SymbolTableDecoder::Head>
SymbolTableDecoder::readHead(Location Place) const {
  std::optional<uint64_t> Version = Object.integerAt(Place, 2);
  std::optional<uint64_t> EntrySize = Object.integerAt(Place.advance(2), 2);
  std::optional<uint64_t> Count = Object.integerAt(Place.advance(4), 4);
  StoredPointer Entries =
      Object.pointerAt(Place.advance(alignTo(8, Object.pointerSize())));
  if (Version != TableVersion || !EntrySize || !Count ||
      *EntrySize < Object.pointerSize() ||
      Entries.Kind == StoredPointer::NotAPointer)
    return std::nullopt;
  return Head{*EntrySize, *Count, Entries};
}

void SymbolTableDecoder::find(const TableKind &Kind) {
  Places.clear();
  for (const CodeRange &Code : Functions)
    for (uint32_t Symbol : Code.Symbols) {
      StringRef Accessor = Object.symbols()[Symbol].Name;
      if (!Accessor.ends_with(Kind.AccessorEnd))
        continue;
      for (const Location &Place : dataReferences(Object, Code))
        if (Place.isDefined() && readHead(Place)) {
          Places.try_emplace({Place.Section, Place.Offset}, Accessor);
          break;
        }
    }
  for (const ImageSymbol &TheImageSymbol : Object.symbols())
    if (TheImageSymbol.isDefined() && TheImageSymbol.Name == Kind.Symbol)
      Places.try_emplace({TheImageSymbol.Section, TheImageSymbol.Offset}, "");
}

StringRef SymbolTableDecoder::symbolOf(const StoredPointer &Stored,
                                       bool IsData) const {
  if (!Stored.Target.isDefined())
    return Stored.Target.Symbol ? Object.symbols()[Stored.Target.Symbol].Name
                                : StringRef();
  if (!IsData)
    return Object.functionName(Stored.Target);
  const ImageSymbol *Symbol =
      Object.symbolAt(Stored.Target, [](const ImageSymbol &TheImageSymbol) {
        return !TheImageSymbol.isFunction();
      });
  return Symbol ? Symbol->Name : StringRef();
}

/// Perhaps a name, and an address.
Expected<InspectedRow> SymbolTableDecoder::decodeRow(Location Entry,
                                                     bool HasName) {
  auto Fault = [&](const Twine &Reason) {
    return inputError(Object.file(), "the entry at " + Object.describe(Entry) +
                                         " of a table: " + Reason);
  };
  InspectedRow Row;
  if (HasName) {
    std::optional<StringRef> Name = Object.textAt(Entry);
    if (!Name || Name->size() > LongestName)
      return Fault("its name is not a string of this file");
    Row.Name = Name->str();
  }
  // In WebAssembly functions and data have addresses of their own.
  Row.IsData = StringRef(Row.Name).ends_with("__tvm_ffi__library_ctx") ||
               StringRef(Row.Name).ends_with("__tvm_ffi__library_bin");
  StoredPointer Address =
      Object.pointerAt(Entry.advance(HasName ? Object.pointerSize() : 0),
                       Row.IsData ? Pointee::Data : Pointee::Function);
  if (Address.Kind == StoredPointer::NotAPointer)
    return Fault("its address is not a pointer");
  Row.IsNull = Address.Kind == StoredPointer::Null;
  if (Row.IsNull)
    return Row;
  StringRef Symbol = symbolOf(Address, Row.IsData);
  if (Symbol.size() > LongestSymbol)
    return Fault("its symbol has " + Twine(Symbol.size()) + " bytes");
  Row.Symbol = Symbol.str();
  Row.Address = Row.IsData ? Object.addressOf(Address.Target)
                           : Object.functionAddress(Address.Target);
  Work += Row.Name.size() + Symbol.size();
  return Row;
}

Error SymbolTableDecoder::decodeTable(const TableKind &Kind, Location Place,
                                      StringRef Accessor) {
  auto Fault = [&](const Twine &Reason) {
    return inputError(Object.file(), "the table at " + Object.describe(Place) +
                                         " for " + Kind.Name + ": " + Reason);
  };
  std::optional<Head> Read = readHead(Place);
  if (!Read)
    return Fault("its head is damaged, or of a version that is not known");
  if (Read->EntrySize < uint64_t(Kind.HasNames ? 2 : 1) * Object.pointerSize())
    return Fault("its entries have " + Twine(Read->EntrySize) + " bytes");
  InspectedTable &Table = Result.Tables.emplace_back();
  Table.Kind = Kind.Name.str();
  Table.Accessor = Accessor.str();
  Table.Address = Object.addressOf(Place);
  Object.addPart(Result.Parts, InspectedPart::Table, "table", Place,
                 headSize());
  if (Read->Count == 0)
    return Error::success();
  Location Entries = Read->Entries.Target;
  if (Read->Entries.Kind != StoredPointer::Pointer || !Entries.isDefined() ||
      Object.bytesFrom(Entries).size() / Read->EntrySize < Read->Count)
    return Fault("not all of its " + Twine(Read->Count) +
                 " entries are in this file");
  Object.addPart(Result.Parts, InspectedPart::Table, "table", Entries,
                 Read->Count * Read->EntrySize);
  for (uint64_t I = 0; I != Read->Count; ++I) {
    Expected<InspectedRow> Row =
        decodeRow(Entries.advance(I * Read->EntrySize), Kind.HasNames);
    if (!Row)
      return Row.takeError();
    Table.Rows.push_back(std::move(*Row));
    Work += Read->EntrySize;
    if (Work > Object.workLimit())
      return inputError(Object.file(), "tables of names overlap");
  }
  return Error::success();
}

Error SymbolTableDecoder::decode() {
  for (const TableKind &Kind : TableKinds) {
    find(Kind);
    for (const auto &[Place, Accessor] : Places)
      if (Error E = decodeTable(Kind, {Place.first, Place.second, 0}, Accessor))
        return E;
  }
  return Error::success();
}

Error metaobj::decodeSymbolTables(const ObjectImage &Object,
                                  ArrayRef<CodeRange> Functions,
                                  Inspection &Result) {
  return SymbolTableDecoder(Object, Functions, Result).decode();
}
