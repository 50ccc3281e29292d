//===- Diagnostic.cpp - Errors, warnings and notes ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Diagnostic.h"

#include "Base/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

char InputError::ID = 0;

size_t metaobj::shownBytes(StringRef Text) {
  auto First = static_cast<unsigned char>(Text.front());
  if (First < 0x80)
    return isPrint(Text.front()) ? 1 : 0;
  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.begin());
  const auto *Next = Begin;
  UTF32 Character = 0;
  if (convertUTF8Sequence(&Next, reinterpret_cast<const UTF8 *>(Text.end()),
                          &Character, strictConversion) != conversionOK)
    return 0;
  return sys::unicode::isPrintable(static_cast<int>(Character)) &&
                 !sys::unicode::isFormatting(static_cast<int>(Character))
             ? Next - Begin
             : 0;
}

static void appendEscape(std::string &Shown, char Byte) {
  auto Value = static_cast<unsigned char>(Byte);
  Shown += {'\\', hexdigit(Value >> 4), hexdigit(Value & 0xF)};
}

/// \p Text with "\C3" for each byte that a terminal would not show.
static std::string withEscapes(StringRef Text, bool IsName) {
  std::string Shown;
  while (!Text.empty()) {
    size_t Size = shownBytes(Text);
    if (Size == 0 || (IsName && Text.front() == '"')) {
      appendEscape(Shown, Text.front());
      Size = 1;
    } else {
      // Differs from the start of an escape.
      if (IsName && Text.front() == '\\')
        Shown += '\\';
      Shown += Text.take_front(Size);
    }
    Text = Text.drop_front(Size);
  }
  return Shown;
}

std::string metaobj::printable(StringRef Text) {
  // Most often it is.
  if (all_of(Text, isPrint))
    return Text.str();
  return withEscapes(Text, /*IsName=*/false);
}

/// The same of each line.
static std::string printableLines(StringRef Text) {
  std::string Shown;
  while (!Text.empty()) {
    StringRef Line = Text.take_until([](char C) { return C == '\n'; });
    Shown += printable(Line);
    Text = Text.drop_front(Line.size());
    if (Text.consume_front("\n"))
      Shown += '\n';
  }
  return Shown;
}

/// \p Text with \p Change made to its words.
static Message withWords(const Message &Text,
                         function_ref<std::string(StringRef)> Change) {
  Message Result;
  for (const Message::Piece &Piece : Text.pieces())
    if (const auto *Words = std::get_if<std::string>(&Piece))
      Result += Change(*Words);
    else
      Result += std::get<Setting>(Piece);
  return Result;
}

InputError::InputError(const Message &Input, const Message &Reason,
                       const Message &Hint, const Message &Details)
    : Input(withWords(Input, printable)), Reason(withWords(Reason, printable)),
      Hint(withWords(Hint, printable)),
      Details(withWords(Details, printableLines)) {}

/// \p Text without newlines at its end.
static Message withoutLastNewlines(const Message &Text) {
  Message Result;
  for (const Message::Piece &Piece : Text.pieces()) {
    const auto *Words = std::get_if<std::string>(&Piece);
    if (Words && &Piece == &Text.pieces().back())
      Result += StringRef(*Words).rtrim('\n');
    else if (Words)
      Result += *Words;
    else
      Result += std::get<Setting>(Piece);
  }
  return Result;
}

Message InputError::whole() const {
  Message Whole = Input + ": " + Reason;
  if (!Details.empty())
    Whole += "\n" + withoutLastNewlines(Details);
  if (!Hint.empty())
    Whole += (Details.empty() ? "; " : "\nhint: ") + Hint;
  return Whole;
}

void InputError::log(raw_ostream &OS) const { OS << whole(); }

std::error_code InputError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

Error metaobj::inputError(const Message &Input, const Message &Reason,
                          const Message &Hint) {
  return make_error<InputError>(Input, Reason, Hint);
}

/// Joins the lines of \p Text. Removes the capital and the full stops that some
/// texts of LLVM have.
static std::string foldLines(StringRef Text) {
  std::string Folded;
  SmallVector<StringRef, 4> Lines;
  Text.split(Lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines) {
    Line = Line.trim();
    while (Line.consume_back("."))
      Line = Line.rtrim();
    if (Line.empty())
      continue;
    if (!Folded.empty())
      Folded += "; ";
    size_t Start = Folded.size();
    Folded += Line;
    // Not the first letter of an abbreviation.
    if (Line.size() > 1 && Line[1] >= 'a' && Line[1] <= 'z')
      Folded[Start] = toLower(Folded[Start]);
  }
  return Folded;
}

Error metaobj::inputError(const Message &Input, Error Cause) {
  if (!Cause || Cause.isA<InputError>())
    return Cause;
  return inputError(Input, foldLines(toString(std::move(Cause))));
}

/// \p TextOf of each error in \p E, with \p Separator between them.
static Message joined(Error E, StringRef Separator,
                      function_ref<Message(const ErrorInfoBase &)> TextOf) {
  Message Text;
  handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
    if (!Text.empty())
      Text += Separator;
    Text += TextOf(Info);
  });
  return Text;
}

Message metaobj::toMessage(Error E) {
  return joined(std::move(E), "\n", [](const ErrorInfoBase &Info) {
    return Info.isA<InputError>()
               ? static_cast<const InputError &>(Info).whole()
               : Message(Info.message());
  });
}

static Message withoutHint(const InputError &Problem) {
  return Problem.input() + ": " + Problem.reason();
}

