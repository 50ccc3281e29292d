//===- metaobj/Diagnostic.h - Errors, warnings and notes --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How every room reports what is wrong with its inputs. Errors travel as
/// llvm::Error to the caller; warnings and notes go to a handler that the
/// caller gives, because the library itself never writes to a stream.
///
/// All texts start in lower case and end without a full stop. They say what was
/// found, what was wanted and, where there is one, the next step (the hint).
/// Whatever they quote from files, all texts are printable: they cannot drive a
/// terminal.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DIAGNOSTIC_H
#define METAOBJ_DIAGNOSTIC_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>

namespace metaobj {

/// \p Text as a terminal can show it, in one line: what could drive one
/// (control characters, marks that turn the direction of writing, bytes that
/// are no UTF-8) becomes two hexadecimal digits behind a backslash for each
/// byte. A text that is printable stays as it is.
std::string printable(llvm::StringRef Text);

/// An error in something that the user gave: a file, a name, a tensor. Its
/// texts are made printable.
class InputError : public llvm::ErrorInfo<InputError> {
public:
  /// \param Input what is at fault: a path, "lib.a(op.o)", a module's name.
  /// \param Reason one line; no full stop.
  /// \param Hint the next step, or empty.
  /// \param Details further lines (a table), or empty; each ends in a newline.
  InputError(llvm::StringRef Input, llvm::StringRef Reason,
             llvm::StringRef Hint = "", llvm::StringRef Details = "");

  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

  const std::string &input() const { return Input; }
  const std::string &reason() const { return Reason; }
  const std::string &hint() const { return Hint; }
  const std::string &details() const { return Details; }

  static char ID;

private:
  std::string Input;
  std::string Reason;
  std::string Hint;
  std::string Details;
};

/// Shorthand for make_error<InputError>.
llvm::Error inputError(const llvm::Twine &Input, const llvm::Twine &Reason,
                       const llvm::Twine &Hint = "");

/// Turns an error of another library into an InputError that names \p Input.
/// The text is kept, only folded into one line.
llvm::Error inputError(const llvm::Twine &Input, llvm::Error Cause);

/// A message that does not stop the work.
struct Diagnostic {
  enum SeverityKind { Note, Warning };
  SeverityKind Severity;
  std::string Input;
  std::string Reason;
  std::string Hint;
  /// Further lines, as those of an InputError.
  std::string Details;
};

/// Receives warnings and notes. An empty handler drops them.
using DiagnosticConsumer = std::function<void(const Diagnostic &)>;

/// Calls \p Handler when there is one, with printable texts.
void report(const DiagnosticConsumer &Handler,
            Diagnostic::SeverityKind Severity, const llvm::Twine &Input,
            const llvm::Twine &Reason, const llvm::Twine &Hint = "",
            llvm::StringRef Details = "");

/// While the outermost one lives, its input is what the calling thread works
/// on. LLVM ends the process for some inputs (see SECURITY.md); what a program
/// gives to llvm::install_fatal_error_handler can say for which.
class InputScope {
public:
  explicit InputScope(const llvm::Twine &Input);
  ~InputScope();
  InputScope(const InputScope &) = delete;
  InputScope &operator=(const InputScope &) = delete;

  /// Empty when there is none. Valid until the scope ends.
  static llvm::StringRef current();

private:
  std::string Input;
};

} // namespace metaobj

#endif // METAOBJ_DIAGNOSTIC_H
