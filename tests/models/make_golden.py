#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes golden/MODEL.json from the reference implementations (torchvision, transformers).

    python3 tests/models/make_golden.py [MODEL...]     all models without a name

Needs torch, numpy, and `pip install --no-deps torchvision pillow`, `pip install transformers`.
Recorded: names and shapes of parameters and buffers; the output in inference mode; loss and
gradients of one training step without dropout, batch normalisation in training mode. All in float64,
so that the test can ask for agreement far below what a wrong architecture changes."""
import importlib
import json
import pathlib
import sys

import torch

sys.dont_write_bytecode = True  # leaves the source tree clean
import golden_weights  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FORWARD_SAMPLES = 32


# Rounds by 5e-8 at most, a twentieth of the tightest tolerance of golden_test.cpp.
def eight_digits(value):
    return float(f"{float(value):.8g}")


def make_tensor(name, spec):
    if "integers_below" in spec:
        return golden_weights.integers(name, spec["shape"], spec["integers_below"])
    return golden_weights.values(name, spec["shape"]).double()


def renamed(reference, pairs):
    pairs = [(reference.rename(name), tensor) for name, tensor in pairs]
    return [(name, tensor) for name, tensor in pairs if name is not None]


def describe_output(output):
    flat = output.detach().double().flatten()
    count = flat.numel()
    return {
        "shape": list(output.shape), "mean": eight_digits(flat.mean()),
        "deviation": eight_digits(flat.std(unbiased=False)), "norm": eight_digits(flat.norm()),
        "elements": [eight_digits(flat[k * count // FORWARD_SAMPLES]) for k in range(FORWARD_SAMPLES)]}


def describe_gradient(gradient):
    flat = gradient.double().flatten()
    count = flat.numel()
    return [eight_digits(x) for x in (flat.norm(), flat[count // 3], flat[2 * count // 3])]


def numbers(reference, model, parameters, buffers):
    golden_weights.fill_weights(parameters + buffers)
    inputs = [make_tensor(f"input.{i}", spec) for i, spec in enumerate(reference.inputs)]
    target = make_tensor("target", reference.target)
    model.eval()
    with torch.no_grad():
        forward = describe_output(reference.forward(model, inputs))
    golden_weights.set_deterministic_training(model)
    loss = reference.loss(reference.forward(model, inputs), target)
    loss.backward()
    gradients = {name: describe_gradient(tensor.grad) for name, tensor in parameters
                 if tensor.grad is not None}
    return {"inputs": reference.inputs, "target": reference.target, "forward": forward,
            "loss": eight_digits(loss.detach()), "gradients": gradients}


def make(reference, version):
    model = reference.make()
    if reference.inputs:
        model.double()
    parameters = renamed(reference, model.named_parameters())
    # Only what a state dict holds: transformers registers helper buffers that it does not save.
    saved = set(model.state_dict())
    buffers = renamed(reference, [(n, b) for n, b in model.named_buffers() if n in saved])
    golden = {"model": reference.name, "made_with": f"torch {torch.__version__}, {version}",
              "parameters": {name: list(tensor.shape) for name, tensor in parameters},
              "buffers": {name: list(tensor.shape) for name, tensor in buffers}}
    if reference.inputs:
        golden["numbers"] = numbers(reference, model, parameters, buffers)
    return golden


def write(golden, path):
    """One line per entry, so that a change shows as one."""
    text = json.dumps(golden, indent=1)
    for depth in (4, 3, 2):  # join lists of numbers into one line
        text = text.replace("\n" + " " * depth + "]", "]")
    lines, joined = text.split("\n"), []
    for line in lines:
        if joined and joined[-1].endswith(("[", ",")) and line.strip().rstrip("],").lstrip("-")[:1].isdigit():
            joined[-1] += line.strip()
        else:
            joined.append(line)
    path.write_text("\n".join(joined) + "\n")


def main(wanted):
    for file in sorted(HERE.glob("reference_*.py")):
        module = importlib.import_module(file.stem)
        for reference in module.REFERENCES:
            if not wanted or reference.name in wanted:
                path = HERE / "golden" / f"{reference.name}.json"
                write(make(reference, module.VERSION), path)
                print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
