//===- JobFiles.cpp - The files of a job ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/JobFiles.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace metaobj;

std::vector<std::string> metaobj::outputPaths(const Job &TheJob) {
  uint32_t Shards = TheJob.Emitting.Params.shards();
  std::vector<std::string> Paths = {TheJob.Output};
  if (!TheJob.Shard)
    for (uint32_t Number = 1; Number <= Shards; ++Number)
      Paths.push_back(shardPath(TheJob.Output, Number, Shards));
  return Paths;
}

static std::vector<std::string> inputPaths(const Job &TheJob) {
  const InputConfig &Reading = TheJob.Reading;
  std::vector<std::string> Paths = Reading.Files;
  append_range(Paths, Reading.FunctionLists);
  append_range(Paths, Reading.ParamsFiles);
  append_range(Paths, TheJob.PlacementFiles);
  for (const std::string &Other : {Reading.GraphFile, TheJob.Target.File,
                                   TheJob.ConstantOffsets, TheJob.Board})
    if (!Other.empty())
      Paths.push_back(Other);
  return Paths;
}

Error metaobj::checkShards(const Job &TheJob) {
  uint32_t Shards = TheJob.Emitting.Params.shards();
  auto Refuse = [](const Message &Reason, const Message &Hint) {
    return inputError(setting::Shards, Reason, Hint);
  };
  if (Shards > MaxShards)
    return Refuse(plural(Shards, "shard") + " pass the limit of " +
                      Twine(MaxShards),
                  "ask for fewer");
  if (TheJob.Shard.value_or(0) > Shards)
    return Refuse("there is no shard " + Twine(*TheJob.Shard) + " of " +
                      Twine(Shards),
                  "number 0 is the metadata, the others count from 1");
  if (Shards && (TheJob.Kind != OutputKind::Object || TheJob.InLibrary))
    return Refuse("shards are objects", "leave out " + setting::Kind);
  if (Shards && !TheJob.Shard && TheJob.Output == "-")
    return Refuse("shards cannot go to standard output",
                  "name a file with " + setting::Output);
  return Error::success();
}

/// A params image has neither symbols nor sections.
static Error checkParamsImage(const Job &TheJob) {
  if (TheJob.Kind != OutputKind::ParamsImage)
    return Error::success();
  for (auto [Path, Which, Noun] :
       {std::tuple(&TheJob.Header, setting::Header, "header"),
        {&TheJob.Rust, setting::Rust, "module of Rust"},
        {&TheJob.Map, setting::Map, "map of sections"},
        {&TheJob.Board, setting::Board, "place on a board"}})
    if (!Path->empty())
      return inputError(*Path, "a params image has no " + Twine(Noun),
                        "leave out " + Which +
                            ", or emit the firmware's object with " +
                            setting::ExternalParams);
  return Error::success();
}

namespace {

struct OutputFile {
  StringRef Path;
  Setting Which;
  StringRef Noun;
};

} // namespace

/// Is \p File, which exists, \p Input or something in the folder \p Input?
static bool isPartOf(const std::string &Input, StringRef File) {
  if (sys::fs::equivalent(Input, File))
    return true;
  SmallString<128> Folder, Whole;
  if (!sys::fs::is_directory(Input) || sys::fs::real_path(Input, Folder) ||
      sys::fs::real_path(File, Whole))
    return false;
  StringRef Rest = Whole;
  return Rest.consume_front(Folder) && sys::path::is_separator(Rest.front());
}

/// All files of a folder are written into an archive. An output among them
/// would be in the next one.
static Error checkLibraryOutputs(const Job &TheJob,
                                 ArrayRef<std::string> Inputs) {
  if (TheJob.Kind != OutputKind::Object && TheJob.Kind != OutputKind::C)
    return inputError(setting::Kind,
                      "only an object or C is written into an archive");
  for (auto [Path, Which] : {std::pair(&TheJob.Output, setting::Output),
                             {&TheJob.Header, setting::Header},
                             {&TheJob.Rust, setting::Rust},
                             {&TheJob.Map, setting::Map},
                             {&TheJob.Depfile, setting::Depfile}}) {
    SmallString<128> Folder(sys::path::parent_path(*Path));
    if (Folder.empty())
      Folder = ".";
    for (const std::string &Input : Inputs)
      if (!Path->empty() && *Path != "-" && sys::fs::is_directory(Input) &&
          isPartOf(Input, Folder))
        return inputError(*Path,
                          "is inside of the folder " + quoted(Input) +
                              ", all of which is written into an archive",
                          "name a file outside with " + Which);
  }
  return Error::success();
}

Error metaobj::refuseInput(StringRef Output, StringRef Noun, Setting Which,
                           ArrayRef<std::string> Inputs) {
  for (const std::string &Input : Inputs)
    if (Input != "-" && sys::fs::is_regular_file(Output) &&
        isPartOf(Input, Output))
      return inputError(Output, "is an input as well as the " + Noun,
                        "name another file with " + Which);
  return Error::success();
}

static Error checkOutputs(ArrayRef<OutputFile> Outputs,
                          ArrayRef<std::string> Inputs) {
  for (const OutputFile &Output : Outputs)
    if (Error E = refuseInput(Output.Path, "output", Output.Which, Inputs))
      return E;
  for (const OutputFile &Second : Outputs)
    for (const OutputFile &First : Outputs.take_front(&Second - Outputs.data()))
      if (!Second.Path.empty() && Second.Path == First.Path)
        return inputError(Second.Path,
                          "is the " + First.Noun + " as well as the " +
                              Second.Noun,
                          "name another file with " + Second.Which);
  return Error::success();
}

Error metaobj::checkFiles(const Job &TheJob, bool IsStreamed) {
  if (TheJob.Output.empty())
    return inputError(setting::Output, "is empty",
                      "name a file, or - for standard output");
  std::vector<std::string> Inputs = inputPaths(TheJob);
  if (count(Inputs, "-") > 1)
    return inputError("<stdin>", "standard input is given twice");
  if (Error E = checkShards(TheJob))
    return E;
  if (Error E = checkParamsImage(TheJob))
    return E;
  const std::vector<std::string> Paths = outputPaths(TheJob);
  // A dependency file does not name the key.
  std::vector<std::string> Read = Inputs;
  if (StringRef Key = TheJob.Emitting.Registry.signingKey(); !Key.empty())
    Read.push_back(Key.str());
  std::vector<OutputFile> Outputs;
  if (!IsStreamed)
    for (StringRef Path : Paths)
      Outputs.push_back({Path, setting::Output, "output"});
  Outputs.push_back({TheJob.Header, setting::Header, "header"});
  Outputs.push_back({TheJob.Rust, setting::Rust, "module of Rust"});
  Outputs.push_back({TheJob.Depfile, setting::Depfile, "dependency file"});
  Outputs.push_back({TheJob.Map, setting::Map, "map"});
  if (Error E = checkOutputs(Outputs, Read))
    return E;
  return TheJob.InLibrary ? checkLibraryOutputs(TheJob, Inputs)
                          : Error::success();
}
