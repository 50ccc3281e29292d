//===- Handles.cpp - Errors, bytes, and the version -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "../metaobj/Command.h"
#include "../metaobj/SettingFlags.h"

#include "metaobj/Diagnostic.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace llvm;
using namespace metaobj;

uint32_t metaobj_api_version() {
  return METAOBJ_API_VERSION_MAJOR << 16 | METAOBJ_API_VERSION_MINOR;
}

const char *metaobj_version() { return METAOBJ_VERSION; }

const char *metaobj_llvm_version() { return LLVM_VERSION_STRING; }

metaobj_error *toHandle(Error E, int Kind, Spelling Words) {
  auto Lines = [Words](const Message &Text) {
    return Words == Spelling::Flags ? inFlags(Text) : inKeywords(Text);
  };
  // Fit for a terminal.
  auto Line = [&](const Message &Text) { return printable(Lines(Text)); };
  std::unique_ptr<metaobj_error> First;
  std::unique_ptr<metaobj_error> *Last = &First;
  auto Add = [&]() -> metaobj_error & {
    *Last = std::make_unique<metaobj_error>();
    metaobj_error &New = **Last;
    New.Kind = Kind;
    Last = &New.Next;
    return New;
  };
  handleAllErrors(
      std::move(E),
      [&](const InputError &Cause) {
        metaobj_error &New = Add();
        New.Input = Line(Cause.input());
        New.Message = Line(Cause.reason());
        New.Hint = Line(Cause.hint());
        New.Details = Lines(Cause.details());
      },
      [&](const ErrorInfoBase &Cause) {
        Add().Message = Line(Cause.message());
      });
  return First.release();
}

metaobj_error *usageError(const Twine &Message, const Twine &Hint) {
  return toHandle(inputError("", Message, Hint), METAOBJ_ERROR_USAGE);
}

metaobj_error *failure(Error E, Spelling Words) {
  bool IsUsage = E.isA<UsageError>();
  return toHandle(std::move(E),
                  IsUsage ? METAOBJ_ERROR_USAGE : METAOBJ_ERROR_INPUT, Words);
}

/// The LLVM inside belongs to this library alone, and so does its handler.
void trapFatalErrors() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    install_fatal_error_handler([](void *, const char *Reason, bool) {
      FatalErrorTrap::leave(Reason);
      // Another thread of lld, or the command line before its own handler.
      errs() << "metaobj: LLVM ends the process: " << Reason << '\n';
    });
  });
}

Error usage(Error E) {
  Error Result = Error::success();
  handleAllErrors(
      std::move(E),
      [&](const InputError &Cause) {
        Result =
            joinErrors(std::move(Result),
                       make_error<UsageError>(Cause.input(), Cause.reason(),
                                              Cause.hint(), Cause.details()));
      },
      [&](const ErrorInfoBase &Cause) {
        Result = joinErrors(std::move(Result),
                            make_error<UsageError>("", Cause.message()));
      });
  return Result;
}

Error usage(const Message &Reason, const Message &Hint) {
  return make_error<UsageError>("", Reason, Hint);
}

DiagnosticConsumer metaobj_job::diagnostics() const {
  if (!OnDiagnostic)
    return nullptr;
  return [this](const Diagnostic &TheDiagnostic) {
    std::unique_ptr<metaobj_error, void (*)(metaobj_error *)> Texts(
        toHandle(
            make_error<InputError>(TheDiagnostic.Input, TheDiagnostic.Reason,
                                   TheDiagnostic.Hint, TheDiagnostic.Details),
            METAOBJ_ERROR_INPUT, Words),
        metaobj_error_free);
    metaobj_diagnostic Passed = {};
    Passed.size = sizeof(Passed);
    Passed.severity = TheDiagnostic.Severity == Diagnostic::Note
                          ? METAOBJ_NOTE
                          : METAOBJ_WARNING;
    Passed.input = Texts->Input.c_str();
    Passed.message = Texts->Message.c_str();
    Passed.hint = Texts->Hint.c_str();
    Passed.details = Texts->Details.c_str();
    OnDiagnostic(&Passed, DiagnosticUser);
  };
}

std::string finish(json::Object Result) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << formatv("{0:2}\n", json::Value(std::move(Result)));
  return OS.str();
}

int metaobj_error_kind(const metaobj_error *TheError) {
  return TheError ? TheError->Kind : 0;
}

static const char *textOf(const metaobj_error *TheError,
                          std::string metaobj_error::*Text) {
  return TheError ? (TheError->*Text).c_str() : "";
}

const char *metaobj_error_message(const metaobj_error *TheError) {
  return textOf(TheError, &metaobj_error::Message);
}

const char *metaobj_error_input(const metaobj_error *TheError) {
  return textOf(TheError, &metaobj_error::Input);
}

const char *metaobj_error_hint(const metaobj_error *TheError) {
  return textOf(TheError, &metaobj_error::Hint);
}

const char *metaobj_error_details(const metaobj_error *TheError) {
  return textOf(TheError, &metaobj_error::Details);
}

const metaobj_error *metaobj_error_next(const metaobj_error *TheError) {
  return TheError ? TheError->Next.get() : nullptr;
}

void metaobj_error_free(metaobj_error *Freed) {
  std::unique_ptr<metaobj_error> Rest(Freed);
  // One after the other: destructors of a long row would nest as deeply.
  while (Rest)
    Rest = std::move(Rest->Next);
}

metaobj_buffer *toHandle(std::string Text) {
  auto *Result = new metaobj_buffer;
  Result->Bytes = std::move(Text);
  return Result;
}

const char *metaobj_buffer_data(const metaobj_buffer *TheBuffer) {
  return TheBuffer ? TheBuffer->Bytes.c_str() : "";
}

size_t metaobj_buffer_size(const metaobj_buffer *TheBuffer) {
  return TheBuffer ? TheBuffer->Bytes.size() : 0;
}

void metaobj_buffer_free(metaobj_buffer *Freed) { delete Freed; }
