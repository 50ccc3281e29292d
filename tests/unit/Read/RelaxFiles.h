//===- RelaxFiles.h - Relax executables made by tests -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_UNIT_READ_RELAXFILES_H
#define METAOBJ_TESTS_UNIT_READ_RELAXFILES_H

#include "Read/Files.h"

#include <string>
#include <vector>

namespace metaobj {

inline constexpr uint64_t VmMagic = 0xD225DE2F4214151E;

/// Numbers and texts of TVM's streams.
struct Stream : ParamsBytes {
  Stream &text(llvm::StringRef Text) {
    number(Text.size(), 8).raw(Text);
    return *this;
  }
  Stream &numbers(const std::vector<uint64_t> &Values) {
    for (uint64_t Value : Values)
      number(Value, 8);
    return *this;
  }
  /// With the instructions from \p Start to \p End.
  Stream &function(uint32_t Kind, llvm::StringRef Name,
                   const std::vector<std::string> &Params, uint64_t Start = 0,
                   uint64_t End = 0) {
    number(Kind, 4);
    text(Name).numbers({Start, End, Params.size(), 0, Params.size()});
    for (const std::string &Param : Params)
      text(Param);
    return *this;
  }
};

/// An executable, put together from instructions. What `argument` functions
/// return is an argument of a call.
class RelaxProgram {
public:
  /// Registers in name only.
  static constexpr uint64_t Void = uint64_t(1) << 54, Machine = Void + 1;
  static constexpr DLDataType Float = {kDLFloat, 32, 1},
                              Bytes = {kDLUInt, 8, 1};

  static uint64_t immediate(int64_t Value) { return argument(1, Value); }
  static uint64_t constant(int64_t Index) { return argument(2, Index); }
  static uint64_t argument(uint64_t Kind, int64_t Value) {
    return Kind << 56 | (uint64_t(Value) & (~uint64_t(0) >> 8));
  }

  uint64_t shape(const std::vector<uint64_t> &Extents) {
    Constants.number(69, 4);
    Constants.numbers({Extents.size()}).numbers(Extents);
    return constant(NumConstants++);
  }
  uint64_t dtype(DLDataType DType) {
    Constants.number(5, 4).number(DType.code, 1).number(DType.bits, 1);
    Constants.number(DType.lanes, 2);
    return constant(NumConstants++);
  }
  uint64_t text(llvm::StringRef Text) {
    Constants.number(65, 4);
    Constants.text(Text);
    return constant(NumConstants++);
  }
  uint64_t tensor(DLDataType DType, std::vector<int64_t> Shape,
                  std::string Data) {
    Constants.number(70, 4).tensor(DType, std::move(Shape), std::move(Data));
    return constant(NumConstants++);
  }

  /// Instructions that follow are those of this function.
  RelaxProgram &function(llvm::StringRef Name, std::vector<std::string> Params,
                         uint32_t Kind = 1) {
    Functions.push_back(
        {Kind, Name.str(), std::move(Params), Offsets.size(), Offsets.size()});
    NextRegister = 100;
    return *this;
  }
  RelaxProgram &instruction(const std::vector<uint64_t> &Added) {
    Offsets.push_back(Words.size());
    Words.insert(Words.end(), Added.begin(), Added.end());
    for (size_t I = Functions.size(); I-- != 0;)
      if (Functions[I].Kind == 1) {
        Functions[I].End = Offsets.size();
        break;
      }
    return *this;
  }
  /// A function that is not there becomes an operator or a builtin.
  RelaxProgram &call(uint64_t Register, llvm::StringRef Name,
                     const std::vector<uint64_t> &Arguments) {
    size_t Index = 0;
    while (Index != Functions.size() && Functions[Index].Name != Name)
      ++Index;
    if (Index == Functions.size())
      Functions.push_back({0, Name.str(), {}, 0, 0});
    std::vector<uint64_t> All = {1, Register, Index, Arguments.size()};
    All.insert(All.end(), Arguments.begin(), Arguments.end());
    return instruction(All);
  }
  RelaxProgram &call(llvm::StringRef Name,
                     const std::vector<uint64_t> &Arguments) {
    return call(Void, Name, Arguments);
  }
  RelaxProgram &ret(uint64_t Register) { return instruction({2, Register}); }

  /// The checks of an input that TVM writes.
  RelaxProgram &check(uint64_t Register, const std::vector<int64_t> &Shape,
                      DLDataType DType = Float) {
    uint64_t Rank = immediate(int64_t(Shape.size()));
    call("vm.builtin.check_tensor_info",
         {Register, Rank, dtype(DType), text("x")});
    std::vector<uint64_t> Arguments = {Register, Void, Rank};
    for (int64_t Extent : Shape) {
      Arguments.push_back(immediate(0));
      Arguments.push_back(immediate(Extent));
    }
    Arguments.push_back(text("x"));
    return Shape.empty() ? *this : call("vm.builtin.match_shape", Arguments);
  }
  /// A new register with storage.
  uint64_t storage(uint64_t Size) {
    call(++NextRegister, "vm.builtin.alloc_storage",
         {Machine, shape({Size}), immediate(0), dtype(Bytes), text("global")});
    return NextRegister;
  }
  /// A new register with a tensor in \p Storage.
  uint64_t tensorIn(uint64_t Storage, const std::vector<uint64_t> &Shape,
                    DLDataType DType = Float, int64_t Offset = 0) {
    call(++NextRegister, "vm.builtin.alloc_tensor",
         {Storage, immediate(Offset), shape(Shape), dtype(DType)});
    return NextRegister;
  }
  uint64_t allocate(const std::vector<uint64_t> &Shape,
                    DLDataType DType = Float) {
    return tensorIn(storage(64), Shape, DType);
  }
  /// A new register with the result of \p Name.
  uint64_t value(llvm::StringRef Name, const std::vector<uint64_t> &Arguments) {
    call(++NextRegister, Name, Arguments);
    return NextRegister;
  }

  std::string bytes() const {
    Stream Out;
    Out.numbers({VmMagic}).text("0.14").numbers({Functions.size()});
    for (const Function &F : Functions)
      Out.function(F.Kind, F.Name, F.Params, F.Start, F.End);
    Out.numbers({0, uint64_t(NumConstants)}).raw(Constants.Bytes);
    Out.numbers({Offsets.size()}).numbers(Offsets);
    Out.numbers({Words.size()}).numbers(Words);
    return Out.Bytes;
  }

  struct Function {
    uint32_t Kind;
    std::string Name;
    std::vector<std::string> Params;
    uint64_t Start, End;
  };
  std::vector<Function> Functions;
  std::vector<uint64_t> Offsets, Words;

private:
  Stream Constants;
  int64_t NumConstants = 0;
  uint64_t NextRegister = 100;
};

} // namespace metaobj

#endif // METAOBJ_TESTS_UNIT_READ_RELAXFILES_H
