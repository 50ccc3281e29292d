//===- TvmFfiFamily.cpp - tvm-ffi -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/FunctionTables.h"
#include "Abi/IrTables.h"
#include "Abi/ModelTables.h"
#include "Abi/RuntimeFamily.h"
#include "Abi/Symbols.h"
#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
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

static constexpr RuntimeAbi FfiAbis[] = {RuntimeAbi::TvmFfi};
static constexpr StringLiteral FfiPatterns[] = {"__tvm_ffi_*"};
static constexpr StringLiteral FfiTypes[] = {
    "i32 (ptr, ptr, i32, ptr)", "(i32, i32, i32, i32) -> (i32)",
    "(i64, i64, i32, i64) -> (i32)", "ffi"};

namespace {

class TvmFfiFamily final : public RuntimeFamily {
public:
  TvmFfiFamily()
      : RuntimeFamily({
            .Name = "tvm-ffi",
            .Operators = OperatorFamily::TvmFfi,
            .Abis = FfiAbis,
            .Patterns = FfiPatterns,
            .Convention = CallingConvention::Ffi,
            .Declaration =
                "int (void *, const TVMFFIAny *, int32_t, TVMFFIAny *)",
            .Types = FfiTypes,
            .TypeInC = R"(
/* The functions of tvm-ffi. */
typedef int32_t metaobj_function_t(void *handle, const void *args,
    int32_t num_args, void *result);
)",
            .HintForType = "compile it with TVM v0.22 or later",
            .TableSymbolEnd = "_tvm_ffi_table",
            .TableType = "metaobj_ffi_table_t",
            .TableComment = "Names and addresses for tvm-ffi; "
                            "metaobj_ffi_register passes them on.",
            .TypeInRust = "Table<FfiSymbol>",
            .RowInRust = "ffi",
            .HasLibrary = true,
        }) {}

  StringRef nameOf(RuntimeAbi) const override { return "tvm-ffi"; }

  // int32_t f(void *handle, const TVMFFIAny *args, int32_t num_args,
  //           TVMFFIAny *result);
  FunctionType *functionType(const IrTables &Writer,
                             const metaobj::Function &) const override {
    Type *Int32 = Type::getInt32Ty(Writer.module().getContext());
    PointerType *Pointer = Writer.pointerType();
    return FunctionType::get(Int32, {Pointer, Pointer, Int32, Pointer},
                             /*isVarArg=*/false);
  }

  void addTables(ModelTables &Tables) const override;

  Error checkTarget(const Model &TheModel, const Triple &Target,
                    const DataLayout &Layout) const override;

  std::string describe(const OperatorTraits &Traits) const override {
    return "operators of " + Traits.FfiReleases.text() + ", tvm-ffi";
  }

  Message hintFor(const OperatorTraits &Traits) const override;
};

} // namespace

const RuntimeFamily &metaobj::tvmFfiFamily() {
  static const TvmFfiFamily Family;
  return Family;
}

Message TvmFfiFamily::hintFor(const OperatorTraits &Traits) const {
  if (Traits.Needs.empty())
    return "";
  std::vector<StringRef> HostFunctions;
  for (StringRef Name : Traits.Needs) {
    const auto *Function = tvm_ffi::findRuntimeFunction(Name);
    if (!Function || !Function->IsInRuntimeCrt)
      HostFunctions.push_back(Name);
  }
  StringRef Them = Traits.Needs.size() == 1 ? "it" : "them";
  Message Result = "the program provides " +
                   quotedList(Traits.Needs, Traits.Needs.size()) + "; ";
  if (HostFunctions.size() == Traits.Needs.size())
    return Result + "only TVM's runtime of a host has " + Them;
  Result += "metaobj link --with-runtime=ffi has ";
  if (HostFunctions.empty())
    return Result + Them;
  return Result + "all but " + quotedList(HostFunctions, HostFunctions.size()) +
         ", which only TVM's runtime of a host has";
}

/// Machines of microcontrollers with other pointers to functions have no
/// tvm-ffi.
Error TvmFfiFamily::checkTarget(const Model &TheModel, const Triple &Target,
                                const DataLayout &Layout) const {
  if (Layout.getProgramAddressSpace() == 0 && Layout.getPointerSize() >= 4)
    return Error::success();
  return inputError("model " + quoted(TheModel.Name),
                    Facts.Name +
                        " is for machines with pointers of 32 or 64 bits to "
                        "one memory, and not for " +
                        Target.str(),
                    "choose " + setting::Abi + "=tvm-crt-u16 or another");
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
void TvmFfiFamily::addTables(ModelTables &Tables) const {
  // There is an executor instead.
  if (!Tables.additional().Ffi)
    return Tables.addLoneRecord();
  const tvm_ffi::Library &Library = *Tables.additional().Ffi;
  if (!Library.ContextSymbol.empty())
    Tables.Entries.push_back({Library.ContextName, {Address::FfiContext}});
  for (size_t I = 0; I != Tables.model().Functions.size(); ++I)
    Tables.Entries.push_back({Library.FunctionNames[I], Address::function(I)});
  if (!Library.BinarySymbol.empty())
    Tables.Entries.push_back({Library.BinaryName, {Address::FfiBinary}});

  TableAdder Add(Tables.Registry, "tvm_ffi");
  Table *Symbols = addNamedAddresses(
      Add, Tables.Entries, symbols::FfiNames, symbols::FfiSymbols,
      Field::structure(FfiSymbolType, "const metaobj_ffi_symbol_t"));
  if (Symbols)
    Symbols->Comment = "What tvm-ffi looks up in a system library.";
  addWhole(Add, symbols::FfiTable, FfiTableType, METAOBJ_FFI_VERSION,
           "METAOBJ_FFI_VERSION", FfiSymbolType, Symbols);
}
