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
  ExecutorWriter(raw_ostream &OS, const CModel &C, const Executor &TheExecutor);

  Error write();

private:
  using Member = ExecutorMember;

  Error writeConstants();
  void writeStructure(StringRef Subject, StringRef Comment,
                      ArrayRef<Member> Named);
  void writeMap(StringRef Subject, const std::vector<ExecutorIo> &List,
                ArrayRef<Member> Named);
  void writePools();
  void writeRun();
  void writePackedRun(StringRef Symbol);
  void writeFailedOperator();
  std::string tag(StringRef Subject) const {
    return Start + "_" + Subject.str();
  }
  bool hasCallersPools() const { return !Members.Pools.empty(); }

  raw_ostream &OS;
  const CModel &C;
  const Executor &TheExecutor;
  std::string Start;
  ExecutorMembers Members;
};

} // namespace

/// A member for \p Name, and none of \p Used.
static std::string memberName(StringRef Name, NameSet &Used) {
  std::string Similar;
  for (char C : Name)
    Similar += isAlnum(C) ? C : '_';
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
  for (const ExecutorIo &Io : List) {
    const GraphTensor &Tensor = TheGraph.Tensors[Io.Tensor];
    Members.push_back({memberName(Io.Name, Used),
                       cComment(Io.Name) + ": " +
                           tensorName(*Tensor.DType, *Tensor.Shape) + ", " +
                           plural(Io.Bytes, "byte")});
  }
  return Members;
}

ExecutorMembers::ExecutorMembers(const Executor &TheExecutor)
    : Inputs(membersOf(TheExecutor.Inputs, TheExecutor.TheGraph)),
      Outputs(membersOf(TheExecutor.Outputs, TheExecutor.TheGraph)) {
  NameSet UsedPools, UsedDevices;
  for (const ExecutorMemory &Memory : TheExecutor.Pools)
    if (Memory.IsImage)
      Pools.push_back({memberName(Memory.Pool.Name, UsedPools),
                       "What metaobj_params_open returned; the run refuses "
                       "all else with 0x803",
                       /*IsConstant=*/true});
    else if (Memory.Pool.IsCallers)
      Pools.push_back(
          {memberName(Memory.Pool.Name, UsedPools),
           plural(Memory.Bytes, "byte") + ", aligned to " +
               utostr(TheExecutor.alignmentOf(Memory)) +
               (Memory.IsConstant ? ", which the model only reads" : "")});
  for (const ExecutorDevice &Device : TheExecutor.Devices)
    Devices.push_back({memberName(Device.Kind, UsedDevices),
                       "Context of " + cComment(Device.Kind) +
                           ", for the functions TVMDevice" + Device.InHooks +
                           "Activate, ...Open, ...Close and ...Deactivate"});
}

const ExecutorMember &ExecutorMembers::pool(const Executor &TheExecutor,
                                            uint32_t Index) const {
  return Pools[count_if(
      ArrayRef(TheExecutor.Pools).take_front(Index),
      [](const ExecutorMemory &Other) { return Other.Pool.IsCallers; })];
}

/// The largest workspace of an operator; nullopt if one is not known.
static std::optional<uint64_t> operatorWorkspace(const Executor &TheExecutor) {
  uint64_t Largest = 0;
  for (const ExecutorCall &Call : TheExecutor.Calls) {
    std::optional<uint64_t> Bytes =
        TheExecutor.TheGraph.Nodes[Call.Node].Workspace;
    if (!Bytes)
      return std::nullopt;
    Largest = std::max(Largest, *Bytes);
  }
  return Largest;
}

std::vector<SizeGroup> metaobj::executorSizes(const Executor &TheExecutor,
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
    for (const auto &[TheExecutorIo, Member] : zip_equal(List, Named))
      Io.Sizes.push_back(
          {Macros.add(cMacroName(Member.Name)) + "_SIZE", TheExecutorIo.Bytes});
  };
  AddIo(TheExecutor.Inputs, Members.Inputs);
  AddIo(TheExecutor.Outputs, Members.Outputs);
  uint64_t Workspace = 0;
  for (const ExecutorMemory &Memory : TheExecutor.Pools)
    if (!Memory.IsConstant)
      Workspace += Memory.Bytes;
  Pools.Sizes.push_back({"WORKSPACE_SIZE", Workspace});
  for (const ExecutorMemory &Memory : TheExecutor.Pools)
    if (Memory.Pool.IsCallers && !Memory.IsConstant)
      Pools.Sizes.push_back(
          {cMacroName(Memory.Pool.Name) + "_WORKSPACE_POOL_SIZE",
           Memory.Bytes});
  std::vector<SizeGroup> Result = {std::move(Io), std::move(Pools)};
  if (callsFfi(TheExecutor.TheGraph))
    Result.push_back({"Inputs, outputs and pools lie at multiples of this.",
                      {{"ALIGNMENT", TheExecutor.Config.Alignment}}});
  else if (std::optional<uint64_t> Bytes = operatorWorkspace(TheExecutor))
    Result.push_back({"The most bytes that an operator takes by "
                      "TVMBackendAllocWorkspace at a time.",
                      {{"OPERATOR_WORKSPACE_SIZE", *Bytes}}});
  return Result;
}

ExecutorWriter::ExecutorWriter(raw_ostream &OS, const CModel &C,
                               const Executor &TheExecutor)
    : OS(OS), C(C), TheExecutor(TheExecutor), Start(C.Names.tagStart()),
      Members(TheExecutor) {}

