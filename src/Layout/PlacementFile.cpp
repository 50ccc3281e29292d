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

#include "File/TextFile.h"
#include "Text/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/YAMLTraits.h"

using namespace llvm;
using namespace metaobj;

/// Far more than anybody writes.
static constexpr uint64_t LargestFile = 1 << 20;

namespace {

/// The first fault of the file, and the text that scalars report.
struct FileContext {
  StringRef Text;
  StringRef Name;
  std::string Fault; ///< "board.yaml:3:7"; empty: none so far.
  std::string Reason;
  std::string Hint;
  std::string ScalarReason;
  /// A place of which the line is known: rules ask in their order.
  mutable size_t KnownPlace = 0;
  mutable size_t KnownLine = 1;

  void fail(const SMDiagnostic &What);
  Error takeError() const { return inputError(Fault, Reason, Hint); }

  StringRef before(const char *Place) const {
    return Text.take_front(Place - Text.begin());
  }
  size_t lineOf(const char *Place) const {
    size_t Offset = before(Place).size();
    if (Offset < KnownPlace) {
      KnownPlace = 0;
      KnownLine = 1;
    }
    KnownLine += Text.slice(KnownPlace, Offset).count('\n');
    KnownPlace = Offset;
    return KnownLine;
  }
  size_t columnOf(const char *Place) const {
    return before(Place).size() - before(Place).rfind('\n');
  }
};

// Each key has a type of its own, so that a fault is reported where it is.
LLVM_YAML_STRONG_TYPEDEF(std::string, Pattern)
LLVM_YAML_STRONG_TYPEDEF(std::string, SectionName)
LLVM_YAML_STRONG_TYPEDEF(uint64_t, ByteCount)
LLVM_YAML_STRONG_TYPEDEF(uint64_t, AlignmentBytes)
LLVM_YAML_STRONG_TYPEDEF(int64_t, OrderNumber)
LLVM_YAML_STRONG_TYPEDEF(ParamVisibility, WhoSees)
LLVM_YAML_STRONG_TYPEDEF(CompressionLevel, HowCompressed)

struct PresetName {
  std::string Name;
};

/// A mapping of the list.
struct Item {
  std::optional<PresetName> Preset;
  PlacementRule Rule;
  const char *Place = nullptr; ///< In the text.
  bool HasCondition = false;
  bool HasSetting = false;
};

} // namespace

void FileContext::fail(const SMDiagnostic &What) {
  if (!Fault.empty())
    return;
  Fault = (Name + ":" + Twine(What.getLineNo()) + ":" +
           Twine(What.getColumnNo() + 1))
              .str();
  StringRef Message = What.getMessage();
  Reason = Message.take_front().lower() + Message.drop_front().rtrim('.').str();
  StringRef Rest = What.getLineContents().drop_front(
      std::min<size_t>(What.getColumnNo(), What.getLineContents().size()));
  if (Rest.starts_with("*"))
    Hint = "text that starts with * needs quotes in YAML";
}

static void collectFault(const SMDiagnostic &What, void *Context) {
  static_cast<FileContext *>(Context)->fail(What);
}

LLVM_YAML_IS_SEQUENCE_VECTOR(Item)

/// Keeps \p Reason until LLVM has read it.
static StringRef keep(void *Context, const Twine &Reason) {
  std::string &Kept = static_cast<FileContext *>(Context)->ScalarReason;
  Kept = Reason.str();
  return Kept;
}

