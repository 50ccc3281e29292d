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

#include "Text/Nesting.h"
#include "Text/Wording.h"
#include "metaobj/Input.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

#include <limits>

using namespace llvm;

namespace metaobj {

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
  Error readRows();
  Error readNode(size_t Index);
  Error readOperator(size_t Index, const json::Object &Node);
  Error readInput(size_t Index, StringRef InputName);
  Error checkInputs(size_t Index, const json::Object &Node) const;
  Error checkArguments() const;

  const json::Object &Root;
  StringRef Name;
  const json::Array *Nodes = nullptr;
  std::vector<uint64_t> Rows;
  const json::Array *StorageIds = nullptr;
  const json::Array *Shapes = nullptr; ///< Null where the graph has none.
  const json::Array *DTypes = nullptr; ///< Null where the graph has none.
  StringSet<> FunctionNames;
  StringSet<> InputNames;
  Graph Result;
};

} // namespace

/// A whole number from 0 to the largest that TVM's readers keep.
static std::optional<uint64_t> asIndex(const json::Value &Value) {
  std::optional<int64_t> Number = Value.getAsInteger();
  if (!Number || *Number < 0 || *Number > std::numeric_limits<int32_t>::max())
    return std::nullopt;
  return uint64_t(*Number);
}

static std::string describe(const json::Value &Value) {
  switch (Value.kind()) {
  case json::Value::Null:
    return "null";
  case json::Value::Boolean:
    return "a boolean";
  case json::Value::Number:
    if (std::optional<int64_t> Number = Value.getAsInteger())
      return std::to_string(*Number);
    return "a number that is not whole";
  case json::Value::String:
    return "a string";
  case json::Value::Array:
    return "an array";
  case json::Value::Object:
    return "an object";
  }
  llvm_unreachable("unknown kind of JSON value");
}

Expected<const json::Array *> GraphReader::array(StringRef Key) const {
  const json::Value *Value = Root.get(Key);
  if (!Value)
    return fail("has no '" + Key + "': not graph executor JSON");
  if (const json::Array *Array = Value->getAsArray())
    return Array;
  return fail("'" + Key + "' is " + describe(*Value) + ", not an array");
}

/// The list of attrs.\p Key, which has a value for each entry; null when there
/// is no such attribute.
Expected<const json::Array *> GraphReader::attribute(StringRef Key,
                                                     StringRef Tag) const {
  const json::Value *Attributes = Root.get("attrs");
  if (!Attributes)
    return fail("has no 'attrs': not graph executor JSON");
  if (!Attributes->getAsObject())
    return fail("'attrs' is " + describe(*Attributes) + ", not an object");
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
                  describe(Value) + ", not an index");
    if (Rows.empty() ? *Row != 0 : *Row < Rows.back())
      return fail(
          "node_row_ptr[" + Twine(Rows.size()) + "] is " + Twine(*Row) +
          (Rows.empty() ? ", not 0" : ", less than the value before it"));
    Rows.push_back(*Row);
  }
  return Error::success();
}

/// Each input is [node, output] or [node, output, version].
Error GraphReader::checkInputs(size_t Index, const json::Object &Node) const {
  const json::Value *Value = Node.get("inputs");
  if (!Value)
    return Error::success();
  const json::Array *Inputs = Value->getAsArray();
  std::string Subject = "the inputs of node " + std::to_string(Index);
  if (!Inputs)
    return fail(Subject + " are " + describe(*Value) + ", not an array");
  for (const json::Value &Input : *Inputs) {
    const json::Array *Entry = Input.getAsArray();
    std::optional<uint64_t> From;
    std::optional<uint64_t> Output;
    if (Entry && Entry->size() >= 2) {
      From = asIndex((*Entry)[0]);
      Output = asIndex((*Entry)[1]);
    }
    if (!From || !Output)
      return fail(Subject + " are not arrays of [node, output, version]");
    // Nodes are in the order of execution.
    if (*From >= Index)
      return fail(Subject + " name node " + Twine(*From) +
                  ", which is not before it");
    if (*Output >= Rows[*From + 1] - Rows[*From])
      return fail(Subject + " name output " + Twine(*Output) + " of node " +
                  Twine(*From) + ", which has " +
                  Twine(Rows[*From + 1] - Rows[*From]));
  }
  return Error::success();
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
  // A reshape without work: no such function exists.
  if (*Function == "__nop")
    return Error::success();
  if (FunctionNames.insert(*Function).second)
    Result.Functions.push_back(Function->str());
  return Error::success();
}

