//===- AddRegistry.cpp - Metadata of the operators of a module ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegistryPass.h"

#include "metaobj/Abi.h"
#include "metaobj/Emit.h"
#include "metaobj/Input.h"
#include "metaobj/Setting.h"
#include "metaobj/Target.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

namespace {

struct RegistryOptions {
  InputConfig Reading;
  EmitConfig Emitting;
  std::optional<RuntimeAbi> Abi;
};

/// What the host shows as a diagnostic of its own.
class RegistryDiagnostic : public DiagnosticInfo {
public:
  RegistryDiagnostic(DiagnosticSeverity Severity, std::string Message)
      : DiagnosticInfo(kind(), Severity), Message(std::move(Message)) {}

  void print(DiagnosticPrinter &To) const override {
    To << RegistryPass::Name << ": " << Message;
  }

private:
  static int kind() {
    static const int Kind = getNextAvailablePluginDiagnosticKind();
    return Kind;
  }

  std::string Message;
};

} // namespace

static Error setOption(StringRef Key, StringRef Value, RegistryOptions &To) {
  if (Key == "params")
    To.Reading.ParamsFiles.push_back(Value.str());
  else if (Key == "graph")
    To.Reading.GraphFile = Value.str();
  else if (Key == "function")
    To.Reading.Functions.push_back(Value.str());
  else if (Key == "match")
    To.Reading.Match.push_back(Value.str());
  else if (Key == "exclude")
    To.Reading.Exclude.push_back(Value.str());
  else if (Key == "model")
    To.Reading.ModelName = Value.str();
  else if (Key == "prefix")
    To.Emitting.Prefix = Value.str();
  else if (Key == "entry")
    To.Emitting.EntryPoint = Value.str();
  else if (Key == "abi") {
    To.Abi = parseRuntimeAbi(Value);
    if (!To.Abi)
      return inputError("abi=" + Value, "is no ABI that is known");
  } else
    return inputError(Key, "is no option of the pass",
                      "known are: params, graph, function, match, exclude, "
                      "model, prefix, entry, abi");
  return Error::success();
}

static Expected<RegistryOptions> parse(StringRef Text) {
  RegistryOptions Result;
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    auto [Key, Value] = Part.split('=');
    if (Value.empty())
      return inputError(Part, "is no option with a value",
                        "write key=value, and semicolons between options");
    if (Error E = setOption(Key, Value, Result))
      return E;
  }
  return Result;
}

/// What messages call settings here.
static StringRef nameInPass(Setting Which) {
  switch (Which) {
  case Setting::Graph:
    return "graph";
  case Setting::Functions:
    return "function";
  case Setting::Match:
    return "match";
  case Setting::Exclude:
    return "exclude";
  case Setting::ModelName:
    return "model";
  case Setting::Prefix:
    return "prefix";
  case Setting::EntryPoint:
    return "entry";
  case Setting::Abi:
    return "abi";
  default:
    return settingName(Which);
  }
}

static Error addRegistry(Module &M, StringRef Text) {
  Expected<RegistryOptions> Options = parse(Text);
  if (!Options)
    return Options.takeError();
  // The readers see the module as they see its file.
  SmallVector<char, 0> Bitcode;
  raw_svector_ostream Stream(Bitcode);
  WriteBitcodeToFile(M, Stream);
  Options->Reading.OpenFiles = {InputFile::ofMemory(
      std::string(Bitcode.begin(), Bitcode.end()), M.getModuleIdentifier())};
  // The compiler or linker shows them as its own.
  Options->Reading.Diagnostics =
      Options->Emitting.Diagnostics = [&M](const Diagnostic &Each) {
        std::string Text = Each.Input + ": " + Each.Reason;
        if (!Each.Hint.empty())
          Text += " (" + Each.Hint + ")";
        M.getContext().diagnose(RegistryDiagnostic(
            Each.Severity == Diagnostic::Warning ? DS_Warning : DS_Note,
            renameSettings(Text, nameInPass)));
      };
  Expected<FileModel> Read =
      readModel(Options->Reading, [&](const Model &WithParams) {
        return definedSymbols(WithParams, Options->Emitting);
      });
  if (!Read)
    return Read.takeError();
  Options->Emitting.Abi =
      Options->Abi.value_or(chooseAbi(*Read, Options->Reading.Diagnostics));
  Expected<TargetSpec> Target = inferTarget(Read->Objects);
  if (!Target)
    return Target.takeError();
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createTargetMachine(*Target);
  if (!Machine)
    return Machine.takeError();
  Expected<std::unique_ptr<Module>> Metadata =
      buildModule(*Read, **Machine, M.getContext(), Options->Emitting);
  if (!Metadata)
    return Metadata.takeError();
  // The same machine, perhaps in other words.
  (*Metadata)->setTargetTriple(M.getTargetTriple());
  (*Metadata)->setDataLayout(M.getDataLayout());
  if (Linker::linkModules(M, std::move(*Metadata)))
    return inputError(M.getModuleIdentifier(),
                      "LLVM does not join it with its metadata");
  return Error::success();
}

extern "C" __attribute__((visibility("default"))) void
metaobjAddRegistry(Module &M, const std::string &Options, std::string &Problem);

void metaobjAddRegistry(Module &M, const std::string &Options,
                        std::string &Problem) {
  Problem = renameSettings(toString(addRegistry(M, Options)), nameInPass);
}
