//===- IrTables.cpp - Tables of a module ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/IrTables.h"

#include "Abi/TableLayout.h"
#include "Base/LlvmVersion.h"
#include "Object/FormatRules.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace metaobj;

IrTables::IrTables(Module &M, PointerTables Pointers, StringRef Cpu,
                   StringRef Features, LateSymbols Late)
    : M(M), Pointers(Pointers), Cpu(Cpu), Features(Features), Late(Late),
      PointerType(llvm::PointerType::getUnqual(M.getContext())),
      FunctionPointerType(llvm::PointerType::get(
          M.getContext(), M.getDataLayout().getProgramAddressSpace())),
      IntType(IntegerType::get(
          M.getContext(),
          M.getDataLayout().getPointerSizeInBits() == 16 ? 16 : 32)),
      PackedType(FunctionType::get(IntType,
                                   {PointerType, PointerType, IntType,
                                    PointerType, PointerType, PointerType},
                                   /*isVarArg=*/false)) {}

bool IrTables::namesSections() const {
  return formatRules(Triple(llvm_version::tripleName(M)))
      .Facts.NamesTableSections;
}

StructType *IrTables::structure(const Record &Type) {
  StructType *&Known = Types[&Type];
  if (Known)
    return Known;
  std::vector<llvm::Type *> Members;
  for (const Field &Member : Type.Fields)
    Members.push_back(typeOf(Member));
  // The members have grown the map.
  return Types[&Type] = StructType::create(M.getContext(), Members, Type.Name);
}

Type *IrTables::typeOf(const Field &Member) {
  switch (Member.Kind) {
  case Field::Number:
    return IntegerType::get(M.getContext(), Member.Bytes * 8);
  case Field::Pointer:
    return PointerType;
  case Field::FunctionPointer:
    return FunctionPointerType;
  case Field::Structure:
    return structure(*Member.Type);
  }
  llvm_unreachable("covered switch");
}

Constant *IrTables::atByte(Constant *Start, uint64_t Offset) {
  if (Offset == 0)
    return Start;
  return ConstantExpr::getInBoundsGetElementPtr(
      Type::getInt8Ty(M.getContext()), Start,
      ArrayRef<Constant *>(
          ConstantInt::get(layout().getIndexType(PointerType), Offset)));
}

Constant *IrTables::address(const Address &To) {
  switch (To.Kind) {
  case Address::Null:
    return nullptr;
  case Address::Param:
    return atByte(Params[To.Index], To.Offset);
  case Address::Operator:
    return Operators[To.Index];
  case Address::Universal:
    return Universal;
  case Address::Lookup:
    return Lookup;
  case Address::Own:
    return Own[To.Index];
  case Address::Pool:
    return atByte(Pools[To.Index], To.Offset);
  case Address::FfiContext:
    return FfiContext;
  case Address::FfiBinary:
    return FfiBinary;
  case Address::InTable:
    break;
  }
  // A record refers to itself, and to tables that are added after it.
  GlobalVariable *Start = add(*To.In);
  if (To.Index == 0)
    return Start;
  return ConstantExpr::getInBoundsGetElementPtr(
      typeOf(To.In->Element), Start,
      ArrayRef<Constant *>(
          ConstantInt::get(layout().getIndexType(PointerType), To.Index)));
}

/// Makes constants of elements from their values.
class IrTables::Builder final : public TableSink {
public:
  Builder(IrTables &Tables, const Table &TheTable)
      : Tables(Tables), Element(TheTable.Element), Leaves(leavesOf(Element)),
        Elements(TheTable.Count) {
    Values.reserve(Leaves.size());
  }

  void row(uint64_t Row) override {
    finishRow();
    AtRow = Row;
  }
  void number(uint64_t Value, StringRef /*InC*/) override {
    unsigned Bits = nextLeaf().Bytes * 8;
    Values.push_back(
        ConstantInt::get(Tables.M.getContext(), APInt(64, Value).trunc(Bits)));
  }
  void sizeOf(const Record &Type) override {
    number(Tables.layout().getTypeAllocSize(Tables.structure(Type)), "");
  }
  void pointer(const Address &To) override {
    Type *Kind = Tables.typeOf(nextLeaf());
    Constant *Value = Tables.address(To);
    Values.push_back(Value ? Value : Constant::getNullValue(Kind));
  }

