//===- CTables.cpp - Tables as C source -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Text/CTables.h"

#include "Abi/Symbols.h"
#include "Emit/Text/CText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

static constexpr unsigned MaxColumns = 80;

CSpelling metaobj::spellingOf(const CModel &C, const ModelTables &Tables) {
  return [&C, &Tables](const Address &To) -> StringRef {
    switch (To.Kind) {
    case Address::Param:
      return C.storage(To.Index);
    case Address::Operator:
      return C.Names.function(To.Index).Name;
    case Address::Universal:
      return symbols::UniversalFunction;
    case Address::Lookup:
      return C.Names.ofPart(C.Config.lookupSymbol()).Name;
    case Address::FfiContext:
      return C.Names.ofPart(Tables.additional().Ffi->ContextSymbol).Name;
    case Address::FfiBinary:
      return C.Names.ofPart(Tables.additional().Ffi->BinarySymbol).Name;
    // There is no executor in C.
    case Address::Own:
    case Address::Pool:
    case Address::Null:
    case Address::InTable:
      break;
    }
    llvm_unreachable("tables spell that themselves");
  };
}

// typedef struct TVMModule {
//   const TVMFuncRegistry *registry;
// } TVMModule;
//
// metaobj_abi.h declares the types that are called metaobj_.
static void writeType(raw_ostream &OS, const Record &Type) {
  if (Type.Name.starts_with("metaobj_"))
    return;
  for (const Field &Member : Type.Fields)
    if (Member.Kind == Field::Structure)
      writeType(OS, *Member.Type);
  OS << "typedef struct " << Type.Name << " {\n";
  for (const Field &Member : Type.Fields)
    OS << "  " << Member.Declaration << ";\n";
  OS << "} " << Type.Name << ";\n";
}

void metaobj::writeTypes(raw_ostream &OS, const TableGroup &Group) {
  for (const Table &TheTable : Group)
    if (TheTable.Form == Table::Single)
      writeType(OS, *TheTable.Element.Type);
}

namespace {

/// The members of the structure for a text. In a structure, the count has the
/// target's byte order, which is not known here. Arrays of char have no padding
/// between them.
class TextMembers final : public TableSink {
public:
  TextMembers(raw_ostream &OS, const Field &Number) : OS(OS), Number(Number) {}

  void number(uint64_t /*Value*/, StringRef /*InC*/) override {
    OS << "  uint" << Number.Bytes * 8 << "_t " << Number.Declaration << ";\n";
  }
  void text(StringRef String) override {
    OS << "  char ";
    if (String.empty())
      OS << "end";
    else
      OS << "name" << Next++;
    OS << '[' << String.size() + 1 << "];\n";
  }

private:
  raw_ostream &OS;
  const Field &Number;
  size_t Next = 0;
};

class TextValues final : public TableSink {
public:
  explicit TextValues(raw_ostream &OS) : OS(OS) {}

  void number(uint64_t Value, StringRef /*InC*/) override {
    OS << "  " << Value << ",\n";
  }
  void text(StringRef String) override {
    OS << "  " << cCharArray(String) << ",\n";
  }

private:
  raw_ostream &OS;
};

class NumberValues final : public TableSink {
public:
  explicit NumberValues(raw_ostream &OS) : Lines(OS) {}

  void row(uint64_t /*Row*/) override {}
  void number(uint64_t Value, StringRef /*InC*/) override {
    Lines.write(utostr(Value));
  }

private:
  CValueWriter Lines;
};

/// Pointers and structures.
class MemberValues final : public TableSink {
public:
  MemberValues(raw_ostream &OS, const Table &TheTable,
               const CSpelling &Spelling)
      : OS(OS), TheTable(TheTable), Spelling(Spelling),
        Leaves(leavesOf(TheTable.Element)) {
    if (TheTable.Form ==
        Table::Single) { // Its braces are those of the variable.
      --Leaves.front().Opening;
      --Leaves.back().Closing;
    }
  }

  void row(uint64_t Row) override {
    if (TheTable.IsSparse)
      Prefix = ("[" + Twine(Row) + "] = ").str();
  }
  void number(uint64_t Value, StringRef InC) override {
    write(InC.empty() ? utostr(Value) : InC.str());
  }
  void sizeOf(const Record &Type) override {
    write(("(uint16_t)sizeof(" + Type.Name + ")").str());
  }
  void pointer(const Address &To) override {
    // C has no conversion of functions to pointers to data.
    bool IsFunction = To.Kind == Address::Operator || To.Kind == Address::Own;
    bool IsData = Leaves[Next].Value->Kind == Field::Pointer;
    write((IsFunction && IsData ? "(void *)(uintptr_t)" : "") + spell(To));
  }

private:
  std::string spell(const Address &To) const;
  void write(StringRef Value);

