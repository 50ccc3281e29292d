//===- PoolText.cpp - Pools in one word -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/PoolText.h"

#include "Base/ByteCount.h"

using namespace llvm;
using namespace metaobj;

std::optional<PlanPool> metaobj::parsePool(StringRef Text) {
  auto [Name, LimitText] = Text.split(':');
  PlanPool Pool{Name.str()};
  // "sram=65536" would be a pool of this name, without a limit; '|' separates
  // pools in lists of buffers.
  if (Name.empty() || Name.find_first_of("=|") != StringRef::npos)
    return std::nullopt;
  if (Name.size() == Text.size())
    return Pool;
  Pool.Limit = parseByteCount(LimitText);
  return Pool.Limit ? std::optional(Pool) : std::nullopt;
}

std::optional<PlanPool> metaobj::parsePoolWithCost(StringRef Text) {
  auto [Plain, CostText] = Text.split(",cost=");
  std::optional<PlanPool> Pool = parsePool(Plain);
  if (Pool && Plain.size() != Text.size() &&
      CostText.getAsInteger(10, Pool->Cost))
    return std::nullopt;
  return Pool;
}

/// Sets what \p Text, behind a name, says of \p Pool. Is it known?
template <typename PoolType>
static bool parseOwner(StringRef Text, PoolType &Pool) {
  if (Text == "caller") {
    Pool.IsCallers = true;
    return true;
  }
  if (!Text.consume_front("section=") || Text.empty())
    return false;
  Pool.Section = Text.str();
  return true;
}

std::optional<ExecutorPool> metaobj::parseExecutorPool(StringRef Text) {
  auto [Memory, Rest] = Text.split(',');
  std::optional<PlanPool> Plain = parsePool(Memory);
  if (!Plain)
    return std::nullopt;
  ExecutorPool Pool(Plain->Name, Plain->Limit);
  if (Rest == "shared")
    Pool.IsShared = true;
  else if (Memory.size() != Text.size() && !parseOwner(Rest, Pool))
    return std::nullopt;
  return Pool;
}

std::optional<ConstantPool> metaobj::parseConstantPool(StringRef Text) {
  auto [Name, Rest] = Text.split(',');
  ConstantPool Pool;
  Pool.Name = Name.str();
  if (Name.empty() || (Name.size() != Text.size() && !parseOwner(Rest, Pool)))
    return std::nullopt;
  return Pool;
}
