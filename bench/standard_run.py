# SPDX-License-Identifier: MIT
"""Runs of made-up numbers in the shape that `quick --standard` writes on a GPU: 30 metrics a case, four of them with
their samples, and a reading of the sensors every 50 ms. A file of 1,000 cases has some 20 MB."""
import json
import math
import random

SAMPLES, READINGS = 27, 29
TIMES = {"step_time": 1.0, "forward_time": 0.46, "backward_time": 0.53, "optimizer_time": 0.01}  # shares of the step
PLAIN = {"wall_step_time": "ms", "measured_steps": "count", "measured_time": "s", "relative_precision": "%",
         "flops_per_step": "GFLOP", "memory_allocated_peak": "GiB", "memory_reserved_peak": "GiB", "cpu_utilization": "%",
         "gpu_utilization": "%", "power": "W", "sm_clock": "MHz", "memory_clock": "MHz", "temperature": "°C",
         "memory_device_peak": "GiB", "throttled_share": "%", "energy_per_step": "J", "energy_per_sample": "J",
         "warmup_steps": "count", "warmup_time": "s", "final_loss": "loss", "parameters": "count", "load_time": "ms",
         "memory_model_state": "GiB", "mfu": "%"}
MODELS = ["resnet18", "resnet50", "vit-b-16", "bert-base", "gpt2", "vae"]
PRECISIONS = ["fp32", "tf32", "bf16", "fp16"]
DEVICE = {"id": "cuda:0", "name": "NVIDIA H200", "catalog_id": "h200-sxm", "uuid": "GPU-00000000-0000-0000-0000-000000000000",
          "memory_bytes": 150754820096,
          "facts": {"driver_version": "580.1", "cuda_driver_version": "13.0", "compute_capability": "9.0",
                    "pci_id": "0000:00:06.0", "pcie_generation": 5, "pcie_width": 16, "power_limit_w": 700.0,
                    "max_sm_clock_mhz": 1980, "max_memory_clock_mhz": 3201, "ecc": True, "mig": False}}
MATH_MODE = {"compute": "bf16", "parameters_dtype": "float32", "autocast": True, "tf32_matmul": False,
             "tf32_convolution": False, "cudnn_benchmark": True, "deterministic": False,
             "sdpa_backends": "flash,efficient,cudnn,math", "float32_matmul_precision": "highest"}
RATINGS = [{"metric": "mfu", "task": "convolutional_training", "precision": "bf16", "level": "good",
            "text": "12 % MFU: good for bf16 training of convolutional networks"}]


def case(number):
    parameters = {"model": MODELS[number % len(MODELS)], "batch_size": 1 + number, "precision": PRECISIONS[number % len(PRECISIONS)],
                  "launch": "eager", "optimizer": "sgd", "memory_format": "channels_last"}
    return {"key": "train" + "".join(f" {name}={value}" for name, value in parameters.items()), "benchmark": "train",
            "parameters": parameters, "device": "cuda:0", "seed": 1,
            "stopping": {"precision_target": 0.005, "min_samples": 20, "min_time_s": 0.5, "max_time_s": 4.0,
                         "sustained": True, "thermal_cap_s": 10.0}}


def sampled(tag, samples):
    ordered = sorted(samples)
    middle, mean = ordered[len(ordered) // 2], math.fsum(ordered) / len(ordered)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in ordered) / (len(ordered) - 1))
    return {"tag": tag, "unit": "ms", "value": middle, "interval": [middle * 0.998, middle * 1.002], "state": "sustained",
            "count": len(ordered), "min": ordered[0], "max": ordered[-1], "mean": mean, "standard_deviation": deviation,
            "p50": middle, "p95": ordered[-2], "p99": ordered[-1], "samples": samples}


def rate(tag, unit, value):
    return {"tag": tag, "unit": unit, "value": value, "interval": [value * 0.998, value * 1.002], "state": "sustained"}


def reading(number, generator):
    return {"time_s": 0.05 * number + 0.001 * generator.random(), "sm_clock_mhz": 1980.0, "memory_clock_mhz": 3201.0,
            "power_w": 600 + 20 * generator.random(), "temperature_c": 52.0, "gpu_utilization": 93.0,
            "memory_used_gib": 13.7518310546875, "throttle_reasons": []}


def result(number, generator):
    step_ms = 10 + number / 50
    metrics = [sampled(tag, [step_ms * share * generator.gauss(1, 0.01) for _ in range(SAMPLES)]) for tag, share in TIMES.items()]
    metrics += [rate("throughput", "samples/s", 1e3 / step_ms), rate("flops", "TFLOP/s", 115.38078067533358)]
    metrics += [{"tag": tag, "unit": unit, "value": 10 * generator.random()} for tag, unit in PLAIN.items()]
    return {"case": case(number), "status": "ok", "provenance": "measured", "metrics": metrics, "warnings": [],
            "math_mode": MATH_MODE, "stop_reason": "precision_reached", "devices": [DEVICE], "process": 0,
            "series": [{"name": "step_start", "unit": "s", "values": [step_ms / 1e3 * i for i in range(SAMPLES)]}],
            "sensors": [reading(i, generator) for i in range(READINGS)], "ratings": RATINGS}


def write(path, cases, seed=0):
    """As the program writes it, indented."""
    generator = random.Random(seed)
    results = [result(number, generator) for number in range(cases)]
    run = {"schema_version": 2, "started_at": "2026-01-02T03:04:05Z", "command": "torch-gpu-benchmark quick --standard",
           "preset": "standard", "partial": False, "environment": {"software": {"libtorch": "2.13.0"}}, "devices": [DEVICE],
           "plan": [one["case"] for one in results], "results": results}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(run, file, indent=2, ensure_ascii=False)
    return path
