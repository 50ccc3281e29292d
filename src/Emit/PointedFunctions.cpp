//===- PointedFunctions.cpp - How operators call the runtime --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/PointedFunctions.h"

#include "Abi/RuntimePointers.h"
#include "Base/Wording.h"

using namespace llvm;
using namespace metaobj;

static std::string listOf(ArrayRef<std::string> Symbols) {
  return quotedList(std::vector<StringRef>(Symbols.begin(), Symbols.end()));
}

Expected<std::vector<const tvm_ffi::RuntimeFunction *>>
metaobj::pointedFunctions(const Model &TheModel, const EmitConfig &Config) {
  Expected<FfiNeeds> Found = TheModel.Ffi ? Expected<FfiNeeds>(*TheModel.Ffi)
                                          : runtimePointers(TheModel.Objects);
  if (!Found)
    return Found.takeError();
  std::vector<const tvm_ffi::RuntimeFunction *> Result;
  std::vector<std::string> Absent;
  for (const std::string &Symbol : Found->Pointers) {
    const auto *Function = tvm_ffi::findPointedFunction(Symbol);
    if (Function && (!Function->isOfFfi() || !isTvmCrt(Config.Abi)))
      Result.push_back(Function);
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
  return Result;
}
