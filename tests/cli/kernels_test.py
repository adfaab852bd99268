# SPDX-License-Identifier: MIT
"""gemm, bandwidth, attention and the other kernels: which cases their options make, with an engine that answers any."""
import json
import os
import unittest

from program import NOT_SUPPORTED, OK, USAGE, ProgramTest, environment

ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripted_engine.py")
COMMANDS = ["gemm", "bandwidth", "attention", "conv", "norm-act", "optimizer-step", "launch", "links", "mamf"]


class Kernels(ProgramTest):
    def measure(self, *arguments, script="ok"):
        env = environment(WGF_ENGINE_PATH=ENGINE, WGF_SCRIPT=script, WGF_SCRIPT_STATE=self.path("taken"))
        return self.run_program(*arguments, "--device", "cpu", "--try-anyway", "-o", "r.json", "--force", env=env)

    def cases(self, *arguments):
        done = self.measure(*arguments)
        self.assertEqual(done.returncode, OK, done.stderr)
        with open(self.path("r.json"), encoding="utf-8") as file:
            return [result["case"] for result in json.load(file)["results"]]

    def keys(self, *arguments):
        return [case["key"] for case in self.cases(*arguments)]

    def assert_usage(self, words, *arguments):
        done = self.measure(*arguments)
        self.assertEqual(done.returncode, USAGE, done.stdout)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)


class Cases(Kernels):
    def test_mamf_takes_the_calls_of_mamf_finder_unless_told_otherwise(self):
        def stopping(*options):
            return self.cases("mamf", *options)[0]["stopping"]
        self.assertEqual((stopping()["warmup"], stopping()["iterations"]), (50, 100))
        self.assertEqual((stopping("-i", "7")["warmup"], stopping("-i", "7")["iterations"]), (50, 7))
        run = self.cases("run", "--benchmark", "mamf")[0]["stopping"]
        self.assertEqual((run["warmup"], run["iterations"]), (50, 100))
        self.assertNotIn("iterations", stopping("--sustained"))

    def test_every_command_measures_something_without_options(self):
        for command in COMMANDS:
            with self.subTest(command):
                self.assertTrue(self.cases(command))

    def test_every_value_with_every_other(self):
        keys = self.keys("gemm", "--shape", "64,32x16x8", "-p", "fp32,fp8", "--cache", "hot,cold")
        self.assertEqual(len(keys), 8)
        self.assertIn("matmul m=64 n=64 k=64 precision=fp32", keys)
        self.assertIn("matmul m=32 n=16 k=8 precision=fp8 cache=cold", keys)

    def test_the_plain_product_is_the_case_that_run_measures(self):
        gemm = self.keys("gemm", "--shape", "64", "-p", "bf16")
        self.assertEqual(gemm, self.keys("run", "--benchmark", "matmul", "--size", "64", "-p", "bf16"))
        memory = self.keys("bandwidth", "--operation", "triad", "--bytes", "64MiB,1MB")
        self.assertEqual(memory, self.keys("run", "--benchmark", "bandwidth", "--operation", "triad", "--bytes", "64MiB,1MB"))

    def test_shapes_of_a_decoder(self):
        keys = self.keys("gemm", "--preset", "llm:llama-3.1-8b", "--tokens", "16", "-p", "bf16")
        self.assertEqual(keys, [f"matmul m=16 n={n} k={k} precision=bf16" for n, k in (
            (6144, 4096), (4096, 4096), (28672, 4096), (4096, 14336), (128256, 4096))])

    def test_shapes_of_deepbench(self):
        keys = self.keys("gemm", "--preset", "deepbench")
        self.assertEqual(len(keys), len(set(keys)))
        self.assertIn("matmul m=1760 n=16 k=1760 layout=nn precision=fp32", keys)
        self.assertIn("matmul m=7680 n=5481 k=2560 layout=nt precision=fp32", keys)
        self.assertGreater(len(keys), 150)

    def test_operations_go_to_the_benchmark_that_knows_them(self):
        cases = self.cases("bandwidth", "--operation", "copy,h2d", "--bytes", "1MiB")
        self.assertEqual([case["benchmark"] for case in cases], ["bandwidth", "transfer", "transfer"])
        self.assertEqual([case["benchmark"] for case in self.cases("bandwidth", "--operation", "triad")], ["bandwidth"])

    def test_flags_and_counts_are_values_of_their_kind(self):
        case = self.cases("attention", "--causal", "false", "--heads", "4")[0]
        self.assertIs(case["parameters"]["causal"], False)
        self.assertEqual(case["parameters"]["heads"], 4)

    def test_links_are_of_every_pair_of_those_named(self):
        def pairs(*arguments):
            return [key.split(" direction")[0] for key in self.keys("links", "--direction", "both", *arguments)]
        self.assertEqual(pairs(), ["link from=0 to=1", "link from=1 to=0"])
        self.assertEqual(pairs("--from", "1"), ["link from=1 to=0"])
        self.assertEqual(pairs("--to", "1", "--from", "0,3"), ["link from=0 to=1", "link from=3 to=1"])

    def test_the_roof_holds_the_kernels_named(self):
        self.measure("roofline", "--benchmark", "attention,matmul", "--size", "2048,64")  # whose numbers have no roof
        with open(self.path("r.json"), encoding="utf-8") as file:
            keys = [case["key"] for case in json.load(file)["plan"]]
        roofs = [f"matmul m=2048 n=2048 k=2048 precision={precision}" for precision in ("bf16", "fp32")]
        self.assertEqual(keys[:2], roofs)  # one in the format of each
        self.assertEqual([key.split()[0] for key in keys[2:]], ["bandwidth", "attention", "matmul"])

    def test_the_roof_says_what_it_leaves_out(self):
        env = environment(WGF_ENGINE_PATH=ENGINE, WGF_SCRIPT="ok,ok,ok,fail", WGF_SCRIPT_STATE=self.path("taken"),
                          WGF_SCRIPT_METRICS="flops=1 TFLOP/s,flops_per_step=2 GFLOP,bytes_per_step=1 GB,bandwidth=9 GB/s")
        done = self.run_program("roofline", "--benchmark", "attention,conv", "--device", "cpu", env=env)
        line = next(line for line in done.stdout.splitlines() if line.startswith("Left out: "))
        self.assertRegex(line, "^Left out: attention .*: .*fail")

    def test_run_takes_them_by_name(self):
        self.assertEqual(self.keys("run", "--benchmark", "launch"), self.keys("launch"))


