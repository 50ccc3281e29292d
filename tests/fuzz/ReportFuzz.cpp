//===- ReportFuzz.cpp - diff and size of objects and archives -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What diff and size do with any two files: the input is the first, a number of
// four bytes at its end says where the second one starts.
//
// Tries to break (SECURITY.md): inspect 1, 2.

#include "Fuzz.h"

#include "Inspect/Report/Report.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace metaobj;

/// No number that is none became part of a place. Names are no attributes:
/// their quotes are escaped.
static void checkStyles(StringRef Page) {
  constexpr StringRef Start = "style=\"";
  for (size_t Place = Page.find(Start); Place != StringRef::npos;
       Place = Page.find(Start, Place + 1)) {
    StringRef Style = Page.drop_front(Place + Start.size());
    Style = Style.take_until([](char C) { return C == '"'; });
    fuzz::check(!Style.contains("nan") && !Style.contains("inf"));
  }
}

template <class T> static void printBoth(const T &Report) {
  std::string Json, Text;
  raw_string_ostream JsonStream(Json), TextStream(Text);
  printJson(Report, JsonStream);
  Expected<json::Value> Parsed = json::parse(JsonStream.str());
  fuzz::check(bool(Parsed));
  if constexpr (std::is_same_v<T, DiffReport>)
    print(Report, TextStream);
  else {
    for (const SizeReport &Part : Report)
      print(Part, TextStream);
    std::string Page;
    raw_string_ostream PageStream(Page);
    printHtml(Report, PageStream);
    checkStyles(PageStream.str());
  }
}

static void weigh(MemoryBufferRef File) {
  Expected<std::vector<SizeReport>> Reports = measure(File);
  if (!Reports)
    return fuzz::checkError(Reports.takeError());
  for (const SizeReport &Part : *Reports) {
    uint64_t End = 0;
    for (const SizedPiece &Piece : Part.Pieces) {
      fuzz::check(Piece.FileOffset == End && Piece.Bytes != 0);
      End += Piece.Bytes;
    }
    fuzz::check(End == Part.FileBytes);
  }
  printBoth(*Reports);
}

static void compare(MemoryBufferRef A, MemoryBufferRef B) {
  Expected<DiffReport> Report = diff(A, B);
  if (!Report)
    return fuzz::checkError(Report.takeError());
  printBoth(*Report);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  MemoryBufferRef All(Bytes, fuzz::InputName);
  weigh(All);
  // A file never differs from itself.
  Expected<DiffReport> Same = diff(All, All);
  if (Same)
    fuzz::check(Same->areEqual());
  else
    fuzz::checkError(Same.takeError());
  if (Size < sizeof(uint32_t))
    return 0;
  uint32_t Middle = support::endian::read32le(Bytes.end() - sizeof(uint32_t));
  if (Middle > Size)
    return 0;
  compare(MemoryBufferRef(Bytes.take_front(Middle), fuzz::InputName),
          MemoryBufferRef(Bytes.drop_front(Middle), fuzz::InputName));
  return 0;
}