Error GraphReader::readInput(size_t Index, StringRef InputName) {
  if (!InputNames.insert(InputName).second)
    return fail("node " + Twine(Index) + ": a second input is named " +
                quoted(InputName));
  uint64_t Entry = Rows[Index];
  if (Rows[Index + 1] == Entry)
    return fail("node " + Twine(Index) + " is an input without an output");
  Graph::Input Input;
  Input.Name = InputName.str();
  std::optional<uint64_t> Id = asIndex((*StorageIds)[Entry]);
  if (!Id)
    return fail("attrs.storage_id of node " + Twine(Index) + " is " +
                describe((*StorageIds)[Entry]) + ", not an id");
  Input.StorageId = *Id;
  if (Shapes) {
    const json::Array *Shape = (*Shapes)[Entry].getAsArray();
    if (!Shape)
      return fail("attrs.shape of node " + Twine(Index) + " is " +
                  describe((*Shapes)[Entry]) + ", not an array");
    Input.Shape.emplace();
    for (const json::Value &Extent : *Shape) {
      std::optional<int64_t> Number = Extent.getAsInteger();
      if (!Number || *Number < 0)
        return fail("attrs.shape of node " + Twine(Index) + " holds " +
                    describe(Extent) + ", not an extent");
      Input.Shape->push_back(*Number);
    }
  }
  if (DTypes) {
    std::optional<StringRef> Type = (*DTypes)[Entry].getAsString();
    if (!Type)
      return fail("attrs.dltype of node " + Twine(Index) + " is " +
                  describe((*DTypes)[Entry]) + ", not a string");
    Input.DType = parseDType(*Type);
    if (!Input.DType)
      return fail("attrs.dltype of node " + Twine(Index) + " is " +
                  quoted(*Type) + ", which is no type");
  }
  Result.Inputs.push_back(std::move(Input));
  return Error::success();
}

Error GraphReader::readNode(size_t Index) {
  const json::Object *Node = (*Nodes)[Index].getAsObject();
  if (!Node)
    return fail("node " + Twine(Index) + " is " + describe((*Nodes)[Index]) +
                ", not an object");
  std::optional<StringRef> Op = Node->getString("op");
  if (!Op)
    return fail("node " + Twine(Index) + " has no 'op'");
  if (Error E = checkInputs(Index, *Node))
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
      return fail("arg_nodes[" + Twine(I) + "] is " + describe(Value) +
                  ", not one of the " + plural(Nodes->size(), "node"));
    if ((*Nodes)[*Index].getAsObject()->getString("op") != "null")
      return fail("arg_nodes[" + Twine(I) + "] is node " + Twine(*Index) +
                  ", which is no input");
  }
  return Error::success();
}

Expected<Graph> GraphReader::read() {
  // The other JSON file that lies next to a graph.
  if (!Root.get("nodes") && (Root.get("modules") || Root.get("model_name")))
    return inputError(Name, "is Model Library Format metadata",
                      "give the graph of its executor-config/graph folder");
  Expected<const json::Array *> List = array("nodes");
  if (!List)
    return List.takeError();
  Nodes = *List;
  if (Error E = readRows())
    return E;
  Expected<const json::Array *> Values = attribute("storage_id", "list_int");
  if (!Values)
    return Values.takeError();
  StorageIds = *Values;
  if (!StorageIds)
    return fail("has no attrs.storage_id: not graph executor JSON");
  Values = attribute("shape", "list_shape");
  if (!Values)
    return Values.takeError();
  Shapes = *Values;
  Values = attribute("dltype", "list_str");
  if (!Values)
    return Values.takeError();
  DTypes = *Values;
  for (size_t I = 0; I != StorageIds->size(); ++I)
    if (!asIndex((*StorageIds)[I]))
      return fail("attrs.storage_id[" + Twine(I) + "] is " +
                  describe((*StorageIds)[I]) + ", not an id");
  for (size_t I = 0; I != Nodes->size(); ++I)
    if (Error E = readNode(I))
      return E;
  if (Error E = checkArguments())
    return E;
  return std::move(Result);
}

Expected<Graph> readGraph(StringRef Text, StringRef Name) {
  if (jsonNesting(Text) > DeepestJson)
    return inputError(Name, "nests brackets more than " + Twine(DeepestJson) +
                                " deep");
  Text.consume_front("\xEF\xBB\xBF");
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return nestedError(Name, "is no valid JSON", Root.takeError());
  const json::Object *Object = Root->getAsObject();
  if (!Object)
    return inputError(Name, "is " + describe(*Root) +
                                ", not the object that a graph is");
  return GraphReader(*Object, Name).read();
}

} // namespace metaobj
