//===- Size.cpp - Where each byte of a file went --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Claims on the bytes of the file are heard in three rounds: what Inspect has
// read (parameters, tables, names), what the format's headers say (sections and
// others), and the rest, which nobody claims. Within a round, the first claim
// gets a byte. So each byte counts once, also in a hostile file.
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/FileRegions.h"
#include "Inspect/Report/SizeParts.h"

#include "Base/NameLimits.h"
#include "Inspect/RawFile.h"
#include "Object/ObjectFormat.h"
#include "metaobj/Inspect.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

using namespace llvm;
using namespace metaobj;

/// By offset; those at one offset stay in order.
static std::vector<const SizedPiece *> sorted(ArrayRef<SizedPiece> Pieces) {
  std::vector<const SizedPiece *> Result;
  for (const SizedPiece &Each : Pieces)
    Result.push_back(&Each);
  sort(Result, [](const SizedPiece *A, const SizedPiece *B) {
    return std::tuple(A->FileOffset, A) < std::tuple(B->FileOffset, B);
  });
  return Result;
}

/// Gives each of \p Claims what nobody has yet of a file of \p FileBytes. \p
/// Pieces do not overlap and are sorted by offset. \p Change gets each new
/// piece and its claim.
static void
addPieces(std::vector<SizedPiece> &Pieces, ArrayRef<SizedPiece> Claims,
          uint64_t FileBytes,
          function_ref<void(SizedPiece &, const SizedPiece &)> Change) {
  std::vector<SizedPiece> Merged;
  auto Old = Pieces.begin();
  uint64_t Taken = 0; // All bytes before it are given.
  auto Give = [&](const SizedPiece &Claim, uint64_t Begin, uint64_t End) {
    if (Begin >= End)
      return;
    SizedPiece Piece = Claim;
    Piece.FileOffset = Begin;
    Piece.Bytes = End - Begin;
    Change(Piece, Claim);
    Merged.push_back(std::move(Piece));
  };
  for (const SizedPiece *Next : sorted(Claims)) {
    const SizedPiece &Claim = *Next;
    uint64_t End =
        std::min(SaturatingAdd(Claim.FileOffset, Claim.Bytes), FileBytes);
    uint64_t At = std::max(Claim.FileOffset, Taken);
    // Older pieces stay; the claim gets what is between them.
    for (; Old != Pieces.end() && Old->FileOffset < End; ++Old) {
      Give(Claim, At, std::min(Old->FileOffset, End));
      At = std::max(At, Old->FileOffset + Old->Bytes);
      Merged.push_back(std::move(*Old));
    }
    Give(Claim, At, End);
    Taken = std::max({Taken, At, End});
  }
  std::move(Old, Pieces.end(), std::back_inserter(Merged));
  Pieces = std::move(Merged);
}

/// Sections of the tables that metaobj emits.
static bool isTableSection(StringRef Name) {
  return Name.contains(".metaobj.") || Name.contains("metaobj_models") ||
         Name.starts_with(".metaobj$");
}

/// The section that has the byte at \p Offset; \p Sections are sorted.
static SharedText sectionAt(ArrayRef<const SizedPiece *> Sections,
                            uint64_t Offset) {
  const SizedPiece *const *Behind =
      partition_point(Sections, [&](const SizedPiece *Each) {
        return Each->FileOffset <= Offset;
      });
  return Behind == Sections.begin() ? SharedText() : (*(Behind - 1))->Section;
}

static std::vector<SizedPiece> claimsOf(const Inspection &What,
                                        ArrayRef<SizedPiece> Regions) {
  std::vector<const SizedPiece *> Sections = sorted(Regions);
  erase_if(Sections, [](const SizedPiece *Each) {
    return Each->Section.empty() || Each->Bytes == 0;
  });
  std::vector<SizedPiece> Claims;
  for (const InspectedParam &Each : What.Params)
    if (Each.FileOffset)
      Claims.push_back({ByteUse::Parameter, Each.Name, Each.Section,
                        *Each.FileOffset, Each.StoredBytes});
  for (const InspectedPart &Each : What.Parts)
    Claims.push_back(
        {Each.Kind == InspectedPart::Names ? ByteUse::Names : ByteUse::Tables,
         Each.What, sectionAt(Sections, Each.FileOffset), Each.FileOffset,
         Each.Bytes});
  return Claims;
}

