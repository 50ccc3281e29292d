//===- minicompiler.cpp - A compiler with metaobj in it -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the graph of examples/digits: an IRBuilder makes every operator, for
// the machine that the command line names, and metaobj adds registry,
// parameters and the function that runs the model, in the same process and the
// same LLVMContext. README.md describes the commands.
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"
#include "metaobj/Input.h"
#include "metaobj/RuntimeModule.h"
#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
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

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

namespace {

/// A packed function that is being made. Every loop counts from 0.
class OperatorBuilder {
public:
  OperatorBuilder(Module &M, const metaobj::Graph &G,
                  const metaobj::GraphNode &Node);

  /// What the names of TVM's operators mean. False: it is another one.
  bool addBody(StringRef Kind);
  void finish() { B.CreateRet(B.getInt32(0)); }

private:
  /// Extents of argument \p I, or 1 for those that it does not have.
  int64_t extent(size_t I, size_t Axis) const {
    const std::vector<int64_t> &Shape = *Tensors[I]->Shape;
    return Axis < Shape.size() ? Shape[Axis] : 1;
  }
  int64_t elements(size_t I) const {
    int64_t Count = 1;
    for (int64_t Value : *Tensors[I]->Shape)
      Count *= Value;
    return Count;
  }
  Type *typeOf(size_t I) { return B.getIntNTy(Tensors[I]->DType->bits); }

  /// Element \p TheValue of argument \p I, as 32 bits.
  Value *load(size_t I, Value *TheValue) {
    Type *Element = typeOf(I);
    Value *Loaded =
        B.CreateLoad(Element, B.CreateGEP(Element, Data[I], TheValue));
    return Tensors[I]->DType->code == kDLUInt
               ? B.CreateZExt(Loaded, B.getInt32Ty())
               : B.CreateSExt(Loaded, B.getInt32Ty());
  }
  void store(Value *TheValue, size_t I, Value *At) {
    Type *Element = typeOf(I);
    B.CreateStore(B.CreateTrunc(TheValue, Element),
                  B.CreateGEP(Element, Data[I], At));
  }

  Value *number(int64_t Value) {
    return B.getInt32(static_cast<uint32_t>(Value));
  }
  /// \p Row * \p Width + \p Column.
  Value *at(Value *Row, int64_t Width, Value *Column) {
    return B.CreateAdd(B.CreateMul(Row, number(Width)), Column);
  }
  Value *largest(Value *A, Value *C) {
    return B.CreateSelect(B.CreateICmpSGT(A, C), A, C);
  }

  /// Calls \p Body with the number of each round.
  void loop(int64_t Count, function_ref<void(Value *)> Body);
  /// The same with a value that goes from round to round.
  Value *loop(int64_t Count, Value *First,
              function_ref<Value *(Value *, Value *)> Body);

  void subtract();
  void convolve();
  void pool();
  void copy();
  void dense();
  void argmax();

  IRBuilder<> B;
  Function *F;
  std::vector<const metaobj::GraphTensor *> Tensors;
  std::vector<Value *> Data;
};

} // namespace

// int32_t <name>(void *args, int32_t *type_codes, int32_t num_args,
//                void *out_ret_value, int32_t *out_ret_tcode, void *handle)
OperatorBuilder::OperatorBuilder(Module &M, const metaobj::Graph &G,
                                 const metaobj::GraphNode &Node)
    : B(M.getContext()) {
  Type *Int = B.getInt32Ty();
  Type *Ptr = PointerType::get(M.getContext(), 0);
  F = Function::Create(
      FunctionType::get(Int, {Ptr, Ptr, Int, Ptr, Ptr, Ptr}, false),
      GlobalValue::ExternalLinkage, Node.Function, M);
  F->setDoesNotThrow();
  F->addFnAttr(Attribute::OptimizeForSize);
  B.SetInsertPoint(BasicBlock::Create(M.getContext(), "entry", F));
  for (metaobj::TensorIndex Tensor : Node.arguments()) {
    // ((DLTensor *)((TVMValue *)args)[i].v_handle)->data
    Value *Argument = B.CreateConstGEP1_32(B.getInt64Ty(), F->getArg(0),
                                           static_cast<unsigned>(Data.size()));
    Data.push_back(B.CreateLoad(Ptr, B.CreateLoad(Ptr, Argument)));
    Tensors.push_back(&G.Tensors[Tensor]);
  }
}

