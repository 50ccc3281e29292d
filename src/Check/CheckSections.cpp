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

#include "Check/LinkedSet.h"

#include "Base/Wording.h"

#include "llvm/ADT/MapVector.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// A property that all sections of one name should have, or none.
struct SectionProperty {
  bool ObjectSection::*Has;
  StringRef Yes, No;
  StringRef Result;
};

} // namespace

static constexpr SectionProperty Properties[] = {
    {&ObjectSection::IsWritable, "writable", "read-only",
     "linkers make all of it writable"},
    {&ObjectSection::IsCode, "code", "data",
     "linkers make all of it executable"},
    {&ObjectSection::IsNoBits, "without bytes", "with bytes",
     "the image has bytes for all of it"},
};

void LinkedSet::checkSections() {
  struct User {
    const LinkedObject *Object;
    ObjectSection Section;
  };
  MapVector<StringRef, User> First;
  /// Names that were reported.
  DenseSet<CachedHashStringRef> Told;
  for (const LinkedObject &Object : Objects)
    for (const ObjectSection &Section : Object.View.Sections) {
      if (!Section.IsLoaded)
        continue;
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

/// Linkers compute such addresses from 0 on, and say nothing.
void LinkedSet::checkUnloaded() {
  for (const LinkedObject &Object : Objects) {
    // Names by section and the object that has it.
    MapVector<std::pair<StringRef, const LinkedObject *>,
              std::vector<StringRef>>
        Referenced;
    for (const ObjectSymbol &Symbol : Object.View.Symbols) {
      if (!Symbol.IsReferenced)
        continue;
      Definition By = {&Object, &Symbol};
      if (!Symbol.IsDefined) {
        auto Found = Definitions.find(CachedHashStringRef(Symbol.Name));
        if (Found == Definitions.end())
          continue;
        By = Found->second;
      }
      size_t Section = By.Symbol->Section;
      ArrayRef<ObjectSection> Sections = By.Object->View.Sections;
      if (Section != 0 && !Sections[Section].IsLoaded)
        Referenced[{Sections[Section].Name, By.Object}].push_back(Symbol.Name);
    }
    for (const ObjectSection &Section : Object.View.Sections)
      if (Section.IsReferenced && !Section.IsLoaded)
        Referenced.insert({{Section.Name, &Object}, {}});
    for (const auto &[Place, Symbols] : Referenced)
      advise(Diagnostic::Warning, Object.name(),
             "refers to " +
                 (Symbols.empty() ? "" : quotedList(Symbols) + " in ") +
                 "section " + quoted(Place.first) +
                 (Place.second == &Object
                      ? ""
                      : " of " + quoted(Place.second->name())) +
                 ", which no image has in memory: the section lacks SHF_ALLOC",
             "give it the flag when it is assembled: .section " +
                 escaped(Place.first) + ",\"a\"");
  }
}
