# SPDX-License-Identifier: MIT
"""predict --goodput: time and money to the finished run, what it rests on, what is unknown, bad input, languages."""
import json
import math
import unittest

from program import OK, ProgramTest

LLAMA = ["predict", "-m", "llama-3.1-8b", "--goodput", "--tokens", "10B"]
OFFERS = ("provider,instance_type,gpu_name,gpu_id,gpu_count,vcpus,memory_gib,region,price_usd_hr,spot_price_usd_hr,"
          "price_cny_hr,usd_per_cny,snapshot_date,source\n")


class Goodput(ProgramTest):
    def goodput(self, *arguments):
        done = self.run_program(*LLAMA, *arguments, "--json")
        self.assertEqual(done.returncode, OK, done.stderr)
        return json.loads(done.stdout)

    def text(self, *arguments):
        done = self.run_program(*LLAMA, *arguments)
        self.assertEqual(done.returncode, OK, done.stderr)
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 80, line)
        return done.stdout

    def test_the_expected_time_is_dalys(self):
        answer = self.goodput("--gpu", "h100-sxm", "--gpus", "64", "--mtbf", "640h", "--checkpoint-time", "60s",
                              "--restart-time", "10m", "--checkpoint-every", "1h")
        run = answer["goodput"]["run"]
        work = 10e9 / answer["tokens_per_second"]["value"]
        self.assertAlmostEqual(answer["goodput"]["work_seconds"], work, delta=0.1)
        between = 640 / 64 * 3600
        expected = between * math.exp(600 / between) * math.expm1(3660 / between) * work / 3600
        self.assertAlmostEqual(run["expected_seconds"], expected, delta=1)
        self.assertAlmostEqual(run["goodput"], work / expected, delta=1e-6)
        self.assertAlmostEqual(sum(run[part + "_seconds"] for part in ("checkpoints", "repeated", "restarts")) + work,
                               run["expected_seconds"], delta=1)
        self.assertLess(run["p50_seconds"], run["p90_seconds"])
        # Nine in ten steps are at most e^(spread x 1.2816 / 1.6449) slower; stops add to that.
        slow = math.exp(answer["rests_on"]["log_spread"] * 1.2816 / 1.6449)
        self.assertGreater(run["p90_seconds"], run["expected_seconds"] * slow * 0.97)
        self.assertLess(run["p90_seconds"], run["expected_seconds"] * slow * 1.1)

    def test_money_is_time_at_the_rent(self):
        answer = self.goodput("--gpu", "h100-sxm", "--gpus", "8")
        rent, run = answer["run"]["rent"]["usd_per_gpu_hour"], answer["goodput"]["run"]
        for end in ("expected", "p50", "p90"):
            self.assertAlmostEqual(run[end + "_usd"], run[end + "_seconds"] / 3600 * 8 * rent, delta=0.01)

    def test_the_best_interval_is_taken_and_rises_with_the_time_between_stops(self):
        often = self.goodput("--gpu", "h100-sxm", "--gpus", "8", "--mtbf", "100h", "--checkpoint-time", "1m")
        seldom = self.goodput("--gpu", "h100-sxm", "--gpus", "8", "--mtbf", "10000h", "--checkpoint-time", "1m")
        between, share = 100 / 8 * 3600, 60 / (2 * 100 / 8 * 3600)
        best = math.sqrt(2 * 60 * between) * (1 + math.sqrt(share) / 3 + share / 9) - 60
        self.assertAlmostEqual(often["goodput"]["run"]["checkpoint_interval_seconds"], best, delta=0.1)
        self.assertGreater(seldom["goodput"]["run"]["checkpoint_interval_seconds"], 5 * best)
        self.assertGreater(seldom["goodput"]["run"]["goodput"], often["goodput"]["run"]["goodput"])

    def test_tokens_are_twenty_a_parameter_where_none_are_given(self):
        done = self.run_program("predict", "-m", "gpt2", "--gpu", "a100-sxm-80gb", "--goodput", "--json")
        answer = json.loads(done.stdout)
        self.assertTrue(answer["goodput"]["tokens_are_usual"])
        self.assertAlmostEqual(answer["goodput"]["tokens"], 20 * answer["parameters"], delta=20)

    def test_what_no_source_says_is_unknown(self):
        self.assertIsNone(self.goodput("--gpu", "rtx-4090", "--gpus", "8")["goodput"]["run"])
        self.assertIn("unknown", self.text("--gpu", "rtx-4090", "--gpus", "8"))
        self.assertIsNotNone(self.goodput("--gpu", "rtx-4090", "--gpus", "8", "--mtbf", "1y")["goodput"]["run"])
        answer = self.goodput("--gpu", "a100-sxm-80gb", "--gpus", "8")["goodput"]
        self.assertEqual(len(answer["failures"]), 4)

    def test_spot_loss_is_priced_in_where_its_rate_is_known(self):
        prices = self.write("prices.csv", OFFERS +
                            "gcp,a2,A100,a100-sxm-40gb,1,,,us-east1,,1.0,,,2026-09-01,test\n"
                            "vast,,A100,a100-sxm-40gb,1,,,,,0.5,,,2026-09-01,test\n"
                            "vast,,H100,h100-sxm,1,,,,,0.9,,,2026-09-01,test\n")
        common = ["--gpus", "16", "--price-file", prices]
        steady = self.goodput("--gpu", "a100-sxm-40gb", *common)["goodput"]
        spot = self.goodput("--gpu", "a100-sxm-40gb", *common, "--spot")["goodput"]
        # Counted in a public trace: 0.099 an hour of a machine; 16 machines are taken back 1.6 times an hour.
        rate = spot["spot"]["interruptions_per_machine_hour"]
        self.assertEqual((spot["spot"]["provider"], rate["low"], rate["high"]), ("gcp", 0.099, 0.099))
        self.assertEqual(spot["spot"]["machines"], 16)
        hours = spot["run"]["expected_seconds"] / 3600
        self.assertAlmostEqual(spot["run"]["stops"] / (hours * 16 * 0.099), 1, delta=0.02)
        self.assertGreater(spot["run"]["expected_seconds"], steady["run"]["expected_seconds"] * 1.2)
        self.assertAlmostEqual(spot["run"]["p50_usd"], spot["run"]["p50_seconds"] / 3600 * 16 * 1.0, delta=0.01)
        # Cheaper ones exist, without a rate of loss.
        self.assertLessEqual(spot["spot"]["cheapest_offer"]["usd_per_gpu_hour"], 0.5)
        shown = self.text("--gpu", "a100-sxm-40gb", *common, "--spot")
        self.assertIn("The cheapest spot offer is", shown)
        self.assertIn("cost of the run on demand", shown)  # beside that of spot machines
        self.assertNotIn("cost of the run on demand", self.text("--gpu", "a100-sxm-40gb", *common))
        unknown = self.goodput("--gpu", "h100-sxm", *common, "--spot")["goodput"]
        self.assertIsNone(unknown["spot"]["interruptions_per_machine_hour"])
        self.assertIn("unknown", self.text("--gpu", "h100-sxm", *common, "--spot"))
        self.assertIsNone(self.goodput("--gpu", "a10g", "--gpus", "8", "--price-file", prices, "--spot",
                                       "--mtbf", "1y")["goodput"]["spot"])

    def test_spot_is_held_against_on_demand(self):
        offers = OFFERS + "gcp,a2,A100,a100-sxm-40gb,1,,,us-east1,3.0,{},,,2026-09-01,test\n"
        for spot, is_cheaper in ((20, True), (0.01, False)):
            card = ["--gpu", "a100-sxm-40gb", "--gpus", "16", "--price-file",
                    self.write("both.csv", offers.format(spot)), "--spot"]
            answer = self.goodput(*card)["goodput"]
            steady = self.goodput(*card[:-1])["goodput"]["run"]["expected_usd"]
            self.assertAlmostEqual(answer["on_demand"]["expected_usd"], steady, delta=0.01)
            self.assertEqual(answer["on_demand"]["expected_usd"] < answer["run"]["expected_usd"], is_cheaper)
            text = self.text(*card)
            self.assertEqual("On demand is cheaper" in text, is_cheaper)
            self.assertEqual("Spot saves nothing here: $20.00" in text, is_cheaper)

    def test_a_run_that_never_ends_says_so(self):
        arguments = ["--gpu", "h100-sxm", "--gpus", "8", "--mtbf", "1h", "--restart-time", "3h"]
        self.assertIsNone(self.goodput(*arguments)["goodput"]["run"]["p90_seconds"])
        self.assertIn("never", self.text(*arguments))

    def test_text_in_both_languages(self):
        arguments = ["--gpu", "h100-sxm", "--gpus", "64"]
        for word in ("P50", "P90", "goodput", "stops", "50,677"):
            self.assertIn(word, self.text(*arguments))
        done = self.run_program("--lang", "zh", *LLAMA, *arguments)
        self.assertIn("检查点", done.stdout)
        self.assertNotIn("goodput.", done.stdout)

    def test_bad_input_is_one_clear_line(self):
        card = ["--gpu", "h100-sxm"]
        for option, value in (("--mtbf", "soon"), ("--mtbf", "0"), ("--checkpoint-time", "-1s"),
                              ("--checkpoint-every", "1x"), ("--restart-time", "")):
            if value:
                self.assert_usage_error([*LLAMA, *card, option, value], option, value)
        self.assert_usage_error(["predict", "-m", "gpt2", *card, "--spot"], "--goodput")
        self.assert_usage_error([*LLAMA, "--gpu", "h100-sxm,a100-sxm-80gb"], "--goodput")
        self.assert_usage_error([*LLAMA, *card, "--precision", "all"], "--goodput")


if __name__ == "__main__":
    unittest.main()
