//===- TestObject.cpp - Objects to inspect, made in process ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/TestObject.h"

#include "Base/LlvmVersion.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;

namespace metaobj::test {

static constexpr TestTarget Targets[] = {
    X86_64,
    {"X86_64Pic", "x86_64-none-elf", "", true, true, "ELF64-LE"},
    {"I386", "i386-none-elf", "", false, true, "ELF32-LE"},
    {"I386Pic", "i386-none-elf", "", true, true, "ELF32-LE"},
    {"AArch64", "aarch64-none-elf", "", false, true, "ELF64-LE"},
    {"AArch64Pic", "aarch64-none-elf", "", true, true, "ELF64-LE"},
    {"AArch64BigEndian", "aarch64_be-none-elf", "", false, false, "ELF64-BE"},
    Thumb,
    {"ThumbPic", "thumbv7em-none-eabi", "", true, true, "ELF32-LE"},
    {"ThumbBaseline", "thumbv6m-none-eabi", "", false, true, "ELF32-LE"},
    {"ArmPic", "armv7a-none-eabi", "", true, true, "ELF32-LE"},
    {"ArmBigEndian", "armebv7r-none-eabi", "", false, false, "ELF32-BE"},
    {"ThumbBigEndianPic", "thumbebv7r-none-eabi", "", true, false, "ELF32-BE"},
    {"RiscV32", "riscv32-none-elf", "", false, true, "ELF32-LE"},
    {"RiscV32Pic", "riscv32-none-elf", "", true, true, "ELF32-LE"},
    {"RiscV64", "riscv64-none-elf", "", false, true, "ELF64-LE"},
    {"RiscV64Pic", "riscv64-none-elf", "", true, true, "ELF64-LE"},
    Mips,
    {"MipsPic", "mips-linux-gnu", "mips32r2", true, false, "ELF32-BE"},
    {"Mips64Pic", "mips64el-linux-gnuabi64", "mips64r2", true, true,
     "ELF64-LE"},
    {"PowerPC", "powerpc-none-elf", "", false, false, "ELF32-BE"},
    {"PowerPCPic", "powerpc-linux-gnu", "", true, false, "ELF32-BE"},
    {"PowerPC64", "powerpc64-linux-gnu", "", true, false, "ELF64-BE"},
    {"PowerPC64LittleEndian", "powerpc64le-linux-gnu", "", true, true,
     "ELF64-LE"},
    {"SystemZ", "s390x-linux-gnu", "", false, false, "ELF64-BE"},
    {"SystemZPic", "s390x-linux-gnu", "", true, false, "ELF64-BE"},
    {"Sparc", "sparc-none-elf", "", false, false, "ELF32-BE"},
    {"SparcV9Pic", "sparcv9-none-elf", "", true, false, "ELF64-BE"},
    {"Hexagon", "hexagon-none-elf", "", false, true, "ELF32-LE"},
    {"HexagonPic", "hexagon-none-elf", "", true, true, "ELF32-LE"},
    {"LoongArch64Pic", "loongarch64-linux-gnu", "la464", true, true,
     "ELF64-LE"},
    {"Avr", "avr-none-elf", "atmega328p", false, true, "ELF32-LE"},
    {"Msp430", "msp430-none-elf", "", false, true, "ELF32-LE"},
    CoffX86_64,
    CoffI386,
    CoffArm64,
    MachOX86_64,
    MachOArm64,
    MachOArm64_32,
    Wasm32,
    Wasm32Pic,
    Wasm64,
};

ArrayRef<TestTarget> testTargets() { return Targets; }

static const Target *findTarget(const TestTarget &Wanted) {
  [[maybe_unused]] static const bool IsReady = [] {
    InitializeAllTargetInfos();
    InitializeAllTargets();
    InitializeAllTargetMCs();
    InitializeAllAsmPrinters();
    InitializeAllAsmParsers();
    return true;
  }();
  std::string Ignored;
  return TargetRegistry::lookupTarget(
      llvm_version::lookUpArgument(Triple(Wanted.Triple)), Ignored);
}

bool isAvailable(const TestTarget &Target) { return findTarget(Target); }

static std::unique_ptr<TargetMachine> createMachine(const TestTarget &Wanted) {
  const Target *Found = findTarget(Wanted);
  if (!Found)
    report_fatal_error(Twine("no target for ") + Wanted.Triple);
  return llvm_version::createTargetMachine(
      *Found, Triple(Wanted.Triple), Wanted.Cpu, "", TargetOptions(),
      Wanted.IsPic ? Reloc::PIC_ : Reloc::Static, std::nullopt);
}

std::string constantSection(const TestTarget &Target) {
  Triple TheTriple(Target.Triple);
  if (TheTriple.isOSBinFormatMachO())
    return "__TEXT,__tvm";
  return ".rodata.tvm";
}

uint64_t paramEntrySize(const TestTarget &Target) {
  LLVMContext Context;
  Type *Pointer = PointerType::get(Context, 0);
  Type *I8 = Type::getInt8Ty(Context);
  Type *I16 = Type::getInt16Ty(Context);
  Type *I32 = Type::getInt32Ty(Context);
  Type *I64 = Type::getInt64Ty(Context);
  Type *Device = StructType::get(I32, I32);
  Type *DType = StructType::get(I8, I8, I16);
  Type *Tensor =
      StructType::get(Pointer, Device, I32, DType, Pointer, Pointer, I64);
  Type *Param = StructType::get(Pointer, Tensor, I64, I32, I32);
  return createMachine(Target)->createDataLayout().getTypeAllocSize(Param);
}

std::unique_ptr<MemoryBuffer> compile(const TestTarget &Target, std::string Ir,
                                      StringRef File) {
  std::unique_ptr<TargetMachine> Machine = createMachine(Target);
  DataLayout Layout = Machine->createDataLayout();
  unsigned CodeSpace = Layout.getProgramAddressSpace();
  std::string CodePointer =
      CodeSpace ? "ptr addrspace(" + utostr(CodeSpace) + ")" : "ptr";
  constexpr StringLiteral Placeholder = "ptr/*code*/";
  constexpr StringLiteral Section = "\".rodata.tvm\"";
  for (size_t Offset; (Offset = Ir.find(Section)) != std::string::npos &&
                      constantSection(Target) != ".rodata.tvm";)
    Ir.replace(Offset, Section.size(), "\"" + constantSection(Target) + "\"");
  for (size_t Offset = 0;
       (Offset = Ir.find(Placeholder, Offset)) != std::string::npos;)
    Ir.replace(Offset, Placeholder.size(), CodePointer);
  Ir = "target datalayout = \"" + Layout.getStringRepresentation() +
       "\"\ntarget triple = \"" + Target.Triple + "\"\n" + Ir;

  LLVMContext Context;
  SMDiagnostic Mistake;
  std::unique_ptr<Module> M = parseAssemblyString(Ir, Mistake, Context);
  if (!M)
    report_fatal_error(Mistake.getMessage() + Twine(": ") +
                       Mistake.getLineContents());
  if (Target.IsPic)
    M->setPICLevel(PICLevel::BigPIC);

  SmallString<0> Bytes;
  raw_svector_ostream OS(Bytes);
  legacy::PassManager Passes;
  if (Machine->addPassesToEmitFile(Passes, OS, nullptr,
                                   llvm_version::ObjectFile))
    report_fatal_error(Twine("no object files for ") + Target.Triple);
  Passes.run(*M);
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Bytes), File, /*RequiresNullTerminator=*/false);
}

