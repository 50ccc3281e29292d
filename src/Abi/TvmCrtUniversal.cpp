//===- TvmCrtUniversal.cpp - Names that every release reads ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For images whose client may be any release of TVM's C runtime.
//
//     static const char names[] =
//         "<N>" "_" "metaobj_universal\0" "f0\0" "f1\0" ... "\0";
//
// where N is the number of functions plus one. A client with a one-byte count
// reads N and then "_metaobj_universal"; a client with a two-byte count reads a
// count of N + 256 * '_' (little endian) or 256 * N + '_' (big endian), which
// is never less than N, and then "metaobj_universal". Both find f0 at index 1,
// f1 at index 2 and so on: the entry at index 0 belongs to a function that does
// nothing. The price is that the second kind of client no longer notices an
// index that is too large; handles that its own look-up gave are never.
//
//===----------------------------------------------------------------------===//

#include "TvmCrtAbi.h"
#include "metaobj-c/metaobj_abi.h"

using namespace llvm;
using namespace metaobj;

namespace {

class TvmCrtUniversal final : public TvmCrtAbi {
public:
  StringRef name() const override { return "tvm-crt-universal"; }

  RegistryLimits limits() const override {
    RegistryLimits Limits;
    Limits.Abi = name();
    Limits.MaxFunctions = 254;
    Limits.FunctionNameBuffer = 80;
    return Limits;
  }

  std::string encodeNames(ArrayRef<StringRef> Names,
                          bool /*IsBigEndian*/) const override {
    std::string Blob(1, static_cast<char>(Names.size() + 1));
    Blob += METAOBJ_UNIVERSAL_LEAD;
    appendNames(Blob, {METAOBJ_UNIVERSAL_NAME});
    appendNames(Blob, Names);
    return Blob;
  }

  bool hasUniversalEntry() const override { return true; }
};

} // namespace

const TvmCrtAbi &metaobj::tvmCrtUniversal() {
  static const TvmCrtUniversal Abi;
  return Abi;
}
