//===- Depfile.cpp - Dependencies for Make and Ninja ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"

#include "Base/AtomicFile.h"

#include "Base/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace metaobj;

/// As GCC and Clang write names, which Make and Ninja read back.
static std::string escape(StringRef Path) {
  std::string Escaped;
  for (size_t Index = 0; Index != Path.size(); ++Index) {
    char C = Path[Index];
    if (C == ' ') {
      // Backslashes before an escaped space are escaped, too.
      StringRef Before = Path.take_front(Index);
      Escaped.append(Before.size() - Before.rtrim('\\').size() + 1, '\\');
    } else if (C == '#' || C == ':') {
      Escaped += '\\';
    } else if (C == '$') {
      Escaped += '$';
    }
    Escaped += C;
  }
  return Escaped;
}

/// The part of \p Path that Make or Ninja would misread; empty: they read it
/// correctly.
static std::string unwritablePart(StringRef Path) {
  for (char C : Path)
    if (isASCII(C) && !isPrint(C))
      return "a control character";
  for (StringRef Part : {";", "|", "\\#", "\\:"})
    if (Path.contains(Part))
      return quoted(Part);
  for (StringRef Part : {" ", "\\", ":"})
    if (Path.ends_with(Part))
      return quoted(Part) + " at its end";
  if (Path.contains('(') && Path.ends_with(")"))
    return "the form of a member of an archive";
  return "";
}

static Error checkNames(ArrayRef<std::string> Names, StringRef Depfile) {
  for (const std::string &Name : Names)
    if (std::string Part = unwritablePart(Name); !Part.empty())
      return inputError(Depfile,
                        "a depfile cannot name the file " + quoted(Name) +
                            ", which has " + Part,
                        "rename the file, or leave the depfile out");
  return Error::success();
}

/// A target with two rules is worth a warning of Make.
static std::vector<std::string> withoutRepeats(ArrayRef<std::string> Names) {
  StringSet<> Known;
  std::vector<std::string> Result;
  for (const std::string &Name : Names)
    if (Known.insert(Name).second)
      Result.push_back(Name);
  return Result;
}

static bool hasEqualsSign(StringRef Path) { return Path.contains('='); }

Error metaobj::writeDepfile(ArrayRef<std::string> Outputs,
                            ArrayRef<std::string> Inputs,
                            const OutputPlace &To) {
  std::vector<std::string> Known = withoutRepeats(Inputs);
  for (ArrayRef<std::string> Names : {Outputs, ArrayRef(Known)})
    if (Error E = checkNames(Names, To.path()))
      return E;
  // Make takes a first name with '=' for a variable, and others as they are.
  std::vector<std::string> Sources;
  for (bool HasSign : {false, true})
    copy_if(Known, std::back_inserter(Sources),
            [&](StringRef Name) { return hasEqualsSign(Name) == HasSign; });
  for (ArrayRef<std::string> Names : {Outputs, ArrayRef(Sources)})
    if (!Names.empty() && hasEqualsSign(Names.front()))
      return inputError(To.path(),
                        "a depfile cannot begin with the file " +
                            quoted(Names.front()) +
                            ": Make takes '=' for a variable",
                        "rename the file, or leave the depfile out");

  std::string Text = join(map_range(Outputs, escape), " ") + ":";
  for (const std::string &Source : Sources)
    Text += " \\\n  " + escape(Source);
  Text += '\n';
  // An empty rule for each source, so that Make does not stop if a source is
  // gone. A path with '=' or '%' would mean something else here.
  for (StringRef Source : Sources)
    if (!hasEqualsSign(Source) && !Source.contains('%'))
      Text += "\n" + escape(Source) + ":\n";
  return writeFileAtomically(To, Text);
}
