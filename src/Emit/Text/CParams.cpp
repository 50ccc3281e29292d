//===- CParams.cpp - Parameters as C --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each parameter is an array of its numbers, so that the compiler puts their
// bytes into the target's order:
//
//     static const int16_t __tvm_param__bias[2] = {1, -2,};
//
// The table of metaobj_abi.h leads to these arrays.
//
//===----------------------------------------------------------------------===//

#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "Emit/Text/CSource.h"
#include "Emit/Text/CText.h"
#include "Model/DType.h"

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

namespace {

/// Tells how many bytes of the parameters are written.
class ProgressTeller {
public:
  ProgressTeller(const CModel &C, const ProgressFunction &Tell)
      : Output(C.Config.Output), Tell(Tell) {
    for (const ParamSection &Section : C.Layout.Sections)
      for (uint32_t Index : Section.Params)
        Total += C.TheModel.Params[Index].Data.size();
  }

  /// An error when nothing more is to be written.
  Error add(uint64_t Bytes) {
    Done += Bytes;
    if (Tell && !Tell(Done, Total))
      return writingWasStopped(Output);
    return Error::success();
  }

private:
  StringRef Output;
  const ProgressFunction &Tell;
  uint64_t Done = 0;
  uint64_t Total = 0;
};

} // namespace

static Error writeValues(raw_ostream &OS, const Param &P,
                         const CElement &Element, ProgressTeller &Progress) {
  CValueWriter Values(OS);
  if (P.Data.size() < Element.Bytes) {
    Values.write("0");
    return Error::success();
  }
  bool IsBigEndian = P.Data.byteOrder() == Endianness::big;
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
    if (Error E = Progress.add(Piece.size()))
      return E;
  }
  return Error::success();
}

/// Compilers write a section's name into a directive of the assembler without
/// quotes.
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

static Error writeParam(raw_ostream &OS, const CModel &C, StringRef Section,
                        size_t Index, ProgressTeller &Progress) {
  const Param &P = C.TheModel.Params[Index];
  const CName &Name = C.Names.param(Index);
  if (Error E = checkSection(P, Section))
    return E;
  Expected<CElement> Element = cElement(P);
  if (!Element)
    return Element.takeError();
  std::string Declarator =
      paramDeclarator(C, Index, Element->typeName(), Element->Bytes);

  OS << "\n/* " << cComment(P.Name) << ": " << paramSummary(P);
  if (Element->Style == CElement::Bits)
    OS << ", as bits";
  OS << ". */\n";
  if (C.isExported(Index))
    OS << "extern "
       << (C.Visibilities[Index] == ParamVisibility::Hidden ? "METAOBJ_HIDDEN "
                                                            : "")
       << Declarator << Name.label() << ";\n";
  OS << "METAOBJ_ALIGN(" << C.Layout.Sites[Index].Alignment.value()
     << ") METAOBJ_SECTION(" << cString(Section) << ")\n";
  if (C.isExported(Index))
    OS << Declarator;
  else
    OS << "static " << Declarator << Name.label();
  OS << " = {\n";
  if (Error E = writeValues(OS, P, *Element, Progress))
    return E;
  OS << "};\n";
  return Error::success();
}

/// Elements had the bytes of one byte order when they were compressed.
static void writeByteOrderCheck(raw_ostream &OS, ArrayRef<Param> Params) {
  if (none_of(Params, [](const Param &P) {
        return P.Compressed && P.Compressed->Raw.elementSize() > 1;
      }))
    return;
  OS << R"(
/* Compressed parameters hold little-endian numbers. Compilers that do not tell
 * their byte order are taken for little endian. */
#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "compressed parameters of this file are little endian: emit an object"
#endif
#endif
)";
}

/// Which parameters have no array of their own.
static void writeShared(raw_ostream &OS, const CModel &C) {
  bool IsFirst = true;
  for (const auto &[Index, Site] : enumerate(C.Layout.Sites)) {
    if (Site.Storage == Index)
      continue;
    if (IsFirst)
      OS << "\n/* Parameters with the bytes of another one:\n";
    IsFirst = false;
    OS << " *   " << cComment(C.TheModel.Params[Index].Name) << ": "
       << cComment(C.TheModel.Params[Site.Storage].Name) << '\n';
  }
  if (!IsFirst)
    OS << " */\n";
}

Error metaobj::writeParams(raw_ostream &OS, const CModel &C,
                           const ProgressFunction &Tell) {
  writeByteOrderCheck(OS, C.TheModel.Params);
  ProgressTeller Progress(C, Tell);
  for (const ParamSection &Section : C.Layout.Sections)
    for (uint32_t Index : Section.Params)
      if (Error E = writeParam(OS, C, Section.Name, Index, Progress))
        return E;
  writeShared(OS, C);
  return Error::success();
}
