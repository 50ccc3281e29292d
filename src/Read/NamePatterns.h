//===- NamePatterns.h - Names that an option's patterns pick ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_NAMEPATTERNS_H
#define METAOBJ_READ_NAMEPATTERNS_H

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

#include <string>
#include <vector>

namespace metaobj {

/// The patterns of one repeatable option. They remember which of them matched,
/// because a pattern that matches nothing is most likely misspelt. They refer
/// to the texts that they are made from, as LLVM's patterns do.
class NamePatterns {
public:
  /// Compiles \p Patterns; \p Option is for messages.
  static llvm::Expected<NamePatterns>
  create(const Message &Option, llvm::ArrayRef<std::string> Patterns);

  bool empty() const { return Entries.empty(); }

  /// Does a pattern match \p Name?
  bool match(llvm::StringRef Name);

  /// Warns about each pattern that has matched no \p Noun.
  void reportUnused(const DiagnosticConsumer &Diagnostics,
                    const llvm::Twine &Noun) const;

private:
  struct Entry {
    llvm::StringRef Text;
    llvm::GlobPattern Pattern;
    bool IsUsed = false;
  };

  Message Option;
  std::vector<Entry> Entries;
};

} // namespace metaobj

#endif // METAOBJ_READ_NAMEPATTERNS_H
