//===- OpenOcdDevice.cpp - A device behind OpenOCD's Tcl server -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OpenOCD 0.12 has commands whose results are values. Up to 0.11, memory goes
// through arrays of Tcl, and registers are text of the console.
//
//===----------------------------------------------------------------------===//

#include "Device/DebuggerDevice.h"
#include "Device/TclClient.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Elements of one command: some 45 KB of text.
constexpr size_t MostElements = 4096;
/// From here on a file is faster than numbers in commands.
constexpr size_t BulkBytes = 64 << 10;

class OpenOcdDevice final : public DebuggerDevice {
public:
  OpenOcdDevice(std::unique_ptr<TclClient> TheClient, bool IsServerHere,
                std::optional<DeviceMachine> TheMachine,
                const DeviceLimits &TheLimits)
      : DebuggerDevice(TheMachine, TheLimits), Client(std::move(TheClient)),
        CanReadFiles(IsServerHere) {}

  /// Stops the processor and asks which commands there are.
  Error begin(std::optional<unsigned> Core);

  StringRef name() const override { return Client->name(); }
  Error read(uint64_t Address, MutableArrayRef<uint8_t> Out) override;
  Error write(uint64_t Address, ArrayRef<uint8_t> Bytes) override;
  ArrayRef<DeviceArea> memoryMap() const override { return Areas; }
  Error reset() override;

private:
  Expected<uint64_t> readRegister(StringRef Name) override;
  Error writeRegister(StringRef Name, uint64_t Value) override;
  Error setBreakpoint(uint64_t Address, char &Kind) override;
  Error clearBreakpoint(uint64_t Address, char Kind) override;
  Expected<bool> run() override;

  Expected<std::string>
  ask(const Twine &Command, const Twine &Job,
      std::chrono::milliseconds Longer = std::chrono::milliseconds(0));
  Expected<bool> hasCommand(StringRef Name);
  Expected<std::string> state();
  Error halt();
  Error askForMachine();
  Error chooseCore(unsigned Core);
  Error readAreas();
  Error readElements(uint64_t Address, MutableArrayRef<uint8_t> Out,
                     size_t Width);
  Error writeElements(uint64_t Address, ArrayRef<uint8_t> Bytes, size_t Width);
  Expected<bool> loadFile(uint64_t Address, ArrayRef<uint8_t> Bytes);

  std::unique_ptr<TclClient> Client;
  bool CanReadFiles;         ///< Of this machine.
  bool HasValues = false;    ///< 0.12 and later.
  StringMap<StringRef> Used; ///< Names of registers that the target has.
  unsigned NumStarts = 0;    ///< The server counts them, too.
  std::vector<DeviceArea> Areas;
};

} // namespace

/// The result of a command that must not fail.
Expected<std::string> OpenOcdDevice::ask(const Twine &Command, const Twine &Job,
                                         std::chrono::milliseconds Longer) {
  Expected<TclResult> Result = Client->run(Command, Job, Longer);
  if (!Result)
    return Result.takeError();
  if (!Result->IsError)
    return std::move(Result->Text);
  return inputError(
      name(),
      "OpenOCD cannot " + Job +
          (Result->Text.empty() ? std::string() : ": " + quoted(Result->Text)));
}

Expected<bool> OpenOcdDevice::hasCommand(StringRef Name) {
  Expected<std::string> Found =
      ask("info commands " + Name, "ask which commands there are");
  if (!Found)
    return Found.takeError();
  return *Found == Name;
}

/// "halted", "running" and others.
Expected<std::string> OpenOcdDevice::state() {
  return ask("[target current] curstate", "ask whether the processor stands");
}

Error OpenOcdDevice::halt() {
  Expected<std::string> Halted = ask("halt " + Twine(Limits.Reply.count()),
                                     "stop the processor", Limits.Reply);
  if (!Halted)
    return Halted.takeError();
  Expected<std::string> State = state();
  if (!State)
    return State.takeError();
  if (*State != "halted")
    return inputError(name(),
                      "the processor does not stop within " +
                          Twine(Limits.Reply.count()) + " ms: it is " +
                          quoted(*State),
                      "reset the device");
  return Error::success();
}

