//===- CExecutor.cpp - How programs run a model ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Executor/CExecutor.h"

#include "Base/Wording.h"
#include "Emit/Text/CText.h"
#include "Model/DType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <optional>

using namespace llvm;
using namespace metaobj;

namespace {

class ExecutorWriter {
public:
  ExecutorWriter(raw_ostream &OS, const CModel &C, const Executor &Of);

  Error write();

private:
  using Member = ExecutorMember;

  Error writeConstants();
  void writeStructure(StringRef What, StringRef Comment,
                      ArrayRef<Member> Named);
  void writeMap(StringRef What, const std::vector<ExecutorIo> &List,
                ArrayRef<Member> Named);
  void writePools();
  void writeRun();
  void writePackedRun(StringRef Symbol);
  void writeFailedOperator();
  std::string tag(StringRef What) const { return Start + "_" + What.str(); }
  bool hasCallersPools() const { return !Members.Pools.empty(); }

  raw_ostream &OS;
  const CModel &C;
  const Executor &Of;
  std::string Start;
  ExecutorMembers Members;
};

} // namespace

/// A member for \p Name, and none of \p Used.
static std::string memberName(StringRef Name, NameSet &Used) {
  std::string Similar;
  for (char Each : Name)
    Similar += isAlnum(Each) ? Each : '_';
  if (Similar.empty() || isDigit(Similar.front()))
    Similar = "tensor_" + Similar;
  if (!isCMember(Similar))
    Similar = StringRef(Similar).starts_with("_") ? "tensor" + Similar
                                                  : Similar + "_";
  return Used.add(Similar);
}

static std::vector<ExecutorMember>
membersOf(const std::vector<ExecutorIo> &List, const Graph &TheGraph) {
  std::vector<ExecutorMember> Members;
  NameSet Used;
  for (const ExecutorIo &Each : List) {
    const GraphTensor &Tensor = TheGraph.Tensors[Each.Tensor];
    Members.push_back({memberName(Each.Name, Used),
                       cComment(Each.Name) + ": " +
                           tensorName(*Tensor.DType, *Tensor.Shape) + ", " +
                           plural(Each.Bytes, "byte")});
  }
  return Members;
}

ExecutorMembers::ExecutorMembers(const Executor &Of)
    : Inputs(membersOf(Of.Inputs, Of.TheGraph)),
      Outputs(membersOf(Of.Outputs, Of.TheGraph)) {
  NameSet UsedPools, UsedDevices;
  for (const ExecutorMemory &Each : Of.Pools)
    if (Each.IsImage)
      Pools.push_back({memberName(Each.Pool.Name, UsedPools),
                       "What metaobj_params_open returned; the run refuses "
                       "all else with 0x803",
                       /*IsConstant=*/true});
    else if (Each.Pool.IsCallers)
      Pools.push_back(
          {memberName(Each.Pool.Name, UsedPools),
           plural(Each.Bytes, "byte") + ", aligned to " +
               utostr(Of.alignmentOf(Each)) +
               (Each.IsConstant ? ", which the model only reads" : "")});
  for (const ExecutorDevice &Each : Of.Devices)
    Devices.push_back({memberName(Each.Kind, UsedDevices),
                       "Context of " + cComment(Each.Kind) +
                           ", for the functions TVMDevice" + Each.InHooks +
                           "Activate, ...Open, ...Close and ...Deactivate"});
}

const ExecutorMember &ExecutorMembers::pool(const Executor &Of,
                                            uint32_t Index) const {
  return Pools[count_if(
      ArrayRef(Of.Pools).take_front(Index),
      [](const ExecutorMemory &Other) { return Other.Pool.IsCallers; })];
}

/// The largest workspace of an operator; nullopt if one is not known.
static std::optional<uint64_t> operatorWorkspace(const Executor &Of) {
  uint64_t Largest = 0;
  for (const ExecutorCall &Each : Of.Calls) {
    std::optional<uint64_t> Bytes = Of.TheGraph.Nodes[Each.Node].Workspace;
    if (!Bytes)
      return std::nullopt;
    Largest = std::max(Largest, *Bytes);
  }
  return Largest;
}

