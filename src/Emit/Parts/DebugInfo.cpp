//===- DebugInfo.cpp - Types for debuggers --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Debuggers show a parameter by its name as an array of C, and tables as the
// structures of metaobj_abi.h and of TVM's headers. LLVM writes all of it. For
// a parameter that the module does not have, it refers to a declared symbol,
// which becomes that of the parameter when the object gets it.
//
//===----------------------------------------------------------------------===//

#include "Base/LlvmVersion.h"
#include "Base/Wording.h"
#include "Emit/Accessors.h"
#include "Emit/Code/EmissionTables.h"
#include "Emit/Code/ParamVariables.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Parts/Parts.h"
#include "Object/FormatRules.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/MC/MCAsmInfo.h"

using namespace llvm;
using namespace metaobj;

/// Every debugger reads this version. It has addresses in the entries of the
/// variables and needs no further sections for them.
static constexpr unsigned DwarfVersion = 4;

namespace {

/// A scalar type of C, or of a compiler for machine learning.
struct BasicType {
  StringLiteral Name;
  unsigned Bits;
  unsigned Encoding;
};

constexpr BasicType CTypes[] = {
    {"char", 8, dwarf::DW_ATE_signed_char},
    {"int8_t", 8, dwarf::DW_ATE_signed},
    {"int16_t", 16, dwarf::DW_ATE_signed},
    {"int32_t", 32, dwarf::DW_ATE_signed},
    {"int64_t", 64, dwarf::DW_ATE_signed},
    {"uint8_t", 8, dwarf::DW_ATE_unsigned},
    {"uint16_t", 16, dwarf::DW_ATE_unsigned},
    {"uint32_t", 32, dwarf::DW_ATE_unsigned},
    {"uint64_t", 64, dwarf::DW_ATE_unsigned},
};

/// What DLPack calls a type, and a C compiler.
struct ElementType {
  StringLiteral DType;
  BasicType InC;
};

/// Those that are not C's by name.
constexpr ElementType ElementTypes[] = {
    {"bool", {"bool", 8, dwarf::DW_ATE_boolean}},
    {"float16", {"_Float16", 16, dwarf::DW_ATE_float}},
    {"float32", {"float", 32, dwarf::DW_ATE_float}},
    {"float64", {"double", 64, dwarf::DW_ATE_float}},
    {"bfloat16", {"__bf16", 16, dwarf::DW_ATE_float}},
    {"complex64", {"complex float", 64, dwarf::DW_ATE_complex_float}},
    {"complex128", {"complex double", 128, dwarf::DW_ATE_complex_float}},
};

class DebugInfoWriter {
public:
  DebugInfoWriter(IrTables &Writer, const Emission::Common &Common,
                  const EmissionTables &Tables, bool AreParamsLate)
      : Writer(Writer), M(Writer.module()), Common(Common), Tables(Tables),
        AreParamsLate(AreParamsLate), Builder(M) {}

  void run();

private:
  /// A declaration of C.
  struct Declarator {
    DIType *Type; ///< Null for void.
    StringRef Name;
  };

  uint64_t pointerBits() const {
    return Writer.layout().getPointerSizeInBits();
  }
  DIType *basic(const BasicType &Type);
  DIType *pointerTo(DIType *Type) {
    return Builder.createPointerType(Type, pointerBits());
  }
  DIType *constant(DIType *Type) {
    return Builder.createQualifiedType(dwarf::DW_TAG_const_type, Type);
  }
  DIType *packedFunction();
  DIType *named(StringRef Name);
  DIType *structure(const Record &Type);
  Declarator parse(StringRef InC, bool IsMember);
  DIType *typeOf(const Field &Member, bool IsMember);
  DIType *typeOf(const Table &TheTable);
  DIType *array(DIType *Element, ArrayRef<uint64_t> Extents, uint64_t Bytes);
  DIType *typeOf(const Param &P);
  void noteRecords(const Field &TheField);
  std::vector<const Table *> allTables() const;
  GlobalVariable &variableOf(size_t Param);
  void describe(GlobalVariable &Variable, StringRef Name, DIType *Type,
                bool IsLocal);
  void describeParams();
  void describeTables();
  void describeAccessors();

