//===- CText.h - Pieces of C source -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Spelling of bytes, numbers and names in C99 that every compiler reads the
/// same way.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_TEXT_CTEXT_H
#define METAOBJ_EMIT_TEXT_CTEXT_H

#include "metaobj/Model.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace metaobj {

/// A string literal of the bytes of \p Text, with its quotes. Bytes that are
/// not printable ASCII become octal escapes of three digits, so that a digit
/// may follow. The result has no trigraphs.
std::string cString(llvm::StringRef Text);

/// An initialiser for an array of char with \p Text and a NUL: a string
/// literal, or single characters if \p Text is too long for some compilers'
/// literals.
std::string cCharArray(llvm::StringRef Text);

/// \p Text in quotes, for a comment that it cannot end.
std::string cComment(llvm::StringRef Text);

/// \p Text in upper case, with underscores for characters that macros cannot
/// have.
std::string cMacroName(llvm::StringRef Text);

/// Names that differ from each other.
class NameSet {
public:
  /// \p Name, or with a number behind it.
  std::string add(const std::string &Name);

private:
  llvm::StringSet<> Used;
};

/// The C type of the numbers in a parameter's data, and their form.
struct CElement {
  enum StyleType {
    Signed,   ///< Decimal.
    Unsigned, ///< Decimal.
    Bits,     ///< Hexadecimal, all digits.
  };

  unsigned Bytes = 1; ///< 1, 2, 4 or 8.
  StyleType Style = Unsigned;

  uint64_t bits() const { return uint64_t(Bytes) * 8; }

  /// "int16_t".
  std::string typeName() const;

  /// Appends a constant expression for the number with the lower bits \p Value.
  void append(llvm::SmallVectorImpl<char> &Out, uint64_t Value) const;
};

/// The data of \p P in C. Integers stay integers. All other types are shown as
/// bits: C has no constants for most of them, none for NaNs, and does not fix
/// the size of `float` and `double` (AVR's double has 32 bits). If C has no
/// type for the size of the numbers, this is an error.
llvm::Expected<CElement> cElement(const Param &P);

/// Writes the values of an array in lines of up to 80 columns, with a comma
/// after each value. \p LineEnd is for a macro of several lines.
class CValueWriter {
public:
  explicit CValueWriter(llvm::raw_ostream &OS, llvm::StringRef LineEnd = "")
      : OS(OS), LineEnd(LineEnd) {}
  ~CValueWriter() { endLine(); }
  CValueWriter(const CValueWriter &) = delete;
  CValueWriter &operator=(const CValueWriter &) = delete;

  void write(llvm::StringRef Value);

private:
  void endLine();

  llvm::raw_ostream &OS;
  llvm::StringRef LineEnd;
  llvm::SmallString<96> Line;
};

/// Writes the bytes of \p Data as values of an array.
llvm::Error writeBytes(llvm::raw_ostream &OS, const Payload &Data,
                       llvm::StringRef LineEnd = "");

} // namespace metaobj

#endif // METAOBJ_EMIT_TEXT_CTEXT_H
