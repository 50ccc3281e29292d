//===- FunctionTables.cpp - Functions for programs and for IREE -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelTables.h"
#include "Symbols.h"
#include "metaobj-c/metaobj_tables.h"

using namespace llvm;
using namespace metaobj;

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

// static const char _metaobj_named_functions_names[] = "f0\0" "f1\0"...;
// static const metaobj_named_function_t _metaobj_named_functions[] = {
//     {"f0", f0}, ...};
// static const metaobj_function_table_t _metaobj_function_table = {
//     METAOBJ_FUNCTION_TABLE_VERSION, sizeof(metaobj_named_function_t), N,
//     _metaobj_named_functions};
void ModelTables::addFunctionTable() {
  constexpr StringLiteral Group = "functions";
  const Table *Functions = nullptr;
  if (!TheModel.Functions.empty()) {
    Table &Names = FunctionTable.emplace_back(Table{
        symbols::NamesOfFunctions, Group, Table::Text, Field::number(1, "")});
    Names.IsInPlaceInC = true;
    Names.Write = [this](TableSink &Sink) {
      for (const Function &Each : TheModel.Functions)
        Sink.text(Each.Name);
    };
    Table &Rows = FunctionTable.emplace_back(Table{
        symbols::NamedFunctions, Group, Table::Array,
        Field::structure(NamedFunctionType, "const metaobj_named_function_t"),
        TheModel.Functions.size()});
    Rows.Write = [this, &Names](TableSink &Sink) {
      uint64_t Offset = 0;
      for (size_t I = 0; I != TheModel.Functions.size(); ++I) {
        Sink.row(I);
        Address Name = Address::table(Names, Offset);
        Name.Text = TheModel.Functions[I].Name;
        Sink.pointer(Name);
        Sink.pointer(Address::function(I));
        Offset += TheModel.Functions[I].Name.size() + 1;
      }
    };
    Functions = &Rows;
  }
  Table &Whole = FunctionTable.emplace_back(
      Table{symbols::FunctionTable, Group, Table::Single,
            Field::structure(FunctionTableType, "")});
  Whole.Write = [this, Functions](TableSink &Sink) {
    Sink.number(METAOBJ_FUNCTION_TABLE_VERSION,
                "METAOBJ_FUNCTION_TABLE_VERSION");
    Sink.sizeOf(NamedFunctionType);
    Sink.number(TheModel.Functions.size());
    Sink.pointer(Functions ? Address::table(*Functions) : Address());
  };
}

// static const metaobj_iree_query_t _metaobj_iree_queries[] = {
//     a_library_query, ...};
// static const metaobj_iree_table_t _metaobj_iree_table = {
//     METAOBJ_IREE_TABLE_VERSION, sizeof(metaobj_iree_query_t), N,
//     _metaobj_iree_queries};
void ModelTables::addIreeTable() {
  constexpr StringLiteral Group = "iree";
  const Table *Queries = nullptr;
  if (!TheModel.Functions.empty()) {
    Table &Rows = IreeTable.emplace_back(
        Table{symbols::IreeQueries, Group, Table::Array,
              Field::functionPointer("const metaobj_iree_query_t"),
              TheModel.Functions.size()});
    Rows.Comment = "For iree_hal_static_library_loader_create.";
    Rows.Write = [this](TableSink &Sink) {
      for (size_t I = 0; I != TheModel.Functions.size(); ++I) {
        Sink.row(I);
        Sink.pointer(Address::function(I));
      }
    };
    Queries = &Rows;
  }
  Table &Whole =
      IreeTable.emplace_back(Table{symbols::IreeTable, Group, Table::Single,
                                   Field::structure(IreeTableType, "")});
  Whole.Write = [this, Queries](TableSink &Sink) {
    Sink.number(METAOBJ_IREE_TABLE_VERSION, "METAOBJ_IREE_TABLE_VERSION");
    Sink.sizeOf(QueryType);
    Sink.number(TheModel.Functions.size());
    Sink.pointer(Queries ? Address::table(*Queries) : Address());
  };
}
