//===- Messages.h - Errors and diagnostics in tests -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_UNIT_BASE_MESSAGES_H
#define METAOBJ_TESTS_UNIT_BASE_MESSAGES_H

#include "metaobj/Diagnostic.h"

#include <string>
#include <vector>

namespace metaobj {

/// The texts of errors, hints in lines of their own; empty for none.
inline std::string text(llvm::Error E) {
  std::string Text;
  llvm::handleAllErrors(
      std::move(E),
      [&](const InputError &Problem) {
        if (!Text.empty())
          Text += '\n';
        Text += (Problem.input() + ": " + Problem.reason()).text();
        if (!Problem.hint().empty())
          Text += "\nhint: " + Problem.hint().text();
      },
      [&](const llvm::ErrorInfoBase &Other) {
        Text = "not an InputError: " + Other.message();
      });
  return Text;
}

template <typename T> std::string text(llvm::Expected<T> Value) {
  return text(Value.takeError());
}

/// Keeps what a DiagnosticConsumer receives, one line each.
struct Messages {
  std::vector<std::string> Lines;

  DiagnosticConsumer handler() {
    return [this](const Diagnostic &TheDiagnostic) {
      std::string Line =
          TheDiagnostic.Severity == Diagnostic::Note ? "note: " : "warning: ";
      Line += (TheDiagnostic.Input + ": " + TheDiagnostic.Reason).text();
      if (!TheDiagnostic.Details.empty())
        Line += "\n" +
                llvm::StringRef(TheDiagnostic.Details.text()).rtrim('\n').str();
      if (!TheDiagnostic.Hint.empty())
        Line += "\nhint: " + TheDiagnostic.Hint.text();
      Lines.push_back(Line);
    };
  }
};

} // namespace metaobj

#endif // METAOBJ_TESTS_UNIT_BASE_MESSAGES_H
