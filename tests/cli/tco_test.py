# SPDX-License-Identifier: MIT
"""tco: sums and their parts, buying against renting, what is known, assumed and left out, bad input."""
import json
import os
import unittest

from program import ERROR, NOT_SUPPORTED, OK, ProgramTest, environment

HEADING = "provider,gpu_name,gpu_id,gpu_count,price_usd_hr,spot_price_usd_hr,price_cny_hr,snapshot_date,region\n"
FOUR = ["--gpu", "h100,a100,l40s,rtx4090"]


class Tco(ProgramTest):
    def setUp(self):
        super().setUp()
        self.env = environment(XDG_CACHE_HOME=self.path("cache"), HOME=self.folder)

    def text(self, *arguments):
        done = self.run_program("tco", *arguments, env=self.env)
        self.assertEqual(done.returncode, OK, done.stderr)
        return done.stdout

    def answer(self, *arguments):
        return json.loads(self.text(*arguments, "--json"))

    def one(self, *arguments):
        cards = self.answer(*arguments)["cards"]
        self.assertEqual(len(cards), 1)
        return cards[0]

    def terms(self, *arguments):
        return {term["term"]: term for term in self.answer(*arguments)["terms"]}


class Sums(Tco):
    def test_parts_are_the_total(self):
        for card in self.answer(*FOUR, "--server-price", "5k", "--server-power", "300", "--hosting", "150",
                                "--resale", "20%-40%", "--country", "US-Texas")["cards"]:
            costs = card["costs_usd"]
            for end, resale in (("low", 0.4), ("high", 0.2)):
                parts = sum(costs[name][end] for name in ("purchase", "server", "energy", "cooling", "hosting"))
                self.assertAlmostEqual(costs["total"][end], parts - resale * costs["purchase"][end], 6)
            self.assertLess(costs["total"]["low"], costs["total"]["high"])
            self.assertEqual(costs["server"]["low"], 5000)

    def test_scenarios_have_their_own_rates_and_kinds(self):
        rates = json.loads(self.run_program("score", "--gpu", "h200-sxm", "--json").stdout)
        known = {rate["case"]: rate["rate"] for rate in rates}
        for scenario, case, unit in (("inference", "infer_gpt2", 128), ("training", "train_gpt2", 128),
                                     ("inference-bert", "infer_bert_base", 128),
                                     ("training-resnet50", "train_resnet50", 1)):
            answer = self.answer("h200-sxm", "--scenario", scenario)
            self.assertEqual(answer["scenario"]["case"], case)
            rate = answer["cards"][0]["rate_per_second"]
            self.assertAlmostEqual(rate["value"], known[case] * unit, 3)
            self.assertEqual(rate["kind"], "measured")

    def test_a_converted_rate_is_not_called_published_and_says_why_predict_says_less(self):
        card = self.one("a100-sxm-80gb", "--scenario", "training-resnet50")
        rate = card["rate_per_second"]
        self.assertAlmostEqual(rate["value"], 1582 * rate["conversion"], 6)
        self.assertLess(rate["low"], rate["value"])
        # What NVIDIA publishes of its scripts with channels last, 2,470 images/s, is in the range.
        self.assertTrue(rate["low"] < 2470 < rate["high"])
        text = self.run_program("tco", "--gpu", "a100-sxm-80gb", "--scenario", "training-resnet50").stdout
        self.assertIn(f"published x {rate['conversion']:.2f}", text)
        self.assertIn("predict --model resnet50 answers for Lambda's benchmark", " ".join(text.split()))
        self.assertNotIn("predict", self.run_program("tco", "--gpu", "a100-sxm-80gb", "--scenario", "training").stdout)

    def test_utilisation_lessens_the_work_and_nothing_else(self):
        whole, half = self.one("l40s"), self.one("l40s", "--utilisation", "50%")
        self.assertAlmostEqual(half["units"], whole["units"] / 2, 0)
        self.assertEqual(half["costs_usd"], whole["costs_usd"])
        self.assertAlmostEqual(half["usd_per_million"]["low"], 2 * whole["usd_per_million"]["low"], 12)
        # The value is of the same work: a dollar buys half of it.
        self.assertAlmostEqual(half["rate_per_usd"]["high"], whole["rate_per_usd"]["high"] / 2, 9)
        self.assertEqual(half["rate_per_second"], whole["rate_per_second"])


