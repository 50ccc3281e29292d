//===- DeviceModulesTest.cpp - Several programs on one device -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/TestMachine.h"

#include "gmock/gmock.h"

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;
using testing::HasSubstr;

/// A packed function with these instructions, which return %result.
static std::string packed(StringRef Name, StringRef Text) {
  return ("define i32 @" + Name +
          "(ptr %args, ptr %codes, i32 %n, ptr %value, ptr %code, ptr %h) {\n" +
          Text +
          "\n  %wide = sext i32 %result to i64\n"
          "  store i64 %wide, ptr %value\n"
          "  store i32 0, ptr %code\n"
          "  ret i32 0\n}\n")
      .str();
}

// Counts its calls; others use "helper".
static std::string firstProgram() {
  return "@count = global i32 40\n"
         "define i32 @helper() noinline {\n"
         "  %old = load i32, ptr @count\n  ret i32 %old\n}\n" +
         packed("first", "  %old = load i32, ptr @count\n"
                         "  %result = add i32 %old, 1\n"
                         "  store i32 %result, ptr @count");
}

// Many constants, and a little code. "crash" leaves nothing as it was.
static std::string secondProgram(int Factor) {
  return "declare i32 @helper()\n"
         "@table = constant [16384 x i32] zeroinitializer, section "
         "\".rodata.table\"\n"
         "@own = global i32 1\n"
         "define i32 @other() noinline {\n  ret i32 5\n}\n" +
         packed("second", "  %1 = call i32 @helper()\n"
                          "  %2 = load i32, ptr @own\n"
                          "  store i32 9, ptr @own\n"
                          "  %3 = load volatile i32, ptr @table\n"
                          "  %4 = add i32 %2, %3\n"
                          "  %5 = mul i32 %1, " +
                              std::to_string(Factor) +
                              "\n"
                              "  %result = add i32 %5, %4") +
         packed("crash", "  store i32 7, ptr @count\n"
                         "  store volatile i32 1, ptr inttoptr (i32 1610612736 "
                         "to ptr)\n"
                         "  %result = add i32 0, 0") +
         "@count = external global i32\n";
}

static std::string thirdProgram() {
  return "declare i32 @other()\n" + packed("third",
                                           "  %1 = call i32 @other()\n"
                                           "  %result = add i32 %1, 300");
}

namespace {

class DeviceModulesTest : public MachineTest {
protected:
  void SetUp() override {
    MachineTest::SetUp();
    if (IsSkipped() || HasFatalFailure())
      return;
    open(program({object("first.o", firstProgram())}, {"first"}));
  }

