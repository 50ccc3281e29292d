//===- GdbDevice.cpp - A device behind a debugger's server ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The subset of the GDB remote protocol that QEMU, OpenOCD, pyOCD and J-Link
// share. A server that lacks a request answers it with an empty packet.
//
//===----------------------------------------------------------------------===//

#include "Device/DebuggerDevice.h"
#include "Device/GdbClient.h"
#include "Device/TargetXml.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

using Repeat = GdbClient::Repeat;

class GdbDevice final : public DebuggerDevice {
public:
  GdbDevice(std::unique_ptr<GdbClient> TheClient,
            std::optional<DeviceMachine> TheMachine,
            const DeviceLimits &TheLimits)
      : DebuggerDevice(TheMachine, TheLimits), Client(std::move(TheClient)) {}

  /// Asks the server what it can do.
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

  Expected<std::string> transfer(const Twine &Object, const Twine &Job);
  Error readDescription();
  Expected<std::string> threadOf(unsigned Core);
  Error chooseCore(unsigned Core);
  Error selectThread();
  std::optional<unsigned> numberOf(StringRef Name) const;
  Error askForBinaryWrites();
  Error writeRam(uint64_t Address, ArrayRef<uint8_t> Bytes);
  Error writeFlash(const DeviceArea &Area, uint64_t Address,
                   ArrayRef<uint8_t> Bytes);
  std::string breakpointRequest(char Verb, char Kind, uint64_t Address) const;
  Error expectOk(const Expected<std::string> &Reply, const Twine &Job) const;

  std::unique_ptr<GdbClient> Client;
  size_t PacketBytes = 400; ///< That every server takes.
  std::optional<bool> HasBinaryWrites;
  bool HasFeatures = false, HasMap = false;
  std::vector<XmlRegister> Described;
  std::vector<DeviceArea> Areas;
  std::string Thread; ///< Of the chosen core.
  std::string Continue = "c";
};

} // namespace

static std::string hexNumber(uint64_t Number) {
  return utohexstr(Number, /*LowerCase=*/true);
}

/// "E01", "E.text"
static bool isErrorReply(StringRef Reply) {
  return Reply.starts_with("E.") ||
         (Reply.size() == 3 && Reply[0] == 'E' && isHexDigit(Reply[1]) &&
          isHexDigit(Reply[2]));
}

static bool isPlainReply(StringRef Reply) {
  return Reply.empty() || Reply == "OK" || isErrorReply(Reply);
}

Error GdbDevice::expectOk(const Expected<std::string> &Reply,
                          const Twine &Job) const {
  if (*Reply == "OK")
    return Error::success();
  if (Reply->empty())
    return inputError(name(), "the debugger cannot " + Job);
  return inputError(name(), "the debugger answers " + quoted(*Reply) +
                                "; wanted: " + Job);
}

/// A document of the server, in pieces.
Expected<std::string> GdbDevice::transfer(const Twine &Object,
                                          const Twine &Job) {
  constexpr size_t Largest = 1 << 20;
  std::string Result, Prefix = ("qXfer:" + Object + ":").str();
  uint64_t Piece = (PacketBytes - 64) / 2;
  auto IsRight = [](StringRef Reply) {
    return Reply.empty() || Reply.starts_with("m") || Reply.starts_with("l") ||
           isErrorReply(Reply);
  };
  while (Result.size() < Largest) {
    Expected<std::string> Reply = Client->request(
        Prefix + hexNumber(Result.size()) + "," + hexNumber(Piece), Job,
        Repeat::Safe, IsRight);
    if (!Reply)
      return Reply.takeError();
    StringRef Text = *Reply;
    if (Text.empty() || isErrorReply(Text))
      return inputError(name(), "the debugger cannot " + Job);
    bool IsLast = Text.front() == 'l';
    Result += Text.drop_front();
    if (IsLast)
      return Result;
    if (Text.size() == 1)
      break;
  }
  return inputError(name(), "the debugger sends a text without an end; "
                            "wanted: " +
                                Job);
}

