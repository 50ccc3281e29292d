//===- ParamsImageReader.h - The header of a params image -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_PARAMSIMAGEREADER_H
#define METAOBJ_INSPECT_PARAMSIMAGEREADER_H

#include "ObjectImage.h"
#include "RecordReader.h"

#include "metaobj/Inspect.h"

#include <optional>

namespace metaobj {

/// The header of the params image at the start of \p Buffer. Bytes behind the
/// image are those of its partition. nullopt: it is none. A header that is
/// wrong in itself is an error.
llvm::Expected<std::optional<InspectedParamsImage>>
readParamsImage(llvm::MemoryBufferRef Buffer);

/// Adds to \p Image what does not fit the rest of \p Object: its id, and the
/// places to which the header leads.
void compareHeader(InspectedParamsImage &Image, const ObjectImage &Object,
                   llvm::ArrayRef<FoundRecord> Records,
                   llvm::ArrayRef<InspectedParam> Params);

} // namespace metaobj

#endif // METAOBJ_INSPECT_PARAMSIMAGEREADER_H
