//===- MemoryMapFile.cpp - A board in YAML --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     entry: Reset_Handler
//     stack: 4K
//     regions:
//     - {name: flash, address: 0x0, size: 256K}
//     - {name: ram, address: 0x20000000, size: 64K, cache-line: 32}
//     - name: qspi
//       address: 0x90000000
//       size: 8M
//       access: read
//       sections: [".rodata.tvm*"]
//       readers: [cpu, dma]
//     sections: {text: flash, data: ram, stack: ram}
//     contents:
//     - {symbols: [tensor_arena], align: 16, writers: [dma]}
//     - {name: heap, start: __heap_start, end: __heap_end}
//
// As for job files, LLVM's parser is driven node by node, so that brackets of a
// hostile file cannot nest deeper than the format.
//
//===----------------------------------------------------------------------===//

#include "Base/ByteCount.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/MemoryMap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <algorithm>
#include <functional>

using namespace llvm;
using namespace metaobj;

namespace {

/// Reads the value of a key.
using ValueTaker = std::function<Error(yaml::Node &)>;

struct BoardKey {
  StringLiteral Name;
  ValueTaker Take;
  bool IsRequired = false;
};

/// A word of the format, and what it means.
template <typename T> struct BoardWord {
  StringLiteral Text;
  T Value;
};

class BoardReader {
public:
  explicit BoardReader(MemoryBufferRef Buffer)
      : Name(Buffer.getBufferIdentifier()), Text(Buffer.getBuffer()),
        Stream(Text, Sources) {
    Sources.setDiagHandler(keepFirst, this);
  }

  Expected<MemoryMap> read();

private:
  static void keepFirst(const SMDiagnostic &Problem, void *Self);
  std::string placeOf(const yaml::Node &TheNode);
  Error fail(const yaml::Node &TheNode, const Message &Reason,
             const Message &Hint = {});
  Error failYaml(StringRef Otherwise);

  Error readMapping(yaml::Node &TheNode, ArrayRef<BoardKey> Keys);
  Error readPair(yaml::KeyValueNode &Pair, ArrayRef<BoardKey> Keys,
                 StringSet<> &Given);
  Expected<std::string> readText(yaml::Node &TheNode);
  Expected<uint64_t> readNumber(yaml::Node &TheNode);

  ValueTaker text(std::string &To);
  ValueTaker texts(std::vector<std::string> &To);
  template <typename NumberT> ValueTaker number(NumberT &To);
  ValueTaker powerOfTwo(uint64_t &To);
  template <typename T>
  ValueTaker word(std::vector<BoardWord<T>> Words, std::function<void(T)> Take);
  ValueTaker truth(bool &To);
  ValueTaker list(std::function<Error(yaml::Node &)> Take);

  Error readRegion(yaml::Node &TheNode);
  Error readPlaces(yaml::Node &TheNode);
  Error readContents(yaml::Node &TheNode);
  Error checkContents(const yaml::Node &TheNode, const BoardContents &Contents);
  Error checkReaders();

  StringRef Name;
  StringRef Text;
  SourceMgr Sources;
  std::string FaultPlace, Fault; ///< Of the parser; empty: none so far.
  yaml::Stream Stream;
  MemoryMap Map;
};

} // namespace

//===----------------------------------------------------------------------===//
// Faults and their places
//===----------------------------------------------------------------------===//

void BoardReader::keepFirst(const SMDiagnostic &Problem, void *Self) {
  auto &Reader = *static_cast<BoardReader *>(Self);
  if (!Reader.Fault.empty())
    return;
  Reader.FaultPlace =
      (Reader.Name + ":" + Twine(std::max(Problem.getLineNo(), 1)) + ":" +
       Twine(std::max(Problem.getColumnNo(), 0) + 1))
          .str();
  StringRef Message = Problem.getMessage();
  Reader.Fault =
      Message.take_front().lower() + Message.drop_front().rtrim('.').str();
}

/// Empty where a hostile file has nodes behind its text.
std::string BoardReader::placeOf(const yaml::Node &TheNode) {
  SMLoc Start = TheNode.getSourceRange().Start;
  if (Start.getPointer() < Text.begin() || Start.getPointer() > Text.end())
    return "";
  auto [Line, Column] = Sources.getLineAndColumn(Start);
  return (Name + ":" + Twine(Line) + ":" + Twine(Column)).str();
}

Error BoardReader::fail(const yaml::Node &TheNode, const Message &Reason,
                        const Message &Hint) {
  std::string Place = placeOf(TheNode);
  // What the parser has found comes first.
  if (!Fault.empty() || Place.empty())
    return failYaml("is not YAML");
  return inputError(Place, Reason, Hint);
}

