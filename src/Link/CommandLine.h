//===- CommandLine.h - A linker's own words ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_COMMANDLINE_H
#define METAOBJ_LINK_COMMANDLINE_H

#include "Object/ObjectFormat.h"
#include "metaobj/Link.h"

#include <string>
#include <vector>

namespace metaobj {

/// Where a run of the linker writes, and its script; empty: none.
struct LinkerFiles {
  std::string Output, Map, Script, Dependencies;
  /// Symbols whose sections come first in their output sections (ELF).
  std::string FirstSymbols;
};

/// An error for what the linker of \p Format cannot do, for settings without
/// effect, and for \p Inputs, as the user named them, that one of \p Outputs or
/// of the outputs in \p Config would replace.
llvm::Error checkLink(const LinkConfig &Config, ObjectFormat Format,
                      llvm::ArrayRef<std::string> Inputs,
                      llvm::ArrayRef<llvm::StringRef> Outputs);

/// Arguments for the linker of \p Format, which makes the file of \p Place.
std::vector<std::string> linkerArguments(const LinkConfig &Config,
                                         ObjectFormat Format,
                                         const LinkerFiles &Files,
                                         llvm::StringRef Place);

/// The format of the first object in \p Inputs, or in the archives among them.
llvm::Expected<ObjectFormat> formatOfInputs(llvm::ArrayRef<std::string> Inputs);

} // namespace metaobj

#endif // METAOBJ_LINK_COMMANDLINE_H