Value *OperatorBuilder::loop(int64_t Count, Value *First,
                             function_ref<Value *(Value *, Value *)> Body) {
  BasicBlock *Before = B.GetInsertBlock();
  auto *Loop = BasicBlock::Create(B.getContext(), "loop", F);
  auto *Behind = BasicBlock::Create(B.getContext(), "behind", F);
  B.CreateBr(Loop);
  B.SetInsertPoint(Loop);
  PHINode *Round = B.CreatePHI(B.getInt32Ty(), 2);
  PHINode *Carried = B.CreatePHI(First->getType(), 2);
  Value *Result = Body(Round, Carried);
  Value *Next = B.CreateAdd(Round, B.getInt32(1));
  BasicBlock *End = B.GetInsertBlock();
  Round->addIncoming(B.getInt32(0), Before);
  Round->addIncoming(Next, End);
  Carried->addIncoming(First, Before);
  Carried->addIncoming(Result, End);
  B.CreateCondBr(B.CreateICmpEQ(Next, number(Count)), Behind, Loop);
  B.SetInsertPoint(Behind);
  return Result;
}

void OperatorBuilder::loop(int64_t Count, function_ref<void(Value *)> Body) {
  loop(Count, B.getInt32(0), [&](Value *Round, Value *Nothing) {
    Body(Round);
    return Nothing;
  });
}

/// image, zero point -> centred image
void OperatorBuilder::subtract() {
  loop(elements(2), [&](Value *I) {
    store(B.CreateSub(load(0, I), load(1, number(0))), 2, I);
  });
}

/// data, weight, bias, multiplier, shift -> result: a kernel of 3x3 with a
/// border of zeros, then bias, fixed-point multiplication, ReLU and int8.
void OperatorBuilder::convolve() {
  int64_t Inputs = extent(0, 1), Height = extent(0, 2), Width = extent(0, 3);
  int64_t Kernel = extent(1, 2);
  Type *Wide = B.getInt64Ty();
  auto Sum = [&](Value *O, Value *Y, Value *X) {
    return loop(Inputs, load(2, O), [&](Value *C, Value *OfMaps) {
      return loop(Kernel, OfMaps, [&](Value *KY, Value *OfRows) {
        return loop(Kernel, OfRows, [&](Value *KX, Value *Before) {
          Value *Row = B.CreateAdd(Y, B.CreateAdd(KY, number(-1)));
          Value *Column = B.CreateAdd(X, B.CreateAdd(KX, number(-1)));
          // A number below zero is a large one here.
          Value *IsInside = B.CreateAnd(B.CreateICmpULT(Row, number(Height)),
                                        B.CreateICmpULT(Column, number(Width)));
          Value *Place = at(at(C, Height, Row), Width, Column);
          Value *Pixel =
              load(0, B.CreateSelect(IsInside, Place, B.getInt32(0)));
          Pixel = B.CreateSelect(IsInside, Pixel, B.getInt32(0));
          Value *Weight =
              load(1, at(at(at(O, Inputs, C), Kernel, KY), Kernel, KX));
          return B.CreateAdd(Before, B.CreateMul(Pixel, Weight));
        });
      });
    });
  };
  loop(extent(1, 0), [&](Value *O) {
    loop(Height, [&](Value *Y) {
      loop(Width, [&](Value *X) {
        // sum * multiplier / 2^(31 + shift), halves rounded upwards.
        Value *Shift = load(4, O);
        Value *Half = B.CreateShl(
            B.CreateSExt(B.CreateShl(B.getInt32(1), Shift), Wide), 30);
        Value *Product = B.CreateMul(B.CreateSExt(Sum(O, Y, X), Wide),
                                     B.CreateSExt(load(3, O), Wide));
        Value *Scaled = B.CreateTrunc(
            B.CreateAShr(B.CreateAdd(Product, Half), 31), B.getInt32Ty());
        Value *Result = largest(B.CreateAShr(Scaled, Shift), B.getInt32(0));
        Result = B.CreateSelect(B.CreateICmpSGT(Result, B.getInt32(127)),
                                B.getInt32(127), Result);
        store(Result, 5, at(at(O, Height, Y), Width, X));
      });
    });
  });
}

