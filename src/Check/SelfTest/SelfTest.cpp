//===- SelfTest.cpp - Does it work on this target? ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/SelfTest.h"

#include "Check/SelfTest/Sample.h"
#include "Check/SelfTest/Steps.h"

#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "Object/FormatRules.h"

#include "llvm/MC/TargetRegistry.h"

using namespace llvm;
using namespace metaobj;

/// In the order of SelfTestStep.
static constexpr StringLiteral StepNames[] = {"emit",  "read back",   "layout",
                                              "flags", "disassemble", "link"};

StringRef metaobj::selfTestStepName(SelfTestStep Step) {
  return StepNames[static_cast<size_t>(Step)];
}

const SelfTestResult *SelfTestReport::failure() const {
  for (const SelfTestResult &Result : Results)
    if (Result.Outcome == SelfTestResult::Failed)
      return &Result;
  return nullptr;
}

unsigned SelfTestReport::checks() const {
  unsigned Sum = 0;
  for (const SelfTestResult &Result : Results)
    Sum += Result.Checks;
  return Sum;
}

std::optional<bool> SelfTestReport::passed(SelfTestStep Step) const {
  std::optional<bool> Answer;
  for (const SelfTestResult &Result : Results) {
    if (Result.Step != Step)
      continue;
    if (Result.Outcome == SelfTestResult::Failed)
      return false;
    if (Result.Outcome == SelfTestResult::Passed)
      Answer = true;
  }
  return Answer;
}

Message SelfTestReport::reason(SelfTestStep Step) const {
  Message Reason;
  for (const SelfTestResult &Result : Results) {
    if (Result.Step != Step)
      continue;
    if (Result.Outcome == SelfTestResult::Failed)
      return Result.Reason;
    if (Reason.empty() && Result.Outcome == SelfTestResult::NotDone)
      Reason = Result.Reason;
  }
  return Reason;
}

namespace {

/// One run over the ABIs and relocation models of a target.
class SelfTest {
public:
  SelfTest(const TargetSpec &Target, const SelfTestConfig &Config,
           SelfTestReport &Report)
      : Target(Target), Config(Config), Report(Report),
        TheModel(sampleModel()) {}

  void run();

private:
  void runModel(Reloc::Model Relocation);
  void runAbi(RuntimeAbi Abi, const TargetSpec &Spec, TargetMachine &Machine,
              const OperatorObject &Operator);
  bool step(SelfTestStep Step, function_ref<void(Checks &)> Work);
  void describe(const TargetMachine &Machine);

  const TargetSpec &Target;
  const SelfTestConfig &Config;
  SelfTestReport &Report;
  Model TheModel;
  std::string Subject;
};

} // namespace

/// Returns true unless the step failed or was not done.
bool SelfTest::step(SelfTestStep Step, function_ref<void(Checks &)> Work) {
  if (Config.Begin)
    Config.Begin(Report, Subject, Step);
  Checks Checked;
  Work(Checked);
  SelfTestResult &Result = Report.Results.emplace_back();
  Result.Subject = Subject;
  Result.Step = Step;
  Result.Checks = Checked.count();
  Result.Reason = Checked.reason();
  if (Checked.hasFailed()) {
    Result.Outcome = SelfTestResult::Failed;
    Result.Reason = Checked.failure();
  } else if (Checked.isSkipped()) {
    Result.Outcome = SelfTestResult::NotDone;
  }
  if (Config.End)
    Config.End(Report);
  return Result.Outcome == SelfTestResult::Passed;
}

void SelfTest::describe(const TargetMachine &Machine) {
  const DataLayout Layout = Machine.createDataLayout();
  Report.Target = Machine.getTarget().getName();
  Report.ObjectFormat =
      Machine.getTarget().hasMCAsmBackend()
          ? formatRules(Machine.getTargetTriple().getObjectFormat())
                .Facts.Name.str()
          : "none";
  Report.PointerBits = Layout.getPointerSizeInBits();
  Report.BigEndian = Layout.isBigEndian();
}