  raw_ostream &OS;
  const Table &TheTable;
  const CSpelling &Spelling;
  std::vector<Leaf> Leaves;
  std::string Prefix;
  size_t Next = 0;
  size_t Column = 0;
};

} // namespace

std::string MemberValues::spell(const Address &To) const {
  if (To.Kind == Address::Null)
    return "NULL";
  if (To.Kind == Address::FfiContext)
    return ("&" + Spelling(To)).str();
  if (To.Kind == Address::FfiBinary)
    return ("(void *)(uintptr_t)" + Spelling(To)).str();
  if (To.Kind != Address::InTable)
    return Spelling(To).str();
  if (!To.Text.empty())
    return cString(To.Text);
  StringRef Symbol = To.In->Symbol;
  switch (To.In->Form) {
  case Table::Single:
    return ("&" + Symbol + (To.In->Member.empty() ? "" : ".") + To.In->Member)
        .str();
  case Table::Text:
    return ("(const char *)&" + Symbol).str();
  case Table::Array:
    return To.Index ? (Symbol + " + " + Twine(To.Index)).str() : Symbol.str();
  }
  llvm_unreachable("covered switch");
}

/// Writes the next value of an element, in lines of up to 80 columns.
void MemberValues::write(StringRef Value) {
  const Leaf &Where = Leaves[Next];
  // With the space before and the comma behind.
  size_t Width = 1 + Where.Opening + Value.size() + Where.Closing + 1;
  if (Next == 0) {
    OS << "  " << Prefix;
    Column = 1 + Prefix.size();
  } else if (Column + Width > MaxColumns) {
    StringRef Indent = TheTable.Form == Table::Single ? "\n  " : "\n   ";
    OS << Indent;
    Column = Indent.size() - 2;
  } else {
    OS << ' ';
  }
  OS << std::string(Where.Opening, '{') << Value
     << std::string(Where.Closing, '}');
  Column += Width;
  bool IsLast = ++Next == Leaves.size();
  if (!IsLast || TheTable.Form == Table::Array)
    OS << ',';
  if (!IsLast)
    return;
  Next = 0;
  OS << '\n';
}

/// C has no arrays without elements.
static void writeNothing(raw_ostream &OS, const Table &TheTable) {
  OS << (TheTable.Element.Kind == Field::Number ? "  0,\n" : "  NULL,\n");
}

static void writeValues(raw_ostream &OS, const Table &TheTable,
                        const CSpelling &Spelling) {
  if (TheTable.Count == 0)
    return writeNothing(OS, TheTable);
  std::unique_ptr<TableSink> Values;
  if (TheTable.Form == Table::Text)
    Values = std::make_unique<TextValues>(OS);
  else if (TheTable.Element.Kind == Field::Number)
    Values = std::make_unique<NumberValues>(OS);
  else
    Values = std::make_unique<MemberValues>(OS, TheTable, Spelling);
  TheTable.Write(*Values);
}

// static const int64_t _metaobj_param_shapes[2] = {
//   2, 3,
// };
static void writeTable(raw_ostream &OS, const Table &TheTable,
                       const CSpelling &Spelling) {
  OS << '\n';
  if (!TheTable.Comment.empty())
    OS << "/* " << TheTable.Comment << " */\n";
  if (TheTable.Alignment)
    OS << "METAOBJ_ALIGN(" << TheTable.Alignment << ")\n";
  if (TheTable.IsCollected)
    OS << "METAOBJ_COLLECTED\n";
  if (TheTable.IsKept)
    OS << "METAOBJ_KEPT\n";
  OS << "static ";
  switch (TheTable.Form) {
  case Table::Single:
    OS << "const " << TheTable.Element.Type->Name << ' ' << TheTable.Symbol;
    break;
  case Table::Array:
    OS << TheTable.Element.Declaration << ' ' << TheTable.Symbol << '['
       << std::max<uint64_t>(TheTable.Count, 1) << ']';
    break;
  case Table::Text: {
    OS << "const struct {\n";
    TextMembers Members(OS, TheTable.Element);
    TheTable.Write(Members);
    OS << "} " << TheTable.Symbol;
    break;
  }
  }
  OS << " = {\n";
  writeValues(OS, TheTable, Spelling);
  OS << "};\n";
}

void metaobj::writeTables(raw_ostream &OS, const TableGroup &Group,
                          const CSpelling &Spelling) {
  for (const Table &TheTable : Group)
    if (!TheTable.IsInPlaceInC)
      writeTable(OS, TheTable, Spelling);
}
