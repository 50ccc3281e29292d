//===- RustModule.cpp - What Rust programs include ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/rust.md describes the result. Rust 1.57 and the editions before 2024
// read it. Programs cannot make a structure with private members themselves, so
// safe functions rely on what the object has in it.
//
//===----------------------------------------------------------------------===//

#include "Abi/RuntimeFamily.h"
#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "Emit/Accessors.h"
#include "Emit/Text/CExecutor.h"
#include "Emit/Text/CSource.h"
#include "Emit/Text/CText.h"
#include "Model/DType.h"
#include "metaobj/Tensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral Parts =
#include "RustModuleText.inc"
    ;

/// Keywords of all editions.
static constexpr StringLiteral RustKeywords[] = {
    "abstract", "as",       "async",   "await", "become", "box",    "break",
    "const",    "continue", "do",      "dyn",   "else",   "enum",   "extern",
    "false",    "final",    "fn",      "for",   "gen",    "if",     "impl",
    "in",       "let",      "loop",    "macro", "match",  "mod",    "move",
    "mut",      "override", "priv",    "pub",   "ref",    "return", "static",
    "struct",   "trait",    "true",    "try",   "type",   "typeof", "unsafe",
    "unsized",  "use",      "virtual", "where", "while",  "yield"};

/// Those that cannot be written as r#name, and a name that means nothing.
static constexpr StringLiteral RustReserved[] = {"Self", "_", "crate", "self",
                                                 "super"};

/// A name of Rust like \p Text.
static std::string rustName(StringRef Text) {
  std::string Name;
  for (char C : Text)
    Name += isAlnum(C) ? C : '_';
  if (Name.empty() || isDigit(Name.front()))
    Name.insert(0, "n");
  if (is_contained(RustReserved, StringRef(Name)))
    return Name + "_";
  return is_contained(RustKeywords, StringRef(Name)) ? "r#" + Name : Name;
}

/// The type of an element; an array for a complex number. Types that Rust does
/// not have are their bits; so is bool, because a Rust program may assume that
/// it is 0 or 1. Empty: none has the size.
static std::string rustElement(DLDataType Scalar, uint64_t &Alignment) {
  Expected<uint64_t> Bytes = elementBytes(Scalar);
  if (!Bytes) {
    consumeError(Bytes.takeError());
    return "";
  }
  std::string Bits = utostr(*Bytes * 8);
  Alignment = *Bytes;
  bool IsWhole = *Bytes * 8 == Scalar.bits;
  switch (Scalar.code) {
  case kDLInt:
    if (IsWhole && *Bytes <= 8)
      return "i" + Bits;
    break;
  case kDLFloat:
    if (Scalar.bits == 32 || Scalar.bits == 64)
      return "f" + Bits;
    break;
  case kDLComplex:
    Alignment = *Bytes / 2;
    if (Scalar.bits == 64 || Scalar.bits == 128)
      return "[f" + utostr(*Bytes * 4) + "; 2]";
    return "";
  default:
    break;
  }
  return *Bytes == 1 || *Bytes == 2 || *Bytes == 4 || *Bytes == 8 ? "u" + Bits
                                                                  : "";
}

/// `[[f32; 3]; 2]`. Bytes if the parameter is compressed or less aligned than
/// its elements, or if Rust has no type for these.
static std::string rustType(const Param &P, const ParamSite &Site) {
  std::string Bytes = "[u8; " + utostr(P.Data.size()) + "]";
  DLDataType Scalar = P.DType;
  Scalar.lanes = 1;
  uint64_t Alignment = 1;
  std::string Type = rustElement(Scalar, Alignment);
  Expected<uint64_t> Size = tensorBytes(P.DType, P.Shape);
  if (!Size)
    consumeError(Size.takeError());
  if (P.Compressed || Type.empty() || Alignment > Site.Alignment.value() ||
      !Size || *Size != P.Data.size())
    return Bytes;
  if (P.DType.lanes != 1)
    Type = "[" + Type + "; " + utostr(P.DType.lanes) + "]";
  for (int64_t Extent : reverse(P.Shape))
    Type = "[" + Type + "; " + itostr(Extent) + "]";
  return Type;
}

