# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that TVM has compiled in this process, on a microcontroller.

    import metaobj, tvm
    from tvm import relax

    target = metaobj.tvm.target("thumbv7em-none-eabi", mcpu="cortex-m4")
    with tvm.transform.PassContext(config=metaobj.tvm.pass_config()):
        ex = relax.build(module, target=target, system_lib=False,
                         relax_pipeline=metaobj.tvm.pipeline(target))
    metaobj.tvm.emit(ex, "model.o", header="model.h")

Nothing of TVM is imported before a function is called that needs it.
"""

from __future__ import annotations

import importlib
import math
import os
import re
import tempfile
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    List,
    Mapping,
    Optional,
    Sequence,
    Set,
    Tuple,
    Union,
)

from . import device
from ._library import DiagnosticFunction, Path, Source
from ._options import DeviceOptions, DeviceRunOptions, EmitOptions
from .errors import MetaobjError, UsageError
from .model import EmitResult, Model

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Collected",
    "Emitted",
    "Module",
    "collect",
    "emit",
    "measure",
    "pass_config",
    "pipeline",
    "target",
    "workspaces",
]

#: The first and the last release whose modules these functions know, and those that
#: have passed tests/live.
KNOWN = ((0, 22), (0, 27))
TRIED = ("0.25", "0.26", "0.27")

_EXECUTABLE = "relax.VMExecutable"
#: What TVM puts before the names of functions that others call.
_SYMBOL = "__tvm_ffi_"
#: Addresses that TVM gives its workspaces are multiples of this.
_ALIGN = 64

#: Why modules have no form that a program without TVM's runtime can use, by
#: their kinds.
_REFUSED = {
    "c": "C source, which a compiler must make an object of",
    "const_loader": "TVM's runtime hands its constants to functions of another "
    "code generator",
    "library": "a shared library that was loaded from a file",
}
_DEVICES = ("cuda", "hexagon", "hip", "metal", "opencl", "rocm", "vulkan", "webgpu")


@dataclass(frozen=True)
class Module:
    """A module of the tree that TVM's executable imports."""

    kind: str  #: "llvm", "relax.VMExecutable", "c", "static_library", "opencl", ...
    functions: Tuple[str, ...]  #: Symbols; empty if TVM does not tell them.
    importer: Optional["Module"]  #: None for the root.
    file: Optional[str]  #: Where collect() has written it, if it has a form.
    refusal: Optional[str]  #: Why emit() does not take it; None: it does.

    def __str__(self) -> str:
        text = self.kind
        if self.functions:
            text += f" with {', '.join(self.functions)}"
        elif self.importer is not None and self.importer.functions:
            text += f", which {', '.join(self.importer.functions)} may call"
        return text


@dataclass(frozen=True)
class Collected:
    """All modules of a tree. Files are in the folder that collect() was given."""

    modules: Tuple[Module, ...]  #: The root first; nothing is left out.
    target: Optional[str]  #: TVM's target of the operators, as JSON.
    system_library: bool  #: The operators register themselves.
    prefix: str  #: That of a system library; may be empty.

    def _files(self, *kinds: str) -> Tuple[str, ...]:
        return tuple(
            module.file
            for module in self.modules
            if module.kind in kinds and module.file is not None
        )

    @property
    def objects(self) -> Tuple[str, ...]:
        """Operator objects, to be linked."""
        return self._files("llvm", "static_library")

    @property
    def sources(self) -> Tuple[str, ...]:
        """Operators as C, to be compiled and linked."""
        return self._files("c")

    @property
    def executable(self) -> Optional[str]:
        """Bytecode and constants, the file that `ffi_root=` takes; None for a
        library without Relax."""
        return next(iter(self._files(_EXECUTABLE)), None)

    @property
    def refused(self) -> Tuple[Module, ...]:
        """What emit() does not take."""
        return tuple(module for module in self.modules if module.refusal is not None)


@dataclass(frozen=True)
class Emitted(EmitResult):
    """What emit() has done."""

    objects: Tuple[str, ...]  #: Operator objects, which are linked beside it.


