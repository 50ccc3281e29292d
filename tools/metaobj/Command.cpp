//===- Command.cpp - What the subcommands share ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "SettingFlags.h"
#include "StandardStreams.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

static void printLine(StringRef Severity, StringRef Input, StringRef Reason,
                      StringRef Details = "", StringRef Hint = "") {
  errs() << "metaobj: " << Severity << ": ";
  if (!Input.empty())
    errs() << printable(inFlags(Input)) << ": ";
  errs() << printable(inFlags(Reason)) << '\n' << inFlags(Details);
  if (!Hint.empty())
    errs() << "metaobj: hint: " << printable(inFlags(Hint)) << '\n';
}

/// LLVM's message about a value, without "for the ":
///
///     --io-threads option: 'x' value invalid for uint argument!
static void reportValue(StringRef Line) {
  auto [Option, Message] = Line.split(" option: ");
  StringRef Value = Message;
  if (Value.consume_front("Cannot find option named '") &&
      Value.consume_back("'!")) {
    reportUsage("unknown value '" + Value + "' for " + Option);
    return;
  }
  size_t Invalid = Message.find(" value invalid for ");
  if (Invalid != StringRef::npos) {
    reportUsage("expected a number for " + Option + ", found " +
                Message.take_front(Invalid));
    return;
  }
  Message = Message.rtrim("!.");
  reportUsage(Option + ": " + Message.take_front().lower() +
              Message.drop_front());
}

/// \p Message with the newlines escaped that are not LLVM's, but those of an
/// argument that it quotes.
static std::string withNewlinesOfArguments(StringRef Message,
                                           StringRef Program) {
  std::string Text;
  for (bool IsFirst = true; !Message.empty(); IsFirst = false) {
    auto [Line, Rest] = Message.split('\n');
    bool IsStart = IsFirst || Line.starts_with((Program + ": ").str()) ||
                   Line.starts_with("Must specify at least ");
    Text += (IsFirst ? "" : IsStart ? "\n" : printable("\n")) + Line.str();
    Message = Rest;
  }
  return Text;
}

/// Says what LLVM's option library has found wrong in the words of this
/// program. Its lines are
///
///     PROGRAM: Unknown command line argument 'X'.  Try: 'PROGRAM --help'
///     PROGRAM: Did you mean 'Y'?
///     PROGRAM: Not enough positional command line arguments specified!
///     Must specify at least 1 positional argument: See: PROGRAM --help
static void reportLlvmUsage(StringRef Message, StringRef Program) {
  std::string Joined = withNewlinesOfArguments(Message, Program);
  SmallVector<StringRef, 4> Lines;
  StringRef(Joined).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  std::string Hint = ("try '" + Program + " --help'").str();
  StringRef Unknown;
  for (StringRef Line : Lines) {
    if (Line.consume_front(Program))
      Line.consume_front(": ");
    if (Line.consume_front("for the ")) {
      reportValue(Line);
      continue;
    }
    if (Line.starts_with("Not enough positional command line arguments"))
      continue; // The next line says how many.
    if (Line.consume_front("Must specify at least ")) {
      StringRef Wanted = Line.take_while(isDigit);
      reportUsage(Wanted == "1"
                      ? "no input: name a file"
                      : "not enough inputs: name " + Wanted + " files");
      continue;
    }
    if (Line.consume_front("Unknown command line argument '")) {
      Unknown = Line.split('\'').first;
      reportUsage((Unknown.starts_with("-") ? "unknown option '"
                                            : "unexpected argument '") +
                  Unknown + "'");
      continue;
    }
    if (Line.consume_front("Did you mean '")) {
      // LLVM names the nearest option, however far away it is.
      StringRef Near = Line.split('\'').first;
      if (Unknown.edit_distance(Near) <= 2)
        Hint = ("did you mean '" + Near + "'").str();
      continue;
    }
    Line = Line.rtrim("!.");
    reportUsage(Line.take_front().lower() + Line.drop_front());
  }
  errs() << "metaobj: hint: " << printable(Hint) << '\n';
}

bool parseCommandLine(int Argc, const char **Argv, StringRef Overview,
                      ArrayRef<const cl::OptionCategory *> Categories) {
  // Only help shows it, and there are thousands. A response file may ask.
  if (any_of(ArrayRef(Argv, Argc), [](StringRef Argument) {
        return Argument.contains("help") || Argument.starts_with("@") ||
               Argument.ltrim('-') == "h";
      }))
    cl::HideUnrelatedOptions(Categories);
  cl::SetVersionPrinter([](raw_ostream &OS) {
    OS << "metaobj " METAOBJ_VERSION "\nLLVM " LLVM_VERSION_STRING "\n";
  });

  // With a stream of our own LLVM reports instead of leaving with status 1,
  // which means something else here.
  std::string Message;
  raw_string_ostream MessageStream(Message);
  StandardErrorCapture Capture;
  bool IsRight =
      cl::ParseCommandLineOptions(Argc, Argv, Overview, &MessageStream);
  std::string OfValues = Capture.end();
  if (IsRight)
    return true;
  reportLlvmUsage(OfValues + MessageStream.str(), Argv[0]);
  return false;
}

Expected<std::unique_ptr<MemoryBuffer>> openWhole(StringRef File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(File, /*IsText=*/false,
                                   /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return inputError(File, errorCodeToError(Buffer.getError()));
  return std::move(*Buffer);
}

char UsageError::ID;

Error optionError(StringRef Option, const Twine &Reason, const Twine &Hint) {
  return make_error<UsageError>(Option, Reason.str(), Hint.str());
}

Error optionError(StringRef Option, Error Cause) {
  return handleErrors(std::move(Cause), [Option](const InputError &E) {
    return optionError(Option,
                       (E.input().empty() ? "" : E.input() + ": ") + E.reason(),
                       E.hint());
  });
}

int reportError(Error E) {
  int Status = ExitInputsAtFault;
  handleAllErrors(
      std::move(E),
      [&Status](const InputError &Cause) {
        if (Cause.isA(UsageError::classID()))
          Status = ExitWrongUsage;
        printLine("error", Cause.input(), Cause.reason(), Cause.details(),
                  Cause.hint());
      },
      [](const ErrorInfoBase &Cause) {
        printLine("error", "", Cause.message());
      });
  return Status;
}

std::optional<uint64_t> parseAddress(StringRef Text) {
  uint64_t Address = 0;
  bool IsHex = Text.consume_front_insensitive("0x");
  // A number with leading zeros would be octal to some readers.
  if ((!IsHex && Text.size() > 1 && Text.starts_with("0")) ||
      Text.getAsInteger(IsHex ? 16 : 10, Address))
    return std::nullopt;
  return Address;
}

int reportUsage(const Twine &Reason) {
  printLine("error", "", Reason.str());
  return ExitWrongUsage;
}

int reportUsage(Error E) {
  reportError(std::move(E));
  return ExitWrongUsage;
}

DiagnosticConsumer diagnosticPrinter(bool Quiet) {
  return [Quiet](const Diagnostic &What) {
    bool IsNote = What.Severity == Diagnostic::Note;
    if (IsNote && Quiet)
      return;
    printLine(IsNote ? "note" : "warning", What.Input, What.Reason,
              What.Details, What.Hint);
  };
}
