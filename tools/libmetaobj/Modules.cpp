//===- Modules.cpp - What a compiler has in memory ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include <cstring>

using namespace llvm;
using namespace metaobj;

// A tensor of C is one of DLPack.
static_assert(sizeof(metaobj_tensor_t) == sizeof(DLTensor));
static_assert(offsetof(metaobj_tensor_t, dtype) == offsetof(DLTensor, dtype));
static_assert(offsetof(metaobj_tensor_t, shape) == offsetof(DLTensor, shape));
static_assert(offsetof(metaobj_tensor_t, byte_offset) ==
              offsetof(DLTensor, byte_offset));

std::optional<std::vector<metaobj::Function>>
metaobj_module::functionNames() const {
  if (Functions.empty())
    return std::nullopt;
  return Functions;
}

/// A job that runs has its modules in use, but for those that it fills.
static metaobj_error *whileRunning(const metaobj_module *Module) {
  if (!Module->Job || !Module->Job->IsRunning)
    return nullptr;
  return usageError("the job of the module is running",
                    "fill the module before, or by a callback");
}

metaobj_error *metaobj_module_add_function(metaobj_module *Module,
                                           const char *Name,
                                           const char *Symbol) {
  if (!Module || !Name)
    return usageError("a function needs a module and a name");
  if (!*Name)
    return usageError("a function has an empty name");
  if (metaobj_error *Problem = whileRunning(Module))
    return Problem;
  metaobj::Function &New = Module->Functions.emplace_back();
  New.Name = Name;
  if (Symbol)
    New.Symbol = Symbol;
  return nullptr;
}

metaobj_error *metaobj_module_add_object(metaobj_module *Module,
                                         const char *Name, const void *Data,
                                         size_t Size) {
  if (!Module || !Name || (!Data && Size))
    return usageError("an object needs a module, a name and bytes");
  if (metaobj_error *Problem = whileRunning(Module))
    return Problem;
  OperatorObject &New = Module->Objects.emplace_back();
  New.Name = Name;
  New.Bytes = MemoryBuffer::getMemBuffer(
      StringRef(static_cast<const char *>(Data), Size), Name,
      /*RequiresNullTerminator=*/false);
  return nullptr;
}

static metaobj_error *addParam(metaobj_module *Module, Expected<Param> New) {
  if (!New)
    return toHandle(New.takeError());
  Module->Params.push_back(std::move(*New));
  return nullptr;
}

/// \p Tensor, whose elements \p Owner owns.
static metaobj_error *addTensor(metaobj_module *Module, const char *Name,
                                const metaobj_tensor_t &Tensor,
                                std::shared_ptr<const void> Owner) {
  if (metaobj_error *Problem = whileRunning(Module))
    return Problem;
  DLTensor Copy;
  std::memcpy(static_cast<void *>(&Copy), &Tensor, sizeof(Copy));
  return addParam(Module, Param::fromDLTensor(Name, Copy, std::move(Owner)));
}

/// Calls the deleter of \p Tensor when the last copy is gone.
template <class TensorT>
static std::shared_ptr<TensorT> owner(TensorT *Tensor) {
  return std::shared_ptr<TensorT>(Tensor, [](TensorT *Managed) {
    if (Managed && Managed->deleter)
      Managed->deleter(Managed);
  });
}

static metaobj_error *refuseTensor() {
  return usageError("a parameter needs a module, a name and a tensor");
}

metaobj_error *metaobj_module_add_tensor(metaobj_module *Module,
                                         const char *Name,
                                         const metaobj_tensor_t *Tensor) {
  if (!Module || !Name || !Tensor)
    return refuseTensor();
  return addTensor(Module, Name, *Tensor, nullptr);
}

metaobj_error *
metaobj_module_add_managed_tensor(metaobj_module *Module, const char *Name,
                                  metaobj_managed_tensor *Tensor) {
  auto Owner = owner(Tensor);
  if (!Module || !Name || !Tensor)
    return refuseTensor();
  return addTensor(Module, Name, Tensor->tensor, std::move(Owner));
}

metaobj_error *
metaobj_module_add_versioned_tensor(metaobj_module *Module, const char *Name,
                                    metaobj_versioned_tensor *Tensor) {
  auto Owner = owner(Tensor);
  if (!Module || !Name || !Tensor)
    return refuseTensor();
  // Only version and deleter have their places in every version.
  if (Tensor->major_version != 1)
    return toHandle(inputError(
        "parameter '" + Twine(Name) + "'",
        "its tensor has version " + Twine(Tensor->major_version) + "." +
            Twine(Tensor->minor_version) + " of DLPack, wanted 1",
        "ask its maker for version 1"));
  return addTensor(Module, Name, Tensor->tensor, std::move(Owner));
}
