//===- GraphJson.cpp - Reader of graph executor JSON ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A graph is a list of nodes in the order of execution; the outputs of all
/// nodes are the entries, numbered one after the other, so that output `i` of
/// node `n` is entry `node_row_ptr[n] + i`. The lists of `attrs` have a value
/// for each entry.
///
//===----------------------------------------------------------------------===//

#include "Base/Json.h"
#include "Base/Nesting.h"
#include "Base/Wording.h"
#include "Read/Params/Conversion.h"
#include "metaobj/Input.h"
#include "metaobj/Model.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

#include <limits>

using namespace llvm;
using namespace metaobj;

namespace {

class GraphReader {
public:
  GraphReader(const json::Object &Root, StringRef Name)
      : Root(Root), Name(Name) {}

  Expected<Graph> read();

private:
  Error fail(const Twine &Reason) const { return inputError(Name, Reason); }

  Expected<const json::Array *> array(StringRef Key) const;
  Expected<const json::Array *> attribute(StringRef Key, StringRef Tag) const;
  Error readLists();
  Error readRows();
  Error readNode(size_t Index);
  Error readOperator(size_t Index, const json::Object &Node);
  Error readInput(size_t Index, StringRef InputName);
  Error readTensors(size_t Index);
  Error readShape(const Twine &Subject, size_t Entry);
  Error readDType(const Twine &Subject, size_t Entry);
  Expected<TensorIndex> readEntry(const Twine &Subject,
                                  const json::Value &Entry,
                                  size_t NodeLimit) const;
  Expected<std::vector<TensorIndex>> readInputs(size_t Index,
                                                const json::Object &Node) const;
  Error checkCount(size_t Index, const json::Object &Attributes, StringRef Key,
                   size_t Found) const;
  uint64_t sizeOf(TensorIndex Index) const;
  Error checkArguments() const;
  Error readHeads();

  const json::Object &Root;
  StringRef Name;
  const json::Array *Nodes = nullptr;
  std::vector<uint64_t> Rows;
  const json::Array *StorageIds = nullptr;
  const json::Array *Shapes = nullptr;  ///< Null where the graph has none.
  const json::Array *DTypes = nullptr;  ///< Null where the graph has none.
  const json::Array *Devices = nullptr; ///< Null where the graph has none.
  StringSet<> InputNames;
  Graph Read;
};

} // namespace

/// A whole number from 0 to the largest that TVM's readers keep.
static std::optional<uint64_t> asIndex(const json::Value &Value) {
  std::optional<int64_t> Number = Value.getAsInteger();
  if (!Number || *Number < 0 || *Number > std::numeric_limits<int32_t>::max())
    return std::nullopt;
  return uint64_t(*Number);
}

Expected<const json::Array *> GraphReader::array(StringRef Key) const {
  const json::Value *Value = Root.get(Key);
  if (!Value)
    return fail("has no '" + Key + "': not graph executor JSON");
  if (const json::Array *Array = Value->getAsArray())
    return Array;
  return fail("'" + Key + "' is " + describeJson(*Value) + ", not an array");
}

/// The list of attrs.\p Key, which has a value for each entry; null when there
/// is no such attribute.
Expected<const json::Array *> GraphReader::attribute(StringRef Key,
                                                     StringRef Tag) const {
  const json::Value *Attributes = Root.get("attrs");
  if (!Attributes)
    return fail("has no 'attrs': not graph executor JSON");
  if (!Attributes->getAsObject())
    return fail("'attrs' is " + describeJson(*Attributes) + ", not an object");
  const json::Value *Value = Attributes->getAsObject()->get(Key);
  if (!Value)
    return nullptr;
  const json::Array *Pair = Value->getAsArray();
  if (!Pair || Pair->size() != 2 || (*Pair)[0].getAsString() != Tag ||
      !(*Pair)[1].getAsArray())
    return fail("attrs." + Key + " is not [\"" + Tag + "\", [...]]");
  const json::Array *List = (*Pair)[1].getAsArray();
  if (List->size() != Rows.back())
    return fail("attrs." + Key + " has " + plural(List->size(), "value") +
                ", but the nodes have " + plural(Rows.back(), "output"));
  return List;
}

