//===- CommandLine.h - A linker's own words ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_COMMANDLINE_H
#define METAOBJ_LINK_COMMANDLINE_H

#include "Link/LinkerInputs.h"
#include "Object/ObjectFormat.h"
#include "metaobj/Link.h"

#include <string>
#include <vector>

namespace metaobj {

/// Where a run of the linker writes, and its script; empty: none.
struct LinkerFiles {
  std::string Output, Map, Script, Dependencies;
  std::string Helpers; ///< Folder of files that nobody keeps.
  /// Symbols whose sections come first in their output sections (ELF).
  std::string FirstSymbols;
};

/// An error for what the linker of \p Format cannot do, for settings without
/// effect, and for files of \p Inputs that one of \p Outputs or of the outputs
/// in \p Config would replace.
llvm::Error checkLink(const LinkConfig &Config, ObjectFormat Format,
                      llvm::ArrayRef<LinkerInput> Inputs,
                      llvm::ArrayRef<llvm::StringRef> Outputs);

/// Arguments for the linker of \p Format, which makes the file of \p Place.
std::vector<std::string> linkerArguments(const LinkConfig &Config,
                                         ObjectFormat Format,
                                         llvm::ArrayRef<LinkerInput> Inputs,
                                         const LinkerFiles &Files,
                                         llvm::StringRef Place);

/// The format of the first object in \p Inputs, or in the archives among them.
llvm::Expected<ObjectFormat> formatOfInputs(llvm::ArrayRef<LinkerInput> Inputs);

} // namespace metaobj

#endif // METAOBJ_LINK_COMMANDLINE_H
