#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Images a second of one loader worker: the engine's against Pillow in a torch DataLoader, on the same JPEG files, in turn.

    bench/loader_speed.py ENGINE FOLDER [--pairs 10] [--batches 8] [--batch-size 64]

FOLDER is laid out as ImageNet is (FOLDER/CLASS/*.jpg). Needs torch and Pillow in the Python that runs it; the transforms are
those of torchvision's training recipe (random resized crop, flip, tensor, normalise), written out so that it is not needed.
"""
import argparse
import math
import pathlib
import random
import time

import torch
from PIL import Image
from paired_runs import Engine, fixed_count_case, ratio_with_interval

MEAN = torch.tensor([0.485, 0.456, 0.406]).view(3, 1, 1)
DEVIATION = torch.tensor([0.229, 0.224, 0.225]).view(3, 1, 1)


def random_crop(width, height):
    """The box of torchvision's RandomResizedCrop."""
    for _ in range(10):
        area = width * height * random.uniform(0.08, 1.0)
        ratio = math.exp(random.uniform(math.log(3 / 4), math.log(4 / 3)))
        w, h = round(math.sqrt(area * ratio)), round(math.sqrt(area / ratio))
        if 0 < w <= width and 0 < h <= height:
            left, top = random.randint(0, width - w), random.randint(0, height - h)
            return left, top, left + w, top + h
    side = min(width, height)
    return (width - side) // 2, (height - side) // 2, (width + side) // 2, (height + side) // 2


class Images(torch.utils.data.Dataset):
    def __init__(self, folder, count):
        self.files = sorted(pathlib.Path(folder).glob("*/*.jpg"))
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        file = self.files[random.randrange(len(self.files))]
        with open(file, "rb") as stream:
            image = Image.open(stream).convert("RGB")
        image = image.crop(random_crop(*image.size)).resize((224, 224), Image.Resampling.BILINEAR)
        if random.random() < 0.5:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        tensor = torch.frombuffer(bytearray(image.tobytes()), dtype=torch.uint8).view(224, 224, 3)
        tensor = tensor.permute(2, 0, 1).contiguous().to(torch.float32).div_(255)
        return tensor.sub_(MEAN).div_(DEVIATION), index % 10


def pillow_rate(folder, batches, batch_size, warmup=2):
    loader = torch.utils.data.DataLoader(Images(folder, (batches + warmup) * batch_size), batch_size=batch_size, num_workers=1)
    start = None
    for number, _ in enumerate(loader):
        if number + 1 == warmup:
            start = time.perf_counter()
    return batches * batch_size / (time.perf_counter() - start)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("folder")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--batches", type=int, default=8)
    parser.add_argument("--batch-size", type=int, default=64)
    options = parser.parse_args()
    case = fixed_count_case("train_from_files", {"model": "none", "batch_size": options.batch_size, "workers": 1,
                                                 "data": options.folder}, "cpu", options.batches, 2)
    engine = Engine(options.engine)
    ours, theirs = [], []
    for _ in range(options.pairs):
        ours.append(engine.median_ms(case, "throughput"))
        theirs.append(pillow_rate(options.folder, options.batches, options.batch_size))
        print(f"{ours[-1]:8.1f} {theirs[-1]:8.1f} images/s", flush=True)
    engine.close()
    ratio, low, high = ratio_with_interval(ours, theirs)
    print(f"one worker: engine {sorted(ours)[len(ours) // 2]:.1f}, Pillow {Image.__version__} {sorted(theirs)[len(theirs) // 2]:.1f} "
          f"images/s; ratio {ratio:.2f} [{low:.2f}, {high:.2f}]")


if __name__ == "__main__":
    main()
