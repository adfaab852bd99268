# SPDX-License-Identifier: MIT
"""predict --task serve: figures, intervals, users at limits, comparisons, physics where nothing else is known."""
import json
import unittest

from program import NOT_SUPPORTED, OK, USAGE, ProgramTest

LLAMA = ["-m", "llama-3.1-8b", "--gpu", "h100-sxm"]


class Serve(ProgramTest):
    def serve(self, *arguments):
        done = self.run_program("predict", "--task", "serve", *arguments, "--json")
        self.assertEqual(done.returncode, OK, done.stderr)
        return json.loads(done.stdout)

    def text(self, *arguments):
        done = self.run_program("predict", "--task", "serve", *arguments)
        self.assertEqual(done.returncode, OK, done.stderr)
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 80, line)
        return done.stdout

    def bounds(self, *arguments, words):
        done = self.run_program("predict", "--task", "serve", *arguments, "--json")
        self.assert_error(done, NOT_SUPPORTED, *words)
        answer = json.loads(done.stdout)
        self.assertIsNone(answer["forecast"])
        return answer["bounds"]

    def test_one_token_is_one(self):
        shown = self.text(*LLAMA, "--input-tokens", "1")
        self.assertIn("1 token in and 256 out", shown)
        self.assertIn("1,024 tokens in and 256 out", self.text(*LLAMA))

    def test_cards_that_are_several_devices_are_named_once_beside_others(self):
        shown = " ".join(self.text("-m", "llama-3.1-70b", "--gpu", "mi250,max-1550,h100-sxm").split())
        self.assertRegex(shown, r"Programs see 2 devices in one card of (mi250, intel-max-1550|intel-max-1550, mi250): .* "
                                r"\(2 times the tp named here\)")
        self.assertEqual(shown.count("Programs see"), 1)
        self.assertIn("2 devices in one card of mi250: ", " ".join(self.text("-m", "llama-3.1-8b", "--gpu", "mi250").split()))
        cards = self.serve("-m", "llama-3.1-70b", "--gpu", "mi250,h100-sxm")["cards"]
        self.assertEqual({one["gpu"]: one["devices"] / one["gpus"] for one in cards}, {"mi250": 2, "h100-sxm": 1})
        self.assertNotIn("Programs see", self.text("-m", "llama-3.1-8b", "--gpu", "h100-sxm,l4"))

    def test_figures_agree_with_each_other(self):
        answer = self.serve("-m", "llama-3.1-70b", "--gpu", "h100-sxm", "--gpus", "8", "--precision", "fp8",
                            "--concurrency", "64")
        ttft, tpot = answer["ttft_seconds"]["value"], answer["tpot_seconds"]["value"]
        self.assertAlmostEqual(sum(answer["ttft_terms_seconds"].values()) / ttft, 1, delta=1e-6)
        self.assertAlmostEqual(sum(answer["tpot_terms_seconds"].values()) / tpot, 1, delta=1e-6)
        # Little's law: 64 in flight, each for its first token and 255 more.
        self.assertAlmostEqual(answer["requests_per_second"]["value"] * (ttft + 255 * tpot), 64, delta=0.01)
        tokens = answer["output_tokens_per_second"]["value"]
        self.assertAlmostEqual(tokens / (256 * answer["requests_per_second"]["value"]), 1, delta=1e-6)
        self.assertAlmostEqual(answer["output_tokens_per_second_per_gpu"]["value"] * 8 / tokens, 1, delta=1e-6)
        self.assertAlmostEqual(answer["tokens_per_second_per_user"]["value"] * tpot, 1, delta=1e-6)
        layout = answer["layout"]
        self.assertEqual(layout["engines"] * layout["tp"] * layout["pp"] * layout["attention_dp"], 8)
        for name in ("ttft_seconds", "tpot_seconds", "output_tokens_per_second", "requests_per_second"):
            self.assertLess(answer[name]["low"], answer[name]["value"])
            self.assertGreater(answer[name]["high"], answer[name]["value"])

    def test_a_published_service_is_inside_the_interval(self):
        # data/truth/inference_bulk.csv.gz: TensorRT-LLM, Llama 3.1 70B, fp8, 8 x H200, 16 in flight, 8192 in, 1024
        # out: 11.3 ms a token
        answer = self.serve("-m", "llama-3.1-70b", "--gpu", "h200-sxm", "--tp", "8", "--precision", "fp8", "--software",
                            "trtllm", "--concurrency", "16", "--input-tokens", "8192", "--output-tokens", "1024")
        self.assertEqual((answer["gpus"], answer["layout"]["tp"]), (8, 8))
        self.assertLess(answer["tpot_seconds"]["low"], 11.3e-3)
        self.assertGreater(answer["tpot_seconds"]["high"], 11.3e-3)

    def test_cache_is_what_vllm_printed(self):
        # data/truth/memory.csv llmsim-0001: 41,408 tokens
        cache = self.serve("-m", "llama-3.1-8b", "--gpu", "rtx-4090")["kv_cache"]
        self.assertLess(cache["tokens"]["low"], 41408)
        self.assertGreater(cache["tokens"]["high"], 41408)
        # keys and values of 32 layers, 8 heads of 128, two bytes, 1,024 + 3/4 x 256 tokens
        self.assertEqual(cache["request_bytes_per_gpu"], 131072 * (1024 + 192))

    def test_programs_of_one_user_take_what_they_run_of_networks_published_in_fp8(self):
        for software, precision in (("llama.cpp", "int8"), ("exllama", "bf16"), ("mlc", "bf16"), ("transformers", "bf16")):
            question = ["predict", "--task", "serve", "-m", "minimax-m2", "--gpu", "h200-sxm", "--software", software]
            found = self.run_program(*question, "--json")
            self.assertEqual(found.returncode, 0, found.stderr)
            self.assertEqual(json.loads(found.stdout)["precision"], precision)
            note = " ".join(found.stderr.split())
            self.assertIn(f"stored in fp8, in which nothing is forecast with {software}, so the answer is in {precision}", note)
        self.assert_error(self.run_program(*question, "--precision", "fp8"), USAGE, "nothing is forecast in fp8")
        self.assertIn("so the answer is in fp8", " ".join(self.run_program(*question[:6], "h200-sxm").stderr.split()))

    def test_programs_of_one_user_serve_as_many_users_as_there_are_programs(self):
        question = ["-m", "llama-3-8b", "--gpu", "rtx-4090", "--software", "llama.cpp", "--precision", "int4"]
        one = self.serve(*question)["tpot_seconds"]["value"]
        two = self.serve(*question, "--gpus", "2", "--dp", "2", "--concurrency", "2")["tpot_seconds"]["value"]
        self.assertAlmostEqual(two / one, 1, delta=0.01)
        refused = self.run_program("predict", "--task", "serve", *question, "--gpus", "2", "--dp", "2", "--concurrency", "3")
        self.assert_error(refused, NOT_SUPPORTED, "or as many programs by --dp")

    def test_programs_that_share_out_layers(self):
        mixtral = ["-m", "mixtral-8x7b", "--gpu", "rtx-3060", "--software", "llama.cpp", "--precision", "int4"]
        self.assertEqual(self.serve(*mixtral)["gpus"], 3)
        shown = " ".join(self.run_program("predict", "--task", "serve", *mixtral).stdout.split())
        self.assertIn("The fewest of 1, 2, 3 … 8, 16 … 64 GPUs that hold it", shown)
        self.assertEqual(self.serve(*mixtral[:4], "--software", "ollama", *mixtral[6:])["software"], "llama.cpp")
        for option in ("--tp", "--ep", "--attention-dp"):
            refused = ["predict", "--task", "serve", *mixtral, option, "2"]
            self.assert_error(self.run_program(*refused), USAGE, option, "llama.cpp", "whole layers")
            self.assertIn("整层", self.run_program(*refused, "--lang", "zh").stderr)
            self.serve(*mixtral, option, "1", "--gpus", "3")
        dense = self.run_program("predict", "--task", "serve", "-m", "llama-3-8b", "--gpu", "h100-sxm", "--ep", "2")
        self.assert_error(dense, USAGE, "--ep 2 splits experts", "--tp or --pp")
        for option in ("--ep", "--attention-dp"):
            refused = ["predict", "--task", "serve", "-m", "mixtral-8x7b", "--gpu", "h200-sxm", "--software", "mlc", option, "2"]
            self.assert_error(self.run_program(*refused), USAGE, option, "mlc")

    def test_no_rate_is_above_what_the_memory_delivers(self):
        one = self.serve("-m", "llama-3-8b", "--gpu", "rtx-4090", "--software", "exllama")
        high = [one[what]["high"] for what in ("output_tokens_per_second", "tokens_per_second_per_user")]
        self.assertLessEqual(high[0], high[1] * 1.001)

    def test_modules_serve_alone_and_nothing_else_is_tried(self):
        shown = self.run_program("predict", "--task", "serve", "-m", "llama-3.1-8b", "--gpu", "jetson-agx-orin-64gb").stdout
        self.assertIn("1 x jetson", shown)
        self.assertNotIn("fewest", shown)

    def test_users_within_limits_and_not_one_more(self):
        limits = ["--slo", "ttft=500ms,tpot=30ms"]
        answer = self.serve(*LLAMA, *limits)
        users = answer["slo"]["users"]
        self.assertEqual(answer["concurrency"], users["value"])
        self.assertLess(users["low"], users["value"])
        self.assertGreater(users["high"], users["value"])
        self.assertTrue(answer["slo"]["within"])
        self.assertLessEqual(answer["tpot_seconds"]["value"], 0.030)
        one_more = self.serve(*LLAMA, "--gpus", "1", "--concurrency", str(int(users["value"]) + 1))
        self.assertGreater(one_more["tpot_seconds"]["value"], 0.030)
        # Seconds and milliseconds; a bare number is milliseconds.
        for typed in ("ttft=0.5s,tpot=0.03s", "ttft=500,tpot=30"):
            self.assertEqual(self.serve(*LLAMA, "--slo", typed)["slo"], answer["slo"])
        # A limit nothing keeps: the nearest is shown and said so.
        missed = self.serve(*LLAMA, "--gpus", "1", "--slo", "tpot=0.1ms")
        self.assertEqual((missed["slo"]["users"]["value"], missed["slo"]["within"]), (0, False))
        self.assertIn("Not within TPOT 0.100 ms", self.text(*LLAMA, "--gpus", "1", "--slo", "tpot=0.1ms"))

    def test_users_are_those_of_the_layout_shown(self):
        ask = ["-m", "deepseek-v3", "--gpu", "h200-sxm", "--gpus", "8", "--precision", "fp8"]
        open_, layout = self.serve(*ask), ["--tp", "8"]
        self.assertGreater(open_["slo"]["users"]["value"], open_["slo"]["users_of_chosen_layout"]["value"])
        given = self.serve(*ask, *layout)["slo"]
        self.assertEqual(open_["slo"]["users_of_chosen_layout"], given["users_of_chosen_layout"])
        text = " ".join(self.text(*ask).split())
        for users in (open_["slo"]["users_of_chosen_layout"]["value"], open_["slo"]["users"]["value"]):
            self.assertRegex(text, rf"(TPOT 100 ms|limits:) {users:,.0f}\b")

    def test_one_card_may_be_asked_of_where_the_loads_take_several(self):
        ask = ["-m", "llama-3.1-8b", "--gpu", "rtx-4090", "--concurrency", "1,256"]
        self.assertIn("(--gpus 1: on one)", " ".join(self.text(*ask).split()))
        self.assertNotIn("--gpus 1", self.text(*ask, "--gpus", "2"))

    def test_users_within_limits_are_as_many_however_they_are_asked_for(self):
        limits = ["--scenario", "chat"]  # the usual ones
        for card in (["-m", "llama-3.1-8b", "--gpu", "rtx-4090", "--gpus", "2"],
                     ["-m", "llama-3.1-70b", "--gpu", "h100-sxm", "--gpus", "4", "--precision", "int8"],
                     ["-m", "llama-3.1-70b", "--gpu", "h100-sxm", "--gpus", "2"]):
            plain, limited = self.serve(*card), self.serve(*card, *limits)
            self.assertEqual(plain["slo"]["users"], limited["slo"]["users"])
            self.assertEqual(plain["slo"]["layout"], limited["layout"])
            loaded = self.serve(*card, *limits, "--concurrency", "4")
            self.assertEqual(loaded["slo"]["users"], limited["slo"]["users"])
        two = ["-m", "deepseek-v3", "--gpu", "h200-sxm", "--gpus", "8", "--precision", "fp8"]
        other = self.serve(*two)
        self.assertNotEqual(other["layout"], other["slo"]["layout"])
        self.assertIn("Another layout holds more users within these limits: ", self.text(*two))
        self.assertNotIn("another layout", self.text(*two, *limits))
        # A service whose layout is fixed has the users of that layout.
        loads = self.serve(*two, "--concurrency", "1,32")["loads"]
        self.assertTrue(all(one["slo"]["layout"] == one["layout"] for one in loads))

    def test_the_fewest_gpus_and_the_fastest_layout(self):
        chosen = self.serve("-m", "llama-3.1-70b", "--gpu", "h100-sxm")
        self.assertTrue(chosen["gpus_chosen"])
        self.assertLess(chosen["waiting"], 0.5)
        half = self.serve("-m", "llama-3.1-70b", "--gpu", "h100-sxm", "--gpus", str(chosen["gpus"] // 2))
        self.assertGreater(half["waiting"], 0.5)
        best = self.serve(*LLAMA, "--gpus", "4")["output_tokens_per_second"]["value"]
        for layout in (["--tp", "1", "--pp", "1"], ["--tp", "2"], ["--tp", "4"], ["--pp", "4"], ["--dp", "2"]):
            other = self.serve(*LLAMA, "--gpus", "4", *layout)["output_tokens_per_second"]["value"]
            self.assertLessEqual(other, best * (1 + 1e-9))
        kept = self.serve("-m", "deepseek-v3", "--gpu", "h200", "--precision", "fp8", "--gpus", "16", "--attention-dp",
                          "8", "--tp", "1", "--ep", "8", "--concurrency", "512")["layout"]
        self.assertEqual([kept[name] for name in ("engines", "pp", "attention_dp", "ep")], [2, 1, 8, 8])

    def test_all_gpus_ranks_the_catalogue(self):
        answer = self.serve("-m", "llama-3.1-8b", "--all-gpus", "--gpus", "2")
        rates = [one["output_tokens_per_second"]["value"] for one in answer["cards"]]
        self.assertEqual(rates, sorted(rates, reverse=True))
        self.assertGreater(len(rates), 80)
        reasons = {one["gpu"]: one["reason"] for one in answer["no_forecast"]}
        self.assertEqual(reasons["gaudi3"], "unknown_card")
        reasons = {one["gpu"]: one["reason"] for one in
                   self.serve("-m", "llama-3.1-70b", "--all-gpus", "--gpus", "1")["no_forecast"]}
        self.assertEqual((reasons["a100-sxm-80gb"], reasons["p100-pcie-16gb"]), ("no_room", "not_known_to_run"))
        by_users = self.serve("-m", "llama-3.1-8b", "--gpu", "l40s,h100,b200", "--slo", "tpot=20ms")["cards"]
        self.assertEqual([one["gpu"] for one in by_users], ["b200", "h100-sxm", "l40s"])
        text = self.text("-m", "llama-3.1-8b", "--all-gpus")
        for one in self.serve("-m", "llama-3.1-8b", "--all-gpus")["cards"]:
            self.assertIn(one["gpu"] + " ", text)
        self.assertIn("Left out to fit 80 columns: TTFT", text)
        alone = self.serve("-m", "llama-3.1-70b", "--gpu", "jetson-agx-orin-64gb,h100")  # a computer of its own
        self.assertEqual([one["gpu"] for one in alone["cards"]], ["h100-sxm"])
        self.text("-m", "llama-3.1-8b", "--all-gpus", "--gpus", "8", "--slo", "ttft=500ms,tpot=30ms")

    def test_precisions_have_what_is_known_of_their_accuracy_with_a_source(self):
        answer = self.serve("-m", "llama-3.1-70b", "--gpu", "b200", "--precision", "all")["precisions"]
        rate = {one["precision"]: one["output_tokens_per_second"]["value"] for one in answer}
        self.assertEqual(list(rate), ["bf16", "fp8", "int8", "int4", "fp4"])
        self.assertLess(rate["bf16"], rate["fp8"])
        self.assertLess(rate["fp8"], rate["fp4"])
        weights = {one["precision"]: one["memory_per_gpu"]["weights_bytes"] for one in answer}
        self.assertAlmostEqual(weights["bf16"] / 141.1e9, 1, delta=0.01)
        self.assertLess(weights["int4"], weights["fp8"])
        self.assertEqual(len({one["gpus"] for one in answer}), 1)
        shown = self.text("-m", "llama-3.1-70b", "--gpu", "b200", "--precision", "all")
        for source in ("2411.02355", "2509.23202", "llama-quantize"):
            self.assertIn(source, shown)
        # Without units of its own, eight bits are weights alone.
        ampere = self.serve("-m", "llama-3.1-8b", "--gpu", "a100-sxm-80gb", "--precision", "fp8")
        self.assertEqual(ampere["products"], "fp8_weights")

    def test_precisions_within_limits_say_the_load_of_each(self):
        ask = ["-m", "llama-3.1-70b", "--gpu", "h100-sxm", "--gpus", "4", "--precision", "all"]
        limits = ["--slo", "ttft=500ms,tpot=50ms"]
        loads = {one["precision"]: one["concurrency"] for one in self.serve(*ask, *limits)["precisions"]}
        self.assertGreater(len(set(loads.values())), 2)
        shown = self.text(*ask, *limits)
        self.assertIn("in flight in each row: the most requests within the limits.", " ".join(shown.split()))
        self.assertNotRegex(shown, r"\d requests\s+in\s+flight")
        for precision, load in loads.items():
            self.assertRegex(shown, rf"(?m)^{precision} .* {load:.0f} +\d+\.\d ms ")
        self.assertNotRegex(shown, r"\d\.\d\dx")  # no ratio of rates at different loads
        # Of one load, the heading says it.
        for same in ([], [*limits, "--concurrency", "8"]):
            self.assertRegex(self.text(*ask, *same), r"256 out; \d+ requests\s+in\s+flight")
        self.assertIn("各行在途请求数为上限内的最大值", self.run_program("predict", "--task", "serve", *ask, *limits, "--lang",
                                                       "zh").stdout.replace("\n", ""))

    def test_what_the_software_is_not_known_to_run_on_a_card_is_no_forecast(self):
        volta = ["predict", "--task", "serve", "-m", "llama-3.1-8b", "--gpu", "v100-sxm2-32gb"]
        self.assert_error(self.run_program(*volta), NOT_SUPPORTED, "vllm", "bf16", "v100-sxm2-32gb")
        self.assert_error(self.run_program(*volta, "--software", "sglang"), NOT_SUPPORTED, "sglang", "bf16")
        self.assertIn("未见 vllm 支持", self.run_program(*volta, "--precision", "fp8", "--lang", "zh").stderr)
        self.assert_error(self.run_program("predict", "--task", "serve", "-m", "gpt-oss-120b", "--gpu", "v100-sxm2-32gb"),
                          NOT_SUPPORTED, "fp4", "--software")
        every = self.serve("-m", "llama-3.1-8b", "--gpu", "quadro-rtx-8000", "--software", "sglang", "--precision", "all")
        self.assertEqual([one["precision"] for one in every["precisions"]], ["bf16", "int8", "int4"])
        self.assertEqual(every["no_forecast"], [{"precision": name, "reason": "not_known_to_run"} for name in ("fp8", "fp4")])
        cards = self.serve("-m", "gpt-oss-20b", "--gpu", "v100-sxm2-32gb,a100-sxm-80gb")
        self.assertEqual([one["gpu"] for one in cards["cards"]], ["a100-sxm-80gb"])
        self.assertEqual(cards["no_forecast"], [{"gpu": "v100-sxm2-32gb", "reason": "not_known_to_run"}])
        self.assertIn("Not known to run", self.text("-m", "gpt-oss-20b", "--gpu", "v100-sxm2-32gb,a100-sxm-80gb"))

    def test_a_card_without_16_bits_is_bounded_by_its_32(self):
        ask = ["predict", "--task", "serve", "-m", "llama-3.1-8b", "--gpu", "gtx-1080-ti", "--software", "llama.cpp",
               "--precision", "int4", "--json"]
        done = self.run_program(*ask)
        self.assertEqual(done.returncode, NOT_SUPPORTED)
        bounds = json.loads(done.stdout)["bounds"]
        self.assertAlmostEqual(bounds["ttft_seconds_at_least"], 1024 * 2 * 7.5e9 / 11.34e12, delta=0.1)
        self.assertGreater(bounds["output_tokens_per_second_at_most"], 100)
        self.assertIn("no bound is said", self.run_program("predict", "--task", "serve", "-m", "sdxl-unet", "--gpu",
                                                                 "h100").stdout)

    def test_a_card_without_bf16_multiplies_in_fp16_and_says_so(self):
        turing = ["-m", "llama-3.2-1b", "--gpu", "t4"]
        answer = self.serve(*turing)
        self.assertEqual((answer["precision"], answer["products"]), ("bf16", "fp16"))
        self.assertEqual(self.serve(*LLAMA)["products"], "bf16")
        shown = self.text(*turing)
        self.assertIn("served in fp16", shown)
        self.assertIn("has no bf16", shown)
        self.assertIn("No bf16, so in fp16: t4.", self.text("-m", "llama-3.2-1b", "--gpu", "t4,l40s"))

    def test_knee_is_the_smallest_load_within_5_percent_of_the_best(self):
        loads = "1,2,4,8,16,32,64,128,256,320,1024,2048"
        answer = self.serve(*LLAMA, "--gpus", "1", "--concurrency", loads)
        rates = {one["concurrency"]: one["output_tokens_per_second"]["value"] for one in answer["loads"]
                 if one["waiting"] < 0.5}
        self.assertLess(len(rates), 12)  # 2,048 find no room
        within = [load for load, rate in rates.items() if rate >= 0.95 * max(rates.values())]
        self.assertGreater(len(within), 1)
        self.assertEqual((answer["knee_concurrency"], answer["still_rising_at"]), (min(within), None))
        self.assertEqual(len({json.dumps(one["layout"]) for one in answer["loads"]}), 1)
        self.assertIn("<- knee", self.text(*LLAMA, "--gpus", "1", "-b", "64,256,320"))

    def test_no_knee_where_tokens_still_rise(self):
        answer = self.serve(*LLAMA, "--gpus", "1", "--concurrency", "1,8")
        self.assertEqual((answer["knee_concurrency"], answer["still_rising_at"]), (None, 8))
        self.assertIn("No knee up to 8 in flight", self.text(*LLAMA, "--gpus", "1", "--concurrency", "1,8"))

    def test_explain_shows_every_term_and_its_sources(self):
        shown = self.text("-m", "mixtral-8x7b", "--gpu", "h200", "--tp", "2", "--ep", "2", "--explain")
        for words in ("experts", "imbalance", "collectives", "host", "others' prompts", "prompt", "request",
                      "ai-dynamo/aiconfigurator", "0.9 x"):
            self.assertIn(words, shown)

    def test_explain_puts_the_terms_of_several_side_by_side(self):
        for more, names in (([*LLAMA, "--concurrency", "1,8,64"], ["1", "8", "64"]),
                            (["-m", "llama-3.1-8b", "--gpu", "h100-sxm,l40s"], ["h100-sxm", "l40s"]),
                            ([*LLAMA, "--precision", "bf16,fp8"], ["bf16", "fp8"])):
            shown = self.text(*more, "--explain")
            for heading in ("term of TPOT", "term of TTFT", "GB of one GPU"):
                line = next(line for line in shown.splitlines() if line.startswith(heading))
                self.assertEqual(line[len(heading):].split(), names)
            self.assertNotIn("term of TPOT", self.text(*more))

    def test_what_a_forecast_rests_on(self):
        seen, unseen = self.serve(*LLAMA), self.serve("-m", "llama-3.1-8b", "--gpu", "rx-7900-xtx")
        self.assertEqual((seen["rests_on"]["rows_of"], unseen["rests_on"]["rows_of"]), ("card", "generation"))
        self.assertGreater(seen["rests_on"]["rows"], 100)

        def width(answer):
            return answer["tpot_seconds"]["high"] / answer["tpot_seconds"]["value"]
        self.assertGreater(width(unseen), width(seen) * 1.1)
        self.assertGreater(width(self.serve("--params", "8b", "--gpu", "h100-sxm")), width(seen))

    def test_a_decoder_that_reads_an_encoder_is_not_said_to_generate_nothing(self):
        done = self.run_program("predict", "--task", "serve", "-m", "t5-large", "--gpu", "h100-sxm")
        self.assert_error(done, NOT_SUPPORTED, "t5-large: what its decoder keeps", "nothing but bounds is said")
        done = self.run_program("predict", "--task", "serve", "-m", "bert-large", "--gpu", "h100-sxm")
        self.assert_error(done, NOT_SUPPORTED, "bert-large: it does not generate text token by token")

    def test_physics_alone_beyond_the_domain(self):
        self.assertGreater(self.bounds("-m", "resnet50", "--gpu", "a100-sxm-80gb", words=("resnet50",))
                           ["samples_per_second_at_most"], 1000)
        # The lengths stand beside what holds for them alone.
        whole, short = (self.bounds("-m", "bert-large", "--gpu", "h100-sxm", *more, words=("bert-large",))
                        for more in ((), ("--input-tokens", "128")))
        self.assertGreater(short["samples_per_second_at_most"], 4 * whole["samples_per_second_at_most"])
        for arguments, words in ((("-m", "bert-large", "--gpu", "h100-sxm"), "samples/s of 512 tokens each"),
                                 (("-m", "llama-3.1-8b", "--gpu", "tpu-v5e"), "1,024 tokens in and 256 out: TTFT"),
                                 (("-m", "resnet50", "--gpu", "h100-sxm"), "samples/s (forward FLOPs"),
                                 (("-m", "vit-b-16", "--gpu", "h100-sxm"), "samples/s (forward FLOPs")):
            done = self.run_program("predict", "--task", "serve", *arguments)
            self.assert_error(done, NOT_SUPPORTED)
            self.assertIn(words, " ".join(done.stdout.split()))
        done = self.run_program("predict", "--task", "serve", "-m", "llama-3.1-8b", "--gpu", "tpu-v5e", "--json")
        self.assertEqual([json.loads(done.stdout)[name] for name in ("input_tokens", "output_tokens")], [1024, 256])
        # 16.06 GB of weights are more than the 16 GB of one, not of two.
        room = ["predict", "--task", "serve", "-m", "llama-3.1-8b", "--gpu", "tpu-v5e"]
        self.assertIn("16.1 GB do not fit the 16.0 GB", " ".join(self.run_program(*room).stdout.split()))
        self.assertNotIn("do not fit", self.run_program(*room, "--gpus", "2").stdout)
        for gpus, fits in (("1", False), ("2", True)):
            self.assertEqual(json.loads(self.run_program(*room, "--gpus", gpus, "--json").stdout)["weights_fit"], fits)
        self.bounds("-m", "t5-large", "--gpu", "h100-sxm", words=("t5-large",))
        self.bounds("-m", "llama-3.1-8b", "--gpu", "tpu-v5p", words=("tpu-v5p",))
        self.bounds(*LLAMA, "--software", "llama.cpp", "--concurrency", "8", words=("llama.cpp", "--concurrency 1"))
        # 15.0 GB of weights beside the input table over 1,008 GB/s
        bounds = self.bounds("-m", "llama-3.1-8b", "--gpu", "rtx-4090", "--software", "mlc", "--concurrency", "2",
                             words=("mlc",))
        self.assertAlmostEqual(bounds["tpot_seconds_at_least"], 15.01e9 / 1008e9, delta=1e-4)

    def test_a_card_with_a_peak_of_4_bits_alone_has_no_forecast_rather_than_no_room(self):
        for precisions in ("fp4", "int4,fp4", "all"):
            done = self.run_program("predict", "--task", "serve", "-m", "llama-3.1-8b", "--gpu", "gb10", "--precision", precisions)
            self.assert_error(done, NOT_SUPPORTED, "gb10: no service", "nothing but bounds")
        for gpus in (["--gpu", "gb10,h100-sxm"], ["--all-gpus"]):
            without = self.serve("-m", "llama-3.1-8b", *gpus, "--precision", "fp4")["no_forecast"]
            self.assertIn({"gpu": "gb10", "reason": "unknown_card"}, without)

    def test_what_no_peak_bounds_is_left_out(self):
        ask = ["-m", "llama-3.1-8b", "--gpu", "gb10"]
        bounds = self.bounds(*ask, words=("gb10",))
        # One reading of 15.0 GB at 273 GB/s, of a prompt as of a token.
        self.assertAlmostEqual(bounds["ttft_seconds_at_least"], 15.01e9 / 273e9, delta=1e-4)
        self.assertEqual(bounds["tpot_seconds_at_least"], bounds["ttft_seconds_at_least"])
        self.assertIsNone(bounds["output_tokens_per_second_at_most"])
        for language, unknown in (("en", "unknown"), ("zh", "至少未知")):
            text = self.run_program("--lang", language, "predict", "--task", "serve", *ask).stdout
            self.assertNotIn(unknown, text)
            self.assertIn("55.0 ms", text)

    def test_limits_that_nothing_keeps_are_answered_by_what_is_nearest(self):
        asked = ["-m", "llama-3.1-70b", "--gpu", "h100-sxm"]
        eight = self.serve(*asked, "--gpus", "8", "--slo", "tpot=5ms")
        found = self.serve(*asked, "--slo", "tpot=5ms")
        self.assertFalse(found["slo"]["within"])
        self.assertEqual(found["gpus"], 8)
        self.assertLessEqual(found["tpot_seconds"]["value"], eight["tpot_seconds"]["value"])

    def test_experts_are_spread_over_nodes_where_that_is_given(self):
        for more in (["-m", "deepseek-r1", "--gpu", "h200-sxm", "--gpus", "16", "--ep", "16"],
                     ["-m", "deepseek-r1", "--gpu", "h100-sxm", "--gpus", "32", "--ep", "32", "--software", "sglang"]):
            layout = self.serve(*more)["layout"]
            self.assertEqual((layout["ep"], layout["attention_dp"], layout["tp"]), (int(more[5]), int(more[5]), 1))

    def test_one_output_token_has_no_time_between_tokens(self):
        asked = ["-m", "llama-3.1-8b", "--gpu", "h100-sxm", "--input-tokens", "1", "--output-tokens", "1"]
        found = self.serve(*asked)
        self.assertIsNone(found["tpot_seconds"])
        self.assertIsNone(found["tokens_per_second_per_user"])
        self.assertIsNone(found["slo"]["tpot_seconds"])
        text = self.text(*asked, "--explain")
        self.assertNotIn("TPOT", text.split("Coefficients")[0])
        self.assertNotIn("one user", text)
        self.assertIn("1 token in and 1 out", text)
        self.assertRegex(self.text(*LLAMA, "--output-tokens", "1", "--concurrency", "1,8"), r"(?m)^ *8 .* - +\S+ \S+ +- ")
        self.assert_usage_error(["predict", "--task", "serve", *asked, "--slo", "tpot=20ms"], "tpot")
        most = self.serve("-m", "llama-3.1-8b", "--gpu", "h100-sxm", "--output-tokens", "1", "--slo", "ttft=2s")
        self.assertLess(most["ttft_seconds"]["value"], 2)

    def test_what_does_not_fit_says_what_would(self):
        self.bounds("-m", "llama-3.1-70b", "--gpu", "rtx-4090", "--gpus", "1", words=("8 x rtx-4090",))
        self.bounds("-m", "llama-3.1-405b", "--gpu", "rtx-3060-12gb", words=("64 x rtx-3060-12gb", "narrower"))
        done = self.run_program("predict", "--task", "serve", *LLAMA, "--input-tokens", "200000")
        self.assert_error(done, NOT_SUPPORTED, "200256", "131072")
        # Shorter usual lengths where the network takes less.
        short = self.serve("-m", "gpt2", "--gpu", "h100-sxm")
        self.assertEqual((short["input_tokens"], short["output_tokens"]), (768, 256))

    def test_one_user_software(self):
        answer = self.serve("-m", "llama-3.1-8b", "--gpu", "rtx-4090", "--software", "llama.cpp", "--precision", "int4")
        self.assertEqual(answer["concurrency"], 1)
        self.assertEqual(answer["rests_on"]["rows_of"], "card")

    def test_chinese(self):
        for arguments in ((), ("--explain",), ("--precision", "all"), ("--concurrency", "1,8"),
                          ("--slo", "tpot=0.1ms")):
            done = self.run_program("--lang", "zh", "predict", "--task", "serve", *LLAMA, *arguments)
            self.assertEqual(done.returncode, OK, done.stderr)
            self.assertIn("提供服务", done.stdout)

    def test_bad_input_is_one_clear_line(self):
        for arguments, words in (
                (["-m", "gpt9", "--gpu", "h100-sxm"], ("gpt9", "gpt2")),
                (["-m", "gpt2", "--gpu", "rtx-4091"], ("rtx-4091", "rtx-4090")),
                (["-m", "gpt2"], ("--gpu", "--all-gpus")),
                ([*LLAMA, "--slo", "ttft=5ms,foo=3"], ("foo=3",)),
                ([*LLAMA, "--slo", "tpot=-3ms"], ("--slo", "-3ms")),
                ([*LLAMA, "--slo", "tpot=3GB"], ("--slo", "3GB")),
                ([*LLAMA, "--slo", "tpot=3ms,tpot=4ms"], ("tpot=4ms",)),
                ([*LLAMA, "--concurrency", "0"], ("--concurrency", "0")),
                ([*LLAMA, "--concurrency", "8", "-b", "8"], ("--batch-size", "--concurrency")),
                ([*LLAMA, "--input-tokens", "-1"], ("--input-tokens", "-1")),
                ([*LLAMA, "--gpus", "6", "--tp", "3"], ("32", "--tp 3")),
                ([*LLAMA, "--gpus", "8", "--tp", "2", "--dp", "3"], ("--tp 2 --dp 3", "--gpus 8")),
                ([*LLAMA, "--gpus", "8", "--attention-dp", "2"], ("8 GPU", "attention DP")),
                ([*LLAMA, "--gpus", "99999999"], ("65536",)),
                ([*LLAMA, "--software", "pytorch"], ("--software", "pytorch", "vllm")),
                ([*LLAMA, "--software", "llama.cpp", "--precision", "fp8"], ("llama.cpp", "fp8")),
                ([*LLAMA, "--precision", "tf32"], ("--precision", "tf32", "bf16")),
                ([*LLAMA, "--kv-precision", "int4"], ("--kv-precision", "int4", "fp8")),
                ([*LLAMA, "--precision", "all", "--concurrency", "1,2"], ("one thing at a time",)),
                ([*LLAMA, "--optimizer", "adamw"], ("--optimizer", "--concurrency")),
                ([*LLAMA, "--seq", "128"], ("--seq", "--input-tokens")),
                ([*LLAMA, "--goodput"], ("--goodput",)),
                ([*LLAMA, "--calibrated"], ("h100-sxm", "calibrate")),
                ([*LLAMA, "--scaling"], ("--scaling",))):
            self.assert_usage_error(["predict", "--task", "serve", *arguments], *words)
        self.assert_usage_error(["predict", *LLAMA, "--slo", "tpot=5ms"], "--slo", "--task serve")


if __name__ == "__main__":
    unittest.main()
