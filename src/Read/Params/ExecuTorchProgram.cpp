//===- ExecuTorchProgram.cpp - Reader of programs of ExecuTorch -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program (.pte) has tables (ExecuTorchFile.h) in which each value of a
/// method may be a tensor with data. Fields by their numbers:
///
/// \code
///   Program:   1 methods: [Method]; 2 constant_buffer: [Buffer];
///              4 segments: [DataSegment]; 5 constant_segment: Places;
///              6 mutable_data: [Places]; 7 named_data: [NamedData]
///   Method:    2 values: [Value]; 7 delegates: [table]
///   Value:     0 kind: u8 (5: a Tensor); 1 value: table
///   Tensor:    0 type: u8; 1 storage_offset: i32; 2 sizes: [i32];
///              3 dim_order: [u8]; 5 data: u32; 6 allocation: table;
///              9 extra: Extra
///   Extra:     0 mutable_data: u64; 1 name: string; 2 location: u8
///   Buffer:    0 bytes: [u8]
///   Places:    0 segment: u32; 1 offsets: [u64]
///   NamedData: 0 name: string; 1 segment: u32
/// \endcode
///
/// `data` 0 is no data. Otherwise it is the index of a constant: its place in
/// `constant_segment`, or in files from before 2024-09 a Buffer. A tensor that
/// also has an allocation is not constant: its first value is at that index of
/// `mutable_data`. With `location` 1 the data is in another file (.ptd).
///
/// Few constants have a name; the others are named after their index. Named
/// data are bytes for delegates, without type and shape. What delegates run is
/// no parameter.
///
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "Model/DType.h"
#include "Read/Params/ExecuTorchFile.h"
#include "Read/Params/ParamsFormats.h"

using namespace llvm;
using namespace metaobj;

static constexpr unsigned TensorKind = 5;
static constexpr unsigned OtherFile = 1; ///< Extra's location.
static constexpr LayoutFields TensorFields = {0, 2, 3};

namespace {

class ProgramReader {
public:
  ProgramReader(ExecuTorchFile File, const ParamsContext &Context)
      : File(std::move(File)), Context(Context),
        Names(*this->File.tables().source(), Context.Reading),
        Owner(this->File.path()) {}

  Expected<std::vector<Param>> read();

private:
  FlatBuffer &tables() { return File.tables(); }

  Error readMethod(const FlatTable &Method, uint64_t Index);
  Error readTensor(const FlatTable &Tensor, const Twine &Place);
  Error readNamedData(const FlatTable &Program);
  Expected<DataRange> placed(const FlatTable &Places, uint64_t Index,
                             const Twine &Subject);
  Expected<DataRange> constant(uint64_t Index, const Twine &Subject);
  Expected<DataRange> firstValue(uint64_t List, uint64_t Index,
                                 const Twine &Subject);

  ExecuTorchFile File;
  const ParamsContext &Context;
  TensorNames Names;
  SharedText Owner;
  FlatVector ConstantBuffers, MutableData;
  std::optional<FlatTable> ConstantSegment;
  uint64_t Delegates = 0;
  std::vector<Param> Params;
};

} // namespace

/// From the offset to the end of the segment; the tensor tells its size.
Expected<DataRange> ProgramReader::placed(const FlatTable &Places,
                                          uint64_t Index,
                                          const Twine &Subject) {
  FlatVector Offsets;
  if (Error E = tables()
                    .vector(Places, 1, 8, "the offsets of a segment")
                    .moveInto(Offsets))
    return E;
  if (Index >= Offsets.Count)
    return inputError(File.path(), Subject + " has data " + Twine(Index) +
                                       " of " + Twine(Offsets.Count));
  Expected<uint64_t> Segment =
      tables().number(Places, 0, 4, "the segment of " + Subject);
  if (!Segment)
    return Segment.takeError();
  Expected<DataRange> Data = File.segment(*Segment, Subject);
  if (!Data)
    return Data.takeError();
  Expected<uint64_t> Offset = tables().number(Offsets, Index, 8);
  if (!Offset)
    return Offset.takeError();
  if (*Offset > Data->Size)
    return inputError(File.path(), Subject + " is at byte " + Twine(*Offset) +
                                       " of segment " + Twine(*Segment) +
                                       ", which has " + Twine(Data->Size));
  return DataRange{Data->Offset + *Offset, Data->Size - *Offset};
}

