//===- LinkOptions.h - Command line of metaobj link -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_LINKOPTIONS_H
#define METAOBJ_TOOLS_METAOBJ_LINKOPTIONS_H

#include "SettingFlags.h"

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
  TextFlag Output{Category, "o", "file", "The linked file", llvm::cl::Required};
  SwitchFlag Relocatable{Category, "r",
                         "Join the inputs to one object (ELF, WebAssembly)"};
  SwitchFlag Localize{
      Category, "localize",
      "With -r: keep only entry points of registries and executors global, so "
      "that several models can be in one program (ELF)"};
  TextsFlag Keep{Category, "keep", "pattern",
                 "With --localize: keep these symbols global as well"};
  TextsFlag Memory{
      Category, "memory", "region",
      "Memories of the device: NAME=ADDRESS:SIZE,... such as "
      "flash=0x0:256K,ram=0x20000000:64K, or a YAML file (docs/link.md)",
      llvm::cl::CommaSeparated};
  std::string Boards =
      "Memories of a board: " + llvm::join(metaobj::knownBoards(), ", ");
  TextFlag Board{Category, "board", "name", Boards};
  TextFlag Script{Category, "script", "file",
                  "A linker script of your own (ELF)"};
  TextFlag Entry{Category, "entry", "symbol", "Where the program starts"};
  TextsFlag Runtime{
      Category,
      "with-runtime",
      "part",
      "Link the C runtime, made for the inputs' machine: backend, registry, "
      "graph, aot (these four without a value), record, params, rpc; helpers "
      "of compilers, which come with all; semihosting for its platform, "
      "startup from reset to main",
      llvm::cl::CommaSeparated,
      llvm::cl::ValueOptional};
  TextsFlag CrtConfig{Category, "crt-config", "NAME=VALUE",
                      "With --with-runtime: a value of crt_config.h "
                      "(TVM_CRT_PORT_ARENA_SIZE_BYTES)"};
  SwitchFlag GcSections{Category, "gc-sections",
                        "Drop sections that nothing refers to: the default "
                        "with memories or a board (--gc-sections=false)"};
  TextFlag Map{Category, "Map", "file", "Write the linker's map"};
  TextFlag Bin{Category, "bin", "file", "Write a raw image, too (ELF)"};
  TextFlag Hex{Category, "hex", "file", "Write Intel hex, too (ELF)"};
  TextFlag Uf2{Category, "uf2", "file", "Write UF2, too (ELF)"};
  TextFlag Uf2Family{Category, "uf2-family", "number",
                     "Family of the chip in UF2, such as 0xe48bff56 (RP2040)"};
  SwitchFlag Quiet{Category, "quiet", "Do not print the use of memories"};
};

/// An error for options that contradict each other, which is wrong usage.
llvm::Error checkValues(const LinkOptions &Options);

/// The link of these options, with \p More arguments for the linker.
llvm::Expected<metaobj::LinkConfig>
linkConfigOf(const LinkOptions &Options, std::vector<std::string> More,
             metaobj::DiagnosticConsumer Diagnostics);

#endif // METAOBJ_TOOLS_METAOBJ_LINKOPTIONS_H
