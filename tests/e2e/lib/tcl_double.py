# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A Tcl server like OpenOCD's in front of QEMU's debugger.

It knows the commands of OpenOCD 0.12, or those of 0.11, on a Cortex-M. And it
can lose, cut, change and hold back replies, put notifications between them, and
go away.
"""

import os
import re
import select
import socket
import threading
import time

from lib.gdb_double import Upstream

END = b"\x1a"

#: Names as OpenOCD has them, and their numbers for QEMU.
REGISTERS = {**{f"r{i}": i for i in range(13)}, "sp": 13, "lr": 14, "pc": 15,
             "xPSR": 0x19}

#: What the client sends around each command.
REQUEST = re.compile(r"format \{metaobj-%s %s %s\} (\d+) \[catch \{(.*)\} "
                     r"metaobj_result\] \$metaobj_result", re.DOTALL)


class TclError(Exception):
    """What `catch` catches."""


class Chip:
    """The machine behind the server, by QEMU's debugger."""

    def __init__(self, path):
        self.up = Upstream(path)
        # QEMU knows registers only for who has read this.
        self.up.ask(b"qXfer:features:read:target.xml:0,3e8")
        for name in (b"arm-m-profile.xml", b"arm-core.xml"):
            self.up.ask(b"qXfer:features:read:" + name + b":0,3e8")
        self.is_running = False

    def ok(self, reply, what):
        """The reply of a request that may fail."""
        if reply is None or reply == b"" or reply.startswith(b"E"):
            raise TclError(f"{what}: failed")
        return reply

    def read(self, address, count):
        data = b""
        while len(data) < count:
            piece = min(1000, count - len(data))
            data += bytes.fromhex(self.ok(self.up.ask(
                b"m%x,%x" % (address + len(data), piece)),
                "read_memory: failed to read memory").decode())
        return data

    def write(self, address, data):
        for at in range(0, len(data), 1000):
            piece = data[at:at + 1000]
            self.ok(self.up.ask(b"M%x,%x:" % (address + at, len(piece)) +
                                piece.hex().encode()),
                    "write_memory: failed to write memory")

    def register(self, name):
        reply = self.ok(self.up.ask(b"p%x" % self.number(name)), "get_reg")
        return int.from_bytes(bytes.fromhex(reply.decode()), "little")

    def set_register(self, name, value):
        self.ok(self.up.ask(b"P%x=%s" % (
            self.number(name), value.to_bytes(4, "little").hex().encode())),
            "set_reg")

    @staticmethod
    def number(name):
        if name not in REGISTERS:
            raise TclError(f"unknown register '{name}'")
        return REGISTERS[name]

    def breakpoint(self, address):
        self.ok(self.up.ask(b"Z0,%x,2" % address), "breakpoint")

    def resume(self):
        self.up.send(b"c")
        self.is_running = True

    def wait(self, seconds):
        """Has it stopped?"""
        until = time.monotonic() + seconds
        while self.is_running:
            if b"$" in self.up.bytes:
                self.up.receive()
                self.is_running = False
                break
            left = max(0, until - time.monotonic())
            if not select.select([self.up.socket], [], [], left)[0]:
                break
            # An acknowledgement may come long before the report.
            self.up.bytes += self.up.socket.recv(1 << 16)
        return not self.is_running

    def halt(self):
        if self.is_running:
            self.up.socket.sendall(b"\x03")
            self.up.receive()
            self.is_running = False