  IrTables &Writer;
  Module &M;
  const Emission::Common &Common;
  const EmissionTables &Tables;
  bool AreParamsLate;
  DIBuilder Builder;
  DIFile *File = nullptr;
  StringMap<const Record *> Records; ///< All that tables have.
  StringMap<DIType *> Types;         ///< By their names.
};

} // namespace

DIType *DebugInfoWriter::basic(const BasicType &Type) {
  DIType *&Known = Types[Type.Name];
  if (!Known)
    Known = Builder.createBasicType(Type.Name, Type.Bits, Type.Encoding);
  return Known;
}

// typedef int (*TVMBackendPackedCFunc)(void *args, int *type_codes,
//     int num_args, void *out_ret_value, int *out_ret_tcode,
//     void *resource_handle);
DIType *DebugInfoWriter::packedFunction() {
  DIType *Int = named("int");
  DIType *Void = pointerTo(nullptr);
  DIType *Ints = pointerTo(Int);
  Metadata *Arguments[] = {Int, Void, Ints, Int, Void, Ints, Void};
  DIType *Function =
      Builder.createSubroutineType(Builder.getOrCreateTypeArray(Arguments));
  return Builder.createTypedef(pointerTo(Function), "TVMBackendPackedCFunc",
                               File, /*LineNo=*/0, File);
}

/// The type \p Name of C; null for void.
DIType *DebugInfoWriter::named(StringRef Name) {
  if (Name == "void")
    return nullptr;
  if (DIType *Known = Types.lookup(Name))
    return Known;
  if (const Record *Known = Records.lookup(Name))
    return structure(*Known);
  const auto *Basic = find_if(CTypes, [&](const BasicType &TheBasicType) {
    return TheBasicType.Name == Name;
  });
  if (Basic != std::end(CTypes))
    return basic(*Basic);
  DIType *New = nullptr;
  if (Name == "int")
    New = Builder.createBasicType("int", Writer.intType()->getBitWidth(),
                                  dwarf::DW_ATE_signed);
  else if (Name == "TVMBackendPackedCFunc")
    New = packedFunction();
  else if (Name == "metaobj_any_function_t" || Name == "metaobj_iree_query_t")
    New = Builder.createTypedef(
        pointerTo(Builder.createSubroutineType(
            Builder.getOrCreateTypeArray({static_cast<Metadata *>(nullptr)}))),
        Name, File, /*LineNo=*/0, File);
  else // A structure that no table here has.
    New = Builder.createForwardDecl(dwarf::DW_TAG_structure_type, Name, File,
                                    File, /*Line=*/0);
  return Types[Name] = New;
}

DIType *DebugInfoWriter::structure(const Record &Type) {
  if (DIType *Known = Types.lookup(Type.Name))
    return Known;
  StructType *InIr = Writer.structure(Type);
  const StructLayout &Layout = *Writer.layout().getStructLayout(InIr);
  SmallVector<Metadata *, 8> Members;
  for (const auto &[Number, Field] : enumerate(Type.Fields)) {
    llvm::Type *Member = InIr->getElementType(Number);
    Members.push_back(Builder.createMemberType(
        File, parse(Field.Declaration, /*IsMember=*/true).Name, File,
        /*LineNo=*/0, Writer.layout().getTypeSizeInBits(Member).getFixedValue(),
        /*AlignInBits=*/0, Layout.getElementOffset(Number) * 8,
        DINode::FlagZero, typeOf(Field, /*IsMember=*/true)));
  }
  DIType *New = Builder.createStructType(
      File, Type.Name, File, /*LineNumber=*/0,
      uint64_t(Layout.getSizeInBytes()) * 8,
      /*AlignInBits=*/0, DINode::FlagZero, /*DerivedFrom=*/nullptr,
      Builder.getOrCreateArray(Members));
  // Programs write `TVMModule` as well as `struct TVMModule`.
  New = Builder.createTypedef(New, Type.Name, File, /*LineNo=*/0, File);
  return Types[Type.Name] = New;
}

