//===- Handles.cpp - Errors, bytes, and the version -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "../metaobj/SettingFlags.h"

#include "llvm/Config/llvm-config.h"

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

int metaobj_error_kind(const metaobj_error *Of) { return Of ? Of->Kind : 0; }

static const char *textOf(const metaobj_error *Of,
                          std::string metaobj_error::*Text) {
  return Of ? (Of->*Text).c_str() : "";
}

const char *metaobj_error_message(const metaobj_error *Of) {
  return textOf(Of, &metaobj_error::Message);
}

const char *metaobj_error_input(const metaobj_error *Of) {
  return textOf(Of, &metaobj_error::Input);
}

const char *metaobj_error_hint(const metaobj_error *Of) {
  return textOf(Of, &metaobj_error::Hint);
}

const char *metaobj_error_details(const metaobj_error *Of) {
  return textOf(Of, &metaobj_error::Details);
}

const metaobj_error *metaobj_error_next(const metaobj_error *Of) {
  return Of ? Of->Next.get() : nullptr;
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

const char *metaobj_buffer_data(const metaobj_buffer *Of) {
  return Of ? Of->Bytes.c_str() : "";
}

size_t metaobj_buffer_size(const metaobj_buffer *Of) {
  return Of ? Of->Bytes.size() : 0;
}

void metaobj_buffer_free(metaobj_buffer *Freed) { delete Freed; }
