//===- WasmImage.cpp - Reading a WebAssembly object -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each data segment is a section; the code section follows them. The address of
// a function is an index into a table. It is relocated like a pointer and leads
// to the function's symbol.
//
//===----------------------------------------------------------------------===//

#include "ImageReaders.h"

#include "Object/WasmFile.h"
#include "Target/WasmFacts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Wasm.h"

using namespace llvm;
using namespace metaobj;

static bool isPointer(uint8_t Type) {
  switch (Type) {
  case wasm::R_WASM_MEMORY_ADDR_I32:
  case wasm::R_WASM_MEMORY_ADDR_I64:
  case wasm::R_WASM_TABLE_INDEX_I32:
  case wasm::R_WASM_TABLE_INDEX_I64:
    return true;
  default:
    return false;
  }
}

/// An address in an instruction; that of a global is the global offset table's
/// entry for the symbol.
static bool isReference(uint8_t Type) {
  switch (Type) {
  case wasm::R_WASM_MEMORY_ADDR_LEB:
  case wasm::R_WASM_MEMORY_ADDR_SLEB:
  case wasm::R_WASM_MEMORY_ADDR_REL_SLEB:
  case wasm::R_WASM_MEMORY_ADDR_LEB64:
  case wasm::R_WASM_MEMORY_ADDR_SLEB64:
  case wasm::R_WASM_MEMORY_ADDR_REL_SLEB64:
  case wasm::R_WASM_GLOBAL_INDEX_LEB:
    return true;
  default:
    return isPointer(Type);
  }
}

static ImageSymbol imageSymbol(const WasmSymbol &From, const WasmFile &Wasm) {
  ImageSymbol Symbol;
  Symbol.Name = From.Name;
  Symbol.IsLocal = From.isLocal();
  if (From.isFunction()) {
    Symbol.Kind = ImageSymbol::Function;
    if (const WasmFunction *Function = Wasm.functionOf(From)) {
      Symbol.Section = Wasm.Segments.size() + 1;
      Symbol.Offset = Function->Offset;
      Symbol.Size = Function->Size;
    }
  } else if (From.isData()) {
    Symbol.Kind = From.Flags & wasm::WASM_SYMBOL_TLS ? ImageSymbol::ThreadLocal
                                                     : ImageSymbol::Object;
    Symbol.Section = From.isUndefined() ? 0 : From.Element + 1;
    Symbol.Offset = From.Offset;
    Symbol.Size = From.Size;
  } else {
    Symbol.Kind = ImageSymbol::Other;
  }
  return Symbol;
}

static ImageRelocation imageRelocation(const WasmRelocation &From,
                                       uint64_t Start) {
  ImageRelocation Relocation;
  Relocation.Offset = From.Offset - Start;
  Relocation.Type = ResolvedRelocation;
  Relocation.Symbol = From.Index + 1;
  Relocation.Addend = From.Addend;
  Relocation.IsPointer = isPointer(From.Type);
  return Relocation;
}

/// Relocations count from the start of the data section, through all segments.
static void addDataRelocations(const WasmFile &Wasm, ImageParts &Parts) {
  ArrayRef<WasmSegment> Segments = Wasm.Segments;
  for (const WasmRelocation &Each : Wasm.DataRelocations) {
    const WasmSegment *Behind =
        partition_point(Segments, [&](const WasmSegment &Segment) {
          return Segment.Offset <= Each.Offset;
        });
    if (Behind == Segments.begin() || !isPointer(Each.Type))
      continue;
    const WasmSegment &Segment = *(Behind - 1);
    Parts.Relocations[Behind - Segments.begin()].push_back(
        imageRelocation(Each, Segment.Offset));
  }
}

Expected<ImageParts> metaobj::readWasmImage(MemoryBufferRef Buffer,
                                            StringRef File) {
  Expected<WasmFile> Wasm = readWasmFile(Buffer, File);
  if (!Wasm)
    return Wasm.takeError();

  ImageParts Parts;
  Parts.Format = "WASM";
  Parts.Triple = tripleOf(*Wasm).str();
  Parts.IsLittleEndian = true;
  Parts.PointerSize = Wasm->Is64 ? 8 : 4;
  Parts.Sections.emplace_back();
  for (const WasmSegment &Each : Wasm->Segments) {
    ImageSection &Section = Parts.Sections.emplace_back();
    Section.Name = Each.Name;
    Section.Alignment = Each.Alignment;
    Section.Size = Each.Bytes.size();
    Section.Bytes = Each.Bytes;
  }
  ImageSection &Code = Parts.Sections.emplace_back();
  Code.Name = "CODE";
  Code.IsCode = true;
  Code.Size = Wasm->Code.size();
  Code.Bytes = Wasm->Code;

  Parts.Symbols.emplace_back();
  for (const WasmSymbol &Each : Wasm->Symbols)
    Parts.Symbols.push_back(imageSymbol(Each, *Wasm));
  Parts.Relocations.resize(Parts.Sections.size());
  for (const WasmRelocation &Each : Wasm->CodeRelocations)
    if (isReference(Each.Type))
      Parts.Relocations.back().push_back(imageRelocation(Each, 0));
  addDataRelocations(*Wasm, Parts);
  return Parts;
}
