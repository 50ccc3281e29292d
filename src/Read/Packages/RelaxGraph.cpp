//===- RelaxGraph.cpp - The graph of a Relax executable -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An instruction is a few words of 64 bits, at the place that the offsets of
/// instructions give:
///
/// \code
///   1, register for the result, function, count, count arguments   // Call
///   2, register                                                    // Ret
///   3, distance                                                    // Goto
///   4, register, distance                                          // If
/// \endcode
///
/// The highest byte of an argument is its kind, the others are a signed value.
/// An operator gets its results as arguments, in memory that was allocated
/// before: what nothing has written yet is written by it.
///
/// Source: `include/tvm/runtime/vm/bytecode.h` and `src/runtime/vm/builtin.cc`
/// of Apache TVM v0.22 to v0.27.
///
//===----------------------------------------------------------------------===//

#include "Read/Packages/RelaxGraph.h"

#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
#include "Model/DType.h"
#include "Read/FileFormats.h"
#include "Read/Packages/VmExecutable.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>
#include <optional>

using namespace llvm;
using namespace metaobj;

/// Of instructions.
enum Opcode : int64_t { CallCode = 1, ReturnCode, GotoCode, IfCode };

/// Kinds of arguments.
enum ArgumentKind : unsigned {
  RegisterKind,
  ImmediateKind,
  ConstantKind,
  FunctionKind,
};

/// Values that are registers only in name: nothing, and the machine itself.
static constexpr int64_t VoidRegister = int64_t(1) << 54;
static constexpr int64_t MachineRegister = VoidRegister + 1;

/// Functions may call each other; a damaged file has them do so for ever.
static constexpr unsigned MostNested = 32;
/// Bytes of instructions, names and extents that are followed. A layer that is
/// called for each step of a sequence takes a part of this; a damaged file has
/// functions that call each other so often that the graph would fill the
/// memory.
static constexpr uint64_t LeastWork = uint64_t(1) << 22;
/// The same for each byte of instructions.
static constexpr uint64_t WorkPerByte = 16;
/// Of a result, after nested tuples are joined.
static constexpr size_t MostOutputs = 4096;

static constexpr StringLiteral BuiltinStart = "vm.builtin.";

/// Builtins for symbolic extents.
static constexpr StringLiteral DynamicBuiltins[] = {
    "alloc_shape_heap", "make_shape", "call_tir_dyn", "make_prim_value",
    "tensor_to_shape"};

/// Checks of inputs that are tuples, shapes, numbers or functions.
static constexpr StringLiteral OtherInputs[] = {
    "check_tuple_info", "check_shape_info", "check_prim_value_info",
    "check_func_info"};

/// The next step for extents that no instruction tells.
static constexpr StringLiteral StaticShapes =
    "import the model with static shapes, because memory is planned before it "
    "runs; of ONNX models, from_onnx takes an extent of 0 for one that varies, "
    "unless shape_dict gives it";

namespace {

/// What a register holds while a function is followed.
struct Value {
  enum KindType { Nothing, Tensor, Storage, Shape, DType, Text, Number, Tuple };
  KindType Kind = Nothing;
  TensorIndex Index = 0;  ///< Of a tensor in the graph.
  uint64_t StorageId = 0; ///< Of a storage.
  int64_t Immediate = 0;  ///< A number.
  size_t Constant = 0;    ///< A shape, a type, a text.
  std::shared_ptr<const std::vector<Value>> Items = nullptr; ///< Of a tuple.
  unsigned Nested = 0; ///< Tuples in a tuple.
};

struct Place {
  const VmFunction *In;
  int64_t Instruction;
};

/// Follows one function, and those that it calls.
class RelaxFollower {
public:
  RelaxFollower(const VmExecutable &Program,
                std::shared_ptr<const ByteSource> Source)
      : Program(Program), Source(std::move(Source)) {}

  Expected<RelaxGraph> follow(const VmFunction &Main);

private:
  /// A map of hashes could be made slow: the file chooses the numbers.
  using Registers = std::map<int64_t, Value>;

