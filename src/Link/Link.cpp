//===- Link.cpp - Linking without another program -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Link.h"

#include "Abi/TvmFfi.h"
#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "Base/WorkFiles.h"
#include "Check/Check.h"
#include "Link/CommandLine.h"
#include "Link/EndingSignals.h"
#include "Link/FirmwareInputs.h"
#include "Link/ImageChecks.h"
#include "Link/Images.h"
#include "Link/LinkerArguments.h"
#include "Link/LinkerInputs.h"
#include "Link/LinkerScript.h"
#include "Link/Lld.h"
#include "Link/Localize.h"
#include "Link/RegionUse.h"
#include "Link/Runtime/FfiPart.h"
#include "Link/SectionRoles.h"
#include "Link/SharedPools.h"
#include "metaobj/Emit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// One link: its files, and the steps in their order.
class Link {
public:
  Link(const LinkConfig &TheConfig, StringRef TheOutput, WorkFolder TheResults,
       WorkFolder TheHelpers)
      : Config(TheConfig), Output(TheOutput), Results(std::move(TheResults)),
        Helpers(std::move(TheHelpers)) {}

  Expected<LinkResult> run(OutputTransaction &Outputs);

private:
  Expected<LldMessages> runLinker(const LinkerFiles &Files,
                                  ArrayRef<std::string> More);
  Error checkInputs();
  Error makeRuntime();
  Error checkWorkspaces(ArrayRef<OperatorObject> Objects) const;
  Error putUnwindFunctionFirst(StringRef Library);
  bool startsInRuntime() const;
  Error readFirmware();
  Error checkStart(MemoryBufferRef Linked) const;
  Error writeScript(LinkerFiles &Files);
  Expected<std::string> linkTo(const LinkerFiles &Files);
  Message duplicatesHint() const;
  Error explain(const LldMessages &Messages);
  Expected<std::string> overflow();
  Error checkJoined(StringRef Path);
  Error finishJoined(StringRef Path);
  Error adoptResults(OutputTransaction &Outputs, StringRef Main);
  Error writeTexts(OutputTransaction &Outputs, const LinkerFiles &Files,
                   std::string &Said);
  std::string inUsersWords(StringRef Text) const;

  LinkConfig Config; ///< With Given.Rest for Arguments.
  std::vector<LinkerInput> Inputs;
  LinkerArguments Given;
  StringRef Output;
  WorkFolder Results; ///< Next to the output.
  WorkFolder Helpers; ///< For files that nobody keeps.
  ObjectFormat Format = ObjectFormat::Elf;
  std::vector<std::string> Runtime; ///< Arguments behind the inputs.
  std::vector<std::string> Aliases; ///< Arguments for the whole link.
  FirmwareInputs Firmware;          ///< With Config.Memory.
  std::string GivenEntry;           ///< Not the usual one.
};

} // namespace

/// The linked file's path in the folder of results. lld makes a file with a
/// longer name first, which file systems may refuse. Names of libraries of COFF
/// and of Mach-O files are stored in them.
static std::string linkedFile(const WorkFolder &Results, StringRef Output,
                              ObjectFormat Format) {
  constexpr size_t Longest = 255 - StringLiteral(".tmp0123456").size();
  StringRef Name = sys::path::filename(Output);
  bool IsStored = Format == ObjectFormat::Coff || Format == ObjectFormat::MachO;
  return Results.file(Name.size() <= Longest || IsStored ? Name : "output");
}

/// Of the runtime's start-up code.
static constexpr StringLiteral RuntimeEntry = "tvm_crt_reset";

/// The linker knows other names of files: those in our folders, which differ
/// from run to run.
std::string Link::inUsersWords(StringRef Text) const {
  std::string Own = sys::path::parent_path(Output).str();
  if (!Own.empty())
    Own += '/';
  std::string Result = withInputNames(Text, Inputs, Helpers);
  for (const auto &[Ours, Name] :
       {std::pair(linkedFile(Results, Output, Format), Output.str()),
        std::pair((Results.path() + "/").str(), Own)})
    for (size_t Offset = 0;
         (Offset = Result.find(Ours, Offset)) != std::string::npos;
         Offset += Name.size())
      Result.replace(Offset, Ours.size(), Name);
  return Result;
}

