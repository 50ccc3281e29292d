//===- DescribeOperators.cpp - Descriptions of operators in IR ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/LlvmVersion.h"
#include "Base/Wording.h"
#include "Object/OperatorText.h"
#include "metaobj-c/metaobj_operator.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace metaobj;

/// Custom sections of a WebAssembly object: lists of a name and bytes.
static constexpr StringLiteral WasmSectionsName = "wasm.custom_sections";

StringRef metaobj::cNameOf(const GlobalValue &Value) {
  StringRef Name = Value.getName();
  if (!Name.consume_front("\1"))
    return Name;
  char Prefix = Value.getParent()->getDataLayout().getGlobalPrefix();
  if (Prefix != '\0')
    Name.consume_front(StringRef(&Prefix, 1));
  return Name;
}

/// The module's function, or alias of one, that C calls \p Name.
static const GlobalValue *findFunction(const Module &M, StringRef Name) {
  for (const GlobalValue &Global : M.global_values())
    if (cNameOf(Global) == Name && isa<FunctionType>(Global.getValueType()))
      return &Global;
  return nullptr;
}

/// The text of all \p Operators for \p M, each with its NUL.
static Expected<std::string>
describedText(const Module &M, ArrayRef<OperatorDescription> Operators) {
  std::string Text;
  for (const OperatorDescription &Operator : Operators) {
    Expected<std::string> One = printOperator(Operator);
    if (!One)
      return One.takeError();
    const GlobalValue *Function = findFunction(M, Operator.Symbol);
    if (!Function || Function->isDeclaration() || Function->hasLocalLinkage())
      return inputError(
          "description of " + quoted(Operator.Symbol),
          !Function ? "the module has no function of this name"
          : Function->isDeclaration()
              ? "the module only declares this function"
              : "the function is local, so nothing can refer to it",
          "describe it in the module that defines it");
    Text += *One;
    Text += '\0';
  }
  return Text;
}

/// What metaobj_operator.h makes by assembly:
///
///     static const char operators[] __attribute__((section(".metaobj.ops")))
///         = "metaobj-operator 1\nsymbol=f\n...\0...";
///
/// `!exclude` gives its section SHF_EXCLUDE in ELF and IMAGE_SCN_LNK_REMOVE in
/// COFF.
static void addVariable(Module &M, StringRef Text, StringRef Section) {
  LLVMContext &Context = M.getContext();
  Constant *Bytes =
      ConstantDataArray::getString(Context, Text, /*AddNull=*/false);
  auto *Variable = new GlobalVariable(M, Bytes->getType(), /*isConstant=*/true,
                                      GlobalValue::PrivateLinkage, Bytes,
                                      "metaobj.operators");
  Variable->setSection(Section);
  Variable->setAlignment(Align(1));
  Variable->setMetadata(LLVMContext::MD_exclude, MDNode::get(Context, {}));
  appendToCompilerUsed(M, {Variable});
}

Error metaobj::describeOperators(Module &M,
                                 ArrayRef<OperatorDescription> Operators) {
  Expected<std::string> Text = describedText(M, Operators);
  if (!Text)
    return Text.takeError();
  if (Operators.empty())
    return Error::success();
  Triple TheTriple(llvm_version::tripleName(M));
  switch (TheTriple.getObjectFormat()) {
  case Triple::ELF:
  case Triple::COFF:
    addVariable(M, *Text, METAOBJ_OPERATORS_SECTION);
    return Error::success();
  case Triple::MachO:
    addVariable(M, *Text, METAOBJ_OPERATORS_SECTION_MACHO ",regular,debug");
    return Error::success();
  case Triple::Wasm: {
    LLVMContext &Context = M.getContext();
    M.getOrInsertNamedMetadata(WasmSectionsName)
        ->addOperand(MDNode::get(
            Context, {MDString::get(Context, METAOBJ_OPERATORS_SECTION),
                      MDString::get(Context, *Text)}));
    return Error::success();
  }
  default:
    return inputError("module " + quoted(M.getName()),
                      "objects of " + quoted(TheTriple.str()) +
                          " have no section for descriptions of operators",
                      "set the triple of an ELF, COFF, Mach-O or WebAssembly "
                      "target first");
  }
}

