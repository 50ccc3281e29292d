//===- compiler_example.cpp - A compiler, as docs/library.md shows it -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles graphs of sums and products. A line of a graph is a constant or an
// operator, and a name that no line defines is the input:
//
//     scale = 2 3 4
//     t = x * scale
//
//===----------------------------------------------------------------------===//

#include "metaobj-c/metaobj_abi.h"
#include "metaobj/Emit.h"
#include "metaobj/RuntimeModule.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

#include <tvm/runtime/crt/module.h>

using namespace llvm;

// Names that differ between versions of LLVM.
#if LLVM_VERSION_MAJOR >= 18
static constexpr auto ObjectFile = CodeGenFileType::ObjectFile;
#else
static constexpr auto ObjectFile = CGFT_ObjectFile;
#endif
#if LLVM_VERSION_MAJOR >= 21
static const Triple &argument(const Triple &T) { return T; }
#else
static std::string argument(const Triple &T) { return T.str(); }
#endif

namespace {

struct Weights {
  std::string Name;
  std::vector<float> Values;
};

struct Node {
  std::string Name;
  std::string Left;
  Instruction::BinaryOps Operation;
  std::string Right;

  std::string symbol() const { return "tvmgen_net_" + Name; }
};

struct Graph {
  std::vector<Weights> Constants;
  std::vector<Node> Nodes;
  int64_t Length = 0; ///< Of every tensor.
};

} // namespace

static Expected<Graph> readGraph(StringRef Path) {
  auto File = errorOrToExpected(MemoryBuffer::getFile(Path));
  if (!File)
    return createFileError(Path, File.takeError());
  Graph G;
  for (line_iterator Line(**File); !Line.is_at_end(); ++Line) {
    auto [Name, Value] = Line->split(" = ");
    SmallVector<StringRef> Words;
    Value.split(Words, ' ');
    if (Words.size() == 3 && (Words[1] == "+" || Words[1] == "*")) {
      auto Operation = Words[1] == "+" ? Instruction::FAdd : Instruction::FMul;
      G.Nodes.push_back(
          {Name.str(), Words[0].str(), Operation, Words[2].str()});
      continue;
    }
    Weights C = {Name.str(), {}};
    for (StringRef Word : Words) {
      double Number = 0;
      if (Word.getAsDouble(Number))
        return createFileError(Path, createStringError(inconvertibleErrorCode(),
                                                       "no number: " + Word));
      C.Values.push_back(static_cast<float>(Number));
    }
    G.Constants.push_back(std::move(C));
  }
  for (const Weights &C : G.Constants) {
    if (C.Values.size() != G.Constants.front().Values.size())
      return createFileError(
          Path, createStringError(inconvertibleErrorCode(), "lengths differ"));
    G.Length = static_cast<int64_t>(C.Values.size());
  }
  return G;
}

/// int32_t <symbol>(void *args, int32_t *type_codes, int32_t num_args,
///                  void *out_ret_value, int32_t *out_ret_tcode, void *handle):
/// adds or multiplies the first two tensors into the third.
static void addOperator(Module &M, const Node &N, int64_t Length) {
  IRBuilder<> B(M.getContext());
  Type *Int = B.getInt32Ty();
  Type *Ptr = PointerType::get(M.getContext(), 0);
  auto *F = Function::Create(
      FunctionType::get(Int, {Ptr, Ptr, Int, Ptr, Ptr, Ptr}, false),
      GlobalValue::ExternalLinkage, N.symbol(), M);
  auto *Entry = BasicBlock::Create(M.getContext(), "entry", F);
  auto *Loop = BasicBlock::Create(M.getContext(), "loop", F);
  auto *End = BasicBlock::Create(M.getContext(), "end", F);

  B.SetInsertPoint(Entry);
  Value *Data[3];
  for (unsigned I = 0; I < 3; ++I) { // ((DLTensor *)args[I].v_handle)->data
    Value *Argument = B.CreateConstGEP1_32(B.getInt64Ty(), F->getArg(0), I);
    Data[I] = B.CreateLoad(Ptr, B.CreateLoad(Ptr, Argument));
  }
  B.CreateBr(Loop);

  B.SetInsertPoint(Loop);
  PHINode *Index = B.CreatePHI(Int, 2);
  Value *Element[3];
  for (unsigned I = 0; I < 3; ++I)
    Element[I] = B.CreateGEP(B.getFloatTy(), Data[I], Index);
  B.CreateStore(B.CreateBinOp(N.Operation,
                              B.CreateLoad(B.getFloatTy(), Element[0]),
                              B.CreateLoad(B.getFloatTy(), Element[1])),
                Element[2]);
  Value *Next = B.CreateAdd(Index, B.getInt32(1));
  Index->addIncoming(B.getInt32(0), Entry);
  Index->addIncoming(Next, Loop);
  B.CreateCondBr(
      B.CreateICmpEQ(Next, B.getInt32(static_cast<uint32_t>(Length))), End,
      Loop);

  B.SetInsertPoint(End);
  B.CreateRet(B.getInt32(0));
}

