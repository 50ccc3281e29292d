//===- SafetensorsIndex.cpp - Parameters in several safetensors files -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Large models are written to several files, with an index of them
/// (model.safetensors.index.json):
///
/// \code
///   {"metadata": {"total_size": 28966928384},
///    "weight_map": {"lm_head.weight": "model-00002-of-00002.safetensors"}}
/// \endcode
///
/// Only the map counts. The files lie beside the index. They are read in the
/// order of their names.
///
/// Source: `split_torch_state_dict_into_shards` of huggingface_hub.
///
//===----------------------------------------------------------------------===//

#include "Base/Nesting.h"
#include "Base/Wording.h"
#include "Read/Params/ParamsFormats.h"
#include "Read/Params/SiblingFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

#include <map>

using namespace llvm;
using namespace metaobj;

/// The names of the parameters of one file, and whether it has them.
using ShardNames = StringMap<bool>;

/// By the file's name.
using FilesOfIndex = std::map<std::string, ShardNames>;

static Expected<FilesOfIndex> readMap(StringRef Text, StringRef Path) {
  if (jsonNesting(Text) > DeepestJson)
    return inputError(Path, "nests brackets more than " + Twine(DeepestJson) +
                                " deep");
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return nestedError(Path, "is not valid JSON", Root.takeError());
  const json::Object *Object = Root->getAsObject();
  const json::Object *Map = Object ? Object->getObject("weight_map") : nullptr;
  if (!Map)
    return inputError(Path, "has no 'weight_map' that is an object");
  FilesOfIndex Files;
  for (const auto &[Name, File] : *Map) {
    std::optional<StringRef> FileName = File.getAsString();
    if (!FileName)
      return inputError(Path,
                        "has no file's name for parameter " + quoted(Name));
    Files[FileName->str()][Name] = false;
  }
  return Files;
}

/// The parameters of one file that the index names, which must have them all.
static Expected<std::vector<Param>>
readShard(std::shared_ptr<const InputFile> File, StringRef Index,
          ShardNames Names, const ParamsContext &Context) {
  Expected<std::string> Head = readHead(*File);
  if (!Head)
    return Head.takeError();
  if (identify(*Head) != FileKind::Safetensors)
    return inputError(File->path(), "is " + describeContent(*Head) +
                                        "; expected a safetensors file, as "
                                        "the index says");
  uint64_t Unknown = 0;
  ParamsReading Reading = Context.Reading;
  Reading.IsWanted = [&](StringRef Name) {
    auto Found = Names.find(Name);
    if (Found == Names.end()) {
      ++Unknown;
      return false;
    }
    Found->second = true;
    return Context.Reading.wants(Name);
  };
  std::string Path = File->path();
  Expected<std::vector<Param>> Params =
      readSafetensors(std::move(File), Reading);
  if (!Params)
    return Params;
  std::vector<StringRef> Missing;
  for (const auto &[Name, IsThere] : Names)
    if (!IsThere)
      Missing.push_back(Name);
  // The map has another order each time.
  llvm::sort(Missing);
  if (!Missing.empty())
    return inputError(Path, "lacks " + quotedList(Missing) + ", which index " +
                                quoted(Index) + " finds there");
  if (Unknown != 0)
    report(Context.Diagnostics, Diagnostic::Warning, Path,
           plural(Unknown, "parameter") +
               " that the index does not name left out");
  return Params;
}

Expected<std::vector<Param>>
metaobj::readSafetensorsIndex(StringRef Text, const ByteSource &Source,
                              const ParamsContext &Context) {
  Expected<FilesOfIndex> Map = readMap(Text, Source.path());
  if (!Map)
    return Map.takeError();
  SiblingFiles Files(Source, "index", Context.FilesRead);
  std::vector<Param> Params;
  for (auto &[Name, Names] : *Map) {
    Expected<std::shared_ptr<const InputFile>> File = Files.open(Name, "");
    if (!File)
      return File.takeError();
    Expected<std::vector<Param>> Shard =
        readShard(std::move(*File), Source.path(), std::move(Names), Context);
    if (!Shard)
      return Shard.takeError();
    std::move(Shard->begin(), Shard->end(), std::back_inserter(Params));
  }
  return Params;
}
