#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiled steps of the engine beside Python's torch.compile on one GPU: ratio with interval, and where the time goes.

For each workload: the engine's eager and CUDA-graph step, its package, eager-launched and in a CUDA graph; then pairs, in alternating order, of the best of these and torch.compile's step of the same graph in
this interpreter (torch.compile / engine above 1: the engine is faster; lower end 0.98 or more: not slower); then the
time of the kernels of both by class. Most important first, each line as soon as it is known, all of it in
FOLDER/compile_test.json; what the time does not allow is left out and said so.

    compile_test.py --engine PATH [--only NAME,...] [--pairs 20] [--budget 460] [--device cuda:0] [--out FOLDER]
"""
import argparse
import collections
import json
import os
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../../bench"), os.path.join(HERE, "../../python")]
import make_package  # noqa: E402
from paired_runs import Engine, fixed_count_case, ratio_with_interval  # noqa: E402

HELPER = make_package.__file__
# Least seconds left for a part to begin.
SECONDS_OF_PAIR, SECONDS_OF_PROFILE, SECONDS_OF_WORKLOAD = 10, 40, 90


class Workload:
    def __init__(self, name, benchmark, steps=30, **parameters):
        self.name, self.benchmark, self.steps, self.parameters = name, benchmark, steps, parameters
        if benchmark == "train":
            parameters.setdefault("optimizer", "sgd")

    def case(self, launch, device, steps=None, warmup=5):
        return fixed_count_case(self.benchmark, dict(self.parameters, launch=launch), device, steps or self.steps, warmup)

    def file_name(self):
        """As results::package_name has it."""
        return "_".join([self.benchmark, *map(str, self.parameters.values())])


def workloads(is_gpu):
    if not is_gpu:  # a trial of this script
        yield Workload("trial-train", "train", 5, model="autoencoder", batch_size=2, image_size=16)
        yield Workload("trial-infer", "infer", 5, model="autoencoder", batch_size=1, image_size=16)
        return
    low = {"precision": "bf16"}
    images = dict(low, model="resnet50", memory_format="channels_last")
    yield Workload("resnet50-train", "train", 30, batch_size=256, **images)
    yield Workload("bert-train", "train", 30, model="bert-base", batch_size=32, **low, optimizer="adamw")
    yield Workload("resnet50-infer-64", "infer", 100, batch_size=64, **images)
    yield Workload("resnet50-infer-1", "infer", 300, batch_size=1, **images)
    yield Workload("bert-infer", "infer", 100, model="bert-base", batch_size=32, **low)


class Clock:
    def __init__(self, budget):
        self.end = time.monotonic() + budget
        self.begin = time.monotonic()

    def left(self):
        return self.end - time.monotonic()

    def say(self, text):
        print(f"[{time.monotonic() - self.begin:5.0f} s] {text}", flush=True)


# ---- Packages ----------------------------------------------------------------------------------------------------


def helper_arguments(workload, folder, device):
    name = os.path.join(folder, workload.file_name())
    return ["--graph", name + ".pt", "--weights", name + ".safetensors", "--task", workload.benchmark, "--optimizer",
            workload.parameters.get("optimizer", "sgd"), "--device", device]


def start_helper(workload, folder, device):
    """(process, its log)"""
    log = open(os.path.join(folder, workload.file_name() + ".log"), "w+", encoding="utf-8")
    command = [sys.executable, HELPER, *helper_arguments(workload, folder, device), "-o",
               os.path.join(folder, workload.file_name() + ".pt2")]
    return subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT), log


def answer_of(log):
    log.seek(0)
    for line in reversed(log.read().splitlines()):
        try:
            answer = json.loads(line)
        except ValueError:
            continue
        if isinstance(answer, dict) and "make_package" in answer:
            return answer
    return {"error": "no answer"}


def wait_for(helper, clock):
    process, log = helper
    try:
        process.wait(timeout=max(1, clock.left()))
        answer = answer_of(log)
    except subprocess.TimeoutExpired:
        process.kill()
        answer = {"error": "no time left"}
    log.close()
    clock.say("  package: " + (answer.get("error") or "compiled in {compile_seconds:.0f} s".format(**answer)))
    return answer


# ---- Measuring ---------------------------------------------------------------------------------------------------


def engine_in(args, folder):
    os.environ["WGF_PACKAGES"] = folder
    return Engine(args.engine)


def numbers_of(result):
    return {metric["tag"]: metric["value"] for metric in result["metrics"]}


def measure(engine, workload, launch, args, clock, label):
    result = engine.run(workload.case(launch, args.device))
    numbers = numbers_of(result)
    entry = {"label": label, "launch": launch, "status": result["status"], "reason": result.get("reason"),
             "metrics": numbers, "warnings": [warning["code"] for warning in result["warnings"]]}
    if "step_time" not in numbers:
        clock.say(f"  {label}: {result['status']} {result.get('reason')}")
        return entry
    extra = "".join(f", {tag} {numbers[tag]:.2g}" for tag in ("output_difference", "update_difference") if tag in numbers)
    peak = numbers.get("memory_allocated_peak", 0)
    clock.say(f"  {label}: {result['status']}, {numbers['step_time']:.3f} ms, {numbers['throughput']:.1f}/s, peak {peak:.2f} GiB"
              f"{extra}")
    return entry


def measure_modes(workload, answer, args, clock, folder, first):
    plan = [("graph", "CUDA graph")]
    if "error" not in answer:
        plan += [("package", "package"), ("package_graph", "package in a CUDA graph")]
    entries = [first]
    for launch, label in plan:
        engine = engine_in(args, folder)  # a fresh process each: nothing of one is in the memory of the next
        try:
            entries.append(measure(engine, workload, launch, args, clock, label))
        except ValueError:
            clock.say(f"  {label}: the engine ended")
        finally:
            engine.process.kill()
            engine.process.wait()
    return entries


def best_of(entries):
    good = [entry for entry in entries if entry["status"] == "ok" and "step_time" in entry["metrics"]]
    return min(good, key=lambda entry: entry["metrics"]["step_time"], default=None)


def measure_pairs(workload, entry, python_step, folder, torch, args, clock):
    engine = engine_in(args, folder)
    case = workload.case(entry["launch"], args.device)
    engine.run(case)  # loads the package, chooses algorithms
    engine_ms, python_ms = [], []

    def python_turn():
        times = make_package.timed_steps(torch, python_step, args.device, 0, workload.steps)
        python_ms.append(statistics.median(times))

    python_turn()
    python_ms.clear()
    for index in range(args.pairs):
        if clock.left() < SECONDS_OF_PAIR:
            clock.say(f"  no time for more pairs: {index} of {args.pairs}")
            break
        turns = [lambda: engine_ms.append(engine.median_ms(case, "step_time")), python_turn]
        for turn in turns if index % 2 == 0 else reversed(turns):
            turn()
    engine.close()
    if len(engine_ms) < 3:
        return None
    point, low, high = ratio_with_interval(python_ms, engine_ms)
    batch = workload.parameters["batch_size"]
    clock.say(f"{workload.name}: {entry['label']} {1e3 * batch / statistics.median(engine_ms):.1f}/s, torch.compile "
              f"{1e3 * batch / statistics.median(python_ms):.1f}/s; torch.compile / engine = {point:.4f} [{low:.4f}, {high:.4f}] over "
              f"{len(engine_ms)} pairs: {'not slower' if low >= 0.98 else 'SLOWER'}")
    return {"mode": entry["label"], "ratio": point, "interval": [low, high], "engine_ms": engine_ms, "python_ms": python_ms}


# ---- Kernels by class --------------------------------------------------------------------------------------------

CLASSES = (("copies and elementwise of ATen", ("nchwtonhwc", "nhwctonchw", "elementwise_kernel", "copy_kernel", "memcpy", "memset", "transpose")),
           ("reductions (batch norm, losses)", ("triton_red", "triton_per", "at::native::reduce", "batch_norm", "bn_", "layer_norm", "softmax")),
           ("optimizer", ("multi_tensor", "triton_for", "foreach", "fused_sgd", "fused_adam")),
           ("attention", ("flash", "fmha", "attention", "mha")),
           ("convolutions and products", ("conv", "xmma", "cudnn", "gemm", "cutlass", "nvjet", "wgrad", "dgrad", "fprop", "sm90_",
                                          "sm80_", "implicit", "splitk", "triton_tem")),
           ("elementwise", ("triton_poi", "triton")))


def class_of(kernel):
    low = kernel.lower()
    return next((name for name, parts in CLASSES if any(part in low for part in parts)), "other")


def kernel_times(torch, step, device, steps=5):
    """Milliseconds a step of each kernel on the device; on a CPU of each operator."""
    from torch.profiler import ProfilerActivity, profile
    on_gpu = make_package.is_gpu(device)
    step()
    with profile(activities=[ProfilerActivity.CUDA if on_gpu else ProfilerActivity.CPU]) as recorded:
        for _ in range(steps):
            step()
        make_package.synchronize(torch, device)
    times = collections.Counter()
    for event in recorded.events():
        # Annotations span kernels that are there themselves.
        is_annotation = getattr(event, "is_user_annotation", False) or event.name.startswith(("##", "Optimizer.", "Torch-Comp"))
        if (event.device_type == torch.autograd.DeviceType.CUDA) == on_gpu and not is_annotation:
            times[event.name] += event.time_range.elapsed_us() / 1e3 / steps
    return times


def summary_of(times):
    classes = collections.Counter()
    for kernel, milliseconds in times.items():
        classes[class_of(kernel)] += milliseconds
    return {"total_ms": sum(times.values()), "classes": dict(classes.most_common()), "kernels": len(times),
            "slowest": [[kernel[:120], milliseconds] for kernel, milliseconds in times.most_common(25)]}


def package_step(workload, package, folder, device, torch):
    """The package run from Python, for its kernels; the engine's process has no profiler."""
    arguments = argparse.Namespace(graph=os.path.join(folder, workload.file_name() + ".pt"), device=device,
                                   weights=os.path.join(folder, workload.file_name() + ".safetensors"),
                                   optimizer=workload.parameters.get("optimizer", "sgd"))
    make_package.prepare(torch, device)
    work = make_package.Work(arguments, torch)
    inputs = work.inputs
    if workload.benchmark == "train":
        inputs = [*work.parameters, *work.buffers, *work.state(), *work.inputs]
    number = torch.device(device).index
    run = torch._inductor.aoti_load_package(package, device_index=-1 if number is None else number)
    return lambda: run(*inputs)


