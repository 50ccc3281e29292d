//===- TvmCrtU16.cpp - Names with a two-byte count ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TVM's C runtime v0.9 to v0.18, and runtime_crt.
//
//     static const char names[] = "<count, 2 bytes>" "f0\0" "f1\0" ... "\0";
//
// The client copies the count into a uint16_t of its own: it stands in the
// target's byte order (TVM's emitters wrote the host's). Look-up goes by the
// names and ends at the empty one; the count bounds look-up by index. Handles
// carry 15 bits of index, which is less than the count could hold.
//
//===----------------------------------------------------------------------===//

#include "TvmCrtAbi.h"

#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

namespace {

class TvmCrtU16 final : public TvmCrtAbi {
public:
  StringRef name() const override { return "tvm-crt-u16"; }

  RegistryLimits limits() const override {
    RegistryLimits Limits;
    Limits.Abi = name();
    Limits.MaxFunctions = 32768;
    Limits.FunctionNameBuffer = 120;
    return Limits;
  }

  std::string encodeNames(ArrayRef<StringRef> Names,
                          bool IsBigEndian) const override {
    std::string Blob(2, '\0');
    support::endian::write16(Blob.data(), Names.size(),
                             IsBigEndian ? llvm::endianness::big
                                         : llvm::endianness::little);
    appendNames(Blob, Names);
    return Blob;
  }

  unsigned countBytes() const override { return 2; }
};

} // namespace

const TvmCrtAbi &metaobj::tvmCrtU16() {
  static const TvmCrtU16 Abi;
  return Abi;
}
