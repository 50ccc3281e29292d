//===- TestObject.h - Objects to inspect, made in process ----- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Objects are made by LLVM from IR text that says what the C declarations mean
/// and nothing of how metaobj emits them.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_INSPECT_TESTOBJECT_H
#define METAOBJ_TESTS_INSPECT_TESTOBJECT_H

#include "metaobj/Inspect.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <ostream>
#include <string>

namespace metaobj::test {

struct TestTarget {
  const char *Name; ///< For the test's name.
  const char *Triple;
  const char *Cpu;
  bool IsPic;
  bool IsLittleEndian;
  const char *Format;
};

inline std::ostream &operator<<(std::ostream &OS, const TestTarget &Target) {
  return OS << Target.Name;
}

inline constexpr TestTarget X86_64 = {"X86_64",
                                      "x86_64-none-elf",
                                      "",
                                      /*IsPic=*/false,
                                      true,
                                      "ELF64-LE"};
inline constexpr TestTarget Thumb = {"Thumb",
                                     "thumbv7em-none-eabi",
                                     "",
                                     /*IsPic=*/false,
                                     true,
                                     "ELF32-LE"};
inline constexpr TestTarget Mips = {
    "Mips",          "mips-none-elf", "mips32r2",
    /*IsPic=*/false, false,           "ELF32-BE"};

inline constexpr TestTarget CoffX86_64 = {"CoffX86_64",
                                          "x86_64-pc-windows-msvc",
                                          "",
                                          /*IsPic=*/true,
                                          true,
                                          "COFF-x86-64"};
inline constexpr TestTarget CoffI386 = {"CoffI386",
                                        "i686-pc-windows-msvc",
                                        "",
                                        /*IsPic=*/false,
                                        true,
                                        "COFF-i386"};
inline constexpr TestTarget CoffArm64 = {"CoffArm64",
                                         "aarch64-pc-windows-msvc",
                                         "",
                                         /*IsPic=*/true,
                                         true,
                                         "COFF-ARM64"};
inline constexpr TestTarget MachOX86_64 = {"MachOX86_64",
                                           "x86_64-apple-macosx10.15.0",
                                           "",
                                           /*IsPic=*/true,
                                           true,
                                           "Mach-O 64-bit x86-64"};
inline constexpr TestTarget MachOArm64 = {"MachOArm64",
                                          "arm64-apple-macosx12.0.0",
                                          "",
                                          /*IsPic=*/true,
                                          true,
                                          "Mach-O arm64"};
inline constexpr TestTarget MachOArm64_32 = {"MachOArm64_32",
                                             "arm64_32-apple-watchos8.0.0",
                                             "",
                                             /*IsPic=*/true,
                                             true,
                                             "Mach-O arm64 (ILP32)"};
inline constexpr TestTarget Wasm32 = {"Wasm32",
                                      "wasm32-unknown-unknown",
                                      "",
                                      /*IsPic=*/false,
                                      true,
                                      "WASM"};
inline constexpr TestTarget Wasm32Pic = {"Wasm32Pic",
                                         "wasm32-unknown-emscripten",
                                         "",
                                         /*IsPic=*/true,
                                         true,
                                         "WASM"};
inline constexpr TestTarget Wasm64 = {"Wasm64",
                                      "wasm64-unknown-unknown",
                                      "",
                                      /*IsPic=*/false,
                                      true,
                                      "WASM"};

/// What compile() makes of the section ".rodata.tvm".
std::string constantSection(const TestTarget &Target);

/// Every machine whose references are found in another way.
llvm::ArrayRef<TestTarget> testTargets();

/// False when this LLVM has no such target.
bool isAvailable(const TestTarget &Target);

/// Bytes of a metaobj_param_t as a C compiler for \p Target lays it out.
uint64_t paramEntrySize(const TestTarget &Target);

/// Compiles IR in which "ptr/*code*/" stands for the type of a pointer to a
/// function. \p File names the buffer.
std::unique_ptr<llvm::MemoryBuffer> compile(const TestTarget &Target,
                                            std::string Ir,
                                            llvm::StringRef File = "test.o");

/// `c"..."` with its type.
std::string irBytes(llvm::StringRef Bytes);

/// The names blob in the target's byte order; \p CountBytes 1 or 2.
std::string namesBlob(const TestTarget &Target, unsigned CountBytes,
                      llvm::ArrayRef<llvm::StringRef> Names);

/// A registry: \p Blob, a table of \p Symbols ("null", "@name", or any constant
/// expression), and the function \p Entry. Symbols that start with '@' and
/// \p Declare are declared as functions.
std::string registryIr(llvm::StringRef Blob,
                       llvm::ArrayRef<llvm::StringRef> Symbols,
                       llvm::StringRef Entry = "TVMSystemLibEntryPoint",
                       bool Declare = true);

/// Inspects and expects one entry without an error.
Inspection inspectOne(llvm::MemoryBufferRef Buffer);

/// Inspects and expects an error; its text.
std::string inspectFailure(llvm::MemoryBufferRef Buffer);

} // namespace metaobj::test

#endif // METAOBJ_TESTS_INSPECT_TESTOBJECT_H
