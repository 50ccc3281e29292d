//===- LinkOptions.h - Command line of metaobj link -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_LINKOPTIONS_H
#define METAOBJ_TOOLS_METAOBJ_LINKOPTIONS_H

#include "metaobj/Link.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

#include <string>
#include <vector>

/// Lives while the command runs: its members register themselves.
struct LinkOptions {
  llvm::cl::OptionCategory Category{"Link options"};
  llvm::cl::list<std::string> Inputs{llvm::cl::Positional, llvm::cl::OneOrMore,
                                     llvm::cl::desc("<object or archive>..."),
                                     llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Output{
      "o", llvm::cl::Required, llvm::cl::value_desc("file"),
      llvm::cl::desc("The linked file"), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Relocatable{
      "r", llvm::cl::desc("Join the inputs to one object (ELF, WebAssembly)"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Localize{
      "localize",
      llvm::cl::desc(
          "With -r: keep only entry points of registries and executors "
          "global, so that several models can be in one program (ELF)"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Keep{
      "keep", llvm::cl::value_desc("pattern"),
      llvm::cl::desc("With --localize: keep these symbols global as well"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Memory{
      "memory", llvm::cl::value_desc("region"), llvm::cl::CommaSeparated,
      llvm::cl::desc("Memories of the device: NAME=ADDRESS:SIZE,... such as "
                     "flash=0x0:256K,ram=0x20000000:64K, or a YAML file "
                     "(docs/link.md)"),
      llvm::cl::cat(Category)};
  std::string Boards =
      "Memories of a board: " + llvm::join(metaobj::knownBoards(), ", ");
  llvm::cl::opt<std::string> Board{"board", llvm::cl::value_desc("name"),
                                   llvm::cl::desc(Boards),
                                   llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Script{
      "script", llvm::cl::value_desc("file"),
      llvm::cl::desc("A linker script of your own (ELF)"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Entry{"entry", llvm::cl::value_desc("symbol"),
                                   llvm::cl::desc("Where the program starts"),
                                   llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Runtime{
      "with-runtime",
      llvm::cl::value_desc("part"),
      llvm::cl::CommaSeparated,
      llvm::cl::ValueOptional,
      llvm::cl::desc(
          "Link the C runtime, made for the inputs' machine: backend, "
          "registry, graph, aot (these four without a value), "
          "semihosting for its platform, startup from reset to main"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> CrtConfig{
      "crt-config", llvm::cl::value_desc("NAME=VALUE"),
      llvm::cl::desc("With --with-runtime: a value of crt_config.h "
                     "(TVM_CRT_PORT_ARENA_SIZE_BYTES)"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<bool> GcSections{
      "gc-sections", llvm::cl::desc("Drop sections that nothing refers to"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Map{"Map", llvm::cl::value_desc("file"),
                                 llvm::cl::desc("Write the linker's map"),
                                 llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Bin{"bin", llvm::cl::value_desc("file"),
                                 llvm::cl::desc("Write a raw image, too (ELF)"),
                                 llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Hex{"hex", llvm::cl::value_desc("file"),
                                 llvm::cl::desc("Write Intel hex, too (ELF)"),
                                 llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Uf2{"uf2", llvm::cl::value_desc("file"),
                                 llvm::cl::desc("Write UF2, too (ELF)"),
                                 llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Uf2Family{
      "uf2-family", llvm::cl::value_desc("number"),
      llvm::cl::desc("Family of the chip in UF2, such as 0xe48bff56 (RP2040)"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Quiet{"quiet",
                            llvm::cl::desc("Do not print the use of memories"),
                            llvm::cl::cat(Category)};
};

/// An error for options that contradict each other, which is wrong usage.
llvm::Error checkValues(const LinkOptions &Options);

/// The link of these options, with \p More arguments for the linker.
llvm::Expected<metaobj::LinkConfig>
linkConfigOf(const LinkOptions &Options, std::vector<std::string> More,
             metaobj::DiagnosticConsumer Diagnostics);

#endif // METAOBJ_TOOLS_METAOBJ_LINKOPTIONS_H