/// Banks of flash: a list of dictionaries with base and size.
Error OpenOcdDevice::readAreas() {
  Expected<TclResult> List =
      Client->run("flash list", "ask where the flash is");
  if (!List)
    return List.takeError();
  if (List->IsError)
    return Error::success(); // An OpenOCD without drivers of flash.
  SmallVector<StringRef, 32> Words;
  SplitString(List->Text, Words, " {}\t\n");
  for (size_t I = 0; I + 3 < Words.size(); ++I) {
    DeviceArea Area;
    Area.Kind = DeviceArea::Flash;
    if (Words[I] == "base" && Words[I + 2] == "size" &&
        !Words[I + 1].getAsInteger(0, Area.Address) &&
        !Words[I + 3].getAsInteger(0, Area.Bytes) && Area.Bytes != 0)
      Areas.push_back(Area);
  }
  return Error::success();
}

/// Which machine it is, if OpenOCD knows.
Error OpenOcdDevice::askForMachine() {
  Expected<TclResult> Type = Client->run("[target current] cget -type",
                                         "ask which processor there is");
  if (!Type)
    return Type.takeError();
  if (Type->IsError)
    return Error::success();
  StringRef Name = Type->Text;
  if (Name == "cortex_m" || Name == "hla_target")
    return meets(DeviceMachine::CortexM);
  if (Name != "riscv")
    return Error::success();
  // "pc (/32): 0x00000100"
  Expected<TclResult> Counter =
      Client->run("capture {reg pc}", "ask how wide registers are");
  if (!Counter)
    return Counter.takeError();
  if (Counter->Text.find("(/32)") != std::string::npos)
    return meets(DeviceMachine::RiscV32);
  if (Counter->Text.find("(/64)") != std::string::npos)
    return meets(DeviceMachine::RiscV64);
  return Error::success();
}

/// The target \p Core becomes the current one.
Error OpenOcdDevice::chooseCore(unsigned Core) {
  Expected<std::string> Count =
      ask("llength [target names]", "ask which cores there are");
  if (!Count)
    return Count.takeError();
  uint64_t Number = 0;
  if (StringRef(*Count).trim().getAsInteger(10, Number) || Core >= Number)
    return inputError(name(), "has no core " + Twine(Core) + "; it has " +
                                  plural(Number, "core") + ", counted from 0");
  Expected<std::string> Chosen =
      ask("targets [lindex [target names] " + Twine(Core) + "]",
          "choose core " + Twine(Core));
  return Chosen ? Error::success() : Chosen.takeError();
}

