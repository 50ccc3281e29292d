//===- metaobj/SharedText.h - A text that copies share ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SHAREDTEXT_H
#define METAOBJ_SHAREDTEXT_H

#include "llvm/ADT/StringRef.h"

#include <concepts>
#include <memory>
#include <string>

namespace metaobj {

/// A text that never changes and that copies share: a hundred thousand
/// parameters of one file have its path once. Used like a StringRef, but keeps
/// the text alive.
class SharedText {
public:
  /// Empty.
  SharedText() = default;
  SharedText(std::string From) {
    if (!From.empty())
      Text = std::make_shared<const std::string>(std::move(From));
  }
  SharedText(llvm::StringRef From) : SharedText(From.str()) {}
  SharedText(const char *From) : SharedText(std::string(From)) {}

  operator llvm::StringRef() const {
    return Text ? llvm::StringRef(*Text) : llvm::StringRef();
  }
  bool empty() const { return !Text; }
  std::string str() const { return Text ? *Text : std::string(); }

  /// With anything that is a text. A template, so that what converts both ways
  /// is not ambiguous.
  template <std::convertible_to<llvm::StringRef> Other>
  friend bool operator==(const SharedText &Left, const Other &Right) {
    return llvm::StringRef(Left) == llvm::StringRef(Right);
  }

private:
  std::shared_ptr<const std::string> Text;
};

} // namespace metaobj

#endif // METAOBJ_SHAREDTEXT_H
