# SPDX-License-Identifier: MIT
"""select: the matrix of what fits, trainings, services, budgets, the questions on a terminal, bad input."""
import json
import os
import re
import subprocess
import unittest

from program import NOT_SUPPORTED, OK, PROGRAM, ProgramTest, environment
from terminal import Terminal

SIZES = ["7b", "13b", "70b", "175b"]


class Select(ProgramTest):
    def setUp(self):
        super().setUp()
        self.env = environment(XDG_CACHE_HOME=self.path("cache"), HOME=self.folder)

    def text(self, *arguments):
        done = self.run_program(*arguments, env=self.env)
        self.assertEqual(done.returncode, OK, done.stderr)
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line) + line.count("✅") + line.count("❌"), 80, line)
        return done.stdout

    def answer(self, *arguments):
        done = self.run_program(*arguments, "--json", env=self.env)
        self.assertEqual(done.returncode, OK, done.stderr)
        return json.loads(done.stdout)


class Capacity(Select):
    ASK = ["select", "--capacity", "-m", "llama-3.1-8b,llama-3.1-70b", "--gpu", "rtx-4090,h100-sxm,l4"]

    def test_every_cell_is_what_predict_says_of_the_same_service(self):
        cells = {(one["model"], one["gpu"]): one for one in self.answer(*self.ASK)["cells"]}
        self.assertEqual(len(cells), 6)
        same = self.answer("predict", "--task", "serve", "-m", "llama-3.1-8b", "--gpu", "h100-sxm", "--gpus", "1",
                           "--precision", "bf16", "--concurrency", "16", "--input-tokens", "1024",
                           "--output-tokens", "1024")
        cell = cells["llama-3.1-8b", "h100-sxm"]
        self.assertTrue(cell["fits"])
        for end in ("value", "low", "high"):
            self.assertAlmostEqual(cell["tokens_per_second"][end] / same["output_tokens_per_second"][end], 1, 7)
        rent = cell["rent"]["usd_per_hour"]
        self.assertAlmostEqual(cell["usd_per_1k_tokens"], rent / 3600 / cell["tokens_per_second"]["value"] * 1000, 12)

    def test_cards_of_several_devices_are_named_once_where_they_are_forecast(self):
        ask = ["select", "--capacity", "-m", "llama-3.1-8b,gpt3-175b", "--gpu", "mi250,mi250x,max-1550,tpu-v7,l4"]
        text = " ".join(self.text(*ask).split())
        self.assertEqual(text.count("Programs see"), 1)
        self.assertIn("2 devices in one card of mi250, mi250x, intel-max-1550: a service", text)
        self.assertNotIn("tp named here", text)
        self.assertNotIn("Programs see", self.text("select", "--capacity", "-m", "llama-3.1-8b", "--gpu", "tpu-v7,l4"))

    def test_lengths_that_nobody_typed_are_those_that_the_network_takes(self):
        ask = ["select", "--capacity", "--gpu", "l4"]
        lengths = lambda *more: [(one["input_tokens"], one["output_tokens"]) for one in self.answer(*ask, *more)["cells"]]
        self.assertEqual(lengths("-m", "gpt2,llama-3.1-8b,gpt3-175b"), [(768, 256), (1024, 1024), (1024, 1024)])
        text = " ".join(self.text(*ask, "-m", "llama-3.1-8b,gpt2").split())
        self.assertIn("of 1,024 tokens in and 1,024 out", text)
        self.assertIn("gpt2: 768 tokens in and 256 out.", text)
        done = self.run_program(*ask, "-m", "gpt2", "--output-tokens", "2000", env=self.env)
        self.assert_error(done, NOT_SUPPORTED, "gpt2 takes: 1024")

    def test_what_does_not_fit_needs_more_than_the_card_has(self):
        for cell in self.answer(*self.ASK)["cells"]:
            self.assertEqual(cell["fits"], cell["memory_needed_bytes"] <= cell["memory_usable_bytes"], cell)
            if not cell["fits"]:
                self.assertIsNone(cell["tokens_per_second"])
                self.assertEqual(cell["reason"], "no_room")
        # 70.6 billion weights of two bytes are 141 GB, beside 16 requests of 2,048 tokens with
        # 2 x 80 layers x 8 heads x 128 channels x 2 bytes each: 10.7 GB. Nine tenths of memory hold it.
        needed = self.answer(*self.ASK)["cells"][3]
        self.assertEqual((needed["model"], needed["gpu"]), ("llama-3.1-70b", "rtx-4090"))
        self.assertGreater(needed["memory_needed_bytes"], (141.1e9 + 10.7e9) / 0.9)
        self.assertLess(needed["memory_needed_bytes"], (141.2e9 + 10.8e9 + 5e9) / 0.9)

    def test_fewer_requests_and_fewer_bits_need_less(self):
        def needed(*more):
            return [one["memory_needed_bytes"] for one in self.answer(*self.ASK, *more)["cells"]]
        base = needed()
        for more in (["--requests", "1"], ["--precision", "int4"], ["--output-tokens", "64"]):
            self.assertTrue(all(less < most for less, most in zip(needed(*more), base)), more)

    def test_the_table_marks_them(self):
        note = "h200 means h200-sxm here"
        self.assertEqual(self.run_program("select", "--capacity", "-m", "llama-3.1-8b,llama-2-7b", "--gpu", "h200").stderr.count(note), 1)
        text = self.text("select", "--capacity")
        self.assertIn("✅", text)
        self.assertIn("❌", text)
        self.assertRegex(text, r"h100-sxm +✅ [\d,.]+  \$0\.\d{6}")
        # Below it the interval, and a mark where the price is old.
        cell = next(one for one in self.answer("select", "--capacity")["cells"]
                    if (one["model"], one["gpu"]) == ("llama-3.1-8b", "h100-sxm"))
        low, high = (round(cell["tokens_per_second"][end]) for end in ("low", "high"))
        self.assertRegex(text, rf"\n +{low:,}-{high:,}".replace(",", ",?"))
        self.assertEqual(cell["rent"]["freshness"] != "fresh", " *" in text)
        self.assertRegex(cell["rent"]["date"] or "", "^(20.*)?$")
        # As many models as fit side by side, then another table.
        self.assertEqual(self.text("select", "--capacity", "-m", "llama-3.1-8b,llama-2-7b,llama-2-13b,qwen3-14b",
                                   "--gpu", "l4").count("GPU  "), 2)
        self.text("select", "--capacity", "--lang", "zh")

    def test_cards_that_nobody_measured_and_formats_that_are_not_asked_for_are_said(self):
        ask = ["select", "--capacity", "-m", "llama-3.1-8b,gpt-oss-20b", "--gpu", "mi300x,t4,h100-sxm"]
        text = " ".join(self.text(*ask).split())
        self.assertIn("llama-3.1-8b gpt-oss-20b, fp4", text)
        self.assertIn("No published measurement of such work is on mi300x or another card of its", text)
        self.assertRegex(text, r"fp16[^.]*t4|t4[^.]*fp16")
        cells = {(one["model"], one["gpu"]): one for one in self.answer(*ask)["cells"]}
        self.assertEqual(cells["gpt-oss-20b", "mi300x"]["precision"], "fp4")
        self.assertEqual(cells["gpt-oss-20b", "t4"]["reason"], "not_known_to_run")
        self.assertIn("number formats): gpt-oss-20b (fp4) t4.", text)
        self.assertEqual(cells["llama-3.1-8b", "mi300x"]["precision"], "bf16")
        self.assertEqual(cells["llama-3.1-8b", "mi300x"]["measured"], "none")
        self.assertEqual(cells["llama-3.1-8b", "h100-sxm"]["measured"], "card")

    def test_a_card_without_a_forecast_is_not_said_to_lack_room(self):
        ask = ["select", "--capacity", "-m", "llama-3.1-8b", "--gpu", "gb10", "--precision", "fp4"]
        self.assertEqual(self.answer(*ask)["cells"][0]["reason"], "unknown_card")
        self.assertRegex(self.text(*ask), r"\ngb10 +-\n")

    def test_the_type_of_a_card_without_a_forecast_is_not_said(self):
        text = " ".join(self.text("select", "--capacity", "-m", "llama-3.1-8b", "--gpu", "p100-pcie-16gb,t4,h100-sxm").split())
        self.assertIn("number formats): llama-3.1-8b (bf16) p100-pcie-16gb.", text)
        self.assertIn("No bf16, so in fp16: t4.", text)

    def test_more_requests_than_any_engine_takes_are_refused(self):
        self.assert_usage_error(["select", "--capacity", "--requests", "1000000"], "--requests 1000000", "65536")

    def test_explain_adds_up_to_what_a_cell_needs(self):
        text = self.text("select", "--capacity", "-m", "llama-3.1-70b", "--gpu", "rtx-4090", "--explain")
        weights, others, requests, each, share, total = (float(one) for one in re.search(
            r"\(([\d.]+) \+ ([\d.]+) \+ (\d+) x ([\d.]+)\) / ([\d.]+) = ([\d.]+)", text).groups())
        self.assertAlmostEqual((weights + others + requests * each) / share, total, 0)
        self.assertEqual((requests, share), (16, 0.9))
        cell = self.answer("select", "--capacity", "-m", "llama-3.1-70b", "--gpu", "rtx-4090")["cells"][0]
        self.assertAlmostEqual(cell["memory_needed_bytes"] / 1e9, total, 1)


