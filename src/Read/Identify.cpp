//===- Identify.cpp - What a file holds, by its first bytes ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/TarArchive.h"
#include "Object/ObjectFormat.h"
#include "Read/FileFormats.h"
#include "Read/Packages/VmExecutable.h"
#include "Read/Params/Conversion.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

/// JSON of an object: a brace, then a key or the end. The second look tells it
/// from binary files whose first byte happens to be a brace.
static bool startsLikeJsonObject(StringRef Head) {
  Head.consume_front("\xEF\xBB\xBF");
  Head = Head.ltrim(" \t\r\n");
  if (!Head.consume_front("{"))
    return false;
  Head = Head.ltrim(" \t\r\n");
  return Head.empty() || Head.front() == '"' || Head.front() == '}';
}

/// The offset of the first table, and an identifier. Writers put this table to
/// the front, so that the offset is small; text has no zero there.
static bool startsLikeFlatBuffer(StringRef Head, StringRef Identifier) {
  return Head.substr(4).starts_with(Identifier) && Head[3] == 0;
}

/// By keys that only one kind has, and has at the start.
static FileKind kindOfJson(StringRef Head) {
  if (Head.contains("\"weight_map\""))
    return FileKind::SafetensorsIndex;
  if (Head.contains("\"weightsManifest\"") ||
      Head.contains("\"modelTopology\""))
    return FileKind::TensorFlowJs;
  return FileKind::GraphJson;
}

/// TensorFlow.js: weights_manifest.json, a list of groups.
static bool startsLikeWeightGroups(StringRef Head) {
  Head = Head.ltrim(" \t\r\n");
  if (!Head.consume_front("["))
    return false;
  Head = Head.ltrim(" \t\r\n");
  return Head.starts_with("{") && Head.contains("\"paths\"");
}

static bool isIrNameByte(char Byte) {
  return isAlnum(Byte) || StringRef("-$._\\").contains(Byte);
}

/// "@name =", "%name =", "!name =", "$name =": how LLVM assembly defines
/// things.
static bool startsWithIrDefinition(StringRef Text) {
  if (Text.empty() || !StringRef("@%!$").contains(Text.front()))
    return false;
  // No end of a line is looked for in anything else, which may be gigabytes.
  StringRef Line = Text.drop_front().split('\n').first;
  if (Line.consume_front("\""))
    Line = Line.drop_front(std::min(Line.size(), Line.find('"')))
               .drop_front(Line.contains('"') ? 1 : 0);
  else {
    StringRef Name = Line.take_while(isIrNameByte);
    if (Name.empty())
      return false;
    Line = Line.drop_front(Name.size());
  }
  return Line.ltrim(" \t").starts_with("=");
}

/// Does \p Head start with what only LLVM assembly starts with?
static bool startsLikeTextualIr(StringRef Head) {
  if (Head.starts_with("; ModuleID"))
    return true;
  for (;;) {
    Head = Head.ltrim(" \t\r\n");
    if (!Head.starts_with(";"))
      break;
    Head = Head.drop_front(std::min(Head.size(), Head.find('\n')));
  }
  StringRef Word =
      Head.take_while([](char Byte) { return isAlnum(Byte) || Byte == '_'; });
  StringRef Rest = Head.drop_front(Word.size());
  if (Word == "source_filename")
    return Rest.ltrim(" \t").starts_with("=");
  if (Word == "target" || Word == "define" || Word == "declare" ||
      Word == "attributes")
    return Rest.starts_with(" ") || Rest.starts_with("\t");
  if (Word == "module")
    return Rest.ltrim(" \t").starts_with("asm");
  return startsWithIrDefinition(Head);
}

static FileKind kindOf(ObjectFormat Format) {
  switch (Format) {
  case ObjectFormat::Elf:
    return FileKind::ElfObject;
  case ObjectFormat::Coff:
    return FileKind::CoffObject;
  case ObjectFormat::MachO:
    return FileKind::MachOObject;
  case ObjectFormat::Wasm:
    return FileKind::WasmObject;
  }
  llvm_unreachable("all formats are listed");
}

FileKind metaobj::identify(StringRef Head) {
  // First: it starts with a member's name, which may be like any other magic.
  if (startsLikeTar(Head))
    return FileKind::TarArchive;
  if (Head.starts_with(object::ArchiveMagic))
    return FileKind::Archive;
  if (Head.starts_with(object::ThinArchiveMagic))
    return FileKind::ThinArchive;
  if (identify_magic(Head) == file_magic::bitcode)
    return FileKind::Bitcode;
  // Before what one to four bytes tell: a header's size may be any number.
  if (startsLikeSafetensors(Head))
    return FileKind::Safetensors;
  if (Head.size() >= 8 &&
      support::endian::read64le(Head.data()) == TvmParamsMagic)
    return FileKind::TvmParams;
  if (Head.starts_with("\x28\xB5\x2F\xFD"))
    return FileKind::Zstd;
  // Deflate is the only method that there is.
  if (Head.starts_with("\x1F\x8B\x08"))
    return FileKind::Gzip;
  if (Head.starts_with(NumpyMagic))
    return FileKind::NumpyArray;
  // The second one is that of an archive without members.
  if (Head.starts_with("PK\x03\x04") || Head.starts_with("PK\x05\x06"))
    return FileKind::ZipArchive;
  if (Head.starts_with("GGUF"))
    return FileKind::Gguf;
  if (startsLikeFlatBuffer(Head, "TFL3"))
    return FileKind::TfLite;
  if (startsLikeFlatBuffer(Head, "ET12"))
    return FileKind::ExecuTorchProgram;
  if (startsLikeFlatBuffer(Head, "FT01"))
    return FileKind::ExecuTorchData;
  // The magic, and a version of two bytes.
  if (Head.starts_with("IRPA") && Head.size() > 5 && Head[5] == 0)
    return FileKind::Irpa;
  if (startsLikeManifest(Head))
    return FileKind::ParamsManifest;
  if (startsLikeJsonObject(Head))
    return kindOfJson(Head);
  if (startsLikeWeightGroups(Head))
    return FileKind::TensorFlowJs;
  if (startsLikeBufferList(Head))
    return FileKind::BufferList;
  if (startsLikeTextualIr(Head))
    return FileKind::TextualIr;
  // Last: some formats are told by two bytes only.
  if (std::optional<ObjectFormat> Format = objectFormatOf(Head))
    return kindOf(*Format);
  // Relax executables may start with the same bytes.
  if (startsLikeOnnx(Head) && !startsLikeVmExecutable(Head))
    return FileKind::Onnx;
  // Damaged or cut off; its reader says so.
  if (hasTarMagic(Head))
    return FileKind::TarArchive;
  return FileKind::Unknown;
}

