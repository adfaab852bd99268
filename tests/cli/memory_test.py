# SPDX-License-Identifier: MIT
"""estimate-memory: the sum and its parts, the cards, bad input, languages."""
import csv
import json
import os
import statistics
import subprocess
import textwrap
import unittest

from program import ERROR, NOT_SUPPORTED, OK, PROGRAM, SOURCE_DIR, ProgramTest, environment

LLAMA_7B = {"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "num_attention_heads": 32,
            "num_hidden_layers": 32, "vocab_size": 32000, "max_position_embeddings": 4096}


class EstimateMemory(ProgramTest):
    def estimate(self, *arguments):
        done = self.run_program("estimate-memory", *arguments, "--json")
        self.assertEqual(done.returncode, OK, done.stderr)
        return json.loads(done.stdout)

    def test_a_quantised_checkpoint_is_its_model(self):
        for more in (["--task", "infer", "--precision", "fp8"], ["--task", "train"]):
            plain = self.run_program("estimate-memory", "-m", "qwen3-32b", *more)
            named = self.run_program("estimate-memory", "-m", "Qwen/Qwen3-32B-FP8", *more)
            self.assertEqual(named.returncode, OK, named.stderr)
            self.assertEqual(named.stdout, plain.stdout)
            self.assertIn("Qwen/Qwen3-32B-FP8 is taken as qwen3-32b", " ".join(named.stderr.split()))
        self.assertIn("say it by --precision", " ".join(named.stderr.split()))
        chinese = self.run_program("--lang", "zh", "estimate-memory", "-m", "Qwen/Qwen3-32B-FP8", "--task", "train")
        self.assertIn("--precision 指定", chinese.stderr)
        self.assert_usage_error(["estimate-memory", "-m", "Qwen/Qwen3-33B-FP8"], "qwen3-32b")

    def test_of_one_card_the_answer_comes_first(self):
        ask = ["estimate-memory", "-m", "llama-3.1-70b", "--task", "infer", "--gpu", "h100-sxm"]
        for more, first, last in (([], "Does not fit on h100-sxm", "To change: --precision fp8"),
                                  (["--precision", "int4"], "Fits on h100-sxm", "batch"),
                                  (["--lang", "zh"], "h100-sxm 放不下", "可改：--precision fp8"),
                                  (["--explain"], "Does not fit", "To change")):
            lines = self.run_program(*ask, *more).stdout.splitlines()
            self.assertIn(first, lines[0])
            self.assertIn("145.08 GB" if "int4" not in more else " GB", lines[1])
            self.assertIn(last, lines[2])
            self.assertEqual(lines[3], "")

    def test_a_config_is_a_file_a_folder_or_what_comes_in(self):
        os.makedirs(self.path("llama"), exist_ok=True)
        self.write("llama/config.json", json.dumps(LLAMA_7B))
        of_file = self.estimate("--config", "llama/config.json")
        self.assertEqual(self.estimate("--config", "llama")["components"], of_file["components"])
        done = subprocess.run([PROGRAM, "estimate-memory", "--config", "-", "--json"], input=json.dumps(LLAMA_7B), text=True,
                              env=environment(), capture_output=True, timeout=60, check=False)
        self.assertEqual(json.loads(done.stdout)["components"], of_file["components"])
        os.makedirs(self.path("empty"), exist_ok=True)
        self.assert_usage_error(["estimate-memory", "--config", "empty"], "no config.json in the folder empty")

    def test_an_unknown_type_is_said_to_be_taken_as_llama(self):
        self.write("config.json", json.dumps({**LLAMA_7B, "model_type": "foonet"}))
        said = "model_type foonet is not known: taken as Llama's layers"
        asks = {"estimate-memory": [], "predict": ["--gpu", "h100-sxm"],
                "plan": ["--gpus", "8xh100-sxm"], "recommend": ["--max-gpus", "4"]}
        for command, more in asks.items():
            with self.subTest(command=command):
                done = self.run_program(command, "--config", "config.json", *more)
                self.assertEqual(done.returncode, OK, done.stderr)
                self.assertIn(said, " ".join(done.stdout.split()))
                record = json.loads(self.run_program(command, "--config", "config.json", *more, "--json").stdout)
                record = record.get("request", record)
                self.assertEqual(record["unknown_model_type"], "foonet")
                self.assertTrue(record["assumed_shape"])
        serve = self.run_program("predict", "--task", "serve", "--config", "config.json", "--gpu", "h100-sxm")
        self.assertIn(said, " ".join(serve.stdout.split()))
        self.assertIn("covers no other kind of attention or layer", " ".join(serve.stdout.split()))
        asked = ["predict", "--task", "serve", "--config", "config.json", "--gpu", "h100-sxm", "--json"]
        unknown_serve = json.loads(self.run_program(*asked).stdout)
        wide = self.estimate("--config", "config.json")["interval"]
        self.write("config.json", json.dumps(LLAMA_7B))
        known = self.estimate("--config", "config.json")
        known_serve = json.loads(self.run_program(*asked).stdout)
        for count in ("tokens", "requests"):
            ends, known_ends = unknown_serve["kv_cache"][count], known_serve["kv_cache"][count]
            self.assertEqual(ends["value"], known_ends["value"])
            self.assertLess(ends["low"], 0.66 * ends["value"])
            self.assertGreater(ends["high"], 1.34 * ends["value"])
            self.assertGreater(known_ends["low"], 0.9 * known_ends["value"])
        self.assertEqual(unknown_serve["memory_per_gpu"]["cache_bytes"], known_serve["memory_per_gpu"]["cache_bytes"])
        self.assertIsNone(known["unknown_model_type"])
        self.assertLess(known["interval"][1], wide[1])
        self.write("config.json", json.dumps({**LLAMA_7B, "model_type": "foonet", "foo_experts": 8}))
        done = self.run_program("estimate-memory", "--config", "config.json")
        self.assert_error(done, NOT_SUPPORTED, "config.json", "model_type foonet", "foo_experts")

    def test_of_the_engine_measurements_the_lines_do_not_rest_on(self):
        with open(os.path.join(SOURCE_DIR, "data", "truth", "engine_memory.csv"), encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["in_line"] == "no"]
        self.assertGreater(len(rows), 50)
        models = {model["runnable"]: model for model in json.loads(
            self.run_program("list-models", "--runnable", "--json").stdout)}
        errors = []
        for row in rows:
            model = models[row["network"]]
            optimizer = "momentum" if model["kind"] == "cnn" else "adamw"
            of_training = ["--optimizer", optimizer] if row["workload"] == "train" else []
            answer = self.estimate("-m", model["id"], "-b", row["batch_size"], "--task", row["workload"], "--precision",
                                   row["precision"], *of_training, "--engine", "--gpu", "h100-sxm")
            errors.append(abs(answer["allocated"] / int(row["allocated_bytes"]) - 1))
        errors.sort()
        self.assertLess(statistics.median(errors), 0.01)
        self.assertLess(errors[int(0.9 * len(errors))], 0.04)

    def test_a_config_is_the_model_it_describes(self):
        self.write("config.json", json.dumps(LLAMA_7B))
        named = self.estimate("--model", "llama-2-7b", "--seq", "2048")
        described = self.estimate("--config", "config.json", "--seq", "2048")
        self.assertEqual(named["components"], described["components"])

    def test_explain_shows_every_term(self):
        done = self.run_program("estimate-memory", "--params", "1b", "--precision", "fp32", "--explain", "--gpu", "h100")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("8 B x 999,999,488", done.stdout)
        note = done.stdout[done.stdout.index("The shape is assumed"):].split("\nAs PyTorch")[0].splitlines()
        self.assertEqual(note, textwrap.wrap(" ".join(note), 80, break_on_hyphens=False))
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 80)

    def test_explain_has_no_english_arithmetic_in_chinese(self):
        for more, words in ((["--task", "train", "--seq", "2048"], ("x 2,048 个 token", "GB 的 13 %")),
                            (["--task", "infer"], ("x 1 个 token", "x 1 条序列"))):
            ask = ["estimate-memory", "-m", "llama-3.1-8b", "--gpu", "h100-sxm", "--explain", *more]
            text = self.run_program(*ask, "--lang", "zh").stdout
            for word in words:
                self.assertIn(word, text)
            self.assertNotRegex(text, r" % of |B x [0-9,]+ (tokens?|sequences?)")
            self.assertNotRegex(self.run_program(*ask).stdout, r"B x 1 (tokens|sequences)")

    def test_without_a_card_the_answer_fits_a_screen_and_explain_has_all_sizes(self):
        ask = ["-m", "llama-3.1-8b"]
        for language, words in (("en", ("Takes 161.82 GB", "weights 46.08", "b200", "smaller sizes of memory", "Single changes")),
                                ("zh", ("占用 161.82 GB", "权重 46.08", "b200", "种显存容量放不下", "单项改动"))):
            done = self.run_program("--lang", language, "estimate-memory", *ask)
            self.assertEqual(done.returncode, OK, done.stderr)
            for word in words:
                self.assertIn(word, done.stdout)
            self.assertLessEqual(len(done.stdout.splitlines()), 25)
        explained = self.run_program("estimate-memory", *ask, "--explain").stdout
        for word in ("rtx-4090, rtx-3090 +", "rtx-a2000-6gb", "allocator's gap", "+1: one more card", "list of operators"):
            self.assertIn(word, explained)

    def test_of_a_named_card_the_parts_are_a_table(self):
        ask = ["-m", "bert-large", "-b", "29", "--precision", "fp16", "--gpu", "rtx-4090"]
        text = self.run_program("estimate-memory", *ask).stdout
        self.assertRegex(text, r"25\.76 +tight +35 %")
        self.assertRegex(text, r"\ntotal +[\d.]+ +[\d.]+ +90 %: ")
        self.assertIn("tight: it fits as forecast, but more than 10 % of such cases run out of memory", " ".join(text.split()))
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_json_has_what_the_text_has(self):
        answer = self.estimate("--model", "mixtral-8x7b", "--ep", "4", "--dp", "8", "--zero", "1", "--seq", "4096", "--gpu", "h100-sxm")
        self.assertAlmostEqual(sum(answer["components"].values()), answer["total"], delta=20)
        self.assertEqual((answer["layout"]["ep"], answer["layout"]["zero"], answer["sequence"]), (4, 1, 4096))
        self.assertEqual(answer["fits"][0]["gpus"], ["h100-sxm"])
        self.assertLess(answer["interval"][0], answer["total"])
        self.assertTrue(all(change["bytes"] < answer["total"] for change in answer["changes"]))

    def test_chinese(self):
        done = self.run_program("--lang", "zh", "estimate-memory", "--model", "gpt2")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("权重", done.stdout)

    def test_bad_input_is_one_clear_line(self):
        for arguments, words in (
                ([], ("--model", "--config", "--params")),
                (["--model", "gpt2", "--task", "sing"], ("--task", "sing", "train")),
                (["--model", "gpt2", "--batch-size", "0"], ("--batch-size", "0")),
                (["--model", "gpt2", "--precision", "fp5"], ("--precision", "fp5", "bf16")),
                (["--model", "gpt2", "--zero", "4"], ("--zero", "4")),
                (["--model", "llama-3.1-8b", "--seq", "2.5k"], ("--seq", "2.5k")),
                (["--model", "llama-2-7b", "--tp", "3"], ("32", "--tp 3")),
                (["--model", "gpt2", "--gpu", "voodoo"], ("voodoo",)),
                (["--params", "13b", "--hidden", "5120", "--heads", "7"], ("5120", "7 heads")),
                (["--model", "gpt2", "--layers", "3"], ("--layers", "--params")),
                (["--model", "gpt2", "--pp", "2", "--vpp", "8"], ("--vpp 8 with --pp 2", "12 layers", "--vpp 7 at most")),
                (["--model", "llama-3.1-8b", "--software", "foo"], ("--software", "compiled")),
                (["--model", "gpt2", "-b", "1000000000"], ("--batch-size", "1000000000"))):
            self.assert_usage_error(["estimate-memory", *arguments], *words)

    def test_what_it_does_not_reach_is_exit_5(self):
        for arguments, words in ((["--model", "gpt2", "--seq", "2048"], ("2048", "1024")),
                                 (["--model", "swin-large"], ("swin-large",))):
            done = self.run_program("estimate-memory", *arguments)
            self.assert_error(done, NOT_SUPPORTED, *words)

    def test_what_only_the_size_says_is_printed_as_a_floor(self):
        done = self.run_program("estimate-memory", "-m", "swin-large", "--precision", "fp32", "--json")
        self.assert_error(done, NOT_SUPPORTED, "swin-large")
        floor = json.loads(done.stdout)
        self.assertIsNone(floor["total"])
        # 196.5 M parameters: 4 bytes each of weights and gradients, 8 of Adam's moments
        self.assertAlmostEqual(floor["at_least"]["total"] / (16 * 196.53e6), 1, delta=0.02)
        self.assertEqual(floor["too_small"], [])
        done = self.run_program("estimate-memory", "-m", "sdxl-unet", "--gpu", "rtx-4090,h100-sxm")
        self.assert_error(done, NOT_SUPPORTED, "sdxl-unet")
        self.assertIn("too small: rtx-4090,", done.stdout)
        self.assertNotIn("h100-sxm", done.stdout)

    def test_a_quantised_config_is_answered_in_its_own_format(self):
        def stored(method, **more):
            self.write("config.json", json.dumps({**LLAMA_7B, "quantization_config": {"quant_method": method, **more}}))
            done = self.run_program("estimate-memory", "--config", "config.json", "--task", "infer", "--json")
            self.assertEqual(done.returncode, OK, done.stderr)
            return json.loads(done.stdout), done.stderr
        plain = 6.738e9 * 2
        for method, more, precision, weights in (
                ("awq", {"bits": 4}, "int4", 0.5195), ("gptq", {"bits": 8}, "int8", 1),
                ("fp8", {"weight_block_size": [128, 128]}, "fp8", 1),
                ("bitsandbytes", {"load_in_4bit": True}, "nf4", 0.5159)):
            answer, note = stored(method, **more)
            self.assertEqual(answer["precision"], precision)
            # 6.476 G weights of layers, 0.262 G of tables in 16 bits
            self.assertAlmostEqual(answer["components"]["weights"] / (6.476e9 * weights + 0.262e9 * 2), 1, delta=0.003)
            named = f"stored in {precision}, so" if method == precision else f"stored in {precision} ({method}), so"
            self.assertIn(named, note)
        answer, note = stored("aqlm", nbits_per_codebook=16)
        self.assertEqual(answer["precision"], "bf16")
        self.assertAlmostEqual(answer["components"]["weights"] / plain, 1, delta=0.003)
        self.assertIn("stored by aqlm in a format that is not known here", note)
        # What is asked for counts, and training unpacks them.
        for more in (["--task", "infer", "--precision", "bf16"], ["--task", "lora"]):
            done = self.run_program("estimate-memory", "--config", "config.json", "--json", *more)
            self.assertEqual((json.loads(done.stdout)["precision"], done.stderr), ("bf16", ""))

    def test_fields_that_change_shapes_and_are_not_read_are_said(self):
        self.write("config.json", json.dumps({**LLAMA_7B, "altup_num_inputs": 4, "time_limit": [0.0, float("inf")]}))
        done = self.run_program("estimate-memory", "--config", "config.json")
        self.assertIn("its fields altup_num_inputs change shapes", " ".join(done.stdout.split()))
        chinese = self.run_program("--lang", "zh", "estimate-memory", "--config", "config.json")
        self.assertIn("altup_num_inputs", chinese.stdout)
        answer = self.estimate("--config", "config.json")
        self.assertEqual((answer["assumed_shape"], answer["unread_fields"]), (True, ["altup_num_inputs"]))

    def test_gpus_are_those_of_the_layout(self):
        self.assert_usage_error(["estimate-memory", "-m", "llama-3.1-8b", "--gpus", "8"], "--dp 8", "--gpu names cards")

    def test_a_broken_config_is_named_with_what_is_wrong(self):
        lacking = {key: value for key, value in LLAMA_7B.items() if key != "hidden_size"}
        deep = '{"a":' * 50000
        for text, words in (('{\n "a": 1,}', ("config.json", "line 2, column 9")),
                            (json.dumps(lacking), ("config.json", "hidden_size")),
                            (deep, ("config.json", "line 1, column 1001"))):
            self.write("config.json", text)
            self.assert_error(self.run_program("estimate-memory", "--config", "config.json"), ERROR, *words)
        self.write("config.json", json.dumps({**LLAMA_7B, "num_attention_heads": 33, "num_key_value_heads": 33}))
        for command in (["estimate-memory"], ["predict", "--gpu", "h100-sxm"], ["plan", "--gpus", "8xh100-sxm"]):
            self.assert_error(self.run_program(*command, "--config", "config.json"), ERROR, "config.json",
                              "width 4096 is no multiple of 33 heads", "head_dim")
        self.write("config.json", json.dumps({**LLAMA_7B, "model_type": "jamba"}))
        done = self.run_program("estimate-memory", "--config", "config.json")
        self.assert_error(done, NOT_SUPPORTED, "config.json", "model_type jamba")
        self.write("config.json", json.dumps({"model_type": "llava", "text_config": LLAMA_7B}))
        done = self.run_program("estimate-memory", "--config", "config.json")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("note: llama: the language model alone", done.stderr)


if __name__ == "__main__":
    unittest.main()
