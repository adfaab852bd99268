#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Images a second of our loader and of torch's DataLoader with Pillow and torchvision, on the same JPEG files, in turn.

Both crop, flip, resize to 224 and normalise as an ImageNet recipe does; each batch is taken and thrown away. The ratio above 1
means that ours is faster. Needs torchvision and Pillow.

    loader.py --engine PATH --data DIR [--workers 1] [--batch-size 64] [--pairs 10] [--batches 12] [--json FILE]
"""
import argparse
import json
import statistics
import time

import torch
import torchvision
from paired_runs import Engine, fixed_count_case, ratio_with_interval


class PythonLoader:
    def __init__(self, arguments):
        recipe = torchvision.transforms.Compose([
            torchvision.transforms.RandomResizedCrop(224), torchvision.transforms.RandomHorizontalFlip(),
            torchvision.transforms.ToTensor(),
            torchvision.transforms.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))])
        images = torchvision.datasets.ImageFolder(arguments.data, recipe)
        # A file is taken as often as the batches want it.
        sampler = torch.utils.data.RandomSampler(images, replacement=True, num_samples=10**9)
        self.batches = iter(torch.utils.data.DataLoader(images, arguments.batch_size, sampler=sampler,
                                                        num_workers=arguments.workers, prefetch_factor=2 if arguments.workers else None))

    def seconds(self, count):
        start = time.perf_counter()
        for _ in range(count):
            next(self.batches)
        return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--batches", type=int, default=12)
    parser.add_argument("--json")
    arguments = parser.parse_args()
    case = fixed_count_case("train_from_files", {"model": "none", "batch_size": arguments.batch_size, "workers": arguments.workers,
                                                 "data": arguments.data}, "cpu", arguments.batches, 4)
    engine, python = Engine(arguments.engine), PythonLoader(arguments)
    python.seconds(4)
    rates = {"engine": [], "python": []}
    images = arguments.batches * arguments.batch_size
    for _ in range(arguments.pairs):
        # Workers of the one that rests fill their queues and wait.
        python.seconds(2 * max(arguments.workers, 1))
        rates["python"].append(images / python.seconds(arguments.batches))
        result = engine.run(case)
        rates["engine"].append(next(metric["value"] for metric in result["metrics"] if metric["tag"] == "throughput"))
    engine.close()
    ratio, low, high = ratio_with_interval(rates["engine"], rates["python"])
    print(f"{arguments.workers} workers, torchvision {torchvision.__version__}: engine {statistics.median(rates['engine']):.1f} images/s, "
          f"Python {statistics.median(rates['python']):.1f} images/s, engine / Python = {ratio:.4f} [{low:.4f}, {high:.4f}] "
          f"over {arguments.pairs} pairs")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"workers": arguments.workers, "rates": rates, "ratio": [ratio, low, high]}, file)


if __name__ == "__main__":
    main()
