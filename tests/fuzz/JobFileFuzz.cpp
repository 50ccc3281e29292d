//===- JobFileFuzz.cpp - Job files of any bytes ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3, 4, 5.

#include "Fuzz.h"

#include "Job/EmitSettings.h"
#include "Job/JobFile.h"

using namespace llvm;
using namespace metaobj;

/// What is read can be set, or is refused.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  EmitSettings Settings;
  Expected<GivenSettings> Given =
      readJobFile(MemoryBufferRef(Text, fuzz::InputName), "", Settings.Table);
  if (!Given) {
    fuzz::checkError(Given.takeError());
    return 0;
  }
  for (const GivenSetting &Setting : Given->Settings)
    if (Error E = SettingTable::set(*Setting.Row, Setting.Value))
      consumeError(std::move(E));
  if (Error E = Settings.finish())
    consumeError(std::move(E));
  std::string Printed;
  raw_string_ostream OS(Printed);
  cantFail(printJobFile(*Given, OS));
  return 0;
}
