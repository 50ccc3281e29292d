// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens a device by the installed library, without operators: chip <via>
#include "metaobj/Device.h"
#include "metaobj/Input.h"

#include "llvm/Support/raw_ostream.h"

using namespace metaobj;

int main(int, char **Argv) {
  DeviceConfig Config;
  Config.Via = Argv[1];
  llvm::Expected<OpenedDevice> Opened = openDevice(Config, {}, {}, nullptr);
  if (!Opened) {
    llvm::errs() << llvm::toString(Opened.takeError()) << '\n';
    return 1;
  }
  return 0;
}
