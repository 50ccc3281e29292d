# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Progress in a terminal or a notebook."""

from __future__ import annotations

import importlib
import sys
import time
from typing import Any, Optional, TextIO


def _size(count: float) -> str:
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if count < 1023.5:
            return f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:.0f} TiB"


class _Line:
    """A line that carriage returns write again and again."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._width = 0

    def show(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(self._width))
        self._stream.flush()
        self._width = len(text)

    def end(self, _text: str) -> None:
        """Takes the line away."""
        if self._width:
            self.show("")
            self._stream.write("\r")
            self._stream.flush()


class _Output:
    """An output of a notebook's cell, which is replaced by the next text."""

    def __init__(self, display: Any) -> None:
        self._display = display
        self._handle: Any = None

    def show(self, text: str) -> None:
        data = {"text/plain": text}
        if self._handle is None:
            self._handle = self._display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)

    def end(self, text: str) -> None:
        """Leaves the text for who reads the notebook later."""
        if self._handle is not None:
            self.show(text)


def _notebook() -> Optional[_Output]:
    """None unless a kernel of IPython runs this process, and so has it."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if getattr(shell, "kernel", None) is None:
        return None
    return _Output(importlib.import_module("IPython.display").display)


class ProgressBar:
    """Progress: "40%  400 MiB of 1000 MiB". It appears after patience seconds.

    In a notebook it is one output of the cell. In a terminal it is a line, which
    goes away at the end. Elsewhere it writes nothing. A stream that is given is
    asked whether it is a terminal, also in a notebook.
    """

    def __init__(self, stream: Optional[TextIO] = None, patience: float = 1.0) -> None:
        self._view = self._choose(stream)
        self._start = time.monotonic()
        self._patience = patience
        self._shown = 0.0
        self._text = ""
        self._total = 0

    @staticmethod
    def _choose(stream: Optional[TextIO]) -> "_Line | _Output | None":
        if stream is None:
            notebook = _notebook()
            if notebook:
                return notebook
            stream = sys.stderr
        # Programs without a console have no standard error.
        return _Line(stream) if stream and stream.isatty() else None

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if self._view is None or now - self._start < self._patience:
            return
        if now - self._shown < 0.1 and done != total:
            return
        self._shown = now
        self._total = total
        percent = 100 * done // total if total else 100
        self._text = f"{percent:3}%  {_size(done)} of {_size(total)}"
        self._view.show(self._text)

    def close(self, is_done: bool = True) -> None:
        """Ends the progress: takes the line away, or says in the notebook what
        has become of the work. emit() does this itself."""
        if self._view is None:
            return
        if is_done:
            self._view.end(f"done: {_size(self._total)}")
        else:
            self._view.end(f"stopped at {self._text.strip()}")
