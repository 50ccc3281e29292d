//===- CRegistryIndex.cpp - The index of a registry as C source -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/NameIndex.h"
#include "CSource.h"
#include "CText.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

/// As in runtime_crt's own header, which the source does without.
static constexpr StringLiteral IndexType = R"(
/* An index of the names, for runtime_crt. */
typedef struct TVMRegistryIndex {
  uint32_t version;
  uint32_t num_functions;
  uint32_t num_slots;
  uint32_t max_probes;
  uint32_t seed;
  uint32_t names_size;
  const char *names;
  const uint16_t *slots;
  const uint16_t *shifts;
  const uint32_t *offsets;
} TVMRegistryIndex;
)";

template <typename T>
static void writeTable(raw_ostream &OS, StringRef Name, ArrayRef<T> Values) {
  // C has no arrays without elements.
  static constexpr T None[] = {0};
  if (Values.empty())
    Values = None;
  OS << "\nstatic const uint" << sizeof(T) * 8 << "_t _metaobj_index_" << Name
     << '[' << Values.size() << "] = {\n";
  {
    CValueWriter Writer(OS);
    for (T Value : Values)
      Writer.write(utostr(Value));
  }
  OS << "};\n";
}

void metaobj::writeRegistryIndex(raw_ostream &OS, const CModel &C,
                                 ArrayRef<StringRef> Names) {
  const TvmCrtAbi &Abi = tvmCrtAbi(C.Config.Abi);
  // The bytes depend on the byte order, their number does not.
  uint64_t BlobSize = Abi.encodeNames(Names, /*IsBigEndian=*/false).size();
  NameIndex Index = NameIndex::build(Abi, Names, BlobSize);
  OS << IndexType;
  writeTable<uint16_t>(OS, "slots", Index.Slots);
  writeTable<uint16_t>(OS, "shifts", Index.Shifts);
  writeTable<uint32_t>(OS, "offsets", Index.Offsets);
  OS << "\nstatic const TVMRegistryIndex _metaobj_registry_index = {\n  ";
  ListSeparator Comma;
  for (uint64_t Number : Index.numbers())
    OS << Comma << Number;
  const CName &Accessor = C.Names.registryIndex();
  OS << ",\n  (const char *)&_tvm_crt_function_names, _metaobj_index_slots,\n"
        "  _metaobj_index_shifts, _metaobj_index_offsets};\n"
        "\nconst TVMRegistryIndex *"
     << Accessor.Name << "(void)" << Accessor.label()
     << ";\nconst TVMRegistryIndex *" << Accessor.Name
     << "(void) {\n  return &_metaobj_registry_index;\n}\n";
}
