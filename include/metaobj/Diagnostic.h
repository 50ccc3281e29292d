//===- metaobj/Diagnostic.h - Errors, warnings and notes --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How the library reports faults of its inputs. Errors are returned as
/// llvm::Error; almost all are an InputError. Warnings and notes are a
/// Diagnostic and go to the handler in the caller's configuration, because the
/// library itself never writes to a stream:
///
///     EmitConfig Config;
///     Config.Diagnostics = [](const Diagnostic &Said) {
///       errs() << Said.Input << ": " << Said.Reason << '\n';
///     };
///
/// All texts start in lower case and end without a full stop. They give the
/// found value, the expected value and, if there is one, the next step (the
/// hint). All texts are printable, whatever they quote from files: they cannot
/// control a terminal.
///
/// A text is a Message, because it may name settings. One setting has several
/// names: a field of C++, an option of the command line, a keyword of Python. A
/// Message keeps words and settings apart, so that each front end prints its
/// own names for settings, and does not search in words:
///
///     inputError(Path, "has no name", "give it one with " + setting::Prefix)
///
///     text()          ... "give it one with EmitConfig::Prefix"
///     metaobj emit    ... "give it one with --prefix"
///
/// The identifiers are in the namespace setting, each behind the structure that
/// has its field. Code that names some of them cannot include that structure:
/// those are here.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DIAGNOSTIC_H
#define METAOBJ_DIAGNOSTIC_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <concepts>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace metaobj {

class Message;

/// The identifier of a setting: which field of which configuration it is.
class Setting {
public:
  /// \param Name the field with its structure: "EmitConfig::Prefix".
  constexpr explicit Setting(llvm::StringLiteral Name) : Field(Name) {}

  constexpr llvm::StringRef field() const { return Field; }

  friend bool operator==(Setting Left, Setting Right) {
    return Left.field() == Right.field();
  }

  /// See Message.
  friend Message operator+(Message Left, const Message &Right);

private:
  llvm::StringLiteral Field;
};

/// See above; the others are in the headers of their structures.
namespace setting {
inline constexpr Setting Graph("InputConfig::GraphFile");
inline constexpr Setting OperatorCalls("InputConfig::OperatorCalls");
inline constexpr Setting Devices("InputConfig::Devices");
inline constexpr Setting Exclude("InputConfig::Exclude");

inline constexpr Setting Abi("EmitConfig::Abi");
inline constexpr Setting EntryPoint("EmitConfig::EntryPoint");
inline constexpr Setting Prefix("EmitConfig::Prefix");
inline constexpr Setting Record("RegistryConfig::Record");
inline constexpr Setting SigningKey("RecordConfig::SigningKey");
inline constexpr Setting Compression("CompressionConfig::Level");
inline constexpr Setting Executor("EmitConfig::Executor");

inline constexpr Setting Kind("Job::Kind");
inline constexpr Setting Presets("Job::Presets");
inline constexpr Setting Header("Job::Header");
inline constexpr Setting Rust("Job::Rust");
inline constexpr Setting TargetFile("TargetChoice::File");
} // namespace setting

/// A text: words and settings in the order in which they are read. Converts
/// from both, and from all else that a Twine takes, whose characters it copies.
class Message {
public:
  using Piece = std::variant<std::string, Setting>;

  Message() = default;
  Message(Setting Which) : Pieces{Which} {}
  Message(const char *Words) { addWords(Words); }
  /// std::string, StringRef, Twine, SharedText (metaobj/Payload.h).
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
  /// In their order. Words are not empty, and no two pieces of words are
  /// neighbours.
  llvm::ArrayRef<Piece> pieces() const { return Pieces; }

  Message &operator+=(const Message &Other);

  /// One of the two may be words: "give it one with " + setting::Prefix.
  friend Message operator+(Message Left, const Message &Right) {
    Left += Right;
    return Left;
  }

