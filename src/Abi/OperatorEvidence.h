//===- OperatorEvidence.h - What files tell of operators --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one place that knows by what operators are recognised, and what follows
/// from it. It gets names and versions from whoever read them.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_OPERATOREVIDENCE_H
#define METAOBJ_ABI_OPERATOREVIDENCE_H

#include "Abi/OperatorTraits.h"
#include "Abi/RuntimeFamily.h"
#include "metaobj/Abi.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/ModelLibrary.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// The runtime of operators of \p Family; that of TVM's C runtime if nothing
/// tells it.
const RuntimeFamily &runtimeOf(OperatorFamily Family);

/// The family whose operators have such names.
OperatorFamily familyOfName(llvm::StringRef Symbol);

/// The family of an operator with a description, or else a name.
OperatorFamily familyOfOperator(llvm::StringRef Symbol,
                                std::optional<CallingConvention> Described);

/// Functions of a compiler that are called by name, each in its own way.
struct NamedFunctions {
  llvm::StringRef Compiler; ///< "Halide".
  /// A pattern that matches them and as little else as possible.
  std::string Pattern;
  std::vector<llvm::StringRef> Symbols;
};

/// Those of Halide or Numba among \p Functions; nullopt if there are none.
std::optional<NamedFunctions>
findNamedFunctions(llvm::ArrayRef<llvm::StringRef> Functions);

class OperatorEvidence {
public:
  /// A function that is meant to be an operator: by its name, its description,
  /// or because the user or a graph names it.
  void addOperator(const Message &Object, llvm::StringRef Symbol,
                   std::optional<CallingConvention> Described);

  /// Of an object with an operator that has no description: any symbol, and
  /// whether the object defines it.
  void addSymbol(llvm::StringRef Object, llvm::StringRef Symbol,
                 bool IsDefined);

  /// \p Object has an executor that was emitted before, with the function
  /// \p Symbol.
  void addExecutor(const Message &Object, llvm::StringRef Symbol);

  /// An object has this function of the runtime, so operators need it of nobody
  /// else. Before addSymbol.
  void addProvided(llvm::StringRef Symbol);

  /// The type of an operator of TVM's C runtime is known: it is packed.
  void addPackedType() { IsPackedKnown = true; }

  void addLibrary(const ModelLibrary &Library);

  /// Graphs are those of TVM's C runtime.
  void addGraph(llvm::StringRef Name);

  /// Modules around a library are those of tvm-ffi.
  void addFfiModule(const Message &Name);

  /// Errors: the files are for different runtimes, or for none together.
  /// \p Asked: the ABI that the user wants. Then evidence against it is a
  /// warning to \p Diagnostics.
  llvm::Expected<OperatorFamily>
  family(std::optional<RuntimeAbi> Asked,
         const DiagnosticConsumer &Diagnostics) const;

  /// What operators of \p Family are; Conclusion::Abi is not set.
  Conclusion describe(OperatorFamily Family, bool IsUnpacked) const;

  /// The conclusion for a model with \p NumFunctions listed functions, all of
  /// \p Family. Reports it, unless the user asked for the ABI.
  Conclusion conclude(OperatorFamily Family, std::optional<RuntimeAbi> Asked,
                      llvm::StringRef ModelName, size_t NumFunctions,
                      bool IsUnpacked,
                      const DiagnosticConsumer &Diagnostics) const;

private:
  /// What says so, and where it is.
  struct Witness {
    Message Input;
    std::string Subject;
  };

  void witness(OperatorFamily Family, const Message &Input,
               const llvm::Twine &Subject);
  /// nullptr if nothing tells of \p Family.
  const Witness *of(OperatorFamily Family) const {
    auto Found = Witnesses.find(Family);
    return Found == Witnesses.end() ? nullptr : &Found->second;
  }
  llvm::Error contradiction(OperatorFamily One, OperatorFamily Other) const;
  llvm::Error checkReleases() const;
  llvm::Error checkCrtReleases() const;
  CrtRelease crtRelease() const;
  CrtRelease libraryRelease() const;
  OperatorTraits traits(bool IsUnpacked) const;
  RuntimeAbi crtAbi(size_t NumFunctions, llvm::StringRef ModelName,
                    const Conclusion &Described,
                    const DiagnosticConsumer &Diagnostics) const;
  RuntimeAbi libraryAbi(size_t NumFunctions,
                        const DiagnosticConsumer &Diagnostics) const;

  std::map<OperatorFamily, Witness> Witnesses; ///< The first of each.
  /// Where the knowledge is from, for the text.
  bool HasNames = false, HasDescriptions = false, HasCalls = false;
  /// Operators of TVM's C runtime are packed for sure.
  bool IsPackedKnown = false;
  std::vector<llvm::StringRef> Provided, Needs;
  tvm_ffi::Releases FfiReleases;
  std::optional<Witness> OneByte, TwoBytes, Executor;
  std::vector<const ModelLibrary *> Libraries;
};

} // namespace metaobj

#endif // METAOBJ_ABI_OPERATOREVIDENCE_H
