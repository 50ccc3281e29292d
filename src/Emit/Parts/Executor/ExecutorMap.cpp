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
  ExecutorTotals(const Executor &Its, const Emission &TheEmission) {
    for (const ExecutorTable &Part : TheEmission.executorTables())
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
                         ArrayRef<ExecutorIo> List,
                         const Executor &TheExecutor) {
  J.attributeArray(Key, [&] {
    for (const ExecutorIo &Io : List)
      J.object([&] {
        const GraphTensor &Tensor = TheExecutor.TheGraph.Tensors[Io.Tensor];
        const TensorPlace &Place = TheExecutor.Places[Io.Tensor];
        bool IsInPool = Place.Kind == TensorPlace::Pool;
        J.attribute("name", jsonText(Io.Name));
        writeMapType(J, *Tensor.DType, *Tensor.Shape);
        J.attribute("bytes", Io.Bytes);
        J.attribute("pool",
                    IsInPool
                        ? jsonText(TheExecutor.Pools[Place.Index].Pool.Name)
                        : json::Value(nullptr));
        J.attribute("offset", IsInPool ? json::Value(Place.Offset)
                                       : json::Value(nullptr));
      });
  });
}

static void writePools(json::OStream &J, const Executor &TheExecutor) {
  J.attributeArray("pools", [&] {
    for (uint32_t Number = 0; Number != TheExecutor.Pools.size(); ++Number) {
      const ExecutorMemory &Memory = TheExecutor.Pools[Number];
      J.object([&] {
        J.attribute("name", jsonText(Memory.Pool.Name));
        J.attribute("symbol", Memory.Pool.IsCallers
                                  ? json::Value(nullptr)
                                  : jsonText(TheExecutor.poolSymbol(Number)));
        J.attribute("bytes", Memory.Bytes);
        J.attribute("align", TheExecutor.alignmentOf(Memory));
        J.attribute("constant", Memory.IsConstant);
      });
    }
  });
}

static void writeTables(json::OStream &J, StringRef Key,
                        ArrayRef<ExecutorTable> Tables, bool AreVariables) {
  J.attributeArray(Key, [&] {
    for (const ExecutorTable &Table : Tables)
      if (Table.IsVariable == AreVariables)
        J.object([&] {
          J.attribute("symbol", jsonText(Table.Symbol));
          J.attribute("section", jsonTextOrNull(Table.Section));
          J.attribute("bytes", Table.Bytes);
        });
  });
}

/// Global ones, and the packed forms of operators.
static std::vector<std::string> functionsOf(const Executor &TheExecutor) {
  std::vector<std::string> Result =
      executorSymbols(TheExecutor.Config, TheExecutor.SymbolStart);
  erase_if(Result, [&](const std::string &Symbol) {
    for (uint32_t Pool = 0; Pool != TheExecutor.Pools.size(); ++Pool)
      if (TheExecutor.poolSymbol(Pool) == Symbol ||
          sharedPoolFlag(TheExecutor.Pools[Pool].Pool.Name) == Symbol)
        return true;
    return false;
  });
  for (const OwnFunction &Function : TheExecutor.Own)
    if (Function.Wrapped)
      Result.push_back(Function.Symbol);
  return Result;
}

void metaobj::writeExecutorMap(json::OStream &J, const Executor &Its,
                               const Emission &TheEmission) {
  ExecutorTotals Totals(Its, TheEmission);
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
      for (const ExecutorDevice &Device : Its.Devices)
        J.value(jsonText(Device.Kind));
    });
    J.attributeArray("operators", [&] {
      for (uint32_t Operator : Operators)
        J.value(jsonText(TheEmission.model().Functions[Operator].Name));
    });
    writeTables(J, "tables", TheEmission.executorTables(),
                /*AreVariables=*/false);
    writeTables(J, "variables", TheEmission.executorTables(),
                /*AreVariables=*/true);
  });
}

std::string metaobj::summarizeExecutor(const Executor &Its,
                                       const Emission &TheEmission) {
  ExecutorTotals Totals(Its, TheEmission);
  std::string Text = "executor: " + plural(Its.Calls.size(), "call") + ", " +
                     plural(Totals.Ram, "byte") + " of RAM, ";
  if (Totals.CallersRam)
    Text += plural(Totals.CallersRam, "byte") + " of the program's RAM, ";
  return Text + plural(Totals.Tables, "byte") + " of tables";
}
