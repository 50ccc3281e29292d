# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options of each command, as types for its keywords.

tools/write_options.py has written this file from `metaobj --settings`.
"""

from __future__ import annotations

from typing import Literal, Sequence, TypedDict, Union

from ._library import Path


class EmitOptions(TypedDict, total=False):
    """Keywords of Model.emit()."""

    emit: Literal["obj", "llvm-ir", "llvm-bc", "c", "params-image", "mlf", "mlf-c"]
    """Kind of output: obj (default), llvm-ir, llvm-bc, c; params-image (the parameters
    alone, for a partition of flash); mlf, mlf-c (the Model Library Format archive
    again, with the object or C in it)."""

    header: Path
    """Also write a C header: entry point, parameters, sizes."""

    emit_rust: Path
    """Also write a module of Rust: types, sizes, parameters as references, what runs
    the model."""

    map: Path
    """Write where each parameter went and why, as JSON."""

    depfile: Path
    """Write dependencies for Make and Ninja: all files that were read."""

    shards: Union[int, str]
    """Split the parameters across <count> additional objects: -o m.o gives m.o,
    m.shard-1-of-2.o and so on."""

    shard: str
    """Write only one of these objects, to -o; number 0 is the metadata."""

    summary: bool
    """Print one line on standard error: parameters, bytes, sections, bytes saved
    (default on a terminal)."""

    abi: Literal["tvm-crt-u16", "tvm-crt-u8", "tvm-crt-universal", "tvm-ffi", "iree",
        "functions"]
    """The table: a registry of TVM's C runtime v0.9 to v0.18 (tvm-crt-u16), of v0.7 and
    v0.8 (tvm-crt-u8), of both (tvm-crt-universal), a library of TVM v0.22 and later
    (tvm-ffi), of IREE's static loader (iree), or any functions by name (functions)
    (default: as the operators tell)."""

    function: Union[str, Sequence[str]]
    """Function to list, in order; repeatable."""

    functions: Union[Path, Sequence[Path]]
    """File of function names, one per line, in order."""

    match: Union[str, Sequence[str]]
    """Functions of the objects that are operators (default: names that TVM or IREE
    gives them); repeatable."""

    exclude: Union[str, Sequence[str]]
    """Functions that match --match but are not operators; repeatable."""

    exclude_member: Union[str, Sequence[str]]
    """Members of archives and tar archives to leave out; repeatable."""

    module: str
    """Module to read from a Model Library Format archive."""

    graph: Path
    """Graph executor JSON: calls, storage ids of parameters."""

    inputs: Union[str, Sequence[str]]
    """Inputs of the graph that the program sets; all others need a parameter;
    repeatable."""

    ffi_root: str
    """With --abi=tvm-ffi: the module that imports the library, such as
    relax.VMExecutable=vm.bin."""

    ffi_import: Union[str, Sequence[str]]
    """With --abi=tvm-ffi: a module that the library imports, such as the code of a
    device; repeatable."""

    params: Union[Path, Sequence[Path]]
    """File of parameters; repeatable."""

    param: Union[str, Sequence[str]]
    """Parameters to take from the files (default: all); repeatable."""

    skip_param: Union[str, Sequence[str]]
    """Parameters to leave out, without reading their data; repeatable."""

    verify_inputs: bool
    """Compare all checksums of the inputs before any output is written."""

    sid: Union[str, Sequence[str]]
    """Storage id of a parameter; repeatable."""

    place: Union[str, Sequence[str]]
    """GLOB:KEY=VALUE,...: where matching parameters go, by the keys section, align,
    order, visibility, compress; the last match wins; repeatable."""

    placement: Union[Path, Sequence[Path]]
    """YAML file of such rules; the rules of --place follow them; repeatable."""

    board: Path
    """The board (YAML, docs/board.md, or a known one): what it says of symbols gives
    them sections and alignments, and they must fit."""

    preset: Union[Literal["tvm", "ethos-u", "zephyr", "esp-idf", "avr-progmem",
        "x86-large"], Sequence[Literal["tvm", "ethos-u", "zephyr", "esp-idf",
        "avr-progmem", "x86-large"]]]
    """Rules for a system, before all others: tvm, ethos-u, zephyr, esp-idf,
    avr-progmem, x86-large; repeatable."""

    dedup: Literal["model", "off", "link"]
    """Parameters with equal bytes share them: model (default), off, link (by the
    linker, also with other objects)."""

    compress: str
    """Store parameters compressed: off (default), zstd, zstd:<level>, from 1 to 22 (3
    without one); then ,window=<log>: decoding looks back at most 2^<log> bytes, 10 to
    27 (default 17); ,ratio=<percent>: keep a parameter as it is if more than this would
    be left of it, 1 to 100 (default 90)."""

    param_sections: bool
    """A section for each parameter, <section>.<name>, so that linkers can drop unused
    ones."""

    section_symbols: bool
    """Add global symbols for start and end of each section of parameters."""

    external_params: bool
    """Leave the parameters out: they come in a params image, which the program opens by
    the id that <prefix>_params_id returns."""

    base: Union[int, str]
    """Address of the first byte of a params image (default: it may lie anywhere)."""

    generation: Union[int, str]
    """Number of a params image: firmware takes the newer of two (default: 0)."""

    prefix: str
    """Prefix of the emitted symbols, for several models in one image (default: TVM's
    names, and tvmgen_<model>_params)."""

    entry: str
    """Symbol of the function that returns the module (default:
    TVMSystemLibEntryPoint)."""

    registry_index: bool
    """Add an index of the registry's names, which runtime_crt can search."""

    record: bool
    """Add a record with hashes, by which inspect finds and verifies the model in a raw
    image."""

    sign: Path
    """Add a record that is signed with this Ed25519 private key (PEM)."""

    register: Union[str, bool]
    """Register the model: programs find all models of an image by their names (default:
    the prefix, or the model's name); with --abi=tvm-ffi only 'ctor': a constructor
    registers the library."""

    debug_info: bool
    """Add debug information: debuggers show parameters by name, with types."""

    executor: Literal["none", "aot", "main"]
    """How the model runs: none (default; the program finds functions by name), aot
    (tvmgen_<model>_run calls the operators of the graph), main (it calls
    tvmgen_<model>___tvm_main__, which TVM made)."""

    main_input: Union[str, Sequence[str]]
    """An input that tvmgen_<model>___tvm_main__ takes, with its type and extents
    (1x28x28); in its order, repeatable."""

    main_output: Union[str, Sequence[str]]
    """The same of an output; without a name it has that of metadata.json, or
    'output'."""

    main_pool: Union[str, Sequence[str]]
    """Memory that it takes behind the outputs; repeatable."""

    operator_api: Literal["packed", "unpacked"]
    """How the executor calls the operators: packed (default), unpacked."""

    vm_function: str
    """Function of a Relax executable to run (default: the only one, or main)."""

    workspace: Union[str, Sequence[str]]
    """Workspaces that an operator of tvm-ffi takes at a time; they are planned with the
    tensors, and all others have none; repeatable."""

    interface: Literal["c", "packed"]
    """How programs call tvmgen_<model>_run: c (default; with structures of the C
    header), packed."""

    packed_wrappers: Literal["none", "entry", "all"]
    """Functions of the executor that can be called by name as well: none (default),
    entry, all."""

    pool: Union[str, Sequence[str]]
    """A memory of the executor, the fastest first: a limit in bytes, K or M; caller:
    the program passes its address; shared: one memory for all models of an image;
    section=NAME; repeatable."""

    constant_pool: str
    """The executor takes the parameters of the graph from one constant; caller: the
    program passes its address; section=NAME."""

    constant_offsets: Path
    """CSV (name,offset) with the places of the parameters in the constant pool."""

    workspace_io: bool
    """The model's inputs and outputs lie in the pools."""

    workspace_alignment: Union[int, str]
    """Alignment of pools and the tensors in them, a power of two (default: 16)."""

    plan_effort: Union[int, str]
    """How long to search for small pools: 0 to 9 (default: 5)."""

    platform_hooks: bool
    """The executor calls TVMPlatformBeforeInference, TVMPlatformAfterInference and
    TVMPlatformPoolPower."""

    device: Union[str, Sequence[str]]
    """Operators that run on a kind of device and get its context; repeatable."""

    mtriple: str
    """Target triple (default: that of the operator objects)."""

    mcpu: str
    """Processor; 'help' lists those of the triple."""

    mattr: Union[str, Sequence[str]]
    """Features of the processor; 'help' lists those of the triple; repeatable."""

    target_abi: str
    """ABI of the target, by its name in LLVM: ilp32f, aapcs, n64."""

    float_abi: Literal["default", "soft", "hard"]
    """How functions take floating-point numbers: default, soft, hard."""

    relocation_model: Literal["static", "pic", "dynamic-no-pic", "ropi", "rwpi",
        "ropi-rwpi"]
    """Relocation model: static, pic, dynamic-no-pic, ropi, rwpi, ropi-rwpi."""

    code_model: Literal["tiny", "small", "kernel", "medium", "large"]
    """Code model: tiny, small, kernel, medium, large."""

    target_from: Path
    """Take the target from this file only."""


