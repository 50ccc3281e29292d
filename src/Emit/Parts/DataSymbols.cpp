//===- DataSymbols.cpp - How programs find data without a table -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbols behind the bytes of parameters, their sizes as variables, and sizes
// that are addresses, in one of the styles of Abi/DataSymbols.h.
//
//===----------------------------------------------------------------------===//

#include "Abi/DataSymbols.h"
#include "Abi/RuntimeFamily.h"
#include "Base/Wording.h"
#include "Emit/Code/ParamVariables.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Parts/Parts.h"
#include "Emit/Text/CSource.h"
#include "Object/FormatRules.h"
#include "metaobj/Embed.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

class DataSymbolsPart final : public OutputPart {
public:
  Error checkModel(const Model &TheModel,
                   const EmitConfig &Config) const override;

  std::optional<NotInC> refuseC() const override {
    return NotInC{"C source has no symbols behind the end of data",
                  "emit an object"};
  }

  Error checkFormat(const Model &TheModel, const EmitConfig &Config,
                    const Triple &Target) const override;

  std::vector<std::string> symbols(const Model &TheModel,
                                   const EmitConfig &Config) const override;

  std::vector<ParamMark>
  paramMarks(const Emission::Common &Common) const override;

  Error addToModule(IrTables &Writer, const Emission::Common &Common,
                    const EmissionTables &Tables) const override;

  void declareWith(raw_ostream &OS, const CModel &C,
                   size_t Index) const override;
};

} // namespace

std::shared_ptr<OutputPart>
metaobj::makeDataSymbolsPart(const Model & /*TheModel*/,
                             const EmitConfig &Config) {
  if (runtimeFamily(Config.Abi).Facts.HasTables)
    return nullptr;
  return std::make_shared<DataSymbolsPart>();
}

/// Those besides the parameter's own.
static ArrayRef<DataSymbolForm> otherSymbols(const EmitConfig &Config) {
  return dataSymbols(Config.Data.Style).drop_front();
}

static std::string symbolOf(const EmitConfig &Config,
                            const DataSymbolForm &Form, const Param &P) {
  return dataSymbol(Config.Data.Style, Form, dataName(P));
}

/// What symbols for the number of bytes say. Compressed bytes have their own
/// number, whatever they become.
static uint64_t countedBytes(const EmitConfig &Config, const Param &P) {
  return P.Data.size() - (Config.Data.HasNul && !P.Compressed ? 1 : 0);
}

/// What names the symbols.
static Setting settingOfNames(const EmitConfig &Config) {
  return Config.Data.Style == DataStyle::Name ? setting::ParamSymbols
                                              : setting::EmbedSymbol;
}

/// Programs in C must be able to declare each symbol, and linkers want one of
/// each name.
Error DataSymbolsPart::checkModel(const Model &TheModel,
                                  const EmitConfig &Config) const {
  StringMap<const Param *> Known;
  for (const Param &P : TheModel.Params) {
    if (P.Symbol.empty())
      return inputError(P.Owner,
                        "parameter " + quoted(P.Name) + " has no symbol",
                        "give it one with " + settingOfNames(Config));
    for (const DataSymbolForm &Form : dataSymbols(Config.Data.Style)) {
      std::string Symbol = symbolOf(Config, Form, P);
      if (!isVariableName(Symbol))
        return inputError(P.Owner,
                          "would have the symbol " + quoted(Symbol) +
                              ", which C cannot give to a variable",
                          "name it with " + settingOfNames(Config));
      auto [Place, IsNew] = Known.try_emplace(Symbol, &P);
      if (!IsNew)
        return inputError(P.Owner,
                          "would have the symbol " + quoted(Symbol) + " of " +
                              quoted(Place->second->Name),
                          "tell them apart with " + settingOfNames(Config));
    }
  }
  return Error::success();
}

Error DataSymbolsPart::checkFormat(const Model &TheModel,
                                   const EmitConfig &Config,
                                   const Triple &Target) const {
  bool HasAbsolute =
      any_of(dataSymbols(Config.Data.Style), [](const DataSymbolForm &Form) {
        return Form.Kind == DataSymbolForm::Absolute;
      });
  const FormatFacts &Facts = formatRules(Target).Facts;
  if (!HasAbsolute || Facts.HasAbsoluteSymbols || TheModel.Params.empty())
    return Error::success();
  return inputError(
      TheModel.Params.front().Owner,
      "cannot have the symbol " +
          quoted(symbolOf(Config, dataSymbols(Config.Data.Style).back(),
                          TheModel.Params.front())) +
          ", whose address is a size: " + Facts.Name + " has no such symbols",
      "choose another " + setting::DataStyle);
}

std::vector<std::string>
DataSymbolsPart::symbols(const Model &TheModel,
                         const EmitConfig &Config) const {
  std::vector<std::string> Result;
  for (const Param &P : TheModel.Params)
    for (const DataSymbolForm &Form : otherSymbols(Config))
      Result.push_back(symbolOf(Config, Form, P));
  return Result;
}

