//===- Linking.h - lld takes the objects ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SELFTEST_LINKING_H
#define METAOBJ_SELFTEST_LINKING_H

#include "Checks.h"
#include "ReadBack.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"

#include <string>

namespace metaobj {

struct LinkJob {
  llvm::StringRef Lld; ///< Path of lld under any of its names.
  llvm::Triple TheTriple;
  /// Entry point first; linkers must keep all of them.
  std::vector<std::string> Symbols;
  std::vector<llvm::StringRef> Objects; ///< Paths.
  unsigned PointerBits;
};

/// Results of links besides pass and fail.
struct LinkRemark {
  /// lld has no support for the machine: nothing was linked.
  bool IsNotDone = false;
  std::string Reason;
};

/// Links the objects of \p Job in all ways that fit their relocation model, and
/// reads the results back.
LinkRemark checkLinks(Checks &Result, const LinkJob &Job,
                      const Expectation &Wanted);

} // namespace metaobj

#endif // METAOBJ_SELFTEST_LINKING_H
