//===- CommandLine.cpp - A linker's own words -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/CommandLine.h"

#include "Base/WorkFiles.h"
#include "Link/Lld.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace metaobj;

static Error onlyElf(StringRef Input, bool IsWanted, StringRef Subject) {
  if (!IsWanted)
    return Error::success();
  return inputError(Input,
                    "is not an ELF file: " + Subject + " need ELF objects");
}

/// Settings that only another one gives a meaning.
static Error checkUse(const LinkConfig &Config, StringRef First) {
  if (!Config.Relocatable && Config.Localize)
    return inputError(First, "only symbols of a joined object become local");
  if (!Config.Localize && !Config.Keep.empty())
    return inputError(Config.Keep.front(),
                      "is to stay global, but no symbol is made local");
  if (Config.Images.Uf2Family && Config.Images.Uf2.empty())
    return inputError(First, "a family of chips is for UF2, which is not "
                             "written");
  return Error::success();
}

/// An input would be lost; the linker itself may map it while it writes.
static Error checkOutputs(const LinkConfig &Config, ArrayRef<LinkerInput> Given,
                          ArrayRef<StringRef> Others) {
  std::vector<StringRef> Inputs;
  for (const LinkerInput &TheLinkerInput : Given)
    if (!TheLinkerInput.Source.empty())
      Inputs.push_back(TheLinkerInput.Source);
  if (!Config.Script.empty())
    Inputs.push_back(Config.Script);
  std::vector<StringRef> Outputs(Others.begin(), Others.end());
  Outputs.insert(Outputs.end(), {Config.MapFile, Config.Images.Raw,
                                 Config.Images.Hex, Config.Images.Uf2});
  for (StringRef Path : Outputs)
    for (StringRef Input : Inputs)
      if (!Path.empty() && sys::fs::equivalent(Path, Input))
        return inputError(Path, "is an input of this link, too",
                          "name another file for the output");
  return Error::success();
}

Error metaobj::checkLink(const LinkConfig &Config, ObjectFormat Format,
                         ArrayRef<LinkerInput> Inputs,
                         ArrayRef<StringRef> Outputs) {
  if (Error E = checkUse(Config, Inputs.front().Name))
    return E;
  if (Error E = checkOutputs(Config, Inputs, Outputs))
    return E;
  bool IsElf = Format == ObjectFormat::Elf;
  StringRef First = Inputs.front().Name;
  const ImageFiles &Images = Config.Images;
  bool HasImage =
      !Images.Raw.empty() || !Images.Hex.empty() || !Images.Uf2.empty();
  bool HasPlaces = Config.Memory.has_value() || !Config.Script.empty();
  if (Config.Memory && !Config.Script.empty())
    return inputError(Config.Script,
                      "a linker script and memories exclude each other",
                      "name the memories in the script, or leave it out");
  if (!IsElf) {
    if (Error E = onlyElf(First, HasPlaces, "memories and linker scripts"))
      return E;
    if (Error E = onlyElf(First, Config.Localize, "local symbols"))
      return E;
    if (Error E = onlyElf(First, HasImage, "raw images"))
      return E;
    if (Config.Relocatable && Format != ObjectFormat::Wasm)
      return inputError(First,
                        lldProgram(Format) +
                            Twine(" cannot join objects to one object"),
                        "put them into an archive, which is linked as well");
  }
  if (Config.Relocatable &&
      (HasPlaces || HasImage || Config.GcSections.value_or(false)))
    return inputError(First, "objects that are joined have no addresses yet: "
                             "memories, images and dropped sections belong to "
                             "the last link");
  if (!Config.Memory)
    return Error::success();
  const SectionPlaces &Places = Config.Memory->Places;
  if (!Places.Arguments.empty() || !Places.Workspace.empty())
    return inputError("memory",
                      "places args or workspace, which only programs on a "
                      "device behind a debugger have",
                      "leave them out of a file for links");
  return checkMemoryMap(*Config.Memory);
}

using Line = std::vector<std::string>;

static void addAll(Line &Into, std::initializer_list<StringRef> Words) {
  for (StringRef Word : Words)
    Into.push_back(Word.str());
}

