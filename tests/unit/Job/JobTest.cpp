//===- JobTest.cpp - From files to files, without the tool ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Job.h"

#include "Base/Messages.h"
#include "Read/Files.h"
#include "metaobj/Inspect.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

constexpr StringLiteral Operators = R"(
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "thumbv7m-none-unknown-eabi"
define i32 @tvmgen_default_add(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  ret i32 0
}
)";

/// Operators and parameters as files, and a job that emits them.
class JobTest : public testing::Test {
public:
  JobTest() {
    TheJob.Reading.Files = {
        Folder.add("ops.ll", Operators),
        Folder.add("p.bin", ParamsBytes()
                                .header({"w", "v"})
                                .tensor({kDLInt, 8, 1}, {2}, "ab")
                                .tensor({kDLFloat, 32, 1}, {2}, "01234567")
                                .Bytes)};
    TheJob.Output = Folder.path("m.o");
    TheJob.Diagnostics = Received.handler();
    // As EmitConfig has it, without a note of the conclusion.
    TheJob.Abi = RuntimeAbi::TvmCrtU16;
  }

  /// The error of the job, or nothing.
  std::string refusal() {
    Expected<JobResult> Done = runJob(TheJob);
    return Done ? "" : Folder.strip(text(Done.takeError()));
  }

  JobResult run() {
    Expected<JobResult> Done = runJob(TheJob);
    if (Done)
      return std::move(*Done);
    ADD_FAILURE() << text(Done.takeError());
    return {};
  }

  /// Names of the folder's files that are no inputs.
  std::vector<std::string> outputs() const {
    std::vector<std::string> Names;
    std::error_code Code;
    for (sys::fs::directory_iterator File(Folder.path(""), Code), End;
         File != End && !Code; File.increment(Code))
      if (!is_contained(TheJob.Reading.Files, File->path()))
        Names.push_back(sys::path::filename(File->path()).str());
    llvm::sort(Names);
    return Names;
  }

  std::string contents(const Twine &Name) const {
    auto Buffer = MemoryBuffer::getFile(Folder.path(Name));
    return Buffer ? (*Buffer)->getBuffer().str() : "no file";
  }

  TemporaryFolder Folder;
  Messages Received;
  Job TheJob;
};

TEST_F(JobTest, AllOutputsOfOneRun) {
  TheJob.Header = Folder.path("m.h");
  TheJob.Map = Folder.path("m.json");
  TheJob.Depfile = Folder.path("m.d");
  JobResult Done = run();
  EXPECT_THAT(Done.Written, ElementsAre(TheJob.Output, TheJob.Header,
                                        TheJob.Map, TheJob.Depfile));
  EXPECT_EQ(Done.Read, TheJob.Reading.Files);
  EXPECT_EQ(Done.Summary, "2 parameters, 72 bytes in 1 section");
  EXPECT_THAT(outputs(), ElementsAre("m.d", "m.h", "m.json", "m.o"));
  EXPECT_THAT(Received.Lines, IsEmpty());

  std::vector<Inspection> Found =
      cantFail(inspect(MemoryBufferRef(contents("m.o"), "m.o")));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Triple, "armv7m-unknown-unknown");
  ASSERT_EQ(Found[0].Registries.size(), 1u);
  EXPECT_EQ(Found[0].Params.size(), 2u);
  EXPECT_THAT(contents("m.h"), HasSubstr("tvmgen_default_params"));
  EXPECT_THAT(contents("m.json"), HasSubstr("\"output\": "));
  EXPECT_THAT(Folder.strip(contents("m.d")),
              HasSubstr("m.o m.h m.json: \\\n  ops.ll \\\n  p.bin\n"));
}

TEST_F(JobTest, SameBytesAsEmit) {
  run();
  FileModel Read = cantFail(readModel(TheJob.Reading));
  TargetSpec Target = cantFail(inferTarget(Read.Objects));
  Emission Emitted = cantFail(emit(Read, Target, EmitConfig()));
  std::unique_ptr<MemoryBuffer> Bytes = cantFail(Emitted.toMemory());
  EXPECT_EQ(contents("m.o"), Bytes->getBuffer());
}

