//===- FfiPart.cpp - The runtime's part for tvm-ffi -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/Runtime/FfiPart.h"

#include "Abi/TvmFfi.h"
#include "Object/ObjectView.h"

#include "llvm/Object/Archive.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace metaobj;

Expected<StringRef> metaobj::unwindFunction(StringRef Library) {
  Expected<std::unique_ptr<object::Archive>> Archive =
      object::Archive::create(MemoryBufferRef(Library, "the C runtime"));
  if (!Archive)
    return Archive.takeError();
  StringRef Result;
  Error Failure = Error::success();
  for (const object::Archive::Child &Child : (*Archive)->children(Failure)) {
    Expected<MemoryBufferRef> Member = Child.getMemoryBufferRef();
    if (!Member) {
      consumeError(std::move(Failure));
      return Member.takeError();
    }
    if (Member->getBufferIdentifier() == "ffi_unwind_arm.o")
      Result = Member->getBuffer();
  }
  if (Failure)
    return Failure;
  return Result;
}

Expected<StringRef>
metaobj::userOfFfiWorkspaces(ArrayRef<OperatorObject> Objects) {
  constexpr StringLiteral Allocation = "TVMBackendAllocWorkspace";
  BumpPtrAllocator Memory;
  StringSaver Names(Memory);
  StringRef Result;
  for (const OperatorObject &Object : Objects) {
    Expected<ObjectView> View = readObjectView(Object, Names);
    if (!View)
      return View.takeError();
    bool HasOperators = false, TakesWorkspaces = false;
    for (const ObjectSymbol &Symbol : View->Symbols) {
      if (Symbol.Name == Allocation && Symbol.IsDefined)
        return "";
      HasOperators |= Symbol.Name.starts_with(tvm_ffi::FunctionStart);
      TakesWorkspaces |= Symbol.Name.ends_with(Allocation);
    }
    if (Result.empty() && HasOperators && TakesWorkspaces)
      Result = Object.Name;
  }
  return Result;
}
