//===- InventedFamilyTest.cpp - A family of runtimes that is not shipped --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What RuntimeFamily asks is enough for a runtime of which the library has
// never heard: it gets one here, by nothing but this class and a list of
// families. Its tables have numbers in place of names. Operators go all the
// way: from an object, in which their names tell the family, to a table, which
// a reader of its own reads back.
//
//===----------------------------------------------------------------------===//

#include "Abi/IrTables.h"
#include "Abi/ModelTables.h"
#include "Abi/RuntimeFamily.h"
#include "Base/Wording.h"
#include "Read/Files.h"
#include "metaobj/Emit.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Program.h"

#include <gmock/gmock.h>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

// As enumerators behind those of metaobj/Abi.h.
static constexpr auto MiniAbi =
    static_cast<RuntimeAbi>(static_cast<int>(RuntimeAbi::None) + 1);
static constexpr auto MiniOperators =
    static_cast<OperatorFamily>(static_cast<int>(OperatorFamily::Iree) + 1);

// As a file of src/Abi.

// typedef struct mini_op {
//   uint32_t id;
//   int32_t (*run)(void *arguments);
// } mini_op;
static constexpr Field MiniOpFields[] = {
    Field::number(4, "uint32_t id"),
    Field::functionPointer("metaobj_function_t *run"),
};
static constexpr Record MiniOpType = {"mini_op", MiniOpFields};

// typedef struct mini_table { ... } mini_table;
static constexpr Field MiniTableFields[] = {
    Field::number(1, "uint8_t magic"),
    Field::number(1, "uint8_t count"),
    Field::number(2, "uint16_t op_size"),
    Field::pointer("const mini_op *ops"),
};
static constexpr Record MiniTableType = {"mini_table", MiniTableFields};
static constexpr uint8_t MiniMagic = 0xd1;

static constexpr RuntimeAbi MiniAbis[] = {MiniAbi};
static constexpr StringLiteral MiniPatterns[] = {"*_mini_op"};
static constexpr StringLiteral MiniTypes[] = {"i32 (ptr)", "(i32) -> (i32)",
                                              "(i64) -> (i32)"};

/// FNV-1a.
static uint32_t miniId(StringRef Name) {
  uint32_t Id = 0x811c9dc5;
  for (unsigned char Byte : Name)
    Id = (Id ^ Byte) * 0x01000193;
  return Id;
}

namespace {

class MiniFamily final : public RuntimeFamily {
public:
  MiniFamily()
      : RuntimeFamily({
            .Name = "Mini",
            .Operators = MiniOperators,
            .Abis = MiniAbis,
            .Patterns = MiniPatterns,
            .Convention = CallingConvention::Other,
            .Declaration = "int32_t (void *)",
            .Types = MiniTypes,
            .TypeInC = R"(
/* Operators of Mini, and its tables. */
typedef int32_t metaobj_function_t(void *arguments);
typedef struct mini_op { uint32_t id; metaobj_function_t *run; } mini_op;
typedef struct mini_table {
  uint8_t magic, count;
  uint16_t op_size;
  const mini_op *ops;
} mini_table;
)",
            .HintForType = "compile it for Mini",
            .TableSymbolEnd = "_mini_table",
            .TableType = "mini_table",
            .TableComment = "All operators, by number.",
            .TypeInRust = "c_void",
        }) {}

  StringRef nameOf(RuntimeAbi) const override { return "mini"; }

  /// The count has a byte.
  RegistryLimits limitsOf(RuntimeAbi Abi) const override {
    RegistryLimits Limits = RuntimeFamily::limitsOf(Abi);
    Limits.MaxFunctions = UINT8_MAX;
    return Limits;
  }

  // int32_t f(void *arguments);
  FunctionType *functionType(const IrTables &Writer,
                             const metaobj::Function &) const override {
    return FunctionType::get(Type::getInt32Ty(Writer.module().getContext()),
                             {Writer.pointerType()},
                             /*isVarArg=*/false);
  }

  // static const mini_op _mini_ops[] = {{id, f}, ...};
  // static const mini_table _mini_table = {MiniMagic, N, sizeof(mini_op),
  //                                        _mini_ops};
  void addTables(ModelTables &Tables) const override {
    const Model &TheModel = Tables.model();
    TableAdder Add(Tables.Registry, "mini");
    const Table &Ops = Add.rows(
        "_mini_ops", Field::structure(MiniOpType, "const mini_op"),
        TheModel.Functions.size(), [&TheModel](TableSink &Sink, uint64_t Row) {
          Sink.number(miniId(TheModel.Functions[Row].Name));
          Sink.pointer(Address::function(Row));
        });
    Add.structure("_mini_table", MiniTableType, [&Ops](TableSink &Sink) {
      Sink.number(MiniMagic);
      Sink.number(Ops.Count);
      Sink.sizeOf(MiniOpType);
      Sink.pointer(Address::table(Ops));
    });
  }

