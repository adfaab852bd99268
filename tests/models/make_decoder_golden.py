#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes golden_decoders/FAMILY.json anew: what transformers answers for a tiny decoder of each family.

Needs transformers 5.24.0 and torch. Weights are no file: every number follows from its tensor's name and place
(golden_weights.h); so do those of norms, biases and sinks, which otherwise start as ones and zeros and hide faults.
"""
import json
import pathlib
import sys

import safetensors
import safetensors.torch
import torch
import transformers

sys.dont_write_bytecode = True  # leaves the source tree clean
import golden_weights  # noqa: E402

OUT = pathlib.Path(__file__).resolve().parent / "golden_decoders"
IDS = [1, 17, 93, 5, 64, 127, 33, 8]
GREEDY = 64

BASE = {
    "vocab_size": 128, "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4,
    "num_key_value_heads": 2, "max_position_embeddings": 256, "tie_word_embeddings": False, "pad_token_id": 0,
    "bos_token_id": 1, "eos_token_id": 2,
}
LLAMA3_ROPE = {"rope_type": "llama3", "rope_theta": 500000.0, "factor": 8.0, "low_freq_factor": 1.0,
               "high_freq_factor": 4.0, "original_max_position_embeddings": 64}
LONG_ROPE = {"rope_type": "longrope", "rope_theta": 10000.0, "short_factor": [1.0, 1.1, 1.2, 1.3, 1.5, 1.7],
             "long_factor": [1.0, 1.5, 2.0, 3.0, 4.0, 6.0]}
YARN_ROPE = {"rope_type": "yarn", "rope_theta": 150000.0, "factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0,
             "truncate": False, "original_max_position_embeddings": 64}
MIXTURE = {"head_dim": 16, "num_experts_per_tok": 2}

FAMILIES = {
    "llama": ("LlamaConfig", {}),
    "llama_biased": ("LlamaConfig", {"attention_bias": True, "mlp_bias": True}),
    "llama3.1": ("LlamaConfig", {"rope_parameters": LLAMA3_ROPE}),
    "mistral": ("MistralConfig", {"head_dim": 16, "sliding_window": 4}),
    "mixtral": ("MixtralConfig", {**MIXTURE, "num_local_experts": 4, "sliding_window": None}),
    "qwen2": ("Qwen2Config", {}),
    "qwen3": ("Qwen3Config", {"head_dim": 32}),
    "qwen3_moe": ("Qwen3MoeConfig", {**MIXTURE, "num_experts": 4, "moe_intermediate_size": 32, "decoder_sparse_step": 1,
                                     "norm_topk_prob": True}),
    "qwen3_moe_sparse": ("Qwen3MoeConfig", {**MIXTURE, "num_experts": 4, "moe_intermediate_size": 32,
                                            "decoder_sparse_step": 2, "norm_topk_prob": False}),
    "gemma3": ("Gemma3TextConfig", {"tie_word_embeddings": True, "head_dim": 16, "sliding_window": 4,
                                    "layer_types": ["sliding_attention", "full_attention"],
                                    "query_pre_attn_scalar": 24}),
    "phi3": ("Phi3Config", {}),
    "phi4_mini": ("Phi3Config", {"rope_parameters": {**LONG_ROPE, "partial_rotary_factor": 0.75,
                                                     "original_max_position_embeddings": 128},
                                 "original_max_position_embeddings": 128, "partial_rotary_factor": 0.75,
                                 "sliding_window": None}),
    "gpt_oss": ("GptOssConfig", {**MIXTURE, "num_local_experts": 4, "sliding_window": 4, "intermediate_size": 64,
                                 "layer_types": ["sliding_attention", "full_attention"], "rope_parameters": YARN_ROPE}),
}
FAMILIES["gpt_oss_mxfp4"] = FAMILIES["gpt_oss"]
BLOCK = 32  # numbers of mxfp4 that share an exponent


def weight(name, sizes, family):
    """Gains of norms lie around 1 (of Gemma around 0, which means 1), all else around 0."""
    is_gain = name.endswith("norm.weight")
    middle = 1.0 if is_gain and family != "gemma3" else 0.0
    return golden_weights.uniform(name, sizes, 0.3 if is_gain else 0.2, middle)


def stored_tensors(family, tensors):
    """Names and sizes of the file: of mxfp4 matrices of experts are blocks of their rows, and exponents."""
    if not family.endswith("mxfp4"):
        return tensors
    stored = {}
    for name, sizes in tensors.items():
        if not name.endswith(("gate_up_proj", "down_proj")):
            stored[name] = sizes
            continue
        experts, inputs, outputs = sizes
        stored[name + "_blocks"] = [experts, outputs, inputs // BLOCK, BLOCK // 2]
        stored[name + "_scales"] = [experts, outputs, inputs // BLOCK]
    return stored


def stored_tensor(name, sizes, family):
    if name.endswith("_blocks"):
        return golden_weights.integers(name, sizes, 256).to(torch.uint8)
    if name.endswith("_scales"):  # at most 6 times 2^-4
        return (golden_weights.integers(name, sizes, 4) + 120).to(torch.uint8)
    return weight(name, sizes, family)


def make(family):
    kind, fields = FAMILIES[family]
    config = getattr(transformers, kind)(**{**BASE, **fields})
    config._attn_implementation = "eager"
    model = transformers.AutoModelForCausalLM.from_config(config, attn_implementation="eager").eval()
    tensors = {}
    # Names and sizes of the file, which are not always those of the modules.
    folder = OUT / ".saved"
    model.save_pretrained(folder)
    with safetensors.safe_open(folder / "model.safetensors", framework="pt") as file:
        names = sorted(file.keys())
        for name in names:
            tensors[name] = list(file.get_slice(name).get_shape())
    tensors = stored_tensors(family, tensors)
    saved = json.loads((folder / "config.json").read_text())
    more = {}
    if family.endswith("mxfp4"):
        saved["quantization_config"] = {"quant_method": "mxfp4"}
        (folder / "config.json").write_text(json.dumps(saved))
        more = {"quantization_config": transformers.Mxfp4Config(dequantize=True)}
    safetensors.torch.save_file({name: stored_tensor(name, sizes, family) for name, sizes in tensors.items()},
                                folder / "model.safetensors", metadata={"format": "pt"})
    model = transformers.AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager",
                                                              dtype=torch.float32, **more).eval()
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    with torch.no_grad():
        logits = model(torch.tensor([IDS])).logits[0]
        text = model.generate(torch.tensor([IDS]), max_new_tokens=GREEDY, min_new_tokens=GREEDY, do_sample=False,
                              eos_token_id=None)[0, len(IDS):]
    golden = {"family": family, "transformers": transformers.__version__, "config": saved, "tensors": tensors,
              "ids": IDS, "logits": [[float(f"{x:.7g}") for x in row] for row in logits.tolist()],
              "greedy": text.tolist()}
    (OUT / f"{family}.json").write_text(json.dumps(golden, separators=(",", ":")) + "\n")
    print(f"{family}: logits' deviation {logits.std():.3f}, {len(tensors)} tensors")


if __name__ == "__main__":
    OUT.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or FAMILIES:
        make(name)