TEST_F(JobTest, Shards) {
  TheJob.Emitting.Params.Where = InShards{2};
  EXPECT_THAT(run().Written,
              ElementsAre(TheJob.Output, Folder.path("m.shard-1-of-2.o"),
                          Folder.path("m.shard-2-of-2.o")));
  std::string Metadata = contents("m.o"), First = contents("m.shard-1-of-2.o");
  TheJob.Shard = 1;
  EXPECT_THAT(run().Written, ElementsAre(TheJob.Output));
  EXPECT_EQ(contents("m.o"), First);
  TheJob.Shard = 0;
  EXPECT_EQ(run().Summary, std::nullopt);
  EXPECT_EQ(contents("m.o"), Metadata);
  TheJob.Emitting.Params.Where = InShards{2, true};
  EXPECT_NE(run().Summary, std::nullopt);
}

TEST_F(JobTest, TargetThatIsChosenWins) {
  TheJob.Target.Triple = "riscv32";
  TheJob.Target.Features = "+m,+a,+c";
  TheJob.Reading.Functions = {"tvmgen_default_add"};
  run();
  std::vector<Inspection> Found =
      cantFail(inspect(MemoryBufferRef(contents("m.o"), "m.o")));
  EXPECT_EQ(Found.at(0).Triple, "riscv32-unknown-unknown");

  TheJob.Target = {};
  TheJob.Target.File = TheJob.Reading.Files[0];
  TheJob.Reading.Files.erase(TheJob.Reading.Files.begin());
  EXPECT_EQ(run().Read.back(), TheJob.Target.File);
}

TEST_F(JobTest, TargetOfCIsInVain) {
  TheJob.Kind = OutputKind::C;
  TheJob.Output = Folder.path("m.c");
  TheJob.Target.CPU = "cortex-m3";
  run();
  EXPECT_THAT(contents("m.c"), HasSubstr("tvmgen_default_params"));
  EXPECT_THAT(Received.Lines,
              ElementsAre("note: TargetSpec::CPU: changes nothing: emitted C "
                          "is the same for every target"));
}

TEST_F(JobTest, RulesOfPresetsFilesAndCaller) {
  TheJob.Presets = {"zephyr"};
  TheJob.PlacementFiles = {Folder.add("board.yaml",
                                      "- name: w\n  section: .of_file\n"
                                      "- name: none\n  align: 8\n")};
  TheJob.Emitting.Params.Rules = {
      cantFail(parsePlacementRule("v:section=.of_caller")),
      cantFail(parsePlacementRule("x:align=8"))};
  TheJob.Kind = OutputKind::LlvmIr;
  JobResult Done = run();
  EXPECT_EQ(Done.Read.front(), TheJob.PlacementFiles[0]);
  EXPECT_THAT(contents("m.o"), HasSubstr("section \".of_file\""));
  EXPECT_THAT(contents("m.o"), HasSubstr("section \".of_caller\""));
  ASSERT_EQ(Received.Lines.size(), 2u);
  EXPECT_THAT(Received.Lines[0], HasSubstr("note: "));
  EXPECT_THAT(Folder.strip(Received.Lines[0]), HasSubstr("board.yaml:3"));
  EXPECT_EQ(Received.Lines[1], "warning: ParamConfig::Rules=x:align=8: no "
                               "parameter meets this rule");

  TheJob.Presets = {"zephir"};
  EXPECT_THAT(refusal(),
              HasSubstr("Job::Presets: there is no preset 'zephir'\nhint: "
                        "known are: tvm, "));
}

TEST_F(JobTest, ProgressThatSaysNoLeavesNothing) {
  TheJob.Header = Folder.path("m.h");
  TheJob.Progress = [](uint64_t, uint64_t) { return false; };
  EXPECT_EQ(refusal(), "m.o: writing was stopped");
  EXPECT_THAT(outputs(), IsEmpty());
}

