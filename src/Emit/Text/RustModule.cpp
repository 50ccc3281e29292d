//===- RustModule.cpp - What Rust programs include ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/rust.md describes the result. Rust 1.57 and the editions before 2024
// read it. Programs cannot make a structure with private members themselves, so
// safe functions rely on what the object has in it.
//
//===----------------------------------------------------------------------===//

#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "Emit/Accessors.h"
#include "Emit/Text/CExecutor.h"
#include "Emit/Text/CSource.h"
#include "Emit/Text/CText.h"
#include "Model/DType.h"
#include "metaobj/Tensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace metaobj;

/// The types of metaobj_abi.h, metaobj_tables.h and TVM's headers, member by
/// member.
static constexpr StringLiteral RustTypes = R"(
    use core::ffi::c_void;
    use core::mem::{align_of, size_of};
    use core::slice::from_raw_parts;

    /// `int` of C.
    #[cfg(target_pointer_width = "16")]
    pub type CInt = i16;
    /// `int` of C.
    #[cfg(not(target_pointer_width = "16"))]
    pub type CInt = i32;
)";

static constexpr StringLiteral RustRegistryTypes = R"(
    /// `TVMBackendPackedCFunc`: what a function of the registry is.
    pub type PackedFunction = unsafe extern "C" fn(
        args: *mut c_void,
        type_codes: *mut CInt,
        num_args: CInt,
        out_ret_value: *mut c_void,
        out_ret_tcode: *mut CInt,
        resource_handle: *mut c_void,
    ) -> CInt;

    /// `TVMFuncRegistry`.
    #[repr(C)]
    pub struct TVMFuncRegistry {
        pub names: *const u8,
        pub funcs: *const PackedFunction,
    }

    /// `TVMModule`.
    #[repr(C)]
    pub struct TVMModule {
        pub registry: *const TVMFuncRegistry,
    }
)";

static constexpr StringLiteral RustParamTypes = R"(
    /// `metaobj_device_t`.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Device {
        pub device_type: i32,
        pub device_id: i32,
    }

    /// `metaobj_dtype_t`: code, bits and lanes of DLPack.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct DType {
        pub code: u8,
        pub bits: u8,
        pub lanes: u16,
    }

    /// `metaobj_tensor_t`, which has the layout of `DLTensor`.
    #[repr(C)]
    pub struct Tensor {
        data: *const c_void,
        pub device: Device,
        ndim: i32,
        pub dtype: DType,
        shape: *const i64,
        strides: *const i64,
        byte_offset: u64,
    }

    impl Tensor {
        /// Extents, outermost first.
        pub fn shape(&self) -> &'static [i64] {
            if self.ndim == 0 {
                return &[];
            }
            unsafe { from_raw_parts(self.shape, self.ndim as usize) }
        }
    }

    /// `metaobj_param_t`.
    #[repr(C)]
    pub struct Param {
        name: *const u8,
        tensor: Tensor,
        size: u64,
        storage_id: i32,
        reserved: u32,
    }

    impl Param {
        /// The bytes of the name, without the NUL.
        pub fn name(&self) -> &'static [u8] {
            let mut length = 0;
            unsafe {
                while *self.name.add(length) != 0 {
                    length += 1;
                }
                from_raw_parts(self.name, length)
            }
        }

        pub fn tensor(&self) -> &Tensor {
            &self.tensor
        }

        /// The elements in the target's byte order; of a compressed parameter
        /// none.
        pub fn bytes(&self) -> &'static [u8] {
            if self.tensor.data.is_null() {
                return &[];
            }
            unsafe { from_raw_parts(self.tensor.data as *const u8, self.size as usize) }
        }

        /// Bytes of the elements, also of a compressed parameter.
        pub fn size(&self) -> u64 {
            self.size
        }

        /// The graph executor's, if there is one.
        pub fn storage_id(&self) -> Option<i32> {
            if self.storage_id < 0 {
                None
            } else {
                Some(self.storage_id)
            }
        }
    }

    /// `metaobj_param_table_t`.
    #[repr(C)]
    pub struct ParamTable {
        version: u16,
        entry_size: u16,
        num_params: u32,
        params: *const Param,
    }

    impl ParamTable {
        /// The number of parameters that are not compressed.
        pub fn len(&self) -> usize {
            self.num_params as usize
        }

        /// One of them. Panics if there are fewer.
        pub fn param(&self, index: usize) -> &'static Param {
            assert!(index < self.len() && self.entry_size as usize >= size_of::<Param>());
            let first = self.params as *const u8;
            unsafe { &*(first.add(index * self.entry_size as usize) as *const Param) }
        }

        /// All of them.
        pub fn iter(&'static self) -> impl Iterator<Item = &'static Param> {
            (0..self.len()).map(move |index| self.param(index))
        }
    }

    /// The data of parameter `index`. Panics if it is no `T`, which is the case
    /// if this file was written for another object.
    fn data_of<T>(index: usize) -> &'static T {
        let param = params().param(index);
        let data = param.tensor.data;
        assert!(param.size == size_of::<T>() as u64 && data as usize % align_of::<T>() == 0);
        unsafe { &*(data as *const T) }
    }
)";

