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

#include "llvm/BinaryFormat/Wasm.h"
#include "llvm/Support/DataExtractor.h"

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

/// The data section from \p Body to \p End: segments, and before each of them
/// its size and place.
static void addSegments(const WasmFile &Wasm, const char *Start, uint64_t Body,
                        uint64_t End, FileRegions &Result) {
  uint64_t At = Body;
  for (const WasmSegment &Each : Wasm.Segments) {
    uint64_t Segment = Each.Bytes.data() - Start;
    if (Segment < At || Segment > End)
      continue; // Of another data section.
    Result.Sections.push_back(
        {SharedText(Each.Name), SizedSection::Data, Each.Bytes.size()});
    Result.add(ByteUse::Headers, "DATA", At, Segment - At, "DATA");
    Result.add(ByteUse::Other, Each.Name, Segment, Each.Bytes.size(),
               Each.Name);
    At = Segment + Each.Bytes.size();
  }
  if (At < End)
    Result.add(ByteUse::Headers, "DATA", At, End - At, "DATA");
}

Expected<FileRegions> metaobj::readWasmRegions(MemoryBufferRef Buffer,
                                               StringRef File) {
  Expected<WasmFile> Wasm = readWasmFile(Buffer, File);
  if (!Wasm)
    return Wasm.takeError();
  FileRegions Result;
  Result.add(ByteUse::Headers, "file header", 0, WasmHeaderSize);
  DataExtractor Data(Buffer.getBuffer(), /*IsLittleEndian=*/true,
                     /*AddressSize=*/0);
  DataExtractor::Cursor At(WasmHeaderSize);
  while (At && At.tell() < Buffer.getBufferSize()) {
    uint64_t Start = At.tell();
    uint8_t Id = Data.getU8(At);
    uint64_t Size = Data.getULEB128(At);
    uint64_t Contents = At.tell();
    StringRef Name = sectionName(Id);
    if (Id == wasm::WASM_SEC_CUSTOM)
      Name = Data.getBytes(At, Data.getULEB128(At));
    uint64_t Body = At.tell();
    if (!At || Size > Buffer.getBufferSize() - Contents ||
        Body - Contents > Size)
      break;
    uint64_t BodyBytes = Size - (Body - Contents);
    bool IsCode = Id == wasm::WASM_SEC_CODE;
    Result.add(ByteUse::Headers, "section headers", Start, Body - Start);
    Data.skip(At, BodyBytes);
    if (Id == wasm::WASM_SEC_DATA) {
      addSegments(*Wasm, Buffer.getBufferStart(), Body, Body + BodyBytes,
                  Result);
      continue;
    }
    ByteUse Use = IsCode                        ? ByteUse::Code
                  : Id == wasm::WASM_SEC_CUSTOM ? useOfCustom(Name)
                                                : ByteUse::Headers;
    Result.add(Use, Name, Body, BodyBytes, Name);
    Result.Sections.push_back(
        {SharedText(Name),
         IsCode ? SizedSection::Code : SizedSection::NotLoaded, BodyBytes});
  }
  consumeError(At.takeError());
  return Result;
}
