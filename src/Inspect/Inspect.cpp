//===- Inspect.cpp - What a file holds ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Inspect.h"

#include "Inspect/Decoders.h"
#include "Inspect/RawFile.h"

#include "Base/Archive.h"
#include "Base/Signature.h"
#include "Base/Wording.h"
#include "Object/GnuLto.h"
#include "Object/ObjectFormat.h"
#include "Read/InputContent.h"
#include "Read/Objects/ConcludeObjects.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

static Expected<Inspection>
inspectImage(Expected<ObjectImage> Object,
             std::optional<InspectedParamsImage> ParamsImage = std::nullopt) {
  if (!Object)
    return Object.takeError();
  if (any_of(Object->symbols(), [](const ImageSymbol &Symbol) {
        return Symbol.Name == GnuSlimLtoSymbol;
      }))
    return slimLtoError(Object->file());
  Inspection Result;
  Result.File = Object->file();
  Result.Format = Object->format().str();
  Result.Triple = Object->triple().str();
  Result.IsLittleEndian = Object->isLittleEndian();
  Result.IsLinked = Object->isLinked();

  std::vector<CodeRange> Functions;
  if (!Object->isLinked())
    Functions = globalFunctions(*Object);
  std::string Refused;
  auto Records = readRecords(*Object, Refused);
  if (!Records)
    return Records.takeError();
  if (Error E = decodeRegistries(*Object, Functions, *Records, Result))
    return E;
  if (Error E = decodeIndexes(*Object, Functions, Result))
    return E;
  if (Error E = decodeSymbolTables(*Object, Functions, Result))
    return E;
  if (Error E = decodeParams(*Object, Functions, *Records, Result))
    return E;
  if (Error E = decodeFfiModules(*Object, Result))
    return E;
  if (Error E = decodeExecutors(*Object, Functions, Result))
    return E;
  if (Error E = verifyRecords(*Object, *Records))
    return E;
  if (ParamsImage) {
    compareHeader(*ParamsImage, *Object, *Records, Result.Params);
    Result.ParamsImage = std::move(ParamsImage);
    // The record needs one, and this one has nothing in it.
    erase_if(Result.Registries, [](const InspectedRegistry &Registry) {
      return Registry.Count == 0;
    });
  }
  for (FoundRecord &Record : *Records)
    Result.Records.push_back(std::move(Record.Result));
  if (Error E = decodeRegisteredModels(*Object, Result))
    return E;
  // A params image needs no symbols.
  Result.IsStripped = Object->isStripped() && !Result.ParamsImage;
  if (Result.IsStripped && Result.Registries.empty() && Result.Params.empty() &&
      Result.Executors.empty() && Result.Tables.empty())
    return inputError(
        Result.File,
        Twine(StringRef(Result.Format).starts_with("ELF")
                  ? "is stripped: without its"
                  : "has no symbols of its data: without") +
            " symbols neither registry nor parameters can be found" +
            (Refused.empty() ? "" : "; it has a record, but " + Refused),
        "inspect the file before it is stripped, or the metadata object that "
        "was linked, or emit the model with " +
            setting::Record);
  return Result;
}

/// TVM's own executors do not tell which operator has failed.
static bool isOurs(const InspectedExecutor &Executor) {
  return any_of(Executor.Functions, [](const InspectedEntry &Function) {
    return StringRef(Function.Symbol).ends_with("_failed_operator");
  });
}

bool Inspection::hasTables() const {
  return !Registries.empty() || !Tables.empty() || any_of(Executors, isOurs);
}

/// Adds what the operators in \p Objects are to \p Result.
static void addConclusion(ArrayRef<OperatorObject> Objects,
                          Inspection &Result) {
  if (Result.IsLinked || Result.hasTables())
    return;
  Expected<std::vector<Conclusion>> Concluded =
      concludeObjects(Objects, DiagnosticConsumer());
  if (Concluded)
    Result.Concluded = std::move(*Concluded);
  else // Damaged objects are shown as far as they can be.
    consumeError(Concluded.takeError());
}