class EmbedOptions(TypedDict, total=False):
    """Keywords of embed()."""

    header: Path
    """Also write a C header that declares the symbols."""

    map: Path
    """Write where each parameter went and why, as JSON."""

    depfile: Path
    """Write dependencies for Make and Ninja: all files that were read."""

    summary: bool
    """Print one line on standard error: parameters, bytes, sections, bytes saved
    (default on a terminal)."""

    symbol: str
    """Name of the data in C; for several files with {name} (model.bin: model_bin),
    {lower} (in lower case), {stem} (model), {path} or {index} (from 1) in it (default:
    that of the style)."""

    symbols: str
    """Embed each parameter of the files (.npz, safetensors and others) instead, under
    names with {name}, {lower} (in lower case) or {index} in them, such as
    weight{index}_{name}; the header declares types and shapes."""

    style: Literal["c", "xxd", "objcopy", "ld", "esp-idf"]
    """Symbols as other tools make them: c (default; x, x_end, x_size), xxd (x, x_len),
    objcopy, ld (_binary_x_start, _binary_x_end, _binary_x_size), esp-idf (these, but
    x_length)."""

    type: str
    """Type of the data in C, with the size of the file: 'const float[2][2]',
    'alignas(64) const int8_t[]' (default: const unsigned char[])."""

    text: bool
    """Text: a NUL comes behind each file, which sizes do not count, as EMBED_TXTFILES
    of ESP-IDF."""

    writable: bool
    """Variables, as xxd and objcopy make them, and not constants."""

    section: str
    """Section of all data (default: as of compilers, one for each)."""

    align: Union[int, str]
    """Alignment in bytes, a power of two (default: 16)."""

    comdat: bool
    """Several objects may have the same data: linkers keep one's."""

    compress: str
    """Store parameters compressed: off (default), zstd, zstd:<level>, from 1 to 22 (3
    without one); then ,window=<log>: decoding looks back at most 2^<log> bytes, 10 to
    27 (default 17); ,ratio=<percent>: keep a parameter as it is if more than this would
    be left of it, 1 to 100 (default 90)."""

    param: Union[str, Sequence[str]]
    """Parameters to take from the files (default: all); repeatable."""

    skip_param: Union[str, Sequence[str]]
    """Parameters to leave out, without reading their data; repeatable."""

    verify_inputs: bool
    """Compare all checksums of the inputs before any output is written."""

    place: Union[str, Sequence[str]]
    """GLOB:KEY=VALUE,...: where matching parameters go, by the keys section, align,
    order, visibility, compress; the last match wins; repeatable."""

    placement: Union[Path, Sequence[Path]]
    """YAML file of such rules; the rules of --place follow them; repeatable."""

    board: Path
    """The board (YAML, docs/board.md, or a known one): what it says of symbols gives
    them sections and alignments, and they must fit."""

    preset: Union[Literal["tvm", "ethos-u", "zephyr", "esp-idf", "avr-progmem",
        "x86-large"], Sequence[Literal["tvm", "ethos-u", "zephyr", "esp-idf",
        "avr-progmem", "x86-large"]]]
    """Rules for a system, before all others: tvm, ethos-u, zephyr, esp-idf,
    avr-progmem, x86-large; repeatable."""

    mtriple: str
    """Target triple."""

    mcpu: str
    """Processor; 'help' lists those of the triple."""

    mattr: Union[str, Sequence[str]]
    """Features of the processor; 'help' lists those of the triple; repeatable."""

    target_abi: str
    """ABI of the target, by its name in LLVM: ilp32f, aapcs, n64."""

    float_abi: Literal["default", "soft", "hard"]
    """How functions take floating-point numbers: default, soft, hard."""

    relocation_model: Literal["static", "pic", "dynamic-no-pic", "ropi", "rwpi",
        "ropi-rwpi"]
    """Relocation model: static, pic, dynamic-no-pic, ropi, rwpi, ropi-rwpi."""

    code_model: Literal["tiny", "small", "kernel", "medium", "large"]
    """Code model: tiny, small, kernel, medium, large."""

    target_from: Path
    """Take the target from this file only."""


