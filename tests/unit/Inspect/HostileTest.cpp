//===- HostileTest.cpp - Damaged and hostile files ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not one of these inputs may crash, hang or take memory beyond its size. The
// sanitizers' builds are the judges.
//
//===----------------------------------------------------------------------===//

#include "Inspect/TestObject.h"

#include "Check/Check.h"
#include "Read/Objects/ObjectContents.h"
#include "metaobj/Input.h"
#include "metaobj/Target.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;
using namespace metaobj::test;

namespace {

/// A small object with everything that is decoded.
std::string completeObject(const TestTarget &Target) {
  std::string EntrySize = std::to_string(paramEntrySize(Target));
  std::string Ir =
      registryIr(namesBlob(Target, 2, {"f0", "f1"}), {"@f0", "@f1"}) +
      "@__tvm_param__w = internal constant [4 x i8] c\"abcd\", section "
      "\".rodata.tvm\", align 16\n"
      "@name = internal constant [2 x i8] c\"w\\00\"\n"
      "@shape = internal constant [1 x i64] [i64 4]\n"
      "%entry = type {ptr, {ptr, {i32, i32}, i32, {i8, i8, i16}, ptr, ptr, "
      "i64}, i64, i32, i32}\n"
      "@entry = internal constant %entry {ptr @name, {ptr, {i32, i32}, i32, "
      "{i8, i8, i16}, ptr, ptr, i64} {ptr @__tvm_param__w, {i32, i32} {i32 1, "
      "i32 0}, i32 1, {i8, i8, i16} {i8 0, i8 8, i16 1}, ptr @shape, ptr null, "
      "i64 0}, i64 4, i32 0, i32 0}\n"
      "@table = internal constant {i16, i16, i32, ptr} {i16 1, i16 " +
      EntrySize +
      ", i32 1, ptr @entry}\n"
      "define ptr @m_params() nounwind { ret ptr @table }\n"
      "@linked = internal constant [1 x ptr] [ptr @__tvm_param__w]\n"
      "define ptr @_lookup_linked_param() nounwind { ret ptr @linked }\n"
      "@info = internal constant {ptr, ptr, i64, {i8, i8, i16}} {ptr @name, "
      "ptr "
      "@shape, i64 1, {i8, i8, i16} {i8 0, i8 8, i16 1}}\n"
      "@metadata = internal constant {i64, ptr, i64, ptr, i64, ptr, i64, ptr, "
      "i64, ptr} {i64 1, ptr @info, i64 1, ptr null, i64 0, ptr @info, i64 1, "
      "ptr null, i64 0, ptr @name}\n"
      "define ptr @m_get_c_metadata() nounwind { ret ptr @metadata }\n";
  return compile(Target, Ir)->getBuffer().str();
}

/// Any answer will do.
void inspectAnything(StringRef Bytes) {
  Expected<std::vector<Inspection>> Found =
      inspect(MemoryBufferRef(Bytes, "damaged.o"));
  if (!Found) {
    EXPECT_FALSE(toString(Found.takeError()).empty());
    return;
  }
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(*Found, OS);
  for (const Inspection &Inspected : *Found)
    print(Inspected, OS);
}

/// The symbols by the reader of the object's format, whatever it is now.
Expected<std::vector<ObjectSymbol>> readSymbols(const OperatorObject &Object,
                                                StringSaver &Names) {
  FileKind Kind = identify(Object.Bytes->getBuffer());
  if (!isObject(Kind))
    return std::vector<ObjectSymbol>();
  Expected<ObjectContents> Contents =
      readObjectContents(Object, Kind, Names, DiagnosticConsumer());
  if (!Contents)
    return Contents.takeError();
  return std::move(Contents->Symbols);
}

/// An archive of one member whose bytes start at an odd file offset within
/// reach of every alignment mistake.
std::string archiveOf(StringRef Member) {
  std::string Header = "op.o/           0           0     0     644     ";
  std::string Size = std::to_string(Member.size());
  Header += Size + std::string(10 - Size.size(), ' ') + "`\n";
  return "!<arch>\n" + Header + Member.str() + (Member.size() % 2 ? "\n" : "");
}

class Hostile : public testing::TestWithParam<TestTarget> {
protected:
  void SetUp() override {
    if (!isAvailable(GetParam()))
      GTEST_SKIP() << "this LLVM has no target for " << GetParam().Triple;
  }
};

TEST_P(Hostile, UndamagedObjectIsRead) {
  std::string Bytes = completeObject(GetParam());
  Inspection Found = inspectOne(MemoryBufferRef(Bytes, "whole.o"));
  ASSERT_EQ(Found.Registries.size(), 1u);
  ASSERT_EQ(Found.Params.size(), 1u);
  EXPECT_EQ(Found.Params[0].StorageId, 0u);
  ASSERT_EQ(Found.Executors.size(), 1u);
  ASSERT_TRUE(Found.Executors[0].Metadata);
  EXPECT_EQ(Found.Executors[0].Metadata->Module, "w");
  ASSERT_EQ(Found.Executors[0].Metadata->Inputs.size(), 1u);
  EXPECT_EQ(Found.Executors[0].Metadata->Inputs[0].Shape,
            std::vector<int64_t>{4});
  EXPECT_EQ(Found.Executors[0].Metadata->WorkspacePools.size(), 1u);
}

TEST_P(Hostile, EveryPrefix) {
  std::string Bytes = completeObject(GetParam());
  // Copies of exactly this length let the address sanitizer see an overrun.
  for (size_t Size = 0; Size < Bytes.size(); ++Size) {
    std::vector<char> Prefix(Bytes.begin(), Bytes.begin() + Size);
    inspectAnything(StringRef(Prefix.data(), Size));
  }
}

TEST_P(Hostile, EveryDamagedByte) {
  std::string Bytes = completeObject(GetParam());
  for (char &Byte : Bytes) {
    char Whole = Byte;
    for (unsigned char Damage : {0x01, 0x80, 0xff}) {
      Byte = Whole ^ Damage;
      inspectAnything(Bytes);
    }
    Byte = Whole;
  }
}

TEST_P(Hostile, EveryDamagedByteOfAnArchiveHeader) {
  std::string Bytes = archiveOf(completeObject(GetParam()));
  for (size_t Offset = 0; Offset < 68; ++Offset) {
    char Whole = Bytes[Offset];
    for (unsigned char Damage : {0x01, 0x08, 0x80, 0xff}) {
      Bytes[Offset] = Whole ^ Damage;
      inspectAnything(Bytes);
    }
    Bytes[Offset] = Whole;
  }
  inspectAnything(StringRef(Bytes).drop_back(1));
}

TEST_P(Hostile, EveryDamagedByteOfAnOperator) {
  auto Bytes = std::make_shared<std::string>(completeObject(GetParam()));
  OperatorObject Object;
  Object.Name = "op.o";
  Object.Bytes = MemoryBuffer::getMemBuffer(*Bytes, "op.o", false);
  auto IsCopedWith = [&] {
    BumpPtrAllocator Memory;
    StringSaver Names(Memory);
    if (Error E = readSymbols(Object, Names).takeError())
      consumeError(std::move(E));
    if (Expected<TargetSpec> Spec = inferTarget(Object); !Spec)
      consumeError(Spec.takeError());
    consumeError(checkObjects(Object, CheckConfig()));
  };
  IsCopedWith();
  for (char &Byte : *Bytes) {
    char Whole = Byte;
    for (unsigned char Damage : {0x01, 0x80, 0xff}) {
      Byte = Whole ^ Damage;
      IsCopedWith();
    }
    Byte = Whole;
  }
}

/// Linked files of the other formats are not read.
class HostileElf : public Hostile {};

TEST_P(HostileElf, LinkedFileOfTheSameBytes) {
  std::string Bytes = completeObject(GetParam());
  support::endian::write<uint16_t>(
      &Bytes[16], ELF::ET_DYN,
      GetParam().IsLittleEndian ? Endianness::little : Endianness::big);
  inspectAnything(Bytes);
  for (char &Byte : Bytes) {
    char Whole = Byte;
    Byte = Whole ^ 0xff;
    inspectAnything(Bytes);
    Byte = Whole;
  }
}

static const TestTarget HostileElfTargets[] = {
    X86_64,
    Thumb,
    Mips,
    {"ThumbPic", "thumbv7em-none-eabi", "", true, true, "ELF32-LE"},
    {"SystemZ", "s390x-linux-gnu", "", true, false, "ELF64-BE"},
    {"PowerPCPic", "powerpc-linux-gnu", "", true, false, "ELF32-BE"},
};

static std::string nameOf(const testing::TestParamInfo<TestTarget> &Info) {
  return Info.param.Name;
}

INSTANTIATE_TEST_SUITE_P(Elf, Hostile, testing::ValuesIn(HostileElfTargets),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Elf, HostileElf, testing::ValuesIn(HostileElfTargets),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Other, Hostile,
                         testing::Values(CoffX86_64, CoffI386, CoffArm64,
                                         MachOX86_64, MachOArm64, MachOArm64_32,
                                         Wasm32, Wasm32Pic, Wasm64),
                         nameOf);

TEST(InspectHostile, SymbolOutsideItsSection) {
  EXPECT_THAT(
      inspectFailure(*compile(X86_64,
                              "module asm \".globl __tvm_param__w\"\n"
                              "module asm \".data\"\n"
                              "module asm \"__tvm_param__w: .long 1\"\n"
                              "module asm \".size __tvm_param__w, 100\"\n")),
      testing::HasSubstr("'__tvm_param__w': 100 bytes at .data+0x0 pass the "
                         "section's end at 0x4"));
}

TEST(InspectHostile, LongNamesAreNotCopied) {
  std::string Long(9000, 'n');
  EXPECT_THAT(inspectFailure(*compile(X86_64, "@__tvm_param__" + Long +
                                                  " = constant i8 1\n")),
              testing::HasSubstr("a parameter's symbol has a name of 9013"));
  EXPECT_THAT(
      inspectFailure(*compile(
          X86_64, registryIr(namesBlob(X86_64, 2, {"a"}), {"@" + Long}))),
      testing::HasSubstr("leads to a symbol whose name has 9000 bytes"));
}

TEST(InspectHostile, OverlappingNamesAreNotReadOnAndOn) {
  // Each registry starts one byte further in the same names, which have no end.
  std::string Ir = "@names = internal constant " +
                   irBytes(std::string(16000, '\7')) +
                   "\n@functions = internal constant [2000 x ptr] "
                   "zeroinitializer\n";
  for (unsigned Index = 0; Index < 600; ++Index) {
    std::string Id = std::to_string(Index);
    Ir += "@r" + Id +
          " = internal constant {ptr, ptr} {ptr getelementptr (i8, ptr @names, "
          "i32 " +
          Id + "), ptr @functions}\n@m" + Id + " = internal constant ptr @r" +
          Id + "\ndefine ptr @f" + Id + "() nounwind { ret ptr @m" + Id +
          " }\n";
  }
  EXPECT_EQ(inspectFailure(*compile(X86_64, Ir)), "test.o: registries overlap");
}

TEST(InspectHostile, OverlappingParametersAreNotHashedOnAndOn) {
  std::string Ir = "module asm \".data\"\n";
  for (unsigned Index = 0; Index < 400; ++Index) {
    std::string Symbol = "__tvm_param__" + std::to_string(Index);
    Ir += "module asm \"" + Symbol + ": .byte 1\"\nmodule asm \".size " +
          Symbol + ", 8000\"\n";
  }
  Ir += "module asm \".zero 8000\"\n";
  EXPECT_EQ(inspectFailure(*compile(X86_64, Ir)), "test.o: parameters overlap");
}

TEST(InspectHostile, ZerosAreHashedOnlySoLong) {
  // Each of these is small enough alone.
  std::string Ir = "module asm \".bss\"\n";
  for (unsigned Index = 0; Index < 40; ++Index) {
    std::string Symbol = "__tvm_param__" + std::to_string(Index);
    Ir += "module asm \"" + Symbol + ": .zero 1\"\nmodule asm \".size " +
          Symbol + ", 50000000\"\n";
  }
  Ir += "module asm \".zero 50000000\"\n";
  Inspection Found = inspectOne(*compile(X86_64, Ir));
  ASSERT_EQ(Found.Params.size(), 40u);
  EXPECT_NE(Found.Params.front().Hash, "");
  EXPECT_EQ(Found.Params.back().Hash, "");
}

} // namespace
