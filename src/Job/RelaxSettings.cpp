//===- RelaxSettings.cpp - How Relax executables are read -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/RelaxSettings.h"

#include "Base/ByteCount.h"

using namespace llvm;
using namespace metaobj;

void metaobj::addRelaxSettings(SettingTable &Table, InputConfig &Reading) {
  Table.text({setting::VmFunction, "vm-function"}, "name", Reading.VmFunction,
             "Function of a Relax executable to run (default: the only one, or "
             "main)");
  Table
      .parsed(
          {setting::Workspaces, "workspace"}, "operator=bytes",
          "Workspaces that an operator of tvm-ffi takes at a time; they are "
          "planned with the tensors, and all others have none; repeatable",
          [&Reading](const SettingRow &Row, StringRef Text) -> Error {
            auto [Name, Size] = Text.rsplit('=');
            std::optional<uint64_t> Bytes = parseByteCount(Size);
            if (Name.empty() || !Bytes)
              return Row.expected("<operator>=<bytes>", Text);
            Reading.Workspaces.emplace_back(Name.str(), *Bytes);
            return Error::success();
          })
      .list();
}
