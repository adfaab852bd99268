# SPDX-License-Identifier: MIT
"""A config.json of a few small layers for each set of traits that kernels of ours have."""

BASE = {
    "num_hidden_layers": 4, "hidden_size": 256, "intermediate_size": 1024, "num_attention_heads": 4,
    "num_key_value_heads": 2, "head_dim": 64, "vocab_size": 1024, "max_position_embeddings": 256,
}
TURNS = ["sliding_attention", "full_attention"] * 2
QWEN3_MOE = {"model_type": "qwen3_moe", "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 128}
# Rows of 320 and 192 numbers end within a step of mxfp4.
GPT_OSS = {
    "model_type": "gpt_oss", "hidden_size": 320, "intermediate_size": 192, "num_attention_heads": 16, "num_local_experts": 8,
    "num_experts_per_tok": 4, "sliding_window": 40, "layer_types": TURNS, "rope_theta": 150000.0,
    "rope_scaling": {"rope_type": "yarn", "factor": 32.0, "original_max_position_embeddings": 64, "truncate": False},
}

# Name: (fields, precision).
DECODERS = {
    "llama": ({"model_type": "llama"}, "bf16"),
    "llama_words": ({"model_type": "llama", "vocab_size": 40000}, "bf16"),
    "llama_biased": ({"model_type": "llama", "attention_bias": True, "mlp_bias": True, "head_dim": 128}, "bf16"),
    "mistral": ({"model_type": "mistral", "sliding_window": 40}, "bf16"),
    "qwen3": ({"model_type": "qwen3", "head_dim": 128}, "bf16"),
    "qwen3_moe": (QWEN3_MOE, "bf16"),
    "qwen3_moe_fp8": (QWEN3_MOE, "fp8"),
    "qwen3_moe_int8": (QWEN3_MOE, "int8"),
    "qwen3_moe_int4": (QWEN3_MOE, "int4"),
    "gemma3": ({"model_type": "gemma3_text", "hidden_size": 288, "head_dim": 256, "sliding_window": 40, "layer_types": TURNS,
                "tie_word_embeddings": True, "rope_theta": 1e6, "rope_local_base_freq": 10000.0}, "bf16"),
    "gemma3_whole": ({"model_type": "gemma3_text", "hidden_size": 320, "head_dim": 256, "sliding_window": 40, "layer_types": TURNS,
                      "tie_word_embeddings": True, "rope_theta": 1e6, "rope_local_base_freq": 10000.0}, "bf16"),
    "phi4": ({"model_type": "phi3"}, "bf16"),
    "phi4_mini": ({"model_type": "phi3", "head_dim": 128, "partial_rotary_factor": 0.75}, "bf16"),
    "gpt_oss": (GPT_OSS, "bf16"),
    "gpt_oss_mxfp4": (GPT_OSS, "mxfp4"),
}
