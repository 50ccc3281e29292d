//===- DeviceRun.cpp - A model on a chip ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "Device/OpenDevice.h"
#include "Device/TensorDifference.h"
#include "metaobj/Model.h"
#include "metaobj/RuntimeModule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <numeric>

using namespace llvm;
using namespace metaobj;

std::optional<uint64_t> DeviceOperator::averageCycles() const {
  if (Cycles.empty())
    return std::nullopt;
  return std::accumulate(Cycles.begin(), Cycles.end(), uint64_t(0)) /
         Cycles.size();
}

std::optional<uint64_t> DeviceOperator::leastCycles() const {
  return Cycles.empty()
             ? std::nullopt
             : std::optional(*std::min_element(Cycles.begin(), Cycles.end()));
}

std::optional<uint64_t> DeviceOperator::largestCycles() const {
  return Cycles.empty()
             ? std::nullopt
             : std::optional(*std::max_element(Cycles.begin(), Cycles.end()));
}

std::optional<uint64_t> DeviceOperator::medianCycles() const {
  if (Cycles.empty())
    return std::nullopt;
  std::vector<uint64_t> Sorted = Cycles;
  auto Middle = Sorted.begin() + static_cast<ptrdiff_t>(Sorted.size() / 2);
  std::nth_element(Sorted.begin(), Middle, Sorted.end());
  return *Middle;
}

bool DeviceReport::areEqual() const {
  return none_of(Operators, [](const DeviceOperator &Operator) {
    return Operator.Difference.has_value();
  });
}

namespace {

/// A tensor of the graph on the host.
struct HostTensor {
  DLDataType DType = {};
  std::vector<int64_t> Shape;
  std::vector<uint8_t> Bytes;
  bool IsConstant = false;

  DLTensor view() {
    return {Bytes.data(),
            {kDLCPU, 0},
            static_cast<int32_t>(Shape.size()),
            DType,
            Shape.data(),
            nullptr,
            0};
  }
};

class GraphRun {
public:
  explicit GraphRun(const DeviceJob &TheJob) : Job(TheJob) {
    Job.Watch = [this, Watch = TheJob.Watch](uint64_t Bytes) {
      Progress.Bytes += Bytes;
      return tell() && (!Watch || Watch(Bytes));
    };
  }

  Expected<DeviceReport> run();

private:
  Error readInputs();
  Error addInput(StringRef Name, StringRef Text,
                 std::unique_ptr<MemoryBuffer> Bytes);
  Error makeTensors();
  Error loadParameters();
  Error open();
  Error setInputs(uint64_t Run);
  Error runOnce(uint64_t Run);
  Error runNode(size_t Node);
  Error compareNode(size_t Node, StringRef Symbol,
                    ArrayRef<DeviceArgument> Arguments);

  bool tell() const { return !Job.Progress || Job.Progress(Progress); }

  const metaobj::Graph &graph() const { return *Model.Graph; }
  std::string nameOf(TensorIndex Tensor) const;
  bool isCalled(StringRef Function) const {
    return any_of(graph().Nodes, [Function](const GraphNode &Node) {
      return Node.Function == Function;
    });
  }

  DeviceJob Job;
  DeviceProgress Progress;
  FileModel Model;
  OpenedDevice Chip, Host;
  DeviceSession *OnChip = nullptr; ///< Chip's, or the job's.
  std::vector<HostTensor> Tensors;
  /// Bytes of an input's file, by position in Graph::Inputs.
  std::vector<std::unique_ptr<MemoryBuffer>> Files;
  std::optional<uint64_t> NumRuns;
  DeviceReport Report;
};

} // namespace

std::string GraphRun::nameOf(TensorIndex Tensor) const {
  for (const Graph::Input &Input : graph().Inputs)
    if (Input.Tensor == Tensor)
      return Input.Name;
  return "tensor " + std::to_string(Tensor);
}

Error GraphRun::makeTensors() {
  for (size_t I = 0; I < graph().Tensors.size(); ++I) {
    const GraphTensor &TheGraphTensor = graph().Tensors[I];
    std::string Name = nameOf(static_cast<TensorIndex>(I));
    if (!TheGraphTensor.DType || !TheGraphTensor.Shape)
      return inputError("graph", quoted(Name) + " has no type or shape");
    Expected<uint64_t> Bytes =
        storageBytes(*TheGraphTensor.DType, *TheGraphTensor.Shape);
    if (!Bytes)
      return nestedError("graph", quoted(Name), Bytes.takeError());
    constexpr uint64_t Most = uint64_t(1) << 32;
    if (*Bytes > Most)
      return inputError("graph", quoted(Name) + " has " +
                                     plural(*Bytes, "byte") +
                                     ", which no device takes");
    HostTensor Tensor;
    Tensor.DType = *TheGraphTensor.DType;
    Tensor.Shape = *TheGraphTensor.Shape;
    Tensor.Bytes.resize(*Bytes);
    Tensors.push_back(std::move(Tensor));
  }
  return Error::success();
}