  Error damaged(uint64_t Word, const Twine &Reason) const;
  Error refuse(const Place &Step, const Message &Reason,
               const Message &Hint = {}) const;
  Error spend(const Place &Step, uint64_t Bytes);
  Expected<uint64_t> wordsOf(const Place &Step) const;
  Expected<Value> run(const VmFunction &Function, std::vector<Value> Arguments,
                      unsigned Depth);
  Expected<Value> call(const Place &Step, uint64_t Word, const Registers &Known,
                       unsigned Depth);
  Expected<Value> valueOf(uint64_t Word, const Registers &Known);
  Expected<Value> constant(uint64_t Word, int64_t Index);
  Expected<Value> builtin(const Place &Step, StringRef Name,
                          ArrayRef<Value> Arguments);
  Error checkTensorInfo(const Place &Step, ArrayRef<Value> Arguments);
  Expected<Value> matchShape(const Place &Step, ArrayRef<Value> Arguments);
  Error checkMemory(const Place &Step, const Value &Scope) const;
  Expected<Value> allocTensor(const Place &Step, ArrayRef<Value> Arguments);
  Expected<Value> reshape(const Place &Step, ArrayRef<Value> Arguments);
  Error operate(const Place &Step, StringRef Name, ArrayRef<Value> Arguments);
  Error addOutputs(const Place &Step, const Value &Output);
  TensorIndex addTensor();
  void dropUnused();
  const std::vector<int64_t> *shapeOf(const Value &From) const;
  Error takeExtents(const Place &Step, size_t Count);
  Value addView(const Value &From, std::vector<int64_t> Shape);

  const VmExecutable &Program;
  std::shared_ptr<const ByteSource> Source;
  RelaxGraph Result;
  std::vector<bool> IsMade; ///< By tensor.
  /// Of constants that are tensors.
  std::map<size_t, TensorIndex> TensorOf;
  StringSet<> Names; ///< Of inputs.
  uint64_t Work = 0; ///< Bytes that were followed.
  uint64_t NumStorages = 0;
  bool HasOffsets = false; ///< Storages with several tensors side by side.
};

} // namespace

/// The place is a word of the instructions.
Error RelaxFollower::damaged(uint64_t Word, const Twine &Reason) const {
  return inputError(Source->path(), "at byte " +
                                        Twine(Program.WordsAt + 8 * Word) +
                                        ": " + Reason);
}

Error RelaxFollower::refuse(const Place &Step, const Message &Reason,
                            const Message &Hint) const {
  return inputError(Source->path(),
                    "function " + quoted(Step.In->Name) + ", instruction " +
                        Twine(Step.Instruction) + ": " + Reason,
                    Hint);
}

TensorIndex RelaxFollower::addTensor() {
  Result.TheGraph.Tensors.emplace_back();
  IsMade.push_back(false);
  return static_cast<TensorIndex>(Result.TheGraph.Tensors.size() - 1);
}

/// Counts what becomes a part of the graph, or is looked at for it.
Error RelaxFollower::spend(const Place &Step, uint64_t Bytes) {
  Work = SaturatingAdd(Work, Bytes);
  if (Work <= LeastWork + WorkPerByte * sizeof(int64_t) * Program.Words.size())
    return Error::success();
  return refuse(Step,
                "the model is far longer than its " +
                    plural(Program.Words.size(), "word") + " of instructions",
                "build it so that its functions call others less often");
}

/// The first word of the instruction; the smallest has two.
Expected<uint64_t> RelaxFollower::wordsOf(const Place &Step) const {
  int64_t Index = Step.In->Start + Step.Instruction;
  int64_t Offset = Program.Offsets[static_cast<size_t>(Index)];
  if (Offset < 0 || Program.Words.size() < 2 ||
      static_cast<uint64_t>(Offset) > Program.Words.size() - 2)
    return refuse(Step, "begins at word " + Twine(Offset) + " of " +
                            Twine(Program.Words.size()));
  return static_cast<uint64_t>(Offset);
}

