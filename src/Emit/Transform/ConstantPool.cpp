//===- ConstantPool.cpp - Parameters as one -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Transform/ConstantPool.h"

#include "Base/FileContents.h"
#include "Base/ScratchFile.h"
#include "Base/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <tuple>

using namespace llvm;
using namespace metaobj;

/// Bytes that no parameter takes, between two of them. A slip in an offset
/// would fill the disk.
static constexpr uint64_t LargestGap = 1 << 20;

namespace {

class ParamPooler {
public:
  ParamPooler(Model &TheModel, const EmitConfig &Config, Endianness Order)
      : TheModel(TheModel), Config(*Config.Executor), Abi(Config.Abi),
        Diagnostics(Config.Diagnostics), Pool(*this->Config.Constants),
        Name("model " + quoted(TheModel.Name)), Output(Config.Output),
        Order(Order) {}

  Expected<Param> pool();

private:
  /// A parameter in the pool.
  struct Piece {
    uint32_t Param; ///< In the model.
    uint64_t Offset;
  };

  Error fail(const Message &Reason, const Message &Hint = {}) const {
    return inputError(Name, "pool " + quoted(Pool.Name) + ": " + Reason, Hint);
  }
  const Param &paramOf(const Piece &ThePiece) const {
    return TheModel.Params[ThePiece.Param];
  }

  Error choosePieces();
  void placeBehindEachOther();
  Error placeAsGiven();
  Error checkPlace(const Piece &ThePiece) const;
  Error checkPlaces();
  Expected<Payload> write() const;
  void tellInputs();
  void dropParams();

  Model &TheModel;
  const ExecutorConfig &Config;
  RuntimeAbi Abi;
  const DiagnosticConsumer &Diagnostics;
  const ConstantPool &Pool;
  std::string Name;
  StringRef Output;
  Endianness Order;
  bool IsArgument = false; ///< The graph has the pool as an input.
  std::vector<Piece> Pieces;
  uint64_t Alignment = 1;
  uint64_t Size = 0;
};

} // namespace

/// Parameters that the graph uses, or all.
Error ParamPooler::choosePieces() {
  const std::vector<Graph::Input> &Inputs = TheModel.Graph->Inputs;
  StringMap<const Graph::Input *> ByName;
  for (const Graph::Input &Input : Inputs)
    ByName.try_emplace(Input.Name, &Input);
  IsArgument = Config.Calls == ExecutorCalls::Main;
  if (!IsArgument && ByName.count(Pool.Name) != 0)
    return fail("an input of the graph has this name, too");
  Alignment = Config.Alignment;
  for (const auto &[Index, P] : enumerate(TheModel.Params))
    if (IsArgument || ByName.count(P.Name) != 0) {
      Pieces.push_back({uint32_t(Index), 0});
      Alignment = std::max(Alignment, P.Alignment);
    }
  if (Pieces.empty())
    return fail("no parameter of the model is for it",
                "add the file of parameters, or leave out " +
                    setting::ExecutorConstants);
  for (const Param &P : TheModel.Params)
    if (P.Name == Pool.Name)
      return fail("a parameter has this name, too");
  return Error::success();
}

void ParamPooler::placeBehindEachOther() {
  uint64_t End = 0;
  for (Piece &ThePiece : Pieces) {
    const Param &P = paramOf(ThePiece);
    if (P.Data.size() == 0)
      continue;
    ThePiece.Offset = alignTo(End, std::max(Config.Alignment, P.Alignment));
    End = SaturatingAdd(ThePiece.Offset, P.Data.size());
  }
}

Error ParamPooler::placeAsGiven() {
  StringMap<uint64_t> Given;
  for (const auto &[ParamName, Offset] : Pool.Offsets)
    if (!Given.try_emplace(ParamName, Offset).second)
      return fail("parameter " + quoted(ParamName) + " has two offsets");
  std::vector<StringRef> Missing;
  for (Piece &ThePiece : Pieces) {
    auto Found = Given.find(paramOf(ThePiece).Name);
    if (Found == Given.end()) {
      Missing.push_back(paramOf(ThePiece).Name);
      continue;
    }
    // An empty one lies nowhere.
    if (paramOf(ThePiece).Data.size())
      ThePiece.Offset = Found->second;
    Given.erase(Found);
  }
  if (!Missing.empty())
    return fail("no offset for " + quotedList(Missing),
                "name all of them in " + setting::ConstantPoolOffsets +
                    ", or leave those out that are not constants of the pool");
  if (Given.empty())
    return Error::success();
  std::vector<StringRef> Unknown(Given.keys().begin(), Given.keys().end());
  llvm::sort(Unknown);
  return fail("there is no parameter for " + quotedList(Unknown) + ", which " +
                  setting::ConstantPoolOffsets + " places",
              "add the file of parameters that has them");
}

Error ParamPooler::checkPlace(const Piece &ThePiece) const {
  const Param &P = paramOf(ThePiece);
  if (P.isCompressed())
    return fail("parameter " + quoted(P.Name) +
                " is compressed, but operators read its elements");
  if (ThePiece.Offset % P.Data.elementSize())
    return fail("parameter " + quoted(P.Name) + " has offset " +
                Twine(ThePiece.Offset) + ", but elements of " +
                plural(P.Data.elementSize(), "byte"));
  if (P.Alignment && ThePiece.Offset % P.Alignment)
    return fail("parameter " + quoted(P.Name) + " has offset " +
                Twine(ThePiece.Offset) + ", but wants an alignment of " +
                Twine(P.Alignment));
  if (ThePiece.Offset > Size && ThePiece.Offset - Size > LargestGap)
    return fail("nothing is in the " + plural(ThePiece.Offset - Size, "byte") +
                    " before parameter " + quoted(P.Name) + ", at most " +
                    Twine(LargestGap) + " are left unused",
                "check its offset");
  if (!P.Section.empty())
    report(Diagnostics, Diagnostic::Warning, P.Owner,
           "section " + quoted(P.Section) + " of parameter " + quoted(P.Name) +
               " does not count in pool " + quoted(Pool.Name),
           "give the pool a section with " + setting::ExecutorConstants);
  return Error::success();
}

