//===- CParams.cpp - Parameters as C --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each parameter is an array of the numbers that it consists of, so that the
// compiler puts their bytes into the target's order:
//
//     static const int16_t __tvm_param__bias[2] = {1, -2,};
//
// and the table of metaobj_abi.h has an entry for each.
//
//===----------------------------------------------------------------------===//

#include "CSource.h"
#include "CText.h"
#include "Model/DType.h"
#include "Model/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

/// How much of a payload is in memory at once; a multiple of every number.
static constexpr uint64_t PieceBytes = 1 << 16;

/// The number of \p Size bytes at \p Bytes.
static uint64_t readNumber(const uint8_t *Bytes, unsigned Size,
                           bool IsBigEndian) {
  uint64_t Value = 0;
  for (unsigned I = 0; I != Size; ++I)
    Value = Value << 8 | Bytes[IsBigEndian ? I : Size - 1 - I];
  return Value;
}

static Error writeValues(raw_ostream &OS, const Param &P,
                         const CElement &Element) {
  CValueWriter Values(OS);
  if (P.Data.size() < Element.Bytes) {
    Values.write("0");
    return Error::success();
  }
  bool IsBigEndian = P.Data.byteOrder() == llvm::endianness::big;
  std::vector<uint8_t> Piece(std::min(P.Data.size(), PieceBytes));
  SmallString<32> Text;
  for (uint64_t Offset = 0; Offset < P.Data.size(); Offset += PieceBytes) {
    Piece.resize(std::min(P.Data.size() - Offset, PieceBytes));
    if (Error E = P.Data.read(Offset, Piece))
      return E;
    for (size_t I = 0; I + Element.Bytes <= Piece.size(); I += Element.Bytes) {
      Text.clear();
      Element.append(Text, readNumber(&Piece[I], Element.Bytes, IsBigEndian));
      Values.write(Text);
    }
  }
  return Error::success();
}

/// A section's name goes into a directive of the assembler, where compilers do
/// not quote it.
static Error checkSection(const Param &P, StringRef Section) {
  if (all_of(Section, [](char C) {
        return isAlnum(C) || StringRef("._$-+/:").contains(C);
      }))
    return Error::success();
  return inputError(P.Owner,
                    "section " + quoted(Section) + " of parameter " +
                        quoted(P.Name) + " cannot be written in C",
                    "emit an object instead, or choose letters, digits and "
                    "._$-+/: for the name");
}

static Error writeParam(raw_ostream &OS, const CModel &C, size_t Index,
                        const Placement &Places) {
  const Param &P = C.TheModel.Params[Index];
  const CName &Name = C.Names.param(Index);
  Expected<Place> Where = Places.placeOf(P);
  if (!Where)
    return Where.takeError();
  if (Error E = checkSection(P, Where->Section))
    return E;
  Expected<CElement> Element = cElement(P);
  if (!Element)
    return Element.takeError();
  Expected<std::string> Declarator = paramDeclarator(C, Index);
  if (!Declarator)
    return Declarator.takeError();

  OS << "\n/* " << cComment(P.Name) << ": " << tensorName(P.DType, P.Shape)
     << ", " << plural(P.Data.size(), "byte");
  if (Element->Style == CElement::Bits)
    OS << ", as bits";
  OS << ". */\n";
  if (C.isExported(Index))
    OS << "extern "
       << (Where->Visibility == ParamVisibility::Hidden ? "METAOBJ_HIDDEN "
                                                        : "")
       << *Declarator << Name.label() << ";\n";
  OS << "METAOBJ_ALIGN(" << Where->Alignment << ") METAOBJ_SECTION("
     << cString(Where->Section) << ")\n";
  if (C.isExported(Index))
    OS << *Declarator;
  else
    OS << "static " << *Declarator << Name.label();
  OS << " = {\n";
  if (Error E = writeValues(OS, P, *Element))
    return E;
  OS << "};\n";
  return Error::success();
}

/// static const int64_t _metaobj_param_shapes[5] = {2, 3, ...};
static void writeShapes(raw_ostream &OS, ArrayRef<Param> Params) {
  size_t Count = 0;
  for (const Param &P : Params)
    Count += P.Shape.size();
  if (Count == 0)
    return;
  OS << "\nstatic const int64_t _metaobj_param_shapes[" << Count << "] = {\n";
  {
    CValueWriter Values(OS);
    for (const Param &P : Params)
      for (int64_t Extent : P.Shape)
        Values.write(itostr(Extent));
  }
  OS << "};\n";
}

// static const metaobj_param_t _metaobj_params[2] = {
//     {"p0", {data, {1, 0}, ndim, {code, bits, lanes}, shape, NULL, 0},
//      size, storage_id, 0}, ...};
static void writeTable(raw_ostream &OS, const CModel &C) {
  ArrayRef<Param> Params = C.TheModel.Params;
  writeShapes(OS, Params);
  OS << "\nstatic const metaobj_param_t _metaobj_params[" << Params.size()
     << "] = {\n";
  size_t ShapeOffset = 0;
  for (const auto &[Index, P] : enumerate(Params)) {
    OS << "  {" << cString(P.Name) << ",\n   {" << C.Names.param(Index).Name
       << ", {1, 0}, " << P.Shape.size() << ", {" << unsigned(P.DType.code)
       << ", " << unsigned(P.DType.bits) << ", " << P.DType.lanes << "},\n    ";
    if (P.Shape.empty())
      OS << "NULL";
    else
      OS << "_metaobj_param_shapes + " << ShapeOffset;
    OS << ", NULL, 0},\n   " << P.Data.size() << ", ";
    if (P.StorageId)
      OS << *P.StorageId;
    else
      OS << "METAOBJ_NO_STORAGE_ID";
    OS << ", 0},\n";
    ShapeOffset += P.Shape.size();
  }
  OS << "};\n"
        "\nstatic const metaobj_param_table_t _metaobj_param_table = {\n"
        "  METAOBJ_ABI_VERSION, (uint16_t)sizeof(metaobj_param_t), "
     << Params.size() << ",\n  _metaobj_params};\n";

  const CName &Accessor = C.Names.params();
  OS << "\nconst metaobj_param_table_t *" << Accessor.Name << "(void)"
     << Accessor.label() << ";\nconst metaobj_param_table_t *" << Accessor.Name
     << "(void) {\n  return &_metaobj_param_table;\n}\n";
}

Error metaobj::writeParams(raw_ostream &OS, const CModel &C,
                           const Placement &Places) {
  for (size_t Index = 0; Index != C.TheModel.Params.size(); ++Index)
    if (Error E = writeParam(OS, C, Index, Places))
      return E;
  if (!C.TheModel.Params.empty())
    writeTable(OS, C);
  return Error::success();
}