/// Registers with their numbers. Some servers know single registers only when
/// the description was read.
Error GdbDevice::readDescription() {
  constexpr size_t MostFiles = 64;
  std::vector<std::string> Files = {"target.xml"};
  unsigned NextNumber = 0;
  bool IsCortexM = false, IsRiscV = false;
  for (size_t I = 0; I < Files.size() && I < MostFiles; ++I) {
    // The name comes from the server and goes back to it.
    if (StringRef(Files[I]).find_first_of("#$:,}*") != StringRef::npos)
      continue;
    Expected<std::string> Text =
        transfer("features:read:" + Files[I],
                 "read the target description " + quoted(Files[I]));
    if (!Text)
      return Text.takeError();
    TargetDocument Document = readTargetDocument(*Text, NextNumber);
    llvm::append_range(Described, Document.Registers);
    IsCortexM |= Document.IsCortexM;
    IsRiscV |= Document.IsRiscV;
    for (std::string &Include : Document.Includes)
      if (!is_contained(Files, Include))
        Files.push_back(std::move(Include));
  }
  if (IsCortexM)
    return meets(DeviceMachine::CortexM);
  auto Counter = find_if(Described, [](const XmlRegister &Register) {
    return Register.Name == "pc" &&
           (Register.Bits == 32 || Register.Bits == 64);
  });
  if (IsRiscV && Counter != Described.end())
    return meets(Counter->Bits == 32 ? DeviceMachine::RiscV32
                                     : DeviceMachine::RiscV64);
  return Error::success();
}

/// The server's name for its thread \p Core: "1", "p1.2".
Expected<std::string> GdbDevice::threadOf(unsigned Core) {
  constexpr size_t Most = 4096;
  std::vector<std::string> Threads;
  for (StringRef Asked = "qfThreadInfo"; Threads.size() < Most;
       Asked = "qsThreadInfo") {
    Expected<std::string> Reply = Client->request(
        Asked, "ask which cores there are", Repeat::Never, [](StringRef Text) {
          return Text.empty() || Text.front() == 'm' || Text == "l";
        });
    if (!Reply)
      return Reply.takeError();
    StringRef Text = *Reply;
    if (!Text.consume_front("m"))
      break;
    SmallVector<StringRef, 8> Names;
    Text.split(Names, ',', -1, /*KeepEmpty=*/false);
    for (StringRef Name : Names)
      // They go back to the server.
      if (Name.find_first_not_of("0123456789abcdefABCDEFp.") == StringRef::npos)
        Threads.push_back(Name.str());
  }
  if (Core < Threads.size())
    return Threads[Core];
  if (Threads.empty())
    return inputError(name(), "the debugger does not tell of cores",
                      "name the port of the core's own server");
  return inputError(name(), "has no core " + Twine(Core) + "; it has " +
                                plural(Threads.size(), "core") +
                                ", counted from 0");
}

/// Calls run on \p Core from now on, and the others stand still meanwhile, if
/// the server can do this.
Error GdbDevice::chooseCore(unsigned Core) {
  Expected<std::string> Name = threadOf(Core);
  if (!Name)
    return Name.takeError();
  Thread = std::move(*Name);
  if (Error E = selectThread())
    return E;
  Expected<std::string> Reply = Client->request(
      "Hc" + Thread, "run core " + Twine(Core), Repeat::Safe, isPlainReply);
  if (!Reply)
    return Reply.takeError();
  Reply = Client->request("vCont?", "ask how one core runs alone");
  if (!Reply)
    return Reply.takeError();
  SmallVector<StringRef, 8> Verbs;
  StringRef(*Reply).split(Verbs, ';');
  if (is_contained(Verbs, "c"))
    Continue = "vCont;c:" + Thread;
  return Error::success();
}

/// Registers are those of the chosen core.
Error GdbDevice::selectThread() {
  if (Thread.empty())
    return Error::success();
  Expected<std::string> Reply = Client->request(
      "Hg" + Thread, "choose the core", Repeat::Safe, isPlainReply);
  if (!Reply)
    return Reply.takeError();
  return expectOk(Reply, "choose the core");
}

