//===- ParamDecoder.cpp - Parameters of an object -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There are two ways to find parameters: by their symbols, which contain
// `__tvm_param__`, and by the table that a function `<prefix>_params` returns.
// The table adds dtype, shape and storage id. A function whose name ends in
// `_lookup_linked_param` also gives storage ids, by its table of pointers.
//
//===----------------------------------------------------------------------===//

#include "Inspect/CompressedParam.h"
#include "Inspect/Decoders.h"
#include "Inspect/LinkedParams.h"
#include "Inspect/ParamTable.h"

#include "Base/Wording.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/BLAKE3.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;
using namespace metaobj;

namespace {

constexpr StringLiteral ParamsAccessorEnd = "_params";

/// The symbol of metaobj's own table.
constexpr StringLiteral ParamTableSymbol = "_metaobj_param_table";

/// Sections without bytes in the file can claim any size. At most this many
/// zeros are hashed.
constexpr uint64_t MaxZeroBytes = 1 << 28;

/// Small frames can claim much content. Content above this limit and the limit
/// of the file's size is not decoded and hashed.
constexpr uint64_t MaxDecodedBytes = 1 << 28;

/// A symbol of a parameter.
struct ParamSymbol {
  StringRef Symbol;
  StringRef Mark;
  StringRef Name; ///< What follows the mark.
  Location Place;
  uint64_t Size;
  bool IsInTable = false;

  bool isCompressed() const { return Mark == CompressedSymbolMark; }
};

class ParamDecoder {
public:
  ParamDecoder(const ObjectImage &Object, ArrayRef<CodeRange> Functions,
               ArrayRef<FoundRecord> Records, std::vector<InspectedPart> &Parts)
      : Object(Object), Functions(Functions), Records(Records), Parts(Parts) {}

  Error decode(std::vector<InspectedParam> &Result);

private:
  Error findSymbols();
  Error findTables();
  Error addTable(Location Place, StringRef Prefix);
  Error addRecorded(const FoundRecord &Record);
  Error addEntry(ParamTableEntry &&Entry, StringRef Prefix, size_t Table);
  Expected<StringRef> symbolOf(const ParamTableEntry &Entry, StringRef Prefix);
  void addRemainingSymbols();
  void nameModelOfOnlyTable();
  Error checkNames() const;
  Error complete(FoundParam &Param);
  Expected<std::string> hash(Location Data, uint64_t Size);
  Expected<std::string> hashDecoded(const FoundParam &Param);

  const ObjectImage &Object;
  ArrayRef<CodeRange> Functions;
  ArrayRef<FoundRecord> Records;
  std::vector<InspectedPart> &Parts;
  std::vector<ParamSymbol> Symbols;
  StringMap<SmallVector<size_t, 1>> SymbolsByName;
  std::set<std::pair<uint32_t, uint64_t>> Tables;
  std::vector<FoundParam> Params;
  uint64_t NumEntries = 0;
  std::map<std::tuple<uint32_t, uint64_t, uint64_t>, std::string> Hashes;
  std::map<std::tuple<uint32_t, uint64_t, uint64_t>, std::string> FrameHashes;
  /// Bytes of names that were copied, of data, of zeros and of decoded data
  /// that were hashed.
  uint64_t NameBytes = 0, DataBytes = 0, ZeroBytes = 0, DecodedBytes = 0;
};

} // namespace

/// Symbols, table entries and sections can share one long name.
Error ParamDecoder::checkNames() const {
  if (NameBytes > Object.workLimit())
    return inputError(Object.file(), "names of parameters overlap");
  return Error::success();
}

Error ParamDecoder::findSymbols() {
  // A shared object has exported symbols twice.
  std::set<std::tuple<uint32_t, uint64_t, StringRef>> Seen;
  for (const ImageSymbol &Symbol : Object.symbols()) {
    StringRef Mark = paramMarkIn(Symbol.Name);
    if (Mark.empty() || !Symbol.isDefined() || !Symbol.isObjectOrUntyped())
      continue;
    StringRef Name = Symbol.Name.split(Mark).second;
    if (Symbol.Name.size() > LongestSymbol)
      return inputError(Object.file(), "a parameter's symbol has a name of " +
                                           Twine(Symbol.Name.size()) +
                                           " bytes");
    uint64_t SectionSize = Object.sections()[Symbol.Section].Size;
    if (Symbol.Offset > SectionSize ||
        Symbol.Size > SectionSize - Symbol.Offset)
      return inputError(
          Object.file(),
          quoted(Symbol.Name) + ": " + Twine(Symbol.Size) + " bytes at " +
              Object.describe({Symbol.Section, Symbol.Offset, 0}) +
              " pass the section's end at 0x" + Twine::utohexstr(SectionSize));
    if (!Seen.insert({Symbol.Section, Symbol.Offset, Symbol.Name}).second)
      continue;
    NameBytes += Symbol.Name.size();
    if (Error E = checkNames())
      return E;
    SymbolsByName[Name].push_back(Symbols.size());
    Location Place = {Symbol.Section, Symbol.Offset, 0};
    uint64_t Size = Object.hasSymbolSizes()
                        ? Symbol.Size
                        : Object.nextBoundary(Place) - Symbol.Offset;
    Symbols.push_back({Symbol.Name, Mark, Name, Place, Size});
  }
  return Error::success();
}