/// \p Otherwise, if the parser has said nothing.
Error BoardReader::failYaml(StringRef Otherwise) {
  if (Fault.empty())
    return inputError(Name, Otherwise);
  return inputError(FaultPlace, Fault);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Expected<std::string> BoardReader::readText(yaml::Node &TheNode) {
  SmallString<64> Storage;
  auto *Scalar = dyn_cast<yaml::ScalarNode>(&TheNode);
  if (!Scalar)
    return fail(TheNode, "expected a text or a number");
  std::string Value = Scalar->getValue(Storage).str();
  if (Value.empty() || StringRef(Value).contains('\0'))
    return fail(TheNode, Value.empty() ? "expected a text, found an empty one"
                                       : "the text has a NUL");
  return Value;
}

Expected<uint64_t> BoardReader::readNumber(yaml::Node &TheNode) {
  Expected<std::string> Value = readText(TheNode);
  if (!Value)
    return Value.takeError();
  std::optional<uint64_t> Number = parseByteCount(*Value);
  if (!Number)
    Number = parseAddress(*Value);
  if (!Number)
    return fail(TheNode,
                "expected a number, such as 0x20000000 or 64K, found " +
                    quoted(*Value));
  return *Number;
}

ValueTaker BoardReader::text(std::string &To) {
  return [this, &To](yaml::Node &TheNode) {
    return readText(TheNode).moveInto(To);
  };
}

template <typename NumberT> ValueTaker BoardReader::number(NumberT &To) {
  return [this, &To](yaml::Node &TheNode) {
    return readNumber(TheNode).moveInto(To);
  };
}

ValueTaker BoardReader::powerOfTwo(uint64_t &To) {
  return [this, &To](yaml::Node &TheNode) -> Error {
    if (Error E = readNumber(TheNode).moveInto(To))
      return E;
    if (!isPowerOf2_64(To))
      return fail(TheNode, "expected a power of two, found " + Twine(To).str());
    return Error::success();
  };
}

ValueTaker BoardReader::list(std::function<Error(yaml::Node &)> Take) {
  return [this, Take = std::move(Take)](yaml::Node &TheNode) -> Error {
    auto *Sequence = dyn_cast<yaml::SequenceNode>(&TheNode);
    if (!Sequence)
      return fail(TheNode, "expected a list");
    for (yaml::Node &Entry : *Sequence)
      if (Error E = Take(Entry))
        return E;
    return Error::success();
  };
}

ValueTaker BoardReader::texts(std::vector<std::string> &To) {
  return list([this, &To](yaml::Node &TheNode) {
    return readText(TheNode).moveInto(To.emplace_back());
  });
}

template <typename T>
ValueTaker BoardReader::word(std::vector<BoardWord<T>> Words,
                             std::function<void(T)> Take) {
  return [this, Words = std::move(Words),
          Take = std::move(Take)](yaml::Node &TheNode) -> Error {
    Expected<std::string> Value = readText(TheNode);
    if (!Value)
      return Value.takeError();
    std::vector<StringRef> Known;
    for (const BoardWord<T> &Word : Words) {
      if (Word.Text == *Value) {
        Take(Word.Value);
        return Error::success();
      }
      Known.push_back(Word.Text);
    }
    return fail(TheNode, "unknown value " + quoted(*Value),
                "known are: " + quotedList(Known));
  };
}

ValueTaker BoardReader::truth(bool &To) {
  return word<bool>({{"true", true}, {"false", false}},
                    [&To](bool Value) { To = Value; });
}

Error BoardReader::readPair(yaml::KeyValueNode &Pair, ArrayRef<BoardKey> Keys,
                            StringSet<> &Given) {
  auto *KeyNode = dyn_cast_or_null<yaml::ScalarNode>(Pair.getKey());
  if (!KeyNode)
    return failYaml("expected a key and its value");
  SmallString<32> Storage;
  std::string Key = KeyNode->getValue(Storage).str();
  const BoardKey *Known = find_if(
      Keys, [&Key](const BoardKey &TheKey) { return TheKey.Name == Key; });
  if (Known == Keys.end()) {
    std::vector<StringRef> Names;
    for (const BoardKey &TheKey : Keys)
      Names.push_back(TheKey.Name);
    return fail(*KeyNode, "unknown key " + quoted(Key),
                "known are: " + quotedList(Names, Names.size()));
  }
  if (!Given.insert(Key).second)
    return fail(*KeyNode, "the key " + quoted(Key) + " is there twice");
  yaml::Node *Value = Pair.getValue();
  if (!Value || isa<yaml::NullNode>(Value))
    return fail(*KeyNode, quoted(Key) + " has no value");
  if (isa<yaml::AliasNode>(Value)) // Its place is that of the next token.
    return fail(*KeyNode, quoted(Key) + " names an anchor; write its value");
  return Known->Take(*Value);
}

Error BoardReader::readMapping(yaml::Node &TheNode, ArrayRef<BoardKey> Keys) {
  auto *Mapping = dyn_cast<yaml::MappingNode>(&TheNode);
  if (!Mapping)
    return fail(TheNode, "expected keys and their values");
  StringSet<> Given;
  for (yaml::KeyValueNode &Pair : *Mapping)
    if (Error E = readPair(Pair, Keys, Given))
      return E;
  for (const BoardKey &TheKey : Keys)
    if (TheKey.IsRequired && !Given.contains(TheKey.Name))
      return fail(TheNode, "missing required key " + quoted(TheKey.Name));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The format
//===----------------------------------------------------------------------===//

Error BoardReader::readRegion(yaml::Node &TheNode) {
  MemoryRegion Region;
  std::optional<bool> IsWritable;
  if (Error E = readMapping(
          TheNode,
          {{"name", text(Region.Name), true},
           {"address", number(Region.Address), true},
           {"size", number(Region.Bytes), true},
           {"access", word<bool>({{"read", false}, {"write", true}},
                                 [&](bool Value) { IsWritable = Value; })},
           {"sections", texts(Region.Sections)},
           {"readers", texts(Region.Readers)},
           {"cache-line", powerOfTwo(Region.CacheLine)},
           {"cost",
            [&](yaml::Node &Value) {
              return readNumber(Value).moveInto(Region.Cost.emplace());
            }},
           {"load", word<MemoryLoading>({{"image", MemoryLoading::Image},
                                         {"startup", MemoryLoading::StartUp},
                                         {"nobody", MemoryLoading::Nobody}},
                                        [&](MemoryLoading Value) {
                                          Region.Loading = Value;
                                        })}}))
    return E;
  Region.IsWritable = IsWritable.value_or(isWritableByName(Region.Name));
  Region.Place = placeOf(TheNode);
  Map.Regions.push_back(std::move(Region));
  return Error::success();
}

Error BoardReader::readPlaces(yaml::Node &TheNode) {
  SectionPlaces &Places = Map.Places;
  return readMapping(TheNode, {{"text", text(Places.Text)},
                               {"rodata", text(Places.Rodata)},
                               {"data", text(Places.Data)},
                               {"bss", text(Places.Bss)},
                               {"stack", text(Places.Stack)},
                               {"args", text(Places.Arguments)},
                               {"workspace", text(Places.Workspace)}});
}

Error BoardReader::readContents(yaml::Node &TheNode) {
  BoardContents Contents;
  uint64_t Address = 0;
  bool HasAddress = false;
  if (Error E = readMapping(
          TheNode, {{"symbols", texts(Contents.Symbols)},
                    {"sections", texts(Contents.Sections)},
                    {"name", text(Contents.Name)},
                    {"start", text(Contents.Start)},
                    {"end", text(Contents.End)},
                    {"size", number(Contents.Bytes)},
                    {"memory", text(Contents.Region)},
                    {"address",
                     [&](yaml::Node &Value) {
                       HasAddress = true;
                       return readNumber(Value).moveInto(Address);
                     }},
                    {"align", powerOfTwo(Contents.Alignment)},
                    {"readers", texts(Contents.Readers)},
                    {"writers", texts(Contents.Writers)},
                    {"access", word<bool>({{"read", true}, {"write", false}},
                                          [&](bool IsRead) {
                                            Contents.IsConstant = IsRead;
                                            Contents.IsWritten = !IsRead;
                                          })},
                    {"load", word<bool>({{"nobody", true}},
                                        [&](bool Value) {
                                          Contents.IsNeverLoaded = Value;
                                        })},
                    {"shared", truth(Contents.MayShare)},
                    {"optional", truth(Contents.IsOptional)}}))
    return E;
  if (HasAddress)
    Contents.Address = Address;
  if (Error E = checkContents(TheNode, Contents))
    return E;
  Contents.Place = placeOf(TheNode);
  Map.Contents.push_back(std::move(Contents));
  return Error::success();
}

/// The patterns are those of linker scripts; other marks of LLVM's patterns
/// have no meaning.
static const std::string *badPattern(const BoardContents &Contents) {
  for (const std::vector<std::string> *Patterns :
       {&Contents.Symbols, &Contents.Sections})
    for (const std::string &Pattern : *Patterns)
      if (StringRef(Pattern).find_first_of("[]{}\\!") != StringRef::npos)
        return &Pattern;
  return nullptr;
}

Error BoardReader::checkContents(const yaml::Node &TheNode,
                                 const BoardContents &Contents) {
  bool HasStart = !Contents.Start.empty(), HasEnd = !Contents.End.empty();
  bool IsRange = HasStart || HasEnd;
  bool HasSymbols = !Contents.Symbols.empty();
  bool HasSections = !Contents.Sections.empty();
  if (HasSymbols + HasSections + IsRange != 1)
    return fail(TheNode, "expected one of: symbols; sections; a range by two "
                         "of start, end and size");
  if (IsRange == Contents.Name.empty() || (!IsRange && Contents.Bytes != 0))
    return fail(TheNode, IsRange ? "a range has no name"
                                 : "only a range has a name or a size");
  bool HasSize = Contents.Bytes != 0;
  if (IsRange && HasStart + HasEnd + HasSize != 2)
    return fail(TheNode, "range " + quoted(Contents.Name) +
                             " needs two of start, end and size");
  if (const std::string *Pattern = badPattern(Contents))
    return fail(TheNode, quoted(*Pattern) + " is not a pattern",
                "use '*' and '?' besides the characters of names");
  if (Contents.IsConstant &&
      (!Contents.Writers.empty() || Contents.IsNeverLoaded))
    return fail(TheNode, "contradicts itself: 'access: read' has contents, "
                         "which nothing writes");
  return Error::success();
}

/// Names that no region has would demand nothing, and nobody would notice.
Error BoardReader::checkReaders() {
  std::vector<StringRef> Regions, Readers;
  for (const MemoryRegion &Region : Map.Regions) {
    Regions.push_back(Region.Name);
    Readers.insert(Readers.end(), Region.Readers.begin(), Region.Readers.end());
  }
  sort(Readers);
  Readers.erase(std::unique(Readers.begin(), Readers.end()), Readers.end());
  auto Check = [](const BoardContents &Contents, StringRef Found,
                  StringRef Noun, ArrayRef<StringRef> Known) -> Error {
    if (is_contained(Known, Found))
      return Error::success();
    return inputError(
        Contents.Place,
        (Noun + " " + quoted(Found) + " is named by no region").str(),
        Known.empty() ? "give the regions that it reaches "
                        "'readers: [" +
                            escaped(Found) + "]'"
                      : "known are: " + quotedList(Known));
  };
  for (const BoardContents &Contents : Map.Contents) {
    if (!Contents.Region.empty())
      if (Error E = Check(Contents, Contents.Region, "memory", Regions))
        return E;
    for (const std::vector<std::string> *Names :
         {&Contents.Readers, &Contents.Writers})
      for (const std::string &Reader : *Names)
        if (Error E = Check(Contents, Reader, "reader", Readers))
          return E;
  }
  return Error::success();
}

Expected<MemoryMap> BoardReader::read() {
  yaml::document_iterator Document = Stream.begin();
  yaml::Node *Root = Document == Stream.end() ? nullptr : Document->getRoot();
  if (!isa_and_nonnull<yaml::MappingNode>(Root))
    return failYaml("is not a board: expected regions, and more keys of "
                    "docs/board.md");
  if (Error E = readMapping(
          *Root,
          {{"regions",
            list([this](yaml::Node &Entry) { return readRegion(Entry); }),
            true},
           {"stack", number(Map.StackBytes)},
           {"entry", text(Map.Entry)},
           {"sections",
            [this](yaml::Node &Value) { return readPlaces(Value); }},
           {"contents",
            list([this](yaml::Node &Entry) { return readContents(Entry); })}}))
    return E;
  if (Stream.failed() || !Fault.empty())
    return failYaml("is not YAML");
  if (++Document != Stream.end())
    return inputError(Name, "has two documents, and a board has one");
  Map.File = Name.str();
  if (Error E = checkRegions(Map))
    return E;
  if (Error E = checkReaders())
    return E;
  return std::move(Map);
}

/// A line that begins the command MEMORY.
static bool isLinkerScript(StringRef Text) {
  for (; !Text.empty(); Text = Text.split('\n').second) {
    StringRef Line = Text.split('\n').first.trim();
    if (Line.consume_front("MEMORY") &&
        (Line.ltrim().empty() || Line.ltrim().starts_with("{")))
      return true;
  }
  return false;
}

Expected<MemoryMap> metaobj::readMemoryMap(MemoryBufferRef Buffer) {
  constexpr size_t Largest = 1 << 20;
  StringRef Name = Buffer.getBufferIdentifier();
  if (Buffer.getBufferSize() > Largest)
    return inputError(Name, "has " + Twine(Buffer.getBufferSize()) +
                                " bytes; memory maps of up to " +
                                Twine(Largest) + " are read");
  if (!json::isUTF8(Buffer.getBuffer()))
    return inputError(Name, "is not a text in UTF-8");
  if (isLinkerScript(Buffer.getBuffer()))
    return inputError(Name, "is a linker script, not a board",
                      "contrib/board/from_linker_script.py makes a board of "
                      "its memories");
  return BoardReader(Buffer).read();
}