  /// The number that a function returns, or the text of the error.
  std::string call(StringRef Function) {
    Expected<DeviceResult> Result = Session->call(Function, {});
    if (!Result)
      return toString(Result.takeError());
    return std::to_string(std::get<int64_t>(Result->Value));
  }
  DeviceProgram second(int Factor = 10) {
    return program({object("second.o", secondProgram(Factor))},
                   {"second", "crash", "other"});
  }
  DeviceProgram third() {
    return program({object("third.o", thirdProgram())}, {"third"});
  }
  DeviceModule load(const DeviceProgram &Program) {
    Expected<DeviceModule> Result = Session->load(Program);
    EXPECT_TRUE(static_cast<bool>(Result)) << toString(Result.takeError());
    return Result ? *Result : 0;
  }
};

/// The host has no flash.
class DeviceFlashTest : public DeviceModulesTest {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Machines, DeviceFlashTest, testing::Values(CortexM4),
                         testing::PrintToStringParamName());

INSTANTIATE_TEST_SUITE_P(Machines, DeviceModulesTest,
                         testing::ValuesIn(testMachines()),
                         testing::PrintToStringParamName());

TEST_P(DeviceModulesTest, UseEachOther) {
  EXPECT_THAT(call("second"), HasSubstr("no function 'second'"));
  EXPECT_EQ(load(second()), 1U);
  EXPECT_EQ(load(third()), 2U);
  EXPECT_EQ(call("first"), "41");
  EXPECT_EQ(call("second"), "411");
  EXPECT_EQ(call("second"), "419");
  EXPECT_EQ(call("third"), "305");
  EXPECT_THAT(
      cantFail(Session->functions()),
      testing::ElementsAre("first", "second", "crash", "other", "third"));
}

/// Nobody can tell which one a call means.
TEST_P(DeviceModulesTest, DefineNothingTwice) {
  load(second());
  Expected<DeviceModule> Twice = Session->load(second());
  ASSERT_FALSE(static_cast<bool>(Twice));
  EXPECT_THAT(toString(Twice.takeError()),
              HasSubstr("operators do not link: duplicate symbol: "));
  EXPECT_EQ(call("second"), "401");
}

/// What did not change is not sent again, and other programs keep their values.
TEST_P(DeviceModulesTest, AreReloadedByWhatChanged) {
  DeviceModule Second = load(second());
  EXPECT_EQ(call("first"), "41");
  EXPECT_EQ(call("second"), "411");
  DeviceUse Before = Session->use();
  EXPECT_EQ(Before.KeptBytes, 0U);
  ASSERT_FALSE(errorToBool(Session->reload(Second, second(100))));
  DeviceUse Now = Session->use();
  EXPECT_LT(Now.SentBytes - Before.SentBytes, 1024U);
  EXPECT_GE(Now.KeptBytes, 65536U);
  EXPECT_EQ(Now.HeapBytes, Before.HeapBytes);
  EXPECT_EQ(call("second"), "4101");
  EXPECT_EQ(call("first"), "42");
}

/// Also the first program, whose symbols others have seen.
TEST_P(DeviceModulesTest, AllCanBeReloaded) {
  load(second());
  load(third());
  EXPECT_EQ(call("first"), "41");
  Error E = Session->reload(
      0, program({object("first.o", firstProgram())}, {"first"}));
  ASSERT_FALSE(static_cast<bool>(E)) << toString(std::move(E));
  EXPECT_EQ(call("second"), "401");
  EXPECT_EQ(call("first"), "41");
}

TEST_P(DeviceModulesTest, StayWhileTheyAreNeeded) {
  uint64_t Room = Session->use().HeapBytes;
  DeviceModule Second = load(second()), Third = load(third());
  EXPECT_LT(Session->use().HeapBytes, Room - 65536);
  EXPECT_THAT(toString(Session->unload(0)), HasSubstr("program 0 calls the"));
  EXPECT_THAT(toString(Session->unload(7)), HasSubstr("there is no program 7"));
  EXPECT_THAT(toString(Session->unload(Second)),
              HasSubstr("program 2 needs 'other' of program 1; unload program "
                        "2 first"));
  EXPECT_THAT(toString(Session->reload(Second, third())),
              HasSubstr("operators do not link: duplicate symbol: third"));
  EXPECT_THAT(
      toString(Session->reload(
          Second, program({object("x.o", packed("x", "  %result = add i32 "
                                                     "1, 1"))},
                          {"x"}))),
      HasSubstr("program 2 needs 'other' of program 1, which it no "
                "longer has"));
  EXPECT_EQ(call("second"), "401");
  EXPECT_EQ(call("third"), "305");
  ASSERT_FALSE(errorToBool(Session->unload(Third)));
  ASSERT_FALSE(errorToBool(Session->unload(Second)));
  EXPECT_EQ(Session->use().HeapBytes, Room);
  EXPECT_THAT(call("second"), HasSubstr("no function 'second'"));
  EXPECT_EQ(load(second()), 3U);
  EXPECT_EQ(call("second"), "401");
}

/// A program that failed may have written anywhere.
TEST_P(DeviceModulesTest, AllHaveTheirValuesAgainAfterACrash) {
  load(second());
  EXPECT_EQ(call("first"), "41");
  EXPECT_EQ(call("second"), "411");
  EXPECT_THAT(call("crash"), HasSubstr("'crash': "));
  EXPECT_EQ(call("first"), "41");
  EXPECT_EQ(call("second"), "411");
}

/// Programs behind the first use its runtime, or that of one between.
TEST_P(DeviceModulesTest, ShareTheRuntime) {
  auto Unpacked = [this](std::string Name) {
    DeviceProgram Result =
        program({object(Name + ".o", "define i32 @" + Name +
                                         "(ptr %x) {\n  ret i32 0\n}\n")},
                {Name});
    Result.Unpacked = {Name};
    return Result;
  };
  DeviceModule One = load(Unpacked("one"));
  load(Unpacked("two"));
  EXPECT_FALSE(errorToBool(Session->call("one", {}).takeError()));
  EXPECT_FALSE(errorToBool(Session->call("two", {}).takeError()));
  EXPECT_THAT(toString(Session->unload(One)),
              HasSubstr("program 2 needs 'tvm_crt_call_unpacked' of program "
                        "1"));
}

/// Flash that has the right bytes is not written.
TEST_P(DeviceFlashTest, KeepsWhatItHas) {
  DeviceProgram Program = program({object("first.o", firstProgram()),
                                   object("second.o", secondProgram(10))},
                                  {"first", "second"});
  Program.UseFlash = true;
  open(Program);
  DeviceUse New = Session->use();
  EXPECT_EQ(call("second"), "401");
  open(Program);
  DeviceUse Again = Session->use();
  EXPECT_LT(Again.SentBytes, 256U);
  EXPECT_GE(Again.KeptBytes, 65536U);
  EXPECT_EQ(Again.SentBytes + Again.KeptBytes, New.SentBytes + New.KeptBytes);
  EXPECT_EQ(call("second"), "401");
  // One block differs.
  uint8_t Byte[1] = {1};
  ASSERT_FALSE(errorToBool(
      Device->write(GetParam().memory().Regions[0].Address + 40000, Byte)));
  open(Program);
  EXPECT_EQ(Session->use().SentBytes, Again.SentBytes + 1024);
  EXPECT_EQ(call("second"), "401");
}

/// Everything lies where the map says, and a call uses all of it.
TEST_P(DeviceFlashTest, SectionsHaveTheirPlaces) {
  DeviceProgram Program = program({object("first.o", firstProgram() + R"(
declare ptr @TVMBackendAllocWorkspace(i32, i32, i64, i32, i32)
define i32 @where(ptr %args, ptr %codes, i32 %n, ptr %value, ptr %code, ptr %h) {
  %local = alloca i32
  store volatile i32 1, ptr %local
  %which = load i64, ptr %args
  %work = call ptr @TVMBackendAllocWorkspace(i32 1, i32 0, i64 16, i32 0, i32 32)
  %isStack = icmp eq i64 %which, 0
  %isWork = icmp eq i64 %which, 1
  %1 = select i1 %isWork, ptr %work, ptr %args
  %2 = select i1 %isStack, ptr %local, ptr %1
  store ptr %2, ptr %value
  store i32 3, ptr %code
  ret i32 0
}
)")},
                                  {"first", "where"});
  constexpr uint64_t Mib = 1 << 20;
  Program.Memory.Regions = {
      {"ram", 0x20000000, Mib, true, {}},
      {"args", 0x20100000, Mib, true, {}},
      {"work", 0x20200000, Mib, true, {}},
      {"dtcm", 0x20300000, Mib / 2, true, {}},
      {"code", 0x20380000, Mib / 2, true, {}},
  };
  SectionPlaces &Places = Program.Memory.Places;
  Places.Text = "code";
  Places.Rodata = Places.Data = "ram";
  Places.Arguments = "args";
  Places.Workspace = "work";
  Places.Stack = "dtcm";
  open(Program);
  EXPECT_EQ(call("first"), "41");
  auto Where = [this](int64_t Which) -> uint64_t {
    Expected<DeviceResult> Result =
        Session->call("where", {{nullptr, false, false, "which", Which}});
    EXPECT_TRUE(static_cast<bool>(Result)) << toString(Result.takeError());
    return Result ? std::get<DeviceHandle>(Result->Value).Address / Mib : 0;
  };
  EXPECT_EQ(Where(0), 0x203U);
  EXPECT_EQ(Where(1), 0x202U);
  EXPECT_EQ(Where(2), 0x201U);
  DeviceLayout Layout = Session->layout();
  EXPECT_EQ(Layout.Functions[0].Address >> 16, 0x2038U);
  EXPECT_EQ(Layout.Stack.Address, 0x20300000U);
  EXPECT_EQ(Layout.Heap.Bytes, Mib);
}
