//===- PrintSize.cpp - Sizes as text and as JSON --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/SizeParts.h"

#include "Base/Json.h"
#include "Base/Wording.h"

#include "Inspect/Report/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <tuple>

using namespace llvm;
using namespace metaobj;

/// Version of the JSON in docs/report.md.
static constexpr int64_t SizeSchema = 1;

/// In the order of SizedSection::KindType.
static constexpr StringLiteral SectionKindNames[] = {
    "code", "read-only", "data", "zeros", "not loaded"};

StringRef metaobj::sectionKindName(SizedSection::KindType Kind) {
  return SectionKindNames[Kind];
}

static void printJson(const SizeReport &Report, json::OStream &J) {
  J.attribute("schema", SizeSchema);
  printPath(J, "file", Report.File);
  J.attribute("format", Report.Format);
  J.attribute("file_bytes", Report.FileBytes);
  J.attribute("stripped", Report.IsStripped);
  J.attribute("flash", Report.Flash);
  J.attribute("ram", Report.Ram);
  J.attributeObject("uses", [&] {
    for (ByteUse Use : AllByteUses)
      J.attribute(byteUseName(Use), Report.bytesOf(Use));
  });
  J.attribute("saved_by_compression", Report.SavedByCompression);
  J.attribute("saved_by_sharing", Report.SavedBySharing);
  printObjects(J, "sections", Report.Sections,
               [&](const SizedSection &TheSizedSection) {
                 J.attribute("name", jsonText(TheSizedSection.Name));
                 J.attribute("kind", sectionKindName(TheSizedSection.Kind));
                 J.attribute("bytes", TheSizedSection.Bytes);
               });
  printObjects(J, "params", Report.Params, [&](const SizedParam &P) {
    J.attribute("name", jsonText(P.Name));
    J.attribute("model", jsonTextOrNull(P.Model));
    J.attribute("section", jsonTextOrNull(P.Section));
    J.attribute("bytes", P.Bytes);
    J.attribute("stored_bytes", P.StoredBytes);
    J.attribute("own_bytes", P.OwnBytes);
    J.attribute("compressed", P.IsCompressed);
  });
  printObjects(J, "pieces", Report.Pieces, [&](const SizedPiece &Piece) {
    J.attribute("use", byteUseName(Piece.Use));
    J.attribute("name", jsonText(Piece.Name));
    J.attribute("section", jsonTextOrNull(Piece.Section));
    J.attribute("offset", Piece.FileOffset);
    J.attribute("bytes", Piece.Bytes);
  });
  printObjects(J, "pools", Report.Pools, [&](const SizedPool &Pool) {
    J.attribute("name", jsonText(Pool.Name));
    J.attribute("model", jsonTextOrNull(Pool.Model));
    J.attribute("section", jsonTextOrNull(Pool.Section));
    J.attribute("bytes", Pool.Bytes);
    J.attribute("address", Pool.Address);
  });
  if (!Report.Memories.empty())
    printObjects(J, "memories", Report.Memories, [&](const RegionUse &Memory) {
      J.attribute("name", jsonText(Memory.Name));
      J.attribute("address", Memory.Address);
      J.attribute("bytes", Memory.Bytes);
      J.attribute("used", Memory.Used);
    });
}

void metaobj::printJson(ArrayRef<SizeReport> Reports, raw_ostream &OS) {
  printJsonDocument(OS, [&](json::OStream &J) {
    auto PrintOne = [&](const SizeReport &Report) {
      J.object([&] { ::printJson(Report, J); });
    };
    if (Reports.size() == 1)
      return PrintOne(Reports.front());
    J.array([&] { for_each(Reports, PrintOne); });
  });
}

/// Numbers in a column of their own width, on the right.
static void printRow(uint64_t Bytes, size_t Width, const Twine &Text,
                     raw_ostream &OS) {
  std::string Number = utostr(Bytes);
  OS << "  " << std::string(Width - std::min(Width, Number.size()), ' ')
     << Number << "  " << Text << '\n';
}

std::vector<std::pair<StringRef, uint64_t>>
metaobj::partsOf(const SizeReport &Report, ByteUse Use) {
  std::map<StringRef, uint64_t> Parts;
  for (const SizedPiece &Piece : Report.Pieces)
    if (Piece.Use == Use)
      Parts[Piece.Name] += Piece.Bytes;
  std::vector<std::pair<StringRef, uint64_t>> Rows(Parts.begin(), Parts.end());
  sort(Rows, [](const auto &A, const auto &B) {
    return std::tie(B.second, A.first) < std::tie(A.second, B.first);
  });
  return Rows;
}

/// The pools of executors.
static void printPools(const SizeReport &Report, size_t Width,
                       raw_ostream &OS) {
  if (Report.Pools.empty())
    return;
  OS << "memory plan\n";
  for (const SizedPool &Pool : Report.Pools)
    printRow(Pool.Bytes, Width,
             "pool " + shortened(Pool.Name) +
                 (Pool.Model.empty() ? " that models share"
                                     : " of " + shortened(Pool.Model)) +
                 " in " + shortened(Pool.Section),
             OS);
}

/// The memories of the board.
static void printMemories(const SizeReport &Report, size_t Width,
                          raw_ostream &OS) {
  if (Report.Memories.empty())
    return;
  OS << "memories\n";
  for (const RegionUse &Memory : Report.Memories)
    printRow(
        Memory.Used, Width,
        "of " + Twine(Memory.Bytes) + " in " + shortened(Memory.Name) +
            formatv(" ({0:f1} %)", 100.0 * static_cast<double>(Memory.Used) /
                                       static_cast<double>(Memory.Bytes)),
        OS);
}

void metaobj::print(const SizeReport &Report, raw_ostream &OS) {
  OS << escaped(Report.File) << ": " << Report.Format << ", "
     << plural(Report.FileBytes, "byte") << "; flash " << Report.Flash
     << ", RAM " << Report.Ram << '\n';
  size_t Width = utostr(Report.FileBytes).size();
  for (ByteUse Use : AllByteUses) {
    uint64_t Bytes = Report.bytesOf(Use);
    if (Bytes == 0)
      continue;
    OS << byteUseName(Use) << '\n';
    std::vector<std::pair<StringRef, uint64_t>> Rows = partsOf(Report, Use);
    for (const auto &[Name, Size] : Rows)
      printRow(Size, Width, shortened(Name), OS);
    if (Rows.size() > 1)
      printRow(Bytes, Width, "in all", OS);
  }
  printPools(Report, Width, OS);
  printMemories(Report, Width, OS);
  if (Report.SavedByCompression)
    OS << "saved by compression: " << Report.SavedByCompression << '\n';
  if (Report.SavedBySharing)
    OS << "saved by sharing: " << Report.SavedBySharing << '\n';
}
