//===- FunctionsFamily.cpp - Functions of any type, by name ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/FunctionTables.h"
#include "Abi/IrTables.h"
#include "Abi/ModelTables.h"
#include "Abi/RuntimeFamily.h"
#include "Abi/Symbols.h"
#include "Base/Wording.h"
#include "metaobj-c/metaobj_tables.h"

#include "llvm/ADT/STLExtras.h"

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

static constexpr RuntimeAbi AnyAbis[] = {RuntimeAbi::Functions};

/// Of Function::Type; if it is empty, the type of a function without arguments
/// and result.
static FunctionType *wasmFunctionType(LLVMContext &Context, StringRef Text) {
  auto [Params, Results] = Text.split(" -> ");
  auto TypesOf = [&Context](StringRef List) {
    SmallVector<StringRef, 8> Names;
    List.trim("()").split(Names, ", ", /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    std::vector<Type *> Types;
    for (StringRef Name : Names)
      Types.push_back(Name == "i64"   ? Type::getInt64Ty(Context)
                      : Name == "f32" ? Type::getFloatTy(Context)
                      : Name == "f64" ? Type::getDoubleTy(Context)
                                      : Type::getInt32Ty(Context));
    return Types;
  };
  std::vector<Type *> Result = TypesOf(Results);
  return FunctionType::get(Result.empty() ? Type::getVoidTy(Context)
                                          : Result.front(),
                           TypesOf(Params), /*isVarArg=*/false);
}

namespace {

class FunctionsFamily final : public RuntimeFamily {
public:
  FunctionsFamily()
      : RuntimeFamily({
            .Name = "no runtime",
            .Operators = OperatorFamily::Unknown,
            .Abis = AnyAbis,
            .Patterns = {},
            .Convention = CallingConvention::Other,
            .TypeInC = R"(
/* The functions, whose types only the program knows. */
typedef void metaobj_function_t(void);
)",
            .HintForType = "leave it out",
            .TableSymbolEnd = "_function_table",
            .TableType = "metaobj_function_table_t",
            .TableComment = "All functions, by name.",
            .TypeInRust = "Table<NamedFunction>",
            .RowInRust = "functions",
        }) {}

  StringRef nameOf(RuntimeAbi) const override { return "functions"; }

  FunctionType *functionType(const IrTables &Writer,
                             const metaobj::Function &F) const override {
    return wasmFunctionType(Writer.module().getContext(), F.Type);
  }

  void addTables(ModelTables &Tables) const override;

  Error checkTarget(const Model &TheModel, const Triple &Target,
                    const DataLayout &Layout) const override;
};

} // namespace

const RuntimeFamily &metaobj::functionsFamily() {
  static const FunctionsFamily Family;
  return Family;
}

/// In WebAssembly a call by a pointer of another type traps.
Error FunctionsFamily::checkTarget(const Model &TheModel, const Triple &Target,
                                   const DataLayout &) const {
  if (!Target.isWasm())
    return Error::success();
  for (const metaobj::Function &F : TheModel.Functions) {
    StringRef Type = F.Type, Results = Type.split(" -> ").second;
    if (Type.contains("ref") || Type.contains("v128") || Results.contains(','))
      return inputError(F.Owner,
                        "function " + quoted(F.symbol()) + " has the type " +
                            Type + ", which no C function has",
                        "leave it out with " + setting::Exclude);
    if (Type.empty())
      return inputError(F.Owner,
                        "the type of function " + quoted(F.symbol()) +
                            " is not known, and linkers of WebAssembly compare "
                            "types",
                        "give the object that defines it");
  }
  return Error::success();
}

// static const char _metaobj_named_functions_names[] = "f0\0" "f1\0"...;
// static const metaobj_named_function_t _metaobj_named_functions[] = {
//     {"f0", f0}, ...};
// static const metaobj_function_table_t _metaobj_function_table = {
//     METAOBJ_FUNCTION_TABLE_VERSION, sizeof(metaobj_named_function_t), N,
//     _metaobj_named_functions};
void FunctionsFamily::addTables(ModelTables &Tables) const {
  for (const auto &[Number, Function] : enumerate(Tables.model().Functions))
    Tables.Entries.push_back({Function.Name, Address::function(Number)});
  TableAdder Add(Tables.Registry, "functions");
  const Table *Functions = addNamedAddresses(
      Add, Tables.Entries, symbols::NamesOfFunctions, symbols::NamedFunctions,
      Field::structure(NamedFunctionType, "const metaobj_named_function_t"));
  addWhole(Add, symbols::FunctionTable, FunctionTableType,
           METAOBJ_FUNCTION_TABLE_VERSION, "METAOBJ_FUNCTION_TABLE_VERSION",
           NamedFunctionType, Functions);
}
