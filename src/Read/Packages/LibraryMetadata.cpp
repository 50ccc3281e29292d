//===- LibraryMetadata.cpp - metadata.json of TVM's models ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Packages/LibraryMetadata.h"

#include "Base/Json.h"
#include "Base/Nesting.h"
#include "Base/Wording.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

using namespace llvm;
using namespace metaobj;

namespace {

/// A value, and the way to it for messages: "modules.m.memory.functions".
struct Field {
  std::string Path;
  const json::Value *Value; ///< Null if the field is missing.

  Field at(StringRef Key, const json::Value *Value) const {
    std::string Before = Path.empty() ? "" : Path + ".";
    return {Before + Key.str(), Value};
  }
  Field at(size_t Index, const json::Value &Value) const {
    return {(Path + "[" + Twine(Index) + "]").str(), &Value};
  }
};

/// Keeps the first problem and reads on, so that each value is one call.
class MetadataReader {
public:
  void read(const Field &Root, ModelLibrary &Into);

  /// The first problem, or nothing.
  std::string Problem;

private:
  void fail(const Field &Found, const Twine &Wanted);
  Field get(const Field &Object, StringRef Key);
  std::string text(const Field &From);
  uint64_t number(const Field &From, const Twine &Wanted);
  uint64_t size(const Field &From);
  int64_t device(const Field &Object);
  void eachOf(const Field &List, function_ref<void(const Field &)> Visit);
  void entries(const Field &Object,
               function_ref<void(StringRef, const Field &)> Visit);
  std::optional<std::vector<LibraryTensor>> tensors(const Field &From);
  LibraryMain main(const Field &From);
  LibraryOperator operatorEntry(const Field &From);
  LibraryStorage storage(const Field &From);
  void memory(const Field &From, LibraryModule &Into);
  LibraryModule module(StringRef Name, const Field &From);
};

} // namespace

void MetadataReader::fail(const Field &Found, const Twine &Wanted) {
  if (!Problem.empty())
    return;
  std::string Text;
  if (!Found.Value)
    Text = "missing";
  else if (std::optional<StringRef> String = Found.Value->getAsString())
    Text = quoted(*String);
  else
    Text = describeJson(*Found.Value);
  Problem = (shortened(Found.Path.empty() ? "the metadata" : Found.Path) +
             " is " + Text + "; expected " + Wanted)
                .str();
}

/// The field \p Key of an object.
Field MetadataReader::get(const Field &Object, StringRef Key) {
  const json::Object *Fields =
      Object.Value ? Object.Value->getAsObject() : nullptr;
  if (!Fields)
    fail(Object, "an object");
  return Object.at(Key, Fields ? Fields->get(Key) : nullptr);
}

std::string MetadataReader::text(const Field &From) {
  if (From.Value)
    if (std::optional<StringRef> Text = From.Value->getAsString())
      return Text->str();
  fail(From, "a string");
  return "";
}

uint64_t MetadataReader::number(const Field &From, const Twine &Wanted) {
  std::optional<int64_t> Number;
  if (From.Value)
    Number = From.Value->getAsInteger();
  if (Number && *Number >= 0)
    return uint64_t(*Number);
  fail(From, Wanted);
  return 0;
}

uint64_t MetadataReader::size(const Field &From) {
  return number(From, "a number of bytes");
}

int64_t MetadataReader::device(const Field &Object) {
  return int64_t(number(get(Object, "device"), "a kind of device"));
}

/// A list that is missing is empty.
void MetadataReader::eachOf(const Field &List,
                            function_ref<void(const Field &)> Visit) {
  if (!List.Value)
    return;
  const json::Array *Values = List.Value->getAsArray();
  if (!Values)
    return fail(List, "an array");
  for (size_t I = 0; I != Values->size(); ++I)
    Visit(List.at(I, (*Values)[I]));
}

/// Visits the fields of an object by name, because JSON has no order for them.
void MetadataReader::entries(
    const Field &Object, function_ref<void(StringRef, const Field &)> Visit) {
  if (!Object.Value)
    return;
  const json::Object *Fields = Object.Value->getAsObject();
  if (!Fields)
    return fail(Object, "an object");
  std::vector<StringRef> Keys;
  for (const auto &[Key, Value] : *Fields)
    Keys.push_back(Key);
  llvm::sort(Keys);
  for (StringRef Key : Keys)
    Visit(Key, Object.at(Key, Fields->get(Key)));
}

