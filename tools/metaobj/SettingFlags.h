//===- SettingFlags.h - What settings are called here -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_SETTINGFLAGS_H
#define METAOBJ_TOOLS_SETTINGFLAGS_H

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

struct SettingFlag {
  metaobj::Setting Which;
  std::string Flag;    ///< "--prefix"
  std::string Keyword; ///< Of Python: "prefix="
};

/// The settings that have a flag. Those of several commands occur several
/// times.
const std::vector<SettingFlag> &settingFlags();

/// As people type it: "--prefix", "-o". A setting without a flag is called as
/// its field.
llvm::StringRef flagOf(metaobj::Setting Which);

/// A message of the library in the words of the command line.
std::string inFlags(const metaobj::Message &Text);

/// The same in the words of Python.
std::string inKeywords(const metaobj::Message &Text);

#endif // METAOBJ_TOOLS_SETTINGFLAGS_H
