//===- Plugin.cpp - Passes of metaobj for opt and clang -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass metaobj-describe describes the operators of a module
// (docs/format.md, "Descriptions of operators"):
//
//     opt -load-pass-plugin=metaobj-plugin-19.so -passes=metaobj-describe
//     clang -fpass-plugin=metaobj-plugin-19.so
//
// The pass metaobj-registry adds registry and parameters to a module:
//
//     opt -load-pass-plugin=metaobj-plugin-19.so
//         -passes='metaobj-registry<params=net.params>'
//     clang -fplugin=metaobj-plugin-19.so -fpass-plugin=metaobj-plugin-19.so
//         -mllvm '-metaobj-registry=params=net.params'
//
// From LLVM 22 on, clang and llc ask plugins before they generate code. Then
// the module lacks the parameters, and metaobj adds them to the object.
//
// The plugin takes LLVM from the program that loads it, and so works with the
// one LLVM only that it was compiled for. Another LLVM would crash somewhere in
// the middle, because plugins only tell the version of their interface. So the
// plugin asks the program before it does anything else.
//
//===----------------------------------------------------------------------===//

#include "DescribePass.h"
#include "RegistryPass.h"

#include "Base/LlvmVersion.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#include <cstdio>
#include <dlfcn.h>
#include <memory>
#include <utility>

using namespace llvm;

/// The version of the LLVM in this process; 0 if it does not tell.
static unsigned majorVersionOfHost() {
  // LLVM-C is the same in all versions. From LLVM 16 on it tells its own.
  auto Ask = reinterpret_cast<void (*)(unsigned *, unsigned *, unsigned *)>(
      dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  unsigned Major = 0;
  if (Ask)
    Ask(&Major, nullptr, nullptr);
  return Major;
}

/// -metaobj-registry=OPTIONS, for clang, which has no option to name passes.
static cl::opt<std::string> *RegistryOptions = nullptr;

/// When the plugin is loaded, which clang does by -fplugin before it looks at
/// -mllvm. Another LLVM must not see the option.
__attribute__((constructor)) static void registerOptions() {
  if (majorVersionOfHost() == LLVM_VERSION_MAJOR)
    RegistryOptions = new cl::opt<std::string>(
        "metaobj-registry", cl::ValueOptional,
        cl::desc("Add registry and parameters to each module (metaobj)"));
}

/// No program has this version of the interface, so all refuse the plugin.
static constexpr uint32_t NoInterface = 0;

static bool hasRegistryOptions() {
  return RegistryOptions && RegistryOptions->getNumOccurrences();
}

#if LLVM_VERSION_MAJOR >= 22

namespace {

/// Remembers the module of a pipeline.
class RememberModule : public PassInfoMixin<RememberModule> {
public:
  explicit RememberModule(std::shared_ptr<Module *> Last)
      : Last(std::move(Last)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    *Last = &M;
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  std::shared_ptr<Module *> Last;
};

} // namespace

/// Does \p Pass write modules to files, in which parameters must not be
/// missing?
static bool writesModules(StringRef Pass) {
  return Pass == "BitcodeWriterPass" || Pass == "ThinLTOBitcodeWriterPass" ||
         Pass == "EmbedBitcodePass" || Pass == "PrintModulePass";
}

/// Adds the registry when a pipeline starts, and the parameters just before a
/// pass of it writes the module, or when code is generated. No one tells
/// plugins what a program will write.
static void registerRegistry(PassBuilder &Builder) {
  auto Last = std::make_shared<Module *>(nullptr);
  PassInstrumentationCallbacks *Calls =
      Builder.getPassInstrumentationCallbacks();
  auto Bytes =
      Calls ? metaobj::ParamBytes::Late : metaobj::ParamBytes::InModule;
  Builder.registerPipelineStartEPCallback(
      [Last, Bytes](ModulePassManager &Passes, OptimizationLevel) {
        if (!hasRegistryOptions())
          return;
        Passes.addPass(metaobj::RegistryPass(*RegistryOptions, Bytes));
        Passes.addPass(RememberModule(Last));
      });
  if (Calls)
    Calls->registerBeforeNonSkippedPassCallback(
        [Last](StringRef Pass, const Any &) {
          if (!*Last || !writesModules(Pass))
            return;
          metaobj::addLeftParams(**Last);
          // Code of the same module follows.
          if (Pass == "EmbedBitcodePass")
            return;
          metaobj::removeRegistryMark(**Last);
          *Last = nullptr;
        });
}

/// Called by clang and llc, but not by opt and linkers. Returns whether it has
/// written what \p M becomes.
static bool generateCode(Module &M, TargetMachine &Machine,
                         CodeGenFileType Type, raw_pwrite_stream &OS) {
  if (!hasRegistryOptions())
    return false;
  // No pipeline of passes has run.
  if (!metaobj::hasRegistryMark(M)) {
    ModuleAnalysisManager Analyses;
    metaobj::DescribePass().run(M, Analyses);
    metaobj::RegistryPass(*RegistryOptions, metaobj::ParamBytes::Late)
        .run(M, Analyses);
  }
  return metaobj::writeWithLeftParams(M, Machine, Type, OS);
}

#else

static void registerRegistry(PassBuilder &Builder) {
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, auto...) {
        if (hasRegistryOptions())
          Passes.addPass(metaobj::RegistryPass(*RegistryOptions));
      });
}

#endif

static void registerPasses(PassBuilder &Builder) {
  Builder.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &Passes,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == metaobj::DescribePass::Name) {
          Passes.addPass(metaobj::DescribePass());
          return true;
        }
        if (!Name.consume_front(metaobj::RegistryPass::Name))
          return false;
        // "<options>", or nothing.
        if (!Name.empty() &&
            (!Name.consume_front("<") || !Name.consume_back(">")))
          return false;
        Passes.addPass(metaobj::RegistryPass(Name.str()));
        return true;
      });
  // For clang, which has no option to name passes. Before optimisation, so that
  // functions still are as their author wrote them.
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, auto...) {
        Passes.addPass(metaobj::DescribePass());
      });
  registerRegistry(Builder);
}

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  unsigned Host = majorVersionOfHost();
  PassPluginLibraryInfo Info = {};
  Info.APIVersion = LLVM_PLUGIN_API_VERSION;
  Info.PluginName = "metaobj";
  Info.PluginVersion = LLVM_VERSION_STRING;
  Info.RegisterPassBuilderCallbacks = registerPasses;
#if LLVM_VERSION_MAJOR >= 22
  Info.PreCodeGenCallback = generateCode;
#endif
  if (Host == LLVM_VERSION_MAJOR)
    return Info;
  if (Host)
    std::fprintf(stderr,
                 "metaobj-plugin-%d.so: is for LLVM %d, and this is LLVM %u; "
                 "load metaobj-plugin-%u.so\n",
                 LLVM_VERSION_MAJOR, LLVM_VERSION_MAJOR, Host, Host);
  else
    std::fprintf(stderr,
                 "metaobj-plugin-%d.so: is for LLVM %d, and this program does "
                 "not tell its LLVM (LLVMGetVersion)\n",
                 LLVM_VERSION_MAJOR, LLVM_VERSION_MAJOR);
  Info.APIVersion = NoInterface;
  return Info;
}
