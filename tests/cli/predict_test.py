# SPDX-License-Identifier: MIT
"""predict: figures, intervals, comparisons, physics where nothing else is known, bad input, languages."""
import csv
import json
import os
import re
import unittest

from program import ERROR, NOT_SUPPORTED, OK, SOURCE_DIR, USAGE, ProgramTest

LLAMA = ["-m", "llama-3.1-8b", "--gpu", "h100-sxm"]


class Predict(ProgramTest):
    def predict(self, *arguments):
        done = self.run_program("predict", *arguments, "--json")
        self.assertEqual(done.returncode, OK, done.stderr)
        return json.loads(done.stdout)

    def text(self, *arguments):
        done = self.run_program("predict", *arguments)
        self.assertEqual(done.returncode, OK, done.stderr)
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 80, line)
        return done.stdout

    def test_every_shape_is_a_table_and_its_json(self):
        for more, key, words in (([], "step_seconds", "Rests on"),
                                 (["-b", "1,2,4"], "batches", "Batches of sequences of"),
                                 (["--precision", "bf16,fp8"], "precisions", "2209.05433"),
                                 (["--gpu", "h200-sxm"], "cards", "Software"),
                                 (["--scaling"], "rows", "tensor"),
                                 (["--tokens", "2B"], "run", "time of the run"),
                                 (["--gpus", "16"], "node", "50.0 GB/s a GPU")):
            ask = [*LLAMA, "--gpus", "8", *more] if "--gpus" not in more else [*LLAMA, *more]
            self.assertIn(words, " ".join(self.text(*ask).split()))
            self.assertIn(key, self.predict(*ask))
            done = self.run_program("--lang", "zh", "predict", *ask)
            self.assertEqual(done.returncode, OK, done.stderr)
            self.assertNotRegex(done.stdout, r"predict\.\w|forecast|Rests on")
        self.assertEqual(self.predict(*LLAMA, "--train-tokens", "2B"), self.predict(*LLAMA, "--tokens", "2B"))

    def test_what_is_chosen_is_said(self):
        shown = " ".join(self.text("-m", "llama-2-7b", "--gpus", "8", "-b", "8", "--gpu", "h100-sxm").split())
        self.assertIn("kept because Megatron-Core is not 1.5 times as fast", shown)
        shared = ["-m", "codellama-34b", "--gpu", "h100-sxm", "--gpus", "8", "--software", "transformer_engine", "--zero", "1"]
        self.assertIn("ZeRO 1 shares nothing out on h100-sxm", " ".join(self.text(*shared).split()))
        self.assertIn("h100-sxm 上不分摊任何内容", self.run_program("--lang", "zh", "predict", *shared).stdout)
        volta = ["-m", "llama-3.1-8b", "--gpu", "v100-sxm2-32gb", "--gpus", "8"]
        self.assertIn("has no bf16", self.text(*volta))
        self.assertEqual(self.predict(*volta)["computed_in"], "fp16")

    def test_precisions_have_what_is_known_of_their_accuracy_with_a_source(self):
        answer = self.predict(*LLAMA, "--precision", "all")["precisions"]
        rate = {one["precision"]: one["tokens_per_second"]["value"] for one in answer}
        self.assertEqual(list(rate), ["fp32", "tf32", "bf16", "fp16", "fp8", "fp4"])
        self.assertLess(rate["fp32"], rate["tf32"])
        self.assertLess(rate["tf32"], rate["bf16"])
        self.assertLess(rate["bf16"], rate["fp8"])
        shown = self.text(*LLAMA, "--precision", "all")
        for source in ("1905.12322", "1710.03740", "2209.05433"):
            self.assertIn(source, shown)
        self.assertIn("as fp8", shown)  # an H100 has no fp4, so that nothing is said of fp4's accuracy
        self.assertIn("fp4: runs as fp8 on this card", shown)
        chosen = "Software and layout are those chosen for bf16"
        self.assertIn(chosen, shown)
        self.assertNotIn(chosen, self.text("-m", "gpt2", "--gpu", "b200", "--software", "pytorch", "--recompute", "none",
                                           "--precision", "bf16,fp4"))
        self.assertNotIn("2509.25149", shown)
        self.assertIn("2509.25149", self.text("-m", "gpt2", "--gpu", "b200", "--precision", "bf16,fp4"))

    def test_scaling_marks_what_fits_tightly_and_starts_where_there_is_room(self):
        asked = ["-m", "llama-3-8b", "--gpu", "h100-sxm", "--gpus", "4", "--scaling"]
        answer, text = self.predict(*asked), self.text(*asked)
        chinese = self.run_program("--lang", "zh", "predict", *asked).stdout
        data = {row["gpus"]: row["data"]["memory"] for row in answer["rows"]}
        self.assertTrue(data[2]["fits"])
        self.assertFalse(data[2]["at_acceptable_risk"])
        self.assertTrue(data[4]["at_acceptable_risk"])
        kind = answer["parallelism"]["data"]
        self.assertEqual((kind["fewest_gpus"], kind["fewest_gpus_tight"]), (4, 2))
        for shown in (text, chinese):
            self.assertRegex(shown, r"(?m)^ *2  .* \d+\.\d[rs]?f?t ")
            self.assertNotRegex(shown, r"(?m)^ *4  [\d,]+ +\d+ % +[\d.rsf]*t")
        self.assertIn("t: tight: fits as forecast, but more than 10 %", " ".join(text.split()))
        self.assertIn("data: from 4 GPUs, tight from 2; ", text)
        self.assertIn("数据：最少 4 个 GPU，2 个起勉强", chinese)
        for row in answer["rows"]:
            for name in ("data", "tensor", "pipeline"):
                fewest = answer["parallelism"][name]["fewest_gpus"]
                if row[name] and row["gpus"] < fewest:
                    self.assertFalse(row[name]["memory"]["at_acceptable_risk"])
        self.assertNotIn("tight", self.text("-m", "gpt2", "--gpu", "h100-sxm", "--scaling").split("f: FSDP")[1].split("-: heads")[1])

    def test_explain_shows_every_term_and_its_sources(self):
        shown = self.text(*LLAMA, "--gpus", "8", "--explain")
        for words in ("matrices", "attention", "sharding", "optimizer", "989", "NVIDIA-NeMo/Megatron-Bridge"):
            self.assertIn(words, shown)

    def test_explain_puts_the_terms_of_several_side_by_side(self):
        cards = [*LLAMA[:2], "--gpus", "8"]
        for more, names in (([*LLAMA, "--gpus", "8", "-b", "1,2,4"], ["1", "2", "4"]),
                            ([*cards, "--gpu", "h100-sxm,b200"], ["b200", "h100-sxm"]),
                            ([*LLAMA, "--gpus", "8", "--precision", "bf16,fp8"], ["bf16", "fp8"]),
                            ([*LLAMA, "--gpus", "8", "--scaling"], ["8 x data", "8 x tensor", "8 x pipeline"]),
                            (["-m", "resnet50", "--gpu", "h100-sxm", "--scaling"], ["1", "2", "4", "8"])):
            text = self.text(*more, "--explain")
            heading = next(line for line in text.splitlines() if line.startswith(("term ", "of one sample ")))
            for name in names:
                self.assertIn(name, heading)
        text = self.text(*LLAMA, "--gpus", "8", "-b", "1,2,4", "--explain")
        steps = [one["step_seconds"]["value"] for one in self.predict(*LLAMA, "--gpus", "8", "-b", "1,2,4")["batches"]]
        shown = re.search(r"\nstep +(.+)", text.split("\nterm ")[1]).group(1).split("  ")
        self.assertEqual(len([one for one in shown if one.strip()]), len(steps))
        self.assertIn(" of ", self.text(*LLAMA[:2], "--all-gpus", "--explain").split("term ")[1])

    def test_a_card_without_a_16_bit_peak_is_said_to_lack_it(self):
        lacks = "datasheet has no dense 16-bit peak"
        self.assert_error(self.run_program("predict", "-m", "gpt2", "--gpu", "gb10"), NOT_SUPPORTED, "gb10: the " + lacks)
        done = self.run_program("predict", "-m", "gpt2", "--gpu", "gb10,gaudi3")
        self.assert_error(done, NOT_SUPPORTED, "gb10, gaudi3: no training of their generation was published, or")
        for card in ("gb10", "gaudi3"):
            self.assertIn(f"on 1 x {card}", done.stdout)
        text = " ".join(self.text("-m", "gpt2", "--gpu", "gb10,gaudi3,h100-sxm").split())
        self.assertIn("published of their generation: gaudi3. No forecast, as the " + lacks + ": gb10.", text)

    def test_physics_alone_where_no_time_is_known(self):
        for arguments, words in ((["-m", "resnet101", "--gpu", "a100-sxm-80gb", "-b", "64"], ("resnet101",)),
                                 (["-m", "resnet50", "--gpu", "mi300x", "-b", "64"], ("resnet50",)),
                                 (["-m", "swin-large", "--gpu", "a100-sxm-80gb"], ("swin-large",)),
                                 (["-m", "t5-large", "--gpu", "h100-sxm"], ("t5-large",)),
                                 (["-m", "gpt2", "--gpu", "t4"], ("t4",))):
            done = self.run_program("predict", *arguments, "--json")
            self.assert_error(done, NOT_SUPPORTED, *words)
            bounds = json.loads(done.stdout)
            self.assertIsNone(bounds["forecast"])
            self.assertGreater(bounds["bounds"]["samples_per_second_at_most"], 0)
        shown = " ".join(self.run_program("predict", "-m", "llama-3.1-8b", "--gpu", "gtx-1080-ti").stdout.split())
        self.assertIn("multiplied in fp32, as these figures have it.", shown)
        self.assertNotIn("so is this forecast", shown)
        for gpus, read in ((2, "61.10 M / 2 -"), (8, "8 x 41.94 MB")):
            done = self.run_program("predict", "-m", "alexnet", "--gpu", "a100-sxm-80gb", "--gpus", str(gpus))
            self.assertIn(read, done.stdout)
        done = self.run_program("predict", "-m", "alexnet", "--gpu", "h100-sxm", "-b", "64,128", "--json")
        self.assertEqual([one["bounds"]["batch_size"] for one in json.loads(done.stdout)], [64, 128])

    def test_most_published_rates_of_classic_networks_are_inside_the_interval(self):
        names = {"ResNet-50": "resnet50", "SSD300": "ssd300", "GNMT": "gnmt", "Transformer-XL base": "transformer-xl-base"}
        cards = {"RTX 3090 24GB": "rtx-3090", "H100 PCIe 80GB": "h100-pcie"}
        published = {}
        with open(os.path.join(SOURCE_DIR, "data", "truth", "classic_training.csv"), encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["model"] in names and row["gpu"] in cards and "SUSPECT" not in row["notes"]:
                    key = (row["model"], row["gpu"], row["precision"][:4], row["gpus"])
                    published.setdefault(key, []).append(float(row["value"]))
        inside = []
        for (network, card, precision, gpus), rates in published.items():
            answer = self.predict("-m", names[network], "--gpu", cards[card], "--precision", precision, "--gpus", gpus)
            rate = answer.get("samples_per_second") or answer["tokens_per_second"]
            inside.append(rate["low"] <= sorted(rates)[len(rates) // 2] <= rate["high"])
        self.assertGreaterEqual(len(inside), 16)
        self.assertGreaterEqual(sum(inside) / len(inside), 0.85)

    def test_published_rates_stand_in_the_tables_and_beside_bf16_too(self):
        cards = ["-m", "resnet50", "--gpu", "v100-sxm2-16gb,b200,h200-sxm"]
        rows = {row["gpu"]: row["published"] for row in self.predict(*cards)["cards"]}
        self.assertEqual((rows["v100-sxm2-16gb"]["low"], rows["v100-sxm2-16gb"]["outside_interval"]), (833, False))
        self.assertEqual((rows["b200"]["precision"], rows["b200"]["outside_interval"]), ("fp16", True))
        self.assertIsNone(rows["h200-sxm"])
        text = self.text(*cards)
        self.assertRegex(text, r"speed +max batch +published\n")
        self.assertRegex(text, r"v100-sxm2-16gb .* 833\n")
        self.assertRegex(text, r"h200-sxm .* -\n")
        self.assertIn("so take that rate: b200. ", " ".join(text.split()))
        # Nobody published bf16: what is known of fp16 is said to be that.
        bf16 = self.predict("-m", "resnet50", "--gpu", "b200", "--precision", "bf16")["published"]
        self.assertEqual(bf16, rows["b200"])
        self.assertIn("Published of this very case in fp16: 3,076 images/s (rows: 2), outside the interval",
                      " ".join(self.text("-m", "resnet50", "--gpu", "b200", "--precision", "bf16").split()))
        of_types = self.text("-m", "resnet50", "--gpu", "a100-sxm-80gb", "--precision", "fp32,fp16,bf16")
        self.assertEqual(re.findall(r"^(?:fp32|fp16|bf16) .* ([\d,]+)$", of_types, re.M), ["1,066", "1,582", "1,582"])
        self.assertNotIn("published", self.text("-m", "resnet50", "--gpu", "h200-sxm,h800-sxm").split("The fastest first")[0].split("\n\n")[1])

    def test_networks_of_images_count_images(self):
        one = self.predict("-m", "vit-base-16", "--gpu", "h100-sxm")
        text = self.text("-m", "vit-base-16", "--gpu", "h100-sxm")
        self.assertRegex(text, r"images/s +[\d,.]+")
        self.assertNotIn("tokens/s", text)
        self.assertNotIn("sequences", text)
        mfu = one["model_flops_utilisation"]["value"]
        self.assertLess(mfu, 0.01)
        self.assertRegex(text, rf"MFU[^\n]* {100 * mfu:.1f} % ")
        for more in (["-b", "8,16,32"], ["--scaling"], ["--precision", "all"]):
            self.assertNotIn("tokens/s", self.text("-m", "vit-base-16", "--gpu", "h100-sxm", *more))
        ranked = self.text("-m", "vit-base-16", "--gpu", "h100-sxm,a100-sxm-80gb")
        self.assertIn("images/s", ranked)
        self.assertNotIn("tokens/s", ranked)

    def test_beyond_the_largest_published_run_it_says_so(self):
        with open(os.path.join(SOURCE_DIR, "data", "truth", "training.csv"), encoding="utf-8") as file:
            most = max(int(float(row["gpus"] or 0)) for row in csv.DictReader(file))
        self.assertEqual(self.predict(*LLAMA)["rests_on"]["most_gpus"], most)
        self.assertIn("6,144 GPUs", self.text(*LLAMA, "--gpus", "8192"))
        self.assertNotIn("6,144", self.text(*LLAMA, "--gpus", "4096"))

    def test_most_published_bert_runs_are_inside_the_interval(self):
        with open(os.path.join(SOURCE_DIR, "data", "truth", "dl_training_cross_gpu.csv"), encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if "SQuAD" in row["model"] and row["global_batch"]
                    and row["gpu"].startswith(("V100 16GB", "A10 ", "A100", "H100", "GH200"))]
        inside = {"fp16": [], "tf32": []}
        for row in rows:
            precision = "fp16" if "fp16" in row["precision"] else "tf32"
            model = "bert-large" if "large" in row["model"] else "bert-base"
            card = row["gpu"].replace("H100 SXM 80GB", "h100-sxm")
            answer = self.predict("-m", model, "--gpu", card, "--seq", "384", "-b", row["global_batch"],
                                  "--precision", precision)["samples_per_second"]
            inside[precision].append(answer["low"] <= float(row["value"]) <= answer["high"])
        self.assertEqual({precision: len(found) for precision, found in inside.items()}, {"fp16": 28, "tf32": 30})
        for found in inside.values():
            self.assertGreaterEqual(sum(found), 0.85 * len(found))

    def test_a_config_is_the_model_it_describes(self):
        self.write("config.json", json.dumps({
            "model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "num_attention_heads": 32,
            "num_hidden_layers": 32, "vocab_size": 32000, "max_position_embeddings": 4096}))
        described = self.predict("--config", "config.json", "--gpu", "h100-sxm", "--gpus", "8")
        named = self.predict("-m", "llama-2-7b", "--gpu", "h100-sxm", "--gpus", "8")
        self.assertEqual(described["step_seconds"], named["step_seconds"])

    def test_a_chinese_answer_has_one_word_for_images_and_no_stray_blanks(self):
        shown = self.run_program("--lang", "zh", "predict", "-m", "resnet50", "--gpu", "t4", "--precision", "all").stdout
        self.assertIn("图像/s", shown)
        self.assertNotRegex(shown, "images/s|图像/秒")
        self.assertIn("以各种精度训练", shown)

    def test_bad_input_is_one_clear_line(self):
        for arguments, words in (
                (["-m", "gpt2"], ("--gpu", "--all-gpus")),
                (["--gpu", "h100-sxm"], ("--model", "--config", "--params")),
                (["-m", "gpt2", "--gpu", "rtx-4091"], ("rtx-4091", "rtx-4090")),
                ([*LLAMA, "--gpus", "8", "--tp", "2", "--dp", "3"], ("--tp 2 --dp 3", "--gpus 8")),
                ([*LLAMA, "--gpus", "6", "--tp", "3"], ("32", "--tp 3")),
                ([*LLAMA, "--gpus", "-8"], ("--gpus", "-8")),
                ([*LLAMA, "--precision", "fp5"], ("--precision", "fp5", "bf16")),
                ([*LLAMA, "--software", "jax"], ("--software", "jax", "pytorch")),
                ([*LLAMA, "--task", "lora"], ("--task", "lora", "train")),
                ([*LLAMA, "--tokens", "2GB"], ("--tokens", "2GB")),
                ([*LLAMA, "--gpus", "8", "--pp", "4", "--vpp", "9"], ("36", "32")),
                ([*LLAMA, "--task", "serve", "--vpp", "2"], ("--vpp",)),
                (["-m", "resnet50", "--gpu", "h100-sxm", "--vpp", "2"], ("--vpp",)),
                ([*LLAMA, "--precision", "bf16,tf32", "--recipe", "megatron-16"], ("megatron-16", "--precision tf32")),
                ([*LLAMA, "-b", "99999999999999999999"], ("--batch-size 99999999999999999999", "at most 65536")),
                ([*LLAMA, "--zero", "4"], ("--zero", "4"))):
            self.assert_usage_error(["predict", *arguments], *words)
        chinese = self.run_program("--lang", "zh", "predict", *LLAMA, "--gpus", "8", "--software", "deepspeed", "--pp", "2", "--fsdp")
        self.assertEqual(chinese.returncode, USAGE)
        self.assertIn("--fsdp：--software deepspeed 的流水线", chinese.stderr)

    def test_a_sequence_beyond_the_maximum_is_exit_5(self):
        done = self.run_program("predict", "-m", "gpt2", "--gpu", "h100-sxm", "--seq", "2048")
        self.assert_error(done, NOT_SUPPORTED, "2048", "1024")
        self.assert_error(self.run_program("predict", "--config", "none.json", "--gpu", "h100-sxm"), ERROR, "none.json")

    def test_sparse_attention_is_said_not_to_be_described(self):
        ask = ["predict", "--gpu", "b200", "--task", "serve", "-m"]
        self.assertIn("forecast as one that reads the whole cache",
                      " ".join(self.run_program(*ask, "zai-org/GLM-5.1-FP8").stderr.split()))
        self.assertNotIn("whole cache", self.run_program(*ask, "deepseek-v3").stderr)


if __name__ == "__main__":
    unittest.main()