static std::unique_ptr<Module>
buildOperators(const Graph &G, TargetMachine &Machine, LLVMContext &Context) {
  auto M = std::make_unique<Module>("operators", Context);
  M->setTargetTriple(argument(Machine.getTargetTriple()));
  M->setDataLayout(Machine.createDataLayout());
  for (const Node &N : G.Nodes)
    addOperator(*M, N, G.Length);
  return M;
}

static Expected<metaobj::OperatorObject> compile(Module &M,
                                                 TargetMachine &Machine) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  legacy::PassManager Passes;
  if (Machine.addPassesToEmitFile(Passes, OS, /*DwoOut=*/nullptr, ObjectFile))
    return createStringError(inconvertibleErrorCode(),
                             "LLVM writes no objects");
  Passes.run(M);
  return metaobj::OperatorObject{
      "operators.o",
      std::make_shared<SmallVectorMemoryBuffer>(std::move(Bytes), "operators.o",
                                                false),
  };
}

namespace {

// What the compiler tells metaobj: its functions are those that it has
// generated, and its parameters stay where they are.
class GraphModule : public metaobj::RuntimeModule {
public:
  GraphModule(const Graph &G, const Module &Operators)
      : G(G), Functions(cantFail(metaobj::listFunctions(Operators))) {}

  /// With the object, metaobj takes target, ELF flags and attributes from it.
  std::vector<metaobj::OperatorObject> Objects;

  StringRef name() const override { return "graph"; }

  std::optional<std::vector<metaobj::Function>> functionNames() const override {
    return Functions;
  }

  Expected<std::vector<metaobj::Param>> linkedParams() const override {
    std::vector<metaobj::Param> Params;
    for (const Weights &C : G.Constants) {
      int64_t Shape[1] = {G.Length};
      DLTensor Tensor = {};
      Tensor.data = const_cast<float *>(C.Values.data());
      Tensor.device = {kDLCPU, 0};
      Tensor.ndim = 1;
      Tensor.dtype = {kDLFloat, 32, 1};
      Tensor.shape = Shape;
      auto P = metaobj::Param::fromDLTensor(C.Name, Tensor);
      if (!P)
        return P.takeError();
      Params.push_back(std::move(*P));
    }
    return Params;
  }

  Expected<std::vector<metaobj::OperatorObject>>
  operatorObjects() const override {
    return Objects;
  }

private:
  const Graph &G;
  std::vector<metaobj::Function> Functions;
};

} // namespace

static Expected<metaobj::Model> collectModel(const GraphModule &From) {
  const metaobj::RuntimeModule *Modules[] = {&From};
  metaobj::CollectOptions Options;
  Options.ModelName = "net";
  return metaobj::collect(Modules, Options);
}

static void writeFile(StringRef Path, StringRef Bytes) {
  std::error_code Problem;
  raw_fd_ostream(Path, Problem) << Bytes;
}

/// Operators and metadata as objects.
static Error writeObjects(const Graph &G, StringRef Triple) {
  metaobj::TargetSpec Target;
  Target.Triple = llvm::Triple(Triple);
  auto Machine = metaobj::createTargetMachine(Target);
  if (!Machine)
    return Machine.takeError();
  LLVMContext Context;
  auto Operators = buildOperators(G, **Machine, Context);
  GraphModule Module(G, *Operators);
  auto Object = compile(*Operators, **Machine);
  if (!Object)
    return Object.takeError();
  Module.Objects = {*Object};
  auto Model = collectModel(Module);
  if (!Model)
    return Model.takeError();
  auto Metadata = metaobj::emit(*Model, **Machine, metaobj::EmitConfig());
  if (!Metadata)
    return Metadata.takeError();
  writeFile("operators.o", Object->Bytes->getBuffer());
  return Metadata->writeTo("metadata.o");
}

/// The same as bitcode, for link-time optimization.
static Error writeBitcode(const Graph &G, StringRef Triple) {
  metaobj::TargetSpec Target;
  Target.Triple = llvm::Triple(Triple);
  Target.RelocationModel = Reloc::Static; // The linker decides.
  auto Machine = metaobj::createTargetMachine(Target);
  if (!Machine)
    return Machine.takeError();
  LLVMContext Context;
  auto Operators = buildOperators(G, **Machine, Context);
  auto Model = collectModel(GraphModule(G, *Operators));
  if (!Model)
    return Model.takeError();
  auto Metadata = metaobj::emit(*Model, **Machine, metaobj::EmitConfig(),
                                metaobj::OutputKind::LlvmBitcode);
  if (!Metadata)
    return Metadata.takeError();
  std::error_code Problem;
  raw_fd_ostream OS("operators.bc", Problem);
  WriteBitcodeToFile(*Operators, OS);
  return Metadata->writeTo("metadata.bc");
}

