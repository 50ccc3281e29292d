//===- DiagnosticTest.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/Messages.h"
#include "Model/Wording.h"

#include "llvm/Support/Errc.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;

namespace {

Error plain(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

TEST(Diagnostic, ErrorTextIsInputAndReasonOnly) {
  Error E = make_error<InputError>("a.o", "is bad", "mend it", "table\n");
  EXPECT_EQ(toString(std::move(E)), "a.o: is bad");
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

TEST(Wording, NamesAreQuotedAndEscaped) {
  EXPECT_EQ(quoted(StringRef("a\0b\n", 4)), "'a\\00b\\0A'");
  EXPECT_EQ(quoted("plain_name"), "'plain_name'");
}

TEST(Wording, ListsNameThreeAndCountTheRest) {
  EXPECT_EQ(quotedList({"a"}), "'a'");
  EXPECT_EQ(quotedList({"a", "b", "c"}), "'a', 'b' and 'c'");
  EXPECT_EQ(quotedList({"a", "b", "c", "d", "e"}), "'a', 'b', 'c' and 2 more");
  EXPECT_EQ(plural(1, "byte"), "1 byte");
  EXPECT_EQ(plural(0, "byte"), "0 bytes");
}

} // namespace