def _tvm(part: str = "") -> Any:
    """The package tvm, of a release that is known, or a module of it."""
    try:
        package: Any = importlib.import_module("tvm")
    except ImportError as problem:
        raise MetaobjError(
            f"TVM cannot be imported: {problem}",
            hint="install apache-tvm beside metaobj",
        ) from None
    found = re.match(r"(\d+)\.(\d+)", package.__version__)
    if not found or not KNOWN[0] <= tuple(map(int, found.groups())) <= KNOWN[1]:
        first, last = (".".join(map(str, release)) for release in KNOWN)
        raise MetaobjError(
            f"found TVM {package.__version__}, expected {first} to {last} "
            f"(tried: {', '.join(TRIED)})",
            hint="install another release of apache-tvm, or write its objects by "
            "export_library('model.tar') and give them to emit",
        )
    if not part:
        return package
    try:
        return importlib.import_module(f"tvm.{part}")
    except ImportError as problem:
        raise MetaobjError(
            f"found TVM {package.__version__} without tvm.{part}: {problem}",
            hint="compile the model with relax.get_default_pipeline(target), or "
            f"install TVM {TRIED[-1]}",
        ) from None


def _root(ex: Any) -> Any:
    """The runtime module of what tvm.compile() and others return."""
    _tvm()
    kind: Any = importlib.import_module("tvm_ffi").Module
    root = ex if isinstance(ex, kind) else getattr(ex, "mod", None)
    if not isinstance(root, kind):
        raise UsageError(
            f"{type(ex).__name__} is neither an executable nor a module of TVM",
            hint="give what relax.build, tvm.compile or tvm.tirx.build returns",
        )
    return root


def _collect_all(root: Any) -> List[Tuple[Any, int]]:
    """All modules of a tree, each once, and where its importer is in the list;
    -1 for the root."""
    found: List[Tuple[Any, int]] = [(root, -1)]
    for number, (module, _) in enumerate(found):  # The list grows meanwhile.
        for imported in module.imports:
            if not any(imported.same_as(known) for known, _ in found):
                found.append((imported, number))
    return found


def _check_folder(folder: str) -> None:
    if not os.path.isdir(folder):
        raise MetaobjError(
            f"found no folder '{folder}', expected one for the operator objects",
            hint="make it first",
        )


def _refusal(kind: str) -> Optional[str]:
    """Why emit() does not take modules of a kind."""
    if kind in ("llvm", "static_library", _EXECUTABLE):
        return None
    if kind in _DEVICES:
        return "code of a device, which TVM's runtime loads and launches"
    return _REFUSED.get(kind, "modules of this kind are unknown here")


def collect(ex: Any, folder: Path, stem: str = "") -> Collected:
    """Writes the parts of a compiled model into a folder: operator objects
    (lib0.o, lib1.o), C sources (lib0.c), the executable (vm.bin), with stem before
    their names. The folder is the caller's.

    ex is what relax.build, tvm.compile or tvm.tirx.build returns. The result lists all
    modules of its tree, also those that have no form without TVM's runtime.
    """
    place = os.fsdecode(folder)
    _check_folder(place)
    modules: List[Module] = []
    target: Optional[str] = None
    system_library, prefix, libraries = False, "", 0
    for module, importer in _collect_all(_root(ex)):
        kind, file = str(module.kind), None
        functions: Tuple[str, ...] = ()
        if kind == _EXECUTABLE:
            file = os.path.join(place, stem + "vm.bin")
        elif kind in ("llvm", "static_library", "c"):
            ending = "c" if kind == "c" else "o"
            file = os.path.join(place, f"{stem}lib{libraries}.{ending}")
            libraries += 1
            # Modules of other kinds answer for those that they import, or print
            # that they cannot run here.
            functions = tuple(map(str, module.get_function("get_func_names")()))
        if kind == "llvm":
            target = str(module.get_function("_get_target_string")())
            if module.get_function("__tvm_is_system_module")():
                system_library = True
                own = module.get_function("__tvm_get_system_lib_prefix")()
                prefix = "" if own is None else str(own)
        refusal = _refusal(kind)
        if kind == _EXECUTABLE and any(known.kind == kind for known in modules):
            file, refusal = None, "a model has one executable"
        if file is not None:
            module.write_to_file(file)
        modules.append(
            Module(
                kind,
                functions,
                modules[importer] if importer >= 0 else None,
                file,
                refusal,
            )
        )
    return Collected(tuple(modules), target, system_library, prefix)


def _is_empty_source(module: Module) -> bool:
    """TVM writes one, a semicolon, in place of operators that a model lacks."""
    if module.kind != "c" or module.file is None:
        return False
    with open(module.file, encoding="utf-8") as source:
        return not source.read().strip("; \n")


