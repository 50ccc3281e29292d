# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The RPC server on QEMU's mps2-an385 (Cortex-M3), and a host at its serial line.

    rpc_on_board.py <source tree> <metaobj>

The host recognises digits: it calls each operator of examples/digits on the
board, with parameters in flash, and gets the scores of the integer reference.
Then hosts vanish, bytes are damaged, and the board is reset.
"""

import json
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import bad_line  # noqa: E402
import client  # noqa: E402
import firmware  # noqa: E402

SKIPPED = 77
ROOT, METAOBJ = pathlib.Path(sys.argv[1]), sys.argv[2]
DIGITS = ROOT / "examples/digits"


class Board:
    """QEMU, with the serial line and the monitor as sockets."""

    def __init__(self, image, work):
        self.serial, self.monitor = work / "serial", work / "monitor"
        self.process = subprocess.Popen(
            ["qemu-system-arm", "-M", "mps2-an385", "-kernel", str(image),
             "-display", "none", "-semihosting-config",
             "enable=on,target=native",
             "-chardev", f"socket,id=s,path={self.serial},server=on,wait=on",
             "-serial", "chardev:s",
             "-qmp", f"unix:{self.monitor},server=on,wait=off"],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def connect(self):
        while True:
            try:
                return client.Stream(self.serial)
            except (FileNotFoundError, ConnectionRefusedError):
                if self.process.poll() is not None:
                    sys.exit("QEMU has ended")
                time.sleep(0.02)

    def reset(self):
        with socket.socket(socket.AF_UNIX) as qmp:
            qmp.connect(str(self.monitor))
            with qmp.makefile("rw") as lines:
                for command in ("qmp_capabilities", "system_reset"):
                    lines.write(json.dumps({"execute": command}) + "\n")
                    lines.flush()
                while "RESET" not in lines.readline():
                    pass


def images():
    found = []
    for line in (DIGITS / "model/test_images.inc").read_text().splitlines():
        if line.startswith("{"):
            label, *pixels = map(int, re.findall(r"\d+", line))
            found.append((label, bytes(pixels)))
    return found


class Model:
    """The graph of the digits, operator by operator on the board."""

    def __init__(self, device):
        self.device = device
        graph = json.loads((DIGITS / "model/graph.json").read_text())
        self.nodes = graph["nodes"]
        dtypes, shapes, storage = (graph["attrs"][name][1] for name in
                                   ("dltype", "shape", "storage_id"))
        module = device.call_for_handle(client.MODULE,
                                        device.find("runtime.SystemLib"))
        get = device.find("tvm.rpc.server.ModuleGetFunction")

        def function(name):
            return device.call_for_handle(
                client.FUNCTION, get, client.handle(module, client.MODULE),
                client.text(name), client.integer(0))

        lookup = function("_lookup_linked_param")
        self.addresses, self.tensors, self.functions = [], [], {}
        for number, node in enumerate(self.nodes):
            elements = 1
            for extent in shapes[number]:
                elements *= extent
            nbytes = elements * client.TYPES[dtypes[number]][1] // 8
            if node["op"] == "null" and node["name"] != "image":
                address = device.call_for_handle(
                    client.HANDLE, lookup, client.integer(storage[number]))
            else:
                address = device.allocate(nbytes, dtypes[number])
            self.addresses.append(address)
            self.tensors.append(client.tensor(address, dtypes[number],
                                              shapes[number]))
            if node["op"] == "tvm_op":
                self.functions[number] = function(node["attrs"]["func_name"])

    def run(self, pixels):
        """(scores as bytes, digit)"""
        self.device.write(self.addresses[0], pixels)
        for number, function in self.functions.items():
            inputs = [entry[0] for entry in self.nodes[number]["inputs"]]
            code, _ = self.device.call(
                function, *[self.tensors[i] for i in [*inputs, number]])
            assert code == client.NULL
        digit = int.from_bytes(self.device.read(self.addresses[-1], 4),
                               "little")
        return self.device.read(self.addresses[-2], 40), digit


def refused(error, action, *arguments):
    """The text of the failure that must come."""
    try:
        action(*arguments)
    except error as failure:
        return str(failure)
    sys.exit(f"{action.__name__} is accepted")


def check(found, wanted, what):
    if found != wanted:
        sys.exit(f"{what}: found {found!r}, wanted {wanted!r}")


def recognise(device):
    """All images: the scores are those of the integer reference."""
    header = (DIGITS / "model/digits_model.h").read_text()
    wanted = int(re.search(r"DIGITS_CHECKSUM (0x[0-9a-f]+)", header)[1], 16)
    model = Model(device)
    checksum, right, first = 0x811c9dc5, 0, None
    for label, pixels in images():
        scores, digit = model.run(pixels)
        first = first or scores
        right += digit == label
        for byte in scores:
            checksum = (checksum ^ byte) * 0x01000193 & 0xffffffff
    print(f"{right} of {len(images())} right, checksum {checksum:x}")
    check(checksum, wanted, "scores")
    return model, first


def main():
    for tool in firmware.TOOLS:
        if not shutil.which(tool):
            print(f"SKIPPED: {tool} is not installed")
            return SKIPPED
    with tempfile.TemporaryDirectory() as made:
        work = pathlib.Path(made)
        image = firmware.build(ROOT, METAOBJ, work)
        for action in (talk, talk_over_bad_line):
            folder = work / action.__name__
            folder.mkdir()
            board = Board(image, folder)
            try:
                action(board)
            finally:
                board.process.kill()
                board.process.wait()
    return 0


def talk_over_bad_line(board):
    """One byte in a hundred is lost, doubled or changed, both ways: a request or
    an answer is lost soon. The next session, over a good line, works."""
    line = bad_line.BadLine(board.serial.with_name("line"), board.serial, 18, 1)
    device = client.Device(client.Stream(line.path), 60)
    device.seconds = 0.3
    refused((client.TimedOut, client.Damaged, client.RemoteError), lambda: [
        device.find("count") for _ in range(100)])
    device.stream.socket.close()
    line.close()
    label, pixels = images()[0]
    check(Model(client.Device(board.connect())).run(pixels)[1], label, "digit")


def talk(board):
    # The first bytes after a reset, as TVM has them.
    stream = board.connect()
    device = client.Device(stream)
    first = bytes.fromhex("fe ff fd 03 00 00 00 00 00 02 66 77")
    check(stream.received[:len(first)], first, "the first packet")
    model, first_scores = recognise(device)

    def once_more():
        check(Model(device).run(images()[0][1])[0], first_scores, "scores")

    check(device.kinds - {0, 2}, {1, 16}, "kinds of messages")

    # Logs, errors of functions, and addresses that are not the host's.
    say = device.find("say")
    device.call(say, client.text("hello"))
    check(device.logs, ["the host says hello"], "logs")
    check(refused(client.RemoteError, device.call, say), "say wants a text",
          "an error of a function")
    for address in (0x20000000, 0x40004000, 0xe000ed00, model.addresses[0] - 1):
        check(refused(client.RemoteError, device.write, address, b"1234"),
              "rpc: address", hex(address))
    check(refused(client.RemoteError, device.call, 0xdead, client.integer(1)),
          "TVMFuncCall: invalid function index", "a wrong function")
    check(refused(client.RemoteError, device.write, model.addresses[7],
                  bytes(600)), "rpc: packet size", "a large packet")
    # Answers may be larger than the buffer of the server.
    check(len(device.read(model.addresses[7], 768)), 768, "a large answer")

    # A damaged packet is told, and the next session works.
    sound = client.packet(device.ids + b"\x10" + b"x" * 30)
    # One packet in 256 ends with a zero.
    stream.send(sound[:-1] + (b"\1" if sound.endswith(b"\0") else b"\0"))
    device.find("say")
    check(device.logs[1:], ["damaged packet"], "logs after damage")
    # So does a session after a host that left in the middle of a packet, with
    # its memory not freed.
    stream.send(client.packet(device.ids + b"\x10" + b"\xff" * 99)[:50])
    stream.socket.close()
    stream = board.connect()
    device = client.Device(stream)
    check(refused(client.RemoteError, device.read, model.addresses[0], 4),
          "rpc: address", "memory of the host before")
    once_more()

    # A reset in the middle is seen at once.
    board.reset()
    refused(client.SessionEnded, device.find, "say")
    device.connect()
    once_more()
    # And by a host that missed it: its request gets the answer.
    stream.socket.close()
    board.reset()
    time.sleep(0.2)
    stream.__init__(board.serial)
    seconds, device.seconds = device.seconds, 10
    refused(client.SessionEnded, device.find, "say")
    device.seconds = seconds
    device.connect()
    once_more()

    device.send_request(client.SHUTDOWN)
    check(board.process.wait(timeout=20), 42, "QEMU's status")


if __name__ == "__main__":
    sys.exit(main())
