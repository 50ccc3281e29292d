# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A host for a chip with an RPC server, from the description of its bytes."""

import binascii
import random
import socket
import struct
import time

CPU = struct.pack("<ii", 1, 0)
INT, FLOAT, HANDLE, NULL, TYPE, DEVICE, TENSOR = 0, 2, 3, 4, 5, 6, 7
MODULE, FUNCTION, TEXT, BYTES, ARRAY = 9, 10, 11, 12, 13
#: Codes of requests.
SHUTDOWN, CALL, COPY_FROM, COPY_TO, GET_GLOBAL, FREE_HANDLE = 1, 3, 6, 7, 9, 10
ALLOCATE, FREE = 13, 14
#: Codes and bits of element types.
TYPES = {"int8": (0, 8), "int16": (0, 16), "int32": (0, 32), "uint8": (1, 8)}


class RemoteError(Exception):
    """An exception of the chip; the text is its own."""


class SessionEnded(Exception):
    """The chip ended the session: it was restarted."""


class TimedOut(Exception):
    """The chip does not answer."""


class Damaged(Exception):
    """A packet that is no good."""


def packet(payload):
    wire = b"\xff\xfd" + (struct.pack("<I", len(payload)) + payload).replace(
        b"\xff", b"\xff\xff")
    checksum = struct.pack("<H", binascii.crc_hqx(wire, 0xffff))
    return wire + checksum.replace(b"\xff", b"\xff\xff")


class Stream:
    """Bytes in both directions; all that went by is kept."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.sent, self.received = b"", b""
        self.position, self.has_start = 0, False

    def send(self, wire):
        self.sent += wire
        self.socket.sendall(wire)

    def byte(self, deadline):
        while self.position == len(self.received):
            self.socket.settimeout(max(deadline - time.monotonic(), 0.001))
            try:
                more = self.socket.recv(65536)
            except TimeoutError:
                raise TimedOut("no byte in time") from None
            if not more:
                raise SessionEnded("the stream has ended")
            self.received += more
        self.position += 1
        return self.received[self.position - 1]

    def packet(self, deadline):
        """The payload of the next packet."""
        if not self.has_start:
            last = 0
            while True:
                byte = self.byte(deadline)
                if last == 0xff and byte == 0xfd:
                    break
                last = byte
        self.has_start = False
        wire = bytearray(b"\xff\xfd")

        def take(count):
            result = bytearray()
            while len(result) < count:
                byte = self.byte(deadline)
                wire.append(byte)
                if byte == 0xff:
                    byte = self.byte(deadline)
                    wire.append(byte)
                    if byte == 0xfe:
                        continue
                    if byte != 0xff:
                        self.has_start = byte == 0xfd
                        raise Damaged("an escape of another kind")
                result.append(byte)
            return bytes(result)

        payload = take(struct.unpack("<I", take(4))[0])
        wanted = binascii.crc_hqx(bytes(wire), 0xffff)
        if struct.unpack("<H", take(2))[0] != wanted:
            raise Damaged("checksum")
        return payload


class Device:
    """A session with a chip."""

    def __init__(self, stream, seconds=20):
        self.stream = stream
        self.seconds = seconds
        self.logs = []
        #: Types of the messages that were for this session.
        self.kinds = set()
        self.nonce = random.randint(1, 255)
        self.ids = b"\0\0"
        self.connect()

    def connect(self):
        """Begins a session; the one before is over."""
        self.ids = b"\0\0"
        end = time.monotonic() + self.seconds
        while True:
            # Another number each time: the chip may answer late.
            self.nonce = self.nonce % 255 + 1
            self.stream.send(b"\xfe" + packet(b"\0\0\x02") +
                             packet(bytes([self.nonce, 0, 0, 1])))
            try:
                while True:
                    ids, kind, body = self.message(time.monotonic() + 1)
                    if kind == 1 and ids[0] == self.nonce and body == b"\1":
                        self.ids = ids
                        return
            except (TimedOut, Damaged):
                if time.monotonic() > end:
                    raise

    def message(self, deadline):
        """The next message that is no log: ids, type, body."""
        while True:
            payload = self.stream.packet(deadline)
            ids, kind, body = payload[:2], payload[2], payload[3:]
            if kind == 3:
                self.logs.append(body.decode())
                continue
            self.kinds.add(kind)
            if kind == 2 and self.ids != b"\0\0":
                raise SessionEnded("the chip ended the session")
            return ids, kind, body

    def send_request(self, code, body=b""):
        self.stream.send(packet(self.ids + b"\x10" + struct.pack(
            "<QI", len(body) + 4, code) + body))

    def answer(self):
        """Code and body of the answer."""
        deadline = time.monotonic() + self.seconds
        while True:
            ids, kind, body = self.message(deadline)
            if kind == 0x10 and ids == self.ids:
                break
        size, code = struct.unpack_from("<QI", body)
        assert size == len(body) - 8
        if code == 5:
            raise RemoteError(body[28:].decode())
        return code, body[12:]

    def request(self, code, body=b""):
        self.send_request(code, body)
        return self.answer()

    @staticmethod
    def sequence(values):
        return (struct.pack("<i", len(values)) +
                b"".join(struct.pack("<i", code) for code, _ in values) +
                b"".join(value for _, value in values))

    def handle(self, code, *values):
        """A request whose answer is a handle."""
        kind, body = self.request(code, self.sequence(values))
        assert kind == 4 and body[:8] == struct.pack("<ii", 1, HANDLE)
        return struct.unpack("<Q", body[8:])[0]

    def find(self, name):
        return self.handle(GET_GLOBAL, text(name))

    def allocate(self, nbytes, dtype="int8"):
        return self.handle(ALLOCATE, (DEVICE, CPU), integer(nbytes),
                           integer(128), (TYPE, element(dtype) + bytes(4)))

    def free(self, address):
        self.nothing(FREE, self.sequence([(DEVICE, CPU), handle(address)]))

    def nothing(self, code, body):
        kind, answer = self.request(code, body)
        assert kind == 4 and answer == struct.pack("<ii", 1, NULL)

    def call(self, function, *values):
        """(type code, bytes of the value)"""
        kind, body = self.request(CALL, struct.pack("<Q", function) +
                                  self.sequence(values))
        assert kind == 4 and struct.unpack_from("<ii", body) == (2, INT)
        return struct.unpack_from("<q", body, 12)[0], body[20:]

    def call_for_handle(self, wanted, function, *values):
        code, value = self.call(function, *values)
        assert code == wanted, code
        return struct.unpack("<Q", value)[0]

    def write(self, address, data):
        self.nothing(COPY_TO, span(address, len(data)) + data)

    def read(self, address, nbytes):
        kind, body = self.request(COPY_FROM, span(address, nbytes))
        assert kind == 8 and len(body) == nbytes
        return body


def text(value):
    return TEXT, struct.pack("<Q", len(value)) + value.encode()


def integer(value):
    return INT, struct.pack("<q", value)


def handle(value, code=HANDLE):
    return code, struct.pack("<Q", value)


def element(dtype):
    return struct.pack("<BBH", *TYPES[dtype], 1)


def tensor(address, dtype, shape):
    return TENSOR, (struct.pack("<Q", address) + CPU +
                    struct.pack("<i", len(shape)) + element(dtype) +
                    struct.pack("<%dq" % len(shape), *shape) + bytes(8))


def span(address, nbytes):
    """The head of a copy: bytes as a tensor, offset, size."""
    return tensor(address, "int8", [nbytes])[1] + struct.pack("<Q", nbytes)
