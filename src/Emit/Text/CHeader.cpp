//===- CHeader.cpp - What programs include --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/RuntimeFamily.h"
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

static bool hasTables(const CModel &C) {
  return runtimeFamily(C.Config.Abi).Facts.HasTables;
}

/// From the file's name, which programs include, but not from its folder.
static std::string includeGuard(const CModel &C, StringRef Path) {
  if (Path == "-")
    return hasTables(C) ? "METAOBJ_" + C.Names.macroPrefix() + "_H"
                        : "METAOBJ_DATA_H";
  return "METAOBJ_" + cMacroName(sys::path::filename(Path));
}

/// The floating-point type of \p Bytes; empty: C has none that is fixed.
static StringRef floatOf(const Param &P, unsigned Bytes) {
  bool IsFloat = P.DType.code == kDLFloat && P.DType.bits == Bytes * 8;
  bool IsComplex = P.DType.code == kDLComplex && P.DType.bits == Bytes * 16;
  if (P.isCompressed() || (!IsFloat && !IsComplex))
    return "";
  return Bytes == 4 ? "float" : Bytes == 8 ? "double" : "";
}

/// The type of the elements of \p P, whose numbers are \p Element.
static std::string typeInHeader(const Param &P, const EmitConfig &Config,
                                const CElement &Element) {
  if (!Config.Data.ElementType.empty())
    return P.isCompressed() ? "unsigned char" : Config.Data.ElementType;
  StringRef Float = floatOf(P, Element.Bytes);
  return Float.empty() ? Element.typeName() : Float.str();
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
  std::string Type = typeInHeader(P, C.Config, *Element);
  if (Type == "double") {
    OS << "#if DBL_MANT_DIG == 53\n";
    Declare(Type);
    OS << "#else\n";
    Declare("uint64_t");
    OS << "#endif\n";
  } else {
    Declare(Type);
  }
  for (const std::shared_ptr<OutputPart> &ThePart : C.Parts)
    ThePart->declareWith(OS, C, Index);
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
  if (C.Config.Data.ElementType == "double")
    return true;
  for (const auto &[Index, P] : enumerate(C.TheModel.Params))
    if (C.isExported(Index) && floatOf(P, P.Data.elementSize()) == "double")
      return true;
  return false;
}

/// What the header is of.
static void writeTitle(raw_ostream &OS, const CModel &C) {
  const Model &M = C.TheModel;
  if (!hasTables(C)) {
    OS << "/* " << plural(M.Params.size(), "array") << ", "
       << plural(C.Layout.size(), "byte");
    return;
  }
  OS << "/* The model " << cComment(M.Name) << ", runtime ABI "
     << runtimeAbiName(C.Config.Abi) << ": "
     << plural(M.Functions.size(), "function") << ", "
     << plural(M.Params.size(), "parameter");
}

/// Types and sizes of tables.
static void writeTypesOfTables(raw_ostream &OS, const CModel &C) {
  if (!hasTables(C))
    return;
  if (!C.TheModel.Params.empty())
    OS << '\n' << AbiHeaderText;
  if (!isTvmCrt(C.Config.Abi) && hasRuntimeTable(C.Config))
    OS << '\n' << TablesHeaderText;
  writeSizes(OS, C, modelSizes(C.TheModel));
}

static Error writeHeader(raw_ostream &OS, const CModel &C, StringRef Path) {
  std::string Guard = includeGuard(C, Path);
  writeTitle(OS, C);
  OS << ".\n * Written by metaobj, for C99 and C++. */\n#ifndef " << Guard
     << "\n#define " << Guard << "\n\n"
     << (exportsDoubles(C) ? "#include <float.h>\n" : "")
     << (hasTables(C) ? "" : "#include <stddef.h>\n")
     << "#include <stdint.h>\n";
  writeLabelMacros(OS, globalNames(C), {});
  writeTypesOfTables(OS, C);
  OS << "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (const std::shared_ptr<OutputPart> &ThePart : C.Parts)
    if (Error E = ThePart->writeHeader(OS, C))
      return E;
  if (Error E = writeExportedParams(OS, C))
    return E;
  OS << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << Guard << " */\n";
  return Error::success();
}

Error metaobj::writeHeader(const Emission &TheEmission, StringRef FileName,
                           raw_ostream &To) {
  const Emission::Common &Common = TheEmission.common();
  CNames Names(Common.model(), Common.Config, Common.Parts);
  CModel C(Common, Names);
  if (Error E = checkGlobalNames(C))
    return E;
  return ::writeHeader(To, C, FileName);
}

Error metaobj::writeHeader(const Emission &TheEmission, const OutputPlace &To) {
  auto Write = [&](raw_ostream &OS) {
    return writeHeader(TheEmission, To.path(), OS);
  };
  return writeFileAtomically(To, Write, EqualFile::Kept);
}
