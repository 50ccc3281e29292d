//===- CText.h - Pieces of C source -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How bytes, numbers and names are spelt in C99, so that every compiler reads
/// back what was meant.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CSOURCE_CTEXT_H
#define METAOBJ_CSOURCE_CTEXT_H

#include "metaobj/Model.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

namespace metaobj {

/// A string literal of the bytes of \p Text, with its quotes. What is not
/// printable ASCII becomes an octal escape of three digits, so that a digit may
/// follow; no trigraph is left.
std::string cString(llvm::StringRef Text);

/// An initialiser for an array of char that holds \p Text and a NUL: a string
/// literal, or single characters when \p Text is longer than what every
/// compiler takes in one literal.
std::string cCharArray(llvm::StringRef Text);

/// \p Text in quotes for the inside of a comment, which it cannot end.
std::string cComment(llvm::StringRef Text);

/// \p Text in upper case with an underscore for what no macro's name may have.
std::string cMacroName(llvm::StringRef Text);

/// The C type of the numbers in a parameter's data, and how they are written.
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

  /// Appends the number whose lower bits are \p Value as a constant expression.
  void append(llvm::SmallVectorImpl<char> &Out, uint64_t Value) const;
};

/// What the data of \p P is in C. Integers are what they are. All other types
/// are shown as their bits, because C has no constants for most of them, none
/// for NaNs in any of them, and no promise of what `float` and `double` are
/// (AVR's double has 32 bits). Data whose numbers have a size that C has no
/// type for is an error.
llvm::Expected<CElement> cElement(const Param &P);

/// Writes the values of an array in lines of up to 80 columns, each value with
/// a comma behind it.
class CValueWriter {
public:
  explicit CValueWriter(llvm::raw_ostream &OS) : OS(OS) {}
  ~CValueWriter() { endLine(); }
  CValueWriter(const CValueWriter &) = delete;
  CValueWriter &operator=(const CValueWriter &) = delete;

  void write(llvm::StringRef Value);

private:
  void endLine();

  llvm::raw_ostream &OS;
  llvm::SmallString<96> Line;
};

} // namespace metaobj

#endif // METAOBJ_CSOURCE_CTEXT_H