class InspectOptions(TypedDict, total=False):
    """Keywords of inspect()."""

    together: bool
    """Take all files as one, as linkers do: for shards."""

    base: Union[int, str]
    """Address of the first byte of raw images (default: their records tell it)."""

    verify: bool
    """Compare each model with the hashes of its record (emit --record); exit status 1
    if a part is damaged."""

    public_key: Path
    """With --verify: each record must be signed with this Ed25519 key's private one
    (emit --sign)."""


class ExtractOptions(TypedDict, total=False):
    """Keywords of extract()."""

    base: Union[int, str]
    """Address of the first byte of raw images (default: their records tell it)."""


class CheckOptions(TypedDict, total=False):
    """Keywords of check()."""

    pie: bool
    """Check for a position-independent executable."""

    shared: bool
    """Check for a shared object."""

    relocatable: bool
    """Check for a relocatable object, to be linked again."""

    memory: Union[str, Sequence[str]]
    """Memories of the device: NAME=ADDRESS:SIZE,... such as
    flash=0x0:256K,ram=0x20000000:64K, or a YAML file (docs/link.md)."""

    board: Path
    """A YAML file (docs/board.md), or the memories of a known board: microbit,
    mps2-an385, mps2-an386, mps2-an505, mps3-an547, riscv-virt."""