namespace llvm::yaml {

/// Nothing is written as YAML.
template <typename T> struct ReadScalar {
  static void output(const T &, void *, raw_ostream &) {}
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct ScalarTraits<Pattern> : ReadScalar<Pattern> {
  static StringRef input(StringRef Text, void *Context, Pattern &Value) {
    if (Text.empty())
      return "empty pattern";
    if (Expected<GlobPattern> Glob = GlobPattern::create(Text); !Glob)
      return keep(Context, "bad pattern " + quoted(Text) + ": " +
                               toString(Glob.takeError()));
    Value = Text.str();
    return "";
  }
};

template <> struct ScalarTraits<SectionName> : ReadScalar<SectionName> {
  static StringRef input(StringRef Text, void *, SectionName &Value) {
    if (Text.empty())
      return "empty name of a section";
    Value = Text.str();
    return "";
  }
};

template <> struct ScalarTraits<ByteCount> : ReadScalar<ByteCount> {
  static StringRef input(StringRef Text, void *Context, ByteCount &Value) {
    uint64_t Number;
    if (Text.getAsInteger(10, Number))
      return keep(Context, "expected a number of bytes, found " + quoted(Text));
    Value = Number;
    return "";
  }
};

template <> struct ScalarTraits<AlignmentBytes> : ReadScalar<AlignmentBytes> {
  static StringRef input(StringRef Text, void *Context, AlignmentBytes &Value) {
    uint64_t Number;
    if (Text.getAsInteger(10, Number))
      return keep(Context, "expected a number of bytes, found " + quoted(Text));
    if (!isPowerOf2_64(Number))
      return keep(Context, "alignment " + Text + " is no power of two");
    Value = Number;
    return "";
  }
};

template <> struct ScalarTraits<OrderNumber> : ReadScalar<OrderNumber> {
  static StringRef input(StringRef Text, void *Context, OrderNumber &Value) {
    int64_t Number;
    if (Text.getAsInteger(10, Number))
      return keep(Context, "expected a whole number, found " + quoted(Text));
    Value = Number;
    return "";
  }
};

template <> struct ScalarTraits<WhoSees> : ReadScalar<WhoSees> {
  static StringRef input(StringRef Text, void *Context, WhoSees &Value) {
    std::optional<ParamVisibility> Known = parseParamVisibility(Text);
    if (!Known)
      return keep(Context, "unknown visibility " + quoted(Text) +
                               "; known are: local, hidden, global");
    Value = *Known;
    return "";
  }
};

template <> struct ScalarTraits<HowCompressed> : ReadScalar<HowCompressed> {
  static StringRef input(StringRef Text, void *Context, HowCompressed &Value) {
    std::optional<CompressionLevel> Known = parseCompression(Text);
    if (!Known)
      return keep(Context, "unknown compression " + quoted(Text) +
                               "; known are: zstd, zstd:1 to zstd:22, off");
    Value = *Known;
    return "";
  }
};

template <> struct ScalarTraits<PresetName> : ReadScalar<PresetName> {
  static StringRef input(StringRef Text, void *Context, PresetName &Value) {
    if (!placementPreset(Text))
      return keep(Context, "unknown preset " + quoted(Text) + "; known are: " +
                               join(placementPresets(), ", "));
    Value.Name = Text.str();
    return "";
  }
};

template <> struct MappingTraits<Item> {
  static void mapping(IO &Yaml, Item &TheItem) {
    auto *File = static_cast<FileContext *>(Yaml.getContext());
    TheItem.Place = static_cast<Input &>(Yaml)
                        .getCurrentNode()
                        ->getSourceRange()
                        .Start.getPointer();
    TheItem.Rule.Origin =
        (File->Name + ":" + Twine(File->lineOf(TheItem.Place))).str();

    std::optional<Pattern> Name, DType, Owner;
    std::optional<ByteCount> MinBytes, MaxBytes;
    std::optional<SectionName> Section;
    std::optional<AlignmentBytes> Alignment;
    std::optional<OrderNumber> Order;
    std::optional<WhoSees> Visibility;
    std::optional<HowCompressed> Compression;
    Yaml.mapOptional("preset", TheItem.Preset);
    Yaml.mapOptional("name", Name);
    Yaml.mapOptional("min-bytes", MinBytes);
    Yaml.mapOptional("max-bytes", MaxBytes);
    Yaml.mapOptional("dtype", DType);
    Yaml.mapOptional("owner", Owner);
    Yaml.mapOptional("section", Section);
    Yaml.mapOptional("align", Alignment);
    Yaml.mapOptional("order", Order);
    Yaml.mapOptional("visibility", Visibility);
    Yaml.mapOptional("compress", Compression);

    TheItem.HasCondition = Name || MinBytes || MaxBytes || DType || Owner;
    TheItem.HasSetting =
        Section || Alignment || Order || Visibility || Compression;
    PlacementRule &Rule = TheItem.Rule;
    Rule.Glob = Name ? std::string(*Name) : "*";
    if (DType)
      Rule.DType = *DType;
    if (Owner)
      Rule.Owner = *Owner;
    if (MinBytes)
      Rule.MinBytes = *MinBytes;
    if (MaxBytes)
      Rule.MaxBytes = *MaxBytes;
    if (Section)
      Rule.Section = *Section;
    if (Alignment)
      Rule.Alignment = *Alignment;
    if (Order)
      Rule.Order = *Order;
    if (Visibility)
      Rule.Visibility = *Visibility;
    if (Compression)
      Rule.Compression = *Compression;
  }
};

} // namespace llvm::yaml

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

static bool isScalar(const yaml::Node *Node) {
  return isa_and_nonnull<yaml::ScalarNode, yaml::BlockScalarNode>(Node);
}

/// Reports what is no key and value.
static void checkSetting(yaml::Stream &Stream, yaml::KeyValueNode &Setting) {
  yaml::Node *Key = Setting.getKey();
  if (!isScalar(Key))
    return Stream.printError(Key, "expected the name of a key");
  yaml::Node *Value = Setting.getValue();
  if (isa_and_nonnull<yaml::NullNode>(Value))
    return Stream.printError(Key, "the key has no value");
  if (auto *Alias = dyn_cast_or_null<yaml::AliasNode>(Value)) {
    // Its own place is that of the next token.
    SMLoc Start = SMLoc::getFromPointer(Alias->getName().begin() - 1);
    return Stream.printError(SMRange(Start, Start),
                             "there are no anchors that this could name");
  }
  if (!isScalar(Value))
    Stream.printError(Value, "expected one value");
}

/// Reports the key of \p Setting if it is in \p Keys, else adds it. LLVM 16
/// reads files with two values for a key.
static void checkKey(yaml::Stream &Stream, yaml::KeyValueNode &Setting,
                     StringSet<> &Keys) {
  auto *Key = dyn_cast_or_null<yaml::ScalarNode>(Setting.getKey());
  if (!Key)
    return;
  SmallString<32> Storage;
  StringRef Name = Key->getValue(Storage);
  if (!Keys.insert(Name).second)
    Stream.printError(Key, "duplicated mapping key '" + Name + "'");
}

/// Reports the first place where \p Text is not a list of mappings of scalars.
/// YAMLTraits recurses for nested lists, so a small hostile file would use up
/// the stack.
static void checkShape(StringRef Text, SourceMgr &Sources, FileContext &File) {
  Sources.setDiagHandler(collectFault, &File);
  yaml::Stream Stream(Text, Sources);
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
    StringSet<> Keys;
    for (yaml::KeyValueNode &Setting : *Rule) {
      checkSetting(Stream, Setting);
      if (File.Fault.empty())
        checkKey(Stream, Setting, Keys);
      if (!File.Fault.empty())
        return;
    }
  }
  if (File.Fault.empty() && ++Document != Stream.end())
    Stream.printError(Document->getRoot(), "the file has a second document");
}

