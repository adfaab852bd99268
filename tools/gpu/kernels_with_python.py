#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Are the engine's kernels as fast as the same calls from Python PyTorch? Both in turn on one GPU, ratio with interval.

Each pair is one short run of the engine and one of the same calls in this interpreter, in alternating order;
Python / engine above 1 means that the engine is faster, a lower end of 0.98 or more that it is not slower.
--mamf holds the engine's search against the brute-force scan of mamf-finder's grid, made here.

    kernels_with_python.py --engine PATH [--pairs 20] [--device cuda:0] [--only NAME] [--mamf] [--json FILE]
"""
import argparse
import json
import os
import statistics
import sys
import time

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bench"))
from paired_runs import Engine, fixed_count_case, ratio_with_interval  # noqa: E402

GIB = 1 << 30


def gemm(device, size, dtype=torch.bfloat16):
    left, right = (torch.randn(size, size, device=device, dtype=dtype) for _ in range(2))
    out = torch.empty(size, size, device=device, dtype=dtype)
    return lambda: torch.mm(left, right, out=out)


def fp8(device, size, scaling):
    left = torch.randn(size, size, device=device, dtype=torch.half).to(torch.float8_e4m3fn)
    right = torch.randn(size, size, device=device, dtype=torch.half).to(torch.float8_e4m3fn).t()
    shapes = ((size, 1), (1, size)) if scaling == "row" else ((), ())
    scale_a, scale_b = (torch.ones(shape, device=device) for shape in shapes)
    return lambda: torch._scaled_mm(left, right, scale_a=scale_a, scale_b=scale_b, out_dtype=torch.bfloat16,
                                    use_fast_accum=True)


def copy(device, size):
    source = torch.randn(size // 4, device=device)
    target = torch.empty_like(source)
    return lambda: target.copy_(source)


def read(device, size):
    source = torch.randn(size // 4, device=device)
    return source.sum


def best_backend(forward, device):
    """The fastest of the backends LibTorch has, as a user who looks for it finds it."""
    from torch.nn.attention import SDPBackend, sdpa_kernel

    times = {}
    for backend in (SDPBackend.FLASH_ATTENTION, SDPBackend.CUDNN_ATTENTION, SDPBackend.EFFICIENT_ATTENTION):
        try:
            with sdpa_kernel(backend):
                times[backend] = statistics.median(step_times(forward, 10, 5, device))
        except RuntimeError:
            pass
    return min(times, key=times.get)


def attention(device, shape, backward):
    from torch.nn.attention import sdpa_kernel

    batch, heads, length, width = shape
    q, k, v = (torch.randn(batch, heads, length, width, device=device, dtype=torch.bfloat16, requires_grad=backward)
               for _ in range(3))

    def forward():
        return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)

    backend = best_backend(forward, device)
    if not backward:
        def step():
            with sdpa_kernel(backend), torch.inference_mode():
                forward()
        return step, backend.name
    with sdpa_kernel(backend):
        out = forward()
    gradient = torch.randn_like(out)
    return lambda: torch.autograd.grad(out, (q, k, v), gradient, retain_graph=True), backend.name


ENGINE_BACKENDS = {"FLASH_ATTENTION": "flash", "CUDNN_ATTENTION": "cudnn", "EFFICIENT_ATTENTION": "efficient"}


def step_times(call, steps, warmup, device):
    """Milliseconds of a call, several in a step so that a step is a millisecond, as the engine does it."""
    for _ in range(warmup):
        call()
    torch.cuda.synchronize(device)
    start = time.perf_counter()
    for _ in range(3):
        call()
    torch.cuda.synchronize(device)
    calls = max(1, min(1000, round(1e-3 / ((time.perf_counter() - start) / 3))))
    events = [torch.cuda.Event(enable_timing=True) for _ in range(steps + 1)]
    events[0].record()
    for index in range(steps):
        for _ in range(calls):
            call()
        events[index + 1].record()
    torch.cuda.synchronize(device)
    return [a.elapsed_time(b) / calls for a, b in zip(events, events[1:])]


def workloads(device):
    square = {"m": 8192, "n": 8192, "k": 8192}
    heads = {"batch": 8, "heads": 32, "sequence_length": 4096, "head_size": 128, "causal": True, "precision": "bf16"}
    yield "gemm bf16 8192", "matmul", {**square, "precision": "bf16"}, gemm(device, 8192), 2 * 8192**3, "TFLOP/s"
    for scaling in ("tensor", "row"):
        yield (f"gemm fp8 8192 {scaling}-wise scales", "matmul", {**square, "precision": "fp8", "scaling": scaling},
               fp8(device, 8192, scaling), 2 * 8192**3, "TFLOP/s")
    yield "copy 4 GiB", "bandwidth", {"operation": "copy", "size_mib": 4096}, copy(device, 4 * GIB), 8 * GIB, "TB/s"
    yield "read 4 GiB", "bandwidth", {"operation": "read", "size_mib": 4096}, read(device, 4 * GIB), 4 * GIB, "TB/s"
    pairs = 8 * 32 * 4096 * 4097 / 2 * 128
    for direction, products in (("forward", 2), ("backward", 5)):
        call, backend = attention(device, (8, 32, 4096, 128), direction == "backward")
        yield (f"attention {direction} b8 h32 s4096 d128 causal, {backend}", "attention",
               {**heads, "pass": direction, "backend": ENGINE_BACKENDS[backend]}, call, 2 * products * pairs, "TFLOP/s")


def compare(engine, workload, args, device):
    name, benchmark, parameters, call, work, unit = workload
    case = fixed_count_case(benchmark, parameters, args.device, 50, 10)
    step_times(call, 50, 20, device)
    python_ms, engine_ms = [], []
    for index in range(args.pairs):
        turns = [lambda: engine_ms.append(engine.median_ms(case, "step_time")),
                 lambda: python_ms.append(statistics.median(step_times(call, 50, 10, device)))]
        for turn in turns if index % 2 == 0 else reversed(turns):
            turn()
    point, low, high = ratio_with_interval(python_ms, engine_ms)
    rate = work / statistics.median(engine_ms) * 1e3 / 1e12
    print(f"{name}: engine {rate:.4g} {unit}, Python / engine = {point:.4f} [{low:.4f}, {high:.4f}] over {args.pairs} pairs: "
          f"{'not slower' if low >= 0.98 else 'SLOWER'}", flush=True)
    return {"name": name, "rate": rate, "unit": unit, "python_ms": python_ms, "engine_ms": engine_ms, "ratio": point,
            "interval": [low, high]}


class MamfFinder:
    """mamf-finder's timing of a product: 50 calls, then 100 with caches overwritten before each."""

    def __init__(self, device):
        self.device = device
        self.memory = [torch.randn(16384 * 16384, device=device, dtype=torch.bfloat16) for _ in range(3)]
        self.flush = torch.empty(256 << 20, dtype=torch.uint8, device=device)

    def flops(self, shape, average=statistics.mean):
        m, n, k = shape
        left, right, out = (x[:a * b].view(a, b) for x, (a, b) in zip(self.memory, ((m, k), (k, n), (m, n))))
        for _ in range(50):
            torch.mm(left, right, out=out)
        events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(100)]
        for begin, end in events:
            self.flush.zero_()
            begin.record()
            torch.mm(left, right, out=out)
            end.record()
        torch.cuda.synchronize(self.device)
        return 2 * m * n * k / average(begin.elapsed_time(end) for begin, end in events) * 1e3

    def scan(self):
        """Every shape of the grid, one after the other: (FLOP/s, shape), the fastest first."""
        sides = range(2048, 16385, 2048)
        shapes = [(m, n, k) for m in sides for n in sides for k in range(4096, 16385, 4096)]
        return sorted(((self.flops(shape), shape) for shape in shapes), reverse=True)

    def best_from_rest(self, shapes):
        """As the engine measures the shape it finds: each after a rest, the median."""
        def rested(shape):
            time.sleep(0.5)
            return self.flops(shape, statistics.median)
        return max((rested(shape), shape) for shape in shapes)


