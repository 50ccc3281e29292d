# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A server of the GDB remote protocol in front of QEMU's.

It has what QEMU lacks and other servers have: no acknowledgements, binary
writes, flash, a memory map, repetitions in replies, small packets. And it can
lose, cut, change and hold back replies, and go away.
"""

import os
import select
import socket
import threading


def frame(payload):
    """A packet with its checksum."""
    return b"$" + payload + b"#%02x" % (sum(payload) % 256)


def with_repetitions(text):
    """`text` with runs of four and more equal characters in short."""
    result, at = bytearray(), 0
    while at < len(text):
        end = at
        while end < len(text) and text[end] == text[at] and end - at < 90:
            end += 1
        more = end - at - 1
        # The marks of packets are no counts.
        while more + 29 in (ord("#"), ord("$"), ord("+"), ord("-")):
            more -= 1
        result.append(text[at])
        if more >= 3:
            result += b"*" + bytes([more + 29])
            at += more
        at += 1
    return bytes(result)


def unescape(data):
    """Binary data of a request."""
    result, at = bytearray(), 0
    while at < len(data):
        if data[at] == ord("}"):
            at += 1
            result.append(data[at] ^ 0x20)
        else:
            result.append(data[at])
        at += 1
    return bytes(result)


class Upstream:
    """A client of QEMU's server, which loses nothing."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.bytes = b""

    def send(self, payload):
        self.socket.sendall(frame(payload))

    def receive(self):
        """The next packet; None at the end of the connection."""
        while True:
            begin = self.bytes.find(b"$")
            end = self.bytes.find(b"#", begin)
            if begin >= 0 and end >= 0 and len(self.bytes) >= end + 3:
                payload = self.bytes[begin + 1:end]
                self.bytes = self.bytes[end + 3:]
                self.socket.sendall(b"+")
                return payload
            more = self.socket.recv(65536)
            if not more:
                return None
            self.bytes += more

    def ask(self, payload):
        self.send(payload)
        return self.receive()


