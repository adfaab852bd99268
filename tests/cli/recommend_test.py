# SPDX-License-Identifier: MIT
"""recommend: what is taken for a budget, prices that change it, demands, purchases, bad input."""
import json
import re
import unittest

from program import ERROR, NOT_SUPPORTED, OK, ProgramTest, environment

HEADING = "provider,gpu_name,gpu_id,gpu_count,price_usd_hr,snapshot_date\n"


class Recommend(ProgramTest):
    def setUp(self):
        super().setUp()
        self.env = environment(XDG_CACHE_HOME=self.path("cache"), HOME=self.folder)

    def text(self, *arguments):
        done = self.run_program("recommend", *arguments, env=self.env)
        self.assertEqual(done.returncode, OK, done.stderr)
        return done.stdout

    def explained(self, *arguments):
        return self.text(*arguments, "--explain")

    def answer(self, *arguments):
        return json.loads(self.text(*arguments, "--json"))

    def offers(self, **prices):
        """A price file of one provider, which alone is asked: dollars an hour of GPUxCOUNT."""
        rows = "".join(f"mine,{name},{name.rsplit('_', 1)[0].replace('_', '-')},{name.rsplit('_', 1)[1]},{price},2026-11-01\n"
                       for name, price in prices.items())
        return ["--price-file", self.write("prices.csv", HEADING + rows), "--provider", "mine"]