/// Adds what the object \p Buffer says about its operators to \p Result.
static Error addOperators(MemoryBufferRef Buffer, Inspection &Result) {
  if (Result.IsLinked)
    return Error::success();
  Expected<std::vector<OperatorDescription>> Operators = readOperators(Buffer);
  if (!Operators)
    return Operators.takeError();
  append_range(Result.Operators, std::move(*Operators));
  return Error::success();
}

void metaobj::warnOfRegistry(const InspectedRegistry &Registry, StringRef File,
                             const DiagnosticConsumer &Diagnostics) {
  if (!Registry.IsCountSwapped)
    return;
  report(Diagnostics, Diagnostic::Warning, File,
         "the registry counts its " + plural(Registry.Count, "function") +
             " in little-endian order, as TVM does on the machine that it runs "
             "on, but the target is big endian",
         "TVM's own runtime finds them by name all the same; metaobj emit "
         "writes the target's order");
}

/// "the params image is damaged: its checksum differs from what was emitted".
static std::string damageText(const Twine &Subject,
                              ArrayRef<std::string> Damage) {
  constexpr size_t Shown = 8;
  std::string Parts = join(Damage.take_front(Shown), ", ");
  if (Damage.size() > Shown)
    Parts += " and " + utostr(Damage.size() - Shown) + " more parts";
  return (Subject + " is damaged: " + Parts +
          (Damage.size() == 1 ? " differs" : " differ") +
          " from what was emitted")
      .str();
}

static std::string damageOf(const InspectedRecord &Record) {
  return damageText("model " + quoted(Record.Model), Record.Damage);
}

static std::string damageOf(const InspectedParamsImage &Image) {
  return damageText("the params image", Image.Damage);
}

void metaobj::warnOfRecords(const Inspection &Inspected,
                            const DiagnosticConsumer &Diagnostics) {
  if (Inspected.ParamsImage && !Inspected.ParamsImage->Damage.empty())
    report(Diagnostics, Diagnostic::Warning, Inspected.File,
           damageOf(*Inspected.ParamsImage));
  for (const InspectedRecord &Record : Inspected.Records)
    if (!Record.Damage.empty())
      report(Diagnostics, Diagnostic::Warning, Inspected.File,
             damageOf(Record));
}

Expected<PublicKey> metaobj::readPublicKey(StringRef Path) {
  return readEd25519Key(Path);
}

/// An error if the owner of \p Key has not signed \p Record.
static Error checkSignature(const InspectedRecord &Record, StringRef File,
                            const PublicKey &Key) {
  if (Record.Signature.empty())
    return inputError(File, "model " + quoted(Record.Model) + " is not signed",
                      "emit the model with " + setting::SigningKey);
  StringRef Identity = Record.Identity;
  Identity.consume_front("blake3:");
  std::string Signature = fromHex(Record.Signature), Signed = fromHex(Identity);
  if (!isSignatureOf(arrayRefFromStringRef(Signature),
                     arrayRefFromStringRef(Signed), Key))
    return inputError(File, "model " + quoted(Record.Model) +
                                ": the signature is not by this key, or is "
                                "damaged");
  return Error::success();
}

Error metaobj::verify(Inspection &Inspected,
                      const std::optional<PublicKey> &Key) {
  if (Inspected.Records.empty())
    return inputError(Inspected.File,
                      "has no record, so nothing can be verified",
                      "emit the model with " + setting::Record);
  Error All = Error::success();
  if (Inspected.ParamsImage && !Inspected.ParamsImage->Damage.empty())
    All = inputError(Inspected.File, damageOf(*Inspected.ParamsImage));
  for (InspectedRecord &Record : Inspected.Records) {
    if (Record.IsPartial)
      All = joinErrors(std::move(All),
                       inputError(Inspected.File,
                                  "model " + quoted(Record.Model) +
                                      ": other files have bytes of its "
                                      "parameters, so it cannot be verified"));
    if (!Record.Damage.empty())
      All = joinErrors(std::move(All),
                       inputError(Inspected.File, damageOf(Record)));
    if (!Key)
      continue;
    Error Refused = checkSignature(Record, Inspected.File, *Key);
    Record.IsSignatureVerified = !Refused && Record.areHashesVerified();
    All = joinErrors(std::move(All), std::move(Refused));
  }
  return All;
}