  /// The text with settings as fields, for users of the library.
  std::string text() const;
  /// The text with the names that \p NameOf gives, for users of a front end.
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

/// \p Text in one line that a terminal can show. Control characters, marks that
/// change the direction of writing, and invalid UTF-8 become a backslash and
/// two hexadecimal digits for each byte. A printable text stays as it is.
std::string printable(llvm::StringRef Text);

/// An error in what the user gave: a file, a name, a tensor, a setting. Makes
/// its texts printable(). As every llvm::ErrorInfo it is handled by
/// llvm::handleErrors, or printed by llvm::toString.
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

/// The text of \p E, settings kept, where it is to be a part of another text.
Message toMessage(llvm::Error E);

/// A warning or note: it does not stop the work. The texts are those of an
/// InputError.
struct Diagnostic {
  enum SeverityKind { Note, Warning };
  SeverityKind Severity;
  Message Input;
  Message Reason;
  Message Hint;
  /// More lines, as in an InputError.
  Message Details;
};

/// Receives warnings and notes, in the thread that does the work. An empty
/// handler drops them.
using DiagnosticConsumer = std::function<void(const Diagnostic &)>;

/// Calls \p Handler, if there is one, with printable texts.
void report(const DiagnosticConsumer &Handler,
            Diagnostic::SeverityKind Severity, const Message &Input,
            const Message &Reason, const Message &Hint = {},
            const Message &Details = {});

/// Notes which input a thread works on, for a handler of
/// llvm::install_fatal_error_handler: LLVM ends the process for some inputs
/// (see SECURITY.md), and only says why. Of nested scopes the outermost counts.
class InputScope {
public:
  explicit InputScope(Message Input);
  ~InputScope();
  InputScope(const InputScope &) = delete;
  InputScope &operator=(const InputScope &) = delete;

  /// The input of this thread; empty if there is no scope.
  static Message current();

private:
  Message Input;
};

//===----------------------------------------------------------------------===//
// Where LLVM would end the process
//===----------------------------------------------------------------------===//
//
// LLVM's code generators and readers report some faults to a handler
// (llvm::install_fatal_error_handler) that must not return, and end the process
// after it. So does this library where it calls them. A program that may
// install such a handler (there is one for a process) gets errors instead:
//
//     install_fatal_error_handler([](void *, const char *Reason, bool) {
//       FatalErrorTrap::leave(Reason);
//     });
//     RecoveryScope Scope;
//     Expected<Emission> Result = emit(...);

/// While it lives, the library runs work of this thread that LLVM may end (see
/// SECURITY.md) in a second thread, for which this one waits. After a fatal
/// error the second thread sleeps until the process ends, and keeps its memory:
/// nothing of LLVM's is destroyed halfway, and no lock is held.
class RecoveryScope {
public:
  RecoveryScope();
  ~RecoveryScope();
  RecoveryScope(const RecoveryScope &) = delete;
  RecoveryScope &operator=(const RecoveryScope &) = delete;

private:
  bool Before;
};

/// Where leave() ends the work of a thread. Programs only call leave(); the
/// library derives classes from it.
class FatalErrorTrap {
public:
  FatalErrorTrap(const FatalErrorTrap &) = delete;
  FatalErrorTrap &operator=(const FatalErrorTrap &) = delete;

  /// For handlers of fatal errors: gives up what the library does in this
  /// thread, which becomes an error with the text \p Reason. Returns only if
  /// there is nothing to give up; the handler must end the process then.
  static void leave(llvm::StringRef Reason);

protected:
  FatalErrorTrap();
  virtual ~FatalErrorTrap();

private:
  /// Never returns.
  virtual void giveUp(llvm::StringRef Reason) = 0;

  FatalErrorTrap *Before;
};

/// For the library's functions: runs \p Work, which calls LLVM and holds no
/// lock. Returns its error, or one with the reason of LLVM's fatal error.
/// Without a RecoveryScope, calls it directly. With one, \p Work may only
/// change what its caller drops after an error.
llvm::Error runRecoverably(llvm::function_ref<llvm::Error()> Work);

} // namespace metaobj

#endif // METAOBJ_DIAGNOSTIC_H
