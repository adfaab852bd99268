# SPDX-License-Identifier: MIT
"""golden_weights.h in NumPy: the rules stand there. Bit for bit the same values."""
import math

import numpy as np
import torch

CHUNK = 1 << 22  # elements made at a time, to bound memory


def _bits24(name: str, count: int) -> np.ndarray:
    seed = 0xCBF29CE484222325
    for byte in name.encode():
        seed = ((seed ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    out = np.empty(count, np.uint32)
    for start in range(0, count, CHUNK):
        end = min(count, start + CHUNK)
        z = np.arange(start + 1, end + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z += np.uint64(seed)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        out[start:end] = (z ^ (z >> np.uint64(31))) >> np.uint64(40)
    return out


def uniform(name, shape, scale, offset=0.0, absolute=False):
    u = _bits24(name, math.prod(shape)).astype(np.float32)
    u *= np.float32(2.0**-23)
    u -= np.float32(1)
    if absolute:
        u = np.abs(u)
    return torch.from_numpy(np.float32(offset) + np.float32(scale) * u).reshape(shape)


def fill_weights(named_tensors):
    """named_tensors: (name, tensor) pairs, parameters and buffers."""
    with torch.no_grad():
        for name, tensor in named_tensors:
            if not tensor.is_floating_point():
                continue
            if name.endswith("running_var"):
                tensor.copy_(uniform(name, tensor.shape, 0.1, 1, True))
            elif tensor.dim() < 2:
                tensor.copy_(uniform(name, tensor.shape, 0.1, 1 if name.endswith("weight") else 0))
            else:
                fan_in = tensor.numel() // tensor.shape[0]
                gain = 6.0 if tensor.dim() == 4 else 3.0
                tensor.copy_(uniform(name, tensor.shape, math.sqrt(gain / fan_in)))


def values(name, shape):
    return uniform(name, shape, math.sqrt(3.0))


def integers(name, shape, limit):
    return torch.from_numpy(_bits24(name, math.prod(shape)).astype(np.int64) % limit).reshape(shape)


def set_deterministic_training(model):
    model.eval()
    for part in model.modules():
        if isinstance(part, (torch.nn.BatchNorm1d, torch.nn.BatchNorm2d)):
            part.train()
