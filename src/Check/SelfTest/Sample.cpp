//===- Sample.cpp - The model that is emitted -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/SelfTest/Sample.h"

#include "Base/LlvmVersion.h"
#include "Emit/Code/CodeGeneration.h"
#include "metaobj-c/metaobj_abi.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

namespace {

struct SampleParam {
  StringRef Name;
  StringRef DType;
  std::vector<int64_t> Shape;
  std::optional<uint64_t> StorageId;
  uint64_t Alignment; ///< 0: the default.
};

} // namespace

/// Each place has its own numbers, so that lost, doubled and wrongly ordered
/// bytes are detected.
static std::vector<uint8_t> elements(size_t Size, size_t Seed) {
  std::vector<uint8_t> Bytes(Size);
  for (size_t I = 0; I < Size; ++I)
    Bytes[I] = static_cast<uint8_t>(1 + 7 * I + 37 * Seed);
  return Bytes;
}

Model metaobj::sampleModel() {
  Model Sample;
  Sample.Name = "self_test";
  Sample.Functions = {
      {"tvmgen_self_test_add", "", CallingConvention::Packed, "self-test"},
      {"tvmgen_self_test_mul", "self_test_mul_impl", CallingConvention::Packed,
       "self-test"},
      {"z", "", CallingConvention::Packed, "self-test"}};
  const SampleParam Params[] = {
      {"weight", "float32", {2, 3}, 0, 0},
      {"bias", "int32", {}, 2, 0},
      {"table", "uint8", {5}, std::nullopt, 16},
      {"flags", "bool", {3}, 3, 0},
      {"half", "float16", {2, 2}, std::nullopt, 0},
      {"brain", "bfloat16", {1, 2, 1, 2}, 7, 128},
      {"wide", "float64", {2}, std::nullopt, 0},
      {"long", "int64", {1, 1, 2}, 8, 0},
      {"complex", "complex64", {2}, std::nullopt, 0},
      {"empty", "int16", {0, 4}, std::nullopt, 0},
      {"vector", "int16x4", {2}, 11, 0},
      // Long enough for compressing it to be worth while.
      {"packed", "int16", {8, 128}, 12, 0},
      {"last", "int8", {3}, std::nullopt, 0},
  };
  for (const SampleParam &From : Params) {
    Param &P = Sample.Params.emplace_back();
    P.Name = From.Name.str();
    P.DType = *parseDType(From.DType);
    P.Shape.assign(From.Shape.begin(), From.Shape.end());
    P.StorageId = From.StorageId;
    P.Alignment = From.Alignment;
    P.Owner = "self-test";
    auto Bytes = std::make_shared<std::vector<uint8_t>>(elements(
        cantFail(tensorBytes(P.DType, P.Shape)), Sample.Params.size()));
    P.Data = Payload::memory(*Bytes, Bytes);
    P.Data.setElement(byteOrderUnit(P.DType), Endianness::little);
  }
  return Sample;
}

std::vector<uint8_t> metaobj::expectedBytes(const Param &P, bool IsBigEndian) {
  const Payload &Data = P.raw();
  std::vector<uint8_t> Source(Data.size()), Bytes(Data.size());
  cantFail(Data.read(0, Source));
  // A number is 1, 2, 4 or 8 bytes: the position in it is mirrored.
  size_t Mirror = IsBigEndian ? Data.elementSize() - 1 : 0;
  for (size_t I = 0; I < Bytes.size(); ++I)
    Bytes[I] = Source[I ^ Mirror];
  return Bytes;
}

uint64_t metaobj::expectedAlignment(const Param &P, const EmitConfig &Config) {
  if (P.Compressed)
    return 1;
  return P.Alignment ? P.Alignment : Config.Params.Alignment;
}

std::vector<std::string> metaobj::expectedFunctions(const Model &TheModel,
                                                    RuntimeAbi Abi) {
  std::vector<std::string> Names;
  if (Abi == RuntimeAbi::TvmCrtUniversal)
    Names.push_back(METAOBJ_UNIVERSAL_NAME);
  for (const metaobj::Function &F : TheModel.Functions)
    Names.push_back(F.Name);
  if (TheModel.hasLinkedIds())
    Names.push_back(LookupLinkedParamName.str());
  return Names;
}

// static volatile int32_t <symbol>_state = N;
// int32_t <symbol>(void *, int32_t *, int32_t, void *, int32_t *, void *) {
//   return <symbol>_state;
// }
//
// The variable makes static and position-independent code differ.
static void addOperator(Module &M, StringRef Symbol, int Number,
                        const TargetMachine &Machine) {
  LLVMContext &Context = M.getContext();
  bool HasShortInt = M.getDataLayout().getPointerSizeInBits() == 16;
  Type *Int = IntegerType::get(Context, HasShortInt ? 16 : 32);
  Type *Pointer = PointerType::getUnqual(Context);
  auto *State = new GlobalVariable(
      M, Int, /*isConstant=*/false, GlobalValue::InternalLinkage,
      ConstantInt::get(Int, Number), Symbol + "_state");
  auto *Type = FunctionType::get(
      Int, {Pointer, Pointer, Int, Pointer, Pointer, Pointer}, false);
  auto *F =
      llvm::Function::Create(Type, GlobalValue::ExternalLinkage, Symbol, M);
  F->setDoesNotThrow();
  if (!Machine.getTargetCPU().empty())
    F->addFnAttr("target-cpu", Machine.getTargetCPU());
  if (!Machine.getTargetFeatureString().empty())
    F->addFnAttr("target-features", Machine.getTargetFeatureString());
  IRBuilder<> Builder(BasicBlock::Create(Context, "", F));
  Builder.CreateRet(Builder.CreateLoad(Int, State, /*isVolatile=*/true));
}

Expected<OperatorObject> metaobj::operatorObject(const Model &TheModel,
                                                 TargetMachine &Machine) {
  LLVMContext Context;
  std::unique_ptr<Module> M = emptyModule(Machine, Context);
  int Number = 1000;
  for (const metaobj::Function &F : TheModel.Functions)
    addOperator(*M, F.symbol(), Number++, Machine);
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  if (Error E = generateCode(*M, Machine, OS))
    return E;
  return OperatorObject{
      "operators.o", MemoryBuffer::getMemBufferCopy(OS.str(), "operators.o")};
}
