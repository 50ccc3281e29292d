//===- CheckObjects.cpp - All that is checked of objects -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkedSet.h"

#include "Model/CheckOperators.h"

using namespace llvm;
using namespace metaobj;

Error metaobj::checkObjects(ArrayRef<OperatorObject> Objects,
                            const CheckConfig &Config) {
  if (Error E = checkHaveBytes(Objects))
    return E;
  LinkedSet Set(Config);
  if (Error E = Set.read(Objects))
    return joinErrors(Set.takeFindings(), std::move(E));
  Set.checkTargets();
  Set.checkPlacement();
  Set.checkMoving();
  Set.checkDefinitions();
  if (Error E = Set.checkRegistries())
    return joinErrors(Set.takeFindings(), std::move(E));
  Set.checkFfi();
  Set.checkSections();
  if (Error E = Set.checkReach())
    return joinErrors(Set.takeFindings(), std::move(E));
  Set.checkProtection();
  return Set.takeFindings();
}