/// A tensor becomes a parameter when it is first used.
Expected<Value> RelaxFollower::constant(uint64_t Word, int64_t Index) {
  if (Index < 0 || static_cast<uint64_t>(Index) >= Program.Constants.size())
    return damaged(Word, "constant " + Twine(Index) + " of " +
                             Twine(Program.Constants.size()));
  auto Number = static_cast<size_t>(Index);
  const VmValue &Its = Program.Constants[Number];
  Value Found;
  Found.Constant = Number;
  if (std::holds_alternative<std::vector<int64_t>>(Its))
    Found.Kind = Value::Shape;
  else if (std::holds_alternative<DLDataType>(Its))
    Found.Kind = Value::DType;
  else if (std::holds_alternative<std::string>(Its))
    Found.Kind = Value::Text;
  const auto *TheTensor = std::get_if<VmTensorIndex>(&Its);
  if (!TheTensor)
    return Found;
  auto [Known, IsNew] = TensorOf.try_emplace(Number);
  if (IsNew) {
    const VmConstant &Tensor = Program.Tensors[TheTensor->Position];
    Known->second = addTensor();
    GraphTensor &Added = Result.TheGraph.Tensors.back();
    Added.DType = Tensor.DType;
    Added.Shape.emplace(Tensor.Shape.begin(), Tensor.Shape.end());
    IsMade.back() = true;
    Param &P = Result.Params.emplace_back();
    P.Name = "c" + utostr(Number);
    while (!Names.insert(P.Name).second)
      P.Name += '_';
    P.DType = Tensor.DType;
    P.Shape = Tensor.Shape;
    P.Data = Payload::range(Source, Tensor.Offset, Tensor.Size);
    P.Data.setElement(byteOrderUnit(P.DType), Endianness::little);
    P.Owner = Source->path();
    Result.TheGraph.Inputs.push_back({P.Name, Known->second, /*IsParam=*/true});
  }
  Found.Kind = Value::Tensor;
  Found.Index = Known->second;
  return Found;
}

Expected<Value> RelaxFollower::valueOf(uint64_t Word, const Registers &Known) {
  int64_t Bits = Program.Words[Word];
  unsigned Kind = static_cast<uint64_t>(Bits) >> 56;
  int64_t Number = static_cast<int64_t>(static_cast<uint64_t>(Bits) << 8) >> 8;
  Value Found;
  switch (Kind) {
  case RegisterKind: {
    if (Number == VoidRegister || Number == MachineRegister)
      return Found;
    auto Register = Known.find(Number);
    if (Register == Known.end())
      return damaged(Word,
                     "register " + Twine(Number) + " is read before it is set");
    return Register->second;
  }
  case ImmediateKind:
    Found.Kind = Value::Number;
    Found.Immediate = Number;
    return Found;
  case ConstantKind:
    return constant(Word, Number);
  case FunctionKind: // A closure: only builtins that are refused take one.
    return Found;
  default:
    return damaged(Word, "an argument has kind " + Twine(Kind) +
                             "; 0 to 3 are known");
  }
}

const std::vector<int64_t> *RelaxFollower::shapeOf(const Value &From) const {
  if (From.Kind != Value::Shape)
    return nullptr;
  return &std::get<std::vector<int64_t>>(Program.Constants[From.Constant]);
}

/// A shape becomes that of a tensor.
Error RelaxFollower::takeExtents(const Place &Step, size_t Count) {
  if (Count > MostDimensions)
    return refuse(Step, "a tensor has " + Twine(Count) +
                            " dimensions; at most " + Twine(MostDimensions) +
                            " are read");
  return spend(Step, Count * sizeof(int64_t));
}

