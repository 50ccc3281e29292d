//===- TvmCrtAbi.cpp - ABIs of TVM's C runtime ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/TvmCrtAbi.h"

#include "Abi/IrTables.h"
#include "Abi/ModelTables.h"
#include "Abi/RuntimeFamily.h"
#include "metaobj-c/metaobj_abi.h"

#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace metaobj;

// TVM's C runtime v0.9 to v0.18, and runtime_crt.
//
//     static const char names[] = "<count, 2 bytes>" "f0\0" "f1\0" ... "\0";
//
// The client copies the count into a uint16_t, so the count is in the target's
// byte order (TVM's emitters wrote it in the host's). Look-up by name ends at
// the empty name; the count bounds look-up by index. Handles have 15 bits for
// the index, less than the count.
static constexpr TvmCrtAbi U16 = {"tvm-crt-u16",
                                  /*CountBytes=*/2,
                                  /*HasUniversalEntry=*/false,
                                  /*MaxFunctions=*/32768,
                                  /*FunctionNameBuffer=*/120,
                                  METAOBJ_RECORD_ABI_U16};

// TVM's C runtime v0.7 and v0.8.
//
//     static const char names[] = "<count, 1 byte>" "f0\0" "f1\0" ... "\0";
//
// v0.7 has a buffer of 80 bytes for names. v0.8 has 120, but its boards still
// have 80.
static constexpr TvmCrtAbi U8 = {"tvm-crt-u8",
                                 /*CountBytes=*/1,
                                 /*HasUniversalEntry=*/false,
                                 /*MaxFunctions=*/255,
                                 /*FunctionNameBuffer=*/80,
                                 METAOBJ_RECORD_ABI_U8};

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
// nothing. The disadvantage: the second kind of client no longer detects an
// index that is too large. Handles from its own look-up never have one.
static constexpr TvmCrtAbi Universal = {
    "tvm-crt-universal",        /*CountBytes=*/1,
    /*HasUniversalEntry=*/true,
    /*MaxFunctions=*/254,
    /*FunctionNameBuffer=*/80,  METAOBJ_RECORD_ABI_UNIVERSAL};

static constexpr RuntimeAbi CrtAbis[] = {
    RuntimeAbi::TvmCrtUniversal, RuntimeAbi::TvmCrtU16, RuntimeAbi::TvmCrtU8};
static constexpr StringLiteral CrtPatterns[] = {"tvmgen_*", "fused_*"};

const TvmCrtAbi &metaobj::tvmCrtAbi(RuntimeAbi Abi) {
  switch (Abi) {
  case RuntimeAbi::TvmCrtU16:
    return U16;
  case RuntimeAbi::TvmCrtU8:
    return U8;
  case RuntimeAbi::TvmCrtUniversal:
    return Universal;
  default:
    llvm_unreachable("not of TVM's C runtime");
  }
}

static StringRef releaseName(CrtRelease Release) {
  switch (Release) {
  case CrtRelease::OneByte:
    return "TVM up to v0.8";
  case CrtRelease::TwoBytes:
    return "TVM v0.9 to v0.18";
  case CrtRelease::Unknown:
  case CrtRelease::Any:
    break;
  }
  return "TVM's C runtime";
}

namespace {

class TvmCrtFamily final : public RuntimeFamily {
public:
  TvmCrtFamily()
      : RuntimeFamily({
            .Name = "TVM's C runtime",
            .Operators = OperatorFamily::TvmCrt,
            .Abis = CrtAbis,
            .Patterns = CrtPatterns,
            .Convention = CallingConvention::Packed,
            // As in TVM's own headers, which the source does without.
            .TypeInC = R"(
/* The functions and tables of TVM's C runtime. */
typedef int metaobj_function_t(void *args, int *type_codes, int num_args,
    void *out_ret_value, int *out_ret_tcode, void *resource_handle);
typedef metaobj_function_t *TVMBackendPackedCFunc;
)",
            .HintForType = "compile it with TVM's packed API",
            .TableSymbolEnd = "",
            .TableType = "struct TVMModule",
            .TableComment =
                "The module of the functions, for TVMModCreateFromCModule.",
            .TypeInRust = "TVMModule",
            .HasRegistry = true,
        }) {}

  StringRef nameOf(RuntimeAbi Abi) const override {
    return tvmCrtAbi(Abi).Name;
  }

  RegistryLimits limitsOf(RuntimeAbi Abi) const override {
    const TvmCrtAbi &Encoding = tvmCrtAbi(Abi);
    RegistryLimits Limits;
    Limits.Abi = Encoding.Name.str();
    Limits.MaxFunctions = Encoding.MaxFunctions;
    Limits.FunctionNameBuffer = Encoding.FunctionNameBuffer;
    return Limits;
  }

  FunctionType *functionType(const IrTables &Writer,
                             const metaobj::Function &) const override {
    return Writer.packedFunctionType();
  }

  void addTables(ModelTables &Tables) const override {
    Tables.addRegistryTables();
  }

  std::string describe(const OperatorTraits &Traits) const override {
    StringRef Calls = Traits.IsUnpacked      ? "unpacked"
                      : Traits.IsPackedKnown ? "packed"
                                             : "assumed packed";
    return ("operators of " + releaseName(Traits.Release) + ", " + Calls).str();
  }

  Message hintFor(const OperatorTraits &Traits) const override {
    if (Traits.IsUnpacked || Traits.IsPackedKnown)
      return "";
    return "the objects do not tell it; functions that take plain pointers "
           "need " +
           setting::OperatorCalls + "=unpacked";
  }
};

} // namespace

const RuntimeFamily &metaobj::tvmCrtFamily() {
  static const TvmCrtFamily Family;
  return Family;
}