class Rent(Tco):
    def offers(self, *rows):
        return ["--price-file", self.write("offers.csv", HEADING + "".join(row + "\n" for row in rows))]

    def test_a_stale_rent_says_so(self):
        rows = [f"{name},H100,h100-sxm,1,1.50,,,2025-01-02,x" for name in self.single_providers("h100-sxm")]
        text = self.text("h100-sxm", *self.offers(*rows))
        self.assertIn("stale: 2025-01-02", text)

    def single_providers(self, gpu):
        done = self.run_program("cloud-prices", gpu, "--limit", "all", "--json", env=self.env)
        return {offer["provider"] for offer in json.loads(done.stdout)["offers"]}

    def test_a_cache_that_cannot_be_read_is_left_out_and_said(self):
        whole = self.one("l40s")
        os.makedirs(self.path("cache/torch-gpu-benchmark"))
        self.write("cache/torch-gpu-benchmark/prices.csv", HEADING + "a,b\n")
        done = self.run_program("tco", "l40s", "--json", env=self.env)
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("prices.csv", done.stderr)
        self.assertEqual(json.loads(done.stdout)["cards"], [whole])

    def test_break_even_moves_with_the_rent_and_may_never_come(self):
        cheap, dear = (self.one("l40s", "--price", "8000", "--rent", rent)["rent"]["break_even_month"]["low"]
                       for rent in ("1", "2"))
        self.assertGreater(cheap, dear)
        never = self.one("l40s", "--price", "8000", "--rent", "0.01")["rent"]["break_even_month"]
        self.assertEqual(never, {"low": None, "high": None})
        self.assertIn("never", self.text("l40s", "--price", "8000", "--rent", "0.01"))

    def test_break_even_is_where_the_two_sums_meet(self):
        arguments = ["h100-sxm", "--price", "30k", "--rent", "2.5"]
        month = int(self.one(*arguments)["rent"]["break_even_month"]["low"])
        before, after = (self.one(*arguments, "--months", str(months)) for months in (month - 1, month))
        self.assertGreater(before["costs_usd"]["total"]["low"], before["rent"]["total"])
        self.assertLessEqual(after["costs_usd"]["total"]["low"], after["rent"]["total"])


class WhatItRestsOn(Tco):
    def test_prices_show_their_rows_and_dates(self):
        price = self.one("l40s")["price"]
        self.assertEqual(price["low"], min(row["low"] for row in price["rows"]))
        self.assertEqual(price["high"], max(row["high"] for row in price["rows"]))
        self.assertTrue(price["newest"])
        self.assertEqual(self.one("l40s", "--condition", "list")["price"]["basis"], "list")
        self.assertEqual(self.one("l40s", "--price", "l40s=7k-8k")["price"]["basis"], "given")
        prices = {card["gpu"]: card["price"] for card in
                  self.answer("l40s,t4", "--price", "9k,t4=800-900")["cards"]}
        self.assertEqual((prices["l40s"]["low"], prices["t4"]["low"], prices["t4"]["high"]), (9000, 800, 900))

    def test_a_card_without_a_rate_has_its_costs(self):
        card = self.one("mi250x")
        self.assertIsNone(card["rate_per_second"])
        self.assertIsNone(card["usd_per_million"])
        self.assertGreater(card["costs_usd"]["total"]["low"], 0)

    def test_text_fits_and_explain_shows_the_terms(self):
        for language in ("en", "zh"):
            text = self.text(*FOUR, "--explain", "--lang", language)
            self.assertIn("21,900 h", text)
            if language == "en":
                for line in text.splitlines():
                    self.assertLessEqual(len(line), 80, line)
        self.assertIn("每百万 token", self.text("l40s", "--explain", "--lang", "zh"))

    def test_an_answer_fits_a_screen_and_says_that_there_is_more(self):
        text = self.text("h100-sxm,l40s")
        self.assertLessEqual(len(text.splitlines()), 26)
        self.assertIn("--explain", text)

    def test_notes_of_prices_are_in_the_user_s_language(self):
        text = "".join(self.text("h100-sxm,rtx-4090", "--explain", "--lang", "zh").split())
        self.assertIn("亚马逊首选报价", text)
        self.assertNotRegex(text, "buy-box|NVIDIApublishes")


