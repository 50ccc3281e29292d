//===- ParamsFormats.h - Formats of files of parameters ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_PARAMSFORMATS_H
#define METAOBJ_READ_PARAMS_PARAMSFORMATS_H

#include "Read/OpenedFile.h"
#include "metaobj/Input.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace metaobj {

/// What readers need besides the file.
struct ParamsContext {
  const ParamsReading &Reading;
  const DiagnosticConsumer &Diagnostics;
  /// Gets the paths of other files that are read.
  std::vector<std::string> &FilesRead;
};

/// The constant tensors of the TensorFlow Lite model \p Source, in file order.
llvm::Expected<std::vector<Param>>
readTfLite(std::shared_ptr<const ByteSource> Source,
           const ParamsContext &Context);

/// The tensors with data of the ExecuTorch program (.pte) \p Source.
llvm::Expected<std::vector<Param>>
readExecuTorchProgram(std::shared_ptr<const ByteSource> Source,
                      const ParamsContext &Context);

/// The contents of the ExecuTorch data file (.ptd) \p Source.
llvm::Expected<std::vector<Param>>
readExecuTorchData(std::shared_ptr<const ByteSource> Source,
                   const ParamsContext &Context);

/// The initializers of the ONNX model \p Source, in file order.
llvm::Expected<std::vector<Param>>
readOnnx(std::shared_ptr<const ByteSource> Source,
         const ParamsContext &Context);

/// The entries of IREE's parameter archive (.irpa) \p Source, as bytes.
llvm::Expected<std::vector<Param>>
readIrpa(std::shared_ptr<const ByteSource> Source,
         const ParamsContext &Context);

/// The parameters of all files that the index \p Text names. \p Source is the
/// index, whose files are next to it.
llvm::Expected<std::vector<Param>>
readSafetensorsIndex(llvm::StringRef Text, const ByteSource &Source,
                     const ParamsContext &Context);

/// The weights that the JSON \p Text of TensorFlow.js describes. \p Source is
/// the JSON, whose files are next to it.
llvm::Expected<std::vector<Param>>
readTensorFlowJs(llvm::StringRef Text, const ByteSource &Source,
                 const ParamsContext &Context);

/// Is it a file of parameters?
bool holdsParams(FileKind Kind);

/// Do files of this kind name others, without which they hold nothing?
bool namesOtherFiles(FileKind Kind);

/// The names of all formats: "TVM params, safetensors or a manifest".
std::string paramsFormatNames();

/// The parameters of \p File, whose kind is one of files of parameters.
llvm::Expected<std::vector<Param>> readParams(OpenedFile File,
                                              const ParamsContext &Context);

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_PARAMSFORMATS_H
