// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>

#include <tvm/runtime/crt/stack_allocator.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

namespace {

// Each test runs without and with the order check.
class StackAllocator : public testing::TestWithParam<bool> {
protected:
  void SetUp() override {
    ASSERT_EQ(StackMemoryManager_Init(&Pool, Memory, sizeof(Memory)), 0);
  }

  tvm_crt_error_t allocate(int32_t Bytes, void **Out) {
    return StackMemoryManager_Allocate_Body(&Pool, Bytes, Out, GetParam());
  }
  void *allocate(int32_t Bytes) {
    void *Block = nullptr;
    EXPECT_EQ(allocate(Bytes, &Block), 0);
    return Block;
  }
  tvm_crt_error_t release(void *Block) {
    return StackMemoryManager_Free_Body(&Pool, Block, GetParam());
  }
  static bool isAligned(const void *Block) {
    return reinterpret_cast<uintptr_t>(Block) % 16 == 0;
  }

  alignas(16) uint8_t Memory[1024];
  tvm_workspace_t Pool;
};

INSTANTIATE_TEST_SUITE_P(Check, StackAllocator, testing::Bool(),
                         [](const auto &Info) {
                           return Info.param ? "Lifo" : "None";
                         });

// The tag of the order check must not shift the next block.
TEST_P(StackAllocator, EveryBlockIsAligned) {
  for (int32_t Bytes : {1, 15, 16, 17, 12, 13, 0, 100})
    EXPECT_TRUE(isAligned(allocate(Bytes))) << Bytes;
}

TEST_P(StackAllocator, TheHighWaterMarkStays) {
  void *First = allocate(100);
  const size_t Most = allocate(28) ? Pool.next_alloc - Pool.workspace : 0;
  ASSERT_EQ(release(static_cast<uint8_t *>(First) + Most - 32), 0);
  ASSERT_EQ(release(First), 0);
  allocate(1);
  TVMMemoryUsage Usage;
  TVMStackMemoryManager_GetUsage(&Pool, &Usage);
  EXPECT_EQ(Usage.capacity, sizeof(Memory));
  EXPECT_EQ(Usage.used, 16u);
  EXPECT_EQ(Usage.high_water, Most);
  ASSERT_EQ(StackMemoryManager_Init(&Pool, Memory, sizeof(Memory)), 0);
  TVMStackMemoryManager_GetUsage(&Pool, &Usage);
  EXPECT_EQ(Usage.high_water, 0u);
}

TEST_P(StackAllocator, BlocksDoNotOverlap) {
  std::vector<std::pair<uint8_t *, int32_t>> Blocks;
  for (int32_t Bytes : {1, 16, 17, 12, 31, 32, 33}) {
    auto *Block = static_cast<uint8_t *>(allocate(Bytes));
    memset(Block, static_cast<int>(Blocks.size()), Bytes);
    Blocks.emplace_back(Block, Bytes);
  }
  for (size_t I = Blocks.size(); I-- > 0;) {
    for (int32_t At = 0; At < Blocks[I].second; At++)
      ASSERT_EQ(Blocks[I].first[At], I);
    EXPECT_EQ(release(Blocks[I].first), 0);
  }
  EXPECT_EQ(Pool.next_alloc, Pool.workspace);
}

TEST_P(StackAllocator, MisalignedPoolLosesItsFirstBytesOnly) {
  for (size_t Skip = 0; Skip < 16; Skip++) {
    ASSERT_EQ(StackMemoryManager_Init(&Pool, Memory + Skip, 256 - Skip), 0);
    EXPECT_TRUE(isAligned(Pool.workspace));
    EXPECT_EQ(Pool.workspace + Pool.workspace_size, Memory + 256);
    EXPECT_TRUE(isAligned(allocate(1)));
  }
}

TEST_P(StackAllocator, FullPoolIsAnErrorAndChangesNothing) {
  void *Block = this;
  EXPECT_EQ(allocate(sizeof(Memory) + 1, &Block), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(Block, this);
  EXPECT_NE(allocate(sizeof(Memory) - 16), nullptr);
  EXPECT_EQ(allocate(GetParam() ? 13 : 17, &Block), kTvmErrorPlatformNoMemory);
  EXPECT_NE(allocate(GetParam() ? 0 : 16, &Block),
            kTvmErrorFunctionCallInvalidArg);
}

TEST_P(StackAllocator, NegativeAndHugeSizesAreRefused) {
  void *Block = nullptr;
  for (int32_t Bytes : {-1, -16, INT32_MIN})
    EXPECT_EQ(allocate(Bytes, &Block), kTvmErrorFunctionCallInvalidArg);
  for (int32_t Bytes : {INT32_MAX, INT32_MAX - 15, INT32_MAX - 19, 1025})
    EXPECT_EQ(allocate(Bytes, &Block), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(Block, nullptr);
  EXPECT_EQ(Pool.next_alloc, Pool.workspace);
}

TEST_P(StackAllocator, WritesStayInsideAPoolOfOddSize) {
  for (size_t Size = 0; Size < 100; Size++) {
    const auto Heap = std::make_unique<uint8_t[]>(Size);
    if (StackMemoryManager_Init(&Pool, Heap.get(), Size) != 0)
      continue;
    void *Block;
    while (allocate(5, &Block) == 0)
      memset(Block, 0xff, 5);
  }
}

TEST_P(StackAllocator, ReleaseOfWhatIsNoBlockIsRefused) {
  uint8_t *First = static_cast<uint8_t *>(allocate(32));
  void *Second = allocate(32);
  for (void *Bad :
       {static_cast<void *>(nullptr), static_cast<void *>(&Pool),
        static_cast<void *>(First - 16), static_cast<void *>(First + 1),
        static_cast<void *>(Pool.next_alloc),
        static_cast<void *>(Memory + sizeof(Memory))})
    EXPECT_EQ(release(Bad), kTvmErrorPlatformStackAllocBadFree);
  EXPECT_EQ(release(Second), 0);
  EXPECT_EQ(release(Second), kTvmErrorPlatformStackAllocBadFree);
  EXPECT_EQ(release(First), 0);
  EXPECT_EQ(release(First), kTvmErrorPlatformStackAllocBadFree);
}

TEST_P(StackAllocator, ReleaseOutOfOrderIsSeenByTheCheck) {
  void *First = allocate(20);
  void *Second = allocate(20);
  if (GetParam()) {
    EXPECT_EQ(release(First), kTvmErrorPlatformStackAllocBadFree);
    EXPECT_EQ(release(Second), 0);
    EXPECT_EQ(release(First), 0);
  } else {
    EXPECT_EQ(release(First), 0);
    EXPECT_EQ(Pool.next_alloc, Pool.workspace);
  }
}

TEST_P(StackAllocator, OverrunIsSeenByTheCheck) {
  auto *Block = static_cast<uint8_t *>(allocate(12));
  memset(Block, 0, 16);
  EXPECT_EQ(release(Block),
            GetParam() ? kTvmErrorPlatformStackAllocBadFree : kTvmErrorNoError);
}

TEST_P(StackAllocator, RandomNestingReturnsToTheStart) {
  std::mt19937 Random(1);
  std::vector<void *> Live;
  for (int Step = 0; Step < 5000; Step++) {
    void *Block;
    if (Random() % 2 == 0 &&
        allocate(static_cast<int32_t>(Random() % 120), &Block) == 0) {
      EXPECT_TRUE(isAligned(Block));
      Live.push_back(Block);
    } else if (!Live.empty()) {
      ASSERT_EQ(release(Live.back()), 0);
      Live.pop_back();
    }
  }
  for (; !Live.empty(); Live.pop_back())
    ASSERT_EQ(release(Live.back()), 0);
  EXPECT_EQ(Pool.next_alloc, Pool.workspace);
}

TEST_P(StackAllocator, NullArgumentsAreErrors) {
  void *Block;
  EXPECT_NE(StackMemoryManager_Init(nullptr, Memory, 16), 0);
  EXPECT_NE(StackMemoryManager_Allocate_Body(nullptr, 1, &Block, GetParam()),
            0);
  EXPECT_NE(allocate(1, nullptr), 0);
  EXPECT_NE(StackMemoryManager_Free_Body(nullptr, Memory, GetParam()), 0);
  EXPECT_NE(StackMemoryManager_Init(&Pool, nullptr, 16), 0);
  EXPECT_EQ(allocate(1, &Block), kTvmErrorPlatformNoMemory);
  EXPECT_NE(release(Memory), 0);
}

// The tag itself is known to debuggers: size of the block xor a constant.
TEST(StackAllocatorTag, IsTheWholeSizeXorTheConstant) {
  alignas(16) uint8_t Memory[64];
  tvm_workspace_t Pool;
  void *Block;
  ASSERT_EQ(StackMemoryManager_Init(&Pool, Memory, sizeof(Memory)), 0);
  ASSERT_EQ(StackMemoryManager_Allocate_Body(&Pool, 20, &Block, 1), 0);
  uint32_t Tag;
  memcpy(&Tag, Pool.next_alloc - 4, 4);
  EXPECT_EQ(Tag, 32u ^ 0xabcd1234u);
}

TEST(StackAllocatorConfig, CheckIsOnAsConfigured) {
  alignas(16) uint8_t Memory[64];
  tvm_workspace_t Pool;
  void *First, *Second;
  ASSERT_EQ(StackMemoryManager_Init(&Pool, Memory, sizeof(Memory)), 0);
  ASSERT_EQ(StackMemoryManager_Allocate(&Pool, 8, &First), 0);
  ASSERT_EQ(StackMemoryManager_Allocate(&Pool, 8, &Second), 0);
#if defined(TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK) ||                      \
    defined(TVM_CRT_STACK_ALLOCATOR_ENABLE_FIFO_CHECK)
  EXPECT_EQ(StackMemoryManager_Free(&Pool, First),
            kTvmErrorPlatformStackAllocBadFree);
#else
  EXPECT_EQ(StackMemoryManager_Free(&Pool, First), 0);
#endif
}

} // namespace
