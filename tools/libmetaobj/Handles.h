//===- Handles.h - What the handles of C hold -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_LIBMETAOBJ_HANDLES_H
#define METAOBJ_TOOLS_LIBMETAOBJ_HANDLES_H

#include "metaobj-c/metaobj.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Payload.h"
#include "metaobj/RuntimeModule.h"

#include "../metaobj/CommandTable.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct metaobj_error {
  int Kind = METAOBJ_ERROR_INPUT;
  std::string Input, Message, Hint, Details;
  std::unique_ptr<metaobj_error> Next;
};

struct metaobj_buffer {
  std::string Bytes; ///< Keeps a NUL behind its end.
};

struct metaobj_module final : metaobj::RuntimeModule {
  explicit metaobj_module(std::string Name) : Name(std::move(Name)) {}

  llvm::StringRef name() const override { return Name; }
  std::optional<std::vector<metaobj::Function>> functionNames() const override;
  llvm::Expected<std::vector<metaobj::Param>> linkedParams() const override {
    return Params;
  }
  llvm::Expected<std::vector<metaobj::OperatorObject>>
  operatorObjects() const override {
    return Objects;
  }

  std::string Name;
  std::vector<metaobj::Function> Functions;
  std::vector<metaobj::Param> Params;
  std::vector<metaobj::OperatorObject> Objects;
  metaobj_module_fn Fill = nullptr; ///< Null: it is filled already.
  void *User = nullptr;
  metaobj_job *Job = nullptr; ///< Null while a callback fills it.
};

/// How texts spell settings.
enum class Spelling { Flags, Keywords };

struct metaobj_job {
  /// A callback must not change what is being read.
  bool IsRunning = false;
  const CommandInfo *Command = nullptr;
  std::unique_ptr<metaobj::CommandSettings> Settings;
  Spelling Words = Spelling::Flags;
  std::vector<std::string> Files;
  std::vector<std::shared_ptr<const metaobj::InputFile>> OpenFiles;
  /// In the order of their addition: is the next one of OpenFiles, or of Files?
  std::vector<bool> AreOpen;
  std::vector<std::unique_ptr<metaobj_module>> Modules;
  /// An input of a graph.
  struct Input {
    std::string Name, Bytes;
    DLDataType DType;
  };
  std::vector<Input> Inputs;
  metaobj_diagnostic_fn OnDiagnostic = nullptr;
  void *DiagnosticUser = nullptr;
  metaobj_progress_fn OnProgress = nullptr;
  void *ProgressUser = nullptr;

  metaobj::DiagnosticConsumer diagnostics() const;

  bool isFor(llvm::StringRef Name) const { return Command->Name == Name; }
};

/// Null for success.
metaobj_error *toHandle(llvm::Error E, int Kind = METAOBJ_ERROR_INPUT,
                        Spelling Words = Spelling::Flags);

/// A fault of the call itself.
metaobj_error *usageError(const llvm::Twine &Message,
                          const llvm::Twine &Hint = "");

/// What a job or a chip has failed with.
metaobj_error *failure(llvm::Error E, Spelling Words = Spelling::Flags);

/// \p E as a fault of the call.
llvm::Error usage(llvm::Error E);
llvm::Error usage(const metaobj::Message &Reason,
                  const metaobj::Message &Hint = {});

/// The text of \p Result with a newline.
std::string finish(llvm::json::Object Result);

/// From now on what LLVM takes for fatal is an error, as far as it can be.
void trapFatalErrors();

metaobj_buffer *toHandle(std::string Text);

/// Why \p Job cannot be changed or run; null if it can.
metaobj_error *unusable(const metaobj_job *Job);

#endif // METAOBJ_TOOLS_LIBMETAOBJ_HANDLES_H