static constexpr StringLiteral RustCompressedTypes = R"(
    /// `metaobj_compressed_param_t`.
    #[repr(C)]
    pub struct CompressedParam {
        pub param: Param,
        stored: *const u8,
        stored_size: u64,
        pub codec: u16,
        pub window_log: u16,
        reserved: u32,
    }

    impl CompressedParam {
        /// The compressed bytes: one frame of Zstandard.
        pub fn stored(&self) -> &'static [u8] {
            unsafe { from_raw_parts(self.stored, self.stored_size as usize) }
        }
    }

    /// `metaobj_compressed_table_t`.
    #[repr(C)]
    struct CompressedTable {
        table: ParamTable,
        num_compressed: u32,
        compressed_size: u16,
        reserved: u16,
        compressed: *const CompressedParam,
    }

    /// Compressed parameter `index`. Panics if there are fewer.
    pub fn compressed_param(index: usize) -> &'static CompressedParam {
        let table = params();
        assert!(table.version >= 2);
        let whole = unsafe { &*(table as *const ParamTable as *const CompressedTable) };
        let size = whole.compressed_size as usize;
        assert!(index < whole.num_compressed as usize && size >= size_of::<CompressedParam>());
        let first = whole.compressed as *const u8;
        unsafe { &*(first.add(index * size) as *const CompressedParam) }
    }
)";

static constexpr StringLiteral RustIndexType = R"(
    /// `TVMRegistryIndex` of runtime_crt.
    #[repr(C)]
    pub struct TVMRegistryIndex {
        pub version: u32,
        pub num_functions: u32,
        pub num_slots: u32,
        pub max_probes: u32,
        pub seed: u32,
        pub names_size: u32,
        pub names: *const u8,
        pub slots: *const u16,
        pub shifts: *const u16,
        pub offsets: *const u32,
    }
)";

static constexpr StringLiteral RustTableType = R"(
    /// Rows of names and addresses.
    #[repr(C)]
    pub struct Table<Row: 'static> {
        version: u16,
        entry_size: u16,
        num_rows: u32,
        rows: *const Row,
    }

    impl<Row> Table<Row> {
        /// The number of rows.
        pub fn len(&self) -> usize {
            self.num_rows as usize
        }

        /// One of them. Panics if there are fewer.
        pub fn row(&self, index: usize) -> &'static Row {
            assert!(index < self.len() && self.entry_size as usize >= size_of::<Row>());
            let first = self.rows as *const u8;
            unsafe { &*(first.add(index * self.entry_size as usize) as *const Row) }
        }

        /// All of them.
        pub fn iter(&'static self) -> impl Iterator<Item = &'static Row> {
            (0..self.len()).map(move |index| self.row(index))
        }
    }

    /// The bytes of a name, without the NUL.
    #[allow(dead_code)]
    unsafe fn name_at(first: *const u8) -> &'static [u8] {
        let mut length = 0;
        while *first.add(length) != 0 {
            length += 1;
        }
        from_raw_parts(first, length)
    }
)";