/// data -> the largest of each square of 2x2
void OperatorBuilder::pool() {
  int64_t Height = extent(1, 2), Width = extent(1, 3);
  loop(extent(1, 1), [&](Value *C) {
    loop(Height, [&](Value *Y) {
      loop(Width, [&](Value *X) {
        Value *Best = loop(2, number(INT8_MIN), [&](Value *DY, Value *OfRows) {
          return loop(2, OfRows, [&](Value *DX, Value *Before) {
            Value *Row = at(C, 2 * Height, at(Y, 2, DY));
            return largest(load(0, at(Row, 2 * Width, at(X, 2, DX))), Before);
          });
        });
        store(Best, 1, at(at(C, Height, Y), Width, X));
      });
    });
  });
}

void OperatorBuilder::copy() {
  loop(elements(1), [&](Value *I) { store(load(0, I), 1, I); });
}

/// data, weight, bias -> result
void OperatorBuilder::dense() {
  int64_t Length = extent(1, 1);
  loop(extent(1, 0), [&](Value *O) {
    Value *Sum = loop(Length, load(2, O), [&](Value *I, Value *Before) {
      Value *Weight = load(1, at(O, Length, I));
      return B.CreateAdd(Before, B.CreateMul(load(0, I), Weight));
    });
    store(Sum, 3, O);
  });
}

/// scores -> the number of the first that is largest
void OperatorBuilder::argmax() {
  Value *Best = loop(extent(0, 1), B.getInt32(0), [&](Value *I, Value *Before) {
    Value *IsLarger = B.CreateICmpSGT(load(0, I), load(0, Before));
    return B.CreateSelect(IsLarger, I, Before);
  });
  store(Best, 1, number(0));
}

bool OperatorBuilder::addBody(StringRef Kind) {
  using Member = void (OperatorBuilder::*)();
  static constexpr std::pair<StringLiteral, Member> Known[] = {
      {"cast_subtract_cast", &OperatorBuilder::subtract},
      {"nn_conv2d_add_fixed_point_multiply_per_axis_clip_cast",
       &OperatorBuilder::convolve},
      {"nn_max_pool2d", &OperatorBuilder::pool},
      {"nn_batch_flatten", &OperatorBuilder::copy},
      {"nn_dense_add", &OperatorBuilder::dense},
      {"argmax", &OperatorBuilder::argmax},
  };
  // The second of a kind has a number: "..._1".
  for (const auto &[Name, Body] : Known)
    if (Kind == Name || (Kind.consume_front(Name) && Kind.consume_front("_") &&
                         all_of(Kind, isDigit))) {
      (this->*Body)();
      return true;
    }
  return false;
}