Error GraphRun::loadParameters() {
  for (const Graph::Input &Input : graph().Inputs) {
    if (!Input.IsParam)
      continue;
    StringRef Name = Input.In ? Input.In->Param : Input.Name;
    auto Found = find_if(Model.Params,
                         [Name](const Param &P) { return P.Name == Name; });
    if (Found == Model.Params.end())
      return inputError(Name, "is not a parameter of the model");
    HostTensor &Tensor = Tensors[Input.Tensor];
    const Payload &Data = Found->raw();
    uint64_t Offset = Input.In ? Input.In->Offset : 0;
    if (Offset > Data.size() || Data.size() - Offset < Tensor.Bytes.size())
      return inputError(Name, "has " + plural(Data.size(), "byte") +
                                  "; the "
                                  "graph wants " +
                                  plural(Tensor.Bytes.size(), "byte") +
                                  " from byte " + Twine(Offset) + " on");
    if (Error E = Data.read(Offset, Tensor.Bytes))
      return E;
    size_t Unit = Data.elementSize();
    if (Data.byteOrder() != Endianness::little)
      for (size_t Position = 0; Position + Unit <= Tensor.Bytes.size();
           Position += Unit)
        std::reverse(Tensor.Bytes.begin() + Position,
                     Tensor.Bytes.begin() + Position + Unit);
    Tensor.IsConstant = true;
  }
  return Error::success();
}

Error GraphRun::addInput(StringRef Name, StringRef Text,
                         std::unique_ptr<MemoryBuffer> Bytes) {
  auto Found = find_if(graph().Inputs, [Name](const Graph::Input &TheInput) {
    return TheInput.Name == Name && !TheInput.IsParam;
  });
  if (Found == graph().Inputs.end()) {
    std::vector<StringRef> Known;
    for (const Graph::Input &Input : graph().Inputs)
      if (!Input.IsParam)
        Known.push_back(Input.Name);
    return inputError(Name,
                      "is not an input that the graph leaves to a program",
                      Known.empty() ? "" : "known are: " + quotedList(Known));
  }
  uint64_t Wanted = Tensors[Found->Tensor].Bytes.size();
  uint64_t Size = Bytes->getBufferSize();
  if (Wanted == 0 || Size == 0 || Size % Wanted != 0)
    return inputError(Text, "has " + plural(Size, "byte") + "; input " +
                                quoted(Name) + " wants " +
                                plural(Wanted, "byte") +
                                ", or as many for each run");
  if (NumRuns && *NumRuns != Size / Wanted)
    return inputError(Text, "is for " + plural(Size / Wanted, "run") +
                                "; the inputs before it are for " +
                                Twine(*NumRuns));
  NumRuns = Size / Wanted;
  Files[Found - graph().Inputs.begin()] = std::move(Bytes);
  return Error::success();
}

Error GraphRun::readInputs() {
  std::vector<StringRef> Zeros;
  Files.resize(graph().Inputs.size());
  for (const auto &[Name, Path] : Job.Inputs) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(
        Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!File)
      return inputError(Path, errorCodeToError(File.getError()));
    if (Error E = addInput(Name, Path, std::move(*File)))
      return E;
  }
  for (const DeviceJob::InMemory &InputByte : Job.InputBytes) {
    std::string Name = "input " + quoted(InputByte.Name);
    for (const Graph::Input &Input : graph().Inputs)
      if (Input.Name == InputByte.Name)
        if (DLDataType Wanted = Tensors[Input.Tensor].DType;
            InputByte.DType.code != Wanted.code ||
            InputByte.DType.bits != Wanted.bits ||
            InputByte.DType.lanes != Wanted.lanes)
          return inputError(Name, "has elements of " +
                                      dtypeName(InputByte.DType) +
                                      "; the graph wants " + dtypeName(Wanted));
    if (Error E = addInput(
            InputByte.Name, Name,
            MemoryBuffer::getMemBuffer(InputByte.Bytes, InputByte.Name,
                                       /*RequiresNullTerminator=*/false)))
      return E;
  }
  for (size_t I = 0; I < Files.size(); ++I) {
    if (Files[I] || graph().Inputs[I].IsParam)
      continue;
    if (Job.UseZeros)
      Zeros.push_back(graph().Inputs[I].Name);
    else
      return inputError(graph().Inputs[I].Name,
                        "is an input of the graph without elements",
                        "name a file with its elements");
  }
  if (!Zeros.empty() && Job.Input.Diagnostics)
    Job.Input.Diagnostics({Diagnostic::Note, "",
                           quotedList(Zeros) +
                               (Zeros.size() > 1 ? " are" : " is") +
                               " all zeros; other values may take another time",
                           "", ""});
  return Error::success();
}

