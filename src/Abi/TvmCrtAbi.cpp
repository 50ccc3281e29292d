//===- TvmCrtAbi.cpp - ABIs of TVM's C runtime ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TvmCrtAbi.h"

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

const TvmCrtAbi &metaobj::tvmCrtAbi(RuntimeAbi Abi) {
  switch (Abi) {
  case RuntimeAbi::TvmCrtU16:
    return U16;
  case RuntimeAbi::TvmCrtU8:
    return U8;
  case RuntimeAbi::TvmCrtUniversal:
    return Universal;
  case RuntimeAbi::TvmFfi:
  case RuntimeAbi::Iree:
  case RuntimeAbi::Functions:
    break;
  }
  llvm_unreachable("not of TVM's C runtime");
}

StringRef metaobj::runtimeAbiName(RuntimeAbi Abi) {
  switch (Abi) {
  case RuntimeAbi::TvmFfi:
    return "tvm-ffi";
  case RuntimeAbi::Iree:
    return "iree";
  case RuntimeAbi::Functions:
    return "functions";
  case RuntimeAbi::TvmCrtU16:
  case RuntimeAbi::TvmCrtU8:
  case RuntimeAbi::TvmCrtUniversal:
    break;
  }
  return tvmCrtAbi(Abi).Name;
}

ArrayRef<RuntimeAbi> metaobj::runtimeAbis() {
  static constexpr RuntimeAbi All[] = {
      RuntimeAbi::TvmCrtU16, RuntimeAbi::TvmCrtU8, RuntimeAbi::TvmCrtUniversal,
      RuntimeAbi::TvmFfi,    RuntimeAbi::Iree,     RuntimeAbi::Functions};
  return All;
}

bool metaobj::isTvmCrt(RuntimeAbi Abi) { return Abi < RuntimeAbi::TvmFfi; }

ArrayRef<RuntimeAbi> metaobj::tvmCrtAbis() {
  return runtimeAbis().take_while(isTvmCrt);
}

std::optional<RuntimeAbi> metaobj::parseRuntimeAbi(StringRef Name) {
  for (RuntimeAbi Abi : runtimeAbis())
    if (runtimeAbiName(Abi) == Name)
      return Abi;
  return std::nullopt;
}

RegistryLimits metaobj::registryLimits(RuntimeAbi Abi) {
  if (!isTvmCrt(Abi)) {
    RegistryLimits None;
    None.Abi = runtimeAbiName(Abi).str();
    None.MaxFunctions = UINT32_MAX;
    None.FunctionNameBuffer = None.ParamNameBuffer = SIZE_MAX;
    None.Convention = Abi == RuntimeAbi::TvmFfi ? CallingConvention::Ffi
                                                : CallingConvention::Other;
    return None;
  }
  const TvmCrtAbi &Of = tvmCrtAbi(Abi);
  RegistryLimits Limits;
  Limits.Abi = Of.Name.str();
  Limits.MaxFunctions = Of.MaxFunctions;
  Limits.FunctionNameBuffer = Of.FunctionNameBuffer;
  return Limits;
}