std::vector<ParamMark>
DataSymbolsPart::paramMarks(const Emission::Common &Common) const {
  std::vector<ParamMark> Result;
  for (const auto &[Index, P] : enumerate(Common.model().Params))
    for (const DataSymbolForm &Form : otherSymbols(Common.Config))
      if (Form.Kind == DataSymbolForm::Start)
        Result.push_back({symbolOf(Common.Config, Form, P), Index, 0});
      else if (Form.Kind == DataSymbolForm::End)
        Result.push_back(
            {symbolOf(Common.Config, Form, P), Index, P.Data.size()});
  return Result;
}

static StringRef typeOf(const DataSymbolForm &Form) {
  return Form.Kind == DataSymbolForm::SizeT         ? "size_t"
         : Form.Kind == DataSymbolForm::UnsignedInt ? "unsigned int"
                                                    : "uint32_t";
}

static unsigned bitsOf(const DataSymbolForm &Form, const IrTables &Writer) {
  return Form.Kind == DataSymbolForm::SizeT
             ? Writer.layout().getPointerSizeInBits()
         : Form.Kind == DataSymbolForm::UnsignedInt
             ? Writer.intType()->getBitWidth()
             : 32;
}

/// Of several objects with the variable linkers keep one's.
static void makeGroup(GlobalVariable &Variable) {
  Variable.setLinkage(GlobalValue::WeakODRLinkage);
  Variable.setComdat(
      Variable.getParent()->getOrInsertComdat(Variable.getName()));
}

// const size_t x_size = <bytes>;
static Expected<GlobalVariable *> addSize(IrTables &Writer, const Param &P,
                                          uint64_t Size,
                                          const DataSymbolForm &Form,
                                          StringRef Symbol) {
  Module &M = Writer.module();
  unsigned Bits = bitsOf(Form, Writer);
  if (!isUIntN(Bits, Size))
    return inputError(P.Owner,
                      "has " + Twine(Size) + " bytes, more than " +
                          quoted(Symbol) + " of type " + typeOf(Form) +
                          " can count",
                      "choose another " + setting::DataStyle);
  auto *Type = IntegerType::get(M.getContext(), Bits);
  return new GlobalVariable(M, Type, /*isConstant=*/true,
                            GlobalValue::ExternalLinkage,
                            ConstantInt::get(Type, Size), Symbol);
}

// .globl _binary_x_size; .set _binary_x_size, <bytes>
static GlobalAlias *addAbsolute(Module &M, uint64_t Value, StringRef Symbol) {
  auto *Byte = Type::getInt8Ty(M.getContext());
  auto *Number = ConstantInt::get(Type::getInt64Ty(M.getContext()), Value);
  return GlobalAlias::create(
      Byte, /*AddressSpace=*/0, GlobalValue::ExternalLinkage, Symbol,
      ConstantExpr::getIntToPtr(Number, PointerType::get(M.getContext(), 0)),
      &M);
}

Error DataSymbolsPart::addToModule(IrTables &Writer,
                                   const Emission::Common &Common,
                                   const EmissionTables &) const {
  Module &M = Writer.module();
  for (const auto &[Index, P] : enumerate(Common.model().Params))
    for (const DataSymbolForm &Form : otherSymbols(Common.Config)) {
      std::string Symbol = symbolOf(Common.Config, Form, P);
      ParamVisibility Visibility = Common.Layout.Sites[Index].Visibility;
      uint64_t Bytes = countedBytes(Common.Config, P);
      if (Form.Kind == DataSymbolForm::Absolute)
        setVisibility(*addAbsolute(M, Bytes, Symbol), Visibility);
      if (!Form.isVariable())
        continue;
      Expected<GlobalVariable *> Size = addSize(Writer, P, Bytes, Form, Symbol);
      if (!Size)
        return Size.takeError();
      setVisibility(**Size, Visibility);
      if (Common.Config.Params.AreGroups &&
          Visibility != ParamVisibility::Local)
        makeGroup(**Size);
    }
  return Error::success();
}

void DataSymbolsPart::declareWith(raw_ostream &OS, const CModel &C,
                                  size_t Index) const {
  const Param &P = C.TheModel.Params[Index];
  StringRef Bytes = C.Config.Params.AreWritable ? "extern unsigned char "
                                                : "extern const unsigned char ";
  for (const DataSymbolForm &Form : otherSymbols(C.Config)) {
    std::string Symbol = symbolOf(C.Config, Form, P);
    if (Form.isVariable())
      OS << "extern const " << typeOf(Form) << ' ' << Symbol << ";\n";
    else
      OS << Bytes << Symbol << "[];"
         << (Form.Kind == DataSymbolForm::Absolute
                 ? " /* Its address is the size. */"
                 : "")
         << '\n';
  }
}