def _check_refused(collected: Collected, with_objects: bool) -> None:
    """An error that names all modules that a program would lack."""
    missing = [
        module
        for module in collected.refused
        # Whoever gives objects has compiled the sources.
        if not (module.kind == "c" and with_objects)
    ]
    if not missing:
        return
    if all(_is_empty_source(module) for module in missing):
        raise MetaobjError(
            "found a model without operators, expected at least one",
            hint="it only returns its inputs and constants, or calls functions of "
            "TVM's runtime, which a program on a microcontroller does not have",
        )
    hint = "build the whole model for one processor, by a target of kind 'llvm'"
    if all(module.kind == "c" for module in missing):
        hint = "compile the C sources that collect() writes, and give objects="
    count = f"{len(missing)} modules" if len(missing) > 1 else "a module"
    raise MetaobjError(
        f"found {count} without an object, expected operators of LLVM",
        details="\n".join(f"{module}: {module.refusal}" for module in missing),
        hint=hint,
    )


def emit(
    ex: Any,
    output: Path,
    *,
    name: Optional[str] = None,
    objects: Sequence[Source] = (),
    on_diagnostic: Optional[DiagnosticFunction] = None,
    **options: Unpack[EmitOptions],
) -> Emitted:
    """Writes the object that runs a compiled model, and its operator objects
    beside it: model.o and model.lib0.o. A program links both.

    options are those of Model.emit(). Without `executor=` it is "aot": a function
    calls the operators in the order of the executable. objects are operators that
    something else has compiled, such as the C sources of collect(). name is the
    model's. If nothing else has made operators, `workspace=` has what workspaces()
    tells; `workspace=None` leaves them to the runtime.

    A module that has no form without TVM's runtime is an error, which names its kind
    and its functions. After an error no file has changed.
    """
    path = os.fsdecode(output)
    if options.get("depfile"):
        raise UsageError(
            "depfile= is given, but what TVM has compiled is in memory",
            hint="collect() into a folder, and emit its files by metaobj.Model",
        )
    # On the file system of the output, so that files are moved there at once.
    home = os.path.dirname(path) or "."
    _check_folder(home)
    stem = os.path.splitext(os.path.basename(path))[0] + "."
    with tempfile.TemporaryDirectory(dir=home, prefix=stem) as folder:
        collected = collect(ex, folder, stem)
        _check_refused(collected, bool(objects))
        model = Model(name)
        for file in collected.objects:
            with open(file, "rb") as opened:
                model.add_bytes(os.path.basename(file), opened.read())
        for source in objects:
            model.add_file(source)
        settings: EmitOptions = {"executor": "aot"}
        settings.update(options)
        is_known = not objects and all(
            module.kind in ("llvm", _EXECUTABLE) for module in collected.modules
        )
        if settings["executor"] == "aot" and "workspace" not in options and is_known:
            settings["workspace"] = _planned(ex, settings.get("vm_function"))
        # TVM's loader looks for names with it; nobody looks for an executor's.
        if settings["executor"] == "none" and collected.prefix:
            settings.setdefault("prefix", collected.prefix)
        if collected.executable is not None:
            if settings["executor"] == "none":  # It is stored as it is.
                settings["ffi_root"] = f"{_EXECUTABLE}={collected.executable}"
            else:  # Messages name what the caller has: the file is gone by then.
                with open(collected.executable, "rb") as opened:
                    model.add_bytes(f"<{type(ex).__name__}>", opened.read())
        elif settings["executor"] == "aot":
            raise MetaobjError(
                "found a library of functions, expected a relax.VMExecutable",
                hint="build the model by relax.build, or give executor='none'",
            )
        result = model.emit(output, on_diagnostic=on_diagnostic, **settings)
        moved = tuple(
            os.path.join(os.path.dirname(path), os.path.basename(file))
            for file in collected.objects
        )
        for file, destination in zip(collected.objects, moved):
            os.replace(file, destination)
        # The executable is no file that anybody else can read again.
        read = tuple(file for file in result.read if file != collected.executable)
    return Emitted(result.written + moved, read, result.summary, moved)