std::vector<SizeGroup> metaobj::executorSizes(const Executor &Of,
                                              const ExecutorMembers &Members) {
  SizeGroup Io = {"Bytes of inputs and outputs.", {}};
  SizeGroup Pools = {"Bytes of all pools, for the tensors between operators.",
                     {}};
  NameSet Macros;
  // Taken below.
  Macros.add("WORKSPACE");
  Macros.add("OPERATOR_WORKSPACE");
  auto AddIo = [&](const std::vector<ExecutorIo> &List,
                   ArrayRef<ExecutorMember> Named) {
    for (const auto &[Each, Member] : zip_equal(List, Named))
      Io.Sizes.push_back(
          {Macros.add(cMacroName(Member.Name)) + "_SIZE", Each.Bytes});
  };
  AddIo(Of.Inputs, Members.Inputs);
  AddIo(Of.Outputs, Members.Outputs);
  uint64_t Workspace = 0;
  for (const ExecutorMemory &Each : Of.Pools)
    if (!Each.IsConstant)
      Workspace += Each.Bytes;
  Pools.Sizes.push_back({"WORKSPACE_SIZE", Workspace});
  for (const ExecutorMemory &Each : Of.Pools)
    if (Each.Pool.IsCallers && !Each.IsConstant)
      Pools.Sizes.push_back(
          {cMacroName(Each.Pool.Name) + "_WORKSPACE_POOL_SIZE", Each.Bytes});
  std::vector<SizeGroup> Result = {std::move(Io), std::move(Pools)};
  if (std::optional<uint64_t> Bytes = operatorWorkspace(Of))
    Result.push_back({"The most bytes that an operator takes by "
                      "TVMBackendAllocWorkspace at a time.",
                      {{"OPERATOR_WORKSPACE_SIZE", *Bytes}}});
  return Result;
}

ExecutorWriter::ExecutorWriter(raw_ostream &OS, const CModel &C,
                               const Executor &Of)
    : OS(OS), C(C), Of(Of), Start(C.Names.tagStart()), Members(Of) {}

/// The parameters, for a variable or a memory of the program.
Error ExecutorWriter::writeConstants() {
  if (!Of.CallersConstants)
    return Error::success();
  const Payload &Data = Of.CallersConstants->Data;
  std::string Start =
      C.Names.macroPrefix() + "_" + cMacroName(Of.CallersConstants->Name);
  OS << "/* Bytes of the parameters, for a variable like this:\n"
        " *   const uint8_t name[SIZE] = {DATA}; */\n#define "
     << Start << "_CONSTANT_POOL_SIZE " << Data.size() << "\n#define " << Start
     << "_CONSTANT_POOL_DATA \\\n";
  return writeBytes(OS, Data, /*LineEnd=*/" \\");
}

void ExecutorWriter::writeStructure(StringRef What, StringRef Comment,
                                    ArrayRef<Member> Named) {
  if (Named.empty())
    return;
  OS << "\n/* " << Comment << " */\nstruct " << tag(What) << " {\n";
  for (const Member &Each : Named)
    OS << "  /* " << Each.Comment << ". */\n  "
       << (Each.IsConstant ? "const " : "") << "void *" << Each.Name << ";\n";
  OS << "};\n";
}

// static inline struct <start>_map_inputs(struct <start>_workspace_pools *)
//
// In the header, because each ABI returns structures in its own way.
void ExecutorWriter::writeMap(StringRef What,
                              const std::vector<ExecutorIo> &List,
                              ArrayRef<Member> Named) {
  if (Named.empty())
    return;
  std::string Tag = "struct " + tag(What);
  OS << "\n/* Where the " << What << " lie. */\nstatic inline " << Tag << ' '
     << Start << "_map_" << What << "("
     << (hasCallersPools() ? "struct " + tag("workspace_pools") + " *pools"
                           : std::string("void"))
     << ") {\n  " << Tag << " result;\n";
  bool UsesCallers = false;
  for (const auto &[Io, Each] : zip_equal(List, Named)) {
    const TensorPlace &Place = Of.Places[Io.Tensor];
    OS << "  result." << Each.Name << " = ";
    if (Of.Pools[Place.Index].Pool.IsCallers) {
      UsesCallers = true;
      OS << "(uint8_t *)pools->" << Members.pool(Of, Place.Index).Name;
    } else {
      OS << C.Names.ofPart(Of.poolSymbol(Place.Index)).Name;
    }
    OS << " + " << Place.Offset << ";\n";
  }
  if (hasCallersPools() && !UsesCallers)
    OS << "  (void)pools;\n";
  OS << "  return result;\n}\n";
}