def compare_mamf(engine, args, device):
    start = time.time()
    finder = MamfFinder(device)
    scan = finder.scan()
    scanned, shape = scan[0]
    scan_s = time.time() - start
    rested, rested_shape = finder.best_from_rest([shape for _, shape in scan[:32]])
    start = time.time()
    result = engine.run(fixed_count_case("mamf", {"precision": "bf16", "cache": "cold"}, args.device, 100, 50))
    found = {metric["tag"]: metric["value"] for metric in result["metrics"]}
    print(f"mamf: engine {found['flops']:.1f} TFLOP/s at {found['gemm_m']:.0f}x{found['gemm_n']:.0f}x{found['gemm_k']:.0f} in "
          f"{time.time() - start:.1f} s; brute force {scanned / 1e12:.1f} TFLOP/s at {'x'.join(map(str, shape))} in "
          f"{scan_s:.1f} s: {found['flops'] * 1e12 / scanned:.4f} of it; the scan's best 32 from rest {rested / 1e12:.1f} TFLOP/s at "
          f"{'x'.join(map(str, rested_shape))}: {found['flops'] * 1e12 / rested:.4f} of it", flush=True)
    return {"name": "mamf", "engine": found, "scan_tflops": scanned / 1e12, "scan_shape": shape,
            "rested_tflops": rested / 1e12, "rested_shape": rested_shape}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--only", default="", help="run the workloads whose name contains this")
    parser.add_argument("--mamf", action="store_true")
    parser.add_argument("--json")
    args = parser.parse_args()
    device = torch.device(args.device)
    engine = Engine(args.engine)
    print(f"torch {torch.__version__} in Python, engine on LibTorch {engine.hello['torch_version']}, "
          f"{torch.cuda.get_device_name(device)}", flush=True)
    rows = [compare(engine, workload, args, device) for workload in workloads(device) if args.only in workload[0]]
    if args.mamf:
        rows.append(compare_mamf(engine, args, device))
    engine.close()
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