Error GraphReader::readRows() {
  Expected<const json::Array *> List = array("node_row_ptr");
  if (!List)
    return List.takeError();
  if ((*List)->size() != Nodes->size() + 1)
    return fail("node_row_ptr has " + plural((*List)->size(), "value") +
                ", but " + plural(Nodes->size(), "node") + " take " +
                Twine(Nodes->size() + 1));
  for (const json::Value &Value : **List) {
    std::optional<uint64_t> Row = asIndex(Value);
    if (!Row)
      return fail("node_row_ptr[" + Twine(Rows.size()) + "] is " +
                  describeJson(Value) + ", not an index");
    if (Rows.empty() ? *Row != 0 : *Row < Rows.back())
      return fail(
          "node_row_ptr[" + Twine(Rows.size()) + "] is " + Twine(*Row) +
          (Rows.empty() ? ", not 0" : ", less than the value before it"));
    Rows.push_back(*Row);
  }
  return Error::success();
}

/// An entry is [node, output] or [node, output, version], where the node is one
/// of the first \p NodeLimit.
Expected<TensorIndex> GraphReader::readEntry(const Twine &Subject,
                                             const json::Value &Entry,
                                             size_t NodeLimit) const {
  const json::Array *Parts = Entry.getAsArray();
  std::optional<uint64_t> From;
  std::optional<uint64_t> Output;
  if (Parts && Parts->size() >= 2) {
    From = asIndex((*Parts)[0]);
    Output = asIndex((*Parts)[1]);
  }
  if (!From || !Output)
    return fail(Subject + " are not arrays of [node, output, version]");
  if (*From >= Nodes->size())
    return fail(Subject + " name node " + Twine(*From) + ", but there " +
                (Nodes->size() == 1 ? "is " : "are ") +
                plural(Nodes->size(), "node"));
  if (*From >= NodeLimit)
    return fail(Subject + " name node " + Twine(*From) +
                ", which is not before it");
  if (*Output >= Rows[*From + 1] - Rows[*From])
    return fail(Subject + " name output " + Twine(*Output) + " of node " +
                Twine(*From) + ", which has " +
                Twine(Rows[*From + 1] - Rows[*From]));
  return TensorIndex(Rows[*From] + *Output);
}

Expected<std::vector<TensorIndex>>
GraphReader::readInputs(size_t Index, const json::Object &Node) const {
  std::vector<TensorIndex> Result;
  const json::Value *Value = Node.get("inputs");
  if (!Value)
    return Result;
  const json::Array *Inputs = Value->getAsArray();
  std::string Subject = "the inputs of node " + std::to_string(Index);
  if (!Inputs)
    return fail(Subject + " are " + describeJson(*Value) + ", not an array");
  for (const json::Value &Input : *Inputs) {
    // Nodes are in the order of execution.
    if (Error E =
            readEntry(Subject, Input, Index).moveInto(Result.emplace_back()))
      return E;
  }
  return Result;
}

/// Bytes of a tensor whose type and shape were read; 0 where the graph has
/// none.
uint64_t GraphReader::sizeOf(TensorIndex Index) const {
  const GraphTensor &Tensor = Read.Tensors[Index];
  return Tensor.DType && Tensor.Shape
             ? cantFail(storageBytes(*Tensor.DType, *Tensor.Shape))
             : 0;
}

/// Attributes of a node are strings, numbers too.
Error GraphReader::checkCount(size_t Index, const json::Object &Attributes,
                              StringRef Key, size_t Found) const {
  std::optional<StringRef> Text = Attributes.getString(Key);
  if (!Text)
    return Error::success();
  uint64_t Count = 0;
  if (Text->getAsInteger(10, Count))
    return fail("attrs." + Key + " of node " + Twine(Index) + " is " +
                quoted(*Text) + ", not a number");
  if (Count == Found)
    return Error::success();
  return fail("attrs." + Key + " of node " + Twine(Index) + " is " +
              Twine(Count) + ", but the graph gives it " + Twine(Found));
}

