// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Look-up in registries, and registries that are filled at run time. Runs once
// with two-byte and once with one-byte counts.

#include <gtest/gtest.h>

#include "registry_blob.h"

namespace {

int first(TVMValue *, int *, int, TVMValue *, int *, void *) { return 1; }
int second(TVMValue *, int *, int, TVMValue *, int *, void *) { return 2; }
int third(TVMValue *, int *, int, TVMValue *, int *, void *) { return 3; }

constexpr TVMBackendPackedCFunc Funcs[] = {first, second, third};
constexpr size_t EntryBytes = 11 + sizeof(void *);

TEST(FuncRegistry, FindsEachNameAtItsOrdinal) {
  const std::string Blob = namesBlob({"foo", "foo_bar", "x"});
  const TVMFuncRegistry Registry = {Blob.data(), Funcs};
  tvm_function_index_t Index = 99;
  EXPECT_EQ(TVMFuncRegistry_Lookup(&Registry, "foo", &Index), 0);
  EXPECT_EQ(Index, 0);
  EXPECT_EQ(TVMFuncRegistry_Lookup(&Registry, "foo_bar", &Index), 0);
  EXPECT_EQ(Index, 1);
  EXPECT_EQ(TVMFuncRegistry_Lookup(&Registry, "x", &Index), 0);
  EXPECT_EQ(Index, 2);
  EXPECT_EQ(TVMFuncRegistry_GetNumFuncs(&Registry), 3);
  EXPECT_STREQ(TVMFuncRegistry_Get0thFunctionName(&Registry), "foo");
}

TEST(FuncRegistry, MissLeavesTheResultAlone) {
  const std::string Blob = namesBlob({"foo", "bar"});
  const TVMFuncRegistry Registry = {Blob.data(), Funcs};
  tvm_function_index_t Index = 99;
  for (const char *Name : {"fo", "fooo", "", "baz", "foo\x01"}) {
    EXPECT_EQ(TVMFuncRegistry_Lookup(&Registry, Name, &Index),
              kTvmErrorFunctionNameNotFound)
        << Name;
    EXPECT_EQ(Index, 99);
  }
}

TEST(FuncRegistry, MissLeavesAText) {
  const std::string Blob = namesBlob({"foo"});
  const TVMFuncRegistry Registry = {Blob.data(), Funcs};
  tvm_function_index_t Index = 99;
  EXPECT_EQ(TVMFuncRegistry_Lookup(&Registry, "baz", &Index),
            kTvmErrorFunctionNameNotFound);
  EXPECT_STREQ(TVMGetLastError(),
               "TVMFuncRegistry_Lookup: no such function: baz");
  EXPECT_EQ(TVMFuncRegistry_Lookup(nullptr, "baz", &Index),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_STREQ(TVMGetLastError(), "TVMFuncRegistry_Lookup: invalid argument");
}

TEST(FuncRegistry, FirstOfEqualNamesWins) {
  const std::string Blob = namesBlob({"foo", "foo"});
  const TVMFuncRegistry Registry = {Blob.data(), Funcs};
  tvm_function_index_t Index = 99;
  EXPECT_EQ(TVMFuncRegistry_Lookup(&Registry, "foo", &Index), 0);
  EXPECT_EQ(Index, 0);
}

TEST(FuncRegistry, IndexIsLimitedByTheCount) {
  const std::string Blob = namesBlob({"foo", "bar"});
  const TVMFuncRegistry Registry = {Blob.data(), Funcs};
  TVMBackendPackedCFunc Func = nullptr;
  EXPECT_EQ(TVMFuncRegistry_GetByIndex(&Registry, 1, &Func), 0);
  EXPECT_EQ(Func, second);
  EXPECT_EQ(TVMFuncRegistry_GetByIndex(&Registry, 2, &Func),
            kTvmErrorFunctionIndexInvalid);
  EXPECT_EQ(Func, second);
}

TEST(FuncRegistry, EmptyRegistryIsValid) {
  const std::string Blob = namesBlob({});
  const TVMFuncRegistry Registry = {Blob.data(), nullptr};
  tvm_function_index_t Index;
  TVMBackendPackedCFunc Func;
  EXPECT_EQ(TVMFuncRegistry_GetNumFuncs(&Registry), 0);
  EXPECT_EQ(TVMFuncRegistry_Lookup(&Registry, "foo", &Index),
            kTvmErrorFunctionNameNotFound);
  EXPECT_EQ(TVMFuncRegistry_GetByIndex(&Registry, 0, &Func),
            kTvmErrorFunctionIndexInvalid);
}

#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 2
TEST(FuncRegistry, MoreNamesThanAByteCounts) {
  std::vector<std::string> Names;
  for (int I = 0; I < 300; I++)
    Names.push_back("f" + std::to_string(I));
  const std::string Blob = namesBlob(Names);
  const std::vector<TVMBackendPackedCFunc> Many(300, third);
  const TVMFuncRegistry Registry = {Blob.data(), Many.data()};
  tvm_function_index_t Index = 0;
  TVMBackendPackedCFunc Func = nullptr;
  EXPECT_EQ(TVMFuncRegistry_GetNumFuncs(&Registry), 300);
  EXPECT_EQ(TVMFuncRegistry_Lookup(&Registry, "f299", &Index), 0);
  EXPECT_EQ(Index, 299);
  EXPECT_EQ(TVMFuncRegistry_GetByIndex(&Registry, Index, &Func), 0);
}
#endif

TEST(FuncRegistry, NullArgumentsAreErrors) {
  const std::string Blob = namesBlob({"foo"});
  const TVMFuncRegistry Registry = {Blob.data(), Funcs};
  tvm_function_index_t Index;
  TVMBackendPackedCFunc Func;
  EXPECT_NE(TVMFuncRegistry_Lookup(nullptr, "foo", &Index), 0);
  EXPECT_NE(TVMFuncRegistry_Lookup(&Registry, nullptr, &Index), 0);
  EXPECT_NE(TVMFuncRegistry_Lookup(&Registry, "foo", nullptr), 0);
  EXPECT_NE(TVMFuncRegistry_GetByIndex(nullptr, 0, &Func), 0);
  EXPECT_NE(TVMFuncRegistry_GetByIndex(&Registry, 0, nullptr), 0);
  EXPECT_NE(TVMFuncRegistry_SetNumFuncs(nullptr, 0), 0);
  EXPECT_EQ(TVMFuncRegistry_GetNumFuncs(nullptr), 0);
  EXPECT_EQ(TVMFuncRegistry_Get0thFunctionName(nullptr), nullptr);
  EXPECT_NE(TVMFuncRegistry_ValidateNames(nullptr, 9, nullptr), 0);
}

// Wherever the byte stands, and whichever name is the one that is alike.
TEST(FuncRegistry, NamesThatDifferInOneByteAreDifferent) {
  const std::string Name = "tvmgen_default_fused_nn_dense_add_17";
  const std::string Blobs[] = {namesBlob({Name}), namesBlob({"other", Name})};
  for (const std::string &Blob : Blobs) {
    const TVMFuncRegistry Registry = {Blob.data(), Funcs};
    tvm_function_index_t Index = 9;
    EXPECT_EQ(TVMFuncRegistry_Lookup(&Registry, Name.c_str(), &Index), 0);
    EXPECT_EQ(Index, &Blob - Blobs);
    for (size_t At = 0; At < Name.size(); At++) {
      for (int Bit = 1; Bit < 256; Bit *= 2) {
        std::string Other = Name;
        Other[At] = static_cast<char>(Other[At] ^ Bit);
        EXPECT_EQ(TVMFuncRegistry_Lookup(&Registry, Other.c_str(), &Index),
                  kTvmErrorFunctionNameNotFound)
            << Other;
      }
    }
  }
}

TEST(FuncRegistry, NullTablesAreErrors) {
  const std::string Blob = namesBlob({"foo"});
  const TVMFuncRegistry NoNames = {nullptr, Funcs};
  const TVMFuncRegistry NoFuncs = {Blob.data(), nullptr};
  const TVMBackendPackedCFunc NullFunc[] = {nullptr};
  const TVMFuncRegistry NullEntry = {Blob.data(), NullFunc};
  tvm_function_index_t Index;
  TVMBackendPackedCFunc Func;
  EXPECT_NE(TVMFuncRegistry_Lookup(&NoNames, "foo", &Index), 0);
  EXPECT_NE(TVMFuncRegistry_GetByIndex(&NoNames, 0, &Func), 0);
  EXPECT_NE(TVMFuncRegistry_GetByIndex(&NoFuncs, 0, &Func), 0);
  EXPECT_EQ(TVMFuncRegistry_GetByIndex(&NullEntry, 0, &Func),
            kTvmErrorFunctionIndexInvalid);
  EXPECT_NE(TVMFuncRegistry_SetNumFuncs(&NoNames, 1), 0);
  EXPECT_EQ(TVMFuncRegistry_GetNumFuncs(&NoNames), 0);
  EXPECT_EQ(TVMFuncRegistry_Get0thFunctionName(&NoNames), nullptr);
}

TEST(FuncRegistry, SetNumFuncsWritesTheCountField) {
  std::string Blob = namesBlob({"foo", "bar"});
  const TVMFuncRegistry Registry = {Blob.data(), Funcs};
  EXPECT_EQ(TVMFuncRegistry_SetNumFuncs(&Registry, 200), 0);
  EXPECT_EQ(TVMFuncRegistry_GetNumFuncs(&Registry), 200);
  EXPECT_EQ(Blob.substr(CountBytes),
            namesBlob({"foo", "bar"}).substr(CountBytes));
  if (CountBytes == 1)
    EXPECT_EQ(TVMFuncRegistry_SetNumFuncs(&Registry, 256),
              kTvmErrorFunctionRegistryFull);
  else
    EXPECT_EQ(TVMFuncRegistry_SetNumFuncs(&Registry, 256), 0);
}

// A blob made to serve readers of either width: a printable byte behind a
// one-byte count, and a dummy first function.
TEST(FuncRegistry, UniversalBlobKeepsOrdinalsInBothWidths) {
  std::string Blob = {'\x03', 'c'};
  Blob += std::string("dummy\0foo\0bar\0\0", 15);
  const TVMFuncRegistry Registry = {Blob.data(), Funcs};
  tvm_function_index_t Index = 0;
  TVMBackendPackedCFunc Func = nullptr;
  EXPECT_EQ(TVMFuncRegistry_Lookup(&Registry, "bar", &Index), 0);
  EXPECT_EQ(Index, 2);
  EXPECT_EQ(TVMFuncRegistry_GetByIndex(&Registry, Index, &Func), 0);
  EXPECT_EQ(Func, third);
}

class MutableRegistry : public testing::Test {
protected:
  // Aligned memory that ends where tools see a write behind it.
  void create(size_t Bytes) {
    Memory.assign((Bytes + sizeof(void *) - 1) / sizeof(void *), nullptr);
    ASSERT_EQ(TVMMutableFuncRegistry_Create(&Registry, bytes(), Bytes), 0);
  }
  uint8_t *bytes() { return reinterpret_cast<uint8_t *>(Memory.data()); }
  int call(const char *Name) {
    tvm_function_index_t Index;
    TVMBackendPackedCFunc Func;
    if (TVMFuncRegistry_Lookup(&Registry.registry, Name, &Index) != 0)
      return -1;
    if (TVMFuncRegistry_GetByIndex(&Registry.registry, Index, &Func) != 0)
      return -2;
    return Func(nullptr, nullptr, 0, nullptr, nullptr, nullptr);
  }

  std::vector<void *> Memory;
  TVMMutableFuncRegistry Registry = {};
};

TEST_F(MutableRegistry, StartsEmpty) {
  create(10 * EntryBytes + sizeof(void *));
  EXPECT_EQ(TVMFuncRegistry_GetNumFuncs(&Registry.registry), 0);
  EXPECT_EQ(call("foo"), -1);
}

TEST_F(MutableRegistry, AddsAndFinds) {
  create(40 * sizeof(void *));
  EXPECT_EQ(TVMMutableFuncRegistry_Set(&Registry, "foo", first, 0), 0);
  EXPECT_EQ(TVMMutableFuncRegistry_Set(&Registry, "foobar", second, 0), 0);
  EXPECT_EQ(call("foo"), 1);
  EXPECT_EQ(call("foobar"), 2);
  EXPECT_EQ(TVMFuncRegistry_GetNumFuncs(&Registry.registry), 2);
}

TEST_F(MutableRegistry, ReplacesOnlyWhenAsked) {
  create(40 * sizeof(void *));
  EXPECT_EQ(TVMMutableFuncRegistry_Set(&Registry, "foo", first, 0), 0);
  EXPECT_EQ(TVMMutableFuncRegistry_Set(&Registry, "foo", second, 0),
            kTvmErrorFunctionAlreadyDefined);
  EXPECT_EQ(call("foo"), 1);
  EXPECT_EQ(TVMMutableFuncRegistry_Set(&Registry, "foo", second, 1), 0);
  EXPECT_EQ(call("foo"), 2);
  EXPECT_EQ(TVMFuncRegistry_GetNumFuncs(&Registry.registry), 1);
}

TEST_F(MutableRegistry, CapacityFollowsTheFormula) {
  for (size_t Words : {8u, 16u, 64u, 100u}) {
    const size_t Bytes = Words * sizeof(void *);
    create(Bytes);
    EXPECT_EQ(Registry.max_functions, Bytes / EntryBytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Registry.registry.funcs),
              reinterpret_cast<uintptr_t>(bytes()) + Bytes -
                  Registry.max_functions * sizeof(void *));
  }
}

TEST_F(MutableRegistry, CapacityIsNeverExceeded) {
  create(24 * sizeof(void *));
  size_t Added = 0;
  tvm_crt_error_t Error = kTvmErrorNoError;
  while (Error == kTvmErrorNoError) {
    const std::string Name(1, static_cast<char>('a' + Added));
    Error = TVMMutableFuncRegistry_Set(&Registry, Name.c_str(), first, 0);
    Added += Error == kTvmErrorNoError;
  }
  EXPECT_EQ(Error, kTvmErrorFunctionRegistryFull);
  EXPECT_EQ(Added, Registry.max_functions);
  EXPECT_EQ(call("a"), 1);
}

// A name that fits up to its NUL, but not the empty name behind it, must not
// have that written over the first address.
TEST_F(MutableRegistry, ExactFitDoesNotOverwriteTheFirstAddress) {
  create(8 * sizeof(void *));
  const size_t NamesBytes =
      static_cast<size_t>(reinterpret_cast<uintptr_t>(Registry.registry.funcs) -
                          reinterpret_cast<uintptr_t>(bytes()));
  ASSERT_GE(Registry.max_functions, 2u);
  ASSERT_EQ(TVMMutableFuncRegistry_Set(&Registry, "a", first, 0), 0);
  const size_t Left = NamesBytes - CountBytes - 2;
  const std::string TooLong(Left - 1, 'b');
  const auto Before = Memory;
  EXPECT_EQ(TVMMutableFuncRegistry_Set(&Registry, TooLong.c_str(), second, 0),
            kTvmErrorFunctionRegistryFull);
  EXPECT_EQ(Memory, Before);
  EXPECT_EQ(call("a"), 1);
  const std::string Fits(Left - 2, 'b');
  EXPECT_EQ(TVMMutableFuncRegistry_Set(&Registry, Fits.c_str(), second, 0), 0);
  EXPECT_EQ(call("a"), 1);
  EXPECT_EQ(call(Fits.c_str()), 2);
}

TEST_F(MutableRegistry, AnyAlignmentOfMemoryWorks) {
  for (size_t Offset = 0; Offset < sizeof(void *); Offset++) {
    for (size_t Bytes = 0; Bytes < 4 * EntryBytes; Bytes++) {
      const auto Heap = std::make_unique<uint8_t[]>(Offset + Bytes);
      const tvm_crt_error_t Error =
          TVMMutableFuncRegistry_Create(&Registry, Heap.get() + Offset, Bytes);
      if (Error != kTvmErrorNoError) {
        EXPECT_EQ(Error, kTvmErrorBufferTooSmall);
        EXPECT_LT(Bytes, EntryBytes + sizeof(void *));
        continue;
      }
      EXPECT_EQ(reinterpret_cast<uintptr_t>(Registry.registry.funcs) %
                    alignof(void *),
                0u);
      EXPECT_EQ(TVMMutableFuncRegistry_Set(&Registry, "f", first, 0), 0);
      EXPECT_EQ(call("f"), 1);
    }
  }
}

TEST_F(MutableRegistry, RefusesMemoryForLessThanOneEntry) {
  Memory.assign(8, nullptr);
  EXPECT_EQ(TVMMutableFuncRegistry_Create(&Registry, bytes(), 0),
            kTvmErrorBufferTooSmall);
  EXPECT_EQ(TVMMutableFuncRegistry_Create(&Registry, bytes(), EntryBytes - 1),
            kTvmErrorBufferTooSmall);
}

TEST_F(MutableRegistry, RefusesBadArguments) {
  create(40 * sizeof(void *));
  const std::string TooLong(MaxNameBytes, 'x');
  const auto Before = Memory;
  EXPECT_NE(TVMMutableFuncRegistry_Create(nullptr, bytes(), 99), 0);
  EXPECT_NE(TVMMutableFuncRegistry_Create(&Registry, nullptr, 99), 0);
  EXPECT_NE(TVMMutableFuncRegistry_Set(nullptr, "f", first, 0), 0);
  EXPECT_NE(TVMMutableFuncRegistry_Set(&Registry, nullptr, first, 0), 0);
  EXPECT_NE(TVMMutableFuncRegistry_Set(&Registry, "f", nullptr, 0), 0);
  EXPECT_NE(TVMMutableFuncRegistry_Set(&Registry, "", first, 0), 0);
  EXPECT_NE(TVMMutableFuncRegistry_Set(&Registry, TooLong.c_str(), first, 0),
            0);
  EXPECT_EQ(Memory, Before);
  TVMMutableFuncRegistry Empty = {};
  EXPECT_NE(TVMMutableFuncRegistry_Set(&Empty, "f", first, 0), 0);
}

TEST_F(MutableRegistry, LongestNameWorks) {
  create(100 * sizeof(void *));
  const std::string Name(MaxNameBytes - 1, 'x');
  EXPECT_EQ(TVMMutableFuncRegistry_Set(&Registry, Name.c_str(), third, 0), 0);
  EXPECT_EQ(call(Name.c_str()), 3);
}

#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES == 1
TEST_F(MutableRegistry, CountNeverWraps) {
  create(2000 * sizeof(void *));
  EXPECT_EQ(Registry.max_functions, 255u);
  for (int I = 0; I < 255; I++)
    ASSERT_EQ(TVMMutableFuncRegistry_Set(
                  &Registry, ("f" + std::to_string(I)).c_str(), first, 0),
              0);
  EXPECT_EQ(TVMMutableFuncRegistry_Set(&Registry, "one_more", first, 0),
            kTvmErrorFunctionRegistryFull);
  EXPECT_EQ(TVMFuncRegistry_GetNumFuncs(&Registry.registry), 255);
}
#endif

} // namespace
