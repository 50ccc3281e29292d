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
#include "Abi/Symbols.h"
#include "Base/Wording.h"
#include "Emit/Accessors.h"
#include "Emit/CheckEmission.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Layout/ParamLayout.h"
#include "Emit/Text/CTables.h"
#include "Emit/Text/CText.h"
#include "metaobj-c/metaobj_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

static constexpr StringLiteral CollectedMacro = R"(
/* What linkers collect from all objects, and keep. GCC for other systems than
 * Linux may know "retain" but warn that it cannot do it; GNU ld keeps what the
 * program names the start and the end of. */
#ifndef METAOBJ_COLLECTED
#if (!defined(__GNUC__) && !defined(__clang__)) || defined(__AVR__)
#error "no way is known to register a model: define METAOBJ_COLLECTED"
#elif defined(__has_attribute) && (defined(__clang__) || defined(__linux__))
#if __has_attribute(__retain__)
#define METAOBJ_COLLECTED                                                      \
  __attribute__((__used__, __retain__, __section__(METAOBJ_MODELS_SECTION)))
#endif
#endif
#endif
#ifndef METAOBJ_COLLECTED
#define METAOBJ_COLLECTED                                                      \
  __attribute__((__used__, __section__(METAOBJ_MODELS_SECTION)))
#endif
)";

static constexpr StringLiteral ConstructorMacro = R"(
/* What runs before main(). */
#ifndef METAOBJ_CONSTRUCTOR
#if defined(__GNUC__) || defined(__clang__)
#define METAOBJ_CONSTRUCTOR __attribute__((__constructor__))
#else
#error "no way is known to make a constructor: define METAOBJ_CONSTRUCTOR"
#endif
#endif
)";

static constexpr StringLiteral UnusedArguments =
    "  (void)type_codes;\n  (void)num_args;\n  (void)resource_handle;\n";

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
    if (Declared.insert(Name.Name).second)
      OS << "metaobj_function_t " << Name.Name << Name.label() << ";\n";
  }
}

/// How the tables' C spells what they refer to.
static CSpelling spellingOf(const CModel &C) {
  return [&C](const Address &To) -> StringRef {
    switch (To.Kind) {
    case Address::Param:
      return C.storage(To.Index);
    case Address::Operator:
      return C.Names.function(To.Index).Name;
    case Address::Universal:
      return symbols::UniversalFunction;
    case Address::Lookup:
      return C.Names.lookup().Name;
    case Address::FfiContext:
      return C.Names.ffiContext().Name;
    case Address::FfiBinary:
      return C.Names.ffiBinary().Name;
    // There is no executor in C.
    case Address::Own:
    case Address::Pool:
    case Address::Null:
    case Address::InTable:
      break;
    }
    llvm_unreachable("tables spell that themselves");
  };
}

/// "int32_t f(void *, int32_t);"
static void writePrototype(raw_ostream &OS,
                           const tvm_ffi::RuntimeFunction &Of) {
  auto TypeOf = [](char Kind) -> StringRef {
    switch (Kind) {
    case 'v':
      return "void ";
    case 'i':
      return "int32_t ";
    case 'l':
      return "uint64_t ";
    default:
      return "void *";
    }
  };
  OS << TypeOf(Of.Type.front()) << Of.Name << '(';
  StringRef Separator;
  for (char Kind : Of.Type.drop_front()) {
    OS << Separator << TypeOf(Kind).rtrim(' ');
    Separator = ", ";
  }
  OS << ");\n";
}

/// What the rows of a tvm-ffi table refer to.
static Error writeFfiVariables(raw_ostream &OS, const CModel &C,
                               const Emission::Common &Of) {
  const tvm_ffi::Library &Library = *Of.Ffi;
  if (!Library.ContextSymbol.empty()) {
    const CName &Name = C.Names.ffiContext();
    OS << "\n/* Where tvm-ffi puts the library. */\nextern void *" << Name.Name
       << Name.label() << ";\n";
    if (Library.DefinesContext)
      OS << "void *" << Name.Name << " = NULL;\n";
  }
  if (!Library.BinarySymbol.empty()) {
    const CName &Name = C.Names.ffiBinary();
    OS << "\n/* The modules around the library. */\nextern const uint8_t "
       << Name.Name << "[]" << Name.label() << ";\n";
    if (Library.DefinesBinary) {
      Expected<std::vector<uint8_t>> Bytes = tvm_ffi::bytesOf(Of.FfiModules);
      if (!Bytes)
        return Bytes.takeError();
      OS << "METAOBJ_ALIGN(" << tvm_ffi::BinaryAlignment << ")\nconst uint8_t "
         << Name.Name << '[' << Bytes->size() << "] = {\n";
      {
        CValueWriter Values(OS);
        for (uint8_t Each : *Bytes)
          Values.write(utostr(Each));
      }
      OS << "};\n";
    }
  }
  return Error::success();
}

