//===- PlanFault.cpp - Faults in words ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Plan.h"

#include <string>

using namespace metaobj;

/// "1 byte", "2 bytes".
static std::string plural(uint64_t Count, const char *Noun) {
  return std::to_string(Count) + " " + Noun + (Count == 1 ? "" : "s");
}

std::string PlanFault::text(const std::string &BufferName,
                            const std::string &OtherBufferName,
                            const std::string &PoolName) const {
  auto Number = [&](size_t Position) {
    return std::to_string(Numbers[Position]);
  };
  switch (Kind) {
  case NoPool:
    return "there is no pool to plan";
  case EffortTooHigh:
    return "the effort is " + Number(0) + ", but the highest is " + Number(1);
  case TooManyBuffers:
    return "has " + plural(Numbers[0], "buffer") +
           "; plans have at most 31 bits of them";
  case EmptyLifetime:
    return "buffer " + BufferName + " lives from " + Number(0) +
           " until before " + Number(1) + ", which is not a time";
  case BadAlignment:
    return "buffer " + BufferName + " is aligned to " + Number(0) +
           ", which is not a power of two";
  case TooManyBytes:
    return "the buffers have more bytes in all than 63 bits can count";
  case PoolsTooSmall:
    return Number(0) +
           " bytes live at the same time, but the pools have at "
           "most " +
           Number(1);
  case NoPlanInPool:
    return "the smallest plan that was found has " + Number(0) +
           " bytes, but pool " + PoolName + " has at most " + Number(1);
  case NoPlanInPools:
    return "no plan was found that fits into the pools";
  case WrongCounts:
    return "the plan has " + plural(Numbers[0], "place") + " in " +
           plural(Numbers[1], "pool") + " for " + plural(Numbers[2], "buffer") +
           " and " + plural(Numbers[3], "pool");
  case PoolTooLarge:
    return "pool " + PoolName + " has " + Number(0) + " bytes of at most " +
           Number(1);
  case UnknownPool:
    return "buffer " + BufferName + " is in pool " + Number(0) +
           ", but there are " + Number(1);
  case Unaligned:
    return "buffer " + BufferName + " is at " + Number(0) +
           ", which is not a multiple of " + Number(1);
  case OutsidePool:
    return "buffer " + BufferName + " has " + plural(Numbers[0], "byte") +
           " at " + Number(1) + ", but the pool has " + Number(2);
  case Overlap:
    return "buffers " + BufferName + " and " + OtherBufferName +
           " overlap, and both live at " + Number(0);
  case WrongPool:
    return "buffer " + BufferName + " may not lie in pool " + PoolName;
  case Moved:
    return "buffer " + BufferName + " is at " + Number(1) + " of pool " +
           Number(0) + ", but has its place at " + Number(3) + " of pool " +
           Number(2);
  case TooManyPools:
    return "there are " + plural(Numbers[0], "pool") + ", but at most " +
           Number(1) + " can be planned";
  case NoPoolAllowed:
    return "buffer " + BufferName + " may lie in no pool that there is";
  case CostsFall:
    return "pool " + PoolName + " costs " + Number(0) +
           ", less than the pool before it, " + Number(1) +
           "; the fastest comes first";
  case NoPlanExists:
    return "every plan takes at least " + Number(0) + " bytes of pool " +
           PoolName + ", which has at most " + Number(1);
  case UnknownPair:
    return "buffer " + BufferName + " may lie in the place of buffer " +
           Number(0) + ", but there are " + Number(1);
  case WrongPair:
    return "buffer " + BufferName + " cannot lie in the place of " +
           OtherBufferName + ", which ends at " + Number(0) + " with " +
           plural(Numbers[2], "byte") + ": it must begin before " + BufferName +
           ", end at " + Number(1) + " and have at least " +
           plural(Numbers[3], "byte");
  case Stopped:
    return "the search was stopped before it found a plan";
  case BufferTooLarge:
    return "buffer " + BufferName + " has " + plural(Numbers[0], "byte") +
           ", but no pool in which it may lie has more than " + Number(1);
  }
  return "unknown fault";
}