/// Pools of the object that programs look into.
void ExecutorWriter::writePools() {
  if (!Of.Config.WorkspaceIo)
    return;
  for (const auto &[Index, Each] : enumerate(Of.Pools)) {
    if (Each.Pool.IsCallers)
      continue;
    const CName &Name = C.Names.ofPart(Of.poolSymbol(Index));
    OS << "\n/* " << plural(Each.Bytes, "byte") << ", with the inputs and "
       << "outputs. */\nextern uint8_t " << Name.Name << "[]" << Name.label()
       << ";\n";
  }
}

void ExecutorWriter::writeRun() {
  const CName &Run = C.Names.ofPart(Of.symbol(executor_symbols::Run));
  std::vector<std::string> Arguments;
  auto Add = [&](bool IsThere, StringRef What, StringRef Name) {
    if (IsThere)
      Arguments.push_back("struct " + tag(What) + " *" + Name.str());
  };
  Add(Of.hasIoArguments() && !Members.Inputs.empty(), "inputs", "inputs");
  Add(Of.hasIoArguments() && !Members.Outputs.empty(), "outputs", "outputs");
  Add(!Members.Pools.empty(), "workspace_pools", "pools");
  Add(!Members.Devices.empty(), "devices", "devices");
  OS << "\n/* Runs the model. 0, or what the operator or the device that "
        "failed "
        "has\n * returned. Not from several threads at once. */\nint32_t "
     << Run.Name << '('
     << (Arguments.empty() ? "void" : join(Arguments, ",\n    ")) << ')'
     << Run.label() << ";\n";
}

void ExecutorWriter::writePackedRun(StringRef Symbol) {
  const CName &Run = C.Names.ofPart(Symbol);
  OS << "\n/* The model as a packed function. Its arguments are pointers to\n"
        " * DLTensors:";
  size_t Number = 0;
  for (const std::vector<Member> *List : {&Members.Inputs, &Members.Outputs})
    for (const Member &Each : *List)
      OS << "\n *   " << Number++ << "  " << Each.Comment;
  OS << "\n */\n" << packedFunction(Run.Name) << Run.label() << ";\n";
}

void ExecutorWriter::writeFailedOperator() {
  const CName &Failed =
      C.Names.ofPart(Of.symbol(executor_symbols::FailedOperator));
  OS << "\n/* The number of the call at which the last run failed. -1: it did "
        "not, or\n * before any call.";
  for (const auto &[Number, Call] : enumerate(Of.Calls))
    OS << "\n *   " << Number << "  "
       << cComment(C.TheModel.Functions[Call.Function].Name);
  OS << "\n */\nint32_t " << Failed.Name << "(void)" << Failed.label() << ";\n";
}

Error ExecutorWriter::write() {
  writeSizes(OS, C, executorSizes(Of, Members));
  if (Error E = writeConstants())
    return E;
  writeStructure("inputs", "What the program sets.", Members.Inputs);
  writeStructure("outputs", "What the program reads.", Members.Outputs);
  writeStructure("devices", "What operators on devices get.", Members.Devices);
  writeStructure("workspace_pools",
                 "Memory of the program; the workspace is unused between runs.",
                 Members.Pools);
  writePools();
  if (Of.Config.WorkspaceIo) {
    writeMap("inputs", Of.Inputs, Members.Inputs);
    writeMap("outputs", Of.Outputs, Members.Outputs);
  }
  if (Of.isPacked())
    writePackedRun(Of.symbol(executor_symbols::Run));
  else
    writeRun();
  if (!Of.isPacked() && Of.isInRegistry())
    writePackedRun(Of.symbol(executor_symbols::PackedRun));
  writeFailedOperator();
  return Error::success();
}

Error metaobj::writeExecutor(raw_ostream &OS, const CModel &C,
                             const Executor &Of) {
  return ExecutorWriter(OS, C, Of).write();
}
