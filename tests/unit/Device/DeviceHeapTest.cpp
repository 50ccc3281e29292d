//===- DeviceHeapTest.cpp - Who has which bytes of a device ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/DeviceHeap.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;

TEST(DeviceHeap, GivesTheLowestAlignedPlace) {
  DeviceHeap Heap(0x20000004, 0x100);
  EXPECT_EQ(Heap.allocate(4, 16, "a"), 0x20000010u);
  EXPECT_EQ(Heap.allocate(8, 4, "b"), 0x20000004u);
  EXPECT_EQ(Heap.allocate(1, 64, "c"), 0x20000040u);
  EXPECT_EQ(Heap.usedBytes(), 13u);
  EXPECT_EQ(Heap.ownerOf(0x20000013), "a");
  EXPECT_EQ(Heap.ownerOf(0x20000014), "");
  EXPECT_EQ(Heap.ownerOf(0x20000003), "");
}

TEST(DeviceHeap, UsesReleasedPlacesAgain) {
  DeviceHeap Heap(0x1000, 64);
  EXPECT_EQ(Heap.allocate(32, 16, "a"), 0x1000u);
  EXPECT_EQ(Heap.allocate(32, 16, "b"), 0x1020u);
  EXPECT_EQ(Heap.allocate(1, 1, "c"), std::nullopt);
  Heap.release(0x1000);
  EXPECT_EQ(Heap.allocate(33, 1, "c"), std::nullopt);
  EXPECT_EQ(Heap.allocate(16, 16, "c"), 0x1000u);
  EXPECT_EQ(Heap.allocate(16, 16, "d"), 0x1010u);
  EXPECT_EQ(Heap.mostUsedBytes(), 64u);
}

/// Tensors without elements have addresses of their own.
TEST(DeviceHeap, GivesEmptyTensorsAByte) {
  DeviceHeap Heap(0x1000, 32);
  EXPECT_EQ(Heap.allocate(0, 16, "a"), 0x1000u);
  EXPECT_EQ(Heap.allocate(0, 16, "b"), 0x1010u);
}

TEST(DeviceHeap, RefusesSizesThatWouldOverflow) {
  DeviceHeap Heap(0xfffffffffffffff0, 16);
  EXPECT_EQ(Heap.allocate(UINT64_MAX, 16, "a"), std::nullopt);
  EXPECT_EQ(Heap.allocate(17, 16, "a"), std::nullopt);
  EXPECT_EQ(Heap.allocate(16, 32, "a"), std::nullopt);
  EXPECT_EQ(Heap.allocate(16, 16, "a"), 0xfffffffffffffff0u);
}