Error GraphRun::setInputs(uint64_t Run) {
  for (size_t I = 0; I < Files.size(); ++I) {
    if (!Files[I])
      continue;
    std::vector<uint8_t> &Bytes = Tensors[graph().Inputs[I].Tensor].Bytes;
    StringRef Part =
        Files[I]->getBuffer().substr(Run * Bytes.size(), Bytes.size());
    std::copy(Part.begin(), Part.end(), Bytes.begin());
  }
  return Error::success();
}

Error GraphRun::open() {
  if (Job.Session) {
    OnChip = Job.Session;
    OnChip->forgetConstants();
    Report.Device = Job.Via;
  } else {
    Expected<OpenedDevice> Opened =
        openDevice(Job.Via, Job, Model.Objects, Model.Functions);
    if (!Opened)
      return Opened.takeError();
    Chip = std::move(*Opened);
    OnChip = Chip.Session.get();
    Report.Device = Chip.Device ? Chip.Device->name().str() : Job.Via;
  }
  if (Job.HostObjects.empty())
    return Error::success();
  if (Job.Via == "host")
    return inputError("host", "a comparison of the host with itself says "
                              "nothing");
  Expected<std::vector<OperatorObject>> Objects =
      readObjects(Job.HostObjects, Job.Input.Diagnostics);
  if (!Objects)
    return Objects.takeError();
  // A firmware has the operators: only the host's objects name their symbols.
  if (Model.Functions.empty())
    for (const OperatorObject &Object : *Objects) {
      Expected<std::vector<metaobj::Function>> Functions = listFunctions(
          Object, [this](StringRef Name) { return isCalled(Name); });
      if (!Functions)
        return Functions.takeError();
      append_range(Model.Functions, *Functions);
    }
  Expected<OpenedDevice> Opened =
      openDevice("host", Job, *Objects, Model.Functions);
  if (!Opened)
    return Opened.takeError();
  Host = std::move(*Opened);
  Report.IsCompared = true;
  return Error::success();
}

/// The host computes the outputs again and they stay, so that differences do
/// not add up.
Error GraphRun::compareNode(size_t Node, StringRef Symbol,
                            ArrayRef<DeviceArgument> Arguments) {
  std::vector<std::vector<uint8_t>> OnDevice;
  for (TensorIndex Output : graph().Nodes[Node].Outputs)
    OnDevice.push_back(Tensors[Output].Bytes);
  Expected<DeviceResult> Result = Host.Session->call(Symbol, Arguments);
  if (!Result)
    return Result.takeError();
  for (size_t I = 0; I < OnDevice.size(); ++I) {
    const HostTensor &Tensor = Tensors[graph().Nodes[Node].Outputs[I]];
    std::optional<DeviceDifference> Difference =
        compareTensors(Tensor.DType, OnDevice[I], Tensor.Bytes, Job.Tolerance);
    if (!Difference)
      continue;
    Difference->Tensor =
        "output " + std::to_string(I) + " of " + nodeName(graph(), Node);
    Report.Operators[Node].Difference = std::move(*Difference);
    break;
  }
  return Error::success();
}

