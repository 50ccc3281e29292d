//===- SourceExecutor.cpp - An executor as C source -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The same calls as MainFunction.cpp makes, as C. A C compiler knows layouts
/// and the sizes of pointers, so the tables are written from the executor
/// itself.
///
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Executor/CExecutor.h"

#include "Base/Wording.h"
#include "Emit/Parts/Executor/CodeParts.h"
#include "Emit/Parts/Executor/FfiCall.h"
#include "Emit/Text/CText.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral TensorType = R"(
/* DLTensor, with a device of four bytes. */
typedef struct {
  void *data;
  int32_t device_type, device_id, ndim;
  uint8_t code, bits;
  uint16_t lanes;
  const int64_t *shape, *strides;
  uint64_t byte_offset;
} metaobj_dltensor_t;
)";

static constexpr StringLiteral AnyType = R"(
/* TVMFFIAny. */
typedef struct {
  int32_t type_index;
  uint32_t zero_padding;
  union {
    int64_t v_int64;
    const void *v_ptr;
  } value;
} metaobj_any_t;
)";

static constexpr StringLiteral ValueType = R"(
/* TVMValue. */
typedef union {
  int64_t v_int64;
  const void *v_handle;
} metaobj_value_t;
)";

static constexpr StringLiteral CopyFunction = R"(
static void metaobj_copy_bytes(uint8_t *to, const uint8_t *from, size_t count) {
  size_t i;
  for (i = 0; i != count; ++i)
    to[i] = from[i];
}
)";

namespace {

/// Writes one executor.
class ExecutorSource {
public:
  ExecutorSource(raw_ostream &OS, const CModel &C, const Executor &TheExecutor)
      : OS(OS), C(C), TheExecutor(TheExecutor), Members(TheExecutor) {}

  Error write();

private:
  bool hasCalls(CallingConvention Convention) const;
  void writeTypes();
  void writePrototypes();
  void writePools();
  void writeTensors();
  void writeMain();
  void writeCall(size_t Number);
  void writeWorkspace(const ExecutorCall &Call);
  void writeArguments(const ExecutorCall &Call, StringRef Array,
                      StringRef Member);
  void writeRun();
  void writeFailedOperator();
  std::string poolName(uint32_t Index) const;
  std::string address(const TensorPlace &Place) const;
  std::string tensor(TensorIndex Argument, unsigned &Open);
  std::vector<std::string> parameters(bool HasTypes) const;
  /// Arguments and tensors on the stack of the largest call.
  size_t most(CallingConvention Convention, bool OnlyOpen) const;

  raw_ostream &OS;
  const CModel &C;
  const Executor &TheExecutor;
  ExecutorMembers Members;
  /// By graph tensor: its row among the tensors.
  std::map<TensorIndex, size_t> Rows;
  bool HasWorkspace = false;
};

} // namespace

bool ExecutorSource::hasCalls(CallingConvention Convention) const {
  return any_of(TheExecutor.Calls, [&](const ExecutorCall &Call) {
    return TheExecutor.TheGraph.Nodes[Call.Node].Convention == Convention;
  });
}

size_t ExecutorSource::most(CallingConvention Convention, bool OnlyOpen) const {
  size_t Result = 0;
  for (const ExecutorCall &Call : TheExecutor.Calls)
    if (TheExecutor.TheGraph.Nodes[Call.Node].Convention == Convention)
      Result = std::max<size_t>(
          Result, count_if(Call.Arguments, [&](TensorIndex Argument) {
            return !OnlyOpen ||
                   !TheExecutor.isFixed(TheExecutor.Places[Argument]);
          }));
  return Result;
}

