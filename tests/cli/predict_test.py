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

    def test_figures_agree_with_each_other(self):
        answer = self.predict(*LLAMA, "--gpus", "8", "--seq", "4096", "--global-batch", "64")
        step = answer["step_seconds"]
        self.assertAlmostEqual(answer["tokens_per_second"]["value"], 64 * 4096 / step["value"], delta=1)
        self.assertAlmostEqual(answer["tokens_per_second"]["low"], 64 * 4096 / step["high"], delta=1)
        self.assertAlmostEqual(sum(answer["seconds_by_part"].values()), step["value"], delta=step["value"] * 1e-6)
        self.assertAlmostEqual(sum(answer["seconds_by_group"].values()), step["value"], delta=step["value"] * 1e-6)
        layout = answer["layout"]
        self.assertEqual(layout["tp"] * layout["pp"] * layout["cp"] * layout["dp"], 8)
        for count in ("batch_size", "global_batch", "sequence"):
            self.assertIsInstance(answer[count], int)
        # 6 FLOPs a parameter and token, and 12 x layers x width x tokens / 2 of causal attention
        flops = 4096 * 64 * (6 * 7.50e9 + 6 * 32 * 4096 * 4096)
        mfu = flops / (8 * 989.4e12 * step["value"])
        self.assertAlmostEqual(answer["model_flops_utilisation"]["value"] / mfu, 1, delta=0.02)

    def test_no_share_of_the_peak_is_beyond_it(self):
        ask = ["-m", "llama-3.1-405b", "--gpu", "a10g", "-b", "2", "--seq", "8k", "--software", "compiled", "--optimizer", "adafactor"]
        done = self.run_program("predict", *ask, "--json")
        share = json.loads(done.stdout)["model_flops_utilisation"]
        self.assertLessEqual(share["value"], share["high"])
        self.assertLessEqual(share["high"], 1)

    def test_published_step_of_a_known_run_is_inside_the_interval(self):
        # Megatron-LM, arXiv 2205.05198, table 5: 22B, 8 A100, batch 4, selective recomputation: 1.10 s
        answer = self.predict("--params", "22b", "--layers", "48", "--hidden", "6144", "--ffn-hidden", "24576",
                              "--heads", "64", "--kv-heads", "64", "--vocab", "51200", "--gpu", "a100-sxm-80gb",
                              "--tp", "8", "--gpus", "8", "-b", "4", "--global-batch", "4", "--seq", "2048",
                              "--software", "megatron", "--recompute", "selective")
        self.assertLess(answer["step_seconds"]["low"], 1.10)
        self.assertGreater(answer["step_seconds"]["high"], 1.10)

    def test_selective_recomputation_is_one_scheme_in_memory_and_time(self):
        wide = ["-m", "llama-3.1-70b", "--gpu", "h100-sxm", "--gpus", "512", "--global-batch", "1024"]
        none, selective, full = (self.predict(*wide, "--recompute", how) for how in ("none", "selective", "full"))
        rate = [one["tokens_per_second"]["value"] for one in (none, selective, full)]
        self.assertLess(rate[1], 0.95 * rate[0])  # attention alone costs 1 %
        self.assertGreater(rate[1], 1.05 * rate[2])
        total = [one["memory"]["bytes"] for one in (none, selective, full)]
        self.assertEqual(total, sorted(total, reverse=True))
        # The search takes it where nothing faster leaves room: it is not worth all layers again.
        self.assertEqual(self.predict(*wide)["recompute"], "selective")
        self.assertEqual(self.predict(*wide)["tokens_per_second"], selective["tokens_per_second"])
        self.assertEqual(self.predict(*wide)["runs_again"], "per-operator")
        self.assertIn("recompute selective (every second product", " ".join(self.text(*wide).split()))
        core = self.text(*wide, "--software", "transformer_engine", "--recompute", "selective")
        self.assertIn("recompute selective (attention alone)", " ".join(core.split()))

    def test_interval_is_wider_for_cards_without_published_runs(self):
        seen = self.predict(*LLAMA)["rests_on"]
        unseen = self.predict("-m", "llama-3.1-8b", "--gpu", "h100-nvl")["rests_on"]
        self.assertEqual((seen["rows_of"], unseen["rows_of"]), ("card", "generation"))
        self.assertGreater(unseen["log_spread"], seen["log_spread"] * 1.1)
        assumed = self.predict("--params", "8b", "--gpu", "h100-sxm")
        self.assertTrue(assumed["assumed_shape"])
        self.assertGreater(assumed["rests_on"]["log_spread"], seen["log_spread"])

    def test_tensor_parallelism_splits_an_assumed_shape(self):
        for size in ("7b", "13b", "70b"):
            answer = self.predict("--params", size, "--gpu", "a100-sxm-80gb", "--gpus", "8", "--tp", "8")
            self.assertEqual(answer["layout"]["tp"], 8)

    def test_a_given_layout_is_kept_and_a_chosen_one_fits(self):
        kept = self.predict("-m", "llama-3.1-70b", "--gpu", "h100-sxm", "--gpus", "64", "--tp", "8", "--pp", "4",
                            "--zero", "1", "--recompute", "full", "--software", "transformer-engine")
        self.assertEqual([kept["layout"][name] for name in ("tp", "pp", "dp", "zero")], [8, 4, 2, 1])
        self.assertEqual((kept["recompute"], kept["software"]), ("full", "transformer_engine"))
        chosen = self.predict("-m", "llama-3.1-70b", "--gpu", "h100-sxm", "--gpus", "64")
        self.assertTrue(chosen["memory"]["fits"])
        self.assertLessEqual(chosen["memory"]["out_of_memory_risk"], 0.1)
        # Without --gpus it is what the layout multiplies to.
        self.assertEqual(self.predict(*LLAMA, "--tp", "2", "--dp", "3")["layout"]["gpus"], 6)

    def test_interleaved_stages_are_chosen_with_megatron_and_held_where_given(self):
        # Meta's layout of Llama 3.1 405B on 16,384 GPUs (arXiv 2407.21783, table 4: MFU 41 %, nothing recomputed).
        meta = ["-m", "llama-3.1-405b", "--gpu", "h100-sxm", "--gpus", "16384", "--seq", "8192", "--global-batch", "2048",
                "--tp", "8", "--pp", "16", "--cp", "1"]
        chosen, plain, held = (self.predict(*meta, *vpp) for vpp in ([], ["--vpp", "1"], ["--vpp", "4"]))
        self.assertGreater(chosen["layout"]["vpp"], 1)
        self.assertEqual([one["layout"]["vpp"] for one in (plain, held)], [1, 4])
        bubble = lambda one: one["seconds_by_group"]["bubble"] / one["step_seconds"]["value"]
        self.assertGreater(bubble(plain), 2 * bubble(chosen))
        self.assertLess(bubble(chosen), 0.15)
        utilisation = self.predict(*meta, "--recompute", "none")["model_flops_utilisation"]
        self.assertLess(utilisation["low"], 0.41)
        self.assertGreater(utilisation["high"], 0.41)
        self.assertIn(f"vpp {chosen['layout']['vpp']}", self.text(*meta))
        eager = self.predict("-m", "llama-3.1-8b", "--gpu", "h100-sxm", "--gpus", "8", "--pp", "4", "--software", "pytorch")
        self.assertEqual(eager["layout"]["vpp"], 1)

    def test_memory_is_that_of_estimate_memory(self):
        answer = self.predict(*LLAMA, "--gpus", "8", "--fsdp", "--recompute", "full", "--seq", "4096")
        done = self.run_program("estimate-memory", "-m", "llama-3.1-8b", "--dp", "8", "--fsdp", "--recompute", "full",
                                "--seq", "4096", "--json")
        self.assertEqual(answer["memory"]["bytes"], json.loads(done.stdout)["total"])

    def test_run_of_so_many_tokens(self):
        answer = self.predict(*LLAMA, "--gpus", "8", "--tokens", "2B")
        run = answer["run"]
        self.assertAlmostEqual(run["seconds"]["value"], 2e9 / answer["tokens_per_second"]["value"], delta=1)
        rent = run["rent"]["usd_per_gpu_hour"]
        self.assertAlmostEqual(run["usd"]["value"], run["seconds"]["value"] / 3600 * 8 * rent, delta=0.01)
        self.assertIn("time of the run", self.text(*LLAMA, "--tokens", "300M"))
        row = re.search(r"time of the run +(.*)", self.text(*LLAMA, "--gpus", "8", "--tokens", "10B")).group(1)
        self.assertEqual(re.findall("[hd]", row), ["h"] * 3, row)

    def test_a_run_is_rented_on_machines_that_hold_it(self):
        prices = self.write("prices.csv", "provider,gpu_name,gpu_id,gpu_count,price_usd_hr\n"
                            "small,H100,h100-sxm,1,0.01\nsmall,H100,h100-sxm,3,0.03\nwhole,H100,h100-sxm,8,0.16\n")
        run = ["--gpus", "8", "--tokens", "2B", "--price-file", prices]
        rent = self.predict(*LLAMA, *run)["run"]["rent"]
        self.assertEqual((rent["provider"], rent["usd_per_gpu_hour"], rent["gpus_of_machine"]), ("whole", 0.02, 8))
        self.assertEqual(rent["machines_hold_the_run"], True)
        self.assertNotIn("Of machines of", self.text(*LLAMA, *run))
        self.assertEqual(self.predict(*LLAMA, *run[2:], "--fsdp")["run"]["rent"]["provider"], "small")
        run[1] = "12"
        rent = self.predict(*LLAMA, *run)["run"]["rent"]
        self.assertEqual((rent["provider"], rent["machines_hold_the_run"]), ("small", False))
        self.assertRegex(" ".join(self.text(*LLAMA, *run).split()), r"Of machines of 1 to \d+ GPUs: nobody .* make 12 ")
        shown = " ".join(self.text(*LLAMA[:-1], "a100-sxm-80gb,h100-sxm", *run).split())
        self.assertRegex(shown, r"so \$ of others: [a-z0-9, -]*h100-sxm")

    def test_pytorch_is_kept_with_what_the_other_software_reaches_and_comparisons_take_the_fastest(self):
        ask = ["-m", "llama-2-7b", "--gpus", "8", "-b", "8"]
        kept = self.predict(*ask, "--gpu", "h100-sxm")
        faster = kept["faster_software"]
        other = self.predict(*ask, "--gpu", "h100-sxm", "--software", faster["software"])
        self.assertEqual(kept["software"], "pytorch")
        self.assertEqual(faster["tokens_per_second"], other["tokens_per_second"])
        self.assertEqual(faster["layout"], other["layout"])
        self.assertIsNone(other["faster_software"])
        self.assertGreater(faster["tokens_per_second"]["value"], kept["tokens_per_second"]["value"])
        shown = " ".join(self.text(*ask, "--gpu", "h100-sxm").split())
        self.assertIn("kept because Megatron-Core is not 1.5 times as fast", shown)
        self.assertIn(f"with --software {faster['software']}.", shown)
        self.assertNotIn("the fastest of a small search", shown)
        cards = {card["gpu"]: card for card in self.predict(*ask, "--gpu", "h100-sxm,a100-sxm-80gb")["cards"]}
        self.assertEqual(cards["h100-sxm"]["tokens_per_second"], other["tokens_per_second"])

    def test_all_gpus_ranks_those_that_fit_first(self):
        answer = self.predict("-m", "llama-3.1-8b", "--all-gpus", "--gpus", "4")
        cards = answer["cards"]
        fits = [card["memory"]["fits"] for card in cards]
        self.assertEqual(fits, sorted(fits, reverse=True))
        self.assertIn(False, fits)
        fitting = [card["tokens_per_second"]["value"] for card in cards if card["memory"]["fits"]]
        self.assertEqual(fitting, sorted(fitting, reverse=True))
        self.assertIn("t4", answer["no_forecast"])
        self.text("-m", "llama-3.1-8b", "--all-gpus", "--gpus", "4")
        self.text("-m", "llama-3.1-8b", "--all-gpus", "--gpus", "4", "--tokens", "2B")
        self.assertEqual(len(self.predict("-m", "gpt2", "--gpu", "h100-sxm,l40s")["cards"]), 2)

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

    def test_a_type_the_card_lacks_takes_time_and_memory_of_the_one_it_runs_in(self):
        for narrow in ("fp8", "fp4"):
            wide, same = (self.predict("-m", "llama-3.1-8b", "--gpu", "a100-sxm-80gb", "--gpus", "8", "--precision", precision)
                          for precision in ("bf16", narrow))
            for key in ("step_seconds", "memory", "layout", "software", "computed_in"):
                self.assertEqual(wide[key], same[key], key)

    def test_a_card_without_bf16_computes_in_fp16_and_says_so(self):
        volta = ["-m", "llama-3.1-8b", "--gpu", "v100-sxm2-32gb", "--gpus", "8"]
        answer = self.predict(*volta)
        self.assertEqual((answer["precision"], answer["computed_in"]), ("bf16", "fp16"))
        self.assertEqual(answer["step_seconds"], self.predict(*volta, "--precision", "fp16")["step_seconds"])
        shown = self.text(*volta)
        self.assertIn("training in fp16", shown)
        self.assertIn("has no bf16", shown)
        self.assertRegex(self.text(*volta, "--precision", "all"), r"bf16 .* as fp16")
        # Nothing is quantised for units that are not there.
        self.assertEqual(answer["step_seconds"], self.predict(*volta, "--precision", "fp8", "--software", "pytorch",
                                                              "--recompute", answer["recompute"])["step_seconds"])
        self.assertEqual(self.predict(*LLAMA)["computed_in"], "bf16")
        self.assertEqual(self.predict(*volta, "--precision", "tf32")["computed_in"], "fp32")
        ranked = self.text("-m", "gpt2", "--gpu", "v100-sxm2-32gb,h100-sxm")
        self.assertIn("No bf16, so in fp16: v100-sxm2-32gb.", ranked)

    def test_knee_is_the_smallest_batch_within_5_percent_of_the_best_that_fits(self):
        answer = self.predict("-m", "gpt2", "--gpu", "rtx-4090", "-b", "1,2,4,8,14,16,64")
        rates = {one["batch_size"]: one["tokens_per_second"]["value"] for one in answer["batches"]
                 if one["memory"]["fits"]}
        self.assertLess(len(rates), 7)
        within = [batch for batch, rate in rates.items() if rate >= 0.95 * max(rates.values())]
        self.assertGreater(len(within), 1)
        self.assertEqual((answer["knee_batch_size"], answer["still_rising_at"]), (min(within), None))
        self.assertIsInstance(answer["knee_batch_size"], int)
        self.assertIn("<- knee", self.text("-m", "gpt2", "--gpu", "rtx-4090", "-b", "8,14,16"))

    def test_batches_that_often_run_out_of_memory_are_tight_and_no_knee(self):
        asked = ["-m", "llama-3.1-8b", "--gpu", "h100-sxm", "--gpus", "8", "-b", "1,2,4,8,16"]
        answer = self.predict(*asked)
        tight = {one["batch_size"] for one in answer["batches"]
                 if one["memory"]["fits"] and one["memory"]["out_of_memory_risk"] > 0.1}
        self.assertTrue(tight)
        self.assertFalse(tight & {answer["knee_batch_size"], answer["still_rising_at"]})
        for one in answer["batches"]:
            self.assertEqual(one["memory"]["at_acceptable_risk"], one["memory"]["out_of_memory_risk"] <= 0.1)
        text = self.text(*asked)
        for batch in tight:
            self.assertRegex(text, rf"(?m)^ *{batch} .* tight$")
        self.assertIn("more than 10 % of such trainings run out of memory", " ".join(text.split()))

    def test_no_knee_where_the_speed_still_rises(self):
        gpt2 = ["-m", "gpt2", "--gpu", "rtx-4090", "-b"]
        answer = self.predict(*gpt2, "1,2")
        slow, fast = (one["tokens_per_second"]["value"] for one in answer["batches"])
        self.assertGreater(fast, 1.05 * slow)
        self.assertEqual((answer["knee_batch_size"], answer["still_rising_at"]), (None, 2))
        shown = self.text(*gpt2, "1,2")
        self.assertIn("No knee up to batch 2", shown)
        self.assertNotIn("<- knee", shown)
        self.assertIn("Only batch 1", self.text(*gpt2, "1,512"))

    def test_sentences_of_what_does_not_fit_and_of_what_software_lacks(self):
        shown = " ".join(self.text("-m", "llama-3.1-70b", "--gpu", "rtx-3060-ti", "--gpus", "8", "--scaling").split())
        self.assertIn("data: on no number of GPUs up to 4,096; no card", shown)
        shown = " ".join(self.text("-m", "llama-3.1-8b", "--gpu", "h100-sxm,h200-sxm", "--gpus", "16").split())
        self.assertIn("Between machines 50.0 GB/s a GPU", shown)
        for software, lacks in (("deepspeed", True), ("native", True), ("pytorch", False)):
            shown = " ".join(self.text(*LLAMA, "--software", software, "--recompute", "selective").split())
            self.assertEqual(f"{software} has no such recomputation: forecast as PyTorch's" in shown, lacks)
        self.assert_error(self.run_program("predict", *LLAMA, "--task", "lora"), USAGE, "estimate-memory --task lora")

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

    def test_data_parallelism_shares_parameters_out_where_it_fits_no_other_way(self):
        asked = ["-m", "llama-3.1-70b", "--gpu", "h100-sxm", "--gpus", "64", "--scaling"]
        answer = self.predict(*asked)
        self.assertIsNotNone(answer["parallelism"]["data"]["fewest_gpus"])
        most = answer["rows"][-1]["data"]
        self.assertTrue(most["memory"]["fits"])
        self.assertTrue(most["layout"]["fsdp"])
        text = self.text(*asked)
        self.assertRegex(text, r"(?m)^ *64 .*\d[rs]?f ")
        self.assertIn("f: FSDP (ZeRO 3), asked for, faster, or where data parallelism fits no other way", " ".join(text.split()))
        kept = self.predict(*asked, "--zero", "1")
        self.assertFalse(kept["rows"][-1]["data"]["memory"]["fits"])

    def test_software_that_lays_out_nothing_is_named(self):
        done = self.run_program("predict", "-m", "deepseek-v3", "--gpu", "h100-sxm", "--gpus", "2048", "--ep", "64",
                                "--software", "native")
        self.assert_error(done, USAGE, "native")

    def test_cards_side_by_side_name_their_software(self):
        same = self.text("-m", "llama-3.1-8b", "--gpu", "h100-sxm,h200-sxm", "--software", "pytorch")
        self.assertIn("Software of each: pytorch.", same)
        # Only those that differ from most are listed.
        asked = ["-m", "llama-3.1-8b", "--gpu", "b200,h100-sxm,h200-sxm"]
        of_card = {row["gpu"]: row["software"] for row in self.predict(*asked)["cards"]}
        self.assertEqual(len(set(of_card.values())), 2, of_card)
        text = " ".join(self.text(*asked).split())
        self.assertIn(f"Software: {of_card['h100-sxm']}, but where said otherwise.", text)
        self.assertRegex(text, rf"With [^:]*{of_card['b200']}\)?: b200\.")

    def test_a_bound_above_the_makers_peak_says_why(self):
        done = self.run_program("predict", "-m", "unet", "--gpu", "h100-sxm")
        self.assertIn("the maker's 989.4 TFLOP/s are at a lower one", " ".join(done.stdout.split()))
        self.assertNotIn("the maker's", self.run_program("predict", "-m", "unet", "--gpu", "a100-sxm-80gb").stdout)

    def test_scaling_puts_three_parallelisms_side_by_side(self):
        answer = self.predict(*LLAMA, "--scaling", "--gpus", "16")
        self.assertEqual([row["gpus"] for row in answer["rows"]], [1, 2, 4, 8, 16])
        last = answer["rows"][-1]
        self.assertIsNone(last["tensor"])  # a node has eight
        self.assertEqual(last["pipeline"]["layout"]["pp"], 16)
        one = answer["rows"][0]["data"]["tokens_per_second"]["value"] / answer["rows"][0]["data"]["efficiency"]
        expected = last["data"]["tokens_per_second"]["value"] / (16 * one)
        self.assertAlmostEqual(last["data"]["efficiency"], expected, delta=1e-4)
        fewest = answer["parallelism"]["data"]["fewest_gpus"]
        fits = {row["gpus"]: row["data"]["memory"]["at_acceptable_risk"] for row in answer["rows"]}
        self.assertTrue(fits[fewest])
        self.assertFalse(any(fits[count] for count in fits if count < fewest))
        self.text(*LLAMA, "--scaling")

    def test_steps_of_too_many_tokens_and_a_micro_batch_nobody_searched_are_said(self):
        many = " ".join(self.text(*LLAMA, "--gpus", "16384", "--pp", "1").split())
        self.assertIn("33.6 million tokens a step, above the 0.5 to 4.2 million usual", many)
        self.assertNotIn("searches no other", many)
        some = " ".join(self.text(*LLAMA, "--gpus", "64", "--global-batch", "256").split())
        self.assertNotIn("million tokens", some)
        self.assertIn("Micro-batches of 1: predict searches no other", some)
        self.assertNotIn("searches no other", self.text(*LLAMA, "--gpus", "64", "--global-batch", "256", "-b", "4"))
        large = ("--gpus", "8", "--global-batch", "16384", "--seq", "2048")
        model = ("-m", "llama-3.1-8b")
        for shape in (("--gpu", "h100-sxm", "-b", "1,2"), ("--gpu", "h100-sxm,b200"), ("--all-gpus",)):
            self.assertIn("33.6 million tokens a step", " ".join(self.text(*model, *shape, *large).split()), shape)
        self.assertEqual(self.predict(*LLAMA, *large)["tokens_per_step_is"], "above the usual")
        self.assertEqual(self.predict(*LLAMA, "--gpus", "8")["tokens_per_step_is"], "below the usual")

    def test_batches_that_cannot_be_interleaved_are_said(self):
        ask = ["-m", "llama-3.1-405b", "--gpu", "h100-sxm", "--gpus", "1024", "--seq", "8192", "--tp", "8", "--pp", "8", "--cp", "2",
               "--global-batch", "512"]
        self.assertIn("Batch 16 is with vpp 1", self.text(*ask, "-b", "1,8,16"))
        self.assertNotIn("is with vpp", self.text(*ask, "-b", "1,8"))

    def test_rates_of_the_terms_are_in_json_too(self):
        dense, experts = self.predict(*LLAMA)["rates"], self.predict("-m", "mixtral-8x7b", "--gpu", "h100-sxm", "--gpus", "8")["rates"]
        self.assertIsNone(dense["expert_matrices_flops_per_s"])
        self.assertLess(experts["expert_matrices_flops_per_s"], experts["matrices_flops_per_s"])
        self.assertLess(dense["matrices_flops_per_s"], dense["dense_16_bit_peak_flops_per_s"])
        self.assertEqual(dense["memory_bytes_per_s"], 3.35e12)

    def test_tokens_have_the_name_of_recommend_and_select_too(self):
        self.assertEqual(self.predict(*LLAMA, "--train-tokens", "2B"), self.predict(*LLAMA, "--tokens", "2B"))

    def test_scaling_names_its_software_and_sharding(self):
        for more, software, sharding, fewest in (([], "Megatron-Core (transformer_engine), as none was given", "FSDP", 4),
                                                 (["--software", "pytorch"], "pytorch;", "FSDP", 4)):
            question = ["-m", "llama-3.1-8b", "--gpu", "h100-sxm", "--gpus", "2", "--scaling", *more]
            answer, shown = self.predict(*question), " ".join(self.text(*question).split())
            self.assertEqual(answer["parallelism"]["data"]["fewest_gpus"], fewest)
            self.assertIn(answer["software"], software)
            self.assertIn(f"Software {software}", shown)
            self.assertIn(f"shares out by: {sharding}.", shown)
            self.assertIn(f"on which it fits with {software.split(',')[0].rstrip(';')},", shown)

    def test_sharding_that_is_asked_for_has_ranks_or_says_that_it_has_none(self):
        asked = ["-m", "llama-3-8b", "--gpu", "h100-sxm", "--gpus", "2", "--software", "transformer_engine", "--recompute", "full"]
        for sharding in (["--fsdp"], ["--zero", "1"]):
            roomy = ["-m", "llama-3-8b", "--gpu", "b200", *asked[4:], *sharding, "--global-batch", "64"]
            self.assertEqual(self.predict(*roomy)["layout"]["dp"], 2)
            self.assertNotIn("shares nothing", self.text(*roomy))
            self.assertIn("search with ranks to share among", " ".join(self.text(*roomy).split()))
            for more in (["--global-batch", "1"], ["--tp", "2"], ["--tp", "2", "--gpu", "a100"]):
                self.assertIn("shares nothing out", " ".join(self.text(*asked, *sharding, *more).split()))
        self.assertNotIn("shares nothing", self.text(*asked, "--tp", "2"))
        scaling = self.text(*asked, "--fsdp", "--scaling")
        self.assertRegex(scaling, r"(?m)^ *2 .*\drft .*\drt .*\drt$")  # FSDP of data parallelism alone

    def test_fewest_gpus_do_not_depend_on_the_rows_that_are_shown(self):
        ask = ["-m", "gpt3-175b", "--gpu", "h100-sxm", "--scaling", "--gpus"]
        lines = [next(line for line in self.text(*ask, gpus).splitlines() if line.startswith("data: from"))
                 for gpus in ("8", "64")]
        self.assertIn("from 128 GPUs, tight from 64", lines[0])
        self.assertEqual(lines[0].split(";")[0], lines[1].split(";")[0])

    def test_sharding_that_does_not_fit_gives_way_to_a_layout_that_does_and_it_is_said(self):
        large = ["-m", "codellama-34b", "--gpu", "h100-sxm", "--gpus", "8", "--software", "transformer_engine"]
        plain, sharded = self.predict(*large), self.predict(*large, "--zero", "1")
        self.assertTrue(plain["memory"]["fits"])
        self.assertTrue(sharded["memory"]["fits"])
        self.assertEqual((sharded["layout"]["tp"], sharded["layout"]["dp"]), (8, 1))
        said = "ZeRO 1 shares nothing out on h100-sxm: the layouts there that have ranks to share among do not fit."
        self.assertIn(said, " ".join(self.text(*large, "--zero", "1").split()))
        self.assertIn("h100-sxm 上不分摊任何内容", self.run_program("--lang", "zh", "predict", *large, "--zero", "1").stdout)
        cards = " ".join(self.text(*large, "--zero", "1", "--gpu", "h100-sxm,b200").split())
        self.assertIn(said, cards)  # b200 has room for what shares
        for more in (["--precision", "all"], ["-b", "1,2"]):
            self.assertIn(said, " ".join(self.text(*large, "--zero", "1", *more).split()))
        self.assertTrue(self.predict("-m", "qwen2.5-32b", "--gpu", "h100-sxm", "--gpus", "8", "--zero", "1")["memory"]["fits"])

    def test_sharding_of_what_fits_nowhere_is_the_smallest_that_shares(self):
        shown = " ".join(self.text("-m", "llama-3.1-70b", "--gpu", "h100-sxm", "--gpus", "8", "--zero", "1").split())
        self.assertIn("the least memory of layouts with ranks to share among", shown)
        self.assertNotIn("shares nothing", shown)

    def test_parallelism_that_fits_only_tightly_is_said_to_have_room_on_no_number(self):
        asked = ["-m", "codellama-34b", "--gpu", "h100-sxm", "--gpus", "8", "--scaling"]
        kind = self.predict(*asked)["parallelism"]["tensor"]
        self.assertEqual((kind["fewest_gpus"], kind["fewest_gpus_tight"]), (None, 8))
        self.assertIn("tensor: tight from 8 GPUs, otherwise on no number up to 4,096; ", " ".join(self.text(*asked).split()))
        self.assertIn("张量：8 个 GPU 起勉强，除此直到 4,096 个都不行", self.run_program("--lang", "zh", "predict", *asked).stdout)

    def test_scaling_of_one_gpu_shares_nothing_out(self):
        for more, words in (([], "Software Megatron-Core (transformer_engine)."), (["--software", "pytorch"], "Software pytorch.")):
            shown = self.text("-m", "llama-3.1-8b", "--gpu", "h100-sxm", "--gpus", "1", "--scaling", *more)
            self.assertIn(words, shown.splitlines())
            self.assertNotIn("shares out", shown)

    def test_explain_shows_every_term_and_its_sources(self):
        shown = self.text(*LLAMA, "--gpus", "8", "--explain")
        for words in ("matrices", "attention", "sharding", "optimizer", "989", "NVIDIA-NeMo/Megatron-Bridge"):
            self.assertIn(words, shown)

    def test_explain_shows_the_rates_that_products_of_experts_and_others_come_to(self):
        experts = ("-m", "qwen3-30b-a3b", "--gpu", "h100-sxm", "--gpus", "8")
        shown = " ".join(self.text(*experts, "--explain").split())
        parts = self.predict(*experts)["seconds_by_part"]
        work, rate = re.search(r"Expert matrices: ([\d.]+) TFLOP a step on each GPU at ([\d.]+) TFLOP/s", shown).groups()
        active = 48 * 8 * 3 * 2048 * 768  # layers, experts a token, matrices of each
        self.assertAlmostEqual(float(work), 6 * active * 2048 / 1e12, delta=0.02 * float(work))
        self.assertAlmostEqual(float(work) / float(rate), parts["expert_matrices"], delta=0.01 * float(work) / float(rate))
        others = 48 * (2048 * 5120 + 4096 * 2048 + 2048 * 128)  # attention's and the router's
        rate = float(re.search(r"Rates used: matrices ([\d.]+) TFLOP/s", shown)[1])
        self.assertAlmostEqual(6 * others * 2048 / 1e12 / rate, parts["matrices"], delta=0.35 * parts["matrices"])
        self.assertNotIn("Expert matrices", self.text(*LLAMA, "--explain"))

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

    def test_a_rate_above_the_quoted_peak_is_explained(self):
        geforce = self.text("-m", "gpt2", "--gpu", "rtx-3090", "--software", "native", "--explain")
        rate, peak = re.search(r"matrices ([\d.]+) TFLOP/s.*16-bit\s+peak ([\d.]+)", geforce, re.DOTALL).groups()
        self.assertGreater(float(rate), float(peak))
        self.assertIn("the clock that its peak is quoted at", " ".join(geforce.split()))
        self.assertNotIn("quoted at", self.text(*LLAMA, "--explain"))

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
        # 3 x 0.714 GFLOP an image of AlexNet, 312 TFLOP/s; at a batch of 1 its weights bind, of which 40 MiB may be cached.
        done = self.run_program("predict", "-m", "alexnet", "--gpu", "a100-sxm-80gb")
        self.assertIn("at a batch of 1 on each GPU and 72,829 at any", " ".join(done.stdout.split()))
        bounds = json.loads(self.run_program("predict", "-m", "alexnet", "--gpu", "a100-sxm-80gb", "--json").stdout)["bounds"]
        self.assertEqual(bounds["batch_size"], 1)
        self.assertLess(bounds["samples_per_second_at_most"], 0.2 * bounds["samples_per_second_of_any_batch"])
        self.assertAlmostEqual(bounds["step_seconds_by_bytes"] / (3 * (2 * 61.1e6 - 41.94e6) / 2039e9), 1, delta=0.01)
        # Shared out over two GPUs each reads half of them; of eight the caches hold all.
        for gpus, read in ((2, 61.1e6 - 41.94e6), (8, 0)):
            arguments = ["-m", "alexnet", "--gpu", "a100-sxm-80gb", "--gpus", str(gpus)]
            bounds = json.loads(self.run_program("predict", *arguments, "--json").stdout)["bounds"]
            self.assertAlmostEqual(bounds["step_seconds_by_bytes"], 3 * read / 2039e9, delta=3e-7)
            self.assertIn("61.10 M / 2 -" if read else "8 x 41.94 MB", self.run_program("predict", *arguments).stdout)
        # The 23 MB of ResNet-18 stay in the cache of 50 MB.
        done = self.run_program("predict", "-m", "resnet18", "--gpu", "h100-sxm", "--json")
        self.assertEqual(json.loads(done.stdout)["bounds"]["step_seconds_by_bytes"], 0)
        # 3 x 15.603 GFLOP an image of ResNet-101, 312 TFLOP/s
        done = self.run_program("predict", "-m", "resnet101", "--gpu", "a100-sxm-80gb", "-b", "64", "--json")
        at_most = json.loads(done.stdout)["bounds"]["samples_per_second_at_most"]
        self.assertAlmostEqual(at_most / (312e12 / (3 * 15.603e9)), 1, delta=0.01)

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

    def test_the_published_rate_of_the_very_case_stands_beside_the_forecast(self):
        with open(os.path.join(SOURCE_DIR, "data", "truth", "classic_training.csv"), encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["model"] == "ResNet-50" and row["gpus"] == "1"]
        a100 = self.predict("-m", "resnet50", "--gpu", "a100-sxm-80gb")
        self.assertIn(a100["published"]["high"], {float(row["value"]) for row in rows})
        self.assertLess(a100["published"]["high"], a100["samples_per_second"]["high"])
        self.assertIn("Published of this very case in fp16: 1,582 images/s (rows: 1).",
                      " ".join(self.text("-m", "resnet50", "--gpu", "a100-sxm-80gb").split()))
        self.assertIn("outside the interval: take that", " ".join(self.text("-m", "resnet50", "--gpu", "b200").split()))
        self.assertIsNone(self.predict("-m", "resnet50", "--gpu", "h200-sxm")["published"])

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

    def test_classic_networks(self):
        one = self.predict("-m", "resnet50", "--gpu", "a100-sxm-80gb", "-b", "1024")
        # Of which harness it is, and that NVIDIA's own figures of the same scripts are higher.
        for language, words in (("en", "As Lambda's benchmark"), ("zh", "按 Lambda 基准")):
            text = self.run_program("--lang", language, "predict", "-m", "resnet50", "--gpu", "a100-sxm-80gb").stdout
            self.assertIn(words, text)
            self.assertIn("2,470", text)
        self.assertNotIn("2,470", self.text("-m", "resnet50", "--gpu", "a100-sxm-80gb", "--precision", "fp32"))
        self.assertNotIn("2,470", self.text("-m", "ssd300", "--gpu", "a100-sxm-80gb"))
        self.assertEqual((one["precision"], one["unit"], one["rests_on"]["rows_of"]), ("fp16", "images/s", "card"))
        rate = one["samples_per_second"]
        self.assertAlmostEqual(sum(one["seconds_of_a_sample"].values()) * rate["value"], 1, delta=1e-6)
        self.assertAlmostEqual(one["step_seconds"]["low"], 1024 / rate["high"], delta=1e-5)
        # fp32 is multiplied in tf32 where the card has it, and slower where it has not
        on_h100 = self.predict("-m", "microsoft/resnet-50", "--gpu", "h100-nvl", "--precision", "fp32", "--dp", "4")
        self.assertEqual((on_h100["products"], on_h100["rests_on"]["rows_of"]), ("tf32", "generation"))
        self.assertAlmostEqual(on_h100["per_gpu"]["value"] * 4, on_h100["samples_per_second"]["value"], delta=0.01)
        self.assertEqual(self.predict("-m", "gnmt", "--gpu", "v100-sxm2-16gb", "--precision", "fp32")["products"], "fp32")
        ranked = self.predict("-m", "ncf", "--all-gpus", "--gpus", "2")
        rates = [row["samples_per_second"]["value"] for row in ranked["cards"]]
        self.assertEqual(rates, sorted(rates, reverse=True))
        self.assertIn("mi300x", ranked["no_forecast"])
        self.assertEqual([row["gpus"] for row in self.predict("-m", "resnet50", "--gpu", "b200", "--scaling")["rows"]],
                         [1, 2, 4, 8])
        self.text("-m", "resnet50", "--all-gpus", "--precision", "fp32")
        self.text("-m", "waveglow", "--gpu", "l4", "--precision", "all")
        shown = self.text("-m", "SSD300", "--gpu", "rtx-5090", "--gpus", "2", "--precision", "bf16", "--explain")
        for words in ("images/s of one GPU", "tensor units", "around a ring", "No published rate of this network"):
            self.assertIn(words, shown)

    def test_several_batches_of_a_classic_network_are_steps_at_one_rate(self):
        found = self.predict("-m", "resnet50", "--gpu", "t4", "-b", "64,128,192")
        self.assertEqual(found["batch_size"], [64, 128, 192])
        for batch, step in zip(found["batch_size"], found["step_seconds"]):
            self.assertAlmostEqual(step["value"] * found["samples_per_second"]["value"] / batch, 1, delta=1e-4)
        text = " ".join(self.text("-m", "resnet50", "--gpu", "t4", "-b", "64,128,192").split())
        self.assertIn("step of 192 samples", text)
        self.assertIn("a batch that leaves memory free takes longer", text)
        # Where physics alone is known, of each.
        done = self.run_program("predict", "-m", "alexnet", "--gpu", "h100-sxm", "-b", "64,128", "--json")
        self.assertEqual(done.returncode, NOT_SUPPORTED)
        self.assertEqual([one["bounds"]["batch_size"] for one in json.loads(done.stdout)], [64, 128])

    def test_batches_far_from_what_fills_the_card_have_no_step(self):
        # The published rates are of full cards: one image at a time waits for the host.
        asked = ["-m", "resnet50", "--gpu", "h100-sxm", "-b", "1,8,1024,65536"]
        found = self.predict(*asked)
        largest = found["largest_batch"]
        done = self.run_program("estimate-memory", "-m", "resnet50", "--gpu", "h100-sxm", "--precision", "fp16", "--json")
        self.assertEqual(largest, json.loads(done.stdout)["fits"][0]["largest_batch"], done.stdout)
        self.assertEqual(found["no_step"], ["batch_far_below_full", "batch_far_below_full", None, "does_not_fit"])
        self.assertEqual([step is None for step in found["step_seconds"]], [True, True, False, True])
        self.assertEqual([one["fits"] for one in found["memory"]], [True, True, True, False])
        text = " ".join(self.text(*asked).split())
        self.assertIn("step of 1,024 samples", text)
        self.assertIn(f"No step of batch 1, 8: the rates are of batches that fill the card, here {largest:,} samples", text)
        self.assertIn("Does not fit h100-sxm", text)
        self.assertIn("memory, batch of 1 ", text)
        on_t4 = self.predict("-m", "resnet-50", "--gpu", "t4", "-b", "4096")
        self.assertEqual((on_t4["no_step"], on_t4["step_seconds"]), ("does_not_fit", None))
        self.assertRegex(self.text("-m", "resnet50", "--gpu", "t4,h100-sxm"), r"max batch( +published)?\n")
        # Nothing says what fills the card.
        of_ssd = self.predict("-m", "ssd300", "--gpu", "t4", "-b", "8")
        self.assertEqual((of_ssd["no_step"], of_ssd["step_seconds"], of_ssd["memory"]), ("full_batch_unknown", None, None))
        self.assertIn("No step of batch 8", self.text("-m", "ssd300", "--gpu", "t4", "-b", "8"))

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

    def test_batches_are_not_headed_by_the_first(self):
        text = self.text("-m", "gpt2", "--gpu", "h100-sxm", "-b", "1,2,4")
        self.assertIn("Batches of sequences of", text)
        self.assertNotIn("Batch 1 of", text)

    def test_classic_networks_out_of_reach(self):
        for more in (["--gpu", "mi300x"], ["--gpu", "t4", "--precision", "bf16"], ["--gpu", "h100", "--gpus", "16"],
                     ["--gpu", "h100", "--precision", "fp8"], ["--gpu", "h100", "-b", "8,16"], ["--gpu", "h100", "-b", "8"]):
            self.assert_error(self.run_program("predict", "-m", "tacotron2", *more), NOT_SUPPORTED, "tacotron2")
        for option in (["--seq", "77"], ["--tp", "2"], ["--tokens", "1B"], ["--optimizer", "sgd"], ["--goodput"],
                       ["--layers", "3"], ["--price-file", "x.csv"], ["--spot"]):
            done = self.run_program("predict", "-m", "resnet50", "--gpu", "h100", *option)
            self.assert_error(done, USAGE, option[0])
        self.assert_usage_error(["predict", "-m", "resnet50", "--gpu", "h100", "--gpus", "4", "--dp", "2"], "--dp 2")
        self.assert_usage_error(["predict", "-m", "resnet101", "--gpu", "h100-sxm", "--gpus", "4", "--tp", "4"], "--tp")

    def test_the_bound_of_bandwidth_is_what_its_formula_says(self):
        done = self.run_program("predict", "-m", "swin-large", "--gpu", "a100-sxm-80gb")
        line = next(line for line in done.stdout.splitlines() if "bandwidth" in line)
        match = re.search(r"([\d.]+) ms +3 x \((\d) B x ([\d.]+) M - ([\d.]+) MB\) / ([\d,]+) GB/s", line)
        self.assertIsNotNone(match, line)
        milliseconds, size, params, cache, bandwidth = (float(part.replace(",", "")) for part in match.groups())
        self.assertEqual(size, 2)
        self.assertAlmostEqual(milliseconds / (3 * (size * params - cache) / bandwidth), 1, delta=0.005)

    def test_machines_and_the_network_between_them_are_named(self):
        node = self.predict(*LLAMA, "--gpus", "16")["node"]
        self.assertEqual((node["gpus"], node["network_bytes_per_s_per_gpu"], node["network_is_assumed"]), (8, 5e10, True))
        self.assertIn("50.0 GB/s a GPU", self.text(*LLAMA, "--gpus", "16"))
        self.assertNotIn("between them", self.text(*LLAMA, "--gpus", "8"))
        self.assertIn("12.5 to 50.0 GB/s", self.text("-m", "gpt2", "--gpu", "h100-sxm,v100-sxm2-32gb", "--gpus", "16"))
        self.assertIn("50.0 GB/s", self.text(*LLAMA, "--scaling", "--gpus", "16"))

    def test_beyond_the_largest_published_run_it_says_so(self):
        with open(os.path.join(SOURCE_DIR, "data", "truth", "training.csv"), encoding="utf-8") as file:
            most = max(int(float(row["gpus"] or 0)) for row in csv.DictReader(file))
        self.assertEqual(self.predict(*LLAMA)["rests_on"]["most_gpus"], most)
        self.assertIn("6,144 GPUs", self.text(*LLAMA, "--gpus", "8192"))
        self.assertNotIn("6,144", self.text(*LLAMA, "--gpus", "4096"))

    def test_no_forecast_is_faster_than_physics(self):
        for card in ("h20", "a100-sxm-80gb", "rtx-4090", "mi308x"):
            answer = self.predict("-m", "gpt2-xl", "--gpu", card, "-b", "2", "--precision", "fp32")
            self.assertLessEqual(answer["step_seconds"]["low"], answer["step_seconds"]["value"])
            flops = 2 * 3 * 2 * 1024 * 1.5e9
            self.assertGreater(answer["step_seconds"]["low"], flops / 200e12)

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

    def test_chinese(self):
        done = self.run_program("--lang", "zh", "predict", *LLAMA, "--gpus", "8", "--explain")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("优化器", done.stdout)

    def test_a_chinese_answer_has_one_word_for_images_and_no_stray_blanks(self):
        shown = self.run_program("--lang", "zh", "predict", "-m", "resnet50", "--gpu", "t4", "--precision", "all").stdout
        self.assertIn("图像/s", shown)
        self.assertNotRegex(shown, "images/s|图像/秒")
        self.assertIn("以各种精度训练", shown)

    def test_bad_input_is_one_clear_line(self):
        for arguments, words in (
                (["-m", "gpt2"], ("--gpu", "--all-gpus")),
                (["-m", "gpt2", "--gpu", "h100-sxm", "--all-gpus"], ("--all-gpus", "give one of the two")),
                (["--gpu", "h100-sxm"], ("--model", "--config", "--params")),
                (["-m", "gpt9", "--gpu", "h100-sxm"], ("gpt9", "gpt2")),
                (["-m", "gpt2", "--gpu", "voodoo"], ("voodoo",)),
                (["-m", "gpt2", "--gpu", "rtx-4091"], ("rtx-4091", "rtx-4090")),
                ([*LLAMA, "--gpus", "8", "--tp", "2", "--dp", "3"], ("--tp 2 --dp 3", "--gpus 8")),
                ([*LLAMA, "--gpus", "8", "--tp", "3"], ("--tp 3", "--gpus 8")),
                ([*LLAMA, "--gpus", "6", "--tp", "3"], ("32", "--tp 3")),
                ([*LLAMA, "--gpus", "-8"], ("--gpus", "-8")),
                ([*LLAMA, "--gpus", "16385"], ("16384",)),
                ([*LLAMA, "--gpus", "33", "--pp", "33"], ("33", "32")),
                ([*LLAMA, "-b", "0"], ("--batch-size", "0")),
                ([*LLAMA, "--global-batch", "10", "-b", "4"], ("--global-batch 10", "--batch-size 4")),
                ([*LLAMA, "--gpus", "8", "--dp", "8", "--global-batch", "12"], ("12", "--dp 8")),
                ([*LLAMA, "--precision", "fp5"], ("--precision", "fp5", "bf16")),
                ([*LLAMA, "--precision", "int4"], ("int4",)),
                ([*LLAMA, "--software", "jax"], ("--software", "jax", "pytorch")),
                ([*LLAMA, "--task", "lora"], ("--task", "lora", "train")),
                ([*LLAMA, "--tokens", "-2B"], ("--tokens", "-2B")),
                ([*LLAMA, "--tokens", "2GB"], ("--tokens", "2GB")),
                ([*LLAMA, "--scaling", "-b", "1,2"], ("--scaling",)),
                ([*LLAMA, "--scaling", "--tp", "2"], ("--tp",)),
                (["-m", "mixtral-8x7b", "--gpu", "h100-sxm", "--gpus", "9", "--ep", "3"], ("8", "--ep 3")),
                (["-m", "qwen2.5-7b", "--gpu", "h100-sxm", "--gpus", "7", "--tp", "7"], ("4 key-value heads", "--tp 7")),
                (["-m", "llama-3.1-8b", "--gpu", "h100-sxm", "--gpus", "8", "--ep", "8"], ("--ep 8", "has none")),
                (["-m", "llama-3.1-8b", "--gpu", "h100-sxm", "--task", "serve", "--ep", "8"], ("--ep 8", "has none")),
                ([*LLAMA, "--gpus", "8", "--pp", "1", "--vpp", "2"], ("--vpp", "--pp")),
                ([*LLAMA, "--gpus", "8", "--pp", "4", "--vpp", "9"], ("36", "32")),
                ([*LLAMA, "--scaling", "--vpp", "2"], ("--vpp",)),
                ([*LLAMA, "--task", "serve", "--vpp", "2"], ("--vpp",)),
                (["-m", "resnet50", "--gpu", "h100-sxm", "--vpp", "2"], ("--vpp",)),
                ([*LLAMA, "--precision", "fp32", "--recipe", "megatron-16"], ("megatron-16", "--precision fp32")),
                ([*LLAMA, "--precision", "bf16,tf32", "--recipe", "megatron-16"], ("megatron-16", "--precision tf32")),
                ([*LLAMA, "--global-batch", "99999999"], ("--global-batch 99999999", "at most 16777216")),
                ([*LLAMA, "-b", "99999999999999999999"], ("--batch-size 99999999999999999999", "at most 65536")),
                ([*LLAMA, "--gpus", "8", "--software", "deepspeed", "--pp", "2", "--zero", "2"],
                 ("--zero 2", "--software deepspeed", "--pp 1")),
                ([*LLAMA, "--gpus", "8", "--software", "transformer_engine", "--pp", "2", "--fsdp"],
                 ("--fsdp", "--software transformer_engine", "--pp 1")),
                ([*LLAMA, "--zero", "4"], ("--zero", "4"))):
            self.assert_usage_error(["predict", *arguments], *words)
        chinese = self.run_program("--lang", "zh", "predict", *LLAMA, "--gpus", "8", "--software", "deepspeed", "--pp", "2", "--fsdp")
        self.assertEqual(chinese.returncode, USAGE)
        self.assertIn("--fsdp：--software deepspeed 的流水线", chinese.stderr)

    def test_chunks_that_cannot_be_are_named_with_what_is_possible(self):
        wide = ["predict", "-m", "llama-3.1-405b", "--gpu", "h100-sxm", "--gpus", "1024"]
        for options, words in (
                # 126 layers, embedding and loss: 128 chunks at most.
                (["--pp", "8", "--vpp", "17"], ("--vpp 17 with --pp 8", "136 chunks", "126 layers", "--vpp 16 at most")),
                (["--vpp", "200"], ("--vpp 200", "126 layers", "--pp 2", "--vpp 64 at most")),
                (["--vpp", "3", "--software", "deepspeed"], ("--vpp 3", "--software deepspeed", "transformer_engine")),
                (["--vpp", "8", "--global-batch", "100"], ("--vpp 8", "--global-batch 100", "= 128 sequences", "take 128")),
                (["--vpp", "8", "--pp", "8", "--tp", "4", "--global-batch", "100", "-b", "2"],
                 ("pp 8 x dp 32 x batch 2 = 512", "--global-batch 100", "take 512"))):
            self.assert_usage_error([*wide, *options], *words)
        self.assert_usage_error(["predict", *LLAMA, "--vpp", "2"], "--vpp", "--pp above 1")
        taken = self.predict(*wide[1:], "--vpp", "8", "--pp", "8", "--tp", "4", "--global-batch", "512", "-b", "2")
        self.assertEqual(taken["layout"]["vpp"], 8)
        self.assertEqual(self.predict(*wide[1:], "--pp", "8", "--vpp", "16", "--global-batch", "1024")["layout"]["vpp"], 16)

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
