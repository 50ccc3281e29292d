// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What operators of tvm-ffi call, on a device without TVM's runtime.

#include <gtest/gtest.h>

#include <tvm_crt/ffi.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

// As operators declare them.
extern "C" {
void *TVMBackendAllocWorkspace(int, int, uint64_t, int, int);
int TVMBackendFreeWorkspace(int, int, void *);
struct TVMParallelGroupEnv {
  void *Sync;
  int32_t Count;
};
int TVMBackendParallelLaunch(int (*)(int, TVMParallelGroupEnv *, void *),
                             void *, int);
int TVMBackendParallelBarrier(int, TVMParallelGroupEnv *);
}

// One byte less than 512 that are aligned, and all of them out of line.
alignas(64) static uint8_t OwnMemory[575];
extern "C" const TVMFfiWorkspace TVMFfiOwnWorkspace = {OwnMemory + 1, 574};

namespace {

uint8_t *allocate(uint64_t Bytes) {
  return static_cast<uint8_t *>(TVMBackendAllocWorkspace(1, 0, Bytes, 2, 32));
}

int release(void *Block) { return TVMBackendFreeWorkspace(1, 0, Block); }

std::string lastError() { return TVMFfiLastError(); }

class Ffi : public testing::Test {
protected:
  void SetUp() override {
    TVMFFIErrorSetRaisedFromCStr(nullptr, nullptr);
    TVMFfiUseWorkspace(nullptr, 0);
    TVMFfiResetWorkspacePeak();
    ASSERT_EQ(lastError(), "");
  }

