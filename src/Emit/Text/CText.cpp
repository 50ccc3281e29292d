//===- CText.cpp - Pieces of C source -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Text/CText.h"

#include "Base/Wording.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <charconv>

using namespace llvm;
using namespace metaobj;

/// C99 promises 4095 characters in a literal; compilers warn of more.
static constexpr size_t LongestLiteral = 4000;

static constexpr size_t Columns = 80;

/// Appends \p C as it stands in a literal that \p Quote encloses.
static void appendEscaped(std::string &Out, char C, char Quote) {
  auto Byte = static_cast<unsigned char>(C);
  if (C == Quote || C == '\\') {
    Out += '\\';
    Out += C;
  } else if (isPrint(C)) {
    Out += C;
  } else {
    Out += '\\';
    Out += static_cast<char>('0' + (Byte >> 6));
    Out += static_cast<char>('0' + (Byte >> 3 & 7));
    Out += static_cast<char>('0' + (Byte & 7));
  }
}

std::string metaobj::cString(StringRef Text) {
  std::string Literal = "\"";
  char Before = 0;
  for (char C : Text) {
    // "??=" and its like would be one character.
    if (C == '?' && Before == '?')
      Literal += '\\';
    appendEscaped(Literal, C, '"');
    Before = C;
  }
  return Literal + '"';
}

std::string metaobj::cCharArray(StringRef Text) {
  if (Text.size() < LongestLiteral)
    return cString(Text);
  std::string Characters;
  raw_string_ostream OS(Characters);
  OS << "{\n";
  {
    CValueWriter Values(OS);
    std::string Value;
    for (char C : Text) {
      Value = "'";
      appendEscaped(Value, C, '\'');
      Values.write(Value += '\'');
    }
    Values.write("0");
  }
  OS << "  }";
  return Characters;
}

std::string metaobj::cComment(StringRef Text) {
  std::string Comment;
  for (char C : cString(Text))
    if (C == '*')
      Comment += "\\052";
    else
      Comment += C;
  return Comment;
}

std::string metaobj::cMacroName(StringRef Text) {
  std::string Name;
  for (char C : Text)
    Name += isAlnum(C) ? toUpper(C) : '_';
  if (Name.empty() || isDigit(Name.front()))
    Name.insert(Name.begin(), '_');
  return Name;
}

std::string NameSet::add(const std::string &Name) {
  std::string Result = Name;
  for (unsigned Number = 2; !Used.insert(Result).second; ++Number)
    Result = Name + "_" + utostr(Number);
  return Result;
}

std::string CElement::typeName() const {
  return ((Style == Signed ? "int" : "uint") + Twine(bits()) + "_t").str();
}

static void appendDigits(SmallVectorImpl<char> &Out, uint64_t Value, int Base,
                         size_t MinDigits) {
  char Digits[20];
  char *End =
      std::to_chars(std::begin(Digits), std::end(Digits), Value, Base).ptr;
  size_t Count = End - Digits;
  if (Count < MinDigits)
    Out.append(MinDigits - Count, '0');
  Out.append(Digits, End);
}

static void appendText(SmallVectorImpl<char> &Out, StringRef Text) {
  Out.append(Text.begin(), Text.end());
}

/// The least number has no constant: its digits without the sign would be too
/// large for the type.
static void appendSigned(SmallVectorImpl<char> &Out, int64_t Value,
                         uint64_t NumBits) {
  bool IsLeast = NumBits >= 32 && Value == minIntN(NumBits);
  if (IsLeast)
    Out.push_back('(');
  if (Value < 0)
    Out.push_back('-');
  uint64_t Magnitude = Value < 0 ? 0 - static_cast<uint64_t>(Value) : Value;
  appendDigits(Out, IsLeast ? Magnitude - 1 : Magnitude, 10, 1);
  if (IsLeast)
    appendText(Out, " - 1)");
}

void CElement::append(SmallVectorImpl<char> &Out, uint64_t Value) const {
  Value &= maxUIntN(bits());
  switch (Style) {
  case Signed:
    appendSigned(Out, SignExtend64(Value, bits()), bits());
    return;
  case Unsigned:
    appendDigits(Out, Value, 10, 1);
    // Without the letter a constant has no type when it fits no signed one.
    if (Value > static_cast<uint64_t>(INT32_MAX))
      Out.push_back('U');
    return;
  case Bits:
    appendText(Out, "0x");
    appendDigits(Out, Value, 16, bits() / 4);
    return;
  }
}

Expected<CElement> metaobj::cElement(const Param &P) {
  // The size of the data's elements decides, not the dtype: the Param's maker
  // may have given it as plain bytes.
  CElement Element;
  Element.Bytes = P.Data.elementSize();
  if (P.Compressed) {
    Element.Style = CElement::Unsigned;
    return Element;
  }
  if (!isPowerOf2_32(Element.Bytes) || Element.Bytes > 8)
    return inputError(P.Owner, "C has no type for the numbers of " +
                                   Twine(Element.Bytes) +
                                   " bytes in parameter " + quoted(P.Name));
  bool IsWhole = Element.bits() == P.DType.bits;
  if (P.DType.code == kDLInt && IsWhole)
    Element.Style = CElement::Signed;
  else if (P.DType.code == kDLUInt && (IsWhole || P.DType.bits == 1))
    Element.Style = CElement::Unsigned;
  else
    Element.Style = CElement::Bits;
  return Element;
}

void CValueWriter::write(StringRef Value) {
  if (Line.size() + Value.size() + 2 + LineEnd.size() > Columns)
    endLine();
  Line += Line.empty() ? "  " : " ";
  Line += Value;
  Line += ',';
}

void CValueWriter::endLine() {
  if (Line.empty())
    return;
  OS << Line << LineEnd << '\n';
  Line.clear();
}

Error metaobj::writeBytes(raw_ostream &OS, const Payload &Data,
                          StringRef LineEnd) {
  constexpr uint64_t PieceBytes = 64 << 10;
  CValueWriter Values(OS, LineEnd);
  std::vector<uint8_t> Piece;
  for (uint64_t Offset = 0; Offset < Data.size(); Offset += Piece.size()) {
    Piece.resize(std::min(Data.size() - Offset, PieceBytes));
    if (Error E = Data.read(Offset, Piece))
      return E;
    for (uint8_t Byte : Piece)
      Values.write(utostr(Byte));
  }
  return Error::success();
}
