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

#include "registry_blob.h"

#if TVM_CRT_ENABLE_REGISTRY_INDEX

namespace {

int returnZero(TVMValue *, int *, int, TVMValue *, int *, void *) { return 0; }

uint32_t fnv(const std::string &Name) {
  uint32_t Hash = 2166136261u;
  for (unsigned char C : Name)
    Hash = (Hash ^ C) * 16777619u;
  return Hash;
}

// A registry and its index, in memory of exactly their sizes.
struct Indexed {
  explicit Indexed(const std::vector<std::string> &Names, size_t NumSlots)
      : Blob(namesBlob(Names)), Functions(Names.size(), returnZero),
        Slots(NumSlots, 0) {
    uint32_t Offset = CountBytes;
    for (size_t I = 0; I < Names.size(); I++) {
      Offsets.push_back(Offset);
      Offset += static_cast<uint32_t>(Names[I].size()) + 1;
      size_t Slot = fnv(Names[I]) % NumSlots;
      while (Slots[Slot] != 0)
        Slot = (Slot + 1) % NumSlots;
      Slots[Slot] =
          (fnv(Names[I]) & 0xffff0000u) | static_cast<uint32_t>(I + 1);
    }
    Registry = {Blob.data(), Functions.data()};
    Index = {1,
             static_cast<uint32_t>(Names.size()),
             static_cast<uint32_t>(NumSlots),
             static_cast<uint32_t>(Blob.size()),
             Blob.data(),
             Slots.data(),
             Offsets.data()};
  }

  std::string Blob;
  std::vector<TVMBackendPackedCFunc> Functions;
  std::vector<uint32_t> Slots, Offsets;
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

TEST_F(RegistryIndex, FindsWhatASearchFinds) {
  Indexed What(Names, 16);
  const TVMModuleHandle Module = add(What);
  const TVMRegistryIndex *const Both[] = {nullptr, &What.Index};
  for (const TVMRegistryIndex *Index : Both) {
    ASSERT_EQ(TVMModUseIndex(Module, Index), 0);
    for (size_t I = 0; I < Names.size(); I++)
      EXPECT_EQ(find(Module, Names[I]), static_cast<int>(I));
    for (const char *Absent : {"", "c", "abc", "tvmgen_default_fused",
                               "tvmgen_default_fused_add_", "runtime.x"})
      EXPECT_EQ(find(Module, Absent), -kTvmErrorFunctionNameNotFound);
  }
}

// The names are not looked at: a name that only the slots know is found, one
// that only the names know is not.
TEST_F(RegistryIndex, TheIndexIsUsedUntilTheModuleIsFreed) {
  Indexed What(Names, 16);
  const TVMModuleHandle Module = add(What);
  ASSERT_EQ(TVMModUseIndex(Module, &What.Index), 0);
  for (uint32_t &Slot : What.Slots)
    Slot = 0;
  EXPECT_EQ(find(Module, "a"), -kTvmErrorFunctionNameNotFound);
  ASSERT_EQ(TVMModFree(Module), 0);
  ASSERT_EQ(add(What), Module);
  EXPECT_EQ(find(Module, "a"), 2);
  ASSERT_EQ(TVMModUseIndex(Module, &What.Index), 0);
  EXPECT_EQ(find(Module, "a"), -kTvmErrorFunctionNameNotFound);
  TVMShutdownRuntime();
  ASSERT_EQ(TVMInitializeRuntime(), 0);
  ASSERT_EQ(add(What), Module);
  EXPECT_EQ(find(Module, "a"), 2);
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
  refuses([](TVMRegistryIndex &I) { I.version = 2; });
  refuses([](TVMRegistryIndex &I) { I.num_slots = 0; });
  refuses([](TVMRegistryIndex &I) { I.num_slots = 7; });
  refuses([](TVMRegistryIndex &I) { I.num_slots = 12; });
  refuses([](TVMRegistryIndex &I) { I.num_functions = 16; });
  refuses([](TVMRegistryIndex &I) {
    I.num_functions = 0x10000;
    I.num_slots = 0x20000;
  });
  refuses([](TVMRegistryIndex &I) { I.names = nullptr; });
  refuses([](TVMRegistryIndex &I) { I.slots = nullptr; });
  refuses([](TVMRegistryIndex &I) { I.offsets = nullptr; });
  refuses([&](TVMRegistryIndex &I) { I.names = Other.Blob.data(); });
  EXPECT_EQ(TVMModUseIndex(nullptr, &What.Index),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(TVMModUseIndex(reinterpret_cast<TVMModuleHandle>(0x8001), nullptr),
            kTvmErrorFunctionCallInvalidArg);
}

// Slots and offsets of any content: no crash, no endless loop, and no function
// that the registry does not have. The vectors are watched by sanitizers.
TEST_F(RegistryIndex, HostileSlotsAndOffsetsStayInside) {
  std::mt19937 Random(1);
  const uint32_t Edges[] = {0,      1,          7,          8,         0xffff,
                            0x8000, 0xffff0000, 0xffffffff, 0x7fffffff};
  for (int Round = 0; Round < 2000; Round++) {
    Indexed What(Names, 16);
    const TVMModuleHandle Module = add(What);
    ASSERT_EQ(TVMModUseIndex(Module, &What.Index), 0);
    for (int Change = 0; Change < 1 + Round % 20; Change++) {
      std::vector<uint32_t> &Table = Random() % 2 ? What.Slots : What.Offsets;
      uint32_t &Value = Table[Random() % Table.size()];
      if (Random() % 2)
        Value = Edges[Random() % std::size(Edges)];
      else
        Value ^= 1u << Random() % 32;
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
  for (uint32_t &Slot : What.Slots)
    Slot = (fnv("absent") & 0xffff0000u) | 1;
  const TVMModuleHandle Module = add(What);
  ASSERT_EQ(TVMModUseIndex(Module, &What.Index), 0);
  EXPECT_EQ(find(Module, "absent"), -kTvmErrorFunctionNameNotFound);
}

} // namespace

#endif
