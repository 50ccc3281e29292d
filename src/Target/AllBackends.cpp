//===- AllBackends.cpp - All back ends of the linked LLVM -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only definition in its object, so that a program with a definition of its
// own links nothing of this one. Anything else here would bring all back ends
// into such a program.
//
//===----------------------------------------------------------------------===//

#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"

#include <vector>

using namespace llvm;
using namespace metaobj;

static std::vector<Backend> listBackends() {
  std::vector<Backend> All = {
#define LLVM_TARGET(Name)                                                      \
  {#Name, LLVMInitialize##Name##TargetInfo, LLVMInitialize##Name##Target,      \
   LLVMInitialize##Name##TargetMC},
#include "llvm/Config/Targets.def"
  };
  // Not every back end has these.
  auto Named = [&All](StringRef Name) {
    return find_if(All, [Name](const Backend &B) { return B.Name == Name; });
  };
#define LLVM_ASM_PRINTER(Name)                                                 \
  Named(#Name)->AsmPrinter = LLVMInitialize##Name##AsmPrinter;
#include "llvm/Config/AsmPrinters.def"
#define LLVM_DISASSEMBLER(Name)                                                \
  Named(#Name)->Disassembler = LLVMInitialize##Name##Disassembler;
#include "llvm/Config/Disassemblers.def"
  return All;
}

ArrayRef<Backend> metaobj::linkedBackends() {
  static const std::vector<Backend> All = listBackends();
  return All;
}
