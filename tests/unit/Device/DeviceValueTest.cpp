//===- DeviceValueTest.cpp - Arguments and results of every kind ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/TestMachine.h"

#include "llvm/Support/Endian.h"
#include "gmock/gmock.h"

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;
using testing::HasSubstr;

// "echo" returns its first argument, "put" what its first argument says with
// the type code of the second, and "look" is a sum over what arguments point
// to, with the size of bytes last in it.
static constexpr char Functions[] = R"(
@text = constant [5 x i8] c"four\00"
define i32 @echo(ptr %args, ptr %codes, i32 %n, ptr %value, ptr %code, ptr %h) {
  %1 = load i64, ptr %args
  store i64 %1, ptr %value
  %2 = load i32, ptr %codes
  store i32 %2, ptr %code
  ret i32 0
}
define i32 @put(ptr %args, ptr %codes, i32 %n, ptr %value, ptr %code, ptr %h) {
  %1 = load i64, ptr %args
  store i64 %1, ptr %value
  %second = getelementptr i8, ptr %args, i32 8
  %2 = load i32, ptr %second
  store i32 %2, ptr %code
  ret i32 0
}
define i32 @name(ptr %args, ptr %codes, i32 %n, ptr %value, ptr %code, ptr %h) {
  store ptr @text, ptr %value
  store i32 11, ptr %code
  ret i32 0
}
define i32 @pointers(ptr %x, ptr %y) {
  %1 = ptrtoint ptr %y to i32
  store i32 %1, ptr %x
  ret i32 0
}

; Of tvm-ffi: takes as many bytes as its first argument says.
@__TVMBackendAllocWorkspace = weak global ptr null
@__TVMBackendFreeWorkspace = weak global ptr null
define i32 @tensors(ptr %handle, ptr %args, i32 %n, ptr %result) {
  %slot = getelementptr i8, ptr %args, i32 8
  %tensor = load ptr, ptr %slot
  %data = load ptr, ptr %tensor
  %place = ptrtoint ptr %data to i64
  %rest = and i64 %place, 63
  %aligned = icmp eq i64 %rest, 0
  br i1 %aligned, label %allocate, label %failed
allocate:
  %first = load i32, ptr %data
  %bytes = zext i32 %first to i64
  %function = load ptr, ptr @__TVMBackendAllocWorkspace
  %space = call ptr %function(i32 1, i32 0, i64 %bytes, i32 0, i32 8)
  %none = icmp eq ptr %space, null
  br i1 %none, label %failed, label %release
release:
  %other = load ptr, ptr @__TVMBackendFreeWorkspace
  %released = call i32 %other(i32 1, i32 0, ptr %space)
  ret i32 %released
failed:
  ret i32 -1
}

define i32 @nothing(ptr %args, ptr %codes, i32 %n, ptr %value, ptr %code,
                    ptr %h) {
  ret i32 0
}
define i32 @look(ptr %args, ptr %codes, i32 %n, ptr %value, ptr %code, ptr %h) {
  %string = load ptr, ptr %args
  %letter = load i8, ptr %string
  %slot = getelementptr i8, ptr %args, i32 8
  %array = load ptr, ptr %slot
  %data = load ptr, ptr %array
  %place = getelementptr {ptr, ptr}, ptr %array, i32 0, i32 1
  %size = load ptr, ptr %place
  %bytes = ptrtoint ptr %size to i64
  %last = getelementptr i8, ptr %data, i64 1
  %byte = load i8, ptr %last
  %1 = zext i8 %letter to i64
  %2 = zext i8 %byte to i64
  %3 = mul i64 %2, 256
  %4 = mul i64 %bytes, 65536
  %5 = or i64 %1, %3
  %6 = or i64 %5, %4
  store i64 %6, ptr %value
  store i32 0, ptr %code
  ret i32 0
}
)";

namespace {

class DeviceValueTest : public MachineTest {
protected:
  void SetUp() override {
    MachineTest::SetUp();
    if (IsSkipped() || HasFatalFailure())
      return;
    DeviceProgram Program = program({object("functions.o", Functions)},
                                    {"echo", "put", "name", "pointers",
                                     "tensors", "nothing", "look", "none"});
    Program.Unpacked = {"pointers"};
    Program.Ffi = {"tensors"};
    open(Program);
  }