class Rented(Recommend):
    def test_services_are_those_that_predict_forecasts(self):
        answer = self.answer("-m", "gpt2", *self.offers(t4_1=0.2, mi250_1=1.0, intel_max_1550_1=1.0, gaudi2_1=1.0, p100_pcie_16gb_1=0.1))
        self.assertEqual({one["gpu"] for one in answer["best"]}, {"t4", "mi250", "intel-max-1550"})
        self.assertEqual((answer["no_forecast"], answer["not_known_to_run"]), (["gaudi2"], ["p100-pcie-16gb"]))
        text = " ".join(self.explained("-m", "gpt2", *self.offers(t4_1=0.2, mi250_1=1.0, gaudi2_1=1.0)).split())
        self.assertIn("datasheet lacks what it takes: gaudi2.", text)
        self.assertIn("Programs see 2 devices in one card of mi250: ", text)

    def test_trainings_of_no_generation_that_was_published_are_named(self):
        answer = self.answer("-m", "gpt2", "--task", "training", *self.offers(t4_1=0.2, h100_sxm_1=2.0))
        self.assertEqual(([one["gpu"] for one in answer["best"]], answer["no_forecast"]), (["h100-sxm"], ["t4"]))
        for task, gpu in (("training", "t4"), ("inference", "gaudi2")):
            done = self.run_program("recommend", "-m", "gpt2", "--task", task, *self.offers(**{gpu + "_16": 2.0}), env=self.env)
            self.assert_error(done, NOT_SUPPORTED, f"no forecast for {gpu}", "no other card is offered")
            self.assertNotIn("No forecast", done.stdout)

    def test_a_card_with_a_peak_of_4_bits_alone_has_no_forecast(self):
        for task, more in (("inference", {}), ("inference", {"gaudi2_1": 1.0}), ("training", {"mi250_8": 8.0})):
            count = 8 if task == "training" else 1
            done = self.run_program("recommend", "-m", "gpt2", "--task", task, *self.offers(**{f"gb10_{count}": 0.5, **more}), "--json", env=self.env)
            self.assert_error(done, NOT_SUPPORTED, "no forecast for " + ", ".join(sorted(["gb10", *(name.rsplit("_", 1)[0] for name in more)])))
            self.assertIn("gb10", json.loads(done.stdout)["no_forecast"])
        both = self.offers(gb10_1=0.5, h100_sxm_1=2.0)
        self.assertEqual(self.answer("-m", "gpt2", *both)["no_forecast"], ["gb10"])
        done = self.run_program("recommend", "-m", "gpt2", "--precision", "fp4", *both, env=self.env)
        self.assert_error(done, ERROR, "that have a forecast none holds gpt2", "multiplies in fp4")
        self.assertIn("takes: gb10.", " ".join(done.stdout.split()))

    def test_cards_that_vllm_is_not_known_to_run_on_have_no_forecast(self):
        done = self.run_program("recommend", "-m", "gpt2", *self.offers(p40_1=0.1, mi100_1=0.2), env=self.env)
        self.assert_error(done, NOT_SUPPORTED, "no forecast for mi100, p40", "vLLM is not known to run gpt2 there")
        self.assertNotIn("--max-gpus", done.stderr)
        done = self.run_program("recommend", "-m", "gpt2", "--precision", "int4", *self.offers(mi210_1=0.1), env=self.env)
        self.assert_error(done, NOT_SUPPORTED, "vLLM is not known to run int4 there", "take another --precision")
        done = self.run_program("recommend", "-m", "gpt2", *self.offers(p40_1=0.1, gb10_1=0.2), env=self.env)
        self.assert_error(done, NOT_SUPPORTED, "no forecast for gb10, p40", "or vLLM is not known to run there")

    def test_a_precision_that_no_card_has_is_not_said_to_be_want_of_room(self):
        done = self.run_program("recommend", "-m", "gpt2", "--precision", "fp8", *self.offers(t4_1=0.2, a40_1=1), env=self.env)
        self.assert_error(done, ERROR, "none holds gpt2", "and multiplies in fp8")

    def test_what_the_software_is_not_known_to_run_is_no_choice(self):
        # vLLM has MXFP4 from compute capability 8.0 on, and nothing on Volta.
        offers = self.offers(v100_sxm2_32gb_8=0.5, a100_sxm_80gb_2=3.0)
        best = self.answer("-m", "gpt-oss-120b", *offers)["best"]
        self.assertEqual([one["gpu"] for one in best], ["a100-sxm-80gb"])
        for budget in ("1", "2"):
            self.assertNotIn("v100", " ".join(one["gpu"] for one in self.answer("-m", "gpt-oss-120b", "--budget", budget)["best"]))
        done = self.run_program("recommend", "-m", "gpt-oss-20b", *self.offers(v100_sxm2_32gb_8=0.5), env=self.env)
        self.assert_error(done, NOT_SUPPORTED, "vLLM is not known to run gpt-oss-20b there", "no other card is offered")

    def test_a_checkpoint_published_in_four_bits_is_named_so_and_nobody_is_told_that_it_is_for_want_of_room(self):
        answer = self.answer("-m", "gpt-oss-120b", "--budget", "2")
        self.assertEqual({one["precision"] for one in answer["best"]}, {"fp4"})
        self.assertIsNone(answer["four_bits"])
        self.assertNotIn("four bits", self.text("-m", "gpt-oss-120b", "--budget", "2"))
        asked = self.run_program("recommend", "-m", "gpt-oss-120b", "--budget", "2", "--precision", "bf16", env=self.env)
        self.assertIn("MXFP4", asked.stderr)
        self.assertEqual(asked.stdout, self.text("-m", "gpt-oss-120b", "--budget", "2"))

    def test_a_checkpoint_published_in_integers_is_served_so_and_one_in_fp8_in_no_more(self):
        types = lambda model, *more: {one["precision"] for one in self.answer(
            "--model", model, "--budget", "200", *more)["best"]}
        self.assertEqual(types("kimi-k2.5"), {"int4"})
        self.assertIn("kimi-k2.5 is published in int4, so the answer is in int4", self.run_program(
            "recommend", "--model", "kimi-k2.5", "--budget", "200").stderr)
        self.assertEqual(types("kimi-k2.5", "--precision", "fp8"), {"fp8"})
        self.assertNotIn("bf16", types("deepseek-v3", "--priority", "speed"))

    def test_an_old_price_that_is_cheaper_is_taken_with_its_age_and_the_fresh_one_beside_it(self):
        today = json.loads(self.run_program("cloud-prices", "l4", "--json", env=self.env).stdout)["today"]
        rows = f"mine,L40S,l40s,1,0.5,2025-01-02\nmine,L40S,l40s,1,1.5,{today}\n"
        offers = ["--price-file", self.write("prices.csv", HEADING + rows), "--provider", "mine"]
        price = self.answer("--model", "llama-3.1-8b", *offers)["best"][0]["price"]
        self.assertEqual((price["usd_per_hour"], price["freshness"], price["date"]), (0.5, "stale", "2025-01-02"))
        self.assertEqual((price["fresh"]["usd_per_hour"], price["fresh"]["date"]), (1.5, today))
        text = " ".join(self.text("--model", "llama-3.1-8b", *offers).split())
        self.assertIn("stale: 2025-01-02", text)
        self.assertIn(f"not stale: 1.50 $/h (mine, {today})", text)

    def test_an_only_offer_of_spot_is_the_provider_s(self):
        heading = HEADING.replace("price_usd_hr", "price_usd_hr,spot_price_usd_hr")
        rows = "".join(f"{name},L4,l4,1,,{price},2026-11-01\n" for name, price in (("mine", 0.1), ("yours", 0.2)))
        ask = ["--model", "llama-3.1-8b", "--spot", "--price-file", self.write("spot.csv", heading + rows),
               "--provider", "mine,yours"]
        self.assertIn("its only offer", self.text(*ask))
        self.assertEqual(self.answer(*ask)["best"][0]["price"]["offers_of"], "provider")
        self.assertIn("该服务商的唯一报价", self.text(*ask, "--lang", "zh").replace("\n   ", ""))

    def test_networks_that_decode_what_an_encoder_read_are_named(self):
        done = self.run_program("recommend", "-m", "t5-large", env=self.env)
        self.assert_error(done, NOT_SUPPORTED, "t5-large", "decodes what an encoder read", "decoders alone")

    def test_where_nothing_holds_it_the_number_that_would_is_named(self):
        done = self.run_program("recommend", "-m", "gpt3-175b", "--task", "training", "--budget", "1", env=self.env)
        self.assert_error(done, ERROR, "none holds gpt3-175b with at most 8 GPUs", "would hold it: --max-gpus ")
        self.assertNotIn("--provider", done.stderr)
        enough = done.stderr.strip().rsplit(" ", 1)[1]
        self.answer("-m", "gpt3-175b", "--task", "training", "--max-gpus", enough)
        done = self.run_program("recommend", "-m", "llama-3.1-70b", "--max-gpus", "1", *self.offers(l4_1=1, l4_8=5),
                                env=self.env)
        self.assert_error(done, ERROR, "of the cards of --provider", "8 x l4", "--max-gpus 8, or leave out --provider")

    def test_where_the_machines_on_offer_are_too_small_larger_ones_are_named(self):
        train = ["-m", "llama-3.1-8b", "--task", "training", "--train-tokens", "1B", "--max-gpus", "64"]
        serve = ["-m", "llama-3.1-70b", "--precision", "bf16", "--max-gpus", "64"]
        for ask in (train, serve):
            done = self.run_program("recommend", *ask, *self.offers(h100_sxm_1=2), env=self.env)
            self.assert_error(done, ERROR, f"none holds {ask[1]} in the machines on offer, of at most 1 GPU (",
                              "4 x h100-sxm, bf16 in machines of 4 would hold it; leave out --provider")
            self.assertEqual(self.answer(*ask, *self.offers(h100_sxm_1=2, h100_sxm_4=8))["best"][0]["gpus"], 4)
        done = self.run_program("recommend", *serve, *self.offers(h100_sxm_1=2), "--lang", "zh", env=self.env)
        self.assertIn("整机最多 1 块 GPU", done.stderr)
        # No machine of the card holds this one, and joined machines do not serve.
        done = self.run_program("recommend", "-m", "llama-3.1-405b", *self.offers(l4_1=1, l4_8=8), env=self.env)
        self.assert_error(done, ERROR, "of at most 8 GPUs (")
        self.assertNotIn("would hold it", done.stderr)
        # 70 billion parameters are trained by several machines of eight.
        done = self.run_program("recommend", "-m", "llama-3.1-70b", *train[2:], *self.offers(h100_sxm_4=8), env=self.env)
        self.assert_error(done, ERROR, "of at most 4 GPUs (", "32 x h100-sxm, bf16 in machines of 8 would hold it")

    def test_the_network_between_machines_is_said_to_be_assumed(self):
        ask = ["--model", "llama-3.1-8b", "--task", "training", "--train-tokens", "20B"]
        offers = self.offers(h100_sxm_8=16)
        both = self.answer(*ask, "--priority", "speed", "--deadline", "2d", "--max-gpus", "16", *offers)["best"][0]
        self.assertEqual(both["machines"], 2)
        # 400 Gb/s a GPU, as DGX H100 has it.
        self.assertEqual(both["network_between_machines"], {"bytes_per_second_per_gpu": 50e9, "basis": "assumed"})
        text = " ".join(self.text(*ask, "--deadline", "2d", "--max-gpus", "16", *offers).split())
        self.assertIn("50 GB/s a GPU each way (400 Gb/s) are assumed", text)
        one = self.answer(*ask, "--max-gpus", "8", *offers)["best"][0]
        self.assertIsNone(one["network_between_machines"])
        self.assertNotIn("Gb/s", self.text(*ask, "--max-gpus", "8", *offers))

    def test_a_budget_that_ends_a_choice_is_named_as_such(self):
        # 4 x rtx-5090 would stay the first at any price, did the budget not end at 2 $/h.
        ask = ["-m", "llama-3.1-8b", "--scenario", "batch", "--provider", "vast,azure"]
        text = " ".join(self.text(*ask, "--budget", "2").split())
        self.assertIn("Above 2.00 $/h, the budget, it is out: then ", text)
        free = " ".join(self.text(*ask).split())
        self.assertNotIn("the budget", free)

    def test_four_bits_serve_where_nothing_wider_does(self):
        # 70 billion weights are 141 GB in 16 bits and 71 GB in 8; a card of 48 GB holds 4 bits.
        offers = self.offers(rtx_a6000_1=0.6)
        answer = self.answer("--budget", "2", "--model", "llama-3.1-70b", *offers)
        self.assertEqual([one["precision"] for one in answer["best"]], ["int4"])
        self.assertIn("four bits", self.text("--budget", "2", "--model", "llama-3.1-70b", *offers))
        self.assert_error(self.run_program("recommend", "--budget", "2", "--model", "llama-3.1-70b", *offers,
                                           "--precision", "bf16,fp8", env=self.env), ERROR, "llama-3.1-70b")

    def test_the_precision_of_the_hint_gives_what_the_hint_promises(self):
        ask = ["--budget", "2.0", "--model", "llama-3.1-70b"]
        answer = self.answer(*ask)
        text = " ".join(self.text(*ask).split())
        precision = answer["four_bits"]["precision"]
        self.assertIn(f"(--precision {precision})", text)
        again = self.answer(*ask, "--priority", "cost", "--precision", precision)["best"][0]
        self.assertLessEqual(again["usd_per_million_tokens"], answer["four_bits"]["usd_per_million_tokens"] * 1.001)

    def test_the_sentence_names_price_and_card(self):
        text = " ".join(self.explained("--model", "llama-3.1-8b", "--priority", "cost",
                                  *self.offers(l40s_1=0.5, h100_sxm_1=2.0)).split())
        self.assertRegex(text, r"Above [0-9.]+ \$/h take 1 x (l40s|h100-sxm), fp8\.")
        self.assertRegex(text, r"At [0-9.]+ \$/h or less 1 x (l40s|h100-sxm), fp8 would be the first\.")

    def test_tokens_a_day_take_enough_machines_and_cost_what_is_rented(self):
        offers = self.offers(l40s_1=0.5)
        one = self.answer("--model", "llama-3.1-8b", "--tokens-per-day", "1B", *offers)["best"][0]
        self.assertGreater(one["gpus"], 1)
        self.assertEqual(one["gpus"], one["machines"])
        self.assertGreaterEqual(one["tokens_per_second"]["value"], 1e9 / 86400)
        each = one["tokens_per_second"]["value"] / one["gpus"]
        self.assertLess(each * (one["gpus"] - 1), 1e9 / 86400)
        self.assertAlmostEqual(one["usd_per_million_tokens"], one["gpus"] * 0.5 * 24 / 1000, 9)

    def test_explain_shows_every_card_that_would_do(self):
        ask = ["--model", "llama-3.1-8b", "--budget", "1", "--priority", "cost"]
        met = self.answer(*ask)["cards_that_meet"]
        table = self.text(*ask, "--explain").rsplit("score\n", 1)[1].split("\n\n")[0]
        self.assertEqual(len(table.splitlines()) - 1, met)


