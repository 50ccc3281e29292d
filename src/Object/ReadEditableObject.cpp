//===- ReadEditableObject.cpp - An editable object of any format ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/EditableObject.h"
#include "Object/ElfObject.h"
#include "Object/ObjectFormat.h"

#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace metaobj;

Expected<std::unique_ptr<EditableObject>>
EditableObject::read(SmallVector<char, 0> Bytes) {
  auto As = [](auto Object) -> Expected<std::unique_ptr<EditableObject>> {
    if (!Object)
      return Object.takeError();
    return std::move(*Object);
  };
  std::optional<ObjectFormat> Format =
      objectFormatOf(StringRef(Bytes.data(), Bytes.size()));
  if (!Format)
    return malformed("no format that is known");
  switch (*Format) {
  case ObjectFormat::Elf:
    return As(ElfObject::read(std::move(Bytes)));
  case ObjectFormat::Coff:
    return As(readCoffObject(std::move(Bytes)));
  case ObjectFormat::MachO:
    return As(readMachOObject(std::move(Bytes)));
  case ObjectFormat::Wasm:
    return As(readWasmObject(std::move(Bytes)));
  }
  llvm_unreachable("all formats are covered");
}
