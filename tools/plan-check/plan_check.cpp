//===- plan_check.cpp - Does a plan of memory hold? -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// plan-check <buffers.csv> <plan.csv> [--limit=<pool>=<bytes>]...
//
// The first file is what a planner was given: columns id, lower, upper and
// size, and perhaps alignment, pools (names with '|' between them), fixed (an
// offset) and in_place (an id); the last three may be empty. The second one is
// what it answered: the same rows with an offset, and perhaps a pool
// ("workspace" without). A buffer lives from lower until before upper. In a
// valid plan
//
// - the rows are those that were given,
// - each offset is a multiple of the buffer's alignment, in one of its pools,
//   and the fixed one if there is one,
// - no two buffers of a pool share a byte while both live, unless one names the
//   other one in in_place and both have one offset: it is written over it in
//   the one step in which both live, and is no larger,
// - no pool exceeds its limit.
//
// Prints the bytes of each pool and ends with 0, or with the first fault and 1;
// with 2 if it was called wrongly. This file is the whole program: it shares no
// code with the planner.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

using Row = std::vector<std::string>;
struct Table {
  std::string File;
  Row Columns;
  std::vector<Row> Rows;
  std::string row(size_t I) const {
    return File + ": row " + std::to_string(I + 1);
  }
};

struct Buffer {
  std::string Id;
  uint64_t Lower, Upper, Size, Alignment;
  std::string Pools, Fixed; // Empty: any.
  std::optional<size_t> InPlaceOf = {};
  std::string Pool = {}; // As planned, like the offset.
  uint64_t Offset = 0;
};

constexpr char Usage[] = "<buffers.csv> <plan.csv> [--limit=<pool>=<bytes>]...";

struct Piece {
  size_t Index;   ///< Of the buffer that has it.
  uint64_t Bytes; ///< All that nobody else may have.
};

[[noreturn]] void refuse(const std::string &Reason, int Status = 1) {
  std::cerr << "plan-check: error: " << Reason << '\n';
  std::exit(Status);
}

/// A name from a file, which a terminal may print.
std::string quoted(std::string_view Name) {
  std::string Result = "'";
  for (char C : Name.substr(0, 100))
    Result += C < ' ' || C == 127 ? '?' : C;
  return Result + (Name.size() > 100 ? "...'" : "'");
}

/// RFC 4180: commas, quotes, and quotes within quotes as two. Lines without
/// anything are passed over.
Table readTable(const std::string &File) {
  std::ifstream Stream(File, std::ios::binary);
  std::string Text{std::istreambuf_iterator<char>(Stream), {}};
  if (Text.empty())
    refuse(File + ": cannot be read, or is empty");
  std::vector<Row> Rows(1, Row(1));
  bool IsQuoted = false;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    std::string &Field = Rows.back().back();
    if (C == '"' && !(IsQuoted && I + 1 != Text.size() && Text[I + 1] == '"'))
      IsQuoted = !IsQuoted;
    else if (C == '"')
      Field += Text[++I];
    else if (C == ',' && !IsQuoted)
      Rows.back().emplace_back();
    else if (C == '\n' && !IsQuoted)
      Rows.emplace_back(1);
    else if (C != '\r' || IsQuoted)
      Field += C;
  }
  if (IsQuoted)
    refuse(File + ": a quote is never closed");
  std::erase_if(Rows,
                [](const Row &R) { return R.size() == 1 && R[0].empty(); });
  if (Rows.empty())
    refuse(File + ": there is no line with the names of columns");
  const size_t Width = Rows[0].size();
  for (size_t I = 1; I != Rows.size(); ++I)
    if (Rows[I].size() != Width)
      refuse(File + ": row " + std::to_string(I) + " has " +
             std::to_string(Rows[I].size()) + " fields, the first line " +
             std::to_string(Width));
  return {File, Rows[0], {Rows.begin() + 1, Rows.end()}};
}

/// A field of a row; \p Missing if there is no such column, which is an error
/// without it.
std::string cell(const Table &From, size_t I, std::string_view Name,
                 const char *Missing = nullptr) {
  auto It = std::find(From.Columns.begin(), From.Columns.end(), Name);
  if (It != From.Columns.end())
    return From.Rows[I][size_t(It - From.Columns.begin())];
  if (!Missing)
    refuse(From.File + ": no column is called " + std::string(Name));
  return Missing;
}

