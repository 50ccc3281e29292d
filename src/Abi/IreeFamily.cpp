//===- IreeFamily.cpp - Static libraries of IREE --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/FunctionTables.h"
#include "Abi/IrTables.h"
#include "Abi/ModelTables.h"
#include "Abi/RuntimeFamily.h"
#include "Abi/Symbols.h"
#include "metaobj-c/metaobj_tables.h"

using namespace llvm;
using namespace metaobj;

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

static constexpr RuntimeAbi IreeAbis[] = {RuntimeAbi::Iree};
static constexpr StringLiteral IreePatterns[] = {"*_library_query"};
static constexpr StringLiteral IreeTypes[] = {
    "ptr (i32, ptr)", "(i32, i32) -> (i32)", "(i32, i64) -> (i64)"};

namespace {

class IreeFamily final : public RuntimeFamily {
public:
  IreeFamily()
      : RuntimeFamily({
            .Name = "IREE",
            .Operators = OperatorFamily::Iree,
            .Abis = IreeAbis,
            .Patterns = IreePatterns,
            .Convention = CallingConvention::Other,
            .Declaration = "const void *const *(uint32_t, const void *)",
            .Types = IreeTypes,
            .TypeInC = R"(
/* The query functions of IREE's libraries. */
typedef const void *const *metaobj_function_t(uint32_t max_version,
    const void *environment);
)",
            .HintForType = "leave it out",
            .TableSymbolEnd = "_iree_table",
            .TableType = "metaobj_iree_table_t",
            .TableComment =
                "The libraries, for iree_hal_static_library_loader_create.",
            .TypeInRust = "Table<IreeQuery>",
            .RowInRust = "iree",
        }) {}

  StringRef nameOf(RuntimeAbi) const override { return "iree"; }

  // const void *const *f(uint32_t max_version, const void *environment);
  FunctionType *functionType(const IrTables &Writer,
                             const metaobj::Function &) const override {
    PointerType *Pointer = Writer.pointerType();
    return FunctionType::get(
        Pointer, {Type::getInt32Ty(Writer.module().getContext()), Pointer},
        /*isVarArg=*/false);
  }

  void addTables(ModelTables &Tables) const override;

  std::string describe(const OperatorTraits &) const override {
    return "libraries of IREE";
  }
};

} // namespace

const RuntimeFamily &metaobj::ireeFamily() {
  static const IreeFamily Family;
  return Family;
}

// static const metaobj_iree_query_t _metaobj_iree_queries[] = {
//     a_library_query, ...};
// static const metaobj_iree_table_t _metaobj_iree_table = {
//     METAOBJ_IREE_TABLE_VERSION, sizeof(metaobj_iree_query_t), N,
//     _metaobj_iree_queries};
void IreeFamily::addTables(ModelTables &Tables) const {
  TableAdder Add(Tables.Registry, "iree");
  Table *Queries = nullptr;
  if (!Tables.model().Functions.empty()) {
    Queries = &Add.rows(symbols::IreeQueries,
                        Field::functionPointer("const metaobj_iree_query_t"),
                        Tables.model().Functions.size(),
                        [](TableSink &Sink, uint64_t Row) {
                          Sink.pointer(Address::function(Row));
                        });
    Queries->Comment = "For iree_hal_static_library_loader_create.";
  }
  addWhole(Add, symbols::IreeTable, IreeTableType, METAOBJ_IREE_TABLE_VERSION,
           "METAOBJ_IREE_TABLE_VERSION", QueryType, Queries);
}
