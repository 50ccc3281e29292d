//===- CHeader.cpp - What programs include --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "Emit/Accessors.h"
#include "Emit/Text/CSource.h"
#include "Emit/Text/CText.h"
#include "Model/DType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace metaobj;

/// From the file's name, which programs include, but not from its folder.
static std::string includeGuard(const CModel &C, StringRef Path) {
  if (Path == "-")
    return "METAOBJ_" + C.Names.macroPrefix() + "_H";
  return "METAOBJ_" + cMacroName(sys::path::filename(Path));
}

std::vector<SizeGroup> metaobj::modelSizes(const Model &M) {
  size_t NumFunctions = M.Functions.size();
  size_t FunctionName = 0, ParamName = 0;
  uint64_t ParamBytes = 0, CompressedBytes = 0;
  size_t NumCompressed = 0;
  for (const metaobj::Function &F : M.Functions)
    FunctionName = std::max(FunctionName, F.Name.size());
  if (M.hasStorageIds()) {
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

/// The floating-point type of \p Bytes; empty: C has none that is fixed.
static StringRef floatOf(const Param &P, unsigned Bytes) {
  bool IsFloat = P.DType.code == kDLFloat && P.DType.bits == Bytes * 8;
  bool IsComplex = P.DType.code == kDLComplex && P.DType.bits == Bytes * 16;
  if (P.isCompressed() || (!IsFloat && !IsComplex))
    return "";
  return Bytes == 4 ? "float" : Bytes == 8 ? "double" : "";
}

/// A program reads numbers; the source has bits, because C has no constants for
/// all of them. Some compilers' double has 32 bits.
static Error writeExportedParam(raw_ostream &OS, const CModel &C,
                                size_t Index) {
  const Param &P = C.TheModel.Params[Index];
  Expected<CElement> Element = cElement(P);
  if (!Element)
    return Element.takeError();
  auto Declare = [&](StringRef Type) {
    OS << "extern " << paramDeclarator(C, Index, Type, Element->Bytes)
       << C.Names.param(Index).label() << ";\n";
  };
  OS << "\n/* " << cComment(P.Name) << ": " << paramSummary(P) << ". */\n";
  StringRef Float = floatOf(P, Element->Bytes);
  if (Float == "double") {
    OS << "#if DBL_MANT_DIG == 53\n";
    Declare(Float);
    OS << "#else\n";
    Declare(Element->typeName());
    OS << "#endif\n";
    return Error::success();
  }
  Declare(Float.empty() ? Element->typeName() : Float.str());
  return Error::success();
}

static Error writeExportedParams(raw_ostream &OS, const CModel &C) {
  for (size_t Index = 0; Index != C.TheModel.Params.size(); ++Index)
    if (C.isExported(Index))
      if (Error E = writeExportedParam(OS, C, Index))
        return E;
  return Error::success();
}

/// Does the header say which type `double` is?
static bool exportsDoubles(const CModel &C) {
  for (const auto &[Index, P] : enumerate(C.TheModel.Params))
    if (C.isExported(Index) && floatOf(P, P.Data.elementSize()) == "double")
      return true;
  return false;
}

static Error writeDeclarations(raw_ostream &OS, const CModel &C) {
  for (const auto &[Each, Name] :
       zip_equal(accessors(C.Config.Abi), C.Names.accessors())) {
    if (!Each.IsThere(C.TheModel, C.Config))
      continue;
    if (Each.returnsRuntimeType())
      OS << '\n' << Each.Type << ";\n";
    OS << "\n/* " << Each.Comment << " */\nconst " << Each.Type << " *"
       << Name.Name << "(void)" << Name.label() << ";\n";
  }
  if (C.TheModel.Params.empty())
    return Error::success();
  if (C.TheModel.hasStorageIds())
    OS << "\n/* A parameter by storage id; a function of the registry. */\n"
       << packedFunction(C.Names.lookup().Name) << C.Names.lookup().label()
       << ";\n";
  if (!C.Names.sections().empty())
    OS << "\n/* Where each section of parameters starts and ends. */\n";
  for (const CName &Name : C.Names.sections())
    OS << "extern const uint8_t " << Name.Name << "[]" << Name.label() << ";\n";
  return writeExportedParams(OS, C);
}

static Error writeHeader(raw_ostream &OS, const CModel &C,
                         const Executor *TheExecutor, StringRef Path) {
  std::string Guard = includeGuard(C, Path);
  const Model &M = C.TheModel;
  OS << "/* The model " << cComment(M.Name) << ", runtime ABI "
     << runtimeAbiName(C.Config.Abi) << ": "
     << plural(M.Functions.size(), "function") << ", "
     << plural(M.Params.size(), "parameter")
     << ".\n * Written by metaobj, for C99 and C++. */\n#ifndef " << Guard
     << "\n#define " << Guard << "\n\n"
     << (exportsDoubles(C) ? "#include <float.h>\n" : "")
     << "#include <stdint.h>\n";
  writeLabelMacros(OS, globalNames(C), {});
  if (!M.Params.empty())
    OS << '\n' << AbiHeaderText;
  if (!isTvmCrt(C.Config.Abi))
    OS << '\n' << TablesHeaderText;
  writeSizes(OS, C, modelSizes(M));
  OS << "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  if (TheExecutor)
    if (Error E = writeExecutor(OS, C, *TheExecutor))
      return E;
  if (Error E = writeDeclarations(OS, C))
    return E;
  OS << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << Guard << " */\n";
  return Error::success();
}

Error metaobj::writeHeader(const Emission &Of, StringRef FileName,
                           raw_ostream &To) {
  CNames Names(Of.model(), Of.config());
  CModel C(Of.model(), Of.config(), Of.layout(), Names);
  if (Error E = checkGlobalNames(C))
    return E;
  return ::writeHeader(To, C, Of.executor(), FileName);
}

Error metaobj::writeHeader(const Emission &Of, const OutputPlace &To) {
  auto Write = [&](raw_ostream &OS) { return writeHeader(Of, To.path(), OS); };
  return writeFileAtomically(To, Write, EqualFile::Kept);
}
