//===- Part.h - A thing that an output may have -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An output consists of the bytes of the parameters and of parts, such as the
/// tables, an executor or a record. A part keeps everything about one feature
/// in one file or folder: its checks, its code and its texts. Writers call all
/// parts in the order of Parts.cpp.
///
/// The parts of an emission are called in this order: checkSettings,
/// checkModel, prepare, checkFormat, checkMachine, and then by who writes. For
/// C there is neither a format nor a machine, and for an image of parameters no
/// machine. symbols, localSymbols, refuseC, callsOperators and
/// needsParamsInModule may be called before prepare, all others only after it.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_PART_H
#define METAOBJ_EMIT_PARTS_PART_H

#include "Abi/IrTables.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Emission.h"
#include "metaobj/Emit.h"

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
  /// Users of its data rely on alignment.
  bool NeedsAlignment = false;
  /// It uses the declarations of metaobj_abi.h.
  bool NeedsAbiHeader = false;
  /// Definitions of macros.
  std::string Macros;
};

/// A symbol in the bytes of a parameter, or right behind them. It is seen by
/// whoever sees the parameter.
struct ParamMark {
  std::string Symbol;
  size_t Param;    ///< Index into Model::Params.
  uint64_t Offset; ///< From its first byte.
};

/// By default a part refuses nothing and adds nothing.
class OutputPart {
public:
  OutputPart() = default;
  OutputPart(const OutputPart &) = delete;
  OutputPart &operator=(const OutputPart &) = delete;
  virtual ~OutputPart();

  //===--------------------------------------------------------------------===//
  // What it refuses
  //===--------------------------------------------------------------------===//

  /// Refuses settings of the part before the model is transformed. \p TheModel
  /// is the caller's.
  virtual llvm::Error checkSettings(const Model & /*TheModel*/,
                                    const EmitConfig & /*Config*/) const {
    return llvm::Error::success();
  }

  /// Refuses a runtime or a model that the part cannot go with. \p TheModel is
  /// as it will be stored.
  virtual llvm::Error checkModel(const Model & /*TheModel*/,
                                 const EmitConfig & /*Config*/) const {
    return llvm::Error::success();
  }

  /// A reason, and the next step.
  struct NotInC {
    Message Reason;
    Message Hint;
  };
  /// Why C source cannot have the part; nullopt: it can.
  virtual std::optional<NotInC> refuseC() const { return std::nullopt; }

  /// Refuses formats of objects that cannot have the part, before parameters
  /// have places. \p Config is that of the layout.
  virtual llvm::Error checkFormat(const Model & /*TheModel*/,
                                  const EmitConfig & /*Config*/,
                                  const llvm::Triple & /*Target*/) const {
    return llvm::Error::success();
  }

  /// Refuses machines that cannot have the part, and reports warnings, when
  /// parameters have places. \p Kind is an object or a module.
  virtual llvm::Error checkMachine(const Emission::Common & /*Common*/,
                                   const llvm::TargetMachine & /*Machine*/,
                                   OutputKind /*Kind*/) const {
    return llvm::Error::success();
  }

  //===--------------------------------------------------------------------===//
  // What all outputs take from it
  //===--------------------------------------------------------------------===//

  /// Decides and keeps all that does not depend on the target. Reports warnings
  /// and notes. May set fields of \p Common for parts behind it.
  virtual llvm::Error prepare(Emission::Common & /*Common*/) {
    return llvm::Error::success();
  }

  /// Sets the fields of \p Tables that belong to the part.
  virtual void addTables(AdditionalTables & /*Tables*/,
                         const Emission::Common & /*Common*/) const {}

  /// The global symbols that it defines, besides those of accessors().
  virtual std::vector<std::string>
  symbols(const Model & /*TheModel*/, const EmitConfig & /*Config*/) const {
    return {};
  }

  /// Local symbols that contain names given by the user: no function may have
  /// one of them.
  virtual std::vector<std::string>
  localSymbols(const Model & /*TheModel*/,
               const EmitConfig & /*Config*/) const {
    return {};
  }

  //===--------------------------------------------------------------------===//
  // Objects and IR
  //===--------------------------------------------------------------------===//

  /// Does its code call the operators? Then they may be unpacked, and LLVM must
  /// see them. At most one part of an output does.
  virtual bool callsOperators() const { return false; }
  /// Declares the operators as its code calls them: IrTables::Operators.
  virtual void declareOperators(IrTables & /*Writer*/,
                                const Emission::Common & /*Common*/) const {}

  /// Must the module have the parameters, because objects with these rules
  /// cannot get them later?
  virtual bool needsParamsInModule(const FormatRules & /*Rules*/) const {
    return false;
  }

  /// Adds its code and data to the module of \p Writer.
  virtual llvm::Error addToModule(IrTables & /*Writer*/,
                                  const Emission::Common & /*Common*/,
                                  const EmissionTables & /*Tables*/) const {
    return llvm::Error::success();
  }

  /// Does addToObject add anything?
  virtual bool hasLateData() const { return false; }
  /// Adds to the finished object of \p M what addToModule has left out because
  /// of LateSymbols::Params.
  virtual llvm::Error addToObject(EditableObject & /*Object*/,
                                  const llvm::Module & /*M*/) const {
    return llvm::Error::success();
  }

  /// Global symbols at the start and the end of a section of parameters;
  /// nullopt: none.
  virtual std::optional<EmitConfig::SectionSymbolPair>
  sectionMarks(const Emission::Common & /*Common*/,
               const ParamSection & /*Section*/) const {
    return std::nullopt;
  }

  /// Symbols in or right behind the bytes of parameters.
  virtual std::vector<ParamMark>
  paramMarks(const Emission::Common & /*Common*/) const {
    return {};
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
  /// What belongs to the declaration of parameter \p Index, and stands behind
  /// it.
  virtual void declareWith(llvm::raw_ostream & /*OS*/, const CModel & /*C*/,
                           size_t /*Index*/) const {}
  virtual llvm::Error writeRust(RustWriter & /*Writer*/) const {
    return llvm::Error::success();
  }

  /// Its attribute in the map, one of mapKeys(); empty: it has none.
  virtual llvm::StringRef mapKey() const { return ""; }
  virtual void writeMap(llvm::json::OStream & /*J*/,
                        const Emission & /*TheEmission*/) const {}

  /// A piece of summarize() without separators; empty: it has none.
  virtual std::string summary(const Emission & /*TheEmission*/) const {
    return "";
  }

protected:
  /// Refuses an ABI without a registry: "\p Subject is for TVM's C runtime".
  static llvm::Error onlyWithRegistry(const Model &TheModel,
                                      const EmitConfig &Config,
                                      llvm::StringRef Subject,
                                      const Message &Hint);
};

/// Shared, because LateParams copies an emission.
using PartList = std::vector<std::shared_ptr<OutputPart>>;

/// Does the code of any part call the operators?
inline bool callOperators(const PartList &Parts) {
  return llvm::any_of(Parts, [](const std::shared_ptr<OutputPart> &ThePart) {
    return ThePart->callsOperators();
  });
}

/// The parts of an output of \p TheModel.
PartList makeParts(const Model &TheModel, const EmitConfig &Config);

/// Those of an image of parameters, which has no code.
PartList makeImageParts(const Model &TheModel, const EmitConfig &Config);

/// The attributes of parts that each map has; null where the output lacks the
/// part.
llvm::ArrayRef<llvm::StringLiteral> mapKeys();

/// definedSymbols() of an output with \p Parts.
std::vector<std::string> definedSymbols(const Model &TheModel,
                                        const EmitConfig &Config,
                                        const PartList &Parts);

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_PART_H
