//===- TargetXml.h - What a debugger tells of its target --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_TARGETXML_H
#define METAOBJ_DEVICE_TARGETXML_H

#include "metaobj/Device.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>
#include <vector>

namespace metaobj {

/// A register of a target description.
struct XmlRegister {
  std::string Name;
  unsigned Number = 0;
  unsigned Bits = 0;
};

/// Registers and included files of a document of a target description. Numbers
/// go on from \p NextNumber where the document has none.
struct TargetDocument {
  /// Features that tell of a Cortex-M or of RISC-V.
  bool IsCortexM = false, IsRiscV = false;
  std::vector<XmlRegister> Registers;
  std::vector<std::string> Includes;
};

/// Reads what it knows of \p Text and skips everything else.
TargetDocument readTargetDocument(llvm::StringRef Text, unsigned &NextNumber);

/// The areas of a memory map; those that cannot be are left out.
std::vector<DeviceArea> readMemoryAreas(llvm::StringRef Text);

} // namespace metaobj

#endif // METAOBJ_DEVICE_TARGETXML_H