def profile_package(args):
    """In a process of its own: --profile FOLDER PACKAGE, workload by --only."""
    sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)  # the package finds LibTorch among what is loaded
    import torch
    folder, package = args.profile
    workload = next(one for one in workloads(args.device != "cpu") if one.name == args.only)
    with torch.no_grad():
        step = package_step(workload, package, folder, args.device, torch)
        for _ in range(3):
            step()
        print(json.dumps({"profile": summary_of(kernel_times(torch, step, args.device))}))


def compare_kernels(workload, entry, python_step, torch, args, clock, folder):
    profiles = {"torch.compile": summary_of(kernel_times(torch, python_step, args.device))}
    if entry["launch"].startswith("package"):
        command = [sys.executable, os.path.abspath(__file__), "--device", args.device, "--only", workload.name, "--profile", folder,
                   os.path.join(folder, workload.file_name() + ".pt2")]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=max(10, clock.left()), check=False)
            profiles["package"] = json.loads(done.stdout.strip().splitlines()[-1])["profile"]
        except (subprocess.TimeoutExpired, ValueError, IndexError, KeyError) as fault:
            clock.say(f"  kernels of the package: none ({type(fault).__name__})")
    for side, profile in profiles.items():
        parts = ", ".join(f"{name} {milliseconds:.2f}" for name, milliseconds in profile["classes"].items())
        clock.say(f"  kernels of {side}: {profile['total_ms']:.2f} ms a step: {parts}")
    return profiles