static void addSections(const FileRegions &Regions, SizeReport &Report) {
  for (const SizedSection &Each : Regions.Sections) {
    // A hostile file can claim any size for zeros.
    if (isInFlash(Each.Kind))
      Report.Flash = SaturatingAdd(Report.Flash, Each.Bytes);
    if (isInRam(Each.Kind))
      Report.Ram = SaturatingAdd(Report.Ram, Each.Bytes);
  }
  Report.Flash = SaturatingAdd(Report.Flash, Regions.FlashGaps);
  Report.Ram = SaturatingAdd(Report.Ram, Regions.RamGaps);
  Report.Sections = Regions.Sections;
  Report.Symbols = Regions.Symbols;
}

/// Each stored byte counts for the first parameter that has it.
static void addParams(const Inspection &What, SizeReport &Report) {
  std::vector<size_t> ByPlace;
  for (const auto &[Index, Each] : enumerate(What.Params)) {
    Report.Params.push_back({Each.Name, Each.Model, Each.Section, Each.Bytes,
                             Each.StoredBytes, 0, !Each.Codec.empty()});
    if (Each.FileOffset)
      ByPlace.push_back(Index);
  }
  sort(ByPlace, [&](size_t A, size_t B) {
    return std::tuple(*What.Params[A].FileOffset, A) <
           std::tuple(*What.Params[B].FileOffset, B);
  });
  uint64_t Taken = 0;
  for (size_t Index : ByPlace) {
    SizedParam &Param = Report.Params[Index];
    uint64_t Begin = std::max(*What.Params[Index].FileOffset, Taken);
    uint64_t End = *What.Params[Index].FileOffset + Param.StoredBytes;
    Param.OwnBytes = End > Begin ? End - Begin : 0;
    Taken = std::max(Taken, End);
    Report.SavedBySharing += Param.StoredBytes - Param.OwnBytes;
    if (Param.IsCompressed && Param.OwnBytes == Param.StoredBytes &&
        Param.Bytes > Param.StoredBytes)
      Report.SavedByCompression = SaturatingAdd(
          Report.SavedByCompression, Param.Bytes - Param.StoredBytes);
  }
}

static void addPools(const Inspection &What, SizeReport &Report) {
  for (const InspectedExecutor &Executor : What.Executors)
    for (const InspectedPool &Each : Executor.Pools)
      Report.Pools.push_back({Each.Name, Executor.Prefix, Each.Section,
                              Each.Bytes, Each.Address, Each.Symbol});
  for (const InspectedPool &Each : What.SharedPools)
    Report.Pools.push_back(
        {Each.Name, "", Each.Section, Each.Bytes, Each.Address, Each.Symbol});
}

/// Does \p Piece, a part of the section \p Region, touch one of \p Known that
/// has bytes of this section?
static bool touchesAny(ArrayRef<SizedPiece> Known, const SizedPiece &Piece,
                       const SizedPiece &Region) {
  uint64_t FirstEnd = std::max(Piece.FileOffset, Region.FileOffset + 1);
  const SizedPiece *First = partition_point(Known, [&](const SizedPiece &P) {
    return P.FileOffset + P.Bytes < FirstEnd;
  });
  return First != Known.end() &&
         First->FileOffset <= Piece.FileOffset + Piece.Bytes &&
         First->FileOffset < SaturatingAdd(Region.FileOffset, Region.Bytes);
}

/// Of linked files only ELF tells what each byte is for.
static Error checkMeasurable(const Inspection &What) {
  if (!What.IsLinked || What.IsImage ||
      StringRef(What.Format).starts_with("ELF"))
    return Error::success();
  return inputError(What.File,
                    "is a linked file (" + What.Format +
                        "); expected a relocatable object or a linked ELF file",
                    "measure the objects that were linked");
}

static Error refuseImage(StringRef File) {
  return inputError(File, "is an image, which does not tell its sections",
                    "measure the file that was linked");
}

