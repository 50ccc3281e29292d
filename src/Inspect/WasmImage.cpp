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

#include "Inspect/ImageReaders.h"

#include "Object/WasmFile.h"
#include "Target/FormatFacts.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Wasm.h"

using namespace llvm;
using namespace metaobj;

/// The largest alignment that linkers give data.
static constexpr uint64_t PageSize = 1 << 16;

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
  for (const WasmRelocation &DataRelocation : Wasm.DataRelocations) {
    const WasmSegment *Behind =
        partition_point(Segments, [&](const WasmSegment &Segment) {
          return Segment.Offset <= DataRelocation.Offset;
        });
    if (Behind == Segments.begin() || !isPointer(DataRelocation.Type))
      continue;
    const WasmSegment &Segment = *(Behind - 1);
    Parts.Relocations[Behind - Segments.begin()].push_back(
        imageRelocation(DataRelocation, Segment.Offset));
  }
}

/// The code of function \p Index, which is counted with imports; an import is
/// its symbol.
static Location placeOf(uint32_t Index, const WasmFile &Wasm) {
  if (Index < Wasm.NumImportedFunctions)
    return {0, 0, Index + 1};
  const WasmFunction &Function =
      Wasm.Functions[Index - Wasm.NumImportedFunctions];
  return {static_cast<uint32_t>(Wasm.Segments.size() + 1), Function.Offset, 0};
}

/// Symbols and the table of a linked module. Its imports are the first symbols.
static Error addLinked(const WasmFile &Wasm, ImageParts &Parts,
                       StringRef File) {
  Parts.IsLinked = true;
  Parts.HasSymbolTable = false;
  Parts.HasFunctionTable = true;
  bool HasPlace = Wasm.Segments.empty();
  for (const auto &[Index, Segment] : enumerate(Wasm.Segments)) {
    ImageSection &Section = Parts.Sections[Index + 1];
    if (Section.Name.empty())
      Section.Name = "data";
    Section.HasAddress = Segment.Address.has_value();
    Section.Address = Segment.Address.value_or(0);
    HasPlace |= Section.HasAddress;
  }
  if (!HasPlace)
    return inputError(File,
                      "has no data with an address: code copies it, as with "
                      "shared memory, or a loader chooses the place",
                      "inspect the objects that were linked");
  for (const WasmFunctionName &FunctionName : Wasm.FunctionNames) {
    ImageSymbol &Symbol = Parts.Symbols.emplace_back();
    Location Place = placeOf(FunctionName.Function, Wasm);
    Symbol.Name = FunctionName.Name;
    Symbol.Kind = ImageSymbol::Function;
    Symbol.Section = Place.Section;
    Symbol.Offset = Place.Offset;
    Symbol.IsLocal = false;
  }
  for (const auto &[Index, Function] : Wasm.Table) {
    Location Place = placeOf(Function, Wasm);
    Parts.FunctionTable[Index] = Place;
    if (Place.isDefined())
      Parts.FunctionIndexes.try_emplace(Place.Offset, Index);
  }
  return Error::success();
}

Expected<ImageParts> metaobj::readWasmImage(MemoryBufferRef Buffer,
                                            StringRef File) {
  Expected<WasmFile> Wasm = readWasmModule(Buffer, File);
  if (!Wasm)
    return Wasm.takeError();

  ImageParts Parts;
  Parts.Format = "WASM";
  Parts.Triple = tripleOf(*Wasm).str();
  Parts.IsLittleEndian = true;
  Parts.PointerSize = Wasm->Is64 ? 8 : 4;
  Parts.Sections.emplace_back();
  for (const WasmSegment &Segment : Wasm->Segments) {
    ImageSection &Section = Parts.Sections.emplace_back();
    Section.Name = Segment.Name;
    Section.Alignment = Segment.Alignment;
    Section.Size = Segment.Bytes.size();
    Section.Bytes = Segment.Bytes;
  }
  ImageSection &Code = Parts.Sections.emplace_back();
  Code.Name = "CODE";
  Code.IsCode = true;
  Code.Size = Wasm->Code.size();
  Code.Bytes = Wasm->Code;

  Parts.Symbols.emplace_back();
  for (const WasmSymbol &Symbol : Wasm->Symbols)
    Parts.Symbols.push_back(imageSymbol(Symbol, *Wasm));
  Parts.Relocations.resize(Parts.Sections.size());
  if (Wasm->IsLinked) {
    if (Error E = addLinked(*Wasm, Parts, File))
      return E;
    return Parts;
  }
  for (const WasmRelocation &CodeRelocation : Wasm->CodeRelocations)
    if (isReference(CodeRelocation.Type))
      Parts.Relocations.back().push_back(imageRelocation(CodeRelocation, 0));
  addDataRelocations(*Wasm, Parts);
  return Parts;
}
