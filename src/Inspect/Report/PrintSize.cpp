//===- PrintSize.cpp - Sizes as text and as JSON --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/SizeParts.h"

#include "Base/Json.h"
#include "Base/Wording.h"

#include "metaobj/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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
  printObjects(J, "sections", Report.Sections, [&](const SizedSection &Each) {
    J.attribute("name", jsonText(Each.Name));
    J.attribute("kind", sectionKindName(Each.Kind));
    J.attribute("bytes", Each.Bytes);
  });
  printObjects(J, "params", Report.Params, [&](const SizedParam &Each) {
    J.attribute("name", jsonText(Each.Name));
    J.attribute("model", jsonTextOrNull(Each.Model));
    J.attribute("section", jsonTextOrNull(Each.Section));
    J.attribute("bytes", Each.Bytes);
    J.attribute("stored_bytes", Each.StoredBytes);
    J.attribute("own_bytes", Each.OwnBytes);
    J.attribute("compressed", Each.IsCompressed);
  });
  printObjects(J, "pieces", Report.Pieces, [&](const SizedPiece &Each) {
    J.attribute("use", byteUseName(Each.Use));
    J.attribute("name", jsonText(Each.Name));
    J.attribute("section", jsonTextOrNull(Each.Section));
    J.attribute("offset", Each.FileOffset);
    J.attribute("bytes", Each.Bytes);
  });
  printObjects(J, "pools", Report.Pools, [&](const SizedPool &Each) {
    J.attribute("name", jsonText(Each.Name));
    J.attribute("model", jsonTextOrNull(Each.Model));
    J.attribute("section", jsonTextOrNull(Each.Section));
    J.attribute("bytes", Each.Bytes);
    J.attribute("address", Each.Address);
  });
}

void metaobj::printJson(ArrayRef<SizeReport> Reports, raw_ostream &OS) {
  printJsonDocument(OS, [&](json::OStream &J) {
    auto PrintOne = [&](const SizeReport &Each) {
      J.object([&] { ::printJson(Each, J); });
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
  for (const SizedPiece &Each : Report.Pieces)
    if (Each.Use == Use)
      Parts[Each.Name] += Each.Bytes;
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
  for (const SizedPool &Each : Report.Pools)
    printRow(Each.Bytes, Width,
             "pool " + shortened(Each.Name) +
                 (Each.Model.empty() ? " that models share"
                                     : " of " + shortened(Each.Model)) +
                 " in " + shortened(Each.Section),
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
  if (Report.SavedByCompression)
    OS << "saved by compression: " << Report.SavedByCompression << '\n';
  if (Report.SavedBySharing)
    OS << "saved by sharing: " << Report.SavedBySharing << '\n';
}
