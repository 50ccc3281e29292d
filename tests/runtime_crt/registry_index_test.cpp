// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Look-ups by an index: the same answers as without, and no read outside of
// names, slots and offsets, whatever these hold.
//
// Tries to break (SECURITY.md): runtime_crt 10.

#include <gtest/gtest.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/life_cycle.h>
#include <tvm_crt/registry_index.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "name_hash.h"
#include "registry_blob.h"

#if TVM_CRT_ENABLE_REGISTRY_INDEX

namespace {

int returnZero(TVMValue *, int *, int, TVMValue *, int *, void *) { return 0; }

// A registry and its index, in memory of exactly their sizes. Shifts are any;
// names that meet in a slot go on to the next one.
struct Indexed {
  explicit Indexed(const std::vector<std::string> &Names, size_t NumSlots,
                   uint32_t Seed = 5)
      : Blob(namesBlob(Names)), Functions(Names.size(), returnZero),
        Slots(NumSlots, 0) {
    for (size_t I = 0; I < NumSlots / 2; I++)
      Shifts.push_back(static_cast<uint16_t>(40503 * (I + 1)));
    uint32_t Offset = CountBytes, MaxProbes = 1;
    for (size_t I = 0; I < Names.size(); I++) {
      Offsets.push_back(Offset);
      Offset += static_cast<uint32_t>(Names[I].size()) + 1;
      uint32_t Slot = first_slot(Names[I].c_str(), Seed, Shifts.data(),
                                 static_cast<uint32_t>(NumSlots));
      uint32_t Probes = 1;
      for (; Slots[Slot] != 0; Slot = (Slot + 1) % NumSlots)
        Probes++;
      MaxProbes = std::max(MaxProbes, Probes);
      Slots[Slot] = static_cast<uint16_t>(I + 1);
    }
    Registry = {Blob.data(), Functions.data()};
    Index = {TVM_CRT_REGISTRY_INDEX_VERSION,
             static_cast<uint32_t>(Names.size()),
             static_cast<uint32_t>(NumSlots),
             MaxProbes,
             Seed,
             static_cast<uint32_t>(Blob.size()),
             Blob.data(),
             Slots.data(),
             Shifts.data(),
             Offsets.data()};
  }

  std::string Blob;
  std::vector<TVMBackendPackedCFunc> Functions;
  std::vector<uint16_t> Slots, Shifts;
  std::vector<uint32_t> Offsets;
  TVMFuncRegistry Registry;
  TVMModule Module = {&Registry};
  TVMRegistryIndex Index;
};

class RegistryIndex : public testing::Test {
protected:
  void SetUp() override { ASSERT_EQ(TVMInitializeRuntime(), 0); }

  TVMModuleHandle add(const Indexed &What) {
    TVMModuleHandle Handle = nullptr;
    EXPECT_EQ(TVMModCreateFromCModule(&What.Module, &Handle), 0);
    return Handle;
  }

  // The ordinal in a function's handle, or the error below zero.
  static int find(TVMModuleHandle Module, const std::string &Name) {
    TVMFunctionHandle Function = nullptr;
    const int Error = TVMModGetFunction(Module, Name.c_str(), 0, &Function);
    return Error ? -Error
                 : static_cast<int>(reinterpret_cast<uintptr_t>(Function) &
                                    0x7fff);
  }

