#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles a network of torch-gpu-benchmark with Inductor into a package that C++ runs without Python.

    python3 make_package.py --graph step.pt --weights step.safetensors --task train --optimizer sgd -o step.pt2

`compile-test` writes the graph and the tensors and calls this; it needs nothing but torch (of the engine's own
version: a package fits no other) and a C++ compiler. The package holds the whole work of one step:

  infer   inputs -> output. The weights are inside, so that Inductor may fold and reorder them (freezing).
  train   parameters, buffers, optimizer state, inputs, target -> loss. Forward, backward and optimizer are one
          graph; parameters, buffers and state are changed in place. State: sgd one momentum for each parameter;
          adam and adamw all first moments, all second moments, then one float32 count of steps.

The graph is TorchScript as the engine's tracer leaves it: a function of all tensors of the safetensors file, in the
order of their data, named "parameter.NAME", "buffer.NAME", "input.N" and "target".

The last line on stdout is a JSON object: {"make_package": 1, "torch": ..., "compile_seconds": ...} or one with
"error". With --beside it also compiles the same step with torch.compile and times that, as Python runs it: the line
is printed as soon as the package is made and once more with "beside", or "beside_error", so that whatever becomes of
the timing, the package is there. The timing begins as a new program in this process: what packaging holds on to would
be in its memory peak.
"""

import argparse
import json
import operator
import os
import struct
import sys
import time
import warnings

RATES = {"sgd": 1e-3, "adam": 1e-4, "adamw": 1e-4}  # and the rest of PyTorch's defaults, as in the engine
MOMENTUM, BETAS, EPSILON, DECAY = 0.9, (0.9, 0.999), 1e-8, 0.01


class Unusable(Exception):
    """Said to the user as it stands."""


def import_torch():
    warnings.filterwarnings("ignore")
    try:
        import torch
    except ImportError as fault:
        raise Unusable(f"no torch in {sys.executable}: {fault}")
    return torch


# ---- What the engine wrote ---------------------------------------------------------------------------------------


def read_safetensors(path, torch, device):
    """{name: tensor} in the order of the data. Four-dimensional ones are channels_last where the file says so."""
    dtypes = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "I64": torch.int64}
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = bytearray(file.read())
    meta = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        begin, end = entry["data_offsets"]
        flat = torch.frombuffer(data, dtype=dtypes[entry["dtype"]], offset=begin,
                                count=(end - begin) // dtypes[entry["dtype"]].itemsize)
        tensor = flat.reshape(entry["shape"]).to(device, copy=True)
        if meta.get("memory_format") == "channels_last" and tensor.dim() == 4:
            tensor = tensor.contiguous(memory_format=torch.channels_last)
        tensors[name] = tensor
    return tensors


def read_graph(path, torch):
    """The traced function as an FX graph of ATen calls. TorchScript writes enumerations as integers."""
    aten = torch.ops.aten
    dtypes = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.float32,
              torch.float64, None, None, None, torch.bool, None, None, None, torch.bfloat16]
    formats = [torch.contiguous_format, torch.preserve_format, torch.channels_last]

    def argument(declared, value):
        if isinstance(value, int) and not isinstance(value, bool):
            kind = str(declared.real_type)
            if "ScalarType" in kind:
                return dtypes[value]
            if "MemoryFormat" in kind:
                return formats[value]
            if "Layout" in kind:
                return torch.strided
        return value

    def call(node, values):
        schema = torch._C.parse_schema(node.schema())
        name = schema.name.removeprefix("aten::")
        if name == "_convolution":  # convolution, and four switches of the machine that traced it
            operation, values = aten.convolution.default, values[:9]
        else:
            operation = getattr(getattr(aten, name), schema.overload_name or "default")
        positional, named = [], {}
        for declared, value in zip(operation._schema.arguments, values):
            if declared.kwarg_only:
                named[declared.name] = argument(declared, value)
            else:
                positional.append(argument(declared, value))
        if name in ("max_pool2d", "avg_pool2d"):  # C++ writes a square as one number, Inductor wants both
            positional = [2 * value if isinstance(value, list) and len(value) == 1 else value for value in positional]
        return made.call_function(operation, tuple(positional), named)

    traced = torch.jit.load(path, map_location="cpu").forward.graph
    made, known = torch.fx.Graph(), {}
    for number, value in enumerate(list(traced.inputs())[1:]):  # the first is the module itself
        known[value.debugName()] = made.placeholder(f"t{number}")
    for node in traced.nodes():
        values = [known[value.debugName()] for value in node.inputs()]
        outputs = [value.debugName() for value in node.outputs()]
        kind = node.kind()
        if kind == "prim::Constant":
            results = [node.output().toIValue()]
        elif kind == "prim::ListConstruct":
            results = [values]
        elif kind == "prim::TupleConstruct":
            results = [tuple(values)]
        elif kind in ("prim::ListUnpack", "prim::TupleUnpack"):
            packed = values[0]
            results = [packed[i] if isinstance(packed, (list, tuple)) else
                       made.call_function(operator.getitem, (packed, i)) for i in range(len(outputs))]
        elif kind.startswith("aten::"):
            result = call(node, values)
            results = [result] if len(outputs) == 1 else [
                made.call_function(operator.getitem, (result, i)) for i in range(len(outputs))]
        else:
            raise Unusable(f"the graph has an operation that is not known here: {kind}")
        known.update(zip(outputs, results))
    made.output(known[next(traced.outputs()).debugName()])
    return torch.fx.GraphModule(torch.nn.Module(), made)


class Work:
    """The network as a function, and the tensors of one step by their roles."""

    def __init__(self, arguments, torch):
        self.function = read_graph(arguments.graph, torch)
        tensors = read_safetensors(arguments.weights, torch, arguments.device)
        role = lambda prefix: [tensor for name, tensor in tensors.items() if name.startswith(prefix)]
        self.parameters, self.buffers = role("parameter."), role("buffer.")
        self.inputs = role("input.") + role("target")
        self.optimizer = arguments.optimizer
        self.torch = torch

    def state(self):
        torch = self.torch
        moments = [torch.zeros_like(tensor) for tensor in self.parameters]
        if self.optimizer == "sgd":
            return moments
        return moments + [torch.zeros_like(tensor) for tensor in self.parameters] + [
            torch.zeros((), device=self.parameters[0].device)]


# ---- Packages ----------------------------------------------------------------------------------------------------


def update(torch, name, parameters, gradients, state):
    """One step of the optimizer over lists of tensors, in place; PyTorch's formulas."""
    rate, count = RATES[name], len(parameters)
    used = [i for i, gradient in enumerate(gradients) if gradient is not None]
    pick = lambda tensors: [tensors[i] for i in used]
    weights, slopes, first = pick(parameters), pick(gradients), pick(state[:count])
    if name == "sgd":
        torch._foreach_mul_(first, MOMENTUM)
        torch._foreach_add_(first, slopes)
        torch._foreach_add_(weights, first, alpha=-rate)
        return
    second, steps = pick(state[count:2 * count]), state[2 * count]
    steps.add_(1)
    if name == "adamw":
        torch._foreach_mul_(weights, 1 - rate * DECAY)
    torch._foreach_mul_(first, BETAS[0])
    torch._foreach_add_(first, slopes, alpha=1 - BETAS[0])
    torch._foreach_mul_(second, BETAS[1])
    torch._foreach_addcmul_(second, slopes, slopes, 1 - BETAS[1])
    bias = 1 - torch.pow(BETAS[0], steps), torch.sqrt(1 - torch.pow(BETAS[1], steps))
    for weight, one, two in zip(weights, first, second):
        weight.sub_(rate * (one / bias[0]) / (two.sqrt() / bias[1] + EPSILON))