/// Formats that LLVM knows and metaobj does not read; null for all others.
static const char *describeMagic(StringRef Head) {
  switch (identify_magic(Head)) {
  case file_magic::goff_object:
    return "a GOFF object";
  case file_magic::coff_object:
    // Two bytes, or two zeros, are enough for LLVM.
    return hasCoffHeader(Head) && !Head.starts_with(StringRef("\0\0", 2))
               ? "a COFF object of an unknown machine"
               : nullptr;
  case file_magic::minidump:
    return "a Windows minidump";
  case file_magic::windows_resource:
    return "a Windows resource file";
  case file_magic::xcoff_object_32:
  case file_magic::xcoff_object_64:
    // So it is here; a number of sections follows, and no file has many.
    return Head.size() >= 4 && Head[2] == 0 && Head[3] != 0 ? "an XCOFF object"
                                                            : nullptr;
  case file_magic::pdb:
    return "a PDB file";
  case file_magic::tapi_file:
    return "a text-based stub library";
  case file_magic::archive:
    return "an AIX big archive";
  default:
    return nullptr;
  }
}

static bool isText(StringRef Head) {
  return all_of(Head, [](char Byte) {
    return isPrint(Byte) || isSpace(Byte) || static_cast<signed char>(Byte) < 0;
  });
}

std::string metaobj::describeContent(StringRef Head) {
  switch (identify(Head)) {
  case FileKind::ElfObject:
    return "an ELF object";
  case FileKind::CoffObject:
    return "a COFF object";
  case FileKind::MachOObject:
    return "a Mach-O object";
  case FileKind::WasmObject:
    return "a WebAssembly object";
  case FileKind::Archive:
    return "an archive";
  case FileKind::ThinArchive:
    return "a thin archive";
  case FileKind::Bitcode:
    return "LLVM bitcode";
  case FileKind::TextualIr:
    return "LLVM IR";
  case FileKind::TvmParams:
    return "a TVM params file";
  case FileKind::Safetensors:
    return "a safetensors file";
  case FileKind::NumpyArray:
    return "a NumPy array";
  case FileKind::ZipArchive:
    return "a zip archive";
  case FileKind::Gguf:
    return "a GGUF file";
  case FileKind::TfLite:
    return "a TensorFlow Lite model";
  case FileKind::ExecuTorchProgram:
    return "an ExecuTorch program";
  case FileKind::ExecuTorchData:
    return "an ExecuTorch data file";
  case FileKind::Irpa:
    return "a parameter archive of IREE";
  case FileKind::Onnx:
    return "an ONNX model";
  case FileKind::SafetensorsIndex:
    return "an index of safetensors files";
  case FileKind::TensorFlowJs:
    return "a model of TensorFlow.js";
  case FileKind::ParamsManifest:
    return "a manifest of parameters";
  case FileKind::GraphJson:
    return "JSON";
  case FileKind::BufferList:
    return "a list of buffers";
  case FileKind::TarArchive:
    return "a tar archive";
  case FileKind::Zstd:
    return "zstd data";
  case FileKind::Gzip:
    return "gzip data";
  case FileKind::Unknown:
    break;
  }
  if (Head.empty())
    return "an empty file";
  if (all_of(Head, [](char Byte) { return Byte == 0; }))
    return "a file that starts with zeros";
  // Before LLVM's table, which takes two bytes for enough in places.
  if (const ForeignFormat *Foreign = foreignFormatOf(Head))
    return Foreign->Name.str();
  if (Head.starts_with("\xFD"
                       "7zXZ"))
    return "xz data";
  if (Head.starts_with("BZh"))
    return "bzip2 data";
  if (isText(Head))
    return "a text file";
  if (const char *Name = describeMagic(Head))
    return Name;
  return "a file of unknown kind";
}

Message metaobj::conversionHint(StringRef Head) {
  if (identify(Head) != FileKind::Unknown)
    return "";
  if (const ForeignFormat *Foreign = foreignFormatOf(Head))
    return Foreign->hint();
  if (Head.empty() || isText(Head) || describeMagic(Head))
    return "";
  return "raw numbers are read by a manifest, which says their names, types "
         "and shapes";
}