class Help(Kernels):
    def help_of(self, *arguments):
        done = self.run_program(*arguments, "--help")
        self.assertEqual(done.returncode, OK, done.stderr)
        return " ".join(done.stdout.split())

    def test_defaults_are_those_of_the_device(self):
        attention = self.help_of("attention")
        self.assertIn("[8; on a CPU 1]", attention)
        self.assertIn("[4096; on a CPU 1024]", attention)
        self.assertIn("CPU 上为 1024", self.help_of("attention", "--lang", "zh"))

    def test_choices_without_a_default_of_ours_have_the_engines(self):
        gemm = self.help_of("gemm")
        for default in ("fp8, int8 and fp4 are nt alone: nn,nt,tn,tt [nn]", "none,bias,bias_gelu [none]", "tensor,row [tensor]"):
            self.assertIn(default, gemm)

    def test_links_are_all_pairs(self):
        links = self.help_of("links")
        self.assertIn("GPU read from: integer >= 0 [all]", links)
        self.assertIn("[256MiB]", links)
        self.assertIn("[1024MiB]", self.help_of("bandwidth"))

    def test_roofline_names_its_own_models(self):
        text = self.help_of("roofline")
        self.assertIn("default: resnet50,bert-base", text)
        self.assertIn("default: bf16; on a CPU fp32", text)


