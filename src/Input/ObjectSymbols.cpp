//===- ObjectSymbols.cpp - What operator objects define -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/ObjectSymbols.h"

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

Expected<std::vector<DefinedSymbol>>
readObjectSymbols(const OperatorObject &Object, FileKind Kind,
                  StringSaver &Names, const DiagnosticConsumer &Diagnostics) {
  switch (Kind) {
  case FileKind::ElfObject:
    return readElfSymbols(Object);
  case FileKind::CoffObject:
    return readCoffSymbols(Object);
  case FileKind::MachOObject:
    return readMachOSymbols(Object);
  case FileKind::WasmObject:
    return readWasmSymbols(Object, Names);
  default:
    return readIrSymbols(Object, Names, Diagnostics);
  }
}

} // namespace metaobj