def _planned(ex: Any, function: Optional[str]) -> List[str]:
    """Values of `workspace=` for the operators that a function of the executable
    calls."""
    called: Dict[str, Set[str]] = {}
    name = ""
    for module, _ in _collect_all(_root(ex)):
        if module.kind != _EXECUTABLE:
            continue
        for line in str(module.get_function("as_text")()).splitlines():
            start = re.match(r"@(\S+):$", line)
            name = start.group(1) if start else name
            call = re.match(r" +call +(\S+) +in:", line)
            if call:
                called.setdefault(name, set()).add(call.group(1))
    if function is None:
        function = next(iter(called)) if len(called) == 1 else "main"
    wanted: Set[str] = set()
    rest = [function]
    while rest:  # Functions of the executable call each other.
        for operator in called.get(rest.pop(), set()) - wanted:
            wanted.add(operator)
            rest.append(operator)
    return [
        f"{operator}={need}"
        for operator, need in workspaces(ex).items()
        if need and operator in wanted
    ]


def target(triple: str, **attributes: Any) -> Any:
    """A target of TVM for a microcontroller: small code (`opt-level` 1), and what
    attributes say: mcpu="cortex-m4", mattr=["+m"], mfloat_abi="hard". Underscores
    stand for the dashes of TVM's names."""
    package = _tvm()
    named = {key.replace("_", "-"): value for key, value in attributes.items()}
    return package.target.Target(
        {"kind": "llvm", "mtriple": triple, "opt-level": 1, **named}
    )


def pass_config() -> Dict[str, Any]:
    """Settings for tvm.transform.PassContext: operators trust their arguments. The
    executor makes all of them itself, so that no check can ever fail."""
    known = _tvm().ir.transform.PassContext.list_configs()
    names = ("tirx.disable_assert", "tir.disable_assert")
    return {next(name for name in names if name in known): True}


def pipeline(target: Any) -> Any:
    """Passes for `relax_pipeline=` of relax.build: those of TVM's default pipeline for
    processors (constants are folded, operators fused, memory planned), and operators
    that keep nothing large between their loops.

    Padding and changes of layout happen where their values are read. Every other value
    is computed in the innermost loop of its reader that does not compute it twice.
    Results are the same bit by bit, unless the target fuses a product and a sum.
    """
    cpu: Any = _tvm("relax.backend.cpu_generic.pipeline")
    tirx: Any = _tvm("tirx")
    package = _tvm()
    transform: Any = package.transform
    kind = str(target.kind)
    if kind not in ("llvm", "c"):
        raise UsageError(
            f"found a target of kind '{kind}', expected 'llvm' or 'c'",
            hint="metaobj.tvm.target('thumbv7em-none-eabi', mcpu='cortex-m4') is one",
        )

    def tighten(module: Any, _: Any) -> Any:
        functions = {
            name: _tightened(function)
            if isinstance(function, tirx.PrimFunc)
            else function
            for name, function in module.functions.items()
        }
        return package.IRModule(
            functions, attrs=module.attrs, global_infos=module.global_infos
        )

    def run(module: Any, _: Any) -> Any:
        with target:
            return transform.Sequential(
                [
                    *cpu.library_dispatch_passes(target),
                    *cpu.legalize_passes(target),
                    transform.module_pass(tighten, opt_level=0),
                    *cpu.dataflow_lower_passes(target),
                    *cpu.finalize_passes(target),
                ]
            )(module)

    return transform.module_pass(run, opt_level=0)


def _tightened(function: Any) -> Any:
    """A function of TIR whose blocks are as near to their readers as can be."""
    s_tir = _tvm("s_tir")
    schedule = s_tir.Schedule(
        _tvm().IRModule({"main": function}), error_render_level="none"
    )
    try:
        blocks = schedule.get_child_blocks(schedule.get_sblock("root"))
    except s_tir.ScheduleError:
        return function  # Loops without blocks: of another library.
    for block in reversed(blocks):
        _tighten(schedule, block, s_tir.ScheduleError)
    return schedule.mod["main"]


def _tighten(schedule: Any, block: Any, refusal: Any) -> None:
    readers = schedule.get_consumers(block)
    if not readers:
        return  # It writes the output.
    runs = _runs(schedule, block)
    if runs is None:
        return  # Extents that the caller tells.
    if not _reduces(schedule, block):
        value = getattr(schedule.get(block).body, "value", None)
        once = (
            len(readers) == 1
            and not _reduces(schedule, readers[0])
            and _runs(schedule, readers[0]) == runs
        )
        if once or _moves(value):
            try:
                schedule.compute_inline(block)
                return
            except refusal:
                pass
    for loop in reversed(schedule.get_loops(readers[-1])):
        trial = schedule.copy()
        try:
            trial.compute_at(block, loop)
        except refusal:
            continue
        if _runs(trial, block) == runs:
            schedule.compute_at(block, loop)
            return


