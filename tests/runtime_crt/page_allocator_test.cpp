// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>

#include <tvm/runtime/crt/page_allocator.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "dlpack_values.h"

namespace {

constexpr size_t PageBits = 5;
constexpr size_t PageSize = size_t(1) << PageBits;

bool isAligned(const void *Block) {
  return reinterpret_cast<uintptr_t>(Block) % 16 == 0;
}

class PageAllocator : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(
        PageMemoryManagerCreate(&Manager, Memory, sizeof(Memory), PageBits), 0);
  }

  tvm_crt_error_t allocate(size_t Bytes, void **Out) {
    return Manager->Allocate(Manager, Bytes, Cpu, Out);
  }
  uint8_t *allocate(size_t Bytes) {
    void *Block = nullptr;
    EXPECT_EQ(allocate(Bytes, &Block), 0);
    return static_cast<uint8_t *>(Block);
  }
  tvm_crt_error_t release(void *Block) {
    return Manager->Free(Manager, Block, Cpu);
  }
  tvm_crt_error_t reallocate(void *Block, size_t Bytes, void **Out) {
    return TVMPageMemoryManager_Reallocate(Manager, Block, Bytes, Cpu, Out);
  }
  TVMMemoryUsage usage() {
    TVMMemoryUsage Usage;
    TVMPageMemoryManager_GetUsage(Manager, &Usage);
    return Usage;
  }

  alignas(16) uint8_t Memory[4096];
  MemoryManagerInterface *Manager = nullptr;
};

TEST_F(PageAllocator, TheInterfaceHasTheLayoutOfTvm) {
  EXPECT_EQ(offsetof(MemoryManagerInterface, Allocate), 0u);
  EXPECT_EQ(offsetof(MemoryManagerInterface, Free), sizeof(void *));
  EXPECT_EQ(offsetof(MemoryManagerInterface, vleak_size), 2 * sizeof(void *));
}

TEST_F(PageAllocator, TheManagerLiesInThePool) {
  const auto *At = reinterpret_cast<uint8_t *>(Manager);
  EXPECT_GT(At, Memory);
  EXPECT_LT(At, Memory + sizeof(Memory));
}

TEST_F(PageAllocator, BlocksAreWholePages) {
  uint8_t *First = allocate(1);
  uint8_t *Second = allocate(PageSize);
  uint8_t *Third = allocate(PageSize + 1);
  uint8_t *Fourth = allocate(0);
  EXPECT_EQ(First, Memory);
  EXPECT_EQ(Second, First + PageSize);
  EXPECT_EQ(Third, Second + PageSize);
  EXPECT_EQ(Fourth, Third + 2 * PageSize);
  EXPECT_EQ(usage().used, 5 * PageSize);
  EXPECT_EQ(Manager->vleak_size, 4);
}

// TVM hands out a whole entry of its free list, however long it is.
TEST_F(PageAllocator, AFreedRunIsSplit) {
  uint8_t *First = allocate(8 * PageSize);
  allocate(1);
  ASSERT_EQ(release(First), 0);
  uint8_t *Small = allocate(1);
  uint8_t *Rest = allocate(7 * PageSize);
  EXPECT_EQ(Small, First);
  EXPECT_EQ(Rest, First + PageSize);
}

