//===- CheckEmission.h - What no kind of output can hold --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_CHECKEMISSION_H
#define METAOBJ_EMIT_CHECKEMISSION_H

#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "Emit/Parts/Part.h"
#include "metaobj/Emit.h"

namespace metaobj {

/// Refuses everything that checkModel and \p Parts refuse, and also: equal
/// symbols in the output, functions with such a symbol, and storage ids that
/// are too large for a table. Reports warnings.
llvm::Error checkEmission(const Model &TheModel, const EmitConfig &Config,
                          const PartList &Parts);

/// The error for functions that write one object: InShards is only
/// for emitShard.
llvm::Error refuseShards(const Model &TheModel, const EmitConfig &Config);

/// Refuses what is no object, bitcode or IR. checkHaveBytes() must accept them.
llvm::Error checkAreObjects(llvm::ArrayRef<OperatorObject> Objects);

/// Refuses numbers that are no choice of a setting.
llvm::Error checkChoices(const EmitConfig &Config);

/// Refuses a \p Value of \p Which that is none of \p Choices.
template <class T, class... Ts>
llvm::Error checkChoice(const Message &Which, T Value, Ts... Choices) {
  if (((Value == Choices) || ...))
    return llvm::Error::success();
  return inputError(Which, "is " + llvm::Twine(static_cast<int>(Value)) +
                               ", which stands for nothing");
}

/// Refuses a \p Name that readers would take for damage.
inline llvm::Error checkNameLength(Setting Which, llvm::StringRef Name) {
  if (Name.size() <= LongestName)
    return llvm::Error::success();
  return inputError(Which, "the name " + quoted(Name) +
                               " is too long: names have at most " +
                               llvm::Twine(LongestName) + " bytes");
}

/// Refuses settings of compression outside their ranges.
llvm::Error checkCompression(const Model &TheModel, const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_EMIT_CHECKEMISSION_H