class Spot(Recommend):
    def market(self, *rows):
        """Rows: provider, card, GPUs, dollars an hour on demand, of a spot machine."""
        heading = "provider,gpu_name,gpu_id,gpu_count,price_usd_hr,spot_price_usd_hr,snapshot_date\n"
        text = heading + "".join(f"{who},{gpu},{gpu},{count},{price},{spot},2026-11-01\n"
                                 for who, gpu, count, price, spot in rows)
        return ["--price-file", self.write(f"{rows[0][0]}.csv", text), "--provider", ",".join({row[0] for row in rows}), "--spot"]

    def test_interruptions_are_taken_off_where_a_source_counts_them(self):
        market = self.market(("aws", "v100-sxm2-16gb", 1, "", 0.5))
        ask = ["--params", "400m", "--task", "training", "--train-tokens", "1B"]
        spot = self.answer(*ask, *market)["best"][0]
        firm = self.answer(*ask, *self.market(("mine", "v100-sxm2-16gb", 1, 0.5, "")))["best"][0]
        rate = spot["interruptions"]["per_machine_hour"]
        self.assertGreater(rate["low"], 0.1)  # traces of 2022 and 2023: one in one to ten hours
        self.assertLess(rate["high"], 1)
        self.assertIn("skypilot", rate["source"])
        kept = spot["interruptions"]["kept_share"]
        self.assertLess(kept["low"], kept["value"])
        self.assertLess(kept["value"], 0.95)
        firm_rate = firm["tokens_per_second"]["value"] / firm["interruptions"]["kept_share"]["value"]
        self.assertAlmostEqual(spot["tokens_per_second"]["value"] / firm_rate, kept["value"], 6)
        self.assertAlmostEqual(spot["usd_per_run"] / (0.5 * spot["run_seconds"]["value"] / 3600), 1, 6)
        self.assertIn("is lost, which is taken off", " ".join(self.text(*ask, *market).split()))

    def test_a_service_loses_ten_minutes_each_time(self):
        market = self.market(("aws", "a100-sxm-80gb", 1, "", 0.5))
        one = self.answer("--params", "400m", *market)["best"][0]
        rate = one["interruptions"]["per_machine_hour"]
        mean = (rate["low"] + rate["high"]) / 2
        self.assertAlmostEqual(one["interruptions"]["kept_share"]["value"], 1 / (1 + mean / 6), 9)

    def test_an_unknown_risk_is_said_and_never_guessed(self):
        market = self.market(("mine", "l40s", 1, 2, 1))
        ask = ["--model", "llama-3.1-8b", "--priority", "cost", *market]
        answer = self.answer(*ask)
        one = answer["best"][0]
        self.assertEqual(one["price"]["kind"], "spot")
        self.assertIsNone(one["interruptions"]["per_machine_hour"])
        self.assertEqual(one["interruptions"]["kept_share"]["value"], 1)
        self.assertAlmostEqual(answer["loss_to_lose"], 0.5, 9)  # of the same card at twice the price
        self.assertIn("is unknown; nothing is taken off. It stays before all whose loss is known until interruptions take "
                      "50 % of its time", " ".join(self.text(*ask).split()))

    def test_on_demand_alone_without_it(self):
        market = self.market(("mine", "l40s", 1, 2, 1))
        for one in self.answer("--model", "llama-3.1-8b", *market[:-1])["best"]:
            self.assertEqual(one["price"]["kind"], "on_demand")
            self.assertNotIn("interruptions", one)


