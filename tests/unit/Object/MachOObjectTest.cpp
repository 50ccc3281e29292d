//===- MachOObjectTest.cpp - Parameters in a Mach-O object ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/EditedObjects.h"

#include "Object/MachOFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/MachO.h"

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;
using namespace metaobj::edited_objects;

namespace {

MachOFile readMachO(const Bytes &TheBytes) {
  return cantFail(readMachOFile(bufferOf(TheBytes), "test"));
}

const MachOSymbol *find(const MachOFile &File, StringRef Name) {
  for (const MachOSymbol &Symbol : File.Symbols)
    if (Symbol.Name == Name)
      return &Symbol;
  ADD_FAILURE() << "no symbol " << Name.str();
  return nullptr;
}

/// The contents of the symbol's section from the symbol on.
StringRef bytesAt(const MachOFile &File, StringRef Name) {
  const MachOSymbol *Symbol = find(File, Name);
  return File.Sections[Symbol->Section - 1].Bytes.substr(Symbol->Offset);
}

/// "symbol+offset" of each relocation of data: who refers to whom, whatever the
/// addresses are.
std::vector<std::string> references(const MachOFile &File) {
  std::vector<std::string> Result;
  for (const MachOSection &Section : File.Sections)
    for (const MachORelocation &Relocation : Section.Relocations) {
      EXPECT_TRUE(Relocation.IsExtern);
      const MachOSymbol *Owner = nullptr;
      for (const MachOSymbol &Symbol : File.Symbols)
        if (Symbol.HasCName && Symbol.Section &&
            &File.Sections[Symbol.Section - 1] == &Section &&
            Symbol.Offset <= Relocation.Offset &&
            (!Owner || Owner->Offset <= Symbol.Offset))
          Owner = &Symbol;
      uint64_t Offset = Relocation.Offset - (Owner ? Owner->Offset : 0);
      Result.push_back((Owner ? Owner->Name : Section.Name).str() + "+" +
                       std::to_string(Offset) + " to " +
                       File.Symbols[Relocation.Symbol].Name.str());
    }
  llvm::sort(Result);
  return Result;
}

class MachOObjectTest : public testing::TestWithParam<const char *> {};

TEST_P(MachOObjectTest, AddsToTheSectionThatIsThere) {
  Bytes Old = emittedFunction(GetParam());
  auto Object = cantFail(EditableObject::read(Old));
  Payload Three = Payload::fill(0xaa, 3), Two = Payload::fill(0xbb, 2);
  uint32_t Plain = Object->addSection("", 64, 8, {{0, &Three}, {5, &Two}});
  uint32_t Same = Object->addSection("__TEXT,__const", 4096, 2, {{0, &Two}});
  uint32_t Own =
      Object->addSection("__DATA_CONST,__weights", 32768, 3, {{0, &Three}});
  std::vector<uint32_t> Added =
      Object->addSymbols({{"_z", ParamVisibility::Global, Plain, 5, 2},
                          {"_local", ParamVisibility::Local, Same, 0, 2},
                          {"_a", ParamVisibility::Hidden, Own, 0, 3}});
  EXPECT_EQ(cantFail(Object->findSymbol("_z")), Added[0]);
  EXPECT_EQ(cantFail(Object->findSymbol("_local")), Added[1]);
  EXPECT_EQ(cantFail(Object->findSymbol("_a")), Added[2]);
  Bytes New = finish(*Object);

  MachOFile Before = readMachO(Old), After = readMachO(New);
  EXPECT_EQ(After.Sections.size(), Before.Sections.size() + 1);
  EXPECT_EQ(count_if(After.Sections,
                     [](const MachOSection &Section) {
                       return Section.Name == "__TEXT,__const";
                     }),
            1);
  EXPECT_EQ(bytesAt(After, "z").take_front(2), "\xbb\xbb");
  EXPECT_EQ(bytesAt(After, "local").take_front(2), "\xbb\xbb");
  EXPECT_EQ(bytesAt(After, "a"), "\xaa\xaa\xaa");
  EXPECT_EQ(find(After, "z")->Offset, 5u);
  EXPECT_EQ(find(After, "local")->Offset, 4096u);
  for (const MachOSection &TheMachOSection : After.Sections) {
    EXPECT_EQ(TheMachOSection.Address % TheMachOSection.Alignment, 0u)
        << TheMachOSection.Name;
    if (TheMachOSection.Name == "__DATA_CONST,__weights") {
      EXPECT_EQ(TheMachOSection.Alignment, 32768u);
    }
  }
  // What LLVM wrote is found by its symbols, and refers to the same.
  EXPECT_EQ(bytesAt(After, "_tvm_crt_function_names").take_front(5),
            bytesAt(Before, "_tvm_crt_function_names").take_front(5));
  EXPECT_EQ(references(After), references(Before));
}

// LLVM's object has no symbols.
TEST_P(MachOObjectTest, BeginsTheSymbolTable) {
  static const uint8_t Three[] = {1, 2, 3};
  Model TheModel;
  Param &P = TheModel.Params.emplace_back();
  P.Name = "w";
  P.Symbol = "w";
  P.DType = {kDLUInt, 8, 1};
  P.Shape = {3};
  P.Data = Payload::memory(Three);
  EmitConfig Config;
  Config.Abi = RuntimeAbi::None;
  Config.Data.Style = DataStyle::Name;
  Bytes New = emitted(TheModel, GetParam(), Config);
  MachOFile File = readMachO(New);
  EXPECT_EQ(bytesAt(File, "w").take_front(3), "\1\2\3");
  EXPECT_TRUE(find(File, "w")->IsGlobal);
  cantFail(ObjectFile::createMachOObjectFile(bufferOf(New)));
}

// Linkers divide sections at symbols, but not at these.
TEST_P(MachOObjectTest, MarksStayWithTheirData) {
  auto Object = readEmitted(GetParam());
  Payload One = Payload::fill(1, 1);
  uint32_t Number = Object->addSection("", 1, 2, {{0, &One}});
  Object->addSymbols({{"_w", ParamVisibility::Global, Number, 0, 1},
                      {"_w_end", ParamVisibility::Global, Number, 1, 0,
                       /*IsWeak=*/false, /*IsMark=*/true}});
  Bytes New = finish(*Object);
  auto File = cantFail(ObjectFile::createMachOObjectFile(bufferOf(New)));
  unsigned Found = 0;
  for (const SymbolRef &Symbol : File->symbols()) {
    StringRef Name = cantFail(Symbol.getName());
    if (!Name.starts_with("_w"))
      continue;
    ++Found;
    DataRefImpl Entry = Symbol.getRawDataRefImpl();
    uint16_t Flags = File->is64Bit() ? File->getSymbol64TableEntry(Entry).n_desc
                                     : File->getSymbolTableEntry(Entry).n_desc;
    EXPECT_EQ(Flags, Name == "_w_end" ? MachO::N_ALT_ENTRY : 0);
  }
  EXPECT_EQ(Found, 2u);
}

TEST_P(MachOObjectTest, SortsSymbols) {
  auto Object = readEmitted(GetParam());
  Payload One = Payload::fill(1, 1);
  uint32_t Number = Object->addSection("", 1, 1, {{0, &One}});
  Object->addSymbols({{"_zz", ParamVisibility::Global, Number, 0, 1},
                      {"_AA", ParamVisibility::Hidden, Number, 0, 1},
                      {"_local", ParamVisibility::Local, Number, 0, 1}});
  Bytes New = finish(*Object);
  auto File = cantFail(ObjectFile::createMachOObjectFile(bufferOf(New)));
  MachO::dysymtab_command Groups = File->getDysymtabLoadCommand();
  std::vector<std::string> Defined;
  uint32_t Index = 0;
  for (const SymbolRef &Symbol : File->symbols()) {
    uint32_t Flags = cantFail(Symbol.getFlags());
    bool IsGlobal = Flags & SymbolRef::SF_Global;
    bool IsUndefined = Flags & SymbolRef::SF_Undefined;
    EXPECT_EQ(!IsGlobal, Index < Groups.iextdefsym);
    EXPECT_EQ(IsUndefined, Index >= Groups.iundefsym);
    if (IsGlobal && !IsUndefined)
      Defined.push_back(cantFail(Symbol.getName()).str());
    ++Index;
  }
  EXPECT_EQ(Groups.nextdefsym, Defined.size());
  EXPECT_EQ(Groups.nlocalsym, Groups.iextdefsym);
  EXPECT_EQ(Groups.iundefsym, Groups.nlocalsym + Groups.nextdefsym);
  EXPECT_EQ(Index, Groups.iundefsym + Groups.nundefsym);
  EXPECT_TRUE(is_sorted(Defined));
  EXPECT_EQ(Defined.front(), "_AA");
  EXPECT_EQ(Defined.back(), "_zz");
}

TEST_P(MachOObjectTest, SaysHowManySectionsThereCanBe) {
  size_t Known = readMachO(emittedFunction(GetParam())).Sections.size();
  Payload One = Payload::fill(1, 1);
  auto WithSections = [&](size_t Count) {
    auto Object = readEmitted(GetParam());
    for (size_t I = Known; I < Count; ++I)
      Object->addSection("__TEXT,__n" + std::to_string(I), 1, 1, {{0, &One}});
    return Object;
  };
  EXPECT_EQ(readMachO(finish(*WithSections(255))).Sections.size(), 255u);
  EXPECT_EQ(toString(WithSections(256)->finish().takeError()),
            "the object would have 256 sections, and Mach-O ends at 255");
}

TEST_P(MachOObjectTest, SaysWhereTheFormatEnds) {
  auto Object = readEmitted(GetParam());
  Payload Half = Payload::fill(0, uint64_t(1) << 31);
  Object->addSection("", 1, Half.size(), {{0, &Half}});
  Object->addSection("__TEXT,__b", 1, Half.size(), {{0, &Half}});
  Expected<FileContents> Contents = Object->finish();
  ASSERT_FALSE(bool(Contents));
  std::string Text = toString(Contents.takeError());
  EXPECT_TRUE(StringRef(Text).starts_with("the object would have 429496"))
      << Text;
  EXPECT_TRUE(
      StringRef(Text).ends_with(" bytes, and Mach-O ends at 4294967295"))
      << Text;
}

TEST_P(MachOObjectTest, NamesWhatIsMissing) {
  auto Object = readEmitted(GetParam());
  EXPECT_EQ(toString(Object->findSymbol("no").takeError()),
            "the object that LLVM wrote has no symbol 'no'");
  EXPECT_EQ(toString(Object->writeTable("_f", writeNothing)),
            "the object that LLVM wrote has no place for '_f'");
}

TEST_P(MachOObjectTest, FillsTables) {
  constexpr unsigned Count = 300;
  Bytes New = emitted(manyParams(Count), GetParam());
  MachOFile File = readMachO(New);
  std::vector<std::string> Found = references(File);
  unsigned Data = 0;
  for (StringRef Name : Found)
    Data += Name.starts_with("_metaobj_params+") &&
            Name.contains(" to __tvm_param__p");
  EXPECT_EQ(Data, Count);
}

std::string machOCaseName(const testing::TestParamInfo<const char *> &Info) {
  return Triple(Info.param).getArchName().str();
}

INSTANTIATE_TEST_SUITE_P(Machines, MachOObjectTest,
                         testing::Values("x86_64-apple-macosx10.15",
                                         "arm64-apple-macosx11",
                                         "arm64_32-apple-watchos7"),
                         machOCaseName);

TEST(MachOObjectErrorTest, AnyPrefixIsAnError) {
  Bytes Whole = emittedFunction("arm64-apple-macosx11");
  for (size_t Size = 0; Size + 8 < Whole.size(); ++Size) {
    auto Object =
        EditableObject::read(Bytes(Whole.begin(), Whole.begin() + Size));
    EXPECT_FALSE(bool(Object)) << Size;
    consumeError(Object.takeError());
  }
}

} // namespace
