//===- NoneFamily.cpp - Data without a runtime ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is no table. Programs declare each parameter by its symbol, in one of
// the styles of the tools that make objects of files.
//
//===----------------------------------------------------------------------===//

#include "Abi/DataSymbols.h"
#include "Abi/IrTables.h"
#include "Abi/RuntimeFamily.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace metaobj;

// extern const unsigned char x[], x_end[]; extern const size_t x_size;
static constexpr DataSymbolForm SymbolsOfC[] = {
    {DataSymbolForm::Start, "", ""},
    {DataSymbolForm::End, "", "_end"},
    {DataSymbolForm::SizeT, "", "_size"}};

static constexpr DataSymbolForm NameAlone[] = {{DataSymbolForm::Start, "", ""}};

// unsigned char x[]; unsigned int x_len;
static constexpr DataSymbolForm SymbolsOfXxd[] = {
    {DataSymbolForm::Start, "", ""}, {DataSymbolForm::UnsignedInt, "", "_len"}};

static constexpr DataSymbolForm SymbolsOfObjcopy[] = {
    {DataSymbolForm::Start, "_binary_", "_start"},
    {DataSymbolForm::End, "_binary_", "_end"},
    {DataSymbolForm::Absolute, "_binary_", "_size"}};

// tools/cmake/scripts/data_file_embed_asm.cmake of ESP-IDF.
static constexpr DataSymbolForm SymbolsOfEspIdf[] = {
    {DataSymbolForm::Start, "_binary_", "_start"},
    {DataSymbolForm::Start, "", ""},
    {DataSymbolForm::End, "_binary_", "_end"},
    {DataSymbolForm::UInt32, "", "_length"}};

ArrayRef<DataSymbolForm> metaobj::dataSymbols(DataStyle Style) {
  switch (Style) {
  case DataStyle::C:
    return SymbolsOfC;
  case DataStyle::Name:
    return NameAlone;
  case DataStyle::Xxd:
    return SymbolsOfXxd;
  case DataStyle::Objcopy:
    return SymbolsOfObjcopy;
  case DataStyle::EspIdf:
    return SymbolsOfEspIdf;
  }
  llvm_unreachable("all styles are listed");
}

std::string metaobj::dataName(const Param &TheParam) {
  return TheParam.Symbol.str() + (TheParam.Compressed ? "_zst" : "");
}

std::string metaobj::dataSymbol(DataStyle Style, const DataSymbolForm &Form,
                                StringRef Name) {
  std::string Symbol = (Form.Before + Name + Form.Behind).str();
  if (!isDigit(Symbol.front()))
    return Symbol;
  // As xxd does, and CMake (MAKE_C_IDENTIFIER), by which ESP-IDF names.
  return (Style == DataStyle::EspIdf ? "_" : "__") + Symbol;
}

static constexpr RuntimeAbi NoneAbis[] = {RuntimeAbi::None};

namespace {

class NoneFamily final : public RuntimeFamily {
public:
  NoneFamily()
      : RuntimeFamily({
            .Name = "no runtime",
            .Operators = OperatorFamily::Unknown,
            .Abis = NoneAbis,
            .Patterns = {},
            .Convention = CallingConvention::Other,
            .TypeInC = "",
            .HintForType = "leave it out",
            .TableSymbolEnd = "",
            .TableType = "",
            .TableComment = "",
            .TypeInRust = "",
            .HasTables = false,
        }) {}

  StringRef nameOf(RuntimeAbi) const override { return "none"; }

  FunctionType *functionType(const IrTables &Writer,
                             const metaobj::Function &) const override {
    return FunctionType::get(Type::getVoidTy(Writer.module().getContext()),
                             /*isVarArg=*/false);
  }

  void addTables(ModelTables &) const override {}

  /// Nothing would call them.
  Error checkTarget(const Model &TheModel, const Triple &,
                    const DataLayout &) const override;
};

} // namespace

const RuntimeFamily &metaobj::noneFamily() {
  static const NoneFamily Family;
  return Family;
}

Error NoneFamily::checkTarget(const Model &TheModel, const Triple &,
                              const DataLayout &) const {
  if (TheModel.Functions.empty())
    return Error::success();
  const metaobj::Function &First = TheModel.Functions.front();
  return inputError(First.Owner,
                    "function " + Twine(First.Name) +
                        " has no place in an object without a table",
                    "choose another " + setting::Abi);
}