/// Reads what Field::Declaration may be: a type of one word with any number of
/// "const", "struct" and '*', and the name of a member behind it.
DebugInfoWriter::Declarator DebugInfoWriter::parse(StringRef InC,
                                                   bool IsMember) {
  Declarator Result = {nullptr, ""};
  if (IsMember) {
    size_t End = InC.find_last_of(" *");
    Result.Name = InC.substr(End + 1);
    InC = InC.take_front(End + 1);
  }
  bool IsConstant = false;
  auto Qualify = [&] {
    if (IsConstant)
      Result.Type = constant(Result.Type);
    IsConstant = false;
  };
  while (!(InC = InC.ltrim(' ')).empty()) {
    if (InC.consume_front("*")) {
      Qualify();
      Result.Type = pointerTo(Result.Type);
      continue;
    }
    StringRef Word =
        InC.take_until([](char C) { return C == ' ' || C == '*'; });
    InC = InC.drop_front(Word.size());
    if (Word == "const")
      IsConstant = true;
    else if (Word != "struct")
      Result.Type = named(Word);
  }
  Qualify();
  return Result;
}

DIType *DebugInfoWriter::typeOf(const Field &Member, bool IsMember) {
  if (Member.Kind == Field::Structure)
    return structure(*Member.Type);
  return parse(Member.Declaration, IsMember).Type;
}

DIType *DebugInfoWriter::typeOf(const Table &TheTable) {
  if (TheTable.Form == Table::Single)
    return constant(typeOf(TheTable.Element, /*IsMember=*/false));
  if (TheTable.Form == Table::Text) {
    const GlobalVariable &Text = *M.getNamedGlobal(TheTable.Symbol);
    uint64_t Bytes =
        Writer.layout().getTypeAllocSize(Text.getValueType()).getFixedValue();
    return array(constant(named("char")), Bytes, Bytes);
  }
  StructType *Element = TheTable.Element.Kind == Field::Structure
                            ? Writer.structure(*TheTable.Element.Type)
                            : nullptr;
  uint64_t Bytes =
      Element ? Writer.layout().getTypeAllocSize(Element).getFixedValue()
      : TheTable.Element.Kind == Field::Number ? TheTable.Element.Bytes
                                               : pointerBits() / 8;
  return array(typeOf(TheTable.Element, /*IsMember=*/false), TheTable.Count,
               TheTable.Count * Bytes);
}

DIType *DebugInfoWriter::array(DIType *Element, ArrayRef<uint64_t> Extents,
                               uint64_t Bytes) {
  SmallVector<Metadata *, 4> Dimensions;
  for (uint64_t Extent : Extents)
    Dimensions.push_back(
        Builder.getOrCreateSubrange(0, static_cast<int64_t>(Extent)));
  return Builder.createArrayType(Bytes * 8, /*AlignInBits=*/0, Element,
                                 Builder.getOrCreateArray(Dimensions));
}

