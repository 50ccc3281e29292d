//===- Steps.h - What the self-test checks ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steps of the self-test, each in a file of its own. They count their
/// comparisons in \p Result, which keeps the first failure.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CHECK_SELFTEST_STEPS_H
#define METAOBJ_CHECK_SELFTEST_STEPS_H

#include "Check/SelfTest/EmittedObject.h"

#include "Base/Wording.h"
#include "Base/WorkFiles.h"
#include "metaobj/Emit.h"
#include "metaobj/Inspect.h"
#include "metaobj/Model.h"
#include "metaobj/Target.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/Target/TargetMachine.h"

#include <string>
#include <vector>

namespace metaobj {

/// The comparisons of one step: their number, the first failure, and what could
/// not be compared.
class Checks {
public:
  unsigned count() const { return Count; }
  bool hasFailed() const { return !Failure.empty(); }
  /// Empty if nothing failed.
  const Message &failure() const { return Failure; }
  /// Nothing could be compared.
  bool isSkipped() const { return IsSkipped; }
  /// Of what could not be compared; empty if everything was.
  const Message &reason() const { return Reason; }

  void skip(const Message &Why) {
    IsSkipped = true;
    note(Why);
  }
  /// Something could not be compared, others were.
  void note(const Message &Why) { Reason = Why; }

  /// Returns \p Holds.
  bool expect(bool Holds, const Message &Otherwise) {
    ++Count;
    if (!Holds && Failure.empty())
      Failure = Otherwise;
    return Holds;
  }

  bool equal(const llvm::Twine &Subject, llvm::StringRef Found,
             llvm::StringRef Wanted) {
    return expect(Found == Wanted,
                  Subject + " is '" + Found + "', wanted '" + Wanted + "'");
  }

  bool equal(const llvm::Twine &Subject, uint64_t Found, uint64_t Wanted) {
    return expect(Found == Wanted, Subject + " is " + llvm::Twine(Found) +
                                       ", wanted " + llvm::Twine(Wanted));
  }

  bool succeeded(llvm::Error E) {
    ++Count;
    bool Holds = !E;
    Message Text = withoutHints(std::move(E));
    if (!Holds && Failure.empty())
      Failure = Text;
    return Holds;
  }

  /// Adds the comparisons of \p Inner; a failure gets the prefix \p Context.
  void add(const Checks &Inner, const Message &Context) {
    Count += Inner.Count;
    if (Failure.empty() && Inner.hasFailed())
      Failure = Context + Inner.Failure;
  }

private:
  unsigned Count = 0;
  Message Failure;
  bool IsSkipped = false;
  Message Reason;
};

/// The expected contents of an object.
struct Expectation {
  const Model &TheModel;
  const EmitConfig &Config;
  bool IsBigEndian;
  /// A loader may write sections of tables.
  bool IsPositionIndependent;
};

/// ReadBack.cpp: compares names, order, symbols, the index and all facts about
/// the parameters. If \p IsLinked, it ignores the names of entry and index and
/// the sections, because the linker decides them.
void checkInspection(Checks &Result, const Inspection &Found,
                     const Expectation &Wanted, bool IsLinked);

/// ReadBack.cpp: checks that the program can write to nothing in memory.
void checkProtection(Checks &Result, const EmittedObject &Object,
                     const Expectation &Wanted);

/// Compares the bytes and relocated places of every table with a C compiler's
/// layout of its declaration. It computes this layout from nothing but the size
/// of a pointer and the alignments in \p Layout.
void checkLayout(Checks &Result, const EmittedObject &Object,
                 const llvm::DataLayout &Layout, const Expectation &Wanted);

/// Compares flags and attribute sections of the object \p Emitted with those of
/// \p Operator, and with those of an object for the target of \p Operator.
void checkLinkerFacts(Checks &Result, llvm::MemoryBufferRef Emitted,
                      const OperatorObject &Operator, const Model &TheModel,
                      const EmitConfig &Config, const llvm::Triple &TheTriple);

/// Disassembly.cpp: has the linked LLVM a disassembler for this machine?
bool hasDisassembler(const llvm::TargetMachine &Machine);

/// Disassembly.cpp: checks that the disassembler knows every instruction of the
/// function \p Symbol, that the instructions fill the symbol, and that the
/// function does not run into the bytes after it.
void checkCode(Checks &Result, const EmittedObject &Object,
               const llvm::TargetMachine &Machine, llvm::StringRef Symbol);

struct LinkJob {
  llvm::StringRef Lld; ///< Path of lld under any of its names.
  llvm::Triple TheTriple;
  /// Entry point first; linkers must keep all of them.
  std::vector<std::string> Symbols;
  std::vector<llvm::StringRef> Objects; ///< Paths.
  const WorkFolder &Folder;             ///< For what lld writes.
  unsigned PointerBits;
};

/// Links the objects of \p Job in all ways that fit their relocation model, and
/// reads the results back. Skips if lld has no support for the machine.
void checkLinks(Checks &Result, const LinkJob &Job, const Expectation &Wanted);

} // namespace metaobj

#endif // METAOBJ_CHECK_SELFTEST_STEPS_H
