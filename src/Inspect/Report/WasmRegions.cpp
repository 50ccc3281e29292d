//===- WasmRegions.cpp - Parts of a WebAssembly object --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is a list of sections behind 8 bytes: a byte that says what it is, its
// size as LEB128, and its contents. Custom sections start with a name.
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/FileRegions.h"

#include "Object/WasmFile.h"
#include "Object/WasmText.h"

#include "llvm/BinaryFormat/Wasm.h"

using namespace llvm;
using namespace metaobj;

static constexpr uint64_t WasmHeaderSize = 8;

static StringRef sectionName(uint8_t Id) {
  static constexpr StringLiteral Names[] = {
      "custom", "TYPE",  "IMPORT", "FUNCTION", "TABLE", "MEMORY",    "GLOBAL",
      "EXPORT", "START", "ELEM",   "CODE",     "DATA",  "DATACOUNT", "TAG"};
  return Id < std::size(Names) ? StringRef(Names[Id]) : "unknown";
}

static ByteUse useOfCustom(StringRef Name) {
  if (Name == "linking" || Name == "name")
    return ByteUse::Symbols;
  return Name.starts_with("reloc.") ? ByteUse::Relocations : ByteUse::Other;
}

/// The data section \p Data: segments, and before each of them its size and
/// place.
static Error addSegments(const WasmFile &Wasm, StringRef Data,
                         FileRegions &Result) {
  uint64_t Place = Data.data() - Result.File.data();
  uint64_t End = Place + Data.size();
  for (const WasmSegment &Segment : Wasm.Segments) {
    uint64_t Start = Segment.Bytes.data() - Result.File.data();
    if (Start < Place || Start > End)
      continue; // Of another data section.
    if (Error E = Result.addSection(Segment.Name, SizedSection::Data,
                                    Segment.Bytes.size(), Segment.Bytes))
      return E;
    Result.add(ByteUse::Headers, "DATA", Place, Start - Place, "DATA");
    Place = Start + Segment.Bytes.size();
  }
  if (Place < End)
    Result.add(ByteUse::Headers, "DATA", Place, End - Place, "DATA");
  return Error::success();
}

Expected<FileRegions> metaobj::readWasmRegions(MemoryBufferRef Buffer) {
  Expected<WasmFile> Wasm = readWasmFile(Buffer, Buffer.getBufferIdentifier());
  if (!Wasm)
    return Wasm.takeError();
  FileRegions Result(Buffer.getBuffer());
  WasmCursor Cursor(Result.File);
  Result.add(ByteUse::Headers, "file header", 0,
             Cursor.take(WasmHeaderSize).size());
  while (!Cursor.atEnd()) {
    uint64_t Start = Cursor.tell();
    uint8_t Id = Cursor.byte();
    uint64_t Size = Cursor.number();
    uint64_t Contents = Cursor.tell();
    bool IsCustom = Id == wasm::WASM_SEC_CUSTOM;
    StringRef Name = IsCustom ? Cursor.name() : sectionName(Id);
    uint64_t Body = Cursor.tell();
    if (!Cursor || Body - Contents > Size)
      break;
    StringRef Stored = Cursor.take(Size - (Body - Contents));
    if (!Cursor)
      break;
    Result.add(ByteUse::Headers, "section headers", Start, Body - Start);
    SizedSection::KindType Kind = Id == wasm::WASM_SEC_CODE
                                      ? SizedSection::Code
                                      : SizedSection::NotLoaded;
    ByteUse Use = IsCustom                     ? useOfCustom(Name)
                  : Kind == SizedSection::Code ? ByteUse::Code
                                               : ByteUse::Headers;
    if (Error E =
            Id == wasm::WASM_SEC_DATA
                ? addSegments(*Wasm, Stored, Result)
                : Result.addSection(Name, Kind, Stored.size(), Stored, Use))
      return E;
  }
  return Result;
}