/// `const float [8][3][3]`. A vector's lanes are one more extent. Bytes, if the
/// parameter is compressed, or C has no type for its elements.
DIType *DebugInfoWriter::typeOf(const Param &P) {
  uint64_t Bytes = P.Data.size();
  if (P.Compressed) {
    std::string Name = ("metaobj_" + paramCodecName(P.Compressed->Codec)).str();
    DIType *Stored = array(constant(named("uint8_t")), Bytes, Bytes);
    return Builder.createTypedef(Stored, Name, File, /*LineNo=*/0, File);
  }
  DLDataType Scalar = P.DType;
  Scalar.lanes = 1;
  std::string DType = dtypeName(Scalar);
  DIType *Element = nullptr;
  const auto *Known =
      find_if(ElementTypes, [&](const ElementType &TheElementType) {
        return TheElementType.DType == DType;
      });
  const auto *InC = find_if(CTypes, [&](const BasicType &TheBasicType) {
    return TheBasicType.Name == DType + "_t";
  });
  Expected<uint64_t> ElementSize = elementBytes(Scalar);
  if (!ElementSize) {
    consumeError(ElementSize.takeError());
    return array(constant(named("uint8_t")), Bytes, Bytes);
  }
  if (Known != std::end(ElementTypes))
    Element = basic(Known->InC);
  else if (InC != std::end(CTypes))
    Element = basic(*InC);
  else if (*ElementSize == 1)
    Element = Builder.createTypedef(named("uint8_t"), DType, File,
                                    /*LineNo=*/0, File);
  else
    return array(constant(named("uint8_t")), Bytes, Bytes);
  SmallVector<uint64_t, 4> Extents(P.Shape.begin(), P.Shape.end());
  if (P.DType.lanes != 1)
    Extents.push_back(P.DType.lanes);
  return Extents.empty() ? constant(Element)
                         : array(constant(Element), Extents, Bytes);
}

void DebugInfoWriter::noteRecords(const Field &TheField) {
  if (TheField.Kind != Field::Structure ||
      !Records.try_emplace(TheField.Type->Name, TheField.Type).second)
    return;
  for (const Field &Member : TheField.Type->Fields)
    noteRecords(Member);
}

/// Those that the module has.
std::vector<const Table *> DebugInfoWriter::allTables() const {
  std::vector<const TableGroup *> Groups = {&Tables.OfModel.LinkedParams,
                                            &Tables.OfModel.Registered};
  for (const Accessor &TheAccessor : accessors(Common.Config.Abi))
    Groups.push_back(&(Tables.OfModel.*TheAccessor.Tables));
  if (Tables.OfExecutor) {
    Groups.push_back(&Tables.OfExecutor->Executor);
    Groups.push_back(&Tables.OfExecutor->Metadata);
  }
  std::vector<const Table *> Result;
  for (const TableGroup *Group : Groups)
    for (const Table &TheTable : *Group)
      if (M.getNamedGlobal(TheTable.Symbol))
        Result.push_back(&TheTable);
  return Result;
}

/// The variable that has the bytes of \p Param, which others may share. If the
/// bytes are late, it is a declaration of the symbol by which tables refer to
/// them.
GlobalVariable &DebugInfoWriter::variableOf(size_t Param) {
  if (!AreParamsLate)
    return *cast<GlobalVariable>(
        Writer.Params[Param]->stripPointerCastsAndAliases());
  std::string Symbol = symbolOfBytes(Common, Common.Layout.Sites[Param]);
  if (GlobalVariable *Known = M.getNamedGlobal(Symbol))
    return *Known;
  return *new GlobalVariable(M, Type::getInt8Ty(M.getContext()),
                             /*isConstant=*/true, GlobalValue::ExternalLinkage,
                             /*Initializer=*/nullptr, Symbol);
}

/// GDB would take the symbol's name for the only one if it were there, too.
void DebugInfoWriter::describe(GlobalVariable &Variable, StringRef Name,
                               DIType *Type, bool IsLocal) {
  Variable.addDebugInfo(Builder.createGlobalVariableExpression(
      File, Name, /*LinkageName=*/"", File, /*LineNo=*/0, Type, IsLocal));
}

void DebugInfoWriter::describeParams() {
  for (const auto &[Index, P] : enumerate(Common.model().Params))
    describe(variableOf(Index), P.Name, typeOf(P),
             Common.Layout.Sites[Index].Visibility == ParamVisibility::Local);
}

void DebugInfoWriter::describeTables() {
  std::vector<const Table *> All = allTables();
  for (const Table *TheTable : All)
    noteRecords(TheTable->Element);
  for (const Table *TheTable : All)
    describe(*M.getNamedGlobal(TheTable->Symbol), TheTable->Symbol,
             typeOf(*TheTable),
             /*IsLocal=*/true);
}

