//===- MachOSymbols.cpp - What Mach-O objects define ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/ObjectSymbols.h"

#include "Object/MachOFile.h"

using namespace llvm;

namespace metaobj {

Expected<std::vector<DefinedSymbol>>
readMachOSymbols(const OperatorObject &Object) {
  Expected<MachOFile> File =
      readMachOFile(Object.Bytes->getMemBufferRef(), Object.Name);
  if (!File)
    return File.takeError();
  std::vector<DefinedSymbol> Result;
  for (const MachOSymbol &Symbol : File->Symbols) {
    if (!Symbol.IsGlobal || Symbol.IsDebug || !Symbol.HasCName ||
        Symbol.Name.empty() || Symbol.Section == 0)
      continue;
    // Symbols have no types: what lies in code is a function.
    bool IsFunction = File->Sections[Symbol.Section - 1].isCode();
    Result.push_back(
        {Symbol.Name,
         IsFunction ? DefinedSymbol::Function : DefinedSymbol::Other,
         Symbol.IsWeak});
  }
  return Result;
}

} // namespace metaobj