/// A machine of the program's own whose printer it has forgotten.
static Error forgetPrinter() {
  LLVMInitializeARMTargetInfo();
  LLVMInitializeARMTarget();
  LLVMInitializeARMTargetMC();
  Triple Arm("thumbv7m-none-eabi");
  std::string Problem;
  const Target *Found = TargetRegistry::lookupTarget("", Arm, Problem);
  std::unique_ptr<TargetMachine> Machine(Found->createTargetMachine(
      argument(Arm), "", "", TargetOptions(), Reloc::Static));
  metaobj::Model Empty;
  return metaobj::emit(Empty, *Machine, metaobj::EmitConfig()).takeError();
}

/// Runs the graph: finds each operator in the registry and calls it.
static void interpret(const Graph &G, const TVMFuncRegistry &Registry,
                      const metaobj_param_table_t &Params,
                      std::vector<float> Input) {
  DLTensor Like = {};
  Like.data = Input.data();
  Like.device = {kDLCPU, 0};
  Like.ndim = 1;
  Like.dtype = {kDLFloat, 32, 1};
  Like.shape = const_cast<int64_t *>(&G.Length);

  StringMap<DLTensor> Tensors;
  for (uint32_t I = 0; I < Params.num_params; ++I) {
    const metaobj_param_t *P = metaobj_param_at(&Params, I);
    Tensors[P->name] = reinterpret_cast<const DLTensor &>(P->tensor);
  }
  std::vector<std::vector<float>> Results(G.Nodes.size());
  for (const auto &[Result, N] : zip(Results, G.Nodes)) {
    Result.resize(Input.size());
    // A name that is not known yet is the input's, or that of the result.
    DLTensor &To = Tensors[N.Name] = Like;
    To.data = Result.data();
    DLTensor *Operands[3] = {&Tensors.try_emplace(N.Left, Like).first->second,
                             &Tensors.try_emplace(N.Right, Like).first->second,
                             &To};
    TVMValue Arguments[3], Returned;
    int Codes[3], ReturnedCode = 0;
    for (unsigned I = 0; I < 3; ++I) {
      Arguments[I].v_handle = Operands[I];
      Codes[I] = kTVMDLTensorHandle;
    }
    tvm_function_index_t Index = 0;
    TVMBackendPackedCFunc Operator = nullptr;
    if (TVMFuncRegistry_Lookup(&Registry, N.symbol().c_str(), &Index) ||
        TVMFuncRegistry_GetByIndex(&Registry, Index, &Operator) ||
        Operator(Arguments, Codes, 3, &Returned, &ReturnedCode, nullptr))
      report_fatal_error("no operator, or one that failed");
  }
  ListSeparator Space(" ");
  for (float Each : Results.back())
    outs() << Space << format("%g", Each);
  outs() << '\n';
}

/// Operators and metadata in this process.
static Error run(const Graph &G, ArrayRef<float> Input, Reloc::Model Model) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto Host = orc::JITTargetMachineBuilder::detectHost();
  if (!Host)
    return Host.takeError();
  auto Machine = Host->setRelocationModel(Model).createTargetMachine();
  if (!Machine)
    return Machine.takeError();

  auto Owned = std::make_unique<LLVMContext>();
  LLVMContext &Context = *Owned;
  orc::ThreadSafeContext Shared(std::move(Owned));
  auto Operators = buildOperators(G, **Machine, Context);
  auto TheModel = collectModel(GraphModule(G, *Operators));
  if (!TheModel)
    return TheModel.takeError();
  auto Metadata = metaobj::buildModule(*TheModel, **Machine, Context,
                                       metaobj::EmitConfig());
  if (!Metadata)
    return Metadata.takeError();

  auto Jit = orc::LLJITBuilder().create();
  if (!Jit)
    return Jit.takeError();
  for (auto *Each : {&Operators, &*Metadata})
    if (Error E = (*Jit)->addIRModule(
            orc::ThreadSafeModule(std::move(*Each), Shared)))
      return E;
  auto Registry = (*Jit)->lookup("TVMSystemLibEntryPoint");
  if (!Registry)
    return Registry.takeError();
  auto Params = (*Jit)->lookup("tvmgen_net_params");
  if (!Params)
    return Params.takeError();
  interpret(G, *Registry->toPtr<const TVMModule *(*)()>()()->registry,
            *Params->toPtr<const metaobj_param_table_t *(*)()>()(), Input);
  return Error::success();
}

int main(int Argc, char **Argv) {
  ExitOnError ExitOnErr;
  if (Argc < 3)
    return 2;
  StringRef Command = Argv[1];
  Graph G = ExitOnErr(readGraph(Argv[2]));
  if (Command == "objects")
    ExitOnErr(writeObjects(G, Argv[3]));
  else if (Command == "bitcode")
    ExitOnErr(writeBitcode(G, Argv[3]));
  else if (Command == "forget-printer")
    ExitOnErr(forgetPrinter());
  else if (Command == "run")
    for (Reloc::Model Model : {Reloc::PIC_, Reloc::Static})
      ExitOnErr(run(G, {1, 2, 3}, Model));
  else
    return 2;
  return 0;
}
