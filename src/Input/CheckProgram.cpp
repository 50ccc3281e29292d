//===- CheckProgram.cpp - A program and its operators ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/CheckProgram.h"

#include "Abi/TvmFfi.h"
#include "Input/VmExecutable.h"
#include "Text/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <utility>
#include <vector>

using namespace llvm;

namespace metaobj {

Error checkProgram(std::shared_ptr<const ByteSource> Source,
                   ArrayRef<Function> Operators,
                   const DiagnosticConsumer &Diagnostics) {
  std::string Path = Source->path();
  Expected<VmExecutable> Program = readVmExecutable(std::move(Source));
  if (!Program)
    return Program.takeError();
  if (!Program->isKnown())
    return Error::success();
  StringSet<> Defined, Called;
  for (const Function &Each : Operators) {
    StringRef Symbol = Each.symbol();
    Symbol.consume_front(tvm_ffi::FunctionStart);
    Defined.insert(Symbol);
  }
  std::vector<StringRef> Missing;
  for (const VmFunction &Each : Program->Functions) {
    if (Each.Kind != VmFunction::Called)
      continue;
    Called.insert(Each.Name);
    if (!StringRef(Each.Name).contains('.') && !Defined.contains(Each.Name))
      Missing.push_back(Each.Name);
  }
  if (Missing.empty())
    return Error::success();
  std::string Reason =
      "calls " + quotedList(Missing) + ", which no operator object defines";
  bool CallsAll = !Defined.empty() && all_of(Defined, [&](const auto &Each) {
    return Each.getKey() == "main" || Called.contains(Each.getKey());
  });
  if (!CallsAll)
    return inputError(Path, Reason,
                      "the program and the operators are of different models");
  report(Diagnostics, Diagnostic::Warning, Path, Reason,
         "the process must register them as global functions before it loads "
         "the library");
  return Error::success();
}

} // namespace metaobj