Expected<LldMessages> Link::runLinker(const LinkerFiles &Files,
                                      ArrayRef<std::string> More) {
  std::vector<std::string> Arguments =
      linkerArguments(Config, Format, Inputs, Files, Output);
  Arguments.insert(Arguments.end(), Aliases.begin(), Aliases.end());
  Arguments.insert(Arguments.end(), Runtime.begin(), Runtime.end());
  Arguments.insert(Arguments.end(), More.begin(), More.end());
  return runLld(Format, Arguments);
}

/// \p Map with memories that are large enough for any device.
static MemoryMap withoutLimits(MemoryMap Map) {
  constexpr uint64_t End = uint64_t(1) << 32, More = 1 << 30;
  for (MemoryRegion &Region : Map.Regions)
    Region.Bytes =
        Region.Address < End
            ? std::max(Region.Bytes, std::min(End - Region.Address, More))
            : Region.Bytes + std::min(~Region.Address - Region.Bytes, More);
  return Map;
}

/// Links once more without limits, and says what is too large.
Expected<std::string> Link::overflow() {
  LinkerFiles Anyway;
  Anyway.Helpers = Helpers.path();
  Anyway.Output = Helpers.file("anyway");
  Anyway.Script = Helpers.file("anyway.ld");
  if (Error E = writeFileAtomically(
          Anyway.Script, linkerScript(withoutLimits(*Config.Memory), Firmware)))
    return E;
  Expected<LldMessages> Messages = runLinker(Anyway, {"--no-check-sections"});
  if (!Messages)
    return Messages.takeError();
  Expected<std::unique_ptr<MemoryBuffer>> Image = mapFile(Anyway.Output);
  if (!Image)
    return Image.takeError();
  Expected<std::vector<RegionUse>> Use =
      regionUse((*Image)->getMemBufferRef(), *Config.Memory);
  if (!Use)
    return Use.takeError();
  return largestContents((*Image)->getMemBufferRef(), *Use);
}

/// What of the user's script is valid for GNU's linker only: as CubeIDE, MCUs'
/// templates and picolibc have it.
static std::string scriptHint(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> File = mapFile(Path);
  if (!File) {
    consumeError(File.takeError());
    return "";
  }
  std::string Text;
  for (StringRef Rest = (*File)->getBuffer(); !Rest.empty();) {
    auto [Before, Comment] = Rest.split("/*");
    Text += Before;
    Rest = Comment.split("*/").second;
  }
  StringRef Script = Text;
  if (Script.contains("ALIGN_WITH_INPUT"))
    return "ld.lld does not know ALIGN_WITH_INPUT: leave it out of the script, "
           "and write ALIGN(8) in front of the section's ':'";
  size_t Use = std::min(Script.find("ORIGIN("), Script.find("LENGTH("));
  if (Use < Script.find("MEMORY"))
    return "ld.lld reads a script once: move the lines with ORIGIN() and "
           "LENGTH() behind MEMORY { }";
  return "";
}

/// As check says it.
Message Link::duplicatesHint() const {
  Expected<std::vector<OperatorObject>> Objects =
      readableObjects(Config.Inputs, Format);
  Expected<Message> Hint =
      Objects ? hintForDuplicates(*Objects) : Objects.takeError();
  if (Hint)
    return *Hint;
  // The linker's own words remain.
  consumeError(Hint.takeError());
  return "";
}