void ExecutorSource::writeTypes() {
  bool HasFfi = hasCalls(CallingConvention::Ffi);
  bool HasPacked = hasCalls(CallingConvention::Packed);
  if (HasFfi || HasPacked)
    OS << TensorType;
  if (HasFfi)
    OS << AnyType;
  if (HasPacked)
    OS << ValueType;
  if (!TheExecutor.Copies.empty())
    OS << CopyFunction;
  if (TheExecutor.PlansWorkspaces)
    OS << "\n/* Of the runtime, whose own memory no operator needs. */\n"
          "void TVMFfiUseWorkspace(void *memory, size_t bytes);\n"
          "typedef struct {\n  void *memory;\n  size_t bytes;\n"
          "} metaobj_workspace_t;\n"
          "extern const metaobj_workspace_t TVMFfiOwnWorkspace;\n"
          "#if defined(__GNUC__)\n__attribute__((__weak__))\n#endif\n"
          "const metaobj_workspace_t TVMFfiOwnWorkspace = {NULL, 0};\n";
}

/// Of operators with plain pointers; the others have one type.
void ExecutorSource::writePrototypes() {
  std::vector<bool> IsDeclared(C.TheModel.Functions.size());
  for (const ExecutorCall &Call : TheExecutor.Calls) {
    if (TheExecutor.takesTensors(Call) || IsDeclared[Call.Function])
      continue;
    IsDeclared[Call.Function] = true;
    const CName &Name = C.Names.function(Call.Function);
    OS << "int32_t " << Name.Name << '(';
    for (size_t I = 0; I != Call.Arguments.size(); ++I)
      OS << (I ? ", " : "") << "void *";
    OS << (Call.Arguments.empty() ? "void" : "") << ')' << Name.label()
       << ";\n";
  }
}

std::string ExecutorSource::poolName(uint32_t Index) const {
  bool IsGlobal = TheExecutor.Config.WorkspaceIo &&
                  !TheExecutor.Pools[Index].Pool.IsCallers;
  return IsGlobal ? C.Names.ofPart(TheExecutor.poolSymbol(Index)).Name
                  : "metaobj_pool" + utostr(Index);
}

/// Those of the object.
void ExecutorSource::writePools() {
  for (const auto &[Index, Memory] : enumerate(TheExecutor.Pools)) {
    // Compilers warn of what nothing uses.
    bool IsUsed =
        Memory.Bytes != 0 || TheExecutor.Config.WorkspaceIo ||
        any_of(TheExecutor.Places, [Pool = Index](const TensorPlace &Place) {
          return Place.Kind == TensorPlace::Pool && Place.Index == Pool;
        });
    if (Memory.Pool.IsCallers || !IsUsed)
      continue;
    OS << "\n/* " << cComment(Memory.Pool.Name)
       << ", between the operators. */\nMETAOBJ_ALIGN(" << Memory.Alignment
       << ") METAOBJ_SECTION(" << cString(Memory.Pool.Section) << ")\n"
       << (TheExecutor.Config.WorkspaceIo ? "" : "static ") << "uint8_t "
       << poolName(Index) << '[' << std::max<uint64_t>(Memory.Bytes, 1)
       << "];\n";
  }
}

/// The first byte of a tensor, as a pointer to bytes.
std::string ExecutorSource::address(const TensorPlace &Place) const {
  std::string Base;
  switch (Place.Kind) {
  case TensorPlace::Param:
    Base = "(const uint8_t *)" + C.storage(Place.Index).str();
    break;
  case TensorPlace::Input:
    Base = "(const uint8_t *)metaobj_in" + utostr(Place.Index);
    break;
  case TensorPlace::Output:
    Base = "(const uint8_t *)metaobj_out" + utostr(Place.Index);
    break;
  case TensorPlace::Pool:
    Base = "(const uint8_t *)" + poolName(Place.Index);
    break;
  case TensorPlace::Unused:
    return "NULL";
  }
  return Place.Offset ? "(" + Base + " + " + utostr(Place.Offset) + ")" : Base;
}

