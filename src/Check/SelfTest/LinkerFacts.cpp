//===- LinkerFacts.cpp - What linkers compare -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/SelfTest/Steps.h"

#include "Base/Wording.h"
#include "Target/ElfFacts.h"
#include "Target/Families.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

static std::string names(ArrayRef<AttributeSection> Sections) {
  std::string Text;
  for (const AttributeSection &Section : Sections)
    Text += (Text.empty() ? "" : " ") + Section.Name;
  return Text.empty() ? "none" : Text;
}

static void compare(Checks &Result, const ElfFacts &Found,
                    const ElfFacts &Wanted, const Twine &Text) {
  Result.equal("machine" + Text, Found.Machine, Wanted.Machine);
  Result.equal("class" + Text, Found.Is64 ? "64 bit" : "32 bit",
               Wanted.Is64 ? "64 bit" : "32 bit");
  Result.equal("byte order" + Text, Found.IsLittleEndian ? "little" : "big",
               Wanted.IsLittleEndian ? "little" : "big");
  Result.equal("OS ABI" + Text, Found.OsAbi, Wanted.OsAbi);
  Result.equal("ELF flags" + Text, "0x" + utohexstr(Found.Flags),
               "0x" + utohexstr(Wanted.Flags));
  if (!Result.equal("attribute sections" + Text, names(Found.Attributes),
                    names(Wanted.Attributes)))
    return;
  for (size_t I = 0; I < Found.Attributes.size(); ++I)
    Result.equal("section " + quoted(Found.Attributes[I].Name) + Text,
                 toHex(Found.Attributes[I].Contents, /*LowerCase=*/true),
                 toHex(Wanted.Attributes[I].Contents, /*LowerCase=*/true));
}

/// Compares what only ELF has.
static void compareElf(Checks &Result, MemoryBufferRef Found,
                       const OperatorObject &Operator, const Twine &Text) {
  if (!Found.getBuffer().starts_with(ELF::ElfMagic))
    return;
  Expected<ElfFacts> Ours = readElfFacts(Found);
  if (!Ours) {
    Result.succeeded(Ours.takeError());
    return;
  }
  Expected<ElfFacts> Theirs =
      readElfFacts({Operator.Bytes->getBuffer(), Operator.Name});
  if (!Theirs) {
    Result.succeeded(Theirs.takeError());
    return;
  }
  compare(Result, *Ours, *Theirs, Text);
}

/// Emits for \p Target, which comes from \p Operator.
static void checkInferred(Checks &Result, const TargetSpec &Target,
                          const OperatorObject &Operator, const Model &TheModel,
                          const EmitConfig &Config) {
  Model WithObject = TheModel;
  WithObject.Objects = {Operator};
  Expected<Emission> Emitted = emit(WithObject, Target, Config);
  if (!Result.succeeded(Emitted.takeError()))
    return;
  Expected<std::unique_ptr<MemoryBuffer>> Bytes = Emitted->toMemory();
  if (!Result.succeeded(Bytes.takeError()))
    return;
  MemoryBufferRef Found = **Bytes;
  compareElf(Result, Found, Operator,
             ", target taken from the operator object,");
  Result.succeeded(checkAgainst(Found, {Operator}));
}

void metaobj::checkLinkerFacts(Checks &Result, MemoryBufferRef Emitted,
                               const OperatorObject &Operator,
                               const Model &TheModel, const EmitConfig &Config,
                               const Triple &TheTriple) {
  compareElf(Result, Emitted, Operator, "");
  Result.succeeded(checkAgainst(Emitted, {Operator}));
  Expected<TargetSpec> Target = inferTarget({Operator});
  if (Target)
    return checkInferred(Result, *Target, Operator, TheModel, Config);
  if (familyOf(TheTriple.getArch())) {
    Result.succeeded(Target.takeError());
    return;
  }
  consumeError(Target.takeError());
  Result.note("the target of objects of this machine is not inferred");
}