Error Link::explain(const LldMessages &Messages) {
  bool IsOverflow = any_of(Messages.Errors, [](StringRef Name) {
    return Name.contains("will not fit in region");
  });
  if (IsOverflow && Config.Memory) {
    Expected<std::string> Contents = overflow();
    if (Contents && !Contents->empty())
      return make_error<InputError>(
          Output, "does not fit into the memories",
          "drop what nobody calls, compress or move parameters, or name a "
          "larger region",
          *Contents);
    // The linker's own words remain.
    if (!Contents)
      consumeError(Contents.takeError());
  }
  auto Misses = [&](StringRef Start) {
    return any_of(Messages.Errors, [&](StringRef Text) {
      return Text.contains(("undefined symbol: " + Start).str());
    });
  };
  bool IsTwice = any_of(Messages.Errors, [](StringRef Word) {
    return Word.starts_with("duplicate symbol");
  });
  Message Hint;
  if (IsTwice)
    Hint = duplicatesHint();
  else if (Misses("TVMPlatform"))
    Hint = "the program's platform defines the functions TVMPlatform*; " +
           Setting("with-runtime") +
           "=semihosting has them for a debugger or an emulator";
  else if (any_of(tvm_ffi::runtimeFunctions(),
                  [&](const tvm_ffi::RuntimeFunction &Function) {
                    return Function.isOfFfi() && !Function.IsInRuntimeCrt &&
                           Misses(Function.Name);
                  }))
    Hint = "only TVM's runtime of a host has this function: compile the model "
           "without operators that call functions by name (topk, sort and "
           "others)";
  else if (Misses("TVMFFI") || Misses("TVMFfi"))
    Hint = "the C runtime has what operators of tvm-ffi call: add " +
           Setting("with-runtime") + "=ffi";
  else if (Misses("TVM"))
    Hint = "the C runtime defines the functions TVM*: link it as well, or add "
           "its parts with " +
           Setting("with-runtime");
  else if (Misses("tvm_crt_semihosting_"))
    Hint = "the C runtime has what prints through a debugger: add " +
           Setting("with-runtime") + "=semihosting";
  else if (!Config.Memory && Config.Script.empty() &&
           any_of(Messages.Errors, [](StringRef Text) {
             return Text.consume_front("undefined symbol: ") &&
                    isStartUpSymbol(Text.split('\n').first);
           }))
    Hint = "start-up code has to know the memories: name them with " +
           Setting("board") + " or " + Setting("memory");
  else if (!Config.Script.empty())
    Hint = scriptHint(Config.Script);
  Error Result = Error::success();
  for (const std::string &TheError : Messages.Errors) {
    auto [Reason, Rest] = StringRef(TheError).split('\n');
    bool IsLast = &TheError == &Messages.Errors.back();
    Result = joinErrors(
        std::move(Result),
        make_error<InputError>(Output, inUsersWords(Reason), IsLast ? Hint : "",
                               Rest.empty() ? "" : inUsersWords(Rest) + "\n"));
  }
  return Result;
}

/// Returns what the linker said besides warnings.
Expected<std::string> Link::linkTo(const LinkerFiles &Files) {
  Expected<LldMessages> Messages = runLinker(Files, {});
  if (!Messages)
    return Messages.takeError();
  for (const std::string &Warning : Messages->Warnings) {
    auto [Reason, Rest] = StringRef(Warning).split('\n');
    report(Config.Diagnostics, Diagnostic::Warning, Output,
           inUsersWords(Reason), "",
           Rest.empty() ? "" : inUsersWords(Rest) + "\n");
  }
  if (!Messages->Errors.empty())
    return explain(*Messages);
  std::string Said = inUsersWords(Messages->Rest);
  if (!sys::fs::exists(Files.Output))
    return make_error<InputError>(
        Output,
        "the linker has only printed what one of its arguments asks for",
        "leave out arguments such as --help and --version",
        Said.empty() ? Said : Said + "\n");
  return Said;
}

/// Refuses objects that do not fit, where lld would be silent.
Error Link::checkInputs() {
  Expected<std::vector<OperatorObject>> Objects =
      readableObjects(Config.Inputs, Format);
  if (!Objects)
    return Objects.takeError();
  // GNU ld's option, for those who know better.
  if (is_contained(Config.Arguments, "--no-warn-mismatch"))
    return Error::success();
  CheckConfig Checking;
  Checking.Diagnostics = Config.Diagnostics;
  if (Config.Relocatable)
    Checking.Output = LinkOutput::RelocatableObject;
  else if (is_contained(Config.Arguments, "--shared") ||
           is_contained(Config.Arguments, "-shared"))
    Checking.Output = LinkOutput::SharedObject;
  Expected<std::vector<HelperAlias>> Helpers = checkForLld(*Objects, Checking);
  if (!Helpers)
    return Helpers.takeError();
  if (!Config.Relocatable)
    for (const HelperAlias &Helper : *Helpers)
      Aliases.push_back("--defsym=" + Helper.Name + "=" + Helper.Other);
  return Error::success();
}

/// Does the program start with the runtime's start-up code?
bool Link::startsInRuntime() const {
  return is_contained(Config.Runtime.Parts, RuntimePart::Startup) &&
         GivenEntry.empty();
}

