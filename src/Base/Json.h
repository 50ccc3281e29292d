//===- Json.h - Names in JSON -----------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_JSON_H
#define METAOBJ_BASE_JSON_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>
#include <string>

namespace metaobj {

/// Names are bytes; JSON needs UTF-8.
inline llvm::json::Value jsonText(llvm::StringRef Text) {
  return llvm::json::isUTF8(Text)
             ? llvm::json::Value(Text.str())
             : llvm::json::Value(llvm::json::fixUTF8(Text));
}

/// The same; null if \p Text is empty.
inline llvm::json::Value jsonTextOrNull(llvm::StringRef Text) {
  return Text.empty() ? llvm::json::Value(nullptr) : jsonText(Text);
}

inline llvm::json::Value jsonNumberOrNull(std::optional<uint64_t> Number) {
  return Number ? llvm::json::Value(*Number) : llvm::json::Value(nullptr);
}

/// The attribute \p Key for a path. If it is not UTF-8, the attribute
/// `<Key>_hex` has its bytes.
inline void printPath(llvm::json::OStream &J, llvm::StringRef Key,
                      llvm::StringRef Path) {
  J.attribute(Key, jsonText(Path));
  if (!llvm::json::isUTF8(Path))
    J.attribute((Key + "_hex").str(), llvm::toHex(Path, /*LowerCase=*/true));
}

/// For messages: "an array", "a string"; whole numbers by themselves.
std::string describeJson(const llvm::json::Value &Value);

/// Passes JSON on to another stream. Characters that control a terminal become
/// `\u` escapes; LLVM's writer escapes only those below U+0020.
class PrintableJson final : public llvm::raw_ostream {
public:
  explicit PrintableJson(llvm::raw_ostream &OS) : OS(OS) {}
  ~PrintableJson() override { flush(); }

private:
  void write_impl(const char *Begin, size_t Size) override;
  uint64_t current_pos() const override { return Position; }

  llvm::raw_ostream &OS;
  std::string Cut; ///< The start of a character whose rest is to come.
  uint64_t Position = 0;
};

/// Writes the JSON that \p Print makes, printable and indented, and a newline.
void printJsonDocument(llvm::raw_ostream &OS,
                       llvm::function_ref<void(llvm::json::OStream &)> Print);

/// The attribute \p Key: an array with an object for each of \p Items, whose
/// attributes \p Print makes.
template <class Range, class Printer>
void printObjects(llvm::json::OStream &J, llvm::StringRef Key,
                  const Range &Items, Printer Print) {
  J.attributeArray(Key, [&] {
    for (const auto &Item : Items)
      J.object([&] { Print(Item); });
  });
}

} // namespace metaobj

#endif // METAOBJ_BASE_JSON_H
