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

#include "DebuggerDevice.h"
#include "GdbClient.h"
#include "TargetXml.h"

#include "Text/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

namespace {

using Repeat = GdbClient::Repeat;

class GdbDevice final : public DebuggerDevice {
public:
  GdbDevice(std::unique_ptr<GdbClient> TheClient, DeviceMachine TheMachine,
            const DeviceLimits &TheLimits)
      : DebuggerDevice(TheMachine, TheLimits), Client(std::move(TheClient)) {}

  /// Asks the server what it can do.
  Error begin();

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
  std::optional<unsigned> numberOf(StringRef Name) const;
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

Expected<bool> GdbDevice::run() {
  if (Error E = Client->start("c", "run the program"))
    return E;
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
