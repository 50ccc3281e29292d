# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Progress in a terminal or a notebook."""

from __future__ import annotations

import sys
import time
from typing import Optional, TextIO


def _size(count: float) -> str:
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if count < 1023.5:
            return f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:.0f} TiB"


class ProgressBar:
    """A line that is written again and again: "40%  400 MiB of 1000 MiB".

    It appears after a second, in a terminal or a notebook; elsewhere it writes
    nothing. Notebooks take a carriage return as terminals do.
    """

    def __init__(self, stream: Optional[TextIO] = None, patience: float = 1.0) -> None:
        self._stream = stream if stream is not None else sys.stderr
        self._start = time.monotonic()
        self._patience = patience
        self._shown = 0.0
        self._width = 0
        self._is_watched = self._stream.isatty() or "ipykernel" in sys.modules

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._is_watched or now - self._start < self._patience:
            return
        if now - self._shown < 0.1 and done != total:
            return
        self._shown = now
        percent = 100 * done // total if total else 100
        self._write(f"{percent:3}%  {_size(done)} of {_size(total)}")

    def close(self) -> None:
        """Takes the line away."""
        if self._width:
            self._write("")
            self._stream.write("\r")
            self._stream.flush()

    def _write(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(self._width))
        self._stream.flush()
        self._width = len(text)
