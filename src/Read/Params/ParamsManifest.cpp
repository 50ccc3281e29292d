//===- ParamsManifest.cpp - Raw files of parameters, described ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A manifest says in YAML what is in files that have no header of their own:
///
/// \code
///   metaobj-params: 1          # the version of this format
///   params:
///     - name: conv1.weight
///       file: weights.bin      # beside the manifest, or in a folder there
///       offset: 4096           # 0 without it
///       size: 24               # checked; what dtype and shape take without it
///       dtype: float32
///       shape: [2, 3]
///       byte-order: little     # or big
///       align: 64
///       section: .rodata.tvm
/// \endcode
///
/// LLVM's parser is driven node by node: it calls itself only for what is
/// asked, so that brackets of a hostile file cannot nest deeper than the
/// structure above.
///
//===----------------------------------------------------------------------===//

#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "Model/DType.h"
#include "Read/FileFormats.h"
#include "Read/Params/SiblingFiles.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <optional>

using namespace llvm;
using namespace metaobj;

/// The first key of a manifest.
static constexpr StringLiteral ManifestKey = "metaobj-params";

static constexpr StringLiteral Fields[] = {"name",       "file",  "offset",
                                           "size",       "dtype", "shape",
                                           "byte-order", "align", "section"};

namespace {

/// One entry with its unchecked fields.
struct ManifestEntry {
  StringMap<std::string> Values; ///< All fields but the shape.
  std::optional<std::vector<int64_t>> Shape;
  unsigned Line = 0;
};

class ManifestReader {
public:
  ManifestReader(StringRef Text, StringRef Path,
                 std::vector<std::string> *FilesRead,
                 const ParamsReading &Reading)
      : Path(Path), Owner(Path), Files(Path, "manifest", FilesRead),
        Reading(Reading), Document(Text, Sources) {
    Sources.setDiagHandler(
        [](const SMDiagnostic &Message, void *Self) {
          std::optional<SMDiagnostic> &First =
              static_cast<ManifestReader *>(Self)->ParseError;
          if (!First)
            First = Message;
        },
        this);
  }

  Expected<std::vector<Param>> read();

private:
  Error fail(unsigned Line, const Twine &Reason, const Twine &Hint = "") const {
    return inputError(Path, "line " + Twine(Line) + ": " + Reason, Hint);
  }
  unsigned lineOf(const yaml::Node &Node) const;
  Error notYaml() const;

  Expected<std::string> scalar(yaml::Node *Node, const Twine &Subject);
  Error readRoot(yaml::MappingNode &Root);
  Error readVersion(yaml::Node *Node);
  Error readEntries(yaml::Node *Node);
  Error readEntry(yaml::MappingNode &Node);
  Error readShape(yaml::Node *Node, ManifestEntry &Entry);

  Expected<Param> makeParam(const ManifestEntry &Entry);
  Error setData(Param &P, const ManifestEntry &Entry);
  Expected<std::string> required(const ManifestEntry &Entry,
                                 StringRef Field) const;
  Expected<uint64_t> number(const ManifestEntry &Entry, StringRef Field,
                            uint64_t Default) const;

  StringRef Path;
  SharedText Owner;
  SiblingFiles Files;
  const ParamsReading &Reading;
  SourceMgr Sources;
  std::optional<SMDiagnostic> ParseError;
  yaml::Stream Document;
  StringMap<SharedText> Sections; ///< One of each name.
  std::vector<Param> Params;
};

} // namespace

bool metaobj::startsLikeManifest(StringRef Head) {
  Head.consume_front("\xEF\xBB\xBF");
  while (!Head.empty()) {
    // No line is looked for in what is no text, which may be gigabytes.
    if (!Head.starts_with("#") && !Head.starts_with("---") &&
        !isSpace(Head.front()))
      return Head.consume_front(ManifestKey) && Head.starts_with(":");
    auto [Line, Rest] = Head.split('\n');
    StringRef Text = Line.rtrim(" \t\r");
    if (!Text.empty() && !Text.starts_with("#") && Text != "---")
      return Text.consume_front(ManifestKey) && Text.starts_with(":");
    Head = Rest;
  }
  return false;
}

