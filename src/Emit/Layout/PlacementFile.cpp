//===- PlacementFile.cpp - Rules of placement in YAML ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of mappings, each a rule or a preset:
//
//     - preset: zephyr
//     - name: "*_weights"
//       min-bytes: 4096
//       section: .rodata.flash2
//       align: 16
//
//===----------------------------------------------------------------------===//

#include "metaobj/Placement.h"

#include "Base/ByteCount.h"
#include "Base/TextFile.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;
using namespace metaobj;

/// Far more than anybody writes.
static constexpr uint64_t LargestFile = 1 << 20;

namespace {

/// A key or a value.
struct Scalar {
  std::string Text;
  SMRange Place;
};

/// A mapping of the list.
struct Item {
  struct Entry {
    SMRange KeyPlace;
    Scalar Value;
    bool IsKnown = false;
  };
  SMLoc Place;
  StringMap<Entry> Entries = {};

  std::optional<std::vector<PlacementRule>> Preset = std::nullopt;
  PlacementRule Rule = {};
  bool HasCondition = false;
  bool HasSetting = false;

  /// The value of \p Key; nullptr without one.
  const Scalar *take(StringRef Key) {
    auto Found = Entries.find(Key);
    if (Found == Entries.end())
      return nullptr;
    Found->second.IsKnown = true;
    return &Found->second.Value;
  }
};

/// Reads a file. Its first fault counts.
class PlacementReader {
public:
  PlacementReader(StringRef Text, StringRef Name)
      : Name(Name), Stream(Text, Sources) {
    Sources.setDiagHandler(
        [](const SMDiagnostic &Problem, void *Reader) {
          static_cast<PlacementReader *>(Reader)->keepFault(Problem);
        },
        this);
  }

  Expected<std::vector<PlacementRule>> read();

private:
  void keepFault(const SMDiagnostic &Problem);
  void fail(const Scalar &TheScalar, const Twine &Reason) {
    Stream.printError(TheScalar.Place, Reason);
  }
  std::string placeOf(const Item &TheItem, bool WithColumn) const;

  void listItems();
  void addEntry(Item &To, yaml::KeyValueNode &Pair);
  Scalar scalarOf(yaml::Node *Node) const;

  void readItem(Item &TheItem);
  bool takePattern(Item &TheItem, StringRef Key, std::string &To);
  bool takeBytes(Item &TheItem, StringRef Key, uint64_t &To);
  void takeSettings(Item &TheItem);

  StringRef Name;
  SourceMgr Sources;
  yaml::Stream Stream;
  std::vector<Item> Items;
  std::string Fault; ///< "board.yaml:3:7"; empty: none so far.
  std::string Reason;
  std::string Hint;
};

} // namespace

void PlacementReader::keepFault(const SMDiagnostic &Problem) {
  if (!Fault.empty())
    return;
  Fault = (Name + ":" + Twine(Problem.getLineNo()) + ":" +
           Twine(Problem.getColumnNo() + 1))
              .str();
  StringRef Message = Problem.getMessage();
  Reason = Message.take_front().lower() + Message.drop_front().rtrim('.').str();
  StringRef Rest = Problem.getLineContents().drop_front(std::min<size_t>(
      Problem.getColumnNo(), Problem.getLineContents().size()));
  if (Rest.starts_with("*"))
    Hint = "text that starts with * needs quotes in YAML";
}

/// "board.yaml:3", or with the column.
std::string PlacementReader::placeOf(const Item &TheItem,
                                     bool WithColumn) const {
  auto [Line, Column] = Sources.getLineAndColumn(TheItem.Place);
  std::string Result = (Name + ":" + Twine(Line)).str();
  return WithColumn ? Result + ":" + std::to_string(Column) : Result;
}

static bool isScalar(const yaml::Node *Node) {
  return isa_and_nonnull<yaml::ScalarNode, yaml::BlockScalarNode>(Node);
}

Scalar PlacementReader::scalarOf(yaml::Node *Node) const {
  if (auto *Block = dyn_cast<yaml::BlockScalarNode>(Node))
    return {Block->getValue().str(), Block->getSourceRange()};
  SmallString<32> Storage;
  return {cast<yaml::ScalarNode>(Node)->getValue(Storage).str(),
          Node->getSourceRange()};
}

