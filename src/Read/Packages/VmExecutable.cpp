//===- VmExecutable.cpp - Relax executables -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything is little endian, whatever the target, and nothing is aligned. A
/// text is its size (u64) and its bytes. Of an executable:
///
/// \code
///   u64 VmMagic; text version;
///   u64 count; count times {
///     i32 kind; text name; i64 start, end, num_args, register_file_size;
///     u64 count; count texts;                      // names of parameters
///   }
///   u64 count; count times { i64 constant; text scope; }
///   u64 count; count times { i32 type; value; }    // constants
///   u64 count; count times i64;                    // offsets of instructions
///   u64 count; count times i64;                    // instructions
/// \endcode
///
/// Of the modules around a library, where `imports` are in rows as of a sparse
/// matrix:
///
/// \code
///   u64 size of what follows;
///   u64 count; count times u64;  // where the imports of each module start
///   u64 count; count times u64;  // imports
///   for each module { text kind; payload (as a text), unless it is "_lib" }
/// \endcode
///
/// Source: `src/runtime/vm/executable.cc` and `src/target/codegen.cc` of Apache
/// TVM v0.22 to v0.27.
///
//===----------------------------------------------------------------------===//

#include "Read/Packages/VmExecutable.h"

#include "Base/ByteCursor.h"
#include "Base/NameLimits.h"
#include "Base/Wording.h"
#include "Read/Params/TvmTensor.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::support;
using namespace metaobj;

static constexpr uint64_t VmMagic = 0xD225DE2F4214151E;

/// Types of tvm-ffi that constants have.
enum ConstantType {
  IntConstant = 1,
  FloatConstant = 3,
  DTypeConstant = 5,
  TextConstant = 65,
  ShapeConstant = 69,
  TensorConstant = 70,
};

/// Bytes of the smallest function: its kind, five numbers, a name and a list
/// without anything in them.
static constexpr uint64_t LeastFunction = 4 + 4 * 8 + 2 * 8;

/// A window of the cursor.
static constexpr uint64_t NumbersAtOnce = 512;

/// Texts of messages may be of any size; names of types and memories are short.
static constexpr uint64_t LongestText = 256;

namespace {

/// Numbers and texts of these formats, one after the other.
class VmReader {
public:
  explicit VmReader(std::shared_ptr<const ByteSource> Source)
      : Cursor(std::move(Source)) {}

  Expected<VmExecutable> readExecutable();
  Expected<std::vector<FfiModuleRange>> readModules();

private:
  Expected<uint64_t> number(const Twine &Subject);
  Expected<uint64_t> count(const Twine &Subject, uint64_t LeastSize);
  Expected<std::string> name(const Twine &Subject);
  Error skip(uint64_t Size, const Twine &Subject);
  Error skipText(const Twine &Subject);
  Error readText(VmValue &Result, const Twine &Subject);
  Error readNumbers(std::vector<int64_t> &Result, const Twine &Subject);
  Error skipNumbers(const Twine &Subject);
  Error readFunction(VmFunction &Result, uint64_t Index);
  Error readFunctions(VmExecutable &Result);
  Error skipScopes();
  Error readConstant(VmExecutable &Result, uint64_t Index);
  Error readConstants(VmExecutable &Result);

  ByteCursor Cursor;
};

} // namespace

Expected<uint64_t> VmReader::number(const Twine &Subject) {
  Expected<const uint8_t *> Bytes = Cursor.take(8, Subject, LongestName);
  if (!Bytes)
    return Bytes.takeError();
  return endian::read64le(*Bytes);
}

/// The number of things that take at least \p LeastSize bytes each.
Expected<uint64_t> VmReader::count(const Twine &Subject, uint64_t LeastSize) {
  uint64_t Offset = Cursor.position();
  Expected<uint64_t> Count = number("the number of " + Subject);
  if (Count && *Count > Cursor.left() / LeastSize)
    return Cursor.fail(Offset, "the number of " + Subject + " is " +
                                   Twine(*Count) + ", but there is room for " +
                                   Twine(Cursor.left() / LeastSize));
  return Count;
}

Expected<std::string> VmReader::name(const Twine &Subject) {
  uint64_t Offset = Cursor.position();
  Expected<uint64_t> Size = number("the length of " + Subject);
  if (!Size)
    return Size.takeError();
  if (*Size > LongestName)
    return Cursor.fail(Offset, Subject + " has " + Twine(*Size) +
                                   " bytes; at most " + Twine(LongestName) +
                                   " are read");
  Expected<const uint8_t *> Bytes = Cursor.take(*Size, Subject, LongestName);
  if (!Bytes)
    return Bytes.takeError();
  return std::string(reinterpret_cast<const char *>(*Bytes), *Size);
}

