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

#include "GdbClient.h"
#include "MachineFacts.h"
#include "TargetXml.h"

#include "Text/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

LowLevelDevice::~LowLevelDevice() = default;

namespace {

using Repeat = GdbClient::Repeat;

constexpr uint64_t CpuidAddress = 0xe000ed00, CfsrAddress = 0xe000ed28,
                   HfsrAddress = 0xe000ed2c, MmfarAddress = 0xe000ed34,
                   BfarAddress = 0xe000ed38;
constexpr uint32_t ThumbBit = 1 << 24, ExceptionMask = 0x1ff;
/// Returns to the main stack, without floating-point registers.
constexpr uint32_t UsualExceptionReturn = 0xfffffff9;

class GdbDevice final : public LowLevelDevice {
public:
  GdbDevice(std::unique_ptr<GdbClient> TheClient, DeviceMachine TheMachine,
            const DeviceLimits &TheLimits)
      : Client(std::move(TheClient)), Machine(TheMachine), Limits(TheLimits),
        Facts(factsOf(TheMachine)) {}

  /// Asks the server what it can do.
  Error begin();

  StringRef name() const override { return Client->name(); }
  Error read(uint64_t Address, MutableArrayRef<uint8_t> Out) override;
  Error write(uint64_t Address, ArrayRef<uint8_t> Bytes) override;
  Expected<DeviceStop> execute(const DeviceCall &Call) override;
  Expected<std::vector<DeviceRegister>> registers() override;
  ArrayRef<DeviceArea> memoryMap() const override { return Areas; }
  Error reset() override;

private:
  Expected<std::string> transfer(const Twine &Object, const Twine &Job);
  Error readDescription();
  Expected<uint64_t> readRegister(StringRef Name);
  Error writeRegister(StringRef Name, uint64_t Value);
  std::optional<unsigned> numberOf(StringRef Name) const;
  Error writeRam(uint64_t Address, ArrayRef<uint8_t> Bytes);
  Error writeFlash(const DeviceArea &Area, uint64_t Address,
                   ArrayRef<uint8_t> Bytes);
  std::string breakpointRequest(char Verb, char Kind, uint64_t Address) const;
  Error setBreakpoint(uint64_t Address, char &Kind);
  Error clearBreakpoint(uint64_t Address, char Kind);
  Error enter(const DeviceCall &Call);
  Expected<bool> waitForStop();
  Expected<DeviceStop> describeStop(const DeviceCall &Call, bool IsInTime);
  Error describeArmFault(DeviceStop &Stop);
  Error describeRiscVFault(DeviceStop &Stop);
  Error expectOk(const Expected<std::string> &Reply, const Twine &Job) const;

  bool isArm() const { return Machine == DeviceMachine::CortexM; }

  std::unique_ptr<GdbClient> Client;
  DeviceMachine Machine;
  DeviceLimits Limits;
  const MachineFacts &Facts;
  size_t PacketBytes = 400; ///< That every server takes.
  std::optional<bool> HasBinaryWrites;
  bool HasFeatures = false, HasMap = false;
  std::vector<XmlRegister> Described;
  std::vector<DeviceArea> Areas;
  uint32_t ExceptionReturn = UsualExceptionReturn;
  std::string Ended; ///< Of a program that is no more: "W00".
};

} // namespace

static std::string atAddress(uint64_t Address) {
  return "0x" + utohexstr(Address, /*LowerCase=*/true);
}

static std::string bytesAt(StringRef Verb, uint64_t Count, uint64_t Address) {
  return (Verb + " " + plural(Count, "byte") + " at " + atAddress(Address))
      .str();
}

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
    for (std::string &Each : Document.Includes)
      if (!is_contained(Files, Each))
        Files.push_back(std::move(Each));
  }
  return Error::success();
}

Error GdbDevice::begin() {
  Expected<std::string> Features = Client->request(
      "qSupported:xmlRegisters=arm,riscv", "ask what the debugger can do");
  if (!Features)
    return Features.takeError();
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
  while (!Out.empty()) {
    MutableArrayRef<uint8_t> Now = Out.take_front(std::min(Piece, Out.size()));
    std::string Job = bytesAt("read", Now.size(), Address);
    Expected<std::string> Reply =
        Client->request("m" + hexNumber(Address) + "," + hexNumber(Now.size()),
                        Job, Repeat::Safe, [Now](StringRef Text) {
                          return isErrorReply(Text) || bytesOfHex(Text, Now);
                        });
    if (!Reply)
      return Reply.takeError();
    if (isErrorReply(*Reply) && Reply->size() != 2 * Now.size())
      return inputError(name(), "the debugger cannot " + Job,
                        "is there memory at this address");
    Out = Out.drop_front(Now.size());
    Address += Now.size();
  }
  return Error::success();
}