Error GraphReader::readOperator(size_t Index, const json::Object &Node) {
  // Old graphs call it "attr", CRT's reader "param".
  const json::Object *Attributes = nullptr;
  for (StringRef Key : {"attrs", "attr", "param"})
    if (!Attributes)
      Attributes = Node.getObject(Key);
  std::optional<StringRef> Function;
  if (Attributes)
    Function = Attributes->getString("func_name");
  if (!Function)
    return fail("node " + Twine(Index) + " has no attrs.func_name");
  if (Function->empty())
    return fail("node " + Twine(Index) + " has an empty attrs.func_name");
  GraphNode Result;
  // A reshape without work: no such function exists.
  if (*Function != "__nop")
    Result.Function = Function->str();
  if (std::optional<StringRef> Given = Node.getString("name"))
    Result.Name = Given->str();
  if (Error E = readInputs(Index, Node).moveInto(Result.Inputs))
    return E;
  for (uint64_t Entry = Rows[Index]; Entry != Rows[Index + 1]; ++Entry)
    Result.Outputs.push_back(TensorIndex(Entry));
  if (Error E =
          checkCount(Index, *Attributes, "num_inputs", Result.Inputs.size()))
    return E;
  if (Error E =
          checkCount(Index, *Attributes, "num_outputs", Result.Outputs.size()))
    return E;
  if (Result.isView() &&
      (Result.Inputs.size() != 1 || Result.Outputs.size() != 1))
    return fail("node " + Twine(Index) + " is '__nop' with " +
                plural(Result.Inputs.size(), "input") + " and " +
                plural(Result.Outputs.size(), "output") +
                "; it has one of each");
  if (Result.isView() && sizeOf(Result.Inputs[0]) != sizeOf(Result.Outputs[0]))
    return fail("node " + Twine(Index) + " is '__nop' on " +
                plural(sizeOf(Result.Inputs[0]), "byte") + ", but has " +
                plural(sizeOf(Result.Outputs[0]), "byte"));
  // The graph's own plan writes such an output over the input.
  for (uint32_t From = 0; !Result.isView() && From != Result.Inputs.size();
       ++From)
    for (uint32_t To = 0; To != Result.Outputs.size(); ++To)
      if (Read.Tensors[Result.Inputs[From]].StorageId ==
          Read.Tensors[Result.Outputs[To]].StorageId)
        Result.InPlace.emplace_back(From, To);
  Read.Nodes.push_back(std::move(Result));
  return Error::success();
}

Error GraphReader::readShape(const Twine &Subject, size_t Entry) {
  const json::Array *Shape = (*Shapes)[Entry].getAsArray();
  if (!Shape)
    return fail("attrs.shape of " + Subject + " is " +
                describeJson((*Shapes)[Entry]) + ", not an array");
  std::vector<int64_t> &Extents = Read.Tensors[Entry].Shape.emplace();
  for (const json::Value &Extent : *Shape) {
    std::optional<int64_t> Number = Extent.getAsInteger();
    if (!Number || *Number < 0)
      return fail("attrs.shape of " + Subject + " holds " +
                  describeJson(Extent) + ", not an extent");
    Extents.push_back(*Number);
  }
  return Error::success();
}

Error GraphReader::readDType(const Twine &Subject, size_t Entry) {
  std::optional<StringRef> Type = (*DTypes)[Entry].getAsString();
  if (!Type)
    return fail("attrs.dltype of " + Subject + " is " +
                describeJson((*DTypes)[Entry]) + ", not a string");
  Read.Tensors[Entry].DType = parseDType(*Type);
  if (!Read.Tensors[Entry].DType)
    return fail("attrs.dltype of " + Subject + " is " + quoted(*Type) +
                ", which is not a type");
  return Error::success();
}

/// The entries of attrs' lists for the outputs of node \p Index.
Error GraphReader::readTensors(size_t Index) {
  for (uint64_t Entry = Rows[Index]; Entry != Rows[Index + 1]; ++Entry) {
    std::string Subject = "node " + std::to_string(Index);
    if (Rows[Index + 1] - Rows[Index] != 1)
      Subject =
          "output " + std::to_string(Entry - Rows[Index]) + " of " + Subject;
    GraphTensor &Tensor = Read.Tensors[Entry];
    Tensor.StorageId = asIndex((*StorageIds)[Entry]);
    if (Shapes)
      if (Error E = readShape(Subject, Entry))
        return E;
    if (DTypes)
      if (Error E = readDType(Subject, Entry))
        return E;
    if (Tensor.Shape && Tensor.DType) {
      Expected<uint64_t> Size = storageBytes(*Tensor.DType, *Tensor.Shape);
      if (!Size)
        return nestedError(Name, Subject, Size.takeError());
    }
    if (!Devices)
      continue;
    std::optional<uint64_t> Device = asIndex((*Devices)[Entry]);
    if (!Device)
      return fail("attrs.device_index of " + Subject + " is " +
                  describeJson((*Devices)[Entry]) + ", not a kind of device");
    Tensor.DeviceType = int32_t(*Device);
  }
  return Error::success();
}

Error GraphReader::readInput(size_t Index, StringRef InputName) {
  if (!InputNames.insert(InputName).second)
    return fail("node " + Twine(Index) + ": a second input is named " +
                quoted(InputName));
  uint64_t Outputs = Rows[Index + 1] - Rows[Index];
  if (Outputs == 0)
    return fail("node " + Twine(Index) + " is an input without an output");
  if (Outputs != 1)
    return fail("node " + Twine(Index) + " is an input with " +
                plural(Outputs, "output"));
  Graph::Input Input;
  Input.Name = InputName.str();
  Input.Tensor = TensorIndex(Rows[Index]);
  Read.Inputs.push_back(std::move(Input));
  return Error::success();
}