TEST_F(JobTest, LibraryIsWrittenAgain) {
  std::string Root = Folder.path("net");
  ASSERT_FALSE(sys::fs::create_directories(Root + "/parameters"));
  Folder.add("net/metadata.json", R"({"version": 7, "modules": {"net": {}}})");
  std::string Params = Folder.add(
      "net/parameters/net.params",
      ParamsBytes().header({"w"}).tensor({kDLInt, 8, 1}, {2}, "ab").Bytes);
  TheJob.Reading.Files = {TheJob.Reading.Files[0], Root};
  TheJob.InLibrary = true;
  TheJob.Output = Folder.path("out.tar");
  uint64_t Last = 0, All = 1;
  TheJob.Progress = [&](uint64_t Done, uint64_t Total) {
    EXPECT_LE(Last, Done);
    Last = Done;
    All = Total;
    return true;
  };
  JobResult Done = run();
  EXPECT_EQ(Last, All);
  EXPECT_EQ(llvm::count(Done.Read, Params), 1);
  EXPECT_TRUE(StringRef(contents("out.tar")).contains("lib/net_metaobj.o"));

  std::string Before = contents("out.tar");
  TheJob.Progress = [](uint64_t, uint64_t) { return false; };
  EXPECT_EQ(refusal(), "out.tar: writing was stopped");
  EXPECT_EQ(contents("out.tar"), Before);
  TheJob.Kind = OutputKind::LlvmIr;
  EXPECT_EQ(refusal(),
            "Job::Kind: only an object or C is written into an archive");
  TheJob.Kind = OutputKind::Object;
  TheJob.Emitting.Params.Where = InShards{2};
  EXPECT_EQ(refusal(), "InShards::Count: shards are objects\nhint: leave out "
                       "Job::Kind");
}

TEST_F(JobTest, CompressionIsStoppedByTheCaller) {
  TheJob.Emitting.Compression.Level = *parseCompression("zstd");
  bool IsWriting = false;
  TheJob.Progress = [&](uint64_t, uint64_t) { return IsWriting = true; };
  TheJob.Emitting.Compression.Progress = [](uint64_t, uint64_t) {
    return false;
  };
  EXPECT_EQ(refusal(), "m.o: compression was stopped");
  EXPECT_FALSE(IsWriting);
  EXPECT_THAT(outputs(), IsEmpty());
}

TEST_F(JobTest, ErrorsLeaveOldFilesAlone) {
  Folder.add("m.o", "old object");
  Folder.add("m.h", "old header");
  TheJob.Header = Folder.path("m.h");
  TheJob.Depfile = Folder.path("no/folder/m.d");
  EXPECT_THAT(refusal(), HasSubstr("no/folder/m.d: "));
  EXPECT_EQ(contents("m.o"), "old object");
  EXPECT_EQ(contents("m.h"), "old header");
  EXPECT_THAT(outputs(), ElementsAre("m.h", "m.o"));

  TheJob.Depfile.clear();
  TheJob.Reading.Files.push_back(Folder.path("none.o"));
  EXPECT_THAT(refusal(), HasSubstr("none.o: no such file or directory"));
  EXPECT_EQ(contents("m.o"), "old object");
}

TEST_F(JobTest, OutputsThatNobodyMeans) {
  TheJob.Output.clear();
  EXPECT_EQ(refusal(), "Job::Output: is empty\nhint: name a file, or - for "
                       "standard output");
  TheJob.Output = TheJob.Reading.Files[0];
  EXPECT_EQ(refusal(), "ops.ll: is an input as well as the output\nhint: name "
                       "another file with Job::Output");
  EXPECT_EQ(contents("ops.ll"), Operators);
  TheJob.Output = TheJob.Map = Folder.path("m.o");
  EXPECT_EQ(refusal(), "m.o: is the output as well as the map\nhint: name "
                       "another file with Job::Map");
  TheJob.Map.clear();
  TheJob.Reading.GraphFile = "-";
  TheJob.Reading.ParamsFiles = {"-"};
  EXPECT_EQ(refusal(), "<stdin>: standard input is given twice");
  EXPECT_THAT(outputs(), IsEmpty());
}