Error OpenOcdDevice::begin(std::optional<unsigned> Core) {
  Expected<bool> Has = hasCommand("read_memory");
  if (!Has)
    return Has.takeError();
  HasValues = *Has;
  if (!HasValues) {
    Has = hasCommand("mem2array");
    if (!Has)
      return Has.takeError();
    if (!*Has)
      return inputError(name(), "has neither 'read_memory' nor 'mem2array'",
                        "is this the port of OpenOCD's Tcl server, and has its "
                        "configuration a target");
  }
  if (Core)
    if (Error E = chooseCore(*Core))
      return E;
  if (Expected<std::string> Target =
          ask("target current", "name the processor: its configuration has no "
                                "target");
      !Target)
    return Target.takeError();
  if (Error E = halt())
    return E;
  if (Error E = askForMachine())
    return E;
  if (Expected<std::string> Done =
          ask("set metaobj_started 0", "set a variable");
      !Done)
    return Done.takeError();
  return readAreas();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Numbers of \p Width bytes each, into \p Out; false if they are others.
static bool parseElements(StringRef Text, size_t Width, bool IsArray,
                          MutableArrayRef<uint8_t> Out) {
  SmallVector<StringRef, 0> Words;
  SplitString(Text, Words);
  size_t Count = Out.size() / Width;
  if (Words.size() != (IsArray ? 2 * Count : Count))
    return false;
  std::vector<bool> Seen(Count);
  for (size_t I = 0; I != Count; ++I) {
    // An array is index and value, in any order.
    uint64_t Index = I, Value;
    if ((IsArray && Words[2 * I].getAsInteger(10, Index)) || Index >= Count ||
        Seen[Index] || Words[IsArray ? 2 * I + 1 : I].getAsInteger(0, Value) ||
        !isUIntN(static_cast<unsigned>(8 * Width), Value))
      return false;
    Seen[Index] = true;
    for (size_t Byte = 0; Byte != Width; ++Byte)
      Out[Index * Width + Byte] = static_cast<uint8_t>(Value >> (8 * Byte));
  }
  return true;
}

Error OpenOcdDevice::readElements(uint64_t Address,
                                  MutableArrayRef<uint8_t> Out, size_t Width) {
  std::string Job = bytesAt("read", Out.size(), Address);
  std::string Arguments = (Twine(8 * Width) + " " + atAddress(Address) + " " +
                           Twine(Out.size() / Width))
                              .str();
  Expected<std::string> Text =
      HasValues
          ? ask("read_memory " + atAddress(Address) + " " + Twine(8 * Width) +
                    " " + Twine(Out.size() / Width),
                Job)
          : ask("unset -nocomplain metaobj_memory; mem2array metaobj_memory " +
                    Arguments + "; set metaobj_memory",
                Job);
  if (!Text)
    return Text.takeError();
  if (!parseElements(*Text, Width, !HasValues, Out))
    return inputError(name(),
                      "expected " + plural(Out.size() / Width, "number") +
                          " of " + Twine(8 * Width) + " bits; wanted: " + Job);
  return Error::success();
}

Error OpenOcdDevice::writeElements(uint64_t Address, ArrayRef<uint8_t> Bytes,
                                   size_t Width) {
  std::string List;
  for (size_t I = 0; I != Bytes.size() / Width; ++I) {
    uint64_t Value = 0;
    for (size_t Byte = 0; Byte != Width; ++Byte)
      Value |= uint64_t(Bytes[I * Width + Byte]) << (8 * Byte);
    if (!HasValues)
      List += utostr(I) + " ";
    List += atAddress(Value) + " ";
  }
  std::string Job = bytesAt("write", Bytes.size(), Address);
  Expected<std::string> Done =
      HasValues
          ? ask("write_memory " + atAddress(Address) + " " + Twine(8 * Width) +
                    " {" + List + "}",
                Job)
          : ask("unset -nocomplain metaobj_memory; array set metaobj_memory {" +
                    List + "}; array2mem metaobj_memory " + Twine(8 * Width) +
                    " " + atAddress(Address) + " " +
                    Twine(Bytes.size() / Width),
                Job);
  return Done ? Error::success() : Done.takeError();
}

/// Calls \p Do for pieces whose elements are as wide as their place allows.
static Error
inPieces(uint64_t Address, size_t Size,
         function_ref<Error(size_t Offset, size_t Bytes, size_t Width)> Do) {
  constexpr size_t Word = 4;
  for (size_t Position = 0; Position != Size;) {
    size_t Odd = (Address + Position) % Word, Left = Size - Position;
    size_t Width = Odd == 0 && Left >= Word ? Word : 1;
    size_t Bytes = Width == Word ? std::min(Left / Word, MostElements) * Word
                                 : std::min(Word - Odd, Left);
    if (Error E = Do(Position, Bytes, Width))
      return E;
    Position += Bytes;
  }
  return Error::success();
}

Error OpenOcdDevice::read(uint64_t Address, MutableArrayRef<uint8_t> Out) {
  return inPieces(Address, Out.size(),
                  [&](size_t Offset, size_t Bytes, size_t Width) -> Error {
                    if (!tell(Bytes))
                      return stopped();
                    return readElements(Address + Offset,
                                        Out.slice(Offset, Bytes), Width);
                  });
}

/// False: OpenOCD does not see files of this machine, or not this one.
Expected<bool> OpenOcdDevice::loadFile(uint64_t Address,
                                       ArrayRef<uint8_t> Bytes) {
  SmallString<128> Path;
  int File;
  if (sys::fs::createTemporaryFile("metaobj-device", "bin", File, Path))
    return false;
  FileRemover Remover(Path);
  raw_fd_ostream OS(File, /*shouldClose=*/true);
  OS << toStringRef(Bytes);
  OS.close();
  bool IsWhole = !OS.has_error();
  OS.clear_error();
  // Braces quote everything but themselves and backslashes.
  if (!IsWhole || Path.find_first_of("{}\\") != StringRef::npos)
    return false;
  // A slow adapter writes 10 KB in a second.
  std::chrono::milliseconds Longer(Bytes.size() / 10);
  Expected<TclResult> Loaded =
      Client->run("load_image {" + Path + "} " + atAddress(Address) + " bin",
                  bytesAt("write", Bytes.size(), Address), Longer);
  if (!Loaded)
    return Loaded.takeError();
  return !Loaded->IsError;
}

Error OpenOcdDevice::write(uint64_t Address, ArrayRef<uint8_t> Bytes) {
  for (const DeviceArea &Area : Areas)
    if (Address - Area.Address < Area.Bytes ||
        Area.Address - Address < Bytes.size())
      return inputError(name(),
                        "OpenOCD's Tcl server would erase other bytes to write "
                        "the flash at " +
                            atAddress(Address),
                        "use its GDB server: gdb:localhost:3333");
  if (CanReadFiles && Bytes.size() >= BulkBytes) {
    Expected<bool> IsLoaded = loadFile(Address, Bytes);
    if (!IsLoaded)
      return IsLoaded.takeError();
    if (*IsLoaded)
      return Error::success();
    CanReadFiles = false;
  }
  return inPieces(Address, Bytes.size(),
                  [&](size_t Offset, size_t Size, size_t Width) -> Error {
                    if (!tell(Size))
                      return stopped();
                    return writeElements(Address + Offset,
                                         Bytes.slice(Offset, Size), Width);
                  });
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// The number behind \p Name in "pc 0x100" or "pc (/32): 0x00000100".
static std::optional<uint64_t> registerIn(StringRef Text, StringRef Name) {
  uint64_t Value;
  if (!Text.consume_front(Name) || !Text.starts_with(" "))
    return std::nullopt;
  if (size_t Colon = Text.find(':'); Colon != StringRef::npos)
    Text = Text.drop_front(Colon + 1);
  if (Text.trim().getAsInteger(0, Value))
    return std::nullopt;
  return Value;
}

Expected<uint64_t> OpenOcdDevice::readRegister(StringRef Name) {
  const auto *Known = find_if(
      Facts->Registers, [Name](const auto &Item) { return Item.Name == Name; });
  SmallVector<StringRef, 2> Names = {Name};
  if (Known != Facts->Registers.end() && !Known->OtherName.empty())
    Names.push_back(Known->OtherName);
  if (auto Found = Used.find(Name); Found != Used.end())
    Names = {Found->second};
  std::string Job = ("read register " + Name).str();
  for (StringRef Word : Names) {
    Expected<TclResult> Result =
        HasValues ? Client->run("get_reg -force {" + Word + "}", Job)
                  : Client->run("capture {reg " + Word + " force}", Job);
    if (!Result)
      return Result.takeError();
    if (Result->IsError)
      continue;
    if (std::optional<uint64_t> Value = registerIn(Result->Text, Word)) {
      Used.try_emplace(Name, Word);
      return *Value;
    }
  }
  return inputError(name(), "OpenOCD cannot " + Job);
}

Error OpenOcdDevice::writeRegister(StringRef Name, uint64_t Value) {
  auto Found = Used.find(Name);
  if (Found == Used.end()) {
    // Finds the name that this target has for it.
    if (Expected<uint64_t> Old = readRegister(Name); !Old)
      return Old.takeError();
    Found = Used.find(Name);
  }
  std::string Job = ("write register " + Name).str();
  std::string Pair = (Found->second + " " + atAddress(Value)).str();
  Expected<std::string> Done = HasValues
                                   ? ask("set_reg {" + Pair + "}", Job)
                                   : ask("capture {reg " + Pair + "}", Job);
  if (!Done)
    return Done.takeError();
  // Without values, what is wrong is only text.
  if (!HasValues && !registerIn(*Done, Found->second))
    return inputError(name(), "OpenOCD cannot " + Job);
  return Error::success();
}

Error OpenOcdDevice::setBreakpoint(uint64_t Address, char &Kind) {
  std::string Job = "set a breakpoint at " + atAddress(Address);
  // A second one at this place would be an error, also after a lost reply.
  std::string Command = "catch {rbp " + atAddress(Address) + "}; bp " +
                        atAddress(Address) + " " +
                        utostr(Facts->BreakpointKind);
  Kind = ' ';
  Expected<TclResult> Result = Client->run(Command, Job);
  if (!Result)
    return Result.takeError();
  if (!Result->IsError)
    return Error::success();
  Expected<std::string> Hardware = ask(Command + " hw", Job);
  return Hardware ? Error::success() : Hardware.takeError();
}

Error OpenOcdDevice::clearBreakpoint(uint64_t Address, char /*Kind*/) {
  // It may be gone already, by a command whose reply was lost.
  Expected<std::string> Done =
      ask("catch {rbp " + atAddress(Address) + "}",
          "remove the breakpoint at " + atAddress(Address));
  return Done ? Error::success() : Done.takeError();
}

Expected<bool> OpenOcdDevice::run() {
  // A program that was started and has ended must not go on.
  std::string Number = utostr(++NumStarts);
  Expected<std::string> Started =
      ask("if {$metaobj_started != " + Number +
              "} {resume; set metaobj_started " + Number + "}",
          "run the program");
  if (!Started)
    return Started.takeError();
  constexpr std::chrono::milliseconds Slice(100);
  Deadline Until = deadlineIn(Limits.Run);
  do {
    // At least one.
    auto Now = std::clamp(std::chrono::ceil<std::chrono::milliseconds>(
                              Until - std::chrono::steady_clock::now()),
                          std::chrono::milliseconds(1), Slice);
    Expected<TclResult> Waited = Client->run("wait_halt " + Twine(Now.count()),
                                             "wait for a breakpoint", Now);
    if (!Waited)
      return Waited.takeError();
    Expected<std::string> State = state();
    if (!State)
      return State.takeError();
    if (*State == "halted")
      return true;
    if (*State != "running" && *State != "debug-running")
      return inputError(name(),
                        "the processor is in the state " + quoted(*State) +
                            "; wanted: stop at a breakpoint",
                        "reset the device");
  } while (tell(0) && std::chrono::steady_clock::now() < Until);
  if (Error E = halt())
    return E;
  return false;
}

Error OpenOcdDevice::reset() {
  Expected<std::string> Done =
      ask("reset halt", "reset the device", Limits.Reply);
  if (!Done)
    return Done.takeError();
  wasReset();
  return halt();
}

Expected<std::unique_ptr<LowLevelDevice>>
metaobj::connectOpenOcd(StringRef Where, std::optional<DeviceMachine> Machine,
                        const DeviceLimits &Limits,
                        std::optional<unsigned> Core) {
  Expected<std::unique_ptr<TclClient>> Client =
      TclClient::connect(Where, Limits);
  if (!Client)
    return Client.takeError();
  bool IsServerHere = Where.starts_with("unix:") ||
                      Where.starts_with("localhost:") ||
                      Where.starts_with("127.") || Where.starts_with("[::1]:");
  auto Device = std::make_unique<OpenOcdDevice>(std::move(*Client),
                                                IsServerHere, Machine, Limits);
  if (Error E = Device->begin(Core))
    return E;
  return Device;
}