static constexpr StringLiteral RustFfiTypes = R"(
    /// `metaobj_ffi_symbol_t`: what tvm-ffi finds by a name.
    #[repr(C)]
    pub struct FfiSymbol {
        name: *const u8,
        pub address: *mut c_void,
    }

    impl FfiSymbol {
        /// With the library's prefix.
        pub fn name(&self) -> &'static [u8] {
            unsafe { name_at(self.name) }
        }
    }

    impl Table<FfiSymbol> {
        /// Passes all rows to `add`, which is
        /// `TVMFFIEnvModRegisterSystemLibSymbol`. 0, or its first result that is
        /// not 0. Call it before `ffi.SystemLib`.
        pub unsafe fn register(
            &'static self,
            add: unsafe extern "C" fn(name: *const u8, symbol: *mut c_void) -> CInt,
        ) -> CInt {
            for each in self.iter() {
                let result = add(each.name, each.address);
                if result != 0 {
                    return result;
                }
            }
            0
        }
    }
)";

static constexpr StringLiteral RustFunctionTypes = R"(
    /// `metaobj_named_function_t`.
    #[repr(C)]
    pub struct NamedFunction {
        name: *const u8,
        /// Convert it to its own type before a call.
        pub function: unsafe extern "C" fn(),
    }

    impl NamedFunction {
        /// Of the symbol.
        pub fn name(&self) -> &'static [u8] {
            unsafe { name_at(self.name) }
        }
    }
)";

static constexpr StringLiteral RustIreeType = R"(
    /// `iree_hal_executable_library_query_fn_t`.
    pub type IreeQuery = unsafe extern "C" fn(
        max_version: u32,
        environment: *const c_void,
    ) -> *const *const c_void;
)";

namespace {

/// How Rust spells what an accessor returns.
struct RustTypeOf {
  StringLiteral InC;
  StringLiteral Name;
  /// Declares the row of a Table.
  StringLiteral Row;
};

constexpr RustTypeOf RustTypesOf[] = {
    {"struct TVMModule", "TVMModule", ""},
    {"struct TVMRegistryIndex", "TVMRegistryIndex", ""},
    {"metaobj_param_table_t", "ParamTable", ""},
    {"uint8_t", "[u8; 32]", ""},
    {"metaobj_ffi_table_t", "Table<FfiSymbol>", RustFfiTypes},
    {"metaobj_function_table_t", "Table<NamedFunction>", RustFunctionTypes},
    {"metaobj_iree_table_t", "Table<IreeQuery>", RustIreeType},
};

} // namespace

/// Keywords of all editions.
static constexpr StringLiteral RustKeywords[] = {
    "abstract", "as",       "async",   "await", "become", "box",    "break",
    "const",    "continue", "do",      "dyn",   "else",   "enum",   "extern",
    "false",    "final",    "fn",      "for",   "gen",    "if",     "impl",
    "in",       "let",      "loop",    "macro", "match",  "mod",    "move",
    "mut",      "override", "priv",    "pub",   "ref",    "return", "static",
    "struct",   "trait",    "true",    "try",   "type",   "typeof", "unsafe",
    "unsized",  "use",      "virtual", "where", "while",  "yield"};

/// Those that cannot be written as r#name, and a name that means nothing.
static constexpr StringLiteral RustReserved[] = {"Self", "_", "crate", "self",
                                                 "super"};

/// A name of Rust like \p Text.
static std::string rustName(StringRef Text) {
  std::string Name;
  for (char C : Text)
    Name += isAlnum(C) ? C : '_';
  if (Name.empty() || isDigit(Name.front()))
    Name.insert(0, "n");
  if (is_contained(RustReserved, StringRef(Name)))
    return Name + "_";
  return is_contained(RustKeywords, StringRef(Name)) ? "r#" + Name : Name;
}

