//===- Payload.cpp - Where a parameter's bytes are ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Payload.h"

#include "metaobj/Diagnostic.h"

#include <cassert>
#include <cstring>

using namespace llvm;
using namespace metaobj;

ByteSource::~ByteSource() = default;

SourceSlice::SourceSlice(std::shared_ptr<const ByteSource> Whole,
                         uint64_t Begin, uint64_t Size, std::string Path)
    : ByteSource(Slice, std::move(Path), Size), Whole(std::move(Whole)),
      Begin(Begin) {
  assert(Begin <= this->Whole->size() && Size <= this->Whole->size() - Begin &&
         "slice outside the whole");
}

Error SourceSlice::read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const {
  if (Offset > size() || Out.size() > size() - Offset)
    return inputError(path(), "ends at byte " + Twine(size()) + "; bytes " +
                                  Twine(Offset) + " to " +
                                  Twine(Offset + Out.size()) + " are wanted");
  return Whole->read(Begin + Offset, Out);
}

Payload Payload::fileRange(std::shared_ptr<const InputFile> File,
                           uint64_t Offset, uint64_t Size) {
  assert(File && Offset <= File->size() && Size <= File->size() - Offset &&
         "range outside the file");
  Payload Result;
  Result.Source = FileRange{std::move(File), Offset};
  Result.Size = Size;
  return Result;
}

Payload Payload::range(std::shared_ptr<const ByteSource> Source,
                       uint64_t Offset, uint64_t Size) {
  if (Source->kind() == ByteSource::Slice) {
    const auto &Part = static_cast<const SourceSlice &>(*Source);
    return range(Part.whole(), Part.begin() + Offset, Size);
  }
  if (Source->kind() == ByteSource::File)
    return fileRange(std::static_pointer_cast<const InputFile>(Source), Offset,
                     Size);
  assert(Offset <= Source->size() && Size <= Source->size() - Offset &&
         "range outside the stream");
  Payload Result;
  Result.Source = StreamRange{std::move(Source), Offset};
  Result.Size = Size;
  return Result;
}

Payload Payload::memory(ArrayRef<uint8_t> Bytes,
                        std::shared_ptr<const void> Owner) {
  Payload Result;
  Result.Source = Memory{Bytes.data(), std::move(Owner)};
  Result.Size = Bytes.size();
  return Result;
}

Payload Payload::fill(uint8_t Value, uint64_t Size) {
  Payload Result;
  Result.Source = Fill{Value};
  Result.Size = Size;
  return Result;
}

Payload Payload::slice(uint64_t Offset, uint64_t Count) const {
  assert(Offset <= Size && Count <= Size - Offset && "slice outside the data");
  Payload Result = *this;
  Result.Size = Count;
  Result.ElementSize = 1;
  if (auto *Range = std::get_if<FileRange>(&Result.Source))
    Range->Offset += Offset;
  else if (auto *Stream = std::get_if<StreamRange>(&Result.Source))
    Stream->Offset += Offset;
  else if (auto *Bytes = std::get_if<Memory>(&Result.Source))
    Bytes->Data += Offset;
  return Result;
}

std::optional<Payload::FilePlace> Payload::filePlace() const {
  const auto *File = std::get_if<FileRange>(&Source);
  if (!File)
    return std::nullopt;
  return FilePlace{File->File.get(), File->Offset};
}

Error Payload::read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const {
  if (Out.empty())
    return Error::success();
  const auto *Range = std::get_if<FileRange>(&Source);
  const auto *Stream = std::get_if<StreamRange>(&Source);
  if (Offset > Size || Out.size() > Size - Offset)
    return inputError(Range    ? StringRef(Range->File->path())
                      : Stream ? StringRef(Stream->Stream->path())
                               : "payload",
                      Twine(Out.size()) + " bytes from byte " + Twine(Offset) +
                          " are asked for, but the data has " + Twine(Size));
  if (Range)
    return Range->File->read(Range->Offset + Offset, Out);
  if (Stream)
    return Stream->Stream->read(Stream->Offset + Offset, Out);
  if (const auto *Bytes = std::get_if<Memory>(&Source))
    std::memcpy(Out.data(), Bytes->Data + Offset, Out.size());
  else
    std::memset(Out.data(), std::get<Fill>(Source).Value, Out.size());
  return Error::success();
}
