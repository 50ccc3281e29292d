//===- Depfile.cpp - Dependencies for Make and Ninja ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"

#include "File/AtomicFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

/// As GCC and Clang write names, which Make and Ninja read back.
static std::string escape(StringRef Path) {
  std::string Escaped;
  for (char C : Path) {
    if (C == ' ' || C == '#')
      Escaped += '\\';
    if (C == '$')
      Escaped += '$';
    Escaped += C;
  }
  return Escaped;
}

Error metaobj::writeDepfile(ArrayRef<std::string> Outputs,
                            ArrayRef<std::string> Inputs,
                            const OutputPlace &To) {
  std::string Text = join(map_range(Outputs, escape), " ") + ":";
  for (const std::string &Input : Inputs)
    Text += " \\\n  " + escape(Input);
  Text += '\n';
  return writeFileAtomically(To, Text);
}
