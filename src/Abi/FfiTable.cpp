//===- FfiTable.cpp - The names and addresses of a tvm-ffi library --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelTables.h"
#include "Symbols.h"
#include "metaobj-c/metaobj_tables.h"

using namespace llvm;
using namespace metaobj;

// typedef struct metaobj_ffi_symbol {
//   const char *name;
//   void *address;
// } metaobj_ffi_symbol_t;
static constexpr Field FfiSymbolFields[] = {
    Field::pointer("const char *name"),
    Field::pointer("void *address"),
};
static constexpr Record FfiSymbolType = {"metaobj_ffi_symbol_t",
                                         FfiSymbolFields};

// typedef struct metaobj_ffi_table { ... } metaobj_ffi_table_t;
static constexpr Field FfiTableFields[] = {
    Field::number(2, "uint16_t version"),
    Field::number(2, "uint16_t entry_size"),
    Field::number(4, "uint32_t num_symbols"),
    Field::pointer("const metaobj_ffi_symbol_t *symbols"),
};
static constexpr Record FfiTableType = {"metaobj_ffi_table_t", FfiTableFields};

void ModelTables::listFfiSymbols() {
  const tvm_ffi::Library &Library = *Additional.Ffi;
  if (!Library.ContextSymbol.empty())
    Entries.push_back({Library.ContextName, {Address::FfiContext}});
  for (size_t I = 0; I != TheModel.Functions.size(); ++I)
    Entries.push_back({Library.FunctionNames[I], Address::function(I)});
  if (!Library.BinarySymbol.empty())
    Entries.push_back({Library.BinaryName, {Address::FfiBinary}});
}

// static const char _metaobj_ffi_names[] = "__tvm_ffi_f0\0"
// "__tvm_ffi_f1\0"...; static const metaobj_ffi_symbol_t _metaobj_ffi_symbols[]
// = {
//     {"__tvm_ffi__library_ctx", &__tvm_ffi__library_ctx},
//     {"__tvm_ffi_f0", (void *)__tvm_ffi_f0}, ...};
// static const metaobj_ffi_table_t _metaobj_ffi_table = {
//     METAOBJ_FFI_VERSION, sizeof(metaobj_ffi_symbol_t), N,
//     _metaobj_ffi_symbols};
//
// The context comes first, as in the constructors of TVM.
void ModelTables::addFfiTable() {
  constexpr StringLiteral Group = "tvm_ffi";
  listFfiSymbols();
  const Table *Symbols = nullptr;
  if (!Entries.empty()) {
    Table &Names = FfiTable.emplace_back(
        Table{symbols::FfiNames, Group, Table::Text, Field::number(1, "")});
    Names.IsInPlaceInC = true;
    Names.Write = [this](TableSink &Sink) {
      for (const RegistryEntry &Each : Entries)
        Sink.text(Each.Name);
    };
    Table &Rows = FfiTable.emplace_back(
        Table{symbols::FfiSymbols, Group, Table::Array,
              Field::structure(FfiSymbolType, "const metaobj_ffi_symbol_t"),
              Entries.size()});
    Rows.Comment = "What tvm-ffi looks up in a system library.";
    Rows.Write = [this, &Names](TableSink &Sink) {
      uint64_t Offset = 0;
      for (size_t I = 0; I != Entries.size(); ++I) {
        Sink.row(I);
        Address Name = Address::table(Names, Offset);
        Name.Text = Entries[I].Name;
        Sink.pointer(Name);
        Sink.pointer(Entries[I].Function);
        Offset += Entries[I].Name.size() + 1;
      }
    };
    Symbols = &Rows;
  }
  Table &Whole =
      FfiTable.emplace_back(Table{symbols::FfiTable, Group, Table::Single,
                                  Field::structure(FfiTableType, "")});
  Whole.Write = [this, Symbols](TableSink &Sink) {
    Sink.number(METAOBJ_FFI_VERSION, "METAOBJ_FFI_VERSION");
    Sink.sizeOf(FfiSymbolType);
    Sink.number(Entries.size());
    Sink.pointer(Symbols ? Address::table(*Symbols) : Address());
  };
}