class Training(Select):
    def test_a_size_is_recommends_answer(self):
        ask = ["--train-tokens", "100B", "--max-gpus", "16"]
        ours = self.answer("select", "--task", "training", "--model-size", "13b", *ask)["training"]
        self.assertEqual(len(ours), 1)
        theirs = self.answer("recommend", "--task", "training", "-m", "llama-2-13b", *ask)
        self.assertEqual(ours[0]["best"], theirs["best"])
        self.assertEqual(ours[0]["size"], "13b")

    def test_advice_is_what_estimate_memory_says(self):
        one = self.answer("select", "--model-size", "7b")["training"][0]
        self.assertEqual(one["request"]["train_tokens"], 20 * one["request"]["parameters"])
        sequence = str(int(one["request"]["sequence"]))
        for kind in ("lora", "qlora"):
            advice = one["advice"][kind]
            memory = self.answer("estimate-memory", "-m", "llama-2-7b", "--task", kind, "--seq", sequence,
                                 "--recompute", "full")
            self.assertAlmostEqual(advice["bytes_of_one_gpu"] / memory["total"], 1, 7)
            roomy = [gpu for group in memory["fits"] if group["at_acceptable_risk"] for gpu in group["gpus"]]
            self.assertIn(advice["gpu"], roomy)
            self.assertGreater(advice["usd_per_hour"], 0)
        self.assertLess(one["advice"]["qlora"]["bytes_of_one_gpu"], one["advice"]["lora"]["bytes_of_one_gpu"])
        layout = one["best"][0]["layout"]
        self.assertEqual(one["advice"]["bytes_without_zero"] is not None, layout["zero"] > 0 or layout["fsdp"])

    def test_a_training_says_its_tokens_and_where_they_come_from(self):
        shown = " ".join(self.text("select", "--task", "training", "--model-size", "7b").split())
        self.assertIn("; 134.8B tokens in all (20 a parameter, assumed)", shown)
        shown = " ".join(self.text("select", "--model-size", "7b", "--train-tokens", "100B").split())
        self.assertIn("; 100B tokens in all At any price", shown)

    def test_all_sizes_side_by_side(self):
        all_sizes = self.answer("select", "--task", "training")["training"]
        self.assertEqual([one["size"] for one in all_sizes], SIZES)
        runs = [one["best"][0]["usd_per_run"] for one in all_sizes]
        self.assertEqual(runs, sorted(runs))
        text = self.text("select", "--task", "training")
        for size in SIZES:
            self.assertRegex(text, rf"(?m)^{size} +[\d.,]+B +\d+ x ")
        self.assertIn("LoRA", self.text("select", "--model-size", "70b"))
        # Times and dollars have their intervals below.
        seven = all_sizes[0]["best"][0]
        low, high = (seven["usd_per_run"] * seven["tokens_per_second"]["value"] / seven["tokens_per_second"][end]
                     for end in ("high", "low"))
        shown = re.search(r"(?m)^7b .*\n.* ([\d.]+)k-([\d.]+)k$", text)
        for end, value in zip(shown.groups(), (low, high)):
            self.assertAlmostEqual(float(end) * 1000 / value, 1, 2)
        self.text("select", "--model-size", "70b", "--lang", "zh")
        self.text("select", "--task", "training", "--lang", "zh")

    def test_tiers_name_the_cheapest_card_that_fine_tunes_and_buy_modules_by_the_board(self):
        for tier in self.answer("select", "--budget-tier", "all")["tiers"]:
            for task in ("training", "inference"):
                for one in tier[task]["best"]:
                    self.assertNotIn(one["gpu"], ("gb200", "gb300"))
                    if one["gpu"] in ("mi300x", "mi355x", "b200", "b300"):
                        self.assertEqual(one["gpus"], 8)
            cases = tier["use_cases"]
            memory = self.answer("estimate-memory", "-m", cases["fine_tunes"], "--task", "qlora", "--recompute", "full")
            self.assertIn(cases["fine_tunes_on"], [gpu for group in memory["fits"] if group["at_acceptable_risk"]
                                                   for gpu in group["gpus"]])
            if tier["tier"] == "under-5k":  # 30 GB and more would do for nothing larger
                self.assertNotEqual(cases["fine_tunes_on"], "radeon-pro-w7900")

    def test_cards_of_qlora_are_those_that_bitsandbytes_runs_on(self):
        def advice(gpu, price):
            rows = "provider,gpu_name,gpu_id,gpu_count,price_usd_hr,date\n" + f"mine,{gpu},{gpu},1,{price},2026-11-01\n"
            asked = ["select", "--model-size", "7b", "--price-file", self.write("prices.csv", rows)]
            return self.answer(*asked)["training"][0]["advice"], " ".join(self.text(*asked).split())

        for gpu, release in (("h100-sxm", None), ("mi250x", "0.50"), ("arc-a770-16gb", "0.48")):
            one, text = advice(gpu, 0.01)
            self.assertEqual((one["qlora"]["gpu"], one["qlora"]["from_bitsandbytes"]), (gpu, release))
            self.assertEqual(f"{gpu} runs QLoRA's 4-bit weights with bitsandbytes from release {release}" in text, release is not None)
        one, text = advice("mi100", 0.01)
        self.assertEqual(one["lora"]["gpu"], "mi100")
        self.assertNotEqual(one["qlora"]["gpu"], "mi100")

    def test_one_gpu_is_one_and_what_it_does_not_hold_names_how_many_would(self):
        text = " ".join(self.text("select", "--task", "training", "--max-gpus", "1").split())
        self.assertIn("on at most 1 rented GPU, priority", text)
        self.assertRegex(text, r"70b: of the cards that have a price and a forecast none holds llama-3.1-70b .* would hold it: --max-gpus \d+")
        self.assertNotIn("users", text)
        self.assertNotIn("--provider", text)

    def test_a_deadline_nothing_meets_is_said(self):
        done = self.run_program("select", "--model-size", "175b", "--deadline", "1h", env=self.env)
        self.assert_error(done, 1, "64")
        self.assertIn("What else there is:", done.stdout)
        self.assertNotIn("first choice", done.stdout)