class GdbDouble(threading.Thread):
    """Serves one client at the socket `path`, or at a port of this machine if
    it is None; `via` is where.

    `lose`, `cut`, `change` and `hold` are the numbers of replies, counted from
    1, that do not arrive, end in the middle, arrive with a wrong bit, or arrive
    only behind the next request. `deaf` are numbers of requests that it does
    not get. `close_at` is a request's first letters, at which it goes away.
    """

    def __init__(self, path, qemu, *, acks=True, binary=False, small=None,
                 flash=None, ram=None, repetitions=False, lose=(), cut=(), change=(),
                 hold=(), deaf=(), close_at=None, silent_at=None):
        super().__init__(daemon=True)
        if path:
            self.listener = socket.socket(socket.AF_UNIX)
            self.listener.bind(path)
            self.via = "gdb:unix:" + path
        else:
            self.listener = socket.socket()
            self.listener.bind(("127.0.0.1", 0))
            self.via = f"gdb:localhost:{self.listener.getsockname()[1]}"
        self.listener.listen(1)
        self.path, self.qemu = path, qemu
        self.can_drop_acks, self.acks = not acks, True
        self.binary, self.small = binary, small
        self.flash, self.ram = flash, ram
        self.repetitions = repetitions
        self.lose, self.cut, self.change = set(lose), set(cut), set(change)
        self.hold, self.deaf = set(hold), set(deaf)
        self.close_at, self.silent_at = close_at, silent_at
        self.replies = self.requests = 0
        self.held = b""
        self.last = b""
        #: What the client asked, for assertions.
        self.seen = []
        self.faults = []

    def run(self):
        client, _ = self.listener.accept()
        self.listener.close()
        if self.path:
            os.unlink(self.path)
        with client:
            self.client = client
            self.up = Upstream(self.qemu)
            try:
                self.serve()
            except OSError:
                pass
            self.up.socket.close()

    def serve(self):
        pending = b""
        while True:
            more = self.client.recv(65536)
            if not more:
                return
            pending += more
            while pending:
                if pending[:1] == b"-":
                    # Again, and right this time.
                    self.client.sendall(self.last)
                    pending = pending[1:]
                    continue
                if pending[:1] != b"$":
                    pending = pending[1:]
                    continue
                end = pending.find(b"#")
                if end < 0 or len(pending) < end + 3:
                    break
                payload, pending = pending[1:end], pending[end + 3:]
                if self.take(payload) is False:
                    return

    def take(self, payload):
        """Handles a request. False: the connection ends."""
        self.requests += 1
        self.seen.append(payload)
        if self.close_at and payload.startswith(self.close_at):
            return False
        if self.silent_at and payload.startswith(self.silent_at):
            return True
        if self.requests in self.deaf:
            self.faults.append("deaf")
            return True
        if self.acks:
            self.client.sendall(b"+")
        if self.held:
            self.client.sendall(self.held)
            self.held = b""
        if payload == b"c":
            return self.go()
        reply = self.answer(payload)
        if reply is None:
            return False
        self.reply(reply)
        if payload == b"QStartNoAckMode" and reply == b"OK":
            self.acks = False
        return True

    def go(self):
        """Runs until the program stops or the client says so."""
        self.up.send(b"c")
        while True:
            ready, _, _ = select.select([self.client, self.up.socket], [], [])
            if self.client in ready:
                more = self.client.recv(65536)
                if not more:
                    return False
                if b"\x03" in more:
                    self.up.socket.sendall(b"\x03")
            if self.up.socket in ready or b"$" in self.up.bytes:
                reply = self.up.receive()
                if reply is None:
                    return False
                self.last = frame(reply)
                self.client.sendall(self.last)
                return True

    def answer(self, payload):
        if payload.startswith(b"qSupported"):
            features = [b"PacketSize=%x" % (self.small or 0x1000),
                        b"qXfer:features:read+"]
            if self.can_drop_acks:
                features.append(b"QStartNoAckMode+")
            if self.flash:
                features.append(b"qXfer:memory-map:read+")
            self.up.ask(payload)
            return b";".join(features)
        if payload == b"QStartNoAckMode":
            return b"OK" if self.can_drop_acks else b""
        if payload.startswith(b"qXfer:memory-map:read::") and self.flash:
            start, length, block = self.flash
            text = (b'<memory-map><memory type="flash" start="0x%x" length="'
                    b'0x%x"><property name="blocksize">0x%x</property>'
                    b"</memory>" % (start, length, block))
            if self.ram:
                text += b'<memory type="ram" start="0x%x" length="0x%x"/>' % (
                    self.ram)
            text += b"</memory-map>"
            at, size = (int(part, 16) for part in
                        payload.rsplit(b":", 1)[1].split(b","))
            return (b"l" if at + size >= len(text) else b"m") + text[
                at:at + size]
        if payload.startswith(b"X"):
            if not self.binary:
                return b""
            place, data = payload[1:].split(b":", 1)
            if not data:
                return b"OK"
            return self.write(int(place.split(b",")[0], 16), unescape(data))
        if payload.startswith(b"vFlashErase:"):
            at, size = (int(part, 16) for part in
                        payload.split(b":")[1].split(b","))
            return self.write(at, b"\xff" * size)
        if payload.startswith(b"vFlashWrite:"):
            _, at, data = payload.split(b":", 2)
            return self.write(int(at, 16), unescape(data))
        if payload == b"vFlashDone":
            return b"OK"
        reply = self.up.ask(payload)
        if self.repetitions and payload[:1] in (b"m", b"p"):
            reply = with_repetitions(reply)
        return reply

    def write(self, address, data):
        """Writes in pieces that QEMU takes."""
        for at in range(0, len(data), 1024):
            part = data[at:at + 1024]
            reply = self.up.ask(b"M%x,%x:" % (address + at, len(part)) +
                                part.hex().encode())
            if reply != b"OK":
                return reply
        return b"OK"

    def reply(self, payload):
        self.replies += 1
        packet = self.last = frame(payload)
        if self.replies in self.lose:
            self.faults.append("lose")
            return
        if self.replies in self.hold:
            self.faults.append("hold")
            self.held = packet
            return
        if self.replies in self.cut:
            self.faults.append("cut")
            packet = packet[:len(packet) // 2]
        if self.replies in self.change:
            self.faults.append("change")
            place = -4 if payload else -1
            changed = bytearray(packet)
            changed[place] ^= 1
            packet = bytes(changed)
        self.client.sendall(packet)
