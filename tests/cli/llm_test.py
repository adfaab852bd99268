# SPDX-License-Identifier: MIT
"""llm with an engine that answers at once: what is measured, in whose words it is told, and what is refused."""
import json
import os
import struct
import unittest

from program import ERROR, NOT_SUPPORTED, OK, USAGE, ProgramTest, environment
from schema import errors_against_schema

ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripted_engine.py")
METRICS = ("prefill.step_time=20 ms,prefill.token_throughput=25600 tokens/s,decode.step_time=5 ms,"
           "decode.token_throughput=200 tokens/s,limit_share=80 %,parameters=1235814400 count,"
           "memory_model_state=2 GiB,memory_cache=0.5 GiB,memory_process_peak=3 GiB")
SMALL = ("llm", "-m", "llama-3.2-1b")


class Llm(ProgramTest):
    def llm(self, *arguments, script="ok", metrics=METRICS):
        env = environment(WGF_ENGINE_PATH=ENGINE, WGF_SCRIPT=script, WGF_SCRIPT_STATE=self.path("taken"),
                          WGF_SCRIPT_METRICS=metrics)
        return self.run_program(*arguments, "--device", "cpu", env=env)

    def taken(self):
        """The parameters of each case the engine took."""
        with open(self.path("taken"), encoding="utf-8") as file:
            return [dict(word.split("=") for word in line.split()[1:]) for line in file]

    def lengths(self):
        return [(int(case["prompt_tokens"]), int(case["new_tokens"])) for case in self.taken()]

    def results(self, name="llm.json"):
        with open(self.path(name), encoding="utf-8") as file:
            run = json.load(file)
        self.assertEqual(errors_against_schema(self, run), [])
        return run["results"]

    def test_options_of_llama_bench_and_its_table(self):
        done = self.llm(*SMALL, "-p", "512", "-n", "128", "-pg", "256,32", "-o", "md")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.lengths(), [(512, 128), (256, 32)])
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.splitlines()]
        self.assertEqual(rows[0], ["model", "size", "params", "backend", "test", "t/s"])
        self.assertEqual([row[4] for row in rows[2:]],
                         ["pp512", "tg128 @ d512", "pp512+tg128", "pp256", "tg32 @ d256", "pp256+tg32"])
        self.assertEqual(rows[2][1:3], ["2.00 GiB", "1.24 B"])
        self.assertEqual(rows[2][5], "25600.00 ± 0.00")
        self.assertEqual(len(self.results()), 2)  # our file all the same

    def test_json_of_llama_bench(self):
        done = self.llm(*SMALL, "-p", "512", "-n", "0", "-d", "0,4096", "-o", "json", "-o", "mine.json")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual([(test["n_prompt"], test["n_gen"], test["n_depth"]) for test in json.loads(done.stdout)],
                         [(512, 0, 0), (512, 0, 4096)])
        self.assertEqual(len(self.results("mine.json")), 2)

    def test_a_preset_is_lengths_and_requests_that_may_be_typed_over(self):
        self.llm(*SMALL, "--preset", "summarise", "-b", "2")
        self.assertEqual(self.lengths(), [(778, 73)])
        self.assertEqual(self.taken()[0]["batch_size"], "2")

    def test_costs_are_at_the_price_that_is_given(self):
        done = self.llm(*SMALL, "--price", "3.6", "--like", "vllm")
        self.assertEqual(done.returncode, OK, done.stderr)
        costs = {metric["tag"]: metric["value"] for metric in self.results()[0]["metrics"]}
        self.assertAlmostEqual(costs["decode.token_cost"], 5)
        self.assertAlmostEqual(costs["prefill.token_cost"], 3.6 / (25600 * 3600) * 1e6)
        self.assertIn("Mean TPOT", done.stdout)

    def test_the_largest_batch_is_found_by_running_it(self):
        done = self.llm(*SMALL, "-b", "max", script="ok,ok,out_of_memory")  # on a CPU, from one on
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual([int(case["batch_size"]) for case in self.taken()], [1, 2, 4])
        self.assertIn("its memory would hold", str(self.results()[1]["warnings"]) + done.stdout)

    def test_alone_on_a_cpu_it_measures_a_small_model(self):
        done = self.llm("llm")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual([case["model"] for case in self.taken()], ["smollm2-135m", "qwen2.5-0.5b", "llama-3.2-1b"])
        self.assertIn("[1/3]", done.stderr)

    def test_a_config_json_is_a_model_called_after_its_folder(self):
        os.mkdir(self.path("my-llama"))
        config = {"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4,
                  "num_key_value_heads": 2, "vocab_size": 256, "max_position_embeddings": 512}
        self.write("my-llama/config.json", json.dumps(config))
        done = self.llm("llm", "-m", "my-llama/config.json", "-p", "32")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.taken()[0]["model"], "my-llama")
        self.assert_error(self.llm("llm", "-m", "my-llama/config.json", "-p", "512"), USAGE, "528", "512")
        self.write("my-llama/config.json", "{")
        self.assertNotEqual(self.llm("llm", "-m", "my-llama/config.json").returncode, OK)

    def test_a_profile_is_of_one_model_in_processes_of_their_own(self):
        done = self.llm("llm", "--profile", "-b", "1,2", "--repeat", "1")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual([case["profiled_steps"] for case in self.taken()], ["9", "9"])
        self.assertEqual([result["process"] for result in self.results()], [0, 1])

    def test_checkpoints_that_cannot_be_are_said_in_one_line(self):
        def folder(name, header, data=b"", length=None, **config):
            os.mkdir(self.path(name))
            self.write(f"{name}/config.json", json.dumps({"model_type": "llama", **config}))
            text = json.dumps(header).encode()
            with open(self.path(f"{name}/model.safetensors"), "wb") as file:
                file.write(struct.pack("<Q", len(text) if length is None else length) + text + data)
            return name

        def tensor(begin, end):
            return {"dtype": "F32", "shape": [(end - begin) // 4], "data_offsets": [begin, end]}

        gptq = {"quantization_config": {"quant_method": "gptq", "bits": 4, "group_size": 128}}
        for name, parts in (
                (folder("cut", {"a": tensor(0, 64)}, bytes(32)), ("cut off", "64", "32")),
                (folder("header", {}, length=1 << 60), (str(1 << 60),)),
                (folder("twice", {"a": tensor(0, 64), "b": tensor(32, 96)}, bytes(96)), ("a and b overlap",)),
                (folder("behind", {"a": tensor(64, 128)}, bytes(64)), ("cut off",)),
                (folder("plain", {"a": tensor(0, 64)}, bytes(64), **gptq), ("GPTQ", "config.json"))):
            with self.subTest(name):
                self.assert_error(self.llm("llm", "-m", self.path(name)), ERROR, name, *parts)

    def test_what_cannot_be_is_said_in_one_line(self):
        for arguments, code, parts in (
                (("llm", "-m", "llama-9b"), USAGE, ("llama-9b",)),
                (("llm", "-m", "resnet50"), NOT_SUPPORTED, ("resnet50",)),
                (("llm", "-m", "llama-3.1-8b", "-d", "131072"), USAGE, ("131072", "llama-3.1-8b", "-d")),
                (("llm", "-pg", "512"), USAGE, ("-pg 512", "512,128")),
                (("llm", "-p", "0", "-n", "0"), USAGE, ("-p 0",)),
                (("llm", "--preset", "chess"), USAGE, ("chess", "agent")),
                (("llm", "--like", "ollama"), USAGE, ("ollama", "gpt-fast")),
                (("llm", "--like", "vllm", "--json"), USAGE, ("--like", "--json")),
                (("llm", "--like", "vllm", "-o", "md"), USAGE, ("--like", "--json")),
                (("llm", "--profile", "--rate", "2"), USAGE, ("--profile",)),
                (("llm", "--profile", "--tp", "2"), USAGE, ("--profile", "--tp")),
                (("llm", "--rate", "2", "--tp", "2"), USAGE, ("--tp",)),
                (("llm", "--rate", "2", "--like", "vllm"), USAGE, ("--like",)),
                (("llm", "--rate", "2", "-o", "md"), USAGE, ("-o md",)),
                ((*SMALL, "--rate", "2", "--input-tokens", "1-131072"), USAGE, ("131080", "--input-tokens")),
                (("llm", "--kv-precision", "int2"), USAGE, ("int2", "fp8")),
                (("llm", "--price", "cheap"), USAGE, ("cheap", "2.49"))):
            self.assert_error(self.llm(*arguments), code, *parts)

    def test_a_cache_that_cannot_fit_is_skipped_with_the_numbers(self):
        done = self.llm(*SMALL, "-b", "1,10000000")
        self.assertEqual(done.returncode, OK, done.stderr)
        skipped = self.results()[1]
        self.assertEqual(skipped["status"], "skipped")
        self.assertEqual(skipped["reason"]["code"], "runner.decoder_cannot_fit")
        self.assertEqual(skipped["reason"]["args"]["sequences"], "10000000")


if __name__ == "__main__":
    unittest.main()