class Inference(Select):
    SCENARIOS = ("chat", "api", "batch", "edge")

    def test_a_load_that_nothing_takes_is_named_with_its_reason(self):
        done = self.run_program("select", "--scenario", "chat", "-m", "llama-3.1-70b", "--max-gpus", "1", env=self.env)
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("chat (1,000 users): 1,000 users at once take more than 1 GPU of any card, each engine inside one machine",
                      " ".join(done.stdout.split()))

    def test_the_first_choice_is_what_predict_says_at_that_load(self):
        best = self.answer("select", "--scenario", "chat", "--users", "100")["inference"][0]["best"][0]
        layout, each = best["layout"], best["gpus"] // best["machines"]
        same = self.answer("predict", "--task", "serve", "-m", "llama-3.1-8b", "--gpu", best["gpu"], "--gpus", str(each),
                           "--precision", best["precision"], "--tp", str(layout["tp"]), "--pp", str(layout["pp"]),
                           "--concurrency", str(int(best["service"]["concurrency_per_machine"])),
                           "--input-tokens", "1024", "--output-tokens", "256")
        for end in ("value", "low", "high"):
            self.assertAlmostEqual(best["service"]["ttft_seconds"][end] / same["ttft_seconds"][end], 1, 7)

    def test_tables(self):
        text = self.text("select", "--task", "inference")
        for name in self.SCENARIOS:
            self.assertRegex(text, rf"(?m)^{name} ")
        rows = self.answer("select", "--task", "inference")["inference"]
        at_risk = [limit for row in rows for limit in row["best"][0]["may_miss"]]
        self.assertEqual(len(re.findall(r"\d+-\d+ !", text)), len(at_risk))
        has_four_bits = any(row["best"][0]["precision"] in ("fp4", "int4") for row in rows)
        self.assertEqual("lose some accuracy" in " ".join(text.split()), has_four_bits)
        shown = " ".join(self.text("select", "--scenario", "chat").split())
        self.assertIn("users at once: 100", shown)
        # Several GPUs may do a little more than so many times the one at its most users.
        shown = " ".join(self.text("select", "--scenario", "chat", "--users", "1500").split())
        self.assertRegex(shown, r"Scaling efficiency 100 %|Per GPU \d+ % of the rate of 1, the fewest that hold it")
        self.assertNotRegex(shown, r"Scaling efficiency 1(?!00)\d\d %")
        self.text("select", "--task", "inference", "--lang", "zh")
        for ask in (["--scenario", "batch"], ["--task", "inference"], ["--budget-tier", "5k-15k"], ["--model-size", "7b"]):
            self.assertIn("J/token", self.text("select", *ask, "--explain"), ask)
            self.assertNotIn("J/token", self.text("select", *ask), ask)

    def test_more_users_than_the_gpus_hold(self):
        done = self.run_program("select", "--scenario", "chat", "--users", "100000", "--max-gpus", "1", env=self.env)
        self.assert_error(done, 1, "100,000 users")


