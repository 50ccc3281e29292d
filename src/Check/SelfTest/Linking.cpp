//===- Linking.cpp - lld takes the objects --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/SelfTest/Steps.h"

#include "Base/LlvmVersion.h"
#include "metaobj/SelfTest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace metaobj;

/// Longer than any sound link of two small objects.
static constexpr unsigned TimeoutSeconds = 60;

using Arguments = std::vector<std::string>;

std::string metaobj::findLld(ArrayRef<StringRef> Folders) {
  const std::string Versioned =
      "ld.lld-" + std::to_string(llvm_version::MajorVersion);
  for (StringRef Name : {StringRef("ld.lld"), StringRef(Versioned)})
    if (!Folders.empty())
      if (ErrorOr<std::string> Path = sys::findProgramByName(Name, Folders))
        return *Path;
  for (StringRef Name : {StringRef(Versioned), StringRef("ld.lld")})
    if (ErrorOr<std::string> Path = sys::findProgramByName(Name))
      return *Path;
  return "";
}

static Arguments elfArguments(const LinkJob &Job, ArrayRef<StringRef> Kind) {
  Arguments Line = {"-flavor", "gnu", "--fatal-warnings", "-e",
                    Job.Symbols.front()};
  for (const std::string &Symbol : ArrayRef(Job.Symbols).drop_front())
    Line.push_back("--undefined=" + Symbol);
  // lld's own default leaves no address that 16 bits can hold.
  if (Job.PointerBits == 16)
    Line.push_back("--image-base=0");
  for (StringRef Name : Kind)
    Line.push_back(Name.str());
  return Line;
}

static Arguments machOArguments(const LinkJob &Job) {
  StringRef Platform = "macos";
  if (Job.TheTriple.isWatchOS())
    Platform = "watchos";
  else if (Job.TheTriple.isTvOS())
    Platform = "tvos";
  else if (Job.TheTriple.isiOS())
    Platform = "ios";
  VersionTuple Version = Job.TheTriple.isMacOSX()
                             ? VersionTuple(11, 0)
                             : Job.TheTriple.getOSVersion();
  std::string Minimum = std::max(Version, VersionTuple(11, 0)).getAsString();
  // A library: a program would want the system's.
  return {"-flavor",
          "darwin",
          "-arch",
          Job.TheTriple.getArchName().str(),
          "-platform_version",
          Platform.str(),
          Minimum,
          Minimum,
          "-dylib"};
}

static Arguments coffArguments(const LinkJob &Job) {
  return {"-flavor",
          "link",
          "/nologo",
          "/entry:" + Job.Symbols.front(),
          "/subsystem:console",
          "/nodefaultlib",
          "/safeseh:no"};
}

static Arguments wasmArguments(const LinkJob &Job) {
  Arguments Line = {"-flavor", "wasm", "--no-entry",
                    "--export=" + Job.Symbols.front(), "--fatal-warnings"};
  if (Job.PointerBits == 64)
    Line.push_back("-mwasm64");
  return Line;
}

/// Can lld leave pointers for the loader to relocate?
static bool hasDynamicPointers(const LinkJob &Job) {
  const Triple &T = Job.TheTriple;
  return T.getArch() != Triple::avr && T.getArch() != Triple::msp430 &&
         T.getArch() != Triple::sparcv9 &&
         !(T.getArch() == Triple::x86_64 && Job.PointerBits == 32);
}

namespace {

/// How lld is called for an object format.
struct LldUse {
  /// The command lines, without objects and output, by what they make.
  std::vector<std::pair<std::string, Arguments>> Links = {};
  std::string WhyNot = {}; ///< Of no links.
  /// Prefix of the output's path; empty: the path follows "-o".
  StringRef OutputPrefix = "";
};

} // namespace

static LldUse elfUse(const LinkJob &Job, bool IsPositionIndependent) {
  if (!IsPositionIndependent)
    return {{{"program", elfArguments(Job, {})},
             {"program without unused sections",
              elfArguments(Job, {"--gc-sections"})}}};
  if (!hasDynamicPointers(Job))
    return {{}, "lld leaves no pointers of this machine to a loader"};
  return {{{"position-independent program",
            elfArguments(Job, {"-pie", "--no-dynamic-linker"})},
           {"shared library", elfArguments(Job, {"-shared"})}}};
}

static LldUse lldUse(const LinkJob &Job, bool IsPositionIndependent) {
  switch (Job.TheTriple.getObjectFormat()) {
  case Triple::MachO:
    return {{{"library", machOArguments(Job)}}};
  case Triple::COFF:
    return {{{"program", coffArguments(Job)}}, "", "/out:"};
  case Triple::Wasm:
    return {{{"module", wasmArguments(Job)}}};
  case Triple::ELF:
    return elfUse(Job, IsPositionIndependent);
  default:
    return {{}, "no linker for this object format is known"};
  }
}