static void
writeRuntimePointers(raw_ostream &OS,
                     ArrayRef<const tvm_ffi::RuntimeFunction *> Functions) {
  if (!Functions.empty())
    OS << "\n/* How operators call the runtime. */\n";
  for (const tvm_ffi::RuntimeFunction *Each : Functions) {
    writePrototype(OS, *Each);
    OS << "extern void *__" << Each->Name << ";\nvoid *__" << Each->Name
       << " = (void *)(uintptr_t)" << Each->Name << ";\n";
  }
}

static void writeFfiConstructor(raw_ostream &OS, const Table &Symbols) {
  OS << ConstructorMacro << "\nint " << tvm_ffi::Registration
     << "(const char *name, void *symbol);\nMETAOBJ_CONSTRUCTOR static void "
     << symbols::FfiConstructor << "(void) {\n  uint32_t i;\n  for (i = 0; i < "
     << Symbols.Count << "; ++i)\n    " << tvm_ffi::Registration << "("
     << Symbols.Symbol << "[i].name, " << Symbols.Symbol
     << "[i].address);\n}\n";
}

static void writeLookup(raw_ostream &OS, const CModel &C, const Table &Linked) {
  const CName &Name = C.Names.lookup();
  OS << "\nmetaobj_function_t " << Name.Name << Name.label() << ";\n"
     << packedFunction(Name.Name)
     << " {\n"
        "  const uint64_t id = *(const uint64_t *)args;\n"
     << UnusedArguments
     << "  /* In halves: not every target compares 64 bits by itself. */\n"
        "  if ((uint32_t)(id >> 32) == 0 && (uint32_t)id < UINT32_C("
     << Linked.Count << ")) {\n    const void *data = " << Linked.Symbol
     << "[(uint32_t)id];\n"
        "    if (data != NULL) {\n"
        "      *(const void **)out_ret_value = data;\n"
        "      *out_ret_tcode = 3; /* kTVMOpaqueHandle */\n"
        "      return 0;\n"
        "    }\n"
        "  }\n"
        "  *out_ret_tcode = 4; /* kTVMNullptr */\n"
        "  return 0;\n"
        "}\n";
}

static void writeUniversalFunction(raw_ostream &OS) {
  OS << "\n/* Entry 0: nobody asks for it. */\nstatic "
     << packedFunction(symbols::UniversalFunction) << " {\n  (void)args;\n"
     << UnusedArguments
     << "  (void)out_ret_value;\n  (void)out_ret_tcode;\n  return "
     << METAOBJ_UNIVERSAL_RESULT
     << "; /* kTvmErrorFunctionCallNotImplemented */\n}\n";
}

/// Writes the tables that \p Of returns, and \p Of, whose name is \p Name.
static void writeAccessor(raw_ostream &OS, const Accessor &Of,
                          const CName &Name, const TableGroup &Group,
                          const CSpelling &Spelling) {
  if (!Of.SourceComment.empty()) {
    OS << "\n/* " << Of.SourceComment << " */\n";
    writeTypes(OS, Group);
  }
  writeTables(OS, Group, Spelling);
  StringRef Type = Of.Type;
  Type.consume_front("struct ");
  const Table &Last = Group.back();
  // The table of parameters begins with what readers without compression know.
  bool IsArray = Last.Form == Table::Array;
  StringRef Member = IsArray || Last.Element.Type->Name == Type ? "" : ".table";
  OS << "\nconst " << Type << " *" << Name.Name << "(void)" << Name.label()
     << ";\nconst " << Type << " *" << Name.Name << "(void) {\n  return "
     << (IsArray ? "" : "&") << Last.Symbol << Member << ";\n}\n";
}

static void writeAllTables(raw_ostream &OS, const CModel &C,
                           const ModelTables &Tables) {
  CSpelling Spelling = spellingOf(C);
  auto WriteAccessors = [&](bool AreOfRuntime) {
    for (const auto &[Each, Name] :
         zip_equal(accessors(C.Config.Abi), C.Names.accessors()))
      if (Each.returnsRuntimeType() == AreOfRuntime &&
          Each.IsThere(C.TheModel, C.Config))
        writeAccessor(OS, Each, Name, Tables.*Each.Tables, Spelling);
  };
  WriteAccessors(/*AreOfRuntime=*/false);
  // The registry refers to these functions.
  if (!Tables.LinkedParams.empty()) {
    writeTables(OS, Tables.LinkedParams, Spelling);
    writeLookup(OS, C, Tables.LinkedParams.front());
  }
  if (Tables.hasUniversalEntry())
    writeUniversalFunction(OS);
  WriteAccessors(/*AreOfRuntime=*/true);
  writeTables(OS, Tables.Registered, Spelling);
  if (const Table *Symbols = Tables.ffiSymbols();
      Symbols && C.Config.Registry.FfiConstructor)
    writeFfiConstructor(OS, *Symbols);
}

