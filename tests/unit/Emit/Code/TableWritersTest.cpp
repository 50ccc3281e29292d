//===- TableWritersTest.cpp - One table by all writers and by clang -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of an ABI that is not shipped: what it takes to add one. They are
// written as constants of a module, as bytes and relocations of a finished
// object, and as C, which clang compiles. All three have to say the same.
//
//===----------------------------------------------------------------------===//

#include "Abi/IrTables.h"
#include "Base/FileContents.h"
#include "Base/LlvmVersion.h"
#include "Emit/Code/CodeGeneration.h"
#include "Emit/Code/ObjectTableWriter.h"
#include "Emit/Text/CTables.h"
#include "metaobj/Target.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include "gtest/gtest.h"

#include <map>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

namespace {

// typedef struct example_range {
//   uint8_t first;
//   uint32_t last;
// } example_range;
constexpr Field RangeFields[] = {
    Field::number(1, "uint8_t first"),
    Field::number(4, "uint32_t last"),
};
constexpr Record RangeType = {"example_range", RangeFields};

// typedef struct example_entry {
//   const char *name;
//   example_range range;
//   const uint16_t *codes;
//   uint64_t size;
//   uint16_t flags;
// } example_entry;
constexpr Field EntryFields[] = {
    Field::pointer("const char *name"),
    Field::structure(RangeType, "example_range range"),
    Field::pointer("const uint16_t *codes"),
    Field::number(8, "uint64_t size"),
    Field::number(2, "uint16_t flags"),
};
constexpr Record EntryType = {"example_entry", EntryFields};

// typedef struct example_root { ... } example_root;
constexpr Field RootFields[] = {
    Field::number(2, "uint16_t version"),
    Field::number(2, "uint16_t entry_size"),
    Field::pointer("const example_entry *entries"),
    Field::pointer("const void *const *by_id"),
    Field::pointer("const char *words"),
};
constexpr Record RootType = {"example_root", RootFields};

constexpr StringLiteral Group = "example";

/// static const char words[] = "<2, 2 bytes>" "one\0" "four\0" "";
/// static const char names[] = "a\0bc\0";
/// static const uint16_t codes[] = {1, 2, 0x8000, 4};
/// static const example_entry entries[] = {
///     {"a", {1, 0xfffffffe}, codes, 1ull << 40, 7},
///     {"bc", {255, 2}, codes + 2, 0, 0}};
/// static const void *const by_id[] = {NULL, p0, NULL, p1};
/// static const example_root root = {1, sizeof(example_entry), entries, by_id,
///                                   words};
///
/// \p AreLate: entries and by_id are written into the finished object.
void addExample(TableGroup &Tables, bool AreLate) {
  Table &Words = Tables.emplace_back(
      Table{"words", Group, Table::Text, Field::number(2, "count")});
  Words.Alignment = 2; // A structure in C: of an even size without padding.
  Words.Write = [](TableSink &Sink) {
    Sink.number(2);
    Sink.text("one");
    Sink.text("four");
    Sink.text("");
  };
  Table &Names = Tables.emplace_back(
      Table{"names", Group, Table::Text, Field::number(1, "")});
  Names.IsInPlaceInC = true;
  Names.Write = [](TableSink &Sink) {
    Sink.text("a");
    Sink.text("bc");
  };
  Table &Codes = Tables.emplace_back(Table{
      "codes", Group, Table::Array, Field::number(2, "const uint16_t"), 4});
  Codes.Write = [](TableSink &Sink) {
    for (uint64_t Row = 0; Row != 4; ++Row) {
      constexpr uint64_t Values[] = {1, 2, 0x8000, 4};
      Sink.row(Row);
      Sink.number(Values[Row]);
    }
  };
  Table &Entries = Tables.emplace_back(
      Table{"entries", Group, Table::Array,
            Field::structure(EntryType, "const example_entry"), 2});
  Entries.LeadsToParams = AreLate;
  Entries.Write = [&](TableSink &Sink) {
    auto NameAt = [&](uint64_t Offset, StringRef Text) {
      Address Result = Address::table(Names, Offset);
      Result.Text = Text;
      return Result;
    };
    Sink.row(0);
    Sink.pointer(NameAt(0, "a"));
    Sink.number(1);
    Sink.number(0xfffffffe);
    Sink.pointer(Address::table(Codes));
    Sink.number(uint64_t(1) << 40);
    Sink.number(7);
    Sink.row(1);
    Sink.pointer(NameAt(2, "bc"));
    Sink.number(255, "UINT8_MAX");
    Sink.number(2);
    Sink.pointer(Address::table(Codes, 2));
    Sink.number(0);
    Sink.number(0);
  };
  Table &ById = Tables.emplace_back(Table{
      "by_id", Group, Table::Array, Field::pointer("const void *const"), 4});
  ById.IsSparse = true;
  ById.LeadsToParams = AreLate;
  ById.Write = [](TableSink &Sink) {
    Sink.row(1);
    Sink.pointer(Address::param(0));
    Sink.row(3);
    Sink.pointer(Address::param(1));
  };
  Table &Root = Tables.emplace_back(
      Table{"root", Group, Table::Single, Field::structure(RootType, "")});
  Root.Write = [&](TableSink &Sink) {
    Sink.number(1);
    Sink.sizeOf(EntryType);
    Sink.pointer(Address::table(Entries));
    Sink.pointer(Address::table(ById));
    Sink.pointer(Address::table(Words));
  };
}

constexpr StringLiteral ParamNames[] = {"p0", "p1"};

/// The tables in a module, those that are late only reserved, as an object.
SmallVector<char, 0> objectOf(const TableGroup &Tables, TargetMachine &Machine,
                              Module &M, bool AreLate) {
  IrTables Writer(M, PointerTables::ReadOnly, "", "", {AreLate});
  for (StringRef Name : ParamNames)
    Writer.Params.push_back(
        M.getOrInsertGlobal(Name, llvm::Type::getInt8Ty(M.getContext())));
  Writer.add(Tables, "use");
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  cantFail(generateCode(M, Machine, OS));
  return Bytes;
}

std::unique_ptr<TargetMachine> machineOf(StringRef TripleName) {
  TargetSpec Spec;
  Spec.Triple = Triple(TripleName);
  Spec.RelocationModel = Reloc::Static;
  return cantFail(createTargetMachine(Spec));
}

SmallVector<char, 0> byIr(StringRef TripleName) {
  TableGroup Tables;
  addExample(Tables, /*AreLate=*/false);
  auto Machine = machineOf(TripleName);
  LLVMContext Context;
  auto M = emptyModule(*Machine, Context);
  return objectOf(Tables, *Machine, *M, /*AreLate=*/false);
}

SmallVector<char, 0> byObject(StringRef TripleName) {
  TableGroup Tables;
  addExample(Tables, /*AreLate=*/true);
  auto Machine = machineOf(TripleName);
  LLVMContext Context;
  auto M = emptyModule(*Machine, Context);
  auto Object = cantFail(
      EditableObject::read(objectOf(Tables, *Machine, *M, /*AreLate=*/true)));
  std::vector<DataSymbol> Params;
  for (StringRef Name : ParamNames)
    Params.push_back({Name, ParamVisibility::Global, 0, 0, 0});
  std::vector<uint32_t> Numbers = Object->addSymbols(Params);
  for (const Table &TheTable : Tables)
    if (TheTable.LeadsToParams)
      cantFail(writeTable(*Object, TheTable, *M, [&](const Address &To) {
        return Expected<uint32_t>(Numbers[To.Index]);
      }));
  SmallVector<char, 0> Bytes;
  FileContents Contents = cantFail(Object->finish());
  cantFail(Contents.write([&](uint64_t, ArrayRef<uint8_t> Piece) {
    Bytes.append(Piece.begin(), Piece.end());
    return Error::success();
  }));
  return Bytes;
}

std::string sourceOf(const TableGroup &Tables) {
  std::string Source;
  raw_string_ostream OS(Source);
  OS << "#include <stdint.h>\n#include <stddef.h>\n"
        "#define METAOBJ_ALIGN(n) __attribute__((__aligned__(n)))\n"
        "extern const uint8_t p0[], p1[];\n"
        "typedef struct example_range {\n  uint8_t first;\n"
        "  uint32_t last;\n} example_range;\n"
        "typedef struct example_entry {\n  const char *name;\n"
        "  example_range range;\n  const uint16_t *codes;\n"
        "  uint64_t size;\n  uint16_t flags;\n} example_entry;\n";
  writeTypes(OS, Tables);
  writeTables(OS, Tables,
              [](const Address &To) { return ParamNames[To.Index]; });
  OS << "const void *use(void);\n"
        "const void *use(void) { return &root; }\n";
  return Source;
}

/// What clang makes of the C source, "" with a failure when it refuses it.
SmallVector<char, 0> byC(StringRef TripleName) {
  TableGroup Tables;
  addExample(Tables, /*AreLate=*/false);
  SmallString<128> Source, Object;
  int Descriptor = -1;
  if (sys::fs::createTemporaryFile("tables", "c", Descriptor, Source) ||
      sys::fs::createTemporaryFile("tables", "o", Object)) {
    ADD_FAILURE() << "no temporary files";
    return {};
  }
  raw_fd_ostream(Descriptor, /*shouldClose=*/true) << sourceOf(Tables);
  SmallVector<char, 0> Bytes;
  ErrorOr<std::string> Clang = sys::findProgramByName("clang-19");
  EXPECT_TRUE(bool(Clang)) << "the tests need clang-19";
  std::string Target = ("--target=" + TripleName).str();
  if (Clang && sys::ExecuteAndWait(*Clang, {*Clang, Target, "-ffreestanding",
                                            "-Wall", "-Wextra", "-Werror",
                                            "-pedantic", "-std=c99", "-fno-pic",
                                            "-c", "-o", Object, Source}) == 0) {
    auto Buffer = cantFail(errorOrToExpected(MemoryBuffer::getFile(Object)));
    Bytes.append(Buffer->getBufferStart(), Buffer->getBufferEnd());
  } else {
    ADD_FAILURE() << "clang refuses the source";
  }
  sys::fs::remove(Source);
  sys::fs::remove(Object);
  return Bytes;
}

/// The tables of an ELF object by what they say: each symbol with its bytes,
/// zeros where pointers are, and where each pointer leads.
class Described {
public:
  explicit Described(const SmallVectorImpl<char> &Bytes)
      : File(cantFail(ObjectFile::createObjectFile(MemoryBufferRef(
            StringRef(Bytes.data(), Bytes.size()), "tables")))) {}

