//===- LibrarySource.cpp - What a generated C source holds ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TVM writes its registry and its ahead-of-time executor into one source,
// lib0.c. This one may as well hold operators of an external code generator,
// because sources are numbered apart from objects. The functions that a source
// defines tell the cases apart: names with parentheses and a body behind them,
// outside of other braces.
//
//===----------------------------------------------------------------------===//

#include "Input/LibrarySource.h"

#include "Input/OpenedFile.h"
#include "Input/TvmNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;

namespace metaobj {

/// Longer names are cut: TVM's have up to 120 characters.
static constexpr size_t LongestIdentifier = 256;

/// A source is read no further than to the first operator, in such steps.
static constexpr uint64_t PieceOfSource = uint64_t(256) << 10;

namespace {

/// The code of a C source: comments and lines of the preprocessor become
/// blanks, strings and characters a quote.
class CodeFilter {
public:
  char next(char Byte);

private:
  enum StateType {
    Code,
    Slash,
    Line,
    Block,
    BlockStar,
    Directive,
    DirectiveBackslash,
    Quoted,
    QuotedBackslash,
  };

  char codeNext(char Byte);

  StateType State = Code;
  char Quote = 0; ///< The one that ends a string or character.
  bool IsLineStart = true;
};

/// Finds definitions of functions in code.
class FunctionScanner {
public:
  void next(char Byte);

  /// Is it clear what the source holds?
  bool isDone() const { return HasOther; }
  LibrarySource::ContentType content() const;
  std::vector<std::string> takeFunctions() { return std::move(Functions); }
  std::string takeRunArgument() { return std::move(RunArgument); }

private:
  void addFunction();

  std::string Word;        ///< The identifier that is being read.
  std::string LastWord;    ///< The one before Last.
  std::string Function;    ///< The word before the last parentheses.
  std::string RunArgument; ///< The first word of the arguments of `_run`.
  bool IsRunOpen = false;  ///< Is that the next word?
  char Last = 0;           ///< The last character that is not a blank.
  uint64_t Parentheses = 0, Braces = 0;
  /// Those of registry and executor, which are few.
  std::vector<std::string> Functions;
  bool HasAny = false, HasRegistry = false, HasExecutor = false,
       HasOther = false;
};

} // namespace

char CodeFilter::codeNext(char Byte) {
  bool WasLineStart = IsLineStart;
  IsLineStart = Byte == '\n' || (IsLineStart && isSpace(Byte));
  switch (Byte) {
  case '/':
    State = Slash;
    return ' ';
  case '"':
  case '\'':
    State = Quoted;
    Quote = Byte;
    return '"';
  case '#':
    if (WasLineStart)
      State = Directive;
    return ' ';
  default:
    return Byte;
  }
}

char CodeFilter::next(char Byte) {
  switch (State) {
  case Code:
    return codeNext(Byte);
  case Slash:
    State = Byte == '/' ? Line : Byte == '*' ? Block : Code;
    return State == Code ? codeNext(Byte) : ' ';
  case Line:
    if (Byte == '\n')
      State = Code;
    break;
  case Block:
  case BlockStar:
    State = State == BlockStar && Byte == '/' ? Code
            : Byte == '*'                     ? BlockStar
                                              : Block;
    return ' ';
  case Directive:
    State = Byte == '\\' ? DirectiveBackslash : Byte == '\n' ? Code : Directive;
    break;
  case DirectiveBackslash:
    State = Directive;
    return ' ';
  case Quoted:
    if (Byte == '\\')
      State = QuotedBackslash;
    else if (Byte == Quote || Byte == '\n')
      State = Code;
    return ' ';
  case QuotedBackslash:
    State = Quoted;
    return ' ';
  }
  IsLineStart = State == Code;
  return ' ';
}

void FunctionScanner::addFunction() {
  if (Function == SystemLibEntryName)
    HasRegistry = true;
  else if (isExecutorName(Function))
    HasExecutor = true;
  else
    HasOther = true;
  if (!HasOther && !is_contained(Functions, Function))
    Functions.push_back(Function);
}

void FunctionScanner::next(char Byte) {
  HasAny |= !isSpace(Byte) && Byte != ';';
  if (isAlnum(Byte) || Byte == '_') {
    if (Word.size() < LongestIdentifier)
      Word += Byte;
    return;
  }
  if (!Word.empty()) {
    LastWord = std::exchange(Word, {});
    Last = 'a';
    if (std::exchange(IsRunOpen, false))
      RunArgument = LastWord;
  }
  if (isSpace(Byte))
    return;
  bool IsOutside = Braces == 0 && Parentheses == 0;
  if (Byte == '(') {
    // An attribute does not hide the function before it.
    if (IsOutside && LastWord != "__attribute__") {
      Function = Last == 'a' ? LastWord : "";
      IsRunOpen = StringRef(Function).starts_with("tvmgen_") &&
                  StringRef(Function).ends_with("_run");
    }
    ++Parentheses;
  } else if (Byte == ')') {
    Parentheses -= Parentheses != 0;
  } else if (Byte == '{' && Last != '"') { // extern "C" { changes nothing.
    if (IsOutside && Last == ')' && !Function.empty())
      addFunction();
    ++Braces;
  } else if (Byte == '}') {
    Braces -= Braces != 0;
  }
  Last = Byte;
}

LibrarySource::ContentType FunctionScanner::content() const {
  if (HasOther || (HasAny && !HasRegistry && !HasExecutor))
    return LibrarySource::Operators;
  return HasExecutor ? LibrarySource::Executor : LibrarySource::Registry;
}

Expected<LibrarySource> readLibrarySource(StringRef Name,
                                          const ByteSource &Source) {
  CodeFilter Filter;
  FunctionScanner Scanner;
  auto Scan = [&](ArrayRef<uint8_t> Piece) {
    for (uint8_t Byte : Piece)
      Scanner.next(Filter.next(static_cast<char>(Byte)));
  };
  for (uint64_t Done = 0; Done != Source.size() && !Scanner.isDone();) {
    uint64_t Size = std::min(Source.size() - Done, PieceOfSource);
    if (Error E = readInPieces(Source, Done, Size, Scan))
      return E;
    Done += Size;
  }
  LibrarySource Result = {Name.str(), Scanner.content()};
  if (Result.Content != LibrarySource::Operators) {
    Result.Functions = Scanner.takeFunctions();
    Result.RunArgument = Scanner.takeRunArgument();
  }
  return Result;
}

} // namespace metaobj
