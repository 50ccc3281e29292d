//===- ParamsImage.cpp - Parameters in an image of their own --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables are those of an object. No linker follows, so they get addresses
// here. The record makes the image one that all readers of raw images know.
//
//===----------------------------------------------------------------------===//

#include "Emit/Code/ParamsImage.h"

#include "Abi/ModelTables.h"
#include "Abi/TableLayout.h"
#include "Base/Wording.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Layout/ParamLayout.h"
#include "metaobj-c/metaobj_params_image.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Input.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Writes one image. Places are bytes from its start.
class ImageWriter {
public:
  ImageWriter(std::shared_ptr<const Emission::Common> Common,
              const TargetMachine &Machine);

  Error layOut();
  Expected<Emission> finish();

  uint64_t addressOf(const Address &To) const;
  uint64_t sizeOf(const Record &Type);
  TableLayout layoutOf(const Field &Element) {
    return {Element, Context, Target};
  }
  void put(uint64_t Offset, uint64_t Value, unsigned Size);
  unsigned pointerSize() const { return Target.getPointerSize(); }

private:
  void placeTables();
  void placeParams();
  Error checkPlace() const;
  void write(const Table &TheTable);
  void writeHeader();
  Error writeChecksum();
  Error fault(const Message &Reason, const Message &Hint) const {
    return inputError("model " + quoted(Common->model().Name), Reason, Hint);
  }

  std::shared_ptr<const Emission::Common> Common;
  LLVMContext Context;
  DataLayout Target;
  Endianness Order;
  ModelTables Tables;
  std::vector<const Table *> InOrder;
  DenseMap<const Table *, uint64_t> TablePlaces;
  uint64_t TablesEnd = sizeof(metaobj_params_image_t);
  std::vector<uint64_t> SectionPlaces;
  uint64_t Alignment = alignof(uint64_t);
  uint64_t Size = 0;
  std::shared_ptr<Emission::Output> Result;
};

/// Writes the values of one table.
class ImageTableWriter final : public TableSink {
public:
  ImageTableWriter(ImageWriter &Image, const Table &TheTable, uint64_t Start)
      : Image(Image), Layout(Image.layoutOf(TheTable.Element)), Start(Start),
        Position(Start) {}

  void row(uint64_t Row) override {
    Position = Start + Row * Layout.Size;
    Next = 0;
  }
  void number(uint64_t Value, StringRef /*InC*/) override {
    const TableLayout::Place &Place = Layout.Places[Next++];
    Image.put(Position + Place.Offset, Value, Place.Bytes);
  }
  void sizeOf(const Record &Type) override { number(Image.sizeOf(Type), ""); }
  void pointer(const Address &To) override {
    Image.put(Position + Layout.Places[Next++].Offset, Image.addressOf(To),
              Image.pointerSize());
  }

private:
  ImageWriter &Image;
  TableLayout Layout;
  uint64_t Start;
  uint64_t Position;
  size_t Next = 0;
};

} // namespace

ImageWriter::ImageWriter(std::shared_ptr<const Emission::Common> TheCommon,
                         const TargetMachine &Machine)
    : Common(std::move(TheCommon)), Target(Machine.createDataLayout()),
      Order(byteOrderOf(Machine.getTargetTriple())),
      Tables(Common->model(), runtimeFamily(Common->Config.Abi),
             Common->Config.Abi,
             /*HasNameIndex=*/false, Common->additionalTables()),
      Result(std::make_shared<Emission::Output>(Emission::Output{Common})) {}

uint64_t ImageWriter::addressOf(const Address &To) const {
  uint64_t Base = Common->Config.ParamsImage.Base.value_or(0);
  switch (To.Kind) {
  case Address::Null:
    return 0;
  case Address::Param: {
    const ParamSite &Site = Common->Layout.Sites[To.Index];
    return Base + SectionPlaces[Site.Section] + Site.Offset + To.Offset;
  }
  case Address::InTable:
    return Base + TablePlaces.lookup(To.In) + To.Index * To.In->Element.Bytes;
  case Address::Operator:
  case Address::Universal:
  case Address::Lookup:
  case Address::Own:
  case Address::Pool:
  case Address::FfiContext:
  case Address::FfiBinary:
    break;
  }
  llvm_unreachable("an image has no functions and no memories");
}

uint64_t ImageWriter::sizeOf(const Record &Type) {
  return layoutOf(Field::structure(Type, "")).Size;
}

