//===- SharedPools.cpp - Memories that models share -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/SharedPools.h"

#include "Base/WorkFiles.h"
#include "Object/ObjectFormat.h"
#include "metaobj/Diagnostic.h"

#include "llvm/Object/ObjectFile.h"

#include <map>

using namespace llvm;
using namespace metaobj;

/// Ends the symbol of the number beside each pool.
static constexpr StringLiteral FlagEnd = "_in_use";

using PoolsByName = std::map<std::string, SharedPoolUse>;

static Error addPoolsOf(const object::ObjectFile &Object, PoolsByName &Pools) {
  for (const object::SymbolRef &Ref : Object.symbols()) {
    Expected<uint32_t> Flags = Ref.getFlags();
    if (!Flags)
      return Flags.takeError();
    if (!(*Flags & object::SymbolRef::SF_Common))
      continue;
    Expected<StringRef> Symbol = Ref.getName();
    if (!Symbol)
      return Symbol.takeError();
    StringRef Name = *Symbol;
    // Some formats put an underscore before the names of C.
    Name.consume_front("_");
    if (!Name.consume_front(SharedPoolStart) || Name.ends_with(FlagEnd))
      continue;
    SharedPoolUse &Pool = Pools[Name.str()];
    Pool.Name = Name.str();
    Pool.Alone.push_back(Ref.getCommonSize());
    Pool.Bytes = std::max(Pool.Bytes, Pool.Alone.back());
  }
  return Error::success();
}

Expected<std::vector<SharedPoolUse>>
metaobj::sharedPools(ArrayRef<LinkerInput> Inputs) {
  PoolsByName Pools;
  for (const LinkerInput &Input : Inputs) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = mapFile(Input.Path);
    if (!Buffer)
      return Buffer.takeError();
    std::optional<ObjectFormat> Format = objectFormatOf((*Buffer)->getBuffer());
    if (!Format || *Format == ObjectFormat::Wasm)
      continue;
    Expected<std::unique_ptr<object::ObjectFile>> Object =
        object::ObjectFile::createObjectFile((*Buffer)->getMemBufferRef());
    // Import libraries are none, and have no pools.
    if (!Object) {
      consumeError(Object.takeError());
      continue;
    }
    if (Error E = addPoolsOf(**Object, Pools))
      return inputError(Input.Name, std::move(E));
  }
  std::vector<SharedPoolUse> Result;
  for (auto &[Name, Pool] : Pools)
    Result.push_back(std::move(Pool));
  return Result;
}
