//===- SectionRoles.cpp - Where sections of own names belong --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/SectionRoles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

/// Is \p Name one of \p Standard, or one of them with a dot behind it?
static bool isOneOf(StringRef Name, ArrayRef<StringRef> Standard) {
  return any_of(Standard, [Name](StringRef Text) {
    StringRef Rest = Name;
    return Rest.consume_front(Text) && (Rest.empty() || Rest.front() == '.');
  });
}

/// Names of compilers and of the ELF standard. The linker script has a pattern
/// for each, or drops it.
static bool isStandard(StringRef Name) {
  static constexpr StringRef Names[] = {
      ".text",        ".rodata",        ".srodata",    ".data",
      ".sdata",       ".bss",           ".sbss",       ".init",
      ".fini",        ".preinit_array", ".init_array", ".fini_array",
      ".got",         ".toc",           ".glue_7",     ".glue_7t",
      ".reset",       ".ARM.exidx",     ".ARM.extab",  ".noinit",
      ".eh_frame",    ".eh_frame_hdr",  ".note",       ".gcc_except_table",
      ".gnu.linkonce"};
  return isOneOf(Name, Names) || Name == "metaobj_models";
}

/// The words of a name, in lower case, without digits at their ends: "sram" and
/// "code" of ".SRAM1_code".
static SmallVector<std::string, 4> wordsOf(StringRef Name) {
  SmallVector<std::string, 4> Result;
  std::string Word;
  auto Finish = [&] {
    StringRef Letters = StringRef(Word).rtrim("0123456789");
    if (!Letters.empty())
      Result.push_back(Letters.str());
    Word.clear();
  };
  for (char C : Name) {
    if (isAlnum(C))
      Word += toLower(C);
    else
      Finish();
  }
  Finish();
  return Result;
}

/// A processor reads its vectors at the start of the image. Names of CMSIS, of
/// vendors' templates, of Arm's, IAR's and TI's compilers, of picolibc.
static bool hasVectors(StringRef Name) {
  if (Name == ".data.init.enter" || Name == ".text.init.enter")
    return true;
  if (isStandard(Name))
    return false;
  std::string Lower = Name.ltrim('.').lower();
  constexpr StringLiteral Parts[] = {"vector", "isr_vec", "intvec", "vectab"};
  return Lower == "reset" || any_of(Parts, [&Lower](StringRef Text) {
           return StringRef(Lower).contains(Text);
         });
}

/// Names of functions and constants that run and lie in RAM, because it is
/// fast, or because flash cannot be read while it is written: of ST, Raspberry
/// Pi, TI, Infineon, NXP, Renesas, PJRC, Silicon Labs and Espressif.
static bool isForRam(const InputSection &Section) {
  StringRef Name = Section.Name;
  if (isStandard(Name))
    // Functions among data run where data lies.
    return Section.IsCode && isOneOf(Name, {".data", ".sdata"});
  std::string Lower = Name.lower();
  constexpr StringLiteral Parts[] = {"ramfunc", "ram_func", "time_critical",
                                     "codequickaccess"};
  if (any_of(Parts, [&Lower](StringRef Text) {
        return StringRef(Lower).contains(Text);
      }))
    return true;
  constexpr StringLiteral Words[] = {
      "ram",    "sram",   "iram",    "itcm",    "itcmram", "itcram",  "ccm",
      "ccmram", "tcmram", "fastrun", "ramcode", "ramtext", "ram0code"};
  return any_of(wordsOf(Name),
                [&Words](StringRef Word) { return is_contained(Words, Word); });
}

static bool keepsValues(StringRef Name) {
  std::string Lower = Name.lower();
  constexpr StringLiteral Parts[] = {"noinit",  "no_init",  "uninit",
                                     "persist", "preserve", "retention",
                                     "backup",  "bkp"};
  return any_of(Parts, [&Lower](StringRef Text) {
    return StringRef(Lower).contains(Text);
  });
}

SectionRole metaobj::roleInRam(const InputSection &Section) {
  if (!Section.IsZero)
    return SectionRole::Data;
  return keepsValues(Section.Name) ? SectionRole::NotCleared
                                   : SectionRole::Zeros;
}

SectionRole metaobj::roleOf(const InputSection &Section) {
  // A table for RAM has no contents before the program fills it.
  if (!Section.IsZero && hasVectors(Section.Name))
    return SectionRole::Vectors;
  if (!Section.IsZero && isForRam(Section))
    return SectionRole::Data;
  if (isStandard(Section.Name))
    return isOneOf(Section.Name, {".noinit"}) ? roleInRam(Section)
                                              : SectionRole::Standard;
  if (Section.IsWritable)
    return roleInRam(Section);
  return Section.IsCode ? SectionRole::OtherCode : SectionRole::Constants;
}