Expected<DataRange> ProgramReader::constant(uint64_t Index,
                                            const Twine &Subject) {
  if (ConstantBuffers.Count == 0 && ConstantSegment)
    return placed(*ConstantSegment, Index, Subject);
  if (Index >= ConstantBuffers.Count)
    return inputError(File.path(), Subject + " has data " + Twine(Index) +
                                       " of " + Twine(ConstantBuffers.Count));
  std::string Name = "constant buffer " + std::to_string(Index);
  Expected<FlatTable> Buffer = tables().table(ConstantBuffers, Index, Name);
  if (!Buffer)
    return Buffer.takeError();
  Expected<FlatVector> Bytes = tables().vector(*Buffer, 0, 1, Name);
  if (!Bytes)
    return Bytes.takeError();
  return DataRange{Bytes->Begin, Bytes->Count};
}

Expected<DataRange> ProgramReader::firstValue(uint64_t List, uint64_t Index,
                                              const Twine &Subject) {
  if (List >= MutableData.Count)
    return inputError(File.path(), Subject + " has its first value in list " +
                                       Twine(List) + " of " +
                                       Twine(MutableData.Count));
  Expected<FlatTable> Places =
      tables().table(MutableData, List, "a list of first values");
  if (!Places)
    return Places.takeError();
  return placed(*Places, Index, Subject);
}

Error ProgramReader::readTensor(const FlatTable &Tensor, const Twine &Place) {
  std::string Subject = ("tensor " + Place).str();
  Expected<uint64_t> Index =
      tables().number(Tensor, 5, 4, "the data of " + Subject);
  if (!Index || *Index == 0)
    return Index.takeError();
  std::optional<FlatTable> Allocation, Extra;
  if (Error E = tables()
                    .table(Tensor, 6, "the allocation of " + Subject)
                    .moveInto(Allocation))
    return E;
  if (Error E = tables()
                    .table(Tensor, 9, "the extra fields of " + Subject)
                    .moveInto(Extra))
    return E;
  Param P;
  uint64_t List = 0, Location = 0;
  if (Extra) {
    if (Error E = tables()
                      .number(*Extra, 0, 8, "the first values of " + Subject)
                      .moveInto(List))
      return E;
    if (Error E = tables()
                      .string(*Extra, 1, "the name of " + Subject)
                      .moveInto(P.Name))
      return E;
    if (Error E = tables()
                      .number(*Extra, 2, 1, "the location of " + Subject)
                      .moveInto(Location))
      return E;
  }
  if (Location == OtherFile)
    return Error::success();
  Expected<TensorLayout> Layout =
      File.readLayout(Tensor, TensorFields, Subject);
  if (!Layout)
    return Layout.takeError();
  std::string Number = std::to_string(*Index);
  std::string Key = Allocation ? std::to_string(List) + "." + Number : Number;
  if (P.Name.empty())
    P.Name = (Allocation ? "mutable_" : "constant_") + Number;
  Expected<bool> IsWanted = Names.take(P.Name, Key + Layout->key(), Place);
  if (!IsWanted || !*IsWanted)
    return IsWanted.takeError();
  Subject = "parameter " + quoted(P.Name);
  Expected<uint64_t> Shift =
      tables().number(Tensor, 1, 4, "the storage offset of " + Subject);
  if (!Shift)
    return Shift.takeError();
  if (*Shift != 0)
    return inputError(File.path(), Subject + " has storage offset " +
                                       Twine(int32_t(*Shift)) +
                                       "; 0 is read, as in the runtime");
  Expected<DataRange> Data = Allocation ? firstValue(List, *Index, Subject)
                                        : constant(*Index, Subject);
  if (!Data)
    return Data.takeError();
  Expected<uint64_t> Size = File.setLayout(P, *Layout);
  if (!Size)
    return Size.takeError();
  if (*Size > Data->Size)
    return inputError(File.path(), Subject + " has " +
                                       plural(Data->Size, "byte") +
                                       " of data at most, but " +
                                       tensorName(P.DType, P.Shape) +
                                       " takes " + Twine(*Size));
  P.Owner = Owner;
  P.Data = Payload::range(tables().source(), Data->Offset, *Size);
  P.Data.setElement(byteOrderUnit(P.DType), Endianness::little);
  Params.push_back(std::move(P));
  return Error::success();
}

