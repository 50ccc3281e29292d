//===- ElfObjectTest.cpp - Additions to an ELF object ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One test body over both classes and byte orders.
//
//===----------------------------------------------------------------------===//

#include "Object/ElfObject.h"

#include "metaobj/Emit.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/StringSaver.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

namespace {

struct ObjectCase {
  const char *Triple;
  const char *OwnAttributes; ///< What LLVM itself writes, or null.
};

class ElfObjectTest : public testing::TestWithParam<ObjectCase> {
protected:
  /// An object with one function in its registry.
  SmallVector<char, 0> emitted() {
    TargetSpec Spec;
    Spec.Triple = Triple(GetParam().Triple);
    Model TheModel;
    TheModel.Functions.push_back({"f", "", CallingConvention::Packed, "test"});
    Emission Emitted = cantFail(emit(TheModel, Spec, EmitConfig()));
    auto Buffer = cantFail(Emitted.toMemory());
    return SmallVector<char, 0>(Buffer->getBufferStart(),
                                Buffer->getBufferEnd());
  }

  static std::unique_ptr<ElfObject> read(SmallVector<char, 0> Bytes) {
    return cantFail(ElfObject::read(std::move(Bytes)));
  }

  static SmallVector<char, 0> finish(ElfObject &Object) {
    SmallVector<char, 0> Bytes;
    FileContents Contents = cantFail(Object.finish());
    cantFail(Contents.write([&](uint64_t Offset, ArrayRef<uint8_t> Piece) {
      EXPECT_EQ(Offset, Bytes.size());
      Bytes.append(Piece.begin(), Piece.end());
      return Error::success();
    }));
    EXPECT_EQ(Bytes.size(), Contents.size());
    return Bytes;
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

TEST_P(ElfObjectTest, SetsFlags) {
  SmallVector<char, 0> Bytes = emitted();
  std::vector<char> Before(Bytes.begin(), Bytes.end());
  auto Object = read(std::move(Bytes));
  Object->setFlags(0x12345678);
  Bytes = finish(*Object);
  auto File = parse(Bytes);
  EXPECT_EQ(cast<ELFObjectFileBase>(*File).getPlatformFlags(), 0x12345678u);
  // Four bytes of the header, nothing else.
  ASSERT_EQ(Bytes.size(), Before.size());
  size_t Differences = 0;
  for (size_t I = 0; I < Bytes.size(); ++I)
    Differences += Bytes[I] != Before[I];
  EXPECT_LE(Differences, 4u);
}

TEST_P(ElfObjectTest, AddsASection) {
  SmallVector<char, 0> Bytes = emitted();
  auto Before = sections(*parse(Bytes), "<none>");
  auto SymbolsBefore = symbols(*parse(Bytes));
  auto Object = read(std::move(Bytes));
  Object->setAttributes(
      attributes(".vendor.attributes", "unknown to this LLVM"));
  Bytes = finish(*Object);
  auto File = parse(Bytes);
  EXPECT_EQ(contents(*File, ".vendor.attributes"), "unknown to this LLVM");
  EXPECT_EQ(sections(*File, ".vendor.attributes"), Before);
  EXPECT_EQ(symbols(*File), SymbolsBefore);
}

TEST_P(ElfObjectTest, AddsAGroup) {
  SmallVector<char, 0> Bytes = emitted();
  auto Object = read(std::move(Bytes));
  Payload Data = Payload::fill(7, 3);
  uint32_t Group = Object->addGroup();
  uint32_t Member = Object->addSection(".member", 4, 3, {{0, &Data}}, Group);
  Object->addSection(".other", 4, 3, {{0, &Data}});
  std::vector<uint32_t> Symbols = Object->addSymbols(
      {{"local", ParamVisibility::Local, Member, 0, 3},
       {"signature", ParamVisibility::Hidden, Member, 0, 3, /*IsWeak=*/true},
       {"elsewhere", ParamVisibility::Hidden, 0, 0, 0}});
  Object->setSignature(Group, Symbols[1]);
  Bytes = finish(*Object);
  auto File = parse(Bytes);
  bool IsLittleEndian = File->isLittleEndian();
  auto Order = IsLittleEndian ? Endianness::little : Endianness::big;
  std::string Words = contents(*File, ".group");
  ASSERT_EQ(Words.size(), 8u);
  EXPECT_EQ(support::endian::read<uint32_t>(Words.data(), Order),
            uint32_t(ELF::GRP_COMDAT));
  EXPECT_EQ(support::endian::read<uint32_t>(Words.data() + 4, Order), Member);
  EXPECT_LT(Group, Member);
  for (ELFSectionRef Section : File->sections()) {
    StringRef Name = cantFail(Section.getName());
    uint64_t Flags = ELF::SHF_ALLOC;
    if (Name == ".member")
      Flags |= ELF::SHF_GROUP;
    if (Name == ".member" || Name == ".other") {
      EXPECT_EQ(Section.getFlags(), Flags);
    }
  }
  for (ELFSymbolRef Symbol : cast<ELFObjectFileBase>(*File).symbols())
    if (cantFail(Symbol.getName()) == "elsewhere") {
      EXPECT_EQ(Symbol.getELFType(), ELF::STT_NOTYPE);
      EXPECT_TRUE(cantFail(Symbol.getFlags()) & SymbolRef::SF_Undefined);
    }
}

/// The targets for which LLVM writes attributes itself.
class ElfReplaceTest : public ElfObjectTest {};

TEST_P(ElfReplaceTest, ReplacesByShorterAndLonger) {
  StringRef Name = GetParam().OwnAttributes;
  for (std::string New : {std::string("A"), std::string(1000, 'B')}) {
    SmallVector<char, 0> Bytes = emitted();
    ASSERT_NE(contents(*parse(Bytes), Name), "<absent>");
    auto Before = sections(*parse(Bytes), Name);
    auto Object = read(std::move(Bytes));
    Object->setAttributes(attributes(Name, New));
    Bytes = finish(*Object);
    auto File = parse(Bytes);
    EXPECT_EQ(contents(*File, Name), New);
    EXPECT_EQ(sections(*File, Name), Before);
  }
}

TEST_P(ElfObjectTest, DropsTheStackNote) {
  SmallVector<char, 0> Bytes = emitted();
  ASSERT_NE(contents(*parse(Bytes), ".note.GNU-stack"), "<absent>");
  auto SymbolsBefore = symbols(*parse(Bytes));
  size_t CodeBefore = contents(*parse(Bytes), ".text").size();
  auto Object = read(std::move(Bytes));
  Object->dropStackNote();
  Bytes = finish(*Object);
  auto File = parse(Bytes);
  EXPECT_EQ(contents(*File, ".note.GNU-stack"), "<absent>");
  EXPECT_EQ(symbols(*File), SymbolsBefore);
  EXPECT_EQ(contents(*File, ".text").size(), CodeBefore);
}

TEST_P(ElfObjectTest, AddsVariables) {
  auto Object = read(emitted());
  Payload Three = Payload::fill(0xaa, 3);
  Object->addSection(".data.w", 4, 3, {{0, &Three}}, /*Group=*/0,
                     /*IsWritable=*/true);
  SmallVector<char, 0> Bytes = finish(*Object);
  auto File = parse(Bytes);
  EXPECT_EQ(contents(*File, ".data.w"), "\xaa\xaa\xaa");
  for (ELFSectionRef Section : File->sections())
    if (cantFail(Section.getName()) == ".data.w") {
      EXPECT_EQ(Section.getFlags(), unsigned(ELF::SHF_ALLOC | ELF::SHF_WRITE));
    }
}

TEST_P(ElfObjectTest, AddsParameters) {
  SmallVector<char, 0> Bytes = emitted();
  auto Before = sections(*parse(Bytes), ".symtab");
  size_t SymbolsBefore = symbols(*parse(Bytes)).size();
  auto Object = read(std::move(Bytes));
  uint16_t Numbers[] = {0x0102, 0x0304};
  Payload Swapped = Payload::memory(
      ArrayRef(reinterpret_cast<const uint8_t *>(Numbers), sizeof(Numbers)));
  Swapped.setElement(2, Endianness::native);
  Payload Fill = Payload::fill(0xaa, 3);
  uint32_t Section =
      Object->addSection(".rodata.tvm", 64, 12, {{0, &Fill}, {8, &Swapped}});
  std::vector<uint32_t> Added =
      Object->addSymbols({{"first", ParamVisibility::Hidden, Section, 0, 3},
                          {"second", ParamVisibility::Local, Section, 8, 4}});
  EXPECT_EQ(cantFail(Object->findSymbol("first")), Added[0]);
  EXPECT_EQ(cantFail(Object->findSymbol("second")), Added[1]);
  Bytes = finish(*Object);

  auto File = parse(Bytes);
  bool IsLittle = File->isLittleEndian();
  EXPECT_EQ(contents(*File, ".rodata.tvm"),
            (IsLittle ? StringRef("\xaa\xaa\xaa\0\0\0\0\0\x02\x01\x04\x03", 12)
                      : StringRef("\xaa\xaa\xaa\0\0\0\0\0\x01\x02\x03\x04", 12))
                .str());
  EXPECT_EQ(symbols(*File).size(), SymbolsBefore + 2);
  for (ELFSymbolRef Symbol : File->symbols()) {
    std::string Name = cantFail(Symbol.getName()).str();
    if (Name == "first") {
      EXPECT_EQ(cantFail(Symbol.getValue()), 0u);
      EXPECT_EQ(Symbol.getBinding(), ELF::STB_GLOBAL);
      EXPECT_EQ(Symbol.getOther(), ELF::STV_HIDDEN);
    }
    if (Name == "second") {
      EXPECT_EQ(cantFail(Symbol.getValue()), 8u);
      EXPECT_EQ(Symbol.getSize(), 4u);
      EXPECT_EQ(Symbol.getBinding(), ELF::STB_LOCAL);
      EXPECT_EQ(Symbol.getELFType(), ELF::STT_OBJECT);
    }
  }
  // The function that the registry lists is global: its number has changed, and
  // the relocations know.
  auto After = sections(*File, ".symtab");
  std::string Target;
  for (SectionRef Ref : File->sections())
    for (RelocationRef Relocation : Ref.relocations())
      if (cantFail(Relocation.getSymbol()->getName()) == "f")
        Target = "f";
  EXPECT_EQ(Target, "f");
  EXPECT_EQ(After.size(), Before.size() + 1);
}

/// Debug information refers to parameters before they are there.
TEST_P(ElfObjectTest, DefinesWhatIsUndefined) {
  for (ParamVisibility Visibility :
       {ParamVisibility::Local, ParamVisibility::Global}) {
    SmallVector<char, 0> Bytes = emitted();
    std::vector<std::string> Before = symbols(*parse(Bytes));
    auto Targets = [](const ObjectFile &File) {
      std::vector<std::string> Result;
      for (SectionRef Ref : File.sections())
        for (RelocationRef Relocation : Ref.relocations())
          Result.push_back(cantFail(Relocation.getSymbol()->getName()).str());
      return Result;
    };
    std::vector<std::string> TargetsBefore = Targets(*parse(Bytes));
    auto Object = read(std::move(Bytes));
    Payload Fill = Payload::fill(0xaa, 3);
    uint32_t Section = Object->addSection(".rodata.tvm", 1, 3, {{0, &Fill}});
    Object->addSymbols({{"other", ParamVisibility::Local, Section, 0, 1},
                        {"f", Visibility, Section, 1, 2}});
    Bytes = finish(*Object);

    auto File = parse(Bytes);
    std::vector<std::string> After = symbols(*File);
    llvm::sort(Before);
    Before.push_back("other");
    llvm::sort(Before);
    llvm::sort(After);
    EXPECT_EQ(After, Before);
    EXPECT_EQ(Targets(*File), TargetsBefore);
    for (ELFSymbolRef Symbol : File->symbols())
      if (cantFail(Symbol.getName()) == "f") {
        EXPECT_EQ(cantFail(Symbol.getValue()), 1u);
        EXPECT_EQ(Symbol.getBinding(), Visibility == ParamVisibility::Local
                                           ? ELF::STB_LOCAL
                                           : ELF::STB_GLOBAL);
      }
  }
}

TEST_P(ElfObjectTest, CountsMoreSectionsThanTheHeaderCan) {
  auto Object = read(emitted());
  Payload One = Payload::fill(1, 1);
  BumpPtrAllocator Allocator;
  StringSaver Names(Allocator);
  std::vector<DataSymbol> Symbols;
  for (unsigned I = 0; I < 0xff00; ++I)
    Symbols.push_back({Names.save("s" + Twine(I)), ParamVisibility::Local,
                       Object->addSection(".rodata.s", 1, 1, {{0, &One}}), 0,
                       1});
  Object->addSymbols(Symbols);
  SmallVector<char, 0> Bytes = finish(*Object);
  auto File = parse(Bytes);
  unsigned Found = 0;
  for (ELFSymbolRef Symbol : File->symbols())
    if (cantFail(Symbol.getName()) == "s65279") {
      ++Found;
      auto Section = cantFail(Symbol.getSection());
      EXPECT_GE(Section->getIndex(), uint64_t(ELF::SHN_LORESERVE));
      EXPECT_EQ(cantFail(Section->getName()), ".rodata.s");
    }
  EXPECT_EQ(Found, 1u);
}

TEST_P(ElfObjectTest, SaysWhatItsClassCannotHold) {
  auto Object = read(emitted());
  Payload Half = Payload::fill(0, uint64_t(1) << 31);
  Object->addSection(".rodata.a", 1, Half.size(), {{0, &Half}});
  Object->addSection(".rodata.b", 1, Half.size(), {{0, &Half}});
  Expected<FileContents> Contents = Object->finish();
  bool Is64Bits = !StringRef(GetParam().Triple).starts_with("riscv32") &&
                  !StringRef(GetParam().Triple).starts_with("arm");
  if (Is64Bits) {
    ASSERT_TRUE(bool(Contents));
    EXPECT_GT(Contents->size(), uint64_t(1) << 32);
    return;
  }
  ASSERT_FALSE(bool(Contents));
  EXPECT_TRUE(StringRef(toString(Contents.takeError()))
                  .ends_with(" bytes, and 32-bit ELF ends at 4294967295"));
}

std::string elfCaseName(const testing::TestParamInfo<ObjectCase> &Info) {
  return Triple(Info.param.Triple).getArchName().str();
}

INSTANTIATE_TEST_SUITE_P(
    ClassesAndOrders, ElfObjectTest,
    testing::Values(ObjectCase{"x86_64-unknown-linux-gnu", nullptr},
                    ObjectCase{"aarch64_be-unknown-linux-gnu", nullptr},
                    ObjectCase{"riscv32-unknown-elf", ".riscv.attributes"},
                    ObjectCase{"armebv7r-none-eabi", ".ARM.attributes"}),
    elfCaseName);

INSTANTIATE_TEST_SUITE_P(
    OwnAttributes, ElfReplaceTest,
    testing::Values(ObjectCase{"riscv32-unknown-elf", ".riscv.attributes"},
                    ObjectCase{"armebv7r-none-eabi", ".ARM.attributes"}),
    elfCaseName);

TEST(ElfObjectErrorTest, RefusesWhatIsNoObject) {
  EXPECT_EQ(toString(ElfObject::read({'n', 'o'}).takeError()),
            "the object that LLVM wrote has no ELF header");
}

} // namespace
