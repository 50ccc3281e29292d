//===- Shards.cpp - Parameters split across several objects ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A build can write each shard on another machine. So only the model and the
// number of shards may decide which parameters a shard has.
//
//===----------------------------------------------------------------------===//

#include "Emit/Layout/Shards.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Bytes in the order of the layout, cut into equal parts.
class Dealer {
public:
  Dealer(uint64_t Total, uint32_t Count) : Total(Total), Count(Count) {}

  /// The shard of the next \p Size bytes: the one that has their middle.
  uint32_t next(uint64_t Size) {
    uint64_t Middle = Done + Size / 2;
    Done += Size;
    while (Shard < Count && Middle >= endOf(Shard))
      ++Shard;
    return Shard;
  }

private:
  /// Shard times Total / Count, without a product that passes 64 bits.
  uint64_t endOf(uint32_t Number) const {
    uint64_t Rest = Total % Count;
    return Total / Count * Number + Rest * Number / Count;
  }

  uint64_t Total;
  uint32_t Count;
  uint64_t Done = 0;
  uint32_t Shard = 1;
};

} // namespace

static uint64_t storedBytes(const ParamLayout &Layout, ArrayRef<Param> Params) {
  uint64_t Bytes = 0;
  for (const ParamSection &Section : Layout.Sections)
    for (uint32_t Index : Section.Params)
      Bytes = SaturatingAdd(Bytes, Params[Index].Data.size());
  return Bytes;
}

void metaobj::splitIntoShards(ParamLayout &Layout, ArrayRef<Param> Params,
                              uint32_t Count) {
  Dealer TheDealer(storedBytes(Layout, Params), Count);
  std::vector<ParamSection> Dealt;
  for (const ParamSection &Whole : Layout.Sections) {
    uint64_t Base = 0;
    uint32_t Current = 0;
    for (uint32_t Index : Whole.Params) {
      ParamSite &Site = Layout.Sites[Index];
      uint64_t Size = Params[Index].Data.size();
      uint32_t Shard = TheDealer.next(Size);
      if (Shard != Current) {
        Current = Shard;
        Base = alignDown(Site.Offset, Whole.Alignment);
        ParamSection &Part = Dealt.emplace_back();
        Part.Name = Whole.Name;
        Part.Alignment = Whole.Alignment;
        Part.Shard = Shard;
      }
      ParamSection &Part = Dealt.back();
      Site.Section = Dealt.size() - 1;
      Site.Offset -= Base;
      Part.Params.push_back(Index);
      Part.Size = Site.Offset + Size;
    }
  }
  for (ParamSite &Site : Layout.Sites) {
    Site.Section = Layout.Sites[Site.Storage].Section;
    Site.Offset = Layout.Sites[Site.Storage].Offset;
  }
  Layout.Sections = std::move(Dealt);
}

std::string metaobj::shardPath(StringRef Path, uint32_t Number,
                               uint32_t Count) {
  if (Number == 0)
    return Path.str();
  StringRef Extension = sys::path::extension(Path);
  StringRef Stem = Path.drop_back(Extension.size());
  return (Stem + ".shard-" + Twine(Number) + "-of-" + Twine(Count) + Extension)
      .str();
}