Expected<std::vector<PlacementRule>>
metaobj::readPlacementFile(StringRef Text, StringRef Name) {
  FileContext File;
  File.Text = Text;
  File.Name = Name;
  if (Text.contains('\0'))
    return inputError(Name, "has a NUL and so is no text");
  SourceMgr Sources;
  checkShape(Text, Sources, File);
  if (!File.Fault.empty())
    return File.takeError();

  std::vector<Item> Items;
  yaml::Input Reader(Text, &File, collectFault, &File);
  Reader >> Items;
  if (!File.Fault.empty())
    return File.takeError();
  if (Reader.error())
    return inputError(Name, "cannot be read as YAML");
  if (Items.empty())
    return inputError(Name, "has no rules",
                      "an entry is such as: - {name: 'w*', align: 16}");

  std::vector<PlacementRule> Rules;
  for (Item &Each : Items) {
    if (std::string Fault = faultOf(Each); !Fault.empty())
      return inputError(Name + ":" + Twine(File.lineOf(Each.Place)) + ":" +
                            Twine(File.columnOf(Each.Place)),
                        Fault);
    if (Each.Preset)
      append_range(Rules, *placementPreset(Each.Preset->Name));
    else
      Rules.push_back(std::move(Each.Rule));
  }
  return Rules;
}

Expected<std::vector<PlacementRule>>
metaobj::loadPlacementFile(StringRef Path) {
  Expected<TextFile> File = readTextFile(Path, LargestFile, "placement files");
  if (!File)
    return File.takeError();
  return readPlacementFile(File->Text, File->Name);
}