/// A module with all operators of \p G, optimised for \p Machine.
static Expected<std::unique_ptr<Module>>
compileOperators(const metaobj::Graph &G, TargetMachine &Machine,
                 LLVMContext &Context) {
  auto M = std::make_unique<Module>("operators", Context);
  M->setTargetTriple(argument(Machine.getTargetTriple()));
  M->setDataLayout(Machine.createDataLayout());
  for (const metaobj::GraphNode &Node : G.Nodes) {
    if (Node.isView() || M->getFunction(Node.Function))
      continue;
    StringRef Kind = Node.Function;
    OperatorBuilder Builder(*M, G, Node);
    if (!Kind.consume_front("tvmgen_digits_fused_") || !Builder.addBody(Kind))
      return createStringError(inconvertibleErrorCode(),
                               "unknown operator " + Node.Function);
    Builder.finish();
  }
  metaobj::conform(*M);
  if (verifyModule(*M, &errs()))
    return createStringError(inconvertibleErrorCode(), "wrong operators");
  PassBuilder Passes(&Machine);
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  Passes.registerModuleAnalyses(Modules);
  Passes.registerCGSCCAnalyses(Components);
  Passes.registerFunctionAnalyses(Functions);
  Passes.registerLoopAnalyses(Loops);
  Passes.crossRegisterProxies(Loops, Functions, Components, Modules);
  Passes.buildPerModuleDefaultPipeline(OptimizationLevel::O2).run(*M, Modules);
  return M;
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

/// What is emitted: the graph, its functions and its parameters, which are
/// ranges of their file.
static Expected<metaobj::Model> readModel(StringRef GraphPath,
                                          StringRef ParamsPath) {
  auto Text = errorOrToExpected(MemoryBuffer::getFile(GraphPath));
  if (!Text)
    return createFileError(GraphPath, Text.takeError());
  Expected<metaobj::Graph> G =
      metaobj::readGraph((*Text)->getBuffer(), GraphPath);
  if (!G)
    return G.takeError();
  Expected<std::shared_ptr<const metaobj::InputFile>> File =
      metaobj::InputFile::open(ParamsPath);
  if (!File)
    return File.takeError();
  Expected<std::vector<metaobj::Param>> Params = metaobj::readTvmParams(*File);
  if (!Params)
    return Params.takeError();
  metaobj::Model Result;
  Result.Name = "digits";
  Result.Params = std::move(*Params);
  StringMap<metaobj::Param *> ByName;
  for (metaobj::Param &Param : Result.Params)
    ByName[Param.Name] = &Param;
  for (metaobj::Graph::Input &Input : G->Inputs)
    if (metaobj::Param *Found = ByName.lookup(Input.Name)) {
      Input.IsParam = true;
      Found->StorageId = G->tensorOf(Input).StorageId;
    }
  for (const std::string &Name : G->functionNames())
    Result.Functions.push_back(
        {Name, "", metaobj::CallingConvention::Packed, "minicompiler"});
  Result.Graph = std::move(*G);
  return Result;
}

static metaobj::EmitConfig emitConfig() {
  metaobj::EmitConfig Config;
  Config.Executor = metaobj::ExecutorConfig();
  return Config;
}

static Expected<SmallVector<char, 0>> generate(Module &M,
                                               TargetMachine &Machine) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  legacy::PassManager Passes;
  if (Machine.addPassesToEmitFile(Passes, OS, /*DwoOut=*/nullptr, ObjectFile))
    return createStringError(inconvertibleErrorCode(),
                             "LLVM writes no objects");
  Passes.run(M);
  return Bytes;
}

static Error writeBytes(StringRef Path, ArrayRef<char> Bytes) {
  std::error_code Problem;
  raw_fd_ostream OS(Path, Problem);
  if (Problem)
    return createFileError(Path, Problem);
  OS.write(Bytes.data(), Bytes.size());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

/// One object with operators, registry, parameters and the function that runs
/// the model.
static Error writeObject(const metaobj::Model &TheModel, TargetMachine &Machine,
                         StringRef Folder) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> Operators =
      compileOperators(*TheModel.Graph, Machine, Context);
  if (!Operators)
    return Operators.takeError();
  Expected<std::unique_ptr<Module>> Whole =
      metaobj::buildModule(TheModel, Machine, Context, emitConfig());
  if (!Whole)
    return Whole.takeError();
  if (Linker::linkModules(**Whole, std::move(*Operators)))
    return createStringError(inconvertibleErrorCode(), "LLVM's linker refuses");
  Expected<SmallVector<char, 0>> Bytes = generate(**Whole, Machine);
  if (!Bytes)
    return Bytes.takeError();
  return writeBytes((Folder + "/model.o").str(), *Bytes);
}

/// The same as two objects, and the header. Parameters do not pass through
/// LLVM.
static Error writeObjects(metaobj::Model TheModel, TargetMachine &Machine,
                          StringRef Folder) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> Operators =
      compileOperators(*TheModel.Graph, Machine, Context);
  if (!Operators)
    return Operators.takeError();
  Expected<SmallVector<char, 0>> Bytes = generate(**Operators, Machine);
  if (!Bytes)
    return Bytes.takeError();
  if (Error E = writeBytes((Folder + "/operators.o").str(), *Bytes))
    return E;
  TheModel.Objects = {
      {"operators.o", std::make_shared<SmallVectorMemoryBuffer>(
                          std::move(*Bytes), "operators.o", false)}};
  // With the object's own flags and attributes.
  Expected<metaobj::TargetSpec> Target = metaobj::inferTarget(TheModel.Objects);
  if (!Target)
    return Target.takeError();
  Expected<metaobj::Emission> Emitted =
      metaobj::emit(TheModel, *Target, emitConfig());
  if (!Emitted)
    return Emitted.takeError();
  metaobj::OutputTransaction Outputs;
  if (Error E = Emitted->writeTo({Outputs, (Folder + "/executor.o").str()}))
    return E;
  if (Error E = metaobj::writeHeader(
          *Emitted, {Outputs, (Folder + "/tvmgen_digits.h").str()}))
    return E;
  return Outputs.commit();
}