Error GraphReader::readNode(size_t Index) {
  const json::Object *Node = (*Nodes)[Index].getAsObject();
  if (!Node)
    return fail("node " + Twine(Index) + " is " +
                describeJson((*Nodes)[Index]) + ", not an object");
  std::optional<StringRef> Op = Node->getString("op");
  if (!Op)
    return fail("node " + Twine(Index) + " has no 'op'");
  if (Error E = readTensors(Index))
    return E;
  if (*Op == "tvm_op")
    return readOperator(Index, *Node);
  if (*Op != "null")
    return fail("node " + Twine(Index) + " has op " + quoted(*Op) +
                "; graph executors know 'null' and 'tvm_op'");
  std::optional<StringRef> InputName = Node->getString("name");
  if (!InputName)
    return fail("node " + Twine(Index) + " has no 'name'");
  return readInput(Index, *InputName);
}

Error GraphReader::checkArguments() const {
  Expected<const json::Array *> Arguments = array("arg_nodes");
  if (!Arguments)
    return Arguments.takeError();
  for (size_t I = 0; I != (*Arguments)->size(); ++I) {
    const json::Value &Value = (**Arguments)[I];
    std::optional<uint64_t> Index = asIndex(Value);
    if (!Index || *Index >= Nodes->size())
      return fail("arg_nodes[" + Twine(I) + "] is " + describeJson(Value) +
                  ", not one of the " + plural(Nodes->size(), "node"));
    if ((*Nodes)[*Index].getAsObject()->getString("op") != "null")
      return fail("arg_nodes[" + Twine(I) + "] is node " + Twine(*Index) +
                  ", which is not an input");
  }
  return Error::success();
}

/// The graph's outputs. A graph that only lists functions needs none.
Error GraphReader::readHeads() {
  if (!Root.get("heads"))
    return Error::success();
  Expected<const json::Array *> Heads = array("heads");
  if (!Heads)
    return Heads.takeError();
  for (const json::Value &Head : **Heads)
    if (Error E = readEntry("heads", Head, Nodes->size())
                      .moveInto(Read.Outputs.emplace_back()))
      return E;
  return Error::success();
}

Error GraphReader::readLists() {
  struct {
    const json::Array *&List;
    StringRef Key;
    StringRef Tag;
  } Lists[] = {{StorageIds, "storage_id", "list_int"},
               {Shapes, "shape", "list_shape"},
               {DTypes, "dltype", "list_str"},
               {Devices, "device_index", "list_int"}};
  for (auto &Item : Lists) {
    if (Error E = attribute(Item.Key, Item.Tag).moveInto(Item.List))
      return E;
    if (!StorageIds)
      return fail("has no attrs.storage_id: not graph executor JSON");
  }
  for (size_t I = 0; I != StorageIds->size(); ++I)
    if (!asIndex((*StorageIds)[I]))
      return fail("attrs.storage_id[" + Twine(I) + "] is " +
                  describeJson((*StorageIds)[I]) + ", not an id");
  return Error::success();
}

Expected<Graph> GraphReader::read() {
  // The other JSON file that lies next to a graph.
  if (!Root.get("nodes") && (Root.get("modules") || Root.get("model_name")))
    return inputError(Name, "is Model Library Format metadata",
                      "give the graph of its executor-config/graph folder");
  if (const ForeignFormat *Foreign = foreignJsonOf(Root))
    return inputError(Name, "is " + Foreign->Name, Foreign->hint());
  if (Error E = array("nodes").moveInto(Nodes))
    return E;
  if (Error E = readRows())
    return E;
  if (Error E = readLists())
    return E;
  // As many as the list has values.
  Read.Tensors.resize(StorageIds->size());
  for (size_t I = 0; I != Nodes->size(); ++I)
    if (Error E = readNode(I))
      return E;
  if (Error E = checkArguments())
    return E;
  if (Error E = readHeads())
    return E;
  if (Error E = checkGraph(Read, Name))
    return E;
  return std::move(Read);
}

Expected<Graph> metaobj::readGraph(StringRef Text, StringRef Name) {
  if (jsonNesting(Text) > DeepestJson)
    return inputError(Name, "nests brackets more than " + Twine(DeepestJson) +
                                " deep");
  Text.consume_front("\xEF\xBB\xBF");
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return nestedError(Name, "is not valid JSON", Root.takeError());
  const json::Object *Object = Root->getAsObject();
  if (!Object)
    return inputError(Name, "is " + describeJson(*Root) +
                                ", not the object that a graph is");
  return GraphReader(*Object, Name).read();
}
