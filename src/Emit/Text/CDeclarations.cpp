//===- CDeclarations.cpp - What C source and header have in common --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "Emit/Accessors.h"
#include "Emit/Text/CSource.h"
#include "Emit/Text/CText.h"
#include "Model/DType.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

const StringLiteral metaobj::AbiHeaderText =
#include "AbiHeaderText.inc"
    ;

const StringLiteral metaobj::TablesHeaderText =
#include "TablesHeaderText.inc"
    ;

/// GCC passes a label to the assembler unchanged. Clang itself puts quotes
/// around it when it writes assembly.
static constexpr StringLiteral LabelMacros = R"(
/* Symbols that are not names in C. Other compilers: define METAOBJ_SYMBOL(name)
 * and METAOBJ_QUOTED_SYMBOL(name), or rename the symbols. */
#if defined(__GNUC__) && !defined(METAOBJ_SYMBOL)
#define METAOBJ_TEXT_OF(tokens) #tokens
#define METAOBJ_TEXT(tokens) METAOBJ_TEXT_OF(tokens)
#define METAOBJ_SYMBOL(name) __asm__(METAOBJ_TEXT(__USER_LABEL_PREFIX__) name)
#ifdef __clang__
#define METAOBJ_QUOTED_SYMBOL(name) METAOBJ_SYMBOL(name)
#else
#define METAOBJ_QUOTED_SYMBOL(name) \
  __asm__("\"" METAOBJ_TEXT(__USER_LABEL_PREFIX__) name "\"")
#endif
#endif
#ifndef METAOBJ_SYMBOL
)";

static constexpr StringLiteral NoLabels =
    R"(#error "symbols of this model are not names in C: define METAOBJ_SYMBOL"
#endif
)";

static constexpr StringLiteral LabelsDropped = R"(#define METAOBJ_SYMBOL(name)
#define METAOBJ_QUOTED_SYMBOL(name)
#endif
)";

void metaobj::writeLabelMacros(raw_ostream &OS, ArrayRef<CName> External,
                               ArrayRef<CName> Local) {
  auto NeedsLabel = [](const CName &Name) {
    return Name.OtherSymbol.has_value();
  };
  if (any_of(External, NeedsLabel))
    OS << LabelMacros << NoLabels;
  else if (any_of(Local, NeedsLabel))
    OS << LabelMacros << LabelsDropped;
}

std::vector<SizeGroup> metaobj::modelSizes(const Model &M) {
  size_t NumFunctions = M.Functions.size();
  size_t FunctionName = 0, ParamName = 0;
  uint64_t ParamBytes = 0, CompressedBytes = 0;
  size_t NumCompressed = 0;
  for (const metaobj::Function &F : M.Functions)
    FunctionName = std::max(FunctionName, F.Name.size());
  if (M.hasLinkedIds()) {
    ++NumFunctions;
    FunctionName = std::max(FunctionName, LookupLinkedParamName.size());
  }
  for (const Param &P : M.Params) {
    ParamName = std::max(ParamName, P.Name.size());
    if (P.Compressed)
      ++NumCompressed;
    (P.Compressed ? CompressedBytes : ParamBytes) += P.raw().size();
  }
  std::vector<SizeGroup> Groups = {
      {"Functions that clients can look up; bytes of the longest name and its "
       "NUL.",
       {{"NUM_FUNCTIONS", NumFunctions},
        {"FUNCTION_NAME_BYTES", FunctionName + 1}}},
      {"Parameters; bytes of all data; bytes of the longest name.",
       {{"NUM_PARAMS", M.Params.size() - NumCompressed},
        {"PARAM_BYTES", ParamBytes},
        {"PARAM_NAME_BYTES", ParamName + 1}}}};
  if (NumCompressed)
    Groups.push_back(
        {"Compressed parameters, which the three above leave out but for the "
         "name; bytes of\n * all of them when decoded.",
         {{"NUM_COMPRESSED_PARAMS", NumCompressed},
          {"DECODED_PARAM_BYTES", CompressedBytes}}});
  return Groups;
}

void metaobj::writeSizes(raw_ostream &OS, const CModel &C,
                         ArrayRef<SizeGroup> Groups) {
  OS << '\n';
  for (const SizeGroup &Group : Groups) {
    OS << "/* " << Group.Comment << " */\n";
    for (const auto &[Name, Value] : Group.Sizes)
      OS << "#define " << C.Names.macroPrefix() << '_' << Name << ' ' << Value
         << '\n';
  }
}

std::string metaobj::packedFunction(StringRef Name) {
  return ("int " + Name +
          "(void *args, int *type_codes, int num_args,\n"
          "    void *out_ret_value, int *out_ret_tcode, void *resource_handle)")
      .str();
}

std::string metaobj::paramDeclarator(const CModel &C, size_t Index,
                                     StringRef Type, unsigned Bytes) {
  const Param &P = C.TheModel.Params[Index];
  std::string Text = C.Config.Params.AreWritable ? "" : "const ";
  Text += (Type + " " + C.Names.param(Index).Name).str();
  bool HasShape = !P.Symbol.empty() && !P.isCompressed();
  if (!HasShape || P.Shape.empty() || P.Data.size() == 0)
    return Text + "[" +
           std::to_string(std::max<uint64_t>(P.Data.size() / Bytes, 1)) + "]";
  for (int64_t Extent : P.Shape)
    Text += "[" + std::to_string(Extent) + "]";
  if (P.DType.lanes > 1)
    Text += "[" + std::to_string(P.DType.lanes) + "]";
  return P.DType.code == kDLComplex ? Text + "[2]" : Text;
}

std::string metaobj::paramSummary(const Param &P) {
  std::string Text =
      tensorName(P.DType, P.Shape) + ", " + plural(P.raw().size(), "byte");
  if (P.Compressed)
    Text += " in " + std::to_string(P.Data.size()) + " of " +
            paramCodecName(P.Compressed->Codec).str();
  return Text;
}

std::vector<CName> metaobj::globalNames(const CModel &C) {
  std::vector<CName> Names;
  for (const auto &[Accessor, Name] :
       zip_equal(accessors(C.Config.Abi), C.Names.accessors()))
    if (Accessor.IsThere(C.TheModel, C.Config))
      Names.push_back(Name);
  for (const std::shared_ptr<OutputPart> &ThePart : C.Parts)
    for (const std::string &Symbol : ThePart->symbols(C.TheModel, C.Config))
      Names.push_back(C.Names.ofPart(Symbol));
  for (size_t Index = 0; Index != C.TheModel.Params.size(); ++Index)
    if (C.isExported(Index))
      Names.push_back(C.Names.param(Index));
  return Names;
}

Error metaobj::checkGlobalNames(const CModel &C) {
  for (const CName &Name : globalNames(C))
    if (Error E =
            checkSpelling("model " + quoted(C.TheModel.Name), Name.symbol()))
      return E;
  return Error::success();
}
