#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Our training steps beside torch's on the same shapes, in turn: a pair is a run of `train` and one of torch, in alternating order.

    train_peers.py --program PATH [--only NAME,...] [--pairs 10] [--steps 20] [--json FILE] [--trial]

gpt2-xl on one GPU: transformers, bf16 autocast, torch.compile of each block and of the loss. llama-3.2-1b and -3b on two GPUs:
FSDP2 over blocks, bf16 parameters and float32 reduction, blocks compiled (3b: each checkpointed), beside `train --dp 2 --zero 3`.
gpt2-xl-zbv on two GPUs: ScheduleZBVZeroBubble of torch.distributed.pipelining over bf16 blocks of plain torch (it cannot split the
backward pass of compiled ones), beside `train --pp 2 --schedule zb-v`. Fused AdamW in all. Each run is a process of its own, and has
the GPUs to itself; compiled kernels are kept in a folder from the first run of a peer, which is not counted. The figure of a run is
its median step, that of the comparison median(torch) / median(ours) with a 95 % bootstrap interval. --trial: tiny shapes on the CPU, to see that the script runs.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../bench"))
from paired_runs import ratio_with_interval  # noqa: E402
import torch_pipeline  # noqa: E402

LLAMA = {"model_type": "llama", "vocab_size": 128256, "max_position_embeddings": 131072, "rms_norm_eps": 1e-5,
         "rope_theta": 500000.0, "tie_word_embeddings": True}
LLAMA_1B = {**LLAMA, "num_hidden_layers": 16, "hidden_size": 2048, "intermediate_size": 8192, "num_attention_heads": 32,
            "num_key_value_heads": 8, "head_dim": 64}
LLAMA_3B = {**LLAMA, "num_hidden_layers": 28, "hidden_size": 3072, "intermediate_size": 8192, "num_attention_heads": 24,
            "num_key_value_heads": 8, "head_dim": 128}
GPT2_XL = {"model_type": "gpt2", "n_layer": 48, "n_embd": 1600, "n_head": 25, "vocab_size": 50257, "n_positions": 2048}
PEERS = {
    "gpt2-xl": {"config": GPT2_XL, "ranks": 1, "batch": 8, "length": 2048, "recompute": "none"},
    "llama-3.2-1b": {"config": LLAMA_1B, "ranks": 2, "batch": 2, "length": 4096, "recompute": "none"},
    "llama-3.2-3b": {"config": LLAMA_3B, "ranks": 2, "batch": 1, "length": 8192, "recompute": "full"},
    "gpt2-xl-zbv": {"config": GPT2_XL, "ranks": 2, "batch": 16, "length": 1024, "recompute": "none", "micro_batches": 16},
}
TRIAL = {"gpt2": {"n_layer": 2, "n_embd": 64, "n_head": 4, "vocab_size": 256, "n_positions": 64},
         "llama": {"num_hidden_layers": 2, "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4,
                   "num_key_value_heads": 2, "head_dim": 16, "vocab_size": 256, "max_position_embeddings": 64}}


def peer_of(name, is_trial):
    peer = dict(PEERS[name])
    if is_trial:
        peer.update(config={**peer["config"], **TRIAL[peer["config"]["model_type"]]}, batch=peer.get("micro_batches", 1), length=32)
        if "micro_batches" in peer:
            peer["config"]["n_layer"] = 2 * peer["ranks"]
    return peer


def blocks_of(model):
    return model.transformer.h if hasattr(model, "transformer") else model.model.layers


def loss_of(logits, targets):
    import torch
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1).float(), targets.flatten())


def make_model(peer, device):
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM

    given = dict(peer["config"])
    config = AutoConfig.for_model(given.pop("model_type"), **given, use_cache=False)
    if config.model_type == "gpt2":
        config.resid_pdrop = config.embd_pdrop = config.attn_pdrop = 0.0
    with torch.device(device):
        model = AutoModelForCausalLM.from_config(config, attn_implementation="sdpa").train()
    return model


def shared_out(model, peer, device):
    """FSDP2: each block, then what is left; blocks checkpointed where the peer says so, then compiled."""
    import torch
    from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

    mesh = init_device_mesh(device, (peer["ranks"],))
    types = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
    blocks = blocks_of(model)
    for i, block in enumerate(blocks):
        if peer["recompute"] == "full":
            block = checkpoint_wrapper(block)
        block.compile()
        blocks[i] = block
        fully_shard(block, mesh=mesh, mp_policy=types)
    fully_shard(model, mesh=mesh, mp_policy=types)
    return model


