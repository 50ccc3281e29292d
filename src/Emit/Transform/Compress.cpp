//===- Compress.cpp - Parameters as zstd frames ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of sections needs sizes, so compression comes before everything
// else. It reads each parameter once, in pieces, and writes the frame to a file
// without a name. From then on the frame is a payload of single bytes like any
// other.
//
// A frame contains size and checksum of its content, which decoders compare
// with the parameter table. One thread makes it from pieces that depend only on
// the parameter. So the same parameter gives the same frame.
//
//===----------------------------------------------------------------------===//

#include "Emit/Transform/Compress.h"

#include "Base/FileContents.h"
#include "Base/ScratchFile.h"
#include "Base/Wording.h"
#include "Emit/Layout/Dedup.h"
#include "Emit/Layout/Placement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <zstd.h>

#include <numeric>

using namespace llvm;
using namespace metaobj;

namespace {

/// Where a frame lies in the file, or nothing.
struct FramePlace {
  uint64_t Offset = 0;
  uint64_t Size = 0; ///< 0: the parameter stays as it is.
};

class Compressor {
public:
  Compressor(Model &TheModel, const EmitConfig &Config, Endianness Order)
      : Params(TheModel.Params), Config(Config), Order(Order),
        Context(nullptr, ZSTD_freeCCtx) {}

  Error run();

private:
  Error chooseLevels();
  Expected<std::vector<size_t>> findEqual() const;
  Expected<FramePlace> compress(const Param &P, CompressionLevel Level,
                                ScratchFile &Scratch);
  Error feed(ArrayRef<uint8_t> Bytes, bool IsLast, uint64_t End,
             ScratchFile &Scratch);
  bool goOn(uint64_t Bytes);
  unsigned windowLog(const Param &P) const;

  std::vector<Param> &Params;
  const EmitConfig &Config;
  Endianness Order;
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> Context;
  std::vector<uint8_t> Frame; ///< What zstd has just written.
  bool IsTooLarge = false;    ///< The frame passes what is worth storing.
  bool IsStopped = false;     ///< By CompressionConfig::Progress.
  uint64_t Done = 0;          ///< Bytes that zstd has read,
  uint64_t All = 0;           ///< and is to read.

  std::vector<size_t> Chosen;   ///< Parameters that are to be compressed.
  std::vector<uint32_t> Levels; ///< Theirs.
};

} // namespace

/// No more than the parameter is long: that much history it never has.
unsigned Compressor::windowLog(const Param &P) const {
  return std::clamp(Log2_64_Ceil(P.Data.size()), MinCompressionWindowLog,
                    Config.Compression.WindowLog);
}

Error Compressor::chooseLevels() {
  Expected<Placer> Places = Placer::create(Config, sourceRules());
  if (!Places)
    return Places.takeError();
  for (const auto &[Index, P] : enumerate(Params)) {
    CompressionLevel Level = Places->decide(P).Compression;
    if (Level == 0 || P.Compressed || P.Data.size() == 0)
      continue;
    Chosen.push_back(Index);
    Levels.push_back(Level);
  }
  return Error::success();
}

/// For each chosen parameter the number of one with the same frame. Such frames
/// are made once, because they share their storage later.
Expected<std::vector<size_t>> Compressor::findEqual() const {
  std::vector<size_t> First(Chosen.size());
  std::iota(First.begin(), First.end(), 0);
  if (Config.Params.Dedup == ParamDedup::Off)
    return First;
  std::vector<Param> Candidates;
  Candidates.reserve(Chosen.size());
  for (size_t Index : Chosen)
    Candidates.push_back(Params[Index]);
  return findShared(Candidates, Levels);
}

/// Tells that \p Bytes more are read; does the caller want the rest?
bool Compressor::goOn(uint64_t Bytes) {
  Done += Bytes;
  IsStopped =
      Config.Compression.Progress && !Config.Compression.Progress(Done, All);
  return !IsStopped;
}

/// Compresses \p Bytes and writes the result to \p Scratch, up to \p End.
Error Compressor::feed(ArrayRef<uint8_t> Bytes, bool IsLast, uint64_t End,
                       ScratchFile &Scratch) {
  ZSTD_inBuffer From = {Bytes.data(), Bytes.size(), 0};
  for (bool IsDone = false; !IsDone && !IsTooLarge;) {
    ZSTD_outBuffer To = {Frame.data(), Frame.size(), 0};
    size_t Left = ZSTD_compressStream2(Context.get(), &To, &From,
                                       IsLast ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(Left))
      return createStringError(inconvertibleErrorCode(), "zstd: %s",
                               ZSTD_getErrorName(Left));
    IsTooLarge = To.pos > End - Scratch.size();
    if (!IsTooLarge)
      if (Error E = Scratch.append(ArrayRef(Frame).take_front(To.pos)))
        return E;
    IsDone = IsLast ? Left == 0 : From.pos == From.size;
  }
  return Error::success();
}

