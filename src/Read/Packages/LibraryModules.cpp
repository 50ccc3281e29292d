//===- LibraryModules.cpp - Modules around a library ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Packages/LibraryModules.h"

#include "Abi/TvmFfi.h"
#include "Base/MemorySource.h"
#include "Base/Wording.h"
#include "Object/WasmFile.h"
#include "Read/Packages/RelaxGraph.h"
#include "Read/Packages/VmExecutable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ObjectFile.h"

#include <iterator>

using namespace llvm;
using namespace metaobj;

/// What is behind the symbol of the modules in a WebAssembly object.
static Expected<StringRef> wasmModules(MemoryBufferRef Buffer, StringRef Name) {
  Expected<WasmFile> File = readWasmFile(Buffer, Name);
  if (!File)
    return File.takeError();
  for (const WasmSymbol &Symbol : File->Symbols)
    if (Symbol.isData() && !Symbol.isUndefined() &&
        Symbol.Name.ends_with(tvm_ffi::BinaryEnd))
      return File->Segments[Symbol.Element].Bytes.substr(Symbol.Offset);
  return StringRef();
}

/// The same in other objects. The modules tell their size themselves.
static Expected<StringRef> objectModules(MemoryBufferRef Buffer) {
  Expected<std::unique_ptr<object::ObjectFile>> File =
      object::ObjectFile::createObjectFile(Buffer);
  if (!File)
    return File.takeError();
  for (const object::SymbolRef &Symbol : (*File)->symbols()) {
    Expected<StringRef> Name = Symbol.getName();
    if (!Name)
      return Name.takeError();
    if (!Name->ends_with(tvm_ffi::BinaryEnd))
      continue;
    Expected<object::section_iterator> Section = Symbol.getSection();
    if (!Section)
      return Section.takeError();
    if (*Section == (*File)->section_end())
      continue; // Only referred to.
    Expected<uint64_t> Address = Symbol.getAddress();
    if (!Address)
      return Address.takeError();
    Expected<StringRef> Bytes = (*Section)->getContents();
    if (!Bytes)
      return Bytes.takeError();
    uint64_t Start = (*Section)->getAddress();
    if (*Address >= Start && *Address - Start < Bytes->size())
      return Bytes->substr(*Address - Start);
  }
  return StringRef();
}

static bool definesModules(const ObjectContents &Contents) {
  return any_of(Contents.Symbols, [](const ObjectSymbol &Symbol) {
    return Symbol.Name.ends_with(tvm_ffi::BinaryEnd);
  });
}

/// The executable among the modules that \p Object holds; null without one.
static Expected<std::shared_ptr<const ByteSource>>
executableIn(const OperatorObject &Object) {
  MemoryBufferRef Buffer = Object.Bytes->getMemBufferRef();
  FileKind Kind = identify(Buffer.getBuffer().take_front(4096));
  if (Kind == FileKind::Bitcode || Kind == FileKind::TextualIr)
    return inputError(Object.Name,
                      "holds the executable of the model as LLVM IR",
                      "compile it to an object (llc -filetype=obj)");
  Expected<StringRef> Bytes = Kind == FileKind::WasmObject
                                  ? wasmModules(Buffer, Object.Name)
                                  : objectModules(Buffer);
  if (!Bytes)
    return inputError(Object.Name, Bytes.takeError());
  auto Whole =
      std::make_shared<const MemorySource>(*Bytes, Object.Name, Object.Bytes);
  Expected<std::vector<FfiModuleRange>> Modules = readFfiBinary(Whole);
  if (!Modules)
    return Modules.takeError();
  for (const FfiModuleRange &Module : *Modules)
    if (Module.Kind == VmExecutableKind)
      return std::make_shared<const MemorySource>(
          Whole->text(Module.Offset, Module.Size),
          Object.Name + "(" + Module.Kind + ")", Object.Bytes);
  return nullptr;
}

/// The executables of two models have one symbol or two prefixes; either way
/// there is more than one model.
static Error findExecutable(const GatheredFiles &Files,
                            std::shared_ptr<const ByteSource> &Result) {
  for (const auto &[Object, Contents] :
       zip_equal(Files.Objects, Files.Contents)) {
    if (!definesModules(Contents))
      continue;
    Expected<std::shared_ptr<const ByteSource>> Found = executableIn(Object);
    if (!Found)
      return Found.takeError();
    if (*Found && Result)
      return inputError(Object.Name,
                        "holds a second Relax executable; the first is " +
                            quoted(Result->path()),
                        "emit an object for each model");
    if (*Found)
      Result = std::move(*Found);
  }
  return Error::success();
}

Error metaobj::takeRelaxGraph(const InputConfig &Config,
                              std::shared_ptr<const ByteSource> Root,
                              GatheredFiles &Files) {
  if (Files.TheGraph && Root)
    return inputError(Root->path(),
                      "has the graph of a model, and so has " +
                          quoted(Files.GraphName),
                      "leave out one of the two");
  if (Files.TheGraph)
    return Error::success();
  if (!Root)
    if (Error E = findExecutable(Files, Root))
      return E;
  if (!Root)
    return Error::success();
  Expected<RelaxGraph> Read =
      readRelaxGraph(Root, Config.VmFunction, Config.Diagnostics);
  if (!Read)
    return Read.takeError();
  // The machine checks what the program sets, but no parameters.
  for (Graph::Input &Input : Read->TheGraph.Inputs)
    Input.IsParam |= !Read->TheGraph.tensorOf(Input).Shape;
  Files.HasRelaxGraph = true;
  Files.TheGraph = std::move(Read->TheGraph);
  Files.GraphName = Root->path();
  std::move(Read->Params.begin(), Read->Params.end(),
            std::back_inserter(Files.Params));
  return Error::success();
}