  DeviceValue call(StringRef Function, std::vector<DeviceValue> Values) {
    Expected<DeviceResult> Result = tryCall(Function, std::move(Values));
    EXPECT_TRUE(static_cast<bool>(Result)) << toString(Result.takeError());
    return Result ? Result->Value : DeviceValue();
  }
  DeviceValue echo(DeviceValue Value) {
    return call("echo", {std::move(Value)});
  }
  std::string failure(StringRef Function, std::vector<DeviceValue> Values) {
    Expected<DeviceResult> Result = tryCall(Function, std::move(Values));
    return Result ? "no error" : toString(Result.takeError());
  }
  /// What a function returns with \p Code and \p Value.
  std::string failure(int64_t Code, uint64_t Value) {
    return failure("put", {static_cast<int64_t>(Value), Code});
  }
  /// Bytes in memory of the device, which no session knows.
  uint64_t place(ArrayRef<uint8_t> Bytes) {
    MemoryRegion Region = GetParam().memory().Regions.back();
    uint64_t Place = Region.Address + Region.Bytes - 4096;
    EXPECT_FALSE(errorToBool(Device->write(Place, Bytes)));
    return Place;
  }
  unsigned pointerBytes() const { return GetParam().Board ? 4 : 8; }

private:
  Expected<DeviceResult> tryCall(StringRef Function,
                                 std::vector<DeviceValue> Values) {
    std::vector<DeviceArgument> Arguments;
    for (DeviceValue &Value : Values)
      Arguments.push_back({nullptr, false, false, "x", std::move(Value)});
    return Session->call(Function, Arguments);
  }
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Machines, DeviceValueTest,
                         testing::ValuesIn(testMachines()),
                         testing::PrintToStringParamName());

TEST_P(DeviceValueTest, GoThereAndBack) {
  EXPECT_EQ(std::get<int64_t>(echo(int64_t(-5))), -5);
  EXPECT_EQ(std::get<int64_t>(echo(INT64_MAX)), INT64_MAX);
  EXPECT_EQ(std::get<int64_t>(echo(true)), 1);
  EXPECT_EQ(std::get<double>(echo(-0.375)), -0.375);
  EXPECT_EQ(std::get<std::string>(echo(std::string("text"))), "text");
  EXPECT_EQ(std::get<std::string>(echo(std::string())), "");
  std::string Long(1000, 'x');
  EXPECT_EQ(std::get<std::string>(echo(Long)), Long);
  std::vector<uint8_t> Bytes = {1, 0, 255};
  EXPECT_EQ(std::get<DeviceBytes>(echo(DeviceBytes{Bytes})).Bytes, Bytes);
  EXPECT_TRUE(std::get<DeviceBytes>(echo(DeviceBytes{})).Bytes.empty());
  EXPECT_EQ(std::get<std::nullptr_t>(echo(nullptr)), nullptr);
  auto Type = std::get<DLDataType>(echo(DLDataType{kDLFloat, 16, 4}));
  EXPECT_EQ(Type.code, kDLFloat);
  EXPECT_EQ(Type.bits, 16);
  EXPECT_EQ(Type.lanes, 4);
  auto Place = std::get<DLDevice>(echo(DLDevice{kDLExtDev, 3}));
  EXPECT_EQ(Place.device_type, kDLExtDev);
  EXPECT_EQ(Place.device_id, 3);
  for (int32_t Code : {3, 8, 9, 10}) {
    auto Handle = std::get<DeviceHandle>(echo(DeviceHandle{0x8000ffff, Code}));
    EXPECT_EQ(Handle.Address, 0x8000ffffU);
    EXPECT_EQ(Handle.Code, Code);
  }
}

/// The device sees what TVM's declarations say.
TEST_P(DeviceValueTest, HaveTheirPlacesOnTheDevice) {
  EXPECT_EQ(std::get<int64_t>(
                call("look", {std::string("Z"), DeviceBytes{{7, 8, 9}}})),
            'Z' | 8 << 8 | 3 << 16);
}

TEST_P(DeviceValueTest, OfResultsOnly) {
  EXPECT_TRUE(std::holds_alternative<std::nullptr_t>(call("nothing", {})));
  EXPECT_EQ(std::get<std::string>(call("name", {})), "four");
  EXPECT_TRUE(std::get<bool>(call("put", {int64_t(1), int64_t(15)})));
  EXPECT_EQ(std::get<int64_t>(call("put", {int64_t(9), int64_t(1)})), 9);
}

/// A tensor that is given back is a copy of it.
TEST_P(DeviceValueTest, Tensors) {
  int16_t Elements[] = {1, -2, 3, 4, -5, 6};
  int64_t Shape[] = {2, 3};
  DLTensor Tensor = {Elements, {kDLCPU, 0}, 2, {kDLInt, 16, 1},
                     Shape,    nullptr,     0};
  Expected<DeviceResult> Result =
      Session->call("echo", {{&Tensor, false, false, "x"}});
  ASSERT_TRUE(static_cast<bool>(Result)) << toString(Result.takeError());
  const auto &Copy = std::get<DeviceTensor>(Result->Value);
  EXPECT_EQ(Copy.DType.bits, 16);
  EXPECT_THAT(Copy.Shape, testing::ElementsAre(2, 3));
  ASSERT_EQ(Copy.Bytes.size(), sizeof(Elements));
  EXPECT_EQ(memcmp(Copy.Bytes.data(), Elements, sizeof(Elements)), 0);
}

TEST_P(DeviceValueTest, FunctionsAreThoseOfTheProgram) {
  EXPECT_THAT(cantFail(Session->functions()),
              testing::ElementsAre("echo", "put", "name", "pointers", "tensors",
                                   "nothing", "look"));
}

TEST_P(DeviceValueTest, OfNoKindThatTheDeviceTakes) {
  EXPECT_THAT(failure("echo", {DeviceTensor()}),
              HasSubstr("x: is a result, and no argument"));
  EXPECT_THAT(failure("echo", {std::string("a\0b", 3)}),
              HasSubstr("x: has a zero in byte 1, where strings end"));
  EXPECT_THAT(failure("echo", {DeviceHandle{0, 11}}),
              HasSubstr("x: is a handle of type code 11, which handles do not "
                        "have"));
  if (pointerBytes() == 4) {
    EXPECT_THAT(failure("echo", {DeviceHandle{0x100000000, 3}}),
                HasSubstr("x: is handle 0x100000000; the device has addresses "
                          "of 32 bits"));
  }
}

TEST_P(DeviceValueTest, AsPlainPointers) {
  int32_t Element = 5;
  DLTensor Tensor = {&Element, {kDLCPU, 0}, 0, {kDLInt, 32, 1},
                     nullptr,  nullptr,     0};
  auto Pass = [&](DeviceValue Second) {
    Expected<DeviceResult> Result = Session->call(
        "pointers", {{&Tensor, true, false, "x"},
                     {nullptr, false, false, "y", std::move(Second)}});
    EXPECT_TRUE(static_cast<bool>(Result)) << toString(Result.takeError());
    return Element;
  };
  EXPECT_EQ(Pass(nullptr), 0);
  EXPECT_EQ(Pass(DeviceHandle{0x1234}), 0x1234);
  EXPECT_THAT(failure("pointers", {int64_t(1)}),
              HasSubstr("'pointers': x: is not a pointer, which unpacked"));
  EXPECT_THAT(failure("pointers", std::vector<DeviceValue>(17, nullptr)),
              HasSubstr("'pointers': arguments: are 17; unpacked functions are "
                        "called with up to 16"));
}

/// Operators of tvm-ffi tell their workspaces, and why they fail.
TEST_P(DeviceValueTest, OfTvmFfi) {
  int32_t Bytes = 0;
  int64_t Shape[] = {1};
  DLTensor Tensor = {&Bytes, {kDLCPU, 0}, 1, {kDLInt, 32, 1},
                     Shape,  nullptr,     0};
  auto Take = [&](int32_t Wanted) {
    Bytes = Wanted;
    return Session->call("tensors", {{&Tensor, false, false, "x"}});
  };
  // One byte, so that each workspace has its address.
  for (auto [Wanted, Most] :
       {std::pair<int32_t, uint64_t>(100, 128), {64, 64}, {0, 64}}) {
    Expected<DeviceResult> Result = Take(Wanted);
    ASSERT_TRUE(static_cast<bool>(Result)) << toString(Result.takeError());
    EXPECT_EQ(Result->WorkspaceBytes, Most);
    EXPECT_TRUE(std::holds_alternative<std::nullptr_t>(Result->Value));
  }
  EXPECT_THAT(toString(Take(1 << 30).takeError()),
              HasSubstr("'tensors': the operator returned -1, and says: "
                        "MemoryError: workspace of 1073741824 bytes, "));
  EXPECT_TRUE(static_cast<bool>(Take(64)));
  EXPECT_THAT(failure("tensors", {int64_t(1)}),
              HasSubstr("'tensors': x: is not a tensor, and devices call"));
}

/// Results that lie are errors, and the next call works.
TEST_P(DeviceValueTest, ThatLie) {
  EXPECT_THAT(failure(14, 0), HasSubstr("'put': result: has type code 14, "
                                        "which no value of TVM has"));
  EXPECT_THAT(failure(-1, 0), HasSubstr("has type code 4294967295"));
  EXPECT_THAT(failure(1, UINT64_MAX),
              HasSubstr("the number 18446744073709551615 is larger"));
  EXPECT_THAT(failure(11, 0x60000000),
              HasSubstr("the string has 1 byte at 0x60000000, outside of the "
                        "memories"));
  EXPECT_THAT(failure(11, 0), HasSubstr("at 0x0, outside of the memories"));
  EXPECT_THAT(failure(12, 0x60000000), HasSubstr("the array of bytes has"));
  EXPECT_THAT(failure(13, 0x60000000), HasSubstr("the tensor has"));
  // No end of a string in 64 KiB, and none before the end of the memory.
  MemoryRegion Region = GetParam().memory().Regions.back();
  std::vector<uint8_t> Letters(70000, 'a');
  uint64_t Place = Region.Address + Region.Bytes - Letters.size();
  ASSERT_FALSE(errorToBool(Device->write(Place, Letters)));
  EXPECT_THAT(failure(11, Place), HasSubstr("has no end within 65536 bytes"));
  EXPECT_THAT(failure(11, Region.Address + Region.Bytes - 300),
              HasSubstr("the string has 1 byte at"));
  EXPECT_EQ(std::get<int64_t>(echo(int64_t(1))), 1);
}

TEST_P(DeviceValueTest, BytesAndTensorsThatLie) {
  std::vector<uint8_t> Array(16);
  auto Pointer = [&](std::vector<uint8_t> &Into, size_t Offset,
                     uint64_t Value) {
    if (pointerBytes() == 4)
      support::endian::write32le(&Into[Offset], static_cast<uint32_t>(Value));
    else
      support::endian::write64le(&Into[Offset], Value);
  };
  Pointer(Array, 0, GetParam().memory().Regions.back().Address + 1);
  Pointer(Array, pointerBytes(), UINT32_MAX);
  EXPECT_THAT(failure(12, place(Array)),
              HasSubstr("the bytes has 4294967295 bytes; up to"));
  Pointer(Array, pointerBytes(), 1 << 28);
  EXPECT_THAT(failure(12, place(Array)), HasSubstr("outside of the memories"));

  unsigned P = pointerBytes();
  auto Tensor = [&](auto Change) {
    std::vector<uint8_t> Head(P == 4 ? 40 : 48);
    uint64_t Here = GetParam().memory().Regions.back().Address;
    Pointer(Head, 0, Here);
    support::endian::write32le(&Head[P], kDLCPU);
    support::endian::write32le(&Head[P + 8], 0);
    Head[P + 12] = kDLInt;
    Head[P + 13] = 8;
    Head[P + 14] = 1;
    Pointer(Head, P + 16, Here);
    Change(Head);
    return failure(7, place(Head));
  };
  EXPECT_EQ(Tensor([](auto &) {}), "no error");
  EXPECT_THAT(Tensor([&](auto &Head) { Head[P] = kDLCUDA; }),
              HasSubstr("is in memory of device type 2, and not"));
  EXPECT_THAT(Tensor([&](auto &Head) { Head[P + 11] = 255; }),
              HasSubstr("has 4278190080 dimensions; up to 32 are read"));
  EXPECT_THAT(Tensor([&](auto &Head) { Pointer(Head, 2 * P + 16, 8); }),
              HasSubstr("has strides; it must be compact"));
  EXPECT_THAT(Tensor([&](auto &Head) { Head[P + 13] = 0; }),
              HasSubstr("the tensor: "));
  EXPECT_THAT(Tensor([&](auto &Head) {
                support::endian::write64le(&Head[P == 4 ? 32 : 40], UINT64_MAX);
              }),
              HasSubstr("where no memory is"));
  EXPECT_THAT(Tensor([&](auto &Head) {
                Head[P + 8] = 1;
                Pointer(Head, P + 16, 0x60000000);
              }),
              HasSubstr("the shape of the tensor has 8 bytes at 0x60000000"));
}
