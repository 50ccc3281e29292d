//===- Part.h - A thing that an output may have -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An output has the bytes of the parameters, and parts. A part is one thing
/// that it may have: the tables, an executor, a record. Each part has its own
/// file, or a folder of its own, with everything about it: what it refuses, its
/// code, its lines in texts. Parts.cpp has the list of all.
///
/// Whoever writes an output asks the parts of its emission in the order of this
/// list, and knows none of them.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_PART_H
#define METAOBJ_EMIT_PARTS_PART_H

#include "Abi/IrTables.h"
#include "metaobj/Emission.h"
#include "metaobj/Emit.h"
#include "metaobj/Message.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

struct AdditionalTables;
struct CModel;
class EditableObject;
struct EmissionTables;
class FormatRules;
class ModelTables;
class RustWriter;

/// What C source must begin with.
struct CHead {
  /// Users of data rely on its alignment.
  bool NeedsAlignment = false;
  /// The declarations of metaobj_abi.h.
  bool NeedsAbiHeader = false;
  /// Macros of parts.
  std::string Macros;
};

/// By default a part refuses nothing and adds nothing.
class Part {
public:
  Part() = default;
  Part(const Part &) = delete;
  Part &operator=(const Part &) = delete;
  virtual ~Part();

  //===--------------------------------------------------------------------===//
  // What it refuses
  //===--------------------------------------------------------------------===//

  /// Refuses settings that no change of the model can make possible, before
  /// anything reads parameters. \p TheModel is the user's.
  virtual llvm::Error checkSettings(const Model & /*TheModel*/,
                                    const EmitConfig & /*Config*/) const {
    return llvm::Error::success();
  }

  /// Refuses a runtime or a model that does not go with the part. \p TheModel
  /// is as it will be stored.
  virtual llvm::Error checkModel(const Model & /*TheModel*/,
                                 const EmitConfig & /*Config*/) const {
    return llvm::Error::success();
  }

  /// Why C source does not have it, and the next step.
  struct Refusal {
    Message Reason;
    Message Hint;
  };
  virtual std::optional<Refusal> refuseC() const { return std::nullopt; }

  /// Refuses objects for \p Target, before parameters have places.
  virtual llvm::Error checkFormat(const Model & /*TheModel*/,
                                  const EmitConfig & /*Config*/,
                                  const llvm::Triple & /*Target*/) const {
    return llvm::Error::success();
  }

  /// Refuses \p Machine, when parameters have places, and warns of what will
  /// not work there.
  virtual llvm::Error checkMachine(const Emission::Common & /*Of*/,
                                   const llvm::TargetMachine & /*Machine*/,
                                   OutputKind /*Kind*/) const {
    return llvm::Error::success();
  }

  //===--------------------------------------------------------------------===//
  // What all outputs take from it
  //===--------------------------------------------------------------------===//

  /// Decides all that does not depend on the target. Reports warnings and
  /// notes.
  virtual llvm::Error prepare(Emission::Common & /*Of*/) {
    return llvm::Error::success();
  }

  /// Adds what the tables of the model have of it.
  virtual void addTables(AdditionalTables & /*Tables*/,
                         const Emission::Common & /*Of*/) const {}

  /// The global symbols that it defines.
  virtual std::vector<std::string>
  symbols(const Model & /*TheModel*/, const EmitConfig & /*Config*/) const {
    return {};
  }

  /// The local ones that depend on names of the user.
  virtual std::vector<std::string>
  localSymbols(const Model & /*TheModel*/,
               const EmitConfig & /*Config*/) const {
    return {};
  }

  //===--------------------------------------------------------------------===//
  // Objects and IR
  //===--------------------------------------------------------------------===//

  /// Does its code call the operators? Then these may be unpacked, and LLVM
  /// sees them, as declareOperators declares them.
  virtual bool callsOperators() const { return false; }
  virtual void declareOperators(IrTables & /*Writer*/,
                                const Emission::Common & /*Of*/) const {}

  /// Does LLVM have to see the parameters in objects with these rules?
  virtual bool needsParamsInModule(const FormatRules & /*Rules*/) const {
    return false;
  }

  /// Adds its code and data to the module of \p Writer.
  virtual llvm::Error addToModule(IrTables & /*Writer*/,
                                  const Emission::Common & /*Of*/,
                                  const EmissionTables & /*Tables*/) const {
    return llvm::Error::success();
  }

  /// Adds to the finished object of \p M what addToModule has left out with
  /// LateSymbols::Params.
  virtual bool hasLateData() const { return false; }
  virtual llvm::Error addToObject(EditableObject & /*Object*/,
                                  const llvm::Module & /*M*/) const {
    return llvm::Error::success();
  }

  /// Global symbols at the start and the end of a section of parameters.
  virtual std::optional<EmitConfig::SectionSymbolPair>
  sectionMarks(const Emission::Common & /*Of*/,
               const ParamSection & /*Section*/) const {
    return std::nullopt;
  }

  //===--------------------------------------------------------------------===//
  // Texts
  //===--------------------------------------------------------------------===//

  /// Symbols that its C names besides those of symbols().
  virtual std::vector<std::string> symbolsInC() const { return {}; }
  virtual void addToHead(CHead & /*Head*/) const {}
  virtual llvm::Error writeC(llvm::raw_ostream & /*OS*/, const CModel & /*C*/,
                             const ModelTables & /*Tables*/) const {
    return llvm::Error::success();
  }

  /// Declarations for programs.
  virtual llvm::Error writeHeader(llvm::raw_ostream & /*OS*/,
                                  const CModel & /*C*/) const {
    return llvm::Error::success();
  }
  virtual llvm::Error writeRust(RustWriter & /*Writer*/) const {
    return llvm::Error::success();
  }

  /// Its attribute in the map. Maps without the part have null for it: see
  /// mapKeys().
  virtual llvm::StringRef mapKey() const { return ""; }
  virtual void writeMap(llvm::json::OStream & /*J*/,
                        const Emission & /*Of*/) const {}

  /// Empty, or a piece of summarize().
  virtual std::string summary(const Emission & /*Of*/) const { return ""; }

protected:
  /// Refuses an ABI without a registry: "\p What is for TVM's C runtime".
  static llvm::Error onlyWithRegistry(const Model &TheModel,
                                      const EmitConfig &Config,
                                      llvm::StringRef What,
                                      const Message &Hint);
};

using PartList = std::vector<std::shared_ptr<Part>>;

inline bool callOperators(const PartList &Parts) {
  return llvm::any_of(Parts, [](const std::shared_ptr<Part> &Added) {
    return Added->callsOperators();
  });
}

/// The parts of an output of \p TheModel.
PartList makeParts(const Model &TheModel, const EmitConfig &Config);

/// Those of an image of parameters, which has no code.
PartList makeImageParts(const Model &TheModel, const EmitConfig &Config);

/// The attributes of parts that each map has.
llvm::ArrayRef<llvm::StringLiteral> mapKeys();

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_PART_H
