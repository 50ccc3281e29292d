//===- Runtime.cpp - The C runtime for any target -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Link.h"

#include "Base/LlvmVersion.h"
#include "Base/Wording.h"
#include "Emit/Code/CodeGeneration.h"
#include "Link/Runtime/Bitcode.h"
#include "Link/Runtime/Values.h"
#include "Object/ElfFile.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Payload.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/ARMAttributeParser.h"
#include "llvm/Support/ARMBuildAttributes.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/ARMTargetParser.h"

#include <mutex>
#include <set>

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral PartNames[] = {
    "backend", "registry", "graph",   "aot",         "record",  "params",
    "rpc",     "ffi",      "helpers", "semihosting", "startup", "debugger"};

ArrayRef<StringLiteral> metaobj::knownRuntimeParts() {
  return ArrayRef(PartNames).drop_back(); // The debugger's is the last.
}

std::optional<RuntimePart> metaobj::parseRuntimePart(StringRef Name) {
  ArrayRef<StringLiteral> Known = knownRuntimeParts();
  const auto *Found = find(Known, Name);
  if (Found == Known.end())
    return std::nullopt;
  return static_cast<RuntimePart>(Found - Known.begin());
}

/// \p Parts with those that they need.
static std::set<RuntimePart> withNeeds(ArrayRef<RuntimePart> Parts) {
  std::set<RuntimePart> Result(Parts.begin(), Parts.end());
  Result.insert(RuntimePart::Helpers);
  if (Result.count(RuntimePart::Graph) || Result.count(RuntimePart::Aot) ||
      Result.count(RuntimePart::Rpc))
    Result.insert(RuntimePart::Registry);
  if (Result.count(RuntimePart::Registry) ||
      Result.count(RuntimePart::Semihosting) ||
      Result.count(RuntimePart::Debugger))
    Result.insert(RuntimePart::Backend);
  return Result;
}

/// The sources whose functions others of \p Parts have as well.
static StringSet<> withoutSources(const std::set<RuntimePart> &Parts) {
  StringSet<> Result;
  Result.insert(Parts.count(RuntimePart::Semihosting) ? "exit_loop"
                                                      : "exit_semihosting");
  // Of Backend. Ffi's do for the operators of both, the others for those of
  // TVM's C runtime only: their workspaces are not aligned to 64 bytes.
  if (Parts.count(RuntimePart::Ffi)) {
    Result.insert("workspace");
    Result.insert("parallel");
  }
  return Result;
}

namespace {

/// What Arm's operator objects tell of themselves.
struct ArmFacts {
  /// Enumerations take only the bytes that they need. The first object that
  /// tells decides; linkers warn about others.
  std::optional<bool> HasShortEnums;
  /// Any of them has instructions of the floating-point unit, which vectors
  /// (MVE) share.
  bool UsesFpu = false;
};

} // namespace

static void addFacts(Expected<StringRef> Bytes, ArmFacts &Facts) {
  if (!Bytes) {
    consumeError(Bytes.takeError());
    return;
  }
  // Objects that nobody can read were refused before.
  ARMAttributeParser Parser;
  if (Error E =
          Parser.parse(arrayRefFromStringRef(*Bytes), Endianness::little)) {
    consumeError(std::move(E));
    return;
  }
  auto Value = [&Parser](unsigned Tag) -> unsigned {
    auto Found = Parser.getAttributeValue(Tag);
    return Found ? *Found : 0;
  };
  unsigned EnumSize = Value(ARMBuildAttrs::ABI_enum_size);
  if (EnumSize && !Facts.HasShortEnums)
    Facts.HasShortEnums = EnumSize == 1; // The smallest that has all values.
  Facts.UsesFpu |=
      Value(ARMBuildAttrs::FP_arch) != 0 || Value(ARMBuildAttrs::MVE_arch) != 0;
}

static ArmFacts armFacts(ArrayRef<OperatorObject> Objects) {
  ArmFacts Result;
  for (const OperatorObject &TheOperatorObject : Objects) {
    std::optional<ElfFile> Elf = expectedToOptional(readElfFile(
        TheOperatorObject.Bytes->getMemBufferRef(), TheOperatorObject.Name));
    if (!Elf)
      continue;
    for (const ElfSection &Section : Elf->Sections)
      if (Section.Type == ELF::SHT_ARM_ATTRIBUTES)
        addFacts(Elf->contents(Section), Result);
  }
  return Result;
}

