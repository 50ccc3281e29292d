//===- TargetXmlTest.cpp - What a debugger tells of its target ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/TargetXml.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;

static constexpr StringLiteral Description = R"(<?xml version="1.0"?>
<!DOCTYPE target SYSTEM "gdb-target.dtd">
<target><!-- <reg name="not" bitsize="32"/> -->
  <feature name="org.gnu.gdb.riscv.cpu">
    <reg name="zero" bitsize="32" type="int"/>
    <reg bitsize='32' name='ra'/>
    <reg name="mcause" bitsize="32" regnum="900" group="csr"/>
    <reg name="next" bitsize="32"/>
    <reg name="huge" bitsize="32" regnum="70000"/>
    <reg name="text" bitsize="many"/>
  </feature>
  <xi:include href="riscv-csr.xml"/>
</target>)";

TEST(TargetXml, ReadsRegisters) {
  unsigned Next = 0;
  TargetDocument Document = readTargetDocument(Description, Next);
  std::vector<std::string> Found;
  for (const XmlRegister &Register : Document.Registers)
    Found.push_back(Register.Name + "=" + std::to_string(Register.Number));
  EXPECT_THAT(Found, ElementsAre("zero=0", "ra=1", "mcause=900", "next=901"));
  EXPECT_THAT(Document.Includes, ElementsAre("riscv-csr.xml"));
}

static constexpr StringLiteral Map = R"(<memory-map>
  <memory type="ram" start="0x20000000" length="0x4000"/>
  <memory type="flash" start="0" length="262144">
    <property name="blocksize"> 0x400 </property>
  </memory>
  <memory type="rom" start="0xfffffffffffffff0" length="0x11"/>
  <memory type="rom" start="0x100" length="0"/>
  <memory type="rom" start="0x1000"/>
</memory-map>)";

TEST(TargetXml, ReadsAreas) {
  std::vector<DeviceArea> Areas = readMemoryAreas(Map);
  ASSERT_EQ(Areas.size(), 2u);
  EXPECT_EQ(Areas[0].Kind, DeviceArea::Ram);
  EXPECT_EQ(Areas[0].Address, 0x20000000u);
  EXPECT_EQ(Areas[0].Bytes, 0x4000u);
  EXPECT_EQ(Areas[1].Kind, DeviceArea::Flash);
  EXPECT_EQ(Areas[1].Bytes, 0x40000u);
  EXPECT_EQ(Areas[1].BlockBytes, 0x400u);
}

/// Parts of documents, and with each character changed, are read to their end.
TEST(TargetXml, TakesAnyBytes) {
  for (StringRef Text : {StringRef(Description), StringRef(Map)}) {
    unsigned Next = 0;
    for (size_t Size = 0; Size < Text.size(); ++Size) {
      readTargetDocument(Text.take_front(Size), Next);
      readMemoryAreas(Text.take_front(Size));
      for (char C : {'<', '>', '"', '=', '\0', '\xff'}) {
        std::string Wrong = Text.str();
        Wrong[Size] = C;
        EXPECT_LE(readTargetDocument(Wrong, Next).Registers.size(), 6u);
        EXPECT_LE(readMemoryAreas(Wrong).size(), 5u);
      }
    }
  }
}
