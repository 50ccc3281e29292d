//===- AllFormats.cpp - The rules of all object formats -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/FormatRules.h"

using namespace llvm;
using namespace metaobj;

const FormatRules &metaobj::formatRules(Triple::ObjectFormatType Format) {
  static const FormatRules Goff({.Name = "GOFF"}), Xcoff({.Name = "XCOFF"}),
      None({.Name = "none"});
  switch (Format) {
  case Triple::ELF:
    return elfRules();
  case Triple::COFF:
    return coffRules();
  case Triple::MachO:
    return machORules();
  case Triple::Wasm:
    return wasmRules();
  case Triple::GOFF:
    return Goff;
  case Triple::XCOFF:
    return Xcoff;
  default:
    return None;
  }
}

const FormatRules &metaobj::formatRules(const Triple &Target) {
  if (Target.isNVPTX())
    return sourceRules();
  // On Windows there are objects of other formats, too.
  if (Target.isOSCygMing() && Target.isOSBinFormatCOFF())
    return gnuCoffRules();
  return formatRules(Target.getObjectFormat());
}