Error GdbDevice::begin(std::optional<unsigned> Core) {
  Expected<std::string> Features = Client->request(
      "qSupported:xmlRegisters=arm,riscv", "ask what the debugger can do");
  if (!Features)
    return Features.takeError();
  if (StringRef(*Features).starts_with("qSupported"))
    return inputError(name(), "sends back what it is sent",
                      "is it a server of the GDB remote protocol, and not a "
                      "terminal");
  bool CanDropAcks = false;
  SmallVector<StringRef, 32> Items;
  StringRef(*Features).split(Items, ';');
  for (StringRef Item : Items) {
    if (Item.consume_front("PacketSize=")) {
      // QEMU drops longer packets without a word.
      constexpr uint64_t Least = 128, Most = 0x4000;
      uint64_t Size;
      if (Item.getAsInteger(16, Size) || Size < Least)
        return inputError(name(), "the debugger takes packets of " +
                                      quoted(Item) +
                                      " bytes; 128 and more are wanted");
      PacketBytes = std::min(Size, Most);
    }
    CanDropAcks |= Item == "QStartNoAckMode+";
    HasFeatures |= Item == "qXfer:features:read+";
    HasMap |= Item == "qXfer:memory-map:read+";
  }
  if (CanDropAcks) {
    Expected<std::string> Reply =
        Client->request("QStartNoAckMode", "do without acknowledgements",
                        Repeat::Safe, isPlainReply);
    if (!Reply)
      return Reply.takeError();
    if (*Reply == "OK")
      Client->dropAcknowledgements();
  }
  Expected<std::string> State =
      Client->request("?", "ask whether the processor stands");
  if (!State)
    return State.takeError();
  if (StringRef(*State).starts_with("W") || StringRef(*State).starts_with("X"))
    return inputError(name(), "the debugger has no running program");
  if (Core)
    if (Error E = chooseCore(*Core))
      return E;
  if (HasFeatures)
    if (Error E = readDescription())
      return E;
  if (HasMap) {
    Expected<std::string> Text =
        transfer("memory-map:read:", "read the memory map");
    if (!Text)
      return Text.takeError();
    Areas = readMemoryAreas(*Text);
  }
  return Error::success();
}

Error GdbDevice::read(uint64_t Address, MutableArrayRef<uint8_t> Out) {
  // Hexadecimal, and less than packets may have: QEMU 7.2 stops at 2040.
  size_t Piece = (PacketBytes - 96) / 2;
  auto Part = [&](size_t I) {
    return Out.slice(I * Piece, std::min(Piece, Out.size() - I * Piece));
  };
  auto Make = [&](size_t I) {
    return "m" + hexNumber(Address + I * Piece) + "," +
           hexNumber(Part(I).size());
  };
  auto Take = [&](size_t I, StringRef Text) {
    return bytesOfHex(Text, Part(I));
  };
  auto Tell = [&](size_t I) { return tell(Part(I).size()); };
  size_t Count = divideCeil(Out.size(), Piece);
  Expected<bool> IsDone = Client->requestSeries(
      {Count, Make, Take, Tell}, bytesAt("read", Out.size(), Address));
  if (!IsDone)
    return IsDone.takeError();
  if (!*IsDone && !tell(0))
    return stopped();
  for (size_t I = 0; I < Count && !*IsDone; ++I) {
    std::string Job = bytesAt("read", Part(I).size(), Address + I * Piece);
    Expected<std::string> Reply =
        Client->request(Make(I), Job, Repeat::Safe, [&](StringRef Text) {
          return isErrorReply(Text) || Take(I, Text);
        });
    if (!Reply)
      return Reply.takeError();
    if (isErrorReply(*Reply) && Reply->size() != 2 * Part(I).size())
      return inputError(name(), "the debugger cannot " + Job,
                        "is there memory at this address");
    if (!Tell(I))
      return stopped();
  }
  return Error::success();
}