/// Of ld.lld and wasm-ld.
static Line unixArguments(const LinkConfig &Config, const LinkerFiles &Files,
                          bool IsElf) {
  Line Result = {"--threads=1"};
  if (Config.Relocatable)
    addAll(Result, {"-r"});
#if LLVM_VERSION_MAJOR >= 19
  // Groups of several models may have one name.
  if (IsElf && Config.Localize)
    addAll(Result, {"--force-group-allocation"});
#endif
  // No page of the file is mapped, so that none is aligned; and headers do not
  // lie in memory before the first address.
  if (IsElf && Config.Memory)
    addAll(Result, {"--nmagic"});
  if (!Files.Script.empty())
    addAll(Result, {"-T", Files.Script});
  if (!Config.Entry.empty())
    addAll(Result, {"-e", Config.Entry});
  if (Config.GcSections.value_or(Config.Memory.has_value()))
    addAll(Result, {"--gc-sections"});
  if (!Files.FirstSymbols.empty())
    addAll(Result, {"--symbol-ordering-file", Files.FirstSymbols,
                    "--no-warn-symbol-ordering"});
  if (!Files.Map.empty())
    Result.push_back("-Map=" + Files.Map);
  addAll(Result, {"-o", Files.Output});
  return Result;
}

static Line coffArguments(const LinkConfig &Config, const LinkerFiles &Files) {
  // The time would be in the file.
  Line Result = {"/threads:1", "/Brepro", "/out:" + Files.Output};
  if (!Config.Entry.empty())
    Result.push_back("/entry:" + Config.Entry);
  if (Config.GcSections.value_or(false))
    Result.push_back("/opt:ref");
  if (!Files.Map.empty())
    Result.push_back("/lldmap:" + Files.Map);
  return Result;
}

static Line machOArguments(const LinkConfig &Config, const LinkerFiles &Files,
                           StringRef Place) {
  Line Result = {"--threads=1"};
  // The name in a library is that of its last place.
  addAll(Result, {"-o", Files.Output, "-final_output", Place});
  // Debug maps store the paths of objects.
  addAll(Result, {"-oso_prefix", Files.Helpers + "/"});
  if (!Config.Entry.empty())
    addAll(Result, {"-e", Config.Entry});
  if (Config.GcSections.value_or(false))
    addAll(Result, {"-dead_strip"});
  if (!Files.Map.empty())
    addAll(Result, {"-map", Files.Map});
  return Result;
}

static Line commonArguments(const LinkConfig &Config, ObjectFormat Format,
                            const LinkerFiles &Files, StringRef Place) {
  switch (Format) {
  case ObjectFormat::Elf:
    return unixArguments(Config, Files, /*IsElf=*/true);
  case ObjectFormat::Wasm:
    return unixArguments(Config, Files, /*IsElf=*/false);
  case ObjectFormat::Coff:
    return coffArguments(Config, Files);
  case ObjectFormat::MachO:
    return machOArguments(Config, Files, Place);
  }
  llvm_unreachable("all formats are there");
}

std::vector<std::string> metaobj::linkerArguments(const LinkConfig &Config,
                                                  ObjectFormat Format,
                                                  ArrayRef<LinkerInput> Inputs,
                                                  const LinkerFiles &Files,
                                                  StringRef Place) {
  Line Result = commonArguments(Config, Format, Files, Place);
  Result.insert(Result.end(), Config.Arguments.begin(), Config.Arguments.end());
  // A path must not look like an option.
  for (const LinkerInput &Input : Inputs)
    Result.push_back(StringRef(Input.Path).starts_with("-") ||
                             StringRef(Input.Path).starts_with("@")
                         ? "./" + Input.Path
                         : Input.Path);
  return Result;
}

/// The format of a file, or of the first object member of an archive.
static Expected<std::optional<ObjectFormat>> formatOf(MemoryBufferRef File) {
  if (identify_magic(File.getBuffer()) != file_magic::archive)
    return objectFormatOf(File.getBuffer());
  Expected<std::unique_ptr<object::Archive>> Archive =
      object::Archive::create(File);
  if (!Archive)
    return Archive.takeError();
  std::optional<ObjectFormat> Result;
  Error Failure = Error::success();
  for (const object::Archive::Child &TheChild : (*Archive)->children(Failure)) {
    Expected<StringRef> Bytes = TheChild.getBuffer();
    if (!Bytes) {
      consumeError(std::move(Failure));
      return Bytes.takeError();
    }
    Result = objectFormatOf(*Bytes);
    if (Result)
      break;
  }
  if (Failure)
    return Failure;
  return Result;
}

Expected<ObjectFormat> metaobj::formatOfInputs(ArrayRef<LinkerInput> Inputs) {
  if (Inputs.empty())
    return inputError("inputs", "there is no object to link");
  for (const LinkerInput &Input : Inputs) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = mapFile(Input.Path);
    if (!Buffer)
      return Buffer.takeError();
    Expected<std::optional<ObjectFormat>> Format =
        formatOf({(*Buffer)->getBuffer(), Input.Name});
    if (!Format)
      return inputError(Input.Name, Format.takeError());
    if (*Format)
      return **Format;
  }
  return inputError(
      Inputs.front().Name,
      "is not an object or archive of objects (ELF, COFF, Mach-O or "
      "WebAssembly)");
}
