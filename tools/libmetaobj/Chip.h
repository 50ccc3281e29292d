//===- Chip.h - What the handles of devices stand for -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_LIBMETAOBJ_CHIP_H
#define METAOBJ_TOOLS_LIBMETAOBJ_CHIP_H

#include "Commands.h"
#include "PacedProgress.h"

#include "metaobj/Device.h"
#include "metaobj/DeviceJob.h"
#include "metaobj/Model.h"

#include "llvm/ADT/StringMap.h"

#include <memory>

/// What a chip and its calls share.
struct ChipState {
  metaobj::DeviceJob Job;
  /// Symbols by names.
  llvm::StringMap<std::string> Symbols;
  std::vector<std::string> Names;
  metaobj::FileModel Model;
  metaobj::OpenedDevice Opened;
  bool IsBusy = false;
  PacedProgress Progress;
  uint64_t NumMoved = 0; ///< Bytes, since the work began.

  metaobj::DeviceWatch watch() {
    return [this](uint64_t Bytes) {
      NumMoved += Bytes;
      return Progress.tell(NumMoved, 0);
    };
  }
  bool isOpen() const { return Opened.Session || Opened.Device; }
  void close() {
    Opened.Session.reset();
    Opened.Device.reset();
  }
  llvm::Error open();
  llvm::Expected<metaobj::LowLevelDevice *> memory() const;
  llvm::Error checkOperators() const;
};

struct metaobj_chip {
  std::shared_ptr<ChipState> State;
};

/// Why \p State cannot be used; null if it can.
metaobj_error *unusable(const std::shared_ptr<ChipState> &State);

/// Does \p Work with \p State, which nothing else uses meanwhile.
metaobj_error *atWork(ChipState &State, llvm::function_ref<llvm::Error()> Work);

/// The rules for tensors of \p Subject are those of parameters.
llvm::Expected<metaobj::Param> checkTensor(const llvm::Twine &Subject,
                                           const metaobj_tensor_t &Tensor);

#endif // METAOBJ_TOOLS_LIBMETAOBJ_CHIP_H