class Trained(Recommend):
    def test_a_size_in_words_is_a_printed_number(self):
        ask = ["--model-size", "large", "--budget", "2.5", "--task", "training", "--priority", "balanced"]
        answer = self.answer(*ask)
        self.assertAlmostEqual(answer["request"]["parameters"] / 7e9, 1, 4)
        self.assertTrue(answer["request"]["assumed_shape"])
        self.assertEqual(len(answer["best"]), 3)
        self.assertIn("large = 7B", self.text(*ask))

    def test_a_deadline_takes_as_many_gpus_as_it_needs(self):
        offers = self.offers(h100_sxm_1=2.5, h100_sxm_8=16)
        one = self.answer("--model", "llama-3.1-8b", "--deadline", "3d", "--train-tokens", "20B", *offers)["best"][0]
        self.assertLessEqual(one["run_seconds"]["value"], 3 * 86400)
        self.assertAlmostEqual(one["usd_per_run"], one["price"]["usd_per_hour"] * one["run_seconds"]["value"] / 3600, 6)
        self.assertAlmostEqual(one["run_seconds"]["value"] * one["tokens_per_second"]["value"], 20e9, -1)
        self.assertEqual(one["gpus"] % 8, 0)
        self.assertGreater(one["scaling_efficiency"]["value"], 0.5)
        self.assertEqual(one["scaling_efficiency"]["of_gpus"], 1)

    def test_what_is_recomputed_is_said(self):
        ask = ["--model", "llama-3.1-70b", "--task", "training", *self.offers(b200_8=44)]
        self.assertEqual(self.answer(*ask)["best"][0]["layout"]["recompute"], "full")
        self.assertRegex(" ".join(self.text(*ask).split()), r" rc, micro-batch \d+\. Recomputed on the way back: full\. ")

    def test_the_tokens_of_the_run_are_said(self):
        ask = ["recommend", "--model", "llama-3.1-8b", "--task", "training", "--train-tokens", "20B"]
        shown = " ".join(self.run_program(*ask, "--deadline", "3d").stdout.split())
        self.assertIn("; 20B tokens in all", shown)
        small = self.run_program("recommend", "--model", "gpt2", "--task", "training", "--train-tokens", "2M").stdout
        self.assertIn("; 2M tokens in all", " ".join(small.split()))
        self.assertIn("At least 77,160 tokens/s, for 20B tokens in 3.00 d.", shown)
        shown = " ".join(self.run_program(*ask, "--target-throughput", "100000").stdout.split())
        self.assertIn("At least 100,000 tokens/s. ", shown)
        self.assertIn("；共 20B 个 token", self.run_program(*ask, "--lang", "zh").stdout)

    def test_what_recommend_says_is_what_predict_says(self):
        offers = self.offers(h100_sxm_8=16)
        one = self.answer("--model", "llama-3.1-8b", "--task", "training", *offers)["best"][0]
        layout = one["layout"]
        self.assertEqual(layout["tp"] * layout["pp"] * layout["cp"] * layout["dp"], 8)
        predicted = json.loads(self.run_program(
            "predict", "--model", "llama-3.1-8b", "--gpu", "h100-sxm", "--gpus", "8", "--global-batch", "256",
            "--batch-size", str(int(layout["micro_batch"])), "--seq", "2048", "--software", layout["software"],
            "--json").stdout)
        self.assertAlmostEqual(predicted["tokens_per_second"]["value"] / one["tokens_per_second"]["value"], 1, 6)