/// The symbol of \p Entry's data; empty if it has none of its own. If this
/// symbol is at another place, this is an error: clients that link by symbol
/// would see other bytes than clients that read the table.
Expected<StringRef> ParamDecoder::symbolOf(const ParamTableEntry &Entry,
                                           StringRef Prefix) {
  if (!Entry.Data.isDefined())
    return Object.symbols()[Entry.Data.Symbol].Name;
  auto Named = SymbolsByName.find(Entry.Name);
  if (Named == SymbolsByName.end())
    return "";
  ParamSymbol *Best = nullptr;
  const ParamSymbol *Elsewhere = nullptr;
  for (size_t Index : Named->second) {
    ParamSymbol &TheParamSymbol = Symbols[Index];
    if (TheParamSymbol.isCompressed() != Entry.WindowLog.has_value())
      continue;
    StringRef Start = TheParamSymbol.Symbol.drop_back(Entry.Name.size());
    bool IsExpected =
        Start == TheParamSymbol.Mark ||
        (Start.consume_front(Prefix) && Start == TheParamSymbol.Mark);
    if (!TheParamSymbol.Place.isSamePlace(Entry.Data)) {
      if (IsExpected)
        Elsewhere = &TheParamSymbol;
      continue;
    }
    if (!Best || IsExpected)
      Best = &TheParamSymbol;
  }
  if (!Best) {
    if (Elsewhere && !Object.isLinked())
      return inputError(Object.file(),
                        "parameter " + quoted(Entry.Name) +
                            ": the table leads to " +
                            Object.describe(Entry.Data) + ", symbol " +
                            quoted(Elsewhere->Symbol) + " is at " +
                            Object.describe(Elsewhere->Place));
    return "";
  }
  // In C an empty tensor is an array of one element, as there are no others.
  bool IsRightSize = Object.hasSymbolSizes()
                         ? Best->Size == Entry.StoredSize || Entry.Size == 0
                         : Best->Size >= Entry.StoredSize;
  if (!IsRightSize)
    return inputError(
        Object.file(),
        "parameter " + quoted(Entry.Name) + ": the table says " +
            Twine(Entry.StoredSize) + " bytes, its symbol " +
            (Object.hasSymbolSizes() ? "says " : "has room for ") +
            Twine(Best->Size));
  Best->IsInTable = true;
  return Best->Symbol;
}

/// The part of a parameter's symbol before the mark: the prefix of its model,
/// if it has one.
static StringRef modelOf(StringRef ParamSymbol) {
  StringRef Mark = paramMarkIn(ParamSymbol);
  return Mark.empty() ? StringRef() : ParamSymbol.split(Mark).first;
}

Error ParamDecoder::addEntry(ParamTableEntry &&Entry, StringRef Prefix,
                             size_t Table) {
  Expected<StringRef> Symbol = symbolOf(Entry, Prefix);
  if (!Symbol)
    return Symbol.takeError();
  StringRef Model = Prefix.empty() ? modelOf(*Symbol) : Prefix;
  NameBytes += Entry.Name.size() + Symbol->size() + Model.size();
  if (Error E = checkNames())
    return E;
  FoundParam &Param = Params.emplace_back();
  Param.Data = Entry.Data;
  Param.Table = Table;
  Param.Result.Name = Entry.Name.str();
  Param.Result.Model = Model.str();
  Param.Result.Symbol = Symbol->str();
  Param.Result.StorageId = Entry.StorageId;
  Param.Result.DType = std::move(Entry.DType);
  Param.Result.Shape = std::move(Entry.Shape);
  Param.Result.Bytes = Entry.Size;
  Param.Result.StoredBytes = Entry.StoredSize;
  if (Entry.WindowLog)
    Param.Result.Codec = "zstd";
  Param.WindowLog = Entry.WindowLog;
  return Error::success();
}

