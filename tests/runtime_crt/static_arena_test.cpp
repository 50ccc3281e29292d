// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>

#include <tvm_crt/static_arena.h>

#include <cstring>

#include "dlpack_values.h"

namespace {

class StaticArena : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(TVMStaticArena_Init(&Arena, Memory, sizeof(Memory)), 0);
  }

  tvm_crt_error_t allocate(size_t Bytes, void **Out) {
    return TVMStaticArena_Allocate(&Arena, Bytes, Cpu, Out);
  }
  uint8_t *allocate(size_t Bytes) {
    void *Block = nullptr;
    EXPECT_EQ(allocate(Bytes, &Block), 0);
    return static_cast<uint8_t *>(Block);
  }
  TVMMemoryUsage usage() {
    TVMMemoryUsage Usage;
    TVMStaticArena_GetUsage(&Arena, &Usage);
    return Usage;
  }

  alignas(16) uint8_t Memory[100];
  TVMStaticArena Arena;
};

TEST_F(StaticArena, BlocksStandOneBehindTheOther) {
  EXPECT_EQ(allocate(1), Memory);
  EXPECT_EQ(allocate(16), Memory + 16);
  EXPECT_EQ(allocate(17), Memory + 32);
  EXPECT_EQ(allocate(0), Memory + 64);
  EXPECT_EQ(usage().capacity, sizeof(Memory));
  EXPECT_EQ(usage().used, 80u);
  EXPECT_EQ(usage().high_water, 80u);
}

TEST_F(StaticArena, TheLastBlockNeedsNoPadding) {
  void *Out = &Out;
  EXPECT_EQ(allocate(96), Memory);
  EXPECT_EQ(allocate(5, &Out), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(Out, &Out);
  EXPECT_EQ(allocate(4), Memory + 96);
  EXPECT_EQ(usage().used, 100u);
  EXPECT_EQ(allocate(0, &Out), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(allocate(SIZE_MAX, &Out), kTvmErrorPlatformNoMemory);
}

TEST_F(StaticArena, ASealedArenaRefuses) {
  uint8_t *Block = allocate(16);
  TVMStaticArena_Seal(&Arena);
  void *Out = &Out;
  EXPECT_EQ(allocate(1, &Out), kTvmErrorPlatformMemorySealed);
  EXPECT_EQ(Out, &Out);
  EXPECT_EQ(TVMStaticArena_Free(&Arena, Block, Cpu), 0);
  EXPECT_EQ(allocate(1, &Out), kTvmErrorPlatformMemorySealed);
  EXPECT_EQ(usage().used, 16u);
  // Made anew it is open.
  ASSERT_EQ(TVMStaticArena_Init(&Arena, Memory, sizeof(Memory)), 0);
  EXPECT_EQ(allocate(1), Memory);
}

TEST_F(StaticArena, WhatIsNoBlockCannotBeFreed) {
  uint8_t *Block = allocate(20);
  void *const Bad[] = {nullptr,
                       Block + 1,
                       Block + 32,
                       reinterpret_cast<void *>(uintptr_t(Memory) - 16),
                       Memory + sizeof(Memory),
                       reinterpret_cast<void *>(UINTPTR_MAX)};
  for (void *Pointer : Bad)
    EXPECT_EQ(TVMStaticArena_Free(&Arena, Pointer, Cpu),
              kTvmErrorPlatformBadFree);
  EXPECT_EQ(TVMStaticArena_Free(nullptr, Block, Cpu),
            kTvmErrorFunctionCallInvalidArg);
}

TEST_F(StaticArena, AnUnalignedStartIsSkipped) {
  ASSERT_EQ(TVMStaticArena_Init(&Arena, Memory + 1, 31), 0);
  EXPECT_EQ(allocate(16), Memory + 16);
  EXPECT_EQ(usage().capacity, 16u);
}

TEST_F(StaticArena, BadMemoryMakesAnArenaWithoutBytes) {
  void *Out;
  EXPECT_EQ(TVMStaticArena_Init(nullptr, Memory, 1),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMStaticArena_Init(&Arena, nullptr, 1),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(allocate(0, &Out), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(TVMStaticArena_Init(&Arena, Memory + 1, 15),
            kTvmErrorPlatformNoMemory);
  EXPECT_EQ(TVMStaticArena_Init(&Arena, Memory, 0), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(allocate(0, &Out), kTvmErrorPlatformNoMemory);
  EXPECT_EQ(allocate(1, nullptr), kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMStaticArena_Allocate(nullptr, 1, Cpu, &Out),
            kTvmErrorFunctionCallInvalidArg);
}

} // namespace
