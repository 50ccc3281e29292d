//===- CheckFfi.cpp - What operators of tvm-ffi need ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that generated code calls changed in several releases of TVM.
// Their names tell which releases of the runtime the operators fit.
//
//===----------------------------------------------------------------------===//

#include "Abi/TvmFfi.h"
#include "LinkedSet.h"
#include "Text/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// What one object needs.
struct FfiNeed {
  StringRef Object;
  tvm_ffi::Releases Releases;
  std::vector<StringRef> Functions;
  /// Is any of them of tvm-ffi, and not also of TVM's C runtime?
  bool IsFfi = false;
};

} // namespace

void LinkedSet::checkFfi() {
  StringSet<> Set;
  for (const LinkedObject &Object : Objects)
    for (const LinkerSymbol &Each : Object.View.Symbols)
      if (Each.isGlobalDefinition() && !Each.IsWeak)
        Set.insert(Each.Name);
  std::vector<FfiNeed> Needs;
  std::vector<StringRef> Unset;
  StringRef UnsetIn;
  for (const LinkedObject &Object : Objects) {
    FfiNeed Need;
    Need.Object = Object.name();
    for (const LinkerSymbol &Each : Object.View.Symbols) {
      if (Each.IsLocal)
        continue;
      if (tvm_ffi::findPointedFunction(Each.Name) && !Set.contains(Each.Name) &&
          !is_contained(Unset, Each.Name)) {
        Unset.push_back(Each.Name);
        UnsetIn = Object.name();
      }
      // What is called by a pointer is needed as well.
      StringRef Name = Each.Name;
      if (tvm_ffi::findPointedFunction(Name))
        Name = Name.drop_front(2);
      else if (Each.IsDefined)
        continue;
      const tvm_ffi::RuntimeFunction *Function =
          tvm_ffi::findRuntimeFunction(Name);
      if (!Function || Definitions.count(CachedHashStringRef(Name)) ||
          is_contained(Need.Functions, Name))
        continue;
      Need.Functions.push_back(Name);
      Need.Releases.add(Name);
      Need.IsFfi |= Function->isOfFfi();
    }
    if (Need.IsFfi)
      Needs.push_back(std::move(Need));
  }
  for (const FfiNeed &Each : Needs)
    advise(Diagnostic::Note, Each.Object,
           "needs a runtime that has " + quotedList(Each.Functions, 99) + ": " +
               Each.Releases.text());
  for (const FfiNeed &One : Needs)
    for (const FfiNeed &Other : Needs)
      if (One.Releases.First > Other.Releases.Last) {
        advise(
            Diagnostic::Warning, One.Object,
            "needs " + quoted(One.Releases.NeedsFirst) +
                ", which runtimes have from TVM v0." +
                Twine(One.Releases.First) + " on, and " + quoted(Other.Object) +
                " needs " + quoted(Other.Releases.NeedsLast) +
                ", which they have up to " + "v0." + Twine(Other.Releases.Last),
            "compile both by one release of TVM");
        return;
      }
  if (!Unset.empty() && Config.Output != LinkOutput::SharedObject &&
      Config.Output != LinkOutput::RelocatableObject)
    advise(Diagnostic::Warning, UnsetIn,
           "calls the runtime by pointers that nothing here sets: " +
               quotedList(Unset),
           "link the object that metaobj emits for them, which sets these");
}
