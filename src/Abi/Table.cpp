//===- Table.cpp - A table of constants as data ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/Table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace metaobj;

TableSink::~TableSink() = default;

static constexpr char WrongForm[] = "the sink is not for tables of this form";

void TableSink::row(uint64_t /*Row*/) { llvm_unreachable(WrongForm); }
void TableSink::number(uint64_t /*Value*/, StringRef /*InC*/) {
  llvm_unreachable(WrongForm);
}
void TableSink::sizeOf(const Record & /*Type*/) { llvm_unreachable(WrongForm); }
void TableSink::pointer(const Address & /*To*/) { llvm_unreachable(WrongForm); }
void TableSink::text(StringRef /*String*/) { llvm_unreachable(WrongForm); }

static void appendLeaves(std::vector<Leaf> &Leaves, const Field &TheField) {
  if (TheField.Kind != Field::Structure) {
    Leaves.push_back({&TheField});
    return;
  }
  size_t First = Leaves.size();
  for (const Field &Member : TheField.Type->Fields)
    appendLeaves(Leaves, Member);
  ++Leaves[First].Opening;
  ++Leaves.back().Closing;
}

std::vector<Leaf> metaobj::leavesOf(const Field &Element) {
  std::vector<Leaf> Leaves;
  appendLeaves(Leaves, Element);
  return Leaves;
}

bool Table::hasPointers() const {
  return Form != Text && Count != 0 &&
         any_of(leavesOf(Element), [](const Leaf &TheLeaf) {
           return TheLeaf.Value->Kind != Field::Number;
         });
}

Table &TableAdder::add(StringLiteral Symbol, Table::FormType Form,
                       const Field &Element, uint64_t Count,
                       std::function<void(TableSink &)> Write) {
  Table &Added = To.emplace_back(Table{Symbol, Group, Form, Element, Count});
  Added.Write = std::move(Write);
  return Added;
}

Table &TableAdder::structure(StringLiteral Symbol, const Record &Type,
                             std::function<void(TableSink &)> Write) {
  return add(Symbol, Table::Single, Field::structure(Type, ""), 1,
             std::move(Write));
}

Table &TableAdder::array(StringLiteral Symbol, const Field &Element,
                         uint64_t Count,
                         std::function<void(TableSink &)> Write) {
  return add(Symbol, Table::Array, Element, Count, std::move(Write));
}

Table &
TableAdder::rows(StringLiteral Symbol, const Field &Element, uint64_t Count,
                 std::function<void(TableSink &, uint64_t Row)> WriteRow) {
  return array(Symbol, Element, Count,
               [Count, WriteRow = std::move(WriteRow)](TableSink &Sink) {
                 for (uint64_t Row = 0; Row != Count; ++Row) {
                   Sink.row(Row);
                   WriteRow(Sink, Row);
                 }
               });
}

Table &TableAdder::text(StringLiteral Symbol,
                        std::function<void(TableSink &)> Write,
                        const Field &Number) {
  return add(Symbol, Table::Text, Number, 1, std::move(Write));
}

namespace {

class TextPacker final : public TableSink {
public:
  TextPacker(unsigned NumberBytes, Endianness Order)
      : NumberBytes(NumberBytes), Order(Order) {}

  void number(uint64_t Value, StringRef /*InC*/) override {
    for (unsigned I = 0; I != NumberBytes; ++I) {
      unsigned Byte = Order == Endianness::big ? NumberBytes - 1 - I : I;
      Bytes += static_cast<char>(Value >> Byte * 8);
    }
  }
  void text(StringRef String) override {
    Bytes += String;
    Bytes += '\0';
  }

  std::string Bytes;

private:
  unsigned NumberBytes;
  Endianness Order;
};

} // namespace

std::string metaobj::bytesOfText(const Table &TheTable, Endianness Order) {
  TextPacker Packer(TheTable.Element.Bytes, Order);
  TheTable.Write(Packer);
  return std::move(Packer.Bytes);
}
