//===- ParamDecoder.h - Parameters of an object --------------- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parameters are found in two ways: by their symbols, whose names contain
/// `__tvm_param__`, and through the table that a function `<prefix>_params`
/// returns. The table adds dtype, shape and storage id. A function whose name
/// ends in `_lookup_linked_param` tells storage ids as well, by the table of
/// pointers that it looks them up in.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_PARAMDECODER_H
#define METAOBJ_INSPECT_PARAMDECODER_H

#include "CodeReferences.h"
#include "ObjectImage.h"

#include "metaobj/Inspect.h"

namespace metaobj {

/// The parameters: those of tables in the tables' order, then the others by
/// section and address. Sources that contradict each other are an error.
llvm::Expected<std::vector<InspectedParam>>
decodeParams(const ObjectImage &Object, llvm::ArrayRef<CodeRange> Functions);

} // namespace metaobj

#endif // METAOBJ_INSPECT_PARAMDECODER_H
