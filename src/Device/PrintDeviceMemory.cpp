//===- PrintDeviceMemory.cpp - Memory of a chip as text and JSON ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Json.h"
#include "Base/Wording.h"
#include "Device/DebuggerDevice.h"
#include "metaobj/DeviceJob.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace metaobj;

static StringRef areaKindName(DeviceArea::KindType Kind) {
  switch (Kind) {
  case DeviceArea::Ram:
    return "ram";
  case DeviceArea::Rom:
    return "rom";
  case DeviceArea::Flash:
    break;
  }
  return "flash";
}

/// All that lie somewhere, in the order of addresses.
static std::vector<DevicePart> partsInOrder(const DeviceLayout &Layout) {
  std::vector<DevicePart> Result = Layout.Sections;
  Result.push_back(Layout.Stack);
  Result.push_back(Layout.Heap);
  llvm::sort(Result, [](const DevicePart &L, const DevicePart &R) {
    return L.Address < R.Address;
  });
  return Result;
}

void metaobj::print(const DeviceLoad &Load, raw_ostream &OS) {
  auto Table = [&OS](StringRef Head, ArrayRef<DevicePart> Parts) {
    std::vector<std::vector<std::string>> Rows = {
        {Head.str(), "address", "bytes"}};
    for (const DevicePart &Part : Parts)
      Rows.push_back(
          {Part.Name, atAddress(Part.Address), std::to_string(Part.Bytes)});
    OS << table(std::move(Rows));
  };
  Table("section", partsInOrder(Load.Layout));
  OS << '\n';
  Table("function", Load.Layout.Functions);
  OS << "loaded and compared with what was sent: " << printable(Load.Device)
     << '\n'
     << plural(Load.Use.SentBytes, "byte") << " sent, "
     << plural(Load.Use.KeptBytes, "byte") << " were there\n";
  if (!Load.ImagePath.empty())
    OS << "symbols for a debugger: " << printable(Load.ImagePath) << '\n';
}

/// "20000000  6d 65 74 ...  |met|", 16 bytes in a line.
static void printBytes(uint64_t Address, ArrayRef<uint8_t> Bytes,
                       raw_ostream &OS) {
  constexpr size_t InLine = 16;
  unsigned Digits = Address + Bytes.size() > UINT32_MAX ? 16 : 8;
  for (size_t Offset = 0; Offset < Bytes.size(); Offset += InLine) {
    ArrayRef<uint8_t> Line =
        Bytes.slice(Offset, std::min(InLine, Bytes.size() - Offset));
    OS << format_hex_no_prefix(Address + Offset, Digits) << ' ';
    for (size_t I = 0; I < InLine; ++I) {
      OS << (I % 8 == 0 ? " " : "");
      if (I < Line.size())
        OS << format_hex_no_prefix(Line[I], 2) << ' ';
      else
        OS << "   ";
    }
    OS << " |";
    for (uint8_t Byte : Line)
      OS << (isPrint(static_cast<char>(Byte)) ? static_cast<char>(Byte) : '.');
    OS << "|\n";
  }
}

void metaobj::print(const DeviceMemory &Memory, raw_ostream &OS) {
  std::vector<std::vector<std::string>> Rows = {
      {"memory", "address", "bytes", "block", "told by"}};
  for (const DeviceArea &Area : Memory.Areas)
    Rows.push_back({areaKindName(Area.Kind).str(), atAddress(Area.Address),
                    std::to_string(Area.Bytes),
                    Area.BlockBytes ? std::to_string(Area.BlockBytes) : "-",
                    Memory.Device});
  if (Memory.Memory)
    for (const MemoryRegion &Region : Memory.Memory->Regions)
      Rows.push_back({Region.Name, atAddress(Region.Address),
                      std::to_string(Region.Bytes), "-", "the command line"});
  bool IsAsked = !Memory.Writes.empty() || !Memory.Reads.empty();
  if (Rows.size() > 1 && !IsAsked)
    OS << table(std::move(Rows));
  else if (!IsAsked)
    OS << printable(Memory.Device)
       << " does not tell where memory is; a board does\n";
  for (const DeviceBlock &Write : Memory.Writes)
    OS << "wrote " << plural(Write.Bytes, "byte") << " of "
       << printable(Write.Path) << " to " << atAddress(Write.Address)
       << ", and read them back\n";
  for (size_t I = 0; I < Memory.Reads.size(); ++I) {
    const DeviceBlock &Block = Memory.Reads[I];
    if (Block.Path.empty())
      printBytes(Block.Address, Memory.Shown[I], OS);
    else
      OS << "read " << plural(Block.Bytes, "byte") << " at "
         << atAddress(Block.Address) << " into " << printable(Block.Path)
         << '\n';
  }
}

