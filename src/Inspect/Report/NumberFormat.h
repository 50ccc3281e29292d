//===- NumberFormat.h - Bits of an element as a number ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_REPORT_NUMBERFORMAT_H
#define METAOBJ_INSPECT_REPORT_NUMBERFORMAT_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// The numbers that an element of a type consists of: one for each lane, two
/// for a complex number.
struct NumberFormat {
  enum KindType { Unsigned, Signed, Real };
  KindType Kind = Unsigned;
  unsigned Bytes = 1;   ///< 1, 2, 4 or 8.
  uint64_t Numbers = 1; ///< In an element.
  /// Values by bits; empty for integers, float32 and float64.
  std::vector<float> Table = {};

  /// The value of a Real.
  double real(uint64_t Bits) const;
  /// "-3", "0.5", "nan".
  std::string text(uint64_t Bits) const;
  uint64_t elementBytes() const { return Bytes * Numbers; }
};

/// Of TVM's type \p DType; nullopt for types without whole bytes and unknown
/// ones.
std::optional<NumberFormat> numberFormat(llvm::StringRef DType);

/// The shortest text that gives \p Value again; "inf", "-inf", "nan".
std::string shortestText(double Value);

} // namespace metaobj

#endif // METAOBJ_INSPECT_REPORT_NUMBERFORMAT_H
