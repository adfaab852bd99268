#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""llama.cpp's server on a free port of this machine, with a model of two layers and random weights; prints its address.

    .venv-llama/bin/python tests/servers/llama_server.py FOLDER
"""
import os
import sys
import time

import gguf
import numpy
import xllamacpp

LAYERS, WIDTH, INNER, HEADS, KV_HEADS, HEAD = 2, 256, 512, 4, 2, 64


def write_model(path):
    """5 MB. A vocabulary of SentencePiece: every byte, and letters by their place."""
    tokens = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]
    tokens += ["\u2581"] + [chr(32 + place) for place in range(1, 96)]
    writer, random = gguf.GGUFWriter(path, "llama"), numpy.random.default_rng(1)
    writer.add_context_length(4096)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KV_HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(HEAD)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * 259 + [-float(place) for place in range(96)])
    writer.add_token_types([2, 3, 3] + [6] * 256 + [1] * 96)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    shapes = {"token_embd": (len(tokens), WIDTH), "output": (len(tokens), WIDTH)}
    for layer in range(LAYERS):
        shapes |= {f"blk.{layer}.{name}": shape for name, shape in {
            "attn_q": (WIDTH, WIDTH), "attn_k": (KV_HEADS * HEAD, WIDTH), "attn_v": (KV_HEADS * HEAD, WIDTH),
            "attn_output": (WIDTH, WIDTH), "ffn_gate": (INNER, WIDTH), "ffn_up": (INNER, WIDTH),
            "ffn_down": (WIDTH, INNER)}.items()}
        for name in "attn_norm", "ffn_norm":
            writer.add_tensor(f"blk.{layer}.{name}.weight", numpy.ones(WIDTH, numpy.float32))
    writer.add_tensor("output_norm.weight", numpy.ones(WIDTH, numpy.float32))
    for name, shape in shapes.items():
        weight = (random.standard_normal(shape) * 0.02).astype(numpy.float32)
        if name == "output":
            weight[:259] = 0  # letters are likelier than bytes, of which the server holds back what is none
        writer.add_tensor(f"{name}.weight", weight)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main():
    path = os.path.join(sys.argv[1], "tiny.gguf")
    write_model(path)
    settings = xllamacpp.CommonParams()
    settings.model.path, settings.n_ctx, settings.n_parallel, settings.endpoint_metrics = path, 4096, 4, True
    settings.cpuparams.n_threads = 1  # two wait for each other where cores are shared
    server = xllamacpp.Server(settings)
    print(server.listening_address, flush=True)
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main()