Error GdbDevice::askForBinaryWrites() {
  if (HasBinaryWrites)
    return Error::success();
  // The address does not matter for no bytes.
  Expected<std::string> Reply = Client->request(
      "X0,0:", "ask for writes of binary data", Repeat::Safe, isPlainReply);
  if (!Reply)
    return Reply.takeError();
  HasBinaryWrites = *Reply == "OK";
  return Error::success();
}

Error GdbDevice::writeRam(uint64_t Address, ArrayRef<uint8_t> Bytes) {
  if (Error E = askForBinaryWrites())
    return E;
  size_t Room = PacketBytes - 96;
  // Where each request begins: escapes need room, too.
  std::vector<size_t> Begins;
  for (size_t Offset = 0; Offset < Bytes.size();) {
    Begins.push_back(Offset);
    Offset += *HasBinaryWrites ? escapedCount(Bytes.drop_front(Offset), Room)
                               : std::min(Bytes.size() - Offset, Room / 2);
  }
  auto Part = [&](size_t I) {
    size_t End = I + 1 < Begins.size() ? Begins[I + 1] : Bytes.size();
    return Bytes.slice(Begins[I], End - Begins[I]);
  };
  auto Make = [&](size_t I) {
    std::string Text = (*HasBinaryWrites ? "X" : "M") +
                       hexNumber(Address + Begins[I]) + "," +
                       hexNumber(Part(I).size()) + ":";
    if (!*HasBinaryWrites) {
      Text.reserve(Text.size() + 2 * Part(I).size());
      appendHex(Part(I), Text);
      return Text;
    }
    for (uint8_t Byte : Part(I))
      appendEscaped(Byte, Text);
    return Text;
  };
  auto Take = [](size_t, StringRef Text) { return Text == "OK"; };
  auto Tell = [&](size_t I) { return tell(Part(I).size()); };
  Expected<bool> IsDone =
      Client->requestSeries({Begins.size(), Make, Take, Tell},
                            bytesAt("write", Bytes.size(), Address));
  if (!IsDone)
    return IsDone.takeError();
  if (!*IsDone && !tell(0))
    return stopped();
  for (size_t I = 0; I < Begins.size() && !*IsDone; ++I) {
    std::string Job = bytesAt("write", Part(I).size(), Address + Begins[I]);
    Expected<std::string> Reply =
        Client->request(Make(I), Job, Repeat::Safe, isPlainReply);
    if (!Reply)
      return Reply.takeError();
    if (*Reply != "OK")
      return inputError(name(), "the debugger cannot " + Job,
                        "is there memory that can be written at this address");
    if (!Tell(I))
      return stopped();
  }
  return Error::success();
}

/// Erases the blocks of \p Bytes, which lie in \p Area.
Error GdbDevice::writeFlash(const DeviceArea &Area, uint64_t Address,
                            ArrayRef<uint8_t> Bytes) {
  uint64_t Block = Area.BlockBytes;
  if (Block == 0 || Block > Area.Bytes)
    return inputError(name(), "the flash at " + atAddress(Area.Address) +
                                  " has no size of blocks");
  uint64_t Begin = Address - (Address - Area.Address) % Block;
  uint64_t Last = Address + Bytes.size() - 1;
  uint64_t End = Last - (Last - Area.Address) % Block + Block;
  End = std::min(End, Area.Address + Area.Bytes);
  // What else is in these blocks stays.
  std::vector<uint8_t> Whole(End - Begin);
  if (Error E = read(Begin, Whole))
    return E;
  std::copy(Bytes.begin(), Bytes.end(), Whole.begin() + (Address - Begin));
  auto Ask = [this](const Twine &Payload, const Twine &Job) -> Error {
    SmallString<64> Text;
    Expected<std::string> Reply =
        Client->request(Payload.toStringRef(Text), Job, Repeat::Never);
    if (!Reply)
      return Reply.takeError();
    return expectOk(Reply, Job);
  };
  if (Error E =
          Ask("vFlashErase:" + hexNumber(Begin) + "," + hexNumber(Whole.size()),
              bytesAt("erase", Whole.size(), Begin)))
    return E;
  for (size_t Offset = 0; Offset < Whole.size();) {
    std::string Data;
    size_t From = Offset;
    Offset +=
        escapedCount(ArrayRef(Whole).drop_front(Offset), PacketBytes - 96);
    for (size_t I = From; I < Offset; ++I)
      appendEscaped(Whole[I], Data);
    if (Error E = Ask("vFlashWrite:" + hexNumber(Begin + From) + ":" + Data,
                      bytesAt("flash", Offset - From, Begin + From)))
      return E;
    if (!tell(Offset - From))
      return stopped();
  }
  return Ask("vFlashDone", "finish the flash");
}

