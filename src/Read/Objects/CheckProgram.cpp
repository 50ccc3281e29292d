//===- CheckProgram.cpp - A program and its operators ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Objects/CheckProgram.h"

#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
#include "Read/Packages/VmExecutable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace metaobj;

Error metaobj::checkProgram(std::shared_ptr<const ByteSource> Source,
                            ArrayRef<metaobj::Function> Operators,
                            const DiagnosticConsumer &Diagnostics) {
  std::string Path = Source->path();
  Expected<VmExecutable> Program = readVmExecutable(std::move(Source));
  if (!Program)
    return Program.takeError();
  StringSet<> Defined;
  for (const metaobj::Function &Operator : Operators) {
    StringRef Symbol = Operator.symbol();
    Symbol.consume_front(tvm_ffi::FunctionStart);
    Defined.insert(Symbol);
  }
  std::vector<std::string> Calls;
  for (VmFunction &TheVmFunction : Program->Functions)
    if (TheVmFunction.Kind == VmFunction::Called)
      Calls.push_back(std::move(TheVmFunction.Name));
  return checkProgram(Path, Calls, Defined, Diagnostics);
}

Error metaobj::checkProgram(StringRef Input, ArrayRef<std::string> Calls,
                            const StringSet<> &Operators,
                            const DiagnosticConsumer &Diagnostics) {
  StringSet<> Called;
  std::vector<StringRef> Missing;
  for (StringRef Call : Calls) {
    Called.insert(Call);
    if (!Call.contains('.') && !Operators.contains(Call))
      Missing.push_back(Call);
  }
  if (Missing.empty())
    return Error::success();
  std::string Reason =
      "calls " + quotedList(Missing) + ", which no operator object defines";
  bool CallsAll =
      !Operators.empty() && all_of(Operators, [&](const auto &Item) {
        return Item.getKey() == "main" || Called.contains(Item.getKey());
      });
  if (!CallsAll)
    return inputError(Input, Reason,
                      "the program and the operators are of different models");
  report(Diagnostics, Diagnostic::Warning, Input, Reason,
         "the process must register them as global functions before it loads "
         "the library");
  return Error::success();
}