TEST_F(JobTest, ShardsThatNobodyMeans) {
  TheJob.Shard = 1;
  EXPECT_EQ(refusal(), "InShards::Count: there is no shard 1 of 0\nhint: "
                       "number 0 is the metadata, the others count from 1");
  TheJob.Shard.reset();
  TheJob.Emitting.Params.Where = InShards{UINT32_MAX};
  EXPECT_EQ(refusal(), "InShards::Count: 4294967295 shards pass the limit "
                       "of 65535\nhint: ask for fewer");
  TheJob.Emitting.Params.Where = InShards{2};
  TheJob.Kind = OutputKind::C;
  EXPECT_EQ(refusal(),
            "InShards::Count: shards are objects\nhint: leave out Job::Kind");
  TheJob.Kind = OutputKind::Object;
  TheJob.Output = "-";
  EXPECT_EQ(refusal(), "InShards::Count: shards cannot go to standard "
                       "output\nhint: name a file with Job::Output");
  EXPECT_THAT(outputs(), IsEmpty());
}

TEST_F(JobTest, TheOutputGoesToAStream) {
  run();
  std::string Written = contents("m.o");
  TheJob.Header = Folder.path("m.h");
  TheJob.Depfile = Folder.path("m.d");
  // It only names what is written, so that it may be an input.
  TheJob.Output = TheJob.Reading.Files[0];
  std::string Streamed;
  raw_string_ostream Stream(Streamed);
  Expected<JobResult> Done = runJob(TheJob, Stream);
  ASSERT_TRUE(bool(Done)) << text(Done.takeError());
  EXPECT_EQ(Stream.str(), Written);
  EXPECT_THAT(Done->Written, ElementsAre(TheJob.Header, TheJob.Depfile));
  EXPECT_THAT(outputs(), ElementsAre("m.d", "m.h", "m.o"));
  EXPECT_EQ(contents("ops.ll"), Operators);
  EXPECT_TRUE(StringRef(contents("m.d")).contains("ops.ll"));
}

TEST_F(JobTest, AStreamTakesOneFile) {
  std::string Streamed;
  raw_string_ostream Stream(Streamed);
  TheJob.Emitting.Params.Where = InShards{2};
  EXPECT_EQ(text(runJob(TheJob, Stream).takeError()),
            "InShards::Count: shards are several files, and a stream takes "
            "one\nhint: name a file with Job::Output");
  TheJob.Emitting.Params.Where = InOutput();
  TheJob.InLibrary = true;
  EXPECT_EQ(
      text(runJob(TheJob, Stream).takeError()),
      "Job::Kind: an archive is written to a file, not to a stream\nhint: "
      "name a file with Job::Output");
  EXPECT_EQ(Stream.str(), "");
}

TEST_F(JobTest, EmbedsFiles) {
  TheJob.Reading.Files = {Folder.add("any-file.bin", "some bytes")};
  TheJob.Embedding.emplace();
  TheJob.Target.Triple = "thumbv7m-none-eabi";
  TheJob.Abi = RuntimeAbi::None;
  TheJob.Header = Folder.path("m.h");
  JobResult Done = run();
  EXPECT_THAT(Done.Read, ElementsAre(TheJob.Reading.Files[0]));
  EXPECT_THAT(Done.Written, ElementsAre(TheJob.Output, TheJob.Header));
  EXPECT_THAT(contents("m.o"), HasSubstr("some bytes"));
  EXPECT_THAT(contents("m.o"), testing::Not(HasSubstr("tvm")));
  EXPECT_THAT(contents("m.h"),
              HasSubstr("extern const unsigned char any_file_bin[10];"));
  // Parameters have types of their own.
  TheJob.Reading.Files = {Folder.path("p.bin")};
  TheJob.Embedding->ParamSymbols = "p_{name}";
  run();
  EXPECT_THAT(contents("m.h"), HasSubstr("extern const float p_v[2];"));
  TheJob.Embedding->ParamSymbols = "p";
  EXPECT_THAT(refusal(), HasSubstr("parameter 'v' would have the symbol 'p' of "
                                   "'w'"));
}

} // namespace
