//===- JobFile.cpp - Settings in a file -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's parser is driven node by node: it calls itself only for what is asked,
// so that brackets of a hostile file cannot nest deeper than a list of values.
//
//===----------------------------------------------------------------------===//

#include "Job/JobFile.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;
using namespace metaobj;

/// Far more than the longest list of files that a person writes.
static constexpr size_t LargestJobFile = 1 << 20;

static constexpr StringLiteral FilesKey = "files", ActionKey = "action";

namespace {

class JobFileReader {
public:
  JobFileReader(MemoryBufferRef Buffer, StringRef Folder, SettingTable &Table)
      : Name(Buffer.getBufferIdentifier()), Text(Buffer.getBuffer()),
        Folder(Folder), Table(Table), Stream(Text, Sources) {
    Sources.setDiagHandler(
        [](const SMDiagnostic &Problem, void *Self) {
          auto &Reader = *static_cast<JobFileReader *>(Self);
          if (!Reader.Fault.empty())
            return;
          Reader.Fault = Problem.getMessage().rtrim('.').str();
          Reader.Fault.front() = toLower(Reader.Fault.front());
          Reader.FaultLine =
              static_cast<unsigned>(std::max(Problem.getLineNo(), 1));
        },
        this);
  }

  Expected<GivenSettings> read();

private:
  Error fail(const yaml::Node &TheNode, const Twine &Reason,
             const Twine &Hint = "");
  Error yamlFault(StringRef Otherwise);

  Error readPair(yaml::KeyValueNode &Pair);
  Error readValues(StringRef Key, SettingRow *Row, yaml::Node *Value);
  Error readValue(StringRef Key, SettingRow *Row, yaml::Node &Value);
  std::string besideFile(StringRef Path) const;
  std::string withPath(const SettingRow &Row, StringRef Value) const;

  StringRef Name;
  StringRef Text;
  StringRef Folder;
  SettingTable &Table;
  SourceMgr Sources;
  std::string Fault; ///< Of the parser; empty: none so far.
  unsigned FaultLine = 0;
  yaml::Stream Stream;
  StringSet<> Keys;
  GivenSettings All;
};

} // namespace

Error JobFileReader::fail(const yaml::Node &TheNode, const Twine &Reason,
                          const Twine &Hint) {
  // What the parser has found comes first: the places of nodes behind that are
  // of no text.
  const char *Place = TheNode.getSourceRange().Start.getPointer();
  if (!Fault.empty() || Place < Text.begin() || Place > Text.end())
    return yamlFault("is not YAML");
  unsigned Line =
      Sources.getLineAndColumn(TheNode.getSourceRange().Start).first;
  return inputError(Name + ":" + Twine(Line), Reason, Hint);
}

/// \p Otherwise, if the parser has said nothing.
Error JobFileReader::yamlFault(StringRef Otherwise) {
  if (Fault.empty())
    return inputError(Name, Otherwise);
  return inputError(Name + ":" + Twine(FaultLine), Fault);
}

std::string JobFileReader::besideFile(StringRef Path) const {
  if (Path == "-" || Path.empty() || sys::path::is_absolute(Path))
    return Path.str();
  SmallString<256> Result = Folder;
  sys::path::append(Result, Path);
  return Result.str().str();
}

std::string JobFileReader::withPath(const SettingRow &Row,
                                    StringRef Value) const {
  std::optional<size_t> Start = Row.pathIn(Value);
  if (!Start)
    return Value.str();
  return Value.take_front(*Start).str() + besideFile(Value.drop_front(*Start));
}

Error JobFileReader::readValue(StringRef Key, SettingRow *Row,
                               yaml::Node &Value) {
  SmallString<64> Storage;
  StringRef Given;
  if (auto *Scalar = dyn_cast<yaml::ScalarNode>(&Value))
    Given = Scalar->getValue(Storage);
  else if (auto *Block = dyn_cast<yaml::BlockScalarNode>(&Value))
    Given = Block->getValue();
  else
    return fail(Value, "expected a value: a text, a number, true or false");
  if (Given.contains('\0'))
    return fail(Value, "the value of '" + Key + "' has a NUL");
  if (Row)
    All.Settings.push_back({Row, withPath(*Row, Given)});
  else if (Key == FilesKey)
    All.Files.push_back(besideFile(Given));
  else
    All.Action = Given.str();
  return Error::success();
}

Error JobFileReader::readValues(StringRef Key, SettingRow *Row,
                                yaml::Node *Value) {
  auto *List = dyn_cast<yaml::SequenceNode>(Value);
  if (!List)
    return readValue(Key, Row, *Value);
  if (Row ? !Row->IsList : Key == ActionKey)
    return fail(*Value, "'" + Key + "' has one value, not a list");
  for (yaml::Node &TheNode : *List)
    if (Error E = readValue(Key, Row, TheNode))
      return E;
  return Error::success();
}