Message metaobj::withoutHints(Error E) {
  return joined(std::move(E), "\n", [](const ErrorInfoBase &Info) {
    return Info.isA<InputError>()
               ? withoutHint(static_cast<const InputError &>(Info))
               : Message(Info.message());
  });
}

static Error nestedErrorAfter(const Message &Input, const Message &Prefix,
                              Error Cause) {
  if (!Cause)
    return Cause;
  Message Hint;
  Message Details;
  Message Text =
      joined(std::move(Cause), "; ", [&](const ErrorInfoBase &Info) -> Message {
        if (!Info.isA<InputError>())
          return foldLines(Info.message());
        const auto &Problem = static_cast<const InputError &>(Info);
        Hint = Problem.hint();
        Details = Problem.details();
        return withoutHint(Problem);
      });
  return make_error<InputError>(Input, Prefix + Text, Hint, Details);
}

Error metaobj::nestedError(const Message &Input, const Message &Subject,
                           Error Cause) {
  return nestedErrorAfter(Input, Subject + ": ", std::move(Cause));
}

Error metaobj::nestedError(const Message &Input, Error Cause) {
  return nestedErrorAfter(Input, {}, std::move(Cause));
}

void metaobj::report(const DiagnosticConsumer &Handler,
                     Diagnostic::SeverityKind Severity, const Message &Input,
                     const Message &Reason, const Message &Hint,
                     const Message &Details) {
  if (Handler)
    Handler({Severity, withWords(Input, printable),
             withWords(Reason, printable), withWords(Hint, printable),
             withWords(Details, printableLines)});
}

static thread_local const Message *CurrentInput = nullptr;

InputScope::InputScope(Message Input) : Input(std::move(Input)) {
  if (!CurrentInput)
    CurrentInput = &this->Input;
}

InputScope::~InputScope() {
  if (CurrentInput == &Input)
    CurrentInput = nullptr;
}

Message InputScope::current() {
  return CurrentInput ? *CurrentInput : Message();
}

std::string metaobj::escaped(StringRef Name) {
  return withEscapes(Name, /*IsName=*/true);
}

/// Bytes of a name of which messages show the ends only.
static constexpr size_t LongestShownName = 200;

/// Is \p Byte of a character of UTF-8, but not its first?
static bool continuesCharacter(char Byte) {
  return (static_cast<unsigned char>(Byte) & 0xC0) == 0x80;
}

std::string metaobj::shortened(StringRef Name) {
  size_t Head = 120, Tail = 60;
  // A character has at most four bytes; anything longer is not text.
  constexpr size_t MostContinued = 3;
  if (Name.size() <= LongestShownName)
    return escaped(Name);
  for (size_t I = 0; I != MostContinued && continuesCharacter(Name[Head]); ++I)
    --Head;
  for (size_t I = 0;
       I != MostContinued && continuesCharacter(Name[Name.size() - Tail]); ++I)
    --Tail;
  return escaped(Name.take_front(Head)) + "..." + escaped(Name.take_back(Tail));
}

std::string metaobj::quoted(StringRef Name) {
  std::string Text = "'" + shortened(Name) + "'";
  if (Name.size() > LongestShownName)
    Text += " (" + std::to_string(Name.size()) + " bytes)";
  return Text;
}

Message metaobj::quotedMessage(const Message &Name) {
  if (Name.pieces().size() == 1)
    if (const auto *Words = std::get_if<std::string>(&Name.pieces().front()))
      return quoted(*Words);
  return "'" + withWords(Name, shortened) + "'";
}

std::string metaobj::quotedList(ArrayRef<StringRef> Names, size_t Shown) {
  std::string Text;
  size_t Count = std::min(Shown, Names.size());
  for (size_t I = 0; I != Count; ++I) {
    if (I != 0)
      Text += I + 1 == Names.size() ? " and " : ", ";
    Text += quoted(Names[I]);
  }
  if (Count != Names.size())
    Text += " and " + std::to_string(Names.size() - Count) + " more";
  return Text;
}

std::string metaobj::extentsText(ArrayRef<int64_t> Extents) {
  std::string Text = "[";
  for (size_t I = 0; I != Extents.size(); ++I)
    Text += (Twine(I ? ", " : "") + Twine(Extents[I])).str();
  return Text + "]";
}

std::string metaobj::plural(uint64_t Count, StringRef Noun) {
  return (Twine(Count) + " " + Noun + (Count == 1 ? "" : "s")).str();
}

/// Columns of a terminal that \p Cell takes, which is printable.
static size_t columnsOf(StringRef Cell) {
  int Width = sys::unicode::columnWidthUTF8(Cell);
  return Width < 0 ? Cell.size() : static_cast<size_t>(Width);
}

std::string metaobj::table(std::vector<std::vector<std::string>> Rows) {
  for (std::vector<std::string> &Row : Rows)
    for (std::string &Cell : Row)
      Cell = printable(Cell);
  std::vector<size_t> Widths;
  for (const std::vector<std::string> &Row : Rows) {
    Widths.resize(Row.size());
    for (size_t Column = 0; Column != Row.size(); ++Column)
      Widths[Column] = std::max(Widths[Column], columnsOf(Row[Column]));
  }
  std::string Text;
  for (const std::vector<std::string> &Row : Rows) {
    std::string Line;
    for (size_t Column = 0; Column != Row.size(); ++Column) {
      Line += "  " + Row[Column];
      Line.append(Widths[Column] - columnsOf(Row[Column]), ' ');
    }
    Text += StringRef(Line).rtrim(' ').str() + "\n";
  }
  return Text;
}

std::string metaobj::systemText(std::error_code Code) {
  std::string Text = Code.message();
  if (!Text.empty())
    Text.front() = toLower(Text.front());
  return Text;
}
