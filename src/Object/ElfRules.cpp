//===- ElfRules.cpp - Rules of ELF ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/FormatRules.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

/// Does \p Name belong to compilers, linkers or loaders? These read it, write
/// it, merge it or leave it out of programs.
static bool belongsToTools(StringRef Name) {
  static constexpr StringLiteral Names[] = {
      ".ARM",      ".MIPS",    ".comment", ".ctors",
      ".dtors",    ".dynamic", ".dynstr",  ".dynsym",
      ".eh_frame", ".fini",    ".gnu",     ".eh_frame_hdr",
      ".got",      ".group",   ".hash",    ".gcc_except_table",
      ".init",     ".interp",  ".plt",     ".rel",
      ".rela",     ".relr",    ".reginfo", ".riscv.attributes",
      ".shstrtab", ".stab",    ".stabstr", ".strtab",
      ".symtab",   ".opd",     ".toc",     ".tm_clone_table"};
  return any_of(Names, [Name](StringRef Text) {
    StringRef Rest = Name;
    return Rest.consume_front(Text) && (Rest.empty() || Rest.front() == '.');
  });
}

static constexpr FormatFacts ElfFacts = {
    .Name = "ELF",
    .ParamSection = ".rodata.tvm",
    .NamesTableSections = true,
    .HasGroups = true,
    .HasSectionSymbols = true,
    .HasShards = true,
    .AddsFunctions = true, // An undefined symbol is but a name.
    .DefinesSymbols = true};

static constexpr FormatFacts sourceFacts() {
  FormatFacts Facts = ElfFacts;
  Facts.HasAliases = Facts.HasGroups = false;
  return Facts;
}

namespace {

class ElfRules final : public FormatRules {
public:
  using FormatRules::FormatRules;

  std::optional<Refusal> refuseSection(StringRef Name) const override {
    if (belongsToTools(Name))
      return Refusal{"is one that compilers and linkers use for themselves",
                     ("choose a name such as " + ExampleSection).str()};
    return FormatRules::refuseSection(Name);
  }

  std::optional<Refusal> refuseVariableSection(StringRef Name) const override {
    if (belongsToTools(Name))
      return Refusal{"is one that compilers and linkers use for themselves",
                     "choose a name such as .data.<name>"};
    return FormatRules::refuseVariableSection(Name);
  }

  std::optional<Refusal> refusePoolSection(StringRef Name) const override {
    // Constants, code, lists of functions, and memory of threads. Writes to
    // some of these end the program, and a pool would make all of them
    // writable.
    static constexpr StringLiteral Prefixes[] = {
        ".rodata",  ".lrodata", ".data.rel.ro", ".text",  ".init", ".fini",
        ".preinit", ".tbss",    ".tdata",       ".debug", ".note"};
    if (Name.empty() || Name.contains('\0') || startsWithAny(Name, Prefixes) ||
        belongsToTools(Name))
      return Refusal{"is not one for variables",
                     "pools are written: choose a name such as .bss.<name>, or "
                     ".bss.noinit.<name>, which start-up code does not clear"};
    return std::nullopt;
  }

  std::string groupSection(StringRef Section, StringRef,
                           StringRef Hash) const override {
    // Linker scripts find it by the pattern for sections of their own.
    constexpr size_t ShownDigits = 16;
    return (Section + "." + Hash.take_front(ShownDigits)).str();
  }

  bool editsObjects(const Triple &, unsigned PointerSize) const override {
    // On machines with smaller pointers, addresses of program memory need more
    // than one kind of relocation.
    return PointerSize >= 4;
  }
};

} // namespace

const FormatRules &metaobj::elfRules() {
  static const ElfRules Rules(ElfFacts);
  return Rules;
}

const FormatRules &metaobj::sourceRules() {
  static const ElfRules Rules(sourceFacts());
  return Rules;
}
