//===- EmissionOutput.h - What an Emission is made of -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_EMISSIONOUTPUT_H
#define METAOBJ_EMIT_EMISSIONOUTPUT_H

#include "Abi/TvmFfi.h"
#include "Base/FileContents.h"
#include "Emit/Executor/Executor.h"
#include "Model/ContentHash.h"
#include "Object/EditableObject.h"
#include "metaobj/Emission.h"
#include "metaobj/Emit.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/TargetParser/Triple.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace metaobj {

enum class EmittedPart { Model, ParamsOnly };

struct Emission::Common {
  const Model &Source;
  EmitConfig Config;
  /// Of numbers that are compressed or pooled.
  Endianness Order;
  EmittedPart Part;
  /// The model as it is stored, if transformations may change it.
  std::optional<Model> Stored = std::nullopt;
  ParamLayout Layout = {};
  /// With RegistryConfig::Record: what the model's parameters store, with
  /// numbers in little-endian order whatever the target's is.
  std::optional<std::vector<ContentHash>> ParamHashes = std::nullopt;
  /// With InImage: of the parameters that were left out.
  std::optional<ContentHash> ParamsId = std::nullopt;
  /// With RecordConfig::SigningKey: of the record.
  std::vector<uint8_t> Signature = {};
  /// A pool of constants that the program passes.
  std::optional<Param> CallersConstants = std::nullopt;
  /// Null without EmitConfig::Executor.
  std::shared_ptr<const Executor> TheExecutor = nullptr;
  /// Of a library of tvm-ffi.
  std::optional<tvm_ffi::Library> Ffi = std::nullopt;
  tvm_ffi::Binary FfiModules = {};
  /// Functions of the runtime whose pointers the output defines.
  std::vector<const tvm_ffi::RuntimeFunction *> PointedFunctions = {};

  const Model &model() const { return Stored ? *Stored : Source; }
  /// The names of the functions that only the output defines.
  std::vector<std::string> ownNames() const;
};

/// Either pieces of a file, or a function that writes a text.
struct Emission::Output {
  std::shared_ptr<const Common> Of;
  /// Contents refers to these objects, besides the parameters.
  llvm::SmallVector<char, 0> Bytes = {};
  std::unique_ptr<EditableObject> Object = nullptr;
  std::vector<std::vector<FileContents::Part>> Parts = {};
  FileContents Contents = {};
  std::function<llvm::Error(llvm::raw_ostream &, const ProgressFunction &)>
      Text = nullptr;
  std::vector<ExecutorTable> Tables = {};
};

/// Begins an emission: compresses parameters, with numbers in the byte order \p
/// Order, and checks the model. There is no layout yet. What is not emitted is
/// not in Common::model().
llvm::Expected<std::shared_ptr<Emission::Common>>
beginEmission(const Model &TheModel, const EmitConfig &Config, Endianness Order,
              EmittedPart Part = EmittedPart::Model);

/// The same with a layout, for \p Target.
llvm::Expected<std::shared_ptr<Emission::Common>>
beginEmission(const Model &TheModel, const EmitConfig &Config,
              const llvm::Triple &Target,
              EmittedPart Part = EmittedPart::Model);

} // namespace metaobj

#endif // METAOBJ_EMIT_EMISSIONOUTPUT_H