class Tiers(Select):
    def test_a_tier_that_trains_nothing_says_what_comes_nearest(self):
        text = " ".join(self.run_program("select", "--budget-tier", "under-5k", "--deadline", "1h").stdout.split())
        self.assertRegex(text, r"training: not even llama-3.2-1b in time; the most at any price is [\d,]+ tokens/s, on \d x")
        text = " ".join(self.run_program("select", "--budget-tier", "under-5k", "--deadline", "20h").stdout.split())
        self.assertRegex(text, r"training: not even llama-3.2-1b, which takes \$[\d,]+ at least: \d x")

    def test_a_tier_alone_and_its_table(self):
        text = self.text("select", "--budget-tier", "under-5k")
        self.assertIn("Under $5,000", text)
        self.assertRegex(" ".join(text.split()), r"Prices of one card rest on: [a-z0-9-]+ \$[0-9,.-]+ \(")
        self.assertNotIn("Over $50,000", text)
        tier = self.answer("select", "--budget-tier", "under-5k")["tiers"][0]
        for task in ("training", "inference"):  # names are whole
            self.assertIn(tier[task]["request"]["model"], text)

    def test_what_tiers_share_is_said_once_and_in_the_user_s_language(self):
        text = " ".join(self.text("select", "--budget-tier", "all").split())
        self.assertIn("Over $50,000", text)
        for words in ("Modules are bought by the board", "Prices of one card rest on", "rtx-5090 $2,300-4,289"):
            self.assertEqual(text.count(words), 1, words)
        self.assertNotRegex(text, r"street price, [0-9*, -]+; street price;")
        text = "".join(self.text("select", "--budget-tier", "all", "--lang", "zh").split())
        self.assertIn("亚马逊首选报价", text)
        for words in ("launchprice", "retail", "Amazon", "estimate"):
            self.assertNotIn(words, text)

    def test_a_longer_deadline_trains_no_less(self):
        def largest(deadline):
            tier = self.answer("select", "--budget-tier", "15k-50k", "--deadline", deadline)["tiers"][0]
            return tier["training"]["request"]["parameters"]
        self.assertLess(largest("30d"), largest("3000d"))


