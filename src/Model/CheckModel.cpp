//===- CheckModel.cpp - What no registry can hold -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/FaultList.h"
#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "Model/Convention.h"
#include "Model/DType.h"
#include "metaobj/Model.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <unordered_map>

using namespace llvm;
using namespace metaobj;

/// Most functions that a registry of any runtime ABI can have.
static constexpr size_t LargestRegistry = 32768;

/// One warning for all names of \p Named that no client's buffer holds.
template <typename T>
static void warnOfLongNames(StringRef Input, ArrayRef<T> Named, StringRef Kind,
                            StringRef Macro, size_t Buffer,
                            const DiagnosticConsumer &Diagnostics) {
  size_t Count = 0;
  StringRef Longest;
  for (const T &Item : Named) {
    // The NUL needs a byte.
    if (Item.Name.size() < Buffer)
      continue;
    ++Count;
    if (Item.Name.size() > Longest.size())
      Longest = Item.Name;
  }
  if (Count == 0)
    return;
  report(Diagnostics, Diagnostic::Warning, Input,
         plural(Count, (Kind + " name").str()) +
             (Count == 1 ? " does" : " do") +
             " not fit the client's buffer of " + Twine(Buffer) +
             " bytes; the longest is " + quoted(Longest) + ", which needs " +
             Twine(Longest.size() + 1),
         "set " + Macro + " to " + Twine(Longest.size() + 1) +
             " or more in the client's crt_config.h");
}

/// The input of an error: the owner, or the model if there is none.
static Message ownerOr(const Message &Owner, const Model &TheModel) {
  return Owner.empty() ? "model " + quoted(TheModel.Name) : Owner;
}

/// "twice: by 'a.o' and by 'b.o'".
static Message twice(const Message &First, const Message &Second) {
  if (First == Second)
    return First.empty() ? "twice" : "twice by " + quotedMessage(First);
  auto Source = [](const Message &Owner) {
    return Owner.empty() ? "an unnamed source" : quotedMessage(Owner);
  };
  return "twice: by " + Source(First) + " and by " + Source(Second);
}

static Error checkName(function_ref<Message()> Input, StringRef Kind,
                       StringRef Name, size_t Index) {
  if (Name.empty())
    return inputError(Input(),
                      Kind + " " + Twine(Index) + " has an empty name");
  if (Name.size() > LongestName)
    return inputError(Input(), Kind + " " + quoted(Name) +
                                   ": names have at most " +
                                   Twine(LongestName) + " bytes");
  if (Name.contains('\0'))
    return inputError(Input(), "the name of " + Kind + " " + quoted(Name) +
                                   " holds a NUL: clients would read it short");
  return Error::success();
}

/// The names of unpacked functions that the model's own graph calls.
static StringSet<> unpackedInGraph(const Model &TheModel) {
  StringSet<> Names;
  if (TheModel.Graph)
    for (const GraphNode &Node : TheModel.Graph->Nodes)
      if (Node.Convention == CallingConvention::Unpacked)
        Names.insert(Node.Function);
  return Names;
}

static Error checkFunction(const Model &TheModel, const metaobj::Function &F,
                           size_t Index, bool IsCallable,
                           CallingConvention Wanted) {
  auto Input = [&] { return ownerOr(F.Owner, TheModel); };
  if (Error E = checkName(Input, "function", F.Name, Index))
    return E;
  if (StringRef(F.Symbol).contains('\0'))
    return inputError(Input(), "the symbol " + quoted(F.Symbol) +
                                   " of function " + quoted(F.Name) +
                                   " holds a NUL");
  if (F.Symbol.size() > LongestSymbol)
    return inputError(Input(), "the symbol " + quoted(F.Symbol) +
                                   " of function " + quoted(F.Name) +
                                   ": symbols have at most " +
                                   Twine(LongestSymbol) + " bytes");
  if (!IsCallable)
    return inputError(Input(),
                      "function " + quoted(F.Name) +
                          " has the calling convention '" +
                          conventionName(F.Convention) +
                          "'; clients of a registry can call '" +
                          conventionName(Wanted) + "' only",
                      Wanted == CallingConvention::Packed
                          ? "leave it out, or compile it with TVM's packed API"
                          : "leave it out, or choose another " + setting::Abi);
  return Error::success();
}

static void checkFunctions(const Model &TheModel, CallingConvention Wanted,
                           FaultList &Faults) {
  StringSet<> Unpacked = unpackedInGraph(TheModel);
  DenseMap<StringRef, const metaobj::Function *> Seen;
  Seen.reserve(TheModel.Functions.size());
  for (const auto &[Index, F] : enumerate(TheModel.Functions)) {
    bool IsCallable = F.Convention == Wanted ||
                      (F.Convention == CallingConvention::Unpacked &&
                       Unpacked.contains(F.Name));
    Faults.add(checkFunction(TheModel, F, Index, IsCallable, Wanted));
    if (F.Name.empty())
      continue;
    auto [Known, New] = Seen.try_emplace(F.Name, &F);
    if (!New)
      Faults.add(inputError(ownerOr(F.Owner, TheModel),
                            "function " + quoted(F.Name) + " is given " +
                                twice(Known->second->Owner, F.Owner)));
  }
}

