//===- JsonEntries.h - A JSON object, entry by entry ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_JSONENTRIES_H
#define METAOBJ_INPUT_JSONENTRIES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace metaobj {

/// Calls \p Visit with each entry of the JSON object \p Text, in its order.
/// LLVM's parser gets one key or value at a time, because its result for a
/// header of a hundred thousand entries takes forty times the memory of the
/// text. A repeated key is visited twice. An error of \p Visit ends the loop.
/// Text that is no JSON is a StringError, "at byte <offset>: <reason>". The
/// stack limits the nesting of brackets (Text/Nesting.h).
llvm::Error
visitJsonEntries(llvm::StringRef Text,
                 llvm::function_ref<llvm::Error(llvm::StringRef Key,
                                                const llvm::json::Value &Value)>
                     Visit);

} // namespace metaobj

#endif // METAOBJ_INPUT_JSONENTRIES_H
