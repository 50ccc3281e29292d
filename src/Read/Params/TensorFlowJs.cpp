//===- TensorFlowJs.cpp - Reader of weights of TensorFlow.js --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// TensorFlow.js keeps weights in files of raw bytes, and says in JSON what
/// they are (`weightsManifest` of model.json; or the same list alone,
/// weights_manifest.json):
///
/// \code
///   [{"paths": ["group1-shard1of2.bin", "group1-shard2of2.bin"],
///     "weights": [
///       {"name": "dense/kernel", "dtype": "float32", "shape": [2, 3]},
///       {"name": "dense/bias", "dtype": "float32", "shape": [3],
///        "quantization": {"dtype": "uint8", "scale": 0.1, "min": -1.5,
///                         "original_dtype": "float32"}}]}]
/// \endcode
///
/// The weights of a group follow each other in its files as if these were one;
/// a weight may begin in one file and end in the next. Numbers are little
/// endian. Quantised weights stay what they are in the files.
///
/// Source: `io/types.ts` and `io/io_utils.ts` of tfjs-core.
///
//===----------------------------------------------------------------------===//

#include "Base/NameLimits.h"
#include "Base/Nesting.h"
#include "Base/Wording.h"
#include "Model/DType.h"
#include "Read/FileFormats.h"
#include "Read/Params/JoinedFiles.h"
#include "Read/Params/ParamsFormats.h"
#include "Read/Params/SiblingFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace metaobj;

/// Those that the format has, apart from texts.
static constexpr StringLiteral WeightTypes[] = {
    "float32", "float16", "int32", "uint8", "uint16", "bool", "complex64"};

namespace {

class WeightsReader {
public:
  WeightsReader(const ByteSource &Source, const ParamsContext &Context)
      : Path(Source.path()), Owner(Path), Context(Context),
        Files(Source, "model", Context.FilesRead) {}

  Expected<std::vector<Param>> read(StringRef Text);

private:
  Error fail(const Twine &Reason, const Message &Hint = {}) const {
    return inputError(Path, Reason, Hint);
  }
  Expected<std::shared_ptr<JoinedFiles>> openFiles(const json::Object &Group);
  Error readGroup(const json::Object &Group);
  Error readWeight(const json::Object &Weight,
                   const std::shared_ptr<JoinedFiles> &Bytes,
                   uint64_t &Position);
  Error readType(Param &P, const json::Object &Weight);

  std::string Path;
  SharedText Owner;
  const ParamsContext &Context;
  SiblingFiles Files;
  StringSet<> Names;
  uint64_t Quantised = 0;
  std::vector<Param> Params;
};

} // namespace

Expected<std::shared_ptr<JoinedFiles>>
WeightsReader::openFiles(const json::Object &Group) {
  const json::Array *Paths = Group.getArray("paths");
  if (!Paths)
    return fail("a group of weights has no 'paths' that are a list");
  auto Result = std::make_shared<JoinedFiles>(Path);
  for (const json::Value &ThePath : *Paths) {
    std::optional<StringRef> Name = ThePath.getAsString();
    if (!Name)
      return fail("a group of weights has a path that is no text");
    Expected<std::shared_ptr<const InputFile>> File = Files.open(*Name, "");
    if (!File)
      return File.takeError();
    Result->add(std::move(*File));
  }
  return Result;
}

/// Type and shape; of a quantised weight the type in the file.
Error WeightsReader::readType(Param &P, const json::Object &Weight) {
  std::string Subject = "parameter " + quoted(P.Name);
  std::optional<StringRef> Type = Weight.getString("dtype");
  const json::Object *Quantisation = Weight.getObject("quantization");
  if (Quantisation) {
    Type = Quantisation->getString("dtype");
    ++Quantised;
  }
  if (!Type || !is_contained(WeightTypes, *Type))
    return fail(Subject + " has " +
                    (Type ? "dtype " + quoted(*Type) +
                                ", which is no type of "
                                "numbers that is known"
                          : std::string("no 'dtype' that is a text")),
                "where the next weights lie depends on it");
  P.DType = *parseDType(*Type);
  const json::Array *Shape = Weight.getArray("shape");
  if (!Shape || Shape->size() > size_t(MostDimensions))
    return fail(Subject + " has no 'shape' that is a list of up to " +
                Twine(MostDimensions) + " extents");
  for (const json::Value &Extent : *Shape) {
    std::optional<int64_t> Number = Extent.getAsInteger();
    if (!Number || *Number < 0)
      return fail(Subject + ": extent " + Twine(P.Shape.size()) +
                  " of its shape is not a whole number from 0 to 2^63 - 1");
    P.Shape.push_back(*Number);
  }
  return Error::success();
}