/// Reads what the script for Config.Memory needs to know of the inputs.
Error Link::readFirmware() {
  constexpr StringLiteral UsualEntry = "_start", VendorsEntry = "Reset_Handler";
  std::string Entry = GivenEntry;
  if (startsInRuntime())
    Entry = RuntimeEntry;
  Firmware = readFirmwareInputs(Inputs, {Entry, UsualEntry, VendorsEntry});
  // A Cortex-M finds its first function by its vectors.
  if (Entry.empty())
    Entry = Firmware.IsProfileM && !Firmware.Entries.count(UsualEntry.str())
                ? VendorsEntry
                : UsualEntry;
  Firmware.Entry = Entry;
  MemoryMap &Map = *Config.Memory;
  if (GivenEntry.empty())
    Map.Entry = Entry;
  for (const MemoryRegion &Region : Map.Regions)
    if (!Firmware.Is64Bit && (Region.Address > UINT32_MAX ||
                              Region.Bytes - 1 > UINT32_MAX - Region.Address))
      return inputError("region " + quoted(Region.Name),
                        "ends behind the last address of 32 bits, which the "
                        "objects have",
                        "correct its address or its size");
  if (isLoadedWhole(Map))
    return Error::success();
  StringRef Text = Map.Regions[placedSections(Map).Text].Name;
  for (const InputSection &Section : Firmware.Sections)
    if (roleOf(Section) == SectionRole::OtherCode &&
        !isPlaced(Map, Section.Name))
      report(Config.Diagnostics, Diagnostic::Note, Section.Object,
             "section " + quoted(Section.Name) +
                 " has functions, which run in " + quoted(Text),
             "to run them in RAM, list the section in a writable region of a "
             "memory file");
  return Error::success();
}

/// Without its entry, a program is empty, or does not start.
Error Link::checkStart(MemoryBufferRef Linked) const {
  if (!GivenEntry.empty())
    return checkEntry(Linked, GivenEntry);
  bool NeedsUsual = Config.Memory && !Config.GcSections && !Firmware.IsProfileM;
  return NeedsUsual ? checkEntry(Linked, Firmware.Entry) : Error::success();
}

/// The script, and which section comes first.
Error Link::writeScript(LinkerFiles &Files) {
  Files.Script = Helpers.file("memory.ld");
  if (Error E = writeFileAtomically(Files.Script,
                                    linkerScript(*Config.Memory, Firmware)))
    return E;
  if (Firmware.IsProfileM)
    return Error::success();
  Files.FirstSymbols = Helpers.file("first");
  return writeFileAtomically(Files.FirstSymbols, Firmware.Entry + "\n");
}

/// The compiler's library among the inputs has the function of the unwind
/// tables as well, with 4 KB of unwinder: this one comes first.
Error Link::putUnwindFunctionFirst(StringRef Library) {
  Expected<StringRef> Object = unwindFunction(Library);
  if (!Object)
    return Object.takeError();
  std::string Path = Helpers.file("ffi_unwind_arm.o");
  Config.Arguments.insert(Config.Arguments.end(),
                          {"--start-lib", Path, "--end-lib"});
  return writeFileAtomically(Path, *Object);
}

/// Part backend has the function as well, for operators that expect less.
Error Link::checkWorkspaces(ArrayRef<OperatorObject> Objects) const {
  if (is_contained(Config.Runtime.Parts, RuntimePart::Ffi))
    return Error::success();
  Expected<StringRef> User = userOfFfiWorkspaces(Objects);
  if (!User)
    return User.takeError();
  if (!User->empty())
    report(Config.Diagnostics, Diagnostic::Warning, *User,
           "operators of tvm-ffi expect workspaces aligned to 64 bytes, which "
           "only part ffi of the C runtime has",
           "add " + Setting("with-runtime") + "=ffi");
  return Error::success();
}

Error Link::makeRuntime() {
  if (Config.Runtime.Parts.empty())
    return Error::success();
  Expected<std::vector<OperatorObject>> Objects =
      readLinkObjects(Config.Inputs, Config.Diagnostics);
  if (!Objects)
    return Objects.takeError();
  if (Error E = checkWorkspaces(*Objects))
    return E;
  Expected<TargetSpec> Target = inferTarget(*Objects);
  if (!Target)
    return handleErrors(Target.takeError(), [](const InputError &E) {
      return inputError(E.input(), E.reason(),
                        "name an object of a compiler first: it tells which "
                        "machine the runtime is made for");
    });
  Expected<SmallVector<char, 0>> Library =
      runtimeLibrary(*Target, *Objects, Config.Runtime);
  if (!Library)
    return Library.takeError();
  std::string Path = Helpers.file("libtvm_crt.a");
  Runtime.push_back(Path);
  if (startsInRuntime())
    Runtime.insert(Runtime.end(), {"-e", RuntimeEntry.str()});
  StringRef Bytes(Library->data(), Library->size());
  if (is_contained(Config.Runtime.Parts, RuntimePart::Ffi))
    if (Error E = putUnwindFunctionFirst(Bytes))
      return E;
  return writeFileAtomically(Path, Bytes);
}