namespace {

struct Image {
  int Label;
  uint8_t Pixels[64];
};

// struct tvmgen_digits_inputs and tvmgen_digits_outputs of the header.
struct Pointer {
  void *Data;
};

} // namespace

static const Image Images[] = {
#include "../digits/model/test_images.inc"
};

/// Everything in this process, without an object file.
static Error run(const metaobj::Model &TheModel) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto Host = orc::JITTargetMachineBuilder::detectHost();
  if (!Host)
    return Host.takeError();
  auto Machine = Host->setRelocationModel(Reloc::PIC_).createTargetMachine();
  if (!Machine)
    return Machine.takeError();
  auto Owned = std::make_unique<LLVMContext>();
  LLVMContext &Context = *Owned;
  orc::ThreadSafeContext Shared(std::move(Owned));
  auto Operators = compileOperators(*TheModel.Graph, **Machine, Context);
  if (!Operators)
    return Operators.takeError();
  auto Metadata =
      metaobj::buildModule(TheModel, **Machine, Context, emitConfig());
  if (!Metadata)
    return Metadata.takeError();
  auto Jit = orc::LLJITBuilder().create();
  if (!Jit)
    return Jit.takeError();
  for (auto *M : {&*Operators, &*Metadata})
    if (Error E =
            (*Jit)->addIRModule(orc::ThreadSafeModule(std::move(*M), Shared)))
      return E;
  auto Entry = (*Jit)->lookup("tvmgen_digits_run");
  if (!Entry)
    return Entry.takeError();
  auto *Run = Entry->toPtr<int32_t (*)(Pointer *, Pointer *)>();
  size_t Right = 0;
  for (const auto &[Number, TheImage] : enumerate(Images)) {
    Image Seen = TheImage;
    int32_t Digit = -1;
    Pointer Inputs = {Seen.Pixels}, Outputs = {&Digit};
    if (Run(&Inputs, &Outputs) != 0)
      return createStringError(inconvertibleErrorCode(), "an operator failed");
    outs() << "image " << Number << ": label " << TheImage.Label
           << ", predicted " << Digit << '\n';
    Right += Digit == TheImage.Label;
  }
  outs() << Right << " of " << std::size(Images) << " right\n";
  return Error::success();
}

/// minicompiler run <graph> <params>
/// minicompiler object|objects <graph> <params> <folder> <triple>
///     [<cpu> [<features> [<abi>]]]
int main(int Argc, char **Argv) {
  ExitOnError ExitOnErr("minicompiler: ");
  std::vector<std::string> Words(Argv + 1, Argv + Argc);
  if (Words.size() == 3 && Words[0] == "run") {
    ExitOnErr(run(ExitOnErr(readModel(Words[1], Words[2]))));
    return 0;
  }
  if (Words.size() < 5 || (Words[0] != "object" && Words[0] != "objects")) {
    errs() << "minicompiler: see README.md for the commands\n";
    return 2;
  }
  Words.resize(8);
  metaobj::TargetSpec Target;
  Target.Triple = Triple(Triple::normalize(Words[4]));
  Target.CPU = Words[5];
  Target.Features = Words[6];
  Target.AbiName = Words[7];
  auto Machine = ExitOnErr(metaobj::createTargetMachine(Target));
  metaobj::Model TheModel = ExitOnErr(readModel(Words[1], Words[2]));
  ExitOnErr(Words[0] == "object" ? writeObject(TheModel, *Machine, Words[3])
                                 : writeObjects(TheModel, *Machine, Words[3]));
  return 0;
}
