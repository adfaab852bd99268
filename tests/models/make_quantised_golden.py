#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes golden_quantised.json anew: small matrices packed to four bits as GPTQ and AWQ store them, and the numbers
they stand for. Needs NumPy alone; packs number by number, from the two formats' description.

GPTQ (AutoGPTQ's QuantLinear.pack): an int32 of qweight holds eight inputs of one output, of qzeros eight outputs of one
group, lowest bits first; zeros are stored less one, by "gptq_v2" as they are; g_idx is the group of each input.
AWQ (AutoAWQ's WQLinear_GEMM): eight outputs of one input, in the order 0 2 4 6 1 3 5 7.
"""
import json
import pathlib

import numpy as np

OUT = pathlib.Path(__file__).resolve().parent / "golden_quantised.json"
INPUTS, OUTPUTS = 32, 16
AWQ_ORDER = [0, 2, 4, 6, 1, 3, 5, 7]


def word(numbers):
    """Eight numbers as one int32, the first in the lowest bits."""
    value = 0
    for place, number in enumerate(numbers):
        value |= int(number) << (4 * place)
    return value - (1 << 32) if value >= 1 << 31 else value


def eight_rows(matrix):
    rows, columns = matrix.shape
    return [[word(matrix[row:row + 8, column]) for column in range(columns)] for row in range(0, rows, 8)]


def eight_columns(matrix, order):
    rows, columns = matrix.shape
    return [[word([matrix[row, column + place] for place in order]) for column in range(0, columns, 8)]
            for row in range(rows)]


def make(rng, method, group_size, is_symmetric=False, is_ordered=False, zeros_less_one=False):
    groups = -(-INPUTS // group_size)
    numbers = rng.integers(0, 16, (INPUTS, OUTPUTS))
    zeros = np.full((groups, OUTPUTS), 8) if is_symmetric else rng.integers(0, 16, (groups, OUTPUTS))
    scales = rng.integers(1, 64, (groups, OUTPUTS)) / 64  # exact in float16, short in decimals
    group_of = np.arange(INPUTS) // group_size
    if is_ordered:
        group_of = rng.permutation(group_of)
    weights = np.empty((OUTPUTS, INPUTS), dtype=np.float64)
    for output in range(OUTPUTS):
        for i in range(INPUTS):
            group = group_of[i]
            weights[output, i] = float(scales[group, output]) * int(numbers[i, output] - zeros[group, output])
    stored = (zeros - 1) % 16 if zeros_less_one else zeros
    straight = list(range(8))
    case = {"method": method, "group_size": group_size, "zeros_less_one": zeros_less_one,
            "qweight": eight_rows(numbers) if method == "gptq" else eight_columns(numbers, AWQ_ORDER),
            "qzeros": eight_columns(stored, straight if method == "gptq" else AWQ_ORDER),
            "scales": scales.astype(float).tolist(), "weights": weights.tolist()}
    if method == "gptq":
        case["g_idx"] = group_of.tolist()
    return case


def main():
    rng = np.random.default_rng(29)
    cases = {
        "gptq_symmetric": make(rng, "gptq", 16, is_symmetric=True, zeros_less_one=True),
        "gptq_zeros": make(rng, "gptq", 16, zeros_less_one=True),
        "gptq_ordered": make(rng, "gptq", 8, is_ordered=True, zeros_less_one=True),
        "gptq_v2_one_group": make(rng, "gptq", 32),
        "gptq_last_group_short": make(rng, "gptq", 24, zeros_less_one=True),
        "awq": make(rng, "awq", 16),
    }
    OUT.write_text(json.dumps(cases, separators=(",", ":")) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
