# SPDX-License-Identifier: MIT
"""Results as results.json holds them, made up: for tests of reports."""
import json
import math
import random

METRIC_UNITS = {"step_time": "ms", "latency": "ms", "throughput": "samples/s", "flops": "TFLOP/s", "mfu": "%",
                "memory_allocated_peak": "GiB", "memory_reserved_peak": "GiB", "memory_device_peak": "GiB",
                "memory_model_state": "GiB", "power": "W", "sm_clock": "MHz", "temperature": "°C",
                "measured_steps": "count", "measured_time": "s", "energy_per_sample": "J"}
DEVICE = {"id": "cuda:0", "name": "NVIDIA H200", "catalog_id": "h200-sxm", "uuid": "GPU-0", "memory_bytes": 150754820096,
          "facts": {"driver_version": "580.1", "power_limit_w": 700.0}}


def case(benchmark, model, batch_size, precision):
    parameters = {"model": model, "batch_size": batch_size, "precision": precision, "launch": "eager"}
    key = benchmark + "".join(f" {name}={value}" for name, value in parameters.items())
    return {"key": key, "benchmark": benchmark, "parameters": parameters, "device": "cuda:0", "seed": 1,
            "stopping": {"precision_target": 0.005, "min_samples": 20, "min_time_s": 0.5, "max_time_s": 20.0,
                         "sustained": False, "thermal_cap_s": 30.0}}


def metric(tag, value, samples=None):
    made = {"tag": tag, "unit": METRIC_UNITS[tag], "value": value}
    if samples:
        made.update(interval=[value * 0.998, value * 1.003], state="burst", count=len(samples), samples=samples)
    return made


def result(of_case, step_ms, samples, warnings=()):
    generator = random.Random(of_case["key"])
    times = [step_ms * math.exp(generator.gauss(0, 0.01)) for _ in range(samples)]
    main = "step_time" if of_case["benchmark"] == "train" else "latency"
    rate = metric("throughput", of_case["parameters"]["batch_size"] * 1e3 / step_ms)
    rate.update(interval=[rate["value"] * 0.997, rate["value"] * 1.002], state="burst")
    memory = 0.5 + 0.01 * of_case["parameters"]["batch_size"]
    sensors = [{"time_s": 0.1 * i, "sm_clock_mhz": 1980.0 - 15 * (i % 3), "power_w": 400.0 + 5 * i, "temperature_c": 40.0 + i,
                "throttle_reasons": ["power_cap"] if i == 4 else []} for i in range(6)]
    return {"case": of_case, "status": "ok", "provenance": "measured",
            "metrics": [metric(main, step_ms, times), rate, metric("mfu", 12.5), metric("memory_allocated_peak", memory),
                        metric("memory_reserved_peak", memory * 1.1), metric("memory_device_peak", memory * 1.1 + 0.6),
                        metric("memory_model_state", 0.3), metric("power", 452.4), metric("sm_clock", 1980.0),
                        metric("temperature", 41.0), metric("measured_steps", float(samples)), metric("measured_time", 5.3),
                        metric("energy_per_sample", 0.35)],
            "warnings": [{"code": code, "args": arguments} for code, arguments in warnings],
            "math_mode": {"compute": "bf16", "parameters_dtype": "float32", "autocast": True, "tf32_matmul": False,
                          "tf32_convolution": False, "cudnn_benchmark": True, "deterministic": False,
                          "sdpa_backends": "flash,math", "float32_matmul_precision": "highest"},
            "stop_reason": "precision_reached", "process": 0, "series": [], "sensors": sensors, "devices": [DEVICE]}


def failed(of_case, status, code, arguments):
    made = result(of_case, 1.0, 20)
    made.update(status=status, metrics=[], sensors=[], reason={"code": code, "args": arguments})
    return made