  Error checkTarget(const Model &TheModel, const Triple &Target,
                    const DataLayout &Layout) const override {
    if (Layout.getPointerSize() >= 4)
      return Error::success();
    return inputError("model " + metaobj::quoted(TheModel.Name),
                      "Mini has no tables for " + metaobj::quoted(Target.str()),
                      "choose a machine with pointers of 32 bits or more");
  }

  std::string describe(const OperatorTraits &) const override {
    return "operators of Mini";
  }
};

} // namespace

/// In place of src/Abi/RuntimeFamilies.cpp: this program has one family more.
ArrayRef<const RuntimeFamily *> metaobj::runtimeFamilies() {
  static const MiniFamily Mini;
  static const RuntimeFamily *const All[] = {&tvmCrtFamily(), &tvmFfiFamily(),
                                             &ireeFamily(), &functionsFamily(),
                                             &Mini};
  return All;
}

namespace {

/// Reads the table of an ELF object with addends in its relocations. Knows the
/// C declarations above and nothing of the writers.
class MiniReader {
public:
  explicit MiniReader(MemoryBufferRef Bytes)
      : File(cantFail(ObjectFile::createObjectFile(Bytes))) {}

  /// Number and symbol of each operator.
  std::vector<std::pair<uint32_t, std::string>> operators() const;

private:
  struct Place {
    SectionRef Section;
    uint64_t Offset = 0;
    std::string Symbol; ///< Of another object.
  };

  Place find(StringRef Symbol) const;
  Place pointee(const Place &Pointer) const;
  uint64_t number(const Place &Where, uint64_t Offset, unsigned Bytes) const;

  std::unique_ptr<ObjectFile> File;
};

MiniReader::Place MiniReader::find(StringRef Symbol) const {
  for (const SymbolRef &Candidate : File->symbols())
    if (cantFail(Candidate.getName()) == Symbol)
      return {*cantFail(Candidate.getSection()),
              cantFail(Candidate.getAddress()), ""};
  ADD_FAILURE() << "no symbol " << Symbol.str();
  return {};
}

MiniReader::Place MiniReader::pointee(const Place &Pointer) const {
  for (const SectionRef &Section : File->sections()) {
    if (cantFail(Section.getRelocatedSection()) != Pointer.Section)
      continue;
    for (const ELFRelocationRef Relocation : Section.relocations()) {
      if (Relocation.getOffset() != Pointer.Offset)
        continue;
      const SymbolRef Symbol = *Relocation.getSymbol();
      section_iterator Home = cantFail(Symbol.getSection());
      if (Home == File->section_end())
        return {{}, 0, cantFail(Symbol.getName()).str()};
      return {*Home,
              cantFail(Symbol.getAddress()) + cantFail(Relocation.getAddend()),
              ""};
    }
  }
  ADD_FAILURE() << "no relocation at " << Pointer.Offset;
  return {};
}

uint64_t MiniReader::number(const Place &Where, uint64_t Offset,
                            unsigned Bytes) const {
  DataExtractor Contents(cantFail(Where.Section.getContents()),
                         File->isLittleEndian(), File->getBytesInAddress());
  Offset += Where.Offset;
  return Contents.getUnsigned(&Offset, Bytes);
}

std::vector<std::pair<uint32_t, std::string>> MiniReader::operators() const {
  const uint64_t PointerBytes = File->getBytesInAddress();
  const Place Table = find("_mini_table");
  EXPECT_EQ(number(Table, 0, 1), 0xd1u);
  const uint64_t Count = number(Table, 1, 1), OpSize = number(Table, 2, 2);
  EXPECT_EQ(OpSize, 2 * PointerBytes);
  Place Op = pointee(
      {Table.Section, Table.Offset + std::max<uint64_t>(4, PointerBytes), ""});
  std::vector<std::pair<uint32_t, std::string>> Result;
  for (uint64_t I = 0; I != Count; ++I, Op.Offset += OpSize)
    Result.push_back(
        {static_cast<uint32_t>(number(Op, 0, 4)),
         pointee({Op.Section, Op.Offset + PointerBytes, ""}).Symbol});
  return Result;
}

/// What clang makes of \p Source; nullptr with a failure if it refuses it.
std::unique_ptr<MemoryBuffer> compileC(const TemporaryFolder &Folder,
                                       StringRef TripleName, StringRef Source) {
  ErrorOr<std::string> Clang = sys::findProgramByName("clang-19");
  EXPECT_TRUE(bool(Clang)) << "the tests need clang-19";
  const std::string Input = Folder.add("table.c", Source),
                    Output = Folder.path("table.o"),
                    Target = ("--target=" + TripleName).str();
  if (!Clang ||
      sys::ExecuteAndWait(*Clang, {*Clang, Target, "-ffreestanding", "-Wall",
                                   "-Wextra", "-Werror", "-std=c99", "-fno-pic",
                                   "-c", "-o", Output, Input}) != 0) {
    ADD_FAILURE() << "clang refuses\n" << Source.str();
    return nullptr;
  }
  return cantFail(errorOrToExpected(MemoryBuffer::getFile(Output)));
}

TargetSpec specOf(StringRef TripleName) {
  TargetSpec Spec;
  Spec.Triple = Triple(TripleName);
  Spec.RelocationModel = Reloc::Static;
  return Spec;
}

struct InventedFamily : testing::Test {
  TemporaryFolder Folder;
  Messages Received;