  /// By number; what had no row is zero.
  std::vector<Constant *> finish() {
    finishRow();
    for (Constant *&TheConstant : Elements)
      if (!TheConstant)
        TheConstant = Constant::getNullValue(Tables.typeOf(Element));
    return std::move(Elements);
  }

private:
  const Field &nextLeaf() const { return *Leaves[Values.size()].Value; }

  void finishRow() {
    if (Values.empty())
      return;
    ArrayRef<Constant *> Rest = Values;
    Elements[AtRow] = assemble(Element, Rest);
    Values.clear();
  }

  /// \p TheField of the first of \p Rest, which are taken from it.
  Constant *assemble(const Field &TheField, ArrayRef<Constant *> &Rest) {
    if (TheField.Kind != Field::Structure) {
      Constant *Value = Rest.front();
      Rest = Rest.drop_front();
      return Value;
    }
    std::vector<Constant *> Members;
    for (const Field &Member : TheField.Type->Fields)
      Members.push_back(assemble(Member, Rest));
    return ConstantStruct::get(Tables.structure(*TheField.Type), Members);
  }

  IrTables &Tables;
  const Field &Element;
  std::vector<Leaf> Leaves;
  std::vector<Constant *> Elements;
  std::vector<Constant *> Values;
  uint64_t AtRow = 0;
};

namespace {

/// The numbers of an array in the host's order, as ConstantDataArray has them.
class NumberPacker final : public TableSink {
public:
  explicit NumberPacker(unsigned Bytes) : Bytes(Bytes) {}

  void row(uint64_t /*Row*/) override {}
  void number(uint64_t Value, StringRef /*InC*/) override {
    if constexpr (NativeEndianness == Endianness::big)
      Value <<= 64 - Bytes * 8;
    Packed.append(reinterpret_cast<const char *>(&Value), Bytes);
  }

  std::string Packed;

private:
  unsigned Bytes;
};

} // namespace

Constant *IrTables::contents(const Table &TheTable) {
  switch (TheTable.Form) {
  case Table::Text:
    return ConstantDataArray::getString(
        M.getContext(),
        bytesOfText(TheTable, layout().isBigEndian() ? Endianness::big
                                                     : Endianness::little),
        /*AddNull=*/false);
  case Table::Single: {
    Builder Single(*this, TheTable);
    TheTable.Write(Single);
    return Single.finish().front();
  }
  case Table::Array:
    break;
  }
  Type *Element = typeOf(TheTable.Element);
  // One constant for each number would take more time than all else.
  if (TheTable.Element.Kind == Field::Number) {
    NumberPacker Packer(TheTable.Element.Bytes);
    TheTable.Write(Packer);
    return ConstantDataArray::getRaw(Packer.Packed, TheTable.Count, Element);
  }
  Builder Array(*this, TheTable);
  TheTable.Write(Array);
  return ConstantArray::get(ArrayType::get(Element, TheTable.Count),
                            Array.finish());
}

GlobalVariable *IrTables::addConstant(const Table &TheTable, Constant *Value,
                                      bool HasPointers) {
  auto *Variable =
      new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                         GlobalValue::InternalLinkage, Value, TheTable.Symbol);
  Variable->setAlignment(TheTable.Alignment
                             ? Align(TheTable.Alignment)
                             : layout().getABITypeAlign(Value->getType()));
  if (TheTable.IsCollected || TheTable.IsKept)
    keep(*Variable);
  if (TheTable.IsCollected) {
    // Where linkers collect it.
    Triple Target(llvm_version::tripleName(M));
    Variable->setSection(formatRules(Target).Facts.CollectedSection);
    return Variable;
  }
  // Only ELF has these names; other formats use LLVM's own sections for
  // constants. Data that a loader relocates must be writable until then. It has
  // a section name of its own, because one name must not stand for sections
  // with and without SHF_WRITE.
  if (!namesSections() || (HasPointers && Pointers == PointerTables::Unsaid))
    return Variable;
  Variable->setSection((HasPointers && Pointers == PointerTables::Relocated
                            ? ".data.rel.ro.metaobj."
                            : ".rodata.metaobj.") +
                       TheTable.Group.str());
  return Variable;
}

