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

    def test_run_takes_them_by_name(self):
        self.assertEqual(self.keys("run", "--benchmark", "launch"), self.keys("launch"))


class BadInput(Kernels):
    def test_values_that_nobody_knows(self):
        self.assert_usage(["--precision", "bf17", "fp64"], "gemm", "-p", "bf17")
        self.assert_usage(["--operation", "cpy", "h2d", "triad"], "bandwidth", "--operation", "cpy")
        self.assert_usage(["--heads", "0"], "attention", "--heads", "0")
        self.assert_usage(["--preset", "deepbnch"], "gemm", "--preset", "deepbnch")
        self.assert_usage(["resnet50"], "gemm", "--preset", "llm:resnet50")
        self.assert_usage(["--tokens"], "gemm", "--tokens", "4")

    def test_shapes_with_zero(self):
        self.assert_usage(["--shape", "0"], "gemm", "--shape", "0")
        self.assert_usage(["--bytes"], "bandwidth", "--bytes", "0")

    def test_what_the_device_cannot_do_is_said_and_nothing_else_fails(self):
        done = self.measure("gemm", "--shape", "64", script="unsupported")
        self.assertEqual(done.returncode, NOT_SUPPORTED, done.stderr)


if __name__ == "__main__":
    unittest.main()
