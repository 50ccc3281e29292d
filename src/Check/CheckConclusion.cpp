//===- CheckConclusion.cpp - What the operators need of a program ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/LinkedSet.h"

#include "Abi/RuntimePointers.h"
#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
#include "Read/Objects/CheckProgram.h"
#include "Read/Objects/ConcludeObjects.h"
#include "Read/Packages/VmExecutable.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

Error LinkedSet::inspectObjects() {
  for (LinkedObject &Object : Objects) {
    // Of IR there is nothing to inspect.
    if (!Object.Target.IsObject || !Object.Inspected.empty())
      continue;
    Expected<std::vector<Inspection>> Found = inspect(
        MemoryBufferRef(Object.Object->Bytes->getBuffer(), Object.name()));
    if (!Found)
      return Found.takeError();
    Object.Inspected = std::move(*Found);
  }
  return Error::success();
}

Error LinkedSet::checkConclusion() {
  std::vector<OperatorObject> Operators;
  for (const LinkedObject &Object : Objects)
    if (none_of(Object.Inspected, [](const Inspection &TheInspection) {
          return TheInspection.hasTables();
        }))
      Operators.push_back(*Object.Object);
  Expected<std::vector<Conclusion>> Concluded =
      concludeObjects(Operators, Config.Diagnostics);
  if (!Concluded)
    return Concluded.takeError();
  for (const Conclusion &TheConclusion : *Concluded)
    advise(Diagnostic::Note,
           Operators.size() == 1 ? StringRef(Operators[0].Name)
                                 : "operator objects",
           TheConclusion.Text, TheConclusion.Hint);
  return Error::success();
}

void LinkedSet::checkPointers() {
  if (Config.Output == LinkOutput::SharedObject ||
      Config.Output == LinkOutput::RelocatableObject)
    return;
  RuntimePointers Pointers;
  for (const LinkedObject &Object : Objects)
    Pointers.add(Object.View);
  FfiNeeds Needs;
  Pointers.addTo(Needs);
  std::vector<std::string> &Unset = Needs.Pointers;
  // Operators define the pointers that they use: another object that refers to
  // one sets it.
  llvm::erase_if(Unset, [&](StringRef Name) {
    return any_of(Objects, [&](const LinkedObject &Object) {
      return any_of(Object.View.Symbols, [&](const ObjectSymbol &Symbol) {
        return Symbol.Name == Name && !Symbol.IsDefined;
      });
    });
  });
  if (Unset.empty())
    return;
  const LinkedObject &User = *find_if(Objects, [&](const LinkedObject &Object) {
    return any_of(Object.View.Symbols, [&](const ObjectSymbol &Symbol) {
      return Symbol.Name == Unset.front();
    });
  });
  advise(Diagnostic::Warning, User.name(),
         "calls the runtime by pointers that nothing here sets: " +
             quotedList(std::vector<StringRef>(Unset.begin(), Unset.end())),
         "link the object that metaobj emits for them, which sets these");
}

/// The functions of a library without their common start: those of its table,
/// or else all that are defined.
StringSet<> LinkedSet::libraryFunctions(const Inspection &Library) const {
  StringSet<> Result;
  auto Add = [&](StringRef Symbol) {
    if (Symbol.consume_front(tvm_ffi::FunctionStart))
      Result.insert(Symbol);
  };
  for (const InspectedTable &Table : Library.Tables)
    for (const InspectedRow &Row : Table.Rows)
      if (!Row.IsData)
        Add(Row.Symbol);
  if (Result.empty())
    for (const auto &[Name, Where] : Definitions)
      if (Where.Symbol->Kind != ObjectSymbol::Data)
        Add(Name.val());
  return Result;
}

void LinkedSet::checkPrograms() {
  if (Config.Output == LinkOutput::RelocatableObject)
    return;
  for (const LinkedObject &Object : Objects)
    for (const Inspection &Library : Object.Inspected)
      for (const InspectedFfiModule &Module : Library.Modules) {
        if (Module.Kind != VmExecutableKind)
          continue;
        if (Module.Version.empty())
          find(Object.name(), "the " + VmExecutableKind + " in " +
                                  quoted(Module.Symbol) +
                                  " does not start with the magic of a Relax "
                                  "executable");
        StringSet<> Functions = libraryFunctions(Library);
        if (!Functions.empty())
          Findings = joinErrors(std::move(Findings),
                                checkProgram(Object.name(), Module.Calls,
                                             Functions, Config.Diagnostics));
      }
}