unsigned ManifestReader::lineOf(const yaml::Node &Node) const {
  SMLoc Start = Node.getSourceRange().Start;
  return Start.isValid() ? Sources.getLineAndColumn(Start).first : 1;
}

Error ManifestReader::notYaml() const {
  if (!ParseError)
    return inputError(Path, "is not valid YAML");
  return fail(unsigned(std::max(ParseError->getLineNo(), 1)),
              "is not valid YAML: " +
                  StringRef(ParseError->getMessage().lower()).rtrim('.'));
}

/// The text of a value that is neither a list nor a mapping.
Expected<std::string> ManifestReader::scalar(yaml::Node *Node,
                                             const Twine &Subject) {
  if (!Node)
    return notYaml();
  auto *Scalar = dyn_cast<yaml::ScalarNode>(Node);
  if (!Scalar)
    return fail(lineOf(*Node), Subject + " is not a single value");
  SmallString<64> Storage;
  return Scalar->getValue(Storage).str();
}

/// A number without leading zeros, or a hexadecimal one.
static std::optional<uint64_t> parseNumber(StringRef Text) {
  uint64_t Number = 0;
  bool IsHex = Text.consume_front("0x");
  if (Text.empty() || (!IsHex && Text.size() > 1 && Text.starts_with("0")) ||
      Text.getAsInteger(IsHex ? 16 : 10, Number))
    return std::nullopt;
  return Number;
}

Error ManifestReader::readShape(yaml::Node *Node, ManifestEntry &Entry) {
  if (!Node)
    return notYaml();
  auto *List = dyn_cast<yaml::SequenceNode>(Node);
  if (!List)
    return fail(lineOf(*Node), "'shape' is not a list");
  Entry.Shape.emplace();
  for (yaml::Node &Extent : *List) {
    unsigned Line = lineOf(Extent);
    Expected<std::string> Text = scalar(&Extent, "an extent of 'shape'");
    if (!Text)
      return Text.takeError();
    std::optional<uint64_t> Number = parseNumber(*Text);
    if (!Number || !isUInt<63>(*Number))
      return fail(Line, "extent " + quoted(*Text) +
                            " is not a whole number from 0 to 2^63 - 1");
    if (Entry.Shape->size() == size_t(MostDimensions))
      return fail(Line, "'shape' has more than " + Twine(MostDimensions) +
                            " dimensions");
    Entry.Shape->push_back(int64_t(*Number));
  }
  return Document.failed() ? notYaml() : Error::success();
}

Expected<std::string> ManifestReader::required(const ManifestEntry &Entry,
                                               StringRef Field) const {
  auto Found = Entry.Values.find(Field);
  if (Found == Entry.Values.end())
    return fail(Entry.Line, "the parameter has no '" + Field + "'");
  return Found->second;
}

Expected<uint64_t> ManifestReader::number(const ManifestEntry &Entry,
                                          StringRef Field,
                                          uint64_t Default) const {
  auto Found = Entry.Values.find(Field);
  if (Found == Entry.Values.end())
    return Default;
  std::optional<uint64_t> Number = parseNumber(Found->second);
  if (!Number)
    return fail(Entry.Line, "'" + Field + "' is " + quoted(Found->second) +
                                ", no whole number");
  return *Number;
}

