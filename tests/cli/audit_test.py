# SPDX-License-Identifier: MIT
"""audit: claims against physics, bad input, languages."""
import json
import unittest

from program import NOT_SUPPORTED, OK, ProgramTest

IMPOSSIBLE = 3


class Audit(ProgramTest):
    def audit(self, claim, code):
        done = self.run_program("audit", claim, "--json")
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

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
                ("gpt2 50 samples/s on h100", ("seq 2048",)),
                ("gpt2 seq 0 3 samples/s on h100", ("seq",)),
                ("gpt2 seq 1024 on h100", ("no rate",)),
                ("gpt2 seq 1024 -3 samples/s on h100", ("-3",)),
                ("gpt2 seq 1024 0 samples/s on h100", ("no rate",)),
                ("400 TFLOPS", ("no GPU",)),
                ("20 samples/s on h100", ("no network",)),
                ("gpt9 seq 8 20 samples/s on h100", ("gpt9", "gpt2")),
                ("gpt2 seq 8 20 samples/s on voodoo", ("voodoo",)),
                ("gpt2 seq 8 20 samples/s 3 tokens/s on h100", ("one rate",)),
                ("gpt2 seq 8 20 samples/s on 0xh100", ("0xh100",))):
            self.assert_usage_error(["audit", claim], *words)
        self.assert_usage_error(["audit"], "claim")

    def test_a_network_without_flops_is_exit_5(self):
        self.assert_error(self.run_program("audit", "lstm 20 samples/s on h100"), NOT_SUPPORTED, "lstm")


if __name__ == "__main__":
    unittest.main()