/// Nothing asks for the members of an archive that is alone: lld then makes an
/// object without anything.
Error Link::checkJoined(StringRef Path) {
  auto IsArchive = [](const LinkerInput &Input) {
    file_magic Magic;
    return !identify_magic(Input.Path, Magic) && Magic == file_magic::archive;
  };
  auto Archive = find_if(Inputs, IsArchive);
  if (Archive == Inputs.end())
    return Error::success();
  Expected<std::unique_ptr<MemoryBuffer>> Joined = mapFile(Path);
  if (!Joined)
    return Joined.takeError();
  Expected<bool> Has = hasContents((*Joined)->getMemBufferRef());
  if (!Has)
    return Has.takeError();
  if (*Has)
    return Error::success();
  return inputError(Archive->Name,
                    "nothing asks for a member of the archive: the joined "
                    "object would be empty",
                    "take all members with '-- --whole-archive', or name an "
                    "object that needs them");
}

/// What lld does not do with a joined ELF object.
Error Link::finishJoined(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Joined = mapFile(Path);
  if (!Joined)
    return Joined.takeError();
  if (!Config.Localize && !hasCommonSection((*Joined)->getMemBufferRef()))
    return Error::success();
  MemoryBufferRef Named((*Joined)->getBuffer(), Output);
  return writeFileAtomically(Path, [&](raw_ostream &OS) {
    return Config.Localize ? localize(Named, Config.Keep, OS)
                           : dropCommonSection(Named, OS);
  });
}

/// The linked file comes first, then what the linker wrote beside it.
Error Link::adoptResults(OutputTransaction &Outputs, StringRef Main) {
  if (Error E = Outputs.pending().adopt(Output, Main))
    return E;
  Expected<std::vector<std::string>> Names = Results.names();
  if (!Names)
    return Names.takeError();
  for (const std::string &Name : *Names) {
    if (Name == sys::path::filename(Main))
      continue;
    SmallString<256> Place = sys::path::parent_path(Output);
    sys::path::append(Place, Name);
    if (Error E = Outputs.pending().adopt(Place, Results.file(Name)))
      return E;
  }
  return Error::success();
}

/// Texts of the linker with the users' names of files; a map that it would
/// print becomes a part of \p Said.
Error Link::writeTexts(OutputTransaction &Outputs, const LinkerFiles &Files,
                       std::string &Said) {
  if (!Files.Map.empty()) {
    Expected<std::unique_ptr<MemoryBuffer>> Map = mapFile(Files.Map);
    if (!Map)
      return Map.takeError();
    std::string Text = inUsersWords((*Map)->getBuffer());
    if (Given.ShowsMap)
      Said += (Said.empty() ? "" : "\n") + StringRef(Text).rtrim('\n').str();
    std::vector<std::string> Paths = Given.Maps;
    if (!Config.MapFile.empty())
      Paths.push_back(Config.MapFile);
    for (const std::string &Path : Paths)
      if (Error E = writeFileAtomically({Outputs, Path}, Text))
        return E;
  }
  if (Files.Dependencies.empty())
    return Error::success();
  Expected<std::unique_ptr<MemoryBuffer>> Rule = mapFile(Files.Dependencies);
  if (!Rule)
    return Rule.takeError();
  return writeDepfile(Output.str(),
                      dependencies((*Rule)->getBuffer(), Inputs, Helpers),
                      {Outputs, Given.DependencyFile});
}

