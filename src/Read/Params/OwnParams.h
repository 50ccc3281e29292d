//===- OwnParams.h - Parameters that operators hold -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operators of TVM v0.8 may hold their parameters, behind a function that
/// graph executors ask for them:
///
///     static const float __tvm_param__p0[] = {...};
///     int32_t _lookup_linked_param(...);   /* by storage id */
///
/// An executor that is emitted passes parameters to the operators itself.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_OWNPARAMS_H
#define METAOBJ_READ_PARAMS_OWNPARAMS_H

#include "Read/FileGatherer.h"

#include "llvm/Support/Error.h"

namespace metaobj {

/// The object that defines a look-up of linked parameters, unless
/// InputConfig::Exclude matches it; null if there is none.
llvm::Expected<const OperatorObject *>
findOwnLookUp(const InputConfig &Config, const GatheredFiles &Files);

/// With InputConfig::TakesOwnParams, adds to \p Params those of the operators
/// for inputs of the graph that have none and that InputConfig::ProgramInputs
/// does not name. They have no storage ids: the operators' look-up has them.
///
/// Errors: an object from which no parameter can be taken, unless
/// InputConfig::ProgramInputs names all these inputs; a parameter of another
/// size than the graph says.
llvm::Error takeOwnParams(const InputConfig &Config, GatheredFiles &Files,
                          std::vector<Param> &Params);

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_OWNPARAMS_H
