//===- TvmNames.cpp - What TVM calls functions ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Objects/TvmNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

std::string metaobj::cNameOfTvm(StringRef Name) {
  std::string Result = Name.str();
  for (char &C : Result)
    C = isAlnum(C) ? C : '_';
  return Result;
}

bool metaobj::isRuntimeName(StringRef Name) {
  static constexpr StringLiteral Names[] = {
      "TVMFuncCall",
      "TVMAPISetLastError",
      SystemLibEntryName,
      "__tvm_main__",
      "__tvm_module_ctx",
      LookupLinkedParamName,
      "__TVMFuncCall",
      "__TVMAPISetLastError",
      // Conversions of numbers that TVM's code generator puts into each object.
      "__truncsfhf2",
      "__extendhfsf2",
      "__truncdfhf2",
      "__extendhfdf2",
      "__gnu_f2h_ieee",
      "__gnu_h2f_ieee",
  };
  // GNU's position-independent code for i386 and SPARC brings functions along
  // that read the program counter.
  return Name.starts_with("TVMBackend") || Name.starts_with("__TVMBackend") ||
         Name.starts_with("__tvm_param__") ||
         Name.starts_with("__tvm_param_zstd__") ||
         Name.starts_with("__x86.get_pc_thunk.") ||
         Name.starts_with("__sparc_get_pc_thunk.") || is_contained(Names, Name);
}

bool metaobj::isOnlyRegistry(ArrayRef<ObjectSymbol> Symbols) {
  return any_of(Symbols,
                [](const ObjectSymbol &Symbol) {
                  return Symbol.Name == SystemLibEntryName;
                }) &&
         none_of(Symbols, [](const ObjectSymbol &TheObjectSymbol) {
           return TheObjectSymbol.Kind == ObjectSymbol::Function &&
                  !isRuntimeName(TheObjectSymbol.Name);
         });
}

bool metaobj::isExecutorName(StringRef Name) {
  static constexpr StringLiteral Ends[] = {"_run", OldMainEnd, "_map_inputs",
                                           "_map_outputs"};
  return Name.starts_with("tvmgen_") &&
         any_of(Ends, [&](StringRef End) { return Name.ends_with(End); });
}

/// Is the model whose functions start with \p Prefix, an underscore at its end,
/// one that nobody calls by packed functions?
static bool hasCInterface(StringRef Prefix, const ModelInterfaces &Known,
                          function_ref<bool(StringRef)> IsDefined) {
  if (Known.WithC.contains(Prefix))
    return true;
  if (IsDefined((Prefix + "get_c_metadata").str()))
    return false;
  return IsDefined((Prefix + "run").str()) ||
         (IsDefined((Prefix + "__tvm_main__").str()) && !Known.HasChecks);
}

bool metaobj::isNeverRegistered(StringRef Name, const ModelInterfaces &Known,
                                function_ref<bool(StringRef)> IsDefined) {
  if (!Name.starts_with("tvmgen_"))
    return false;
  if (Name.ends_with("_IRQHandler"))
    return true;
  if (Name.ends_with("_run"))
    return hasCInterface(Name.drop_back(StringRef("run").size()), Known,
                         IsDefined);
  // A model's name may have underscores: any of them may end the prefix.
  for (size_t End = Name.find('_', StringRef("tvmgen_").size());
       End != StringRef::npos; End = Name.find('_', End + 1)) {
    StringRef Prefix = Name.take_front(End + 1);
    if (Known.WithUnpacked.contains(Prefix))
      return Name != (Prefix + "get_c_metadata").str();
    if (Known.WithC.contains(Prefix) ||
        IsDefined((Prefix + "__tvm_main__").str()))
      return hasCInterface(Prefix, Known, IsDefined);
    // v0.8 has `_run` with both interfaces.
    if (IsDefined((Prefix.drop_back() + OldMainEnd).str()))
      return !Known.HasChecks;
  }
  return false;
}
