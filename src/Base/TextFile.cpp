//===- TextFile.cpp - Small files as text ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/TextFile.h"

#include "metaobj/Diagnostic.h"
#include "metaobj/Payload.h"

using namespace llvm;
using namespace metaobj;

Expected<TextFile> metaobj::readTextFile(StringRef Path, uint64_t Largest,
                                         StringRef Subject) {
  Expected<std::shared_ptr<const InputFile>> File = InputFile::open(Path);
  if (!File)
    return File.takeError();
  const InputFile &Input = **File;
  if (Input.size() > Largest)
    return inputError(Input.path(), "has " + Twine(Input.size()) + " bytes; " +
                                        Subject + " of up to " +
                                        Twine(Largest) + " are read");
  TextFile Result = {Input.path(), std::string(Input.size(), '\0')};
  if (Error E = Input.read(
          0, MutableArrayRef(reinterpret_cast<uint8_t *>(Result.Text.data()),
                             Result.Text.size())))
    return E;
  return Result;
}
