//===- LibraryMetadata.h - metadata.json of TVM's models --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `metadata.json`, as TVM v0.8 to v0.18 and their development versions write
/// it (python/tvm/micro/model_library_format.py):
///
///     1  {version, model_name, export_datetime, target: {"1": "c ..."},
///         memory: [{storage_id, size_bytes, input_binding?}],
///         runtimes: ["graph"]}
///     2  memory: {sids: [...] of the graph executor,
///                 functions: {main: [{device, workspace_size_bytes,
///                                     constants_size_bytes, io_size_bytes}],
///                             operator_functions:
///                               [{function_name,
///                                 workspace: [{device,
///                                              workspace_size_bytes}]}]}}
///     4  style: "full-model" or "operator"
///     5  executors in place of runtimes
///     6  target: ["c ..."]
///     7  {version, modules: {name: {...}}}; since v0.11 entries of main have
///        inputs and outputs, {name: {size, dtype}}
///
/// Style "operator" has no modules in any version, and memory: {function:
/// [{size_bytes, shape, dtype, input_binding}]}.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PACKAGES_LIBRARYMETADATA_H
#define METAOBJ_READ_PACKAGES_LIBRARYMETADATA_H

#include "metaobj/ModelLibrary.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace metaobj {

/// Sets version and modules of \p Into by \p Text, the metadata. Text that is
/// no JSON object tells nothing. A field of another type than TVM writes, or a
/// size out of range, is an error of \p Name; a missing field is none.
llvm::Error readLibraryMetadata(llvm::StringRef Text, llvm::StringRef Name,
                                ModelLibrary &Into);

} // namespace metaobj

#endif // METAOBJ_READ_PACKAGES_LIBRARYMETADATA_H
