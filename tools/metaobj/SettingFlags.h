//===- SettingFlags.h - What settings are called here -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_SETTINGFLAGS_H
#define METAOBJ_TOOLS_SETTINGFLAGS_H

#include "metaobj/Setting.h"

#include "llvm/ADT/StringRef.h"

#include <string>

/// As people type it: "--prefix", "-o".
llvm::StringRef flagOf(metaobj::Setting Which);

/// A text of the library in the words of the command line.
std::string inFlags(llvm::StringRef Text);

#endif // METAOBJ_TOOLS_SETTINGFLAGS_H