uint64_t readNumber(const std::string &Text, const std::string &Of,
                    int Status = 1) {
  uint64_t Result = 0;
  const char *End = Text.data() + Text.size();
  auto [Rest, Error] = std::from_chars(Text.data(), End, Result);
  if (Error != std::errc() || Rest != End)
    refuse(Of + ": found " + quoted(Text) + ", expected a number of 64 bits",
           Status);
  return Result;
}

std::vector<Buffer> readBuffers(const Table &From) {
  std::vector<Buffer> Result;
  std::multimap<std::string, size_t> Ids;
  for (size_t I = 0; I != From.Rows.size(); ++I) {
    auto Number = [&](const char *Name, const char *Missing = nullptr) {
      return readNumber(cell(From, I, Name, Missing), From.row(I));
    };
    Result.push_back({cell(From, I, "id"), Number("lower"), Number("upper"),
                      Number("size"), Number("alignment", "1"),
                      cell(From, I, "pools", ""), cell(From, I, "fixed", "")});
    const Buffer &B = Result.back();
    Ids.emplace(B.Id, I);
    std::string Which = From.row(I) + ": buffer " + quoted(B.Id);
    if (B.Lower >= B.Upper)
      refuse(Which + " never lives");
    if (!std::has_single_bit(B.Alignment))
      refuse(Which + " is aligned to " + std::to_string(B.Alignment) +
             ", which is not a power of two");
  }
  for (size_t I = 0; I != Result.size(); ++I)
    if (std::string Name = cell(From, I, "in_place", ""); !Name.empty()) {
      Buffer &B = Result[I];
      if (Ids.count(Name) != 1)
        refuse(From.row(I) + ": not one buffer is called " + quoted(Name));
      const Buffer &A = Result[*(B.InPlaceOf = Ids.find(Name)->second)];
      if (A.Lower >= B.Lower || A.Upper != B.Lower + 1 || A.Size < B.Size)
        refuse(From.row(I) + ": buffer " + quoted(A.Id) +
               " must begin before " + quoted(B.Id) + ", end at " +
               std::to_string(B.Lower + 1) + " and be no smaller");
    }
  return Result;
}

/// Gives \p Buffers their places in the plan, which must list them in order.
void readPlaces(const Table &From, std::vector<Buffer> &Buffers) {
  std::vector<Buffer> Planned = readBuffers(From);
  if (Planned.size() != Buffers.size())
    refuse(From.File + ": has " + std::to_string(Planned.size()) +
           " buffers, but " + std::to_string(Buffers.size()) + " were given");
  for (size_t I = 0; I != Planned.size(); ++I) {
    const Buffer &A = Planned[I];
    Buffer &B = Buffers[I];
    std::string Which = From.row(I) + ": buffer " + quoted(A.Id);
    if (A.Id != B.Id || A.Lower != B.Lower || A.Upper != B.Upper ||
        A.Size != B.Size)
      refuse(Which + " is not what was given, buffer " + quoted(B.Id) +
             " from " + std::to_string(B.Lower) + " to " +
             std::to_string(B.Upper) + " with " + std::to_string(B.Size) +
             " bytes");
    B.Pool = cell(From, I, "pool", "workspace");
    B.Offset = readNumber(cell(From, I, "offset"), From.row(I));
    if (!B.Pools.empty() &&
        ("|" + B.Pools + "|").find("|" + B.Pool + "|") == std::string::npos)
      refuse(Which + " is in pool " + quoted(B.Pool) + ", but may lie in " +
             B.Pools);
    Which += " is at " + std::to_string(B.Offset);
    if (!B.Fixed.empty() && readNumber(B.Fixed, Which) != B.Offset)
      refuse(Which + ", but its place is " + B.Fixed);
    if (B.Offset % B.Alignment != 0)
      refuse(Which + ", which is not a multiple of " +
             std::to_string(B.Alignment));
    if (B.Offset > UINT64_MAX - B.Size)
      refuse(Which + " and ends behind all addresses");
  }
}

