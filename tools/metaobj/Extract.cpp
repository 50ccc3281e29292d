//===- Extract.cpp - Parts of inspect --extract ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extract.h"

#include "metaobj/Diagnostic.h"

#include <optional>

using namespace llvm;
using namespace metaobj;

Expected<NamedParam> findParam(MemoryBufferRef Buffer, StringRef Path,
                               StringRef Name, const InspectConfig &Config) {
  Expected<std::vector<InspectedFile>> Files = inspectWithBytes(Buffer, Config);
  if (!Files)
    return Files.takeError();
  std::optional<NamedParam> Found;
  for (const InspectedFile &File : *Files)
    for (const InspectedParam &Param : File.Inspected.Params) {
      if (Param.Name != Name)
        continue;
      if (Found)
        return inputError(
            Path, "has several parameters that are called '" + Name + "'",
            "extract it from the object of one model");
      Found = NamedParam{File, Param};
    }
  if (!Found)
    return inputError(Path, "has no parameter that is called '" + Name + "'",
                      "metaobj inspect shows the names");
  return std::move(*Found);
}
