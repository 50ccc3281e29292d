//===- LlvmFlags.cpp - Options of LLVM itself -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LlvmFlags.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/CommandFlags.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

Expected<std::vector<StringRef>>
expandResponseFiles(ArrayRef<const char *> Words, StringSaver &Saver) {
  SmallVector<const char *, 32> Expanded(Words.begin(), Words.end());
  cl::ExpansionContext Context(Saver.getAllocator(),
                               cl::TokenizeGNUCommandLine);
  if (Error E = Context.expandResponseFiles(Expanded))
    return inputError("", std::move(E));
  return std::vector<StringRef>(Expanded.begin(), Expanded.end());
}

/// Those of the code generator are registered when they are asked for.
static void registerFlags() { static codegen::RegisterCodeGenFlags Flags; }

bool isLlvmFlag(StringRef Name) {
  registerFlags();
  return cl::getRegisteredOptions().count(Name);
}

Error takeLlvmFlags(ArrayRef<std::string> Words, TargetChoice &Target) {
  if (Words.empty())
    return Error::success();
  registerFlags();
  std::vector<const char *> Line = {"metaobj (LLVM option parsing)"};
  for (const std::string &Word : Words)
    Line.push_back(Word.c_str());
  std::string Text;
  raw_string_ostream OS(Text);
  if (!cl::ParseCommandLineOptions(static_cast<int>(Line.size()), Line.data(),
                                   "", &OS))
    return inputError("-mllvm", "LLVM does not take its options: " +
                                    StringRef(OS.str()).rtrim());
  std::string AbiName = Target.Options.MCOptions.ABIName;
  Target.Options = codegen::InitTargetOptionsFromCodeGenFlags(
      Triple(Triple::normalize(Target.Triple)));
  if (!AbiName.empty())
    Target.Options.MCOptions.ABIName = AbiName;
  Target.DataSections = codegen::getExplicitDataSections();
  return Error::success();
}
