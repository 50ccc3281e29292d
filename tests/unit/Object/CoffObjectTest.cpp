//===- CoffObjectTest.cpp - Parameters in a COFF object -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/EditedObjects.h"

#include "Object/CoffFile.h"

#include "llvm/Object/COFF.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;
using namespace metaobj::edited_objects;

namespace {

constexpr StringLiteral Amd64 = "x86_64-pc-windows-msvc";

const CoffSymbol *find(const CoffFile &File, StringRef Name) {
  for (const CoffSymbol &Symbol : File.Symbols)
    if (Symbol.Name == Name && !Symbol.IsSectionDefinition)
      return &Symbol;
  ADD_FAILURE() << "no symbol " << Name.str();
  return nullptr;
}

class CoffObjectTest : public testing::TestWithParam<const char *> {};

TEST_P(CoffObjectTest, AddsSectionsAndSymbols) {
  Bytes Old = emittedFunction(GetParam());
  auto Object = cantFail(EditableObject::read(Old));
  Payload Three = Payload::fill(0xaa, 3), Two = Payload::fill(0xbb, 2);
  bool Is32 = StringRef(GetParam()).starts_with("i686");
  std::string Prefix = Is32 ? "_" : "";
  uint32_t Plain = Object->addSection("", 8192, 8, {{0, &Three}, {5, &Two}});
  uint32_t Named =
      Object->addSection(".rdata$a_long_name", 1, 3, {{0, &Three}});
  std::vector<uint32_t> Added = Object->addSymbols(
      {{Prefix + "s", ParamVisibility::Local, Plain, 5, 2},
       {Prefix + "a_long_name", ParamVisibility::Global, Named, 0, 3}});
  EXPECT_EQ(cantFail(Object->findSymbol(Prefix + "a_long_name")), Added[1]);
  Bytes New = finish(*Object);

  CoffFile Before = cantFail(readCoffFile(bufferOf(Old), "old"));
  CoffFile After = cantFail(readCoffFile(bufferOf(New), "new"));
  ASSERT_EQ(After.Sections.size(), Before.Sections.size() + 2);
  for (size_t I = 0; I < Before.Sections.size(); ++I) {
    EXPECT_EQ(After.Sections[I].Name, Before.Sections[I].Name);
    EXPECT_EQ(After.Sections[I].Bytes, Before.Sections[I].Bytes);
    EXPECT_EQ(After.Sections[I].Relocations.size(),
              Before.Sections[I].Relocations.size());
  }
  const CoffSymbol *Local = find(After, "s");
  const CoffSymbol *Global = find(After, "a_long_name");
  ASSERT_TRUE(Local && Global);
  const CoffSection *First = After.sectionOf(*Local);
  const CoffSection *Second = After.sectionOf(*Global);
  EXPECT_EQ(First->Name, ".rdata");
  EXPECT_EQ(First->Bytes, StringRef("\xaa\xaa\xaa\0\0\xbb\xbb\0", 8));
  EXPECT_EQ(First->Alignment, 8192u);
  EXPECT_EQ(Second->Name, ".rdata$a_long_name");
  EXPECT_EQ(Second->Bytes, "\xaa\xaa\xaa");
  EXPECT_EQ(Second->Alignment, 1u);
  EXPECT_EQ(Second->Characteristics & ~0xf00000u,
            unsigned(COFF::IMAGE_SCN_CNT_INITIALIZED_DATA |
                     COFF::IMAGE_SCN_MEM_READ));
  EXPECT_EQ(Local->Value, 5u);
  EXPECT_EQ(Local->StorageClass, COFF::IMAGE_SYM_CLASS_STATIC);
  EXPECT_EQ(Global->StorageClass, COFF::IMAGE_SYM_CLASS_EXTERNAL);
}

TEST_P(CoffObjectTest, AddsVariables) {
  auto Object = readEmitted(GetParam());
  Payload Three = Payload::fill(0xaa, 3);
  Object->addSection(".data", 1, 3, {{0, &Three}}, /*Group=*/0,
                     /*IsWritable=*/true);
  Bytes New = finish(*Object);
  CoffFile File = cantFail(readCoffFile(bufferOf(New), "new"));
  EXPECT_EQ(File.Sections.back().Characteristics & ~0xf00000u,
            unsigned(COFF::IMAGE_SCN_CNT_INITIALIZED_DATA |
                     COFF::IMAGE_SCN_MEM_READ | COFF::IMAGE_SCN_MEM_WRITE));
}

TEST_P(CoffObjectTest, AddsAGroup) {
  auto Object = readEmitted(GetParam());
  Payload Three = Payload::fill(0xaa, 3);
  uint32_t Group = Object->addGroup();
  ASSERT_NE(Group, 0u);
  uint32_t Member = Object->addSection("", 1, 3, {{0, &Three}}, Group);
  std::vector<uint32_t> Added = Object->addSymbols(
      {{"local", ParamVisibility::Local, Member, 0, 3},
       {"signature", ParamVisibility::Hidden, Member, 0, 3, /*IsWeak=*/true}});
  Object->setSignature(Group, Added[1]);
  Bytes New = finish(*Object);
  CoffFile File = cantFail(readCoffFile(bufferOf(New), "new"));
  const CoffSection &Section = File.Sections.back();
  EXPECT_TRUE(Section.Characteristics & COFF::IMAGE_SCN_LNK_COMDAT);
  EXPECT_EQ(Section.Selection, COFF::IMAGE_COMDAT_SELECT_ANY);
  // Linkers take the first symbol behind the section's own.
  EXPECT_LT(Added[1], Added[0]);
  EXPECT_EQ(File.Symbols[Added[1]].StorageClass,
            COFF::IMAGE_SYM_CLASS_EXTERNAL);
}

TEST_P(CoffObjectTest, DescribesItsSections) {
  auto Object = readEmitted(GetParam());
  Payload Three = Payload::fill(0xaa, 3);
  Object->addSection(".rdata", 1, 3, {{0, &Three}});
  Bytes New = finish(*Object);
  auto File = cantFail(COFFObjectFile::create(bufferOf(New)));
  unsigned Found = 0;
  for (uint32_t I = 0; I < File->getNumberOfSymbols(); ++I) {
    COFFSymbolRef Symbol = cantFail(File->getSymbol(I));
    if (Symbol.isSectionDefinition()) {
      const coff_section *Section =
          cantFail(File->getSection(Symbol.getSectionNumber()));
      const auto *Record = Symbol.getSectionDefinition();
      EXPECT_EQ(Record->Length, Section->SizeOfRawData);
      EXPECT_EQ(Record->NumberOfRelocations, Section->NumberOfRelocations);
      ++Found;
    }
    I += Symbol.getNumberOfAuxSymbols();
  }
  EXPECT_EQ(Found, File->getNumberOfSections());
}

TEST_P(CoffObjectTest, CountsMoreSectionsThanTheHeaderCan) {
  constexpr unsigned Count = COFF::MaxNumberOfSections16;
  Bytes Old = emittedFunction(GetParam());
  auto Object = cantFail(EditableObject::read(Old));
  Payload One = Payload::fill(1, 1);
  BumpPtrAllocator Allocator;
  StringSaver Names(Allocator);
  std::vector<DataSymbol> Symbols;
  for (unsigned I = 0; I < Count; ++I)
    Symbols.push_back({Names.save("s" + Twine(I)), ParamVisibility::Local,
                       Object->addSection(".rdata", 1, 1, {{0, &One}}), 0, 1});
  Object->addSymbols(Symbols);
  Bytes New = finish(*Object);
  auto File = cantFail(COFFObjectFile::create(bufferOf(New)));
  EXPECT_EQ(File->getSymbolTableEntrySize(), COFF::Symbol32Size);
  uint32_t Last = File->getNumberOfSections();
  auto Before = cantFail(COFFObjectFile::create(bufferOf(Old)));
  EXPECT_EQ(Last, Before->getNumberOfSections() + Count);
  COFFSymbolRef Symbol =
      cantFail(File->getSymbol(File->getNumberOfSymbols() - 1));
  EXPECT_EQ(cantFail(File->getSymbolName(Symbol)),
            "s" + std::to_string(Count - 1));
  EXPECT_EQ(uint32_t(Symbol.getSectionNumber()), Last);
  ArrayRef<uint8_t> Contents;
  cantFail(
      File->getSectionContents(cantFail(File->getSection(Last)), Contents));
  EXPECT_EQ(Contents, ArrayRef<uint8_t>({1}));
  // Symbols of before have kept what they are.
  for (uint32_t I = 0; I < Before->getNumberOfSymbols(); ++I) {
    COFFSymbolRef Was = cantFail(Before->getSymbol(I));
    COFFSymbolRef Is = cantFail(File->getSymbol(I));
    EXPECT_EQ(cantFail(File->getSymbolName(Is)),
              cantFail(Before->getSymbolName(Was)));
    EXPECT_EQ(Is.getSectionNumber(), Was.getSectionNumber());
    EXPECT_EQ(Is.getStorageClass(), Was.getStorageClass());
    I += Was.getNumberOfAuxSymbols();
  }
}

TEST_P(CoffObjectTest, CountsMoreRelocationsThanTheHeaderCan) {
  // Three pointers each.
  constexpr unsigned Count = 22000;
  Bytes New = emitted(manyParams(Count), GetParam());
  CoffFile File = cantFail(readCoffFile(bufferOf(New), "new"));
  const CoffSymbol *Table = find(File, "_metaobj_params");
  ASSERT_TRUE(Table);
  const CoffSection &In = *File.sectionOf(*Table);
  EXPECT_TRUE(In.Characteristics & COFF::IMAGE_SCN_LNK_NRELOC_OVFL);
  std::vector<CoffRelocation> Pointers;
  for (const CoffRelocation &Relocation : In.Relocations)
    if (Relocation.Offset >= Table->Value)
      Pointers.push_back(Relocation);
  ASSERT_GE(Pointers.size(), 3 * Count);
  EXPECT_TRUE(is_sorted(Pointers, [](const auto &Left, const auto &Right) {
    return Left.Offset < Right.Offset;
  }));
  const CoffSymbol &Data = File.Symbols[Pointers[3 * Count - 2].Symbol];
  EXPECT_EQ(Data.Name, "__tvm_param__p21999");
}

TEST_P(CoffObjectTest, SaysWhereTheFormatEnds) {
  auto Object = readEmitted(GetParam());
  Payload Half = Payload::fill(0, uint64_t(1) << 31);
  Object->addSection("", 1, Half.size(), {{0, &Half}});
  Object->addSection("", 1, Half.size(), {{0, &Half}});
  Expected<FileContents> Contents = Object->finish();
  ASSERT_FALSE(bool(Contents));
  std::string Text = toString(Contents.takeError());
  EXPECT_TRUE(StringRef(Text).starts_with("the object would have 429496"))
      << Text;
  EXPECT_TRUE(StringRef(Text).ends_with(" bytes, and COFF ends at 4294967295"))
      << Text;
}

TEST_P(CoffObjectTest, NamesWhatIsMissing) {
  auto Object = readEmitted(GetParam());
  EXPECT_EQ(toString(Object->findSymbol("no").takeError()),
            "the object that LLVM wrote has no symbol 'no'");
  bool Is32 = StringRef(GetParam()).starts_with("i686");
  std::string Undefined = Is32 ? "_f" : "f";
  EXPECT_EQ(toString(Object->writeTable(Undefined, writeNothing)),
            "the object that LLVM wrote has no place for '" + Undefined + "'");
}

std::string coffCaseName(const testing::TestParamInfo<const char *> &Info) {
  return Triple(Info.param).getArchName().str();
}

INSTANTIATE_TEST_SUITE_P(Machines, CoffObjectTest,
                         testing::Values("x86_64-pc-windows-msvc",
                                         "i686-pc-windows-msvc",
                                         "aarch64-pc-windows-msvc"),
                         coffCaseName);

TEST(CoffObjectErrorTest, AnyPrefixIsAnError) {
  Bytes Whole = emittedFunction(Amd64);
  for (size_t Size = 0; Size < Whole.size(); ++Size) {
    auto Object =
        EditableObject::read(Bytes(Whole.begin(), Whole.begin() + Size));
    EXPECT_FALSE(bool(Object)) << Size;
    consumeError(Object.takeError());
  }
}

} // namespace