// static const int64_t metaobj_shapes[] = {...};
// static const metaobj_dltensor_t metaobj_tensors[] = {...};
//
// Tensors whose address only a run knows have none yet.
void ExecutorSource::writeTensors() {
  std::map<std::vector<int64_t>, size_t> Shapes;
  std::vector<int64_t> Extents;
  std::vector<TensorIndex> Listed;
  for (const ExecutorCall &Call : TheExecutor.Calls)
    for (TensorIndex Argument : Call.Arguments) {
      if (!TheExecutor.takesTensors(Call) ||
          !Rows.try_emplace(Argument, Listed.size()).second)
        continue;
      Listed.push_back(Argument);
      const std::vector<int64_t> &Shape =
          *TheExecutor.TheGraph.Tensors[Argument].Shape;
      if (Shapes.try_emplace(Shape, Extents.size()).second)
        append_range(Extents, Shape);
    }
  if (Listed.empty())
    return;
  OS << "\nstatic const int64_t metaobj_shapes[] = {\n";
  {
    CValueWriter Values(OS);
    for (int64_t Extent : Extents)
      Values.write(itostr(Extent));
    if (Extents.empty())
      Values.write("0");
  }
  OS << "};\nstatic const metaobj_dltensor_t metaobj_tensors[] = {\n";
  for (TensorIndex Argument : Listed) {
    const GraphTensor &Tensor = TheExecutor.TheGraph.Tensors[Argument];
    const TensorPlace &Place = TheExecutor.Places[Argument];
    OS << "  {"
       << (TheExecutor.isFixed(Place) ? "(void *)" + address(Place) : "NULL")
       << ", 1, 0, " << Tensor.Shape->size() << ", "
       << unsigned(Tensor.DType->code) << ", " << unsigned(Tensor.DType->bits)
       << ", " << Tensor.DType->lanes << ", metaobj_shapes + "
       << Shapes[*Tensor.Shape] << ", NULL, 0},\n";
  }
  OS << "};\n";
}

/// The DLTensor of an argument: a constant, or number \p Open on the stack.
std::string ExecutorSource::tensor(TensorIndex Argument, unsigned &Open) {
  const TensorPlace &Place = TheExecutor.Places[Argument];
  std::string Constant = "metaobj_tensors[" + utostr(Rows[Argument]) + "]";
  if (TheExecutor.isFixed(Place))
    return "&" + Constant;
  std::string OnStack = "metaobj_open[" + utostr(Open++) + "]";
  OS << "  " << OnStack << " = " << Constant << ";\n  " << OnStack
     << ".data = (void *)" << address(Place) << ";\n";
  return "&" + OnStack;
}

void ExecutorSource::writeArguments(const ExecutorCall &Call, StringRef Array,
                                    StringRef Member) {
  unsigned Open = 0;
  for (const auto &[Index, Argument] : enumerate(Call.Arguments)) {
    std::string Tensor = tensor(Argument, Open);
    OS << "  " << Array << '[' << Index << "]." << Member << " = " << Tensor
       << ";\n";
  }
}

void ExecutorSource::writeWorkspace(const ExecutorCall &Call) {
  if (!TheExecutor.PlansWorkspaces || (!Call.Workspace && !HasWorkspace))
    return;
  HasWorkspace = Call.Workspace.has_value();
  OS << "  TVMFfiUseWorkspace((void *)"
     << (Call.Workspace ? address(*Call.Workspace) : "&metaobj_failed") << ", "
     << Call.WorkspaceBytes << ");\n";
}

