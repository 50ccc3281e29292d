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
// The plugin takes LLVM from the program that loads it, and so works with the
// one LLVM only that it was compiled for. Another LLVM would crash somewhere in
// the middle, because plugins only tell the version of their interface. So the
// plugin asks the program before it does anything else.
//
//===----------------------------------------------------------------------===//

#include "DescribePass.h"
#include "RegistryPass.h"

#include "metaobj/LlvmVersion.h"

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
        if (RegistryOptions && RegistryOptions->getNumOccurrences())
          Passes.addPass(metaobj::RegistryPass(*RegistryOptions));
      });
}

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  unsigned Host = majorVersionOfHost();
  PassPluginLibraryInfo Info = {};
  Info.APIVersion = LLVM_PLUGIN_API_VERSION;
  Info.PluginName = "metaobj";
  Info.PluginVersion = LLVM_VERSION_STRING;
  Info.RegisterPassBuilderCallbacks = registerPasses;
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