/// A debugger calls only functions whose type it knows.
void DebugInfoWriter::describeAccessors() {
  for (const Accessor &TheAccessor : accessors(Common.Config.Abi)) {
    llvm::Function *F =
        M.getFunction(TheAccessor.symbol(Common.model(), Common.Config));
    if (!F || F->isDeclaration())
      continue;
    Metadata *Result =
        pointerTo(constant(parse(TheAccessor.Type, /*IsMember=*/false).Type));
    DISubprogram *Description = Builder.createFunction(
        File, F->getName(), /*LinkageName=*/"", File, /*LineNo=*/0,
        Builder.createSubroutineType(Builder.getOrCreateTypeArray(Result)),
        /*ScopeLine=*/0, DINode::FlagPrototyped,
        DISubprogram::SPFlagDefinition);
    F->setSubprogram(Description);
    DILocation *NoLine =
        DILocation::get(M.getContext(), /*Line=*/0, /*Column=*/0, Description);
    for (BasicBlock &Block : *F)
      for (Instruction &In : Block)
        In.setDebugLoc(DebugLoc(NoLine));
  }
}

/// DW_LANG_C99 as the type that LLVM's versions have for it.
template <class Language, class... Rest>
static Language languageC(DICompileUnit *(DIBuilder::*)(Language, Rest...)) {
  return Language(dwarf::DW_LANG_C99);
}

void DebugInfoWriter::run() {
  M.addModuleFlag(Module::Max, "Dwarf Version", DwarfVersion);
  M.addModuleFlag(Module::Warning, "Debug Info Version",
                  DEBUG_METADATA_VERSION);
  // A name by which debuggers tell models apart: 'tvmgen_net'::bias. There is
  // no file and no folder.
  File = Builder.createFile(Common.Config.symbolStart(Common.model()), "");
  Builder.createCompileUnit(
      languageC(&DIBuilder::createCompileUnit), File, "metaobj",
      /*isOptimized=*/false, /*Flags=*/"", /*RV=*/0, /*SplitName=*/"",
      DICompileUnit::DebugEmissionKind::FullDebug, /*DWOId=*/0,
      /*SplitDebugInlining=*/true, /*DebugInfoForProfiling=*/false,
      DICompileUnit::DebugNameTableKind::None);
  describeTables();
  describeParams();
  describeAccessors();
  Builder.finalize();
}

namespace {

/// For the parameters, the tables and the functions that return tables.
class DebugInfoPart final : public OutputPart {
public:
  std::optional<NotInC> refuseC() const override {
    return NotInC{"C has no debug information of its own",
                  "leave out " + setting::DebugInfo +
                      ", and compile the C with -g"};
  }
  Error checkMachine(const Emission::Common &Common,
                     const TargetMachine &Machine,
                     OutputKind Kind) const override;

  /// It refers to them. The module can declare the symbol of a parameter that
  /// the object gets later, if the format can define it then.
  bool needsParamsInModule(const FormatRules &Rules) const override {
    return !Rules.Facts.DefinesSymbols;
  }
  Error addToModule(IrTables &Writer, const Emission::Common &Common,
                    const EmissionTables &Tables) const override {
    bool AreParamsLate = Writer.late().Params || Writer.late().ParamBytes;
    DebugInfoWriter(Writer, Common, Tables, AreParamsLate).run();
    return Error::success();
  }
};

} // namespace

std::shared_ptr<OutputPart>
metaobj::makeDebugInfoPart(const Model & /*TheModel*/,
                           const EmitConfig &Config) {
  if (!Config.DebugInfo)
    return nullptr;
  return std::make_shared<DebugInfoPart>();
}

Error DebugInfoPart::checkMachine(const Emission::Common &Common,
                                  const TargetMachine &Machine,
                                  OutputKind /*Kind*/) const {
  if (!Machine.getMCAsmInfo()->doesSupportDebugInformation())
    report(Common.Config.Diagnostics, Diagnostic::Warning,
           Machine.getTargetTriple().str(),
           "LLVM writes no debug information for this target",
           "leave out " + setting::DebugInfo);
  return Error::success();
}
