//===- metaobj/Diagnostic.h - Errors, warnings and notes --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How every room reports faults of its inputs. Errors travel as llvm::Error to
/// the caller. Warnings and notes go to the caller's handler, because the
/// library itself never writes to a stream.
///
/// All texts start in lower case and end without a full stop. They give the
/// found value, the expected value and, if there is one, the next step (the
/// hint). All texts are printable, whatever they quote from files: they cannot
/// control a terminal.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DIAGNOSTIC_H
#define METAOBJ_DIAGNOSTIC_H

#include "metaobj/Message.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>

namespace metaobj {

/// \p Text in one line that a terminal can show. Control characters, marks that
/// change the direction of writing, and invalid UTF-8 become a backslash and
/// two hexadecimal digits for each byte. A printable text stays as it is.
std::string printable(llvm::StringRef Text);

/// An error in the user's input: a file, a name, a tensor. Makes its texts
/// printable.
class InputError : public llvm::ErrorInfo<InputError> {
public:
  /// \param Input the faulty input: a path, "lib.a(op.o)", a module's name.
  /// \param Reason one line; no full stop.
  /// \param Hint the next step, or empty.
  /// \param Details more lines (a table), or empty; each ends in a newline.
  InputError(const Message &Input, const Message &Reason,
             const Message &Hint = {}, const Message &Details = {});

  /// All of it: "a.o: is bad; mend it", with details in lines of their own.
  Message whole() const;
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

  const Message &input() const { return Input; }
  const Message &reason() const { return Reason; }
  const Message &hint() const { return Hint; }
  const Message &details() const { return Details; }

  static char ID;

private:
  Message Input;
  Message Reason;
  Message Hint;
  Message Details;
};

/// Shorthand for make_error<InputError>.
llvm::Error inputError(const Message &Input, const Message &Reason,
                       const Message &Hint = {});

/// Turns an error of another library into an InputError that names \p Input.
/// Keeps the text, but folds it into one line.
llvm::Error inputError(const Message &Input, llvm::Error Cause);

/// What llvm::toString says of \p E.
Message toMessage(llvm::Error E);

/// A message that does not stop the work.
struct Diagnostic {
  enum SeverityKind { Note, Warning };
  SeverityKind Severity;
  Message Input;
  Message Reason;
  Message Hint;
  /// More lines, as in an InputError.
  Message Details;
};

/// Receives warnings and notes. An empty handler drops them.
using DiagnosticConsumer = std::function<void(const Diagnostic &)>;

/// Calls \p Handler, if there is one, with printable texts.
void report(const DiagnosticConsumer &Handler,
            Diagnostic::SeverityKind Severity, const Message &Input,
            const Message &Reason, const Message &Hint = {},
            const Message &Details = {});

/// While the outermost scope lives, its input is the thread's current input.
/// LLVM ends the process for some inputs (see SECURITY.md). A handler of
/// llvm::install_fatal_error_handler can name the input.
class InputScope {
public:
  explicit InputScope(Message Input);
  ~InputScope();
  InputScope(const InputScope &) = delete;
  InputScope &operator=(const InputScope &) = delete;

  /// Empty if there is no scope.
  static Message current();

private:
  Message Input;
};

} // namespace metaobj

#endif // METAOBJ_DIAGNOSTIC_H