Error GdbDevice::write(uint64_t Address, ArrayRef<uint8_t> Bytes) {
  while (!Bytes.empty()) {
    size_t Count = Bytes.size();
    const DeviceArea *Flash = nullptr;
    for (const DeviceArea &Area : Areas) {
      if (Area.Kind != DeviceArea::Flash)
        continue;
      if (Address >= Area.Address && Address - Area.Address < Area.Bytes) {
        Flash = &Area;
        Count = std::min<uint64_t>(Bytes.size(),
                                   Area.Bytes - (Address - Area.Address));
        break;
      }
      if (Area.Address > Address)
        Count = std::min<uint64_t>(Count, Area.Address - Address);
    }
    if (Error E = Flash ? writeFlash(*Flash, Address, Bytes.take_front(Count))
                        : writeRam(Address, Bytes.take_front(Count)))
      return E;
    Bytes = Bytes.drop_front(Count);
    Address += Count;
  }
  return Error::success();
}

/// nullopt for registers of which only a description tells the number.
std::optional<unsigned> GdbDevice::numberOf(StringRef Name) const {
  const auto *Known = find_if(
      Facts->Registers, [Name](const auto &Item) { return Item.Name == Name; });
  bool IsKnown = Known != Facts->Registers.end();
  for (const XmlRegister &Register : Described)
    if (Register.Name == Name || (IsKnown && !Known->OtherName.empty() &&
                                  Register.Name == Known->OtherName))
      return Register.Number;
  if (IsKnown)
    return Known->Number;
  return std::nullopt;
}

Expected<uint64_t> GdbDevice::readRegister(StringRef Name) {
  std::string Job = ("read register " + Name).str();
  std::optional<unsigned> Number = numberOf(Name);
  if (!Number)
    return inputError(name(), "the debugger cannot " + Job);
  uint8_t Bytes[8] = {};
  auto Digits = [&](StringRef Text) {
    return Text.size() / 2 <= sizeof(Bytes) && Text.size() >= 8 &&
           bytesOfHex(Text, MutableArrayRef(Bytes, Text.size() / 2));
  };
  Expected<std::string> Reply = Client->request(
      "p" + hexNumber(*Number), Job, Repeat::Safe, [&](StringRef Text) {
        return Text.empty() || isErrorReply(Text) || Digits(Text);
      });
  if (!Reply)
    return Reply.takeError();
  if (!Digits(*Reply))
    return inputError(name(), "the debugger cannot " + Job);
  return support::endian::read64le(Bytes);
}

Error GdbDevice::writeRegister(StringRef Name, uint64_t Value) {
  uint8_t Bytes[8];
  support::endian::write64le(Bytes, Value);
  std::string Job = ("write register " + Name).str();
  std::optional<unsigned> Number = numberOf(Name);
  if (!Number)
    return inputError(name(), "the debugger cannot " + Job);
  // OpenOCD ends the connection for a value of another size.
  size_t Size = Facts->RegisterBytes;
  for (const XmlRegister &Register : Described)
    if (Register.Number == *Number)
      Size = std::clamp<size_t>(divideCeil(Register.Bits, 8), 1, sizeof(Bytes));
  Expected<std::string> Reply = Client->request(
      "P" + hexNumber(*Number) + "=" + hexOfBytes(ArrayRef(Bytes, Size)), Job,
      Repeat::Safe, isPlainReply);
  if (!Reply)
    return Reply.takeError();
  return expectOk(Reply, Job);
}

