//===- plan_check.cpp - Does a plan of memory hold? -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// plan-check <buffers.csv> <plan.csv> [--limit=<pool>=<bytes>]...
//
// The first file is what a planner was given: columns id, lower, upper and
// size, and perhaps alignment, pools (names with '|' between them) and fixed
// (an offset); these three may be empty. The second one is what it answered:
// the same rows with an offset, and perhaps a pool ("workspace" without). A
// buffer lives from lower until before upper. In a valid plan
//
// - the rows are those that were given,
// - each offset is a multiple of the buffer's alignment, in one of its pools,
//   and the fixed one if there is one,
// - no two buffers of a pool share a byte while both live,
// - no pool exceeds its limit.
//
// Prints the bytes of each pool and ends with 0, or with the first fault and 1;
// with 2 if it was called wrongly. This file is the whole program. It shares no
// code with the planner, and needs only the C++ standard library.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Row = std::vector<std::string>;
struct Table {
  std::string File;
  Row Columns;
  std::vector<Row> Rows;
};

struct Buffer {
  std::string Id;
  uint64_t Lower, Upper, Size, Alignment;
  std::string Pools, Fixed; // Empty: any.
};

struct Place {
  std::string Pool;
  uint64_t Offset;
};
[[noreturn]] void refuse(const std::string &Reason) {
  std::cerr << "plan-check: error: " << Reason << '\n';
  std::exit(1);
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
  std::stringstream Contents;
  if (!Stream || !(Contents << Stream.rdbuf()))
    refuse(File + ": cannot be read, or is empty");
  std::string Text = std::move(Contents).str();
  Table Result = {File, {}, {}};
  std::vector<Row> Rows(1, Row(1));
  bool IsQuoted = false;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    std::string &Field = Rows.back().back();
    if (C == '"' && !(IsQuoted && I + 1 != Text.size() && Text[I + 1] == '"'))
      IsQuoted = !IsQuoted;
    else if (C == '"')
      Field += Text[++I];
    else if (IsQuoted)
      Field += C;
    else if (C == ',')
      Rows.back().emplace_back();
    else if (C == '\n')
      Rows.emplace_back(1);
    else if (C != '\r')
      Field += C;
  }
  if (IsQuoted)
    refuse(File + ": a quote is never closed");
  std::erase_if(Rows,
                [](const Row &R) { return R.size() == 1 && R[0].empty(); });
  if (Rows.empty())
    refuse(File + ": there is no line with the names of columns");
  Result.Columns = Rows.front();
  Result.Rows.assign(Rows.begin() + 1, Rows.end());
  for (size_t I = 0; I != Result.Rows.size(); ++I)
    if (Result.Rows[I].size() != Result.Columns.size())
      refuse(File + ": row " + std::to_string(I + 1) + " has " +
             std::to_string(Result.Rows[I].size()) +
             " fields, the first line " +
             std::to_string(Result.Columns.size()));
  return Result;
}

/// The position of a column; that of no column if it may be missing.
size_t findColumn(const Table &From, std::string_view Name, bool MayMiss) {
  auto It = std::find(From.Columns.begin(), From.Columns.end(), Name);
  if (It == From.Columns.end() && !MayMiss)
    refuse(From.File + ": no column is called " + std::string(Name));
  return size_t(It - From.Columns.begin());
}

std::optional<uint64_t> parseNumber(const std::string &Text) {
  uint64_t Result = 0;
  const char *End = Text.data() + Text.size();
  auto [Rest, Error] = std::from_chars(Text.data(), End, Result);
  if (Text.empty() || Error != std::errc() || Rest != End)
    return std::nullopt;
  return Result;
}

uint64_t readNumber(const std::string &Text, const std::string &Of) {
  std::optional<uint64_t> Result = parseNumber(Text);
  if (!Result)
    refuse(Of + ": found " + quoted(Text) + ", expected a number of 64 bits");
  return *Result;
}

