//===- RegistryDecoder.h - Function registries of an object --- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the modules that the functions of an object return, and decodes the
/// registries behind them:
///
///     static const char names[] = "<count><name>\0<name>\0...\0";
///     static const TVMBackendPackedCFunc funcs[] = {f0, f1, ...};
///     static const TVMFuncRegistry registry = {names, funcs};
///     static const TVMModule module = {&registry};
///     const TVMModule *TVMSystemLibEntryPoint(void) { return &module; }
///
/// It relies on no names: data that code refers to is a module if it has the
/// structure of one down to the last function pointer. Names only decide
/// whether an almost correct structure is reported or ignored.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_REGISTRYDECODER_H
#define METAOBJ_INSPECT_REGISTRYDECODER_H

#include "CodeReferences.h"
#include "ObjectImage.h"
#include "RecordReader.h"

#include "metaobj/Inspect.h"

namespace metaobj {

/// The registries in the order of their entry functions in the symbol table,
/// those of \p Records included. A record's registry must be one. Adds their
/// tables and names to \p Parts.
llvm::Expected<std::vector<InspectedRegistry>>
decodeRegistries(const ObjectImage &Object, llvm::ArrayRef<CodeRange> Functions,
                 llvm::ArrayRef<FoundRecord> Records,
                 std::vector<InspectedPart> &Parts);

} // namespace metaobj

#endif // METAOBJ_INSPECT_REGISTRYDECODER_H
