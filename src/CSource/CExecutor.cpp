//===- CExecutor.cpp - How programs run a model ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CSource.h"
#include "CText.h"
#include "Graph/DType.h"
#include "Text/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace metaobj;

/// Of constants that are in memory at once.
static constexpr size_t ConstantsPieceBytes = 64 << 10;

namespace {

/// Names that differ from each other.
class NameSet {
public:
  /// \p Name, or with a number behind it.
  std::string add(const std::string &Name) {
    std::string Result = Name;
    for (unsigned Number = 2; !Used.insert(Result).second; ++Number)
      Result = Name + "_" + utostr(Number);
    return Result;
  }

private:
  StringSet<> Used;
};

class ExecutorWriter {
public:
  ExecutorWriter(raw_ostream &OS, const CModel &C, const Executor &Of);

  Error write();

private:
  struct Member {
    std::string Name;
    std::string Comment;
  };

  static std::vector<Member> membersOf(const std::vector<ExecutorIo> &List,
                                       const Graph &TheGraph);
  void writeSizes();
  void writeSizesOf(const std::vector<ExecutorIo> &List,
                    ArrayRef<Member> Members);
  Error writeConstants();
  void writeStructure(StringRef What, StringRef Comment,
                      ArrayRef<Member> Members);
  void writeMap(StringRef What, const std::vector<ExecutorIo> &List,
                ArrayRef<Member> Members);
  void writePools();
  void writeRun();
  void writePackedRun(StringRef Symbol);
  void writeFailedOperator();
  std::string tag(StringRef What) const { return Start + "_" + What.str(); }
  bool hasCallersPools() const { return !Pools.empty(); }

