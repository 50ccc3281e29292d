//===- ModelLibrary.cpp - TVM's exported models ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/ModelLibrary.h"

using namespace llvm;
using namespace metaobj;

const LibraryModule *ModelLibrary::used() const {
  if (Picked.empty())
    return Modules.size() == 1 ? &Modules.front() : nullptr;
  for (const LibraryModule &Each : Modules)
    if (Each.Name == Picked)
      return &Each;
  return nullptr;
}

std::vector<StringRef> ModelLibrary::uncompiled() const {
  std::vector<StringRef> Names;
  for (const LibrarySource &Each : Sources)
    if (Each.Content != LibrarySource::Registry)
      Names.push_back(Each.Name);
  return Names;
}