Error ParamDecoder::addTable(Location Place, StringRef Prefix) {
  if (!Place.isDefined() || Tables.count({Place.Section, Place.Offset}))
    return Error::success();
  std::vector<InspectedPart> Read;
  auto Table = readParamTable(Object, Place, Read);
  if (!Table)
    return Table.takeError();
  if (!*Table)
    return Error::success();
  Tables.insert({Place.Section, Place.Offset});
  append_range(Parts, Read);
  NumEntries += (*Table)->size();
  if (NumEntries > Object.mostThingsOf(MinParamTableEntrySize))
    return inputError(Object.file(), "parameter tables overlap");
  for (auto [Index, Entry] : enumerate(**Table)) {
    if (Error E = addEntry(std::move(Entry), Prefix, Tables.size()))
      return E;
    Params.back().Result.TableIndex = Index;
  }
  return Error::success();
}

Error ParamDecoder::findTables() {
  for (const CodeRange &Code : Functions)
    for (uint32_t Index : Code.Symbols) {
      StringRef Prefix = Object.symbols()[Index].Name;
      if (!Prefix.consume_back(ParamsAccessorEnd))
        continue;
      for (const Location &Place : dataReferences(Object, Code))
        if (Error E = addTable(Place, Prefix))
          return E;
      break;
    }
  // Does not follow code of linked files. Here a damaged table looks like an
  // object that is no table.
  if (Object.isLinked())
    for (const ImageSymbol &Symbol : Object.symbols())
      if (Symbol.Kind == ImageSymbol::Object && Symbol.isDefined() &&
          (Object.hasSymbolSizes()
               ? isParamTableSize(Symbol.Size, Object.pointerSize())
               : Symbol.Name == ParamTableSymbol))
        if (Error E = addTable({Symbol.Section, Symbol.Offset, 0}, ""))
          consumeError(std::move(E));
  for (const FoundRecord &Record : Records)
    if (Error E = addRecorded(Record))
      return E;
  return Error::success();
}

/// A record leads to a table, whatever its bytes look like.
Error ParamDecoder::addRecorded(const FoundRecord &Record) {
  if (!Record.Params)
    return Error::success();
  size_t First = Params.size();
  if (Error E = addTable(*Record.Params, ""))
    return E;
  // An image has nothing else that tells models apart.
  if (Object.isStripped())
    for (FoundParam &Param : MutableArrayRef(Params).drop_front(First)) {
      Param.Result.Model = Record.Result.Model;
      Param.Result.IsModelOfRecord = true;
      NameBytes += Record.Result.Model.size();
    }
  if (Error E = checkNames())
    return E;
  if (Tables.count({Record.Params->Section, Record.Params->Offset}))
    return Error::success();
  return inputError(Object.file(),
                    "the record of model " + quoted(Record.Result.Model) +
                        " leads to " + Object.describe(*Record.Params) +
                        ", where no parameter table is");
}

void ParamDecoder::addRemainingSymbols() {
  std::vector<const ParamSymbol *> Remaining;
  for (const ParamSymbol &TheParamSymbol : Symbols)
    // What a frame without a table entry decodes to is not known.
    if (!TheParamSymbol.IsInTable && !TheParamSymbol.isCompressed())
      Remaining.push_back(&TheParamSymbol);
  sort(Remaining, [](const ParamSymbol *A, const ParamSymbol *B) {
    return std::tuple(A->Place.Section, A->Place.Offset, A) <
           std::tuple(B->Place.Section, B->Place.Offset, B);
  });
  for (const ParamSymbol *TheParamSymbol : Remaining) {
    FoundParam &Param = Params.emplace_back();
    Param.Data = TheParamSymbol->Place;
    Param.Result.Name = TheParamSymbol->Name.str();
    Param.Result.Model = modelOf(TheParamSymbol->Symbol).str();
    Param.Result.Symbol = TheParamSymbol->Symbol.str();
    Param.Result.Bytes = TheParamSymbol->Size;
    Param.Result.StoredBytes = TheParamSymbol->Size;
  }
}

/// In a linked file nothing tells which function returns which table. With one
/// of each it is clear.
void ParamDecoder::nameModelOfOnlyTable() {
  if (!Object.isLinked() || Tables.size() != 1)
    return;
  StringRef Only;
  for (const ImageSymbol &Symbol : Object.symbols()) {
    if (!Symbol.isFunction() || Symbol.IsLocal || !Symbol.isDefined() ||
        !Symbol.Name.ends_with(ParamsAccessorEnd) || Symbol.Name == Only)
      continue;
    if (!Only.empty())
      return;
    Only = Symbol.Name;
  }
  if (Only.size() > LongestName)
    return;
  for (FoundParam &Param : Params)
    if (Param.Table && Param.Result.Model.empty()) {
      Param.Result.Model =
          Only.drop_back(std::min(Only.size(), ParamsAccessorEnd.size())).str();
      NameBytes += Param.Result.Model.size();
    }
}

