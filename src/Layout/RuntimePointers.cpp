//===- RuntimePointers.cpp - How operators call the runtime ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing that is undefined tells of such calls: without a definition of the
// variables a program links, and the first call jumps to address 0.
//
//===----------------------------------------------------------------------===//

#include "RuntimePointers.h"

#include "Check/LinkerView.h"
#include "Text/Wording.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// What several objects together say of a variable.
struct JointSymbol {
  bool IsStrong = false; ///< A definition that is not weak.
  bool IsFixed = false;  ///< No other definition can replace it.
};

} // namespace

Expected<FfiNeeds> metaobj::runtimePointers(ArrayRef<OperatorObject> Objects) {
  BumpPtrAllocator Memory;
  StringSaver Names(Memory);
  MapVector<StringRef, JointSymbol> Symbols;
  for (const OperatorObject &Object : Objects) {
    Expected<LinkerView> View = readLinkerView(Object, Names);
    if (!View)
      return View.takeError();
    for (const LinkerSymbol &Each : View->Symbols) {
      if (Each.IsLocal || !tvm_ffi::findPointedFunction(Each.Name))
        continue;
      JointSymbol &Joint = Symbols[Names.save(Each.Name)];
      Joint.IsFixed |= Each.IsDefined && !Each.IsWeak && !Each.Comdat.empty();
      Joint.IsStrong |= Each.IsDefined && !Each.IsWeak && Each.Comdat.empty();
    }
  }
  FfiNeeds Result;
  for (const auto &[Name, Joint] : Symbols)
    if (!Joint.IsStrong)
      (Joint.IsFixed ? Result.FixedPointers : Result.Pointers)
          .push_back(Name.str());
  llvm::sort(Result.Pointers);
  llvm::sort(Result.FixedPointers);
  return Result;
}

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
  auto Warn = [&](const Twine &Reason, const Twine &Hint) {
    report(Config.Diagnostics, Diagnostic::Warning,
           "model " + quoted(TheModel.Name),
           "the operators call the runtime by pointers that " + Reason, Hint);
  };
  if (!Absent.empty())
    Warn("stay zero, because TVM's C runtime has no such functions: " +
             listOf(Absent),
         "EmitConfig::Abi=tvm-ffi is for operators of TVM v0.22 and later");
  if (!Found->FixedPointers.empty())
    Warn("no other object can set: " + listOf(Found->FixedPointers),
         "the program sets them before it calls an operator");
  return Result;
}