/// Orders the pieces by their places.
Error ParamPooler::checkPlaces() {
  llvm::sort(Pieces, [](const Piece &Left, const Piece &Right) {
    return std::tuple(Left.Offset, Left.Param) <
           std::tuple(Right.Offset, Right.Param);
  });
  const Piece *Before = nullptr;
  for (const Piece &ThePiece : Pieces) {
    const Param &P = paramOf(ThePiece);
    if (Error E = checkPlace(ThePiece))
      return E;
    if (P.Data.size() == 0)
      continue;
    if (Before && ThePiece.Offset < Size)
      return fail("parameters " + quoted(paramOf(*Before).Name) + " and " +
                  quoted(P.Name) + " overlap at byte " +
                  Twine(ThePiece.Offset));
    Before = &ThePiece;
    Size = SaturatingAdd(ThePiece.Offset, P.Data.size());
  }
  if (Size <= uint64_t(std::numeric_limits<int64_t>::max()))
    return Error::success();
  return fail("it has more bytes than 63 bits can count");
}

Expected<Payload> ParamPooler::write() const {
  std::vector<FileContents::Part> Parts;
  for (const Piece &ThePiece : Pieces)
    if (paramOf(ThePiece).Data.size())
      Parts.push_back({ThePiece.Offset, &paramOf(ThePiece).Data});
  if (Parts.empty())
    return Payload();
  Expected<ScratchFile> Scratch = ScratchFile::create(Output);
  if (!Scratch)
    return Scratch.takeError();
  FileContents Contents(Order);
  Contents.append(Parts, Size);
  auto Append = [&Scratch](uint64_t, ArrayRef<uint8_t> Bytes) {
    return Scratch->append(Bytes);
  };
  if (Error E = Contents.write(Append))
    return E;
  Expected<std::shared_ptr<const InputFile>> File = Scratch->finish();
  if (!File)
    return File.takeError();
  return Payload::fileRange(*File, 0, Size);
}

/// Where each input is now, and what it is: the pool has only bytes.
void ParamPooler::tellInputs() {
  if (IsArgument)
    return;
  StringMap<const Piece *> ByName;
  for (const Piece &ThePiece : Pieces)
    ByName.try_emplace(paramOf(ThePiece).Name, &ThePiece);
  for (Graph::Input &Input : TheModel.Graph->Inputs) {
    const Piece *ThePiece = ByName.lookup(Input.Name);
    if (!ThePiece)
      continue;
    GraphTensor &Tensor = TheModel.Graph->Tensors[Input.Tensor];
    Tensor.DType = paramOf(*ThePiece).DType;
    Tensor.Shape.emplace(paramOf(*ThePiece).Shape.begin(),
                         paramOf(*ThePiece).Shape.end());
    Input.In = {Pool.Name, ThePiece->Offset};
  }
}

void ParamPooler::dropParams() {
  std::vector<bool> IsPooled(TheModel.Params.size());
  for (const Piece &ThePiece : Pieces)
    IsPooled[ThePiece.Param] = true;
  std::vector<Param> Others;
  for (const auto &[P, IsInPool] : zip_equal(TheModel.Params, IsPooled))
    if (!IsInPool)
      Others.push_back(std::move(P));
  TheModel.Params = std::move(Others);
}

Expected<Param> ParamPooler::pool() {
  // Sizes and alignments are used here, before the pooled model is checked.
  RegistryLimits NoLimits = registryLimits(Abi);
  NoLimits.MaxFunctions = std::numeric_limits<size_t>::max();
  if (Error E = checkModel(TheModel, NoLimits, nullptr))
    return E;
  if (Error E = choosePieces())
    return E;
  if (!Pool.Offsets.empty()) {
    if (Error E = placeAsGiven())
      return E;
  } else if (IsArgument) {
    return fail("the operators have the offsets of " +
                    plural(Pieces.size(), "parameter") +
                    " in it in their code, and TVM writes them to no file",
                "list them in " + setting::ConstantPoolOffsets +
                    ", as name_hint and byte_offset of the pool's "
                    "constant_info_array when TVM compiles");
  } else {
    placeBehindEachOther();
  }
  if (Error E = checkPlaces())
    return E;
  Expected<Payload> Bytes = write();
  if (!Bytes)
    return Bytes.takeError();
  Param Result;
  Result.Name = Pool.Name;
  Result.DType = {kDLUInt, 8, 1};
  Result.Shape = {static_cast<int64_t>(Size)};
  Result.Data = std::move(*Bytes);
  Result.Alignment = Result.LeastAlignment = Alignment;
  Result.Section = SharedText(Pool.Section);
  Result.Owner = paramOf(Pieces.front()).Owner;
  tellInputs();
  dropParams();
  return Result;
}

Expected<Param> metaobj::poolParams(Model &TheModel, const EmitConfig &Config,
                                    Endianness Order) {
  return ParamPooler(TheModel, Config, Order).pool();
}
