//===- Checks.h - Counting comparisons --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SELFTEST_CHECKS_H
#define METAOBJ_SELFTEST_CHECKS_H

#include "Text/WithoutHints.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>
#include <type_traits>

namespace metaobj {

/// The comparisons of one step: their number and the first failure.
class Checks {
public:
  unsigned count() const { return Count; }
  bool hasFailed() const { return !Failure.empty(); }
  /// Empty if nothing failed.
  const std::string &failure() const { return Failure; }

  /// Returns \p Holds.
  bool expect(bool Holds, const llvm::Twine &Otherwise) {
    ++Count;
    if (!Holds && Failure.empty())
      Failure = Otherwise.str();
    return Holds;
  }

  bool equal(const llvm::Twine &What, llvm::StringRef Found,
             llvm::StringRef Wanted) {
    return expect(Found == Wanted,
                  What + " is '" + Found + "', wanted '" + Wanted + "'");
  }

  bool equal(const llvm::Twine &What, uint64_t Found, uint64_t Wanted) {
    return expect(Found == Wanted, What + " is " + llvm::Twine(Found) +
                                       ", wanted " + llvm::Twine(Wanted));
  }

  bool succeeded(llvm::Error E) {
    ++Count;
    bool Holds = !E;
    std::string Text = withoutHints(std::move(E));
    if (!Holds && Failure.empty())
      Failure = Text;
    return Holds;
  }

  /// Adds the comparisons of \p Inner; a failure gets the prefix \p Context.
  void add(const Checks &Inner, const llvm::Twine &Context) {
    Count += Inner.Count;
    if (Failure.empty() && Inner.hasFailed())
      Failure = (Context + Inner.Failure).str();
  }

private:
  unsigned Count = 0;
  std::string Failure;
};

} // namespace metaobj

#endif // METAOBJ_SELFTEST_CHECKS_H