Error VmReader::skip(uint64_t Size, const Twine &Subject) {
  if (Size > Cursor.left())
    return Cursor.fail(Cursor.position(),
                       Subject + " has " + Twine(Size) + " bytes, but " +
                           Twine(Cursor.left()) + " are left");
  Cursor.skip(Size);
  return Error::success();
}

Error VmReader::skipText(const Twine &Subject) {
  Expected<uint64_t> Size = number("the length of " + Subject);
  return Size ? skip(*Size, Subject) : Size.takeError();
}

Error VmReader::readText(VmValue &Result, const Twine &Subject) {
  Expected<uint64_t> Size = number("the length of " + Subject);
  if (!Size)
    return Size.takeError();
  if (*Size > LongestText)
    return skip(*Size, Subject);
  Expected<const uint8_t *> Bytes = Cursor.take(*Size, Subject, LongestName);
  if (!Bytes)
    return Bytes.takeError();
  Result = std::string(reinterpret_cast<const char *>(*Bytes), *Size);
  return Error::success();
}

Error VmReader::skipNumbers(const Twine &Subject) {
  Expected<uint64_t> Count = count(Subject, 8);
  return Count ? skip(8 * *Count, Subject) : Count.takeError();
}

/// Compressed sources only claim their size, so that memory grows with what is
/// read.
Error VmReader::readNumbers(std::vector<int64_t> &Result,
                            const Twine &Subject) {
  Expected<uint64_t> Count = count(Subject, 8);
  if (!Count)
    return Count.takeError();
  Result.reserve(std::min(*Count, MostReserved));
  while (Result.size() != *Count) {
    uint64_t Piece = std::min(*Count - Result.size(), NumbersAtOnce);
    Expected<const uint8_t *> Bytes = Cursor.take(8 * Piece, Subject);
    if (!Bytes)
      return Bytes.takeError();
    for (uint64_t I = 0; I != Piece; ++I)
      Result.push_back(static_cast<int64_t>(endian::read64le(*Bytes + 8 * I)));
  }
  return Error::success();
}

Error VmReader::readFunction(VmFunction &Result, uint64_t Index) {
  std::string Subject = "function " + utostr(Index);
  uint64_t Offset = Cursor.position();
  Expected<const uint8_t *> Kind =
      Cursor.take(4, "the kind of " + Subject, LongestName);
  if (!Kind)
    return Kind.takeError();
  uint32_t Number = endian::read32le(*Kind);
  if (Number > VmFunction::Compiled)
    return Cursor.fail(Offset, Subject + " has kind " + Twine(Number) +
                                   "; 0 to 2 are known");
  Result.Kind = static_cast<VmFunction::KindType>(Number);
  if (Error E = name("the name of " + Subject).moveInto(Result.Name))
    return E;
  // Start, end, number of arguments, size of the register file.
  Expected<const uint8_t *> Head =
      Cursor.take(uint64_t(4) * 8, "the head of " + Subject, LongestName);
  if (!Head)
    return Head.takeError();
  Result.Start = static_cast<int64_t>(endian::read64le(*Head));
  Result.End = static_cast<int64_t>(endian::read64le(*Head + 8));
  Expected<uint64_t> Count = count("parameters of " + Subject, 8);
  if (!Count)
    return Count.takeError();
  for (uint64_t I = 0; I != *Count; ++I) {
    Expected<std::string> Name =
        name("the name of parameter " + Twine(I) + " of " + Subject);
    if (!Name)
      return Name.takeError();
    Result.Params.push_back(std::move(*Name));
  }
  return Error::success();
}

Error VmReader::readFunctions(VmExecutable &Result) {
  Expected<uint64_t> Count = count("functions", LeastFunction);
  if (!Count)
    return Count.takeError();
  for (uint64_t I = 0; I != *Count; ++I)
    if (Error E = readFunction(Result.Functions.emplace_back(), I))
      return E;
  return Error::success();
}

/// Where constants lie on devices.
Error VmReader::skipScopes() {
  Expected<uint64_t> Count = count("memory scopes", 8 + 8);
  if (!Count)
    return Count.takeError();
  for (uint64_t I = 0; I != *Count; ++I) {
    std::string Subject = "memory scope " + utostr(I);
    if (Error E = skip(8, Subject))
      return E;
    if (Error E = skipText(Subject))
      return E;
  }
  return Error::success();
}