class Bought(Recommend):
    ASK = ["--model-size-gb", "70", "--target-throughput", "2000"]

    def test_modules_are_bought_by_the_board(self):
        for budget in ("30k", "100k", "500k"):
            for one in self.answer("--purchase-budget", budget, "--model", "llama-3.1-8b", "--max-gpus", "8")["best"]:
                self.assertNotIn(one["gpu"], ("gb200", "gb300"))
                if one["gpu"] in ("mi355x", "mi300x", "b200", "b300"):
                    self.assertEqual(one["gpus"], 8)
        text = " ".join(self.explained("--purchase-budget", "30k", "--model", "llama-3.1-8b").split())
        self.assertIn("Modules are bought by the board", text)

    def test_what_a_price_is_and_how_old_is_said(self):
        ask = ["--purchase-budget", "6k", "--model", "llama-3.1-8b", "--priority", "cost"]
        text = self.explained(*ask)
        flat = " ".join(text.split())
        for place, one in enumerate(self.answer(*ask)["best"], 1):
            price = one["price"]
            kind = {"list": "list price", "new": "estimate" if price["is_estimate"] else "street price"}[price["basis"]]
            mark = " *" if price["is_old"] else ""
            self.assertRegex(flat, rf"{place}\. \$[\d.,-]+ a card \({kind}, {price['date'] or 'undated'}{re.escape(mark)}\)")
            self.assertEqual("no price of the last twelve months" in flat or not price["is_old"], True)
        self.assertIn("list price, ", self.text("--purchase-budget", "1k", "--model", "llama-3.1-8b"))

    def test_tokens_a_day_are_served_over_the_whole_day(self):
        ask = ["--model", "llama-3.1-8b", "--purchase-budget", "20k", "--tokens-per-day", "20M"]
        text = " ".join(self.explained(*ask).split())
        self.assertIn("served over its 24 hours", text)
        self.assertNotIn("20 hours a day", text)
        one = self.answer(*ask)["best"][0]
        tokens = 20e6 * 36 * 365 / 12
        # Joules a token are of the power limit: of 24 hours a day at 0.12 $/kWh and a PUE of 1.56.
        energy = one["joules_per_token"] * one["tokens_per_second"]["value"] / 1000 * 24 * 365 * 3 * 0.12 * 1.56
        self.assertAlmostEqual(one["usd_per_million_tokens"] * tokens / 1e6 / (one["price"]["usd"] + energy), 1, 2)

    def test_a_sum_that_is_too_small_names_what_would_do(self):
        ask = ["--purchase-budget", "25000", "--model-size-gb", "70", "--target-throughput", "20000"]
        done = self.run_program("recommend", *ask, "--json", env=self.env)
        self.assert_error(done, ERROR, "$25,000", "the cheapest that would", "tokens/s")
        nearest = json.loads(done.stdout)["nearest"]
        self.assertGreater(nearest["price"]["usd"], 25000)
        enough = self.answer("--purchase-budget", str(nearest["price"]["usd"] + 1), *ask[2:])
        self.assertEqual(enough["best"][0]["gpu"], nearest["gpu"])

    def test_a_sum_that_is_too_small_names_one_computer_that_would_do_and_what_that_rests_on(self):
        ask = ["--purchase-budget", "25000", "--model-size-gb", "70", "--target-throughput", "20000"]
        done = self.run_program("recommend", *ask, env=self.env)
        self.assert_error(done, ERROR, "$25,000", "the cheapest that would")
        self.assertLessEqual(len(done.stderr.strip()), 130)
        shown = " ".join(done.stdout.split())
        answer = json.loads(self.run_program("recommend", *ask, "--json", env=self.env).stdout)
        large, small = answer["nearest"], answer["nearest_computer"]
        self.assertGreater(large["gpus"], 8)
        self.assertLessEqual(small["gpus"], 8)
        self.assertGreater(small["price"]["usd"], large["price"]["usd"])
        self.assertGreaterEqual(small["tokens_per_second"]["value"], 20000)
        self.assertIn(f"of at most 8 GPUs that would do: {small['gpus']} x {small['gpu']}", shown)
        for one in (large, small):
            rate = one["tokens_per_second"]
            self.assertIn("({value:,.0f} tokens/s, 90 % interval {low:,.0f} … {high:,.0f})".format(**rate) if one is small
                          else "{value:,.0f} tokens/s, 90 % interval {low:,.0f} … {high:,.0f}.".format(**rate), shown)
        for words in ("The budget reaches", "one is forecast, the others are counted as fast",
                      f"measurement of such work is on {large['gpu']}"):
            self.assertIn(words, shown)