/// Only tables have bytes in memory.
void ImageWriter::put(uint64_t Offset, uint64_t Value, unsigned Bytes) {
  for (unsigned I = 0; I != Bytes; ++I) {
    unsigned Byte = Order == Endianness::big ? Bytes - 1 - I : I;
    Result->Bytes[Offset + I] = static_cast<char>(Value >> Byte * 8);
  }
}

void ImageWriter::placeTables() {
  for (const TableGroup *Group :
       {&Tables.Registry, &Tables.LinkedParams, &Tables.Params})
    for (const Table &TheTable : *Group) {
      uint64_t Bytes = 0, Least = 1;
      if (TheTable.Form == Table::Text) {
        Bytes = bytesOfText(TheTable, Order).size();
      } else {
        TableLayout Layout = layoutOf(TheTable.Element);
        Bytes = Layout.Size * TheTable.Count;
        Least = Layout.Alignment.value();
      }
      TablesEnd =
          alignTo(TablesEnd, std::max<uint64_t>(Least, TheTable.Alignment));
      TablePlaces[&TheTable] = TablesEnd;
      TablesEnd += Bytes;
      InOrder.push_back(&TheTable);
    }
}

/// Nothing but alignment separates sections here.
void ImageWriter::placeParams() {
  Size = TablesEnd;
  for (const ParamSection &Section : Common->Layout.Sections) {
    Alignment = std::max(Alignment, Section.Alignment);
    Size = SaturatingAdd(alignTo(Size, Section.Alignment), Section.Size);
    SectionPlaces.push_back(Size - Section.Size);
    if (Size > UINT32_MAX)
      return;
  }
}

Error ImageWriter::checkPlace() const {
  if (Size > UINT32_MAX || Alignment > UINT32_MAX)
    return fault("the parameters make an image of more than 4 GiB",
                 "split them with " + setting::PickParams);
  std::optional<uint64_t> Base = Common->Config.ParamsImage.Base;
  if (!Base)
    return Error::success();
  std::string Address = "0x" + utohexstr(*Base, /*LowerCase=*/true);
  if (*Base % Alignment)
    return fault("address " + Address +
                     " is not a multiple of the parameters' alignment, " +
                     Twine(Alignment),
                 "choose another " + setting::ParamsImageBase +
                     ", or a smaller alignment with " + setting::Placement);
  uint64_t Last = maxUIntN(uint64_t(pointerSize()) * 8);
  // The last address of all marks images without an address.
  if (*Base > Last || Size >= Last - *Base)
    return fault(plural(Size, "byte") + " from address " + Address +
                     " on pass the end of memory",
                 "choose another " + setting::ParamsImageBase);
  return Error::success();
}

Error ImageWriter::layOut() {
  placeTables();
  if (TablesEnd <= UINT32_MAX)
    placeParams();
  else
    Size = TablesEnd;
  return checkPlace();
}

void ImageWriter::write(const Table &TheTable) {
  uint64_t Offset = TablePlaces.lookup(&TheTable);
  if (TheTable.Form == Table::Text) {
    std::string Bytes = bytesOfText(TheTable, Order);
    copy(Bytes, Result->Bytes.begin() + static_cast<ptrdiff_t>(Offset));
    return;
  }
  ImageTableWriter Writer(*this, TheTable, Offset);
  TheTable.Write(Writer);
}

void ImageWriter::writeHeader() {
  const ParamsImageConfig &Image = Common->Config.ParamsImage;
  auto Put = [this](size_t Offset, uint64_t Value, size_t Bytes) {
    put(Offset, Value, static_cast<unsigned>(Bytes));
  };
#define PUT(Field, Value)                                                      \
  Put(offsetof(metaobj_params_image_t, Field), Value,                          \
      sizeof(metaobj_params_image_t::Field))
  PUT(magic, METAOBJ_PARAMS_IMAGE_MAGIC);
  PUT(size, Size);
  PUT(base, Image.Base.value_or(METAOBJ_PARAMS_IMAGE_RELATIVE));
  PUT(version, METAOBJ_PARAMS_IMAGE_VERSION);
  PUT(header_size, sizeof(metaobj_params_image_t));
  PUT(pointer_size, pointerSize());
  const Table &Whole = Tables.Params.back();
  const Table &Entries = *std::prev(Tables.Params.end(), 2);
  PUT(entry_size, layoutOf(Entries.Element).Size);
  PUT(alignment, Alignment);
  PUT(generation, Image.Generation);
  PUT(table, TablePlaces.lookup(&Whole));
  if (!Tables.LinkedParams.empty()) {
    const Table &Linked = Tables.LinkedParams.front();
    PUT(linked, TablePlaces.lookup(&Linked));
    PUT(num_linked, Linked.Count);
  }
  // The record lies behind the registry, which has two pointers; the module
  // comes last.
  const Table &Registry = *std::prev(Tables.Registry.end(), 2);
  PUT(record, TablePlaces.lookup(&Registry) + uint64_t(2) * pointerSize());
#undef PUT
  ContentHash Id = paramTableHash(Common->model());
  copy(Id, Result->Bytes.begin() + offsetof(metaobj_params_image_t, id));
}

