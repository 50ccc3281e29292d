//===- LateParams.cpp - Parameters of a compiler's object -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"

#include "Emit/Code/ObjectTables.h"
#include "Emit/Code/ParamVariables.h"
#include "Emit/EmissionOutput.h"
#include "Object/EditableObject.h"

using namespace llvm;
using namespace metaobj;

/// \p Common with parameters to which code can refer from elsewhere: on some
/// machines it addresses its own local data in another way.
static std::shared_ptr<Emission::Common>
withHiddenParams(const Emission::Common &Common) {
  auto Result = std::make_shared<Emission::Common>(Common);
  for (ParamSite &Site : Result->Layout.Sites)
    if (Site.Visibility == ParamVisibility::Local)
      Site.Visibility = ParamVisibility::Hidden;
  return Result;
}

Expected<Emission> LateParams::addTo(SmallVector<char, 0> Object,
                                     const Module &M) const {
  std::shared_ptr<const Emission::Common> Hidden = withHiddenParams(*Common);
  StringRef Name = Hidden->Config.Output;
  Expected<std::unique_ptr<EditableObject>> Edited =
      EditableObject::read(std::move(Object));
  if (!Edited)
    return inputError(Name, Edited.takeError());
  addParamsOfShard(**Edited, *Hidden, M, /*Number=*/0);
  Expected<FileContents> Contents = (*Edited)->finish();
  if (!Contents)
    return inputError(Name, Contents.takeError());
  auto Result = std::make_shared<Emission::Output>(Emission::Output{Hidden});
  Result->Object = std::move(*Edited);
  Result->Contents = std::move(*Contents);
  return Emission(std::move(Result));
}

Error LateParams::addTo(Module &M) const { return defineParams(M, *Common); }