Error ManifestReader::setData(Param &P, const ManifestEntry &Entry) {
  std::string Subject = "parameter " + quoted(P.Name);
  Expected<uint64_t> Bytes = tensorBytes(P.DType, P.Shape);
  if (!Bytes)
    return nestedError(Path, "line " + Twine(Entry.Line) + ": " + Subject,
                       Bytes.takeError());
  Expected<uint64_t> Offset = number(Entry, "offset", 0);
  if (!Offset)
    return Offset.takeError();
  Expected<uint64_t> Size = number(Entry, "size", *Bytes);
  if (!Size)
    return Size.takeError();
  if (*Size != *Bytes)
    return fail(Entry.Line, Subject + " has size " + Twine(*Size) + ", but " +
                                tensorName(P.DType, P.Shape) + " takes " +
                                plural(*Bytes, "byte"));
  Expected<std::string> Name = required(Entry, "file");
  if (!Name)
    return Name.takeError();
  Expected<std::shared_ptr<const InputFile>> File =
      Files.open(*Name, "line " + Twine(Entry.Line) + ": ");
  if (!File)
    return File.takeError();
  uint64_t FileSize = (*File)->size();
  bool IsWhole =
      Entry.Values.count("offset") == 0 && Entry.Values.count("size") == 0;
  if (IsWhole && FileSize != *Size)
    return fail(Entry.Line,
                Subject + ": file " + quoted(*Name) + " has " +
                    plural(FileSize, "byte") + ", but " +
                    tensorName(P.DType, P.Shape) + " takes " + Twine(*Size),
                "'offset' or 'size' take a part of a file");
  if (*Offset > FileSize || *Size > FileSize - *Offset)
    return fail(Entry.Line, Subject + ": file " + quoted(*Name) + " has " +
                                plural(FileSize, "byte") + ", but " +
                                Twine(*Size) + " from byte " + Twine(*Offset) +
                                " are wanted");
  P.Data = Payload::range(*File, *Offset, *Size);
  StringRef Order = "little";
  if (auto Found = Entry.Values.find("byte-order"); Found != Entry.Values.end())
    Order = Found->second;
  if (Order != "little" && Order != "big")
    return fail(Entry.Line, "'byte-order' is " + quoted(Order) +
                                ", neither little nor big");
  P.Data.setElement(byteOrderUnit(P.DType),
                    Order == "big" ? Endianness::big : Endianness::little);
  return Error::success();
}

Expected<Param> ManifestReader::makeParam(const ManifestEntry &Entry) {
  Param P;
  P.Owner = Owner;
  if (Error E = required(Entry, "name").moveInto(P.Name))
    return E;
  if (P.Name.size() > LongestName)
    return fail(Entry.Line, "the name has " + Twine(P.Name.size()) +
                                " bytes; at most " + Twine(LongestName) +
                                " are read");
  Expected<std::string> TypeName = required(Entry, "dtype");
  if (!TypeName)
    return TypeName.takeError();
  std::optional<DLDataType> DType = parseDType(*TypeName);
  if (!DType)
    return fail(Entry.Line,
                "'dtype' is " + quoted(*TypeName) + ", which is not a type",
                "types are written as float32, int8, bool, bfloat16");
  P.DType = *DType;
  if (!Entry.Shape)
    return fail(Entry.Line, "the parameter has no 'shape'", "[] is a scalar");
  P.Shape.assign(Entry.Shape->begin(), Entry.Shape->end());
  if (auto Found = Entry.Values.find("section"); Found != Entry.Values.end())
    P.Section =
        Sections.try_emplace(Found->second, Found->second).first->second;
  if (Entry.Values.count("align") != 0) {
    if (Error E = number(Entry, "align", 0).moveInto(P.Alignment))
      return E;
    if (!isPowerOf2_64(P.Alignment))
      return fail(Entry.Line,
                  "'align' is " + Twine(P.Alignment) + ", no power of two");
  }
  if (Error E = setData(P, Entry))
    return E;
  return P;
}

