//===- metaobj/SharedText.h - A text that copies share ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SHAREDTEXT_H
#define METAOBJ_SHAREDTEXT_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <concepts>
#include <string>
#include <utility>

namespace metaobj {

/// An immutable text that copies share: a hundred thousand parameters of one
/// file store its path once. Used like a StringRef, but keeps the text alive.
class SharedText {
public:
  /// Empty.
  SharedText() = default;
  SharedText(std::string From) {
    if (!From.empty())
      Kept = new Text(std::move(From));
  }
  SharedText(llvm::StringRef From) : SharedText(From.str()) {}
  SharedText(const char *From) : SharedText(std::string(From)) {}

  operator llvm::StringRef() const {
    return Kept ? llvm::StringRef(Kept->Value) : llvm::StringRef();
  }
  /// In messages, which take a Twine.
  operator llvm::Twine() const { return llvm::StringRef(*this); }
  bool empty() const { return !Kept; }
  std::string str() const { return Kept ? Kept->Value : std::string(); }

  /// Compares with any text. A template, so that types that convert both ways
  /// are not ambiguous.
  template <std::convertible_to<llvm::StringRef> Other>
  friend bool operator==(const SharedText &Left, const Other &Right) {
    return llvm::StringRef(Left) == llvm::StringRef(Right);
  }

private:
  /// Counts its users itself, so that each user is one pointer.
  struct Text : llvm::ThreadSafeRefCountedBase<Text> {
    explicit Text(std::string Name) : Value(std::move(Name)) {}
    const std::string Value;
  };
  llvm::IntrusiveRefCntPtr<const Text> Kept;
};

} // namespace metaobj

#endif // METAOBJ_SHAREDTEXT_H
