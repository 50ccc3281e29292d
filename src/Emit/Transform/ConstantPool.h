//===- ConstantPool.h - Parameters as one -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_TRANSFORM_CONSTANTPOOL_H
#define METAOBJ_EMIT_TRANSFORM_CONSTANTPOOL_H

#include "metaobj/Emit.h"
#include "metaobj/Model.h"

namespace metaobj {

/// Takes the parameters of the graph of \p TheModel out of it, and returns them
/// as one, of bytes: ExecutorConfig::Constants of \p Config. The inputs of the
/// graph then tell where in it they are. For TVM's own main function, which has
/// the pool itself as an input, all parameters go there. Numbers get the byte
/// order \p Order, the target's. The bytes are in a file without a name, in the
/// folder of EmitConfig::Output or of temporary files.
///
/// Errors: no parameters; offsets that are missing, unknown, not aligned, far
/// from each other or let parameters overlap; a parameter with the pool's name.
llvm::Expected<Param> poolParams(Model &TheModel, const EmitConfig &Config,
                                 Endianness Order);

} // namespace metaobj

#endif // METAOBJ_EMIT_TRANSFORM_CONSTANTPOOL_H
