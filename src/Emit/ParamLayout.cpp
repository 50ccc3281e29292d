//===- ParamLayout.cpp - Sections of parameters ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParamLayout.h"

#include "Emit/Placement.h"
#include "Model/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

/// Puts \p P behind what \p Section has.
static Error append(ParamSection &Section, size_t Index, const Param &P,
                    const Place &Where) {
  uint64_t Alignment = Where.Alignment;
  uint64_t Padding = offsetToAlignment(Section.Size, Align(Alignment));
  bool HasOverflowed = false;
  uint64_t Offset = SaturatingAdd(Section.Size, Padding, &HasOverflowed);
  uint64_t End = HasOverflowed
                     ? Offset
                     : SaturatingAdd(Offset, P.Data.size(), &HasOverflowed);
  if (HasOverflowed)
    return inputError(P.Owner, "section " + quoted(Section.Name) +
                                   " would pass 64 bits with parameter " +
                                   quoted(P.Name) + " of " +
                                   Twine(P.Data.size()) + " bytes");
  Section.Params.push_back({Index, Offset, Alignment, Where.Visibility});
  Section.Size = End;
  Section.Alignment = std::max(Section.Alignment, Alignment);
  return Error::success();
}

Expected<ParamLayout> metaobj::layOutParams(const Model &TheModel,
                                            const EmitConfig &Config,
                                            Triple::ObjectFormatType Format) {
  Expected<Placement> Places = Placement::create(Config, Format);
  if (!Places)
    return Places.takeError();
  ParamLayout Result;
  StringMap<size_t> Numbers;
  for (const auto &[Index, P] : enumerate(TheModel.Params)) {
    Expected<Place> Where = Places->placeOf(P);
    if (!Where)
      return Where.takeError();
    auto [Number, IsNew] =
        Numbers.try_emplace(Where->Section, Result.Sections.size());
    if (IsNew)
      Result.Sections.emplace_back().Name = Where->Section;
    if (Error E =
            append(Result.Sections[Number->second], Index, P, *Where))
      return E;
  }
  return Result;
}
