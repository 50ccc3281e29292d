//===- EmitTest.cpp - The library as a compiler uses it -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"
#include "Base/FileContents.h"
#include "Base/LlvmVersion.h"
#include "Base/Wording.h"
#include "Check/Check.h"
#include "metaobj/RuntimeModule.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Testing/Support/SupportHelpers.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <thread>

using namespace llvm;
using namespace metaobj;
using testing::HasSubstr;

namespace {

/// What a compiler implements: a module with two functions and a tensor.
class TestModule : public RuntimeModule {
public:
  explicit TestModule(DLManagedTensor *Tensor = nullptr) : Tensor(Tensor) {}

  StringRef name() const override { return "test module"; }

  std::optional<std::vector<metaobj::Function>> functionNames() const override {
    return std::vector<metaobj::Function>{
        {"tvmgen_default_a", "", CallingConvention::Packed, "test module"},
        {"tvmgen_default_b", "", CallingConvention::Packed, "test module"}};
  }

  Expected<std::vector<Param>> linkedParams() const override {
    std::vector<Param> Params;
    if (!Tensor)
      return Params;
    Expected<Param> P = Param::fromManaged("weights", Tensor);
    if (!P)
      return P.takeError();
    P->StorageId = 1;
    Params.push_back(std::move(*P));
    return Params;
  }

private:
  DLManagedTensor *Tensor;
};

/// A tensor of three floats that counts how often it is deleted.
struct CountedTensor {
  float Values[3] = {1.0f, 2.0f, 3.0f};
  int64_t Shape[1] = {3};
  int Deleted = 0;
  DLManagedTensor Managed = {};