void ExecutorSource::writeCall(size_t Number) {
  const ExecutorCall &Call = TheExecutor.Calls[Number];
  StringRef Name = C.Names.function(Call.Function).Name;
  size_t Count = Call.Arguments.size();
  OS << "  /* " << Number << " */\n";
  if (TheExecutor.isFfi(Call)) {
    writeWorkspace(Call);
    writeArguments(Call, "metaobj_anys", "value.v_ptr");
    OS << "  metaobj_result = " << Name << "(NULL, metaobj_anys, " << Count
       << ", &metaobj_any);\n";
  } else if (TheExecutor.isPacked(Call)) {
    writeArguments(Call, "metaobj_values", "v_handle");
    OS << "  metaobj_result = (int32_t)" << Name
       << "(metaobj_values, metaobj_codes, " << Count
       << ", &metaobj_value, &metaobj_code, NULL);\n";
  } else {
    OS << "  metaobj_result = " << Name << '(';
    for (const auto &[Index, Argument] : enumerate(Call.Arguments))
      OS << (Index ? ",\n      " : "") << "(void *)"
         << address(TheExecutor.Places[Argument]);
    OS << ");\n";
  }
  OS << "  if (metaobj_result != 0) {\n    metaobj_failed = " << Number + 1
     << ";\n    return metaobj_result;\n  }\n";
}

/// Of the main function: "void *metaobj_in0", or "metaobj_in0".
std::vector<std::string> ExecutorSource::parameters(bool HasTypes) const {
  std::vector<std::string> Result;
  auto Add = [&](StringRef Type, StringRef Name, size_t Index) {
    Result.push_back(((HasTypes ? Type : "") + Name + Twine(Index)).str());
  };
  if (TheExecutor.hasIoArguments()) {
    for (size_t I = 0; I != TheExecutor.Inputs.size(); ++I)
      Add("void *", "metaobj_in", I);
    for (size_t I = 0; I != TheExecutor.Outputs.size(); ++I)
      Add("void *", "metaobj_out", I);
  }
  for (const auto &[Index, Memory] : enumerate(TheExecutor.Pools))
    if (Memory.Pool.IsCallers)
      Add("uint8_t *", "metaobj_pool", Index);
  return Result;
}

void ExecutorSource::writeMain() {
  const CName &Main =
      C.Names.ofPart(TheExecutor.symbol(executor_symbols::Main));
  std::vector<std::string> Given = parameters(/*HasTypes=*/true);
  std::string Head = "int32_t " + Main.Name + "(" +
                     (Given.empty() ? "void" : join(Given, ",\n    ")) + ")";
  OS << "\n/* 1 + the number of the call that failed; 0: none did. */\n"
        "static int32_t metaobj_failed;\n\n/* The calls of all operators. */\n"
     << Head << Main.label() << ";\n"
     << Head << " {\n  int32_t metaobj_result = 0;\n";
  bool HasFfi = hasCalls(CallingConvention::Ffi);
  bool HasPacked = hasCalls(CallingConvention::Packed);
  size_t Open = std::max(most(CallingConvention::Ffi, /*OnlyOpen=*/true),
                         most(CallingConvention::Packed, /*OnlyOpen=*/true));
  if (Open)
    OS << "  metaobj_dltensor_t metaobj_open[" << Open << "];\n";
  size_t Anys = most(CallingConvention::Ffi, /*OnlyOpen=*/false);
  if (HasFfi)
    OS << "  metaobj_any_t metaobj_anys[" << std::max<size_t>(Anys, 1)
       << "], metaobj_any = {0, 0, {0}};\n";
  size_t Values = most(CallingConvention::Packed, /*OnlyOpen=*/false);
  if (HasPacked)
    OS << "  metaobj_value_t metaobj_values[" << std::max<size_t>(Values, 1)
       << "], metaobj_value = {0};\n  int metaobj_codes["
       << std::max<size_t>(Values, 1)
       << "], metaobj_code = 4; /* kTVMNullptr */\n";
  if (Anys || Values)
    OS << "  int metaobj_i;\n";
  if (HasFfi && !Given.empty()) {
    std::vector<std::string> Parts;
    for (const std::string &Name : parameters(/*HasTypes=*/false))
      Parts.push_back("(uintptr_t)" + Name);
    OS << "  metaobj_failed = 0;\n  if (((" << join(Parts, " |\n        ")
       << ") &\n       " << FfiTensorAlignment - 1 << ") != 0)\n    return "
       << uint32_t(CrtError::InvalidArg)
       << "; /* kTvmErrorFunctionCallInvalidArg */\n";
  }
  if (Anys)
    OS << "  for (metaobj_i = 0; metaobj_i != " << Anys
       << "; ++metaobj_i) {\n    metaobj_anys[metaobj_i].type_index = "
       << ffi_any::DLTensorPointer
       << "; /* kTVMFFIDLTensorPtr */\n"
          "    metaobj_anys[metaobj_i].zero_padding = 0;\n"
          "    metaobj_anys[metaobj_i].value.v_int64 = 0;\n  }\n";
  if (Values)
    OS << "  for (metaobj_i = 0; metaobj_i != " << Values
       << "; ++metaobj_i)\n    metaobj_codes[metaobj_i] = 7; "
          "/* kTVMDLTensorHandle */\n";
  for (size_t Number = 0; Number != TheExecutor.Calls.size(); ++Number)
    writeCall(Number);
  for (const ExecutorCopy &Copy : TheExecutor.Copies)
    OS << "  metaobj_copy_bytes((uint8_t *)metaobj_out" << Copy.Output
       << ",\n      " << address(TheExecutor.Places[Copy.From]) << ", "
       << TheExecutor.Outputs[Copy.Output].Bytes << ");\n";
  if (HasPacked)
    OS << "  (void)metaobj_value;\n  (void)metaobj_code;\n";
  OS << "  metaobj_failed = 0;\n  return metaobj_result;\n}\n";
}

