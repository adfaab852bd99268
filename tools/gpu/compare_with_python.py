#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Is the engine as fast as Python PyTorch on the same work? Both in turn on one GPU, ratio with its interval.

Each pair is one short run of the engine (a process of its own, alive for the whole comparison) and one of the
same network in this interpreter, in alternating order. The figure of a run is its median step time; the figure
of the comparison is median(Python) / median(engine) over the pairs, with a 95 % bootstrap interval: above 1 the
engine is faster.

    compare_with_python.py --engine PATH [--pairs 20] [--device cuda:0] [--only NAME] [--json FILE]
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


def engine_case(workload, args):
    return fixed_count_case(workload["benchmark"], workload["parameters"], args.device, workload["steps"],
                            workload["warmup"])


class PythonTraining:
    """Forward, backward, optimizer as a PyTorch user writes them; events at step borders, no wait inside."""

    def __init__(self, model, inputs, target, loss, optimizer, device, precision):
        self.model = model.train().to(device)
        self.inputs, self.target, self.loss = [x.to(device) for x in inputs], target.to(device), loss
        self.optimizer = optimizer(self.model.parameters())
        self.device, self.dtype = device, {"bf16": torch.bfloat16}[precision]

    def step(self):
        with torch.autocast(self.device.type, self.dtype):
            value = self.loss(self.model(*self.inputs), self.target)
        value.backward()
        self.optimizer.step()
        self.optimizer.zero_grad()

    def times(self, steps, warmup):
        return event_times(self.step, steps, warmup, self.device)


class PythonInference:
    """One request after another, each waited for: what a caller of batch 1 sees."""

    def __init__(self, model, inputs, device, precision):
        self.model, self.inputs, self.device = model.eval().to(device), [x.to(device) for x in inputs], device
        self.dtype = {"fp32": None, "bf16": torch.bfloat16}[precision]

    def forward(self):
        with torch.autocast(self.device.type, self.dtype, enabled=self.dtype is not None):
            self.model(*self.inputs)

    @torch.inference_mode()
    def times(self, steps, warmup):
        values = []
        for index in range(warmup + steps):
            values.append(self.one_request())
        return values[warmup:]

    def one_request(self):
        """Milliseconds from the first launch to the finished result, as the engine defines latency."""
        if self.device.type != "cuda":
            start = time.perf_counter()
            self.forward()
            return (time.perf_counter() - start) * 1e3
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        self.forward()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end)


def synchronize(device):
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def event_times(step, steps, warmup, device):
    for _ in range(warmup):
        step()
    synchronize(device)
    if device.type != "cuda":
        values = []
        for _ in range(steps):
            start = time.perf_counter()
            step()
            values.append((time.perf_counter() - start) * 1e3)
        return values
    events = [torch.cuda.Event(enable_timing=True) for _ in range(steps + 1)]
    events[0].record()
    for index in range(steps):
        step()
        events[index + 1].record()
    torch.cuda.synchronize(device)
    return [a.elapsed_time(b) for a, b in zip(events, events[1:])]


def resnet50_training(device, batch):
    import torchvision

    model = torchvision.models.resnet50().to(memory_format=torch.channels_last)
    images = torch.randn(batch, 3, 224, 224).to(memory_format=torch.channels_last)
    return PythonTraining(
        model, [images], torch.randint(0, 1000, (batch,)), torch.nn.functional.cross_entropy,
        lambda parameters: torch.optim.SGD(parameters, lr=0.001, momentum=0.9, fused=True), device, "bf16")


def bert_training(device, batch):
    import transformers

    config = transformers.BertConfig()
    model = transformers.BertModel(config)
    assert model.config._attn_implementation == "sdpa", model.config._attn_implementation
    tokens = torch.randint(0, config.vocab_size, (batch, 128))
    return PythonTraining(
        model, [tokens], torch.randint(0, config.hidden_size, (batch,)),
        lambda output, target: torch.nn.functional.cross_entropy(output.pooler_output, target),
        lambda parameters: torch.optim.AdamW(parameters, lr=1e-4, fused=True), device, "bf16")


def resnet50_latency(device, precision):
    import torchvision

    model = torchvision.models.resnet50().to(memory_format=torch.channels_last)
    return PythonInference(model, [torch.randn(1, 3, 224, 224).to(memory_format=torch.channels_last)], device,
                           precision)