void SelfTest::runAbi(RuntimeAbi Abi, const TargetSpec &Spec,
                      TargetMachine &Machine, const OperatorObject &Operator) {
  EmitConfig EmitWith;
  EmitWith.Abi = Abi;
  EmitWith.Registry.HasIndex = true;
  const DataLayout Layout = Machine.createDataLayout();
  // One of the ABIs is emitted with compressed parameters, whose table is of
  // the second version.
  Model Sample = TheModel;
  if (Abi == RuntimeAbi::TvmCrtU8)
    EmitWith.Compression.Level = *parseCompression("zstd");
  const Expectation Wanted = {Sample, EmitWith, Layout.isBigEndian(),
                              Machine.isPositionIndependent()};
  const Triple &TheTriple = Machine.getTargetTriple();

  std::unique_ptr<MemoryBuffer> Bytes;
  std::optional<EmittedObject> Object;
  bool IsEmitted = step(SelfTestStep::Emit, [&](Checks &Result) {
    Expected<Emission> Emitted = emit(TheModel, Spec, EmitWith);
    if (!Result.succeeded(Emitted.takeError()))
      return;
    Expected<std::unique_ptr<MemoryBuffer>> Made = Emitted->toMemory();
    if (!Result.succeeded(Made.takeError()))
      return;
    Bytes = std::move(*Made);
    Sample = Emitted->model();
    Result.equal("parameters that are compressed",
                 count_if(Sample.Params,
                          [](const Param &P) { return P.isCompressed(); }),
                 EmitWith.Compression.Level ? 1 : 0);
    Expected<EmittedObject> View =
        EmittedObject::read(*Bytes, Layout.getGlobalPrefix());
    if (View)
      Object = std::move(*View);
    Result.succeeded(View.takeError());
  });
  if (!IsEmitted)
    return;

  Message WhyUnread;
  step(SelfTestStep::ReadBack, [&](Checks &Result) {
    checkProtection(Result, *Object, Wanted);
    Expected<std::vector<Inspection>> Found =
        inspect({Bytes->getBuffer(), "metadata.o"});
    if (!Found) {
      Message Problem = withoutHints(Found.takeError());
      // Inspect reads COFF of some machines only, and says of which.
      if (TheTriple.isOSBinFormatCOFF() &&
          StringRef(Problem.text()).contains("of this machine")) {
        WhyUnread = Problem;
        return Result.skip(Problem);
      }
      Result.expect(false, Problem);
      return;
    }
    checkInspection(Result, Found->front(), Wanted, /*IsLinked=*/false);
  });

  step(SelfTestStep::Layout,
       [&](Checks &Result) { checkLayout(Result, *Object, Layout, Wanted); });

  step(SelfTestStep::LinkerFacts, [&](Checks &Result) {
    if (!WhyUnread.empty())
      return Result.skip(WhyUnread);
    checkLinkerFacts(Result, {Bytes->getBuffer(), "metadata.o"}, Operator,
                     Sample, EmitWith, TheTriple);
  });

  step(SelfTestStep::Disassemble, [&](Checks &Result) {
    if (!hasDisassembler(Machine))
      return Result.skip("the linked LLVM has no disassembler for it");
    for (const std::string &Symbol : definedSymbols(Sample, EmitWith))
      checkCode(Result, *Object, Machine, Symbol);
  });

  step(SelfTestStep::Link, [&](Checks &Result) {
    if (Config.Lld.empty())
      return Result.skip("ld.lld was not found");
    Expected<WorkFolder> Folder = WorkFolder::createTemporary();
    if (!Folder) {
      Result.succeeded(Folder.takeError());
      return;
    }
    const std::string File = Folder->file("metadata.o"),
                      OperatorFile = Folder->file("operators.o");
    if (!Result.succeeded(joinErrors(
            writeFileAtomically(File, Bytes->getBuffer()),
            writeFileAtomically(OperatorFile, Operator.Bytes->getBuffer()))))
      return;
    const LinkJob Job = {
        Config.Lld,           TheTriple, definedSymbols(Sample, EmitWith),
        {File, OperatorFile}, *Folder,   Report.PointerBits};
    checkLinks(Result, Job, Wanted);
  });
}

void SelfTest::runModel(Reloc::Model Relocation) {
  StringRef ModelName = Relocation == Reloc::Static ? "static" : "pic";
  TargetSpec Spec = Target;
  Spec.RelocationModel = Relocation;
  std::unique_ptr<TargetMachine> Machine;
  std::optional<OperatorObject> Operator;
  Subject = ("operator object, " + ModelName).str();
  bool IsReady = step(SelfTestStep::Emit, [&](Checks &Result) {
    Expected<std::unique_ptr<TargetMachine>> Created =
        createTargetMachine(Spec);
    if (!Created) {
      Result.succeeded(Created.takeError());
      return;
    }
    Machine = std::move(*Created);
    describe(*Machine);
    if (Machine->getRelocationModel() != Relocation)
      return Result.skip("LLVM knows no other code than " +
                         Twine(Machine->isPositionIndependent()
                                   ? "position-independent"
                                   : "static") +
                         " for it");
    Expected<OperatorObject> Made = operatorObject(TheModel, *Machine);
    if (Made)
      Operator = std::move(*Made);
    Result.succeeded(Made.takeError());
  });
  if (!IsReady)
    return;
  for (RuntimeAbi Abi : tvmCrtAbis()) {
    Subject = (runtimeAbiName(Abi) + ", " + ModelName).str();
    runAbi(Abi, Spec, *Machine, *Operator);
  }
}

void SelfTest::run() {
  Report.Triple = Target.Triple.str();
  if (Target.RelocationModel)
    return runModel(*Target.RelocationModel);
  runModel(Reloc::Static);
  runModel(Reloc::PIC_);
}

SelfTestReport metaobj::selfTest(const TargetSpec &Target,
                                 const SelfTestConfig &Config) {
  SelfTestReport Report;
  SelfTest(Target, Config, Report).run();
  return Report;
}
