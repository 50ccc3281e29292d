//===- SelfTestSettings.h - What self-test can be told ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_SELFTESTSETTINGS_H
#define METAOBJ_TOOLS_METAOBJ_SELFTESTSETTINGS_H

#include "Job/TargetSettings.h"

class SelfTestSettings : public metaobj::CommandSettings {
public:
  SelfTestSettings() {
    Table.flag("json", Json, "Print JSON").common().ofPrograms();
    Table
        .path("lld", "path", Lld,
              "Path of ld.lld (default: beside metaobj, then the linked "
              "LLVM's, then on the PATH; empty: none)")
        .orEmpty()
        .common();
    metaobj::addTargetSettings(Table, Target);
  }

  llvm::Error finish() override {
    if (Target.Triple.empty())
      return metaobj::inputError("", "no target: name it with " +
                                         metaobj::setting::Triple);
    return llvm::Error::success();
  }

  bool Json = false;
  std::string Lld;
  metaobj::TargetChoice Target;
};

class TargetsSettings : public metaobj::CommandSettings {
public:
  TargetsSettings() {
    Table.flag("json", Json, "Print JSON: an array of targets")
        .common()
        .ofPrograms();
  }

  bool Json = false;
};

#endif // METAOBJ_TOOLS_METAOBJ_SELFTESTSETTINGS_H
