//===- RuntimePointers.cpp - Weak pointers to the runtime -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/RuntimePointers.h"

#include "Abi/TvmFfi.h"

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

// Nothing that is undefined tells of such calls: without a definition of the
// variables a program links, and the first call jumps to address 0.
FfiNeeds metaobj::runtimePointers(ArrayRef<const LinkerView *> Views) {
  MapVector<StringRef, JointSymbol> Symbols;
  for (const LinkerView *View : Views)
    for (const LinkerSymbol &Each : View->Symbols) {
      if (Each.IsLocal || !tvm_ffi::findPointedFunction(Each.Name))
        continue;
      JointSymbol &Joint = Symbols[Each.Name];
      Joint.IsFixed |= Each.IsDefined && !Each.IsWeak && !Each.Comdat.empty();
      Joint.IsStrong |= Each.IsDefined && !Each.IsWeak && Each.Comdat.empty();
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

Expected<FfiNeeds> metaobj::runtimePointers(ArrayRef<OperatorObject> Objects) {
  BumpPtrAllocator Memory;
  StringSaver Names(Memory);
  std::vector<LinkerView> Views;
  for (const OperatorObject &Object : Objects)
    if (Error E = readLinkerView(Object, Names).moveInto(Views.emplace_back()))
      return E;
  std::vector<const LinkerView *> Pointers;
  for (const LinkerView &Each : Views)
    Pointers.push_back(&Each);
  return runtimePointers(Pointers);
}
