//===- LinkedSet.h - The objects that a linker would take -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CHECK_LINKEDSET_H
#define METAOBJ_CHECK_LINKEDSET_H

#include "Check/Check.h"
#include "Object/ObjectView.h"
#include "Target/ObjectTarget.h"
#include "metaobj/Graph.h"
#include "metaobj/Inspect.h"

#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace metaobj {

struct LinkedObject {
  const OperatorObject *Object;
  ObjectView View;
  ObjectTarget Target;
  /// One entry for an object after inspectObjects().
  std::vector<Inspection> Inspected = {};

  llvm::StringRef name() const { return Object->Name; }
};

/// Symbols that two objects define.
struct DoubleDefinition {
  const LinkedObject *First;
  const LinkedObject *Second;
  std::vector<llvm::StringRef> Symbols;

  Message hint() const;
};

/// The objects of one link, and the findings about them.
class LinkedSet {
public:
  LinkedSet(const CheckConfig &Config) : Config(Config) {}

  /// Reads all of \p Objects and keeps those that a linker would take.
  llvm::Error read(llvm::ArrayRef<OperatorObject> Objects);

  /// Properties of the target in which objects contradict each other.
  void checkTargets();
  /// Code that cannot be part of the output's kind.
  void checkPlacement();
  /// Addresses in constants of code that moves without a loader.
  void checkMoving();
  /// Two definitions of one symbol.
  void checkDefinitions();
  std::vector<DoubleDefinition> doubleDefinitions() const;
  /// Functions that a registry lists, and the objects that define them.
  llvm::Error checkRegistries();
  /// Functions that two tables list, and two archives define.
  llvm::Error checkShared();
  /// For which runtime the operators are, and what they need of it.
  llvm::Error checkConclusion();
  /// Pointers to functions of the runtime that stay zero.
  void checkPointers();
  /// Programs of TVM's virtual machine, and the operators that they call.
  void checkPrograms();
  /// Functions that are there by another name.
  void checkHelpers();
  std::vector<HelperAlias> helperAliases();
  /// Sections of one name with different meanings.
  void checkSections();
  /// Addresses of what no image has in memory.
  void checkUnloaded();
  /// Properties that an image has only if all objects have them.
  void checkProtection();

  /// An error for each finding, or success.
  llvm::Error takeFindings() { return std::move(Findings); }

private:
  struct Definition {
    const LinkedObject *Object;
    const ObjectSymbol *Symbol;
  };

  /// The runtime among all given objects, whether a linker takes it or not.
  struct RuntimeFact {
    std::string Object;
    unsigned CountBytes = 0; ///< Of a registry's count; 0: there is no runtime.
    llvm::StringRef Evidence;
  };

  void dropUnneededMembers();
  void findDefinitions();
  void findOfferedNames();
  std::vector<HelperAlias> helperAliases(const LinkedObject &Object);
  void findRuntime();
  llvm::Error inspectObjects();
  llvm::StringSet<> libraryFunctions(const Inspection &Library) const;
  void checkCount(llvm::StringRef Object, const InspectedRegistry &Registry);
  /// \p Functions are the symbols that the registries of \p Object list, or a
  /// table of functions with this \p Convention.
  void checkListed(const LinkedObject &Object,
                   llvm::ArrayRef<std::string> Functions,
                   CallingConvention Convention);
  void checkProtection(bool ControlFlowProtection::*Kind,
                       llvm::StringRef Missing);
  void find(llvm::StringRef Input, const Message &Reason,
            const Message &Hint = {}, llvm::StringRef Details = "");
  void advise(Diagnostic::SeverityKind Severity, llvm::StringRef Input,
              const Message &Reason, const Message &Hint = {},
              llvm::StringRef Details = "");

  const CheckConfig &Config;
  std::vector<LinkedObject> Objects;
  /// Members of archives that linkers leave there.
  std::vector<LinkedObject> LeftMembers;
  RuntimeFact Runtime;
  /// The first global definition of each name.
  llvm::DenseMap<llvm::CachedHashStringRef, Definition> Definitions;
  /// Functions by names that only an ABI has, and who defines them, whether a
  /// linker takes that object or not.
  llvm::DenseMap<llvm::CachedHashStringRef, llvm::StringRef> OfferedNames;
  /// Functions that their objects describe, but not as packed.
  std::map<std::pair<const LinkedObject *, std::string>, CallingConvention>
      DescribedOthers;
  llvm::Error Findings = llvm::Error::success();
  llvm::BumpPtrAllocator NameMemory;
  llvm::StringSaver Names{NameMemory};
};

} // namespace metaobj

#endif // METAOBJ_CHECK_LINKEDSET_H
