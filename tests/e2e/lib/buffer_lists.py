# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists of buffers as graphs have them, drawn at random, of any length: the
same for each kind, length and seed."""

import random


def training(count, numbers):
    """Forward and back again: activations live until their layer's gradient."""
    layers = count // 4
    widths = [64 * numbers.choice([1, 3, 7, 12, 16, 49, 64, 100, 196, 400, 784])
              for _ in range(12)]
    for layer in range(layers):
        size = widths[layer * len(widths) // layers] * numbers.choice([1, 1, 2, 4])
        back = 2 * layers - layer
        yield layer, back + 1, size
        yield layer, layer + 1 + numbers.randint(1, 3), size * numbers.choice([1, 2, 9])
        yield back, back + 2, size
        yield back, back + 1 + numbers.randint(0, 2), size * numbers.choice([1, 1, 3])


def inference(count, numbers):
    """A chain with connections that skip some layers."""
    for time in range(count):
        size = numbers.choice([64, 256, 1024, 3136, 12544]) * numbers.choice([1, 2, 3, 6])
        yield time, time + 2 if numbers.random() < 0.7 else time + numbers.choice(
            [3, 4, 8, 30, 200]), size


def crossing(count, numbers):
    """Any lives, up to half of all time, and any sizes."""
    for _ in range(count):
        lower = numbers.randrange(count)
        yield lower, lower + 1 + numbers.randrange(count // 2), 1 + numbers.randrange(1 << 20)


def steady(count, numbers):
    """About as many bytes live at any time: short lives, sizes of all orders."""
    for _ in range(count):
        lower = numbers.randrange(count)
        yield (lower, lower + 1 + int(numbers.random() ** 2 * 3000),
               int(2 ** numbers.uniform(4, 20)))


KINDS = {each.__name__: each for each in (training, inference, crossing, steady)}


def draw(kind, count, seed=1):
    """Rows of (lower, upper, size)."""
    return list(KINDS[kind](count, random.Random(seed)))


def write(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        file.write("id,lower,upper,size\n")
        file.writelines(f"{number},{lower},{upper},{size}\n"
                        for number, (lower, upper, size) in enumerate(rows))


def first_fit_by_size(rows):
    """Bytes of the plan that the commonest rule makes: TFLM and TFLite call it
    greedy by size."""
    return _by_size(rows, lambda gaps, _: gaps[0])


def best_fit_by_size(rows):
    """Of the gaps the smallest."""
    return _by_size(rows, lambda gaps, bytes_of: gaps[bytes_of[gaps].argmin()])


def _by_size(rows, choose):
    import numpy
    lower, upper, size = (numpy.array(column) for column in zip(*rows))
    order = numpy.argsort(-size, kind="stable")
    lower, upper, size = lower[order], upper[order], size[order]
    offset = numpy.zeros(len(rows), dtype=numpy.int64)
    for i in range(len(rows)):
        live = (lower[:i] < upper[i]) & (lower[i] < upper[:i])
        starts = offset[:i][live]
        by_address = numpy.argsort(starts)
        starts = starts[by_address]
        tops = numpy.maximum.accumulate((starts + size[:i][live][by_address]))
        below = numpy.concatenate(([0], tops))
        bytes_of = starts - below[:-1]
        gaps = numpy.flatnonzero(bytes_of >= size[i])
        offset[i] = below[choose(gaps, bytes_of)] if len(gaps) else below[-1]
    return int((offset + size).max())