def _runs(schedule: Any, block: Any) -> Optional[int]:
    """How often a block runs; None if that depends on its arguments."""
    extents = [schedule.get(loop).extent for loop in schedule.get_loops(block)]
    if any(type(extent).__name__ != "IntImm" for extent in extents):
        return None
    return math.prod(map(int, extents))


def _reduces(schedule: Any, block: Any) -> bool:
    reduction = _tvm("tirx").IterVar.CommReduce
    return any(
        variable.iter_type == reduction for variable in schedule.get(block).iter_vars
    )


def _moves(value: Any) -> bool:
    """Does a value only choose among others: a load, a constant, padding? A whole
    number may get another width."""
    kind = type(value).__name__  # The releases keep these classes in three places.
    if kind in ("BufferLoad", "TensorLoad", "IntImm", "FloatImm"):
        return True
    if kind == "Cast":
        return _is_whole(value) and _is_whole(value.value) and _moves(value.value)
    if kind == "Select":
        return _moves(value.true_value) and _moves(value.false_value)
    if kind == "Call" and str(getattr(value.op, "name", "")).endswith(".if_then_else"):
        return all(map(_moves, value.args[1:]))
    return False


def _is_whole(value: Any) -> bool:
    return "int" in str(getattr(value, "dtype", None) or value.ty)


_NAME = r"[\w.$-]+|\"[^\"]*\""
_DEFINE = re.compile(rf"define .*?@({_NAME})\(")
_LABEL = re.compile(rf"({_NAME}):")
_BRANCH = re.compile(rf"\blabel %({_NAME})")
_LOAD = re.compile(
    rf"%({_NAME}) = load ptr, ptr @__TVMBackend(Alloc|Free)Workspace\b"
)
#: Calls of the functions themselves, or of what was loaded from their pointers:
#: void *(device type, device, bytes, ...), int (device type, device, workspace).
_CALL = rf"call \w+ (?:@TVMBackend{{}}Workspace|%({_NAME}))\(i32 [^,]+, i32 [^,]+, "
_ALLOC = re.compile(rf"%({_NAME}) = .*" + _CALL.format("Alloc") + r"i64 ([^,]+),")
_FREE = re.compile(_CALL.format("Free") + rf"ptr (?:nonnull )?%({_NAME})\)")


def workspaces(ex: Any) -> Dict[str, int]:
    """Bytes that each operator asks TVMBackendAllocWorkspace for, those that are in
    use together; 0 for one that asks for nothing. Each workspace counts with the bytes
    to the next multiple of 64, to which it is aligned.

    The numbers are those of the code for its target. A size that is no constant there,
    or a module that is not LLVM's, is an error.
    """
    found: Dict[str, int] = {}
    for module, _ in _collect_all(_root(ex)):
        kind = str(module.kind)
        if kind == _EXECUTABLE:
            continue
        if kind != "llvm":
            raise MetaobjError(
                f"found a module of kind '{kind}', expected operators of LLVM, whose "
                "code tells their workspaces",
                hint="build the whole model by a target of kind 'llvm'",
            )
        names = [
            _operator(str(symbol))
            for symbol in module.get_function("get_func_names")()
        ]
        needs = _needs(module.inspect_source("ll"))
        strangers = sorted(set(needs) - set(names))
        if strangers:
            raise MetaobjError(
                f"found a workspace in the function '{strangers[0]}', expected it in "
                "an operator",
                hint="let operators not run in parallel on a microcontroller",
            )
        found.update((name, needs.get(name, 0)) for name in names)
    return found