Expected<LinkResult> Link::run(OutputTransaction &Outputs) {
  Expected<std::vector<LinkerInput>> Stored =
      storeInputs(Config.Inputs, Helpers);
  if (!Stored)
    return Stored.takeError();
  Inputs = std::move(*Stored);
  Expected<ObjectFormat> Found = formatOfInputs(Inputs);
  if (!Found)
    return Found.takeError();
  Format = *Found;
  Expected<LinkerArguments> Read =
      readLinkerArguments(Config.Arguments, Format);
  if (!Read)
    return Read.takeError();
  Given = std::move(*Read);
  Config.Arguments = Given.Rest;
  std::vector<StringRef> Written(Given.Maps.begin(), Given.Maps.end());
  Written.insert(Written.end(), {Output, Given.DependencyFile});
  if (Error E = checkLink(Config, Format, Inputs, Written))
    return E;
  if (Error E = checkInputs())
    return E;
  if (!Config.Entry.empty())
    GivenEntry = Config.Entry;
  else if (Config.Memory)
    GivenEntry = Config.Memory->Entry;
  LinkerFiles Files;
  Files.Helpers = Helpers.path();
  Files.Output = linkedFile(Results, Output, Format);
  Files.Script = Config.Script;
  if (Config.Memory) {
    if (Error E = readFirmware())
      return E;
    if (Error E = writeScript(Files))
      return E;
  }
  if (!Config.MapFile.empty() || Given.ShowsMap || !Given.Maps.empty())
    Files.Map = Helpers.file("map");
  if (!Given.DependencyFile.empty()) {
    Files.Dependencies = Helpers.file("dependencies");
    Config.Arguments.push_back("--dependency-file=" + Files.Dependencies);
  }
  if (Error E = makeRuntime())
    return E;
  Expected<std::string> Said = linkTo(Files);
  if (!Said)
    return Said.takeError();
  if (Config.Relocatable)
    if (Error E = checkJoined(Files.Output))
      return E;
  if (Config.Relocatable && Format == ObjectFormat::Elf)
    if (Error E = finishJoined(Files.Output))
      return E;

  Expected<std::unique_ptr<MemoryBuffer>> Linked = mapFile(Files.Output);
  if (!Linked)
    return Linked.takeError();
  MemoryBufferRef Named((*Linked)->getBuffer(), Output);
  if (Format == ObjectFormat::Elf && !Config.Relocatable)
    if (Error E = checkStart(Named))
      return E;
  LinkResult Result;
  Result.FileBytes = Named.getBufferSize();
  Result.LinkerOutput = std::move(*Said);
  // lld-link merges the symbols, but leaves the memory of all of them.
  if (Format != ObjectFormat::Coff) {
    Expected<std::vector<SharedPoolUse>> Shared = sharedPools(Inputs);
    if (!Shared)
      return Shared.takeError();
    Result.SharedPools = std::move(*Shared);
  }
  if (Config.Memory) {
    if (Error E = checkImage(Named, *Config.Memory))
      return E;
    Expected<std::vector<RegionUse>> Use = regionUse(Named, *Config.Memory);
    if (!Use)
      return Use.takeError();
    Result.Regions = std::move(*Use);
  }
  if (Error E = adoptResults(Outputs, Files.Output))
    return E;
  if (Error E = writeImages(Named, Config.Images, Outputs))
    return E;
  if (Error E = writeTexts(Outputs, Files, Result.LinkerOutput))
    return E;
  return Result;
}

/// The linker may put a new file into a folder that is being removed.
static void removeFolders(ArrayRef<std::string> Folders) {
  constexpr unsigned MostAttempts = 100;
  for (const std::string &Path : Folders)
    for (unsigned Attempt = 0; sys::fs::exists(Path) && Attempt != MostAttempts;
         ++Attempt)
      (void)sys::fs::remove_directories(Path);
}

Expected<LinkResult> metaobj::link(const LinkConfig &Config, StringRef Output,
                                   SignalHandling Handling) {
  EndingSignals Signals(Handling);
  Expected<WorkFolder> Results = WorkFolder::create(Output);
  if (!Results)
    return Results.takeError();
  Expected<WorkFolder> Helpers = WorkFolder::createTemporary();
  if (!Helpers)
    return Helpers.takeError();
  Signals.start(
      [Folders = std::vector{Results->path().str(), Helpers->path().str()}] {
        removeFolders(Folders);
      });
  std::string Folder = Results->path().str();
  // The folders outlive the transaction, which takes files out of them.
  Link TheLink(Config, Output, std::move(*Results), std::move(*Helpers));
  OutputTransaction Outputs(Handling);
  Outputs.pending().useFolder(Folder);
  Expected<LinkResult> Result = TheLink.run(Outputs);
  if (!Result)
    return Result;
  std::unique_lock<std::mutex> Whole = Signals.hold();
  if (Error E = Outputs.commit())
    return E;
  return Result;
}
