# SPDX-License-Identifier: MIT
"""predict --goodput: time and money to the finished run, what it rests on, what is unknown, bad input, languages."""
import json
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
