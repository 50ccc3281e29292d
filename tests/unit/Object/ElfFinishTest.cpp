//===- ElfFinishTest.cpp - ELF flags and attribute sections ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One test body over both classes and byte orders.
//
//===----------------------------------------------------------------------===//

#include "Object/ElfFinish.h"

#include "metaobj/Emit.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

namespace {

struct FinishCase {
  const char *Triple;
  const char *OwnAttributes; ///< What LLVM itself writes, or null.
};

class ElfFinishTest : public testing::TestWithParam<FinishCase> {
protected:
  /// An object with one function in its registry.
  SmallVector<char, 0> emitted() {
    TargetSpec Spec;
    Spec.Triple = Triple(GetParam().Triple);
    Model TheModel;
    TheModel.Functions.push_back({"f", "", CallingConvention::Packed, "test"});
    SmallString<128> Path;
    EXPECT_FALSE(sys::fs::createTemporaryFile("finish", "o", Path));
    EXPECT_FALSE(errorToBool(
        emit(TheModel, Spec, EmitConfig(), OutputKind::Object, Path)));
    auto Buffer = cantFail(errorOrToExpected(MemoryBuffer::getFile(Path)));
    sys::fs::remove(Path);
    return SmallVector<char, 0>(Buffer->getBufferStart(),
                                Buffer->getBufferEnd());
  }

  static std::unique_ptr<ObjectFile> parse(const SmallVectorImpl<char> &Bytes) {
    return cantFail(ObjectFile::createELFObjectFile(
        MemoryBufferRef(StringRef(Bytes.data(), Bytes.size()), "test")));
  }

  /// All sections but \p Except, with their contents.
  static std::vector<std::pair<std::string, std::string>>
  sections(const ObjectFile &File, StringRef Except) {
    std::vector<std::pair<std::string, std::string>> Result;
    for (ELFSectionRef Section : File.sections()) {
      StringRef Name = cantFail(Section.getName());
      // The table of names itself grows.
      if (Name != Except && Section.getType() != ELF::SHT_STRTAB)
        Result.push_back({Name.str(), cantFail(Section.getContents()).str()});
    }
    return Result;
  }

  static std::string contents(const ObjectFile &File, StringRef Name) {
    for (SectionRef Section : File.sections())
      if (cantFail(Section.getName()) == Name)
        return cantFail(Section.getContents()).str();
    return "<absent>";
  }

  static std::vector<std::string> symbols(const ObjectFile &File) {
    std::vector<std::string> Names;
    for (SymbolRef Symbol : File.symbols())
      Names.push_back(cantFail(Symbol.getName()).str());
    return Names;
  }

