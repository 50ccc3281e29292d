//===- WasmObjectTest.cpp - Parameters in a WebAssembly object ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/EditedObjects.h"

#include "Object/WasmFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Wasm.h"
#include "llvm/Object/Wasm.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace metaobj;
using namespace metaobj::edited_objects;

namespace {

WasmFile readWasm(const Bytes &TheBytes) {
  return cantFail(readWasmFile(bufferOf(TheBytes), "test"));
}

const metaobj::WasmSymbol *find(const WasmFile &File, StringRef Name) {
  for (const metaobj::WasmSymbol &Symbol : File.Symbols)
    if (Symbol.Name == Name)
      return &Symbol;
  ADD_FAILURE() << "no symbol " << Name.str();
  return nullptr;
}

/// Pages of the memory that \p TheBytes imports.
uint64_t pages(const Bytes &TheBytes) {
  auto File =
      cantFail(object::ObjectFile::createWasmObjectFile(bufferOf(TheBytes)));
  for (const wasm::WasmImport &Import : File->imports())
    if (Import.Kind == wasm::WASM_EXTERNAL_MEMORY)
      return Import.Memory.Minimum;
  ADD_FAILURE() << "no memory";
  return 0;
}

/// Each relocation of data: "segment+offset to symbol".
std::vector<std::string> references(const WasmFile &File) {
  std::vector<std::string> Result;
  for (const WasmRelocation &DataRelocation : File.DataRelocations)
    for (const metaobj::WasmSegment &Segment : File.Segments)
      if (DataRelocation.Offset >= Segment.Offset &&
          DataRelocation.Offset < Segment.Offset + Segment.Bytes.size())
        Result.push_back(
            Segment.Name.str() + "+" +
            std::to_string(DataRelocation.Offset - Segment.Offset) + " to " +
            File.Symbols[DataRelocation.Index].Name.str());
  EXPECT_EQ(Result.size(), File.DataRelocations.size());
  return Result;
}

class WasmObjectTest : public testing::TestWithParam<const char *> {
protected:
  static bool is64() { return StringRef(GetParam()).starts_with("wasm64"); }
};

TEST_P(WasmObjectTest, AddsSegmentsAndSymbols) {
  Bytes Old = emittedFunction(GetParam());
  auto Object = cantFail(EditableObject::read(Old));
  Payload Three = Payload::fill(0xaa, 3), Two = Payload::fill(0xbb, 2);
  uint32_t First =
      Object->addSection(".rodata.w", 128, 8, {{0, &Three}, {5, &Two}});
  uint32_t Second = Object->addSection("", 1, 2, {{0, &Two}});
  std::vector<uint32_t> Added =
      Object->addSymbols({{"local", ParamVisibility::Local, First, 5, 2},
                          {"hidden", ParamVisibility::Hidden, First, 0, 3},
                          {"global", ParamVisibility::Global, Second, 0, 2}});
  Bytes New = finish(*Object);

  WasmFile Before = readWasm(Old), After = readWasm(New);
  ASSERT_EQ(After.Segments.size(), Before.Segments.size() + 2);
  const metaobj::WasmSegment &Segment = After.Segments[First];
  EXPECT_EQ(Segment.Name, ".rodata.w");
  EXPECT_EQ(Segment.Alignment, 128u);
  EXPECT_EQ(Segment.Bytes, StringRef("\xaa\xaa\xaa\0\0\xbb\xbb\0", 8));
  EXPECT_EQ(After.Segments[Second].Bytes, "\xbb\xbb");
  const metaobj::WasmSymbol *Local = find(After, "local");
  EXPECT_EQ(Local - After.Symbols.data(), Added[0]);
  EXPECT_TRUE(Local->isLocal() && Local->isData());
  EXPECT_EQ(Local->Element, First);
  EXPECT_EQ(Local->Offset, 5u);
  EXPECT_EQ(Local->Size, 2u);
  EXPECT_EQ(find(After, "hidden")->Flags,
            uint32_t(wasm::WASM_SYMBOL_VISIBILITY_HIDDEN));
  EXPECT_EQ(find(After, "global")->Flags, 0u);
  for (size_t I = 0; I < Before.Segments.size(); ++I)
    EXPECT_EQ(After.Segments[I].Bytes, Before.Segments[I].Bytes);
  EXPECT_EQ(references(After), references(Before));
  EXPECT_EQ(After.Code, Before.Code);
}

// LLVM's module has neither data nor symbols.
TEST_P(WasmObjectTest, BeginsTheDataSection) {
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
  WasmFile File = readWasm(New);
  ASSERT_EQ(File.Segments.size(), 1u);
  EXPECT_EQ(File.Segments[0].Name, ".rodata.w");
  EXPECT_EQ(File.Segments[0].Bytes, "\1\2\3");
  const metaobj::WasmSymbol *Symbol = find(File, "w");
  EXPECT_TRUE(Symbol && Symbol->isData() && !Symbol->isLocal());
  EXPECT_EQ(pages(New), 1u);
  cantFail(object::ObjectFile::createWasmObjectFile(bufferOf(New)));
}

TEST_P(WasmObjectTest, AddsGroups) {
  auto Object = readEmitted(GetParam());
  Payload Three = Payload::fill(0xaa, 3);
  BumpPtrAllocator Allocator;
  StringSaver Names(Allocator);
  std::vector<DataSymbol> Symbols;
  uint32_t Groups[2];
  for (uint32_t &Group : Groups) {
    Group = Object->addGroup();
    Symbols.push_back(
        {Names.save("signature" + Twine(Symbols.size())),
         ParamVisibility::Hidden,
         Object->addSection(".rodata.x", 1, 3, {{0, &Three}}, Group), 0, 3,
         /*IsWeak=*/true});
  }
  std::vector<uint32_t> Added = Object->addSymbols(Symbols);
  Object->setSignature(Groups[0], Added[0]);
  Object->setSignature(Groups[1], Added[1]);
  Bytes New = finish(*Object);
  EXPECT_EQ(find(readWasm(New), "signature1")->Flags,
            uint32_t(wasm::WASM_SYMBOL_BINDING_WEAK |
                     wasm::WASM_SYMBOL_VISIBILITY_HIDDEN));
  auto File = cantFail(object::ObjectFile::createWasmObjectFile(bufferOf(New)));
  ASSERT_EQ(File->linkingData().Comdats.size(), 2u);
  EXPECT_EQ(File->linkingData().Comdats[0], "signature0");
  EXPECT_EQ(File->linkingData().Comdats[1], "signature1");
  size_t Count = File->dataSegments().size();
  EXPECT_EQ(File->dataSegments()[Count - 2].Data.Comdat, 0u);
  EXPECT_EQ(File->dataSegments()[Count - 1].Data.Comdat, 1u);
}

TEST_P(WasmObjectTest, NothingMovesWhenCountsGetLonger) {
  Bytes Old = emittedFunction(GetParam());
  auto Object = cantFail(EditableObject::read(Old));
  Payload One = Payload::fill(7, 1);
  // More than 127 and more than 16383: one byte more, and two.
  constexpr unsigned Count = 16384;
  for (unsigned I = 0; I < Count; ++I)
    Object->addSection(".rodata.s", 1, 1, {{0, &One}});
  WasmFile Before = readWasm(Old);
  Bytes New = finish(*Object);
  WasmFile After = readWasm(New);
  EXPECT_EQ(After.Segments.size(), Before.Segments.size() + Count);
  EXPECT_EQ(After.Segments.back().Bytes, "\7");
  EXPECT_EQ(references(After), references(Before));
}

TEST_P(WasmObjectTest, TheMemoryHasRoomForAll) {
  EXPECT_EQ(pages(emittedFunction(GetParam())), 1u);
  auto Object = readEmitted(GetParam());
  Payload Large = Payload::fill(0, 3 * 65536);
  Object->addSection(".rodata.s", 65536, Large.size(), {{0, &Large}});
  EXPECT_EQ(pages(finish(*Object)), 4u);
}

TEST_P(WasmObjectTest, FillsTables) {
  constexpr unsigned Count = 300;
  Model TheModel = manyParams(Count);
  // Ids in another order than the parameters: relocations have to be in the
  // order of their places.
  for (unsigned I = 0; I < Count; ++I)
    TheModel.Params[I].StorageId = Count - I;
  Bytes New = emitted(TheModel, GetParam());
  WasmFile File = readWasm(New);
  EXPECT_TRUE(
      is_sorted(File.DataRelocations, [](const auto &Left, const auto &Right) {
        return Left.Offset < Right.Offset;
      }));
  unsigned Data = 0, Linked = 0;
  for (StringRef Reference : references(File)) {
    bool IsToData = Reference.contains(" to __tvm_param__p");
    Data += IsToData && Reference.starts_with(".rodata._metaobj_params+");
    Linked += IsToData && Reference.starts_with(".rodata._tvm_linked_params+");
  }
  EXPECT_EQ(Data, Count);
  EXPECT_EQ(Linked, Count);
  // LLVM's reader finds nothing wrong.
  cantFail(object::ObjectFile::createWasmObjectFile(bufferOf(New)));
}

TEST_P(WasmObjectTest, SaysWhereTheFormatEnds) {
  auto Object = readEmitted(GetParam());
  Payload Half = Payload::fill(0, uint64_t(1) << 31);
  Object->addSection(".rodata.a", 1, Half.size(), {{0, &Half}});
  Object->addSection(".rodata.b", 1, Half.size(), {{0, &Half}});
  Expected<FileContents> Contents = Object->finish();
  ASSERT_FALSE(bool(Contents));
  std::string Text = toString(Contents.takeError());
  EXPECT_TRUE(
      StringRef(Text).starts_with("the data section would have 42949673"))
      << Text;
  EXPECT_TRUE(StringRef(Text).ends_with(
      " bytes, and those of WebAssembly end at 4294967295"))
      << Text;
}

TEST_P(WasmObjectTest, SaysWhereTheMemoryEnds) {
  auto Object = readEmitted(GetParam());
  Payload Half = Payload::fill(0, uint64_t(1) << 31);
  Object->addSection(".rodata.a", 1, 1, {});
  Object->addSection(".rodata.b", uint64_t(1) << 31, Half.size(), {{0, &Half}});
  Payload One = Payload::fill(0, 1);
  Object->addSection(".rodata.c", 1, 1, {{0, &One}});
  Expected<FileContents> Contents = Object->finish();
  if (is64()) {
    EXPECT_TRUE(bool(Contents));
    return;
  }
  ASSERT_FALSE(bool(Contents));
  EXPECT_EQ(toString(Contents.takeError()),
            "the data would take 4294967297 bytes of memory, and 32-bit "
            "WebAssembly has 4294967296");
}

TEST_P(WasmObjectTest, NamesWhatIsMissing) {
  auto Object = readEmitted(GetParam());
  EXPECT_EQ(toString(Object->findSymbol("no").takeError()),
            "the object that LLVM wrote has no symbol 'no'");
  EXPECT_EQ(toString(Object->writeTable("f", writeNothing)),
            "the object that LLVM wrote has no place for 'f'");
}

std::string wasmCaseName(const testing::TestParamInfo<const char *> &Info) {
  return Triple(Info.param).getArchName().str();
}

INSTANTIATE_TEST_SUITE_P(Machines, WasmObjectTest,
                         testing::Values("wasm32-unknown-unknown",
                                         "wasm64-unknown-unknown"),
                         wasmCaseName);

} // namespace