std::string irBytes(StringRef Bytes) {
  std::string Ir = "[" + utostr(Bytes.size()) + " x i8] c\"";
  for (unsigned char Byte : Bytes)
    Ir += "\\" + toHex(ArrayRef(Byte));
  return Ir + "\"";
}

std::string namesBlob(const TestTarget &Target, unsigned CountBytes,
                      ArrayRef<StringRef> Names) {
  std::string Blob;
  for (unsigned Byte = 0; Byte < CountBytes; ++Byte) {
    unsigned Shift = (Target.IsLittleEndian ? Byte : CountBytes - 1 - Byte) * 8;
    Blob.push_back(static_cast<char>(Names.size() >> Shift));
  }
  for (StringRef Name : Names)
    Blob += Name.str() + '\0';
  return Blob + '\0';
}

std::string registryIr(StringRef Blob, ArrayRef<StringRef> Symbols,
                       StringRef Entry, bool Declare) {
  std::string Id = Entry.str();
  std::string Ir;
  std::string Table;
  for (StringRef Symbol : Symbols) {
    if (Declare && Symbol.consume_front("@"))
      Ir +=
          ("declare i32 @" + Symbol + "(ptr, ptr, i32, ptr, ptr, ptr)\n").str();
    Table += (Table.empty() ? "" : ", ") + std::string("ptr/*code*/ ") +
             (Declare && Symbol != "null" ? "@" : "") + Symbol.str();
  }
  Ir += "@" + Id + ".names = internal constant " + irBytes(Blob) + "\n";
  Ir += "@" + Id + ".functions = internal constant [" + utostr(Symbols.size()) +
        " x ptr/*code*/] [" + Table + "]\n";
  Ir += "@" + Id + ".registry = internal constant {ptr, ptr} {ptr @" + Id +
        ".names, ptr @" + Id + ".functions}\n";
  Ir += "@" + Id + ".module = internal constant {ptr} {ptr @" + Id +
        ".registry}\n";
  Ir += "define ptr @" + Id + "() nounwind { ret ptr @" + Id + ".module }\n";
  return Ir;
}

Inspection inspectOne(MemoryBufferRef Buffer) {
  Expected<std::vector<Inspection>> Found = inspect(Buffer);
  if (!Found) {
    ADD_FAILURE() << toString(Found.takeError());
    return {};
  }
  EXPECT_EQ(Found->size(), 1u);
  return Found->empty() ? Inspection() : std::move(Found->front());
}

std::string inspectFailure(MemoryBufferRef Buffer) {
  Expected<std::vector<Inspection>> Found = inspect(Buffer);
  if (Found) {
    ADD_FAILURE() << "no error";
    return {};
  }
  return toString(Found.takeError());
}

} // namespace metaobj::test
