//===- Files.h - Input files made by tests ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Objects come from text: ELF from YAML, bitcode from LLVM assembly.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_UNIT_READ_FILES_H
#define METAOBJ_TESTS_UNIT_READ_FILES_H

#include "Base/LlvmVersion.h"
#include "Base/Messages.h"
#include "metaobj/Input.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/ObjectYAML/yaml2obj.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace metaobj {

/// A folder that is gone after the test.
class TemporaryFolder {
public:
  TemporaryFolder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("metaobj", Root));
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(Root); }

  std::string path(const llvm::Twine &Name) const {
    llvm::SmallString<128> Path = Root;
    llvm::sys::path::append(Path, Name);
    return std::string(Path);
  }

  /// Writes a file and gives its path.
  std::string add(const llvm::Twine &Name, llvm::StringRef Contents) const {
    std::error_code Code;
    llvm::raw_fd_ostream(path(Name), Code) << Contents;
    EXPECT_FALSE(Code);
    return path(Name);
  }

  /// Removes the folder from a message, so that it can be compared.
  std::string strip(std::string Text) const {
    std::string Prefix = (Root + "/").str();
    for (size_t Offset; (Offset = Text.find(Prefix)) != std::string::npos;)
      Text.erase(Offset, Prefix.size());
    return Text;
  }

private:
  llvm::SmallString<128> Root;
};

inline std::string elfFromYaml(llvm::StringRef Yaml) {
  llvm::SmallString<0> Bytes;
  llvm::yaml::Input Source(Yaml);
  llvm::raw_svector_ostream OS(Bytes);
  EXPECT_TRUE(
      llvm::yaml::convertYAML(Source, OS, [](const llvm::Twine &Message) {
        ADD_FAILURE() << Message.str();
      }));
  return std::string(Bytes);
}

struct SymbolYaml {
  std::string Name;
  const char *Binding = "STB_GLOBAL";
  const char *Type = "STT_FUNC";
  const char *Section = ".text"; ///< Empty: undefined.
};

/// An ELF object with these symbols, for Cortex-M unless told otherwise.
inline std::string elfObject(const std::vector<SymbolYaml> &Symbols,
                             const char *Class = "ELFCLASS32",
                             const char *Data = "ELFDATA2LSB",
                             const char *Type = "ET_REL") {
  std::string Yaml = "--- !ELF\nFileHeader:\n  Class: ";
  Yaml += Class;
  Yaml += "\n  Data: ";
  Yaml += Data;
  Yaml += "\n  Type: ";
  Yaml += Type;
  Yaml += "\n  Machine: EM_ARM\nSections:\n"
          "  - Name: .text\n    Type: SHT_PROGBITS\n    Size: 4\n"
          "Symbols:\n";
  for (const SymbolYaml &Symbol : Symbols) {
    Yaml += "  - Name: " + Symbol.Name + "\n    Binding: " + Symbol.Binding +
            "\n    Type: " + Symbol.Type + "\n";
    if (*Symbol.Section)
      Yaml += std::string("    Section: ") + Symbol.Section + "\n";
  }
  return elfFromYaml(Yaml);
}

inline std::string bitcode(llvm::StringRef Assembly) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Message;
  std::unique_ptr<llvm::Module> Parsed =
      llvm::parseAssemblyString(Assembly, Message, Context);
  EXPECT_TRUE(Parsed) << Message.getMessage().str();
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  if (Parsed)
    llvm::WriteBitcodeToFile(*Parsed, OS);
  return OS.str();
}

/// Writes an archive of the files at \p Members.
inline std::string
writeArchive(const std::string &Path, const std::vector<std::string> &Members,
             bool Thin = false,
             llvm::object::Archive::Kind Kind = llvm::object::Archive::K_GNU) {
  std::vector<llvm::NewArchiveMember> New;
  for (const std::string &Member : Members) {
    New.push_back(llvm::cantFail(
        llvm::NewArchiveMember::getFile(Member, /*Deterministic=*/true)));
    New.back().MemberName =
        Thin ? llvm::StringRef(Member) : llvm::sys::path::filename(Member);
  }
  llvm::cantFail(llvm::writeArchive(Path, New, llvm_version::NormalSymbolTable,
                                    Kind,
                                    /*Deterministic=*/true, Thin));
  return Path;
}

/// The result of readModel with all messages, as a test compares them.
struct ReadResult {
  FileModel TheModel;
  std::string Refusal;
  std::vector<std::string> Messages;

  std::vector<std::string> functions() const {
    std::vector<std::string> Names;
    for (const Function &F : TheModel.Functions)
      Names.push_back(F.Name);
    return Names;
  }
};

inline ReadResult
read(const TemporaryFolder &Folder, InputConfig Config,
     llvm::function_ref<std::vector<std::string>(const Model &, RuntimeAbi)>
         DefinedSymbols = nullptr) {
  Messages Received;
  Config.Diagnostics = Received.handler();
  // Without a note of the conclusion.
  if (!Config.Abi)
    Config.Abi = RuntimeAbi::TvmCrtUniversal;
  ReadResult Result;
  llvm::Expected<FileModel> TheModel = readModel(Config, DefinedSymbols);
  if (TheModel)
    Result.TheModel = std::move(*TheModel);
  else
    Result.Refusal = Folder.strip(text(TheModel.takeError()));
  for (std::string &Line : Received.Lines)
    Result.Messages.push_back(Folder.strip(std::move(Line)));
  return Result;
}

inline ReadResult readFiles(const TemporaryFolder &Folder,
                            std::vector<std::string> Files) {
  InputConfig Config;
  Config.Files = std::move(Files);
  return read(Folder, std::move(Config));
}

/// Bytes of a params file, put together by hand.
class ParamsBytes {
public:
  ParamsBytes &number(uint64_t Value, unsigned Size) {
    for (unsigned I = 0; I != Size; ++I)
      Bytes.push_back(char(Value >> (8 * I)));
    return *this;
  }
  ParamsBytes &raw(llvm::StringRef Text) {
    Bytes += Text;
    return *this;
  }
  ParamsBytes &header(std::vector<std::string> Names) {
    number(0xF7E58D4F05049CB7, 8).number(0, 8).number(Names.size(), 8);
    for (const std::string &Name : Names)
      number(Name.size(), 8).raw(Name);
    return number(Names.size(), 8);
  }
  ParamsBytes &tensor(DLDataType DType, std::vector<int64_t> Shape,
                      std::string Data) {
    number(0xDD5E40F096B4A13F, 8).number(0, 8).number(1, 4).number(0, 4);
    number(Shape.size(), 4).number(DType.code, 1).number(DType.bits, 1);
    number(DType.lanes, 2);
    for (int64_t Extent : Shape)
      number(uint64_t(Extent), 8);
    return number(Data.size(), 8).raw(Data);
  }

  std::string Bytes;
};

} // namespace metaobj

#endif // METAOBJ_TESTS_UNIT_READ_FILES_H