# ---- One workload ------------------------------------------------------------------------------------------------


def run_workload(workload, args, clock, record, save):
    import torch
    clock.say(f"{workload.name}: {workload.parameters}")
    folder = os.path.join(args.work, workload.name)
    os.makedirs(folder, exist_ok=True)
    engine = engine_in(args, folder)
    first = measure(engine, workload, "eager", args, clock, "eager")
    engine.close()
    if not os.path.exists(os.path.join(folder, workload.file_name() + ".pt")):
        clock.say(f"  the engine left no graph: {first['warnings']} {os.listdir(folder)}")
        return
    helper = start_helper(workload, folder, args.device)
    make_package.prepare(torch, args.device)
    parser_arguments = argparse.Namespace(graph=os.path.join(folder, workload.file_name() + ".pt"), device=args.device,
                                          weights=os.path.join(folder, workload.file_name() + ".safetensors"),
                                          optimizer=workload.parameters.get("optimizer", "sgd"))
    step, seconds = make_package.python_step(make_package.Work(parser_arguments, torch), workload.benchmark, args.device)
    clock.say(f"  torch.compile: first step {seconds:.0f} s")
    answer = wait_for(helper, clock)
    record.update(torch=torch.__version__, torch_compile_seconds=seconds, package=answer)
    entries = record["modes"] = measure_modes(workload, answer, args, clock, folder, first)
    save()
    best = best_of(entries)
    if best is None:
        return
    record["pairs"] = measure_pairs(workload, best, step, folder, torch, args, clock)
    save()
    packaged = best_of([entry for entry in entries if entry["launch"].startswith("package")]) or best
    if clock.left() > SECONDS_OF_PROFILE:
        record["kernels"] = compare_kernels(workload, packaged, step, torch, args, clock, folder)
    else:
        clock.say("  no time for the kernels' classes")
    save()
    torch.compiler.reset()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine")
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--only", default="", help="names of workloads, with commas")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--budget", type=float, default=460, help="seconds for all of it")
    parser.add_argument("--out", default=os.environ.get("OUT", "."))
    parser.add_argument("--work", default="/tmp/compile_test", help="folder for graphs and packages, which are large")
    parser.add_argument("--profile", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.profile:
        return profile_package(args)
    clock, records = Clock(args.budget), {}
    os.makedirs(args.out, exist_ok=True)

    def save():
        with open(os.path.join(args.out, "compile_test.json"), "w", encoding="utf-8") as file:
            json.dump(records, file, indent=1)

    for workload in workloads(args.device != "cpu"):
        if args.only and workload.name not in args.only.split(","):
            continue
        if clock.left() < SECONDS_OF_WORKLOAD:
            clock.say(f"{workload.name}: left out, {clock.left():.0f} s are left")
            continue
        records[workload.name] = {"parameters": workload.parameters}
        try:
            run_workload(workload, args, clock, records[workload.name], save)
        except (Exception, SystemExit) as fault:  # the next one may go
            clock.say(f"{workload.name}: {type(fault).__name__}: {str(fault).splitlines()[:1]}")
            records[workload.name]["fault"] = str(fault)[:2000]
        save()
    clock.say("done")
    return None


if __name__ == "__main__":
    sys.exit(main())