static Expected<std::shared_ptr<const MemoryBuffer>>
contentsOf(const ArchiveMember &Member) {
  if (Member.Path.empty())
    return Member.Bytes;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Read =
      MemoryBuffer::getFile(Member.Path, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false);
  if (!Read)
    return inputError(Member.Name,
                      quoted(Member.Path) + ": " + systemText(Read.getError()));
  return std::shared_ptr<const MemoryBuffer>(std::move(*Read));
}

/// Does not copy them.
static std::shared_ptr<const MemoryBuffer> bytesOf(MemoryBufferRef Buffer) {
  return MemoryBuffer::getMemBuffer(Buffer, /*RequiresNullTerminator=*/false);
}

static Expected<InspectedFile>
inspectObject(std::shared_ptr<const MemoryBuffer> Bytes, StringRef Name) {
  MemoryBufferRef Named(Bytes->getBuffer(), Name);
  Expected<Inspection> Found = inspectImage(ObjectImage::read(Named, Name));
  if (!Found)
    return Found.takeError();
  if (Error E = addOperators(Named, *Found))
    return E;
  addConclusion(OperatorObject{Name.str(), Bytes}, *Found);
  return InspectedFile{std::move(*Found), std::move(Bytes)};
}

/// Adds each object member.
static Error inspectArchive(StringRef Name,
                            std::shared_ptr<const MemoryBuffer> Bytes,
                            std::vector<InspectedFile> &Result) {
  auto Visit = [&](ArchiveMember Member) -> Error {
    Expected<std::shared_ptr<const MemoryBuffer>> Contents = contentsOf(Member);
    if (!Contents)
      return Contents.takeError();
    if (!objectFormatOf((*Contents)->getBuffer()))
      return Error::success();
    Expected<InspectedFile> Found =
        inspectObject(std::move(*Contents), Member.Name);
    if (!Found)
      return Found.takeError();
    Result.push_back(std::move(*Found));
    return Error::success();
  };
  return visitArchive(Name, std::move(Bytes), Visit);
}

static Expected<std::vector<PackedObject>> unpack(MemoryBufferRef Archive) {
  return readPackedObjects(InputFile::ofMemory(
      Archive.getBuffer().str(), Archive.getBufferIdentifier().str()));
}

/// Each object in a tar archive, and in the archives there.
static Error inspectPackage(MemoryBufferRef Buffer,
                            std::vector<InspectedFile> &Result) {
  Expected<std::vector<PackedObject>> Objects = unpack(Buffer);
  if (!Objects)
    return Objects.takeError();
  for (PackedObject &Object : *Objects) {
    if (Object.Kind == FileKind::Archive) {
      if (Error E =
              inspectArchive(Object.Name, std::move(Object.Bytes), Result))
        return E;
      continue;
    }
    if (!objectFormatOf(Object.Bytes->getBuffer()))
      continue;
    Expected<InspectedFile> Found =
        inspectObject(std::move(Object.Bytes), Object.Name);
    if (!Found)
      return Found.takeError();
    Result.push_back(std::move(*Found));
  }
  return Error::success();
}

static bool hasRecord(StringRef Bytes) {
  std::string Refused;
  return !findRecordHeads(Bytes, Refused).empty() || !Refused.empty();
}