/// The next one after those that end at \p Position.
Error WeightsReader::readWeight(const json::Object &Weight,
                                const std::shared_ptr<JoinedFiles> &Bytes,
                                uint64_t &Position) {
  std::optional<StringRef> Name = Weight.getString("name");
  if (!Name || Name->size() > LongestName)
    return fail("a weight has no 'name' that is a text of up to " +
                Twine(LongestName) + " bytes");
  Param P;
  P.Name = Name->str();
  P.Owner = Owner;
  std::string Subject = "parameter " + quoted(P.Name);
  if (Error E = readType(P, Weight))
    return E;
  Expected<uint64_t> Size = tensorBytes(P.DType, P.Shape);
  if (!Size)
    return nestedError(Path, Subject, Size.takeError());
  if (*Size > Bytes->size() - Position)
    return fail(Subject + " takes " + plural(*Size, "byte") + " from byte " +
                Twine(Position) + " of its group, whose files have " +
                Twine(Bytes->size()));
  uint64_t Begin = Position;
  Position += *Size;
  if (!Context.Reading.wants(P.Name))
    return Error::success();
  if (!Names.insert(P.Name).second)
    return fail(Subject + " is there twice");
  auto [File, Offset] = Bytes->place(Begin, *Size);
  P.Data = File ? Payload::fileRange(std::move(File), Offset, *Size)
                : Payload::range(Bytes, Begin, *Size);
  P.Data.setElement(byteOrderUnit(P.DType), Endianness::little);
  Params.push_back(std::move(P));
  return Error::success();
}

Error WeightsReader::readGroup(const json::Object &Group) {
  Expected<std::shared_ptr<JoinedFiles>> Bytes = openFiles(Group);
  if (!Bytes)
    return Bytes.takeError();
  const json::Array *Weights = Group.getArray("weights");
  if (!Weights)
    return fail("a group of weights has no 'weights' that are a list");
  uint64_t Position = 0;
  for (const json::Value &Weight : *Weights) {
    const json::Object *Object = Weight.getAsObject();
    if (!Object)
      return fail("a weight is not described by an object");
    if (Error E = readWeight(*Object, *Bytes, Position))
      return E;
  }
  if (Position != (*Bytes)->size())
    return fail("the files of a group have " +
                    plural((*Bytes)->size(), "byte") +
                    ", but its weights take " + Twine(Position),
                "a file may belong to another model");
  return Error::success();
}

Expected<std::vector<Param>> WeightsReader::read(StringRef Text) {
  if (jsonNesting(Text) > DeepestJson)
    return fail("nests brackets more than " + Twine(DeepestJson) + " deep");
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return nestedError(Path, "is not valid JSON", Root.takeError());
  const json::Array *Groups = Root->getAsArray();
  if (const json::Object *Model = Root->getAsObject())
    Groups = Model->getArray("weightsManifest");
  if (!Groups)
    return fail("has no 'weightsManifest' that is a list");
  for (const json::Value &Group : *Groups) {
    const json::Object *Object = Group.getAsObject();
    if (!Object)
      return fail("a group of weights is not described by an object");
    if (Error E = readGroup(*Object))
      return E;
  }
  if (Quantised != 0)
    report(Context.Diagnostics, Diagnostic::Note, Path,
           plural(Quantised, "weight") +
               " quantised: taken as in the files, without scale and minimum");
  return std::move(Params);
}

Expected<std::vector<Param>>
metaobj::readTensorFlowJs(StringRef Text, const ByteSource &Source,
                          const ParamsContext &Context) {
  return WeightsReader(Source, Context).read(Text);
}
