//===- DiagnosticTest.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Messages.h"
#include "Base/Wording.h"

#include "llvm/Support/Errc.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;

namespace {

Error plain(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

TEST(Diagnostic, ErrorTextHasTheNextStep) {
  Error E = make_error<InputError>("a.o", "is bad", "mend it", "table\n");
  EXPECT_EQ(toString(std::move(E)), "a.o: is bad\ntable\nhint: mend it");
  EXPECT_EQ(toString(make_error<InputError>("a.o", "differs:", "", "table\n")),
            "a.o: differs:\ntable");
  EXPECT_EQ(toString(inputError("a.o", "is bad", "mend it")),
            "a.o: is bad; mend it");
  EXPECT_EQ(toString(inputError("a.o", "is bad")), "a.o: is bad");
  EXPECT_EQ(withoutHints(joinErrors(inputError("a.o", "is bad", "mend it"),
                                    plain("broken"))),
            "a.o: is bad\nbroken");
}

TEST(Diagnostic, ErrorBecomesAnErrorCode) {
  EXPECT_EQ(errorToErrorCode(inputError("a.o", "is bad")),
            std::make_error_code(std::errc::invalid_argument));
}

TEST(Diagnostic, ForeignErrorsAreFoldedIntoOneLine) {
  EXPECT_EQ(text(inputError("a.o", plain("first.\n\n  second...\nthird\n"))),
            "a.o: first; second; third");
  EXPECT_EQ(text(inputError("a.o", joinErrors(plain("one."), plain("two")))),
            "a.o: one; two");
}

TEST(Diagnostic, InputErrorsPassThrough) {
  EXPECT_EQ(text(inputError("outer", inputError("inner", "is bad", "mend"))),
            "inner: is bad\nhint: mend");
  EXPECT_EQ(text(inputError("outer", Error::success())), "");
}

TEST(Diagnostic, NestedErrorsKeepTheHint) {
  EXPECT_EQ(text(nestedError("a.o", "member 'b'",
                             inputError("type 'x'", "is bad", "mend"))),
            "a.o: member 'b': type 'x': is bad\nhint: mend");
  EXPECT_EQ(text(nestedError("a.o", plain("broken."))), "a.o: broken");
  EXPECT_EQ(text(nestedError("a.o", Error::success())), "");
}

TEST(Diagnostic, ReportCallsTheHandlerWhenThereIsOne) {
  Messages Received;
  report(Received.handler(), Diagnostic::Warning, "a", "b", "c");
  report(Received.handler(), Diagnostic::Note, "a", "b");
  report(nullptr, Diagnostic::Note, "a", "b");
  EXPECT_EQ(Received.Lines,
            (std::vector<std::string>{"warning: a: b\nhint: c", "note: a: b"}));
}

TEST(Diagnostic, EveryErrorIsPrintable) {
  InputError Made("a\x1b[31m\n.o", "finds '\x9b'", "try \x7f", "b\x1b\n\tc\n");
  EXPECT_EQ(Made.input(), "a\\1B[31m\\0A.o");
  EXPECT_EQ(Made.reason(), "finds '\\9B'");
  EXPECT_EQ(Made.hint(), "try \\7F");
  EXPECT_EQ(Made.details(), "b\\1B\n\\09c\n");
  EXPECT_EQ(text(inputError("a\n.o", "b\nc", "d\ne")),
            "a\\0A.o: b\\0Ac\nhint: d\\0Ae");
  EXPECT_EQ(text(nestedError("a\n.o", make_error<InputError>("b\n", "c"))),
            "a\\0A.o: b\\0A: c");
}

TEST(Diagnostic, EveryReportIsPrintable) {
  Messages Received;
  report(Received.handler(), Diagnostic::Warning, "a\n", "b\n", "c\n",
         "d\x1b\ne\n");
  EXPECT_EQ(
      Received.Lines,
      std::vector<std::string>{"warning: a\\0A: b\\0A\nd\\1B\ne\nhint: c\\0A"});
}

TEST(Diagnostic, PrintableTextStaysAsItIs) {
  // What is shown of a text, again, and text of other alphabets.
  for (StringRef Text : {"", "a\\1Bb", "\u00e4\u03a9\u4e2d.o"})
    EXPECT_EQ(printable(Text), Text.str());
  // C1 control, mark of direction, cut character, surrogate, soft hyphen.
  EXPECT_EQ(printable("\u0085"), "\\C2\\85");
  EXPECT_EQ(printable("\u202e"), "\\E2\\80\\AE");
  EXPECT_EQ(printable("a\xe4\xb8"), "a\\E4\\B8");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\ED\\A0\\80");
  EXPECT_EQ(printable(StringRef("\0", 1)), "\\00");
}

TEST(Diagnostic, OutermostScopeIsTheInput) {
  EXPECT_EQ(InputScope::current(), "");
  {
    InputScope Outer("a.o");
    {
      InputScope Inner("TargetSpec::Triple=riscv32");
      EXPECT_EQ(InputScope::current(), "a.o");
    }
    EXPECT_EQ(InputScope::current(), "a.o");
  }
  EXPECT_EQ(InputScope::current(), "");
}

TEST(Wording, CellsOfTablesArePrintable) {
  EXPECT_EQ(table({{"file", "a\nb"}, {"\x1b", "c"}}),
            "  file  a\\0Ab\n  \\1B   c\n");
  // A character is one column, however many bytes it has.
  EXPECT_EQ(table({{"\xC3\xA4", "a"}, {"bc", "d"}}),
            "  \xC3\xA4   a\n  bc  d\n");
}

TEST(Wording, LongNamesAreShortened) {
  std::string Name =
      std::string(120, 'a') + std::string(200, '\n') + std::string(60, 'z');
  EXPECT_EQ(shortened(Name),
            std::string(120, 'a') + "..." + std::string(60, 'z'));
  EXPECT_EQ(shortened("a\n"), "a\\0A");
  // Not within a character: after 119 bytes, and before 59.
  std::string Umlaut = "\xC3\xA4";
  Name = std::string(119, 'a') + Umlaut + std::string(100, '-') + Umlaut +
         std::string(59, 'z');
  EXPECT_EQ(shortened(Name),
            std::string(119, 'a') + "..." + std::string(59, 'z'));
}

TEST(Wording, NamesAreQuotedAndEscaped) {
  EXPECT_EQ(quoted(StringRef("a\0b\n", 4)), "'a\\00b\\0A'");
  EXPECT_EQ(quoted("plain_name"), "'plain_name'");
  EXPECT_EQ(quoted("a\\0A\""), "'a\\\\0A\\22'");
  // Text in any language, but no mark that turns its direction, and no half.
  EXPECT_EQ(quoted("gr\xC3\xB6\xC3\x9F"
                   "e"),
            "'gr\xC3\xB6\xC3\x9F"
            "e'");
  EXPECT_EQ(quoted("a\xE2\x80\xAE"
                   "b\xC3"),
            "'a\\E2\\80\\AE"
            "b\\C3'");
}

TEST(Wording, ListsNameThreeAndCountTheRest) {
  EXPECT_EQ(quotedList({"a"}), "'a'");
  EXPECT_EQ(quotedList({"a", "b", "c"}), "'a', 'b' and 'c'");
  EXPECT_EQ(quotedList({"a", "b", "c", "d", "e"}), "'a', 'b', 'c' and 2 more");
  EXPECT_EQ(plural(1, "byte"), "1 byte");
  EXPECT_EQ(plural(0, "byte"), "0 bytes");
}

} // namespace
