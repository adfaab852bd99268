# SPDX-License-Identifier: MIT
"""audit: claims and files against physics, bad input, languages."""
import json
import os
import unittest

from audit_program import IMPOSSIBLE, AuditTest
from program import NOT_SUPPORTED, OK, SOURCE_DIR


class Audit(AuditTest):
    def test_a_claim_beyond_the_peak_is_impossible_and_by_how_much(self):
        # 48 layers, width 1600, 50,257 words: 2 FLOPs a parameter and token of the matrices and the head, and
        # 2 x 48 x 1600 x 2048 a token of causal attention; forward only, INT4 of an A100: 1,248 TOPS.
        answer = self.audit("gpt2-1.5b seq 2048 245 samples/s on 1xA100", IMPOSSIBLE)
        forward = 2048 * (2 * (48 * 12 * 1600**2 + 1600 * 50257) + 2 * 48 * 1600 * 2048)
        self.assertAlmostEqual(answer["needed_flops"] / (245 * forward), 1, delta=0.01)
        self.assertAlmostEqual(answer["factor"], 245 * forward / 1248e12, delta=0.02)
        self.assertAlmostEqual(answer["at_most_in_training"], 312e12 / (3 * forward), delta=0.2)
        self.assertTrue(answer["impossible"])

    def test_the_same_as_training_or_in_a_type_has_a_lower_bound(self):
        training = self.audit("gpt2-1.5b training seq 2048 20 samples/s on 1xA100", IMPOSSIBLE)
        self.assertAlmostEqual(training["at_most"], 14.8, delta=0.2)
        self.audit("gpt2-1.5b seq 2048 40 samples/s on 1xA100 fp16", OK)
        self.audit("gpt2-1.5b seq 2048 60 samples/s on 1xA100 fp16", IMPOSSIBLE)

    def test_integers_and_formats_of_four_bits_are_types(self):
        # A100: 624 TOPS int8, 1,248 int4. H100 has no int4: its weights are multiplied in fp8.
        self.audit("1000 TFLOPS int8 on 1xa100-sxm-80gb", IMPOSSIBLE)
        self.assertEqual(self.audit("1000 TFLOPS int4 on 1xa100-sxm-80gb", OK)["at_most"], 1248)
        self.assertEqual(*(self.audit(f"1500 TFLOPS {type} on 1xh100-sxm", OK)["at_most"] for type in ("int4", "fp8")))
        self.audit("8000 TFLOPS nvfp4 on 1xb200", OK)
        self.audit("8000 TFLOPS mxfp4 on 1xb200", OK)
        self.audit("resnet50 inference 90k images/s on 1xh100 int8", OK)
        # Every token of 64 sequences takes one reading of the weights: 4 bits each, half of those of int8.
        four = self.audit("llama-3.1-8b decode batch 64 6000 tokens/s on 1xrtx4090 int4", OK)
        eight = self.audit("llama-3.1-8b decode batch 64 6000 tokens/s on 1xrtx4090 int8", OK)
        self.assertEqual((four["bound"], eight["bound"]), ("weights_read", "weights_read"))
        self.assertGreater(four["at_most"], 2 * eight["at_most"])  # the cache holds more of fewer
        done = self.run_program("audit", "llama-3.1-8b decode batch 64 6000 tokens/s on 1xrtx4090 int4")
        self.assertIn("(in int4)", " ".join(done.stdout.split()))

    def test_tokens_of_unstated_work_may_be_generated(self):
        # 70.6 B less the input table of 8 bits through 4.8 TB/s: some 69 a second, of as many sequences 1,000 times that.
        claim = "llama-70b fp8 1000 tokens/s batch 1 on 1xh200"
        answer, generated = self.audit(claim, OK), self.audit("generation " + claim, IMPOSSIBLE)
        self.assertEqual((answer["at_most_generated"], answer["bound"]), (generated["at_most"], "flops"))
        self.assertIsNone(generated["at_most_generated"])
        text = " ".join(self.run_program("audit", claim).stdout.split())
        self.assertIn(f"As tokens generated, 1 at once, at most on h200-sxm: {generated['at_most']:.1f} tokens/s", text)
        # Of a family the variant that generates most, whichever multiplies most.
        for claim in ("llama-70b 1600 tokens/s batch 8 on 4xa100", "llama-3.1-405b fp8 70 tokens/s batch 1 on 8xh100"):
            self.assertEqual(self.audit(claim, OK)["at_most_generated"], self.audit("generation " + claim, OK)["at_most"])
        self.assertIsNone(self.audit("llama-70b 5000 tokens/s batch 8 seq 4096 on 4xa100", OK)["at_most_generated"])
        # Encoders generate nothing; of T5 a token passes the encoder or the decoder.
        self.assertIsNone(self.audit("bert-large 5000 tokens/s batch 8 on 1xa100", OK)["at_most_generated"])
        self.assertEqual(self.audit("bert-large inference 50000 tokens/s batch 8 on 1xa100", OK)["bound"], "flops")
        self.assert_error(self.run_program("audit", "t5-large generation 60000 tokens/s batch 8 on 1xa100"), 5, "t5-large",
                          "encoder or its decoder", "samples/s")
        self.assertNotIn("As tokens generated", self.run_program("audit", claim + " seq 2048").stdout)
        self.assertIn('write "generation batch 1"', self.run_program("audit", "llama-3.1-8b bf16 1 tokens/s on 1xgb10").stderr)

    def test_products_of_fp16_and_fp8_may_be_added_up_in_16_bits(self):
        # RTX 4090, of int8 660.6 TOPS at 2,520 MHz, which may run at 3,105; its bf16 adds up in 32 bits at a quarter.
        clock = 3105 / 2520
        for type, quoted in (("fp8", 660.6), ("fp16", 330.3), ("bf16", 165.2)):
            at_most = self.audit(f"100 TFLOPS {type} on 1xrtx-4090", OK)["at_most"]
            self.assertAlmostEqual(at_most / (quoted * clock), 1, delta=0.003, msg=type)
        # Tensor cores of data-center cards are as fast with sums in 32 bits.
        for type in ("fp16", "bf16"):
            self.assertEqual(self.audit(f"100 TFLOPS {type} on 1xa100-sxm-80gb", OK)["at_most"], 312)
        self.audit("20 TFLOPS fp16 on 1xp100-sxm2-16gb", OK)
        self.audit("22 TFLOPS fp16 on 1xp100-sxm2-16gb", IMPOSSIBLE)

    def test_times_shares_and_adapters_are_claims(self):
        # 37.6 B active of 4 bits and more a token, through 8 x 4.8 TB/s.
        fast = self.audit("deepseek-v3 TPOT 0.2 ms on 8xh200", IMPOSSIBLE)
        self.assertEqual((fast["bound"], fast["batch_size"]), ("weights_read", 1))
        self.assertAlmostEqual(fast["value"], 5000)
        done = self.run_program("audit", "deepseek-v3 batch 8 TPOT 20ms on 8xh200 fp8")
        self.assertIn("a token at least", done.stdout)
        self.assertEqual(self.audit("deepseek-v3 batch 8 tpot of 20 ms on 8xh200 fp8", OK)["value"], 400)
        # Of 989 TFLOP/s at 1,830 MHz; the card may run at 1,980.
        self.assertAlmostEqual(self.audit("llama-3.1-8b MFU 120% on h100-sxm", IMPOSSIBLE)["factor"],
                               1.2 * 1830 / 1980, delta=1e-3)
        self.audit("llama-3.1-8b 45 % MFU on 8xh100-sxm", OK)
        self.audit("llama-3.1-8b training MFU 105% fp8 on h100-sxm", OK)  # of the 16-bit peak, as it is counted
        lora, full = (self.audit(f"llama-2-7b {how} 9000 tokens/s on h100-sxm bf16", OK) for how in ("lora", "training"))
        self.assertAlmostEqual(lora["factor"] * 3 / 2, full["factor"], delta=1e-4)
        self.assertEqual(self.audit("llama-2-7b finetuning lora 9000 tokens/s on h100-sxm bf16", OK)["factor"],
                         lora["factor"])
        for claim, words in (("llama-3.1-8b 5 ms on h100", "TPOT 20 ms"), ("llama-3.1-8b tpot 900 tokens/s on h100", "TPOT"),
                             ("llama-3.1-8b mfu 700 TFLOPS on h100", "MFU 40%")):
            self.assert_usage_error(["audit", claim], words)

    def test_a_number_before_a_card_counts_cards(self):
        for claim in ("gpt3-175b 1024 A100 100000 TFLOPS", "gpt3-175b 1024xa100 100000 TFLOPS"):
            answer = self.audit(claim, OK)
            self.assertEqual((answer["gpus"], answer["factor"]), (1024, self.audit("100000 TFLOPS on 1024xa100", OK)["factor"]))
        eight = self.audit("llama-3.1-8b 1000 tokens/s on 8xh100-sxm", OK)
        for claim in ("llama-3.1-8b 1000 tokens/s 8 h100-sxm", "llama-3.1-8b 1000 tokens/s on 8 H100-SXM",
                      "with 8 h100-sxm llama 3.1 8b 1000 tokens/s"):
            self.assertEqual(self.audit(claim, OK)["factor"], eight["factor"], claim)
        self.audit("rtx 4090 24 gb 100 TFLOPS", OK)

    def test_rates_in_words_and_in_chinese(self):
        same = self.audit("llama-3.1-8b training 1000k tokens/s on 64xh100-sxm", OK)
        for claim in ("llama-3.1-8b training 1 M tokens/s on 64xh100-sxm",
                      "llama-3.1-8b training 1 million tokens per second on 64 x h100-sxm",
                      "在 64 张 H100-SXM 上训练 llama-3.1-8b 每秒 100 万个 tokens",
                      "llama-3.1-8b训练，64×h100-sxm，1,000,000 tokens/秒", "64卡h100-sxm训练llama-3.1-8b达到100万tokens/s"):
            self.assertEqual({**self.audit(claim, OK), "claim": ""}, {**same, "claim": ""})
        done = self.run_program("--lang", "zh", "audit", "resnet50 推理 每秒 90k 张图像，单卡 H100-SXM fp8")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("推理：只有前向", done.stdout)

    def test_units_as_logs_and_papers_write_them(self):
        rates = [self.audit(claim, OK)["value"] for claim in (
            "resnet50 training batch 64 20 it/s on 1xa100", "resnet50 training 20 steps/sec batch 64 on 1xa100",
            "resnet50 training 1280 images/sec on 1xa100", "resnet50 training 1,280 img/second on 1xa100")]
        self.assertEqual(set(rates), {1280})
        of_each = self.audit("resnet50 training batch 64 20 it/s/gpu on 2xa100", OK)
        self.assertEqual(of_each["value"], 2560)
        for claim in ("gemm 600 TF bf16 h100", "gemm 600 tflops/sec bf16 h100", "gemm 0.6 PF bf16 h100"):
            self.assertEqual(self.audit(claim, OK)["value"], 600)
        self.audit("memory 3.0 TB/sec h100", OK)
        self.assert_usage_error(["audit", "resnet50 training 20 it/s on 1xa100"], "steps a second need a batch", "batch 32")

    def test_words_of_papers_and_of_people_at_home(self):
        def rate(claim):
            found = self.run_program("audit", claim, "--json")
            self.assertIn(found.returncode, (OK, IMPOSSIBLE), found.stderr)
            return json.loads(found.stdout)

        self.assert_usage_error(["audit", "h100 10^400 tokens/s llama-3-8b"], "10^400")
        for written, plain in (
                ("163 teraFLOPs per GPU on 8xA100", "163 TFLOPS per GPU on 8xA100"),
                ("llama3-8b q4 100 tokens/s on rtx4090", "llama3-8b int4 100 tokens/s on rtx4090"),
                ("llama3-8b bf16 prompt processing 10^4 tokens/s on H100", "llama3-8b bf16 prompt 10000 tokens/s on H100"),
                ("llama3-8b bf16 single user 1.5e-2 tokens/s on H100", "llama3-8b bf16 0.015 tokens/s per user on H100"),
                ("llama3-8b bf16 single GPU 100 tokens/s on H100", "llama3-8b bf16 100 tokens/s on H100"),
                ("Llama 3 405B fp8 100 tokens/s on 8xH100", "llama-3.1-405b fp8 100 tokens/s on 8xH100"),
                ("llama3-8b q4 vllm 3000 t/s on rtx4090", "llama3-8b q4 inference 3000 tokens/s on rtx4090"),
                ("llama.cpp llama3-8b q4 pp512 9000 t/s rtx4090", "llama3-8b q4 prompt 9000 tokens/s on rtx4090"),
                ("llama-bench llama3-8b q4 tg128 400 t/s rtx4090", "llama3-8b q4 400 tokens/s per user on rtx4090"),
                ("llama3-8b training tp2 pp=4 zero-1 fsdp 9000 tokens/s on 8xH100", "llama3-8b training 9000 tokens/s on 8xH100"),
                ("llama3-8b megatron 9000 tokens/s on H100", "llama3-8b training 9000 tokens/s on H100"),
                ("DeepSeek V3 671B fp8 100 tokens/s on 8xH200", "deepseek-v3 fp8 100 tokens/s on 8xH200")):
            found, same = rate(written), rate(plain)
            for one in (found, same):
                one.pop("claim", None)
            self.assertEqual(found, same, written)

    def test_steps_are_of_training_and_answered_in_steps(self):
        claim = "resnet50 batch 256 5 it/s on 1xa100-sxm-40gb"
        steps = self.audit(claim, OK)
        self.assertEqual((steps["work"], steps["value"], steps["unit"]), ("training", 1280, "samples/s"))
        self.assertEqual((steps["steps"]["value"], steps["steps"]["unit"]), (5, "it/s"))
        self.assertAlmostEqual(steps["steps"]["at_most"] * 256, steps["at_most"], 6)
        stated = self.audit("resnet50 training batch 256 5 it/s on 1xa100-sxm-40gb", OK)
        self.assertEqual(stated["factor"], steps["factor"])
        inference = self.audit("resnet50 inference batch 256 5 it/s on 1xa100-sxm-40gb bf16", OK)
        self.assertAlmostEqual(inference["factor"] * 3, steps["factor"], delta=1e-4)
        self.assertEqual((inference["work"], inference["steps"]["unit"]), ("inference", "it/s"))
        lora = self.audit("llama-2-7b lora seq 1024 batch 2 1 steps/s on h100-sxm", OK)
        self.assertEqual(lora["work"], "adapters")
        # Of each card as many more in all.
        self.assertEqual(self.audit("resnet50 batch 64 20 it/s/gpu on 2xa100", OK)["steps"]["value"], 40)
        rate = self.audit("resnet50 1280 images/s on 1xa100-sxm-40gb", OK)
        self.assertEqual((rate["work"], rate["steps"]), ("unstated", None))
        text = " ".join(self.run_program("audit", claim).stdout.split())
        self.assertIn("steps are of training unless it says inference", text)
        self.assertRegex(text, r"Possible at most: [\d.]+ it/s of batch 256, [\d,]+ samples/s\.")

    def test_desktop_cards_are_held_against_the_highest_clock_they_may_run_at(self):
        # Published PyTorch results: above 128 SMs x 2,520 MHz (rated) x 512, below the same at 3,105 MHz.
        self.assertEqual(self.audit("168.38 TFLOPS bf16 on 1xrtx-4090", OK)["clock_mhz"], 3105)
        self.audit("86.6 TFLOPS tf32 on 1xrtx-4090", OK)
        self.audit("210 TFLOPS bf16 on 1xrtx-4090", IMPOSSIBLE)
        text = " ".join(self.run_program("audit", "168.38 TFLOPS bf16 on 1xrtx-4090").stdout.split())
        self.assertIn("at 3,105 MHz", text)
        self.assertIn("2,520 is the rated one", text)
        # The rated clock of cards for data centers is their highest.
        self.assertEqual(self.audit("320 TFLOPS bf16 on 1xa100-sxm-80gb", IMPOSSIBLE)["clock_mhz"], 1410)
        self.assertNotIn("MHz", self.run_program("audit", "300 TFLOPS bf16 on 1xa100-sxm-80gb").stdout)
        self.assertIsNone(self.audit("900 GB/s on rtx-4090", OK)["clock_mhz"])

    def test_names_of_several_words_are_names(self):
        for claim, same in (("llama 3.1 8b 3000 tok/s on H100 SXM", "llama-3.1-8b 3000 tok/s on h100-sxm"),
                            ("bert large training seq 512 fp16 50 sequences/s on rtx 4090",
                             "bert-large training seq 512 fp16 50 sequences/s on rtx-4090"),
                            ("Mixtral 8x7B 3000 tok/s 8xH100", "mixtral-8x7b 3000 tok/s 8xh100"),
                            ("Mixtral 8x22b on 8 x H200 3000 tok/s", "mixtral-8x22b 3000 tok/s 8xh200"),
                            ("Llama 3.1 70B 3000 tok/s 8xH100", "llama-3.1-70b 3000 tok/s 8xh100"),
                            ("Qwen3 32B FP8 3000 tok/s 8xH100", "qwen3-32b fp8 3000 tok/s 8xh100"),
                            ("DeepSeek R1 Distill Qwen 32B 3000 tok/s 8xH100",
                             "deepseek-r1-distill-qwen-32b 3000 tok/s 8xh100"),
                            ("llama-3.1-8b 3e3 tok/s on H100", "llama-3.1-8b 3000 tok/s on H100"),
                            ("llama-3.1-8b 3000 prompt tokens/s on H100", "llama-3.1-8b prefill 3000 tokens/s on H100"),
                            ("llama-3.1-8b 3000 input tokens per second on H100",
                             "llama-3.1-8b prefill 3000 tokens/s on H100"),
                            ("llama-3.1-8b batch 64 3000 output tokens/s on H100",
                             "llama-3.1-8b batch 64 decode 3000 tokens/s on H100"),
                            ("llama-3.1-8b batch 64 3000 generated tok/s on H100",
                             "llama-3.1-8b batch 64 decode 3000 tokens/s on H100"),
                            ("bandwidth 0.9 TB/s on RTX 4090", "0.9 TB/s on rtx-4090")):
            found, named = self.audit(claim, OK), self.audit(same, OK)
            self.assertEqual({**found, "claim": ""}, {**named, "claim": ""})

    def test_a_number_format_in_a_name_is_the_type(self):
        done = self.run_program("audit", "Qwen3-32B-FP8 TPOT 50 ms h100-sxm")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("its type as its name says it", " ".join(done.stderr.split()))
        # 65.5 GB in 16 bits at 3.35 TB/s are 51 tokens/s.
        claim = "100 tokens/s h100-sxm inference batch 1"
        self.assertEqual(self.run_program("audit", f"Qwen3-32B-bf16 {claim}").returncode, IMPOSSIBLE)
        self.assertEqual(self.run_program("audit", f"Qwen3-32B w8a8 {claim}").returncode, OK)
        self.assertIn("counted with 4 bits", " ".join(self.run_program("audit", f"Qwen3-32B-GGUF {claim}").stderr.split()))
        self.assertEqual(self.run_program("audit", f"Qwen3-32B-FP8 bf16 {claim}").stderr, "")
        few = "230 tokens/s h100-sxm inference batch 1"
        self.assertEqual(self.run_program("audit", f"Qwen3-32B-Q2_K-GGUF {few}").returncode, OK)
        self.assertEqual(self.run_program("audit", f"Qwen3-32B-Q4_K_M-GGUF {few}").returncode, IMPOSSIBLE)

    def test_weights_in_integers_are_trained_as_others(self):
        # A100: 312 TFLOPS in 16 bits, 1,248 in the integers of the checkpoint.
        rate = "8xa100 1000 tokens/s"
        plain = self.audit(f"Qwen3-32B {rate}", OK)["at_most_in_training"]
        for name in ("Qwen3-32B-GGUF", "Qwen3-32B-Q2_K", "Qwen3-32B-Q4_K_M", "Qwen3-32B int4"):
            self.assertEqual(self.audit(f"{name} {rate}", OK)["at_most_in_training"], plain)
        self.assertEqual(self.audit(f"Qwen3-32B-Q2_K training {rate}", OK)["at_most"],
                         self.audit(f"Qwen3-32B training {rate}", OK)["at_most"])

    def test_sparse_attention_bounds_nothing(self):
        claim = "minimax-m3 8 b200 60000 tokens/s fp8 prompts seq 1000000"
        self.assertEqual(self.run_program("audit", claim).returncode, OK)

    def test_a_format_as_a_word_of_its_own_needs_no_note(self):
        self.assertEqual(self.run_program("audit", "qwen3-32b fp8 TPOT 50 ms h100-sxm").stderr, "")

    def test_a_length_that_is_missing_is_asked_for_as_the_network_takes_it(self):
        self.assert_usage_error(["audit", "bert-large training fp16 500 sequences/s on a100"], "seq 512")
        self.assert_usage_error(["audit", "llama-3.1-8b 500 samples/s on a100"], "seq 2048")

    def test_tflops_of_many_cards_may_be_those_of_each(self):
        text = self.run_program("audit", "gpt3-175b training 150 TFLOPS on 1024xa100-sxm-80gb").stdout
        self.assertIn("<0.1 % of its bound", " ".join(text.split()))
        self.assertIn("all 1,024 GPUs together", " ".join(text.split()))
        for stated in ("150 TFLOPS per GPU", "150000 TFLOPS"):
            text = self.run_program("audit", f"gpt3-175b training {stated} on 1024xa100-sxm-80gb").stdout
            self.assertNotIn("together", text)

    def test_n_cards_have_n_times_the_rate(self):
        one = self.audit("llama-3.1-8b 9,000 tokens/s training on h100-sxm", OK)
        eight = self.audit("llama-3.1-8b 72k tokens/s training on 8 x h100-sxm", OK)
        self.assertEqual(one["gpus"] * 8, eight["gpus"])
        self.assertAlmostEqual(one["factor"], eight["factor"], delta=1e-6)

    def test_rates_that_need_no_network(self):
        self.assertAlmostEqual(self.audit("3.2 TB/s on rtx-4090", IMPOSSIBLE)["factor"], 3200 / 1008, delta=0.01)
        self.audit("900 GB/s on rtx-4090", OK)
        self.audit("1500 TFLOPS bf16 on h100-sxm", IMPOSSIBLE)
        self.audit("1500 TFLOPS fp8 on h100-sxm", OK)

    def test_collectives_are_bound_by_the_links_of_a_gpu(self):
        # NVLink4: 450 GB/s a direction. Switches of that generation add up: what a GPU sends once, a ring sends 2 x 7/8.
        self.assertAlmostEqual(self.audit("480 GB/s all-reduce on 8xh100-sxm", OK)["at_most"], 450 * 2 * 7 / 8)
        self.audit("480 GB/s all-gather on 8xh100-sxm", IMPOSSIBLE)
        # A100: 300 GB/s a direction, whose switches add nothing up.
        answer = self.audit("330 GB/s busbw on 8xa100-sxm-80gb", IMPOSSIBLE)
        self.assertAlmostEqual(answer["factor"], 1.1)
        self.assertEqual(answer["at_most"], 300)
        self.audit("26 GB/s all-reduce on 2xrtx-4090", OK)
        self.assert_usage_error(["audit", "26 GB/s all-reduce on rtx-4090"], "links")
        self.assert_usage_error(["audit", "26 TFLOPS all-reduce on 2xrtx-4090"], "GB/s")

    def audited_file(self, path, code):
        done = self.run_program("audit", path, "--json")
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return json.loads(done.stdout)

    def changed_results(self, key, tag, value):
        with open(os.path.join(SOURCE_DIR, "tests/cli/h200_results.json"), encoding="utf-8") as file:
            run = json.load(file)
        case = next(one for one in run["results"] if one["case"]["key"].startswith(key))
        case["metrics"] = [metric for metric in case["metrics"] if metric["tag"] != tag]
        case["metrics"].append({"tag": tag, "unit": "", "value": value})
        return self.write("results.json", json.dumps(run))

    def test_results_of_a_run(self):
        measured = os.path.join(SOURCE_DIR, "tests/cli/h200_results.json")
        answer = self.audited_file(measured, OK)
        # vae (2) has no FLOPs in the catalogue, the products (3) neither rate nor time in this file: by their MFU.
        self.assertEqual((answer["rows"], answer["checked"], answer["impossible"]), (27, 27, []))
        self.assertEqual((answer["not_checked"], answer["not_checked_rows"]), ({}, []))
        for key, tag, value, words in (
                # 141 GB of memory and 4,800 GB/s; 3 x 8.18 GFLOP an image of at most 1,070 TFLOP/s: 43,600 images/s.
                ("train model=resnet50", "throughput", 50000, "samples/s"),
                # 128 tokens where no length is named: 2.2 and 5.3 times what an H200 can.
                ("train model=gpt2", "throughput", 25000, "samples/s"),
                ("infer model=bert-base", "throughput", 200000, "samples/s"),
                ("train model=resnet50", "flops", 1100, "TFLOP/s"),
                ("matmul m=8192", "mfu", 120, "MFU of 120.0 %"),
                ("train model=vae", "mfu", 4455, "MFU of 4,455 %"),
                # 128 sequences in 1 ms, whatever the rate beside it.
                ("train model=resnet50", "step_time", 0.01, "100,000 samples/s"),
                ("train model=resnet50", "memory_device_peak", 150, "GiB")):
            faults = self.audited_file(self.changed_results(key, tag, value), IMPOSSIBLE)["impossible"]
            self.assertEqual(len(faults), 1)
            self.assertTrue(faults[0]["row"].startswith(key))
            self.assertIn(words, faults[0]["reason"])
        self.audited_file(self.changed_results("train model=resnet50", "throughput", 43000), OK)

    def test_what_is_not_checked_is_named(self):
        with open(os.path.join(SOURCE_DIR, "tests/cli/h200_results.json"), encoding="utf-8") as file:
            run = json.load(file)
        for one in run["results"]:
            if not one["case"]["key"].startswith("train"):
                one["metrics"] = [metric for metric in one["metrics"] if metric["tag"] == "gpu_utilization"]
        file = self.write("results.json", json.dumps(run))
        rows = [row["row"] for row in self.audited_file(file, OK)["not_checked_rows"]]
        self.assertEqual(len(rows), 16)
        for language, words in (("en", ("- 16: no limit known on what was measured (", "and 13 more)")),
                                ("zh", ("- 16：所测的量没有已知的上限（", "另有 13 个）"))):
            text = self.run_program("--lang", language, "audit", file).stdout
            for part in (*words, *rows[:3]):
                self.assertIn(part.replace(" ", ""), "".join(text.split()))
        for one in run["results"]:
            one["device"].update({"catalog_id": "", "name": "Voodoo 2"})
        file = self.write("results.json", json.dumps(run))
        self.assertIn("目录中没有此设备", self.run_program("--lang", "zh", "audit", file).stdout)

    def test_the_csv_of_a_report_says_the_same(self):
        file = self.changed_results("train model=resnet50", "throughput", 50000)
        done = self.run_program("report", file, "-o", self.path("results.csv"))
        self.assertEqual(done.returncode, OK, done.stderr)
        answer = self.audited_file(self.path("results.csv"), IMPOSSIBLE)
        self.assertEqual((answer["rows"], len(answer["impossible"])), (27, 1))

    def test_tables_of_published_measurements(self):
        truth = os.path.join(SOURCE_DIR, "data/truth")
        self.assertEqual(self.audited_file(os.path.join(truth, "training.csv"), OK)["impossible"], [])
        # 120 GiB of an 80 GB card; 40 GiB of two with 24.
        table = self.write("memory.csv", "id,gpu,gpus,value_gib,phase\na,A100 SXM 80GB,8,120,training peak\n"
                           'b,Titan RTX 24GB,2,40,"inference weights, total over GPUs"\nc,Voodoo 2,1,1,\n')
        answer = self.audited_file(table, IMPOSSIBLE)
        self.assertEqual([row["row"] for row in answer["impossible"]], ["a"])
        self.assertEqual((answer["checked"], answer["not_checked"]), (2, {"GPU not in the catalogue": 1}))
        # 2 x 8192^3 FLOPs in 1 ms are 1,100 TFLOP/s; an H100 has 1,070 at its highest clock.
        header = "gpu,dtype,m,n,k,latency_ms_min\n"
        products = self.write("gemm.csv", header + "H100 SXM 80GB,bfloat16,8192,8192,8192,1\n"
                              "H100 SXM 80GB,fp8,8192,8192,8192,1\n")
        self.assertEqual([row["row"] for row in self.audited_file(products, IMPOSSIBLE)["impossible"]], ["line 2"])
        header = "id,gpu,gpus,model,precision,value,unit\n"  # 312 TFLOP/s / (3 x 8.18 GFLOP) = 12,700 images/s
        images = self.write("classic.csv", header + "x,A100 SXM 80GB,1,ResNet-50,fp16 AMP,13000,images/s\n"
                            "y,A100 SXM 80GB,2,ResNet-50,fp16 AMP,13000,images/s\n")
        self.assertEqual([row["row"] for row in self.audited_file(images, IMPOSSIBLE)["impossible"]], ["x"])
        other = self.write("other.csv", header + "x,A100 SXM 80GB,1,ResNet-50,fp16 AMP,100000,images/min\n"
                           "y,A100 SXM 80GB,1,ResNet-50,fp8,13000,images/s\n")
        self.assertEqual(self.audited_file(other, OK)["not_checked"],
                         {"what was measured is not described": 1, "number format not known": 1})

    def test_serving_reads_its_weights_and_prompts_take_their_flops(self):
        header = ("id,source,engine,gpu,gpus,tp,pp,model,params_b,weight_precision,kv_precision,batch_or_concurrency,"
                  "input_len,output_len,metric,value,unit,notes\n")
        row = "{},a/b x,vLLM 0.10,H100 SXM 80GB,1,1,1,Llama 3.1 8B,8.03,bf16,bf16,1,2000,100,{},{},ms,\n"
        # 7.5 G active parameters x 2 bytes / 3,350 GB/s: 4.5 ms; 2,000 tokens x 15 GFLOP / 1,979 TFLOP/s: 15 ms.
        table = self.write("serving.csv", header + row.format("a", "tpot", 4) + row.format("b", "tpot", 5) +
                           row.format("c", "ttft", 10) + row.format("d", "ttft", 20))
        answer = self.audited_file(table, IMPOSSIBLE)
        self.assertEqual((answer["checked"], [one["row"] for one in answer["impossible"]]), (4, ["a", "c"]))

    def test_files_that_cannot_be_audited(self):
        for name in ("missing.json", "/missing", "./missing"):
            self.assert_error(self.run_program("audit", name), 1, f"no file {name} to audit", "check its name")
        self.assert_usage_error(["audit", "missing"], '"missing" is no file, nor a claim', "write one such as")
        for name in ("/dev/null", "/dev/zero"):
            self.assert_usage_error(["audit", name], f"{name} is a device and no file", "results.json")
        table = self.write("a.csv", "model,gpu,samples_per_second\ngpt2,h100,20\n")
        self.assert_error(self.run_program("audit", table), NOT_SUPPORTED, "a.csv", "case, metric, value",
                          "case, metric, value, device", "data/truth", 'audit "gpt2 training seq 1024 20 samples/s on 1xh100"')
        truth = os.path.join(SOURCE_DIR, "data/truth")
        self.assert_error(self.run_program("audit", os.path.join(truth, "engine_memory.csv")), NOT_SUPPORTED,
                          "published trainings, classic networks, services, memory, matrix products or collectives")
        self.assert_error(self.run_program("audit", self.write("empty.csv", "\n")), 1, "empty.csv is empty", "results.json")
        self.assert_usage_error(["audit", truth], "is a folder")
        self.assert_usage_error(["audit", table, self.write("b.csv", "x\n")], "2 files", "one at a time")
        done = self.run_program("--lang", "zh", "audit", os.path.join(SOURCE_DIR, "data/truth/memory.csv"))
        self.assertIn("不可能", done.stdout.replace("\n", ""))  # lines break within words, where depends on the path

    def test_one_stream_reads_its_weights_for_every_token(self):
        # 69.5 G parameters that a token is multiplied with, one byte each, at 3,350 GB/s: 48 tokens/s
        claim = "llama-3.1-70b inference batch {} {} tokens/s on 1xh100-sxm fp8"
        answer = self.audit(claim.format(1, 200), IMPOSSIBLE)
        self.assertEqual((answer["bound"], answer["batch_size"]), ("weights_read", 1))
        self.assertAlmostEqual(answer["at_most"], 3350 / 69.5, delta=0.3)
        self.assertAlmostEqual(answer["factor"], 200 / answer["at_most"], delta=0.01)
        self.audit(claim.format(1, 45), OK)
        self.assertAlmostEqual(self.audit(claim.format(8, 200), OK)["at_most"], 8 * answer["at_most"], delta=0.1)
        # Of many sequences the FLOPs are the tighter bound, of prompts they are the only one.
        self.assertEqual(self.audit(claim.format(4096, 200), OK)["bound"], "flops")
        self.audit("llama-3.1-70b prefill batch 1 2000 tokens/s on 1xh100-sxm fp8", OK)
        self.audit("llama-3.1-70b 100 tokens/s/user on 1xh100-sxm fp8", IMPOSSIBLE)

    def test_what_caches_hold_is_taken_off_in_words_and_a_type_is_no_quantity(self):
        claim = ["audit", "deepseek-v3 inference batch 1 200 tokens/s on 8xh200-sxm"]
        text = " ".join(self.run_program(*claim, "fp8", "--explain").stdout.split())
        # 36.63 G weights of a token, eight L2 caches of 50 MiB.
        self.assertRegex(text, r"one reading of 36\.\d+ GB of weights \(in fp8\)")
        self.assertRegex(text, r"weights of 36\.6\d+ GB less 0\.41943 GB that the caches of 8 x h200-sxm hold = 36\.2\d+ GB, for 1 token\.")
        self.assertRegex(text, r"Needed: 200 tokens/s x 36\.2\d+ GB each")
        self.assertIn("(in 4 bits)", " ".join(self.run_program(*claim).stdout.split()))
        chinese = self.run_program("--lang", "zh", *claim, "--explain").stdout
        self.assertIn("4 位", chinese)
        self.assertNotIn("bits", chinese)

    def test_a_rate_beyond_all_machines_is_refused(self):
        for claim in ("1e300 TFLOPS on 1xh100", "gpt2 1e305 M tokens/s on 1xh100", "1e40 GB/s on 1xh100"):
            self.assert_usage_error(["audit", claim], claim, "unit")

    def test_weights_that_the_cards_cannot_hold_are_said_and_no_bound_of_memory_called_possible(self):
        answer = self.audit("llama-3.1-70b TPOT 60 ms on 1xh100-sxm bf16", OK)
        self.assertEqual((answer["weights_fit"], answer["at_most"]), (False, None))
        self.assertAlmostEqual(answer["weights_bytes"] / 1e9, 141.1, delta=0.2)
        # 69.5 G parameters of a token x 2 bytes less 80 GiB, over 16 lanes of 3.938 GB/s.
        self.assertAlmostEqual(answer["at_most_streamed"], 16 * 3.938 / (139.0 - 85.9), delta=0.01)
        for claim, words in (("TPOT 60 ms on 1xh100-sxm bf16", "with weights streamed from the host 843 ms a token"),
                             ("50 tokens/s batch 1 on 1xh100-sxm bf16", "42.1 times what weights streamed from the host allow"),
                             ("1 tokens/s batch 1 on 1xh100-sxm bf16", "streamed from the host, 84 % of what PCI Express allows"),
                             ("50 tokens/s on 1xh100-sxm bf16", "843 ms at least by PCI Express, in which the claim needs 43 tokens"),
                             ("training 50 tokens/s on 1xh100-sxm bf16", "goes over them 2 times and takes 1.7 s at least by PCI Express, in which the claim needs 85 tokens")):
            text = " ".join(self.run_program("audit", "llama-3.1-70b " + claim).stdout.split())
            self.assertIn(words, text)
            self.assertNotIn("Possible", text)
        self.assertTrue(self.audit("llama-3.1-70b TPOT 60 ms on 2xh100-sxm bf16", OK)["weights_fit"])
        self.assertTrue(self.audit("llama-3.1-70b qlora 50 tokens/s on 1xh100-sxm bf16", OK)["weights_fit"])
        # All experts lie in memory, few are read: nothing is said of the link.
        mixture = self.audit("deepseek-v3 100 tokens/s batch 1 inference on 1xh200 fp8", OK)
        self.assertEqual((mixture["weights_fit"], mixture["at_most_streamed"]), (False, None))

    def test_times_to_the_first_token_and_of_steps_and_users_are_claims(self):
        first = self.audit("llama-3.1-70b TTFT 1 ms on 8xh100-sxm bf16", IMPOSSIBLE)
        # One reading of 139 GB through 8 x 3,350 GB/s.
        self.assertAlmostEqual(first["factor"], 139.0 / (8 * 3.35), delta=0.02)
        long = self.audit("llama-3.1-70b seq 2000 ttft 20 ms on 8xh100-sxm fp8", OK)
        self.assertEqual((long["bound"], long["batch_size"], long["value"]), ("flops", None, 1e5))
        self.assertIn("to the first token at least",
                      self.run_program("audit", "llama-3.1-70b TTFT 1 ms on 8xh100-sxm bf16").stdout)
        step = self.audit("gpt2-xl seq 1024 batch 8 step 0.1 s on h100-sxm", OK)
        plain = self.audit("gpt2-xl seq 1024 batch 8 10 steps/s on h100-sxm", OK)
        self.assertEqual({**step, "claim": ""}, {**plain, "claim": ""})
        self.assert_usage_error(["audit", "gpt2-xl seq 1024 step 0.1 s on h100-sxm"], "batch 32")
        one = self.audit("llama-3.1-8b 300 tokens/s per user on h100-sxm", OK)
        for claim in ("single stream 300 tokens/s", "1 user 300 tokens/s", "300 tokens per second 1 user"):
            self.assertEqual({**self.audit(f"llama-3.1-8b {claim} on h100-sxm", OK), "claim": ""}, {**one, "claim": ""})
        self.assertEqual(self.audit("llama-3.1-8b 8 users 900 tokens/s on h100-sxm", OK)["batch_size"], 8)
        self.assertEqual(self.audit("llama-3.1-8b 3000 tokens per second on h100-sxm", OK)["value"], 3000)

    def test_words_people_write(self):
        per_gpu = self.audit("llama-3.1-8b training 900 tokens/s/gpu on 8xh100-sxm", OK)
        self.assertEqual(per_gpu["value"], 7200)
        self.assertEqual(self.audit("llama-3.1-8b training 900 tokens/s per GPU on 8xh100-sxm", OK)["value"], 7200)
        self.assertEqual(self.audit("llama-3.1-8b decode 900 tokens per second on h100-sxm", OK)["value"], 900)
        self.assertEqual(self.audit("h100 1900 TFLOPS", OK)["gpu"], "h100-sxm")
        beyond = self.audit("llama-3.1-8b training seq 999999 0.0005 samples/s on h100-sxm", OK)
        self.assertEqual(beyond["longest_sequence_exceeded"], 131072)
        done = self.run_program("audit", "gpt2-xl seq 1024 30 samples/s on h100-sxm", "--explain")
        for words in ("Forward pass of 1,024 tokens: matrices", "Needed: 30.0 samples/s x", "Available: 1 x"):
            self.assertIn(words, done.stdout)
        table = self.write("memory.csv", "id,gpu,gpus,value_gib,phase\nc,Voodoo 2,1,1,\n")
        self.assertIn("- 1: GPU not in the catalogue (c)", self.run_program("audit", table).stdout)
        self.assertIn("- 1：目录中没有这块 GPU（c）", self.run_program("--lang", "zh", "audit", table).stdout)

    def test_a_family_is_its_kindest_variant(self):
        for claim, gpu in (("1900 GB/s on 1xA100", "a100-sxm-80gb"), ("3900 GB/s on 1xH100", "h100-nvl"),
                           ("llama-3.1-8b 120 tokens/s batch 1 inference bf16 on 1xA100", "a100-sxm-80gb")):
            self.assertEqual(self.audit(claim, OK)["gpu"], gpu)
        self.assertEqual(self.audit("2200 GB/s on 1xA100", IMPOSSIBLE)["gpu"], "a100-sxm-80gb")
        self.audit("1900 GB/s on 1xa100-sxm-40gb", IMPOSSIBLE)
        self.assertIn("a100 means a100-sxm-80gb", self.run_program("audit", "1900 GB/s on 1xA100").stderr)

    def test_words_of_memory_benchmarks(self):
        self.assertEqual(self.audit("copy 3100 GB/s on h100-sxm", OK)["bound"], "bandwidth")

    def test_words_of_matrix_products(self):
        plain = self.audit("1200 TFLOPS bf16 on 1xh100-sxm", IMPOSSIBLE)
        for claim in ("matmul 1200 TFLOPS bf16 on 1xh100-sxm", "gemm 1200 TFLOP/s bf16 on 1xh100-sxm",
                      "矩阵乘法 1200 TFLOPS bf16 1xh100-sxm"):
            self.assertEqual({**self.audit(claim, IMPOSSIBLE), "claim": ""}, {**plain, "claim": ""})
        done = self.run_program("audit", "matmul 700 TFLOPS bf16 on 1xh100-sxm")
        self.assertIn("a product of matrices", " ".join(done.stdout.split()))
        self.assert_usage_error(["audit", "matmul 700 GB/s on 1xh100-sxm"], "700 TFLOPS matmul")

    def test_a_unit_that_is_none_is_blamed_itself(self):
        for claim in ("llama-3.1-8b training 50000 tokns/s on 8xh100-sxm", "llama-3.1-8b training 50000tokns/s on h100",
                      "50k tokns/s llama-3.1-8b on h100"):
            self.assert_usage_error(["audit", claim], 'no unit of a rate "tokns/s"; nearest: tokens/s')
        self.assert_usage_error(["audit", "llama-3.1-8b 50000 on h100"], "50000")

    def test_the_rate_of_a_collective_is_said_to_be_bus_bandwidth(self):
        for claim in ("all-reduce 900 GB/s on 8xh100-sxm", "all-gather 900 GB/s on 8xh100-sxm"):
            done = self.run_program("audit", claim)
            self.assertIn("read as bus bandwidth: busbw of nccl-tests", " ".join(done.stdout.split()))
        text = " ".join(self.run_program("audit", "all-reduce 900 GB/s on 8xh100-sxm", "--explain").stdout.split())
        self.assertIn("Needed: 900 GB/s x 0.5714 each = 514 GB/s. Available: 1 x 450 GB/s = 450 GB/s", text)

    def test_a_peak_above_the_listed_one_is_explained(self):
        done = self.run_program("audit", "1200 TFLOPS bf16 on 1xh100-sxm", "--explain")
        text = " ".join(done.stdout.split())
        self.assertIn("at 1,980 MHz", text)
        self.assertNotIn("Needed:", text)  # the claim is what is needed
        self.assertIn("bf16: 989.4 instead of 1,071 TFLOP/s", text)
        for claim in ("300 TFLOPS bf16 on 1xa100-sxm-80gb", "900 GB/s on h100-sxm"):
            self.assertNotIn("MHz", self.run_program("audit", claim, "--explain").stdout)

    def test_images(self):
        answer = self.audit("resnet50 20000 img/s training on a100-sxm-80gb fp16", IMPOSSIBLE)
        self.assertAlmostEqual(answer["at_most"] / (312e12 / (3 * 8.178e9)), 1, delta=0.01)

    def test_text_fits_and_words_need_no_quotes(self):
        for language in ("en", "zh"):
            done = self.run_program("--lang", language, "audit", "gpt2-1.5b", "seq", "2048", "245", "samples/s", "on",
                                    "1xA100")
            self.assertEqual(done.returncode, IMPOSSIBLE, done.stderr)
            self.assertIn("245 samples/s", done.stdout)
            for line in done.stdout.splitlines():
                self.assertLessEqual(len(line), 80)

    def test_bad_input_is_one_clear_line(self):
        for claim, words in (
                ("gpt2 50 samples/s on h100", ("seq 1024",)),
                ("gpt2 seq 0 3 samples/s on h100", ("seq",)),
                ("gpt2 seq 1024 on h100", ("no rate",)),
                ("gpt2 seq 1024 -3 samples/s on h100", ("-3",)),
                ("gpt2 seq 1024 0 samples/s on h100", ("\"0\"", "positive")),
                ("400 TFLOPS", ("no GPU",)),
                ("20 samples/s on h100", ("no network",)),
                ("gpt9 seq 8 20 samples/s on h100", ("gpt9", "gpt2")),
                ("gpt2 seq 8 20 samples/s on voodoo", ("voodoo",)),
                ("gpt2 seq 8 20 samples/s 3 tokens/s on h100", ("one rate",)),
                ("gpt2-xl -5 samples/s on h100", ("-5", "positive")),
                ("gpt2-xl seq 8 5 samples/s quickly on h100", ("quickly",)),
                ("gpt2-xl seq 8 5 samples/s per train on h100", ("train",)),
                ("gpt2 seq 8 20 samples/s on 0xh100", ("0xh100",))):
            self.assert_usage_error(["audit", claim], *words)
        self.assert_usage_error(["audit"], "claim")

    def test_a_network_without_flops_is_exit_5(self):
        self.assert_error(self.run_program("audit", "lstm 20 samples/s on h100"), NOT_SUPPORTED, "lstm")


if __name__ == "__main__":
    unittest.main()