std::optional<std::vector<LibraryTensor>>
MetadataReader::tensors(const Field &From) {
  if (!From.Value)
    return std::nullopt;
  std::vector<LibraryTensor> Result;
  entries(From, [&](StringRef Name, const Field &Member) {
    uint64_t Size = size(get(Member, "size"));
    Field Type = get(Member, "dtype");
    std::optional<DLDataType> DType = parseDType(text(Type));
    if (DType)
      Result.push_back({Name.str(), Size, *DType});
    else
      fail(Type, "a data type");
  });
  return Result;
}

LibraryMain MetadataReader::main(const Field &From) {
  auto MaySize = [&](StringRef Key) -> std::optional<uint64_t> {
    Field Size = get(From, Key);
    if (!Size.Value)
      return std::nullopt;
    return size(Size);
  };
  LibraryMain Main;
  Main.Device = device(From);
  Main.WorkspaceSize = MaySize("workspace_size_bytes");
  Main.ConstantsSize = MaySize("constants_size_bytes");
  Main.IoSize = MaySize("io_size_bytes");
  Main.Inputs = tensors(get(From, "inputs"));
  Main.Outputs = tensors(get(From, "outputs"));
  return Main;
}

LibraryOperator MetadataReader::operatorEntry(const Field &From) {
  LibraryOperator Operator;
  Operator.Function = text(get(From, "function_name"));
  eachOf(get(From, "workspace"), [&](const Field &Member) {
    Operator.Workspaces.push_back(
        {device(Member), size(get(Member, "workspace_size_bytes"))});
  });
  return Operator;
}

LibraryStorage MetadataReader::storage(const Field &From) {
  LibraryStorage Storage;
  Storage.Id = number(get(From, "storage_id"), "a storage id");
  Storage.Size = size(get(From, "size_bytes"));
  Field Input = get(From, "input_binding");
  if (Input.Value)
    Storage.Input = text(Input);
  return Storage;
}

void MetadataReader::memory(const Field &From, LibraryModule &Into) {
  auto AddStorage = [&](const Field &Member) {
    Into.Storage.push_back(storage(Member));
  };
  if (!From.Value)
    return;
  if (From.Value->getAsArray()) // Version 1.
    return eachOf(From, AddStorage);
  if (Into.Style == "operator")
    return entries(From, [&](StringRef Function, const Field &) {
      Into.Operators.push_back({Function.str(), {}});
    });
  eachOf(get(From, "sids"), AddStorage);
  Field Functions = get(From, "functions");
  if (!Functions.Value)
    return;
  eachOf(get(Functions, "main"),
         [&](const Field &TheField) { Into.Main.push_back(main(TheField)); });
  eachOf(get(Functions, "operator_functions"), [&](const Field &TheMember) {
    Into.Operators.push_back(operatorEntry(TheMember));
  });
}

LibraryModule MetadataReader::module(StringRef Name, const Field &From) {
  LibraryModule Module;
  Module.Name = Name.str();
  Field Style = get(From, "style");
  if (Style.Value)
    Module.Style = text(Style);
  for (StringRef Key : {"executors", "runtimes"})
    eachOf(get(From, Key), [&](const Field &Member) {
      Module.Executors.push_back(text(Member));
    });
  Field Targets = get(From, "target");
  auto AddTarget = [&](const Field &TheField) {
    Module.Targets.push_back(text(TheField));
  };
  // By kinds of devices before version 6.
  if (Targets.Value && Targets.Value->getAsObject())
    entries(Targets,
            [&](StringRef, const Field &TheMember) { AddTarget(TheMember); });
  else
    eachOf(Targets, AddTarget);
  memory(get(From, "memory"), Module);
  return Module;
}

void MetadataReader::read(const Field &Root, ModelLibrary &Into) {
  Field Modules = get(Root, "modules");
  entries(Modules, [&](StringRef Name, const Field &Member) {
    Into.Modules.push_back(module(Name, Member));
  });
  if (Modules.Value)
    return;
  Field Name = get(Root, "model_name");
  if (Name.Value)
    Into.Modules.push_back(module(text(Name), Root));
}

Error metaobj::readLibraryMetadata(StringRef Text, StringRef Name,
                                   ModelLibrary &Into) {
  if (jsonNesting(Text) > DeepestJson)
    return Error::success();
  Expected<json::Value> Root = json::parse(Text);
  if (!Root) {
    consumeError(Root.takeError());
    return Error::success();
  }
  const json::Object *Object = Root->getAsObject();
  if (!Object)
    return Error::success();
  Into.Version = Object->getInteger("version");
  MetadataReader Reader;
  Reader.read({"", &*Root}, Into);
  if (Reader.Problem.empty())
    return Error::success();
  return inputError(Name, Reader.Problem,
                    "the metadata is damaged: export the model again");
}