/// The parameters, for a variable or a memory of the program.
Error ExecutorWriter::writeConstants() {
  if (!TheExecutor.CallersConstants)
    return Error::success();
  const Payload &Data = TheExecutor.CallersConstants->Data;
  std::string Start = C.Names.macroPrefix() + "_" +
                      cMacroName(TheExecutor.CallersConstants->Name);
  OS << "/* Bytes of the parameters, for a variable like this:\n"
        " *   const uint8_t name[SIZE] = {DATA}; */\n#define "
     << Start << "_CONSTANT_POOL_SIZE " << Data.size() << "\n#define " << Start
     << "_CONSTANT_POOL_DATA \\\n";
  return writeBytes(OS, Data, /*LineEnd=*/" \\");
}

void ExecutorWriter::writeStructure(StringRef Subject, StringRef Comment,
                                    ArrayRef<Member> Named) {
  if (Named.empty())
    return;
  OS << "\n/* " << Comment << " */\nstruct " << tag(Subject) << " {\n";
  for (const Member &TheMember : Named)
    OS << "  /* " << TheMember.Comment << ". */\n  "
       << (TheMember.IsConstant ? "const " : "") << "void *" << TheMember.Name
       << ";\n";
  OS << "};\n";
}

// static inline struct <start>_map_inputs(struct <start>_workspace_pools *)
//
// In the header, because each ABI returns structures in its own way.
void ExecutorWriter::writeMap(StringRef Subject,
                              const std::vector<ExecutorIo> &List,
                              ArrayRef<Member> Named) {
  if (Named.empty())
    return;
  std::string Tag = "struct " + tag(Subject);
  OS << "\n/* Where the " << Subject << " lie. */\nstatic inline " << Tag << ' '
     << Start << "_map_" << Subject << "("
     << (hasCallersPools() ? "struct " + tag("workspace_pools") + " *pools"
                           : std::string("void"))
     << ") {\n  " << Tag << " result;\n";
  bool UsesCallers = false;
  for (const auto &[Io, TheExecutorMember] : zip_equal(List, Named)) {
    const TensorPlace &Place = TheExecutor.Places[Io.Tensor];
    OS << "  result." << TheExecutorMember.Name << " = ";
    if (TheExecutor.Pools[Place.Index].Pool.IsCallers) {
      UsesCallers = true;
      OS << "(uint8_t *)pools->" << Members.pool(TheExecutor, Place.Index).Name;
    } else {
      OS << C.Names.ofPart(TheExecutor.poolSymbol(Place.Index)).Name;
    }
    OS << " + " << Place.Offset << ";\n";
  }
  if (hasCallersPools() && !UsesCallers)
    OS << "  (void)pools;\n";
  OS << "  return result;\n}\n";
}

/// Pools of the object that programs look into.
void ExecutorWriter::writePools() {
  if (!TheExecutor.Config.WorkspaceIo)
    return;
  for (const auto &[Index, Memory] : enumerate(TheExecutor.Pools)) {
    if (Memory.Pool.IsCallers)
      continue;
    const CName &Name = C.Names.ofPart(TheExecutor.poolSymbol(Index));
    OS << "\n/* " << plural(Memory.Bytes, "byte") << ", with the inputs and "
       << "outputs. */\nextern uint8_t " << Name.Name << "[]" << Name.label()
       << ";\n";
  }
}

void ExecutorWriter::writeRun() {
  const CName &Run = C.Names.ofPart(TheExecutor.symbol(executor_symbols::Run));
  std::vector<std::string> Arguments;
  auto Add = [&](bool IsThere, StringRef Subject, StringRef Name) {
    if (IsThere)
      Arguments.push_back("struct " + tag(Subject) + " *" + Name.str());
  };
  Add(TheExecutor.hasIoArguments() && !Members.Inputs.empty(), "inputs",
      "inputs");
  Add(TheExecutor.hasIoArguments() && !Members.Outputs.empty(), "outputs",
      "outputs");
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
    for (const Member &TheMember : *List)
      OS << "\n *   " << Number++ << "  " << TheMember.Comment;
  OS << "\n */\n" << packedFunction(Run.Name) << Run.label() << ";\n";
}

void ExecutorWriter::writeFailedOperator() {
  const CName &Failed =
      C.Names.ofPart(TheExecutor.symbol(executor_symbols::FailedOperator));
  OS << "\n/* The number of the call at which the last run failed. -1: it did "
        "not, or\n * before any call.";
  for (const auto &[Number, Call] : enumerate(TheExecutor.Calls))
    OS << "\n *   " << Number << "  "
       << cComment(C.TheModel.Functions[Call.Function].Name);
  OS << "\n */\nint32_t " << Failed.Name << "(void)" << Failed.label() << ";\n";
}

Error ExecutorWriter::write() {
  writeSizes(OS, C, executorSizes(TheExecutor, Members));
  if (Error E = writeConstants())
    return E;
  writeStructure("inputs", "What the program sets.", Members.Inputs);
  writeStructure("outputs", "What the program reads.", Members.Outputs);
  writeStructure("devices", "What operators on devices get.", Members.Devices);
  writeStructure("workspace_pools",
                 "Memory of the program; the workspace is unused between runs.",
                 Members.Pools);
  writePools();
  if (TheExecutor.Config.WorkspaceIo) {
    writeMap("inputs", TheExecutor.Inputs, Members.Inputs);
    writeMap("outputs", TheExecutor.Outputs, Members.Outputs);
  }
  if (TheExecutor.isPacked())
    writePackedRun(TheExecutor.symbol(executor_symbols::Run));
  else
    writeRun();
  if (!TheExecutor.isPacked() && TheExecutor.isInRegistry())
    writePackedRun(TheExecutor.symbol(executor_symbols::PackedRun));
  writeFailedOperator();
  return Error::success();
}

Error metaobj::writeExecutor(raw_ostream &OS, const CModel &C,
                             const Executor &TheExecutor) {
  return ExecutorWriter(OS, C, TheExecutor).write();
}
