//===- compiler.cpp - The compiler of docs/tutorial-compiler.md -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles y = x * scale + bias, for vectors of three integers, to an object
// with its two operators. metaobj makes the rest, in the same process.
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"
#include "metaobj/ModelBuilder.h"
#include "metaobj/Target.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

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

static constexpr uint32_t Length = 3;

/// int32_t <Name>(void *args, int32_t *type_codes, int32_t num_args,
///                void *out_ret_value, int32_t *out_ret_tcode, void *handle):
/// adds or multiplies the first two tensors into the third.
static void addOperator(Module &M, StringRef Name,
                        Instruction::BinaryOps Operation) {
  IRBuilder<> B(M.getContext());
  Type *Int = B.getInt32Ty(), *Ptr = B.getPtrTy();
  auto *F = Function::Create(
      FunctionType::get(Int, {Ptr, Ptr, Int, Ptr, Ptr, Ptr}, false),
      GlobalValue::ExternalLinkage, Name, M);
  B.SetInsertPoint(BasicBlock::Create(M.getContext(), "entry", F));
  Value *Data[3];
  for (unsigned I = 0; I < 3; ++I) { // ((DLTensor *)args[I].v_handle)->data
    Value *Argument = B.CreateConstGEP1_32(B.getInt64Ty(), F->getArg(0), I);
    Data[I] = B.CreateLoad(Ptr, B.CreateLoad(Ptr, Argument));
  }
  for (uint32_t I = 0; I < Length; ++I) {
    auto Element = [&](unsigned Tensor) {
      return B.CreateConstGEP1_32(Int, Data[Tensor], I);
    };
    B.CreateStore(B.CreateBinOp(Operation, B.CreateLoad(Int, Element(0)),
                                B.CreateLoad(Int, Element(1))),
                  Element(2));
  }
  B.CreateRet(B.getInt32(0));
}

static Expected<metaobj::OperatorObject> generate(Module &M,
                                                  TargetMachine &Machine) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  legacy::PassManager Passes;
  if (Machine.addPassesToEmitFile(Passes, OS, /*DwoOut=*/nullptr, ObjectFile))
    return createStringError(inconvertibleErrorCode(),
                             "LLVM writes no objects for this target");
  Passes.run(M);
  return metaobj::OperatorObject{"operators.o",
                                 std::make_shared<SmallVectorMemoryBuffer>(
                                     std::move(Bytes), "operators.o", false)};
}

// What the compiler tells metaobj: operators, weights, y = x * scale + bias.
static Expected<metaobj::Model> describe(metaobj::OperatorObject Operators) {
  static int32_t Weights[2][Length] = {{2, 2, 2}, {1, 0, 1}};
  const metaobj::ShapedType Vector = {{kDLInt, 32, 1}, {Length}};
  int64_t Shape[1] = {Length};
  auto Tensor = [&](int32_t *Data) {
    return DLTensor{Data, {kDLCPU, 0}, 1, Vector.DType, Shape, nullptr, 0};
  };

  metaobj::ModelBuilder Builder("net");
  Builder.addObject(std::move(Operators));
  metaobj::FunctionRef Multiply = Builder.addFunction("net_multiply");
  metaobj::FunctionRef Add = Builder.addFunction("net_add");
  metaobj::ParamRef Scale = Builder.addParam("scale", Tensor(Weights[0]));
  metaobj::ParamRef Bias = Builder.addParam("bias", Tensor(Weights[1]));

  metaobj::GraphBuilder &Graph = Builder.graph();
  metaobj::TensorRef X = Graph.input("x", Vector);
  metaobj::TensorRef Scaled =
      Graph.call(Multiply, {X, Graph.param(Scale)}, Vector);
  Graph.output("y", Graph.call(Add, {Scaled, Graph.param(Bias)}, Vector));
  return std::move(Builder).build();
}

/// my_compiler <triple>
int main(int Argc, char **Argv) {
  if (Argc != 2) {
    errs() << "usage: my_compiler <triple>\n";
    return 2;
  }
  ExitOnError ExitOnErr("my_compiler: ");
  metaobj::TargetSpec Target;
  Target.Triple = Triple(Argv[1]);
  auto Machine = ExitOnErr(metaobj::createTargetMachine(Target));
  LLVMContext Context;
  Module Operators("operators", Context);
  Operators.setTargetTriple(argument(Machine->getTargetTriple()));
  Operators.setDataLayout(Machine->createDataLayout());
  addOperator(Operators, "net_multiply", Instruction::Mul);
  addOperator(Operators, "net_add", Instruction::Add);

  metaobj::OperatorObject Object = ExitOnErr(generate(Operators, *Machine));
  metaobj::Model Net = ExitOnErr(describe(Object));
  metaobj::EmitConfig Config;
  Config.Executor.emplace(); // tvmgen_net_run, which calls the operators
  metaobj::Emission Emitted = ExitOnErr(metaobj::emit(Net, *Machine, Config));
  ExitOnErr(Emitted.writeTo("net.o"));
  ExitOnErr(metaobj::writeHeader(Emitted, "net.h"));
  std::error_code Problem;
  raw_fd_ostream OS(Object.Name, Problem);
  if (Problem)
    ExitOnErr(createFileError(Object.Name, Problem));
  OS << Object.Bytes->getBuffer();
  return 0;
}