static Error writeSource(raw_ostream &OS, const CModel &C,
                         const Emission::Common &Of, const ModelTables &Tables,
                         const ProgressFunction &Tell) {
  writeOpening(OS, C);
  std::vector<CName> External = globalNames(C), Local;
  for (size_t Index = 0; Index != C.TheModel.Functions.size(); ++Index)
    External.push_back(C.Names.function(Index));
  if (Of.Ffi) {
    External.push_back(C.Names.ffiContext());
    External.push_back(C.Names.ffiBinary());
    erase_if(External, [](const CName &Each) { return Each.symbol().empty(); });
  }
  for (size_t Index = 0; Index != C.TheModel.Params.size(); ++Index)
    Local.push_back(C.Names.param(Index));
  const bool HasParams =
      !C.TheModel.Params.empty() || C.TheModel.hasFfiModules();
  OS << PlaceMacros << (HasParams ? UnknownAlignment : NoAlignment)
     << PlaceMacrosEnd;
  if (is_contained(C.Visibilities, ParamVisibility::Hidden))
    OS << HiddenMacro;
  writeLabelMacros(OS, External, Local);
  if (!C.TheModel.Params.empty() || C.Config.Registry.Record ||
      C.Config.Registry.Register)
    OS << '\n' << AbiHeaderText;
  if (!isTvmCrt(C.Config.Abi))
    OS << '\n' << TablesHeaderText;
  if (C.Config.Registry.Register)
    OS << CollectedMacro;
  const RuntimeFacts &Runtime = runtimeFamily(C.Config.Abi).Facts;
  OS << Runtime.TypeInC;
  if (Runtime.HasRegistry)
    writeTypes(OS, Tables.Registry);
  writePrototypes(OS, C);
  if (Error E = writeParams(OS, C, Tell))
    return E;
  if (Of.Ffi)
    if (Error E = writeFfiVariables(OS, C, Of))
      return E;
  writeRuntimePointers(OS, Of.PointedFunctions);
  writeAllTables(OS, C, Tables);
  return Error::success();
}

namespace {

/// All that a source needs until it is written.
struct Source {
  std::shared_ptr<const Emission::Common> Of;
  CNames Names;
  CModel C;
  ModelTables Tables;

  explicit Source(std::shared_ptr<const Emission::Common> Of)
      : Of(std::move(Of)), Names(this->Of->model(), this->Of->Config,
                                 this->Of->Ffi.value_or(tvm_ffi::Library())),
        C(this->Of->model(), this->Of->Config, this->Of->Layout, Names),
        Tables(C.TheModel, runtimeFamily(C.Config.Abi), C.Config.Abi,
               C.Config.Registry.HasIndex,
               {{},
                this->Of->ParamHashes,
                C.Config.recordName(C.TheModel),
                C.Config.registeredName(C.TheModel),
                this->Of->ParamsId,
                this->Of->Signature,
                /*HasLookup=*/true,
                this->Of->Ffi}) {}
};

} // namespace

/// Refuses settings that C source cannot express.
static Error refuseUnsupported(const Model &TheModel,
                               const EmitConfig &Config) {
  if (Error E = refuseShards(TheModel, Config))
    return E;
  if (Config.Params.Dedup == ParamDedup::Link)
    return inputError("model " + quoted(TheModel.Name),
                      "C cannot say that linkers may fold equal parameters",
                      "emit an object, or share them within the model with " +
                          setting::Dedup + "=model");
  if (Config.Executor)
    return inputError("model " + quoted(TheModel.Name),
                      "the executor is code, which is not written as C",
                      "emit an object or IR, or leave out " +
                          setting::Executor);
  if (Config.Params.SectionSymbols)
    return inputError("model " + quoted(TheModel.Name),
                      "C cannot say where a section starts and ends",
                      "emit an object, or let the linker script define the "
                      "symbols");
  if (Config.DebugInfo)
    return inputError("model " + quoted(TheModel.Name),
                      "C has no debug information of its own",
                      "leave out " + setting::DebugInfo +
                          ", and compile the C with -g");
  return Error::success();
}

Expected<Emission> metaobj::emitC(const Model &TheModel,
                                  const EmitConfig &Config) {
  if (Error E = refuseUnsupported(TheModel, Config))
    return E;
  // Compressed numbers in C source have one byte order: the one that most
  // targets have.
  Expected<std::shared_ptr<Emission::Common>> Begun =
      beginEmission(TheModel, Config, Endianness::little);
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
    return writeSource(OS, TheSource->C, *TheSource->Of, TheSource->Tables,
                       Tell);
  };
  return Emission(std::move(Result));
}