def run(results, **more):
    made = {"schema_version": 2, "started_at": "2026-01-02T03:04:05Z", "command": "torch-gpu-benchmark quick",
            "preset": "light", "partial": False,
            "environment": {"cpu": {"model": "AMD EPYC 9654"}, "memory": {"total": "125.87 GiB"},
                            "os": {"distribution": "Debian GNU/Linux 12", "kernel": "6.1"},
                            "software": {"libtorch": "2.13.0", "driver": "580.1", "cuda": "13.0", "cudnn": "9.19"}},
            "devices": [DEVICE], "plan": [each["case"] for each in results], "results": results}
    made.update(more)
    return made


def small_run(speed=1.0):
    """Six results: every kind of warning, one that failed, one whose model is named to do harm."""
    burst = ("warning.burst", {})
    return run([
        result(case("train", "resnet50", 32, "bf16"), 41.3 / speed, 40, [burst]),
        result(case("infer", "resnet50", 32, "bf16"), 3.2 / speed, 40, [
            burst, ("warning.throttled", {"percent": "90.9", "reasons": "power_cap"}),
            ("warning.foreign_processes", {"count": "1", "processes": "python3 (4242)"})]),
        result(case("train", "bert-base", 8, "fp32"), 22.8 / speed, 40, [
            burst, ("warning.not_converged", {"reached": "1.20", "target": "0.50"})]),
        result(case("infer", "bert-base", 8, "fp32"), 1.9 / speed, 40, [burst]),
        result(case("infer", HARMFUL_NAME, 1, "fp32"), 0.7 / speed, 40, [burst]),
        failed(case("train", "resnet50", 4096, "bf16"), "out_of_memory", "engine.out_of_memory",
               {"device": "cuda:0", "used": "140 GiB", "total": "140.4 GiB", "detail": "asked for <b>20 GiB</b>"}),
    ], score=score(61.4 * speed))


def llm_run():
    """Two models at three batches each, with every figure that llm shows."""
    results = []
    for model, step in (("llama-3.1-8b", 4.0), ("llama-3.2-1b", 0.8)):
        for batch in (1, 64, 256):
            made = result(case("llm", model, batch, "bf16"), step, 20)
            made["case"]["parameters"] = {"model": model, "batch_size": batch, "prompt_tokens": 512, "new_tokens": 128,
                                          "precision": "bf16"}
            time = step * (1 + batch / 100)
            figures = (("prefill.step_time", 13.0 * batch, "ms"), ("decode.step_time", time, "ms"),
                       ("prefill.token_throughput", 39000.0, "tokens/s"), ("prefill.mfu", 55.6, "%"),
                       ("decode.token_throughput", 1e3 * batch / time, "tokens/s"), ("limit_share", 81.6, "%"),
                       ("decode.energy_per_token", 1.9, "J"), ("decode.token_cost", 2.77, "$/Mtoken"),
                       ("memory_model_state", 15.0, "GiB"), ("memory_cache", 20.5, "GiB"), ("memory_workspace", 1.5, "GiB"),
                       ("memory_device_peak", 37.0, "GiB"), ("cache_capacity", 900000.0, "count"),
                       ("prefill.step_forecast", 12.5, "ms"), ("decode.step_forecast", 5.07, "ms"))
            made["metrics"] = [{"tag": tag, "unit": unit, "value": value} for tag, value, unit in figures]
            results.append(made)
    return run(results, task="llm", preset="")


def scaling_run():
    """A decoder on one to eight GPUs in two ways, the last of each forecast."""
    results = []
    for gpus in (1, 2, 4, 8):
        for zero in (0, 3) if gpus > 1 else (0,):
            made = result(case("train_decoder", "llama-3.2-1b", 2, "bf16"), 130.0, 20)
            more = {"dp": gpus, "zero": zero} if zero else {"dp": gpus} if gpus > 1 else {}
            made["case"]["parameters"] = {"model": "llama-3.2-1b", "batch_size": 2, "sequence_length": 4096, "precision": "bf16",
                                          **more}
            made["case"]["key"] = "train_decoder " + " ".join(f"{name}={value}" for name, value in
                                                             made["case"]["parameters"].items())
            rate = 15.3 * gpus * (1 - 0.01 * gpus - 0.01 * zero)
            made["metrics"] = [{"tag": tag, "unit": unit, "value": value} for tag, unit, value in (
                ("step_time", "ms", 2e3 * gpus / rate), ("throughput", "samples/s", rate), ("mfu", "%", 50.0),
                ("memory_allocated_peak", "GiB", 40.0))]
            made["provenance"] = "predicted" if gpus == 8 else "measured"
            results.append(made)
    return run(results, task="train", preset="")


