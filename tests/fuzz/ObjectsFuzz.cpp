//===- ObjectsFuzz.cpp - Objects, archives and images of every format -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What emit, check and inspect do with an object. IR is left out: it is
// trusted, and its readers are LLVM's.
//
// Tries to break (SECURITY.md): Input 1, 2, 3, 8; inspect 1, 2.

#include "Fuzz.h"

#include "Check/Check.h"
#include "metaobj/Inspect.h"
#include "metaobj/Target.h"

#include "Inspect/RawFile.h"
#include "Inspect/RecordReader.h"
#include "Read/Objects/ObjectContents.h"

using namespace llvm;
using namespace metaobj;

/// The symbols that emit would choose functions from, and their descriptions.
static Error readContents(const OperatorObject &Object, FileKind Kind) {
  BumpPtrAllocator Memory;
  StringSaver Names(Memory);
  return readObjectContents(Object, Kind, Names, DiagnosticConsumer())
      .takeError();
}

static void useObject(const OperatorObject &Object, FileKind Kind) {
  fuzz::checkError(readContents(Object, Kind));
  if (Expected<TargetSpec> Target = inferTarget(Object); !Target)
    fuzz::checkError(Target.takeError());
  CheckConfig Config;
  // Findings come with tables, so that only their end counts here.
  for (LinkOutput Output : {LinkOutput::Executable, LinkOutput::SharedObject}) {
    Config.Output = Output;
    consumeError(checkObjects({Object, Object}, Config));
  }
}

static bool isImage(StringRef Bytes) {
  std::string Refused;
  return isIntelHex(Bytes) || isUf2(Bytes) ||
         !findRecordHeads(Bytes, Refused).empty();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  FileKind Kind = identify(Bytes);
  switch (Kind) {
  case FileKind::ElfObject:
  case FileKind::CoffObject:
  case FileKind::MachOObject:
  case FileKind::WasmObject:
    useObject({fuzz::InputName.str(),
               MemoryBuffer::getMemBuffer(Bytes, fuzz::InputName,
                                          /*RequiresNullTerminator=*/false)},
              Kind);
    break;
  case FileKind::Archive:
    break;
  default:
    if (!isImage(Bytes))
      return -1; // Not worth keeping.
    break;
  }
  Expected<std::vector<Inspection>> Found =
      inspect(MemoryBufferRef(Bytes, fuzz::InputName));
  if (!Found) {
    fuzz::checkError(Found.takeError());
    return 0;
  }
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(*Found, OS);
  for (const Inspection &Inspected : *Found)
    print(Inspected, OS);
  return 0;
}
