//===- FfiLibraryPart.cpp - Context and modules of tvm-ffi ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"
#include "Abi/TableCode.h"
#include "Base/LlvmVersion.h"
#include "Base/Wording.h"
#include "Emit/Accessors.h"
#include "Emit/Code/ObjectTableWriter.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Parts/FfiLibrary/FfiLibrary.h"
#include "Emit/Parts/Parts.h"
#include "Emit/Text/CSource.h"
#include "Emit/Text/CText.h"
#include "Object/EditableObject.h"
#include "Object/FormatRules.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace metaobj;

namespace {

class FfiLibraryPart final : public OutputPart {
public:
  Error checkModel(const Model &TheModel,
                   const EmitConfig &Config) const override;
  Error prepare(Emission::Common &Common) override;

  void addTables(AdditionalTables &Tables,
                 const Emission::Common & /*Common*/) const override {
    Tables.Ffi = Library;
  }

  std::vector<std::string> symbols(const Model &TheModel,
                                   const EmitConfig &Config) const override {
    if (!TheModel.hasFfiModules())
      return {};
    return {tvm_ffi::Names{Config.Prefix}.binary()};
  }

  Error addToModule(IrTables &Writer, const Emission::Common &Common,
                    const EmissionTables &Tables) const override;
  bool hasLateData() const override { return Library.DefinesBinary; }
  Error addToObject(EditableObject &Object, const Module &M) const override;

  std::vector<std::string> symbolsInC() const override;
  void addToHead(CHead &Head) const override {
    Head.NeedsAlignment |= Library.DefinesBinary;
  }
  Error writeC(raw_ostream &OS, const CModel &C,
               const ModelTables &Tables) const override;

private:
  tvm_ffi::Library Library;
  tvm_ffi::Binary Modules;
};

} // namespace

std::shared_ptr<OutputPart>
metaobj::makeFfiLibraryPart(const Model &TheModel, const EmitConfig &Config) {
  if (!runtimeFamily(Config.Abi).Facts.HasLibrary && !TheModel.hasFfiModules())
    return nullptr;
  if (!hasRuntimeTable(Config))
    return nullptr;
  return std::make_shared<FfiLibraryPart>();
}

Error FfiLibraryPart::checkModel(const Model &TheModel,
                                 const EmitConfig &Config) const {
  if (runtimeFamily(Config.Abi).Facts.HasLibrary)
    return Error::success();
  return inputError("model " + quoted(TheModel.Name),
                    runtimeAbiName(Config.Abi) +
                        " has no modules around the operators",
                    "choose " + setting::Abi + "=tvm-ffi, or leave this out");
}

Error FfiLibraryPart::prepare(Emission::Common &Common) {
  Modules = tvm_ffi::packModules(Common.model());
  return ffiLibrary(Common.model(), Common.Config).moveInto(Library);
}

Error FfiLibraryPart::addToModule(IrTables &Writer,
                                  const Emission::Common & /*Common*/,
                                  const EmissionTables & /*Tables*/) const {
  Constant *Binary = nullptr;
  if (Library.DefinesBinary && !Writer.late().Params) {
    Expected<std::vector<uint8_t>> Bytes = bytesOf(Modules);
    if (!Bytes)
      return Bytes.takeError();
    Binary = ConstantDataArray::get(Writer.module().getContext(), *Bytes);
  }
  addFfiVariables(Writer, Library, Binary);
  return Error::success();
}

/// The modules, to which LLVM's table refers.
Error FfiLibraryPart::addToObject(EditableObject &Object,
                                  const Module &M) const {
  if (!Library.DefinesBinary)
    return Error::success();
  std::vector<EditableObject::Part> Pieces;
  uint64_t Offset = 0;
  for (const Payload &Piece : Modules.Pieces) {
    Pieces.push_back({Offset, &Piece});
    Offset += Piece.size();
  }
  const FormatRules &Rules = formatRules(Triple(llvm_version::tripleName(M)));
  StringRef Section =
      Rules.Facts.NamesTableSections ? ".rodata.metaobj.tvm_ffi_modules" : "";
  uint32_t Number = Object.addSection(Section, tvm_ffi::BinaryAlignment,
                                      Modules.Size, Pieces);
  return Object.defineSymbol({symbolName(Library.BinarySymbol, M),
                              ParamVisibility::Global, Number, /*Offset=*/0,
                              Modules.Size});
}

/// Those that other objects may define.
std::vector<std::string> FfiLibraryPart::symbolsInC() const {
  std::vector<std::string> Result;
  if (!Library.ContextSymbol.empty())
    Result.push_back(Library.ContextSymbol);
  if (!Library.BinarySymbol.empty() && !Library.DefinesBinary)
    Result.push_back(Library.BinarySymbol);
  return Result;
}

/// What the rows of the table refer to.
Error FfiLibraryPart::writeC(raw_ostream &OS, const CModel &C,
                             const ModelTables & /*Tables*/) const {
  if (!Library.ContextSymbol.empty()) {
    const CName &Name = C.Names.ofPart(Library.ContextSymbol);
    OS << "\n/* Where tvm-ffi puts the library. */\nextern void *" << Name.Name
       << Name.label() << ";\n";
    if (Library.DefinesContext)
      OS << "void *" << Name.Name << " = NULL;\n";
  }
  if (Library.BinarySymbol.empty())
    return Error::success();
  const CName &Name = C.Names.ofPart(Library.BinarySymbol);
  OS << "\n/* The modules around the library. */\nextern const uint8_t "
     << Name.Name << "[]" << Name.label() << ";\n";
  if (!Library.DefinesBinary)
    return Error::success();
  Expected<std::vector<uint8_t>> Bytes = bytesOf(Modules);
  if (!Bytes)
    return Bytes.takeError();
  OS << "METAOBJ_ALIGN(" << tvm_ffi::BinaryAlignment << ")\nconst uint8_t "
     << Name.Name << '[' << Bytes->size() << "] = {\n";
  {
    CValueWriter Values(OS);
    for (uint8_t Byte : *Bytes)
      Values.write(utostr(Byte));
  }
  OS << "};\n";
  return Error::success();
}
