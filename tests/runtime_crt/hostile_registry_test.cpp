// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damaged registries. Each damaged copy lies in memory that ends with its last
// byte, so that reading on is seen. What counts is that every call comes back,
// with a sane result.

#include <gtest/gtest.h>

#include "damage.h"
#include "registry_blob.h"

namespace {

int function(TVMValue *, int *, int, TVMValue *, int *, void *) { return 0; }

const std::vector<std::string> Names = {"foo", "tvmgen_default_fused_add", "z"};
const std::vector<std::string> Wanted = {
    "foo", "tvmgen_default_fused_add", "z", "", "fo", "tvmgen", "nothing"};
constexpr TVMBackendPackedCFunc SameFuncs[] = {function, function, function};

// Everything that reads names, on bytes that end where they must.
template <typename Memory> void readAll(const std::string &Bytes) {
  const Memory Copy(Bytes);
  const TVMFuncRegistry Registry = {Copy.data(), SameFuncs};
  for (const std::string &Name : Wanted) {
    tvm_function_index_t Index = 0;
    const tvm_crt_error_t Error =
        TVMFuncRegistry_Lookup(&Registry, Name.c_str(), &Index);
    if (Error == kTvmErrorNoError)
      EXPECT_LT(Index, TVMFuncRegistry_GetNumFuncs(&Registry));
    else
      EXPECT_EQ(Error, kTvmErrorFunctionNameNotFound);
  }
}

void readAllBothWays(const std::string &Bytes) {
  readAll<GuardedBytes>(Bytes);
  readAll<HeapBytes>(Bytes);
}

TEST(HostileRegistry, CountStopsTheScanWithoutAnEmptyName) {
  std::string Blob = namesBlob(Names);
  Blob.pop_back();
  readAllBothWays(Blob);
}

TEST(HostileRegistry, EmptyNameStopsTheScanWhateverTheCount) {
  for (size_t Count : {0, 1, 2, 3, 4, 255}) {
    std::string Blob = namesBlob(Names);
    Blob.replace(0, CountBytes, countField(Count));
    readAllBothWays(Blob);
  }
}

TEST(HostileRegistry, EveryPrefixThatEndsInTheEmptyName) {
  const std::string Blob = namesBlob(Names);
  for (size_t Length = CountBytes; Length < Blob.size(); Length++)
    readAllBothWays(Blob.substr(0, Length) + std::string(2, '\0'));
}

// A name that does not end is read up to the limit and no further.
TEST(HostileRegistry, EveryPrefixWithAnEndlessNameBehindIt) {
  const std::string Blob = namesBlob(Names);
  size_t NameStart = CountBytes;
  for (size_t Length = CountBytes; Length < Blob.size() - 2; Length++) {
    if (Length > CountBytes && Blob[Length - 1] == '\0')
      NameStart = Length;
    std::string Bytes = Blob.substr(0, Length);
    Bytes.resize(NameStart + MaxNameBytes, 'A');
    readAllBothWays(Bytes);
  }
}

TEST(HostileRegistry, EveryByteFlipped) {
  const std::string Blob = namesBlob(Names);
  for (size_t At = 0; At < Blob.size(); At++)
    for (int Flip : flips()) {
      std::string Bytes = Blob;
      Bytes[At] = static_cast<char>(Bytes[At] ^ Flip);
      readAllBothWays(Bytes);
    }
}

TEST(HostileRegistry, NameAtTheLimitIsNotFound) {
  for (size_t Length : {MaxNameBytes - 1, MaxNameBytes, MaxNameBytes + 1}) {
    const std::string Long(Length, 'n');
    const HeapBytes Copy(namesBlob({Long, "after"}));
    const TVMFuncRegistry Registry = {Copy.data(), SameFuncs};
    tvm_function_index_t Index;
    const bool IsFound =
        TVMFuncRegistry_Lookup(&Registry, Long.c_str(), &Index) == 0;
    const bool IsNextFound =
        TVMFuncRegistry_Lookup(&Registry, "after", &Index) == 0;
    EXPECT_EQ(IsFound, Length < MaxNameBytes);
    EXPECT_EQ(IsNextFound, Length < MaxNameBytes);
  }
}

template <typename Memory>
tvm_crt_error_t validate(const std::string &Bytes, uint16_t *Count = nullptr) {
  const Memory Copy(Bytes);
  return TVMFuncRegistry_ValidateNames(Copy.data(), Bytes.size(), Count);
}

TEST(ValidateNames, AcceptsTheWholeAndNoPrefix) {
  const std::string Blob = namesBlob(Names);
  uint16_t Count = 0;
  EXPECT_EQ(validate<HeapBytes>(Blob, &Count), 0);
  EXPECT_EQ(Count, 3);
  EXPECT_EQ(validate<GuardedBytes>(Blob + "anything"), 0);
  for (size_t Length = 0; Length < Blob.size(); Length++) {
    EXPECT_EQ(validate<HeapBytes>(Blob.substr(0, Length)),
              kTvmErrorBufferTooSmall);
    EXPECT_EQ(validate<GuardedBytes>(Blob.substr(0, Length)),
              kTvmErrorBufferTooSmall);
  }
}

TEST(ValidateNames, ComparesTheCountWithTheNames) {
  for (size_t Count : {0, 2, 4, 200}) {
    std::string Blob = namesBlob(Names);
    Blob.replace(0, CountBytes, countField(Count));
    EXPECT_EQ(validate<GuardedBytes>(Blob), kTvmErrorFunctionIndexInvalid);
  }
}

TEST(ValidateNames, RefusesANameThatIsTooLong) {
  EXPECT_EQ(
      validate<HeapBytes>(namesBlob({std::string(MaxNameBytes - 1, 'n')})), 0);
  EXPECT_EQ(validate<HeapBytes>(namesBlob({std::string(MaxNameBytes, 'n')})),
            kTvmErrorFunctionNameNotFound);
}

// A flip inside a name gives another name; any other flip is refused, or makes
// the count or the end wrong.
TEST(ValidateNames, EveryByteFlipped) {
  const std::string Blob = namesBlob(Names);
  for (size_t At = 0; At < Blob.size(); At++)
    for (int Flip : flips()) {
      std::string Bytes = Blob;
      Bytes[At] = static_cast<char>(Bytes[At] ^ Flip);
      const bool IsInName = At >= CountBytes && Blob[At] != '\0';
      const bool IsAccepted = validate<GuardedBytes>(Bytes) == 0;
      EXPECT_EQ(IsAccepted, IsInName && Bytes[At] != '\0') << At << " " << Flip;
    }
}

} // namespace