  static AttributeSection attributes(StringRef Name, std::string Contents) {
    return {Name.str(), 0x70000003, 0, 1, std::move(Contents)};
  }
};

TEST_P(ElfFinishTest, SetsFlags) {
  SmallVector<char, 0> Bytes = emitted();
  std::vector<char> Before(Bytes.begin(), Bytes.end());
  ASSERT_FALSE(errorToBool(finishElf(Bytes, 0x12345678, {})));
  auto File = parse(Bytes);
  EXPECT_EQ(cast<ELFObjectFileBase>(*File).getPlatformFlags(), 0x12345678u);
  // Four bytes of the header, nothing else.
  ASSERT_EQ(Bytes.size(), Before.size());
  size_t Differences = 0;
  for (size_t I = 0; I < Bytes.size(); ++I)
    Differences += Bytes[I] != Before[I];
  EXPECT_LE(Differences, 4u);
}

TEST_P(ElfFinishTest, AddsASection) {
  SmallVector<char, 0> Bytes = emitted();
  auto Before = sections(*parse(Bytes), "<none>");
  auto SymbolsBefore = symbols(*parse(Bytes));
  ASSERT_FALSE(errorToBool(
      finishElf(Bytes, std::nullopt,
                {attributes(".vendor.attributes", "unknown to this LLVM")})));
  auto File = parse(Bytes);
  EXPECT_EQ(contents(*File, ".vendor.attributes"), "unknown to this LLVM");
  EXPECT_EQ(sections(*File, ".vendor.attributes"), Before);
  EXPECT_EQ(symbols(*File), SymbolsBefore);
}

/// The targets for which LLVM writes attributes itself.
class ElfReplaceTest : public ElfFinishTest {};

TEST_P(ElfReplaceTest, ReplacesByShorterAndLonger) {
  StringRef Name = GetParam().OwnAttributes;
  for (std::string New : {std::string("A"), std::string(1000, 'B')}) {
    SmallVector<char, 0> Bytes = emitted();
    ASSERT_NE(contents(*parse(Bytes), Name), "<absent>");
    auto Before = sections(*parse(Bytes), Name);
    ASSERT_FALSE(
        errorToBool(finishElf(Bytes, std::nullopt, {attributes(Name, New)})));
    auto File = parse(Bytes);
    EXPECT_EQ(contents(*File, Name), New);
    EXPECT_EQ(sections(*File, Name), Before);
  }
}

TEST_P(ElfFinishTest, DropsTheStackNote) {
  SmallVector<char, 0> Bytes = emitted();
  ASSERT_NE(contents(*parse(Bytes), ".note.GNU-stack"), "<absent>");
  auto SymbolsBefore = symbols(*parse(Bytes));
  size_t CodeBefore = contents(*parse(Bytes), ".text").size();
  ASSERT_FALSE(errorToBool(dropStackNote(Bytes)));
  auto File = parse(Bytes);
  EXPECT_EQ(contents(*File, ".note.GNU-stack"), "<absent>");
  EXPECT_EQ(symbols(*File), SymbolsBefore);
  EXPECT_EQ(contents(*File, ".text").size(), CodeBefore);
}

std::string caseName(const testing::TestParamInfo<FinishCase> &Info) {
  return Triple(Info.param.Triple).getArchName().str();
}

INSTANTIATE_TEST_SUITE_P(
    ClassesAndOrders, ElfFinishTest,
    testing::Values(FinishCase{"x86_64-unknown-linux-gnu", nullptr},
                    FinishCase{"aarch64_be-unknown-linux-gnu", nullptr},
                    FinishCase{"riscv32-unknown-elf", ".riscv.attributes"},
                    FinishCase{"armebv7r-none-eabi", ".ARM.attributes"}),
    caseName);

INSTANTIATE_TEST_SUITE_P(
    OwnAttributes, ElfReplaceTest,
    testing::Values(FinishCase{"riscv32-unknown-elf", ".riscv.attributes"},
                    FinishCase{"armebv7r-none-eabi", ".ARM.attributes"}),
    caseName);

TEST(ElfFinishErrorTest, RefusesMoreSectionsThanTheHeaderCounts) {
  // A section header table of zeros is enough: 0xff00 of them, the last one the
  // names.
  constexpr unsigned Count = 0xff00 - 1;
  ELF64LE::Ehdr Header = {};
  llvm::copy(StringRef("\x7f"
                       "ELF\2\1\1",
                       7),
             Header.e_ident);
  Header.e_type = ELF::ET_REL;
  Header.e_shoff = sizeof(Header) + 8;
  Header.e_shentsize = sizeof(ELF64LE::Shdr);
  Header.e_shnum = Count;
  Header.e_shstrndx = Count - 1;
  ELF64LE::Shdr Names = {};
  Names.sh_type = ELF::SHT_STRTAB;
  Names.sh_offset = sizeof(Header);
  Names.sh_size = 1;
  SmallVector<char, 0> Bytes(sizeof(Header) + 8 + Count * sizeof(Names));
  std::memcpy(Bytes.data(), &Header, sizeof(Header));
  std::memcpy(Bytes.end() - sizeof(Names), &Names, sizeof(Names));
  EXPECT_EQ(
      toString(finishElf(Bytes, std::nullopt,
                         {{".vendor.attributes", 0x70000003, 0, 1, "x"}})),
      "the object that LLVM wrote has more sections than can be added to");
}

TEST(ElfFinishErrorTest, RefusesWhatIsNoObject) {
  SmallVector<char, 0> Bytes{'n', 'o'};
  EXPECT_EQ(toString(finishElf(Bytes, 0, {})),
            "the object that LLVM wrote has no ELF header");
}

} // namespace