Error GraphRun::runNode(size_t Node) {
  const GraphNode &TheGraphNode = graph().Nodes[Node];
  if (TheGraphNode.isView()) {
    Tensors[TheGraphNode.Outputs.front()].Bytes =
        Tensors[TheGraphNode.Inputs.front()].Bytes;
    return Error::success();
  }
  if (!TheGraphNode.Device.empty())
    return inputError(TheGraphNode.Function,
                      "runs on device " + quoted(TheGraphNode.Device) +
                          ", whose context only a firmware has");
  bool IsFirmware = StringRef(Job.Via).starts_with(RpcPrefix);
  if (TheGraphNode.Convention != CallingConvention::Packed && IsFirmware)
    return inputError(TheGraphNode.Function,
                      TheGraphNode.Convention == CallingConvention::Ffi
                          ? "is an operator of tvm-ffi, which RPC does not call"
                          : "takes plain pointers, which RPC does not pass",
                      "call it through a debugger, or compile it as a packed "
                      "function");
  std::vector<TensorIndex> Order = TheGraphNode.arguments();
  std::vector<DLTensor> Views;
  for (TensorIndex Tensor : Order)
    Views.push_back(Tensors[Tensor].view());
  std::vector<DeviceArgument> Arguments;
  for (size_t I = 0; I < Order.size(); ++I)
    Arguments.push_back({&Views[I],
                         is_contained(TheGraphNode.Outputs, Order[I]),
                         Tensors[Order[I]].IsConstant, nameOf(Order[I])});
  auto Called =
      find_if(Model.Functions, [&TheGraphNode](const metaobj::Function &F) {
        return F.Name == TheGraphNode.Function;
      });
  StringRef Symbol = Called == Model.Functions.end() ? TheGraphNode.Function
                                                     : Called->symbol();
  // A firmware knows functions by their names.
  if (IsFirmware)
    Symbol = TheGraphNode.Function;
  Progress.Function = TheGraphNode.Function;
  for (uint64_t Call = 0; Call < Job.Repeat; ++Call) {
    if (!tell())
      return inputError(Job.Via, "stopped, as was asked for");
    Expected<DeviceResult> Result = OnChip->call(Symbol, Arguments);
    if (!Result)
      return Result.takeError();
    DeviceOperator &Operator = Report.Operators[Node];
    ++Operator.Calls;
    Operator.WorkspaceBytes =
        std::max(Operator.WorkspaceBytes, Result->WorkspaceBytes);
    Operator.Counter = Result->Counter;
    if (Result->Cycles)
      Operator.Cycles.push_back(*Result->Cycles);
    ++Progress.CallsDone;
  }
  if (Host.Session)
    return compareNode(Node, Symbol, Arguments);
  return Error::success();
}

Error GraphRun::runOnce(uint64_t Run) {
  if (Error E = setInputs(Run))
    return E;
  for (size_t Node = 0; Node < graph().Nodes.size(); ++Node) {
    if (Error E = runNode(Node))
      return E;
    if (Report.Operators[Node].Difference)
      return Error::success();
  }
  std::vector<DeviceOutput> Outputs;
  for (TensorIndex Output : graph().Outputs)
    Outputs.push_back(
        {Tensors[Output].DType, Tensors[Output].Shape, Tensors[Output].Bytes});
  Report.Runs.push_back(std::move(Outputs));
  return Error::success();
}

Expected<DeviceReport> GraphRun::run() {
  // Notes are for those who emit an object.
  InputConfig Config = Job.Input;
  Config.TakesRelaxGraph = true;
  Config.Diagnostics = [this](const Diagnostic &TheDiagnostic) {
    if (TheDiagnostic.Severity == Diagnostic::Warning && Job.Input.Diagnostics)
      Job.Input.Diagnostics(TheDiagnostic);
  };
  Expected<FileModel> Read = readModel(Config);
  if (!Read)
    return Read.takeError();
  Model = std::move(*Read);
  if (!Model.Graph)
    return inputError("model",
                      "has no graph, which tells the order of "
                      "operators and their arguments",
                      "name a file with the graph");
  if (Error E = checkGraph(graph(), "graph"))
    return E;
  for (const GraphNode &TheGraphNode : graph().Nodes)
    if (TheGraphNode.Convention != CallingConvention::Packed &&
        TheGraphNode.Convention != CallingConvention::Unpacked &&
        TheGraphNode.Convention != CallingConvention::Ffi)
      return inputError(TheGraphNode.Function,
                        "is neither packed, nor unpacked, nor of tvm-ffi, and "
                        "devices call only those");
  if (Error E = makeTensors())
    return E;
  if (Error E = loadParameters())
    return E;
  if (Error E = readInputs())
    return E;
  for (size_t Node = 0; Node < graph().Nodes.size(); ++Node) {
    DeviceOperator Operator;
    Operator.Function = graph().Nodes[Node].Function;
    Operator.Node = nodeName(graph(), Node);
    Report.Operators.push_back(std::move(Operator));
  }
  if (Error E = open())
    return E;
  Report.IsTimed = Job.Repeat > 1;
  Progress.Calls =
      NumRuns.value_or(1) * Job.Repeat *
      count_if(graph().Nodes, [](auto &Item) { return !Item.isView(); });
  for (uint64_t Run = 0; Run < NumRuns.value_or(1) && Report.areEqual(); ++Run)
    if (Error E = runOnce(Run))
      return E;
  Report.Use = OnChip->use();
  Report.Tolerance = Job.Tolerance;
  // Views call nothing.
  erase_if(Report.Operators, [](const DeviceOperator &TheDeviceOperator) {
    return TheDeviceOperator.Function.empty();
  });
  return std::move(Report);
}

Expected<DeviceReport> metaobj::runDeviceJob(const DeviceJob &Job) {
  return GraphRun(Job).run();
}
