//===- AddRegistry.cpp - Metadata of the operators of a module ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeftParams.h"
#include "RegistryPass.h"

#include "metaobj/Abi.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Emit.h"
#include "metaobj/Input.h"
#include "metaobj/Target.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

namespace {

struct RegistryOptions {
  InputConfig Reading;
  EmitConfig Emitting;
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
    To.Reading.Abi = parseRuntimeAbi(Value);
    if (!To.Reading.Abi)
      return inputError("abi=" + Value, "is not a known ABI");
  } else
    return inputError(Key, "is not an option of the pass",
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
      return inputError(Part, "is not an option with a value",
                        "write key=value, and semicolons between options");
    if (Error E = setOption(Key, Value, Result))
      return E;
  }
  return Result;
}

/// What messages call settings here.
static StringRef nameInPass(Setting Which) {
  static constexpr std::pair<Setting, StringLiteral> Names[] = {
      {setting::Graph, "graph"},      {setting::Functions, "function"},
      {setting::Match, "match"},      {setting::Exclude, "exclude"},
      {setting::ModelName, "model"},  {setting::Prefix, "prefix"},
      {setting::EntryPoint, "entry"}, {setting::Abi, "abi"},
  };
  for (const auto &[TheSetting, Name] : Names)
    if (TheSetting == Which)
      return Name;
  return Which.field();
}

/// Shows messages as the compiler's or linker's own.
static DiagnosticConsumer tellCompiler(LLVMContext &Context) {
  return [&Context](const Diagnostic &TheDiagnostic) {
    Message Text = TheDiagnostic.Input + ": " + TheDiagnostic.Reason;
    if (!TheDiagnostic.Hint.empty())
      Text += " (" + TheDiagnostic.Hint + ")";
    Context.diagnose(RegistryDiagnostic(
        TheDiagnostic.Severity == Diagnostic::Warning ? DS_Warning : DS_Note,
        Text.text(nameInPass)));
  };
}

/// LLVM would take a variable of this name for the parameter that \p Metadata
/// declares.
static Error checkParamSymbols(const Module &M, const Module &Metadata) {
  for (const GlobalVariable &Global : Metadata.globals()) {
    const GlobalValue *Other = M.getNamedValue(Global.getName());
    if (Global.isDeclaration() && Other && !Other->isDeclaration())
      return inputError(M.getModuleIdentifier(),
                        "defines '" + Global.getName() +
                            "', which is the symbol of a parameter",
                        "choose another " + setting::Prefix);
  }
  return Error::success();
}

static Expected<LateModule> build(const Model &TheModel, TargetMachine &Machine,
                                  LLVMContext &Context,
                                  const EmitConfig &Config, ParamBytes Bytes) {
  if (Bytes == ParamBytes::Late)
    return buildLateModule(TheModel, Machine, Context, Config);
  Expected<std::unique_ptr<Module>> Built =
      buildModule(TheModel, Machine, Context, Config);
  if (!Built)
    return Built.takeError();
  return LateModule{std::move(*Built)};
}

static Error addRegistry(Module &M, StringRef Text, ParamBytes Bytes) {
  Expected<RegistryOptions> Options = parse(Text);
  if (!Options)
    return Options.takeError();
  // The readers see the module as they see its file.
  SmallVector<char, 0> Bitcode;
  raw_svector_ostream Stream(Bitcode);
  WriteBitcodeToFile(M, Stream);
  Options->Reading.OpenFiles = {InputFile::ofMemory(
      std::string(Bitcode.begin(), Bitcode.end()), M.getModuleIdentifier())};
  Options->Reading.Diagnostics = Options->Emitting.Diagnostics =
      tellCompiler(M.getContext());
  Options->Reading.NeedsFunctions = true;
  Options->Emitting.Output = M.getModuleIdentifier();
  Expected<FileModel> Model = readModel(
      Options->Reading, [&](const metaobj::Model &WithParams, RuntimeAbi Abi) {
        Options->Emitting.Abi = Abi;
        return definedSymbols(WithParams, Options->Emitting);
      });
  if (!Model)
    return Model.takeError();
  // LeftParams refer to it.
  auto Read = std::make_unique<FileModel>(std::move(*Model));
  Options->Emitting.Abi = Read->Concluded.Abi;
  Expected<TargetSpec> Target = inferTarget(Read->Objects);
  if (!Target)
    return Target.takeError();
  Options->Emitting.Protection = Target->Protection;
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createTargetMachine(*Target);
  if (!Machine)
    return Machine.takeError();
  Expected<LateModule> Metadata =
      build(*Read, **Machine, M.getContext(), Options->Emitting, Bytes);
  if (!Metadata)
    return Metadata.takeError();
  if (Error E = checkParamSymbols(M, *Metadata->Built))
    return E;
  // The same machine, perhaps in other words.
  Metadata->Built->setTargetTriple(M.getTargetTriple());
  Metadata->Built->setDataLayout(M.getDataLayout());
  if (Linker::linkModules(M, std::move(Metadata->Built)))
    return inputError(M.getModuleIdentifier(),
                      "LLVM does not join it with its metadata");
  if (Metadata->Params)
    keepLeft({std::move(Read), std::move(*Metadata->Params)}, M);
  return Error::success();
}

/// The text of \p E for a compiler; empty without an error.
static std::string textOf(Error E) {
  return toMessage(std::move(E)).text(nameInPass);
}

static constexpr RegistryLibrary Library = {
    [](Module &M, const std::string &Options, ParamBytes Bytes,
       std::string &Problem) {
      Problem = textOf(addRegistry(M, Options, Bytes));
    },
    [](Module &M, std::string &Problem) { Problem = textOf(addLeft(M)); },
#if LLVM_VERSION_MAJOR >= 22
    [](Module &M, TargetMachine &Machine, raw_pwrite_stream &OS,
       std::string &Problem) {
      Problem = textOf(writeWithLeft(M, Machine, OS));
    },
#endif
};

extern "C" __attribute__((visibility("default"))) const RegistryLibrary *
metaobjRegistryLibrary();

const RegistryLibrary *metaobjRegistryLibrary() { return &Library; }