def measure(
    ex: Any,
    via: str = "host",
    *,
    inputs: Optional[Mapping[str, Any]] = None,
    library: Sequence[Source] = (),
    vm_function: Optional[str] = None,
    board: Optional[str] = None,
    memory: Union[None, Path, Sequence[Path]] = None,
    **options: Unpack[DeviceOptions],
) -> Dict[str, int]:
    """What workspaces() tells, measured: runs the operators that a function of the
    executable calls, one by one, on this machine or on a chip. via and the keywords
    behind vm_function are those of metaobj.device.connect; `workspace=` is the memory
    that the operators have meanwhile.

    inputs are arrays by name; without them they are zeros. library are archives with
    functions that the operators call: libm.a, libgcc.a.
    """
    with tempfile.TemporaryDirectory() as folder:
        collected = collect(ex, folder)
        _check_refused(collected, False)
        if collected.executable is None:
            raise MetaobjError(
                "found a library of functions, expected a relax.VMExecutable",
                hint="build the model by relax.build",
            )
        named: DeviceRunOptions = {}
        if vm_function is not None:
            named["vm_function"] = vm_function
        with device.connect(
            via,
            objects=[*collected.objects, *library],
            board=board,
            memory=memory,
            **options,
        ) as chip:
            if inputs is None:
                report = chip.time(collected.executable, repeat=2, **named)
            else:
                report = chip.run(collected.executable, inputs=inputs, **named)
    found: Dict[str, int] = {}
    for operator in report.operators:
        name = _operator(operator.function)
        found[name] = max(found.get(name, 0), operator.workspace or 0)
    return found


def _operator(symbol: str) -> str:
    """The name of an operator, as the executable calls it, of one of its two
    functions."""
    if symbol.startswith(_SYMBOL):
        return symbol[len(_SYMBOL) :]
    return re.sub("_compute_$", "", symbol)


def _needs(text: str) -> Dict[str, int]:
    """Bytes of workspaces in LLVM IR by operator, of those that have any."""
    found: Dict[str, int] = {}
    body: List[str] = []
    name = ""
    for line in text.splitlines():
        start = _DEFINE.match(line)
        if start:
            name, body = start.group(1).strip('"'), []
        elif line == "}" and name:
            need = _need(name, body)
            if need:
                operator = _operator(name)
                # Of a wrapper, and of what it calls meanwhile.
                found[operator] = found.get(operator, 0) + need
            name = ""
        elif name:
            body.append(line)
    return found


def _need(function: str, body: Sequence[str]) -> int:
    """Most bytes of workspaces that one function can hold together."""
    kinds: Dict[Optional[str], str] = {}  # Of loaded pointers.
    for line in body:
        loaded = _LOAD.search(line)
        if loaded:
            kinds[loaded.group(1)] = loaded.group(2)

    # In each block, workspaces that are taken (True) or given back; where it goes on.
    sizes: Dict[str, int] = {}
    events: Dict[str, List[Tuple[str, bool]]] = {}
    after: Dict[str, List[str]] = {}
    label = _LABEL.match(body[0]) if body else None
    block = first = label.group(1) if label else ""
    for line in body:
        label = _LABEL.match(line)
        block = label.group(1) if label else block
        after.setdefault(block, []).extend(_BRANCH.findall(line))
        taken, given = _ALLOC.search(line), _FREE.search(line)
        if taken and (not taken.group(2) or kinds.get(taken.group(2)) == "Alloc"):
            workspace, size = taken.group(1), taken.group(3)
            if not size.isdigit():
                raise MetaobjError(
                    f"function '{function}' takes a workspace of {size} bytes, "
                    "expected a constant",
                    hint="give the inputs of the model constant extents",
                )
            sizes[workspace] = -(-int(size) // _ALIGN) * _ALIGN
            events.setdefault(block, []).append((workspace, True))
        elif given and given.group(2) in sizes:
            events.setdefault(block, []).append((given.group(2), False))
        elif _takes(line, kinds):
            raise MetaobjError(
                f"function '{function}' takes a workspace in an unknown way, expected "
                f"a call: {line.strip()}"
            )

    # Which workspaces may be in use where a block begins.
    used: Dict[str, Set[str]] = {first: set()}
    most, rest = 0, [first]
    while rest:
        block = rest.pop()
        now = set(used[block])
        for workspace, is_taken in events.get(block, ()):
            (now.add if is_taken else now.discard)(workspace)
            most = max(most, sum(sizes[one] for one in now))
        for successor in after.get(block, ()):
            if successor not in used or not now <= used[successor]:
                used[successor] = used.get(successor, set()) | now
                rest.append(successor)
    return most


def _takes(line: str, kinds: Mapping[Optional[str], str]) -> bool:
    """Does a line of code use the function that takes workspaces, or its pointer?"""
    if line.lstrip().startswith("#") or _LOAD.search(line):
        return False  # A record for debuggers; the pointer's own line.
    if "TVMBackendAllocWorkspace" in line:
        return True
    return any(
        kinds.get(name) == "Alloc" for name in re.findall(rf"%({_NAME})", line)
    )
