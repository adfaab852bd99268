# SPDX-License-Identifier: MIT
"""llm on checkpoints: a tiny Llama as a folder of safetensors, its config.json alone, and what is refused."""
import json
import os
import random
import struct
import unittest

from engine_test import PATIENCE_S, EngineTest
from program import ERROR, NOT_SUPPORTED, OK

CONFIG = {"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 32, "intermediate_size": 64,
          "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 64, "max_position_embeddings": 256}
LAYER = {"self_attn.q_proj.weight": (32, 32), "self_attn.k_proj.weight": (16, 32), "self_attn.v_proj.weight": (16, 32),
         "self_attn.o_proj.weight": (32, 32), "mlp.gate_proj.weight": (64, 32), "mlp.up_proj.weight": (64, 32),
         "mlp.down_proj.weight": (32, 64), "input_layernorm.weight": (32,), "post_attention_layernorm.weight": (32,)}
SIZES = {"model.embed_tokens.weight": (64, 32), "model.norm.weight": (32,), "lm_head.weight": (64, 32),
         **{f"model.layers.{i}.{name}": sizes for i in range(2) for name, sizes in LAYER.items()}}
RUN = ["--device", "cpu", "-p", "8", "-n", "4", "-i", "3", "-w", "1"]


def write_safetensors(path, names):
    numbers, header, place = [], {}, 0
    for name in names:
        count = 1
        for size in SIZES[name]:
            count *= size
        numbers += [random.gauss(0, 0.1) for _ in range(count)]
        header[name] = {"dtype": "F32", "shape": SIZES[name], "data_offsets": [place, place + 4 * count]}
        place += 4 * count
    text = json.dumps(header).encode("ascii")
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + struct.pack(f"<{len(numbers)}f", *numbers))


class Checkpoints(EngineTest):
    def setUp(self):
        super().setUp()
        random.seed(1)
        self.model = self.path("tiny-llama")
        os.makedirs(self.model)
        self.write_config(CONFIG)

    def write_config(self, config):
        with open(os.path.join(self.model, "config.json"), "w", encoding="ascii") as file:
            json.dump(config, file)

    def write_parts(self):
        """Two files and the index over them."""
        names = sorted(SIZES)
        parts = {"model-1.safetensors": names[:5], "model-2.safetensors": names[5:]}
        for part, inside in parts.items():
            write_safetensors(os.path.join(self.model, part), inside)
        index = {"weight_map": {name: part for part, inside in parts.items() for name in inside}}
        with open(os.path.join(self.model, "model.safetensors.index.json"), "w", encoding="ascii") as file:
            json.dump(index, file)

    def llm(self, model, output):
        return self.run_program("llm", "-m", model, *RUN, "-o", output, env=self.env(), timeout=PATIENCE_S)

    def measured(self, model):
        done = self.llm(model, "llm.json")
        self.assertEqual(done.returncode, OK, done.stderr)
        return self.record("llm.json")["results"][0]

    def test_a_folder_is_measured_with_its_weights_and_named_without_its_place(self):
        self.write_parts()
        result = self.measured(self.model)
        parameters = result["case"]["parameters"]
        self.assertEqual(parameters["model"], "tiny-llama")
        self.assertRegex(parameters["weights"], "^[0-9a-f]{16}$")
        self.assertGreater({metric["tag"]: metric["value"] for metric in result["metrics"]}["load.bandwidth"], 0)
        self.assertNotIn(os.path.dirname(self.model), json.dumps(result))

    def test_a_config_alone_has_random_weights(self):
        result = self.measured(os.path.join(self.model, "config.json"))
        self.assertEqual(result["case"]["parameters"]["model"], "tiny-llama")
        self.assertNotIn("weights", result["case"]["parameters"])

    def test_what_is_wrong_ends_in_one_line(self):
        whole = os.path.join(self.model, "model.safetensors")
        write_safetensors(whole, sorted(SIZES)[1:])
        done = self.llm(self.model, "missing.json")
        self.assertEqual(done.returncode, ERROR)
        self.assertEqual(self.record("missing.json")["results"][0]["reason"]["code"], "checkpoint.missing_tensor")

        write_safetensors(whole, SIZES)
        self.write_config({**CONFIG, "quantization_config": {"quant_method": "gptq", "bits": 3, "group_size": 128}})
        self.assert_error(self.llm(self.model, "bits.json"), NOT_SUPPORTED, "tiny-llama/config.json", "bits")
        self.write_config({**CONFIG, "model_type": "mamba"})
        self.assertEqual(self.llm(self.model, "family.json").returncode, NOT_SUPPORTED)

        self.write_config(CONFIG)
        with open(whole, "r+b") as file:
            file.truncate(os.path.getsize(whole) - 1)
        self.assert_error(self.llm(self.model, "cut.json"), ERROR, "tiny-llama/model.safetensors")
        self.assertFalse(os.path.exists(self.path("cut.json")))


if __name__ == "__main__":
    unittest.main()
