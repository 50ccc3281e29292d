//===- ModelMetadata.h - TVMMetadata of an object ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the structures of TVM's metadata_types.h, version 1, from an object of
/// any pointer width and byte order: those of metaobj and those of TVM v0.9 to
/// v0.18.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_MODELMETADATA_H
#define METAOBJ_INSPECT_MODELMETADATA_H

#include "ObjectImage.h"

#include "metaobj/Inspect.h"

#include <optional>

namespace metaobj {

/// The metadata at \p Place, or nullopt if no head of it is there. Wrong
/// contents are an error. \p Work counts bytes that were copied, of all tables
/// of the object together.
llvm::Expected<std::optional<InspectedMetadata>>
readModelMetadata(const ObjectImage &Object, Location Place, uint64_t &Work);

} // namespace metaobj

#endif // METAOBJ_INSPECT_MODELMETADATA_H