  alignas(64) uint8_t Planned[256];
};

TEST_F(Ffi, ErrorsAreKindAndMessage) {
  TVMFFIErrorSetRaisedFromCStr("ValueError", "negative");
  EXPECT_EQ(lastError(), "ValueError: negative");
  TVMFFIErrorSetRaisedFromCStr("TypeError", nullptr);
  EXPECT_EQ(lastError(), "TypeError: ");
  TVMFFIErrorSetRaisedFromCStr(nullptr, "why");
  EXPECT_EQ(lastError(), "why");
}

TEST_F(Ffi, PartsAreJoined) {
  const char *Parts[] = {"argument ", nullptr, "x", "", " of f"};
  TVMFFIErrorSetRaisedFromCStrParts("TypeError", Parts, 5);
  EXPECT_EQ(lastError(), "TypeError: argument x of f");
  TVMFFIErrorSetRaisedFromCStrParts("TypeError", Parts, 1);
  EXPECT_EQ(lastError(), "TypeError: argument ");
  for (int32_t Count : {0, -1, INT32_MIN}) {
    TVMFFIErrorSetRaisedFromCStrParts("A", Parts, Count);
    EXPECT_EQ(lastError(), "A: ");
  }
  TVMFFIErrorSetRaisedFromCStrParts("B", nullptr, 3);
  EXPECT_EQ(lastError(), "B: ");
}

TEST_F(Ffi, LongTextsAreCutAndSaySo) {
  static_assert(TVM_FFI_ERROR_TEXT_BYTES == 64);
  // "E: " and 60 letters are 63.
  std::string Fits(60, 'a'), Longer(61, 'a');
  TVMFFIErrorSetRaisedFromCStr("E", Fits.c_str());
  EXPECT_EQ(lastError(), "E: " + Fits);
  TVMFFIErrorSetRaisedFromCStr("E", Longer.c_str());
  EXPECT_EQ(lastError(), "E: " + Fits.substr(3) + "...");
  // What follows a full text, and a kind that takes all of it.
  const char *Parts[] = {Fits.c_str(), nullptr, "", "b", "c"};
  TVMFFIErrorSetRaisedFromCStrParts("E", Parts, 3);
  EXPECT_EQ(lastError(), "E: " + Fits);
  TVMFFIErrorSetRaisedFromCStrParts("E", Parts, 5);
  EXPECT_EQ(lastError(), "E: " + Fits.substr(3) + "...");
  std::string Huge(1000, 'k');
  TVMFFIErrorSetRaisedFromCStr(Huge.c_str(), Huge.c_str());
  EXPECT_EQ(lastError(), std::string(60, 'k') + "...");
  TVMFFIErrorSetRaisedFromCStr("E", "short again");
  EXPECT_EQ(lastError(), "E: short again");
}

TEST_F(Ffi, WorkspacesAreAlignedAndApart) {
  std::vector<uint8_t *> Blocks;
  for (uint64_t Bytes : {1, 64, 65, 0}) {
    Blocks.push_back(allocate(Bytes));
    ASSERT_NE(Blocks.back(), nullptr);
    EXPECT_EQ(uintptr_t(Blocks.back()) % 64, 0u);
    std::memset(Blocks.back(), 0x55, Bytes);
  }
  EXPECT_EQ(Blocks, (std::vector<uint8_t *>{OwnMemory + 64, OwnMemory + 128,
                                            OwnMemory + 192, OwnMemory + 320}));
  while (!Blocks.empty()) {
    EXPECT_EQ(release(Blocks.back()), 0);
    Blocks.pop_back();
  }
  EXPECT_EQ(allocate(1), OwnMemory + 64);
  EXPECT_EQ(lastError(), "");
}

TEST_F(Ffi, TheLastByteCanBeHad) {
  // 574 bytes from 1 on: 511 behind the first multiple of 64.
  EXPECT_EQ(allocate(512), nullptr);
  EXPECT_EQ(lastError(),
            "MemoryError: workspace of 512 bytes, 511 of 511 left");
  uint8_t *Whole = allocate(511);
  ASSERT_EQ(Whole, OwnMemory + 64);
  std::memset(Whole, 1, 511);
  EXPECT_EQ(allocate(0), nullptr);
  EXPECT_EQ(release(Whole), 0);
  ASSERT_NE(allocate(448), nullptr);
  EXPECT_EQ(allocate(63), OwnMemory + 512);
}

TEST_F(Ffi, WhatDoesNotFitTellsWantedAndLeft) {
  ASSERT_NE(allocate(100), nullptr);
  EXPECT_EQ(allocate(400), nullptr);
  EXPECT_EQ(lastError(),
            "MemoryError: workspace of 400 bytes, 383 of 511 left");
  // The gap in front of the next block is all there is.
  ASSERT_NE(allocate(330), nullptr);
  EXPECT_EQ(allocate(1), nullptr);
  EXPECT_EQ(lastError(), "MemoryError: workspace of 1 bytes, 0 of 511 left");
  for (uint64_t Bytes :
       {uint64_t(SIZE_MAX), uint64_t(SIZE_MAX) - 63, UINT64_MAX}) {
    TVMFfiUseWorkspace(nullptr, 0);
    ASSERT_NE(allocate(1), nullptr);
    EXPECT_EQ(allocate(Bytes), nullptr);
  }
  EXPECT_TRUE(lastError().starts_with("MemoryError: workspace of " +
                                      std::to_string(SIZE_MAX) + " bytes, "));
  // A refusal changes nothing.
  EXPECT_EQ(allocate(447), OwnMemory + 128);
}

TEST_F(Ffi, OnlyTheLastBlockCanBeReleased) {
  const std::string Refusal =
      "RuntimeError: workspace released that is not the last one";
  uint8_t *A = allocate(64), *B = allocate(64), *C = allocate(64);
  for (void *Bad : {static_cast<void *>(nullptr), static_cast<void *>(A),
                    static_cast<void *>(B), static_cast<void *>(C + 1),
                    static_cast<void *>(C + 64), static_cast<void *>(OwnMemory),
                    static_cast<void *>(Planned)}) {
    TVMFFIErrorSetRaisedFromCStr(nullptr, nullptr);
    EXPECT_EQ(release(Bad), -1);
    EXPECT_EQ(lastError(), Refusal);
  }
  EXPECT_EQ(release(C), 0);
  EXPECT_EQ(release(C), -1); // Twice.
  EXPECT_EQ(release(B), 0);
  EXPECT_EQ(release(A), 0);
  EXPECT_EQ(release(A), -1);
}

TEST_F(Ffi, AnotherOrderIsFoundAtTheLatestAtTheBlockAbove) {
  // Without a block in between, and with one in the place of B.
  for (bool WithAnother : {false, true}) {
    TVMFfiUseWorkspace(nullptr, 0);
    uint8_t *A = allocate(64), *B = allocate(64), *C = allocate(64);
    EXPECT_EQ(release(C), 0);
    EXPECT_EQ(release(A), 0); // Which block is the last is not known now.
    if (WithAnother) {
      EXPECT_EQ(allocate(128), A);
    }
    EXPECT_EQ(release(B), -1);
  }
}

TEST_F(Ffi, APlannedPlaceIsUsedToItsEnd) {
  TVMFfiUseWorkspace(Planned, sizeof(Planned));
  uint8_t *A = allocate(60), *B = allocate(192);
  EXPECT_EQ(A, Planned);
  EXPECT_EQ(B, Planned + 64);
  EXPECT_EQ(allocate(1), nullptr);
  EXPECT_EQ(lastError(), "MemoryError: workspace of 1 bytes, 0 of 256 left");
  EXPECT_EQ(release(B), 0);
  // An operator that failed keeps what it had; the next call releases it.
  TVMFfiUseWorkspace(Planned, 64);
  EXPECT_EQ(release(A), -1);
  EXPECT_EQ(allocate(64), Planned);
  TVMFfiUseWorkspace(nullptr, 1);
  EXPECT_EQ(allocate(64), OwnMemory + 64);
}

TEST_F(Ffi, APlaceWithoutAnAlignedByteHasNone) {
  for (size_t Bytes : {0, 1, 63}) {
    TVMFfiUseWorkspace(Planned + 1, Bytes);
    EXPECT_EQ(allocate(1), nullptr);
    EXPECT_EQ(lastError(), "MemoryError: workspace of 1 bytes, 0 of 0 left");
  }
  TVMFfiUseWorkspace(Planned + 1, 64);
  EXPECT_EQ(allocate(1), Planned + 64);
}

TEST_F(Ffi, ThePeakIsWhatAPlaceNeeds) {
  EXPECT_EQ(TVMFfiWorkspacePeak(), 0u);
  uint8_t *A = allocate(65), *B = allocate(10);
  EXPECT_EQ(TVMFfiWorkspacePeak(), 138u);
  EXPECT_EQ(release(B), 0);
  EXPECT_EQ(allocate(1000), nullptr);
  EXPECT_EQ(TVMFfiWorkspacePeak(), 138u);
  TVMFfiResetWorkspacePeak();
  EXPECT_EQ(TVMFfiWorkspacePeak(), 128u); // A, and the gap behind it.
  EXPECT_EQ(release(A), 0);
  EXPECT_EQ(TVMFfiWorkspacePeak(), 128u);
  TVMFfiResetWorkspacePeak();
  EXPECT_EQ(TVMFfiWorkspacePeak(), 0u);
  // Of all places, and enough for the same operator.
  TVMFfiUseWorkspace(Planned, sizeof(Planned));
  ASSERT_NE(allocate(65), nullptr);
  ASSERT_NE(allocate(10), nullptr);
  size_t Peak = TVMFfiWorkspacePeak();
  EXPECT_EQ(Peak, 138u);
  TVMFfiUseWorkspace(Planned, Peak);
  ASSERT_NE(allocate(65), nullptr);
  EXPECT_NE(allocate(10), nullptr);
  TVMFfiUseWorkspace(Planned, Peak - 1);
  ASSERT_NE(allocate(65), nullptr);
  EXPECT_EQ(allocate(10), nullptr);
}

int task(int Number, TVMParallelGroupEnv *All, void *Data) {
  EXPECT_EQ(Number, 0);
  EXPECT_EQ(All->Sync, nullptr);
  EXPECT_EQ(All->Count, 1);
  EXPECT_EQ(TVMBackendParallelBarrier(Number, All), 0);
  return ++*static_cast<int *>(Data);
}

TEST_F(Ffi, ParallelLoopsRunAsOneTask) {
  int Calls = 0;
  EXPECT_EQ(TVMBackendParallelLaunch(task, &Calls, 0), 1);
  EXPECT_EQ(TVMBackendParallelLaunch(task, &Calls, 4), 2);
}

} // namespace