void ExecutorSource::writeRun() {
  const CName &Run = C.Names.ofPart(TheExecutor.symbol(executor_symbols::Run));
  std::vector<std::string> Given, Passed;
  auto Add = [&](StringRef Subject, StringRef Name,
                 ArrayRef<ExecutorMember> List, StringRef Type) {
    if (List.empty())
      return;
    Given.push_back(
        ("struct " + C.Names.tagStart() + "_" + Subject + " *" + Name).str());
    for (const ExecutorMember &Member : List)
      Passed.push_back((Type + Name + "->" + Member.Name).str());
  };
  if (TheExecutor.hasIoArguments()) {
    Add("inputs", "inputs", Members.Inputs, "");
    Add("outputs", "outputs", Members.Outputs, "");
  }
  Add("workspace_pools", "pools", Members.Pools, "(uint8_t *)");
  OS << "\nint32_t " << Run.Name << '('
     << (Given.empty() ? "void" : join(Given, ",\n    ")) << ") {\n  return "
     << C.Names.ofPart(TheExecutor.symbol(executor_symbols::Main)).Name << '('
     << join(Passed, ",\n      ") << ");\n}\n";
}

void ExecutorSource::writeFailedOperator() {
  OS << "\nint32_t "
     << C.Names.ofPart(TheExecutor.symbol(executor_symbols::FailedOperator))
            .Name
     << "(void) {\n  return metaobj_failed - 1;\n}\n";
}

Error ExecutorSource::write() {
  if (!TheExecutor.Devices.empty())
    return inputError("model " + quoted(C.TheModel.Name),
                      "operators run on device " +
                          quoted(TheExecutor.Devices.front().Kind) +
                          ", whose hooks are not written as C",
                      "emit an object or IR, or leave out " + setting::Devices);
  OS << "\n/* What programs call: the declarations of the header. */\n";
  if (Error E = writeExecutor(OS, C, TheExecutor))
    return E;
  writeTypes();
  writePrototypes();
  writePools();
  writeTensors();
  writeMain();
  writeRun();
  writeFailedOperator();
  return Error::success();
}

Error metaobj::writeExecutorSource(raw_ostream &OS, const CModel &C,
                                   const Executor &TheExecutor) {
  return ExecutorSource(OS, C, TheExecutor).write();
}