def training_graph(work):
    """Forward, backward and optimizer as one graph, in the operations that Inductor knows how to fuse: what it gets
    from torch.compile. Without its decompositions batch norm and its backward would be calls to the library."""
    import torch._inductor.compile_fx  # noqa: F401  its parts are asked for by the decompositions
    from torch._inductor.decomposition import select_decomp_table
    from torch.fx.experimental.proxy_tensor import make_fx
    torch = work.torch
    borders = [len(work.parameters), len(work.buffers), len(work.state()), len(work.inputs)]

    def step(*tensors):
        parts, begin = [], 0
        for border in borders:
            parts.append(list(tensors[begin:begin + border]))
            begin += border
        parameters, buffers, state, inputs = parts
        leaves = [tensor.detach().requires_grad_() for tensor in parameters]
        loss = work.function(*leaves, *buffers, *inputs)
        gradients = torch.autograd.grad(loss, leaves, allow_unused=True)
        with torch.no_grad():
            update(torch, work.optimizer, parameters, gradients, state)
        return loss.detach()

    tensors = [*work.parameters, *work.buffers, *work.state(), *work.inputs]
    return make_fx(step, decomposition_table=select_decomp_table(), tracing_mode="fake")(*tensors), tensors


class Frozen:
    """The network with its weights as constants, as a module of its inputs alone."""

    def __new__(cls, work):
        torch = work.torch

        class Module(torch.nn.Module):
            def __init__(self):
                super().__init__()
                for number, tensor in enumerate(work.parameters + work.buffers):
                    self.register_buffer(f"w{number}", tensor)

            def forward(self, *inputs):
                return work.function(*self.buffers(), *inputs)

        return Module().eval()


