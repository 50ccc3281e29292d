// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of what programs in Rust include. RustModule.cpp writes those that a
// model needs, with values in place of the words between double underscores.
// The whole file is a module, so that Rust's tools can check it. The parts named
// "sample" are only for that.
#![allow(clashing_extern_declarations)]

// part head
// The model __MODEL__, runtime ABI __ABI__: __FUNCTIONS__, __PARAMS__.
// Written by metaobj, for Rust with and without std.

#[allow(dead_code, non_snake_case, non_upper_case_globals)]
#[allow(unused_imports, clippy::all)]
pub mod __MODULE__ {
    use core::ffi::c_void;
    use core::mem::{align_of, size_of};
    use core::slice::from_raw_parts;

    /// `int` of C.
    #[cfg(target_pointer_width = "16")]
    pub type CInt = i16;
    /// `int` of C.
    #[cfg(not(target_pointer_width = "16"))]
    pub type CInt = i32;
    // part registry

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
    // part params

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
    // part compressed params

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
    // part index

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
    // part table

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
    // part ffi

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
    // part functions

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
    // part sample
    #[rustfmt::skip]
    // part iree

    /// `iree_hal_executable_library_query_fn_t`.
    pub type IreeQuery = unsafe extern "C" fn(
        max_version: u32,
        environment: *const c_void,
    ) -> *const *const c_void;
    // part structure

    /// __COMMENT__
    #[repr(C)]
    pub struct __STRUCTURE__ {
        // part member
        /// __COMMENT__.
        pub __MEMBER__: __POINTER__,
        // part sample
    }
    type __POINTER__ = *mut c_void;
    // part map

    /// Where the __WHAT__ lie.
    pub fn __MAP__() -> __STRUCTURE__ {
        // part pool
        extern "C" {
            #[link_name = "__SYMBOL__"]
            static mut __POOL__: [u8; __BYTES__];
        }
        // part sample
        __STRUCTURE__ {
            __MEMBER__: unsafe { core::ptr::addr_of_mut!(__POOL__).add(0) as __POINTER__ },
        }
    }
    const __BYTES__: usize = 1;
    pub struct WorkspacePools {
        a: __POINTER__,
    }
    // part map of pools

    /// Where the __WHAT__ lie.
    pub unsafe fn __POOLS_MAP__(_pools: &WorkspacePools) -> __STRUCTURE__ {
        // part sample
        __STRUCTURE__ {
            __MEMBER__: _pools.a,
        }
    }
    // part constants

    /// The parameters, for a variable of the program.
    pub const __SIZE_NAME__: usize = __BYTES__;
    pub const __DATA_NAME__: [u8; __BYTES__] = [
        // part sample
        0,
    ];
    // part packed function

    extern "C" {
        /// A packed function of the registry.
        #[link_name = "__SYMBOL__"]
        pub fn __PACKED__(
            args: *mut c_void,
            type_codes: *mut CInt,
            num_args: CInt,
            out_ret_value: *mut c_void,
            out_ret_tcode: *mut CInt,
            resource_handle: *mut c_void,
        ) -> CInt;
    }
    // part run

    extern "C" {
        /// Runs the model. 0, or what the operator or the device that failed has
        /// returned. Not from several threads at once.
        #[link_name = "__SYMBOL__"]
        // part sample
        pub fn run() -> i32;
    }
    // part failed operator

    extern "C" {
        /// The number of the call at which the last run failed. -1: it did not, or
        /// before any call.
        #[link_name = "__SYMBOL__"]
        pub fn failed_operator() -> i32;
    }
    // part accessor

    /// __COMMENT__
    pub fn __ACCESSOR__() -> &'static __TYPE__ {
        extern "C" {
            #[link_name = "__SYMBOL__"]
            fn get() -> *const __TYPE__;
        }
        unsafe { &*get() }
    }
    // part sample
    type __TYPE__ = ParamTable;
    use __ACCESSOR__ as params;
    // part section

    /// All bytes of a section of parameters.
    pub fn __SECTION__() -> &'static [u8] {
        extern "C" {
            #[link_name = "__START__"]
            static START: [u8; 0];
            #[link_name = "__END__"]
            static END: [u8; 0];
        }
        unsafe {
            let (start, end) = (START.as_ptr(), END.as_ptr());
            from_raw_parts(start, end as usize - start as usize)
        }
    }
    // part param module

    /// The parameters by their names.
    pub mod param {
        // part param
        /// __NAME__: __SUMMARY__.
        pub fn __PARAM__() -> &'static __TYPE__ {
            super::data_of(__ROW__)
        }
        // part sample
        type __TYPE__ = i32;
        const __ROW__: usize = 0;
    }
    pub mod compressed {
        // part compressed param
        /// __NAME__: __SUMMARY__.
        pub fn __PARAM__() -> &'static [u8] {
            super::compressed_param(__ROW__).stored()
        }
        // part sample
        const __ROW__: usize = 0;
    }
    pub mod exported {
        // part exported param
        /// __NAME__: __SUMMARY__.
        pub fn __PARAM__() -> &'static __TYPE__ {
            extern "C" {
                #[link_name = "__SYMBOL__"]
                static DATA: __TYPE__;
            }
            unsafe { &DATA }
        }
        // part sample
        type __TYPE__ = i32;
    }
}