std::vector<Buffer> readBuffers(const Table &From) {
  size_t Id = findColumn(From, "id", false);
  size_t Lower = findColumn(From, "lower", false);
  size_t Upper = findColumn(From, "upper", false);
  size_t Size = findColumn(From, "size", false);
  size_t Alignment = findColumn(From, "alignment", true);
  size_t Pools = findColumn(From, "pools", true);
  size_t Fixed = findColumn(From, "fixed", true);
  std::vector<Buffer> Result;
  for (size_t I = 0; I != From.Rows.size(); ++I) {
    const Row &R = From.Rows[I];
    std::string At = From.File + ": row " + std::to_string(I + 1);
    Result.push_back({R[Id], readNumber(R[Lower], At), readNumber(R[Upper], At),
                      readNumber(R[Size], At),
                      Alignment == R.size() ? 1 : readNumber(R[Alignment], At),
                      Pools == R.size() ? "" : R[Pools],
                      Fixed == R.size() ? "" : R[Fixed]});
    const Buffer &Last = Result.back();
    if (Last.Lower >= Last.Upper)
      refuse(At + ": buffer " + quoted(Last.Id) + " never lives");
    if (Last.Alignment == 0 || (Last.Alignment & (Last.Alignment - 1)) != 0)
      refuse(At + ": buffer " + quoted(Last.Id) + " is aligned to " +
             std::to_string(Last.Alignment) + ", which is not a power of two");
  }
  return Result;
}

/// The places of \p Buffers, which the plan must list in their order.
std::vector<Place> readPlaces(const Table &From,
                              const std::vector<Buffer> &Buffers) {
  std::vector<Buffer> Planned = readBuffers(From);
  if (Planned.size() != Buffers.size())
    refuse(From.File + ": has " + std::to_string(Planned.size()) +
           " buffers, but " + std::to_string(Buffers.size()) + " were given");
  size_t Offset = findColumn(From, "offset", false);
  size_t Pool = findColumn(From, "pool", true);
  std::vector<Place> Result;
  for (size_t I = 0; I != Planned.size(); ++I) {
    const Buffer &A = Planned[I], &B = Buffers[I];
    std::string At = From.File + ": row " + std::to_string(I + 1);
    if (A.Id != B.Id || A.Lower != B.Lower || A.Upper != B.Upper ||
        A.Size != B.Size)
      refuse(At + ": buffer " + quoted(A.Id) +
             " is not what was given, buffer " + quoted(B.Id) + " from " +
             std::to_string(B.Lower) + " to " + std::to_string(B.Upper) +
             " with " + std::to_string(B.Size) + " bytes");
    const Row &R = From.Rows[I];
    Result.push_back(
        {Pool == R.size() ? "workspace" : R[Pool], readNumber(R[Offset], At)});
    if (!B.Pools.empty() &&
        ("|" + B.Pools + "|").find("|" + Result.back().Pool + "|") ==
            std::string::npos)
      refuse(At + ": buffer " + quoted(B.Id) + " is in pool " +
             quoted(Result.back().Pool) + ", but may lie in " + B.Pools);
    if (!B.Fixed.empty() && readNumber(B.Fixed, At) != Result.back().Offset)
      refuse(At + ": buffer " + quoted(B.Id) + " is at " + R[Offset] +
             ", but its place is " + B.Fixed);
    if (Result.back().Offset % B.Alignment != 0)
      refuse(At + ": buffer " + quoted(B.Id) + " is at " + R[Offset] +
             ", which is not a multiple of " + std::to_string(B.Alignment));
    if (Result.back().Offset > UINT64_MAX - B.Size)
      refuse(At + ": buffer " + quoted(B.Id) + " ends behind all addresses");
  }
  return Result;
}