  raw_ostream &OS;
  const CModel &C;
  const Executor &Of;
  std::string Start;
  std::vector<Member> Inputs, Outputs, Devices;
  std::vector<Member> Pools; ///< The caller's.
  NameSet Macros;
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

std::vector<ExecutorWriter::Member>
ExecutorWriter::membersOf(const std::vector<ExecutorIo> &List,
                          const Graph &TheGraph) {
  std::vector<Member> Members;
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

ExecutorWriter::ExecutorWriter(raw_ostream &OS, const CModel &C,
                               const Executor &Of)
    : OS(OS), C(C), Of(Of), Start(C.Names.tagStart()),
      Inputs(membersOf(Of.Inputs, Of.TheGraph)),
      Outputs(membersOf(Of.Outputs, Of.TheGraph)) {
  NameSet UsedPools, UsedDevices;
  for (const ExecutorMemory &Each : Of.Pools)
    if (Each.Pool.IsCallers)
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
  // Taken below.
  Macros.add("WORKSPACE");
}

void ExecutorWriter::writeSizesOf(const std::vector<ExecutorIo> &List,
                                  ArrayRef<Member> Members) {
  for (const auto &[Io, Each] : zip_equal(List, Members))
    OS << "#define " << C.Names.macroPrefix() << '_'
       << Macros.add(cMacroName(Each.Name)) << "_SIZE " << Io.Bytes << '\n';
}

void ExecutorWriter::writeSizes() {
  OS << "\n/* Bytes of inputs and outputs. */\n";
  writeSizesOf(Of.Inputs, Inputs);
  writeSizesOf(Of.Outputs, Outputs);
  uint64_t Workspace = 0;
  for (const ExecutorMemory &Each : Of.Pools)
    if (!Each.IsConstant)
      Workspace += Each.Bytes;
  OS << "/* Bytes of all pools, for the tensors between operators. */\n#define "
     << C.Names.macroPrefix() << "_WORKSPACE_SIZE " << Workspace << '\n';
  for (const ExecutorMemory &Each : Of.Pools)
    if (Each.Pool.IsCallers && !Each.IsConstant)
      OS << "#define " << C.Names.macroPrefix() << '_'
         << cMacroName(Each.Pool.Name) << "_WORKSPACE_POOL_SIZE " << Each.Bytes
         << '\n';
}

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
  std::vector<uint8_t> Piece(ConstantsPieceBytes);
  CValueWriter Values(OS, /*LineEnd=*/" \\");
  for (uint64_t Offset = 0; Offset < Data.size(); Offset += Piece.size()) {
    Piece.resize(std::min<uint64_t>(Data.size() - Offset, ConstantsPieceBytes));
    if (Error E = Data.read(Offset, Piece))
      return E;
    for (uint8_t Byte : Piece)
      Values.write(utostr(Byte));
  }
  return Error::success();
}

void ExecutorWriter::writeStructure(StringRef What, StringRef Comment,
                                    ArrayRef<Member> Members) {
  if (Members.empty())
    return;
  OS << "\n/* " << Comment << " */\nstruct " << tag(What) << " {\n";
  for (const Member &Each : Members)
    OS << "  /* " << Each.Comment << ". */\n  void *" << Each.Name << ";\n";
  OS << "};\n";
}

// static inline struct <start>_map_inputs(struct <start>_workspace_pools *)
//
// In the header, because each ABI returns structures in its own way.
void ExecutorWriter::writeMap(StringRef What,
                              const std::vector<ExecutorIo> &List,
                              ArrayRef<Member> Members) {
  if (Members.empty())
    return;
  std::string Tag = "struct " + tag(What);
  OS << "\n/* Where the " << What << " lie. */\nstatic inline " << Tag << ' '
     << Start << "_map_" << What << "("
     << (hasCallersPools() ? "struct " + tag("workspace_pools") + " *pools"
                           : std::string("void"))
     << ") {\n  " << Tag << " result;\n";
  bool UsesCallers = false;
  for (const auto &[Io, Each] : zip_equal(List, Members)) {
    const TensorPlace &Place = Of.Places[Io.Tensor];
    OS << "  result." << Each.Name << " = ";
    if (Of.Pools[Place.Index].Pool.IsCallers) {
      UsesCallers = true;
      size_t Number = count_if(
          ArrayRef(Of.Pools).take_front(Place.Index),
          [](const ExecutorMemory &Other) { return Other.Pool.IsCallers; });
      OS << "(uint8_t *)pools->" << Pools[Number].Name;
    } else {
      OS << C.Names.executor(Of.poolSymbol(Place.Index)).Name;
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
    const CName &Name = C.Names.executor(Of.poolSymbol(Index));
    OS << "\n/* " << plural(Each.Bytes, "byte") << ", with the inputs and "
       << "outputs. */\nextern uint8_t " << Name.Name << "[]" << Name.label()
       << ";\n";
  }
}

void ExecutorWriter::writeRun() {
  const CName &Run = C.Names.executor(Of.symbol(executor_symbols::Run));
  std::vector<std::string> Arguments;
  auto Add = [&](bool IsThere, StringRef What, StringRef Name) {
    if (IsThere)
      Arguments.push_back("struct " + tag(What) + " *" + Name.str());
  };
  Add(Of.hasIoArguments() && !Inputs.empty(), "inputs", "inputs");
  Add(Of.hasIoArguments() && !Outputs.empty(), "outputs", "outputs");
  Add(!Pools.empty(), "workspace_pools", "pools");
  Add(!Devices.empty(), "devices", "devices");
  OS << "\n/* Runs the model. 0, or what the operator or the device that "
        "failed "
        "has\n * returned. Not from several threads at once. */\nint32_t "
     << Run.Name << '('
     << (Arguments.empty() ? "void" : join(Arguments, ",\n    ")) << ')'
     << Run.label() << ";\n";
}

void ExecutorWriter::writePackedRun(StringRef Symbol) {
  const CName &Run = C.Names.executor(Symbol);
  OS << "\n/* The model as a packed function. Its arguments are pointers to\n"
        " * DLTensors:";
  size_t Number = 0;
  for (const std::vector<Member> *List : {&Inputs, &Outputs})
    for (const Member &Each : *List)
      OS << "\n *   " << Number++ << "  " << Each.Comment;
  OS << "\n */\n" << packedFunction(Run.Name) << Run.label() << ";\n";
}

void ExecutorWriter::writeFailedOperator() {
  const CName &Failed =
      C.Names.executor(Of.symbol(executor_symbols::FailedOperator));
  OS << "\n/* The number of the call at which the last run failed. -1: it did "
        "not, or\n * before any call.";
  for (const auto &[Number, Call] : enumerate(Of.Calls))
    OS << "\n *   " << Number << "  "
       << cComment(C.TheModel.Functions[Call.Function].Name);
  OS << "\n */\nint32_t " << Failed.Name << "(void)" << Failed.label() << ";\n";
}

Error ExecutorWriter::write() {
  writeSizes();
  if (Error E = writeConstants())
    return E;
  writeStructure("inputs", "What the program sets.", Inputs);
  writeStructure("outputs", "What the program reads.", Outputs);
  writeStructure("devices", "What operators on devices get.", Devices);
  writeStructure("workspace_pools",
                 "Memory of the program; the workspace is unused between runs.",
                 Pools);
  writePools();
  if (Of.Config.WorkspaceIo) {
    writeMap("inputs", Of.Inputs, Inputs);
    writeMap("outputs", Of.Outputs, Outputs);
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
