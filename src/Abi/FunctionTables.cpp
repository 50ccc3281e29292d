//===- FunctionTables.cpp - Tables in place of a registry -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelTables.h"
#include "Symbols.h"
#include "metaobj-c/metaobj_tables.h"

#include "llvm/ADT/STLExtras.h"

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

// typedef struct metaobj_named_function {
//   const char *name;
//   metaobj_any_function_t function;
// } metaobj_named_function_t;
static constexpr Field NamedFunctionFields[] = {
    Field::pointer("const char *name"),
    Field::functionPointer("metaobj_any_function_t function"),
};
static constexpr Record NamedFunctionType = {"metaobj_named_function_t",
                                             NamedFunctionFields};

// typedef struct metaobj_function_table { ... } metaobj_function_table_t;
static constexpr Field FunctionTableFields[] = {
    Field::number(2, "uint16_t version"),
    Field::number(2, "uint16_t entry_size"),
    Field::number(4, "uint32_t num_functions"),
    Field::pointer("const metaobj_named_function_t *functions"),
};
static constexpr Record FunctionTableType = {"metaobj_function_table_t",
                                             FunctionTableFields};

// typedef struct metaobj_iree_table { ... } metaobj_iree_table_t;
static constexpr Field IreeTableFields[] = {
    Field::number(2, "uint16_t version"),
    Field::number(2, "uint16_t entry_size"),
    Field::number(4, "uint32_t num_libraries"),
    Field::pointer("const metaobj_iree_query_t *queries"),
};
static constexpr Record IreeTableType = {"metaobj_iree_table_t",
                                         IreeTableFields};

/// A structure with the size of a function's pointer.
static constexpr Field QueryFields[] = {
    Field::functionPointer("metaobj_iree_query_t query")};
static constexpr Record QueryType = {"metaobj_iree_query_t", QueryFields};

/// Adds the \p Names of all entries, and \p Rows with their names and
/// addresses; nullptr if there are none.
Table *ModelTables::addNamedAddresses(TableAdder &Add, StringLiteral Names,
                                      StringLiteral Rows, const Field &Row) {
  if (Entries.empty())
    return nullptr;
  Table &TheNames = Add.text(Names, [this](TableSink &Sink) {
    for (const RegistryEntry &Each : Entries)
      Sink.text(Each.Name);
  });
  TheNames.IsInPlaceInC = true;
  auto Write = [this, &TheNames](TableSink &Sink) {
    uint64_t Offset = 0;
    for (const auto &[Number, Each] : enumerate(Entries)) {
      Sink.row(Number);
      Sink.pointer(Address::string(TheNames, Offset, Each.Name));
      Sink.pointer(Each.Function);
      Offset += Each.Name.size() + 1;
    }
  };
  return &Add.array(Rows, Row, Entries.size(), Write);
}

/// Adds the structure that leads to \p Rows, each of \p RowType.
static void addWhole(TableAdder &Add, StringLiteral Symbol, const Record &Type,
                     uint64_t Version, StringLiteral VersionInC,
                     const Record &RowType, const Table *Rows) {
  Add.structure(Symbol, Type, [=, &RowType](TableSink &Sink) {
    Sink.number(Version, VersionInC);
    Sink.sizeOf(RowType);
    Sink.number(Rows ? Rows->Count : 0);
    Sink.pointer(Address::table(Rows));
  });
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
  const tvm_ffi::Library &Library = *Additional.Ffi;
  if (!Library.ContextSymbol.empty())
    Entries.push_back({Library.ContextName, {Address::FfiContext}});
  for (size_t I = 0; I != TheModel.Functions.size(); ++I)
    Entries.push_back({Library.FunctionNames[I], Address::function(I)});
  if (!Library.BinarySymbol.empty())
    Entries.push_back({Library.BinaryName, {Address::FfiBinary}});

  TableAdder Add(FfiTable, "tvm_ffi");
  Table *Symbols = addNamedAddresses(
      Add, symbols::FfiNames, symbols::FfiSymbols,
      Field::structure(FfiSymbolType, "const metaobj_ffi_symbol_t"));
  if (Symbols)
    Symbols->Comment = "What tvm-ffi looks up in a system library.";
  addWhole(Add, symbols::FfiTable, FfiTableType, METAOBJ_FFI_VERSION,
           "METAOBJ_FFI_VERSION", FfiSymbolType, Symbols);
}

// static const char _metaobj_named_functions_names[] = "f0\0" "f1\0"...;
// static const metaobj_named_function_t _metaobj_named_functions[] = {
//     {"f0", f0}, ...};
// static const metaobj_function_table_t _metaobj_function_table = {
//     METAOBJ_FUNCTION_TABLE_VERSION, sizeof(metaobj_named_function_t), N,
//     _metaobj_named_functions};
void ModelTables::addFunctionTable() {
  for (const auto &[Number, Each] : enumerate(TheModel.Functions))
    Entries.push_back({Each.Name, Address::function(Number)});
  TableAdder Add(FunctionTable, "functions");
  const Table *Functions = addNamedAddresses(
      Add, symbols::NamesOfFunctions, symbols::NamedFunctions,
      Field::structure(NamedFunctionType, "const metaobj_named_function_t"));
  addWhole(Add, symbols::FunctionTable, FunctionTableType,
           METAOBJ_FUNCTION_TABLE_VERSION, "METAOBJ_FUNCTION_TABLE_VERSION",
           NamedFunctionType, Functions);
}

// static const metaobj_iree_query_t _metaobj_iree_queries[] = {
//     a_library_query, ...};
// static const metaobj_iree_table_t _metaobj_iree_table = {
//     METAOBJ_IREE_TABLE_VERSION, sizeof(metaobj_iree_query_t), N,
//     _metaobj_iree_queries};
void ModelTables::addIreeTable() {
  TableAdder Add(IreeTable, "iree");
  Table *Queries = nullptr;
  if (!TheModel.Functions.empty()) {
    Queries =
        &Add.rows(symbols::IreeQueries,
                  Field::functionPointer("const metaobj_iree_query_t"),
                  TheModel.Functions.size(), [](TableSink &Sink, uint64_t Row) {
                    Sink.pointer(Address::function(Row));
                  });
    Queries->Comment = "For iree_hal_static_library_loader_create.";
  }
  addWhole(Add, symbols::IreeTable, IreeTableType, METAOBJ_IREE_TABLE_VERSION,
           "METAOBJ_IREE_TABLE_VERSION", QueryType, Queries);
}
