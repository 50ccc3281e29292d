# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program of TVM's virtual machine, as it stands in its file."""

from __future__ import annotations

import math
import os
import struct
import tempfile
from typing import Any, List, Tuple

from ._relax_tensors import Lives

_MAGIC, _VERSION = 0xD225DE2F4214151E, "0.14"
_CALL, _RETURN = 1, 2
#: Kinds of arguments, in the highest byte.
_REGISTER, _IMMEDIATE, _CONSTANT = 0, 1, 2
#: Registers from here on are no variables: nothing, and the machine itself.
_SPECIAL = 1 << 54


class _File:
    """Little endian, without padding."""

    def __init__(self, data: bytes) -> None:
        self.data, self.offset = data, 0

    def take(self, form: str) -> Tuple[Any, ...]:
        size, start = struct.calcsize("<" + form), self.offset
        if size > len(self.data) - start:
            raise ValueError(f"found the end of the executable at byte "
                             f"{len(self.data)}, expected {size} bytes at {start}")
        self.offset += size
        return struct.unpack_from("<" + form, self.data, start)

    def count(self) -> int:
        return int(self.take("Q")[0])

    def text(self) -> str:
        return bytes(self.take(f"{self.count()}s")[0]).decode("utf-8", "replace")

    def numbers(self) -> Tuple[int, ...]:
        return self.take(f"{self.count()}q")

    def constant(self) -> Any:
        (kind,) = self.take("i")
        if kind == 5:  # A type: code, bits, lanes.
            return self.take("BBH")
        if kind == 65:
            return self.text()
        if kind == 69:  # A shape.
            return self.numbers()
        if kind == 70:  # A tensor: device, extents, bytes.
            (rank,) = self.take("16x8xi4x")
            self.take(f"{max(rank, 0)}q")
            return self.take(f"{self.count()}x")
        if kind in (1, 3):
            return self.take("q" if kind == 1 else "d")[0]
        raise ValueError(f"found a constant of kind {kind} in the executable, which "
                         "is unknown here")


def _bytes_of(executable: Any) -> bytes:
    module = getattr(executable, "mod", executable)
    if str(getattr(module, "kind", "")) != "relax.VMExecutable":
        raise ValueError(f"found {type(executable).__name__}, expected what "
                         "tvm.relax.build returns")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "vm.bin")
        module.write_to_file(path)
        with open(path, "rb") as file:
            return file.read()


def follow(executable: Any, function: str, lives: Lives) -> List[int]:
    """Tells `lives` the calls of a function; the registers that it returns."""
    file = _File(_bytes_of(executable))
    if file.count() != _MAGIC or file.text() != _VERSION:
        raise ValueError(
            f"found an executable of another format, expected version {_VERSION}")
    functions = []
    for _ in range(file.count()):
        kind, name, (start, end) = file.take("i")[0], file.text(), file.take("4q")[:2]
        functions.append((name, kind == 1, start, end))
        for _ in range(file.count()):
            file.text()  # Names of parameters.
    for _ in range(file.count()):
        file.take("q")  # Scopes of memory.
        file.text()
    constants = [file.constant() for _ in range(file.count())]
    starts, code = file.numbers(), file.numbers()
    spans = [one[2:] for one in functions if one[:2] == (function, True)]
    if not spans:
        raise ValueError(f"the executable has no function '{function}'")
    for start in starts[slice(*spans[0])]:
        if code[start] == _RETURN:
            return [code[start + 1]]
        if code[start] != _CALL:
            raise ValueError(f"'{function}' branches, expected calls alone")
        result, callee, count = code[start + 1:start + 4]
        words = code[start + 4:start + 4 + count]
        kinds = [word >> 56 for word in words]
        # Values have 56 bits with a sign.
        values = [(word & (1 << 56) - 1 ^ 1 << 55) - (1 << 55) for word in words]
        _call(lives, functions[callee][0], result, kinds, [
            constants[value] if kind == _CONSTANT else value
            for kind, value in zip(kinds, values)])
    raise ValueError(f"'{function}' does not return")


def _call(lives: Lives, name: str, result: int, kinds: List[int],
          values: List[Any]) -> None:
    if name == "vm.builtin.null_value":
        lives.shown.pop(result, None)
        lives.storages.pop(result, None)
        return
    if name == "vm.builtin.alloc_storage":
        if kinds[1] != _CONSTANT:
            raise ValueError("found a storage whose size is only known when the "
                             "model runs, expected fixed extents")
        if values[2] == 0:  # Others are not the device of the tensors.
            lives.alloc_storage(result, math.prod(values[1]))
        return
    if name == "vm.builtin.alloc_tensor" and values[0] in lives.storages:
        size = 2**63
        if kinds[2] == _CONSTANT:
            (_, bits, lanes), shape = values[3], values[2]
            size = math.prod(shape) * -(-bits * lanes // 8)
        lives.alloc_tensor(result, lives.storages[values[0]], values[1], size)
        return
    lives.call([value for kind, value in zip(kinds, values) if kind == _REGISTER],
               None if result >= _SPECIAL else result)
