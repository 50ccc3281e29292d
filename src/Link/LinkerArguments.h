//===- LinkerArguments.h - What callers pass on to lld ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// lld is a program that has its process to itself: it names its output, prints
/// to standard output and leaves. In a library these belong to others.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_LINKERARGUMENTS_H
#define METAOBJ_LINK_LINKERARGUMENTS_H

#include "Object/ObjectFormat.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace metaobj {

/// LinkConfig::Arguments, and what metaobj does in place of some.
struct LinkerArguments {
  std::vector<std::string> Rest; ///< For the linker.
  /// The linker would print the map to standard output.
  bool ShowsMap = false;
  std::vector<std::string> Maps; ///< Paths of maps.
  /// Path of the rule for make, which names the output; empty: none.
  std::string DependencyFile;
};

/// Takes \p Arguments apart, and those of response files ("@file"). Errors:
/// another output, a standard stream in place of a file, and options of LLVM
/// that end the process.
llvm::Expected<LinkerArguments>
readLinkerArguments(llvm::ArrayRef<std::string> Arguments, ObjectFormat Format);

} // namespace metaobj

#endif // METAOBJ_LINK_LINKERARGUMENTS_H
