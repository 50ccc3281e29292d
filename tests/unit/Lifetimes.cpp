//===- Lifetimes.cpp - Emissions that outlive their models ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For clang -verify. The compiler itself refuses temporary models
// (EmitTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"

using namespace llvm;
using namespace metaobj;

Expected<Emission> ofLocal(const TargetSpec &Target) {
  Model TheModel;
  // expected-warning@+1 {{address of stack memory}}
  return emit(TheModel, Target, EmitConfig());
}

Expected<Emission> shardOfLocal(const TargetSpec &Target) {
  Model TheModel;
  // expected-warning@+1 {{address of stack memory}}
  return emitShard(TheModel, Target, EmitConfig(), 0);
}

Expected<std::vector<Emission>> shardsOfLocal(const TargetSpec &Target) {
  Model TheModel;
  // expected-warning@+1 {{address of stack memory}}
  return emitShards(TheModel, Target, EmitConfig());
}

Expected<Emission> cOfLocal() {
  Model TheModel;
  // expected-warning@+1 {{address of stack memory}}
  return emitC(TheModel, EmitConfig());
}

Expected<LateModule> lateOfLocal(TargetMachine &Machine, LLVMContext &Context) {
  Model TheModel;
  // expected-warning@+1 {{address of stack memory}}
  return buildLateModule(TheModel, Machine, Context, EmitConfig());
}

size_t partsOfTemporary(const Model &TheModel) {
  // expected-warning@+1 {{temporary bound to local reference 'Stored'}}
  const Model &Stored = cantFail(emitC(TheModel, EmitConfig())).model();
  // expected-warning@+1 {{temporary bound to local reference 'Layout'}}
  const ParamLayout &Layout = cantFail(emitC(TheModel, EmitConfig())).layout();
  ArrayRef<ExecutorTable> Tables =
      // expected-warning@+1 {{temporary whose address is used}}
      cantFail(emitC(TheModel, EmitConfig())).executorTables();
  return Stored.Params.size() + Layout.Sites.size() + Tables.size();
}

size_t right(const Model &TheModel) {
  Expected<Emission> Emitted = emitC(TheModel, EmitConfig());
  return Emitted ? Emitted->model().Params.size() : 0;
}