Expected<FramePlace> Compressor::compress(const Param &P,
                                          CompressionLevel Level,
                                          ScratchFile &Scratch) {
  uint64_t Size = P.Data.size();
  // Without a product that passes 64 bits.
  uint64_t Most = Size / 100 * Config.Compression.Percent +
                  Size % 100 * Config.Compression.Percent / 100;
  Most = std::min(Most, Size - 1);
  ZSTD_CCtx *Zstd = Context.get();
  for (size_t Status :
       {ZSTD_CCtx_reset(Zstd, ZSTD_reset_session_and_parameters),
        ZSTD_CCtx_setParameter(Zstd, ZSTD_c_compressionLevel,
                               static_cast<int>(Level)),
        ZSTD_CCtx_setParameter(Zstd, ZSTD_c_windowLog,
                               static_cast<int>(windowLog(P))),
        ZSTD_CCtx_setParameter(Zstd, ZSTD_c_checksumFlag, 1),
        ZSTD_CCtx_setPledgedSrcSize(Zstd, Size)})
    if (ZSTD_isError(Status))
      return inputError(P.Owner, "zstd: " + Twine(ZSTD_getErrorName(Status)));

  uint64_t Begin = Scratch.size();
  uint64_t End = Begin + Most;
  IsTooLarge = false;
  FileContents Elements(Order);
  Elements.append(P.Data);
  Error Failure =
      Elements.write([&](uint64_t, ArrayRef<uint8_t> Bytes) -> Error {
        if (Error E = feed(Bytes, /*IsLast=*/false, End, Scratch))
          return E;
        return goOn(Bytes.size())
                   ? Error::success()
                   : inputError(Config.Output, "compression was stopped");
      });
  if (IsStopped)
    return Failure;
  if (!Failure && !IsTooLarge)
    Failure = feed({}, /*IsLast=*/true, End, Scratch);
  if (Failure)
    return inputError(P.Owner, std::move(Failure));
  if (IsTooLarge) {
    Scratch.shrinkTo(Begin);
    return FramePlace();
  }
  return FramePlace{Begin, Scratch.size() - Begin};
}

Error Compressor::run() {
  if (Error E = chooseLevels())
    return E;
  if (Chosen.empty())
    return Error::success();
  // Not before here: most models have nothing to compress.
  Context.reset(ZSTD_createCCtx());
  if (!Context)
    return inputError(Config.Output, "no memory to compress parameters");
  Frame.resize(ZSTD_CStreamOutSize());
  Expected<std::vector<size_t>> First = findEqual();
  if (!First)
    return First.takeError();
  Expected<ScratchFile> Scratch = ScratchFile::create(Config.Output);
  if (!Scratch)
    return Scratch.takeError();
  for (const auto &[Number, Index] : enumerate(Chosen))
    if ((*First)[Number] == Number)
      All = SaturatingAdd(All, Params[Index].Data.size());
  std::vector<FramePlace> Places(Chosen.size());
  for (const auto &[Number, Index] : enumerate(Chosen)) {
    if ((*First)[Number] != Number)
      continue;
    Expected<FramePlace> Place =
        compress(Params[Index], Levels[Number], *Scratch);
    if (!Place)
      return Place.takeError();
    Places[Number] = *Place;
  }
  Expected<std::shared_ptr<const InputFile>> File = Scratch->finish();
  if (!File)
    return File.takeError();
  for (const auto &[Number, Index] : enumerate(Chosen)) {
    const FramePlace &Place = Places[(*First)[Number]];
    if (Place.Size == 0)
      continue;
    Param &P = Params[Index];
    unsigned WindowLog = windowLog(P);
    P.Compressed = std::make_shared<const CompressedForm>(
        CompressedForm{ParamCodec::Zstd, WindowLog, Order, std::move(P.Data)});
    P.Data = Payload::fileRange(*File, Place.Offset, Place.Size);
  }
  return Error::success();
}

bool metaobj::isCompressionWanted(const EmitConfig &Config) {
  auto IsWanted = [](const PlacementRule &Rule) {
    return Rule.Compression.value_or(0) != 0;
  };
  return Config.Compression.Level != 0 || any_of(Config.Params.Rules, IsWanted);
}

Error metaobj::compressParams(Model &TheModel, const EmitConfig &Config,
                              Endianness Order) {
  return Compressor(TheModel, Config, Order).run();
}
