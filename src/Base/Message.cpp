//===- Message.cpp - Texts that name settings -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Diagnostic.h"

using namespace llvm;
using namespace metaobj;

Message::Message(const Message &) = default;
Message::Message(Message &&) noexcept = default;
Message &Message::operator=(const Message &) = default;
Message &Message::operator=(Message &&) noexcept = default;
Message::~Message() = default;

void Message::addWords(const Twine &Words) {
  std::string Text = Words.str();
  if (Text.empty())
    return;
  if (!Pieces.empty())
    if (auto *Before = std::get_if<std::string>(&Pieces.back())) {
      *Before += Text;
      return;
    }
  Pieces.emplace_back(std::move(Text));
}

Message &Message::operator+=(const Message &Other) {
  if (&Other == this)
    return *this += Message(Other);
  for (const Piece &ThePiece : Other.Pieces)
    if (const auto *Words = std::get_if<std::string>(&ThePiece))
      addWords(*Words);
    else
      Pieces.push_back(ThePiece);
  return *this;
}

std::string Message::text() const {
  return text([](Setting Which) { return Which.field(); });
}

std::string Message::text(function_ref<StringRef(Setting)> NameOf) const {
  std::string Text;
  for (const Piece &ThePiece : Pieces)
    if (const auto *Words = std::get_if<std::string>(&ThePiece))
      Text += *Words;
    else
      Text += NameOf(std::get<Setting>(ThePiece));
  return Text;
}