Error ManifestReader::readEntry(yaml::MappingNode &Node) {
  ManifestEntry Entry;
  Entry.Line = lineOf(Node);
  for (yaml::KeyValueNode &Pair : Node) {
    yaml::Node *KeyNode = Pair.getKey();
    Expected<std::string> Key = scalar(KeyNode, "a key");
    if (!Key)
      return Key.takeError();
    unsigned Line = lineOf(*KeyNode);
    if (!is_contained(Fields, *Key))
      return fail(Line, "a parameter has no field " + quoted(*Key));
    if (Entry.Values.count(*Key) != 0 || (*Key == "shape" && Entry.Shape))
      return fail(Line, "'" + *Key + "' is given twice");
    if (*Key == "shape") {
      if (Error E = readShape(Pair.getValue(), Entry))
        return E;
      continue;
    }
    if (Error E = scalar(Pair.getValue(), "'" + *Key + "'")
                      .moveInto(Entry.Values[*Key]))
      return E;
  }
  if (Document.failed())
    return notYaml();
  if (auto Name = Entry.Values.find("name");
      Name != Entry.Values.end() && !Reading.wants(Name->second))
    return Error::success();
  return makeParam(Entry).moveInto(Params.emplace_back());
}

Error ManifestReader::readEntries(yaml::Node *Node) {
  if (!Node)
    return notYaml();
  auto *List = dyn_cast<yaml::SequenceNode>(Node);
  if (!List)
    return fail(lineOf(*Node), "'params' is not a list");
  for (yaml::Node &TheNode : *List) {
    auto *Mapping = dyn_cast<yaml::MappingNode>(&TheNode);
    if (!Mapping)
      return fail(lineOf(TheNode), "a parameter is not a mapping");
    if (Error E = readEntry(*Mapping))
      return E;
  }
  return Document.failed() ? notYaml() : Error::success();
}

Error ManifestReader::readVersion(yaml::Node *Node) {
  Expected<std::string> Version = scalar(Node, "'" + ManifestKey + "'");
  if (!Version)
    return Version.takeError();
  if (*Version != "1")
    return fail(lineOf(*Node), "has version " + quoted(*Version) +
                                   " of the format; 1 is read");
  return Error::success();
}

Error ManifestReader::readRoot(yaml::MappingNode &Root) {
  StringSet<> Seen;
  for (yaml::KeyValueNode &Pair : Root) {
    yaml::Node *KeyNode = Pair.getKey();
    Expected<std::string> Key = scalar(KeyNode, "a key");
    if (!Key)
      return Key.takeError();
    unsigned Line = lineOf(*KeyNode);
    if (!Seen.insert(*Key).second)
      return fail(Line, "'" + *Key + "' is given twice");
    Error E = Error::success();
    if (*Key == ManifestKey)
      E = readVersion(Pair.getValue());
    else if (*Key == "params")
      E = readEntries(Pair.getValue());
    else
      E = fail(Line, "a manifest has no key " + quoted(*Key));
    if (E)
      return E;
  }
  if (Document.failed())
    return notYaml();
  if (!Seen.contains("params"))
    return fail(1, "the manifest has no 'params'", "[] is an empty list");
  return Error::success();
}

Expected<std::vector<Param>> ManifestReader::read() {
  yaml::document_iterator First = Document.begin();
  if (First == Document.end())
    return inputError(Path, "is not a manifest");
  yaml::Node *Root = First->getRoot();
  if (!Root || Document.failed())
    return notYaml();
  auto *Mapping = dyn_cast<yaml::MappingNode>(Root);
  if (!Mapping)
    return fail(lineOf(*Root),
                "is not a mapping of '" + ManifestKey + "' and 'params'");
  if (Error E = readRoot(*Mapping))
    return E;
  if (++First != Document.end())
    return inputError(Path, "holds more than one YAML document");
  if (Document.failed())
    return notYaml();
  return std::move(Params);
}

Expected<std::vector<Param>>
metaobj::readParamsManifest(StringRef Text, StringRef Path,
                            std::vector<std::string> *FilesRead,
                            const ParamsReading &Reading) {
  return ManifestReader(Text, Path, FilesRead, Reading).read();
}
