//===- VmExecutableTest.cpp - Relax executables ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Packages/VmExecutable.h"

#include "Read/RelaxFiles.h"

#include <gmock/gmock.h>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

std::string executable(StringRef Version = "0.14") {
  Stream Out;
  Out.numbers({VmMagic}).text(Version).numbers({2});
  Out.function(1, "main", {"x", "fc.weight"}).function(0, "add", {});
  Out.numbers({1, 1}).text("global"); // Memory scopes.
  Out.numbers({6});
  Out.number(65, 4);
  Out.text("a text");
  Out.number(70, 4).tensor({kDLFloat, 32, 1}, {2, 1}, "01234567");
  Out.number(69, 4);
  Out.numbers({2, 3, 4});
  Out.number(5, 4).number(0, 4).number(1, 4).number(9, 8);
  Out.number(3, 4).number(0, 8);
  Out.numbers({2, 0, 4, 5, 1, 2, 3, 4, 5});
  return Out.Bytes;
}

std::string modules(StringRef Executable) {
  Stream Body;
  Body.numbers({3, 0, 1, 1, 1, 1});
  Body.text(VmExecutableKind).text(Executable).text("_lib");
  Stream Out;
  Out.text(Body.Bytes);
  return Out.Bytes;
}

Expected<VmExecutable> read(StringRef Bytes) {
  return readVmExecutable(InputFile::ofMemory(Bytes.str(), "vm.bin"));
}

Expected<std::vector<FfiModuleRange>> readAll(StringRef Bytes) {
  return readFfiBinary(InputFile::ofMemory(Bytes.str(), "devc.o"));
}

TEST(VmExecutable, FunctionsAndTensors) {
  std::string Bytes = executable();
  EXPECT_TRUE(startsLikeVmExecutable(Bytes));
  auto Read = read(Bytes);
  ASSERT_EQ(text(Read.takeError()), "");
  EXPECT_EQ(Read->Version, "0.14");
  ASSERT_EQ(Read->Functions.size(), 2u);
  EXPECT_EQ(Read->Functions[0].Kind, VmFunction::Bytecode);
  EXPECT_EQ(Read->Functions[0].Name, "main");
  EXPECT_THAT(Read->Functions[0].Params, ElementsAre("x", "fc.weight"));
  EXPECT_EQ(Read->Functions[1].Kind, VmFunction::Called);
  ASSERT_EQ(Read->Tensors.size(), 1u);
  const VmConstant &Tensor = Read->Tensors.front();
  EXPECT_EQ(Tensor.Index, 1u);
  EXPECT_EQ(dtypeName(Tensor.DType), "float32");
  EXPECT_THAT(Tensor.Shape, ElementsAre(2, 1));
  EXPECT_EQ(StringRef(Bytes).substr(Tensor.Offset, Tensor.Size), "01234567");
}

TEST(VmExecutable, AnotherVersionIsNotRead) {
  auto Read = read(executable("0.15").substr(0, 20));
  ASSERT_EQ(text(Read.takeError()), "");
  EXPECT_EQ(Read->Version, "0.15");
  EXPECT_FALSE(Read->isKnown());
}

TEST(VmExecutable, ModulesAroundALibrary) {
  std::string Payload = executable();
  std::string Bytes = modules(Payload);
  auto Read = readAll(Bytes + "what follows");
  ASSERT_EQ(text(Read.takeError()), "");
  ASSERT_EQ(Read->size(), 2u);
  EXPECT_EQ((*Read)[0].Kind, "relax.VMExecutable");
  EXPECT_EQ(StringRef(Bytes).substr((*Read)[0].Offset, (*Read)[0].Size),
            Payload);
  EXPECT_EQ((*Read)[1].Kind, "_lib");
}

TEST(VmExecutable, NoPrefixIsTakenForTheWhole) {
  std::string Bytes = executable();
  for (size_t Size = 0; Size != Bytes.size(); ++Size)
    EXPECT_THAT(text(read(StringRef(Bytes).take_front(Size)).takeError()),
                StartsWith("vm.bin: "))
        << Size;
  Bytes = modules(Bytes);
  for (size_t Size = 0; Size != Bytes.size(); ++Size)
    EXPECT_THAT(text(readAll(StringRef(Bytes).take_front(Size)).takeError()),
                StartsWith("devc.o: "))
        << Size;
}

/// Counts and sizes at all places; none becomes an allocation.
TEST(VmExecutable, ImmenseNumbers) {
  std::string Good = executable();
  for (size_t Offset = 0; Offset + 8 <= Good.size(); ++Offset) {
    std::string Bytes = Good;
    Bytes.replace(Offset, 8, std::string(7, '\xff') + "\x7f");
    auto Read = read(Bytes);
    if (!Read) {
      EXPECT_THAT(text(Read.takeError()), StartsWith("vm.bin: ")) << Offset;
    }
  }
  EXPECT_THAT(text(read(Good + "x").takeError()),
              HasSubstr("1 byte after the last instruction"));
  std::string Empty = Stream().text(Stream().numbers({0, 0}).Bytes).Bytes;
  EXPECT_THAT(text(readAll(Empty).takeError()),
              HasSubstr("the number of modules is missing"));
}

} // namespace
