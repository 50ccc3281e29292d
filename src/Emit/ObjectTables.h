//===- ObjectTables.h - Tables of a finished object -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_OBJECTTABLES_H
#define METAOBJ_EMIT_OBJECTTABLES_H

#include "Layout/ParamLayout.h"
#include "Object/EditableObject.h"

#include "llvm/IR/Module.h"

#include <memory>

namespace metaobj {

/// Do parameters for \p Machine go into the finished object, without LLVM? They
/// do in ELF, COFF, Mach-O and WebAssembly. They do not where pointers have 16
/// bits, since addresses of program memory need more than one kind of
/// relocation there, nor in Mach-O for 32-bit x86 and Arm, whose relocations
/// are of a kind of their own.
bool arePlacedInObject(const llvm::TargetMachine &Machine);

/// Warns of parameters that code of \p Machine may not reach over.
void warnOfDistance(const Model &TheModel, const ParamLayout &Layout,
                    const llvm::TargetMachine &Machine,
                    const EmitConfig &Config);

/// Adds the parameters of \p TheModel to \p Object, which LLVM made of \p M, a
/// module without them (see buildModule): sections, symbols, and the contents
/// of the tables that tell of them. Those that are dealt to shards are left
/// out, and their symbols undefined. Then the registry's table of functions
/// (areFunctionsPlacedInObject). Gives \p Layout up before it writes the
/// tables: of many parameters both are large.
llvm::Error fillTables(EditableObject &Object, const Model &TheModel,
                       std::shared_ptr<const ParamLayout> Layout,
                       const llvm::Module &M, const EmitConfig &Config);

/// Adds what is dealt to shard \p Number to \p Object, which LLVM made of \p M,
/// a module without metadata.
void addShard(EditableObject &Object, const Model &TheModel,
              const ParamLayout &Layout, const llvm::Module &M, uint32_t Number,
              const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_EMIT_OBJECTTABLES_H
