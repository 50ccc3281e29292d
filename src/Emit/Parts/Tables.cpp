//===- Tables.cpp - The tables of a model ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups of tables (the registry, its index, the parameters), and a function
// for each group that returns it. A registry may also refer to two functions:
// the look-up of parameters by storage id, and entry 0.
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"
#include "Abi/Symbols.h"
#include "Abi/TableCode.h"
#include "Base/Wording.h"
#include "Emit/Accessors.h"
#include "Emit/Code/EmissionTables.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Parts/Parts.h"
#include "Emit/Text/CSource.h"
#include "Emit/Text/CTables.h"
#include "Emit/Text/RustWriter.h"
#include "metaobj-c/metaobj_abi.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace metaobj;

namespace {

class TablesPart final : public OutputPart {
public:
  Error checkModel(const Model &TheModel,
                   const EmitConfig &Config) const override;

  /// That of the look-up.
  std::vector<std::string> symbols(const Model &TheModel,
                                   const EmitConfig &Config) const override;

  Error addToModule(IrTables &Writer, const Emission::Common &Common,
                    const EmissionTables &Tables) const override;
  Error writeC(raw_ostream &OS, const CModel &C,
               const ModelTables &Tables) const override;
  Error writeHeader(raw_ostream &OS, const CModel &C) const override;
  Error writeRust(RustWriter &Writer) const override;
};

} // namespace

std::shared_ptr<OutputPart> metaobj::makeTablesPart(const Model & /*TheModel*/,
                                                    const EmitConfig &Config) {
  if (!runtimeFamily(Config.Abi).Facts.HasTables)
    return nullptr;
  return std::make_shared<TablesPart>();
}

Error TablesPart::checkModel(const Model &TheModel,
                             const EmitConfig &Config) const {
  if (Config.EntryPoint != EmitConfig().EntryPoint)
    if (Error E = onlyWithRegistry(TheModel, Config, "an entry point",
                                   "leave out " + setting::EntryPoint))
      return E;
  if (Config.Registry.HasIndex)
    if (Error E = onlyWithRegistry(TheModel, Config, "an index of the registry",
                                   "leave out " + setting::RegistryIndex))
      return E;
  for (const Param &P : TheModel.Params)
    if (P.StorageId)
      return onlyWithRegistry(TheModel, Config,
                              "the storage id " + std::to_string(*P.StorageId) +
                                  " of parameter " + quoted(P.Name),
                              "leave out the graph and " + setting::StorageIds +
                                  ": programs find parameters by their names");
  return Error::success();
}

static bool hasLookup(const Model &TheModel, const EmitConfig &Config) {
  return TheModel.hasLinkedIds() && !Config.Params.areInImage();
}

std::vector<std::string> TablesPart::symbols(const Model &TheModel,
                                             const EmitConfig &Config) const {
  if (!hasLookup(TheModel, Config))
    return {};
  return {Config.lookupSymbol()};
}

Error TablesPart::addToModule(IrTables &Writer, const Emission::Common &Common,
                              const EmissionTables &Tables) const {
  const ModelTables &OfModel = Tables.OfModel;
  if (!OfModel.LinkedParams.empty()) {
    const Table &Linked = OfModel.LinkedParams.front();
    Writer.Lookup = addLookupLinkedParam(Writer, Writer.add(Linked), Linked,
                                         Common.Config.lookupSymbol());
  }
  if (OfModel.hasUniversalEntry())
    Writer.Universal = addUniversalFunction(Writer);
  for (const Accessor &Function : accessors(Common.Config.Abi))
    if (Function.IsThere(Common.model(), Common.Config))
      Writer.add(OfModel.*Function.Tables,
                 Function.symbol(Common.model(), Common.Config));
  return Error::success();
}

static constexpr StringLiteral UnusedArguments =
    "  (void)type_codes;\n  (void)num_args;\n  (void)resource_handle;\n";

static void writeLookup(raw_ostream &OS, const CModel &C, const Table &Linked) {
  const CName &Name = C.Names.ofPart(C.Config.lookupSymbol());
  OS << "\nmetaobj_function_t " << Name.Name << Name.label() << ";\n"
     << packedFunction(Name.Name)
     << " {\n"
        "  const uint64_t id = *(const uint64_t *)args;\n"
     << UnusedArguments
     << "  /* In halves: not every target compares 64 bits by itself. */\n"
        "  if ((uint32_t)(id >> 32) == 0 && (uint32_t)id < UINT32_C("
     << Linked.Count << ")) {\n    const void *data = " << Linked.Symbol
     << "[(uint32_t)id];\n"
        "    if (data != NULL) {\n"
        "      *(const void **)out_ret_value = data;\n"
        "      *out_ret_tcode = 3; /* kTVMOpaqueHandle */\n"
        "      return 0;\n"
        "    }\n"
        "  }\n"
        "  *out_ret_tcode = 4; /* kTVMNullptr */\n"
        "  return 0;\n"
        "}\n";
}

