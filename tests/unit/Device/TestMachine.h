//===- TestMachine.h - Devices for tests ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_DEVICE_TESTMACHINE_H
#define METAOBJ_TESTS_DEVICE_TESTMACHINE_H

#include "Inspect/TestObject.h"
#include "metaobj/Device.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "gtest/gtest.h"

#include <csignal>
#include <sys/wait.h>
#include <thread>

namespace metaobj::test {

/// A device of a test: the host, or a board of QEMU.
struct TestMachine {
  const char *Name;
  const TestTarget &Target;
  DeviceMachine Machine;
  const char *Board; ///< nullptr: the host.

  MemoryMap memory() const {
    return Board ? *memoryMapOfBoard(Board) : hostMemoryMap();
  }
};

inline std::ostream &operator<<(std::ostream &OS, const TestMachine &Machine) {
  return OS << Machine.Name;
}

#if defined(__x86_64__)
inline constexpr TestMachine HostMachine = {"Host", X86_64, DeviceMachine::Host,
                                            nullptr};
#endif
inline constexpr TestMachine CortexM4 = {"CortexM4", Thumb,
                                         DeviceMachine::CortexM, "mps2-an386"};

/// A folder of objects, and one device.
class MachineTest : public testing::TestWithParam<TestMachine> {
protected:
  void SetUp() override {
    ASSERT_FALSE(
        llvm::sys::fs::createUniqueDirectory("metaobj-device", Folder));
    const TestMachine &Machine = GetParam();
    if (!isAvailable(Machine.Target))
      GTEST_SKIP() << "this LLVM has no such target";
    if (!Machine.Board) {
      MemoryRegion Region = Machine.memory().Regions[0];
      keep(createHostDevice(Region.Address, Region.Bytes));
      return;
    }
    llvm::ErrorOr<std::string> Qemu =
        llvm::sys::findProgramByName("qemu-system-arm");
    ASSERT_TRUE(Qemu) << "there is no qemu-system-arm";
    std::string Socket = path("gdb");
    std::string Server = "unix:" + Socket + ",server=on,wait=off";
    Process = llvm::sys::ExecuteNoWait(
        *Qemu,
        {*Qemu, "-M", Machine.Board, "-display", "none", "-monitor", "none",
         "-serial", "none", "-S", "-gdb", Server},
        std::nullopt, {llvm::StringRef(""), std::nullopt, std::nullopt});
    // The file is there before QEMU listens.
    std::string Where = "unix:" + Socket;
    auto Connected = connectGdb(Where, Machine.Machine);
    for (int Try = 0; Try < 2000 && !Connected; ++Try) {
      llvm::consumeError(Connected.takeError());
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      Connected = connectGdb(Where, Machine.Machine);
    }
    keep(std::move(Connected));
  }

  void TearDown() override {
    Device.reset();
    if (Process.Pid != llvm::sys::ProcessInfo::InvalidPid) {
      ::kill(Process.Pid, SIGKILL);
      ::waitpid(Process.Pid, nullptr, 0);
    }
    llvm::sys::fs::remove_directories(Folder);
  }

  std::string path(llvm::StringRef Name) {
    llvm::SmallString<128> Result = Folder;
    llvm::sys::path::append(Result, Name);
    return Result.str().str();
  }

  /// The path of an object of \p Ir for the machine.
  std::string object(llvm::StringRef Name, std::string Ir) {
    std::string Result = path(Name);
    std::error_code Problem;
    llvm::raw_fd_ostream(Result, Problem)
        << compile(GetParam().Target, std::move(Ir))->getBuffer();
    EXPECT_FALSE(Problem);
    return Result;
  }

  DeviceProgram program(std::vector<std::string> Objects,
                        std::vector<std::string> Functions) {
    DeviceProgram Result;
    Result.Objects = std::move(Objects);
    Result.Functions = std::move(Functions);
    Result.Memory = GetParam().memory();
    return Result;
  }

  void open(const DeviceProgram &Program) {
    llvm::Expected<std::unique_ptr<DeviceSession>> Opened =
        DeviceSession::open(*Device, GetParam().Machine, Program);
    ASSERT_TRUE(static_cast<bool>(Opened)) << toString(Opened.takeError());
    Session = std::move(*Opened);
  }

  llvm::SmallString<128> Folder;
  std::unique_ptr<LowLevelDevice> Device;
  std::unique_ptr<DeviceSession> Session;

private:
  void keep(llvm::Expected<std::unique_ptr<LowLevelDevice>> Found) {
    ASSERT_TRUE(static_cast<bool>(Found)) << toString(Found.takeError());
    Device = std::move(*Found);
  }

  llvm::sys::ProcessInfo Process;
};

/// Of MachineTest.
inline std::vector<TestMachine> testMachines() {
  return {
#if defined(__x86_64__)
      HostMachine,
#endif
      CortexM4};
}

} // namespace metaobj::test

#endif // METAOBJ_TESTS_DEVICE_TESTMACHINE_H