/// Which bitcode has the layouts and calls of \p TheTriple; empty: none.
static StringRef variantOf(const Triple &TheTriple, const ArmFacts &Facts) {
  if (!TheTriple.isOSBinFormatELF())
    return "";
  switch (TheTriple.getArch()) {
  case Triple::arm:
  case Triple::thumb:
    return Facts.HasShortEnums.value_or(false) ? "arm_short_enums" : "arm";
  case Triple::riscv32:
    return "riscv32";
  case Triple::riscv64:
    return "riscv64";
  case Triple::aarch64:
    return "aarch64";
  case Triple::x86_64:
    return TheTriple.isX32() ? "" : "x86_64";
  default:
    return "";
  }
}

/// Is \p Part for processors of another kind than \p TheTriple's, although it
/// would compile? Vectors and calls of the host are those of Cortex-M.
static bool isForOthers(RuntimePart Part, const Triple &TheTriple) {
  return (TheTriple.isARM() || TheTriple.isThumb()) &&
         (Part == RuntimePart::Startup || Part == RuntimePart::Semihosting) &&
         ARM::parseArchProfile(TheTriple.getArchName()) != ARM::ProfileKind::M;
}

/// Makes \p M code for \p Machine: what clang says of the machine in bitcode is
/// that of the variant.
static void retarget(Module &M, const TargetMachine &Machine) {
  M.setTargetTriple(llvm_version::argument(Machine.getTargetTriple()));
  M.setDataLayout(Machine.createDataLayout());
  StringRef Abi = Machine.Options.MCOptions.getABIName();
  if (M.getModuleFlag("target-abi"))
    M.setModuleFlag(Module::Error, "target-abi",
                    MDString::get(M.getContext(), Abi));
  for (llvm::Function &F : M) {
    for (StringRef Key : {"target-cpu", "target-features", "tune-cpu"})
      F.removeFnAttr(Key);
    if (F.isDeclaration())
      continue;
    if (!Machine.getTargetCPU().empty())
      F.addFnAttr("target-cpu", Machine.getTargetCPU());
    if (!Machine.getTargetFeatureString().empty())
      F.addFnAttr("target-features", Machine.getTargetFeatureString());
  }
}

static Expected<SmallVector<char, 0>> objectOf(MemoryBufferRef Bitcode,
                                               const TargetSpec &Spec) {
  // A machine for each: code generation keeps facts of a module in it.
  TargetSpec Sectioned = Spec;
  Sectioned.Options.FunctionSections = true;
  Sectioned.Options.DataSections = true;
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createTargetMachine(Sectioned);
  if (!Machine)
    return Machine.takeError();
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = parseBitcodeFile(Bitcode, Context);
  if (!M)
    return M.takeError();
  retarget(**M, **Machine);
  conform(**M);
  protect(**M, Spec.Protection);
  SmallVector<char, 0> Result;
  raw_svector_ostream OS(Result);
  if (Error E = generateCode(**M, **Machine, OS))
    return E;
  return Result;
}

static void addMember(StringRef Name, StringRef Bytes,
                      std::vector<NewArchiveMember> &Members) {
  NewArchiveMember Member;
  Member.Buf = MemoryBuffer::getMemBufferCopy(Bytes, Name);
  Member.MemberName = Member.Buf->getBufferIdentifier();
  Members.push_back(std::move(Member));
}