  std::map<std::string, std::string> tables() const;

private:
  std::string targetOf(const ELFRelocationRef &Ref, StringRef Place) const;
  std::string placeName(SectionRef Section, uint64_t Offset) const;

  std::unique_ptr<ObjectFile> File;
};

/// "codes+4", or the string that lies there: C has strings without symbols.
std::string Described::placeName(SectionRef Section, uint64_t Offset) const {
  for (const SymbolRef &Symbol : File->symbols()) {
    std::string Name = cantFail(Symbol.getName()).str();
    uint64_t Start = cantFail(Symbol.getAddress());
    uint64_t Size = ELFSymbolRef(Symbol).getSize();
    if (cantFail(Symbol.getSection()) == Section && Size != 0 &&
        Offset >= Start && Offset < Start + Size && Name != "names" &&
        Name[0] != '.')
      return Name + "+" + utostr(Offset - Start);
  }
  StringRef Text = cantFail(Section.getContents()).substr(Offset);
  return "'" + Text.take_until([](char C) { return C == '\0'; }).str() + "'";
}

std::string Described::targetOf(const ELFRelocationRef &Ref,
                                StringRef Place) const {
  int64_t Addend = 0;
  if (Expected<int64_t> Stored = Ref.getAddend()) {
    Addend = *Stored;
  } else { // It is in the place.
    consumeError(Stored.takeError());
    Addend = static_cast<int32_t>(support::endian::read32le(Place.data()));
  }
  const SymbolRef Symbol = *Ref.getSymbol();
  section_iterator Section = cantFail(Symbol.getSection());
  if (Section == File->section_end())
    return cantFail(Symbol.getName()).str();
  return placeName(*Section, cantFail(Symbol.getAddress()) + Addend);
}

std::map<std::string, std::string> Described::tables() const {
  std::map<std::string, std::string> Result;
  for (const SymbolRef &Symbol : File->symbols()) {
    std::string Name = cantFail(Symbol.getName()).str();
    uint64_t Size = ELFSymbolRef(Symbol).getSize();
    if (cantFail(Symbol.getType()) != SymbolRef::ST_Data || Name == "names" ||
        Size == 0 || Name[0] == '.')
      continue;
    section_iterator Section = cantFail(Symbol.getSection());
    uint64_t Start = cantFail(Symbol.getAddress());
    std::string Bytes =
        cantFail(Section->getContents()).substr(Start, Size).str();
    std::map<uint64_t, std::string> Pointers;
    for (const SectionRef &Relocations : File->sections()) {
      if (cantFail(Relocations.getRelocatedSection()) != Section)
        continue;
      for (const RelocationRef &Relocation : Relocations.relocations()) {
        uint64_t Offset = Relocation.getOffset() - Start;
        if (Relocation.getOffset() < Start || Offset >= Size)
          continue;
        Pointers[Offset] =
            targetOf(Relocation, StringRef(Bytes).substr(Offset));
        std::fill_n(Bytes.begin() + Offset, File->getBytesInAddress(), '\0');
      }
    }
    std::string &Text = Result[Name] = toHex(Bytes);
    for (const auto &[Offset, Target] : Pointers)
      Text += " " + utostr(Offset) + ":" + Target;
  }
  return Result;
}

class TableWritersTest : public testing::TestWithParam<const char *> {};

TEST_P(TableWritersTest, AllSayTheSame) {
  auto Wanted = Described(byIr(GetParam())).tables();
  EXPECT_EQ(Wanted.size(), 5u); // "names" stands where pointers lead to it.
  EXPECT_EQ(Described(byObject(GetParam())).tables(), Wanted);
  EXPECT_EQ(Described(byC(GetParam())).tables(), Wanted);
}

INSTANTIATE_TEST_SUITE_P(Targets, TableWritersTest,
                         testing::Values("x86_64-unknown-linux-gnu",
                                         "s390x-unknown-linux-gnu",
                                         "thumbv7m-none-unknown-eabi",
                                         "i386-unknown-linux-gnu",
                                         "riscv32-unknown-elf"));

TEST(TableWritersTest, LittleEndianBytes) {
  auto Tables = Described(byIr("x86_64-unknown-linux-gnu")).tables();
  EXPECT_EQ(Tables["words"], "02006F6E6500666F75720000");
  EXPECT_EQ(Tables["codes"], "0100020000800400");
  EXPECT_EQ(Tables["by_id"], std::string(64, '0') + " 8:p0 24:p1");
  EXPECT_EQ(Tables["root"], "0100280000000000" + std::string(48, '0') +
                                " 8:entries+0 16:by_id+0 24:words+0");
  EXPECT_EQ(Tables["entries"],
            std::string(16, '0') + "01000000FEFFFFFF" + std::string(16, '0') +
                "00000000000100000700000000000000" + std::string(16, '0') +
                "FF00000002000000" + std::string(48, '0') +
                " 0:'a' 16:codes+0 40:'bc' 56:codes+4");
}

TEST(TableWritersTest, CSource) {
  TableGroup Tables;
  addExample(Tables, /*AreLate=*/false);
  std::string Source = sourceOf(Tables);
  EXPECT_NE(Source.find(R"(
METAOBJ_ALIGN(2)
static const struct {
  uint16_t count;
  char name0[4];
  char name1[5];
  char end[1];
} words = {
  2,
  "one",
  "four",
  "",
};

static const uint16_t codes[4] = {
  1, 2, 32768, 4,
};

static const example_entry entries[2] = {
  {"a", {1, 4294967294}, codes, 1099511627776, 7},
  {"bc", {UINT8_MAX, 2}, codes + 2, 0, 0},
};

static const void *const by_id[4] = {
  [1] = p0,
  [3] = p1,
};

static const example_root root = {
  1, (uint16_t)sizeof(example_entry), entries, by_id, (const char *)&words
};
)"),
            std::string::npos)
      << Source;
}

} // namespace
