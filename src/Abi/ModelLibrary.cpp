//===- ModelLibrary.cpp - TVM's exported models ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/ModelLibrary.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

const LibraryModule *ModelLibrary::used() const {
  if (Picked.empty())
    return Modules.size() == 1 ? &Modules.front() : nullptr;
  for (const LibraryModule &Module : Modules)
    if (Module.Name == Picked)
      return &Module;
  return nullptr;
}

bool LibrarySource::isReplacedBy(ArrayRef<std::string> Symbols) const {
  return Content == Registry ||
         (Content == Executor &&
          all_of(Functions, [&](const std::string &Name) {
            return is_contained(Symbols, Name);
          }));
}

std::vector<StringRef>
ModelLibrary::uncompiled(ArrayRef<std::string> Symbols) const {
  std::vector<StringRef> Names;
  for (const LibrarySource &Source : Sources)
    if (!Source.isReplacedBy(Symbols))
      Names.push_back(Source.Name);
  return Names;
}