class Questions(Select):
    def talk(self, *answers, before=()):
        """What a terminal shows; each answer is typed when a prompt stands there, then the input ends."""
        terminal = Terminal([PROGRAM, *before, "select"], cwd=self.folder, env=self.env, stderr=subprocess.PIPE)
        left, answered = list(answers), 0
        while not terminal.has_ended:
            terminal.read(0.05)
            prompts = terminal.text.count("\n> ")
            if terminal.text.endswith("> ") and prompts > answered:
                terminal.type(left.pop(0) + "\n" if left else "\x04")
                answered = prompts
        code = terminal.close()
        with terminal.program.stderr as error:
            return code, terminal.text, error.read().decode()

    def test_answers_lead_to_the_same_as_flags(self):
        code, seen, error = self.talk("1", "seven", "7b", "nonsense", "2B", "8")
        self.assertEqual(code, OK, error)
        self.assertIn("Please answer 1 to 4", seen)
        flags = "select --task training --model-size 7b --train-tokens 2B --max-gpus 8"
        self.assertIn(PROGRAM + " " + flags, " ".join(seen.split()))
        self.assertIn(self.text(*flags.split()), seen)

    def test_options_before_select_stay_in_the_command_shown(self):
        code, seen, error = self.talk("3", "", before=("--lang", "zh"))
        self.assertEqual(code, OK, error)
        self.assertIn(PROGRAM + " --lang zh select --budget-tier under-5k", " ".join(seen.split()))

    def test_enter_takes_what_is_usual(self):
        for first, flags in (("inference", "select --task inference --scenario chat"),
                             ("3", "select --budget-tier under-5k"),
                             ("capacity", "select --capacity --precision bf16")):
            code, seen, error = self.talk(first, "", "", "")
            self.assertEqual(code, OK, error)
            self.assertIn(flags, seen)
            self.assertIn(self.text(*flags.split()), seen)

    def test_the_end_of_input_is_an_end(self):
        for answers in ([], ["1"], ["2", "chat"]):
            code, seen, error = self.talk(*answers)
            self.assertEqual((code, error), (OK, ""))
            self.assertNotIn("--task", seen)


