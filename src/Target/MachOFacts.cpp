//===- MachOFacts.cpp - What a Mach-O object tells of its target ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mach-O is the format of Apple's systems. The header names the machine and a
// subtype: x86-64 (also "h", for Haswell), arm64, and arm64_32 with pointers of
// 32 bits (watches). LC_BUILD_VERSION, before 2018 LC_VERSION_MIN_*, names the
// platform and its lowest version. Linkers refuse objects of another platform,
// and warn of objects that require a newer system than the image. So the output
// requires the same as the object that gives the target.
//
// arm64e signs pointers, also those of the registry, with keys that only its
// own compiler chooses. So metaobj refuses it.
//
// All code is position independent. Constants with pointers lie in
// __DATA,__const, which a loader writes, others in __TEXT,__const. With
// -dead_strip the linker keeps each symbol that can be reached from the entry
// point.
//
//===----------------------------------------------------------------------===//

#include "Target/FormatFacts.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

struct PlatformNames {
  uint32_t Kind; ///< PLATFORM_*.
  StringLiteral Name;
  StringLiteral System;
  StringLiteral Environment;
};

// By numbers where LLVM 16 has no names yet.
constexpr PlatformNames Platforms[] = {
    {1, "macOS", "macosx", ""},
    {2, "iOS", "ios", ""},
    {3, "tvOS", "tvos", ""},
    {4, "watchOS", "watchos", ""},
    {6, "Mac Catalyst", "ios", "-macabi"},
    {7, "iOS simulator", "ios", "-simulator"},
    {8, "tvOS simulator", "tvos", "-simulator"},
    {9, "watchOS simulator", "watchos", "-simulator"},
    {10, "DriverKit", "driverkit", ""},
    {11, "visionOS", "xros", ""},
    {12, "visionOS simulator", "xros", "-simulator"},
};

} // namespace

static const PlatformNames *findPlatform(uint32_t Kind) {
  const auto *Found = find_if(
      Platforms, [Kind](const PlatformNames &P) { return P.Kind == Kind; });
  return Found == std::end(Platforms) ? nullptr : Found;
}

static Expected<StringRef> architecture(const MachOFile &File, StringRef Name) {
  switch (File.CpuType) {
  case MachO::CPU_TYPE_X86_64:
    return File.CpuSubtype == MachO::CPU_SUBTYPE_X86_64_H ? "x86_64h"
                                                          : "x86_64";
  case MachO::CPU_TYPE_ARM64:
    if (File.CpuSubtype == MachO::CPU_SUBTYPE_ARM64E)
      return inputError(Name,
                        "is for arm64e, whose signed pointers cannot be "
                        "emitted",
                        "build the operators for arm64");
    return "arm64";
  case MachO::CPU_TYPE_ARM64_32:
    return "arm64_32";
  default:
    return inputError(Name,
                      "the target cannot be taken from Mach-O objects of this "
                      "machine (CPU type 0x" +
                          Twine::utohexstr(File.CpuType) +
                          "); known are x86-64, arm64 and arm64_32",
                      "give the target by " + setting::Triple);
  }
}

/// "11.0.0" of 16 bits and twice 8.
static std::string versionText(uint32_t Version) {
  return (Twine(Version >> 16) + "." + Twine(Version >> 8 & 0xFF) + "." +
          Twine(Version & 0xFF))
      .str();
}

Expected<Triple> metaobj::tripleOf(const MachOFile &File, StringRef Name) {
  Expected<StringRef> Arch = architecture(File, Name);
  if (!Arch)
    return Arch.takeError();
  // Without a version LLVM writes no load command either.
  if (!File.ThePlatform)
    return Triple(*Arch + "-apple-darwin");
  const PlatformNames *Platform = findPlatform(File.ThePlatform->Kind);
  if (!Platform)
    return inputError(Name,
                      "is for platform " + Twine(File.ThePlatform->Kind) +
                          " of Mach-O, which is not known",
                      "give the target by " + setting::Triple);
  return Triple(*Arch + "-apple-" + Platform->System +
                versionText(File.ThePlatform->MinimumVersion) +
                Platform->Environment);
}

std::string metaobj::platformName(const MachOFile &File) {
  const PlatformNames *Platform =
      File.ThePlatform ? findPlatform(File.ThePlatform->Kind) : nullptr;
  return Platform ? Platform->Name.str() : "";
}
