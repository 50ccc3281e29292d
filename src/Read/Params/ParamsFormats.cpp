//===- ParamsFormats.cpp - Formats of files of parameters -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format is its reader and a line here; Identify.cpp tells it by its bytes.
//
//===----------------------------------------------------------------------===//

#include "Read/Params/ParamsFormats.h"

#include "Read/Params/NumpyArray.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

/// A hundred times as many parameters as models have.
static constexpr uint64_t LargestManifest = uint64_t(1) << 27;

using ParamsOr = Expected<std::vector<Param>>;

static ParamsOr readNumpy(OpenedFile File, const ParamsContext &Context) {
  if (!Context.Reading.wants(numpyArrayName(File.Source->path())))
    return std::vector<Param>();
  Expected<Param> Array = readNumpyArray(std::move(File.Source));
  if (!Array)
    return Array.takeError();
  return std::vector<Param>{std::move(*Array)};
}

static ParamsOr readManifest(OpenedFile File, const ParamsContext &Context) {
  if (File.Source->size() > LargestManifest)
    return inputError(File.Source->path(), "has " + Twine(File.Source->size()) +
                                               " bytes; manifests of up to " +
                                               Twine(LargestManifest) +
                                               " are read");
  Expected<std::string> Text = readText(File);
  if (!Text)
    return Text.takeError();
  return readParamsManifest(*Text, File.File->path(), &Context.FilesRead,
                            Context.Reading);
}

/// For formats of one file.
template <auto Read>
static ParamsOr readSource(OpenedFile File, const ParamsContext &Context) {
  return Read(std::move(File.Source), Context);
}

/// For formats of JSON.
template <auto Read>
static ParamsOr readJson(OpenedFile File, const ParamsContext &Context) {
  Expected<std::string> Text = readText(File);
  if (!Text)
    return Text.takeError();
  return Read(*Text, *File.Source, Context);
}

namespace {

struct ParamsFormat {
  FileKind Kind;
  /// In a list of all; formats of one name are neighbours.
  StringLiteral Name;
  ParamsOr (*Read)(OpenedFile, const ParamsContext &);
};

} // namespace

static constexpr ParamsFormat Formats[] = {
    {FileKind::TvmParams, "TVM params",
     [](OpenedFile File, const ParamsContext &Context) {
       return readTvmParams(std::move(File.Source), Context.Reading);
     }},
    {FileKind::Safetensors, "safetensors",
     [](OpenedFile File, const ParamsContext &Context) {
       return readSafetensors(std::move(File.Source), Context.Reading);
     }},
    {FileKind::SafetensorsIndex, "safetensors", readJson<readSafetensorsIndex>},
    {FileKind::NumpyArray, "NumPy", readNumpy},
    {FileKind::ZipArchive, "NumPy",
     [](OpenedFile File, const ParamsContext &Context) {
       return readNumpyArchive(std::move(File.Source), Context.Reading);
     }},
    {FileKind::Gguf, "GGUF",
     [](OpenedFile File, const ParamsContext &Context) {
       return readGguf(std::move(File.Source), Context.Diagnostics,
                       Context.Reading);
     }},
    {FileKind::TfLite, "TensorFlow Lite", readSource<readTfLite>},
    {FileKind::ExecuTorchProgram, "ExecuTorch",
     readSource<readExecuTorchProgram>},
    {FileKind::ExecuTorchData, "ExecuTorch", readSource<readExecuTorchData>},
    {FileKind::Onnx, "ONNX", readSource<readOnnx>},
    {FileKind::Irpa, "IREE parameters", readSource<readIrpa>},
    {FileKind::TensorFlowJs, "TensorFlow.js", readJson<readTensorFlowJs>},
    {FileKind::ParamsManifest, "a manifest", readManifest},
};

static const ParamsFormat *formatOf(FileKind Kind) {
  const ParamsFormat *Found =
      find_if(Formats, [Kind](const ParamsFormat &Format) {
        return Format.Kind == Kind;
      });
  return Found == std::end(Formats) ? nullptr : Found;
}

bool metaobj::holdsParams(FileKind Kind) { return formatOf(Kind); }

bool metaobj::namesOtherFiles(FileKind Kind) {
  return Kind == FileKind::SafetensorsIndex || Kind == FileKind::TensorFlowJs;
}

std::string metaobj::paramsFormatNames() {
  std::string Names;
  for (const ParamsFormat &Format : Formats) {
    if (StringRef(Names).ends_with(Format.Name))
      continue;
    if (!Names.empty())
      Names += &Format == std::end(Formats) - 1 ? " or " : ", ";
    Names += Format.Name;
  }
  return Names;
}

Expected<std::vector<Param>> metaobj::readParams(OpenedFile File,
                                                 const ParamsContext &Context) {
  return formatOf(File.Kind)->Read(std::move(File), Context);
}