Error GdbDevice::writeRam(uint64_t Address, ArrayRef<uint8_t> Bytes) {
  if (!HasBinaryWrites && !Bytes.empty()) {
    Expected<std::string> Reply = Client->request(
        "X" + hexNumber(Address) + ",0:", "ask for writes of binary data",
        Repeat::Safe, isPlainReply);
    if (!Reply)
      return Reply.takeError();
    HasBinaryWrites = *Reply == "OK";
  }
  size_t Room = PacketBytes - 96;
  while (!Bytes.empty()) {
    std::string Data;
    size_t Count = 0;
    if (*HasBinaryWrites) {
      while (Count < Bytes.size() && Data.size() + 2 <= Room)
        appendEscaped(Bytes[Count++], Data);
    } else {
      Count = std::min(Bytes.size(), Room / 2);
      Data = hexOfBytes(Bytes.take_front(Count));
    }
    std::string Job = bytesAt("write", Count, Address);
    Expected<std::string> Reply =
        Client->request((*HasBinaryWrites ? "X" : "M") + hexNumber(Address) +
                            "," + hexNumber(Count) + ":" + Data,
                        Job, Repeat::Safe, isPlainReply);
    if (!Reply)
      return Reply.takeError();
    if (*Reply != "OK")
      return inputError(name(), "the debugger cannot " + Job,
                        "is there memory that can be written at this address");
    Bytes = Bytes.drop_front(Count);
    Address += Count;
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
  for (size_t At = 0; At < Whole.size();) {
    std::string Data;
    size_t From = At;
    while (At < Whole.size() && Data.size() + 2 <= PacketBytes - 96)
      appendEscaped(Whole[At++], Data);
    if (Error E = Ask("vFlashWrite:" + hexNumber(Begin + From) + ":" + Data,
                      bytesAt("flash", At - From, Begin + From)))
      return E;
  }
  return Ask("vFlashDone", "finish the flash");
}

Error GdbDevice::write(uint64_t Address, ArrayRef<uint8_t> Bytes) {
  while (!Bytes.empty()) {
    size_t Count = Bytes.size();
    const DeviceArea *Flash = nullptr;
    for (const DeviceArea &Each : Areas) {
      if (Each.Kind != DeviceArea::Flash)
        continue;
      if (Address >= Each.Address && Address - Each.Address < Each.Bytes) {
        Flash = &Each;
        Count = std::min<uint64_t>(Bytes.size(),
                                   Each.Bytes - (Address - Each.Address));
        break;
      }
      if (Each.Address > Address)
        Count = std::min<uint64_t>(Count, Each.Address - Address);
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
      Facts.Registers, [Name](const auto &Each) { return Each.Name == Name; });
  bool IsKnown = Known != Facts.Registers.end();
  for (const XmlRegister &Each : Described)
    if (Each.Name == Name ||
        (IsKnown && !Known->OtherName.empty() && Each.Name == Known->OtherName))
      return Each.Number;
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
  Expected<std::string> Reply =
      Client->request("P" + hexNumber(*Number) + "=" +
                          hexOfBytes(ArrayRef(Bytes, Facts.RegisterBytes)),
                      Job, Repeat::Safe, isPlainReply);
  if (!Reply)
    return Reply.takeError();
  return expectOk(Reply, Job);
}

Expected<std::vector<DeviceRegister>> GdbDevice::registers() {
  std::vector<DeviceRegister> Result;
  for (const KnownRegister &Each : Facts.Registers) {
    Expected<uint64_t> Value = readRegister(Each.Name);
    if (!Value)
      return Value.takeError();
    Result.push_back({Each.Name.str(), *Value});
  }
  return Result;
}

std::string GdbDevice::breakpointRequest(char Verb, char Kind,
                                         uint64_t Address) const {
  return std::string{Verb, Kind, ','} + hexNumber(Address) + "," +
         std::to_string(Facts.BreakpointKind);
}

/// In memory that cannot be written the hardware compares addresses.
Error GdbDevice::setBreakpoint(uint64_t Address, char &Kind) {
  std::string Job = "set a breakpoint at " + atAddress(Address);
  for (char Each : {'0', '1'}) {
    Kind = Each;
    Expected<std::string> Reply = Client->request(
        breakpointRequest('Z', Each, Address), Job, Repeat::Safe, isPlainReply);
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

/// Sets the registers of the call.
Error GdbDevice::enter(const DeviceCall &Call) {
  std::vector<std::pair<StringRef, uint64_t>> Values;
  uint64_t Thumb = isArm() ? 1 : 0;
  for (size_t I = 0; I < Call.Arguments.size() && I < 2; ++I)
    Values.emplace_back(Facts.Arguments[I], Call.Arguments[I]);
  Values.emplace_back(Facts.Stack, Call.StackTop);
  Values.emplace_back(Facts.Link, Call.Return | Thumb);
  Values.emplace_back(Facts.Counter, Call.Function & ~Thumb);
  if (isArm()) {
    Expected<uint64_t> Status = readRegister("xpsr");
    if (!Status)
      return Status.takeError();
    if (*Status & ExceptionMask) {
      // Another fault in the handler of a fault would lock the processor: the
      // call begins with a return from the exception, whose registers come
      // from the stack.
      uint32_t Frame[8] = {};
      for (size_t I = 0; I < Call.Arguments.size() && I < 2; ++I)
        Frame[I] = static_cast<uint32_t>(Call.Arguments[I]);
      Frame[5] = static_cast<uint32_t>(Call.Return | 1);
      Frame[6] = static_cast<uint32_t>(Call.Function & ~uint64_t(1));
      Frame[7] = ThumbBit;
      uint8_t Bytes[sizeof(Frame)];
      for (size_t I = 0; I < 8; ++I)
        support::endian::write32le(Bytes + 4 * I, Frame[I]);
      uint64_t Place = Call.StackTop - sizeof(Frame);
      if (Error E = writeRam(Place, Bytes))
        return E;
      Values = {{Facts.Stack, Place},
                {Facts.Link, ExceptionReturn},
                {Facts.Counter, Call.Fault + 2}};
    }
    // Without this bit the first instruction is a fault.
    Values.emplace_back("xpsr", ThumbBit);
  }
  for (auto [Name, Value] : Values)
    if (Error E = writeRegister(Name, Value))
      return E;
  return Error::success();
}

/// False: it had to be stopped.
Expected<bool> GdbDevice::waitForStop() {
  const char *Job = "stop at a breakpoint";
  Expected<std::optional<std::string>> Event =
      Client->event(deadlineIn(Limits.Run), Job);
  if (!Event)
    return Event.takeError();
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
  return IsInTime;
}

Error GdbDevice::describeArmFault(DeviceStop &Stop) {
  auto Word = [this](uint64_t Address) -> Expected<uint32_t> {
    uint8_t Bytes[4];
    if (Error E = read(Address, Bytes))
      return E;
    return support::endian::read32le(Bytes);
  };
  auto Set = [&Stop](StringRef Name, uint64_t Value) {
    auto Found = find_if(Stop.Registers, [Name](const DeviceRegister &Each) {
      return Each.Name == Name;
    });
    if (Found == Stop.Registers.end())
      Stop.Registers.push_back({Name.str(), Value});
    else
      Found->Value = Value;
  };
  auto Get = [&Stop](StringRef Name) -> uint64_t {
    for (const DeviceRegister &Each : Stop.Registers)
      if (Each.Name == Name)
        return Each.Value;
    return 0;
  };
  Stop.Reason = "hard fault";
  uint64_t Link = Get("lr");
  if (Link >> 28 == 0xf)
    ExceptionReturn = static_cast<uint32_t>(Link) | 0x10;
  // The processor put these on the stack, if there is one.
  Stop.Place = 0;
  uint8_t Frame[32];
  if (Error E = read(Get("sp"), Frame))
    consumeError(std::move(E));
  else {
    static constexpr StringLiteral Names[] = {"r0",  "r1", "r2", "r3",
                                              "r12", "lr", "pc", "xpsr"};
    for (size_t I = 0; I < std::size(Names); ++I)
      Set(Names[I], support::endian::read32le(Frame + 4 * I));
    Stop.Place = Get("pc");
    Set("sp", Get("sp") + sizeof(Frame));
  }
  Expected<uint32_t> Cpu = Word(CpuidAddress);
  if (!Cpu)
    return Cpu.takeError();
  // Armv6-M has no such registers.
  if ((*Cpu >> 16 & 0xf) != 0xf)
    return Error::success();
  Expected<uint32_t> Cfsr = Word(CfsrAddress);
  if (!Cfsr)
    return Cfsr.takeError();
  Expected<uint32_t> Hfsr = Word(HfsrAddress);
  if (!Hfsr)
    return Hfsr.takeError();
  Stop.Reason = armFaultText(*Cfsr, *Hfsr);
  Set("CFSR", *Cfsr);
  Set("HFSR", *Hfsr);
  struct FaultAddress {
    unsigned Bit;
    uint64_t Address;
    StringLiteral Name;
  };
  for (auto [Bit, Address, Name] : {FaultAddress{7, MmfarAddress, "MMFAR"},
                                    FaultAddress{15, BfarAddress, "BFAR"}}) {
    if (!(*Cfsr >> Bit & 1))
      continue;
    Expected<uint32_t> Value = Word(Address);
    if (!Value)
      return Value.takeError();
    Set(Name, *Value);
    Stop.Reason += " (address " + atAddress(*Value) + ")";
  }
  return Error::success();
}

Error GdbDevice::describeRiscVFault(DeviceStop &Stop) {
  Stop.Reason = "trap";
  for (StringRef Name : {"mcause", "mepc", "mtval"}) {
    // Some debuggers do not have them.
    Expected<uint64_t> Value = readRegister(Name);
    if (!Value) {
      consumeError(Value.takeError());
      continue;
    }
    Stop.Registers.push_back({Name.str(), *Value});
    if (Name == "mcause")
      Stop.Reason = riscVFaultText(*Value);
    if (Name == "mepc")
      Stop.Place = *Value;
    if (Name == "mtval" && *Value != 0)
      Stop.Reason += " (value " + atAddress(*Value) + ")";
  }
  return Error::success();
}

Expected<DeviceStop> GdbDevice::describeStop(const DeviceCall &Call,
                                             bool IsInTime) {
  DeviceStop Stop;
  Expected<uint64_t> Place = readRegister(Facts.Counter);
  if (!Place)
    return Place.takeError();
  Stop.Place = *Place & (isArm() ? ~uint64_t(1) : ~uint64_t(0));
  if (Stop.Place == Call.Return)
    return Stop;
  Expected<std::vector<DeviceRegister>> Registers = registers();
  if (!Registers)
    return Registers.takeError();
  Stop.Registers = std::move(*Registers);
  bool IsException = isArm() && Stop.Registers.back().Value & ExceptionMask;
  if (Stop.Place == Call.Fault || IsException) {
    Stop.Kind = DeviceStop::Faulted;
    if (Error E = isArm() ? describeArmFault(Stop) : describeRiscVFault(Stop))
      return E;
    return Stop;
  }
  Stop.Kind = IsInTime ? DeviceStop::Elsewhere : DeviceStop::TimedOut;
  Stop.Reason =
      IsInTime ? "stopped for no known reason"
               : "no end within " + std::to_string(Limits.Run.count()) + " ms";
  return Stop;
}

Expected<DeviceStop> GdbDevice::execute(const DeviceCall &Call) {
  if (Error E = enter(Call))
    return E;
  char ReturnKind, FaultKind;
  if (Error E = setBreakpoint(Call.Return, ReturnKind))
    return E;
  if (Error E = setBreakpoint(Call.Fault, FaultKind))
    return E;
  if (Error E = Client->start("c", "run the program"))
    return E;
  Expected<bool> IsInTime = waitForStop();
  if (!IsInTime)
    return IsInTime.takeError();
  Expected<DeviceStop> Stop = describeStop(Call, *IsInTime);
  if (!Stop)
    return Stop;
  if (Error E = clearBreakpoint(Call.Return, ReturnKind))
    return E;
  if (Error E = clearBreakpoint(Call.Fault, FaultKind))
    return E;
  return Stop;
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
  return Error::success();
}

Expected<std::unique_ptr<LowLevelDevice>>
metaobj::connectGdb(StringRef Where, DeviceMachine Machine,
                    const DeviceLimits &Limits) {
  Expected<std::unique_ptr<GdbClient>> Client =
      GdbClient::connect(Where, Limits);
  if (!Client)
    return Client.takeError();
  auto Device =
      std::make_unique<GdbDevice>(std::move(*Client), Machine, Limits);
  if (Error E = Device->begin())
    return E;
  return Device;
}