Error ProgramReader::readMethod(const FlatTable &Method, uint64_t Index) {
  std::string Name = "method " + std::to_string(Index);
  FlatVector Values, MethodDelegates;
  if (Error E = tables()
                    .vector(Method, 2, 4, "the values of " + Name)
                    .moveInto(Values))
    return E;
  if (Error E = tables()
                    .vector(Method, 7, 4, "the delegates of " + Name)
                    .moveInto(MethodDelegates))
    return E;
  Delegates += MethodDelegates.Count;
  for (uint64_t I = 0; I != Values.Count; ++I) {
    std::string Place = std::to_string(Index) + "." + std::to_string(I);
    if (Error E = Names.charge(0))
      return E;
    Expected<FlatTable> Value = tables().table(Values, I, "value " + Place);
    if (!Value)
      return Value.takeError();
    Expected<uint64_t> Kind =
        tables().number(*Value, 0, 1, "the kind of value " + Place);
    if (!Kind)
      return Kind.takeError();
    if (*Kind != TensorKind)
      continue;
    Expected<std::optional<FlatTable>> Tensor =
        tables().table(*Value, 1, "tensor " + Place);
    if (!Tensor)
      return Tensor.takeError();
    if (!*Tensor)
      return tables().fail(Value->Position,
                           "value " + Place + " is a tensor without a table");
    if (Error E = readTensor(**Tensor, Place))
      return E;
  }
  return Error::success();
}

Error ProgramReader::readNamedData(const FlatTable &Program) {
  FlatVector Named;
  if (Error E =
          tables().vector(Program, 7, 4, "the named data").moveInto(Named))
    return E;
  for (uint64_t I = 0; I != Named.Count; ++I) {
    Param P;
    Expected<uint64_t> Segment = File.readNamed(Named, I, P.Name);
    if (!Segment)
      return Segment.takeError();
    Expected<bool> IsWanted =
        Names.take(P.Name, "s" + std::to_string(*Segment), "named." + Twine(I));
    if (!IsWanted)
      return IsWanted.takeError();
    if (!*IsWanted)
      continue;
    if (Error E = File.setBytes(P, *Segment))
      return E;
    P.Owner = Owner;
    Params.push_back(std::move(P));
  }
  return Error::success();
}

Expected<std::vector<Param>> ProgramReader::read() {
  Expected<FlatTable> Program = tables().root();
  if (!Program)
    return Program.takeError();
  FlatVector Segments, Methods;
  for (auto [Result, Field, Subject] :
       {std::tuple(&Methods, 1, "the methods"),
        {&ConstantBuffers, 2, "the constant buffers"},
        {&Segments, 4, "the segments"},
        {&MutableData, 6, "the first values"}})
    if (Error E = tables()
                      .vector(*Program, unsigned(Field), 4, Subject)
                      .moveInto(*Result))
      return E;
  File.setSegments(Segments);
  if (Error E = tables()
                    .table(*Program, 5, "the constant segment")
                    .moveInto(ConstantSegment))
    return E;
  for (uint64_t I = 0; I != Methods.Count; ++I) {
    Expected<FlatTable> Method = tables().table(Methods, I, "a method");
    if (!Method)
      return Method.takeError();
    if (Error E = readMethod(*Method, I))
      return E;
  }
  if (Error E = readNamedData(*Program))
    return E;
  Names.reportRenamed(Context.Diagnostics);
  File.reportLayouts(Context.Diagnostics);
  if (Delegates != 0)
    report(Context.Diagnostics, Diagnostic::Note, File.path(),
           "operators of " + plural(Delegates, "delegate") + " left out");
  return std::move(Params);
}

Expected<std::vector<Param>>
metaobj::readExecuTorchProgram(std::shared_ptr<const ByteSource> Source,
                               const ParamsContext &Context) {
  Expected<ExecuTorchFile> File =
      ExecuTorchFile::openProgram(std::move(Source));
  if (!File)
    return File.takeError();
  return ProgramReader(std::move(*File), Context).read();
}