class BadInput(Select):
    def test_without_a_terminal_the_flags_are_named(self):
        self.assert_usage_error(["select"], "--task", "--budget-tier", "--capacity")

    def test_options_of_another_answer(self):
        for arguments, part in ((["--capacity", "--task", "training"], "two answers"),
                                (["--task", "training", "--scenario", "chat"], "--scenario"),
                                (["--task", "inference", "--model-size", "7b"], "--model-size"),
                                (["--budget-tier", "all", "--users", "3"], "--users"),
                                (["--task", "training", "--model-size", "9b"], "9b"),
                                (["--scenario", "chatting"], "chat"),
                                (["--budget-tier", "cheap"], "under-5k"),
                                (["--task", "trade"], "training"),
                                (["--model-size", "7b", "-m", "llama-2-7b"], "one"),
                                (["--capacity", "--precision", "bf16,fp8"], "precision"),
                                (["--capacity", "--gpu", "h1000"], "h1000"),
                                (["--capacity", "--requests", "0"], "--requests"),
                                (["--scenario", "edge", "--price-file", "prices.csv"], "--price-file"),
                                (["--scenario", "api", "--users", "-3"], "-3")):
            with self.subTest(arguments):
                self.assert_usage_error(["select", *arguments], part)

    def test_what_is_refused_is_not_offered(self):
        done = self.run_program("select", "--capacity", "--precision", "fp3", env=self.env)
        self.assert_error(done, 2, "int4")
        self.assertTrue(done.stderr.strip().endswith("int4, fp4"), done.stderr)
        self.assert_usage_error(["select", "--capacity", "--precision", "all"], "all")

    def test_what_generates_no_text_is_not_served(self):
        self.assert_error(self.run_program("select", "--capacity", "-m", "resnet50", env=self.env), NOT_SUPPORTED,
                          "resnet50")


if __name__ == "__main__":
    unittest.main()
