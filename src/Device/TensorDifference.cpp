//===- TensorDifference.cpp - Results of two machines ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/TensorDifference.h"

#include "Inspect/Report/NumberFormat.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace metaobj;

static uint64_t bitsAt(ArrayRef<uint8_t> Bytes, const NumberFormat &Format,
                       size_t Index) {
  uint64_t Result = 0;
  for (unsigned I = Format.Bytes; I-- > 0;)
    Result = Result << 8 | Bytes[Index * Format.Bytes + I];
  return Result;
}

static double valueOf(uint64_t Bits, const NumberFormat &Format) {
  switch (Format.Kind) {
  case NumberFormat::Real:
    return Format.real(Bits);
  case NumberFormat::Signed:
    return static_cast<double>(SignExtend64(Bits, 8 * Format.Bytes));
  case NumberFormat::Unsigned:
    break;
  }
  return static_cast<double>(Bits);
}

/// Types without numbers of whole bytes are compared byte by byte.
static NumberFormat formatOf(DLDataType DType) {
  return numberFormat(dtypeName(DType)).value_or(NumberFormat());
}

std::optional<DeviceDifference>
metaobj::compareTensors(DLDataType DType, ArrayRef<uint8_t> OnDevice,
                        ArrayRef<uint8_t> OnHost, double Tolerance) {
  NumberFormat Format = formatOf(DType);
  DeviceDifference Result;
  size_t Numbers = OnDevice.size() / Format.Bytes;
  Result.Elements = Numbers / Format.Numbers;
  for (size_t I = 0; I < Numbers; ++I) {
    uint64_t A = bitsAt(OnDevice, Format, I), B = bitsAt(OnHost, Format, I);
    if (A == B)
      continue;
    double Device = valueOf(A, Format), Host = valueOf(B, Format);
    double Absolute = std::fabs(Device - Host);
    bool IsReal = Format.Kind == NumberFormat::Real;
    // Infinities are equal only in all bits, and what is no number to itself.
    if (IsReal &&
        ((std::isnan(Device) && std::isnan(Host)) || Absolute <= Tolerance))
      continue;
    if (Result.NumDifferent++ == 0) {
      Result.First = I / Format.Numbers;
      Result.OnDevice = Format.text(A);
      Result.OnHost = Format.text(B);
    }
    Result.LargestAbsolute = std::max(Result.LargestAbsolute, Absolute);
    if (Host != 0)
      Result.LargestRelative =
          std::max(Result.LargestRelative, Absolute / std::fabs(Host));
  }
  if (Result.NumDifferent == 0)
    return std::nullopt;
  return Result;
}

std::vector<std::string> metaobj::elementTexts(DLDataType DType,
                                               ArrayRef<uint8_t> Bytes) {
  NumberFormat Format = formatOf(DType);
  std::vector<std::string> Result;
  for (size_t I = 0; I < Bytes.size() / Format.Bytes; ++I)
    Result.push_back(Format.text(bitsAt(Bytes, Format, I)));
  return Result;
}