/// Adds \p Pair, or reports that it is no key and value.
void PlacementReader::addEntry(Item &To, yaml::KeyValueNode &Pair) {
  yaml::Node *Key = Pair.getKey();
  if (!isScalar(Key))
    return Stream.printError(Key, "expected the name of a key");
  yaml::Node *Value = Pair.getValue();
  if (isa_and_nonnull<yaml::NullNode>(Value))
    return Stream.printError(Key, "the key has no value");
  if (auto *Alias = dyn_cast_or_null<yaml::AliasNode>(Value)) {
    // Its own place is that of the next token.
    SMLoc Start = SMLoc::getFromPointer(Alias->getName().begin() - 1);
    return Stream.printError(SMRange(Start, Start),
                             "there are no anchors that this could name");
  }
  if (!isScalar(Value))
    return Stream.printError(Value, "expected one value");
  if (isa<yaml::BlockScalarNode>(Key))
    return Stream.printError(Key, "map key must be a scalar");
  Scalar Its = scalarOf(Key);
  if (!To.Entries.try_emplace(Its.Text, Item::Entry{Its.Place, scalarOf(Value)})
           .second)
    fail(Its, "duplicated mapping key '" + Its.Text + "'");
}

/// Fills Items, or reports the first place where the text is not a list of
/// mappings of scalars. Does not go into nested lists, so that a small hostile
/// file cannot use up the stack.
void PlacementReader::listItems() {
  yaml::document_iterator Document = Stream.begin();
  if (Document == Stream.end())
    return;
  yaml::Node *Root = Document->getRoot();
  if (!Root)
    return;
  auto *List = dyn_cast<yaml::SequenceNode>(Root);
  if (!List)
    return Stream.printError(Root, "expected a list of rules");
  for (yaml::Node &Entry : *List) {
    auto *Rule = dyn_cast<yaml::MappingNode>(&Entry);
    if (!Rule)
      return Stream.printError(&Entry, "expected a rule: keys and values");
    Item &New = Items.emplace_back(Item{Rule->getSourceRange().Start});
    for (yaml::KeyValueNode &Pair : *Rule) {
      addEntry(New, Pair);
      if (!Fault.empty())
        return;
    }
  }
  if (Fault.empty() && ++Document != Stream.end())
    Stream.printError(Document->getRoot(), "the file has a second document");
}

bool PlacementReader::takePattern(Item &TheItem, StringRef Key,
                                  std::string &To) {
  const Scalar *Given = TheItem.take(Key);
  if (!Given)
    return false;
  To = Given->Text;
  if (To.empty())
    fail(*Given, "empty pattern");
  else if (Expected<GlobPattern> Glob = GlobPattern::create(To); !Glob)
    fail(*Given,
         "bad pattern " + quoted(To) + ": " + toString(Glob.takeError()));
  return true;
}

bool PlacementReader::takeBytes(Item &TheItem, StringRef Key, uint64_t &To) {
  const Scalar *Given = TheItem.take(Key);
  std::optional<uint64_t> Bytes =
      Given ? parseDecimal(Given->Text) : std::nullopt;
  if (Given && !Bytes)
    fail(*Given, "expected a number of bytes, found " + quoted(Given->Text));
  To = Bytes.value_or(To);
  return Given != nullptr;
}

/// Reads what \p TheItem sets.
void PlacementReader::takeSettings(Item &TheItem) {
  PlacementRule &Rule = TheItem.Rule;
  const Scalar *Section = TheItem.take("section");
  if (Section) {
    Rule.Section = Section->Text;
    if (Rule.Section.empty())
      fail(*Section, "empty name of a section");
  }
  const Scalar *Alignment = TheItem.take("align");
  if (takeBytes(TheItem, "align", Rule.Alignment) &&
      !isPowerOf2_64(Rule.Alignment))
    fail(*Alignment, "alignment " + Alignment->Text + " is not a power of two");
  const Scalar *Order = TheItem.take("order");
  if (Order)
    Rule.Order = parseOrder(Order->Text);
  if (Order && !Rule.Order)
    fail(*Order, "expected a whole number, found " + quoted(Order->Text));
  const Scalar *Visibility = TheItem.take("visibility");
  if (Visibility) {
    Rule.Visibility = parseParamVisibility(Visibility->Text);
    if (!Rule.Visibility)
      fail(*Visibility, "unknown visibility " + quoted(Visibility->Text) +
                            "; known are: local, hidden, global");
  }
  const Scalar *Compression = TheItem.take("compress");
  if (Compression) {
    Rule.Compression = parseCompression(Compression->Text);
    if (!Rule.Compression)
      fail(*Compression, "unknown compression " + quoted(Compression->Text) +
                             "; known are: zstd, zstd:1 to zstd:22, off");
  }
  TheItem.HasSetting =
      Section || Alignment || Order || Visibility || Compression;
}