/// The images in a UF2 file that have a record; if none has, one without.
static Expected<std::vector<RawFile>> readUf2Images(MemoryBufferRef Buffer) {
  Expected<std::vector<RawFile>> All = readUf2(Buffer);
  if (!All)
    return All.takeError();
  std::vector<RawFile> Result;
  for (RawFile &TheRawFile : *All)
    if (any_of(TheRawFile.Segments, [](const RawSegment &Segment) {
          return hasRecord(Segment.Bytes);
        }))
      Result.push_back(std::move(TheRawFile));
  if (Result.empty())
    Result.push_back(All->empty() ? RawFile{"UF2-", bytesOf(Buffer)}
                                  : std::move(All->front()));
  return Result;
}

/// The images in \p Buffer; none if it is something else.
static Expected<std::vector<RawFile>> readImages(MemoryBufferRef Buffer,
                                                 bool HasBase) {
  StringRef Bytes = Buffer.getBuffer();
  std::vector<RawFile> Result;
  if (isIntelHex(Bytes)) {
    Expected<RawFile> Hex = readIntelHex(Buffer);
    if (!Hex)
      return Hex.takeError();
    Result.push_back(std::move(*Hex));
    return Result;
  }
  if (isUf2(Bytes))
    return readUf2Images(Buffer);
  if (!HasBase && (identify(Bytes) != FileKind::Unknown || !hasRecord(Bytes)))
    return Result;
  RawFile &Raw = Result.emplace_back(RawFile{"RAW"});
  Raw.Bytes = bytesOf(Buffer);
  if (!Bytes.empty())
    Raw.Segments.push_back({0, Bytes});
  return Result;
}

/// Nothing in an image says which code a pointer leads to. Code of 16-bit
/// instructions (Thumb, microMIPS) is called by odd addresses, and other code
/// hardly lies at odd addresses only. So if all addresses of functions are odd,
/// they are shown as those of linked files are: without that bit.
static void clearInstructionBits(Inspection &Found) {
  std::vector<uint64_t *> Addresses;
  for (InspectedRegistry &Registry : Found.Registries)
    for (InspectedFunction &Function : Registry.Functions)
      if (Function.Address)
        Addresses.push_back(&*Function.Address);
  if (all_of(Addresses, [](const uint64_t *Value) { return *Value & 1; }))
    for (uint64_t *Number : Addresses)
      *Number -= 1;
}

static Expected<std::vector<InspectedFile>>
inspectRaw(MemoryBufferRef Buffer, std::optional<uint64_t> Base) {
  StringRef File = Buffer.getBufferIdentifier();
  Expected<std::optional<InspectedParamsImage>> Params =
      readParamsImage(Buffer);
  if (!Params)
    return Params.takeError();
  if (*Params && !Base)
    Base = (*Params)->Base.value_or(0);
  Expected<std::vector<RawFile>> Images = readImages(Buffer, Base.has_value());
  if (!Images)
    return Images.takeError();
  if (Images->empty())
    return inputError(File, "is " + describeContent(Buffer.getBuffer()) +
                                "; object files and archives are read");
  if (*Params)
    Images->front().Segments.front().Bytes =
        Buffer.getBuffer().take_front((*Params)->Bytes);
  std::vector<InspectedFile> Result;
  for (RawFile &TheRawFile : *Images) {
    std::string Name = File.str();
    if (Images->size() > 1)
      Name += TheRawFile.Family
                  ? "(family 0x" +
                        utohexstr(*TheRawFile.Family, /*LowerCase=*/true) + ")"
                  : "(no family)";
    Expected<Inspection> Found =
        inspectImage(ObjectImage::readRaw(TheRawFile, Name, Base), *Params);
    if (!Found)
      return Found.takeError();
    Found->IsImage = true;
    clearInstructionBits(*Found);
    Result.push_back({std::move(*Found), TheRawFile.Bytes});
  }
  return Result;
}

