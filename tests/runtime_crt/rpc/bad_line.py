# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A line between a host and a chip that loses, doubles and changes bytes."""

import pathlib
import random
import socket
import threading
import time


def damaged(data, numbers, noise):
    result = bytearray()
    for byte in data:
        what = numbers.randrange(3) if numbers.random() * 100 < noise else 3
        if what == 0:
            continue
        result.append(byte ^ numbers.randrange(1, 256) if what == 2 else byte)
        if what == 1:
            result.append(byte)
    return bytes(result)


class BadLine:
    """Listens at a socket until it is closed; serves one host after the other.

    Of a hundred bytes, noise are damaged, in each direction."""

    def __init__(self, path, chip, seed, noise):
        self.path, self.chip, self.noise = path, chip, noise
        self.numbers = [random.Random(f"{seed}.{side}") for side in range(2)]
        self.listener = socket.socket(socket.AF_UNIX)
        pathlib.Path(path).unlink(missing_ok=True)
        self.listener.bind(str(path))
        self.listener.listen(1)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                host, _ = self.listener.accept()
            except OSError:
                return
            chip = self.connect()
            threads = [threading.Thread(target=self.pass_on, daemon=True,
                                        args=(*ends, numbers))
                       for ends, numbers in zip(((host, chip), (chip, host)),
                                                self.numbers)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            host.close()
            chip.close()

    def connect(self):
        """To the chip, which may not listen yet."""
        for _ in range(500):
            try:
                chip = socket.socket(socket.AF_UNIX)
                chip.connect(str(self.chip))
                return chip
            except OSError:
                chip.close()
                time.sleep(0.02)
        raise TimeoutError("the chip does not listen")

    def pass_on(self, source, target, numbers):
        try:
            while data := source.recv(4096):
                target.sendall(damaged(data, numbers, self.noise))
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listener.close()
