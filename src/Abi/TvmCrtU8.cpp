//===- TvmCrtU8.cpp - Names with a one-byte count -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TVM's C runtime v0.7 and v0.8.
//
//     static const char names[] = "<count, 1 byte>" "f0\0" "f1\0" ... "\0";
//
//===----------------------------------------------------------------------===//

#include "TvmCrtAbi.h"

using namespace llvm;
using namespace metaobj;

namespace {

class TvmCrtU8 final : public TvmCrtAbi {
public:
  StringRef name() const override { return "tvm-crt-u8"; }

  RegistryLimits limits() const override {
    RegistryLimits Limits;
    Limits.Abi = name();
    Limits.MaxFunctions = 255;
    // v0.7 has 80; v0.8 was released with 120 but boards kept their 80.
    Limits.FunctionNameBuffer = 80;
    return Limits;
  }

  std::string encodeNames(ArrayRef<StringRef> Names,
                          bool /*IsBigEndian*/) const override {
    std::string Blob(1, static_cast<char>(Names.size()));
    appendNames(Blob, Names);
    return Blob;
  }
};

} // namespace

const TvmCrtAbi &metaobj::tvmCrtU8() {
  static const TvmCrtU8 Abi;
  return Abi;
}