Expected<std::vector<InspectedFile>>
metaobj::inspectWithBytes(MemoryBufferRef Buffer, const InspectConfig &Config) {
  FileKind Kind = identify(Buffer.getBuffer());
  StringRef File = Buffer.getBufferIdentifier();
  bool IsArchive = Kind == FileKind::Archive || Kind == FileKind::ThinArchive;
  // The first bytes of a raw image can be those of other formats.
  bool IsSelfTelling = IsArchive || Kind == FileKind::ElfObject;
  if (Config.Base && IsSelfTelling)
    return inputError(File,
                      "is " + describeContent(Buffer.getBuffer()) +
                          ", which tells its addresses itself",
                      "leave out " + setting::ImageBase);
  std::vector<InspectedFile> Result;
  if (IsArchive || (isPacked(Kind) && !Config.Base)) {
    if (Error E = IsArchive ? inspectArchive(File, bytesOf(Buffer), Result)
                            : inspectPackage(Buffer, Result))
      return E;
    return Result;
  }
  bool IsRaw = Config.Base || !objectFormatOf(Buffer.getBuffer());
  if (IsRaw)
    return inspectRaw(Buffer, Config.Base);
  Expected<InspectedFile> Found = inspectObject(bytesOf(Buffer), File);
  if (!Found)
    return Found.takeError();
  Result.push_back(std::move(*Found));
  return Result;
}

Expected<std::vector<Inspection>>
metaobj::inspect(MemoryBufferRef Buffer, const InspectConfig &Config) {
  Expected<std::vector<InspectedFile>> Files = inspectWithBytes(Buffer, Config);
  if (!Files)
    return Files.takeError();
  std::vector<Inspection> Result;
  for (InspectedFile &TheInspectedFile : *Files)
    Result.push_back(std::move(TheInspectedFile.Inspected));
  return Result;
}

/// Puts the members of tar archives among \p Buffers in the archives' place.
/// \p Kept has their bytes.
static Expected<std::vector<MemoryBufferRef>>
unpack(ArrayRef<MemoryBufferRef> Buffers, std::vector<PackedObject> &Kept) {
  std::vector<MemoryBufferRef> Result;
  for (MemoryBufferRef Buffer : Buffers) {
    if (!isPacked(identify(Buffer.getBuffer()))) {
      Result.push_back(Buffer);
      continue;
    }
    Expected<std::vector<PackedObject>> Objects = unpack(Buffer);
    if (!Objects)
      return Objects.takeError();
    for (PackedObject &Object : *Objects) {
      // Not of Each: a growing vector moves the names in it.
      Result.emplace_back(Object.Bytes->getBuffer(),
                          Object.Bytes->getBufferIdentifier());
      Kept.push_back(std::move(Object));
    }
  }
  return Result;
}

Expected<Inspection> metaobj::inspectTogether(ArrayRef<MemoryBufferRef> Given) {
  std::vector<PackedObject> Kept;
  Expected<std::vector<MemoryBufferRef>> Unpacked = unpack(Given, Kept);
  if (!Unpacked)
    return Unpacked.takeError();
  ArrayRef<MemoryBufferRef> Buffers = *Unpacked;
  // Reserved, because a growing vector may copy its elements, and names would
  // then point into the old ones.
  std::vector<ObjectImage> Objects;
  Objects.reserve(Buffers.size());
  for (MemoryBufferRef Buffer : Buffers) {
    StringRef File = Buffer.getBufferIdentifier();
    if (!objectFormatOf(Buffer.getBuffer()))
      return inputError(File, "is " + describeContent(Buffer.getBuffer()) +
                                  "; object files are read together");
    Expected<ObjectImage> Object = ObjectImage::read(Buffer, File);
    if (!Object)
      return Object.takeError();
    Objects.push_back(std::move(*Object));
  }
  Expected<Inspection> Result =
      inspectImage(ObjectImage::join(std::move(Objects)));
  if (!Result)
    return Result.takeError();
  std::vector<OperatorObject> All;
  for (MemoryBufferRef Buffer : Buffers) {
    if (Error E = addOperators(Buffer, *Result))
      return E;
    All.push_back({Buffer.getBufferIdentifier().str(), bytesOf(Buffer)});
  }
  addConclusion(All, *Result);
  return Result;
}
