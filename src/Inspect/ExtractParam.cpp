//===- ExtractParam.cpp - The elements of a parameter as a file -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of NumPy (.npy, version 1.0) is "\x93NUMPY", 1, 0, the size of the
// header (2 bytes, little endian), the header, and the elements. The header is
// a dictionary of Python with blanks up to a multiple of 64 bytes of all before
// the elements, and a newline.
//
//===----------------------------------------------------------------------===//

#include "Inspect/CompressedParam.h"

#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Inspect.h"
#include "metaobj/Model.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

/// NumPy's name of \p Type without the byte order, or empty.
static std::string numpyKind(DLDataType Type) {
  // The codes of DLPack, which older headers do not name.
  constexpr unsigned Complex = 5, Bool = 6;
  bool IsWhole =
      Type.bits == 8 || Type.bits == 16 || Type.bits == 32 || Type.bits == 64;
  unsigned Bytes = Type.bits / 8;
  if (Type.lanes != 1)
    return "";
  if (Type.code == Bool || (Type.code == kDLUInt && Type.bits == 1))
    return "b1";
  if (Type.code == kDLInt && IsWhole)
    return "i" + utostr(Bytes);
  if (Type.code == kDLUInt && IsWhole)
    return "u" + utostr(Bytes);
  if (Type.code == kDLFloat && IsWhole && Bytes > 1)
    return "f" + utostr(Bytes);
  if (Type.code == Complex && (Type.bits == 64 || Type.bits == 128))
    return "c" + utostr(Bytes);
  return "";
}

/// Everything before the elements, or empty if NumPy has no such type.
static std::string numpyHeader(const InspectedParam &Param) {
  std::optional<DLDataType> Type;
  if (Param.DType && Param.Shape)
    Type = parseDType(*Param.DType);
  std::string Kind = Type ? numpyKind(*Type) : "";
  if (Kind.empty())
    return "";
  StringRef Order = Kind.substr(1) == "1"  ? "|"
                    : Param.IsLittleEndian ? "<"
                                           : ">";
  std::string Shape;
  for (int64_t Extent : *Param.Shape)
    Shape += itostr(Extent) + ", ";
  // A tuple of one has a comma, others need none at their end.
  if (Param.Shape->size() > 1)
    Shape.resize(Shape.size() - 2);
  else if (!Shape.empty())
    Shape.pop_back();
  std::string Header =
      ("{'descr': '" + Order + Kind + "', 'fortran_order': False, 'shape': (" +
       Shape + "), }")
          .str();
  constexpr size_t Before = 10;
  size_t Size = alignTo(Before + Header.size() + 1, 64) - Before;
  Header.resize(Size - 1, ' ');
  std::string Result("\x93NUMPY\1\0", 8);
  Result += static_cast<char>(Size & 0xff);
  Result += static_cast<char>(Size >> 8);
  return Result + Header + "\n";
}

static Error extractionFault(const InspectedFile &File,
                             const InspectedParam &Param, const Twine &Reason,
                             const Twine &Hint = "") {
  return inputError(File.Inspected.File,
                    "parameter " + quoted(Param.Name) + ": " + Reason, Hint);
}

Error metaobj::extractParam(const InspectedFile &File,
                            const InspectedParam &Param, raw_ostream &OS) {
  if (!Param.FileOffset)
    return extractionFault(File, Param, "its bytes are not in this file",
                           "take them from the object that has them");
  StringRef Stored =
      File.Bytes->getBuffer().substr(*Param.FileOffset, Param.StoredBytes);
  if (Param.Codec.empty()) {
    OS << Stored;
    return Error::success();
  }
  // The frame was checked against its table's claim before.
  FrameDecoder Decoder(arrayRefFromStringRef(Stored),
                       {Param.Bytes, LargestFrameWindow});
  for (;;) {
    Expected<ArrayRef<uint8_t>> Piece = Decoder.next();
    if (!Piece)
      return extractionFault(File, Param, toString(Piece.takeError()));
    if (Piece->empty())
      return Error::success();
    OS << toStringRef(*Piece);
  }
}

Error metaobj::extractParam(const InspectedFile &File,
                            const InspectedParam &Param,
                            const OutputPlace &To) {
  std::string Header;
  if (Param.FileOffset && To.path().ends_with(".npy")) {
    Header = numpyHeader(Param);
    if (Header.empty())
      return extractionFault(
          File, Param, "NumPy has no type for " + Param.DType.value_or("it"),
          "write the plain bytes, to a name that does not end in .npy");
  }
  return writeFileAtomically(To, [&](raw_ostream &OS) {
    OS << Header;
    return extractParam(File, Param, OS);
  });
}