def make_package(work, arguments):
    import torch._dynamo
    torch = work.torch
    # Out of that cache a convolution of channels-last images comes as a contiguous one: Inductor then copies each
    # operand, or reads the result in the wrong order (torch 2.11: resnet50's step 56 instead of 37 ms on an H200).
    with torch._dynamo.config.patch(fake_tensor_cache_enabled=False):
        return compiled_package(work, arguments)


def compiled_package(work, arguments):
    torch = work.torch
    begin = time.perf_counter()
    if arguments.task == "train":
        module, tensors = training_graph(work)
    else:
        module, tensors = Frozen(work), work.inputs
    traced = time.perf_counter()
    with torch.no_grad():
        program = torch.export.export(module, tuple(tensors))
        exported = time.perf_counter()
        torch._inductor.aoti_compile_and_package(program, package_path=os.path.abspath(arguments.output),
                                                 inductor_configs={"freezing": arguments.task == "infer"})
    end = time.perf_counter()
    return {"trace_seconds": traced - begin, "export_seconds": exported - traced, "compile_seconds": end - begin}


# ---- torch.compile beside ----------------------------------------------------------------------------------------


def python_step(work, task, device):
    """(step, seconds its first call took): the step as a Python program runs it."""
    torch = work.torch
    compiled = torch.compile(work.function)
    if task == "infer":
        def step():
            with torch.no_grad():
                return compiled(*work.parameters, *work.buffers, *work.inputs)
    else:
        leaves = [tensor.requires_grad_() for tensor in work.parameters]
        kind = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam, "adamw": torch.optim.AdamW}[work.optimizer]
        more = {"momentum": MOMENTUM} if work.optimizer == "sgd" else {}
        optimizer = kind(leaves, lr=RATES[work.optimizer], fused=True, **more)

        def step():
            optimizer.zero_grad()
            loss = compiled(*leaves, *work.buffers, *work.inputs)
            loss.backward()
            optimizer.step()
            return loss
    begin = time.perf_counter()
    step()
    synchronize(torch, device)
    return step, time.perf_counter() - begin


def is_gpu(device):
    return device.startswith("cuda")


def synchronize(torch, device):
    if is_gpu(device):
        torch.cuda.synchronize()


def timed_steps(torch, step, device, seconds, least=5):
    """Milliseconds of steps back to back, between events on the device as in the engine."""
    on_gpu = is_gpu(device)
    for _ in range(3):
        step()
    synchronize(torch, device)
    if on_gpu:  # compiling and the search for algorithms are over: the peak is of the steps, as in the engine
        torch.cuda.reset_peak_memory_stats()
    marks, begin = [], time.perf_counter()
    while True:
        if on_gpu:
            mark = torch.cuda.Event(enable_timing=True)
            mark.record()
        else:
            mark = time.perf_counter()
        marks.append(mark)
        if len(marks) > least and time.perf_counter() - begin > seconds:
            break
        step()
    synchronize(torch, device)
    if on_gpu:
        return [first.elapsed_time(second) for first, second in zip(marks, marks[1:])]
    return [1e3 * (second - first) for first, second in zip(marks, marks[1:])]