class SizeOptions(TypedDict, total=False):
    """Keywords of size()."""

    budget: Path
    """Compare all files together with limits (JSON, docs/report.md); exit status 1 over
    one."""

    board: Path
    """The board (YAML, docs/board.md, or a known one) of linked programs: how full its
    memories are; exit status 1 if one overflows."""

    html: Path
    """Write a page as well: maps of flash and RAM, and all figures; needs no other
    file."""


class PlanOptions(TypedDict, total=False):
    """Keywords of plan()."""

    pool: Union[str, Sequence[str]]
    """A memory, the fastest first; a limit in bytes, K (1024 bytes) or M (1024 K); the
    cost of a byte of traffic; repeatable."""

    board: Path
    """A board (YAML, docs/board.md, or a known one), whose memories are the pools:
    those that programs write, or those that --pool names."""

    plan_effort: Union[int, str]
    """How long to search: 0 (not at all) to 9, each with four times the steps of the
    one before it (default: 5)."""

    alignment: Union[int, str]
    """Alignment of each buffer, a power of two (default: 16 for graphs, else what the
    list says)."""

    workspace_io: bool
    """The model's inputs and outputs lie in the pools as well."""

    module: str
    """The module to read from a Model Library Format archive."""

    inputs: Union[str, Sequence[str]]
    """Inputs that the program sets; any other without a parameter is an error;
    repeatable."""

    vm_function: str
    """Function of a Relax executable to run (default: the only one, or main)."""

    workspace: Union[str, Sequence[str]]
    """Workspaces that an operator of tvm-ffi takes at a time; they are planned with the
    tensors, and all others have none; repeatable."""

    svg: Path
    """Write a picture: time to the right, addresses upwards."""

    html: Path
    """Write a page: the picture, to be zoomed, and what lives at the peak."""


