//===- ParamVariables.h - Parameters as variables of a module ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_CODE_PARAMVARIABLES_H
#define METAOBJ_EMIT_CODE_PARAMVARIABLES_H

#include "Emit/EmissionOutput.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace metaobj {

/// The symbol by which tables refer to the bytes at \p Site.
std::string symbolOfBytes(const Emission::Common &Common,
                          const ParamSite &Site);

/// Who sees \p Symbol. Sets its linkage.
void setVisibility(llvm::GlobalValue &Symbol, ParamVisibility Visibility);

/// All parameters of \p Common as variables of \p M, by their number in the
/// model. A parameter that shares another one's bytes gets an alias, if the
/// format has aliases.
llvm::Expected<std::vector<llvm::Constant *>>
addParams(llvm::Module &M, const Emission::Common &Common);

/// The same without bytes: symbols that something else defines. Parameters that
/// share bytes have one.
std::vector<llvm::Constant *> declareParams(llvm::Module &M,
                                            const Emission::Common &Common);

/// Puts the variables of addParams in the place of those of declareParams.
/// Optimisers may have removed some of these.
llvm::Error defineParams(llvm::Module &M, const Emission::Common &Common);

} // namespace metaobj

#endif // METAOBJ_EMIT_CODE_PARAMVARIABLES_H
