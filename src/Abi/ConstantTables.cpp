//===- ConstantTables.cpp - Constant data of a module ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantTables.h"

#include "metaobj/LlvmVersion.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace metaobj;

ConstantTables::ConstantTables(Module &M, bool IsPositionIndependent,
                               StringRef Cpu, StringRef Features)
    : M(M), IsPositionIndependent(IsPositionIndependent), Cpu(Cpu),
      Features(Features),
      PointerType(llvm::PointerType::getUnqual(M.getContext())),
      FunctionPointerType(llvm::PointerType::get(
          M.getContext(), M.getDataLayout().getProgramAddressSpace())),
      IntType(IntegerType::get(
          M.getContext(),
          M.getDataLayout().getPointerSizeInBits() == 16 ? 16 : 32)),
      PackedType(FunctionType::get(IntType,
                                   {PointerType, PointerType, IntType,
                                    PointerType, PointerType, PointerType},
                                   /*isVarArg=*/false)) {}

GlobalVariable *ConstantTables::addConstant(Constant *Value, StringRef Symbol,
                                            const Twine &Section) {
  auto *Variable =
      new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                         GlobalValue::InternalLinkage, Value, Symbol);
  Variable->setAlignment(layout().getABITypeAlign(Value->getType()));
  // The other object formats have no such choice of names; LLVM's own sections
  // for constants are right there.
  if (Triple(llvm_version::tripleName(M)).isOSBinFormatELF())
    Variable->setSection(Section.str());
  return Variable;
}

GlobalVariable *ConstantTables::addData(Constant *Value, StringRef Symbol,
                                        StringRef Group) {
  return addConstant(Value, Symbol, ".rodata.metaobj." + Group);
}

GlobalVariable *ConstantTables::addPointers(Constant *Value, StringRef Symbol,
                                            StringRef Group) {
  // Data that a loader relocates has to be writable until then; under a name of
  // its own, because one name must not stand for sections with and without
  // SHF_WRITE.
  return addConstant(
      Value, Symbol,
      (IsPositionIndependent ? ".data.rel.ro.metaobj." : ".rodata.metaobj.") +
          Group);
}

GlobalVariable *ConstantTables::reservePointers(uint64_t Size, Align Alignment,
                                                StringRef Symbol,
                                                StringRef Group) {
  uint64_t PointerSize = layout().getPointerSize();
  assert(Size >= PointerSize && "no room for a pointer");
  auto *Rest =
      ArrayType::get(Type::getInt8Ty(M.getContext()), Size - PointerSize);
  auto *Kind = StructType::get(M.getContext(), {PointerType, Rest},
                               /*isPacked=*/true);
  GlobalVariable *Variable =
      addPointers(Constant::getNullValue(Kind), Symbol, Group);
  Variable->setInitializer(
      ConstantStruct::get(Kind, {Variable, Constant::getNullValue(Rest)}));
  Variable->setAlignment(Alignment);
  return Variable;
}

void ConstantTables::showPointer(GlobalVariable &Reserved, Constant *First) {
  auto *Old = cast<ConstantStruct>(Reserved.getInitializer());
  Reserved.setInitializer(
      ConstantStruct::get(Old->getType(), {First, Old->getOperand(1)}));
}

Function *ConstantTables::addFunction(FunctionType *Type,
                                      GlobalValue::LinkageTypes Linkage,
                                      StringRef Symbol) {
  Function *F = Function::Create(Type, Linkage, Symbol, M);
  F->setDoesNotThrow();
  if (!Cpu.empty())
    F->addFnAttr("target-cpu", Cpu);
  if (!Features.empty())
    F->addFnAttr("target-features", Features);
  return F;
}

Function *ConstantTables::addAccessor(StringRef Symbol, Constant *Table) {
  Function *F = addFunction(FunctionType::get(PointerType, false),
                            GlobalValue::ExternalLinkage, Symbol);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", F));
  Builder.CreateRet(Table);
  return F;
}
