//===- LinkerArguments.cpp - What callers pass on to lld ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/LinkerArguments.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace metaobj;

static Error refuse(StringRef Argument, const Twine &Reason,
                    const Twine &Hint) {
  return inputError("linker argument '" + Argument + "'", Reason, Hint);
}

static Error refuseOutput(StringRef Argument) {
  return refuse(Argument, "names another output",
                "name the file by the option of metaobj");
}

/// Options of LLVM's command line end the process when they print something.
/// ld.lld takes care of the rest: for the other linkers, wrong options do, too.
static Error checkLlvmOption(StringRef Argument, StringRef Option,
                             ObjectFormat Format) {
  constexpr StringLiteral Hint = "run the linker as a program of its own";
  if (Format != ObjectFormat::Elf)
    return refuse(Argument,
                  "passes on options of LLVM, which only ld.lld checks", Hint);
  StringRef Name = Option.ltrim('-').split('=').first;
  constexpr StringLiteral Ending[] = {
      "h",       "help",          "help-hidden",       "help-list",
      "version", "print-options", "print-all-options", "help-list-hidden"};
  if (!is_contained(Ending, Name))
    return Error::success();
  return refuse(Argument, "has LLVM print '" + Name + "' and end the process",
                Hint);
}

namespace {

/// Goes through the arguments of one linker.
class ArgumentReader {
public:
  ArgumentReader(ArrayRef<const char *> Arguments, ObjectFormat Format)
      : Arguments(Arguments), Format(Format) {}

  Expected<LinkerArguments> run();

private:
  Error read(StringRef Argument);
  Error readCoff(StringRef Argument);
  Error readMachO(StringRef Argument);
  Error readUnix(StringRef Argument);
  /// What follows "=" in \p Argument, or else the next one.
  StringRef value(StringRef Argument);
  void keep(StringRef Argument) { Result.Rest.push_back(Argument.str()); }

  ArrayRef<const char *> Arguments;
  ObjectFormat Format;
  size_t Next = 0;
  LinkerArguments Result;
};

} // namespace

StringRef ArgumentReader::value(StringRef Argument) {
  size_t Offset = Argument.find('=');
  if (Offset != StringRef::npos)
    return Argument.substr(Offset + 1);
  return Next < Arguments.size() ? StringRef(Arguments[Next++]) : StringRef();
}

Error ArgumentReader::readCoff(StringRef Argument) {
  keep(Argument);
  StringRef Option = Argument;
  if (!Option.consume_front("/") && !Option.consume_front("-"))
    return Error::success();
  auto [Name, Value] = Option.split(':');
  if (Name.equals_insensitive("out"))
    return refuseOutput(Argument);
  if (Name.equals_insensitive("mllvm"))
    return checkLlvmOption(Argument, Value, Format);
  return Error::success();
}

Error ArgumentReader::readMachO(StringRef Argument) {
  keep(Argument);
  if (Argument == "-o")
    return refuseOutput(Argument);
  if (Argument.ltrim('-').split('=').first == "mllvm")
    return checkLlvmOption(Argument, "", Format);
  return Error::success();
}

/// ld.lld and wasm-ld take most options with one dash, too, but not those that
/// start with an o: "-output" names the file "utput".
Error ArgumentReader::readUnix(StringRef Argument) {
  bool IsElf = Format == ObjectFormat::Elf;
  StringRef Name = Argument.ltrim('-').split('=').first;
  bool HasTwo = Argument.starts_with("--");
  if ((!HasTwo && Argument.starts_with("-o")) || (HasTwo && Name == "output"))
    return refuseOutput(Argument);
  if (!Argument.starts_with("-")) {
    keep(Argument);
    return Error::success();
  }
  if (Argument == "-M" || Argument == "--print-map" ||
      Argument == "-print-map") {
    Result.ShowsMap = true;
    return Error::success();
  }
  if (Name == "Map" || (IsElf && Name == "dependency-file")) {
    StringRef Path = value(Argument);
    if (Path.empty())
      return refuse(Argument, "has no value", "name a file");
    if (Name == "Map" && Path == "-")
      Result.ShowsMap = true;
    else if (Path == "-")
      return refuse(Argument, "writes to a standard stream", "name a file");
    else if (Name == "Map")
      Result.Maps.push_back(Path.str());
    else
      Result.DependencyFile = Path.str();
    return Error::success();
  }
  keep(Argument);
  // It is printed behind the map.
  Result.ShowsMap |= IsElf && Name == "cref";
  if (Name == "mllvm" || Name == "plugin-opt") {
    StringRef Value = value(Argument);
    if (!Argument.contains('='))
      keep(Value);
    return Name == "mllvm" || Value.starts_with("-")
               ? checkLlvmOption(Argument, Value, Format)
               : Error::success();
  }
  return Error::success();
}

Error ArgumentReader::read(StringRef Argument) {
  switch (Format) {
  case ObjectFormat::Coff:
    return readCoff(Argument);
  case ObjectFormat::MachO:
    return readMachO(Argument);
  case ObjectFormat::Elf:
  case ObjectFormat::Wasm:
    return readUnix(Argument);
  }
  llvm_unreachable("all formats are there");
}

Expected<LinkerArguments> ArgumentReader::run() {
  while (Next < Arguments.size()) {
    StringRef Argument = Arguments[Next++];
    // No file has this name where linkers write.
    if (Argument == "-" || Argument.ends_with("=-") ||
        (Format == ObjectFormat::Coff && Argument.ends_with(":-")))
      if (!Argument.ltrim('-').starts_with("Map="))
        return refuse(Argument, "writes to a standard stream", "name a file");
    if (Error E = read(Argument))
      return E;
  }
  return std::move(Result);
}

Expected<LinkerArguments>
metaobj::readLinkerArguments(ArrayRef<std::string> Arguments,
                             ObjectFormat Format) {
  SmallVector<const char *, 32> Words;
  for (const std::string &Argument : Arguments)
    Words.push_back(Argument.c_str());
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  auto Split = Format == ObjectFormat::Coff ? cl::TokenizeWindowsCommandLine
                                            : cl::TokenizeGNUCommandLine;
  if (Error E = cl::ExpansionContext(Saver.getAllocator(), Split)
                    .expandResponseFiles(Words))
    return inputError("linker arguments", std::move(E));
  // The linker would look for it again.
  for (StringRef Word : Words)
    if (Word.starts_with("@"))
      return refuse(Word, "is a file of arguments that cannot be read",
                    "name a file that exists");
  return ArgumentReader(Words, Format).run();
}
