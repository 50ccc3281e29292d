//===- ParamsFiles.h - Files of parameters in tests -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_UNIT_READ_PARAMSFILES_H
#define METAOBJ_TESTS_UNIT_READ_PARAMSFILES_H

#include "Read/Files.h"

#include "llvm/ADT/StringExtras.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace metaobj {

/// Little-endian numbers and text, one after the other.
inline std::string number(uint64_t Value, unsigned Size) {
  return ParamsBytes().number(Value, Size).Bytes;
}

/// All bytes of a parameter.
inline llvm::Expected<std::string> contents(const Param &P) {
  std::string Bytes(P.Data.size(), '\0');
  if (llvm::Error E = P.Data.read(
          0, llvm::MutableArrayRef<uint8_t>(
                 reinterpret_cast<uint8_t *>(Bytes.data()), Bytes.size())))
    return E;
  return Bytes;
}

/// Reads files by the way of every input: content, decompression, reader.
struct ParamsFileTest : testing::Test {
  TemporaryFolder Folder;
  Messages Notes;

  llvm::Expected<std::vector<Param>> readFile(const std::string &Path,
                                              InputConfig Config = {}) {
    Config.Files = {Path};
    return readWith(std::move(Config));
  }

  llvm::Expected<std::vector<Param>> readWith(InputConfig Config) {
    Config.Diagnostics = Notes.handler();
    llvm::Expected<Model> Result = readModel(Config);
    if (!Result)
      return Result.takeError();
    return std::move(Result->Params);
  }

  llvm::Expected<std::vector<Param>> readBytes(llvm::StringRef Bytes,
                                               const char *Name = "p.bin") {
    InputConfig Config;
    Config.OpenFiles = {InputFile::ofMemory(Bytes.str(), Folder.path(Name))};
    return readWith(std::move(Config));
  }

  /// The error, or nothing; the data is read too.
  std::string refusal(llvm::StringRef Bytes, const char *Name = "p.bin") {
    llvm::Expected<std::vector<Param>> Params = readBytes(Bytes, Name);
    if (!Params)
      return Folder.strip(text(Params.takeError()));
    for (const Param &P : *Params)
      if (llvm::Expected<std::string> Data = contents(P); !Data)
        return Folder.strip(text(Data.takeError()));
    return "";
  }

  /// "name: float32 [2, 3] <hex of the data as it is in the file> little 4"
  std::vector<std::string> describe(llvm::StringRef Bytes,
                                    const char *Name = "p.bin") {
    llvm::Expected<std::vector<Param>> Params = readBytes(Bytes, Name);
    if (!Params)
      return {Folder.strip(text(Params.takeError()))};
    std::vector<std::string> Lines;
    for (const Param &P : *Params)
      Lines.push_back(describeParam(P));
    return Lines;
  }

  static std::string describeParam(const Param &P) {
    std::string Line = P.Name + ": " + dtypeName(P.DType) + " [";
    for (size_t I = 0; I != P.Shape.size(); ++I)
      Line += (I ? ", " : "") + std::to_string(P.Shape[I]);
    llvm::Expected<std::string> Data = contents(P);
    Line += "] " + (Data ? llvm::toHex(*Data, /*LowerCase=*/true)
                         : text(Data.takeError()));
    Line += P.Data.byteOrder() == Endianness::big ? " big " : " little ";
    return Line + std::to_string(P.Data.elementSize());
  }

  /// No prefix is taken for the whole.
  void refusesEveryPrefix(llvm::StringRef Bytes) {
    for (size_t Size = 0; Size != Bytes.size(); ++Size)
      ASSERT_THAT(refusal(Bytes.take_front(Size)), testing::StartsWith("p.bin"))
          << Size;
  }

  /// Each byte changed: read or refused, and never more bytes than there are.
  void survivesEveryFlip(llvm::StringRef Bytes, uint64_t Largest) {
    for (size_t I = 0; I != Bytes.size(); ++I)
      for (unsigned Flip : {0x01u, 0x80u, 0xFFu}) {
        std::string Damaged = Bytes.str();
        Damaged[I] = char(uint8_t(Damaged[I]) ^ Flip);
        llvm::Expected<std::vector<Param>> Params = readBytes(Damaged);
        if (!Params) {
          ASSERT_THAT(Folder.strip(text(Params.takeError())),
                      testing::StartsWith("p.bin"))
              << I;
          continue;
        }
        for (const Param &P : *Params) {
          ASSERT_LE(P.Data.size(), Largest) << I;
          llvm::Expected<std::string> Data = contents(P);
          if (!Data) {
            ASSERT_THAT(Folder.strip(text(Data.takeError())),
                        testing::StartsWith("p.bin"))
                << I;
          }
        }
      }
  }
};

} // namespace metaobj

#endif // METAOBJ_TESTS_UNIT_READ_PARAMSFILES_H
