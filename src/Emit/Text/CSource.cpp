//===- CSource.cpp - A model as C source ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tables as BuildModule makes, for toolchains without LLVM. The C
// compiler decides everything that an object fixes for one target: byte order,
// layout, width of int.
//
//===----------------------------------------------------------------------===//

#include "Emit/Text/CSource.h"

#include "Abi/ModelTables.h"
#include "Abi/RuntimeFamily.h"
#include "Base/Wording.h"
#include "Emit/Accessors.h"
#include "Emit/CheckEmission.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Layout/ParamLayout.h"
#include "Emit/Text/CTables.h"
#include "Emit/Text/CText.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral PlaceMacros = R"(
/* How the compiler is told of sections and alignment. Define these macros
 * before (-D) for another way. Without a section parameters lie where the
 * compiler puts constants. */
#ifndef METAOBJ_SECTION
#if defined(__GNUC__) && defined(__ELF__)
#define METAOBJ_SECTION(name) __attribute__((__section__(name)))
#elif defined(__IAR_SYSTEMS_ICC__)
#define METAOBJ_SECTION(name) METAOBJ_PRAGMA(location = name)
#else
#define METAOBJ_SECTION(name)
#endif
#endif
#ifndef METAOBJ_ALIGN
#if defined(__GNUC__)
#define METAOBJ_ALIGN(bytes) __attribute__((__aligned__(bytes)))
#elif defined(__IAR_SYSTEMS_ICC__)
#define METAOBJ_ALIGN(bytes) METAOBJ_PRAGMA(data_alignment = bytes)
#elif defined(_MSC_VER)
#define METAOBJ_ALIGN(bytes) __declspec(align(bytes))
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define METAOBJ_ALIGN(bytes) _Alignas(bytes)
#elif defined(__TINYC__)
#define METAOBJ_ALIGN(bytes) __attribute((__aligned__(bytes)))
#else
)";

/// For a compiler that none of these is.
static constexpr StringLiteral NoAlignment = R"(#define METAOBJ_ALIGN(bytes)
)";

/// Users of parameters rely on their alignment.
static constexpr StringLiteral UnknownAlignment =
    R"C(#error "no way is known to align parameters: define METAOBJ_ALIGN(bytes)"
)C";

static constexpr StringLiteral PlaceMacrosEnd = R"(#endif
#endif
#ifdef __IAR_SYSTEMS_ICC__
#define METAOBJ_PRAGMA(text) _Pragma(#text)
#endif
)";

static constexpr StringLiteral HiddenMacro = R"(
/* Symbols that no other image sees. */
#ifndef METAOBJ_HIDDEN
#if defined(__GNUC__) && !defined(_WIN32)
#define METAOBJ_HIDDEN __attribute__((__visibility__("hidden")))
#else
#define METAOBJ_HIDDEN
#endif
#endif
)";

/// Explains the file to readers who do not know metaobj.
static void writeOpening(raw_ostream &OS, const CModel &C) {
  const Model &M = C.TheModel;
  OS << "/* Metadata of the model " << cComment(M.Name) << ", runtime ABI "
     << runtimeAbiName(C.Config.Abi) << ": "
     << plural(M.Functions.size(), "function") << ", "
     << plural(M.Params.size(), "parameter")
     << ".\n * Written by metaobj, for C99 and later and every target. */\n"
        "#include <stddef.h>\n#include <stdint.h>\n";
}

/// Declares operators with int, which is the same as int32_t in the ABIs of
/// TVM's runtime.
static void writePrototypes(raw_ostream &OS, const CModel &C) {
  if (!C.TheModel.Functions.empty())
    OS << "\n/* The operators. */\n";
  StringSet<> Declared;
  for (size_t Index = 0; Index != C.TheModel.Functions.size(); ++Index) {
    const CName &Name = C.Names.function(Index);
    // An executor declares those that it alone can call.
    if (C.TheModel.Functions[Index].Convention != CallingConvention::Unpacked &&
        Declared.insert(Name.Name).second)
      OS << "metaobj_function_t " << Name.Name << Name.label() << ";\n";
  }
}

