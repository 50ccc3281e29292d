//===- ObjectSymbols.cpp - What operator objects define -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/ObjectSymbols.h"

#include "Input/CheckDescribed.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <optional>

using namespace llvm;

namespace metaobj {

bool isObject(FileKind Kind) {
  switch (Kind) {
  case FileKind::ElfObject:
  case FileKind::CoffObject:
  case FileKind::MachOObject:
  case FileKind::WasmObject:
  case FileKind::Bitcode:
  case FileKind::TextualIr:
    return true;
  default:
    return false;
  }
}

/// The symbols of an object that is no IR.
static Expected<std::vector<DefinedSymbol>>
readSymbolTable(const OperatorObject &Object, FileKind Kind,
                StringSaver &Names) {
  switch (Kind) {
  case FileKind::ElfObject:
    return readElfSymbols(Object);
  case FileKind::CoffObject:
    return readCoffSymbols(Object);
  case FileKind::MachOObject:
    return readMachOSymbols(Object);
  default:
    return readWasmSymbols(Object, Names);
  }
}

static Expected<ObjectContents>
readUnchecked(const OperatorObject &Object, FileKind Kind, StringSaver &Names,
              const DiagnosticConsumer &Diagnostics) {
  if (Kind == FileKind::Bitcode || Kind == FileKind::TextualIr)
    return readIr(Object, Names, Diagnostics);
  Expected<std::vector<DefinedSymbol>> Symbols =
      readSymbolTable(Object, Kind, Names);
  if (!Symbols)
    return Symbols.takeError();
  Expected<std::vector<OperatorDescription>> Operators =
      readOperators({Object.Bytes->getBuffer(), Object.Name});
  if (!Operators)
    return Operators.takeError();
  return ObjectContents{std::move(*Symbols), std::move(*Operators)};
}

/// Compilers order symbols as they like. The order of descriptions is the
/// author's (but for GCC's for Windows, where it is one of variables).
static void putDescribedFirst(ObjectContents &Contents) {
  if (Contents.Operators.empty())
    return;
  StringMap<size_t> Order;
  for (const auto &[Index, Each] : enumerate(Contents.Operators))
    Order.try_emplace(Each.Symbol, Index);
  std::vector<std::optional<DefinedSymbol>> First(Contents.Operators.size());
  std::vector<DefinedSymbol> Others;
  for (const DefinedSymbol &Each : Contents.Symbols) {
    auto Found = Order.find(Each.Name);
    if (Found != Order.end() && !First[Found->second])
      First[Found->second] = Each;
    else
      Others.push_back(Each);
  }
  Contents.Symbols.clear();
  for (const std::optional<DefinedSymbol> &Each : First)
    if (Each)
      Contents.Symbols.push_back(*Each);
  append_range(Contents.Symbols, Others);
}

Expected<ObjectContents>
readObjectContents(const OperatorObject &Object, FileKind Kind,
                   StringSaver &Names, const DiagnosticConsumer &Diagnostics) {
  Expected<ObjectContents> Contents =
      readUnchecked(Object, Kind, Names, Diagnostics);
  if (!Contents)
    return Contents.takeError();
  if (Error E =
          checkDescribed(Object.Name, Contents->Symbols, Contents->Operators))
    return E;
  putDescribedFirst(*Contents);
  return Contents;
}

} // namespace metaobj