class TclDouble(threading.Thread):
    """Serves one client at the socket `path`.

    `lose`, `cut`, `change` and `hold` are the numbers of replies, counted from
    1, that do not arrive, end in the middle, arrive with a wrong start, or
    arrive only behind the next request. `close_at` and `silent_at` are a
    command's first letters, at which it goes away or says nothing any more.
    """

    def __init__(self, path, qemu, *, old=False, flash="", lose=(), cut=(),
                 change=(), hold=(), close_at=None, silent_at=None,
                 too_long=None, sees_files=True):
        super().__init__(daemon=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(1)
        self.path, self.qemu, self.old, self.flash = path, qemu, old, flash
        self.lose, self.cut, self.change = set(lose), set(cut), set(change)
        self.hold = set(hold)
        self.close_at, self.silent_at = close_at, silent_at
        self.too_long, self.sees_files = too_long, sees_files
        self.replies, self.held = 0, b""
        self.started = "0"
        #: What the client asked, for assertions.
        self.seen = []
        self.faults = []

    def run(self):
        client, _ = self.listener.accept()
        self.listener.close()
        os.unlink(self.path)
        with client:
            self.client = client
            self.chip = Chip(self.qemu)
            try:
                self.serve()
            except OSError:
                pass
            self.chip.up.socket.close()

    def serve(self):
        pending = b""
        while True:
            more = self.client.recv(1 << 16)
            if not more:
                return
            pending += more
            while END in pending:
                line, pending = pending.split(END, 1)
                if not self.take(line.decode()):
                    return

    def take(self, line):
        """Handles a request. False: the connection ends."""
        number, command = REQUEST.fullmatch(line).groups()
        self.seen.append(command)
        if self.close_at and command.startswith(self.close_at):
            return False
        if self.silent_at and command.startswith(self.silent_at):
            return True
        if self.held:
            self.client.sendall(self.held)
            self.held = b""
        if self.too_long and len(line) > self.too_long:
            self.client.sendall(b"line too long\n\0")
            return True
        try:
            code, text = 0, self.answer(command)
        except TclError as error:
            code, text = 1, str(error)
        self.send(f"metaobj-{number} {code} {text}".encode() + END)
        return True

    def send(self, reply):
        """Sends a reply, or what becomes of it."""
        self.replies += 1
        if self.replies in self.lose:
            self.faults.append("lose")
        elif self.replies in self.cut:
            self.faults.append("cut")
            self.client.sendall(reply[:len(reply) // 2])
        elif self.replies in self.change:
            self.faults.append("change")
            self.client.sendall(bytes([reply[0] ^ 1]) + reply[1:])
        elif self.replies in self.hold:
            self.faults.append("hold")
            self.held = reply
        else:
            if self.replies % 5 == 0:
                self.client.sendall(b"type target_event event halted\r\n" + END)
            self.client.sendall(reply)

    def answer(self, command):
        """The result of a command; raises TclError."""
        for pattern, handler in HANDLERS:
            match = re.fullmatch(pattern, command, re.DOTALL)
            if match:
                return handler(self, *match.groups()) or ""
        raise TclError(f'invalid command name "{command.split()[0]}"')

    # One method for each command ---------------------------------------------

    def info(self, name):
        known = (["mem2array", "array2mem"] if self.old else
                 ["read_memory", "write_memory", "mem2array"])
        return name if name in known else ""

    def state(self):
        self.chip.wait(0)
        return "running" if self.chip.is_running else "halted"

    def wait_halt(self, milliseconds):
        if not self.chip.wait(int(milliseconds) / 1000):
            raise TclError("timed out while waiting for target halted")

    def read_memory(self, address, bits, count):
        self.only_new()
        return " ".join(hex(each) for each in
                        self.elements(address, bits, count))

    def elements(self, address, bits, count):
        width = int(bits) // 8
        data = self.chip.read(int(address, 0), width * int(count))
        return [int.from_bytes(data[i:i + width], "little")
                for i in range(0, len(data), width)]

    def write_memory(self, address, bits, numbers):
        self.only_new()
        width = int(bits) // 8
        self.chip.write(int(address, 0), b"".join(
            int(each, 0).to_bytes(width, "little")
            for each in numbers.split()))

    def mem2array(self, bits, address, count):
        found = list(enumerate(self.elements(address, bits, count)))
        # An array has no order.
        return " ".join(f"{i} {value}" for i, value in found[::-1])

    def array2mem(self, numbers, bits, address, count):
        words = numbers.split()
        values = dict(zip(words[::2], words[1::2], strict=True))
        width = int(bits) // 8
        self.chip.write(int(address, 0), b"".join(
            int(values[str(i)], 0).to_bytes(width, "little")
            for i in range(int(count))))

    def load_image(self, path, address):
        if not self.sees_files:
            raise TclError(f"couldn't open {path}")
        with open(path, "rb") as file:
            self.chip.write(int(address, 0), file.read())

    def get_reg(self, name):
        self.only_new()
        return f"{name} {self.chip.register(name):#x}"

    def set_reg(self, name, value):
        self.only_new()
        self.chip.set_register(name, int(value, 0))

    def only_new(self):
        if self.old:
            raise TclError("invalid command name")

    def reg(self, name):
        if name not in REGISTERS:
            # Of the console, and no error.
            return f"register {name} not found in current target\n"
        return f"{name} (/32): {self.chip.register(name):#010x}\n"

    def set_old_reg(self, name, value):
        if name in REGISTERS:
            self.chip.set_register(name, int(value, 0))
        return self.reg(name)

    def breakpoint(self, address):
        self.chip.up.ask(b"z0,%x,2" % int(address, 0))
        self.chip.breakpoint(int(address, 0))

    def remove(self, address):
        self.chip.up.ask(b"z0,%x,2" % int(address, 0))
        return "0"

    def start_once(self, number, _):
        if self.started != number:
            self.chip.resume()
            self.started = number

    def reset(self):
        self.chip.halt()
        self.chip.up.send(b"qRcmd," + b"system_reset".hex().encode())
        while self.chip.up.receive() not in (b"OK", None):
            pass


HANDLERS = [
    (r"info commands (\w+)", TclDouble.info),
    (r"target current", lambda self: "chip.cpu"),
    (r"\[target current\] curstate", TclDouble.state),
    (r"halt \d+", lambda self: self.chip.halt()),
    (r"wait_halt (\d+)", TclDouble.wait_halt),
    (r"set metaobj_started 0", lambda self: "0"),
    (r"if \{\$metaobj_started != (\d+)\} \{resume; set metaobj_started (\1)\}",
     TclDouble.start_once),
    (r"reset halt", TclDouble.reset),
    (r"flash list", lambda self: self.flash),
    (r"read_memory (\w+) (\d+) (\d+)", TclDouble.read_memory),
    (r"write_memory (\w+) (\d+) \{(.*)\}", TclDouble.write_memory),
    (r"unset -nocomplain metaobj_memory; mem2array metaobj_memory (\d+) (\w+) "
     r"(\d+); set metaobj_memory", TclDouble.mem2array),
    (r"unset -nocomplain metaobj_memory; array set metaobj_memory \{(.*)\}; "
     r"array2mem metaobj_memory (\d+) (\w+) (\d+)", TclDouble.array2mem),
    (r"load_image \{(.*)\} (\w+) bin", TclDouble.load_image),
    (r"get_reg -force \{(\w+)\}", TclDouble.get_reg),
    (r"set_reg \{(\w+) (\w+)\}", TclDouble.set_reg),
    (r"capture \{reg (\w+) force\}", TclDouble.reg),
    (r"capture \{reg (\w+) (0x\w+)\}", TclDouble.set_old_reg),
    (r"catch \{rbp \w+\}; bp (\w+) 2", TclDouble.breakpoint),
    (r"catch \{rbp (\w+)\}", TclDouble.remove),
]