/// `check_tensor_info(x, rank, type, text)`, or without the type. A rank of -1
/// means any, and so does the type "void", which has no bits.
Error RelaxFollower::checkTensorInfo(const Place &Step,
                                     ArrayRef<Value> Arguments) {
  if (Arguments.size() < 3 || Arguments[0].Kind != Value::Tensor ||
      Arguments[1].Kind != Value::Number)
    return refuse(Step, "'vm.builtin.check_tensor_info' checks no tensor",
                  "give the model inputs that are tensors");
  GraphTensor &Tensor = Result.TheGraph.Tensors[Arguments[0].Index];
  if (Arguments[2].Kind == Value::DType) {
    DLDataType DType =
        std::get<DLDataType>(Program.Constants[Arguments[2].Constant]);
    if (DType.bits != 0 && Tensor.DType && !sameDType(*Tensor.DType, DType))
      return refuse(Step, "a tensor of " + dtypeName(*Tensor.DType) +
                              " is compared with " + dtypeName(DType));
    if (DType.bits != 0)
      Tensor.DType = DType;
  }
  int64_t Rank = Arguments[1].Immediate;
  if (Rank < 0)
    return Error::success();
  if (Tensor.Shape && Tensor.Shape->size() != static_cast<uint64_t>(Rank))
    return refuse(Step, "a tensor " + extentsText(*Tensor.Shape) +
                            " is compared with rank " + Twine(Rank));
  // No match_shape follows where there are no extents.
  if (Rank == 0)
    Tensor.Shape.emplace();
  return Error::success();
}

/// `match_shape(x, heap, n, (code, value) x n, text)`: with code 0 an extent is
/// the value. Others store symbolic extents, or compare with them.
Expected<Value> RelaxFollower::matchShape(const Place &Step,
                                          ArrayRef<Value> Arguments) {
  static constexpr size_t Head = 3, EqualsValue = 0;
  int64_t Rank = Arguments.size() >= Head && Arguments[2].Kind == Value::Number
                     ? Arguments[2].Immediate
                     : -1;
  if (Rank < 0 || static_cast<uint64_t>(Rank) > Arguments.size() / 2 ||
      Arguments.size() < Head + 2 * static_cast<uint64_t>(Rank))
    return refuse(Step, "the extents of 'vm.builtin.match_shape' are missing");
  std::vector<int64_t> Shape;
  for (size_t I = 0; I != static_cast<uint64_t>(Rank); ++I) {
    const Value &Code = Arguments[Head + 2 * I];
    const Value &Extent = Arguments[Head + 2 * I + 1];
    if (Code.Kind != Value::Number || Extent.Kind != Value::Number ||
        Code.Immediate != EqualsValue)
      return refuse(Step,
                    "the extent of dimension " + Twine(I) +
                        " is only known when the model runs",
                    StaticShapes);
    Shape.push_back(Extent.Immediate);
  }
  if (Error E = takeExtents(Step, Shape.size()))
    return E;
  if (Arguments[0].Kind != Value::Tensor)
    return Value(); // Of a shape.
  std::optional<std::vector<int64_t>> &Known =
      Result.TheGraph.Tensors[Arguments[0].Index].Shape;
  if (Known && *Known != Shape)
    return refuse(Step, "a tensor " + extentsText(*Known) +
                            " is compared with " + extentsText(Shape));
  Known = std::move(Shape);
  return Value();
}

/// Memories of devices have names. TVM calls the processor's "global".
Error RelaxFollower::checkMemory(const Place &Step, const Value &Scope) const {
  std::string Name;
  if (Scope.Kind == Value::Text)
    Name = std::get<std::string>(Program.Constants[Scope.Constant]);
  if (Name == "global")
    return Error::success();
  return refuse(Step,
                "a tensor is in another memory than 'global': " + quoted(Name),
                "build the model for a target of kind llvm");
}

/// `alloc_tensor(storage, offset, shape, dtype)`. A fifth argument is the
/// number of a device, or the name of its memory.
Expected<Value> RelaxFollower::allocTensor(const Place &Step,
                                           ArrayRef<Value> Arguments) {
  const std::vector<int64_t> *Shape =
      Arguments.size() >= 4 ? shapeOf(Arguments[2]) : nullptr;
  if (!Shape)
    return refuse(Step,
                  "the shape of a tensor is only known when the model runs",
                  StaticShapes);
  if (Arguments[0].Kind != Value::Storage ||
      Arguments[1].Kind != Value::Number || Arguments[3].Kind != Value::DType)
    return refuse(Step, "a tensor is in no storage, or has no type");
  if (Arguments.size() >= 5 && Arguments[4].Kind != Value::Number)
    if (Error E = checkMemory(Step, Arguments[4]))
      return E;
  if (Error E = takeExtents(Step, Shape->size()))
    return E;
  Value Made;
  Made.Kind = Value::Tensor;
  Made.Index = addTensor();
  GraphTensor &Added = Result.TheGraph.Tensors.back();
  Added.Shape = *Shape;
  Added.DType = std::get<DLDataType>(Program.Constants[Arguments[3].Constant]);
  Added.StorageId = Arguments[0].StorageId;
  HasOffsets |= Arguments[1].Immediate != 0;
  return Made;
}