def latency_workload(device, precision, launch="eager"):
    small = device.type == "cpu"
    return {"name": f"resnet50 infer b1 {precision} latency", "benchmark": "infer", "metric": "latency",
            "parameters": {"model": "resnet50", "batch_size": 1, "precision": precision, "launch": launch,
                           "memory_format": "channels_last"},
            "python": lambda: resnet50_latency(device, precision), "steps": 5 if small else 200,
            "warmup": 2 if small else 30}


def workloads(device):
    small = device.type == "cpu"
    resnet_batch, bert_batch = (2, 2) if small else (256, 32)
    train = {"precision": "bf16", "launch": "eager"}
    return [
        {"name": f"resnet50 train b{resnet_batch} bf16 channels_last", "benchmark": "train", "metric": "step_time",
         "parameters": {"model": "resnet50", "batch_size": resnet_batch, **train, "optimizer": "sgd",
                        "memory_format": "channels_last"},
         "python": lambda: resnet50_training(device, resnet_batch), "steps": 3 if small else 30, "warmup": 1 if small else 8},
        {"name": f"bert-base train b{bert_batch} s128 bf16", "benchmark": "train", "metric": "step_time",
         "parameters": {"model": "bert-base", "batch_size": bert_batch, **train, "optimizer": "adamw"},
         "python": lambda: bert_training(device, bert_batch), "steps": 3 if small else 50, "warmup": 1 if small else 10},
        *(latency_workload(device, precision) for precision in ("fp32", "bf16")),
    ]


def engine_median(engine, workload, args):
    return engine.median_ms(engine_case(workload, args), workload["metric"])


def compare(engine, workload, args):
    python = workload["python"]()
    python.times(3, workload["warmup"])
    python_medians, engine_medians = [], []
    for index in range(args.pairs):
        first_engine = index % 2 == 0
        if first_engine:
            engine_medians.append(engine_median(engine, workload, args))
        python_medians.append(statistics.median(python.times(workload["steps"], workload["warmup"])))
        if not first_engine:
            engine_medians.append(engine_median(engine, workload, args))
    point, low, high = ratio_with_interval(python_medians, engine_medians)
    print(f"{workload['name']}: Python {statistics.median(python_medians):.3f} ms, engine "
          f"{statistics.median(engine_medians):.3f} ms, Python / engine = {point:.4f} [{low:.4f}, {high:.4f}] "
          f"over {args.pairs} pairs: {'not slower' if low >= 0.98 else 'SLOWER'}", flush=True)
    return {"name": workload["name"], "python_ms": python_medians, "engine_ms": engine_medians,
            "ratio": point, "interval": [low, high]}


def compare_graph(engine, args, device, precision):
    """Engine against itself: CUDA-graph replay against eager, batch 1."""
    eager, graph = (latency_workload(device, precision, launch) for launch in ("eager", "graph"))
    eager_ms, graph_ms = [], []
    for _ in range(args.pairs):
        eager_ms.append(engine_median(engine, eager, args))
        graph_ms.append(engine_median(engine, graph, args))
    point, low, high = ratio_with_interval(graph_ms, eager_ms)
    print(f"{eager['name']}: eager {statistics.median(eager_ms):.3f} ms, graph {statistics.median(graph_ms):.3f} ms, "
          f"graph / eager = {point:.4f} [{low:.4f}, {high:.4f}] over {args.pairs} pairs", flush=True)
    return {"name": f"graph over eager {precision}", "graph_ms": graph_ms, "eager_ms": eager_ms, "ratio": point,
            "interval": [low, high]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--only", default="", help="run the workloads whose name contains this")
    parser.add_argument("--json")
    args = parser.parse_args()
    device = torch.device(args.device)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    engine = Engine(args.engine)
    print(f"torch {torch.__version__} in Python, engine on LibTorch {engine.hello['torch_version']}", flush=True)
    rows = [compare(engine, workload, args) for workload in workloads(device) if args.only in workload["name"]]
    if device.type == "cuda" and args.only in "graph":
        rows += [compare_graph(engine, args, device, precision) for precision in ("fp32", "bf16")]
    engine.close()
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
