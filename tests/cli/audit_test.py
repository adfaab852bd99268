# SPDX-License-Identifier: MIT
"""audit on the way through: a claim and a file, in both languages, as JSON, and what is refused. How claims are read and
judged: src/answers/claims, rows of tables: src/truth."""
import json
import os
import subprocess
import unittest

from program import NOT_SUPPORTED, OK, PROGRAM, REGRESSION, SOURCE_DIR, ProgramTest, environment

TRUTH = os.path.join(SOURCE_DIR, "data/truth")
CLASSIC = "id,gpu,gpus,model,precision,value,unit\nx,A100 SXM 80GB,1,ResNet-50,fp16 AMP,13000,images/s\n"


class Audit(ProgramTest):
    def said(self, *arguments, code=OK, stream="stdout"):
        """What it prints, as one line."""
        done = self.run_program("audit", *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        return " ".join(getattr(done, stream).split())

    def answer(self, *arguments, code=OK):
        done = self.run_program("audit", *arguments, "--json")
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return json.loads(done.stdout)

    def results(self, change):
        """A file of a run's results, each changed."""
        with open(os.path.join(SOURCE_DIR, "tests/cli/h200_results.json"), encoding="utf-8") as file:
            run = json.load(file)
        for one in run["results"]:
            change(one)
        return self.write("results.json", json.dumps(run))

    def test_a_claim_needs_no_quotes_and_its_text_fits(self):
        words = ["gpt2-1.5b", "seq", "2048", "245", "samples/s", "on", "1xA100"]
        for language, verdict in (("en", "Impossible"), ("zh", "不可能")):
            done = self.run_program("--lang", language, "audit", *words)
            self.assertEqual(done.returncode, REGRESSION, done.stderr)
            self.assertIn("245 samples/s", done.stdout)
            self.assertIn(verdict, done.stdout)
            self.assertLessEqual(max(map(len, done.stdout.splitlines())), 80)
        answer = self.answer(*words, code=REGRESSION)
        self.assertEqual((answer["model"], answer["impossible"], answer["bound"], answer["unit"]),
                         ("gpt2-xl", True, "flops", "samples/s"))
        self.assertAlmostEqual(answer["needed_flops"] / answer["available_flops"], answer["factor"], 4)

    def test_the_arithmetic_is_explained(self):
        text = self.said("gpt2-xl seq 1024 30 samples/s on h100-sxm", "--explain")
        for words in ("Forward pass of 1,024 tokens: matrices", "Needed: 30.0 samples/s x", "Available: 1 x",
                      "bf16: 989.4 instead of 1,071 TFLOP/s"):
            self.assertIn(words, text)
        claim = "deepseek-v3 inference batch 1 200 tokens/s on 8xh200-sxm"
        self.assertRegex(self.said(claim, "--explain"), r"weights of 18\.\d+ GB less 0\.41943 GB that the caches of 8 x h200-sxm hold")
        chinese = self.said(claim, "--explain", "--lang", "zh")
        self.assertIn("4 位", chinese)
        self.assertNotIn("bits", chinese)
        text = self.said("all-reduce 900 GB/s on 8xh100-sxm", "--explain", code=REGRESSION)
        self.assertIn("Needed: 900 GB/s x 0.5714 each = 514 GB/s. Available: 1 x 450 GB/s = 450 GB/s", text)

    def test_what_a_claim_was_read_as_is_said(self):
        for claim, words, code in (
                ("resnet50 batch 256 5 it/s on 1xa100-sxm-40gb", "steps are of training unless it says inference", OK),
                ("resnet50 batch 256 5 it/s on 1xa100-sxm-40gb", "it/s of batch 256", OK),
                ("llama-70b fp8 1000 tokens/s batch 2 on 1xh200", "As tokens generated, 2 at once, at most on h200-sxm", OK),
                ("llama-3.1-8b 3000 tps bs=1 on 1xh100", "Read as generation, 1 token for each pass", REGRESSION),
                ("gpt3-175b training 150 TFLOPS on 1024xa100-sxm-80gb", "all 1,024 GPUs together", OK),
                ("168.38 TFLOPS bf16 on 1xrtx-4090", "2,520 is the rated one", OK),
                ("matmul 700 TFLOPS bf16 on 1xh100-sxm", "a product of matrices", OK),
                ("all-gather 900 GB/s on 8xh100-sxm", "read as bus bandwidth: busbw of nccl-tests", REGRESSION),
                ("llama-3.1-70b TTFT 1 ms on 8xh100-sxm bf16", "to the first token at least", REGRESSION)):
            self.assertIn(words, self.said(claim, code=code))
        self.assertIn("a100 means a100-sxm-80gb", self.said("1900 GB/s on 1xA100", stream="stderr"))
        self.assertIn("its type as its name says it", self.said("Qwen3-32B-FP8 TPOT 50 ms h100-sxm", stream="stderr"))

    def test_rates_of_one_claim_are_held_against_each_other(self):
        claim = "llama-3.1-8b batch 1 100 tokens/s TPOT 20 ms on h100-sxm"
        for language, words in (("en", ("Impossible together", "2.00 times apart")), ("zh", ("不可能同时成立", "相差 2.00 倍"))):
            text = self.said(claim, "--lang", language, code=REGRESSION)
            for one in words:
                self.assertIn(one, text)
        answer = self.answer(claim, code=REGRESSION)
        self.assertEqual((answer["impossible"], answer["agreement"], [one["claim"] for one in answer["rates"]]),
                         (True, "conflict", ["100 tokens/s", "tpot 20 ms"]))
        self.assertIn("The rates agree", self.said("resnet50 training bs=256 4 it/s 1024 images/s on a100"))

    def test_a_share_above_the_peak_is_said_to_be_one(self):
        self.assertIn("counted of another peak", self.said("llama-3.1-8b MFU 100.5% on 8xa100-sxm-80gb", code=REGRESSION))
        self.assertIn("an MFU of the dense fp8 peak, 1,979 TFLOP/s of each", self.said("llama-3.1-8b MFU 55% fp8 on 8xh100-sxm"))
        self.assertIn("100.5 % of it", self.said("2508 TFLOPS bf16 on 8xa100-sxm-80gb"))
        self.assert_usage_error(["audit", "60 TFLOPS on RTX 4090 48GB"], "rtx-4090 has 24 GB, not 48")

    def test_weights_that_the_cards_cannot_hold(self):
        for claim, words in (
                ("llama-3.1-70b TPOT 60 ms on 1xh100-sxm bf16", "with weights streamed from the host 843 ms a token"),
                ("llama-3.1-70b 10 tokens/s batch 1 on 1xh100-sxm bf16", "8.43 times what weights streamed from the host allow"),
                ("llama-3.1-70b 1 tokens/s batch 1 on 1xh100-sxm bf16", "streamed from the host, 84 % of what PCI Express allows"),
                ("llama-3.1-70b 50 tokens/s on 1xh100-sxm bf16", "843 ms at least by PCI Express, in which the claim needs 43 tokens"),
                ("llama-3.1-70b training batch 4 seq 2048 step 10 s on rtx4090", "streamed from the host, 86 % of its bound"),
                ("llama-3.1-70b batch 4 seq 2048 1000 tokens/s on rtx4090", "Read as prompts, 8,192 tokens for each pass"),
                ("llama-3.1-70b batch 4 1000 tokens/s on rtx4090", "Read as generation, 4 tokens for each pass"),
                ("llama-3.1-405b inference batch 1 4 tokens/s on 1xgh200-96gb", "of what NVLink-C2C allows"),
                ("llama-405b inference 100 tokens/s on 1xgb10", "which the host shares: it can run only with weights read anew")):
            text = self.said(claim)
            self.assertIn(words, text)
            self.assertNotIn("Possible", text)
        self.assertIn("无法判定", self.said("llama-405b inference 100 tokens/s on 1xgb10", "--lang", "zh"))

    def test_a_claim_that_cannot_be_read_is_one_clear_line(self):
        for claim, words in (("gpt2 50 samples/s on h100", ("seq 1024",)), ("gpt9 seq 8 20 samples/s on h100", ("gpt9", "gpt2")),
                             ("gpt2 seq 8 20 samples/s on voodoo", ("voodoo",)), ("1e300 TFLOPS on 1xh100", ("1e300", "unit")),
                             ("50k tokns/s llama-3.1-8b on h100", ('no unit of a rate "tokns/s"; nearest: tokens/s',))):
            self.assert_usage_error(["audit", claim], *words)
        self.assert_usage_error(["audit"], "claim")
        self.assert_error(self.run_program("audit", "lstm 20 samples/s on h100"), NOT_SUPPORTED, "lstm")
        self.assert_error(self.run_program("audit", "t5-large generation 60000 tokens/s batch 8 on 1xa100"), NOT_SUPPORTED,
                          "encoder or its decoder")

    def test_results_of_a_run_and_the_csv_of_their_report(self):
        answer = self.answer(self.results(lambda one: None))
        self.assertEqual((answer["rows"], answer["checked"], answer["impossible"], answer["not_checked"]), (27, 27, [], {}))

        def take_more(one):
            if one["case"]["key"].startswith("train model=resnet50 batch_size=128 precision=bf16"):
                one["metrics"].append({"tag": "memory_device_peak", "unit": "GiB", "value": 150})
        file = self.results(take_more)
        faults = self.answer(file, code=REGRESSION)["impossible"]
        self.assertTrue(faults and all("150.0 GiB" in fault["reason"] for fault in faults), faults)
        self.assertEqual(self.run_program("report", file, "-o", self.path("results.csv")).returncode, OK)
        again = self.answer(self.path("results.csv"), code=REGRESSION)
        self.assertEqual((again["rows"], len(again["impossible"])), (27, len(faults)))

    def test_what_is_not_checked_is_named(self):
        def rate_alone(one):
            if not one["case"]["key"].startswith("train"):
                one["metrics"] = [metric for metric in one["metrics"] if metric["tag"] == "gpu_utilization"]
        file = self.results(rate_alone)
        rows = [row["row"] for row in self.answer(file)["not_checked_rows"]]
        for language, words in (("en", ("- 16: no limit known on what was measured (", "and 13 more)")),
                                ("zh", ("- 16：所测的量没有已知的上限（", "另有 13 个）"))):
            text = self.said(file, "--lang", language).replace(" ", "")
            for part in (*words, *rows[:3]):
                self.assertIn(part.replace(" ", ""), text)

    def test_tables_of_published_measurements(self):
        self.assertEqual(self.answer(os.path.join(TRUTH, "training.csv"))["impossible"], [])
        table = self.write("memory.csv", "id,gpu,gpus,value_gib,phase\na,A100 SXM 80GB,8,120,training peak\nc,Voodoo 2,1,1,\n")
        answer = self.answer(table, code=REGRESSION)
        self.assertEqual(([row["row"] for row in answer["impossible"]], answer["checked"]), (["a"], 1))
        self.assertEqual(answer["not_checked"], {"GPU not in the catalogue": 1})
        self.assertIn("- 1: GPU not in the catalogue (c)", self.said(table, code=REGRESSION))
        self.assertIn("- 1：目录中没有这块 GPU（c）", self.said(table, "--lang", "zh", code=REGRESSION))

    def test_a_table_is_read_from_a_pipe(self):
        done = subprocess.run([PROGRAM, "audit", "/dev/stdin", "--json"], input=CLASSIC, text=True, env=environment(),
                              capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, REGRESSION, done.stderr)
        self.assertEqual(json.loads(done.stdout)["checked"], 1)

    def test_files_that_cannot_be_audited(self):
        for name in ("missing.json", "/missing", "./missing"):
            self.assert_error(self.run_program("audit", name), 1, f"no file {name} to audit", "check its name")
        self.assert_usage_error(["audit", "missing"], '"missing" is no file, nor a claim', "write one such as")
        self.assert_usage_error(["audit", "/dev/null"], "/dev/null is a device and no file", "results.json")
        table = self.write("a.csv", "model,gpu,samples_per_second\ngpt2,h100,20\n")
        self.assert_error(self.run_program("audit", table), NOT_SUPPORTED, "case, metric, value, device", "data/truth")
        self.assert_error(self.run_program("audit", self.write("empty.csv", "\n")), 1, "empty.csv is empty", "results.json")
        self.assert_usage_error(["audit", TRUTH], "is a folder")
        self.assert_usage_error(["audit", table, self.write("b.csv", "x\n")], "2 files", "one at a time")


if __name__ == "__main__":
    unittest.main()
