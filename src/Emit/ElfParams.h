//===- ElfParams.h - Parameters in a finished ELF object --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_ELFPARAMS_H
#define METAOBJ_EMIT_ELFPARAMS_H

#include "Emit/ParamLayout.h"
#include "Object/ElfObject.h"

#include "llvm/IR/Module.h"

namespace metaobj {

/// Do parameters for \p Machine go into the finished object, without LLVM? They
/// do in ELF, but not where pointers have 16 bits: addresses of program memory
/// need more than one kind of relocation there.
bool arePlacedInObject(const llvm::TargetMachine &Machine);

/// Warns of parameters that code of \p Machine may not reach over.
void warnOfDistance(const Model &TheModel, const ParamLayout &Layout,
                    const llvm::TargetMachine &Machine,
                    const EmitConfig &Config);

/// Adds the parameters of \p TheModel to \p Object, which LLVM made of \p M, a
/// module without them (see buildModule): sections, symbols, and the contents
/// of the tables that tell of them. Those that are dealt to shards are left
/// out, and their symbols undefined.
llvm::Error addParams(ElfObject &Object, const Model &TheModel,
                      const ParamLayout &Layout, const llvm::Module &M,
                      const EmitConfig &Config);

/// Adds what is dealt to shard \p Number to \p Object, which has no metadata.
void addShard(ElfObject &Object, const Model &TheModel,
              const ParamLayout &Layout, uint32_t Number,
              const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_EMIT_ELFPARAMS_H
