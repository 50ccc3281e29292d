//===- EmissionOutput.h - What an Emission is made of -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_EMISSIONOUTPUT_H
#define METAOBJ_EMIT_EMISSIONOUTPUT_H

#include "Abi/ModelTables.h"
#include "Base/FileContents.h"
#include "Emit/Parts/Executor/Executor.h"
#include "Emit/Parts/Part.h"
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

enum class EmittedContent { Model, CSource, ParamsOnly };

struct Emission::Common {
  const Model &Source;
  EmitConfig Config;
  /// Of numbers that are compressed or pooled.
  Endianness Order;
  EmittedContent Content;
  PartList Parts = {};
  /// The model as it is stored, if transformations may change it.
  std::optional<Model> Stored = std::nullopt;
  ParamLayout Layout = {};
  /// With InImage: of the parameters that were left out.
  std::optional<ContentHash> ParamsId = std::nullopt;
  /// A pool of constants that the program passes.
  std::optional<Param> CallersConstants = std::nullopt;
  /// Null without EmitConfig::Executor.
  std::shared_ptr<const Executor> TheExecutor = nullptr;

  const Model &model() const { return Stored ? *Stored : Source; }
  /// What the model's tables have of the parts.
  AdditionalTables additionalTables() const;
};

/// Either pieces of a file, or a function that writes a text.
struct Emission::Output {
  std::shared_ptr<const Common> TheCommon;
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
              EmittedContent Content = EmittedContent::Model);

/// The same with a layout, for \p Target.
llvm::Expected<std::shared_ptr<Emission::Common>>
beginEmission(const Model &TheModel, const EmitConfig &Config,
              const llvm::Triple &Target,
              EmittedContent Content = EmittedContent::Model);

/// The symbols at the start and the end of \p Section that parts have.
std::vector<EmitConfig::SectionSymbolPair>
sectionMarks(const Emission::Common &Common, const ParamSection &Section);

/// The symbols in and behind parameters that parts have.
std::vector<ParamMark> paramMarks(const Emission::Common &Common);

/// Gives parameters their places in objects for \p Target, with \p Config in
/// place of the emission's own.
llvm::Error layOut(Emission::Common &Common, const EmitConfig &Config,
                   const llvm::Triple &Target);

} // namespace metaobj

#endif // METAOBJ_EMIT_EMISSIONOUTPUT_H