/// Linkers keep \p Variable: `llvm.used` gives it a section of its own with
/// SHF_GNU_RETAIN, or what other formats have for it.
void IrTables::keep(GlobalVariable &Variable) {
  static constexpr StringLiteral Name = "llvm.used";
  if (GlobalVariable *Old = M.getNamedGlobal(Name))
    Old->eraseFromParent();
  Kept.push_back(&Variable);
  auto *Used =
      ConstantArray::get(ArrayType::get(PointerType, Kept.size()), Kept);
  auto *List = new GlobalVariable(M, Used->getType(), /*isConstant=*/false,
                                  GlobalValue::AppendingLinkage, Used, Name);
  List->setSection("llvm.metadata");
}

/// A place of the size of \p TheTable: a variable that starts with a pointer to
/// itself, with zeros behind it. The pointer makes LLVM put the variable where
/// tables with pointers go, and shows the target's relocation.
GlobalVariable *IrTables::reserve(const Table &TheTable) {
  TableLayout Element(TheTable.Element, M.getContext(), layout());
  uint64_t PointerSize = layout().getPointerSize();
  uint64_t Size = Element.Size * TheTable.Count;
  assert(Size >= PointerSize && "no room for a pointer");
  auto *Rest =
      ArrayType::get(Type::getInt8Ty(M.getContext()), Size - PointerSize);
  auto *Kind = StructType::get(M.getContext(), {PointerType, Rest},
                               /*isPacked=*/true);
  GlobalVariable *Variable =
      addConstant(TheTable, Constant::getNullValue(Kind), /*HasPointers=*/true);
  Variable->setInitializer(
      ConstantStruct::get(Kind, {Variable, Constant::getNullValue(Rest)}));
  Variable->setAlignment(Element.Alignment);
  // The code generator must not take these bytes for what is loaded.
  Variable->setExternallyInitialized(true);
  if (TheTable.Element.Kind == Field::FunctionPointer)
    WithoutFunction.push_back(Variable);
  return Variable;
}

GlobalVariable *IrTables::add(const Table &TheTable) {
  if (GlobalVariable *Known = Variables.lookup(&TheTable))
    return Known;
  if (Late.has(TheTable))
    return Variables[&TheTable] = reserve(TheTable);
  // Without a pointer, LLVM would put it into a second section of the same name
  // that is not writable.
  bool HasPointers = TheTable.hasPointers();
  if (TheTable.Form != Table::Single)
    return Variables[&TheTable] =
               addConstant(TheTable, contents(TheTable), HasPointers);
  // It may refer to itself.
  GlobalVariable *Added = addConstant(
      TheTable, Constant::getNullValue(typeOf(TheTable.Element)), HasPointers);
  Variables[&TheTable] = Added;
  Added->setInitializer(contents(TheTable));
  return Added;
}

void IrTables::add(const TableGroup &Group, StringRef Accessor) {
  GlobalVariable *Last = nullptr;
  for (const Table &TheTable : Group)
    Last = add(TheTable);
  if (Last)
    addAccessor(Accessor, Last);
}

llvm::Function *IrTables::addFunction(FunctionType *Type,
                                      GlobalValue::LinkageTypes Linkage,
                                      StringRef Symbol) {
  llvm::Function *F = llvm::Function::Create(Type, Linkage, Symbol, M);
  F->setDoesNotThrow();
  if (!Cpu.empty())
    F->addFnAttr("target-cpu", Cpu);
  if (!Features.empty())
    F->addFnAttr("target-features", Features);
  return F;
}

/// const void *<Symbol>(void) { return Table; }
llvm::Function *IrTables::addAccessor(StringRef Symbol, Constant *Table) {
  llvm::Function *F = addFunction(FunctionType::get(PointerType, false),
                                  GlobalValue::ExternalLinkage, Symbol);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", F));
  Builder.CreateRet(Table);
  // Pointers to functions have relocations of their own on some targets.
  for (GlobalVariable *Variable : WithoutFunction) {
    auto *Old = cast<ConstantStruct>(Variable->getInitializer());
    Variable->setInitializer(
        ConstantStruct::get(Old->getType(), {F, Old->getOperand(1)}));
  }
  WithoutFunction.clear();
  return F;
}
