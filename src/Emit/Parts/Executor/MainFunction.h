//===- MainFunction.h - The calls of all operators --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_EXECUTOR_MAINFUNCTION_H
#define METAOBJ_EMIT_PARTS_EXECUTOR_MAINFUNCTION_H

#include "Emit/Parts/Executor/CodeParts.h"
#include "Emit/Parts/Executor/ExecutorTables.h"

namespace metaobj {

/// `int32_t f(void *p0, ..., void *out, [void *device_context])`: what \p Call
/// calls.
llvm::FunctionType *unpackedType(const IrTables &Writer,
                                 const ExecutorCall &Call);

/// `int32_t f(void *self, const TVMFFIAny *args, int32_t num_args,
/// TVMFFIAny *result)`
llvm::FunctionType *ffiType(const IrTables &Writer);

/// How many pointers of each kind the main function takes, in this order.
struct MainArguments {
  explicit MainArguments(const Executor &TheExecutor);

  size_t Inputs = 0;
  size_t Outputs = 0;
  size_t Pools = 0; ///< The caller's.
  size_t Devices = 0;

  size_t count() const { return Inputs + Outputs + Pools + Devices; }
};

/// Makes the function that calls the operators, with plain pointers as its
/// arguments.
class MainFunction {
public:
  MainFunction(IrTables &Writer, CodeParts &Parts, const Executor &TheExecutor,
               const ExecutorTables &Tables);

  llvm::Function *add();

  /// 1 + the number of the call that failed; 0: none did.
  llvm::GlobalVariable *failedOperator() const { return FailedOperator; }

private:
  /// Ends of the function when something has failed: what was activated is
  /// deactivated.
  struct Failure {
    llvm::BasicBlock *Block = nullptr;
    llvm::PHINode *Result = nullptr;
    llvm::PHINode *Number = nullptr;
  };

  /// Calls of operators, by their numbers.
  struct Range {
    size_t First;
    size_t End;
  };

  llvm::FunctionType *type() const;
  void begin(llvm::Function *F);
  llvm::Function *addPart(Range Calls, llvm::GlobalVariable *Failed);
  void addCalls();
  void reserveStack(Range Calls);
  void addFailures();
  void addReturnOfFailure();
  Failure addFailureBlock(llvm::StringRef Name);
  void fail(const Failure &To, llvm::Value *Result, llvm::Value *Number);
  void check(llvm::Value *Result, const Failure &To, int64_t Number);
  void check(llvm::Value *Result, const Failure &To, llvm::Value *Number);
  /// The devices that it opens, or none.
  size_t hookedDevices() const {
    return TheExecutor.opensDevices() ? TheExecutor.Devices.size() : 0;
  }
  llvm::Value *callHook(llvm::StringRef Action, uint32_t Device);
  llvm::Function *platformHook(llvm::StringRef Symbol,
                               llvm::FunctionType *Type);
  void callPoolPower(bool IsRunning);
  std::vector<llvm::GlobalVariable *> sharedFlags() const;
  void claimShared();
  void setShared(uint32_t Use);
  void checkImage();
  void openImage();
  void addBefore();
  void addAfter(llvm::Value *Result);
  void addCall(size_t Number);
  llvm::Value *addPackedCall(size_t Number);
  llvm::Value *addFfiCall(size_t Number);
  llvm::Value *tensorOf(TensorIndex Argument, uint32_t &Open);
  llvm::Value *anyAt(uint32_t Index, unsigned Byte);
  void initialiseAnys(size_t Count);
  void useWorkspace(llvm::Value *Memory, llvm::Value *Bytes);
  void useWorkspace(size_t Number);
  void addLoop(Range Calls);
  void addCalls(Range Calls);
  void checkAlignment();
  llvm::Value *addUnpackedCall(size_t Number);
  void addCopy(const ExecutorCopy &Copy);
  void addEnd();
  llvm::Constant *address(const TableRow &Row) const;
  llvm::Value *baseOf(const TensorPlace &Place);
  llvm::Value *dataOf(const TensorPlace &Place);
  llvm::Value *handleOf(const ExecutorCall &Call) const;

  IrTables &Writer;
  CodeParts &Parts;
  const Executor &TheExecutor;
  const ExecutorTables &Tables;
  llvm::LLVMContext &Context;
  llvm::IRBuilder<> Builder;
  llvm::PointerType *Pointer;
  llvm::IntegerType *Int32;

  llvm::Function *Main = nullptr;
  bool IsPart = false;
  llvm::GlobalVariable *FailedOperator = nullptr;
  /// By kind, in the order of Executor's lists.
  std::vector<llvm::Value *> Inputs, Outputs, Pools, Devices;
  /// Of the params image: what its pointers count from, and its parameters.
  llvm::Value *ImageStart = nullptr, *ImageParams = nullptr;
  /// For packed calls with tensors that are known at run time only.
  llvm::Value *Values = nullptr, *Tensors = nullptr;
  llvm::Value *ReturnValue = nullptr, *ReturnCode = nullptr;
  /// TVMFFIAnys: arguments like Values, and a result that nobody reads.
  llvm::Value *Anys = nullptr, *Result = nullptr;
  /// The workspaces of the operator before are still those of the runtime.
  bool HasWorkspace = false;
  /// Number N: the first N devices are activated.
  std::vector<Failure> Failures;
};

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_EXECUTOR_MAINFUNCTION_H