class LinkOptions(TypedDict, total=False):
    """Keywords of link()."""

    relocatable: bool
    """Join the inputs to one object (ELF, WebAssembly)."""

    localize: bool
    """With -r: keep only entry points of registries and executors global, so that
    several models can be in one program (ELF)."""

    keep: Union[str, Sequence[str]]
    """With --localize: keep these symbols global as well; repeatable."""

    Map: Path
    """Write the linker's map."""

    bin: Path
    """Write a raw image, too (ELF)."""

    hex: Path
    """Write Intel hex, too (ELF)."""

    uf2: Path
    """Write UF2, too (ELF)."""

    uf2_family: Union[int, str]
    """Family of the chip in UF2, such as 0xe48bff56 (RP2040)."""

    linker_argument: Union[str, Sequence[str]]
    """A word for the linker, as behind '--'; repeatable."""

    memory: Union[str, Sequence[str]]
    """Memories of the device: NAME=ADDRESS:SIZE,... such as
    flash=0x0:256K,ram=0x20000000:64K, or a YAML file (docs/link.md)."""

    board: Path
    """A YAML file (docs/board.md), or the memories of a known board: microbit,
    mps2-an385, mps2-an386, mps2-an505, mps3-an547, riscv-virt."""

    script: Path
    """A linker script of your own (ELF)."""

    entry: str
    """Where the program starts."""

    gc_sections: bool
    """Drop sections that nothing refers to: the default with memories or a board
    (--gc-sections=false)."""

    with_runtime: Union[Literal["backend", "registry", "graph", "aot", "record",
        "params", "rpc", "ffi", "helpers", "semihosting", "startup"],
        Sequence[Literal["backend", "registry", "graph", "aot", "record", "params",
        "rpc", "ffi", "helpers", "semihosting", "startup"]], bool]
    """Link the C runtime, made for the inputs' machine: backend, registry, graph, aot
    (these four without a value), record, params, rpc; ffi for operators of tvm-ffi,
    instead of these; helpers of compilers, which come with all; semihosting for its
    platform, startup from reset to main."""

    crt_config: Union[str, Sequence[str]]
    """With --with-runtime: a value of crt_config.h or tvm_crt/ffi.h
    (TVM_CRT_PORT_ARENA_SIZE_BYTES, TVM_FFI_WORKSPACE_BYTES, TVM_FFI_ERROR_TEXT_BYTES);
    repeatable."""


class DeviceOptions(TypedDict, total=False):
    """Keywords of device.connect()."""

    core: Union[int, str]
    """Which processor behind the debugger, counted from 0 (default: the one that the
    debugger chooses)."""

    reset: bool
    """Reset the device before anything else."""

    reply_limit: Union[int, str]
    """Milliseconds for an answer of the debugger (default: 5000)."""

    use_flash: bool
    """Write code and constants into the first region that is not writable, not into
    RAM."""

    stack: Union[int, str]
    """Stack of the operators, also with K or M (default: 4K, or an eighth of the
    memory)."""

    workspace: Union[int, str]
    """Memory that operators allocate, also with K or M (default: an eighth of the
    memory, up to 64K)."""

    operator_api: Literal["packed", "unpacked"]
    """How the operators are called: packed (default), unpacked."""

    limit: Union[int, str]
    """Milliseconds for one operator (default: 30000)."""


class DeviceRunOptions(TypedDict, total=False):
    """Keywords of Device.run()."""

    vm_function: str
    """Function of a Relax executable to run (default: the only one, or main)."""

    input: Union[str, Sequence[str]]
    """Elements of an input of the graph; n times as many are for n runs; repeatable."""


class DeviceCompareOptions(TypedDict, total=False):
    """Keywords of Device.compare()."""

    vm_function: str
    """Function of a Relax executable to run (default: the only one, or main)."""

    input: Union[str, Sequence[str]]
    """Elements of an input of the graph; n times as many are for n runs; repeatable."""

    tolerance: str
    """Floating-point numbers that differ by no more are equal (default: 0)."""


class DeviceTimeOptions(TypedDict, total=False):
    """Keywords of Device.time()."""

    vm_function: str
    """Function of a Relax executable to run (default: the only one, or main)."""

    input: Union[str, Sequence[str]]
    """Elements of an input of the graph; n times as many are for n runs; repeatable."""

    repeat: Union[int, str]
    """Calls of each operator (default: 10)."""