namespace {

/// A word of a part, without its underscores, and its value.
using Word = std::pair<StringRef, std::string>;

class RustWriter {
public:
  RustWriter(raw_ostream &OS, const CModel &C, const Executor *TheExecutor)
      : OS(OS), C(C), TheExecutor(TheExecutor) {}

  Error write();

private:
  const Model &model() const { return C.TheModel; }
  bool hasTable() const { return !model().Params.empty(); }
  void writePart(StringRef Name, ArrayRef<Word> Words = {});
  void writeSizes(ArrayRef<SizeGroup> Groups);
  void writeAccessors();
  void writeSections();
  void writeParams();
  void writeParam(size_t Index, size_t Row, const std::string &Name);

  void writeStructure(StringRef Name, StringRef Comment,
                      ArrayRef<ExecutorMember> Members);
  void writeMap(StringRef What, StringRef Type,
                const std::vector<ExecutorIo> &List,
                ArrayRef<ExecutorMember> Named, const ExecutorMembers &Members);
  void writePackedRun(StringRef Symbol, StringRef Name);
  void writeRun(const ExecutorMembers &Members);
  Error writeConstants();
  Error writeExecutor();

  raw_ostream &OS;
  const CModel &C;
  const Executor *TheExecutor;
};

} // namespace

/// Writes a part of RustModule.rs with the values of its words.
void RustWriter::writePart(StringRef Name, ArrayRef<Word> Words) {
  StringRef Text = Parts.split(("// part " + Name + "\n").str()).second;
  Text = Text.take_front(Text.find("// part ")).rtrim(' ');
  assert(!Text.empty() && "there is such a part");
  while (true) {
    auto [Before, FromWord] = Text.split("__");
    OS << Before;
    if (FromWord.empty())
      break;
    auto [Name, After] = FromWord.split("__");
    const Word *Found =
        find_if(Words, [&](const Word &Each) { return Each.first == Name; });
    assert(Found != Words.end() && "the word has a value");
    OS << Found->second;
    Text = After;
  }
}

void RustWriter::writeSizes(ArrayRef<SizeGroup> Groups) {
  for (const SizeGroup &Group : Groups) {
    std::string Comment = Group.Comment.str();
    for (size_t At; (At = Comment.find("\n * ")) != std::string::npos;)
      Comment.replace(At, 4, " ");
    OS << "\n    // " << Comment << '\n';
    for (const auto &[Name, Value] : Group.Sizes)
      OS << "    pub const " << Name << ": "
         << (StringRef(Name).ends_with("PARAM_BYTES") ? "u64" : "usize")
         << " = " << Value << ";\n";
  }
}

/// Safe: they return the address of a constant.
void RustWriter::writeAccessors() {
  const RuntimeFacts &Runtime = runtimeFamily(C.Config.Abi).Facts;
  for (const auto &[Each, Name] :
       zip_equal(accessors(C.Config.Abi), C.Names.accessors())) {
    if (!Each.IsThere(model(), C.Config))
      continue;
    const bool IsOfRuntime = Each.Type == Runtime.TableType;
    StringRef Type =
        IsOfRuntime ? StringRef(Runtime.TypeInRust)
                    : StringSwitch<StringRef>(Each.Type)
                          .Case("struct TVMRegistryIndex", "TVMRegistryIndex")
                          .Case("metaobj_param_table_t", "ParamTable")
                          .Case("uint8_t", "[u8; 32]");
    StringRef Function = Each.SymbolEnd.empty() ? "_module" : Each.SymbolEnd;
    Function.consume_front("_");
    if (Type == "TVMRegistryIndex")
      writePart("index");
    if (IsOfRuntime && !Runtime.RowInRust.empty()) {
      writePart("table");
      writePart(Runtime.RowInRust);
    }
    writePart("accessor", {{"COMMENT", Each.Comment.str()},
                           {"ACCESSOR", Function.str()},
                           {"TYPE", Type.str()},
                           {"SYMBOL", Name.symbol().str()}});
  }
  if (hasTable() && model().hasStorageIds())
    writePackedRun(C.Names.lookup().symbol(), "lookup_linked_param");
}

/// Slices of whole sections.
void RustWriter::writeSections() {
  ArrayRef<CName> Marks = C.Names.sections();
  for (size_t I = 0; I + 1 < Marks.size(); I += 2) {
    StringRef Section = Marks[I].symbol().drop_front(
        (C.Config.symbolStart(model()) + "_start_").size());
    writePart("section", {{"SECTION", "section_" + rustName(Section)},
                          {"START", Marks[I].symbol().str()},
                          {"END", Marks[I + 1].symbol().str()}});
  }
}

