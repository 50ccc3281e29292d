//===- metaobj/LateParams.h - Parameters of a compiler's object -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For compilers that make one object of operators and metadata, of which they
/// generate the code: the bytes of parameters do not pass through LLVM.
///
///     Expected<LateModule> Metadata =
///         buildLateModule(Model, Machine, Context, Config);
///     Linker::linkModules(Operators, std::move(Metadata->Built));
///     // Optimise, and generate code of the whole module to memory.
///     Expected<Emission> Object =
///         Metadata->Params->addTo(std::move(Bytes), Operators);
///     Object->writeTo(Stream);
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LATEPARAMS_H
#define METAOBJ_LATEPARAMS_H

#include "metaobj/Emission.h"
#include "metaobj/Emit.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <optional>
#include <utility>

namespace metaobj {

/// The parameters that a LateModule only declares. Refers to the model, which
/// must outlive it. Add them once.
class LateParams {
public:
  explicit LateParams(std::shared_ptr<const Emission::Common> TheEmission)
      : Common(std::move(TheEmission)) {}

  /// Adds them to \p Object, which LLVM made of \p M, as new sections. Their
  /// local symbols become hidden, because code may refer to them. An object
  /// that is not ELF as LLVM writes it is an error.
  llvm::Expected<Emission> addTo(llvm::SmallVector<char, 0> Object,
                                 const llvm::Module &M) const;

  /// Makes them constants of \p M, as buildModule does, for outputs other than
  /// objects. Reads all payloads.
  llvm::Error addTo(llvm::Module &M) const;

private:
  std::shared_ptr<const Emission::Common> Common;
};

/// Result of buildLateModule.
struct LateModule {
  std::unique_ptr<llvm::Module> Built;
  /// nullopt: Built has them, because there are none, or because the target's
  /// objects cannot get them later. That works in ELF with pointers of 32 or 64
  /// bits.
  std::optional<LateParams> Params = std::nullopt;
};

/// buildModule with parameters that are only declared: constants that another
/// object has, whose bytes no optimiser sees. A program that never gets them
/// does not link.
llvm::Expected<LateModule>
buildLateModule(const Model &TheModel METAOBJ_LIFETIME_BOUND,
                llvm::TargetMachine &Machine, llvm::LLVMContext &Context,
                const EmitConfig &Config);
/// LateParams refers to the model.
llvm::Expected<LateModule> buildLateModule(const Model &&TheModel,
                                           llvm::TargetMachine &Machine,
                                           llvm::LLVMContext &Context,
                                           const EmitConfig &Config) = delete;

} // namespace metaobj

#endif // METAOBJ_LATEPARAMS_H
