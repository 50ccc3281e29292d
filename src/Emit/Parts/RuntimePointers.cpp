//===- RuntimePointers.cpp - How operators call the runtime ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/RuntimePointers.h"

#include "Abi/TableCode.h"
#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Parts/Parts.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Definitions of the weak pointers by which operators call functions of the
/// runtime.
class RuntimePointersPart final : public OutputPart {
public:
  /// Warns of pointers that stay zero.
  Error prepare(Emission::Common &Common) override;

  Error addToModule(IrTables &Writer, const Emission::Common & /*Common*/,
                    const EmissionTables & /*Tables*/) const override {
    for (const tvm_ffi::RuntimeFunction *Function : Functions)
      addRuntimePointer(Writer, *Function);
    return Error::success();
  }

  Error writeC(raw_ostream &OS, const CModel &C,
               const ModelTables &Tables) const override;

private:
  /// Those whose pointers the output defines.
  std::vector<const tvm_ffi::RuntimeFunction *> Functions;
};

} // namespace

std::shared_ptr<OutputPart>
metaobj::makeRuntimePointersPart(const Model & /*TheModel*/,
                                 const EmitConfig & /*Config*/) {
  return std::make_shared<RuntimePointersPart>();
}

static std::string listOf(ArrayRef<std::string> Symbols) {
  return quotedList(std::vector<StringRef>(Symbols.begin(), Symbols.end()));
}

Error RuntimePointersPart::prepare(Emission::Common &Common) {
  const Model &TheModel = Common.model();
  const EmitConfig &Config = Common.Config;
  Expected<FfiNeeds> Found = TheModel.Ffi ? Expected<FfiNeeds>(*TheModel.Ffi)
                                          : runtimePointers(TheModel.Objects);
  if (!Found)
    return Found.takeError();
  std::vector<std::string> Absent;
  for (const std::string &Symbol : Found->Pointers) {
    const auto *Function = tvm_ffi::findPointedFunction(Symbol);
    if (Function && (!Function->isOfFfi() || !isTvmCrt(Config.Abi)))
      Functions.push_back(Function);
    else
      Absent.push_back(Symbol);
  }
  auto Warn = [&](const Message &Reason, const Message &Hint) {
    report(Config.Diagnostics, Diagnostic::Warning,
           "model " + quoted(TheModel.Name),
           "the operators call the runtime by pointers that " + Reason, Hint);
  };
  if (!Absent.empty())
    Warn("stay zero, because TVM's C runtime has no such functions: " +
             listOf(Absent),
         setting::Abi + "=tvm-ffi is for operators of TVM v0.22 and later");
  if (!Found->FixedPointers.empty())
    Warn("no other object can set: " + listOf(Found->FixedPointers),
         "the program sets them before it calls an operator");
  return Error::success();
}

/// "int32_t f(void *, int32_t);"
static void writePrototype(raw_ostream &OS,
                           const tvm_ffi::RuntimeFunction &Function) {
  auto TypeOf = [](char Kind) -> StringRef {
    switch (Kind) {
    case 'v':
      return "void ";
    case 'i':
      return "int32_t ";
    case 'l':
      return "uint64_t ";
    default:
      return "void *";
    }
  };
  OS << TypeOf(Function.Type.front()) << Function.Name << '(';
  StringRef Separator;
  for (char Kind : Function.Type.drop_front()) {
    OS << Separator << TypeOf(Kind).rtrim(' ');
    Separator = ", ";
  }
  OS << ");\n";
}

Error RuntimePointersPart::writeC(raw_ostream &OS, const CModel & /*C*/,
                                  const ModelTables & /*Tables*/) const {
  if (!Functions.empty())
    OS << "\n/* How operators call the runtime. */\n";
  for (const tvm_ffi::RuntimeFunction *Function : Functions) {
    writePrototype(OS, *Function);
    OS << "extern void *__" << Function->Name << ";\nvoid *__" << Function->Name
       << " = (void *)(uintptr_t)" << Function->Name << ";\n";
  }
  return Error::success();
}