static void writeUniversalFunction(raw_ostream &OS) {
  OS << "\n/* Entry 0: nobody asks for it. */\nstatic "
     << packedFunction(symbols::UniversalFunction) << " {\n  (void)args;\n"
     << UnusedArguments
     << "  (void)out_ret_value;\n  (void)out_ret_tcode;\n  return "
     << METAOBJ_UNIVERSAL_RESULT
     << "; /* kTvmErrorFunctionCallNotImplemented */\n}\n";
}

/// Writes the tables that \p Function returns, and the function, whose name is
/// \p Name.
static void writeAccessor(raw_ostream &OS, const Accessor &Function,
                          const CName &Name, const TableGroup &Group,
                          const CSpelling &Spelling) {
  if (!Function.SourceComment.empty()) {
    OS << "\n/* " << Function.SourceComment << " */\n";
    writeTypes(OS, Group);
  }
  writeTables(OS, Group, Spelling);
  StringRef Type = Function.Type;
  Type.consume_front("struct ");
  const Table &Last = Group.back();
  // Readers that know no compression know the first member alone.
  bool IsArray = Last.Form == Table::Array;
  StringRef Member = IsArray || Last.Element.Type->Name == Type ? "" : ".table";
  OS << "\nconst " << Type << " *" << Name.Name << "(void)" << Name.label()
     << ";\nconst " << Type << " *" << Name.Name << "(void) {\n  return "
     << (IsArray ? "" : "&") << Last.Symbol << Member << ";\n}\n";
}

Error TablesPart::writeC(raw_ostream &OS, const CModel &C,
                         const ModelTables &Tables) const {
  CSpelling Spelling = spellingOf(C, Tables);
  auto WriteAccessors = [&](bool ReturnRuntimeType) {
    for (const auto &[Function, Name] :
         zip_equal(accessors(C.Config.Abi), C.Names.accessors()))
      if (Function.returnsRuntimeType() == ReturnRuntimeType &&
          Function.IsThere(C.TheModel, C.Config))
        writeAccessor(OS, Function, Name, Tables.*Function.Tables, Spelling);
  };
  WriteAccessors(/*ReturnRuntimeType=*/false);
  // The registry refers to these functions.
  if (!Tables.LinkedParams.empty()) {
    writeTables(OS, Tables.LinkedParams, Spelling);
    writeLookup(OS, C, Tables.LinkedParams.front());
  }
  if (Tables.hasUniversalEntry())
    writeUniversalFunction(OS);
  WriteAccessors(/*ReturnRuntimeType=*/true);
  return Error::success();
}

Error TablesPart::writeHeader(raw_ostream &OS, const CModel &C) const {
  for (const auto &[Function, Name] :
       zip_equal(accessors(C.Config.Abi), C.Names.accessors())) {
    if (!Function.IsThere(C.TheModel, C.Config))
      continue;
    if (Function.returnsRuntimeType())
      OS << '\n' << Function.Type << ";\n";
    OS << "\n/* " << Function.Comment << " */\nconst " << Function.Type << " *"
       << Name.Name << "(void)" << Name.label() << ";\n";
  }
  for (const std::string &Symbol : symbols(C.TheModel, C.Config)) {
    const CName &Name = C.Names.ofPart(Symbol);
    OS << "\n/* A parameter by storage id; a function of the registry. */\n"
       << packedFunction(Name.Name) << Name.label() << ";\n";
  }
  return Error::success();
}

/// Accessors are safe functions in Rust: they return the address of a constant.
Error TablesPart::writeRust(RustWriter &Writer) const {
  const CModel &C = Writer.C;
  const RuntimeFacts &Runtime = runtimeFamily(C.Config.Abi).Facts;
  for (const auto &[Function, Name] :
       zip_equal(accessors(C.Config.Abi), C.Names.accessors())) {
    if (!Function.IsThere(C.TheModel, C.Config))
      continue;
    const bool IsOfRuntime = Function.Type == Runtime.TableType;
    StringRef Type =
        IsOfRuntime ? StringRef(Runtime.TypeInRust)
                    : StringSwitch<StringRef>(Function.Type)
                          .Case("struct TVMRegistryIndex", "TVMRegistryIndex")
                          .Case("metaobj_param_table_t", "ParamTable")
                          .Case("uint8_t", "[u8; 32]");
    StringRef Short =
        Function.SymbolEnd.empty() ? "_module" : Function.SymbolEnd;
    Short.consume_front("_");
    if (Type == "TVMRegistryIndex")
      Writer.write("index");
    if (IsOfRuntime && !Runtime.RowInRust.empty()) {
      Writer.write("table");
      Writer.write(Runtime.RowInRust);
    }
    Writer.write("accessor", {{"COMMENT", Function.Comment.str()},
                              {"ACCESSOR", Short.str()},
                              {"TYPE", Type.str()},
                              {"SYMBOL", Name.symbol().str()}});
  }
  for (const std::string &Symbol : symbols(C.TheModel, C.Config))
    Writer.writePackedFunction(Symbol, "lookup_linked_param");
  return Error::success();
}
