//===- metaobj/ParamVisibility.h - Who sees a parameter ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PARAMVISIBILITY_H
#define METAOBJ_PARAMVISIBILITY_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace metaobj {

/// Who sees the symbol of a parameter.
enum class ParamVisibility {
  Local,  ///< Its object.
  Hidden, ///< All objects of an image; no other image.
  Global, ///< Everybody.
};

/// "local", "hidden", "global".
llvm::StringRef paramVisibilityName(ParamVisibility Visibility);

/// The inverse; nullopt when \p Name is none of these.
std::optional<ParamVisibility> parseParamVisibility(llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_PARAMVISIBILITY_H
