//===- llvm_emitter.cpp - Parameters through LLVM, as others do it --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A peer for the benchmarks: writes parameters as global constants of an LLVM
/// module and lets LLVM make the object of it, for this machine.
///
///   llvm-emitter bytes|elements <file> <ranges> <output>
///
/// `ranges` says where in `file` the parameters lie: name, offset and size a
/// line. `bytes` makes one i8 array of each, `elements` one constant of each
/// float, like TVM's NDArrayToLLVMArray.
///
//===----------------------------------------------------------------------===//

#include "Base/LlvmVersion.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

namespace {

ExitOnError ExitOnErr("llvm-emitter: ");

Error problem(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

std::unique_ptr<MemoryBuffer> readFile(StringRef Path) {
  return ExitOnErr(errorOrToExpected(MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false)));
}

/// One i8 array: LLVM keeps the bytes as they are.
Constant *arrayOfBytes(LLVMContext &Context, StringRef Bytes) {
  return ConstantDataArray::getRaw(Bytes, Bytes.size(),
                                   Type::getInt8Ty(Context));
}

/// One constant for each float, as if the tensor were a list of numbers.
Constant *arrayOfElements(LLVMContext &Context, StringRef Bytes) {
  Type *Float = Type::getFloatTy(Context);
  std::vector<Constant *> Elements;
  for (size_t At = 0; At + sizeof(float) <= Bytes.size(); At += sizeof(float)) {
    APInt Bits(32, support::endian::read32le(Bytes.data() + At));
    Elements.push_back(
        ConstantFP::get(Float, APFloat(APFloat::IEEEsingle(), Bits)));
  }
  return ConstantArray::get(ArrayType::get(Float, Elements.size()), Elements);
}

using MakeArray = Constant *(LLVMContext &, StringRef);

void addParameters(Module &M, StringRef Bytes, StringRef Ranges,
                   MakeArray &Make) {
  SmallVector<StringRef> Lines;
  Ranges.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines) {
    auto [Name, Rest] = Line.split(' ');
    auto [OffsetText, SizeText] = Rest.split(' ');
    uint64_t Offset = 0, Size = 0;
    if (OffsetText.getAsInteger(10, Offset) ||
        SizeText.getAsInteger(10, Size) || Offset > Bytes.size() ||
        Size > Bytes.size() - Offset)
      ExitOnErr(problem("bad range '" + Line + "'"));
    Constant *Array = Make(M.getContext(), Bytes.substr(Offset, Size));
    auto *Global = new GlobalVariable(M, Array->getType(), /*isConstant=*/true,
                                      GlobalValue::ExternalLinkage, Array,
                                      "__tvm_param__" + Name);
    Global->setSection(".rodata.tvm");
    Global->setAlignment(Align(64));
  }
}

std::unique_ptr<TargetMachine> hostMachine() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  Triple Host(sys::getDefaultTargetTriple());
  std::string Text;
  const Target *T = TargetRegistry::lookupTarget(
      metaobj::llvm_version::lookUpArgument(Host), Text);
  if (!T)
    ExitOnErr(problem(Text));
  return metaobj::llvm_version::createTargetMachine(
      *T, Host, "", "", TargetOptions(), Reloc::PIC_, std::nullopt);
}

void writeObject(Module &M, TargetMachine &Machine, StringRef Path) {
  std::error_code Code;
  raw_fd_ostream Output(Path, Code);
  ExitOnErr(errorCodeToError(Code));
  legacy::PassManager Passes;
  if (Machine.addPassesToEmitFile(Passes, Output, nullptr,
                                  metaobj::llvm_version::ObjectFile))
    ExitOnErr(problem("no objects for this machine"));
  Passes.run(M);
}

} // namespace

int main(int Argc, char **Argv) {
  StringRef Way = Argc == 5 ? Argv[1] : "";
  if (Way != "bytes" && Way != "elements") {
    errs() << "usage: llvm-emitter bytes|elements <file> <ranges> <output>\n";
    return 2;
  }
  std::unique_ptr<MemoryBuffer> Bytes = readFile(Argv[2]);
  std::unique_ptr<MemoryBuffer> Ranges = readFile(Argv[3]);
  std::unique_ptr<TargetMachine> Machine = hostMachine();
  LLVMContext Context;
  Module M("parameters", Context);
  M.setTargetTriple(
      metaobj::llvm_version::argument(Machine->getTargetTriple()));
  M.setDataLayout(Machine->createDataLayout());
  addParameters(M, Bytes->getBuffer(), Ranges->getBuffer(),
                Way == "bytes" ? arrayOfBytes : arrayOfElements);
  writeObject(M, *Machine, Argv[4]);
  return 0;
}