/// Is it the machine that lld refuses, and not the objects?
static bool isUnsupported(StringRef Message, const LinkJob &Job) {
  for (StringRef Known : {"unsupported e_machine value",
                          "ABI version 1 is not supported", "unknown file type",
                          "unknown emulation", "missing or unsupported -arch"})
    if (Message.contains(Known))
      return true;
  // lld reads attributes of RISC-V as little endian, whatever the file is.
  if (Job.TheTriple.isRISCV() && !Job.TheTriple.isLittleEndian() &&
      Message.contains("(.riscv.attributes): invalid section length"))
    return true;
  // ILP32 has its own numbers for all relocations of AArch64. Nothing else in
  // the ELF file shows ILP32.
  return Job.TheTriple.isAArch64() && Job.PointerBits == 32 &&
         Message.contains("unknown relocation");
}

/// The names of temporary files would make every report another one.
static std::string withoutPaths(StringRef Message, const LinkJob &Job,
                                StringRef Output) {
  std::string Text = Message.str();
  auto Replace = [&](StringRef Path, StringRef Name) {
    for (size_t Offset; (Offset = Text.find(Path.str())) != std::string::npos;)
      Text.replace(Offset, Path.size(), Name.str());
  };
  static constexpr StringLiteral Names[] = {"metadata.o", "operators.o"};
  for (auto [Path, Name] : zip(Job.Objects, Names))
    Replace(Path, Name);
  Replace(Output, "the output");
  return StringRef(Text).trim().str();
}

/// The first line that lld printed; nullopt if it linked.
static std::optional<std::string> runLld(const LinkJob &Job, StringRef Kind,
                                         const Arguments &Options,
                                         StringRef OutputPrefix,
                                         StringRef Output) {
  std::vector<std::string> Line = {Job.Lld.str()};
  Line.insert(Line.end(), Options.begin(), Options.end());
  for (StringRef Object : Job.Objects)
    Line.push_back(Object.str());
  if (OutputPrefix.empty())
    Line.push_back("-o");
  Line.push_back((OutputPrefix + Output).str());
  std::vector<StringRef> Arguments(Line.begin(), Line.end());
  const std::string Messages = Job.Folder.file((Kind + ".txt").str());
  std::optional<StringRef> Redirects[] = {"", Messages, Messages};
  std::string Problem;
  int Status = sys::ExecuteAndWait(Job.Lld, Arguments, std::nullopt, Redirects,
                                   TimeoutSeconds, /*MemoryLimit=*/0, &Problem);
  if (Status == 0)
    return std::nullopt;
  Expected<std::unique_ptr<MemoryBuffer>> Text = mapFile(Messages);
  if (!Text) {
    consumeError(Text.takeError());
    return Problem;
  }
  StringRef First = (*Text)->getBuffer().split('\n').first;
  return First.empty() ? Problem : withoutPaths(First, Job, Output);
}

static void checkLinked(Checks &Result, MemoryBufferRef Linked, StringRef Kind,
                        const Expectation &Wanted) {
  if (!Linked.getBuffer().starts_with(ELF::ElfMagic))
    return Result.note("linked, but files of this format are not read back");
  Expected<std::vector<Inspection>> Found =
      inspect({Linked.getBuffer(), "linked " + Kind.str()});
  if (!Found) {
    Result.succeeded(Found.takeError());
    return;
  }
  Checks Inner;
  checkInspection(Inner, Found->front(), Wanted, /*IsLinked=*/true);
  Result.add(Inner, "linked " + Kind + ": ");
}

void metaobj::checkLinks(Checks &Result, const LinkJob &Job,
                         const Expectation &Wanted) {
  LldUse Use = lldUse(Job, Wanted.IsPositionIndependent);
  if (Use.Links.empty())
    return Result.skip(Use.WhyNot);
  StringRef Machine = Job.TheTriple.getArchName();
  if (llvm_version::isUnknownToLld(Job.TheTriple))
    return Result.skip("lld does not know " + Machine +
                       ", and does not say so");
  for (const auto &[Kind, Options] : Use.Links) {
    const std::string Output = Job.Folder.file(Kind + ".out");
    std::optional<std::string> Refusal =
        runLld(Job, Kind, Options, Use.OutputPrefix, Output);
    if (Refusal && isUnsupported(*Refusal, Job))
      return Result.skip("lld does not know " + Machine + ": " + *Refusal);
    if (!Result.expect(!Refusal, Kind + ": " + Refusal.value_or("")))
      continue;
    Expected<std::unique_ptr<MemoryBuffer>> Linked = mapFile(Output);
    if (!Linked) {
      Result.succeeded(Linked.takeError());
      continue;
    }
    checkLinked(Result, **Linked, Kind, Wanted);
  }
}