Error VmReader::readConstant(VmExecutable &Result, uint64_t Index) {
  std::string Subject = "constant " + utostr(Index);
  uint64_t Offset = Cursor.position();
  Expected<const uint8_t *> Bytes =
      Cursor.take(4, "the type of " + Subject, LongestName);
  if (!Bytes)
    return Bytes.takeError();
  uint32_t Type = endian::read32le(*Bytes);
  VmValue &Value = Result.Constants.emplace_back();
  switch (Type) {
  case IntConstant:
  case FloatConstant:
    return skip(8, Subject);
  case DTypeConstant: {
    Bytes = Cursor.take(4, Subject, LongestName);
    if (!Bytes)
      return Bytes.takeError();
    Value = DLDataType{(*Bytes)[0], (*Bytes)[1], endian::read16le(*Bytes + 2)};
    return Error::success();
  }
  case TextConstant:
    return readText(Value, Subject);
  case ShapeConstant:
    return readNumbers(Value.emplace<std::vector<int64_t>>(),
                       "extents of " + Subject);
  case TensorConstant: {
    Expected<TvmTensor> Tensor = readTvmTensor(Cursor, [&] { return Subject; });
    if (!Tensor)
      return Tensor.takeError();
    Value = VmTensorIndex{Result.Tensors.size()};
    Result.Tensors.push_back({Index, Tensor->DType, std::move(Tensor->Shape),
                              Tensor->Offset, Tensor->Size});
    return Error::success();
  }
  default:
    return Cursor.fail(Offset, Subject + " has type " + Twine(Type) +
                                   ", which constants of version " +
                                   Result.Version + " do not have");
  }
}

Error VmReader::readConstants(VmExecutable &Result) {
  // The type, and the smallest of all values.
  Expected<uint64_t> Count = count("constants", 4 + 4);
  if (!Count)
    return Count.takeError();
  for (uint64_t I = 0; I != *Count; ++I)
    if (Error E = readConstant(Result, I))
      return E;
  return Error::success();
}

Expected<VmExecutable> VmReader::readExecutable() {
  Expected<uint64_t> Magic = number("the magic of a Relax executable");
  if (!Magic)
    return Magic.takeError();
  if (*Magic != VmMagic)
    return Cursor.fail(0, "starts with 0x" + utohexstr(*Magic) +
                              ", not with the magic of a Relax executable, 0x" +
                              utohexstr(VmMagic));
  VmExecutable Result;
  if (Error E = name("the version").moveInto(Result.Version))
    return E;
  if (!Result.isKnown())
    return Result;
  if (Error E = readFunctions(Result))
    return E;
  if (Error E = skipScopes())
    return E;
  if (Error E = readConstants(Result))
    return E;
  if (Error E = readNumbers(Result.Offsets, "offsets of instructions"))
    return E;
  Result.WordsAt = Cursor.position() + 8;
  if (Error E = readNumbers(Result.Words, "words of instructions"))
    return E;
  if (Cursor.left() != 0)
    return Cursor.fail(Cursor.position(), plural(Cursor.left(), "byte") +
                                              " after the last instruction");
  return Result;
}

Expected<std::vector<FfiModuleRange>> VmReader::readModules() {
  Expected<uint64_t> Size = number("the size of all modules");
  if (!Size)
    return Size.takeError();
  if (*Size > Cursor.left())
    return Cursor.fail(0, "the modules have " + Twine(*Size) + " bytes, but " +
                              Twine(Cursor.left()) + " are left");
  uint64_t End = Cursor.position() + *Size;
  uint64_t Offset = Cursor.position();
  Expected<uint64_t> Starts = count("modules", 8);
  if (!Starts)
    return Starts.takeError();
  if (*Starts == 0)
    return Cursor.fail(Offset, "the number of modules is missing");
  if (Error E = skip(8 * *Starts, "the list of modules"))
    return E;
  if (Error E = skipNumbers("imports"))
    return E;
  std::vector<FfiModuleRange> Result;
  for (uint64_t I = 1; I != *Starts; ++I) {
    std::string Subject = "module " + utostr(I - 1);
    FfiModuleRange &Module = Result.emplace_back();
    if (Error E = name("the kind of " + Subject).moveInto(Module.Kind))
      return E;
    if (Module.Kind == "_lib")
      continue;
    Expected<uint64_t> Bytes = number("the size of " + Subject);
    if (!Bytes)
      return Bytes.takeError();
    Module.Offset = Cursor.position();
    Module.Size = *Bytes;
    if (Error E = skip(*Bytes, Subject))
      return E;
  }
  if (Cursor.position() != End)
    return Cursor.fail(0, "the modules have " + Twine(*Size) +
                              " bytes, but end at byte " +
                              Twine(Cursor.position()));
  return Result;
}

bool metaobj::startsLikeVmExecutable(StringRef Head) {
  return Head.size() >= 8 && endian::read64le(Head.data()) == VmMagic;
}

Expected<VmExecutable>
metaobj::readVmExecutable(std::shared_ptr<const ByteSource> Source) {
  return VmReader(std::move(Source)).readExecutable();
}

Expected<std::vector<FfiModuleRange>>
metaobj::readFfiBinary(std::shared_ptr<const ByteSource> Source) {
  return VmReader(std::move(Source)).readModules();
}