def repeated_run(speeds):
    """The small run as --repeat measures it: every case in an engine process for each speed."""
    runs = [small_run(speed) for speed in speeds]
    for process, each in enumerate(runs):
        for one in each["results"]:
            one["process"] = process
    return {**runs[0], "results": [one for each in runs for one in each["results"]]}


def area(name, value):
    return {"area": name, "score": value, "measured_cases": 2, "cases": 3}


def ranked(gpu, architecture, total, kind):
    counts = {name: 7 if name == kind else 0 for name in ("measured", "published", "forecast")}
    return {"gpu": gpu, "architecture": architecture, "score": total, "kind": kind, **counts,
            "areas": [area("training", total + 1), area("inference", total - 1), area("memory", total)]}


def score(total=61.4):
    cases = [{"id": "train_resnet50", "area": "training", "unit": "samples/s", "weight": 0.5, "reference": 1500.0,
              "rate": 774.4, "measured_as": "train model=resnet50"},
             {"id": "memory_copy", "area": "memory", "unit": "GB/s", "weight": 0.5, "reference": 7000.0, "rate": None,
              "measured_as": ""}]
    return {"version": 1, "reference": "b300-sxm", "device": "NVIDIA H200", "catalog_id": "h200-sxm", "score": total,
            "partial": True, "missing": ["memory_copy"],
            "areas": [area("training", total - 2), area("inference", total + 3), area("memory", None)], "cases": cases,
            "rank": 3, "ranked": 6, "unranked": ["tpu-v4"],
            "ranking": [ranked("b300-sxm", "Blackwell", 97.0, "published"), ranked("b200-sxm", "Blackwell", 88.5, "forecast"),
                        ranked("h100-sxm", "Hopper", 52.0, "published"), ranked("a100-sxm-80gb", "Ampere", 28.9, "measured"),
                        ranked("l4", "Ada", 8.31, "forecast")]}


# Of the catalogue, with scores; what they cost is the catalogue's.
MANY_CARDS = [
    ("gb300", 100.0), ("gb200", 96.0), ("b300", 94.8), ("b200", 90.7), ("mi355x", 83.7), ("mi350x", 81.6), ("mi325x", 65.8),
    ("h200-nvl", 63.0), ("mi300x", 60.1), ("gh200-96gb", 57.6), ("h100-nvl", 54.6), ("h100-sxm", 51.8),
    ("rtx-pro-6000-workstation", 42.6), ("rtx-pro-6000-server", 38.9), ("h100-pcie", 35.3), ("a100-sxm-80gb", 28.6),
    ("a800-pcie-80gb", 27.9), ("a100-pcie-80gb", 27.9), ("rtx-pro-5000", 27.3), ("rtx-5090", 27.1), ("rtx-6000-ada", 24.7),
    ("a100-sxm-40gb", 23.3), ("l40s", 22.8), ("h20", 22.5), ("l40", 18.6), ("rtx-4090", 18.2), ("rtx-4090-d", 17.3),
    ("rtx-5080", 14.4), ("rtx-a6000", 14.3), ("a30", 13.3), ("a40", 13.3), ("rtx-4080-super", 12.4), ("rtx-4080", 11.9),
    ("rtx-a5000", 11.7), ("a10", 10.6), ("rtx-3090", 10.4), ("rtx-a4500", 9.8), ("a10g", 8.4), ("l4", 8.1),
    ("rtx-3080-10gb", 7.8), ("rtx-a4000", 7.4), ("rtx-3070", 5.2), ("t4", 5.1), ("rtx-3060-ti", 4.6)]
HARMFUL_NAME = '=cmd()<img src=x onerror="window.harmed=1"></script><script>window.harmed=2</script>'


def write(path, made):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(made, file)
    return path