/// \p Row is the number in its table.
void RustWriter::writeParam(size_t Index, size_t Row, const std::string &Name) {
  const Param &P = model().Params[Index];
  StringRef Part = C.isExported(Index) ? "exported param"
                   : P.Compressed      ? "compressed param"
                                       : "param";
  writePart(Part, {{"NAME", cString(P.Name)},
                   {"SUMMARY", paramSummary(P)},
                   {"PARAM", Name},
                   {"TYPE", rustType(P, C.Layout.Sites[Index])},
                   {"ROW", utostr(Row)},
                   {"SYMBOL", C.Names.param(Index).symbol().str()}});
}

void RustWriter::writeParams() {
  writePart("param module");
  NameSet Names;
  size_t Plain = 0, Compressed = 0;
  for (const auto &[Index, P] : enumerate(model().Params)) {
    if (Index != 0)
      OS << '\n';
    writeParam(Index, P.Compressed ? Compressed++ : Plain++,
               Names.add(rustName(P.Name)));
  }
  OS << "    }\n";
}

void RustWriter::writeStructure(StringRef Name, StringRef Comment,
                                ArrayRef<ExecutorMember> Members) {
  if (Members.empty())
    return;
  writePart("structure",
            {{"COMMENT", Comment.str()}, {"STRUCTURE", Name.str()}});
  for (const ExecutorMember &Each : Members)
    writePart("member",
              {{"COMMENT", Each.Comment},
               {"MEMBER", rustName(Each.Name)},
               {"POINTER", Each.IsConstant ? "*const c_void" : "*mut c_void"}});
  OS << "    }\n";
}

void RustWriter::writeMap(StringRef What, StringRef Type,
                          const std::vector<ExecutorIo> &List,
                          ArrayRef<ExecutorMember> Named,
                          const ExecutorMembers &Members) {
  if (Named.empty())
    return;
  writePart(
      Members.Pools.empty() ? "map" : "map of pools",
      {{"WHAT", What.str()},
       {Members.Pools.empty() ? "MAP" : "POOLS_MAP", ("map_" + What).str()},
       {"STRUCTURE", Type.str()}});
  std::string Values;
  raw_string_ostream Value(Values);
  for (const auto &[Io, Each] : zip_equal(List, Named)) {
    const TensorPlace &Place = TheExecutor->Places[Io.Tensor];
    Value << "            " << rustName(Each.Name) << ": ";
    if (TheExecutor->Pools[Place.Index].Pool.IsCallers) {
      Value << "(_pools."
            << rustName(Members.pool(*TheExecutor, Place.Index).Name)
            << " as *mut u8).add(" << Place.Offset << ") as *mut c_void,\n";
      continue;
    }
    std::string Pool =
        "POOL_" + utostr(Place.Index) + "_" + cMacroName(Each.Name);
    writePart("pool",
              {{"SYMBOL", TheExecutor->poolSymbol(Place.Index)},
               {"POOL", Pool},
               {"BYTES", utostr(TheExecutor->Pools[Place.Index].Bytes)}});
    Value << (Members.Pools.empty() ? "unsafe { " : "")
          << "(core::ptr::addr_of_mut!(" << Pool << ") as *mut u8).add("
          << Place.Offset << ") as *mut c_void"
          << (Members.Pools.empty() ? " }" : "") << ",\n";
  }
  OS << "        " << Type << " {\n" << Value.str() << "        }\n    }\n";
}

void RustWriter::writePackedRun(StringRef Symbol, StringRef Name) {
  writePart("packed function",
            {{"SYMBOL", Symbol.str()}, {"PACKED", Name.str()}});
}

