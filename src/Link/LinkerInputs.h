//===- LinkerInputs.h - Inputs as files of the linker -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A linker reads files by their paths. Bytes in memory and objects in tar
/// archives become files of a folder, and have their own names in messages.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_LINKERINPUTS_H
#define METAOBJ_LINK_LINKERINPUTS_H

#include "Base/WorkFiles.h"
#include "Object/ObjectFormat.h"
#include "metaobj/Link.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace metaobj {

/// A file that the linker reads.
struct LinkerInput {
  std::string Path;
  /// For messages: "a.o", "model.tar(lib0.o)".
  std::string Name;
  /// The caller's file that it is, or comes from; empty: from memory.
  std::string Source;
};

/// The files for \p Inputs, in their order. Those that the linker cannot read
/// where they are become files in \p Folder, each in a folder of its own with a
/// number for its name.
llvm::Expected<std::vector<LinkerInput>>
storeInputs(llvm::ArrayRef<LinkInput> Inputs, const WorkFolder &Folder);

/// \p Text of the linker with the names of \p Inputs in place of their paths in
/// \p Folder. Other paths there lose the folder.
std::string withInputNames(llvm::StringRef Text,
                           llvm::ArrayRef<LinkerInput> Inputs,
                           const WorkFolder &Folder);

/// The caller's files in \p Rule, a rule for make by ld.lld. Of the files in
/// \p Folder, these are what \p Inputs come from.
std::vector<std::string> dependencies(llvm::StringRef Rule,
                                      llvm::ArrayRef<LinkerInput> Inputs,
                                      const WorkFolder &Folder);

/// The objects of \p Inputs that our readers know. Of other files lld says in
/// its own words what they are; but it reads WebAssembly without checks, and a
/// damaged file would end the process.
llvm::Expected<std::vector<OperatorObject>>
readableObjects(llvm::ArrayRef<LinkInput> Inputs, ObjectFormat Format);

/// All objects of \p Inputs.
llvm::Expected<std::vector<OperatorObject>>
readLinkObjects(llvm::ArrayRef<LinkInput> Inputs,
                const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_LINK_LINKERINPUTS_H