static Error writeSource(raw_ostream &OS, const CModel &C,
                         const ModelTables &Tables,
                         const ProgressFunction &Tell) {
  writeOpening(OS, C);
  std::vector<CName> External = globalNames(C), Local;
  for (size_t Index = 0; Index != C.TheModel.Functions.size(); ++Index)
    External.push_back(C.Names.function(Index));
  const bool HasParams = !C.TheModel.Params.empty();
  CHead Head = {/*NeedsAlignment=*/HasParams, /*NeedsAbiHeader=*/HasParams,
                /*Macros=*/""};
  for (const std::shared_ptr<OutputPart> &ThePart : C.Parts) {
    for (const std::string &Symbol : ThePart->symbolsInC())
      External.push_back(C.Names.ofPart(Symbol));
    ThePart->addToHead(Head);
  }
  for (size_t Index = 0; Index != C.TheModel.Params.size(); ++Index)
    Local.push_back(C.Names.param(Index));
  OS << PlaceMacros << (Head.NeedsAlignment ? UnknownAlignment : NoAlignment)
     << PlaceMacrosEnd;
  if (is_contained(C.Visibilities, ParamVisibility::Hidden))
    OS << HiddenMacro;
  writeLabelMacros(OS, External, Local);
  if (Head.NeedsAbiHeader)
    OS << '\n' << AbiHeaderText;
  if (!isTvmCrt(C.Config.Abi) && hasRuntimeTable(C.Config))
    OS << '\n' << TablesHeaderText;
  OS << Head.Macros;
  const RuntimeFacts &Runtime = runtimeFamily(C.Config.Abi).Facts;
  OS << Runtime.TypeInC;
  if (Runtime.HasRegistry)
    writeTypes(OS, Tables.Registry);
  writePrototypes(OS, C);
  if (Error E = writeParams(OS, C, Tell))
    return E;
  for (const std::shared_ptr<OutputPart> &ThePart : C.Parts)
    if (Error E = ThePart->writeC(OS, C, Tables))
      return E;
  return Error::success();
}

namespace {

/// All that a source needs until it is written.
struct Source {
  std::shared_ptr<const Emission::Common> Common;
  CNames Names;
  CModel C;
  ModelTables Tables;

  explicit Source(std::shared_ptr<const Emission::Common> Common)
      : Common(std::move(Common)),
        Names(this->Common->model(), this->Common->Config, this->Common->Parts),
        C(*this->Common, Names),
        Tables(C.TheModel, runtimeFamily(C.Config.Abi), C.Config.Abi,
               C.Config.Registry.HasIndex, this->Common->additionalTables()) {}
};

} // namespace

/// Refuses layouts that C source cannot express.
static Error refuseUnsupported(const Model &TheModel,
                               const EmitConfig &Config) {
  if (Error E = refuseShards(TheModel, Config))
    return E;
  if (Config.Params.Dedup == ParamDedup::Link)
    return inputError("model " + quoted(TheModel.Name),
                      "C cannot say that linkers may fold equal parameters",
                      "emit an object, or share them within the model with " +
                          setting::Dedup + "=model");
  return Error::success();
}

Expected<Emission> metaobj::emitC(const Model &TheModel,
                                  const EmitConfig &Config) {
  if (Error E = refuseUnsupported(TheModel, Config))
    return E;
  // Compressed numbers in C source have one byte order: the one that most
  // targets have.
  Expected<std::shared_ptr<Emission::Common>> Begun = beginEmission(
      TheModel, Config, Endianness::little, EmittedContent::CSource);
  if (!Begun)
    return Begun.takeError();
  Emission::Common &Common = **Begun;
  Expected<ParamLayout> Layout =
      layOutParams(Common.model(), Config, sourceRules());
  if (!Layout)
    return Layout.takeError();
  Common.Layout = std::move(*Layout);
  auto TheSource = std::make_shared<const Source>(*Begun);
  if (Error E = checkGlobalNames(TheSource->C))
    return E;
  for (const metaobj::Function &F : TheModel.Functions)
    if (Error E = checkSpelling(F.Owner, F.symbol()))
      return E;
  auto Result = std::make_shared<Emission::Output>(Emission::Output{*Begun});
  Result->Text = [TheSource](raw_ostream &OS, const ProgressFunction &Tell) {
    return writeSource(OS, TheSource->C, TheSource->Tables, Tell);
  };
  return Emission(std::move(Result));
}
