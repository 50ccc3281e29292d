# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors as exceptions; warnings and notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple


class MetaobjError(Exception):
    """What is wrong with the inputs, and the next step."""

    def __init__(
        self,
        message: str,
        input: str = "",
        hint: str = "",
        details: str = "",
        others: Tuple["MetaobjError", ...] = (),
    ) -> None:
        super().__init__(message)
        #: What is wrong, in one line.
        self.message = message
        #: The faulty input: a path, "lib.a(op.o)", a parameter; may be empty.
        self.input = input
        #: The next step; may be empty.
        self.hint = hint
        #: More lines, a table; may be empty.
        self.details = details
        #: The other errors, if there are several.
        self.others = others

    def __str__(self) -> str:
        text = f"{self.input}: {self.message}" if self.input else self.message
        if self.details:
            text += "\n" + self.details.rstrip("\n")
        if self.hint:
            text += f"\nhint: {self.hint}"
        return "\n".join([text, *map(str, self.others)])


class UsageError(MetaobjError, ValueError):
    """The call is wrong: an unknown option, or a value that is none."""


@dataclass(frozen=True)
class Diagnostic:
    """A warning or a note."""

    severity: str  #: "warning" or "note".
    input: str
    message: str
    hint: str
    details: str

    def __str__(self) -> str:
        text = f"{self.input}: {self.message}" if self.input else self.message
        if self.details:
            text += "\n" + self.details.rstrip("\n")
        return f"{text}\nhint: {self.hint}" if self.hint else text


class MetaobjWarning(UserWarning):
    """A warning that nobody has asked for by `on_diagnostic`."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic
