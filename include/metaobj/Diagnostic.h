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
/// A text is a Message, which keeps words and settings apart, so that each
/// front end can call the settings by its own names, and never changes words:
///
///     inputError(Path, "has no name", "give it one with " + setting::Prefix)
///
/// Each identifier of a setting is declared behind the structure that has its
/// field; those that rooms below the structure name are here.
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

/// A field of a configuration.
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

/// Messages of rooms below the structure name these.
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

//===----------------------------------------------------------------------===//
// Where LLVM would end the process
//===----------------------------------------------------------------------===//
//
// LLVM's code generators and readers report some faults to a handler
// (llvm::install_fatal_error_handler) that must not return, and end the process
// after it. A program that may install such a handler gets errors instead:
//
//     install_fatal_error_handler([](void *, const char *Reason, bool) {
//       FatalErrorTrap::leave(Reason);
//     });
//     RecoveryScope Scope;
//     Expected<Emission> Result = emit(...);

/// While it lives, the work of its thread that may be fatal (see SECURITY.md)
/// runs in a thread of its own, for which the scope's thread waits. After a
/// fatal error that other thread sleeps until the process ends, and keeps its
/// memory: nothing of LLVM's is destroyed halfway, and no lock is held.
class RecoveryScope {
public:
  RecoveryScope();
  ~RecoveryScope();
  RecoveryScope(const RecoveryScope &) = delete;
  RecoveryScope &operator=(const RecoveryScope &) = delete;

private:
  bool Before;
};

/// What becomes of the current thread at a fatal error, while it lives.
class FatalErrorTrap {
public:
  FatalErrorTrap(const FatalErrorTrap &) = delete;
  FatalErrorTrap &operator=(const FatalErrorTrap &) = delete;

  /// For handlers of fatal errors. Returns only if nothing of metaobj's that
  /// can be given up runs in this thread.
  static void leave(llvm::StringRef Reason);

protected:
  FatalErrorTrap();
  virtual ~FatalErrorTrap();

private:
  /// Never returns.
  virtual void giveUp(llvm::StringRef Reason) = 0;

  FatalErrorTrap *Before;
};

/// Runs \p Work, which calls LLVM and holds no lock. Its result, or what LLVM
/// took for fatal. Without a RecoveryScope, calls it directly. Otherwise \p
/// Work may only change what its caller drops after an error.
llvm::Error runRecoverably(llvm::function_ref<llvm::Error()> Work);

} // namespace metaobj

#endif // METAOBJ_DIAGNOSTIC_H