/// Mach-O's sections have attributes behind their name.
static bool isOperatorsSection(StringRef Name) {
  return Name == METAOBJ_OPERATORS_SECTION ||
         Name == METAOBJ_OPERATORS_SECTION_MACHO ||
         Name.starts_with(METAOBJ_OPERATORS_SECTION_MACHO ",");
}

/// The bytes of a string literal of assembly, without its quotes; nullopt for
/// escapes that metaobj_operator.h does not write.
static std::optional<std::string> unescape(StringRef Literal) {
  std::string Result;
  for (size_t I = 0; I != Literal.size(); ++I) {
    if (Literal[I] != '\\') {
      Result += Literal[I];
      continue;
    }
    if (++I == Literal.size())
      return std::nullopt;
    switch (Literal[I]) {
    case 'n':
      Result += '\n';
      break;
    case '\\':
    case '"':
      Result += Literal[I];
      break;
    default:
      return std::nullopt;
    }
  }
  return Result;
}

/// The descriptions in module-level assembly, as metaobj_operator.h writes
/// them. What else stands in these sections is an error.
static Error readAssembly(StringRef Assembly, std::string &Text) {
  bool IsInside = false;
  while (!Assembly.empty()) {
    auto [Line, Rest] = Assembly.split('\n');
    Assembly = Rest;
    Line = Line.trim();
    if (Line.starts_with(".pushsection") || Line.starts_with(".section")) {
      StringRef Name = Line.drop_front(Line.find_first_of(" \t")).trim();
      Name.consume_front(".custom_section.");
      IsInside = isOperatorsSection(Name.split(",\"").first);
      continue;
    }
    if (!IsInside || Line.empty())
      continue;
    if (Line == ".popsection" || Line == ".text") {
      IsInside = false;
      continue;
    }
    std::optional<std::string> Bytes;
    if (Line.consume_front(".asciz"))
      if (Line = Line.trim();
          Line.consume_front("\"") && Line.consume_back("\""))
        Bytes = unescape(Line);
    if (!Bytes)
      return createStringError(
          inconvertibleErrorCode(),
          "assembly describes operators in another form than that of "
          "metaobj_operator.h");
    Text += *Bytes;
    Text += '\0';
  }
  return Error::success();
}

/// The bytes of a global variable; nullopt if they are no plain bytes.
static std::optional<StringRef> bytesOf(const GlobalVariable &Variable) {
  if (!Variable.hasInitializer())
    return std::nullopt;
  if (isa<ConstantAggregateZero>(Variable.getInitializer()))
    return StringRef();
  auto *Data = dyn_cast<ConstantDataSequential>(Variable.getInitializer());
  if (!Data || !Data->getElementType()->isIntegerTy(8))
    return std::nullopt;
  return Data->getRawDataValues();
}

Expected<std::vector<OperatorDescription>>
metaobj::readOperators(const Module &M) {
  std::string Name = M.getModuleIdentifier();
  std::vector<OperatorDescription> Result;
  for (const GlobalVariable &Global : M.globals()) {
    if (!isOperatorsSection(Global.getSection()))
      continue;
    std::optional<StringRef> Bytes = bytesOf(Global);
    if (!Bytes)
      return inputError(Name, "the variable " + quoted(Global.getName()) +
                                  " in " METAOBJ_OPERATORS_SECTION
                                  " has no bytes");
    if (Error E = parseOperators(*Bytes, Name, Result))
      return E;
  }
  if (const NamedMDNode *Sections = M.getNamedMetadata(WasmSectionsName))
    for (const MDNode *Operand : Sections->operands()) {
      if (Operand->getNumOperands() != 2)
        continue;
      auto *Section = dyn_cast_or_null<MDString>(Operand->getOperand(0).get());
      auto *Bytes = dyn_cast_or_null<MDString>(Operand->getOperand(1).get());
      if (Section && Bytes && isOperatorsSection(Section->getString()))
        if (Error E = parseOperators(Bytes->getString(), Name, Result))
          return E;
    }
  std::string Text;
  if (Error E = readAssembly(M.getModuleInlineAsm(), Text))
    return inputError(Name, std::move(E));
  if (Error E = parseOperators(Text, Name, Result))
    return E;
  return Result;
}