/// The type of an element; an array for a complex number. Types that Rust does
/// not have are their bits; so is bool, because a Rust program may assume that
/// it is 0 or 1. Empty: none has the size.
static std::string rustElement(DLDataType Scalar, uint64_t &Alignment) {
  Expected<uint64_t> Bytes = elementBytes(Scalar);
  if (!Bytes) {
    consumeError(Bytes.takeError());
    return "";
  }
  std::string Bits = utostr(*Bytes * 8);
  Alignment = *Bytes;
  bool IsWhole = *Bytes * 8 == Scalar.bits;
  switch (Scalar.code) {
  case kDLInt:
    if (IsWhole && *Bytes <= 8)
      return "i" + Bits;
    break;
  case kDLFloat:
    if (Scalar.bits == 32 || Scalar.bits == 64)
      return "f" + Bits;
    break;
  case kDLComplex:
    Alignment = *Bytes / 2;
    if (Scalar.bits == 64 || Scalar.bits == 128)
      return "[f" + utostr(*Bytes * 4) + "; 2]";
    return "";
  default:
    break;
  }
  return *Bytes == 1 || *Bytes == 2 || *Bytes == 4 || *Bytes == 8 ? "u" + Bits
                                                                  : "";
}

/// `[[f32; 3]; 2]`. Bytes if the parameter is compressed or less aligned than
/// its elements, or if Rust has no type for these.
static std::string rustType(const Param &P, const ParamSite &Site) {
  std::string Bytes = "[u8; " + utostr(P.Data.size()) + "]";
  DLDataType Scalar = P.DType;
  Scalar.lanes = 1;
  uint64_t Alignment = 1;
  std::string Type = rustElement(Scalar, Alignment);
  Expected<uint64_t> Size = tensorBytes(P.DType, P.Shape);
  if (!Size)
    consumeError(Size.takeError());
  if (P.Compressed || Type.empty() || Alignment > Site.Alignment.value() ||
      !Size || *Size != P.Data.size())
    return Bytes;
  if (P.DType.lanes != 1)
    Type = "[" + Type + "; " + utostr(P.DType.lanes) + "]";
  for (int64_t Extent : reverse(P.Shape))
    Type = "[" + Type + "; " + itostr(Extent) + "]";
  return Type;
}

namespace {

class RustWriter {
public:
  RustWriter(raw_ostream &OS, const CModel &C, const Executor *TheExecutor)
      : OS(OS), C(C), TheExecutor(TheExecutor) {}

  Error write();

private:
  const Model &model() const { return C.TheModel; }
  bool hasTable() const { return !model().Params.empty(); }
  void writeSizes(ArrayRef<SizeGroup> Groups);
  void writeAccessors();
  void writeSections();
  void writeParams();
  void writeParam(size_t Index, size_t Row, const std::string &Name);

  void writeStructure(StringRef Name, StringRef Comment,
                      ArrayRef<ExecutorMember> Members);
  void writeMap(StringRef What, StringRef Type,
                const std::vector<ExecutorIo> &List,
                ArrayRef<ExecutorMember> Named, const ExecutorMembers &Members);
  void writePackedRun(StringRef Symbol, StringRef Name);
  void writeRun(const ExecutorMembers &Members);
  Error writeConstants();
  Error writeExecutor();

  raw_ostream &OS;
  const CModel &C;
  const Executor *TheExecutor;
};

} // namespace

void RustWriter::writeSizes(ArrayRef<SizeGroup> Groups) {
  for (const SizeGroup &Group : Groups) {
    std::string Comment = Group.Comment.str();
    for (size_t At; (At = Comment.find("\n * ")) != std::string::npos;)
      Comment.replace(At, 4, " ");
    OS << "\n    // " << Comment << '\n';
    for (const auto &[Name, Value] : Group.Sizes)
      OS << "    pub const " << Name << ": "
         << (StringRef(Name).ends_with("PARAM_BYTES") ? "u64" : "usize")
         << " = " << Value << ";\n";
  }
}

