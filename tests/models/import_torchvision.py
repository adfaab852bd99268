# SPDX-License-Identifier: MIT
"""Imports torchvision beside any build of torch. Two operators that it looks for exist only in its
own binary part, which goes with one build (CUDA's, on PyPI); declared here, the import succeeds.
transformers imports torchvision too, so import this first."""
import torch

try:
    import torchvision
except RuntimeError:
    library = torch.library.Library("torchvision", "DEF")
    for operator in ("nms", "qnms"):
        library.define(f"{operator}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    import torchvision
