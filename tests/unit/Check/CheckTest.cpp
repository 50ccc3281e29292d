//===- CheckTest.cpp - Will these objects link together? ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/TestObject.h"

#include "Check/Check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

namespace {

constexpr char Operator[] = "define i32 @f0(ptr %a, ptr %b, i32 %c, ptr %d, "
                            "ptr %e, ptr %f) { ret i32 0 }\n";

OperatorObject object(const TestTarget &Target, std::string Ir, StringRef Name,
                      bool IsMember = false) {
  return {Name.str(), compile(Target, std::move(Ir), Name), IsMember};
}

OperatorObject registry(const TestTarget &Target) {
  return object(Target, registryIr(namesBlob(Target, 2, {"f0"}), {"@f0"}),
                "m.o");
}

/// Errors, warnings and notes in the order in which they come.
std::vector<std::string> findings(ArrayRef<OperatorObject> Objects,
                                  LinkOutput Output = LinkOutput::Executable) {
  std::vector<std::string> Found;
  CheckConfig Config;
  Config.Output = Output;
  Config.Diagnostics = [&Found](const Diagnostic &TheDiagnostic) {
    Found.push_back(
        (TheDiagnostic.Severity == Diagnostic::Note ? "note: " : "warning: ") +
        (TheDiagnostic.Input + ": " + TheDiagnostic.Reason).text());
  };
  handleAllErrors(checkObjects(Objects, Config), [&](const InputError &E) {
    Found.push_back(("error: " + E.input() + ": " + E.reason()).text());
  });
  return Found;
}

TEST(CheckTest, SetsThatFitAreSilent) {
  if (!isAvailable(Thumb))
    GTEST_SKIP() << "this LLVM has no ARM";
  EXPECT_THAT(findings({object(Thumb, Operator, "op.o"), registry(Thumb)}),
              IsEmpty());
  EXPECT_THAT(findings({}), IsEmpty());
}

TEST(CheckTest, TargetsAreComparedForMachinesWithoutKnowledgeToo) {
  if (!isAvailable(Thumb) || !isAvailable(X86_64))
    GTEST_SKIP() << "this LLVM lacks ARM or x86";
  EXPECT_THAT(findings({object(X86_64, Operator, "op.o"), registry(Thumb)}),
              testing::Contains("error: m.o: cannot be linked with op.o:"));
}

TEST(CheckTest, FunctionsOfARegistryHaveADefinition) {
  if (!isAvailable(X86_64))
    GTEST_SKIP() << "this LLVM has no x86";
  OperatorObject Registry = registry(X86_64);
  EXPECT_THAT(findings({Registry}),
              ElementsAre("error: m.o: its registry lists 1 function that no "
                          "object here defines: 'f0'"));
  EXPECT_THAT(findings({Registry}, LinkOutput::RelocatableObject), IsEmpty());
  EXPECT_THAT(
      findings({Registry, object(X86_64, "@f0 = constant i8 1\n", "data.o")}),
      ElementsAre("error: data.o: 'f0' is data, but the registry of 'm.o' "
                  "lists it as a function"));
}

TEST(CheckTest, MembersCountWhenTheyAreNeeded) {
  if (!isAvailable(X86_64))
    GTEST_SKIP() << "this LLVM has no x86";
  OperatorObject Registry = registry(X86_64);
  OperatorObject One = object(X86_64, Operator, "lib.a(1.o)", true);
  OperatorObject Two = object(X86_64, Operator, "lib.a(2.o)", true);
  EXPECT_THAT(findings({Registry, One, Two}), IsEmpty());
  EXPECT_THAT(findings({One, Two}),
              ElementsAre("error: lib.a(2.o): defines what 'lib.a(1.o)' "
                          "defines as well: 'f0'"));
}

TEST(CheckTest, AddressesInReadOnlyDataKeepAnObjectOutOfAPie) {
  if (!isAvailable(X86_64))
    GTEST_SKIP() << "this LLVM has no x86";
  OperatorObject Objects[] = {object(X86_64, Operator, "op.o"),
                              registry(X86_64)};
  EXPECT_THAT(findings(Objects, LinkOutput::PositionIndependentExecutable),
              ElementsAre(StartsWith("error: m.o: cannot go into a position-"
                                     "independent executable")));
  EXPECT_THAT(
      findings(Objects, LinkOutput::SharedObject),
      ElementsAre(StartsWith("error: m.o: cannot go into a shared object")));
}

/// Nothing is read that is not there, and nothing ends the process, as some of
/// LLVM's readers do.
void checkDamaged(const OperatorObject &Good) {
  StringRef Bytes = Good.Bytes->getBuffer();
  for (size_t Size = 0; Size < Bytes.size(); Size += 5) {
    OperatorObject Short{
        "short.o", MemoryBuffer::getMemBufferCopy(Bytes.take_front(Size))};
    EXPECT_THAT(findings({Short}), testing::Not(IsEmpty())) << Size;
  }
  for (size_t Offset = 0; Offset < Bytes.size(); ++Offset) {
    std::string Changed = Bytes.str();
    Changed[Offset] = static_cast<char>(Changed[Offset] ^ 0xFF);
    OperatorObject Object{"changed.o", MemoryBuffer::getMemBufferCopy(Changed)};
    // Whatever is found.
    findings({Object, Good}, LinkOutput::SharedObject);
  }
}

TEST(CheckTest, DamagedObjectsAreRefused) {
  if (!isAvailable(X86_64))
    GTEST_SKIP() << "this LLVM has no x86";
  checkDamaged(object(X86_64,
                      "$g = comdat any\n"
                      "@g = constant i8 1, comdat\n" +
                          std::string(Operator),
                      "op.o"));
}

TEST(CheckTest, DamagedObjectsOfOtherFormatsAreRefused) {
  for (const TestTarget &Target : {CoffX86_64, MachOX86_64, Wasm32})
    if (isAvailable(Target))
      checkDamaged(object(Target, Operator, "op.o"));
}

} // namespace