/// Safe: they return the address of a constant.
void RustWriter::writeAccessors() {
  for (const auto &[Each, Name] :
       zip_equal(accessors(C.Config.Abi), C.Names.accessors())) {
    if (!Each.IsThere(model(), C.Config))
      continue;
    const RustTypeOf *InRust =
        find_if(RustTypesOf, [&](const RustTypeOf &Known) {
          return Known.InC == Each.Type;
        });
    assert(InRust != std::end(RustTypesOf) && "Rust has a type for it");
    StringRef Type = InRust->Name;
    StringRef Function = Each.SymbolEnd.empty() ? "_module" : Each.SymbolEnd;
    Function.consume_front("_");
    if (Type == "TVMRegistryIndex")
      OS << RustIndexType;
    if (!InRust->Row.empty())
      OS << RustTableType << InRust->Row;
    OS << "\n    /// " << Each.Comment << "\n    pub fn " << Function
       << "() -> &'static " << Type
       << " {\n        extern \"C\" {\n            #[link_name = \""
       << Name.symbol() << "\"]\n            fn get() -> *const " << Type
       << ";\n        }\n        unsafe { &*get() }\n    }\n";
  }
  if (hasTable() && model().hasStorageIds())
    writePackedRun(C.Names.lookup().symbol(), "lookup_linked_param");
}

/// Slices of whole sections.
void RustWriter::writeSections() {
  ArrayRef<CName> Marks = C.Names.sections();
  for (size_t I = 0; I + 1 < Marks.size(); I += 2) {
    StringRef Section = Marks[I].symbol().drop_front(
        (C.Config.symbolStart(model()) + "_start_").size());
    OS << "\n    /// All bytes of a section of parameters.\n    pub fn section_"
       << rustName(Section)
       << "() -> &'static [u8] {\n        extern \"C\" {\n            "
          "#[link_name = \""
       << Marks[I].symbol()
       << "\"]\n            static START: [u8; 0];\n            #[link_name "
          "= \""
       << Marks[I + 1].symbol()
       << "\"]\n            static END: [u8; 0];\n        }\n"
          "        unsafe {\n"
          "            let (start, end) = (START.as_ptr(), END.as_ptr());\n"
          "            from_raw_parts(start, end as usize - start as usize)\n"
          "        }\n    }\n";
  }
}

/// \p Row is the number in its table.
void RustWriter::writeParam(size_t Index, size_t Row, const std::string &Name) {
  const Param &P = model().Params[Index];
  std::string Type = rustType(P, C.Layout.Sites[Index]);
  bool IsExported = C.isExported(Index);
  if (P.Compressed && !IsExported)
    Type = "[u8]";
  OS << "\n        /// " << cString(P.Name) << ": " << paramSummary(P)
     << ".\n        pub fn " << Name << "() -> &'static " << Type << " {\n";
  if (IsExported)
    OS << "            extern \"C\" {\n                #[link_name = \""
       << C.Names.param(Index).symbol()
       << "\"]\n                static DATA: " << Type
       << ";\n            }\n            unsafe { &DATA }\n";
  else if (P.Compressed)
    OS << "            super::compressed_param(" << Row << ").stored()\n";
  else
    OS << "            super::data_of(" << Row << ")\n";
  OS << "        }\n";
}

void RustWriter::writeParams() {
  OS << "\n    /// The parameters by their names.\n    pub mod param {";
  NameSet Names;
  size_t Plain = 0, Compressed = 0;
  for (const auto &[Index, P] : enumerate(model().Params))
    writeParam(Index, P.Compressed ? Compressed++ : Plain++,
               Names.add(rustName(P.Name)));
  OS << "    }\n";
}

void RustWriter::writeStructure(StringRef Name, StringRef Comment,
                                ArrayRef<ExecutorMember> Members) {
  if (Members.empty())
    return;
  OS << "\n    /// " << Comment << "\n    #[repr(C)]\n    pub struct " << Name
     << " {\n";
  for (const ExecutorMember &Each : Members)
    OS << "        /// " << Each.Comment << ".\n        pub "
       << rustName(Each.Name)
       << (Each.IsConstant ? ": *const c_void,\n" : ": *mut c_void,\n");
  OS << "    }\n";
}

