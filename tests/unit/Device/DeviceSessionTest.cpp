//===- DeviceSessionTest.cpp - Operators in a process of their own --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Device.h"

#include "Inspect/TestObject.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

#if defined(__x86_64__)

static constexpr char Operators[] = R"(
@state = global i32 5
define i32 @tvmgen_count(ptr %args, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  %in = load ptr, ptr %args
  %slot = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %slot
  %from = load ptr, ptr %in
  %to = load ptr, ptr %out
  %x = load i32, ptr %from
  %old = load i32, ptr @state
  %new = add i32 %old, 1
  store i32 %new, ptr @state
  %sum = add i32 %x, %new
  store i32 %sum, ptr %to
  ret i32 0
}
define i32 @tvmgen_bump(ptr %args, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  %in = load ptr, ptr %args
  %slot = getelementptr i8, ptr %args, i64 8
  %out = load ptr, ptr %slot
  %from = load ptr, ptr %in
  %to = load ptr, ptr %out
  %x = load i32, ptr %from
  store i32 %x, ptr %to
  %next = add i32 %x, 1
  store i32 %next, ptr %from
  ret i32 0
}
define i32 @tvmgen_crash(ptr %args, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  store i32 100, ptr @state
  store volatile i32 1, ptr inttoptr (i64 64 to ptr)
  ret i32 0
}
)";

namespace {

/// Operators above, loaded.
class HostSessionTest : public testing::Test {
protected:
  void SetUp() override {
    std::unique_ptr<MemoryBuffer> Object =
        test::compile(test::X86_64, Operators);
    SmallString<128> Path;
    ASSERT_FALSE(sys::fs::createTemporaryFile("operators", "o", Path));
    File.emplace(Path);
    std::error_code Problem;
    raw_fd_ostream(Path, Problem) << Object->getBuffer();
    ASSERT_FALSE(Problem);
    MemoryMap Memory = hostMemoryMap();
    Expected<std::unique_ptr<LowLevelDevice>> Host = createHostDevice(
        Memory.Regions[0].Address, Memory.Regions[0].Bytes, {});
    ASSERT_TRUE(static_cast<bool>(Host)) << toString(Host.takeError());
    Device = std::move(*Host);
    DeviceProgram Program;
    Program.Objects = {Path.str().str()};
    Program.Functions = {"tvmgen_count", "tvmgen_bump", "tvmgen_crash"};
    Program.Memory = Memory;
    Expected<std::unique_ptr<DeviceSession>> Opened =
        DeviceSession::open(*Device, DeviceMachine::Host, Program);
    ASSERT_TRUE(static_cast<bool>(Opened)) << toString(Opened.takeError());
    Session = std::move(*Opened);
  }

  /// The result for an input of 1, or the text of the error.
  std::string call(StringRef Function) {
    int32_t Values[2] = {1, 0};
    return call(Function, Values, /*IsConstant=*/false);
  }
  std::string call(StringRef Function, int32_t *Values, bool IsConstant) {
    int64_t Extent = 1;
    DLTensor Tensors[2] = {};
    for (int I = 0; I < 2; ++I)
      Tensors[I] = {&Values[I], {kDLCPU, 0}, 1, {kDLInt, 32, 1},
                    &Extent,    nullptr,     0};
    Expected<DeviceResult> Result =
        Session->call(Function, {{&Tensors[0], false, IsConstant, "x"},
                                 {&Tensors[1], true, false, "y"}});
    if (!Result)
      return toString(Result.takeError());
    return std::to_string(Values[1]);
  }

  std::optional<FileRemover> File;
  std::unique_ptr<LowLevelDevice> Device;
  std::unique_ptr<DeviceSession> Session;
};

} // namespace

/// Variables keep their values from call to call, and have their first ones
/// again after a crash.
TEST_F(HostSessionTest, GoesOnAfterACrash) {
  EXPECT_EQ(call("tvmgen_count"), "7");
  EXPECT_EQ(call("tvmgen_count"), "8");
  EXPECT_THAT(call("tvmgen_crash"),
              HasSubstr("'tvmgen_crash': access to an address without memory "
                        "(SIGSEGV)"));
  EXPECT_EQ(call("tvmgen_count"), "7");
  EXPECT_THAT(call("tvmgen_none"),
              HasSubstr("the program has no function 'tvmgen_none'"));
}

/// A function that changes its input sees whether that was sent.
TEST_F(HostSessionTest, SendsConstantsThatHaveChanged) {
  int32_t Values[2] = {1, 0};
  EXPECT_EQ(call("tvmgen_bump", Values, /*IsConstant=*/true), "1");
  EXPECT_EQ(call("tvmgen_bump", Values, true), "2");
  Values[0] = 10;
  EXPECT_EQ(call("tvmgen_bump", Values, true), "10");
  EXPECT_EQ(call("tvmgen_bump", Values, true), "11");
  EXPECT_EQ(call("tvmgen_bump", Values, false), "10");
}

TEST_F(HostSessionTest, RefusesAddressesOutsideOfItsMemory) {
  uint8_t Byte[2] = {};
  MemoryRegion Region = hostMemoryMap().Regions[0];
  EXPECT_FALSE(errorToBool(Device->read(Region.Address, Byte)));
  EXPECT_THAT(toString(Device->read(Region.Address - 1, Byte)),
              HasSubstr("cannot read 2 bytes at 0x4fffffff: outside"));
  EXPECT_THAT(toString(Device->write(Region.Address + Region.Bytes - 1, Byte)),
              HasSubstr("cannot write 2 bytes at 0x5fffffff: outside"));
  EXPECT_TRUE(errorToBool(Device->read(UINT64_MAX, Byte)));
}

TEST_F(HostSessionTest, RefusesStrides) {
  float Value = 0;
  int64_t Extent = 1, Stride = 1;
  DLTensor Tensor = {&Value,  {kDLCPU, 0}, 1, {kDLFloat, 32, 1},
                     &Extent, &Stride,     0};
  Expected<DeviceResult> Result =
      Session->call("tvmgen_count", {{&Tensor, false, false, "x"}});
  ASSERT_FALSE(static_cast<bool>(Result));
  EXPECT_THAT(toString(Result.takeError()),
              HasSubstr("x: has strides; the tensor must be compact"));
}

/// Operators of another 64-bit machine do not run on this one.
TEST(DeviceMachine, OnlyThisHostIsOne) {
  EXPECT_EQ(cantFail(deviceMachineOf(Triple("x86_64-linux-gnu"))),
            DeviceMachine::Host);
  EXPECT_THAT(
      toString(deviceMachineOf(Triple("aarch64-linux-gnu")).takeError()),
      HasSubstr("no device runs code for aarch64-linux-gnu"));
}

#endif
