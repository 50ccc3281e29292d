//===- IrModule.cpp - Bitcode and textual IR ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/IrModule.h"

#include "Base/Nesting.h"
#include "Base/Wording.h"

#include "Base/LlvmVersion.h"
#include "metaobj/Diagnostic.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

/// Messages of LLVM's readers besides their result.
void IrModule::receive(const DiagnosticInfo &Info) {
  std::string Text;
  raw_string_ostream OS(Text);
  DiagnosticPrinterRawOStream Printer(OS);
  Info.print(Printer);
  if (Info.getSeverity() == DS_Error) {
    if (FirstError.empty())
      FirstError = OS.str();
  } else if (Info.getSeverity() == DS_Warning && IsRead) {
    Warnings.push_back(OS.str());
  }
}

/// The version that \p Text names as its author's: "clang version 22.1.0".
/// Empty if it names none, as IR of TVM.
static StringRef producerOf(StringRef Text) {
  size_t Offset = Text.find("clang version ");
  if (Offset == StringRef::npos)
    return "";
  return Text.substr(Offset)
      .take_until([](char C) { return C == '"' || C == '\\' || C == '('; })
      .trim();
}

/// LLVM reads older IR, and says of newer one only that it is wrong.
static std::string hintForText(StringRef Text) {
  std::string Own = "this metaobj has LLVM " LLVM_VERSION_STRING;
  std::string Step = "give an object instead, or take a metaobj with that LLVM";
  if (StringRef Producer = producerOf(Text); !Producer.empty())
    return quoted(Producer) + " wrote it, and " + Own + ": if that is older, " +
           Step;
  return Own + ": if a newer one wrote it, as that in TVM, " + Step;
}

Expected<std::unique_ptr<Module>> IrModule::parse(MemoryBufferRef Buffer) {
  StringRef Bytes = Buffer.getBuffer();
  if (identify_magic(Bytes) == file_magic::bitcode)
    return getLazyBitcodeModule(Buffer, Context,
                                /*ShouldLazyLoadMetadata=*/true);
  if (irNesting(Bytes) > DeepestIr)
    return inputError(Name,
                      "nests brackets more than " + Twine(DeepestIr) + " deep");
  Copy = MemoryBuffer::getMemBufferCopy(Bytes, Name);
  SMDiagnostic Message;
  std::unique_ptr<llvm::Module> Parsed =
      parseAssembly(Copy->getMemBufferRef(), Message, Context);
  if (!Parsed)
    return inputError(Name,
                      "line " + Twine(Message.getLineNo()) + ", column " +
                          Twine(Message.getColumnNo() + 1) + ": " +
                          Message.getMessage(),
                      hintForText(Bytes));
  return Parsed;
}

Expected<std::unique_ptr<IrModule>>
IrModule::read(MemoryBufferRef Buffer, const DiagnosticConsumer &Diagnostics) {
  std::unique_ptr<IrModule> Result(
      new IrModule(Buffer.getBufferIdentifier().str()));
  InputScope Scope(Result->Name);
  Result->IsRead = true;
  Result->Context.setDiagnosticHandlerCallBack(
      [](llvm_version::DiagnosticArgument Argument, void *Self) {
        static_cast<IrModule *>(Self)->receive(llvm_version::infoOf(Argument));
      },
      Result.get(), /*RespectFilters=*/false);
  Error Fault = runRecoverably([&]() -> Error {
    if (Error E = Result->parse(Buffer).moveInto(Result->Module))
      return E;
    // Flags and all other metadata, which bitcode has apart.
    return Result->Module->materializeMetadata();
  });
  Result->IsRead = false;
  // In the caller's thread, which may do everything in its handler.
  for (const std::string &Text : std::exchange(Result->Warnings, {}))
    report(Diagnostics, metaobj::Diagnostic::Warning, Result->Name, Text);
  if (Fault)
    return inputError(Result->Name, std::move(Fault));
  if (!Result->FirstError.empty())
    return inputError(Result->Name, createStringError(inconvertibleErrorCode(),
                                                      Result->FirstError));
  return Result;
}

std::optional<uint64_t> IrModule::flag(StringRef Name) const {
  auto *Value =
      mdconst::dyn_extract_or_null<ConstantInt>(Module->getModuleFlag(Name));
  if (!Value || Value->getBitWidth() > 64)
    return std::nullopt;
  return Value->getZExtValue();
}