static Error checkParam(const Model &TheModel, const Param &P) {
  auto Input = [&] { return ownerOr(P.Owner, TheModel); };
  // There may be a hundred thousand of them, nearly all in order.
  auto Subject = [&] { return "parameter " + quoted(P.Name); };
  Expected<uint64_t> Size = tensorBytes(P.DType, P.Shape);
  if (!Size)
    return nestedError(Input(), Subject(), Size.takeError());
  if (*Size != P.raw().size())
    return inputError(Input(),
                      Subject() + " has " + plural(P.raw().size(), "byte") +
                          " of data, but " + tensorName(P.DType, P.Shape) +
                          " takes " + Twine(*Size));
  if (P.Alignment != 0 && !isPowerOf2_64(P.Alignment))
    return inputError(Input(), Subject() + ": the alignment " +
                                   Twine(P.Alignment) +
                                   " is not a power of two");
  return Error::success();
}

static void checkParams(const Model &TheModel, FaultList &Faults) {
  DenseMap<StringRef, const Param *> Seen;
  Seen.reserve(TheModel.Params.size());
  std::unordered_map<uint64_t, const Param *> Ids;
  for (const auto &[Index, P] : enumerate(TheModel.Params)) {
    auto Input = [&] { return ownerOr(P.Owner, TheModel); };
    Faults.add(checkName(Input, "parameter", P.Name, Index));
    if (!P.Name.empty()) {
      auto [Known, New] = Seen.try_emplace(P.Name, &P);
      if (!New)
        Faults.add(
            inputError(Input(), "parameter " + quoted(P.Name) + " is given " +
                                    twice(Known->second->Owner, P.Owner)));
    }
    Faults.add(checkParam(TheModel, P));
    if (!P.StorageId)
      continue;
    auto [Holder, Fresh] = Ids.try_emplace(*P.StorageId, &P);
    if (!Fresh)
      Faults.add(inputError(Input(), "storage id " + Twine(*P.StorageId) +
                                         " is given twice: to parameter " +
                                         quoted(Holder->second->Name) + " of " +
                                         quoted(Holder->second->Owner) +
                                         " and to parameter " + quoted(P.Name) +
                                         " of " + quoted(P.Owner)));
  }
}

/// The emission lists the look-up of linked parameters itself. So a function of
/// this name would be in the list twice.
static Error checkLookup(const Model &TheModel) {
  if (none_of(TheModel.Params,
              [](const Param &P) { return P.StorageId.has_value(); }))
    return Error::success();
  for (const metaobj::Function &F : TheModel.Functions)
    if (F.Name == LookupLinkedParamName)
      return inputError(ownerOr(F.Owner, TheModel),
                        "function '" + LookupLinkedParamName +
                            "' is listed by itself when parameters have "
                            "storage ids",
                        "take it out of the names");
  return Error::success();
}

static Error checkCount(const Model &TheModel, const RegistryLimits &Limits) {
  size_t Count = TheModel.Functions.size();
  if (Count <= Limits.MaxFunctions)
    return Error::success();
  std::string Hint = "split the model";
  // Only TVM's C runtime has other encodings.
  if (Limits.Convention == CallingConvention::Packed &&
      Limits.MaxFunctions < 256 && Count <= LargestRegistry)
    Hint = "use tvm-crt-u16, which counts up to 32768, with a client of TVM "
           "v0.9 or later";
  return inputError("model " + quoted(TheModel.Name),
                    plural(Count, "function") + ", but clients of " +
                        Limits.Abi + " count up to " +
                        Twine(Limits.MaxFunctions),
                    Hint);
}

Error metaobj::checkModel(const Model &TheModel, const RegistryLimits &Limits,
                          const DiagnosticConsumer &Diagnostics) {
  std::string Name = "model " + quoted(TheModel.Name);
  FaultList Faults(Name);
  checkFunctions(TheModel, Limits.Convention, Faults);
  checkParams(TheModel, Faults);
  Faults.add(checkLookup(TheModel));
  Faults.add(checkCount(TheModel, Limits));
  if (Error E = Faults.take())
    return E;

  warnOfLongNames(Name, ArrayRef(TheModel.Functions), "function",
                  "TVM_CRT_MAX_STRLEN_FUNCTION_NAME", Limits.FunctionNameBuffer,
                  Diagnostics);
  warnOfLongNames(Name, ArrayRef(TheModel.Params), "parameter",
                  "TVM_CRT_MAX_STRLEN_PARAM_NAME", Limits.ParamNameBuffer,
                  Diagnostics);
  return Error::success();
}