/// The same bytes with another shape.
Value RelaxFollower::addView(const Value &From, std::vector<int64_t> Shape) {
  Value Made = From;
  Made.Index = addTensor();
  Graph &TheGraph = Result.TheGraph;
  GraphTensor &Added = TheGraph.Tensors.back();
  const GraphTensor &Old = TheGraph.Tensors[From.Index];
  Added.DType = Old.DType;
  Added.StorageId = Old.StorageId;
  Added.Shape = std::move(Shape);
  IsMade.back() = true;
  GraphNode &Node = TheGraph.Nodes.emplace_back();
  Node.Name = "reshape";
  Node.Inputs = {From.Index};
  Node.Outputs = {Made.Index};
  return Made;
}

Expected<Value> RelaxFollower::reshape(const Place &Step,
                                       ArrayRef<Value> Arguments) {
  const std::vector<int64_t> *Shape =
      Arguments.size() == 2 ? shapeOf(Arguments[1]) : nullptr;
  if (!Shape || Arguments[0].Kind != Value::Tensor)
    return refuse(Step,
                  "a tensor gets a shape that is only known when the model "
                  "runs",
                  StaticShapes);
  if (!IsMade[Arguments[0].Index])
    return refuse(Step, "a tensor gets another shape before it has a value");
  if (Error E = takeExtents(Step, Shape->size()))
    return E;
  return addView(Arguments[0], *Shape);
}

/// What a plan needs of TVM's runtime is nothing: it allocates, shapes and
/// frees. Everything else of it needs a host.
Expected<Value> RelaxFollower::builtin(const Place &Step, StringRef Name,
                                       ArrayRef<Value> Arguments) {
  StringRef Short = Name;
  (void)Short.consume_front(BuiltinStart);
  if (Short == "null_value")
    return Value();
  if (Short == "check_tensor_info") {
    if (Error E = checkTensorInfo(Step, Arguments))
      return E;
    return Value();
  }
  if (Short == "match_shape")
    return matchShape(Step, Arguments);
  if (Short == "alloc_storage") {
    if (Arguments.size() >= 5)
      if (Error E = checkMemory(Step, Arguments[4]))
        return E;
    Value Made;
    Made.Kind = Value::Storage;
    Made.StorageId = NumStorages++;
    return Made;
  }
  if (Short == "alloc_tensor")
    return allocTensor(Step, Arguments);
  if (Short == "reshape")
    return reshape(Step, Arguments);
  // TVM copies nothing here either.
  if (Short == "copy" && Arguments.size() == 1)
    return Arguments[0];
  if (Short == "make_tuple") {
    Value Made;
    Made.Kind = Value::Tuple;
    for (const Value &Argument : Arguments)
      Made.Nested = std::max(Made.Nested, Argument.Nested + 1);
    if (Made.Nested > MostNested)
      return refuse(Step, "tuples lie in each other more than " +
                              Twine(MostNested) + " deep");
    Made.Items = std::make_shared<const std::vector<Value>>(Arguments.vec());
    return Made;
  }
  if (Short == "tuple_getitem" && Arguments.size() == 2 &&
      Arguments[0].Kind == Value::Tuple && Arguments[1].Kind == Value::Number) {
    int64_t Item = Arguments[1].Immediate;
    if (Item >= 0 && static_cast<uint64_t>(Item) < Arguments[0].Items->size())
      return (*Arguments[0].Items)[static_cast<size_t>(Item)];
    return refuse(Step, "item " + Twine(Item) + " of a tuple with " +
                            Twine(Arguments[0].Items->size()));
  }
  // Nothing has used its result in any static model: a use is refused there.
  if (Short == "shape_of")
    return Value();
  if (is_contained(DynamicBuiltins, Short))
    return refuse(Step,
                  "calls " + quoted(Name) +
                      ", for extents that are only known when the model runs",
                  StaticShapes);
  if (is_contained(OtherInputs, Short))
    return refuse(Step, "calls " + quoted(Name) + ": an input is no tensor",
                  "give the model inputs that are tensors");
  if (Short == "read_if_cond")
    return refuse(Step, "depends on a condition that the model computes",
                  "a static executor has no branches");
  return refuse(
      Step, "calls " + quoted(Name) + ", a function of TVM's runtime for hosts",
      "build the model without it, or run it with TVM's runtime");
}

