//===- ExecuTorchFile.h - Segments and tensors of ExecuTorch ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What programs (.pte) and data files (.ptd) of ExecuTorch share. Both are
/// tables of FlatBuffers, with a header of its own behind the identifier, and
/// then segments of bytes:
///
/// \code
///   u32 root; u8 identifier[4];           // "ET12"; "FT01"
///   u8 magic[4]; u32 header_size;         // .pte: "eh00", 24 or 32 (and more)
///   u64 tables_end; u64 segments;         // offsets in the file
///   u64 segments_size;                    // not with 24
///
///   u8 magic[4]; u32 header_size;         // .ptd: "FH01", 40 (and more)
///   u64 tables; u64 tables_size;
///   u64 segments; u64 segments_size;
/// \endcode
///
/// A program without segments has no such header. Fields of tables, by their
/// numbers:
///
/// \code
///   DataSegment:  0 offset: u64, from the first segment on; 1 size: u64
///   TensorLayout: 0 type: u8; 1 sizes: [i32]; 2 dim_order: [u8]
/// \endcode
///
/// `dim_order` lists the dimensions from the outermost in memory to the
/// innermost. The format has no tensors with gaps.
///
/// Source: `program.fbs`, `flat_tensor.fbs`, `scalar_type.fbs` of ExecuTorch,
/// and the writers in its `exir/_serialize` and `extension/flat_tensor`.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_EXECUTORCHFILE_H
#define METAOBJ_READ_PARAMS_EXECUTORCHFILE_H

#include "Read/Params/FlatBuffer.h"
#include "Read/Params/TensorNames.h"

#include "llvm/ADT/SmallVector.h"

namespace metaobj {

/// A tensor's type and shape as they are in the file, not yet checked.
struct TensorLayout {
  uint64_t Type = 0;
  llvm::SmallVector<int32_t, 4> Sizes;
  llvm::SmallVector<uint8_t, 4> Order;

  /// Equal for equal layouts only.
  std::string key() const;
};

/// The numbers of the fields of a table with a layout.
struct LayoutFields {
  unsigned Type, Sizes, Order;
};

class ExecuTorchFile {
public:
  /// Reads the header of a program.
  static llvm::Expected<ExecuTorchFile>
  openProgram(std::shared_ptr<const ByteSource> Source);
  /// Reads the header of a data file.
  static llvm::Expected<ExecuTorchFile>
  openData(std::shared_ptr<const ByteSource> Source);

  FlatBuffer &tables() { return Tables; }
  const std::string &path() const { return Tables.source()->path(); }

  /// The segments that the first table lists.
  void setSegments(FlatVector TheSegments) { Segments = TheSegments; }
  /// A range of the file.
  llvm::Expected<DataRange> segment(uint64_t Index, const llvm::Twine &Subject);

  llvm::Expected<TensorLayout> readLayout(const FlatTable &Table,
                                          LayoutFields Fields,
                                          const llvm::Twine &Subject);
  /// Checks \p Layout and gives it to \p P, whose name is set. Returns its
  /// bytes.
  llvm::Expected<uint64_t> setLayout(Param &P, const TensorLayout &Layout);

  /// The name of NamedData \p Index of \p Named, and its segment.
  llvm::Expected<uint64_t> readNamed(FlatVector Named, uint64_t Index,
                                     std::string &Name);
  /// Makes \p P the bytes of a segment.
  llvm::Error setBytes(Param &P, uint64_t Segment);

  void reportLayouts(const DiagnosticConsumer &Diagnostics) const;

private:
  ExecuTorchFile(FlatBuffer Tables, DataRange Data)
      : Tables(std::move(Tables)), Data(Data) {}

  static llvm::Expected<ExecuTorchFile>
  open(std::shared_ptr<const ByteSource> Source, uint64_t TablesEnd,
       uint64_t SegmentsBegin, std::optional<uint64_t> SegmentsSize);

  FlatBuffer Tables;
  DataRange Data; ///< All segments.
  FlatVector Segments;
  TensorsAsBytes AsBytes;
  uint64_t OtherOrders = 0; ///< Tensors that are not in C order.
};

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_EXECUTORCHFILE_H