class BadInput(Tco):
    def test_one_clear_line(self):
        for arguments, words in (
                ([], ("--gpu",)),
                (["voodoo"], ("voodoo",)),
                (["h1000"], ("h1000", "h100")),
                (["l40s", "--months=-3"], ("--months", "-3")),
                (["l40s", "--months", "9999"], ("--months", "240")),
                (["l40s", "--hours-per-day", "25"], ("--hours-per-day", "24")),
                (["l40s", "--hours-per-day", "0"], ("--hours-per-day", "0")),
                (["l40s", "--electricity", "12"], ("--electricity", "12ct")),
                (["l40s", "--electricity", "free"], ("--electricity", "free")),
                (["l40s", "--electricity", "0.3-0.1"], ("--electricity", "0.3-0.1")),
                (["l40s", "--utilisation", "150%"], ("--utilisation", "150%")),
                (["l40s", "--utilisation", "0"], ("--utilisation", "0")),
                (["l40s", "--power-share", "2"], ("--power-share", "2")),
                (["l40s", "--pue", "0.9"], ("--pue", "0.9")),
                (["l40s", "--pue", "atlantis"], ("--pue", "atlantis")),
                (["l40s", "--carbon", "9999"], ("--carbon", "9999")),
                (["l40s", "--hosting", "many"], ("--hosting", "many")),
                (["l40s", "--resale", "120%"], ("--resale", "120%")),
                (["l40s", "--resale", "90k"], ("--resale", "l40s")),
                (["l40s", "--price", "0"], ("--price", "0")),
                (["l40s", "--price", "h100=20k"], ("--price", "h100=20k")),
                (["l40s", "--price", "voodoo=20k"], ("voodoo",)),
                (["l40s", "--price", "5k,6k"], ("--price", "5k,6k")),
                (["l40s", "--price", "l40s=5k,L40S=6k"], ("--price", "l40s")),
                (["l40s", "--server-price=-1"], ("--server-price", "-1")),
                (["l40s", "--server-power", "1e9"], ("--server-power", "1e9")),
                (["l40s", "--rent", "0"], ("--rent", "0")),
                (["l40s", "--scenario", "gaming"], ("--scenario", "gaming", "training")),
                (["l40s", "--tariff", "free"], ("--tariff", "business")),
                (["l40s", "--tariff", "household"], ("--tariff needs --country",)),
                (["l40s", "--condition", "stolen"], ("--condition", "used")),
                (["l40s", "--country", "Germani"], ("Germani", "Germany")),
                (["l40s", "--country", "Zzzzzzzzzzzzzz"], ("Zzzzzzzzzzzzzz",))):
            with self.subTest(arguments=arguments):
                self.assert_usage_error(["tco", *arguments], *words)

    def test_nothing_known_of_any_card_is_exit_5(self):
        done = self.run_program("tco", "--gpu", "mi210", "--condition", "used", env=self.env)
        self.assert_error(done, NOT_SUPPORTED, "mi210", "--price")

    def test_a_missing_or_broken_price_file_is_named(self):
        done = self.run_program("tco", "l40s", "--price-file", "nowhere.csv", env=self.env)
        self.assert_error(done, ERROR, "nowhere.csv")
        self.write("broken.csv", HEADING + "a,b\n")
        done = self.run_program("tco", "l40s", "--price-file", "broken.csv", env=self.env)
        self.assert_error(done, ERROR, "broken.csv")
        os.mkfifo(self.path("pipe.csv"))  # reading it would never end
        done = self.run_program("tco", "l40s", "--price-file", "pipe.csv", env=self.env, timeout=20)
        self.assert_error(done, ERROR, "pipe.csv")


if __name__ == "__main__":
    unittest.main()
