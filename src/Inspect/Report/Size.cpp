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
  for (const SizedPiece &Piece : Pieces)
    Result.push_back(&Piece);
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
    uint64_t Offset = std::max(Claim.FileOffset, Taken);
    // Older pieces stay; the claim gets what is between them.
    for (; Old != Pieces.end() && Old->FileOffset < End; ++Old) {
      Give(Claim, Offset, std::min(Old->FileOffset, End));
      Offset = std::max(Offset, Old->FileOffset + Old->Bytes);
      Merged.push_back(std::move(*Old));
    }
    Give(Claim, Offset, End);
    Taken = std::max({Taken, Offset, End});
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
      partition_point(Sections, [&](const SizedPiece *Piece) {
        return Piece->FileOffset <= Offset;
      });
  return Behind == Sections.begin() ? SharedText() : (*(Behind - 1))->Section;
}

static std::vector<SizedPiece> claimsOf(const Inspection &Inspected,
                                        ArrayRef<SizedPiece> Regions) {
  std::vector<const SizedPiece *> Sections = sorted(Regions);
  erase_if(Sections, [](const SizedPiece *Piece) {
    return Piece->Section.empty() || Piece->Bytes == 0;
  });
  std::vector<SizedPiece> Claims;
  for (const InspectedParam &Param : Inspected.Params)
    if (Param.FileOffset)
      Claims.push_back({ByteUse::Parameter, Param.Name, Param.Section,
                        *Param.FileOffset, Param.StoredBytes});
  for (const InspectedPart &Part : Inspected.Parts)
    Claims.push_back(
        {Part.Kind == InspectedPart::Names ? ByteUse::Names : ByteUse::Tables,
         Part.Subject, sectionAt(Sections, Part.FileOffset), Part.FileOffset,
         Part.Bytes});
  return Claims;
}

static void addSections(const FileRegions &Regions, SizeReport &Report) {
  for (const SizedSection &Section : Regions.Sections) {
    // A hostile file can claim any size for zeros.
    if (isInFlash(Section.Kind))
      Report.Flash = SaturatingAdd(Report.Flash, Section.Bytes);
    if (isInRam(Section.Kind))
      Report.Ram = SaturatingAdd(Report.Ram, Section.Bytes);
  }
  Report.Flash = SaturatingAdd(Report.Flash, Regions.FlashGaps);
  Report.Ram = SaturatingAdd(Report.Ram, Regions.RamGaps);
  Report.Sections = Regions.Sections;
  Report.Symbols = Regions.Symbols;
}

/// Each stored byte counts for the first parameter that has it.
static void addParams(const Inspection &Inspected, SizeReport &Report) {
  std::vector<size_t> ByPlace;
  for (const auto &[Index, P] : enumerate(Inspected.Params)) {
    Report.Params.push_back({P.Name, P.Model, P.Section, P.Bytes, P.StoredBytes,
                             0, !P.Codec.empty()});
    if (P.FileOffset)
      ByPlace.push_back(Index);
  }
  sort(ByPlace, [&](size_t A, size_t B) {
    return std::tuple(*Inspected.Params[A].FileOffset, A) <
           std::tuple(*Inspected.Params[B].FileOffset, B);
  });
  uint64_t Taken = 0;
  for (size_t Index : ByPlace) {
    SizedParam &Param = Report.Params[Index];
    uint64_t Begin = std::max(*Inspected.Params[Index].FileOffset, Taken);
    uint64_t End = *Inspected.Params[Index].FileOffset + Param.StoredBytes;
    Param.OwnBytes = End > Begin ? End - Begin : 0;
    Taken = std::max(Taken, End);
    Report.SavedBySharing += Param.StoredBytes - Param.OwnBytes;
    if (Param.IsCompressed && Param.OwnBytes == Param.StoredBytes &&
        Param.Bytes > Param.StoredBytes)
      Report.SavedByCompression = SaturatingAdd(
          Report.SavedByCompression, Param.Bytes - Param.StoredBytes);
  }
}

static void addPools(const Inspection &Inspected, SizeReport &Report) {
  for (const InspectedExecutor &Executor : Inspected.Executors)
    for (const InspectedPool &Pool : Executor.Pools)
      Report.Pools.push_back({Pool.Name, Executor.Prefix, Pool.Section,
                              Pool.Bytes, Pool.Address, Pool.Symbol});
  for (const InspectedPool &SharedPool : Inspected.SharedPools)
    Report.Pools.push_back({SharedPool.Name, "", SharedPool.Section,
                            SharedPool.Bytes, SharedPool.Address,
                            SharedPool.Symbol});
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
static Error checkMeasurable(const Inspection &Inspected) {
  if (!Inspected.IsLinked || Inspected.IsImage ||
      StringRef(Inspected.Format).starts_with("ELF"))
    return Error::success();
  return inputError(Inspected.File,
                    "is a linked file (" + Inspected.Format +
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
  if (Error E = checkMeasurable(File.Inspected))
    return E;
  MemoryBufferRef Buffer(File.Bytes->getBuffer(), File.Inspected.File);
  Expected<FileRegions> Regions = readRegions(Buffer);
  if (!Regions)
    return Regions.takeError();
  SizeReport Report;
  Report.File = File.Inspected.File;
  Report.Format = File.Inspected.Format;
  Report.FileBytes = Buffer.getBufferSize();
  Report.IsStripped = File.Inspected.IsStripped;
  addSections(*Regions, Report);
  addParams(File.Inspected, Report);
  addPools(File.Inspected, Report);

  auto Add = [&](ArrayRef<SizedPiece> Claims, auto Change) {
    addPieces(Report.Pieces, Claims, Report.FileBytes, Change);
  };
  Add(claimsOf(File.Inspected, Regions->Regions),
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
  for (const InspectedFile &TheInspectedFile : *Files) {
    Expected<SizeReport> Report = measureFile(TheInspectedFile);
    if (!Report)
      return Report.takeError();
    Result.push_back(std::move(*Report));
  }
  return Result;
}

uint64_t SizeReport::bytesOf(ByteUse Use) const {
  uint64_t Sum = 0;
  for (const SizedPiece &Piece : Pieces)
    Sum += Piece.Use == Use ? Piece.Bytes : 0;
  return Sum;
}

/// In the order of ByteUse.
static constexpr StringLiteral ByteUseNames[] = {
    "code",        "names",   "tables",  "parameters", "padding",
    "relocations", "symbols", "strings", "headers",    "other"};

StringRef metaobj::byteUseName(ByteUse Use) {
  return ByteUseNames[static_cast<size_t>(Use)];
}
