//===- mlircompiler.cpp - A compiler of MLIR with metaobj in it -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module of MLIR. Its function `main` is the graph: it passes
// constants and results to other functions. MLIR's passes lower these, the
// operators, and metaobj adds registry, parameters and the function that runs
// the model. Bytes of constants go from MLIR's memory to the object. README.md
// says which modules it takes.
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"
#include "metaobj/Operators.h"
#include "metaobj/RuntimeModule.h"
#include "metaobj/Target.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/AllocationOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
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

/// Buffers inside an operator lie on the stack up to this size.
static constexpr unsigned MostStackBytes = 4096;

/// "file:line:column: text", where MLIR knows the line.
static Error errorAt(mlir::Location Where, const Twine &Text) {
  std::string Place;
  if (auto Line = Where->findInstanceOf<mlir::FileLineColLoc>())
    Place = formatv("{0}:{1}:{2}: ", Line.getFilename().getValue(),
                    Line.getLine(), Line.getColumn());
  return createStringError(inconvertibleErrorCode(), Place + Text);
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

namespace {

/// Makes a metaobj::Model of `main` and of the constants that it uses.
class GraphReader {
public:
  GraphReader(mlir::ModuleOp Module, StringRef ModelName) : Module(Module) {
    Result.Name = ModelName;
  }

  /// Tells in \p Operators what the functions take.
  Expected<metaobj::Model>
  read(std::vector<metaobj::OperatorDescription> &Operators);

private:
  Expected<metaobj::TensorIndex> addTensor(mlir::Value Value);
  Error addConstant(mlir::Value Value, StringRef Symbol, mlir::Location Where);
  Error addCall(mlir::func::CallOp Call);
  Error addOperation(mlir::Operation &Op);
  Expected<std::vector<metaobj::TensorIndex>>
  indicesOf(mlir::OperandRange Values, mlir::Location Where);
  metaobj::OperatorArgument argument(metaobj::ArgumentUse Use,
                                     metaobj::TensorIndex Tensor) const;

  mlir::ModuleOp Module;
  metaobj::Model Result;
  metaobj::Graph G;
  DenseMap<mlir::Value, metaobj::TensorIndex> Tensors;
  StringMap<metaobj::TensorIndex> Constants;
  StringMap<bool> Described;
  std::vector<metaobj::OperatorDescription> Descriptions;
};

} // namespace

/// The type of an element, if a parameter can have it in MLIR's memory: bool is
/// packed there.
static std::optional<DLDataType> dtypeOf(mlir::Type Element) {
  uint8_t Code;
  if (isa<mlir::BFloat16Type>(Element))
    Code = kDLBfloat;
  else if (isa<mlir::Float16Type, mlir::Float32Type, mlir::Float64Type>(
               Element))
    Code = kDLFloat;
  else if (Element.isInteger(8) || Element.isInteger(16) ||
           Element.isInteger(32) || Element.isInteger(64))
    Code = Element.isUnsignedInteger() ? kDLUInt : kDLInt;
  else
    return std::nullopt;
  return DLDataType{Code, static_cast<uint8_t>(Element.getIntOrFloatBitWidth()),
                    1};
}

/// The bytes of \p Elements where MLIR has them. They live as long as MLIR's
/// context.
static Expected<ArrayRef<char>> bytesOf(mlir::ElementsAttr Elements,
                                        mlir::Location Where) {
  if (auto Resource = dyn_cast<mlir::DenseResourceElementsAttr>(Elements)) {
    const mlir::AsmResourceBlob *Blob = Resource.getRawHandle().getBlob();
    if (!Blob)
      return errorAt(Where, "the module has no resource '" +
                                Resource.getRawHandle().getKey() + "'");
    return Blob->getData();
  }
  if (auto Dense = dyn_cast<mlir::DenseElementsAttr>(Elements))
    return Dense.getRawData();
  return errorAt(Where, "a constant is neither 'dense' nor 'dense_resource'");
}

/// The value of the constant \p Global, of either dialect.
static mlir::ElementsAttr valueOf(mlir::Operation *Global) {
  mlir::Attribute Value;
  if (auto OfProgram = dyn_cast<mlir::ml_program::GlobalOp>(Global)) {
    if (!OfProgram.getIsMutable())
      Value = OfProgram.getValueAttr();
  } else if (auto OfMemory = dyn_cast<mlir::memref::GlobalOp>(Global)) {
    if (OfMemory.getConstant())
      Value = OfMemory.getInitialValueAttr();
  }
  return dyn_cast_or_null<mlir::ElementsAttr>(Value);
}

static Expected<metaobj::Param>
makeParam(StringRef Name, mlir::ElementsAttr Elements, mlir::Location Where) {
  mlir::ShapedType Type = Elements.getShapedType();
  std::optional<DLDataType> DType = dtypeOf(Type.getElementType());
  if (!DType)
    return errorAt(Where, "a constant's type has no whole bytes in MLIR; use "
                          "i8 to i64, f16, bf16, f32 or f64");
  Expected<uint64_t> Size = metaobj::tensorBytes(*DType, Type.getShape());
  if (!Size)
    return Size.takeError();
  Expected<ArrayRef<char>> Bytes = bytesOf(Elements, Where);
  if (!Bytes)
    return Bytes.takeError();
  std::shared_ptr<const std::vector<char>> Repeated;
  // MLIR has the one element of dense<0>.
  auto Dense = dyn_cast<mlir::DenseElementsAttr>(Elements);
  if (Dense && Dense.isSplat()) {
    auto All = std::make_shared<std::vector<char>>();
    while (All->size() < *Size)
      All->insert(All->end(), Bytes->begin(), Bytes->end());
    *Bytes = *All;
    Repeated = std::move(All);
  }
  if (Bytes->size() != *Size)
    return errorAt(Where, formatv("constant '{0}' has {1} bytes; its type "
                                  "needs {2}",
                                  Name, Bytes->size(), *Size));
  metaobj::Param Result;
  Result.Name = Name;
  Result.DType = *DType;
  Result.Shape.assign(Type.getShape().begin(), Type.getShape().end());
  Result.Owner = metaobj::SharedText("MLIR");
  Result.Data = metaobj::Payload::memory(
      ArrayRef(reinterpret_cast<const uint8_t *>(Bytes->data()), Bytes->size()),
      std::move(Repeated));
  Result.Data.setElement(metaobj::byteOrderUnit(*DType),
                         metaobj::Endianness::native);
  return Result;
}

Expected<metaobj::TensorIndex> GraphReader::addTensor(mlir::Value Value) {
  auto Type = dyn_cast<mlir::RankedTensorType>(Value.getType());
  std::optional<DLDataType> DType;
  if (Type && Type.hasStaticShape())
    DType = dtypeOf(Type.getElementType());
  if (!DType)
    return errorAt(Value.getLoc(), "a value of 'main' is no tensor of static "
                                   "shape with elements of whole bytes");
  auto Index = static_cast<metaobj::TensorIndex>(G.Tensors.size());
  // Each has an id of its own: emission plans who shares memory.
  G.Tensors.push_back({DType, Type.getShape().vec(), Index});
  Tensors[Value] = Index;
  return Index;
}

/// \p Value is the constant \p Symbol.
Error GraphReader::addConstant(mlir::Value Value, StringRef Symbol,
                               mlir::Location Where) {
  auto Known = Constants.find(Symbol);
  if (Known != Constants.end()) {
    Tensors[Value] = Known->second;
    return Error::success();
  }
  mlir::Operation *Global = Module.lookupSymbol(Symbol);
  mlir::ElementsAttr Elements = Global ? valueOf(Global) : nullptr;
  if (!Elements)
    return errorAt(Where, "'" + Symbol + "' is no constant with a value");
  Expected<metaobj::Param> P = makeParam(Symbol, Elements, Global->getLoc());
  if (!P)
    return P.takeError();
  Expected<metaobj::TensorIndex> Index = addTensor(Value);
  if (!Index)
    return Index.takeError();
  Constants[Symbol] = *Index;
  G.Inputs.push_back({Symbol.str(), *Index, /*IsParam=*/true});
  P->StorageId = *Index; // For `_lookup_linked_param`.
  Result.Params.push_back(std::move(*P));
  return Error::success();
}

Expected<std::vector<metaobj::TensorIndex>>
GraphReader::indicesOf(mlir::OperandRange Values, mlir::Location Where) {
  std::vector<metaobj::TensorIndex> Found;
  for (mlir::Value Value : Values) {
    auto Known = Tensors.find(Value);
    if (Known == Tensors.end())
      return errorAt(Where, "an operand is no tensor of the graph");
    Found.push_back(Known->second);
  }
  return Found;
}

metaobj::OperatorArgument
GraphReader::argument(metaobj::ArgumentUse Use,
                      metaobj::TensorIndex Tensor) const {
  const metaobj::GraphTensor &InGraph = G.Tensors[Tensor];
  return {Use, *InGraph.DType, static_cast<uint32_t>(InGraph.Shape->size())};
}

Error GraphReader::addCall(mlir::func::CallOp Call) {
  auto Inputs = indicesOf(Call.getOperands(), Call.getLoc());
  if (!Inputs)
    return Inputs.takeError();
  auto Callee = Module.lookupSymbol<mlir::func::FuncOp>(Call.getCallee());
  if (!Callee || Callee.isExternal() || Callee.getName() == "main")
    return errorAt(Call.getLoc(),
                   "'" + Call.getCallee() + "' is no operator of the module");
  metaobj::GraphNode Node;
  Node.Name = Call.getCallee();
  Node.Function = "tvmgen_" + Result.Name + "_" + Node.Name;
  Node.Inputs = *Inputs;
  for (mlir::Value Value : Call.getResults()) {
    Expected<metaobj::TensorIndex> Index = addTensor(Value);
    if (!Index)
      return Index.takeError();
    Node.Outputs.push_back(*Index);
  }
  if (Described.try_emplace(Node.Function, true).second) {
    metaobj::OperatorDescription Description;
    Description.Symbol = Node.Function;
    for (metaobj::TensorIndex Input : Node.Inputs)
      Description.Arguments.push_back(
          argument(metaobj::ArgumentUse::Input, Input));
    for (metaobj::TensorIndex Output : Node.Outputs)
      Description.Arguments.push_back(
          argument(metaobj::ArgumentUse::Output, Output));
    Description.Workspace = 0;
    Descriptions.push_back(std::move(Description));
    Result.Functions.push_back(
        {Node.Function, "", metaobj::CallingConvention::Packed, "MLIR"});
  }
  G.Nodes.push_back(std::move(Node));
  return Error::success();
}

Error GraphReader::addOperation(mlir::Operation &Op) {
  if (auto Load = dyn_cast<mlir::ml_program::GlobalLoadConstOp>(Op))
    return addConstant(Load.getResult(),
                       Load.getGlobal().getLeafReference().getValue(),
                       Op.getLoc());
  // Of a constant in memory the graph has the tensor.
  if (isa<mlir::memref::GetGlobalOp>(Op))
    return Error::success();
  if (auto Cast = dyn_cast<mlir::bufferization::ToTensorOp>(Op))
    if (auto Load = Cast.getMemref().getDefiningOp<mlir::memref::GetGlobalOp>())
      return addConstant(Cast.getResult(), Load.getName(), Op.getLoc());
  if (auto Call = dyn_cast<mlir::func::CallOp>(Op))
    return addCall(Call);
  if (auto Return = dyn_cast<mlir::func::ReturnOp>(Op)) {
    auto Outputs = indicesOf(Return.getOperands(), Op.getLoc());
    if (!Outputs)
      return Outputs.takeError();
    G.Outputs = std::move(*Outputs);
    return Error::success();
  }
  return errorAt(Op.getLoc(), "'main' may only load constants, call operators "
                              "and return; found '" +
                                  Op.getName().getStringRef() +
                                  "'; move it into an operator");
}

Expected<metaobj::Model>
GraphReader::read(std::vector<metaobj::OperatorDescription> &Operators) {
  auto Main = Module.lookupSymbol<mlir::func::FuncOp>("main");
  if (!Main || !Main.getBody().hasOneBlock())
    return errorAt(Module.getLoc(),
                   "no function 'main' of one block, which is the graph");
  for (mlir::BlockArgument Input : Main.getArguments()) {
    Expected<metaobj::TensorIndex> Index = addTensor(Input);
    if (!Index)
      return Index.takeError();
    // loc("image") is MLIR's way to keep a name.
    auto Named = Input.getLoc()->findInstanceOf<mlir::NameLoc>();
    G.Inputs.push_back({Named ? Named.getName().str()
                              : "input" + std::to_string(Input.getArgNumber()),
                        *Index});
  }
  for (mlir::Operation &Operation : Main.getBody().front())
    if (Error E = addOperation(Operation))
      return E;
  if (Error E = metaobj::checkGraph(G, "main"))
    return E;
  Result.Graph = std::move(G);
  Operators = std::move(Descriptions);
  return std::move(Result);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// Leaves only the operators: the graph and its constants are metaobj's now.
static Error eraseGraph(mlir::ModuleOp Module) {
  Module.lookupSymbol("main")->erase();
  SmallVector<mlir::Operation *> Globals;
  for (mlir::Operation &Operation : *Module.getBody())
    if (isa<mlir::ml_program::GlobalOp, mlir::memref::GlobalOp>(Operation))
      Globals.push_back(&Operation);
  for (mlir::Operation *Global : Globals) {
    if (!mlir::SymbolTable::symbolKnownUseEmpty(Global, Module))
      return errorAt(Global->getLoc(),
                     "an operator uses this global; pass it as an argument");
    Global->erase();
  }
  return Error::success();
}

/// linalg on tensors -> buffers -> loops -> LLVM's dialect. Results become
/// arguments behind the others, and each buffer is a pointer.
static Error lower(mlir::ModuleOp Module, const TargetMachine &Machine) {
  DataLayout Layout = Machine.createDataLayout();
  mlir::OpBuilder Builder(Module.getContext());
  Module->setAttr(mlir::LLVM::LLVMDialect::getDataLayoutAttrName(),
                  Builder.getStringAttr(Layout.getStringRepresentation()));
  std::string Pipeline = formatv(
      "eliminate-empty-tensors,"
      "one-shot-bufferize{{bufferize-function-boundaries "
      "function-boundary-type-conversion=identity-layout-map},"
      "buffer-results-to-out-params{{hoist-static-allocs},"
      "func.func(promote-buffers-to-stack{{max-alloc-size-in-bytes={1}},"
      "convert-linalg-to-loops),"
      "canonicalize,cse,expand-strided-metadata,lower-affine,convert-scf-to-cf,"
      "convert-arith-to-llvm{{index-bitwidth={0}},"
      "finalize-memref-to-llvm{{index-bitwidth={0}},"
      "convert-func-to-llvm{{index-bitwidth={0} "
      "use-bare-ptr-memref-call-conv=1},"
      "convert-cf-to-llvm{{index-bitwidth={0}},"
      "reconcile-unrealized-casts",
      Layout.getPointerSizeInBits(), MostStackBytes);
  mlir::PassManager Passes(Module->getName());
  if (failed(mlir::parsePassPipeline(Pipeline, Passes)) ||
      failed(Passes.run(Module)))
    return errorAt(Module.getLoc(), "MLIR cannot lower the operators");
  return Error::success();
}

// int32_t <name>(void *args, int32_t *type_codes, int32_t num_args,
//                void *out_ret_value, int32_t *out_ret_tcode, void *handle)
static Error addPackedFunction(Module &M, StringRef Name, StringRef Symbol) {
  Function *Operator = M.getFunction(Name);
  if (!Operator || !Operator->getReturnType()->isVoidTy() ||
      !all_of(Operator->args(),
              [](Argument &Taken) { return Taken.getType()->isPointerTy(); }))
    return createStringError(inconvertibleErrorCode(),
                             "operator '" + Name +
                                 "' does not take and return tensors only");
  Operator->setLinkage(GlobalValue::InternalLinkage);
  IRBuilder<> B(M.getContext());
  Type *Int = B.getInt32Ty();
  Type *Ptr = B.getPtrTy();
  Function *F = Function::Create(
      FunctionType::get(Int, {Ptr, Ptr, Int, Ptr, Ptr, Ptr}, false),
      GlobalValue::ExternalLinkage, Symbol, M);
  F->setDoesNotThrow();
  B.SetInsertPoint(BasicBlock::Create(M.getContext(), "entry", F));
  SmallVector<Value *> Data;
  for (unsigned I = 0; I != Operator->arg_size(); ++I) {
    // ((DLTensor *)((TVMValue *)args)[i].v_handle)->data
    Value *Argument = B.CreateConstGEP1_32(B.getInt64Ty(), F->getArg(0), I);
    Data.push_back(B.CreateLoad(Ptr, B.CreateLoad(Ptr, Argument)));
  }
  B.CreateCall(Operator, Data);
  B.CreateRet(B.getInt32(0));
  return Error::success();
}

static void optimise(Module &M, TargetMachine &Machine) {
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
  Passes.buildPerModuleDefaultPipeline(OptimizationLevel::O2).run(M, Modules);
}

/// A module of LLVM with a packed function for each operator of \p TheModel,
/// optimised for \p Machine.
static Expected<std::unique_ptr<Module>>
compileOperators(mlir::ModuleOp Operators, const metaobj::Model &TheModel,
                 ArrayRef<metaobj::OperatorDescription> Descriptions,
                 TargetMachine &Machine, LLVMContext &Context) {
  if (Error E = lower(Operators, Machine))
    return E;
  std::unique_ptr<Module> M =
      mlir::translateModuleToLLVMIR(Operators, Context, "operators");
  if (!M)
    return errorAt(Operators.getLoc(), "MLIR makes no module of LLVM");
  M->setTargetTriple(argument(Machine.getTargetTriple()));
  for (const metaobj::Function &F : TheModel.Functions)
    for (const metaobj::GraphNode &Node : TheModel.Graph->Nodes)
      if (Node.Function == F.Name) {
        if (Error E = addPackedFunction(*M, Node.Name, F.Name))
          return E;
        break;
      }
  for (StringRef Heap : {"malloc", "free", "memrefCopy"})
    if (Function *F = M->getFunction(Heap); F && !F->use_empty())
      return createStringError(
          inconvertibleErrorCode(),
          formatv("an operator needs '{0}': a buffer in it is larger than {1} "
                  "bytes or of dynamic shape; make it a tensor of 'main'",
                  Heap, MostStackBytes));
  if (Error E = metaobj::describeOperators(*M, Descriptions))
    return E;
  metaobj::conform(*M);
  if (verifyModule(*M, &errs()))
    return createStringError(inconvertibleErrorCode(), "wrong operators");
  optimise(*M, Machine);
  return M;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static void registerAll(mlir::DialectRegistry &Registry) {
  Registry
      .insert<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
              mlir::bufferization::BufferizationDialect,
              mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
              mlir::linalg::LinalgDialect, mlir::LLVM::LLVMDialect,
              mlir::memref::MemRefDialect, mlir::ml_program::MLProgramDialect,
              mlir::scf::SCFDialect, mlir::tensor::TensorDialect>();
  mlir::arith::registerBufferizableOpInterfaceExternalModels(Registry);
  mlir::bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
      Registry);
  mlir::linalg::registerBufferizableOpInterfaceExternalModels(Registry);
  mlir::linalg::registerSubsetOpInterfaceExternalModels(Registry);
  mlir::memref::registerAllocationOpInterfaceExternalModels(Registry);
  mlir::scf::registerBufferizableOpInterfaceExternalModels(Registry);
  mlir::tensor::registerBufferizableOpInterfaceExternalModels(Registry);
  mlir::tensor::registerSubsetOpInterfaceExternalModels(Registry);
  mlir::registerBuiltinDialectTranslation(Registry);
  mlir::registerLLVMDialectTranslation(Registry);
  mlir::bufferization::registerBufferizationPasses();
  mlir::memref::registerMemRefPasses();
  mlir::registerConversionPasses();
  mlir::registerLinalgPasses();
  mlir::registerTransformsPasses();
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

/// operators.ll and operators.o, and model.o with everything else and its
/// header.
static Error compile(StringRef Path, StringRef Folder, TargetMachine &Machine) {
  mlir::DialectRegistry Registry;
  registerAll(Registry);
  // The bytes of the parameters live as long as it.
  mlir::MLIRContext Context(Registry);
  // In MLIR's bytecode they are in this buffer.
  auto Sources = std::make_shared<SourceMgr>();
  mlir::SourceMgrDiagnosticHandler Handler(*Sources, &Context);
  auto Text = errorOrToExpected(MemoryBuffer::getFile(Path));
  if (!Text)
    return createFileError(Path, Text.takeError());
  Sources->AddNewSourceBuffer(std::move(*Text), SMLoc());
  mlir::OwningOpRef<mlir::ModuleOp> Module =
      mlir::parseSourceFile<mlir::ModuleOp>(Sources, &Context);
  if (!Module)
    return createStringError(inconvertibleErrorCode(),
                             Path + ": no module of MLIR");

  std::vector<metaobj::OperatorDescription> Descriptions;
  Expected<metaobj::Model> TheModel =
      GraphReader(*Module, Module->getName().value_or("default"))
          .read(Descriptions);
  if (!TheModel)
    return TheModel.takeError();
  if (Error E = eraseGraph(*Module))
    return E;
  LLVMContext ForCode;
  auto Operators =
      compileOperators(*Module, *TheModel, Descriptions, Machine, ForCode);
  if (!Operators)
    return Operators.takeError();
  std::string Listing;
  raw_string_ostream(Listing) << **Operators;
  if (Error E = writeBytes((Folder + "/operators.ll").str(),
                           ArrayRef(Listing.data(), Listing.size())))
    return E;
  Expected<SmallVector<char, 0>> Bytes = generate(**Operators, Machine);
  if (!Bytes)
    return Bytes.takeError();
  if (Error E = writeBytes((Folder + "/operators.o").str(), *Bytes))
    return E;
  TheModel->Objects = {
      {"operators.o", std::make_shared<SmallVectorMemoryBuffer>(
                          std::move(*Bytes), "operators.o", false)}};

  // With the object's own flags and attributes.
  Expected<metaobj::TargetSpec> Target =
      metaobj::inferTarget(TheModel->Objects);
  if (!Target)
    return Target.takeError();
  metaobj::EmitConfig Config;
  Config.Executor = metaobj::ExecutorConfig();
  Expected<metaobj::Emission> Emitted =
      metaobj::emit(*TheModel, *Target, Config);
  if (!Emitted)
    return Emitted.takeError();
  metaobj::OutputTransaction Outputs;
  if (Error E = Emitted->writeTo({Outputs, (Folder + "/model.o").str()}))
    return E;
  if (Error E = metaobj::writeHeader(*Emitted,
                                     {Outputs, (Folder + "/model.h").str()}))
    return E;
  return Outputs.commit();
}

/// mlircompiler <module> <folder> <triple> [<cpu> [<features> [<abi>]]]
int main(int Argc, char **Argv) {
  ExitOnError ExitOnErr("mlircompiler: ");
  std::vector<std::string> Words(Argv + 1, Argv + Argc);
  if (Words.size() < 3 || Words.size() > 6) {
    errs() << "mlircompiler: see README.md for the arguments\n";
    return 2;
  }
  Words.resize(6);
  metaobj::TargetSpec Target;
  Target.Triple = Triple(Triple::normalize(Words[2]));
  Target.CPU = Words[3];
  Target.Features = Words[4];
  Target.AbiName = Words[5];
  auto Machine = ExitOnErr(metaobj::createTargetMachine(Target));
  ExitOnErr(compile(Words[0], Words[1], *Machine));
  return 0;
}
