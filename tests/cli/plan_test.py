# SPDX-License-Identifier: MIT
"""plan: the fastest parallel layout, its front, flags and bad input. What the search finds is held to brute force in
src/advisor/plan/plan_search_test.cpp."""
import json
import re
import unittest

from program import ERROR, NOT_SUPPORTED, OK, USAGE, ProgramTest

QUESTION = ["plan", "--model", "llama-3.1-70b", "--gpus", "64xh100-sxm", "--seq", "8192", "--global-batch", "1024"]


class Plan(ProgramTest):
    def plan(self, *options, question=None):
        done = self.run_program(*(question or QUESTION), *options, "--json")
        self.assertEqual(done.returncode, OK, done.stderr)
        return json.loads(done.stdout)

    def test_networks_of_images_count_images(self):
        question = ["plan", "-m", "vit-large-16", "--gpus", "8xh100-sxm"]
        record = self.plan(question=question)
        self.assertEqual(record["global_batch"], 4096)
        self.assertIsNone(record["tokens_per_step_is"])
        best = record["pools"][0]["plans"][0]
        self.assertAlmostEqual(best["samples_per_s"] * best["step_s"], 4096, places=6)
        self.assertAlmostEqual(best["tokens_per_s"], 197 * best["samples_per_s"], delta=1)
        text = self.run_program(*question, "--explain").stdout
        usd = best["usd_per_billion_tokens"] * 197 / 1000
        self.assertIn(f"A million images cost ${usd:.2f} ", text)
        self.assertIn("images of 197 patches", text)
        self.assertIn("4,096 images a step", text)
        self.assertRegex(text, rf"img/s/GPU[^1]*1  .*  {round(best['samples_per_s'] / 8):,}  ")
        self.assertIn("$/M img", text)
        for word in ("tok/s/GPU", "B tok", "billion tokens", "GPT-like"):
            self.assertNotIn(word, text)

    def test_an_assumed_shape_is_said(self):
        question = ["plan", "--params", "13b", "--gpus", "8xa100-sxm-80gb"]
        self.assertTrue(self.plan(question=question)["assumed_shape"])
        self.assertIn("shape is assumed from its size", " ".join(self.run_program(*question).stdout.split()))
        self.assertFalse(self.plan()["assumed_shape"])
        self.assertNotIn("assumed from its size", " ".join(self.run_program(*QUESTION).stdout.split()))
        # Its 40 heads are shared out; 41 were not.
        self.assertEqual(self.plan("--tp", "8", question=question)["pools"][0]["plans"][0]["layout"]["tp"], 8)

    def test_one_is_not_said_as_many(self):
        question = ["plan", "-m", "llama-3.1-8b", "--gpus", "8xh100-sxm", "--tp", "8", "--pp", "1", "--cp", "1", "--precision",
                    "bf16", "--recompute", "full", "--micro-batch", "1", "--zero", "0", "--global-batch", "8"]
        words = " ".join(self.run_program(*question, "--explain").stdout.split())
        self.assertIn(" 1 layout timed,", words)
        self.assertIn("1 of 1 plan, which no other beats in all;", words)

    def test_flags_are_the_layouts(self):
        plan = self.plan("--tp", "4", "--pp", "4", "--vpp", "5", "--precision", "bf16")["pools"][0]["plans"][0]
        flags = plan["flags"]
        self.assertTrue(flags["torchrun"].startswith("CUDA_DEVICE_MAX_CONNECTIONS=1 torchrun --nnodes=8 --nproc-per-node=8"))
        for part in ("--tensor-model-parallel-size 4", "--pipeline-model-parallel-size 4",
                     "--num-layers-per-virtual-pipeline-stage 4", "--global-batch-size 1024", "--bf16",
                     "--use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather"):
            self.assertIn(part, flags["megatron"])
        self.assertNotIn("--moe", flags["megatron"])
        for part in ("tensor_parallel_degree 4", "pipeline_parallel_degree 4", "Interleaved1F1B", "seq_len 8192"):
            self.assertIn(part, flags["torchtitan"])

    def test_megatron_is_started_with_what_it_asks_of_the_environment(self):
        launch = lambda card, *ask: self.plan(*ask, question=["plan", "-m", "llama-3-8b", "--gpus", "8x" + card])["pools"][0]["plans"][0]["flags"]["torchrun"]
        for card, ask, is_asked in (("h100-sxm", ["--tp", "2", "--zero", "1"], True), ("mi300x", ["--tp", "2", "--zero", "1"], True),
                                    ("b200", ["--tp", "2", "--zero", "1"], False),
                                    ("h100-sxm", ["--tp", "1", "--cp", "1"], False), ("h100-sxm", ["--tp", "2", "--zero", "3"], False)):
            self.assertEqual(launch(card, *ask).startswith("CUDA_DEVICE_MAX_CONNECTIONS=1 torchrun"), is_asked, (card, ask))

    def test_flags_send_each_token_to_its_experts_alone(self):
        flags = lambda *ask: self.plan(*ask, question=["plan", "-m", "mixtral-8x7b"])["pools"][0]["plans"][0]["flags"]["megatron"]
        self.assertIn("--moe-grouped-gemm --expert-model-parallel-size 8 --expert-tensor-parallel-size 1 "
                      "--moe-token-dispatcher-type alltoall", flags("--gpus", "16xh100-sxm", "--ep", "8"))
        one = flags("--gpus", "16xh100-sxm", "--ep", "1")
        self.assertTrue("--moe-grouped-gemm" in one and "dispatcher" not in one, one)
        self.assertNotIn("--moe-grouped-gemm", flags("--gpus", "32xv100-sxm2-32gb", "--ep", "8"))

    @staticmethod
    def megatron_chunks(flags, layers, pp):
        """Layers of each chunk, in the network's order, as Megatron-Core cuts them from its flags
        (get_num_layers_to_build and PipelineParallelLayerLayout.parse_str_to_list)."""
        layout = re.search(r"--pipeline-model-parallel-layout '([^']*)'", flags)
        if layout:
            text = re.sub(r"\(([^)]+)\)\*(\d+)", lambda match: match[1] * int(match[2]), layout[1])
            text = re.sub(r"(.)\*(\d+)", lambda match: match[1] * int(match[2]), text)
            assert text[0] == "E" and text[-1] == "L" and set(text[1:-1]) <= {"t", "|"}, text
            return [chunk.count("t") for chunk in text.split("|")]
        said = lambda name: int((re.search(f"--{name} (\\d+)", flags) or [0, 0])[1])
        first, last = (said(f"decoder-{end}-pipeline-num-layers") for end in ("first", "last"))
        if first:
            between, left = divmod(layers - first - last, pp - 2)
            assert left == 0, flags
            return [first, *[between] * (pp - 2), last]
        ends = [f"--account-for-{end}-in-pipeline-split" in flags for end in ("embedding", "loss")]
        each, left = divmod(layers + sum(ends), pp)
        chunk = said("num-layers-per-virtual-pipeline-stage") or each
        assert left == 0 and each % chunk == 0, flags
        chunks = [chunk] * (pp * each // chunk)
        chunks[0] -= ends[0]
        chunks[-1] -= ends[1]
        return chunks

    def test_megatron_cuts_the_chunks_of_the_plan(self):
        question = ["plan", "-m", "llama-3.1-405b", "--gpus", "1024xh100-sxm", "--seq", "8192", "--global-batch", "512",
                    "--precision", "fp8", "--pp", "8", "--top", "1"]
        for model, layers, pp, vpp, words in (
                ("llama-3.1-405b", 126, 8, 8, "--num-layers-per-virtual-pipeline-stage 2 "
                 "--account-for-embedding-in-pipeline-split --account-for-loss-in-pipeline-split"),
                ("llama-3.1-405b", 126, 8, 16, "--num-layers-per-virtual-pipeline-stage 1 --account-for-embedding"),
                ("llama-3.1-405b", 126, 8, 3, "--pipeline-model-parallel-layout 'Et*6|(t*6|)*5(t*5|)*17t*5L'"),
                ("llama-3.1-405b", 126, 8, 1, "--decoder-first-pipeline-num-layers 15 --decoder-last-pipeline-num-layers 15"),
                ("deepseek-v3", 61, 32, 1, "--pipeline-model-parallel-layout 'Et*2|(t*2|)*28(t|)*2tL'"),
                ("llama-3.1-70b", 80, 8, 5, "--num-layers-per-virtual-pipeline-stage 2 --"),
                ("llama-3.1-70b", 80, 8, 4, "--pipeline-model-parallel-layout 'Et*3|(t*3|)*15(t*2|)*15t*2L'")):
            question[2], question[12] = model, str(pp)
            plan = self.plan("--vpp", str(vpp), question=question)["pools"][0]["plans"][0]
            self.assertEqual(plan["layout"]["vpp"], vpp)
            flags = plan["flags"]["megatron"]
            self.assertIn(words, flags)
            chunks = self.megatron_chunks(flags, layers, pp)
            self.assertEqual((len(chunks), sum(chunks)), (pp * vpp, layers))
            self.assertEqual(max(chunks), -(-layers // (pp * vpp)))
            stages = [sum(chunks[stage::pp]) for stage in range(pp)]
            self.assertLessEqual(max(stages), max(chunks) * vpp)

    @staticmethod
    def torchtitan_stages(flags, layers, pp):
        """Layers of each stage, as torchtitan 0.2 cuts them from its flags (1F1B: one stage a rank, else two)."""
        said = lambda name, default: int((re.search(f"--parallelism.{name} (\\d+)", flags) or [0, default])[1])
        first, last = (said(f"pipeline_parallel_{end}_stage_less_layers", 1) for end in ("first", "last"))
        each = said("pipeline_parallel_layers_per_stage", 0)
        count = -(-(layers + first + last) // each) if each else pp * (1 if "schedule 1F1B" in flags else 2)
        least, more = divmod(layers + first + last, count)
        stages = [least + (stage < more) for stage in range(count)]
        return [stages[0] - first, *stages[1:-1], stages[-1] - last]

    def test_torchtitan_cuts_the_stages_of_the_plan(self):
        for question, layers, expected in (
                (["-m", "llama-3.1-8b", "--gpus", "8xh100-sxm", "--global-batch", "256", "--precision", "bf16",
                  "--pp", "4", "--vpp", "8"], 32, [1] * 32),
                (["-m", "llama-70b", "--gpus", "64xh100", "--seq", "8192", "--pp", "16", "--vpp", "1"], 80, [5] * 16),
                (["-m", "llama-3.1-70b", "--gpus", "96xh100-sxm", "--pp", "6", "--vpp", "1"], 80, [12, 14, 14, 14, 14, 12]),
                (["-m", "gemma-2-27b", "--gpus", "64xh100-sxm", "--pp", "4", "--vpp", "1"], 46, [11, 12, 12, 11]),
                (["-m", "gemma-2-27b", "--gpus", "64xh100-sxm", "--pp", "4", "--vpp", "4"], 46, [2, *[3] * 14, 2]),
                (["-m", "gemma-2-27b", "--gpus", "64xh100-sxm", "--pp", "4", "--vpp", "12"], 46, [0, *[1] * 46, 0]),
                (["-m", "gemma-2-27b", "--gpus", "64xh100-sxm", "--pp", "4", "--vpp", "3"], 46, [3, *[4] * 10, 3]),
                (["-m", "gemma-2-27b", "--gpus", "64xh100-sxm", "--pp", "32", "--vpp", "1"], 46, [2] * 14 + [1] * 18),
                (["-m", "llama-70b", "--gpus", "64xh100", "--seq", "8192", "--pp", "8", "--vpp", "3"], 80, None)):
            plan = self.plan(question=["plan", *question])["pools"][0]["plans"][0]
            if expected is None:
                self.assertIsNone(plan["flags"]["torchtitan"])
                self.assertEqual(plan["flags"]["why_not_torchtitan"], "cuts the layers into another number of chunks")
                text = " ".join(self.run_program("plan", *question, "--explain").stdout.split())
                self.assertIn("it cuts 80 layers into another number of chunks than 24", text)
                continue
            stages = self.torchtitan_stages(plan["flags"]["torchtitan"], layers, plan["layout"]["pp"])
            self.assertEqual(stages, expected, plan)

    def test_flags_are_of_the_kind_of_network_and_card(self):
        bert = ["plan", "-m", "bert-large", "--gpus", "8xh100-sxm", "--global-batch", "256"]
        flags = self.plan(question=bert)["pools"][0]["plans"][0]["flags"]
        self.assertTrue(flags["megatron"].startswith("pretrain_bert.py "))
        self.assertIsNone(flags["torchtitan"])  # it trains decoders
        shown = self.run_program(*bert, "--explain").stdout
        self.assertIn("pretrain_bert.py", shown)
        self.assertNotIn("run_train.sh", shown)
        volta = ["plan", "-m", "llama-3.2-1b", "--gpus", "8xv100-sxm2-32gb", "--global-batch", "64"]
        plan = self.plan(question=volta)["pools"][0]["plans"][0]
        self.assertEqual(plan["layout"]["precision"], "fp16")
        self.assertIn("--fp16", plan["flags"]["megatron"])
        self.assertNotIn("--bf16", plan["flags"]["megatron"])
        self.assertIsNone(plan["flags"]["torchtitan"])
        ampere = ["plan", "-m", "llama-3.2-1b", "--gpus", "8xa100-sxm-80gb", "--global-batch", "64", "--precision", "fp8"]
        plan = self.plan(question=ampere)["pools"][0]["plans"][0]
        self.assertEqual(plan["layout"]["precision"], "bf16")
        self.assertNotIn("fp8", plan["flags"]["megatron"] + plan["flags"]["torchtitan"])
        self.assertIn("a100-sxm-80gb has no fp8: its matrices are multiplied in bf16",
                      " ".join(self.run_program(*ampere).stdout.split()))
        hopper = [*ampere[:4], "8xh100-sxm", *ampere[5:]]
        self.assertNotIn("has no", self.run_program(*hopper).stdout)

    def test_fp4_has_no_flags_of_torchtitan(self):
        question = ["plan", "-m", "llama-3.1-8b", "--gpus", "8xb200", "--precision"]
        flags = self.plan(question=[*question, "fp4"])["pools"][0]["plans"][0]["flags"]
        self.assertIn("--fp4-format", flags["megatron"])
        self.assertIsNone(flags["torchtitan"])
        self.assertIn("fp8, bf16 or fp32", " ".join(self.run_program(*question, "fp4", "--explain").stdout.split()))
        flags = self.plan(question=[*question, "fp8"])["pools"][0]["plans"][0]["flags"]
        self.assertIn("--model.converters quantize.linear.float8", flags["torchtitan"])
        self.assertNotIn("grouped_mm", flags["torchtitan"])
        question = ["plan", "-m", "qwen3-30b-a3b", "--gpus", "16xb200", "--tp", "1", "--cp", "1", "--precision", "fp8"]
        flags = self.plan(question=question)["pools"][0]["plans"][0]["flags"]
        self.assertIn("quantize.linear.float8,quantize.grouped_mm.float8 --quantize.grouped_mm.float8.fqns experts", flags["torchtitan"])

    def test_no_two_rows_of_the_trade_offs_look_the_same(self):
        for question in (["plan", "-m", "llama-3.1-8b", "--gpus", "8xb200", "--precision", "fp4"], QUESTION):
            shown = self.run_program(*question, "--explain").stdout.split("trade-offs")[1].split("Global batch")[0]
            header, _, *rows = shown[shown.index("\ncards "):].strip().splitlines()
            self.assertIn(" mb ", header)
            plans = [row[:header.index(" mb ") + 3] for row in rows]
            self.assertGreater(len(plans), 2)
            self.assertEqual(len(plans), len(set(plans)), shown)

    def test_explain_adds_up_the_fastest_plan(self):
        done = self.run_program(*QUESTION, "--explain")
        self.assertEqual(done.returncode, OK, done.stderr)
        for words in ("term by term", "matrices", "pipeline", "dense 16-bit peak", "rows of"):
            self.assertIn(words, " ".join(done.stdout.split()))
        self.assertLessEqual(max(map(len, done.stdout.splitlines())), 80)

    def test_the_answer_fits_a_screen(self):
        for language, words in (("en", ("64 x h100-sxm, the fastest of", "A billion tokens cost $", "--recipe megatron-16", "fp8 can diverge",
                                        "--explain: flags for Megatron-LM")),
                                ("zh", ("64 x h100-sxm，", "10 亿个 token 花费 $", "--recipe megatron-16", "fp8 可能发散", "--explain：Megatron-LM"))):
            done = self.run_program(*QUESTION, "--lang", language)
            self.assertEqual(done.returncode, OK, done.stderr)
            for word in words:
                self.assertIn(word, done.stdout)
            self.assertNotIn("torchrun", done.stdout)
            self.assertLessEqual(len(done.stdout.splitlines()), 26)
        for plan in self.plan()["pools"][0]["plans"]:
            low, high = (f"{end:.3g}" for end in plan["step_s_90"])
            self.assertIn(f" {low}-{high} ", self.run_program(*QUESTION).stdout)
        words = "Nobody in the price data rents h800-sxm on demand, so its cost is unknown."
        text = self.run_program("plan", "-m", "llama-3.1-8b", "--global-batch", "64", "--gpus", "8xh800-sxm").stdout
        self.assertIn(words, " ".join(text.split()))

    def test_the_text_says_why_and_fits_eighty_columns(self):
        for language, words in (("en", ("The second", "million tokens a step", "Megatron-LM:", "torchtitan 0.2:")),
                                ("zh", ("第二名", "全局批", "Megatron-LM:", "torchtitan 0.2:"))):
            done = self.run_program(*QUESTION, "--explain", "--lang", language)
            self.assertEqual(done.returncode, OK, done.stderr)
            for word in words:
                self.assertIn(word, done.stdout)
            if language == "en":
                self.assertLessEqual(max(map(len, done.stdout.splitlines())), 80)

    def test_the_reasons_add_up_and_mfu_names_its_peak(self):
        for question in (QUESTION, [*QUESTION, "--precision", "bf16"],
                         ["plan", "--model", "llama-70b", "--gpus", "64xh100", "--seq", "8192", "--global-batch", "1024"]):
            text = " ".join(self.run_program(*question, "--explain").stdout.split())
            seconds, reasons = re.search(r"longer, ([\d.]+) s a step: (.*?) s\. ", text).groups()
            parts = [float(sign + size) for sign, size in re.findall(r"([+-])([\d.]+)", reasons)]
            self.assertAlmostEqual(sum(parts), float(seconds), delta=0.002 * max(map(abs, parts)), msg=reasons)
            types = {plan["layout"]["precision"] for plan in self.plan(question=question)["pools"][0]["plans"]}
            self.assertEqual("MFU: of the dense 16-bit peak" in text, bool(types & {"fp8", "fp4"}))

    def test_bad_input(self):
        def refused(code, *words, question=None, options=()):
            self.assert_error(self.run_program(*(question or QUESTION), *options), code, *words)

        base = ["plan", "--model", "llama-3.1-70b"]
        refused(USAGE, "--gpus", question=base)
        refused(USAGE, "h100", question=[*base, "--gpus", "8xh1000"])
        refused(USAGE, "--tp 3", "1, 2, 4, 8", options=["--tp", "3"])
        refused(USAGE, "--tp 8 --pp 16", "128", "64 GPUs", options=["--tp", "8", "--pp", "16"])
        refused(USAGE, "fp7", options=["--precision", "fp7"])
        refused(USAGE, "--recipe", "megatron, megatron-16", options=["--recipe", "pure"])
        refused(USAGE, "megatron-16", "fp32,tf32", options=["--precision", "fp32,tf32", "--recipe", "megatron-16"])
        refused(USAGE, "--micro-batch 99999999", "at most 65536", options=["--micro-batch", "99999999"])
        refused(USAGE, "--zero 3", "share out among several data-parallel ranks", options=["--zero", "3", "--tp", "8", "--pp", "8"])
        refused(USAGE, "--ep 2 splits experts", "has none", options=["--ep", "2"])
        refused(NOT_SUPPORTED, "131072", question=[*base, "--gpus", "64xh100", "--seq", "200000"])
        refused(NOT_SUPPORTED, "no dense 16-bit peak", question=[*base, "--gpus", "8xgb10"])
        refused(ERROR, "does not fit", "GB", question=["plan", "--model", "llama-3.1-405b", "--gpus", "8xrtx4090",
                                                       "--seq", "4096", "--global-batch", "8"])


if __name__ == "__main__":
    unittest.main()