/// Adds the objects of \p Archive to \p Members, but not those of the sources
/// \p Without.
static Error addObjects(const RuntimeArchive &Archive, const TargetSpec &Spec,
                        ArrayRef<OperatorObject> Objects,
                        const StringSet<> &Without,
                        std::vector<NewArchiveMember> &Members) {
  Expected<std::unique_ptr<object::Archive>> Files = object::Archive::create(
      MemoryBufferRef(Archive.Bytes, "the runtime of metaobj"));
  if (!Files)
    return Files.takeError();
  Error Failure = Error::success();
  for (const object::Archive::Child &Child : (*Files)->children(Failure)) {
    Expected<MemoryBufferRef> Bitcode = Child.getMemoryBufferRef();
    if (!Bitcode) {
      consumeError(std::move(Failure));
      return Bitcode.takeError();
    }
    StringRef Stem = sys::path::stem(Bitcode->getBufferIdentifier());
    if (Without.contains(Stem))
      continue;
    std::string Name = (Stem + ".o").str();
    Expected<SmallVector<char, 0>> Object = objectOf(*Bitcode, Spec);
    if (!Object) {
      consumeError(std::move(Failure));
      return Object.takeError();
    }
    StringRef Bytes(Object->data(), Object->size());
    // The machine is the same for all: one is enough.
    if (Members.empty())
      if (Error E = checkAgainst(MemoryBufferRef(Bytes, Name), Objects)) {
        consumeError(std::move(Failure));
        return E;
      }
    addMember(Name, Bytes, Members);
  }
  return Failure;
}

Expected<SmallVector<char, 0>>
metaobj::runtimeLibrary(const TargetSpec &Target,
                        ArrayRef<OperatorObject> Objects,
                        const RuntimeConfig &Config) {
  if (runtimeArchives().empty())
    return inputError("the C runtime",
                      "this metaobj was built without clang, "
                      "and has no bitcode of it",
                      "link a library of runtime_crt");
  bool IsArm = Target.Triple.isARM() || Target.Triple.isThumb();
  ArmFacts Facts = IsArm ? armFacts(Objects) : ArmFacts();
  StringRef Variant = variantOf(Target.Triple, Facts);
  // Inline assembly is parsed.
  static std::once_flag Once;
  std::call_once(Once, [] { InitializeAllAsmParsers(); });
  std::vector<NewArchiveMember> Members;
  std::set<RuntimePart> Parts = withNeeds(Config.Parts);
  TargetSpec Spec = Target;
  // The memory of a device may be out of reach of absolute addresses; operators
  // that reach it were compiled in the same way.
  if (Parts.count(RuntimePart::Debugger) &&
      Spec.Triple.getArch() == Triple::riscv64)
    Spec.CodeModel = CodeModel::Medium;
  // Linkers shorten calls of such code, as they do in that of compilers.
  if (Spec.Triple.isRISCV())
    Spec.Features =
        Spec.Features.empty() ? "+relax" : "+relax," + Spec.Features;
  StringSet<> Without = withoutSources(Parts);
  for (RuntimePart Part : Parts) {
    StringRef Name = PartNames[static_cast<size_t>(Part)];
    const auto *Found =
        find_if(runtimeArchives(), [&](const RuntimeArchive &Archive) {
          return Archive.Variant == Variant && Archive.Part == Name;
        });
    if (Found == runtimeArchives().end() || isForOthers(Part, Target.Triple))
      return inputError(
          "the C runtime",
          "there is no bitcode of part " + quoted(Name) + " for " +
              Target.Triple.str(),
          "compile runtime_crt for this machine and link it as a library");
    if (Error E = addObjects(*Found, Spec, Objects, Without, Members))
      return E;
  }
  Expected<std::vector<ValuesObject>> Values =
      valuesObjects(Spec, Config, Facts.UsesFpu);
  if (!Values)
    return Values.takeError();
  for (const ValuesObject &V : *Values)
    addMember(V.Name, StringRef(V.Bytes.data(), V.Bytes.size()), Members);
#if LLVM_VERSION_MAJOR >= 18
  constexpr SymtabWritingMode WithSymbols = SymtabWritingMode::NormalSymtab;
#else
  constexpr bool WithSymbols = true;
#endif
  Expected<std::unique_ptr<MemoryBuffer>> Library =
      writeArchiveToBuffer(Members, WithSymbols, object::Archive::K_GNU,
                           /*Deterministic=*/true, /*Thin=*/false);
  if (!Library)
    return Library.takeError();
  StringRef Bytes = (*Library)->getBuffer();
  return SmallVector<char, 0>(Bytes.begin(), Bytes.end());
}
