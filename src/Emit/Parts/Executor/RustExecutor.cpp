//===- RustExecutor.cpp - How Rust programs run a model -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Executor/CExecutor.h"

#include "Emit/Text/CText.h"
#include "Emit/Text/RustWriter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

class RustExecutor {
public:
  RustExecutor(RustWriter &Writer, const Executor &TheExecutor)
      : Writer(Writer), TheExecutor(TheExecutor) {}

  Error write();

private:
  void writeStructure(StringRef Name, StringRef Comment,
                      ArrayRef<ExecutorMember> Members);
  void writeMap(StringRef Subject, StringRef Type,
                const std::vector<ExecutorIo> &List,
                ArrayRef<ExecutorMember> Named, const ExecutorMembers &Members);
  void writeRun(const ExecutorMembers &Members);
  Error writeConstants();

  RustWriter &Writer;
  const Executor &TheExecutor;
};

} // namespace

void RustExecutor::writeStructure(StringRef Name, StringRef Comment,
                                  ArrayRef<ExecutorMember> Members) {
  if (Members.empty())
    return;
  Writer.write("structure",
               {{"COMMENT", Comment.str()}, {"STRUCTURE", Name.str()}});
  for (const ExecutorMember &Member : Members)
    Writer.write("member", {{"COMMENT", Member.Comment},
                            {"MEMBER", rustName(Member.Name)},
                            {"POINTER", Member.IsConstant ? "*const c_void"
                                                          : "*mut c_void"}});
  Writer.OS << "    }\n";
}

void RustExecutor::writeMap(StringRef Subject, StringRef Type,
                            const std::vector<ExecutorIo> &List,
                            ArrayRef<ExecutorMember> Named,
                            const ExecutorMembers &Members) {
  if (Named.empty())
    return;
  Writer.write(
      Members.Pools.empty() ? "map" : "map of pools",
      {{"WHAT", Subject.str()},
       {Members.Pools.empty() ? "MAP" : "POOLS_MAP", ("map_" + Subject).str()},
       {"STRUCTURE", Type.str()}});
  std::string Values;
  raw_string_ostream Value(Values);
  for (const auto &[Io, Member] : zip_equal(List, Named)) {
    const TensorPlace &Place = TheExecutor.Places[Io.Tensor];
    Value << "            " << rustName(Member.Name) << ": ";
    if (TheExecutor.Pools[Place.Index].Pool.IsCallers) {
      Value << "(_pools."
            << rustName(Members.pool(TheExecutor, Place.Index).Name)
            << " as *mut u8).add(" << Place.Offset << ") as *mut c_void,\n";
      continue;
    }
    std::string Pool =
        "POOL_" + utostr(Place.Index) + "_" + cMacroName(Member.Name);
    Writer.write("pool",
                 {{"SYMBOL", TheExecutor.poolSymbol(Place.Index)},
                  {"POOL", Pool},
                  {"BYTES", utostr(TheExecutor.Pools[Place.Index].Bytes)}});
    Value << (Members.Pools.empty() ? "unsafe { " : "")
          << "(core::ptr::addr_of_mut!(" << Pool << ") as *mut u8).add("
          << Place.Offset << ") as *mut c_void"
          << (Members.Pools.empty() ? " }" : "") << ",\n";
  }
  Writer.OS << "        " << Type << " {\n"
            << Value.str() << "        }\n    }\n";
}

void RustExecutor::writeRun(const ExecutorMembers &Members) {
  std::string Arguments;
  auto Add = [&](bool IsThere, StringRef Name, StringRef Type) {
    if (IsThere)
      Arguments +=
          ((Arguments.empty() ? "" : ", ") + Name + ": *mut " + Type).str();
  };
  bool HasIo = TheExecutor.hasIoArguments();
  Add(HasIo && !Members.Inputs.empty(), "inputs", "Inputs");
  Add(HasIo && !Members.Outputs.empty(), "outputs", "Outputs");
  Add(!Members.Pools.empty(), "pools", "WorkspacePools");
  Add(!Members.Devices.empty(), "devices", "Devices");
  Writer.write("run", {{"SYMBOL", TheExecutor.symbol(executor_symbols::Run)}});
  Writer.OS << "        pub fn run(" << Arguments << ") -> i32;\n    }\n";
}

/// For a variable of the program: `static POOL: [u8; SIZE] = DATA;`.
Error RustExecutor::writeConstants() {
  if (!TheExecutor.CallersConstants)
    return Error::success();
  const Payload &Data = TheExecutor.CallersConstants->Data;
  std::string Name = cMacroName(TheExecutor.CallersConstants->Name);
  Writer.write("constants", {{"SIZE_NAME", Name + "_CONSTANT_POOL_SIZE"},
                             {"DATA_NAME", Name + "_CONSTANT_POOL_DATA"},
                             {"BYTES", utostr(Data.size())}});
  if (Error E = writeBytes(Writer.OS, Data))
    return E;
  Writer.OS << "    ];\n";
  return Error::success();
}

Error RustExecutor::write() {
  ExecutorMembers Members(TheExecutor);
  Writer.writeSizes(executorSizes(TheExecutor, Members));
  if (Error E = writeConstants())
    return E;
  writeStructure("Inputs", "What the program sets.", Members.Inputs);
  writeStructure("Outputs", "What the program reads.", Members.Outputs);
  writeStructure("Devices", "What operators on devices get.", Members.Devices);
  writeStructure("WorkspacePools",
                 "Memory of the program; the workspace is unused between runs.",
                 Members.Pools);
  if (TheExecutor.Config.WorkspaceIo) {
    writeMap("inputs", "Inputs", TheExecutor.Inputs, Members.Inputs, Members);
    writeMap("outputs", "Outputs", TheExecutor.Outputs, Members.Outputs,
             Members);
  }
  if (TheExecutor.isPacked())
    Writer.writePackedFunction(TheExecutor.symbol(executor_symbols::Run),
                               "run");
  else
    writeRun(Members);
  if (!TheExecutor.isPacked() && TheExecutor.isInRegistry())
    Writer.writePackedFunction(TheExecutor.symbol(executor_symbols::PackedRun),
                               "run_packed");
  Writer.write(
      "failed operator",
      {{"SYMBOL", TheExecutor.symbol(executor_symbols::FailedOperator)}});
  return Error::success();
}

Error metaobj::writeRustExecutor(RustWriter &Writer,
                                 const Executor &TheExecutor) {
  return RustExecutor(Writer, TheExecutor).write();
}
