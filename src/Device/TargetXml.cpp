//===- TargetXml.cpp - What a debugger tells of its target ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     <target><feature name="org.gnu.gdb.riscv.cpu">
//       <reg name="pc" bitsize="32" regnum="32"/>
//       <xi:include href="riscv-csr.xml"/>
//
//     <memory-map>
//       <memory type="flash" start="0x0" length="0x40000">
//         <property name="blocksize">0x400</property>
//       </memory>
//
//===----------------------------------------------------------------------===//

#include "Device/TargetXml.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

static constexpr unsigned MostRegisters = 10000, MostIncludes = 64;
static constexpr size_t MostAreas = 256;

namespace {

/// A tag of XML, and the text behind it.
struct XmlTag {
  StringRef Name; ///< "/memory" at the end.
  StringRef Attributes;
  StringRef Text;

  /// Empty if there is no such attribute.
  StringRef attribute(StringRef Key) const;
};

} // namespace

StringRef XmlTag::attribute(StringRef Key) const {
  StringRef Rest = Attributes;
  while (true) {
    auto [Name, Behind] = Rest.split('=');
    Behind = Behind.ltrim();
    if (Behind.empty() || (Behind.front() != '"' && Behind.front() != '\''))
      return "";
    auto [Value, Next] = Behind.drop_front().split(Behind.front());
    if (Name.trim() == Key)
      return Value;
    Rest = Next;
  }
}

static void forEachTag(StringRef Text, function_ref<void(const XmlTag &)> Job) {
  while (true) {
    size_t Begin = Text.find('<');
    if (Begin == StringRef::npos)
      return;
    Text = Text.drop_front(Begin);
    if (Text.starts_with("<!--")) {
      size_t End = Text.find("-->");
      if (End == StringRef::npos)
        return;
      Text = Text.drop_front(End);
      continue;
    }
    size_t End = Text.find('>');
    if (End == StringRef::npos)
      return;
    StringRef Inside = Text.slice(1, End).rtrim('/');
    Text = Text.drop_front(End + 1);
    size_t NameEnd = std::min(Inside.find_first_of(" \t\r\n"), Inside.size());
    Job({Inside.take_front(NameEnd), Inside.drop_front(NameEnd),
         Text.take_until([](char C) { return C == '<'; })});
  }
}

TargetDocument metaobj::readTargetDocument(StringRef Text,
                                           unsigned &NextNumber) {
  TargetDocument Result;
  forEachTag(Text, [&](const XmlTag &Tag) {
    if (Tag.Name == "xi:include" && Result.Includes.size() < MostIncludes) {
      if (StringRef File = Tag.attribute("href"); !File.empty())
        Result.Includes.push_back(File.str());
      return;
    }
    if (Tag.Name == "feature") {
      StringRef Name = Tag.attribute("name");
      Result.IsCortexM |= Name.starts_with("org.gnu.gdb.arm.m-profile");
      Result.IsRiscV |= Name == "org.gnu.gdb.riscv.cpu";
    }
    if (Tag.Name != "reg" || Result.Registers.size() >= MostRegisters)
      return;
    XmlRegister Register;
    Register.Name = Tag.attribute("name").str();
    if (Tag.attribute("bitsize").getAsInteger(10, Register.Bits))
      return;
    StringRef Number = Tag.attribute("regnum");
    if (Number.empty() || Number.getAsInteger(0, Register.Number))
      Register.Number = NextNumber;
    if (Register.Number > UINT16_MAX)
      return;
    NextNumber = Register.Number + 1;
    Result.Registers.push_back(std::move(Register));
  });
  return Result;
}

std::vector<DeviceArea> metaobj::readMemoryAreas(StringRef Text) {
  std::vector<DeviceArea> Result;
  bool IsIn = false;
  forEachTag(Text, [&](const XmlTag &Tag) {
    if (Tag.Name == "/memory")
      IsIn = false;
    if (Tag.Name == "property" && IsIn &&
        Tag.attribute("name") == "blocksize") {
      uint64_t Bytes;
      if (!Tag.Text.trim().getAsInteger(0, Bytes))
        Result.back().BlockBytes = Bytes;
      return;
    }
    if (Tag.Name != "memory" || Result.size() >= MostAreas)
      return;
    DeviceArea Area;
    IsIn = false;
    if (Tag.attribute("start").getAsInteger(0, Area.Address) ||
        Tag.attribute("length").getAsInteger(0, Area.Bytes) ||
        Area.Bytes == 0 || Area.Bytes - 1 > UINT64_MAX - Area.Address)
      return;
    StringRef Type = Tag.attribute("type");
    Area.Kind = Type == "flash" ? DeviceArea::Flash
                : Type == "rom" ? DeviceArea::Rom
                                : DeviceArea::Ram;
    Result.push_back(Area);
    IsIn = true;
  });
  return Result;
}