/// Reads the values of \p TheItem.
void PlacementReader::readItem(Item &TheItem) {
  PlacementRule &Rule = TheItem.Rule;
  Rule.Origin = placeOf(TheItem, /*WithColumn=*/false);
  if (const Scalar *Preset = TheItem.take("preset")) {
    TheItem.Preset = placementPreset(Preset->Text);
    if (!TheItem.Preset)
      fail(*Preset, "unknown preset " + quoted(Preset->Text) +
                        "; known are: " + join(placementPresets(), ", "));
  }
  Rule.Glob = "*";
  TheItem.HasCondition |= takePattern(TheItem, "name", Rule.Glob);
  TheItem.HasCondition |= takeBytes(TheItem, "min-bytes", Rule.MinBytes);
  TheItem.HasCondition |= takeBytes(TheItem, "max-bytes", Rule.MaxBytes);
  TheItem.HasCondition |= takePattern(TheItem, "dtype", Rule.DType);
  TheItem.HasCondition |= takePattern(TheItem, "owner", Rule.Owner);
  takeSettings(TheItem);
  for (const auto &[Key, Value] : TheItem.Entries)
    if (!Value.IsKnown)
      Stream.printError(Value.KeyPlace, "unknown key '" + Key + "'");
}

/// The fault of \p TheItem as a whole, or nothing.
static std::string faultOf(const Item &TheItem) {
  const PlacementRule &Rule = TheItem.Rule;
  if (TheItem.Preset)
    return TheItem.HasCondition || TheItem.HasSetting
               ? "a preset has no other keys: write a rule of its own"
               : "";
  if (!TheItem.HasSetting)
    return "the rule sets nothing: section, align, order, visibility or "
           "compress is wanted";
  if (Rule.MinBytes > Rule.MaxBytes)
    return ("min-bytes " + Twine(Rule.MinBytes) + " is above max-bytes " +
            Twine(Rule.MaxBytes))
        .str();
  return "";
}

Expected<std::vector<PlacementRule>> PlacementReader::read() {
  listItems();
  for (Item &TheItem : Items)
    if (Fault.empty())
      readItem(TheItem);
  if (!Fault.empty())
    return inputError(Fault, Reason, Hint);
  if (Stream.failed())
    return inputError(Name, "cannot be read as YAML");
  if (Items.empty())
    return inputError(Name, "has no rules",
                      "an entry is such as: - {name: 'w*', align: 16}");

  std::vector<PlacementRule> Rules;
  for (Item &TheItem : Items) {
    if (std::string Whole = faultOf(TheItem); !Whole.empty())
      return inputError(placeOf(TheItem, /*WithColumn=*/true), Whole);
    if (TheItem.Preset)
      append_range(Rules, *TheItem.Preset);
    else
      Rules.push_back(std::move(TheItem.Rule));
  }
  return Rules;
}

Expected<std::vector<PlacementRule>>
metaobj::readPlacementFile(StringRef Text, StringRef Name) {
  if (Text.contains('\0'))
    return inputError(Name, "has a NUL and so is not text");
  return PlacementReader(Text, Name).read();
}

Expected<std::vector<PlacementRule>>
metaobj::loadPlacementFile(StringRef Path) {
  Expected<TextFile> File = readTextFile(Path, LargestFile, "placement files");
  if (!File)
    return File.takeError();
  return readPlacementFile(File->Text, File->Name);
}
