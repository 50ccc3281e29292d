//===- ExecuTorchData.cpp - Reader of data files of ExecuTorch ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A data file (.ptd) holds tensors and other bytes outside of programs, one in
/// each segment (ExecuTorchFile.h). Fields of tables, by their numbers:
///
/// \code
///   FlatTensor: 0 version: u32; 1 segments: [DataSegment];
///               2 named_data: [NamedData]
///   NamedData:  0 name: string; 1 segment: u32; 2 layout: TensorLayout
/// \endcode
///
/// What has no layout is bytes. Several names may share a segment.
///
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "Model/DType.h"
#include "Read/Params/ExecuTorchFile.h"
#include "Read/Params/ParamsFormats.h"

using namespace llvm;
using namespace metaobj;

static constexpr LayoutFields TensorLayoutFields = {0, 1, 2};

/// The elements of \p P are all of its segment.
static Error setTensor(ExecuTorchFile &File, Param &P, const FlatTable &Table,
                       uint64_t Segment) {
  std::string Subject = "parameter " + quoted(P.Name);
  Expected<TensorLayout> Layout =
      File.readLayout(Table, TensorLayoutFields, Subject);
  if (!Layout)
    return Layout.takeError();
  if (Error E = File.setBytes(P, Segment))
    return E;
  uint64_t SegmentSize = P.Data.size();
  P.Shape.clear();
  Expected<uint64_t> Size = File.setLayout(P, *Layout);
  if (!Size)
    return Size.takeError();
  if (*Size != SegmentSize)
    return inputError(File.path(),
                      Subject + " has " + plural(SegmentSize, "byte") +
                          " of data, but " + tensorName(P.DType, P.Shape) +
                          " takes " + Twine(*Size));
  P.Data.setElement(byteOrderUnit(P.DType), Endianness::little);
  return Error::success();
}

Expected<std::vector<Param>>
metaobj::readExecuTorchData(std::shared_ptr<const ByteSource> Source,
                            const ParamsContext &Context) {
  TensorNames Names(*Source, Context.Reading);
  SharedText Owner = Source->path();
  Expected<ExecuTorchFile> File = ExecuTorchFile::openData(std::move(Source));
  if (!File)
    return File.takeError();
  FlatBuffer &Tables = File->tables();
  Expected<FlatTable> Root = Tables.root();
  if (!Root)
    return Root.takeError();
  Expected<uint64_t> Version = Tables.number(*Root, 0, 4, "the version");
  if (!Version)
    return Version.takeError();
  if (*Version != 0)
    return inputError(File->path(), "has version " + Twine(*Version) +
                                        " of the format; 0 is read");
  FlatVector Segments, Named;
  if (Error E = Tables.vector(*Root, 1, 4, "the segments").moveInto(Segments))
    return E;
  if (Error E = Tables.vector(*Root, 2, 4, "the named data").moveInto(Named))
    return E;
  File->setSegments(Segments);
  std::vector<Param> Params;
  for (uint64_t I = 0; I != Named.Count; ++I) {
    Param P;
    Expected<uint64_t> Segment = File->readNamed(Named, I, P.Name);
    if (!Segment)
      return Segment.takeError();
    // Nothing tells two of one name apart.
    Expected<bool> IsWanted = Names.take(P.Name, std::to_string(I), Twine(I));
    if (!IsWanted)
      return IsWanted.takeError();
    if (!*IsWanted)
      continue;
    Expected<FlatTable> Entry = Tables.table(Named, I, "named data");
    if (!Entry)
      return Entry.takeError();
    Expected<std::optional<FlatTable>> Layout =
        Tables.table(*Entry, 2, "the layout of parameter " + quoted(P.Name));
    if (!Layout)
      return Layout.takeError();
    if (Error E = *Layout ? setTensor(*File, P, **Layout, *Segment)
                          : File->setBytes(P, *Segment))
      return E;
    P.Owner = Owner;
    Params.push_back(std::move(P));
  }
  Names.reportRenamed(Context.Diagnostics);
  File->reportLayouts(Context.Diagnostics);
  return Params;
}
