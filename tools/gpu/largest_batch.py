#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The largest batch that a Python loop finds: doubling from 8 until memory runs out, then halving the gap; the same network, type
and optimizer as max-batch, each size for ten steps. Prints it beside what max-batch found in its results file.

    largest_batch.py RESULTS.json
"""
import json
import sys

import torch
import torchvision

STEPS = 10


def fits(batch):
    try:
        network = torchvision.models.mobilenet_v2().cuda().to(memory_format=torch.channels_last)
        optimizer = torch.optim.SGD(network.parameters(), lr=0.001, momentum=0.9, fused=True)
        images = torch.randn(batch, 3, 224, 224, device="cuda").to(memory_format=torch.channels_last)
        labels = torch.randint(1000, (batch,), device="cuda")
        for _ in range(STEPS):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(network(images), labels).backward()
            optimizer.step()
        torch.cuda.synchronize()
        return True
    except torch.OutOfMemoryError:
        return False


def is_good(batch):
    good = fits(batch)  # its tensors are gone when it returns
    torch.cuda.empty_cache()
    return good


def main():
    torch.backends.cudnn.benchmark = True
    good, bad = 0, 8
    while is_good(bad):
        good, bad = bad, 2 * bad
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if is_good(middle) else (good, middle)
    with open(sys.argv[1], encoding="utf-8") as file:
        results = json.load(file)["results"]
    ours = max(result["case"]["parameters"]["batch_size"] for result in results if result["status"] == "ok")
    print(f"largest batch of mobilenet_v2 fp32: max-batch {ours}, Python loop {good}, max-batch / Python = {ours / good:.4f}")


if __name__ == "__main__":
    main()
