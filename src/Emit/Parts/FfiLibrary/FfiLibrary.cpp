//===- FfiLibrary.cpp - The library of tvm-ffi operators ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TVM compiles operators for a system library with a prefix or without one.
// With a prefix the symbols have it already, and it must be the one that the
// program asks for: tvm-ffi would find nothing, or the functions of another
// model. Without one this is the only place that adds it, to all names.
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/FfiLibrary/FfiLibrary.h"

#include "Abi/RuntimePointers.h"
#include "Base/Wording.h"
#include "Object/ObjectView.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"

using namespace llvm;
using namespace metaobj;

Expected<FfiNeeds> metaobj::ffiNeeds(ArrayRef<OperatorObject> Objects) {
  FfiNeeds Result;
  RuntimePointers Pointers;
  BumpPtrAllocator Memory;
  StringSaver Names(Memory);
  StringRef PrefixFrom;
  for (const OperatorObject &Object : Objects) {
    Expected<ObjectView> View = readObjectView(Object, Names);
    if (!View)
      return View.takeError();
    Pointers.add(*View);
    for (const ObjectSymbol &Symbol : View->Symbols) {
      if (Symbol.IsLocal)
        continue;
      if (Symbol.Name == tvm_ffi::Registration && !Symbol.IsDefined &&
          Result.RegistersItself.empty())
        Result.RegistersItself = Object.Name;
      StringRef Prefix = Symbol.Name;
      bool IsContext = Prefix.consume_back(tvm_ffi::ContextEnd);
      bool IsBinary = !IsContext && Prefix.consume_back(tvm_ffi::BinaryEnd);
      if (!IsContext && !IsBinary)
        continue;
      if (Result.Prefix && *Result.Prefix != Prefix)
        return inputError(Object.Name,
                          "was compiled for the system library " +
                              quoted(Prefix) + ", and " + quoted(PrefixFrom) +
                              " for " + quoted(*Result.Prefix),
                          "emit a table for each library");
      Result.Prefix = Prefix.str();
      PrefixFrom = Object.Name;
      Result.HasBinary |= IsBinary && Symbol.IsDefined;
      Result.HasContext |= IsContext;
      Result.DefinesContext |= IsContext && Symbol.IsDefined;
    }
  }
  Pointers.addTo(Result);
  return Result;
}

/// The model's functions under their names, without FunctionStart and the
/// prefix that a compiler has put there.
static Expected<std::vector<StringRef>> bareNames(const Model &TheModel,
                                                  const EmitConfig &Config,
                                                  const FfiNeeds &Needs) {
  std::vector<StringRef> Result;
  size_t NumWithPrefix = 0;
  for (const metaobj::Function &Function : TheModel.Functions) {
    StringRef Name = Function.symbol();
    if (!Name.consume_front(tvm_ffi::FunctionStart) || Name.empty())
      return inputError(
          Function.Owner,
          "function " + quoted(Function.symbol()) +
              " is none of tvm-ffi, whose names start with '" +
              tvm_ffi::FunctionStart + "'",
          "compile it with TVM v0.22 or later, or choose another " +
              setting::Abi);
    NumWithPrefix += Name.starts_with(Config.Prefix);
    Result.push_back(Name);
  }
  // TVM adds the entry point last, and without a prefix.
  size_t NumMain = llvm::count(Result, "main");
  // TVM's builds of single functions put the prefix before the context alone,
  // those of Relax before all names.
  bool HaveNone = NumWithPrefix == 0;
  // Without the context nothing else tells whether the names have the prefix.
  bool HavePrefix = !Config.Prefix.empty() && !HaveNone &&
                    (Needs.Prefix ? !Needs.Prefix->empty()
                                  : NumWithPrefix + NumMain == Result.size());
  if (!HavePrefix)
    return Result;
  for (size_t I = 0; I != Result.size(); ++I)
    if (!Result[I].consume_front(Config.Prefix) && Result[I] != "main")
      return inputError(TheModel.Functions[I].Owner,
                        "function " + quoted(TheModel.Functions[I].symbol()) +
                            " has no prefix " + quoted(Config.Prefix) +
                            ", which the other symbols of the library have",
                        "emit a table for each library");
  return Result;
}