def work(name, steps, warmup, is_trial):
    """A run of torch: on each rank; rank 0 prints the median step in ms."""
    import torch

    peer = peer_of(name, is_trial)
    device = "cpu" if is_trial else "cuda"
    rank = int(os.environ.get("LOCAL_RANK", 0))
    if not is_trial:
        torch.cuda.set_device(rank)
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    is_shared = peer["ranks"] > 1
    if is_shared:
        torch.distributed.init_process_group("gloo" if is_trial else "nccl")
    torch.manual_seed(1)
    loss_function = torch.compile(loss_of)
    sizes = (peer["batch"], peer["length"])
    ids, targets = (torch.randint(peer["config"]["vocab_size"], sizes, device=device) for _ in range(2))
    pipeline = None
    if "micro_batches" in peer:
        model, pipeline = torch_pipeline.make(peer, device, loss_function)
    elif is_shared:
        model = shared_out(make_model(peer, device), peer, device)
    else:
        model = make_model(peer, device)
        for block in blocks_of(model):
            block.compile()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, weight_decay=0.01, fused=True)

    def step():
        if pipeline:
            torch_pipeline.pass_all(pipeline, rank, ids, targets)
        else:
            pass_one(ids, targets)
        optimizer.step()
        optimizer.zero_grad()

    def pass_one(ids, targets):
        with torch.autocast(device, torch.bfloat16, enabled=not is_shared):
            logits = model(ids).logits
        loss_function(logits, targets).backward()

    times = []
    for i in range(warmup + steps):
        begin = time.perf_counter()
        step()
        if not is_trial:
            torch.cuda.synchronize()
        if i >= warmup:
            times.append(1000 * (time.perf_counter() - begin))
    if rank == 0:
        memory = 0 if is_trial else torch.cuda.max_memory_allocated() / 2**30
        print(json.dumps({"step_ms": statistics.median(times), "allocated_gib": memory,
                          "device": "CPU" if is_trial else torch.cuda.get_device_name()}), flush=True)
    if is_shared:
        torch.distributed.destroy_process_group()


def torch_run(name, peer, args):
    command = [sys.executable, os.path.abspath(__file__), "--worker", name, "--steps", str(args.steps)]
    if args.trial:
        command.append("--trial")
    if peer["ranks"] > 1:
        command[1:1] = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(peer["ranks"])]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"train_peers: torch's {name}: exit {done.returncode}")
    return json.loads(done.stdout.splitlines()[-1])


def own_run(name, peer, args, folder):
    model = name.removesuffix("-zbv")
    if args.trial:
        model = os.path.join(folder, name + ".json")
        with open(model, "w", encoding="ascii") as file:
            json.dump(peer["config"], file)
    out = os.path.join(folder, "own.json")
    command = [args.program, "train", "-m", model, "-b", str(peer["batch"] // peer.get("micro_batches", 1)),
               "--sequence-length", str(peer["length"]),
               "--recompute", peer["recompute"], "-i", str(args.steps), "-w", "5", "--force", "-o", out]
    if "micro_batches" in peer:
        command += ["--pp", str(peer["ranks"]), "--schedule", "zb-v", "--micro-batches", str(peer["micro_batches"])]
    elif peer["ranks"] > 1:
        command += ["--dp", str(peer["ranks"]), "--zero", "3"]
    if args.trial:
        command += ["--device", "cpu"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"train_peers: our {name}: exit {done.returncode}\n{done.stdout}")
    with open(out, encoding="utf-8") as file:
        metrics = {metric["tag"]: metric["value"] for metric in json.load(file)["results"][0]["metrics"]}
    return {"step_ms": metrics["step_time"], "allocated_gib": metrics.get("memory_allocated_peak", 0)}


def compare(name, args, folder):
    peer = peer_of(name, args.trial)
    device = torch_run(name, peer, args)["device"]  # compiles
    theirs, ours = [], []
    for pair in range(args.pairs):
        for is_ours in (pair % 2 == 0, pair % 2 == 1):
            if is_ours:
                ours.append(own_run(name, peer, args, folder))
            else:
                theirs.append(torch_run(name, peer, args))
    times = [[run["step_ms"] for run in runs] for runs in (theirs, ours)]
    ratio, low, high = ratio_with_interval(*times)
    # Of stages a batch is of all ranks together, else one each.
    tokens = peer["batch"] * peer["length"] / (peer["ranks"] if "micro_batches" in peer else 1)
    rates = [1000 * tokens / statistics.median(some) for some in times]
    memory = [max(run["allocated_gib"] for run in runs) for runs in (theirs, ours)]
    print(f"{device} x {peer['ranks']}, {name}, {peer['batch']} x {peer['length']}: torch {rates[0]:,.0f} tokens/s a GPU in "
          f"{memory[0]:.1f} GiB, train {rates[1]:,.0f} in {memory[1]:.1f} GiB: {ratio:.3f} times [{low:.3f}, {high:.3f}], "
          f"{args.pairs} pairs", flush=True)
    return {"name": name, "device": device, "ranks": peer["ranks"], "torch_ms": times[0], "train_ms": times[1], "ratio": ratio,
            "interval": [low, high]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program")
    parser.add_argument("--only", default=",".join(PEERS))
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--json")
    parser.add_argument("--trial", action="store_true")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        return work(args.worker, args.steps, 5, args.trial)
    if not args.program:
        parser.error("--program is needed")
    os.environ.setdefault("OMP_NUM_THREADS", "1" if args.trial else "8")
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", os.path.join(folder, "compiled"))
        found = [compare(name, args, folder) for name in args.only.split(",")]
    if args.json:
        with open(args.json, "w", encoding="ascii") as file:
            json.dump(found, file, indent=1)


if __name__ == "__main__":
    main()
