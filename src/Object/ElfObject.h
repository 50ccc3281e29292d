//===- ElfObject.h - Additions to an ELF object -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Adds to an ELF object the parts for which LLVM has no option: flags and
/// attribute sections.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_ELFOBJECT_H
#define METAOBJ_OBJECT_ELFOBJECT_H

#include "Object/EditableObject.h"
#include "metaobj/Model.h"

namespace metaobj {

/// Does x86-64 use \p Name for data that is far from code (`.lrodata`)?
bool isLargeX86Section(llvm::StringRef Name);

class ElfObject : public EditableObject {
public:
  /// Takes ownership of \p Bytes. An object unlike LLVM's output is an error.
  static llvm::Expected<std::unique_ptr<ElfObject>>
  read(llvm::SmallVector<char, 0> Bytes);

  virtual void setFlags(uint32_t Flags) = 0;

  /// Replaces the section of the same name and type, or adds one.
  virtual void setAttributes(const AttributeSection &New) = 0;

  /// Removes the empty section `.note.GNU-stack`: its header becomes inactive
  /// (SHT_NULL), so that no section changes its number.
  virtual void dropStackNote() = 0;
};

} // namespace metaobj

#endif // METAOBJ_OBJECT_ELFOBJECT_H