void metaobj::print(const DeviceState &State, raw_ostream &OS) {
  OS << printable(State.Device) << ": reset, and stands\n";
  std::vector<std::vector<std::string>> Rows;
  for (const DeviceRegister &Register : State.Registers)
    Rows.push_back({Register.Name, atAddress(Register.Value)});
  if (Rows.empty())
    OS << "its debugger does not tell which registers it has\n";
  else
    OS << table(std::move(Rows));
}

static void jsonPart(json::OStream &J, const DevicePart &Part) {
  J.object([&] {
    J.attribute("name", jsonText(Part.Name));
    J.attribute("address", Part.Address);
    J.attribute("bytes", Part.Bytes);
  });
}

/// An object of schema 1 with \p Rest.
static void deviceJson(raw_ostream &Stream, StringRef Device,
                       function_ref<void(json::OStream &)> Rest) {
  PrintableJson OS(Stream);
  json::OStream J(OS, 2);
  J.object([&] {
    J.attribute("schema", 1);
    J.attribute("device", jsonText(Device));
    Rest(J);
  });
  OS << '\n';
}

void metaobj::printJson(const DeviceLoad &Load, raw_ostream &OS) {
  deviceJson(OS, Load.Device, [&Load](json::OStream &J) {
    J.attributeArray("sections", [&] {
      for (const DevicePart &Part : partsInOrder(Load.Layout))
        jsonPart(J, Part);
    });
    J.attributeArray("functions", [&] {
      for (const DevicePart &Function : Load.Layout.Functions)
        jsonPart(J, Function);
    });
    J.attribute("image", jsonTextOrNull(Load.ImagePath));
    J.attribute("sent", Load.Use.SentBytes);
    J.attribute("kept", Load.Use.KeptBytes);
  });
}

void metaobj::printJson(const DeviceMemory &Memory, raw_ostream &OS) {
  deviceJson(OS, Memory.Device, [&Memory](json::OStream &J) {
    J.attributeArray("areas", [&] {
      for (const DeviceArea &Area : Memory.Areas)
        J.object([&] {
          J.attribute("kind", areaKindName(Area.Kind));
          J.attribute("address", Area.Address);
          J.attribute("bytes", Area.Bytes);
          J.attribute("block", Area.BlockBytes);
        });
    });
    J.attributeArray("regions", [&] {
      if (Memory.Memory)
        for (const MemoryRegion &Region : Memory.Memory->Regions)
          jsonPart(J, {Region.Name, Region.Address, Region.Bytes});
    });
    auto Block = [&J](const DeviceBlock &TheDeviceBlock) {
      J.attribute("address", TheDeviceBlock.Address);
      J.attribute("bytes", TheDeviceBlock.Bytes);
      J.attribute("file", jsonTextOrNull(TheDeviceBlock.Path));
    };
    J.attributeArray("writes", [&] {
      for (const DeviceBlock &Write : Memory.Writes)
        J.object([&] { Block(Write); });
    });
    J.attributeArray("reads", [&] {
      for (size_t I = 0; I < Memory.Reads.size(); ++I)
        J.object([&] {
          Block(Memory.Reads[I]);
          if (Memory.Reads[I].Path.empty())
            J.attribute("hex", toHex(Memory.Shown[I], /*LowerCase=*/true));
        });
    });
  });
}

void metaobj::printJson(const DeviceState &State, raw_ostream &OS) {
  deviceJson(OS, State.Device, [&State](json::OStream &J) {
    J.attributeArray("registers", [&] {
      for (const DeviceRegister &Register : State.Registers)
        J.object([&] {
          J.attribute("name", Register.Name);
          J.attribute("value", Register.Value);
        });
    });
  });
}