/// Adds a call of an operator. It writes what nothing has written before.
Error RelaxFollower::operate(const Place &Step, StringRef Name,
                             ArrayRef<Value> Arguments) {
  if (Error E = spend(Step, 2 * Name.size()))
    return E;
  GraphNode Node;
  Node.Name = Name.str();
  Node.Function = (tvm_ffi::FunctionStart + Name).str();
  Node.Convention = CallingConvention::Ffi;
  for (const auto &[Position, Argument] : enumerate(Arguments)) {
    if (Argument.Kind != Value::Tensor)
      return refuse(Step,
                    "argument " + Twine(Position) + " of operator " +
                        quoted(Name) + " is no tensor",
                    "operators that take numbers need TVM's runtime");
    (IsMade[Argument.Index] ? Node.Inputs : Node.Outputs)
        .push_back(Argument.Index);
  }
  if (Node.Outputs.empty())
    return refuse(Step,
                  "operator " + quoted(Name) + " gets no memory for a result",
                  "build the model without operators that work in place, or "
                  "that return what they make");
  // Outputs most often come last.
  uint32_t NextInput = 0, NextOutput = Node.Inputs.size();
  std::vector<uint32_t> Order;
  for (const Value &Argument : Arguments)
    Order.push_back(IsMade[Argument.Index] ? NextInput++ : NextOutput++);
  if (!is_sorted(Order))
    Node.ArgumentOrder = std::move(Order);
  for (TensorIndex Output : Node.Outputs) {
    if (IsMade[Output])
      return refuse(Step, "operator " + quoted(Name) +
                              " gets the memory of a result twice");
    IsMade[Output] = true;
  }
  Result.TheGraph.Nodes.push_back(std::move(Node));
  return Error::success();
}

Expected<Value> RelaxFollower::call(const Place &Step, uint64_t Word,
                                    const Registers &Known, unsigned Depth) {
  ArrayRef<int64_t> Words = Program.Words;
  if (Words.size() - Word < 4)
    return damaged(Word, "a call ends behind the last word");
  int64_t Callee = Words[Word + 2];
  int64_t Count = Words[Word + 3];
  if (Callee < 0 || static_cast<uint64_t>(Callee) >= Program.Functions.size())
    return damaged(Word + 2, "function " + Twine(Callee) + " of " +
                                 Twine(Program.Functions.size()));
  if (Count < 0 || static_cast<uint64_t>(Count) > Words.size() - Word - 4)
    return damaged(Word + 3, "a call has " + Twine(Count) +
                                 " arguments, but there is room for " +
                                 Twine(Words.size() - Word - 4));
  if (Error E =
          spend(Step, sizeof(int64_t) * (4 + static_cast<uint64_t>(Count))))
    return E;
  std::vector<Value> Arguments;
  for (uint64_t I = 0; I != static_cast<uint64_t>(Count); ++I)
    if (Error E =
            valueOf(Word + 4 + I, Known).moveInto(Arguments.emplace_back()))
      return E;
  const VmFunction &Called = Program.Functions[static_cast<size_t>(Callee)];
  switch (Called.Kind) {
  case VmFunction::Bytecode:
    if (Depth == MostNested)
      return refuse(Step, "functions call each other more than " +
                              Twine(MostNested) + " deep");
    return run(Called, std::move(Arguments), Depth + 1);
  case VmFunction::Compiled:
    return refuse(
        Step, "calls " + quoted(Called.Name) + ", which has no instructions",
        "build the model with exec_mode='bytecode'");
  case VmFunction::Called:
    break;
  }
  // Functions of a runtime have dots in their names.
  if (StringRef(Called.Name).contains('.'))
    return builtin(Step, Called.Name, Arguments);
  if (Error E = operate(Step, Called.Name, Arguments))
    return E;
  return Value();
}