class BadInput(Kernels):
    def test_values_that_nobody_knows(self):
        self.assert_usage(["--precision", "bf17", "fp64"], "gemm", "-p", "bf17")
        self.assert_usage(["--operation", "cpy", "h2d", "triad"], "bandwidth", "--operation", "cpy")
        self.assert_usage(["--heads", "0"], "attention", "--heads", "0")
        self.assert_usage(["--preset", "deepbnch"], "gemm", "--preset", "deepbnch")
        self.assert_usage(["resnet50"], "gemm", "--preset", "llm:resnet50")
        self.assert_usage(["--tokens"], "gemm", "--tokens", "4")
        self.assert_usage(["--preset deepbench", "--shape"], "gemm", "--shape", "8", "--preset", "deepbench")

    def test_shapes_with_zero(self):
        self.assert_usage(["--shape", "0"], "gemm", "--shape", "0")
        self.assert_usage(["--bytes"], "bandwidth", "--bytes", "0")

    def test_arrays_hold_a_number(self):
        for command in (["bandwidth"], ["links"], ["run", "--benchmark", "bandwidth"]):
            self.assert_usage(["--bytes 3B", "at least 4 B"], *command, "--bytes", "1MiB,3B")

    def test_what_must_divide(self):
        self.assert_usage(["--kv-heads 3 must divide --heads 8"], "attention", "--kv-heads", "3", "--heads", "8")
        self.assert_usage(["--groups 3", "--channels, which is 64"], "conv", "--groups", "3")
        self.assertFalse(os.path.exists(self.path("taken")))
        # As many as a GPU has heads by default, and more than a CPU has.
        self.assert_usage(["--kv-heads 32 must divide --heads, which is 8 on a CPU"], "attention", "--kv-heads", "32")
        for_any_device = self.run_program("attention", "--kv-heads", "3").stderr
        self.assertIn("--kv-heads 3 must divide --heads, which is 32 on a GPU where it is not given; give --heads too", for_any_device)

    def test_filters_lie_within_the_padded_image(self):
        self.assert_usage(["--filter-height 9", "--height 4", "--padding 1"], "conv", "--filter-height", "9", "--height", "4")
        self.assert_usage(["--filter-width 60", "--width 56"], "conv", "--filter-width", "60")
        self.assertFalse(os.path.exists(self.path("taken")))
        self.assertTrue(self.cases("conv", "--filter-height", "6", "--height", "4"))

    def test_hints_name_options_of_the_command(self):
        done = self.run_program("gemm", "--shape", "1048576x1048576x1", "--device", "cpu", env=environment(
            WGF_ENGINE_PATH=ENGINE, WGF_SCRIPT_STATE=self.path("taken")))
        self.assertIn("--shape of gemm", done.stdout + done.stderr)

    def skipped(self, *arguments):
        done = self.run_program(*arguments, "--device", "cpu", env=environment(
            WGF_ENGINE_PATH=ENGINE, WGF_SCRIPT_STATE=self.path("taken")))
        self.assertFalse(os.path.exists(self.path("taken")))
        return done.stdout

    def test_absurd_sizes_are_skipped_at_once_with_their_own_options(self):
        self.assertIn("(--parameters)", self.skipped("optimizer-step", "--parameters", "1099511627776"))
        self.assertIn("(--rows, --columns)", self.skipped("norm-act", "--rows", "1099511627776"))
        self.assertIn("(--largest)", self.skipped("mamf", "--largest", "1048576"))
        self.assertIn("(--sequence-length, ", self.skipped("attention", "--sequence-length", "1048576", "--case-timeout", "1s"))
        self.assert_usage(["--kernels 1099511627776 is too large", "100000"], "launch", "--kernels", "1099511627776")

    def test_what_the_device_cannot_do_is_said_and_nothing_else_fails(self):
        done = self.measure("gemm", "--shape", "64", script="unsupported")
        self.assertEqual(done.returncode, NOT_SUPPORTED, done.stderr)


if __name__ == "__main__":
    unittest.main()
