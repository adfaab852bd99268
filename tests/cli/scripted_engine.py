#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An engine that does to each case what WGF_SCRIPT says, one word per case, the last one for all that follow:
ok, slow, kill, stop, garbage, sleep, fail, out_of_memory, unsupported; as the first word also mute (no greeting).
With WGF_SCRIPT_GRAPHS eager cases leave an empty graph for compile-test.
A probe of how fast the device is takes no word and has no answer, unless WGF_SCRIPT_PROBE_MS says what its step takes.
WGF_SCRIPT_METRICS adds numbers to every good result: "measured_steps=20 count,memory_process_peak=0.5 GiB".
Each process appends a line to WGF_SCRIPT_STATE for each case it takes, so that a restarted one goes on in the script."""
import json
import os
import signal
import socket
import sys
import time

STATE = os.environ["WGF_SCRIPT_STATE"]
SCRIPT = os.environ.get("WGF_SCRIPT", "ok").split(",")


def cases_taken():
    if not os.path.exists(STATE):
        return 0
    with open(STATE, encoding="utf-8") as file:
        return len(file.readlines())


def metric(tag, unit, samples):
    middle = sorted(samples)[len(samples) // 2]
    spread = max(samples) - min(samples)
    return {"tag": tag, "unit": unit, "value": middle, "interval": [middle - spread / 4, middle + spread / 4],
            "state": "burst", "samples": samples}


def more_metrics():
    for text in filter(None, os.environ.get("WGF_SCRIPT_METRICS", "").split(",")):
        tag, _, rest = text.partition("=")
        value, _, unit = rest.partition(" ")
        yield {"tag": tag, "unit": unit, "value": float(value)}


def result(case, status="ok", reason=None):
    time_tag = "latency" if case["benchmark"] == "infer" else "step_time"
    answer = {
        "case": case, "status": status, "provenance": "measured",
        "metrics": [metric(time_tag, "ms", [41.0, 41.3, 41.2, 41.5, 41.1]),
                    metric("throughput", "samples/s", [24.3, 24.2, 24.4]), *more_metrics()] if status == "ok" else [],
        "warnings": [],
        "math_mode": {"compute": "fp32", "parameters_dtype": "float32", "autocast": False, "tf32_matmul": False,
                      "tf32_convolution": False, "cudnn_benchmark": False, "deterministic": False,
                      "sdpa_backends": "math", "float32_matmul_precision": "highest"},
        "stop_reason": "precision_reached" if status == "ok" else "none",
        "devices": [{"id": name, "name": "", "catalog_id": "", "uuid": "", "memory_bytes": 0, "facts": {}}
                    for name in case["device"].split(",")],
        "process": 0, "series": [{"name": "step_start", "unit": "s", "values": [0.0, 0.041, 0.083]}], "sensors": []}
    if case["benchmark"] == "train" and status == "ok":
        answer["metrics"].append(metric("optimizer_time", "ms", [2.0, 2.1, 2.2]))
    if case["benchmark"] == "train_from_files":
        answer["sensors"] = [{"time_s": time_s, "busy_share": 80.0, "throttle_reasons": []} for time_s in (0.5, 1.0)]
    if reason:
        answer["reason"] = reason
    return {"type": "result", "result": answer}


def leave_graph(case):
    """What an eager case of compile-test leaves for Python, as far as a fake Python looks."""
    folder, parameters = os.environ.get("WGF_PACKAGES"), case["parameters"]
    if "WGF_SCRIPT_GRAPHS" in os.environ and parameters.get("launch") == "eager":
        words = [case["benchmark"]] + [str(value) for name, value in parameters.items() if name != "launch"]
        with open(os.path.join(folder, "_".join(words) + ".pt"), "w", encoding="utf-8"):
            pass


def is_probe(case):
    """No option asks for so little precision."""
    return case["stopping"]["precision_target"] == 1


def probed(case):
    step_ms = os.environ.get("WGF_SCRIPT_PROBE_MS")
    answer = result(case, "ok" if step_ms else "unsupported")
    if step_ms:
        answer["result"]["metrics"] = [{"tag": "step_time", "unit": "ms", "value": float(step_ms)}]
    return answer


def main():
    channel = socket.socket(fileno=int(os.environ["WGF_ENGINE_CHANNEL"])).makefile("rw", encoding="utf-8")

    def say(message):
        channel.write(json.dumps(message) + "\n")
        channel.flush()

    print("libraries print to stdout as they like")
    if SCRIPT[0] == "mute":
        sys.exit("no licence for this library")
    say({"type": "hello", "protocol": 2, "product_version": "0", "torch_version": "2.13.0",
         "facts": {"cuda_built": False, "cuda_available": False}, "models": [], "benchmarks": []})
    for line in channel:
        case = json.loads(line)
        if is_probe(case):
            say(probed(case))
            continue
        word = SCRIPT[min(cases_taken(), len(SCRIPT) - 1)]
        with open(STATE, "a", encoding="utf-8") as file:
            file.write(case["key"] + "\n")
        say({"type": "progress", "phase": "measure", "done": 1, "total": 10})
        leave_graph(case)
        if word == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if word == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        if word == "sleep":
            time.sleep(600)
        if word == "garbage":
            channel.write("Segmentation fault (core dumped)\n" * 3)
            channel.flush()
            continue
        if word == "slow":
            time.sleep(4)
        if word in ("ok", "slow"):
            say(result(case))
        else:
            status = "failed" if word == "fail" else word
            say(result(case, status, {"code": "files.cannot_read", "args": {"path": case["key"], "reason": word}}))


main()
