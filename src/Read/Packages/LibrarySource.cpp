//===- LibrarySource.cpp - What a generated C source holds ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TVM writes its registry and its ahead-of-time executor into one source,
// lib0.c. This one may as well hold operators of an external code generator,
// because sources are numbered apart from objects.
//
// A function's body needs a brace. TVM writes few kinds of braces into registry
// and executor. If what stands before any other brace of the source is not as
// TVM writes it, also in comments and macros, the source holds operators.
//
//===----------------------------------------------------------------------===//

#include "Read/Packages/LibrarySource.h"

#include "Read/Objects/TvmNames.h"
#include "Read/OpenedFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace metaobj;

static bool isPartOfName(char C) { return isAlnum(C) || C == '_'; }

static bool isPartOfType(char C) {
  return isPartOfName(C) || C == ' ' || C == '*';
}

static StringRef lastLine(StringRef Text) {
  return Text.substr(Text.rfind('\n') + 1);
}

/// Does a brace behind \p Before open data, a structure, or extern "C"?
static bool opensNoFunction(StringRef Before) {
  StringRef Line = lastLine(Before).rtrim(' ');
  if (Line.ends_with("=") || Line == "extern \"C\"")
    return true;
  Line.consume_front("static ");
  Line.consume_front("const ");
  return Line.consume_front("struct ") && all_of(Line, isPartOfName);
}

/// Name and arguments of the function that a brace behind \p Before opens.
/// Empty: not as TVM writes its own, in one line but for arguments of
/// `_map_inputs`.
static std::pair<StringRef, StringRef> functionOf(StringRef Before) {
  auto [Head, Arguments] = Before.rsplit('(');
  StringRef Line = lastLine(Head), List = Arguments.rtrim();
  bool IsKnown = List.consume_back(")") && all_of(Line, isPartOfType) &&
                 all_of(List, [](char C) {
                   return isPartOfType(C) || C == ',' || isSpace(C);
                 });
  if (!IsKnown)
    return {};
  return {Line.substr(Line.find_last_of("* ") + 1), List};
}

/// Has \p Text anything but empty declarations, comments and directives, each
/// in a line?
static bool hasCode(StringRef Text) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Line = Line.trim();
    if (!Line.empty() && Line != ";" && !Line.starts_with("//") &&
        !Line.starts_with("#"))
      return true;
    Text = Rest;
  }
  return false;
}

/// Adds what the source \p Text holds to \p Result.
static void scan(StringRef Text, LibrarySource &Result) {
  // Other spellings of a brace.
  if (Text.contains("<%") || Text.contains("?\?<"))
    return;
  std::vector<std::string> Functions;
  std::string RunArgument;
  bool HasExecutor = false;
  size_t Brace;
  for (StringRef Rest = Text; (Brace = Rest.find('{')) != StringRef::npos;
       Rest = Rest.substr(Brace + 1)) {
    StringRef Before = Rest.substr(0, Brace);
    if (opensNoFunction(Before))
      continue;
    auto [Name, Arguments] = functionOf(Before);
    bool IsExecutor = isExecutorName(Name);
    if (!IsExecutor && Name != SystemLibEntryName)
      return;
    HasExecutor |= IsExecutor;
    Functions.push_back(Name.str());
    if (IsExecutor && Name.ends_with("_run"))
      RunArgument = Arguments.take_while(isPartOfName);
  }
  if (Functions.empty() && hasCode(Text))
    return;
  Result.Content =
      HasExecutor ? LibrarySource::Executor : LibrarySource::Registry;
  Result.Functions = std::move(Functions);
  Result.RunArgument = std::move(RunArgument);
}

Expected<LibrarySource> metaobj::readLibrarySource(StringRef Name,
                                                   const ByteSource &Source) {
  LibrarySource Result = {Name.str(), LibrarySource::Operators};
  if (Source.size() > LargestCompressedText)
    return Result;
  Expected<std::string> Text = readString(Source, 0, Source.size());
  if (!Text)
    return Text.takeError();
  scan(*Text, Result);
  return Result;
}
