//===- LeftOutFunctions.cpp - Functions that are not listed ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Objects/LeftOutFunctions.h"

#include "Base/Wording.h"
#include "metaobj/Input.h"

using namespace llvm;
using namespace metaobj;

/// One warning for the functions of all objects: a model may have hundreds.
static void
warnNotPacked(ArrayRef<LeftOutFunctions::NotPackedFunction> Functions,
              const DiagnosticConsumer &Diagnostics) {
  if (Functions.empty())
    return;
  const LeftOutFunctions::NotPackedFunction &First = Functions.front();
  std::string Types = shortened(First.Type.Signature) +
                      ", but a registry's clients call " +
                      First.Type.Packed.str();
  Message All = First.Type.IsDebug
                    ? "; naming all functions by " + setting::Functions +
                          " lists it all the same"
                    : "";
  if (Functions.size() == 1) {
    report(Diagnostics, Diagnostic::Warning, First.Object,
           "left out function " + quoted(First.Name) + ": it is " + Types,
           setting::Exclude + "=" + First.Name + " says that this is meant" +
               All);
    return;
  }
  std::vector<StringRef> Names;
  for (const LeftOutFunctions::NotPackedFunction &Function : Functions)
    Names.push_back(Function.Name);
  report(Diagnostics, Diagnostic::Warning, First.Object,
         "left out " + plural(Names.size(), "function") +
             " that are not packed: " + quotedList(Names) + "; " +
             quoted(First.Name) + " is " + Types,
         setting::Exclude + "=GLOB says that this is meant" + All);
}

/// "not 'a'", "neither 'a' nor 'b'", "none of 'a', 'b' and 'c'".
static std::string noneOfPatterns(ArrayRef<StringRef> Patterns) {
  if (Patterns.size() == 1)
    return "not " + quoted(Patterns[0]);
  if (Patterns.size() == 2)
    return "neither " + quoted(Patterns[0]) + " nor " + quoted(Patterns[1]);
  return "none of " + quotedList(Patterns);
}

void metaobj::reportLeftOut(const LeftOutFunctions &Functions,
                            const DiagnosticConsumer &Diagnostics) {
  StringRef Objects = Functions.Objects;
  std::vector<StringRef> Patterns(Functions.Patterns.begin(),
                                  Functions.Patterns.end());
  warnNotPacked(Functions.NotPacked, Diagnostics);
  std::string Text;
  const std::vector<StringRef> &Unmatched = Functions.Unmatched;
  if (!Unmatched.empty())
    Text = "left out " + plural(Unmatched.size(), "function") +
           (Unmatched.size() == 1 ? " that matches " : " that match ") +
           noneOfPatterns(Patterns) + ": " + quotedList(Unmatched);
  if (!Functions.Excluded.empty())
    Text += (Text.empty() ? "" : "; ") + std::string("excluded ") +
            plural(Functions.Excluded.size(), "function") + ": " +
            quotedList(Functions.Excluded);
  Message Hint;
  if (!Unmatched.empty())
    Hint =
        Functions.IsDefault
            ? setting::Match + "=GLOB lists others, in place of these patterns"
            : "another " + setting::Match + "=GLOB lists others, too";
  if (!Text.empty())
    report(Diagnostics, Diagnostic::Note, Objects, Text, Hint);
  auto Tell = [&](Diagnostic::SeverityKind Severity, ArrayRef<StringRef> Names,
                  const Message &Why, const Message &Hint = {}) {
    if (!Names.empty())
      report(Diagnostics, Severity, Objects,
             "left out " + plural(Names.size(), "function") + Why + ": " +
                 quotedList(Names),
             Hint);
  };
  Tell(Diagnostic::Note, Functions.DescribedOthers, " not described as packed");
  Tell(Diagnostic::Warning, Functions.Undescribed,
       Twine(" with names of operators, because the object describes others "
             "but not ") +
           (Functions.Undescribed.size() == 1 ? "this" : "these"),
       "describe all operators of an object (metaobj_operator.h), or name all "
       "functions by " +
           setting::Functions);
  Tell(Diagnostic::Warning, Functions.NeverRegistered,
       " that TVM lists in no registry (its C interface, interrupts)",
       setting::Match + "='tvmgen_*' lists them all the same");
}
