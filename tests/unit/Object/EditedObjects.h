//===- EditedObjects.h - Objects with additions -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the tests of all object formats need: objects as LLVM writes them, and
/// the bytes of finished ones.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_UNIT_OBJECT_EDITEDOBJECTS_H
#define METAOBJ_UNIT_OBJECT_EDITEDOBJECTS_H

#include "Object/EditableObject.h"

#include "metaobj/Emit.h"

#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

namespace metaobj::edited_objects {

using Bytes = llvm::SmallVector<char, 0>;

inline Bytes emitted(const Model &TheModel, llvm::StringRef Triple,
                     const EmitConfig &Config = {}) {
  TargetSpec Spec;
  Spec.Triple = llvm::Triple(Triple);
  auto Buffer =
      llvm::cantFail(llvm::cantFail(emit(TheModel, Spec, Config)).toMemory());
  return Bytes(Buffer->getBufferStart(), Buffer->getBufferEnd());
}

/// An object with one function in its registry.
inline Bytes emittedFunction(llvm::StringRef Triple) {
  Model TheModel;
  TheModel.Functions.push_back({"f", "", CallingConvention::Packed, "test"});
  return emitted(TheModel, Triple);
}

inline std::unique_ptr<EditableObject> readEmitted(llvm::StringRef Triple) {
  return llvm::cantFail(EditableObject::read(emittedFunction(Triple)));
}

inline void writeNothing(EditableObject::Table &) {}

inline Bytes finish(EditableObject &Object) {
  Bytes Result;
  FileContents Contents = llvm::cantFail(Object.finish());
  llvm::cantFail(
      Contents.write([&](uint64_t Offset, llvm::ArrayRef<uint8_t> Piece) {
        EXPECT_EQ(Offset, Result.size());
        Result.append(Piece.begin(), Piece.end());
        return llvm::Error::success();
      }));
  EXPECT_EQ(Result.size(), Contents.size());
  return Result;
}

inline llvm::MemoryBufferRef bufferOf(const Bytes &TheBytes) {
  return {llvm::StringRef(TheBytes.data(), TheBytes.size()), "test"};
}

/// A model of \p Count parameters of one byte, the number of each, with a
/// shape.
inline Model manyParams(unsigned Count) {
  Model TheModel;
  TheModel.Name = "test";
  for (unsigned I = 0; I < Count; ++I) {
    Param P;
    P.Name = "p" + std::to_string(I);
    P.DType = {kDLInt, 8, 1};
    P.Shape = {1};
    P.Data = Payload::fill(static_cast<uint8_t>(I), 1);
    P.Owner = "test";
    TheModel.Params.push_back(std::move(P));
  }
  return TheModel;
}

} // namespace metaobj::edited_objects

#endif // METAOBJ_UNIT_OBJECT_EDITEDOBJECTS_H
