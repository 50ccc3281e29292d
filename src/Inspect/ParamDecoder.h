//===- ParamDecoder.h - Parameters of an object --------------- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// There are two ways to find parameters: by their symbols, which contain
/// `__tvm_param__`, and by the table that a function `<prefix>_params` returns.
/// The table adds dtype, shape and storage id. A function whose name ends in
/// `_lookup_linked_param` also gives storage ids, by its table of pointers.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_PARAMDECODER_H
#define METAOBJ_INSPECT_PARAMDECODER_H

#include "CodeReferences.h"
#include "ObjectImage.h"
#include "RecordReader.h"

#include "metaobj/Inspect.h"

namespace metaobj {

/// The parameters: first those of tables, in the tables' order and with those
/// of
/// \p Records, then the others
/// by section and address. It is an error if sources contradict each other.
llvm::Expected<std::vector<InspectedParam>>
decodeParams(const ObjectImage &Object, llvm::ArrayRef<CodeRange> Functions,
             llvm::ArrayRef<FoundRecord> Records,
             std::vector<InspectedPart> &Parts);

} // namespace metaobj

#endif // METAOBJ_INSPECT_PARAMDECODER_H