Expected<Value> RelaxFollower::run(const VmFunction &Function,
                                   std::vector<Value> Arguments,
                                   unsigned Depth) {
  if (Arguments.size() != Function.Params.size())
    return inputError(Source->path(),
                      "function " + quoted(Function.Name) + " takes " +
                          plural(Function.Params.size(), "argument") +
                          " and is called with " + Twine(Arguments.size()));
  if (Function.Start < 0 || Function.End < Function.Start ||
      static_cast<uint64_t>(Function.End) > Program.Offsets.size())
    return inputError(Source->path(), "function " + quoted(Function.Name) +
                                          " has the instructions from " +
                                          Twine(Function.Start) + " to " +
                                          Twine(Function.End) + " of " +
                                          Twine(Program.Offsets.size()));
  Registers Known;
  for (const auto &[Register, Argument] : enumerate(Arguments))
    Known[static_cast<int64_t>(Register)] = std::move(Argument);
  for (int64_t Next = 0; Next < Function.End - Function.Start; ++Next) {
    Place Step = {&Function, Next};
    Expected<uint64_t> Word = wordsOf(Step);
    if (!Word)
      return Word.takeError();
    switch (Program.Words[*Word]) {
    case CallCode: {
      Expected<Value> Made = call(Step, *Word, Known, Depth);
      if (!Made)
        return Made;
      Known[Program.Words[*Word + 1]] = std::move(*Made);
      break;
    }
    case ReturnCode:
      return valueOf(*Word + 1, Known);
    case GotoCode:
    case IfCode:
      return refuse(Step, "branches, depending on what the model computes",
                    "a static executor has no branches");
    default:
      return damaged(*Word, "an instruction has code " +
                                Twine(Program.Words[*Word]) +
                                "; 1 to 4 are known");
    }
  }
  return inputError(Source->path(), "function " + quoted(Function.Name) +
                                        " ends without a result");
}

/// Joins nested tuples.
Error RelaxFollower::addOutputs(const Place &Step, const Value &Output) {
  std::vector<TensorIndex> &Outputs = Result.TheGraph.Outputs;
  if (Output.Kind == Value::Tuple) {
    if (Error E = spend(Step, sizeof(int64_t) * (1 + Output.Items->size())))
      return E;
    for (const Value &Item : *Output.Items)
      if (Error E = addOutputs(Step, Item))
        return E;
    return Error::success();
  }
  if (Output.Kind != Value::Tensor)
    return inputError(Source->path(),
                      "function " + quoted(Step.In->Name) +
                          " returns something that is no "
                          "tensor",
                      "a static executor returns tensors");
  if (!IsMade[Output.Index])
    return inputError(Source->path(), "function " + quoted(Step.In->Name) +
                                          " returns a tensor without a value");
  if (Outputs.size() == MostOutputs)
    return inputError(Source->path(), "function " + quoted(Step.In->Name) +
                                          " returns more than " +
                                          Twine(MostOutputs) + " tensors");
  Outputs.push_back(Output.Index);
  return Error::success();
}

/// Drops tensors without a value: they were allocated, and nothing has them.
void RelaxFollower::dropUnused() {
  Graph &TheGraph = Result.TheGraph;
  std::vector<TensorIndex> Renumbered(IsMade.size());
  TensorIndex Next = 0;
  for (TensorIndex I = 0; I != IsMade.size(); ++I) {
    Renumbered[I] = Next;
    if (!IsMade[I])
      continue;
    if (Next != I)
      TheGraph.Tensors[Next] = std::move(TheGraph.Tensors[I]);
    ++Next;
  }
  TheGraph.Tensors.resize(Next);
  auto Renumber = [&](std::vector<TensorIndex> &Tensors) {
    for (TensorIndex &Tensor : Tensors)
      Tensor = Renumbered[Tensor];
  };
  for (Graph::Input &Input : TheGraph.Inputs)
    Input.Tensor = Renumbered[Input.Tensor];
  for (GraphNode &Node : TheGraph.Nodes) {
    Renumber(Node.Inputs);
    Renumber(Node.Outputs);
  }
  Renumber(TheGraph.Outputs);
}

