//===- EmittedSample.h - The sample, emitted for a test ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_UNIT_CHECK_SELFTEST_EMITTEDSAMPLE_H
#define METAOBJ_TESTS_UNIT_CHECK_SELFTEST_EMITTEDSAMPLE_H

#include "Check/SelfTest/EmittedObject.h"
#include "Check/SelfTest/Sample.h"
#include "Check/SelfTest/Steps.h"

#include <memory>
#include <string>

namespace metaobj::test {

inline TargetSpec specOf(llvm::StringRef Triple, llvm::StringRef Features = "",
                         llvm::StringRef AbiName = "") {
  TargetSpec Spec;
  Spec.Triple = llvm::Triple(Triple);
  Spec.Features = Features.str();
  Spec.AbiName = AbiName.str();
  return Spec;
}

/// The object, which a test may damage before it looks at it.
struct EmittedSample {
  explicit EmittedSample(const TargetSpec &Spec,
                         RuntimeAbi Abi = RuntimeAbi::TvmCrtU16)
      : TheModel(sampleModel()),
        Machine(llvm::cantFail(createTargetMachine(Spec))),
        Layout(Machine->createDataLayout()) {
    Config.Abi = Abi;
    Config.Registry.HasIndex = true;
    Emission Emitted = llvm::cantFail(emit(TheModel, Spec, Config));
    Bytes = llvm::cantFail(Emitted.toMemory())->getBuffer().str();
  }

  llvm::MemoryBufferRef buffer() const { return {Bytes, "metadata.o"}; }

  EmittedObject view() const {
    return llvm::cantFail(
        EmittedObject::read(buffer(), Layout.getGlobalPrefix()));
  }

  Inspection inspection() const {
    return llvm::cantFail(inspect(buffer())).front();
  }

  Expectation expectation() const {
    return {TheModel, Config, Layout.isBigEndian(),
            Machine->isPositionIndependent()};
  }

  Model TheModel;
  EmitConfig Config;
  std::unique_ptr<llvm::TargetMachine> Machine;
  llvm::DataLayout Layout;
  std::string Bytes;
};

} // namespace metaobj::test

#endif // METAOBJ_TESTS_UNIT_CHECK_SELFTEST_EMITTEDSAMPLE_H
