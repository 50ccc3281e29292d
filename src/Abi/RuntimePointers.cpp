//===- RuntimePointers.cpp - Weak pointers to the runtime -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/RuntimePointers.h"

#include "Abi/TvmFfi.h"

#include "llvm/Support/Allocator.h"

using namespace llvm;
using namespace metaobj;

// Nothing that is undefined tells of such calls: without a definition of the
// variables a program links, and the first call jumps to address 0.
void RuntimePointers::add(const ObjectView &View) {
  for (const ObjectSymbol &Symbol : View.Symbols) {
    if (Symbol.IsLocal)
      continue;
    if (tvm_ffi::isHostFunction(Symbol.Name))
      HostFunctions[Symbol.Name] |= Symbol.IsDefined;
    if (!tvm_ffi::findPointedFunction(Symbol.Name))
      continue;
    JointSymbol &Joint = Symbols[Symbol.Name];
    bool IsFirm = Symbol.IsDefined && !Symbol.IsWeak;
    Joint.IsFixed |= IsFirm && !Symbol.Comdat.empty();
    Joint.IsStrong |= IsFirm && Symbol.Comdat.empty();
  }
}

void RuntimePointers::addTo(FfiNeeds &Needs) const {
  for (const auto &[Name, Joint] : Symbols)
    if (!Joint.IsStrong)
      (Joint.IsFixed ? Needs.FixedPointers : Needs.Pointers)
          .push_back(Name.str());
  for (const auto &[Name, IsDefined] : HostFunctions)
    if (!IsDefined)
      Needs.HostFunctions.push_back(Name.str());
}

std::vector<StringRef> metaobj::zeroPointers(const ObjectView &Image) {
  std::vector<StringRef> Result;
  for (const ObjectSymbol &Symbol : Image.Symbols)
    if (Symbol.isGlobalDefinition() &&
        tvm_ffi::findPointedFunction(Symbol.Name) &&
        Symbol.Section < Image.Sections.size() &&
        Image.Sections[Symbol.Section].IsNoBits)
      Result.push_back(Symbol.Name);
  return Result;
}

Expected<FfiNeeds> metaobj::runtimePointers(ArrayRef<OperatorObject> Objects) {
  BumpPtrAllocator Memory;
  StringSaver Names(Memory);
  RuntimePointers Pointers;
  for (const OperatorObject &Object : Objects) {
    Expected<ObjectView> View = readObjectView(Object, Names);
    if (!View)
      return View.takeError();
    Pointers.add(*View);
  }
  FfiNeeds Result;
  Pointers.addTo(Result);
  return Result;
}
