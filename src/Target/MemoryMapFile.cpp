//===- MemoryMapFile.cpp - Memories in YAML -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     entry: Reset_Handler
//     stack: 4K
//     regions:
//     - {name: flash, address: 0x0, size: 256K}
//     - {name: ram, address: 0x20000000, size: 64K}
//     - name: qspi
//       address: 0x90000000
//       size: 8M
//       access: read
//       sections: [".rodata.tvm*"]
//     sections: {text: flash, data: ram, stack: ram}
//
//===----------------------------------------------------------------------===//

#include "Base/ByteCount.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/MemoryMap.h"

#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

using namespace llvm;
using namespace metaobj;

namespace {

LLVM_YAML_STRONG_TYPEDEF(uint64_t, RegionNumber)
enum class RegionAccess { ByName, Read, Write };

struct FirstFault {
  std::string Place, Reason;
};

} // namespace

LLVM_YAML_IS_SEQUENCE_VECTOR(MemoryRegion)

namespace llvm::yaml {

/// An address, or a size with K or M.
template <> struct ScalarTraits<RegionNumber> {
  static void output(const RegionNumber &, void *, raw_ostream &) {}
  static StringRef input(StringRef Text, void *, RegionNumber &Value) {
    std::optional<uint64_t> Number = parseByteCount(Text);
    if (!Number)
      Number = parseAddress(Text);
    if (!Number)
      return "expected a number, such as 0x20000000 or 64K";
    Value = *Number;
    return "";
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct ScalarEnumerationTraits<RegionAccess> {
  static void enumeration(IO &Io, RegionAccess &Value) {
    Io.enumCase(Value, "read", RegionAccess::Read);
    Io.enumCase(Value, "write", RegionAccess::Write);
  }
};

template <> struct MappingTraits<MemoryRegion> {
  static void mapping(IO &Io, MemoryRegion &Region) {
    RegionNumber Address = 0, Size = 0;
    RegionAccess Access = RegionAccess::ByName;
    Io.mapRequired("name", Region.Name);
    Io.mapRequired("address", Address);
    Io.mapRequired("size", Size);
    Io.mapOptional("access", Access);
    Io.mapOptional("sections", Region.Sections);
    Region.Address = Address;
    Region.Bytes = Size;
    // The rule for names is that of regions in one line.
    if (Access == RegionAccess::ByName) {
      Expected<MemoryRegion> SameName = parseMemoryRegion(Region.Name + "=0:1");
      if (SameName)
        Region.IsWritable = SameName->IsWritable;
      else
        consumeError(SameName.takeError());
    } else
      Region.IsWritable = Access == RegionAccess::Write;
  }
};

template <> struct MappingTraits<SectionPlaces> {
  static void mapping(IO &Io, SectionPlaces &Places) {
    Io.mapOptional("text", Places.Text);
    Io.mapOptional("rodata", Places.Rodata);
    Io.mapOptional("data", Places.Data);
    Io.mapOptional("bss", Places.Bss);
    Io.mapOptional("stack", Places.Stack);
    Io.mapOptional("args", Places.Arguments);
    Io.mapOptional("workspace", Places.Workspace);
  }
};

template <> struct MappingTraits<MemoryMap> {
  static void mapping(IO &Io, MemoryMap &Map) {
    RegionNumber Stack = 0;
    Io.mapRequired("regions", Map.Regions);
    Io.mapOptional("stack", Stack);
    Io.mapOptional("entry", Map.Entry);
    Io.mapOptional("sections", Map.Places);
    Map.StackBytes = Stack;
  }
};

} // namespace llvm::yaml

static void keepFirst(const SMDiagnostic &Problem, void *Context) {
  FirstFault &Fault = *static_cast<FirstFault *>(Context);
  if (!Fault.Place.empty())
    return;
  Fault.Place = (Problem.getFilename() + ":" + Twine(Problem.getLineNo()) +
                 ":" + Twine(Problem.getColumnNo() + 1))
                    .str();
  StringRef Message = Problem.getMessage();
  Fault.Reason =
      Message.take_front().lower() + Message.drop_front().rtrim('.').str();
}

Expected<MemoryMap> metaobj::readMemoryMap(MemoryBufferRef Buffer) {
  constexpr size_t Largest = 1 << 20;
  if (Buffer.getBufferSize() > Largest)
    return inputError(Buffer.getBufferIdentifier(),
                      "has " + Twine(Buffer.getBufferSize()) +
                          " bytes; memory maps of up to " + Twine(Largest) +
                          " are read");
  FirstFault Fault;
  MemoryMap Map;
  yaml::Input Yaml(Buffer, nullptr, keepFirst, &Fault);
  Yaml >> Map;
  if (!Fault.Place.empty())
    return inputError(Fault.Place, Fault.Reason);
  if (std::error_code Problem = Yaml.error())
    return inputError(Buffer.getBufferIdentifier(),
                      "is not a memory map: " + systemText(Problem));
  if (Error E = checkMemoryMap(Map))
    return nestedError(Buffer.getBufferIdentifier(), std::move(E));
  return Map;
}