def run_beside(work, arguments):
    torch = work.torch
    step, first_call = python_step(work, arguments.task, arguments.device)
    times = timed_steps(torch, step, arguments.device, arguments.beside)
    result = {"compile_seconds": first_call, "step_ms": times}
    if is_gpu(arguments.device):
        result["peak_gib"] = torch.cuda.max_memory_allocated() / 2**30
    return result


# ---- Command line ------------------------------------------------------------------------------------------------


def read_command_line():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graph", help="TorchScript of the network's forward pass (train: and loss)")
    parser.add_argument("--weights", help="safetensors file with the tensors of one step")
    parser.add_argument("--task", choices=["infer", "train"], default="infer")
    parser.add_argument("--optimizer", choices=sorted(RATES), default="sgd")
    parser.add_argument("--device", default="cpu", help="cpu or cuda:N")
    parser.add_argument("--beside", type=float, metavar="SECONDS", help="time torch.compile for so long as well")
    parser.add_argument("--versions", action="store_true", help="say which torch this is, and no more")
    parser.add_argument("-o", "--output", metavar="FILE.pt2", help="left out: only --beside")
    parser.add_argument("--made", type=json.loads, metavar="JSON", help=argparse.SUPPRESS)  # the package's line
    arguments = parser.parse_args()
    if not arguments.versions and not (arguments.graph and arguments.weights):
        parser.error("--graph and --weights are needed")
    return arguments


def prepare(torch, device):
    """Switches as the engine sets them."""
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    if is_gpu(device):
        torch.cuda.set_device(device)


def answer(arguments):
    torch = import_torch()
    result = {"make_package": 1, "python": sys.version.split()[0], "torch": torch.__version__,
              "cuda": torch.version.cuda or "", "gpu": torch.cuda.is_available()}
    if arguments.versions:
        return result
    if is_gpu(arguments.device) and not torch.cuda.is_available():
        raise Unusable(f"torch {torch.__version__} of {sys.executable} sees no GPU")
    prepare(torch, arguments.device)
    if arguments.output:
        with without_caches():
            result.update(make_package(Work(arguments, torch), arguments))
        if arguments.beside:
            say(result)
            time_beside_anew(arguments, result)
    elif arguments.beside:
        with without_caches():
            result["beside"] = run_beside(Work(arguments, torch), arguments)
    return result


def time_beside_anew(arguments, result):
    """This program once more in the place of this one, for the timing alone."""
    kept = ["--graph", arguments.graph, "--weights", arguments.weights, "--task", arguments.task,
            "--optimizer", arguments.optimizer, "--device", arguments.device, "--beside", str(arguments.beside)]
    try:
        os.execv(sys.executable, [sys.executable, os.path.abspath(__file__), *kept, "--made", json.dumps(result)])
    except OSError as fault:
        result["beside_error"] = one_line(fault)


def one_line(fault):
    """Whatever a compiler throws."""
    if os.environ.get("WGF_TRACEBACK"):
        raise fault
    lines = [line.strip() for line in str(fault).splitlines() if line.strip()]
    return f"{type(fault).__name__}: {lines[0] if lines else ''}"[:500]


def say(result):
    sys.stdout.write("\n" + json.dumps(result) + "\n")
    sys.stdout.flush()


def without_caches():
    """Nothing of an earlier compilation is taken, or the time to compile would be that of reading a file."""
    from torch._inductor import utils
    return (getattr(utils, "fresh_cache", None) or utils.fresh_inductor_cache)()


def main():
    arguments = read_command_line()
    try:
        result = answer(arguments)
    except Unusable as fault:
        result = {"make_package": 1, "error": str(fault)}
    except Exception as fault:
        result = {"make_package": 1, "error": one_line(fault)}
    if arguments.made:
        beside = {"beside_error": result["error"]} if "error" in result else {"beside": result["beside"]}
        result = {**arguments.made, **beside}
    say(result)
    return 1 if "error" in result else 0


if __name__ == "__main__":
    sys.exit(main())