class Unmet(Recommend):
    def test_limits_nothing_keeps_name_the_nearest_times(self):
        self.assert_error(self.run_program("recommend", "--model", "llama-3.1-8b", "--slo", "tpot=50us",
                                           env=self.env), ERROR, "TPOT", "one user")

    def test_a_rate_that_is_out_of_reach(self):
        self.assert_error(self.run_program("recommend", "--model", "llama-3.1-70b", "--max-gpus", "1",
                                           "--target-throughput", "1M", env=self.env),
                          ERROR, "1,000,000", "--max-gpus")

    def test_a_network_nobody_can_hold(self):
        self.assert_error(self.run_program("recommend", "--params", "50t", "--max-gpus", "1", env=self.env),
                          ERROR, "hold")


class BadInput(Recommend):
    def test_values_that_cannot_be(self):
        model = ["recommend", "--model", "llama-3.1-8b"]
        for arguments, part in (([*model, "--budget", "cheap"], "--budget"),
                                ([*model, "--budget", "-1"], "--budget"),
                                ([*model, "--purchase-budget", "0"], "--purchase-budget"),
                                ([*model, "--budget", "2", "--purchase-budget", "2k"], "--purchase-budget"),
                                ([*model, "--priority", "beauty"], "balanced"),
                                ([*model, "--task", "cooking"], "training"),
                                ([*model, "--slo", "ttft"], "--slo"),
                                ([*model, "--slo", "p99=3s"], "--slo"),
                                ([*model, "--slo", "ttft=500ms,ttft=200ms"], "ttft=200ms"),
                                ([*model, "--deadline", "3d"], "--train-tokens"),
                                ([*model, "--deadline", "soon", "--train-tokens", "2B"], "--deadline"),
                                ([*model, "--task", "training", "--slo", "tpot=30ms"], "--slo"),
                                ([*model, "--task", "inference", "--train-tokens", "2B"], "--train-tokens"),
                                ([*model, "--tokens-per-day", "many"], "many"),
                                ([*model, "--max-gpus", "0"], "--max-gpus"),
                                ([*model, "--max-gpus", "1e9"], "--max-gpus"),
                                ([*model, "--max-gpus", "1000000000"], "--max-gpus 1000000000 is more than 1024"),
                                ([*model, "--max-gpus", "9" * 20], "9 is more than 1024 GPUs"),
                                ([*model, "--provider", "nobody"], "nobody"),
                                ([*model, "--precision", "int5"], "int4"),
                                ([*model, "--task", "training", "--precision", "int4"], "bf16"),
                                ([*model, "--purchase-budget", "2k", "--provider", "lambda"], "--provider"),
                                ([*model, "--purchase-budget", "2k", "--spot"], "--spot"),
                                (["recommend", "--model-size", "huge"], "xlarge"),
                                (["recommend", "--model-size-gb", "lots"], "--model-size-gb"),
                                (["recommend", "--budget", "2"], "--model-size-gb"),
                                (["recommend", "--model", "llama-3.1-8b", "--model-size-gb", "70"],
                                 "each of --model, --model-size-gb names a network"),
                                (["recommend", "--model", "llama-3.1-8b", "--params", "7b"], "--params"),
                                (["recommend", "--model", "llama-9"], "llama-9")):
            self.assert_usage_error(arguments, part)

    def test_units_of_a_size_differ(self):
        decimal = self.answer("--model-size-gb", "60GB")["request"]["parameters"]
        binary = self.answer("--model-size-gb", "60GiB")["request"]["parameters"]
        self.assertAlmostEqual(decimal / 30e9, 1, 4)
        self.assertAlmostEqual(binary / decimal, 1.073741824, 4)

    def test_networks_no_forecast_covers(self):
        for arguments in (["--model", "resnet50", "--task", "training"], ["--model", "bert-large"],
                          ["--model", "t5-base", "--task", "training"]):
            self.assert_error(self.run_program("recommend", *arguments, env=self.env), NOT_SUPPORTED)
        self.assert_error(self.run_program("recommend", "--model", "gpt2", "--input-tokens", "4096", env=self.env),
                          NOT_SUPPORTED, "4,352", "1,024")

    def test_one_is_no_plural(self):
        ask = ["recommend", "-m", "llama-3.1-8b", "--task", "inference", "--max-gpus"]
        one, two = (" ".join(self.run_program(*ask, count).stdout.split()) for count in ("1", "2"))
        self.assertIn("at most 1 GPU, priority", one)
        self.assertIn("at most 2 GPUs, priority", two)

    def test_an_answer_fits_a_screen(self):
        for more in (["--budget", "4"], ["--purchase-budget", "6k"], ["--task", "training", "--budget", "30"]):
            text = self.text("-m", "llama-3.1-8b", *more)
            self.assertLessEqual(len(text.splitlines()), 27, text)
            self.assertIn("--explain", text)

    def test_the_table_stays_within_eighty_columns_in_both_languages(self):
        for language in ("en", "zh"):
            done = self.run_program("recommend", "--model", "llama-3.1-8b", "--budget", "3", "--explain",
                                    "--lang", language, env=self.env)
            self.assertEqual(done.returncode, OK, done.stderr)
            for line in done.stdout.splitlines():
                self.assertLessEqual(sum(2 if ord(c) > 0x2e80 else 1 for c in line), 80, line)


if __name__ == "__main__":
    unittest.main()