void RustWriter::writeMap(StringRef What, StringRef Type,
                          const std::vector<ExecutorIo> &List,
                          ArrayRef<ExecutorMember> Named,
                          const ExecutorMembers &Members) {
  if (Named.empty())
    return;
  OS << "\n    /// Where the " << What << " lie.\n    pub "
     << (Members.Pools.empty() ? "" : "unsafe ") << "fn map_" << What << "("
     << (Members.Pools.empty() ? "" : "_pools: &WorkspacePools") << ") -> "
     << Type << " {\n";
  std::string Values;
  raw_string_ostream Value(Values);
  for (const auto &[Io, Each] : zip_equal(List, Named)) {
    const TensorPlace &Place = TheExecutor->Places[Io.Tensor];
    Value << "            " << rustName(Each.Name) << ": ";
    if (TheExecutor->Pools[Place.Index].Pool.IsCallers) {
      Value << "(_pools."
            << rustName(Members.pool(*TheExecutor, Place.Index).Name)
            << " as *mut u8).add(" << Place.Offset << ") as *mut c_void,\n";
      continue;
    }
    std::string Pool = "POOL_" + utostr(Place.Index);
    OS << "        extern \"C\" {\n            #[link_name = \""
       << TheExecutor->poolSymbol(Place.Index) << "\"]\n            static mut "
       << Pool << '_' << cMacroName(Each.Name) << ": [u8; "
       << TheExecutor->Pools[Place.Index].Bytes << "];\n        }\n";
    std::string Address = "core::ptr::addr_of_mut!(" + Pool + "_" +
                          cMacroName(Each.Name) + ") as *mut u8";
    Value << (Members.Pools.empty() ? "unsafe { " : "") << "(" << Address
          << ").add(" << Place.Offset << ") as *mut c_void"
          << (Members.Pools.empty() ? " }" : "") << ",\n";
  }
  OS << "        " << Type << " {\n" << Value.str() << "        }\n    }\n";
}

void RustWriter::writePackedRun(StringRef Symbol, StringRef Name) {
  OS << "\n    extern \"C\" {\n        /// A packed function of the "
        "registry.\n        #[link_name = \""
     << Symbol << "\"]\n        pub fn " << Name
     << "(\n            args: *mut c_void,\n            type_codes: *mut "
        "CInt,\n            num_args: CInt,\n            out_ret_value: *mut "
        "c_void,\n            out_ret_tcode: *mut CInt,\n            "
        "resource_handle: *mut c_void,\n        ) -> CInt;\n    }\n";
}

void RustWriter::writeRun(const ExecutorMembers &Members) {
  std::string Arguments;
  auto Add = [&](bool IsThere, StringRef Name, StringRef Type) {
    if (IsThere)
      Arguments +=
          ((Arguments.empty() ? "" : ", ") + Name + ": *mut " + Type).str();
  };
  bool HasIo = TheExecutor->hasIoArguments();
  Add(HasIo && !Members.Inputs.empty(), "inputs", "Inputs");
  Add(HasIo && !Members.Outputs.empty(), "outputs", "Outputs");
  Add(!Members.Pools.empty(), "pools", "WorkspacePools");
  Add(!Members.Devices.empty(), "devices", "Devices");
  OS << "\n    extern \"C\" {\n        /// Runs the model. 0, or what the "
        "operator or the device that failed has\n        /// returned. Not "
        "from "
        "several threads at once.\n        #[link_name = \""
     << TheExecutor->symbol(executor_symbols::Run) << "\"]\n        pub fn run("
     << Arguments << ") -> i32;\n    }\n";
}