  Expected<FileModel> readFile(const std::string &Path,
                               std::vector<std::string> Functions = {}) {
    InputConfig Config;
    Config.Files = {Path};
    Config.Functions = std::move(Functions);
    Config.Diagnostics = Received.handler();
    return readModel(Config);
  }
};

TEST_F(InventedFamily, IsAnAbiAsAnyOther) {
  EXPECT_EQ(runtimeAbis().back(), MiniAbi);
  EXPECT_EQ(parseRuntimeAbi("mini"), MiniAbi);
  EXPECT_FALSE(isTvmCrt(MiniAbi));
}

TEST_F(InventedFamily, TwoOperatorsGoThereAndBack) {
  FileModel TheModel = cantFail(readFile(Folder.add(
      "ops.o",
      elfObject({{"add_mini_op"}, {"helper"}, {"multiply_mini_op"}}))));
  EXPECT_EQ(TheModel.Concluded.Family, MiniOperators);
  EXPECT_EQ(TheModel.Concluded.Abi, MiniAbi);
  EXPECT_THAT(Received.Lines,
              Contains("note: model 'default': operators of Mini, from their "
                       "names"));
  EXPECT_THAT(Received.Lines, Contains(HasSubstr("'helper'")));

  // They decide the target, and the table is for others here.
  TheModel.Objects.clear();
  EmitConfig Config;
  Config.Abi = TheModel.Concluded.Abi;
  const auto Wanted =
      ElementsAre(Pair(miniId("add_mini_op"), "add_mini_op"),
                  Pair(miniId("multiply_mini_op"), "multiply_mini_op"));
  const Emission OfC = cantFail(emitC(TheModel, Config));
  const std::string Source = cantFail(OfC.toMemory())->getBuffer().str();
  for (StringRef TripleName :
       {"x86_64-unknown-linux-gnu", "s390x-unknown-linux-gnu",
        "riscv32-unknown-elf"}) {
    SCOPED_TRACE(TripleName.str());
    const Emission Object =
        cantFail(emit(TheModel, specOf(TripleName), Config));
    EXPECT_THAT(
        MiniReader(cantFail(Object.toMemory())->getMemBufferRef()).operators(),
        Wanted);
    const auto Compiled = compileC(Folder, TripleName, Source);
    ASSERT_NE(Compiled, nullptr);
    EXPECT_THAT(MiniReader(Compiled->getMemBufferRef()).operators(), Wanted);
  }
  // Linkers of WebAssembly compare types.
  const Emission Ir = cantFail(emit(TheModel, specOf("wasm32-unknown-unknown"),
                                    Config, OutputKind::LlvmIr));
  EXPECT_THAT(cantFail(Ir.toMemory())->getBuffer().str(),
              AllOf(HasSubstr("i32 @add_mini_op(ptr)"),
                    HasSubstr("ptr @tvmgen_default_mini_table()")));
}

TEST_F(InventedFamily, RefusesWhatItCannotHave) {
  // Another type.
  const std::string Typed =
      Folder.add("typed.bc", bitcode("define float @add_mini_op(float %x) {\n"
                                     "  ret float %x\n}\n"));
  EXPECT_THAT(text(readFile(Typed, {"add_mini_op"}).takeError()),
              AllOf(HasSubstr("'add_mini_op' is float (float)"),
                    HasSubstr("int32_t (void *)"),
                    HasSubstr("compile it for Mini")));
  // Operators of two runtimes.
  const std::string Mixed = Folder.add(
      "mixed.o", elfObject({{"add_mini_op"}, {"net_library_query"}}));
  EXPECT_THAT(text(readFile(Mixed).takeError()),
              AllOf(HasSubstr("is for IREE ('net_library_query')"),
                    HasSubstr("for Mini ('add_mini_op')")));
  // More than its table can count, and a machine without a table.
  Model TheModel;
  for (unsigned I = 0; I != 256; ++I)
    TheModel.Functions.push_back(
        {"f" + std::to_string(I), "", CallingConvention::Other, "ops.o"});
  EmitConfig Config;
  Config.Abi = MiniAbi;
  EXPECT_THAT(text(emitC(TheModel, Config).takeError()),
              HasSubstr("256 functions, but clients of mini count up to 255\n"
                        "hint: split the model"));
  TheModel.Functions.resize(1);
  EXPECT_THAT(
      text(emit(TheModel, specOf("msp430-none-elf"), Config).takeError()),
      HasSubstr("Mini has no tables for 'msp430"));
}

} // namespace