Error JobFileReader::readPair(yaml::KeyValueNode &Pair) {
  auto *KeyNode = dyn_cast_or_null<yaml::ScalarNode>(Pair.getKey());
  if (!KeyNode)
    return yamlFault("expected the name of a setting and its value");
  SmallString<32> Storage;
  std::string Key = KeyNode->getValue(Storage).str();
  SettingRow *Row = Table.find(Key);
  if (Row && Row->Names.Name != Key)
    return fail(*KeyNode, "unknown setting '" + Key + "'",
                "its name in a file is '" + Row->Names.Name + "'");
  if (!Row && Key != FilesKey && Key != ActionKey)
    return fail(*KeyNode, "unknown setting '" + Key + "'", Table.hintFor(Key));
  if (!Keys.insert(Key).second)
    return fail(*KeyNode, "'" + Key + "' is set twice");
  yaml::Node *Value = Pair.getValue();
  if (!Value)
    return yamlFault("'" + Key + "' has no value");
  if (isa<yaml::NullNode>(Value))
    return fail(*KeyNode, "'" + Key + "' has no value");
  if (isa<yaml::AliasNode>(Value)) // Its place is that of the next token.
    return fail(*KeyNode, "'" + Key + "' names an anchor; write its value");
  return readValues(Key, Row, Value);
}

Expected<GivenSettings> JobFileReader::read() {
  yaml::document_iterator Document = Stream.begin();
  yaml::Node *Root = Document == Stream.end() ? nullptr : Document->getRoot();
  auto *Map = dyn_cast_or_null<yaml::MappingNode>(Root);
  if (!Map)
    return yamlFault("is not a job file: expected settings and their values, "
                     "such as 'output: model.o'");
  for (yaml::KeyValueNode &Pair : *Map)
    if (Error E = readPair(Pair))
      return E;
  if (Stream.failed() || !Fault.empty())
    return yamlFault("is not YAML");
  if (++Document != Stream.end())
    return inputError(Name, "has two documents, and a job file has one");
  return std::move(All);
}

Expected<GivenSettings> metaobj::readJobFile(MemoryBufferRef Buffer,
                                             StringRef Folder,
                                             SettingTable &Table) {
  if (Buffer.getBufferSize() > LargestJobFile)
    return inputError(Buffer.getBufferIdentifier(),
                      "has " + Twine(Buffer.getBufferSize()) +
                          " bytes; job files of up to " +
                          Twine(LargestJobFile) + " are read");
  if (!json::isUTF8(Buffer.getBuffer()))
    return inputError(Buffer.getBufferIdentifier(), "is not a text in UTF-8");
  return JobFileReader(Buffer, Folder, Table).read();
}

/// \p Text as YAML has it: always quoted, so that nothing is a number, a truth
/// or an anchor by chance.
static void printText(StringRef Text, raw_ostream &OS) {
  OS << '"' << yaml::escape(Text, /*EscapePrintable=*/false) << '"';
}

static void printList(ArrayRef<std::string> Values, raw_ostream &OS) {
  for (const std::string &Value : Values) {
    OS << "\n- ";
    printText(Value, OS);
  }
  OS << '\n';
}

Error metaobj::printJobFile(const GivenSettings &Given, raw_ostream &OS) {
  constexpr StringLiteral NotText = " is not UTF-8, which a job file must be";
  for (const std::string &Text : Given.Files)
    if (!json::isUTF8(Text))
      return inputError(Text, "its name" + NotText);
  for (const GivenSetting &Setting : Given.Settings)
    if (!json::isUTF8(Setting.Value.value_or("")))
      return settingFault("the value of " + Setting.Row->Names.Which + NotText);
  if (!Given.Action.empty())
    OS << ActionKey << ": " << Given.Action << '\n';
  if (!Given.Files.empty()) {
    OS << FilesKey << ':';
    printList(Given.Files, OS);
  }
  // Values of a list stand together.
  std::vector<std::pair<const SettingRow *, std::vector<std::string>>> Rows;
  for (const GivenSetting &Setting : Given.Settings) {
    auto Known = find_if(
        Rows, [&](const auto &Row) { return Row.first == Setting.Row; });
    if (Known == Rows.end())
      Known = Rows.insert(Rows.end(), {Setting.Row, {}});
    Known->second.push_back(Setting.Value.value_or(
        Setting.Row->Type == SettingRow::Switch ? "true" : ""));
  }
  for (const auto &[Row, Values] : Rows) {
    OS << Row->Names.Name << ':';
    if (Row->IsList) {
      printList(Values, OS);
      continue;
    }
    OS << ' ';
    if (Row->Type == SettingRow::Switch || Row->Type == SettingRow::Number)
      OS << Values.front();
    else
      printText(Values.front(), OS);
    OS << '\n';
  }
  return Error::success();
}