/// Empty when the bytes are too many zeros to hash.
Expected<std::string> ParamDecoder::hash(Location Data, uint64_t Size) {
  std::string &Known = Hashes[{Data.Section, Data.Offset, Size}];
  if (!Known.empty())
    return Known;
  BLAKE3 Hasher;
  if (Object.sections()[Data.Section].HasNoBits) {
    if (Size > MaxZeroBytes - ZeroBytes)
      return "";
    ZeroBytes += Size;
    const std::vector<uint8_t> Zeros(1 << 16);
    for (uint64_t Rest = Size; Rest != 0;) {
      uint64_t Piece = std::min<uint64_t>(Rest, Zeros.size());
      Hasher.update(ArrayRef(Zeros).take_front(Piece));
      Rest -= Piece;
    }
  } else {
    DataBytes += Size;
    if (DataBytes > Object.workLimit())
      return inputError(Object.file(), "parameters overlap");
    Hasher.update(Object.bytesFrom(Data).take_front(Size));
  }
  Known = "blake3:" + toHex(Hasher.final(), /*LowerCase=*/true);
  return Known;
}

/// The same for the content of a frame.
Expected<std::string> ParamDecoder::hashDecoded(const FoundParam &Param) {
  const InspectedParam &Result = Param.Result;
  std::string &Known =
      FrameHashes[{Param.Data.Section, Param.Data.Offset, Result.StoredBytes}];
  if (!Known.empty())
    return Known;
  uint64_t Most = MaxDecodedBytes + 4 * Object.workLimit();
  if (Result.Bytes > Most - DecodedBytes)
    return "";
  DecodedBytes += Result.Bytes;
  BLAKE3 Hasher;
  ArrayRef<uint8_t> Frame = arrayRefFromStringRef(
      Object.bytesFrom(Param.Data).take_front(Result.StoredBytes));
  FrameDecoder Decoder(Frame, {Result.Bytes, *Param.WindowLog});
  for (bool IsAtEnd = false; !IsAtEnd;) {
    Expected<ArrayRef<uint8_t>> Piece = Decoder.next();
    if (!Piece)
      return inputError(Object.file(), "parameter " + quoted(Result.Name) +
                                           ": " + toString(Piece.takeError()));
    Hasher.update(*Piece);
    IsAtEnd = Piece->empty();
  }
  Known = "blake3:" + toHex(Hasher.final(), /*LowerCase=*/true);
  return Known;
}

Error ParamDecoder::complete(FoundParam &Param) {
  Param.Result.IsLittleEndian = Object.isLittleEndian();
  if (!Param.Data.isDefined()) {
    Param.Result.IsElsewhere = true;
    return checkNames();
  }
  const ImageSection &Section = Object.sections()[Param.Data.Section];
  if (!Object.isLinked()) {
    // What holds wherever the section lies: the lowest bit set in either.
    uint64_t Bits =
        Param.Data.Offset | std::max<uint64_t>(Section.Alignment, 1);
    Param.Result.Align = Bits & (~Bits + 1);
  }
  NameBytes += Section.Name.size();
  Param.Result.Section = Section.Name.str();
  Param.Result.Address = Object.addressOf(Param.Data);
  Param.Result.FileOffset = Object.fileOffsetOf(Param.Data);
  Expected<std::string> Hash = Param.WindowLog
                                   ? hashDecoded(Param)
                                   : hash(Param.Data, Param.Result.Bytes);
  if (!Hash)
    return Hash.takeError();
  Param.Result.Hash = std::move(*Hash);
  return checkNames();
}

Error ParamDecoder::decode(std::vector<InspectedParam> &Result) {
  if (Error E = findSymbols())
    return E;
  if (Error E = findTables())
    return E;
  addRemainingSymbols();
  nameModelOfOnlyTable();
  if (Error E = applyLinkedParams(Object, Functions, Params, Parts))
    return E;
  for (FoundParam &Param : Params) {
    if (Error E = complete(Param))
      return E;
    Result.push_back(std::move(Param.Result));
  }
  return Error::success();
}

Error metaobj::decodeParams(const ObjectImage &Object,
                            ArrayRef<CodeRange> Functions,
                            ArrayRef<FoundRecord> Records, Inspection &Result) {
  return ParamDecoder(Object, Functions, Records, Result.Parts)
      .decode(Result.Params);
}
