//===- metaobj/Message.h - Texts that name settings -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Errors, warnings and notes consist of messages. A message keeps words and
/// settings apart, so that each front end can call the settings by its own
/// names, and never changes words:
///
///     inputError(Path, "has no name", "give it one with " + setting::Prefix)
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_MESSAGE_H
#define METAOBJ_MESSAGE_H

#include "metaobj/Setting.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <concepts>
#include <string>
#include <variant>
#include <vector>

namespace metaobj {

/// Words and settings in the order in which they are read.
class Message {
public:
  /// Words, or a setting.
  using Piece = std::variant<std::string, Setting>;

  /// Empty.
  Message() = default;
  Message(Setting Which) : Pieces{Which} {}
  Message(const char *Words) { addWords(Words); }
  /// All else that a Twine takes: std::string, StringRef, Twine, SharedText.
  template <typename T>
    requires std::convertible_to<const T &, llvm::Twine>
  Message(const T &Words) {
    addWords(Words);
  }

  // In Message.cpp, because there are a thousand callers.
  Message(const Message &);
  Message(Message &&) noexcept;
  Message &operator=(const Message &);
  Message &operator=(Message &&) noexcept;
  ~Message();

  bool empty() const { return Pieces.empty(); }
  /// Words are not empty, and no words follow other words.
  llvm::ArrayRef<Piece> pieces() const { return Pieces; }

  Message &operator+=(const Message &Other);

  /// One of the two may be words: "name it with " + setting::Output.
  friend Message operator+(Message Left, const Message &Right) {
    Left += Right;
    return Left;
  }

  /// The text for users of the library: settings by their fields.
  std::string text() const;
  /// The text for users of a front end: settings by \p NameOf.
  std::string text(llvm::function_ref<llvm::StringRef(Setting)> NameOf) const;

  friend bool operator==(const Message &, const Message &) = default;

  /// Prints text().
  friend llvm::raw_ostream &operator<<(llvm::raw_ostream &OS,
                                       const Message &Printed) {
    return OS << Printed.text();
  }

private:
  void addWords(const llvm::Twine &Words);

  std::vector<Piece> Pieces;
};

} // namespace metaobj

#endif // METAOBJ_MESSAGE_H
