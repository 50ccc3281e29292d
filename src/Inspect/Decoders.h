//===- Decoders.h - What Inspect looks for in an object ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One decoder for each kind of thing, in a file of its own. Each adds what it
/// finds in an object to an Inspection, and its tables and names to
/// Inspection::Parts. A damaged thing is an error.
///
/// `Functions` are the global functions of a relocatable object. Code of linked
/// files is not followed, because calls and addresses no longer have
/// relocations.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_DECODERS_H
#define METAOBJ_INSPECT_DECODERS_H

#include "Inspect/CodeReferences.h"
#include "Inspect/ObjectImage.h"
#include "Inspect/RecordReader.h"

namespace metaobj {

/// The registries in the order of their entry functions in the symbol table,
/// those of \p Records included. A record's registry must be one.
llvm::Error decodeRegistries(const ObjectImage &Object,
                             llvm::ArrayRef<CodeRange> Functions,
                             llvm::ArrayRef<FoundRecord> Records,
                             Inspection &Result);

/// Stores in each registry the index that finds all of its functions. An index
/// that belongs to none of them is an error.
llvm::Error decodeIndexes(const ObjectImage &Object,
                          llvm::ArrayRef<CodeRange> Functions,
                          Inspection &Result);

/// All tables that are no registries.
llvm::Error decodeSymbolTables(const ObjectImage &Object,
                               llvm::ArrayRef<CodeRange> Functions,
                               Inspection &Result);

/// The parameters: first those of tables, in the tables' order and with those
/// of \p Records, then the others by section and address. It is an error if
/// sources contradict each other.
llvm::Error decodeParams(const ObjectImage &Object,
                         llvm::ArrayRef<CodeRange> Functions,
                         llvm::ArrayRef<FoundRecord> Records,
                         Inspection &Result);

/// The modules around libraries of tvm-ffi, by section and address, and the
/// tensors in them: parameters behind all others.
llvm::Error decodeFfiModules(const ObjectImage &Object, Inspection &Result);

/// The executors, by the names of their functions, in the order of these names.
llvm::Error decodeExecutors(const ObjectImage &Object,
                            llvm::ArrayRef<CodeRange> Functions,
                            Inspection &Result);

/// For decodeExecutors: the metadata at \p Place, or nullopt if no head of it
/// is there. \p Work counts bytes that were copied, of all tables of the object
/// together.
llvm::Expected<std::optional<InspectedMetadata>>
readModelMetadata(const ObjectImage &Object, Location Place, uint64_t &Work);

/// The models of `emit --register`, by section and address: those that a list
/// leads to, which has a section of its own, and those with symbols of their
/// own.
llvm::Error decodeRegisteredModels(const ObjectImage &Object,
                                   Inspection &Result);

/// The header of the params image at the start of \p Buffer. Bytes behind the
/// image are those of its partition. nullopt: it is none. A header that is
/// wrong in itself is an error.
llvm::Expected<std::optional<InspectedParamsImage>>
readParamsImage(llvm::MemoryBufferRef Buffer);

/// Adds to \p Image what does not fit the rest of \p Object: its id, and the
/// places to which the header leads.
void compareHeader(InspectedParamsImage &Image, const ObjectImage &Object,
                   llvm::ArrayRef<FoundRecord> Records,
                   llvm::ArrayRef<InspectedParam> Params);

} // namespace metaobj

#endif // METAOBJ_INSPECT_DECODERS_H
