#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers of the Llama 3.1 8B shape, bf16, beside transformers with a static cache and torch.compile, in turn on one GPU.

Each pair is one short case of `llm` (its engine lives for the whole comparison) and as many decoding steps of the same shape
in this interpreter, in alternating order, both with random weights: prompt 512, then 128 tokens. The figure of a run is its
median step time, that of the comparison median(transformers) / median(engine), with a 95 % bootstrap interval.

    llm_peers.py --engine PATH [--pairs 20] [--batch 1,16] [--json FILE]

WGF_TORCH_DIR and LD_LIBRARY_PATH as aa_pairs.sh sets them.
"""
import argparse
import json
import os
import statistics
import sys

import torch
from transformers import LlamaConfig, LlamaForCausalLM, StaticCache

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bench"))
from paired_runs import Engine, fixed_count_case, ratio_with_interval  # noqa: E402

PROMPT, NEW = 512, 128
SHAPE = {"num_hidden_layers": 32, "hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32,
         "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 131072, "rms_norm_eps": 1e-5,
         "rope_theta": 500000.0}


class Transformers:
    """A decoding step compiled with CUDA graphs over a static cache, as its documentation advises."""

    def __init__(self, model, batch):
        self.model, self.batch = model, batch
        self.cache = StaticCache(config=model.config, max_cache_len=PROMPT + NEW)
        self.prompt = torch.randint(0, SHAPE["vocab_size"], (batch, PROMPT), device="cuda")
        self.forward = torch.compile(model.forward, mode="reduce-overhead", fullgraph=True)
        self.median_ms()

    def read_prompt(self):
        self.cache.reset()
        self.place = torch.full((1,), PROMPT, device="cuda")
        logits = self.model(self.prompt, past_key_values=self.cache, cache_position=torch.arange(PROMPT, device="cuda"),
                            use_cache=True, logits_to_keep=1).logits
        self.ids = logits[:, -1].argmax(-1, keepdim=True)

    def step(self):
        logits = self.forward(self.ids, past_key_values=self.cache, cache_position=self.place,
                              position_ids=self.place.expand(self.batch, 1), use_cache=True).logits
        self.ids = logits[:, -1].argmax(-1, keepdim=True).clone()
        self.place.add_(1)

    def median_ms(self):
        self.read_prompt()
        marks = [torch.cuda.Event(enable_timing=True) for _ in range(NEW + 1)]
        for mark in marks:
            mark.record()
            if mark is not marks[-1]:
                self.step()
        torch.cuda.synchronize()
        return statistics.median(a.elapsed_time(b) for a, b in zip(marks, marks[1:]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", required=True)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--batch", default="1")
    parser.add_argument("--json")
    args = parser.parse_args()
    torch.set_grad_enabled(False)
    torch.manual_seed(1)
    with torch.device("cuda"):
        torch.set_default_dtype(torch.bfloat16)
        model = LlamaForCausalLM(LlamaConfig(**SHAPE, tie_word_embeddings=False)).eval()
    engine = Engine(args.engine)
    found = []
    for batch in map(int, args.batch.split(",")):
        case = fixed_count_case("llm", {"model": "llama-3.1-8b", "batch_size": batch, "prompt_tokens": PROMPT,
                                        "new_tokens": NEW, "precision": "bf16"}, "cuda:0", NEW, 16)
        case["model_config"] = json.dumps({"model_type": "llama", **SHAPE})
        theirs, ours = [], []
        peer = Transformers(model, batch)
        for pair in range(args.pairs):
            for is_ours in (pair % 2 == 0, pair % 2 == 1):
                if is_ours:
                    ours.append(engine.median_ms(case, "decode.step_time"))
                else:
                    theirs.append(peer.median_ms())
        ratio, low, high = ratio_with_interval(theirs, ours)
        found.append({"batch": batch, "transformers_ms": statistics.median(theirs), "engine_ms": statistics.median(ours),
                      "ratio": ratio, "interval": [low, high], "pairs": args.pairs})
        print(f"{torch.cuda.get_device_name()}, batch {batch}: transformers {batch * 1000 / found[-1]['transformers_ms']:,.0f} "
              f"tokens/s, llm {batch * 1000 / found[-1]['engine_ms']:,.0f}: {ratio:.3f} times [{low:.3f}, {high:.3f}]", flush=True)
        torch.compiler.reset()
    engine.close()
    if args.json:
        with open(args.json, "w", encoding="ascii") as file:
            json.dump(found, file, indent=1)


if __name__ == "__main__":
    main()
