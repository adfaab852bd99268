#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The largest batch that a Python loop finds: doubling until memory runs out, then halving the gap; the same network, type, layout
and optimizer (SGD) as in the results file of max-batch, from its first size, each size for ten steps. Prints both. bf16 finds it
sooner than fp32, for which cuDNN tries slow algorithms at every size: max-batch -m resnet50 -p bf16 --from 1024 --exact.

    largest_batch.py RESULTS.json
"""
import contextlib
import json
import sys
import time

import torch
import torchvision

STEPS = 10


def fits(batch, case):
    layout = torch.channels_last if case.get("memory_format") == "channels_last" else torch.contiguous_format
    low = torch.autocast("cuda", torch.bfloat16) if case["precision"] == "bf16" else contextlib.nullcontext()
    try:
        network = getattr(torchvision.models, case["model"])().cuda().to(memory_format=layout)
        optimizer = torch.optim.SGD(network.parameters(), lr=0.001, momentum=0.9, fused=True)
        images = torch.randn(batch, 3, 224, 224, device="cuda").to(memory_format=layout)
        labels = torch.randint(1000, (batch,), device="cuda")
        for _ in range(STEPS):
            optimizer.zero_grad()
            with low:
                loss = torch.nn.functional.cross_entropy(network(images), labels)
            loss.backward()
            optimizer.step()
        torch.cuda.synchronize()
        return True
    except torch.OutOfMemoryError:
        return False


def is_good(batch, case):
    begin = time.monotonic()
    good = fits(batch, case)  # its tensors are gone when it returns
    torch.cuda.empty_cache()
    print(f"  {batch}: {'fits' if good else 'out of memory'}, {time.monotonic() - begin:.0f} s", flush=True)
    return good


def main():
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    with open(sys.argv[1], encoding="utf-8") as file:
        results = json.load(file)["results"]
    case = results[0]["case"]["parameters"]
    if case["optimizer"] != "sgd" or case["precision"] not in ("fp32", "bf16"):
        sys.exit("largest_batch: SGD in fp32 or bf16 only")
    good, bad = 0, case["batch_size"]
    while is_good(bad, case):
        good, bad = bad, 2 * bad
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if is_good(middle, case) else (good, middle)
    ours = max(result["case"]["parameters"]["batch_size"] for result in results if result["status"] == "ok")
    print(f"largest batch of {case['model']} {case['precision']}: max-batch {ours}, Python loop {good}, max-batch / Python = {ours / good:.4f}")


if __name__ == "__main__":
    main()