// TVM never joins freed runs, so a large block finds no place among them.
TEST_F(PageAllocator, FreedNeighboursAreMergedInEveryOrder) {
  const int Orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                           {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (const auto &Order : Orders) {
    uint8_t *Blocks[3] = {allocate(1), allocate(PageSize * 2), allocate(1)};
    uint8_t *Last = allocate(1);
    for (int Index : Order)
      ASSERT_EQ(release(Blocks[Index]), 0);
    uint8_t *Whole = allocate(4 * PageSize);
    EXPECT_EQ(Whole, Blocks[0]);
    ASSERT_EQ(release(Whole), 0);
    ASSERT_EQ(release(Last), 0);
    EXPECT_EQ(usage().used, 0u);
  }
  // Everything is one run again.
  EXPECT_EQ(allocate(usage().capacity), Memory);
}

TEST_F(PageAllocator, AFullPoolIsAnError) {
  const size_t Capacity = usage().capacity;
  void *Block = &Block;
  EXPECT_EQ(allocate(Capacity + 1, &Block), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(allocate(SIZE_MAX, &Block), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(allocate(SIZE_MAX - PageSize, &Block), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(Block, &Block);
  EXPECT_EQ(Manager->vleak_size, 0);
  allocate(Capacity);
  EXPECT_EQ(allocate(1, &Block), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(Manager->vleak_size, 1);
}

// TVM aborts.
TEST_F(PageAllocator, ABadFreeIsAnErrorAndChangesNothing) {
  uint8_t *Block = allocate(3 * PageSize);
  uint8_t *Freed = allocate(1);
  ASSERT_EQ(release(Freed), 0);
  int Elsewhere;
  void *const Bad[] = {nullptr,
                       &Elsewhere,
                       Block + 1,
                       Block + 16,
                       Block + PageSize,
                       Block + 2 * PageSize,
                       Freed,
                       Freed + PageSize,
                       reinterpret_cast<void *>(uintptr_t(Memory) - 1),
                       Memory + sizeof(Memory),
                       Manager,
                       reinterpret_cast<void *>(UINTPTR_MAX),
                       reinterpret_cast<void *>(uintptr_t(1))};
  for (void *Pointer : Bad) {
    EXPECT_EQ(release(Pointer), kTvmErrorPlatformBadFree) << Pointer;
    void *Out = Manager;
    if (Pointer) {
      EXPECT_EQ(reallocate(Pointer, 1, &Out), kTvmErrorPlatformBadFree);
      EXPECT_EQ(Out, Manager);
    }
  }
  EXPECT_EQ(Manager->vleak_size, 1);
  EXPECT_EQ(usage().used, 3 * PageSize);
  EXPECT_EQ(release(Block), 0);
  EXPECT_EQ(release(Block), kTvmErrorPlatformBadFree);
}

TEST_F(PageAllocator, NullArgumentsAreErrors) {
  void *Out;
  EXPECT_EQ(Manager->Allocate(nullptr, 1, Cpu, &Out),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(Manager->Allocate(Manager, 1, Cpu, nullptr),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(Manager->Free(nullptr, Memory, Cpu),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMPageMemoryManager_Reallocate(nullptr, nullptr, 1, Cpu, &Out),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(reallocate(nullptr, 1, nullptr), kTvmErrorFunctionCallInvalidArg);
}

// TVM looks up the address of its own variable and so never finds the block.
TEST_F(PageAllocator, ReallocationShrinksAndGrowsInPlace) {
  void *Block = nullptr;
  ASSERT_EQ(reallocate(nullptr, 4 * PageSize, &Block), 0);
  auto *Bytes = static_cast<uint8_t *>(Block);
  memset(Bytes, 0x5a, 4 * PageSize);
  ASSERT_EQ(reallocate(Block, PageSize, &Block), 0);
  EXPECT_EQ(Block, Bytes);
  EXPECT_EQ(usage().used, PageSize);
  ASSERT_EQ(reallocate(Block, 3 * PageSize, &Block), 0);
  EXPECT_EQ(Block, Bytes);
  EXPECT_EQ(usage().used, 3 * PageSize);
  ASSERT_EQ(reallocate(Block, 3 * PageSize - 1, &Block), 0);
  EXPECT_EQ(Block, Bytes);
  EXPECT_EQ(Bytes[0], 0x5a);
  EXPECT_EQ(Manager->vleak_size, 1);
  // The pages behind it are free and in one run with the rest.
  EXPECT_EQ(allocate(usage().capacity - 3 * PageSize), Bytes + 3 * PageSize);
}

TEST_F(PageAllocator, ReallocationMovesABlockWithItsBytes) {
  uint8_t *First = allocate(2 * PageSize);
  uint8_t *Behind = allocate(1);
  for (size_t I = 0; I < 2 * PageSize; I++)
    First[I] = static_cast<uint8_t>(I);
  void *Moved = nullptr;
  ASSERT_EQ(reallocate(First, 3 * PageSize, &Moved), 0);
  EXPECT_EQ(Moved, Behind + PageSize);
  for (size_t I = 0; I < 2 * PageSize; I++)
    ASSERT_EQ(static_cast<uint8_t *>(Moved)[I], static_cast<uint8_t>(I));
  EXPECT_EQ(Manager->vleak_size, 2);
  EXPECT_EQ(usage().used, 4 * PageSize);
  EXPECT_EQ(release(First), kTvmErrorPlatformBadFree);
}

TEST_F(PageAllocator, AFailedReallocationKeepsTheBlock) {
  uint8_t *First = allocate(PageSize);
  allocate(1);
  First[0] = 7;
  void *Out = Manager;
  EXPECT_EQ(reallocate(First, usage().capacity, &Out),
            kTvmErrorPlatformNoMemory);
  EXPECT_EQ(reallocate(First, SIZE_MAX, &Out), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(Out, Manager);
  EXPECT_EQ(First[0], 7);
  EXPECT_EQ(Manager->vleak_size, 2);
  EXPECT_EQ(release(First), 0);
}

TEST_F(PageAllocator, TheHighWaterMarkStays) {
  uint8_t *First = allocate(5 * PageSize);
  allocate(1);
  ASSERT_EQ(release(First), 0);
  allocate(1);
  EXPECT_EQ(usage().used, 2 * PageSize);
  EXPECT_EQ(usage().high_water, 6 * PageSize);
}

TEST_F(PageAllocator, WrittenOverBookkeepingIsAnErrorNotALoop) {
  uint8_t *All = allocate(usage().capacity);
  ASSERT_EQ(release(All), 0);
  // The entry of the first page is the only one of its value.
  const size_t Pages = usage().capacity / PageSize;
  void *Out;
  for (uint32_t Value : {0u, 0x7fffffffu}) {
    for (uint8_t *At = reinterpret_cast<uint8_t *>(Manager + 1);
         At + 4 <= Memory + sizeof(Memory); At += 4) {
      uint32_t Entry;
      memcpy(&Entry, At, 4);
      if (Entry == (Pages | 0x40000000u))
        memcpy(At, &Value, 4);
    }
    EXPECT_EQ(allocate(1, &Out), kTvmErrorPlatformCheckFailure);
  }
}

TEST(PageAllocatorCreate, EveryAlignmentAndSizeOfAPool) {
  for (size_t Skip = 0; Skip < 16; Skip++) {
    for (size_t Bytes = 0; Bytes < 400; Bytes++) {
      // A block of its own, so that a sanitizer sees a byte too many.
      auto Memory = std::make_unique<uint8_t[]>(Skip + Bytes);
      MemoryManagerInterface *Manager = nullptr;
      const tvm_crt_error_t Error =
          PageMemoryManagerCreate(&Manager, Memory.get() + Skip, Bytes, 4);
      if (Error != kTvmErrorNoError) {
        EXPECT_EQ(Error, kTvmErrorPlatformNoMemory);
        EXPECT_EQ(Manager, nullptr);
        EXPECT_LT(Bytes, 140u);
        continue;
      }
      TVMMemoryUsage Usage;
      TVMPageMemoryManager_GetUsage(Manager, &Usage);
      ASSERT_GE(Usage.capacity, 16u);
      ASSERT_LT(Usage.capacity, Bytes);
      void *Block = nullptr;
      ASSERT_EQ(Manager->Allocate(Manager, Usage.capacity, Cpu, &Block), 0);
      ASSERT_TRUE(isAligned(Block));
      memset(Block, 0xff, Usage.capacity);
      ASSERT_EQ(Manager->Free(Manager, Block, Cpu), 0);
    }
  }
}

TEST(PageAllocatorCreate, BadArgumentsAreErrors) {
  alignas(16) uint8_t Memory[512];
  MemoryManagerInterface *Manager = nullptr;
  const auto create = [&](uint8_t *Pool, size_t Bytes, size_t Bits) {
    return PageMemoryManagerCreate(&Manager, Pool, Bytes, Bits);
  };
  EXPECT_EQ(create(nullptr, 512, 5), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(PageMemoryManagerCreate(nullptr, Memory, 512, 5),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(create(Memory, 512, 3), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(create(Memory, 512, 31), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(create(Memory, 512, SIZE_MAX), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(create(Memory, SIZE_MAX, 5), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(create(Memory, 512, 30), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(Manager, nullptr);
}

// The allocator against an array of pages: where each block stands, what is
// left, and that no release of anything but a block does anything.
class PageModel {
public:
  PageModel(MemoryManagerInterface *Manager, uint8_t *Pool, size_t Pages)
      : Manager(Manager), Pool(Pool), Owner(Pages, 0) {}

  void step(std::mt19937 &Random) {
    const unsigned Kind = Random() % 16;
    const size_t Bytes = Random() % 8 == 0
                             ? Random() % (Owner.size() * PageSize)
                             : Random() % (6 * PageSize);
    if (Kind < 6)
      allocate(Bytes);
    else if (Kind < 10)
      release(Random);
    else if (Kind < 13)
      reallocate(Random, Bytes);
    else
      releaseAnything(Random);
    checkUsage();
  }

  void releaseAll() {
    while (!Blocks.empty())
      releaseBlock(Blocks.begin()->first);
    checkUsage();
  }

private:
  struct Block {
    size_t Pages;
    uint8_t Fill;
  };

  static size_t pagesFor(size_t Bytes) {
    return Bytes == 0 ? 1 : (Bytes + PageSize - 1) / PageSize;
  }

  std::optional<size_t> firstFit(size_t Wanted) const {
    size_t Free = 0;
    for (size_t Page = 0; Page < Owner.size(); Page++) {
      Free = Owner[Page] ? 0 : Free + 1;
      if (Free == Wanted)
        return Page + 1 - Wanted;
    }
    return std::nullopt;
  }

  void own(size_t First, size_t Pages, bool IsOwned) {
    for (size_t Page = First; Page < First + Pages; Page++) {
      ASSERT_NE(Owner[Page], IsOwned);
      Owner[Page] = IsOwned;
    }
  }

  void fill(size_t First, size_t Pages) {
    const uint8_t Fill = ++LastFill;
    memset(Pool + First * PageSize, Fill, Pages * PageSize);
    Blocks[First] = {Pages, Fill};
    HighWater = std::max(HighWater, used());
  }

  void checkBytes(size_t First, size_t Pages, uint8_t Fill) const {
    for (size_t I = 0; I < Pages * PageSize; I++)
      ASSERT_EQ(Pool[First * PageSize + I], Fill);
  }

  size_t used() const {
    size_t Pages = 0;
    for (bool IsOwned : Owner)
      Pages += IsOwned;
    return Pages * PageSize;
  }

  void checkUsage() const {
    TVMMemoryUsage Usage;
    TVMPageMemoryManager_GetUsage(Manager, &Usage);
    ASSERT_EQ(Usage.capacity, Owner.size() * PageSize);
    ASSERT_EQ(Usage.used, used());
    ASSERT_EQ(Usage.high_water, HighWater);
    ASSERT_EQ(static_cast<size_t>(Manager->vleak_size), Blocks.size());
  }

  void allocate(size_t Bytes) {
    const std::optional<size_t> At = firstFit(pagesFor(Bytes));
    void *Out = nullptr;
    const tvm_crt_error_t Error = Manager->Allocate(Manager, Bytes, Cpu, &Out);
    if (!At) {
      ASSERT_EQ(Error, kTvmErrorPlatformNoMemory);
      return;
    }
    ASSERT_EQ(Error, kTvmErrorNoError);
    ASSERT_EQ(Out, Pool + *At * PageSize);
    own(*At, pagesFor(Bytes), true);
    fill(*At, pagesFor(Bytes));
  }

  size_t anyBlock(std::mt19937 &Random) const {
    auto It = Blocks.begin();
    std::advance(It, Random() % Blocks.size());
    return It->first;
  }

  void releaseBlock(size_t First) {
    const Block Old = Blocks.at(First);
    checkBytes(First, Old.Pages, Old.Fill);
    ASSERT_EQ(Manager->Free(Manager, Pool + First * PageSize, Cpu),
              kTvmErrorNoError);
    own(First, Old.Pages, false);
    Blocks.erase(First);
  }

  void release(std::mt19937 &Random) {
    if (!Blocks.empty())
      releaseBlock(anyBlock(Random));
  }

  void reallocate(std::mt19937 &Random, size_t Bytes) {
    if (Blocks.empty())
      return;
    const size_t First = anyBlock(Random);
    const Block Old = Blocks.at(First);
    const size_t Wanted = pagesFor(Bytes);
    // In place when its own pages and the free ones behind them are enough.
    size_t Room = Old.Pages;
    while (First + Room < Owner.size() && !Owner[First + Room])
      Room++;
    const std::optional<size_t> Target =
        Wanted <= Room ? std::optional<size_t>(First) : firstFit(Wanted);
    void *Out = nullptr;
    const tvm_crt_error_t Error = TVMPageMemoryManager_Reallocate(
        Manager, Pool + First * PageSize, Bytes, Cpu, &Out);
    if (!Target) {
      ASSERT_EQ(Error, kTvmErrorPlatformNoMemory);
      return;
    }
    ASSERT_EQ(Error, kTvmErrorNoError);
    ASSERT_EQ(Out, Pool + *Target * PageSize);
    checkBytes(*Target, std::min(Old.Pages, Wanted), Old.Fill);
    // While it moves both blocks are there.
    if (*Target != First)
      HighWater = std::max(HighWater, used() + Wanted * PageSize);
    own(First, Old.Pages, false);
    Blocks.erase(First);
    own(*Target, Wanted, true);
    fill(*Target, Wanted);
  }

  void releaseAnything(std::mt19937 &Random) {
    // In and around the pool, on every boundary.
    const size_t Bytes = Owner.size() * PageSize;
    const uintptr_t Offset = Random() % 2 ? Random() % (Bytes + 4096) / 16 * 16
                                          : Random() % (2 * Bytes) - Bytes / 2;
    void *Pointer =
        reinterpret_cast<void *>(reinterpret_cast<uintptr_t>(Pool) + Offset);
    if (Offset % PageSize == 0 && Blocks.count(Offset / PageSize))
      return;
    ASSERT_EQ(Manager->Free(Manager, Pointer, Cpu), kTvmErrorPlatformBadFree);
  }

  MemoryManagerInterface *Manager;
  uint8_t *Pool;
  std::vector<bool> Owner;
  std::map<size_t, Block> Blocks;
  uint8_t LastFill = 0;
  size_t HighWater = 0;
};

TEST(PageAllocatorModel, RandomCallsAgreeWithAnArrayOfPages) {
  for (unsigned Seed = 0; Seed < 60; Seed++) {
    std::mt19937 Random(Seed);
    const size_t Bytes = 256 + Random() % 8192;
    const size_t Skip = Random() % 16;
    auto Memory = std::make_unique<uint8_t[]>(Skip + Bytes);
    MemoryManagerInterface *Manager = nullptr;
    ASSERT_EQ(
        PageMemoryManagerCreate(&Manager, Memory.get() + Skip, Bytes, PageBits),
        0);
    TVMMemoryUsage Usage;
    TVMPageMemoryManager_GetUsage(Manager, &Usage);
    const uintptr_t Start = reinterpret_cast<uintptr_t>(Memory.get()) + Skip;
    PageModel Pages(Manager, Memory.get() + Skip + (0 - Start) % 16,
                    Usage.capacity / PageSize);
    for (int Step = 0; Step < 600 && !HasFatalFailure(); Step++)
      Pages.step(Random);
    Pages.releaseAll();
    ASSERT_FALSE(HasFatalFailure()) << "seed " << Seed;
    // One run again.
    void *Out = nullptr;
    ASSERT_EQ(Manager->Allocate(Manager, Usage.capacity, Cpu, &Out), 0);
  }
}

} // namespace
