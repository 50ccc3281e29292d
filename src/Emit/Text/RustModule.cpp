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

#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Parts/Part.h"
#include "Emit/Text/CSource.h"
#include "Emit/Text/CText.h"
#include "Emit/Text/RustWriter.h"
#include "Model/DType.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral Pieces =
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

std::string metaobj::rustName(StringRef Text) {
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

void RustWriter::write(StringRef Name, ArrayRef<Word> Words) {
  StringRef Text = Pieces.split(("// part " + Name + "\n").str()).second;
  Text = Text.take_front(Text.find("// part ")).rtrim(' ');
  assert(!Text.empty() && "there is such a piece");
  while (true) {
    auto [Before, FromWord] = Text.split("__");
    OS << Before;
    if (FromWord.empty())
      break;
    auto [Name, After] = FromWord.split("__");
    const Word *Found = find_if(
        Words, [&](const Word &TheWord) { return TheWord.first == Name; });
    assert(Found != Words.end() && "the word has a value");
    OS << Found->second;
    Text = After;
  }
}

void RustWriter::writeSizes(ArrayRef<SizeGroup> Groups) {
  for (const SizeGroup &Group : Groups) {
    std::string Comment = Group.Comment.str();
    for (size_t Offset; (Offset = Comment.find("\n * ")) != std::string::npos;)
      Comment.replace(Offset, 4, " ");
    OS << "\n    // " << Comment << '\n';
    for (const auto &[Name, Value] : Group.Sizes)
      OS << "    pub const " << Name << ": "
         << (StringRef(Name).ends_with("PARAM_BYTES") ? "u64" : "usize")
         << " = " << Value << ";\n";
  }
}

void RustWriter::writePackedFunction(StringRef Symbol, StringRef Name) {
  write("packed function", {{"SYMBOL", Symbol.str()}, {"PACKED", Name.str()}});
}

/// \p Row is the number in its table.
static void writeParam(RustWriter &Writer, size_t Index, size_t Row,
                       const std::string &Name) {
  const CModel &C = Writer.C;
  const Param &P = C.TheModel.Params[Index];
  StringRef Part = C.isExported(Index) ? "exported param"
                   : P.Compressed      ? "compressed param"
                                       : "param";
  Writer.write(Part, {{"NAME", cString(P.Name)},
                      {"SUMMARY", paramSummary(P)},
                      {"PARAM", Name},
                      {"TYPE", rustType(P, C.Layout.Sites[Index])},
                      {"ROW", utostr(Row)},
                      {"SYMBOL", C.Names.param(Index).symbol().str()}});
}

static void writeParams(RustWriter &Writer) {
  Writer.write("param module");
  NameSet Names;
  size_t Plain = 0, Compressed = 0;
  for (const auto &[Index, P] : enumerate(Writer.C.TheModel.Params)) {
    if (Index != 0)
      Writer.OS << '\n';
    writeParam(Writer, Index, P.Compressed ? Compressed++ : Plain++,
               Names.add(rustName(P.Name)));
  }
  Writer.OS << "    }\n";
}

static Error writeModule(RustWriter &Writer) {
  const CModel &C = Writer.C;
  const Model &M = C.TheModel;
  Writer.write("head", {{"MODEL", cString(M.Name)},
                        {"ABI", runtimeAbiName(C.Config.Abi).str()},
                        {"FUNCTIONS", plural(M.Functions.size(), "function")},
                        {"PARAMS", plural(M.Params.size(), "parameter")},
                        {"MODULE", rustName(C.Config.symbolStart(M))}});
  if (isTvmCrt(C.Config.Abi))
    Writer.write("registry");
  if (!M.Params.empty())
    Writer.write("params");
  if (any_of(M.Params, [](const Param &P) { return P.isCompressed(); }))
    Writer.write("compressed params");
  Writer.writeSizes(modelSizes(M));
  for (const std::shared_ptr<OutputPart> &ThePart : C.Parts)
    if (Error E = ThePart->writeRust(Writer))
      return E;
  if (!M.Params.empty())
    writeParams(Writer);
  Writer.OS << "}\n";
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

Error metaobj::writeRust(const Emission &TheEmission, const OutputPlace &To) {
  const Emission::Common &Common = TheEmission.common();
  CNames Names(Common.model(), Common.Config, Common.Parts);
  CModel C(Common, Names);
  if (Error E = checkGlobalNames(C))
    return E;
  if (Error E = checkUtf8(C))
    return E;
  auto Write = [&](raw_ostream &OS) {
    RustWriter Writer(OS, C);
    return writeModule(Writer);
  };
  return writeFileAtomically(To, Write, EqualFile::Kept);
}
