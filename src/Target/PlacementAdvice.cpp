//===- PlacementAdvice.cpp - Tables that do not fit the operators' place --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables hold addresses. In a position-independent image a loader corrects
// them, if they are emitted for it. Without a loader, the image must lie where
// it was linked, even if its code could run elsewhere.
//
//===----------------------------------------------------------------------===//

#include "Target/ObjectTarget.h"

#include "Base/Wording.h"
#include "metaobj/Target.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// The first object of each kind, or nullptr.
struct ObjectsOfEachKind {
  const OperatorObject *Moving = nullptr;
  const OperatorObject *Independent = nullptr;
  const OperatorObject *Static = nullptr;
};

} // namespace

static ObjectsOfEachKind
findObjectsOfEachKind(ArrayRef<OperatorObject> Objects) {
  ObjectsOfEachKind Found;
  auto Keep = [](const OperatorObject *&First, const OperatorObject &Object,
                 bool IsOne) { First = !First && IsOne ? &Object : First; };
  for (const OperatorObject &Object : Objects) {
    MemoryBufferRef Buffer(Object.Bytes->getBuffer(), Object.Name);
    // Loaders of other formats can move any image.
    if (!Buffer.getBuffer().starts_with(ELF::ElfMagic))
      continue;
    Expected<ObjectTarget> One = readForComparison(Buffer);
    if (!One) {
      consumeError(One.takeError()); // checkAgainst reports it.
      continue;
    }
    Keep(Found.Moving, Object, One->MovesWithoutLoader);
    Keep(Found.Independent, Object,
         One->Evidence == Placement::PositionIndependent);
    Keep(Found.Static, Object, One->Evidence == Placement::Static);
  }
  return Found;
}

void metaobj::advisePlacement(const TargetSpec &Target,
                              ArrayRef<OperatorObject> Objects,
                              const DiagnosticConsumer &Diagnostics) {
  Reloc::Model Model = Target.effectiveRelocationModel();
  if (Model == Reloc::PIC_)
    return;
  ObjectsOfEachKind Found = findObjectsOfEachKind(Objects);
  bool IsMoving = Model == Reloc::ROPI || Model == Reloc::ROPI_RWPI;
  if (Found.Moving || IsMoving) {
    report(Diagnostics, Diagnostic::Warning,
           Found.Moving ? Message(Found.Moving->Name)
                        : Message(setting::RelocationModel),
           "is for code that runs at any address (-fropi), but the emitted "
           "tables hold the addresses that the image is linked for",
           "link one image for each address that it runs at");
    return;
  }
  if (!Found.Independent || Model != Reloc::Static)
    return;
  if (Found.Static)
    report(
        Diagnostics, Diagnostic::Note, Found.Static->Name,
        "is code for a fixed address, and so are the emitted tables, while " +
            quoted(Found.Independent->Name) +
            " is position independent: together they make no "
            "position-independent executable");
  else
    report(Diagnostics, Diagnostic::Warning, Found.Independent->Name,
           "is position independent, but the emitted tables are for a fixed "
           "address: a position-independent executable or shared object gets "
           "text relocations, or does not link",
           "emit with " + setting::RelocationModel +
               "=pic, unless the program is linked for a fixed address");
}