/// Goes through time, with the buffers that live in the order of their
/// addresses. One that starts must end before the next one and begin behind the
/// one before it: all others are farther away. One that is written over another
/// one replaces it, with all of its bytes until that one ends.
void checkOverlaps(const std::vector<Buffer> &Buffers) {
  using Event = std::tuple<uint64_t, bool, size_t>; // Time, is it a start?
  std::vector<Event> Events;
  for (size_t I = 0; I != Buffers.size(); ++I)
    if (Buffers[I].Size != 0) {
      Events.emplace_back(Buffers[I].Lower, true, I);
      Events.emplace_back(Buffers[I].Upper, false, I); // It comes first.
    }
  std::sort(Events.begin(), Events.end());
  auto Range = [&](size_t I) {
    return quoted(Buffers[I].Id) + " (" + std::to_string(Buffers[I].Offset) +
           " to " + std::to_string(Buffers[I].Offset + Buffers[I].Size) + ")";
  };
  auto Refuse = [&](size_t Other, size_t Index) {
    refuse("buffers " + Range(Other) + " and " + Range(Index) + " of pool " +
           quoted(Buffers[Index].Pool) + " overlap, and both live at " +
           std::to_string(Buffers[Index].Lower));
  };
  std::map<std::string, std::map<uint64_t, Piece>> Live;
  for (const auto &[Time, IsStart, Index] : Events) {
    std::map<uint64_t, Piece> &OfPool = Live[Buffers[Index].Pool];
    const uint64_t Offset = Buffers[Index].Offset, Size = Buffers[Index].Size;
    auto Next = OfPool.lower_bound(Offset);
    bool IsSame = Next != OfPool.end() && Next->first == Offset;
    if (!IsStart) {
      if (IsSame && Next->second.Index == Index)
        OfPool.erase(Next);
      else if (IsSame)
        Next->second.Bytes = Buffers[Next->second.Index].Size;
      continue;
    }
    if (IsSame && Buffers[Index].InPlaceOf == Next->second.Index) {
      Next->second.Index = Index;
      continue;
    }
    if (Next != OfPool.end() && Next->first < Offset + Size)
      Refuse(Next->second.Index, Index);
    if (Next != OfPool.begin()) {
      auto [Before, Below] = *std::prev(Next);
      const Buffer &B = Buffers[Below.Index];
      if (Before + Below.Bytes > Offset)
        Refuse(Before + B.Size > Offset ? Below.Index : *B.InPlaceOf, Index);
    }
    OfPool.emplace(Offset, Piece{Index, Size});
  }
}

} // namespace

int main(int NumArguments, char **Arguments) {
  std::vector<std::string> Files;
  std::map<std::string, uint64_t> Limits;
  for (int I = 1; I < NumArguments; ++I) {
    std::string Argument = Arguments[I];
    size_t Equals = Argument.rfind('=');
    if (Argument.starts_with("--limit=") && Equals > 8)
      Limits[Argument.substr(8, Equals - 8)] =
          readNumber(Argument.substr(Equals + 1), Argument, 2);
    else if (Argument.starts_with("--"))
      refuse("found " + quoted(Argument) + ", expected " + Usage, 2);
    else
      Files.push_back(Argument);
  }
  if (Files.size() != 2)
    refuse(std::string("expected ") + Usage, 2);
  std::vector<Buffer> Buffers = readBuffers(readTable(Files[0]));
  readPlaces(readTable(Files[1]), Buffers);
  checkOverlaps(Buffers);
  std::map<std::string, uint64_t> Sizes;
  for (const Buffer &B : Buffers)
    if (uint64_t &Size = Sizes[B.Pool]; B.Size != 0)
      Size = std::max(Size, B.Offset + B.Size);
  // A limit that nothing is compared with would be no limit.
  for (const auto &[Pool, Limit] : Limits) {
    if (!Sizes.count(Pool))
      refuse("no buffer is in pool " + quoted(Pool) + ", which has a limit", 2);
    if (Sizes[Pool] > Limit)
      refuse("pool " + quoted(Pool) + " takes " + std::to_string(Sizes[Pool]) +
             " bytes, more than " + std::to_string(Limit));
  }
  std::cout << "valid: " << Buffers.size() << " buffers\n";
  for (const auto &[Pool, Size] : Sizes)
    std::cout << quoted(Pool) << ": " << Size << " bytes\n";
}