/// Reads all parameters. It covers everything behind it.
Error ImageWriter::writeChecksum() {
  constexpr uint64_t Begin = offsetof(metaobj_params_image_t, size);
  uint32_t Checksum = 0;
  auto Add = [&](uint64_t Offset, ArrayRef<uint8_t> Bytes) {
    if (Offset < Begin)
      Bytes = Bytes.drop_front(std::min<size_t>(Begin - Offset, Bytes.size()));
    Checksum = crc32(Checksum, Bytes);
    return Error::success();
  };
  if (Error E = Result->Contents.write(Add))
    return E;
  put(offsetof(metaobj_params_image_t, checksum), Checksum, 4);
  return Error::success();
}

Expected<Emission> ImageWriter::finish() {
  Result->Bytes.assign(TablesEnd, '\0');
  for (const Table *TheTable : InOrder)
    write(*TheTable);
  writeHeader();
  Result->Contents = FileContents(Order);
  Result->Contents.append(
      StringRef(Result->Bytes.data(), Result->Bytes.size()));
  const std::vector<Param> &Params = Common->model().Params;
  // Contents refer to the parts.
  Result->Parts.reserve(Common->Layout.Sections.size());
  for (size_t I = 0; I != SectionPlaces.size(); ++I) {
    const ParamSection &Section = Common->Layout.Sections[I];
    std::vector<FileContents::Part> &Parts = Result->Parts.emplace_back();
    for (uint32_t Index : Section.Params)
      Parts.push_back(
          {Common->Layout.Sites[Index].Offset, &Params[Index].Data});
    Result->Contents.padTo(SectionPlaces[I]);
    Result->Contents.append(Parts, Section.Size);
  }
  if (Error E = writeChecksum())
    return E;
  return Emission(std::move(Result));
}

/// \p Config without what only objects have.
static EmitConfig configOfImage(const EmitConfig &Config) {
  EmitConfig Result = Config;
  Result.Abi = RuntimeAbi::TvmCrtU16;
  if (!Result.Registry.Record)
    Result.Registry.Record.emplace();
  Result.Registry.HasIndex = false;
  Result.Registry.Register = std::nullopt;
  Result.Registry.FfiConstructor = false;
  Result.Executor = std::nullopt;
  Result.Prefix.clear();
  Result.Params.SectionSymbols = false;
  Result.Params.OwnSections = false;
  if (Result.Params.Dedup == ParamDedup::Link)
    Result.Params.Dedup = ParamDedup::Model;
  return Result;
}

Expected<Emission> metaobj::emitParamsImage(const Model &TheModel,
                                            const TargetMachine &Machine,
                                            const EmitConfig &Config) {
  unsigned PointerSize = Machine.createDataLayout().getPointerSize();
  if (PointerSize != 4 && PointerSize != 8)
    return inputError("model " + quoted(TheModel.Name),
                      "a params image is for machines with pointers of 32 or "
                      "64 bits, and this one has " +
                          Twine(PointerSize * 8));
  if (Config.Params.areInImage())
    return inputError("model " + quoted(TheModel.Name),
                      "a params image is what the parameters are in",
                      "leave out " + setting::ExternalParams +
                          ", which is for the object of the firmware");
  if (TheModel.hasFfiModules())
    return inputError(
        "model " + quoted(TheModel.Name),
        "a params image has no modules of tvm-ffi",
        "leave them out: they are for the object of the firmware");
  if (Config.DebugInfo)
    return inputError("model " + quoted(TheModel.Name),
                      "a params image has no debug information",
                      "leave out " + setting::DebugInfo);
  Expected<std::shared_ptr<Emission::Common>> Begun =
      beginEmission(TheModel, configOfImage(Config), Machine.getTargetTriple(),
                    EmittedContent::ParamsOnly);
  if (!Begun)
    return Begun.takeError();
  ImageWriter Writer(*Begun, Machine);
  if (Error E = Writer.layOut())
    return E;
  return Writer.finish();
}
