//===- ExecutorMap.h - What an executor takes -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LAYOUT_EXECUTORMAP_H
#define METAOBJ_LAYOUT_EXECUTORMAP_H

#include "metaobj/Emission.h"

#include "llvm/Support/JSON.h"

#include <string>

namespace metaobj {

/// Writes the key `executor` of docs/map-json.md.
void writeExecutor(llvm::json::OStream &J, const Emission &Of);

/// "executor: 5 calls, 4388 bytes of RAM, 620 bytes of tables".
std::string summarizeExecutor(const Emission &Of);

} // namespace metaobj

#endif // METAOBJ_LAYOUT_EXECUTORMAP_H
