//===- metaobj/Setting.h - Settings that messages name ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A message names a setting by its identifier: "choose another " +
/// setting::Prefix (see Message.h). Each identifier is declared behind the
/// structure that has its field.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SETTING_H
#define METAOBJ_SETTING_H

#include "llvm/ADT/StringRef.h"

namespace metaobj {

class Message;

/// A field of a configuration.
class Setting {
public:
  /// \param Name the field with its structure: "EmitConfig::Prefix".
  constexpr explicit Setting(llvm::StringLiteral Name) : Field(Name) {}

  constexpr llvm::StringRef field() const { return Field; }

  friend bool operator==(Setting Left, Setting Right) {
    return Left.field() == Right.field();
  }

  /// See Message.
  friend Message operator+(Message Left, const Message &Right);

private:
  llvm::StringLiteral Field;
};

/// Messages of rooms below the structure name these.
namespace setting {
inline constexpr Setting Graph("InputConfig::GraphFile");
inline constexpr Setting OperatorCalls("InputConfig::OperatorCalls");
inline constexpr Setting Devices("InputConfig::Devices");
inline constexpr Setting Exclude("InputConfig::Exclude");

inline constexpr Setting Abi("EmitConfig::Abi");
inline constexpr Setting EntryPoint("EmitConfig::EntryPoint");
inline constexpr Setting Prefix("EmitConfig::Prefix");
inline constexpr Setting Record("RegistryConfig::Record");
inline constexpr Setting SigningKey("RecordConfig::SigningKey");
inline constexpr Setting Compression("CompressionConfig::Level");
inline constexpr Setting Executor("EmitConfig::Executor");

inline constexpr Setting Kind("Job::Kind");
inline constexpr Setting Presets("Job::Presets");
inline constexpr Setting Header("Job::Header");
inline constexpr Setting Rust("Job::Rust");
inline constexpr Setting TargetFile("TargetChoice::File");
} // namespace setting

} // namespace metaobj

#endif // METAOBJ_SETTING_H