  CountedTensor() {
    Managed.dl_tensor.data = Values;
    Managed.dl_tensor.device = {kDLCPU, 0};
    Managed.dl_tensor.ndim = 1;
    Managed.dl_tensor.dtype = {kDLFloat, 32, 1};
    Managed.dl_tensor.shape = Shape;
    Managed.manager_ctx = this;
    Managed.deleter = [](DLManagedTensor *Self) {
      ++static_cast<CountedTensor *>(Self->manager_ctx)->Deleted;
    };
  }
};

std::unique_ptr<TargetMachine> machine(StringRef TripleName,
                                       Reloc::Model Relocation) {
  TargetSpec Spec;
  Spec.Triple = Triple(TripleName);
  Spec.RelocationModel = Relocation;
  return cantFail(createTargetMachine(Spec));
}

std::string emitToString(const Model &TheModel, TargetMachine &Machine,
                         const EmitConfig &Config = EmitConfig()) {
  Emission Emitted = cantFail(emit(TheModel, Machine, Config));
  return cantFail(Emitted.toMemory())->getBuffer().str();
}

TEST(EmitTest, EachKindOfOutputIsWhatItsNameSays) {
  auto Machine = machine("x86_64-unknown-linux-gnu", Reloc::PIC_);
  TestModule Module;
  const RuntimeModule *Modules[] = {&Module};
  Model TheModel = cantFail(collect(Modules));
  auto Written = [&](OutputKind Kind) {
    Emission Emitted = cantFail(emit(TheModel, *Machine, EmitConfig(), Kind));
    return cantFail(Emitted.toMemory())->getBuffer().str();
  };
  EXPECT_THAT(Written(OutputKind::Object), testing::StartsWith("\x7f"
                                                               "ELF"));
  EXPECT_THAT(Written(OutputKind::LlvmIr),
              HasSubstr("define ptr @TVMSystemLibEntryPoint()"));
  EXPECT_THAT(Written(OutputKind::LlvmBitcode),
              testing::StartsWith("BC\xc0\xde"));
  EXPECT_THAT(Written(OutputKind::C),
              HasSubstr("const TVMModule *TVMSystemLibEntryPoint(void)"));
}

/// Two parameters, of several chunks each.
Model largeModel(int64_t Size = 3 << 20) {
  Model TheModel;
  TheModel.Name = "default";
  for (const char *Name : {"a", "b"}) {
    Param P;
    P.Name = Name;
    P.DType = {kDLInt, 8, 1};
    P.Shape = {Size};
    P.Data = Payload::fill(static_cast<uint8_t>(*Name), uint64_t(Size));
    TheModel.Params.push_back(std::move(P));
  }
  return TheModel;
}

TargetSpec hostedTarget() {
  TargetSpec Target;
  Target.Triple = Triple("x86_64-unknown-linux-gnu");
  return Target;
}

/// What a ProgressFunction is told by \p Write.
std::vector<std::pair<uint64_t, uint64_t>> progressOf(
    function_ref<Error(StringRef Path, const ProgressFunction &)> Write) {
  std::vector<std::pair<uint64_t, uint64_t>> Told;
  auto Tell = [&Told](uint64_t Done, uint64_t Total) {
    Told.emplace_back(Done, Total);
    return true;
  };
  unittest::TempDir Folder("progress", /*Unique=*/true);
  EXPECT_FALSE(errorToBool(Write(Folder.path("m.o").str().str(), Tell)));
  return Told;
}

void expectProgress(ArrayRef<std::pair<uint64_t, uint64_t>> Told) {
  constexpr uint64_t Payloads = 6 << 20;
  ASSERT_GT(Told.size(), Payloads / FileContents::ChunkSize);
  uint64_t Before = 0;
  for (auto [Done, Total] : Told) {
    EXPECT_GE(Done, Before);
    EXPECT_LE(Done, Total);
    Before = Done;
  }
  EXPECT_EQ(Told.back().first, Told.back().second);
  EXPECT_GT(Told.back().first, Payloads);
}

TEST(EmitTest, ProgressIsTold) {
  Model TheModel = largeModel();
  EmitConfig Config;
  Config.Params.Dedup = ParamDedup::Off;
  Emission One = cantFail(emit(TheModel, hostedTarget(), Config));
  expectProgress(progressOf([&](StringRef Path, const ProgressFunction &Tell) {
    return One.writeTo(Path, Tell);
  }));
  Config.Params.Where = InShards{2};
  auto Shards = cantFail(emitShards(TheModel, hostedTarget(), Config));
  expectProgress(progressOf([&](StringRef Path, const ProgressFunction &Tell) {
    return writeShards(Shards, Path, Tell);
  }));
}

TEST(EmitTest, WritingThatIsStoppedLeavesNoFile) {
  Model TheModel = largeModel();
  Emission Emitted = cantFail(emit(TheModel, hostedTarget(), EmitConfig()));
  unittest::TempDir Folder("stopped", /*Unique=*/true);
  std::string Path = Folder.path("m.o").str().str();
  auto Stop = [](uint64_t, uint64_t) { return false; };
  EXPECT_EQ(toString(Emitted.writeTo(Path, Stop)),
            Path + ": writing was stopped");
  EXPECT_FALSE(sys::fs::exists(Path));
  // It is a value: it can be written again.
  cantFail(Emitted.writeTo(Path));
  auto Written = cantFail(errorOrToExpected(MemoryBuffer::getFile(Path)));
  EXPECT_EQ(Written->getBuffer(), cantFail(Emitted.toMemory())->getBuffer());
}

TEST(EmitTest, OperatorObjectsWithoutBytesAreErrors) {
  std::string Wanted =
      "op.o: has no bytes; give it those of an object, bitcode or IR";
  for (bool IsNull : {true, false}) {
    Model TheModel;
    TheModel.Objects.push_back(
        {"op.o", IsNull ? nullptr : MemoryBuffer::getMemBuffer("", "op.o")});
    EXPECT_EQ(
        toString(emit(TheModel, hostedTarget(), EmitConfig()).takeError()),
        Wanted);
    EXPECT_EQ(toString(inferTarget(TheModel.Objects).takeError()), Wanted);
    EXPECT_EQ(toString(checkObjects(TheModel.Objects, CheckConfig())), Wanted);
  }
}

TEST(EmitTest, WhatIsNoObjectIsRefused) {
  Model TheModel;
  TheModel.Objects.push_back({"op.o", MemoryBuffer::getMemBuffer("junk")});
  EXPECT_EQ(toString(emit(TheModel, hostedTarget(), EmitConfig()).takeError()),
            "op.o: is a text file, and no object; the objects of a model "
            "are objects, bitcode or IR");
}

TEST(EmitTest, NumbersThatAreNoChoiceAreRefused) {
  Model TheModel;
  EmitConfig Config;
  EXPECT_EQ(
      toString(
          emit(TheModel, hostedTarget(), Config, OutputKind(99)).takeError()),
      "OutputKind: is 99, which stands for nothing");
  Config.Params.Dedup = ParamDedup(97);
  EXPECT_EQ(toString(emit(TheModel, hostedTarget(), Config).takeError()),
            "ParamConfig::Dedup: is 97, which stands for nothing");

  auto Refusal = [&](const EmitConfig &TheEmitConfig) {
    return toString(emit(TheModel, hostedTarget(), TheEmitConfig).takeError());
  };
  Config = {};
  Config.Abi = RuntimeAbi(96);
  EXPECT_EQ(Refusal(Config),
            "EmitConfig::Abi: is 96, which stands for nothing");
  EXPECT_EQ(toString(emitC(TheModel, Config).takeError()),
            "EmitConfig::Abi: is 96, which stands for nothing");
  Config = {};
  PlacementRule &Rule = Config.Params.Rules.emplace_back();
  Rule.Glob = "*";
  Rule.Visibility = ParamVisibility(95);
  EXPECT_EQ(Refusal(Config),
            "PlacementRule::Visibility: is 95, which stands for nothing");
  Config = {};
  Config.Executor = ExecutorConfig();
  Config.Executor->Calls = ExecutorCalls(94);
  EXPECT_EQ(Refusal(Config),
            "ExecutorConfig::Calls: is 94, which stands for nothing");
  Config.Executor = ExecutorConfig();
  Config.Executor->Interface = EntryInterface(93);
  EXPECT_EQ(Refusal(Config),
            "ExecutorConfig::Interface: is 93, which stands for nothing");
  Config.Executor = ExecutorConfig();
  Config.Executor->Wrappers = PackedWrappers(92);
  EXPECT_EQ(Refusal(Config),
            "ExecutorConfig::Wrappers: is 92, which stands for nothing");
}

/// An emission would refer to it when it is gone.
template <typename Given>
concept CanBeEmitted =
    requires(Given &&TheModel, const TargetSpec &Target, TargetMachine &Machine,
             const EmitConfig &Config) {
      emit(std::forward<Given>(TheModel), Target, Config);
      emit(std::forward<Given>(TheModel), Machine, Config);
      emitShard(std::forward<Given>(TheModel), Target, Config, 0);
      emitShards(std::forward<Given>(TheModel), Target, Config);
      emitC(std::forward<Given>(TheModel), Config);
    };
template <typename Given>
concept CanBeEmittedInAnyWay =
    requires(Given &&TheModel, const TargetSpec &Target,
             const EmitConfig &Config) {
      emit(std::forward<Given>(TheModel), Target, Config);
    } ||
    requires(Given &&TheModel, TargetMachine &Machine,
             const EmitConfig &Config) {
      emit(std::forward<Given>(TheModel), Machine, Config);
    } ||
    requires(Given &&TheModel, const EmitConfig &Config) {
      emitC(std::forward<Given>(TheModel), Config);
    };
static_assert(CanBeEmitted<Model &> && CanBeEmitted<const Model &> &&
                  !CanBeEmittedInAnyWay<Model>,
              "a temporary model is refused by the compiler");

TEST(EmitTest, ObjectsOfAnotherMachineAreErrors) {
  Model Operators, TheModel;
  Emission Object = cantFail(emit(Operators, hostedTarget(), EmitConfig()));
  TheModel.Objects.push_back({"op.o", cantFail(Object.toMemory("op.o"))});
  TargetSpec Thumb;
  Thumb.Triple = Triple("thumbv7m-none-eabi");
  std::unique_ptr<TargetMachine> Machine = cantFail(createTargetMachine(Thumb));
  std::vector<std::string> Hints;
  EmitConfig Config;
  Config.Diagnostics = [&](const Diagnostic &TheDiagnostic) {
    Hints.push_back(TheDiagnostic.Hint.text());
  };
  EXPECT_THAT(toString(emit(TheModel, *Machine, Config).takeError()),
              AllOf(HasSubstr("hint: give a machine for the objects' target"),
                    HasSubstr("x86-64  ARM")));
  std::string Advice = "leave the target's flags out to take it from the "
                       "objects";
  EXPECT_THAT(Hints, testing::Not(testing::Contains(Advice)));
  // What is chosen by hand is the user's affair.
  cantFail(emit(TheModel, Thumb, Config));
  EXPECT_THAT(Hints, testing::Contains(Advice));
}

TEST(EmitTest, PrinterThatNobodyInitialisedIsNamed) {
  // No other test of this program has this target.
  LLVMInitializeMSP430TargetInfo();
  LLVMInitializeMSP430Target();
  LLVMInitializeMSP430TargetMC();
  std::string Problem;
  const Target *MSP430 = TargetRegistry::lookupTarget(
      llvm_version::lookUpArgument(Triple("msp430")), Problem);
  ASSERT_TRUE(MSP430) << Problem;
  std::unique_ptr<TargetMachine> Machine = llvm_version::createTargetMachine(
      *MSP430, Triple("msp430"), "", "", TargetOptions(), Reloc::Static,
      std::nullopt);
  Model TheModel;
  EXPECT_THAT(toString(emit(TheModel, *Machine, EmitConfig()).takeError()),
              HasSubstr("its printer of code is not initialised; call "
                        "LLVMInitializeMSP430AsmPrinter "));
}

TEST(EmitTest, EveryWayOfWritingGivesTheSameBytes) {
  for (auto [Kind, Size] :
       {std::pair(OutputKind::Object, 3 << 20), {OutputKind::C, 100 << 10}}) {
    Model TheModel = largeModel(Size);
    Emission Emitted =
        cantFail(emit(TheModel, hostedTarget(), EmitConfig(), Kind));
    std::string Streamed;
    raw_string_ostream OS(Streamed);
    cantFail(Emitted.writeTo(OS));
    auto InMemory = cantFail(Emitted.toMemory("x.o"));
    EXPECT_EQ(InMemory->getBufferIdentifier(), "x.o");
    EXPECT_TRUE(InMemory->getBuffer() == OS.str());
  }
}

TEST(EmitTest, FunctionsWithOneSymbolShareIt) {
  Model TheModel;
  TheModel.Name = "default";
  for (auto [Name, Symbol] : {std::pair("f", "s"),
                              {"g", "t"},
                              {"h", "t"},
                              {"i", "s"},
                              {"j", "t"},
                              {"k", ""}})
    TheModel.Functions.push_back(
        {Name, Symbol, CallingConvention::Packed, "test"});
  for (RuntimeAbi Abi : {RuntimeAbi::TvmCrtU16, RuntimeAbi::TvmCrtUniversal}) {
    auto Machine = machine("x86_64-unknown-linux-gnu", Reloc::PIC_);
    EmitConfig Config;
    Config.Abi = Abi;
    std::string Bytes = emitToString(TheModel, *Machine, Config);
    auto Object = cantFail(
        object::ObjectFile::createELFObjectFile(MemoryBufferRef(Bytes, "")));
    std::vector<std::string> Undefined;
    for (const object::SymbolRef &Ref : Object->symbols())
      if (cantFail(Ref.getFlags()) & object::SymbolRef::SF_Undefined)
        Undefined.push_back(cantFail(Ref.getName()).str());
    EXPECT_THAT(Undefined, testing::UnorderedElementsAre("s", "t", "k"));
    std::vector<std::string> Pointers;
    for (const object::SectionRef &Section : Object->sections())
      for (const object::RelocationRef &Relocation : Section.relocations())
        if (cantFail(Relocation.getSymbol()->getFlags()) &
            object::SymbolRef::SF_Undefined)
          Pointers.push_back(cantFail(Relocation.getSymbol()->getName()).str());
    EXPECT_THAT(Pointers, testing::ElementsAre("s", "t", "t", "s", "t", "k"));
  }
}

TEST(EmitTest, ModuleIsBuiltInTheCallersContext) {
  auto Machine = machine("thumbv7em-none-eabi", Reloc::Static);
  TestModule Module;
  const RuntimeModule *Modules[] = {&Module};
  Model TheModel = cantFail(collect(Modules));
  LLVMContext Context;
  std::unique_ptr<llvm::Module> M =
      cantFail(buildModule(TheModel, *Machine, Context, EmitConfig()));
  EXPECT_EQ(&M->getContext(), &Context);
  EXPECT_FALSE(verifyModule(*M));
  EXPECT_EQ(llvm_version::tripleName(*M), Machine->getTargetTriple().str());
  llvm::Function *Entry = M->getFunction("TVMSystemLibEntryPoint");
  ASSERT_TRUE(Entry);
  EXPECT_TRUE(Entry->doesNotThrow());
  EXPECT_TRUE(M->getFunction("tvmgen_default_a")->isDeclaration());
  EXPECT_EQ(M->getSourceFileName(), "metaobj");
}

TEST(EmitTest, TensorIsKeptUntilEmissionAndDeletedOnce) {
  auto Machine = machine("x86_64-unknown-linux-gnu", Reloc::PIC_);
  CountedTensor Tensor;
  {
    TestModule Module(&Tensor.Managed);
    const RuntimeModule *Modules[] = {&Module};
    Model TheModel = cantFail(collect(Modules));
    Model Copy = TheModel;
    std::string Object = emitToString(TheModel, *Machine);
    EXPECT_EQ(Tensor.Deleted, 0);
    StringRef Bytes(reinterpret_cast<const char *>(Tensor.Values),
                    sizeof(Tensor.Values));
    EXPECT_TRUE(StringRef(Object).contains(Bytes));
  }
  EXPECT_EQ(Tensor.Deleted, 1);
}

TEST(EmitTest, ElementsStandInTheTargetsOrder) {
  auto Machine = machine("aarch64_be-unknown-linux-gnu", Reloc::Static);
  CountedTensor Tensor;
  TestModule Module(&Tensor.Managed);
  const RuntimeModule *Modules[] = {&Module};
  Model TheModel = cantFail(collect(Modules));
  std::string Object = emitToString(TheModel, *Machine);
  EXPECT_TRUE(StringRef(Object).contains(
      StringRef("\x3f\x80\0\0\x40\0\0\0\x40\x40\0\0", 12)));
}

TEST(EmitTest, ThreadsDoNotDisturbEachOther) {
  TestModule Module;
  const RuntimeModule *Modules[] = {&Module};
  const Model TheModel = cantFail(collect(Modules));
  const char *Triples[] = {"x86_64-unknown-linux-gnu", "riscv32-unknown-elf",
                           "thumbv6m-none-eabi", "aarch64-unknown-linux-gnu"};
  std::string Alone[4], Together[4];
  for (int I = 0; I < 4; ++I)
    Alone[I] = emitToString(TheModel, *machine(Triples[I], Reloc::Static));
  std::vector<std::thread> Threads;
  for (int I = 0; I < 4; ++I)
    Threads.emplace_back([&, I] {
      Together[I] = emitToString(TheModel, *machine(Triples[I], Reloc::Static));
    });
  for (std::thread &T : Threads)
    T.join();
  for (int I = 0; I < 4; ++I)
    EXPECT_EQ(Alone[I], Together[I]) << Triples[I];
}

/// "<name> <flags>" of each section of ELF that is loaded and has bytes, but of
/// code.
std::vector<std::string> dataSections(StringRef Bytes) {
  auto Object =
      cantFail(object::ObjectFile::createELFObjectFile({Bytes, "metadata.o"}));
  std::vector<std::string> Sections;
  for (const object::ELFSectionRef Section : Object->sections())
    if ((Section.getFlags() & ELF::SHF_ALLOC) && Section.getSize() &&
        !(Section.getFlags() & ELF::SHF_EXECINSTR))
      Sections.push_back((cantFail(Section.getName()) +
                          (Section.getFlags() & ELF::SHF_WRITE ? " WA" : " A"))
                             .str());
  return Sections;
}

TEST(EmitTest, OneModuleServesEveryRelocationModel) {
  TestModule Module;
  const RuntimeModule *Modules[] = {&Module};
  Model TheModel = cantFail(collect(Modules));
  auto Static = machine("x86_64-unknown-linux-gnu", Reloc::Static);
  auto Moving = machine("x86_64-unknown-linux-gnu", Reloc::PIC_);
  for (TargetMachine *Final : {Static.get(), Moving.get()}) {
    LLVMContext Context;
    std::unique_ptr<llvm::Module> M =
        cantFail(buildModule(TheModel, *Static, Context, EmitConfig()));
    SmallVector<char, 0> Bytes;
    raw_svector_ostream OS(Bytes);
    legacy::PassManager Passes;
    ASSERT_FALSE(Final->addPassesToEmitFile(Passes, OS, nullptr,
                                            llvm_version::ObjectFile));
    Passes.run(*M);
    // A name stands for one kind of section: ORC and LTO want that.
    std::vector<std::string> Wanted =
        Final == Static.get()
            ? std::vector<std::string>{".rodata.metaobj.registry A",
                                       ".rodata A"}
            : std::vector<std::string>{".rodata.metaobj.registry A",
                                       ".data.rel.ro WA"};
    EXPECT_THAT(dataSections(OS.str()),
                testing::UnorderedElementsAreArray(Wanted));
  }
}

std::string refusal(const Model &TheModel, EmitConfig Config = {}) {
  auto Machine = machine("x86_64-unknown-linux-gnu", Reloc::PIC_);
  LLVMContext Context;
  auto M = buildModule(TheModel, *Machine, Context, Config);
  return M ? "<accepted>" : withoutHints(M.takeError()).text();
}

Param scalar(StringRef Name, std::optional<uint64_t> StorageId) {
  Param P;
  P.Name = Name.str();
  P.DType = {kDLInt, 8, 1};
  P.Data = Payload::fill(0, 1);
  P.Owner = "p.bin";
  P.StorageId = StorageId;
  return P;
}

TEST(EmitTest, RefusesAFunctionThatIsEmittedItself) {
  Model TheModel;
  TheModel.Functions.push_back(
      {"TVMSystemLibEntryPoint", "", CallingConvention::Packed, "a.o"});
  EXPECT_EQ(refusal(TheModel), "a.o: function 'TVMSystemLibEntryPoint' has the "
                               "name of a symbol that is emitted");
  EmitConfig Config;
  Config.EntryPoint = "entry";
  EXPECT_EQ(refusal(TheModel, Config), "<accepted>");
}

TEST(EmitTest, RefusesEqualSymbols) {
  Model TheModel;
  TheModel.Params.push_back(scalar("p", std::nullopt));
  EmitConfig Config;
  Config.EntryPoint = "tvmgen_default_params";
  EXPECT_THAT(
      refusal(TheModel, Config),
      HasSubstr("two emitted symbols would be called 'tvmgen_default_params'"));
}

/// Programs compare names up to their NUL.
TEST(EmitTest, RefusesARegisteredNameWithNul) {
  EmitConfig Config;
  Config.Registry.Register = std::string("net\0two", 7);
  EXPECT_EQ(refusal(Model(), Config),
            "model 'default': the name 'net\\00two' has a NUL inside");
  Config.Registry.Register = "net two";
  EXPECT_EQ(refusal(Model(), Config), "<accepted>");
}

TEST(EmitTest, NamesOfRegisteredModels) {
  EmitConfig Config;
  Model TheModel;
  TheModel.Name = "net";
  EXPECT_EQ(Config.registeredName(TheModel), std::nullopt);
  Config.Registry.Register = "";
  EXPECT_EQ(Config.registeredName(TheModel), "net");
  Config.Prefix = "v1";
  EXPECT_EQ(Config.registeredName(TheModel), "v1");
  Config.Registry.Register = "net@1";
  EXPECT_EQ(Config.registeredName(TheModel), "net@1");
}

TEST(EmitTest, RefusesNamesOfTables) {
  EmitConfig Config;
  Config.EntryPoint = "_tvm_crt_module";
  EXPECT_THAT(refusal(Model(), Config), HasSubstr("two emitted symbols"));
  Model TheModel;
  TheModel.Params.push_back(scalar("w", std::nullopt));
  TheModel.Functions.push_back(
      {"__tvm_param__w", "", CallingConvention::Packed, "a.o"});
  EXPECT_EQ(refusal(TheModel), "a.o: function '__tvm_param__w' has the name of "
                               "a symbol that is emitted");
}

TEST(EmitTest, RefusesNamesOfLlvm) {
  for (StringRef Name : {"llvm.foo", "\1foo"}) {
    Model TheModel;
    TheModel.Functions.push_back(
        {Name.str(), "", CallingConvention::Packed, "a.o"});
    EXPECT_THAT(refusal(TheModel),
                HasSubstr("is a name that LLVM keeps for itself"));
    EmitConfig Config;
    Config.EntryPoint = Name;
    EXPECT_THAT(refusal(Model(), Config),
                HasSubstr("is a name that LLVM keeps for itself"));
  }
}

TEST(EmitTest, RefusesPlacesThatAreNotForConstants) {
  Model TheModel;
  TheModel.Params.push_back(scalar("p", std::nullopt));
  EXPECT_EQ(refusal(TheModel), "<accepted>");
  TheModel.Params[0].Section = ".bss.p";
  EXPECT_EQ(
      refusal(TheModel),
      "p.bin: section '.bss.p' of parameter 'p' is not one for constants");
  TheModel.Params[0].Section = "";
  EmitConfig Config;
  Config.Params.Alignment = 48;
  EXPECT_EQ(refusal(TheModel, Config),
            "p.bin: alignment 48 of parameter 'p' is not a power of two");
  Config.Params.Alignment = 64;
  Config.Params.Rules = {{"[p", ".flash", 0}};
  EXPECT_THAT(refusal(TheModel, Config), HasSubstr("placement: "));
}

TEST(EmitTest, LastRuleThatMatchesWins) {
  auto Machine = machine("thumbv7m-none-eabi", Reloc::Static);
  Model TheModel;
  TheModel.Params.push_back(scalar("p", std::nullopt));
  TheModel.Params[0].Section = ".own";
  TheModel.Params[0].Alignment = 4;
  EmitConfig Config;
  Config.Params.Rules = {{"*", ".all", 8}, {"p", "", 32}, {"q", ".other", 16}};
  LLVMContext Context;
  auto M = cantFail(buildModule(TheModel, *Machine, Context, Config));
  GlobalVariable *P = M->getNamedGlobal("__tvm_param__p");
  ASSERT_TRUE(P);
  EXPECT_EQ(P->getSection(), ".all");
  EXPECT_EQ(P->getAlign()->value(), 32u);
}

TEST(EmitTest, RefusesLargeStorageIds) {
  Model TheModel;
  TheModel.Params.push_back(scalar("p", 1u << 20));
  EXPECT_EQ(refusal(TheModel),
            "p.bin: storage id 1048576 of parameter 'p' is above the limit of "
            "1048575");
}

TEST(EmitTest, RefusesAllAtOnce) {
  Model TheModel;
  TheModel.Params.push_back(scalar("p", 1u << 20));
  TheModel.Functions.push_back({"f", "", CallingConvention::Unpacked, "a.o"});
  // An executor could call it.
  TheModel.Graph.emplace().Nodes.push_back(
      {"n", "f", CallingConvention::Unpacked, {}, {}});
  EXPECT_THAT(refusal(TheModel),
              testing::AllOf(HasSubstr("a.o: function 'f' is unpacked"),
                             HasSubstr("\np.bin: storage id 1048576")));
}

TEST(EmitTest, LookUpTakesAPlaceInTheRegistry) {
  EmitConfig Config;
  Config.Abi = RuntimeAbi::TvmCrtU8;
  Model TheModel;
  for (int I = 0; I < 255; ++I)
    TheModel.Functions.push_back(
        {"f" + std::to_string(I), "", CallingConvention::Packed, "a.o"});
  EXPECT_EQ(refusal(TheModel, Config), "<accepted>");
  TheModel.Params.push_back(scalar("p", 0));
  EXPECT_THAT(refusal(TheModel, Config), HasSubstr("255 functions"));
}

} // namespace