void RustWriter::writeRun(const ExecutorMembers &Members) {
  std::string Arguments;
  auto Add = [&](bool IsThere, StringRef Name, StringRef Type) {
    if (IsThere)
      Arguments +=
          ((Arguments.empty() ? "" : ", ") + Name + ": *mut " + Type).str();
  };
  bool HasIo = TheExecutor->hasIoArguments();
  Add(HasIo && !Members.Inputs.empty(), "inputs", "Inputs");
  Add(HasIo && !Members.Outputs.empty(), "outputs", "Outputs");
  Add(!Members.Pools.empty(), "pools", "WorkspacePools");
  Add(!Members.Devices.empty(), "devices", "Devices");
  writePart("run", {{"SYMBOL", TheExecutor->symbol(executor_symbols::Run)}});
  OS << "        pub fn run(" << Arguments << ") -> i32;\n    }\n";
}

/// For a variable of the program: `static POOL: [u8; SIZE] = DATA;`.
Error RustWriter::writeConstants() {
  if (!TheExecutor->CallersConstants)
    return Error::success();
  const Payload &Data = TheExecutor->CallersConstants->Data;
  std::string Name = cMacroName(TheExecutor->CallersConstants->Name);
  writePart("constants", {{"SIZE_NAME", Name + "_CONSTANT_POOL_SIZE"},
                          {"DATA_NAME", Name + "_CONSTANT_POOL_DATA"},
                          {"BYTES", utostr(Data.size())}});
  if (Error E = writeBytes(OS, Data))
    return E;
  OS << "    ];\n";
  return Error::success();
}

Error RustWriter::writeExecutor() {
  ExecutorMembers Members(*TheExecutor);
  writeSizes(executorSizes(*TheExecutor, Members));
  if (Error E = writeConstants())
    return E;
  writeStructure("Inputs", "What the program sets.", Members.Inputs);
  writeStructure("Outputs", "What the program reads.", Members.Outputs);
  writeStructure("Devices", "What operators on devices get.", Members.Devices);
  writeStructure("WorkspacePools",
                 "Memory of the program; the workspace is unused between runs.",
                 Members.Pools);
  if (TheExecutor->Config.WorkspaceIo) {
    writeMap("inputs", "Inputs", TheExecutor->Inputs, Members.Inputs, Members);
    writeMap("outputs", "Outputs", TheExecutor->Outputs, Members.Outputs,
             Members);
  }
  if (TheExecutor->isPacked())
    writePackedRun(TheExecutor->symbol(executor_symbols::Run), "run");
  else
    writeRun(Members);
  if (!TheExecutor->isPacked() && TheExecutor->isInRegistry())
    writePackedRun(TheExecutor->symbol(executor_symbols::PackedRun),
                   "run_packed");
  writePart(
      "failed operator",
      {{"SYMBOL", TheExecutor->symbol(executor_symbols::FailedOperator)}});
  return Error::success();
}

Error RustWriter::write() {
  writePart("head",
            {{"MODEL", cString(model().Name)},
             {"ABI", runtimeAbiName(C.Config.Abi).str()},
             {"FUNCTIONS", plural(model().Functions.size(), "function")},
             {"PARAMS", plural(model().Params.size(), "parameter")},
             {"MODULE", rustName(C.Config.symbolStart(model()))}});
  if (isTvmCrt(C.Config.Abi))
    writePart("registry");
  if (hasTable())
    writePart("params");
  if (any_of(model().Params, [](const Param &P) { return P.isCompressed(); }))
    writePart("compressed params");
  writeSizes(modelSizes(model()));
  if (TheExecutor)
    if (Error E = writeExecutor())
      return E;
  writeAccessors();
  if (hasTable()) {
    writeSections();
    writeParams();
  }
  OS << "}\n";
  return Error::success();
}

/// Source of Rust is UTF-8.
static Error checkUtf8(const CModel &C) {
  for (const CName &Name : globalNames(C))
    if (!json::isUTF8(Name.symbol()))
      return inputError("model " + quoted(C.TheModel.Name),
                        "Rust has no spelling for symbol " +
                            quoted(Name.symbol()) + ", which is not UTF-8",
                        "rename what has this name");
  return Error::success();
}

Error metaobj::writeRust(const Emission &Of, const OutputPlace &To) {
  CNames Names(Of.model(), Of.config());
  CModel C(Of.model(), Of.config(), Of.layout(), Names);
  if (Error E = checkGlobalNames(C))
    return E;
  if (Error E = checkUtf8(C))
    return E;
  auto Write = [&](raw_ostream &OS) {
    return RustWriter(OS, C, Of.executor()).write();
  };
  return writeFileAtomically(To, Write, EqualFile::Kept);
}