/// Of a file that inspect() has read.
static Expected<FileRegions> readRegions(MemoryBufferRef Buffer) {
  StringRef File = Buffer.getBufferIdentifier();
  std::optional<ObjectFormat> Format = objectFormatOf(Buffer.getBuffer());
  if (!Format)
    return refuseImage(File);
  auto Read = [&]() -> Expected<FileRegions> {
    switch (*Format) {
    case ObjectFormat::Elf:
      return readElfRegions(Buffer);
    case ObjectFormat::Coff:
      return readCoffRegions(Buffer);
    case ObjectFormat::MachO:
      return readMachORegions(Buffer);
    default:
      return readWasmRegions(Buffer);
    }
  };
  Expected<FileRegions> Result = Read();
  if (!Result)
    return inputError(File, Result.takeError());
  return Result;
}

static Expected<SizeReport> measureFile(const InspectedFile &File) {
  if (Error E = checkMeasurable(File.What))
    return E;
  MemoryBufferRef Buffer(File.Bytes->getBuffer(), File.What.File);
  Expected<FileRegions> Regions = readRegions(Buffer);
  if (!Regions)
    return Regions.takeError();
  SizeReport Report;
  Report.File = File.What.File;
  Report.Format = File.What.Format;
  Report.FileBytes = Buffer.getBufferSize();
  Report.IsStripped = File.What.IsStripped;
  addSections(*Regions, Report);
  addParams(File.What, Report);
  addPools(File.What, Report);

  auto Add = [&](ArrayRef<SizedPiece> Claims, auto Change) {
    addPieces(Report.Pieces, Claims, Report.FileBytes, Change);
  };
  Add(claimsOf(File.What, Regions->Regions),
      [](SizedPiece &, const SizedPiece &) {});
  auto IsZero = [&](const SizedPiece &Piece) {
    return Buffer.getBuffer()
               .substr(Piece.FileOffset, Piece.Bytes)
               .find_first_not_of('\0') == StringRef::npos;
  };
  std::vector<SizedPiece> Known = Report.Pieces;
  Add(Regions->Regions, [&](SizedPiece &Piece, const SizedPiece &Claim) {
    if (Piece.Use != ByteUse::Other || Piece.Section.empty())
      return;
    // Next to what Inspect has read in this section, zeros are padding.
    if (touchesAny(Known, Piece, Claim) && IsZero(Piece))
      Piece.Use = ByteUse::Padding;
    else if (isTableSection(Piece.Section))
      Piece.Use = ByteUse::Tables;
  });
  const SizedPiece Rest = {ByteUse::Other, "not in a section", "", 0,
                           Report.FileBytes};
  Add(Rest, [&](SizedPiece &Piece, const SizedPiece &) {
    if (IsZero(Piece)) {
      Piece.Use = ByteUse::Padding;
      Piece.Name = "between sections";
    }
  });
  return Report;
}

Expected<std::vector<SizeReport>> metaobj::measure(MemoryBufferRef Buffer) {
  // Also without a record, for which Inspect would ask.
  if (isIntelHex(Buffer.getBuffer()) || isUf2(Buffer.getBuffer()))
    return refuseImage(Buffer.getBufferIdentifier());
  Expected<std::vector<InspectedFile>> Files = inspectWithBytes(Buffer);
  if (!Files)
    return Files.takeError();
  std::vector<SizeReport> Result;
  for (const InspectedFile &Each : *Files) {
    Expected<SizeReport> Report = measureFile(Each);
    if (!Report)
      return Report.takeError();
    Result.push_back(std::move(*Report));
  }
  return Result;
}

uint64_t SizeReport::bytesOf(ByteUse Use) const {
  uint64_t Sum = 0;
  for (const SizedPiece &Each : Pieces)
    Sum += Each.Use == Use ? Each.Bytes : 0;
  return Sum;
}

/// In the order of ByteUse.
static constexpr StringLiteral ByteUseNames[] = {
    "code",        "names",   "tables",  "parameters", "padding",
    "relocations", "symbols", "strings", "headers",    "other"};

StringRef metaobj::byteUseName(ByteUse Use) {
  return ByteUseNames[static_cast<size_t>(Use)];
}
