//===- ExecutorMap.cpp - What an executor takes ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExecutorMap.h"

#include "Aot/Executor.h"
#include "Text/Json.h"
#include "Text/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Sums over an executor.
struct ExecutorTotals {
  explicit ExecutorTotals(const Emission &Of) {
    for (const ExecutorTable &Each : Of.executorTables())
      (Each.IsVariable ? Ram : Tables) += Each.Bytes;
    for (const ExecutorMemory &Each : Of.executor()->Pools)
      if (Each.Pool.IsCallers && !Each.IsConstant)
        CallersRam += Each.Bytes;
  }
  uint64_t Tables = 0;
  uint64_t Ram = 0; ///< Of the object itself.
  uint64_t CallersRam = 0;
};

} // namespace

static void writeTensors(json::OStream &J, StringRef Key,
                         ArrayRef<ExecutorIo> List, const Executor &Of) {
  J.attributeArray(Key, [&] {
    for (const ExecutorIo &Each : List)
      J.object([&] {
        const GraphTensor &Tensor = Of.TheGraph.Tensors[Each.Tensor];
        const TensorPlace &Place = Of.Places[Each.Tensor];
        bool IsInPool = Place.Kind == TensorPlace::Pool;
        J.attribute("name", jsonText(Each.Name));
        J.attribute("dtype", dtypeName(*Tensor.DType));
        J.attributeArray("shape", [&] {
          for (int64_t Extent : *Tensor.Shape)
            J.value(Extent);
        });
        J.attribute("bytes", Each.Bytes);
        J.attribute("pool", IsInPool ? jsonText(Of.Pools[Place.Index].Pool.Name)
                                     : json::Value(nullptr));
        J.attribute("offset", IsInPool ? json::Value(Place.Offset)
                                       : json::Value(nullptr));
      });
  });
}

static void writePools(json::OStream &J, const Executor &Of) {
  J.attributeArray("pools", [&] {
    for (const auto &[Index, Each] : enumerate(Of.Pools)) {
      uint32_t Number = Index;
      const ExecutorMemory &Memory = Each;
      J.object([&] {
        bool IsOwn = !Memory.Pool.IsCallers;
        J.attribute("name", jsonText(Memory.Pool.Name));
        J.attribute("symbol", IsOwn ? jsonText(Of.poolSymbol(Number))
                                    : json::Value(nullptr));
        J.attribute("bytes", Memory.Bytes);
        J.attribute("align", Of.alignmentOf(Memory));
        J.attribute("constant", Memory.IsConstant);
      });
    }
  });
}

static void writeTables(json::OStream &J, StringRef Key,
                        ArrayRef<ExecutorTable> Tables, bool AreVariables) {
  J.attributeArray(Key, [&] {
    for (const ExecutorTable &Each : Tables)
      if (Each.IsVariable == AreVariables)
        J.object([&] {
          J.attribute("symbol", jsonText(Each.Symbol));
          J.attribute("section", jsonTextOrNull(Each.Section));
          J.attribute("bytes", Each.Bytes);
        });
  });
}

/// Global ones, and the packed forms of operators.
static std::vector<std::string> functionsOf(const Executor &Of) {
  std::vector<std::string> Result = executorSymbols(Of.Config, Of.SymbolStart);
  erase_if(Result, [&](const std::string &Symbol) {
    for (uint32_t Pool = 0; Pool != Of.Pools.size(); ++Pool)
      if (Of.poolSymbol(Pool) == Symbol ||
          sharedPoolFlag(Of.Pools[Pool].Pool.Name) == Symbol)
        return true;
    return false;
  });
  for (const OwnFunction &Each : Of.Own)
    if (Each.Wrapped)
      Result.push_back(Each.Symbol);
  return Result;
}

void metaobj::writeExecutor(json::OStream &J, const Emission &Of) {
  if (!Of.executor()) {
    J.attribute("executor", nullptr);
    return;
  }
  const Executor &Its = *Of.executor();
  ExecutorTotals Totals(Of);
  SetVector<uint32_t> Operators;
  for (const ExecutorCall &Call : Its.Calls)
    Operators.insert(Call.Function);
  J.attributeObject("executor", [&] {
    J.attributeObject("totals", [&] {
      J.attribute("calls", Its.Calls.size());
      J.attribute("ram_bytes", Totals.Ram);
      J.attribute("callers_ram_bytes", Totals.CallersRam);
      J.attribute("table_bytes", Totals.Tables);
    });
    J.attributeArray("functions", [&] {
      for (const std::string &Symbol : functionsOf(Its))
        J.value(jsonText(Symbol));
    });
    writeTensors(J, "inputs", Its.Inputs, Its);
    writeTensors(J, "outputs", Its.Outputs, Its);
    writePools(J, Its);
    J.attributeArray("devices", [&] {
      for (const ExecutorDevice &Each : Its.Devices)
        J.value(jsonText(Each.Kind));
    });
    J.attributeArray("operators", [&] {
      for (uint32_t Each : Operators)
        J.value(jsonText(Of.model().Functions[Each].Name));
    });
    writeTables(J, "tables", Of.executorTables(), /*AreVariables=*/false);
    writeTables(J, "variables", Of.executorTables(), /*AreVariables=*/true);
  });
}

std::string metaobj::summarizeExecutor(const Emission &Of) {
  ExecutorTotals Totals(Of);
  std::string Text =
      "executor: " + plural(Of.executor()->Calls.size(), "call") + ", " +
      plural(Totals.Ram, "byte") + " of RAM, ";
  if (Totals.CallersRam)
    Text += plural(Totals.CallersRam, "byte") + " of the program's RAM, ";
  return Text + plural(Totals.Tables, "byte") + " of tables";
}