/// Refuses another prefix than the one that the operators have.
static Error checkPrefix(const Model &TheModel, const EmitConfig &Config,
                         const FfiNeeds &Needs) {
  if (!Needs.Prefix || Needs.Prefix->empty() || *Needs.Prefix == Config.Prefix)
    return Error::success();
  return inputError("model " + quoted(TheModel.Name),
                    "the operators were compiled for the system library " +
                        quoted(*Needs.Prefix) +
                        (Config.Prefix.empty()
                             ? ", and no prefix is given"
                             : ", and the prefix is " + quoted(Config.Prefix)),
                    setting::Prefix + "=" + *Needs.Prefix +
                        " is the one that programs can ask for");
}

static Error checkModules(const Model &TheModel) {
  auto Check = [&](const FfiModule &Module) -> Error {
    if (!Module.Kind.empty() && Module.Kind != "_lib")
      return Error::success();
    return inputError("model " + quoted(TheModel.Name),
                      quoted(Module.Kind) + " is not a kind of module",
                      "a loader ffi.Module.load_from_bytes.<kind> has the name "
                      "of its kind, such as relax.VMExecutable");
  };
  if (TheModel.FfiRoot)
    if (Error E = Check(*TheModel.FfiRoot))
      return E;
  for (const FfiModule &FfiImport : TheModel.FfiImports)
    if (Error E = Check(FfiImport))
      return E;
  return Error::success();
}

Expected<tvm_ffi::Library> metaobj::ffiLibrary(const Model &TheModel,
                                               const EmitConfig &Config) {
  if (Error E = checkModules(TheModel))
    return E;
  Expected<FfiNeeds> Found = TheModel.Ffi ? Expected<FfiNeeds>(*TheModel.Ffi)
                                          : ffiNeeds(TheModel.Objects);
  if (!Found)
    return Found.takeError();
  const FfiNeeds &Needs = *Found;
  if (Error E = checkPrefix(TheModel, Config, Needs))
    return E;
  Expected<std::vector<StringRef>> Bare = bareNames(TheModel, Config, Needs);
  if (!Bare)
    return Bare.takeError();

  // The same rule for all three kinds of names.
  const tvm_ffi::Names Names = {Config.Prefix};
  const tvm_ffi::Names Compiled = {Needs.Prefix ? StringRef(*Needs.Prefix)
                                                : StringRef()};
  tvm_ffi::Library Result;
  StringSet<> Given;
  StringRef Renamed;
  for (const auto &[Name, Function] : zip_equal(*Bare, TheModel.Functions)) {
    Result.FunctionNames.push_back(Names.function(Name));
    if (Result.FunctionNames.back() != Function.symbol() && Name != "main")
      Renamed = Function.symbol();
    if (!Given.insert(Result.FunctionNames.back()).second)
      return inputError(Function.Owner,
                        "function " + quoted(Function.symbol()) +
                            " is the second with the name " +
                            quoted(Result.FunctionNames.back()),
                        "leave one of the two out with " + setting::Exclude);
  }
  if (Needs.HasContext) {
    Result.ContextName = Names.context();
    Result.ContextSymbol = Compiled.context();
    Result.DefinesContext = !Needs.DefinesContext;
  }
  Result.DefinesBinary = TheModel.hasFfiModules();
  if (Result.DefinesBinary || Needs.HasBinary) {
    Result.BinaryName = Names.binary();
    Result.BinarySymbol =
        Result.DefinesBinary ? Names.binary() : Compiled.binary();
  }
  // Who gives a prefix most likely has a second model, and linkers see symbols.
  if (!Renamed.empty())
    report(Config.Diagnostics, Diagnostic::Note,
           "model " + quoted(TheModel.Name),
           "only the names in the table have the prefix; another model may "
           "define " +
               quoted(Renamed) + " as well",
           "for two models in one image, join the operators of each with its "
           "table (metaobj link -r --localize)");
  if (!Needs.RegistersItself.empty())
    report(Config.Diagnostics, Diagnostic::Note, Needs.RegistersItself,
           "registers its functions itself, in a constructor; the table has "
           "the same ones",
           "either is enough; where no constructor runs, take the table");
  return Result;
}
