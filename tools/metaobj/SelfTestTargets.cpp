//===- SelfTestTargets.cpp - What --all goes through ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelfTestTargets.h"

#include "metaobj/LlvmVersion.h"
#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace metaobj;

/// Every ABI that objects of the linked LLVM's targets can have, as far as it
/// changes what linkers see.
static std::vector<SelfTestVariant> knownVariants() {
  return {
      {"aarch64-unknown-none-elf", "lp64", {}},
      {"aarch64_be-unknown-none-elf", "lp64", {}},
      {"aarch64-unknown-linux-gnu_ilp32", "ilp32", {}},
      {"aarch64-pc-windows-msvc", "", {}},
      {"arm64-apple-macosx", "", {}},
      {"arm64-apple-ios", "", {}},
      {"arm64_32-apple-watchos", "", {}},
      {"amdgcn-amd-amdhsa", "", {}, true},
      {"r600-unknown-unknown", "", {}, true},
      {"armv7a-unknown-linux-gnueabi", "soft float", {"--float-abi=soft"}},
      {"armv7a-unknown-linux-gnueabihf", "hard float", {"--float-abi=hard"}},
      {"armv4t-none-eabi", "soft float", {"--float-abi=soft"}},
      {"armebv7r-none-eabi", "soft float", {"--float-abi=soft"}},
      {"thumbv6m-none-eabi", "soft float", {"--float-abi=soft"}},
      {"thumbv7m-none-eabi", "soft float", {"--float-abi=soft"}},
      {"thumbv7em-none-eabi", "soft float", {"--float-abi=soft"}},
      {"thumbv7em-none-eabihf", "hard float", {"--float-abi=hard"}},
      {"thumbv8m.main-none-eabi", "soft float", {"--float-abi=soft"}},
      {"thumbv8.1m.main-none-eabihf", "hard float", {"--float-abi=hard"}},
      {"thumbebv7m-none-eabi", "soft float", {"--float-abi=soft"}},
      {"thumbv7-pc-windows-msvc", "", {}},
      {"avr-unknown-unknown", "avr5", {"--mcpu=atmega328p"}},
      {"avr-unknown-unknown", "avr25", {"--mcpu=attiny85"}},
      {"avr-unknown-unknown", "avr6", {"--mcpu=atmega2560"}},
      // Five arguments at most.
      {"bpfel-unknown-unknown", "", {}, true},
      {"bpfeb-unknown-unknown", "", {}, true},
      {"hexagon-unknown-elf", "", {}},
      {"lanai-unknown-unknown", "", {}},
      {"loongarch32-unknown-none", "ilp32s", {"--target-abi=ilp32s"}},
      {"loongarch32-unknown-none",
       "ilp32f",
       {"--target-abi=ilp32f", "--mattr=+f"}},
      {"loongarch32-unknown-none",
       "ilp32d",
       {"--target-abi=ilp32d", "--mattr=+d"}},
      {"loongarch64-unknown-none", "lp64s", {"--target-abi=lp64s"}},
      {"loongarch64-unknown-none",
       "lp64f",
       {"--target-abi=lp64f", "--mattr=+f"}},
      {"loongarch64-unknown-none",
       "lp64d",
       {"--target-abi=lp64d", "--mattr=+d"}},
      {"m68k-unknown-linux-gnu", "", {}},
      {"mips-unknown-linux-gnu", "o32", {}},
      {"mips-unknown-linux-gnu", "o32, soft float", {"--mattr=+soft-float"}},
      {"mipsel-unknown-linux-gnu", "o32", {}},
      {"mipsel-unknown-linux-gnu",
       "o32, microMIPS",
       {"--mcpu=mips32r2", "--mattr=+micromips"}},
      {"mipsisa32r6-unknown-linux-gnu", "o32, r6", {}},
      {"mips64-unknown-linux-gnuabin32", "n32", {}},
      {"mips64-unknown-linux-gnuabi64", "n64", {}},
      {"mips64el-unknown-linux-gnuabin32", "n32", {}},
      {"mips64el-unknown-linux-gnuabi64", "n64", {}},
      {"msp430-unknown-elf", "", {}},
      {"nvptx-nvidia-cuda", "", {}, true},
      {"nvptx64-nvidia-cuda", "", {}, true},
      {"powerpc-unknown-linux-gnu", "", {}},
      {"powerpcle-unknown-elf", "", {}},
      {"powerpc64-unknown-linux-gnu", "elfv1", {"--target-abi=elfv1"}},
      {"powerpc64-unknown-linux-musl", "elfv2", {"--target-abi=elfv2"}},
      {"powerpc64le-unknown-linux-gnu", "elfv2", {"--target-abi=elfv2"}},
      {"riscv32-unknown-elf", "ilp32", {"--target-abi=ilp32"}},
      {"riscv32-unknown-elf",
       "ilp32e",
       {"--target-abi=ilp32e", "--mattr=+e"},
       !llvm_version::HasRiscvE},
      {"riscv32-unknown-elf",
       "ilp32f",
       {"--target-abi=ilp32f", "--mattr=+m,+a,+c,+f"}},
      {"riscv32-unknown-elf",
       "ilp32d",
       {"--target-abi=ilp32d", "--mattr=+m,+a,+c,+d"}},
      {"riscv64-unknown-elf",
       "lp64",
       {"--target-abi=lp64", "--code-model=medium"}},
      {"riscv64-unknown-elf",
       "lp64e",
       {"--target-abi=lp64e", "--mattr=+e", "--code-model=medium"},
       !llvm_version::HasRiscvE},
      {"riscv64-unknown-elf",
       "lp64f",
       {"--target-abi=lp64f", "--mattr=+m,+a,+c,+f", "--code-model=medium"}},
      {"riscv64-unknown-elf",
       "lp64d",
       {"--target-abi=lp64d", "--mattr=+m,+a,+c,+d", "--code-model=medium"}},
      {"riscv32be-unknown-elf", "ilp32", {"--target-abi=ilp32"}},
      {"riscv64be-unknown-elf",
       "lp64",
       {"--target-abi=lp64", "--code-model=medium"}},
      {"sparc-unknown-linux-gnu", "", {}},
      {"sparcel-unknown-elf", "", {}},
      {"sparcv9-unknown-linux-gnu", "", {}},
      {"spirv-unknown-vulkan", "", {}, true},
      {"spirv32-unknown-unknown", "", {}, true},
      {"spirv64-unknown-unknown", "", {}, true},
      {"dxil-unknown-unknown", "", {}, true},
      {"s390x-unknown-linux-gnu", "", {}},
      {"ve-unknown-linux-gnu", "", {}},
      {"wasm32-unknown-unknown", "", {}},
      {"wasm64-unknown-unknown", "", {}},
      {"i686-unknown-linux-gnu", "", {}},
      {"i686-pc-windows-msvc", "", {}},
      {"i686-w64-windows-gnu", "", {}},
      {"x86_64-unknown-linux-gnu", "", {}},
      {"x86_64-unknown-linux-gnux32", "x32", {}},
      {"x86_64-pc-windows-msvc", "", {}},
      {"x86_64-w64-windows-gnu", "", {}},
      {"x86_64-apple-macosx", "", {}},
      {"xcore-unknown-unknown", "", {}},
      // LLVM 19 has no branches for it yet.
      {"xtensa-unknown-elf", "", {}, true},
  };
}

std::vector<SelfTestVariant> selfTestVariants() {
  std::vector<SelfTestVariant> Known = knownVariants(), All;
  for (const TargetDescription &Target : listTargets()) {
    Triple::ArchType Arch = Triple::getArchTypeForLLVMName(Target.Name);
    auto IsOfTarget = [&](const SelfTestVariant &Variant) {
      return Triple(Variant.Triple).getArch() == Arch;
    };
    // LLVM registers some targets under several names.
    if (any_of(All, IsOfTarget))
      continue;
    size_t Before = All.size();
    copy_if(Known, std::back_inserter(All), IsOfTarget);
    if (All.size() == Before)
      All.push_back({Triple::getArchTypeName(Arch).str(), "", {}});
    for (size_t I = Before; I < All.size(); ++I) {
      All[I].MayFail |= !Target.Refusal.empty();
      All[I].Target = Target.Name;
    }
  }
  return All;
}