  const std::vector<std::string> Names = {"tvmgen_default_fused_add",
                                          "tvmgen_default_fused_add_1",
                                          "a",
                                          "b",
                                          "ab",
                                          "ba",
                                          "_lookup_linked_param"};
};

// Names of each length up to two words, in tables with few and with no free
// slots.
TEST_F(RegistryIndex, FindsWhatASearchFinds) {
  std::vector<std::string> More = Names;
  for (const char *Name : {"abc", "abcd", "abcde", "abcdef", "abcdefg",
                           "abcdefgh", "abcdefghi", "\xff\xfe\x80"})
    More.push_back(Name);
  for (uint32_t Seed = 0; Seed < 50; Seed++) {
    Indexed What(More, Seed % 2 ? 16 : 32, Seed);
    const TVMModuleHandle Module = add(What);
    const TVMRegistryIndex *const Both[] = {nullptr, &What.Index};
    for (const TVMRegistryIndex *Index : Both) {
      ASSERT_EQ(TVMModUseIndex(Module, Index), 0);
      for (size_t I = 0; I < More.size(); I++)
        EXPECT_EQ(find(Module, More[I]), static_cast<int>(I));
      for (const char *Absent :
           {"", "c", "bcd", "abcdx", "abcdefghij", "tvmgen_default_fused",
            "tvmgen_default_fused_add_", "runtime.x"})
        EXPECT_EQ(find(Module, Absent), -kTvmErrorFunctionNameNotFound);
    }
    ASSERT_EQ(TVMModFree(Module), 0);
  }
}

// Where names do not collide the first slot decides.
TEST_F(RegistryIndex, ReadsNoMoreSlotsThanTheIndexSays) {
  Indexed What(Names, 16);
  const TVMModuleHandle Module = add(What);
  for (uint16_t &Slot : What.Slots)
    Slot = 1;
  What.Index.max_probes = 0;
  ASSERT_EQ(TVMModUseIndex(Module, &What.Index), 0);
  EXPECT_EQ(find(Module, Names[0]), -kTvmErrorFunctionNameNotFound);
  What.Index.max_probes = 1;
  EXPECT_EQ(find(Module, Names[0]), 0);
}

// The names are not looked at: a name that only the slots know is found, one
// that only the names know is not.
TEST_F(RegistryIndex, TheIndexIsUsedUntilTheModuleIsFreed) {
  Indexed What(Names, 16);
  const TVMModuleHandle Module = add(What);
  ASSERT_EQ(TVMModUseIndex(Module, &What.Index), 0);
  for (uint16_t &Slot : What.Slots)
    Slot = 0;
  EXPECT_EQ(find(Module, "a"), -kTvmErrorFunctionNameNotFound);
  ASSERT_EQ(TVMModFree(Module), 0);
  EXPECT_NE(TVMModUseIndex(Module, &What.Index), 0);
  const TVMModuleHandle Again = add(What);
  EXPECT_EQ(find(Again, "a"), 2);
  ASSERT_EQ(TVMModUseIndex(Again, &What.Index), 0);
  EXPECT_EQ(find(Again, "a"), -kTvmErrorFunctionNameNotFound);
  TVMShutdownRuntime();
  ASSERT_EQ(TVMInitializeRuntime(), 0);
  EXPECT_EQ(find(add(What), "a"), 2);
}

TEST_F(RegistryIndex, OtherIndexesAreRefused) {
  Indexed What(Names, 16), Other(Names, 16);
  const TVMModuleHandle Module = add(What);
  const auto refuses = [&](auto &&Change) {
    TVMRegistryIndex Changed = What.Index;
    Change(Changed);
    EXPECT_EQ(TVMModUseIndex(Module, &Changed),
              kTvmErrorFunctionCallInvalidArg);
  };
  refuses([](TVMRegistryIndex &I) { I.version = 1; });
  refuses([](TVMRegistryIndex &I) { I.version = 3; });
  refuses([](TVMRegistryIndex &I) { I.num_slots = 0; });
  refuses([](TVMRegistryIndex &I) { I.num_slots = I.max_probes = 1; });
  refuses([](TVMRegistryIndex &I) { I.num_slots = 7; });
  refuses([](TVMRegistryIndex &I) { I.num_slots = 12; });
  refuses([](TVMRegistryIndex &I) { I.num_slots = 0x20000; });
  refuses([](TVMRegistryIndex &I) { I.num_functions = 0x10000; });
  refuses([](TVMRegistryIndex &I) { I.max_probes = 17; });
  refuses([](TVMRegistryIndex &I) { I.names = nullptr; });
  refuses([](TVMRegistryIndex &I) { I.slots = nullptr; });
  refuses([](TVMRegistryIndex &I) { I.shifts = nullptr; });
  refuses([](TVMRegistryIndex &I) { I.offsets = nullptr; });
  refuses([&](TVMRegistryIndex &I) { I.names = Other.Blob.data(); });
  EXPECT_EQ(TVMModUseIndex(nullptr, &What.Index),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMModUseIndex(reinterpret_cast<TVMModuleHandle>(0x8001), nullptr),
            kTvmErrorFunctionCallInvalidArg);
}

// Slots, shifts and offsets of any content: no crash, no endless loop, and no
// function that the registry does not have. The vectors are watched by
// sanitizers.
TEST_F(RegistryIndex, HostileTablesStayInside) {
  std::mt19937 Random(1);
  const uint32_t Edges[] = {0,      1,          7,          8,         0xffff,
                            0x8000, 0xffff0000, 0xffffffff, 0x7fffffff};
  const auto change = [&](auto &Table) {
    auto &Value = Table[Random() % Table.size()];
    const uint32_t Flipped = Value ^ 1u << Random() % (8 * sizeof(Value));
    Value = static_cast<std::decay_t<decltype(Value)>>(
        Random() % 2 ? Edges[Random() % std::size(Edges)] : Flipped);
  };
  for (int Round = 0; Round < 2000; Round++) {
    Indexed What(Names, 16);
    What.Index.max_probes = Random() % 17;
    const TVMModuleHandle Module = add(What);
    ASSERT_EQ(TVMModUseIndex(Module, &What.Index), 0);
    for (int Change = 0; Change < 1 + Round % 20; Change++) {
      change(What.Slots);
      change(What.Shifts);
      change(What.Offsets);
    }
    for (const std::string &Name : Names) {
      const int Found = find(Module, Name);
      EXPECT_TRUE(Found < static_cast<int>(Names.size())) << Found;
    }
    EXPECT_LT(find(Module, "absent"), 0);
    ASSERT_EQ(TVMModFree(Module), 0);
  }
}

TEST_F(RegistryIndex, FullTablesEnd) {
  Indexed What(Names, 8);
  for (uint16_t &Slot : What.Slots)
    Slot = 1;
  What.Index.max_probes = 8;
  const TVMModuleHandle Module = add(What);
  ASSERT_EQ(TVMModUseIndex(Module, &What.Index), 0);
  EXPECT_EQ(find(Module, "absent"), -kTvmErrorFunctionNameNotFound);
}

} // namespace

#endif
