# SPDX-License-Identifier: MIT
"""What make_golden.py has to know about one reference model. reference_*.py beside this file hold
the models: each has a list REFERENCES."""
from dataclasses import dataclass, field
from typing import Callable

import torch


@dataclass
class Reference:
    name: str  # as in the engine's model list
    make: Callable[[], torch.nn.Module]
    # Without inputs only names and shapes are recorded. One entry per input: {"shape": [...]} for
    # unit-variance values, with "integers_below": n for integers. The target likewise.
    inputs: list = field(default_factory=list)
    target: dict = None
    forward: Callable = lambda model, inputs: model(*inputs)
    loss: Callable = torch.nn.functional.cross_entropy
    # Name in the engine for a name in the reference; None drops it (a tied copy, say).
    rename: Callable = lambda name: name