std::string GdbDevice::breakpointRequest(char Verb, char Kind,
                                         uint64_t Address) const {
  return std::string{Verb, Kind, ','} + hexNumber(Address) + "," +
         std::to_string(Facts->BreakpointKind);
}

/// In memory that cannot be written the hardware compares addresses.
Error GdbDevice::setBreakpoint(uint64_t Address, char &Kind) {
  std::string Job = "set a breakpoint at " + atAddress(Address);
  for (char C : {'0', '1'}) {
    Kind = C;
    Expected<std::string> Reply = Client->request(
        breakpointRequest('Z', C, Address), Job, Repeat::Safe, isPlainReply);
    if (!Reply)
      return Reply.takeError();
    if (*Reply == "OK")
      return Error::success();
  }
  return inputError(name(), "the debugger cannot " + Job);
}

Error GdbDevice::clearBreakpoint(uint64_t Address, char Kind) {
  std::string Job = "remove the breakpoint at " + atAddress(Address);
  Expected<std::string> Reply = Client->request(
      breakpointRequest('z', Kind, Address), Job, Repeat::Safe, isPlainReply);
  if (!Reply)
    return Reply.takeError();
  return expectOk(Reply, Job);
}

Expected<bool> GdbDevice::run() {
  if (Error E = Client->start(Continue, "run the program"))
    return E;
  const char *Job = "stop at a breakpoint";
  constexpr std::chrono::milliseconds Look(100);
  Deadline Until = deadlineIn(Limits.Run);
  Expected<std::optional<std::string>> Event = std::nullopt;
  do {
    Event = Client->event(std::min(Until, deadlineIn(Look)), Job);
    if (!Event)
      return Event.takeError();
  } while (!*Event && tell(0) && std::chrono::steady_clock::now() < Until);
  bool IsInTime = Event->has_value();
  if (!IsInTime) {
    if (Error E = Client->interrupt())
      return E;
    Event = Client->event(deadlineIn(Limits.Reply), Job);
    if (!Event)
      return Event.takeError();
    if (!*Event)
      return inputError(
          name(),
          "the processor does not stop within " + Twine(Limits.Reply.count()) +
              " ms after its limit of " + Twine(Limits.Run.count()) + " ms",
          "reset the device");
  }
  StringRef Text = **Event;
  if (Text.starts_with("W") || Text.starts_with("X"))
    return inputError(name(), "the program behind the debugger has ended: " +
                                  quoted(Text));
  if (!Text.starts_with("T") && !Text.starts_with("S"))
    return inputError(name(), "expected a report that the processor stands, "
                              "found " +
                                  quoted(Text));
  // The server may have turned to another core.
  if (Error E = selectThread())
    return E;
  return IsInTime;
}

Error GdbDevice::reset() {
  bool IsDone = false;
  // The words of OpenOCD and pyOCD, then QEMU's, which answers others with a
  // complaint on the console.
  for (StringRef Command : {"reset halt", "system_reset"}) {
    Expected<std::string> Reply =
        Client->request("qRcmd," + hexOfBytes(arrayRefFromStringRef(Command)),
                        "reset the device", Repeat::Never);
    if (!Reply)
      return Reply.takeError();
    IsDone |= !Reply->empty() && !isErrorReply(*Reply);
  }
  if (!IsDone)
    return inputError(name(), "the debugger cannot reset the device");
  wasReset();
  return Error::success();
}

Expected<std::unique_ptr<LowLevelDevice>>
metaobj::connectGdb(StringRef Where, std::optional<DeviceMachine> Machine,
                    const DeviceLimits &Limits, std::optional<unsigned> Core) {
  Expected<std::unique_ptr<GdbClient>> Client =
      GdbClient::connect(Where, Limits);
  if (!Client)
    return Client.takeError();
  auto Device =
      std::make_unique<GdbDevice>(std::move(*Client), Machine, Limits);
  if (Error E = Device->begin(Core))
    return E;
  return Device;
}
