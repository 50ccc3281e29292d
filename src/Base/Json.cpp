//===- Json.cpp - Names in JSON -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Json.h"

#include "Base/Wording.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

std::string metaobj::describeJson(const json::Value &Value) {
  switch (Value.kind()) {
  case json::Value::Null:
    return "null";
  case json::Value::Boolean:
    return "a boolean";
  case json::Value::Number:
    if (std::optional<int64_t> Number = Value.getAsInteger())
      return std::to_string(*Number);
    return "a number that is not whole";
  case json::Value::String:
    return "a string";
  case json::Value::Array:
    return "an array";
  case json::Value::Object:
    return "an object";
  }
  llvm_unreachable("unknown kind of JSON value");
}

/// One character, as the one or two UTF-16 units that JSON has for it.
static void writeEscaped(raw_ostream &OS, StringRef Character) {
  SmallVector<UTF16, 2> Units;
  convertUTF8ToUTF16String(Character, Units);
  for (UTF16 Unit : Units)
    OS << "\\u" << format_hex_no_prefix(Unit, 4);
}

void PrintableJson::write_impl(const char *Begin, size_t Size) {
  Position += Size;
  std::string Whole = std::exchange(Cut, {}) + std::string(Begin, Size);
  StringRef Text = Whole;
  auto IsPlain = [](char C) { return C == '\n' || isPrint(C); };
  while (!Text.empty()) {
    StringRef Plain = Text.take_while(IsPlain);
    OS << Plain;
    Text = Text.drop_front(Plain.size());
    if (Text.empty())
      break;
    size_t Length =
        getNumBytesForUTF8(static_cast<unsigned char>(Text.front()));
    if (Length > Text.size()) {
      Cut = Text;
      break;
    }
    StringRef Character = Text.take_front(Length);
    if (shownBytes(Character) != 0)
      OS << Character;
    else
      writeEscaped(OS, Character);
    Text = Text.drop_front(Length);
  }
}

void metaobj::printJsonDocument(raw_ostream &OS,
                                function_ref<void(json::OStream &)> Print) {
  PrintableJson Printable(OS);
  json::OStream J(Printable, /*IndentSize=*/2);
  Print(J);
  Printable << '\n';
}
