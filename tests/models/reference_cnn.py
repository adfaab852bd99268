# SPDX-License-Identifier: MIT
"""The convolutional networks, from torchvision."""
from import_torchvision import torchvision
from reference import Reference

# The large ones are built from the same parts as those with numbers.
SHAPES_ONLY = ["vgg16", "vgg19", "resnet34", "resnet101", "resnet152", "resnext101_32x8d",
               "mobilenet_v3_large", "efficientnet_b7"]
WITH_NUMBERS = ["alexnet", "resnet18", "resnet50", "mobilenet_v2", "mobilenet_v3_small",
                "efficientnet_b0", "densenet121"]


def _reference(name, image_size):
    with_numbers = image_size > 0
    return Reference(
        name=name,
        make=lambda: getattr(torchvision.models, name)(weights=None),
        inputs=[{"shape": [2, 3, image_size, image_size]}] if with_numbers else [],
        target={"shape": [2], "integers_below": 1000} if with_numbers else None)


REFERENCES = [_reference(name, 0) for name in SHAPES_ONLY]
# Small, because float64 convolutions are slow; alexnet's last feature map would be one pixel at 64.
REFERENCES += [_reference(name, 96 if name == "alexnet" else 64) for name in WITH_NUMBERS]
VERSION = f"torchvision {torchvision.__version__}"