/// For a variable of the program: `static POOL: [u8; SIZE] = DATA;`.
Error RustWriter::writeConstants() {
  if (!TheExecutor->CallersConstants)
    return Error::success();
  const Payload &Data = TheExecutor->CallersConstants->Data;
  std::string Name = cMacroName(TheExecutor->CallersConstants->Name);
  OS << "\n    /// The parameters, for a variable of the program.\n    pub "
        "const "
     << Name << "_CONSTANT_POOL_SIZE: usize = " << Data.size()
     << ";\n    pub const " << Name << "_CONSTANT_POOL_DATA: [u8; "
     << Data.size() << "] = [\n";
  if (Error E = writeBytes(OS, Data))
    return E;
  OS << "    ];\n";
  return Error::success();
}

Error RustWriter::writeExecutor() {
  ExecutorMembers Members(*TheExecutor);
  writeSizes(executorSizes(*TheExecutor, Members));
  if (Error E = writeConstants())
    return E;
  writeStructure("Inputs", "What the program sets.", Members.Inputs);
  writeStructure("Outputs", "What the program reads.", Members.Outputs);
  writeStructure("Devices", "What operators on devices get.", Members.Devices);
  writeStructure("WorkspacePools",
                 "Memory of the program; the workspace is unused between runs.",
                 Members.Pools);
  if (TheExecutor->Config.WorkspaceIo) {
    writeMap("inputs", "Inputs", TheExecutor->Inputs, Members.Inputs, Members);
    writeMap("outputs", "Outputs", TheExecutor->Outputs, Members.Outputs,
             Members);
  }
  if (TheExecutor->isPacked())
    writePackedRun(TheExecutor->symbol(executor_symbols::Run), "run");
  else
    writeRun(Members);
  if (!TheExecutor->isPacked() && TheExecutor->isInRegistry())
    writePackedRun(TheExecutor->symbol(executor_symbols::PackedRun),
                   "run_packed");
  OS << "\n    extern \"C\" {\n        /// The number of the call at which the "
        "last run failed. -1: it did not, or\n        /// before any call.\n"
        "        #[link_name = \""
     << TheExecutor->symbol(executor_symbols::FailedOperator)
     << "\"]\n        pub fn failed_operator() -> i32;\n    }\n";
  return Error::success();
}

Error RustWriter::write() {
  OS << "// The model " << cString(model().Name) << ", runtime ABI "
     << runtimeAbiName(C.Config.Abi) << ": "
     << plural(model().Functions.size(), "function") << ", "
     << plural(model().Params.size(), "parameter")
     << ".\n// Written by metaobj, for Rust with and without std.\n\n"
        "#[allow(dead_code, non_snake_case, non_upper_case_globals)]\n"
        "#[allow(unused_imports, clippy::all)]\npub mod "
     << rustName(C.Config.symbolStart(model())) << " {" << RustTypes;
  if (isTvmCrt(C.Config.Abi))
    OS << RustRegistryTypes;
  if (hasTable())
    OS << RustParamTypes;
  if (any_of(model().Params, [](const Param &P) { return P.isCompressed(); }))
    OS << RustCompressedTypes;
  writeSizes(modelSizes(model()));
  if (TheExecutor)
    if (Error E = writeExecutor())
      return E;
  writeAccessors();
  if (hasTable()) {
    writeSections();
    writeParams();
  }
  OS << "}\n";
  return Error::success();
}

/// Source of Rust is UTF-8.
static Error checkUtf8(const CModel &C) {
  for (const CName &Name : globalNames(C))
    if (!json::isUTF8(Name.symbol()))
      return inputError("model " + quoted(C.TheModel.Name),
                        "Rust has no spelling for symbol " +
                            quoted(Name.symbol()) + ", which is not UTF-8",
                        "rename what has this name");
  return Error::success();
}

Error metaobj::writeRust(const Emission &Of, const OutputPlace &To) {
  CNames Names(Of.model(), Of.config());
  CModel C(Of.model(), Of.config(), Of.layout(), Names);
  if (Error E = checkGlobalNames(C))
    return E;
  if (Error E = checkUtf8(C))
    return E;
  auto Write = [&](raw_ostream &OS) {
    return RustWriter(OS, C, Of.executor()).write();
  };
  return writeFileAtomically(To, Write, EqualFile::Kept);
}