/// Goes through time, with the buffers that live in the order of their
/// addresses. One that starts must end before the next one and begin behind the
/// one before it: all others are farther away.
void checkOverlaps(const std::vector<Buffer> &Buffers,
                   const std::vector<Place> &Places) {
  struct Event {
    uint64_t Time;
    bool IsStart; // Ends come first.
    size_t Index;
    auto operator<=>(const Event &) const = default;
  };
  std::vector<Event> Events;
  for (size_t I = 0; I != Buffers.size(); ++I)
    if (Buffers[I].Size != 0) {
      Events.push_back({Buffers[I].Lower, true, I});
      Events.push_back({Buffers[I].Upper, false, I});
    }
  std::sort(Events.begin(), Events.end());
  std::map<std::string, std::map<uint64_t, size_t>> Live;
  for (const Event &E : Events) {
    std::map<uint64_t, size_t> &OfPool = Live[Places[E.Index].Pool];
    uint64_t Offset = Places[E.Index].Offset;
    if (!E.IsStart) {
      OfPool.erase(Offset);
      continue;
    }
    auto Refuse = [&](size_t Other) {
      refuse("buffers " + quoted(Buffers[Other].Id) + " (" +
             std::to_string(Places[Other].Offset) + " to " +
             std::to_string(Places[Other].Offset + Buffers[Other].Size) +
             ") and " + quoted(Buffers[E.Index].Id) + " (" +
             std::to_string(Offset) + " to " +
             std::to_string(Offset + Buffers[E.Index].Size) + ") of pool " +
             quoted(Places[E.Index].Pool) + " overlap, and both live at " +
             std::to_string(E.Time));
    };
    auto Next = OfPool.lower_bound(Offset);
    if (Next != OfPool.end() && Next->first < Offset + Buffers[E.Index].Size)
      Refuse(Next->second);
    if (Next != OfPool.begin()) {
      auto [Before, Index] = *std::prev(Next);
      if (Before + Buffers[Index].Size > Offset)
        Refuse(Index);
    }
    OfPool.emplace(Offset, E.Index);
  }
}

} // namespace

int main(int NumArguments, char **Arguments) {
  std::vector<std::string> Files;
  std::map<std::string, uint64_t> Limits;
  bool IsRight = true;
  for (int I = 1; I < NumArguments; ++I) {
    std::string Argument = Arguments[I];
    size_t Equals = Argument.rfind('=');
    if (!Argument.starts_with("--")) {
      Files.push_back(Argument);
      continue;
    }
    IsRight = IsRight && Argument.starts_with("--limit=") && Equals > 8;
    if (!IsRight)
      break;
    std::optional<uint64_t> Limit = parseNumber(Argument.substr(Equals + 1));
    IsRight = Limit.has_value();
    Limits[Argument.substr(8, Equals - 8)] = Limit.value_or(0);
  }
  if (!IsRight || Files.size() != 2) {
    std::cerr << "usage: plan-check <buffers.csv> <plan.csv> "
                 "[--limit=<pool>=<bytes>]...\n";
    return 2;
  }
  std::vector<Buffer> Buffers = readBuffers(readTable(Files[0]));
  std::vector<Place> Places = readPlaces(readTable(Files[1]), Buffers);
  checkOverlaps(Buffers, Places);
  std::map<std::string, uint64_t> Sizes;
  for (size_t I = 0; I != Buffers.size(); ++I) {
    uint64_t &Size = Sizes[Places[I].Pool];
    if (Buffers[I].Size != 0)
      Size = std::max(Size, Places[I].Offset + Buffers[I].Size);
  }
  // A limit that nothing is compared with would be no limit.
  for (const auto &[Pool, Limit] : Limits) {
    if (!Sizes.count(Pool))
      refuse("no buffer is in pool " + quoted(Pool) + ", which has a limit");
    if (Sizes[Pool] > Limit)
      refuse("pool " + quoted(Pool) + " takes " + std::to_string(Sizes[Pool]) +
             " bytes, more than " + std::to_string(Limit));
  }
  std::cout << "valid: " << Buffers.size() << " buffers\n";
  for (const auto &[Pool, Size] : Sizes)
    std::cout << quoted(Pool) << ": " << Size << " bytes\n";
  return 0;
}
