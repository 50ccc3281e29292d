//===- CheckSections.cpp - Sections of one name ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linkers join sections by their names. One writable section makes all that
// share its name writable, and on a board without an operating system that is
// the difference between flash and RAM.
//
//===----------------------------------------------------------------------===//

#include "LinkedSet.h"

#include "Text/Wording.h"

#include "llvm/ADT/MapVector.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// A property that all sections of one name should have, or none.
struct SectionProperty {
  bool LinkerSection::*Has;
  StringRef Yes, No;
  StringRef Result;
};

} // namespace

static constexpr SectionProperty Properties[] = {
    {&LinkerSection::IsWritable, "writable", "read-only",
     "linkers make all of it writable"},
    {&LinkerSection::IsCode, "code", "data",
     "linkers make all of it executable"},
    {&LinkerSection::IsNoBits, "without bytes", "with bytes",
     "the image has bytes for all of it"},
};

void LinkedSet::checkSections() {
  struct User {
    const LinkedObject *Object;
    LinkerSection Section;
  };
  MapVector<StringRef, User> First;
  /// Names that were reported.
  DenseSet<CachedHashStringRef> Told;
  for (const LinkedObject &Object : Objects)
    for (const LinkerSection &Section : Object.View.Sections) {
      auto [Place, IsNew] =
          First.insert({Section.Name, User{&Object, Section}});
      const User &Earlier = Place->second;
      if (IsNew || Earlier.Object == &Object)
        continue;
      if (Earlier.Section.IsThreadLocal != Section.IsThreadLocal) {
        if (Told.insert(CachedHashStringRef(Section.Name)).second)
          find(Object.name(), "section " + quoted(Section.Name) + " is " +
                                  (Section.IsThreadLocal ? "" : "not ") +
                                  "thread-local, unlike that of " +
                                  quoted(Earlier.Object->name()));
        continue;
      }
      for (const SectionProperty &Property : Properties) {
        bool Ours = Section.*Property.Has;
        if (Ours == Earlier.Section.*Property.Has ||
            !Told.insert(CachedHashStringRef(Section.Name)).second)
          continue;
        advise(Diagnostic::Warning, Object.name(),
               "section " + quoted(Section.Name) + " is " +
                   (Ours ? Property.Yes : Property.No) + ", but " +
                   (Ours ? Property.No : Property.Yes) + " in " +
                   quoted(Earlier.Object->name()) + ": " + Property.Result);
      }
    }
}
