//===- ExecutorMap.cpp - An executor in the map ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Executor/ExecutorMap.h"

#include "Base/Json.h"
#include "Base/Wording.h"
#include "Emit/MapType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Sums over an executor.
struct ExecutorTotals {
  ExecutorTotals(const Executor &Its, const Emission &Of) {
    for (const ExecutorTable &Part : Of.executorTables())
      (Part.IsVariable ? Ram : Tables) += Part.Bytes;
    for (const ExecutorMemory &Memory : Its.Pools)
      if (Memory.Pool.IsCallers && !Memory.IsConstant)
        CallersRam += Memory.Bytes;
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
        writeMapType(J, *Tensor.DType, *Tensor.Shape);
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
    for (uint32_t Number = 0; Number != Of.Pools.size(); ++Number) {
      const ExecutorMemory &Memory = Of.Pools[Number];
      J.object([&] {
        J.attribute("name", jsonText(Memory.Pool.Name));
        J.attribute("symbol", Memory.Pool.IsCallers
                                  ? json::Value(nullptr)
                                  : jsonText(Of.poolSymbol(Number)));
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

void metaobj::writeExecutorMap(json::OStream &J, const Executor &Its,
                               const Emission &Of) {
  ExecutorTotals Totals(Its, Of);
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

std::string metaobj::summarizeExecutor(const Executor &Its,
                                       const Emission &Of) {
  ExecutorTotals Totals(Its, Of);
  std::string Text = "executor: " + plural(Its.Calls.size(), "call") + ", " +
                     plural(Totals.Ram, "byte") + " of RAM, ";
  if (Totals.CallersRam)
    Text += plural(Totals.CallersRam, "byte") + " of the program's RAM, ";
  return Text + plural(Totals.Tables, "byte") + " of tables";
}
