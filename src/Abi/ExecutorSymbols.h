//===- ExecutorSymbols.h - Functions of an executor -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_EXECUTORSYMBOLS_H
#define METAOBJ_ABI_EXECUTORSYMBOLS_H

#include "llvm/ADT/StringRef.h"

namespace metaobj {

/// `main`, `run` and the other functions of an executor.
namespace executor_symbols {
inline constexpr llvm::StringLiteral Main = "__tvm_main__";
inline constexpr llvm::StringLiteral Run = "run";
/// The packed form of Run, where that has the C interface.
inline constexpr llvm::StringLiteral PackedRun = "run_packed";
inline constexpr llvm::StringLiteral Metadata = "get_c_metadata";
inline constexpr llvm::StringLiteral FailedOperator = "failed_operator";
} // namespace executor_symbols

} // namespace metaobj

#endif // METAOBJ_ABI_EXECUTORSYMBOLS_H