Expected<RelaxGraph> RelaxFollower::follow(const VmFunction &Main) {
  std::vector<Value> Arguments;
  for (const std::string &Name : Main.Params) {
    Names.insert(Name);
    Value &Argument = Arguments.emplace_back();
    Argument.Kind = Value::Tensor;
    Argument.Index = addTensor();
    IsMade.back() = true;
    Result.TheGraph.Inputs.push_back({Name, Argument.Index});
  }
  Expected<Value> Returned = run(Main, std::move(Arguments), 0);
  if (!Returned)
    return Returned.takeError();
  if (Error E = addOutputs({&Main, 0}, *Returned))
    return E;
  if (Result.TheGraph.Outputs.empty())
    return inputError(Source->path(),
                      "function " + quoted(Main.Name) +
                          " returns an empty tuple",
                      "a static executor returns tensors");
  if (HasOffsets)
    for (GraphTensor &Tensor : Result.TheGraph.Tensors)
      Tensor.StorageId = std::nullopt;
  dropUnused();
  // Sizes that exceed 64 bits, two inputs of one name, views of other sizes.
  if (Error E = checkGraph(Result.TheGraph, Source->path()))
    return E;
  return std::move(Result);
}

/// The function that is meant by \p Wanted.
static Expected<const VmFunction *>
findMain(const VmExecutable &Program, StringRef Path, StringRef Wanted,
         const DiagnosticConsumer &Diagnostics) {
  std::vector<StringRef> Names;
  const VmFunction *Found = nullptr, *Main = nullptr;
  bool IsCompiled = false;
  for (const VmFunction &Function : Program.Functions) {
    IsCompiled |= Function.Kind == VmFunction::Compiled;
    if (Function.Kind != VmFunction::Bytecode)
      continue;
    Names.push_back(Function.Name);
    if (Wanted.empty() || Function.Name == Wanted)
      Found = &Function;
    if (Function.Name == "main")
      Main = &Function;
  }
  if (IsCompiled && !Found)
    return inputError(Path,
                      "its functions are compiled and have no "
                      "instructions",
                      "build the model with exec_mode='bytecode'");
  if (Names.empty())
    return inputError(Path, "has no function",
                      "build the model with a function 'main'");
  if (!Found)
    return inputError(Path,
                      "has no function " + quoted(Wanted) + ", but " +
                          quotedList(Names),
                      setting::VmFunction + "=" + Names.front() + " picks one");
  if (!Wanted.empty() || Names.size() == 1)
    return Found;
  if (!Main)
    return inputError(Path,
                      "has " + plural(Names.size(), "function") + ": " +
                          quotedList(Names),
                      setting::VmFunction + "=" + Names.front() + " picks one");
  report(Diagnostics, Diagnostic::Note, Path,
         "has " + plural(Names.size(), "function") +
             ", of which 'main' is taken: " + quotedList(Names),
         setting::VmFunction + "=NAME takes another");
  return Main;
}

Expected<RelaxGraph>
metaobj::readRelaxGraph(std::shared_ptr<const ByteSource> Source,
                        StringRef Name, const DiagnosticConsumer &Diagnostics) {
  Expected<VmExecutable> Program = readVmExecutable(Source);
  if (!Program)
    return Program.takeError();
  if (!Program->isKnown())
    return inputError(Source->path(),
                      "is a Relax executable of version " +
                          quoted(Program->Version) +
                          ", whose instructions are not known",
                      "TVM v0.22 to v0.27 write version 0.14");
  Expected<const VmFunction *> Main =
      findMain(*Program, Source->path(), Name, Diagnostics);
  if (!Main)
    return Main.takeError();
  return RelaxFollower(*Program, std::move(Source)).follow(**Main);
}
