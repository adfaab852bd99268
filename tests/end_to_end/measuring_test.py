# SPDX-License-Identifier: MIT
"""A small run on the CPU: what the engine measures arrives in the files whole, valid and plausible."""
import json
import unittest

from engine_test import EngineTest
from program import OK
from schema import errors_against_schema

# simple_cnn as docs/models.md defines it.
PARAMETERS = 51_479_114
# Multiply-adds of one forward pass of one sample, counted as two operations.
FORWARD_GFLOP = 1.1143


class Listed(EngineTest):
    def test_every_metric_measured_is_one_that_list_benchmarks_names(self):
        done = self.measure("-m", "simple_cnn", "-b", "1", "-i", "3", "-w", "1", "--benchmark", "matmul,bandwidth",
                            "--size", "64x32x16", "--operation", "copy,read,write,triad", "--bytes", "1MB")
        self.assertEqual(done.returncode, OK, done.stderr)
        listed = {benchmark["name"]: {metric["tag"] for metric in benchmark["metrics"]}
                  for benchmark in json.loads(self.run_program("list-benchmarks", "--json").stdout)}
        results = self.record()["results"]
        self.assertEqual(len(results), 7)
        for result in results:
            measured = {metric["tag"] for metric in result["metrics"]}
            self.assertLessEqual(measured, listed[result["case"]["benchmark"]])
        self.assertEqual(results[-1]["case"]["parameters"]["bytes"], 1000000)


class Kernels(EngineTest):
    COMMANDS = {
        "gemm": ["--shape", "64x32x16", "-p", "fp64,fp32,bf16,fp8,int8", "--cache", "hot,cold"],
        "bandwidth": ["--operation", "copy,read,write,scale,triad,h2d", "--memory", "pinned", "--bytes", "1MiB"],
        "attention": ["--batch", "1", "--heads", "2", "--sequence-length", "64", "--pass", "forward,backward",
                      "--phase", "prefill,decode"],
        "conv": ["--batch", "2", "--channels", "4", "--filters", "4", "--height", "8", "--width", "8"],
        "norm-act": ["--rows", "16", "--columns", "64", "--cache", "hot,cold"],
        "optimizer-step": ["--parameters", "1000"],
        "launch": ["--kernels", "10"],
        "mamf": ["--largest", "64", "--seconds", "1"],
    }

    def test_every_kernel_is_checked_measured_and_listed(self):
        listed = {benchmark["name"]: {metric["tag"] for metric in benchmark["metrics"]}
                  for benchmark in json.loads(self.run_program("list-benchmarks", "--json").stdout)}
        for command, options in self.COMMANDS.items():
            with self.subTest(command):
                done = self.run_program(command, *options, "-i", "3", "-w", "1", "--device", "cpu", "-o", "k.json",
                                        "--force", env=self.env(), timeout=300)
                self.assertEqual(done.returncode, OK, done.stderr)
                for result in self.record("k.json")["results"]:
                    name = result["case"]["benchmark"]
                    if name == "transfer":
                        self.assertEqual(result["status"], "unsupported")
                        continue
                    metrics = {metric["tag"]: metric["value"] for metric in result["metrics"]}
                    self.assertEqual(result["status"], "ok", result)
                    self.assertLessEqual(set(metrics), listed[name])
                    self.assertGreater(metrics["step_time"], 0)
                    if name != "launch":
                        self.assertLessEqual(metrics["relative_error"], metrics["error_tolerance"])


class SimpleCnn(EngineTest):
    @classmethod
    def setUpClass(cls):
        cls.seen = None

    def setUp(self):
        super().setUp()
        if SimpleCnn.seen is None:
            done = self.measure("-m", "simple_cnn", "-b", "1", "-i", "5", "-w", "2")
            self.assertEqual(done.returncode, OK, done.stderr)
            self.assertIn("2 of 2 cases: 2 ok", done.stdout)
            SimpleCnn.seen = self.record()

    def results(self):
        results = {result["case"]["benchmark"]: result for result in self.seen["results"]}
        self.assertEqual(set(results), {"train", "infer"})
        return {name: (result, self.assert_measured(result)) for name, result in results.items()}

    def test_file_is_valid_against_the_schema(self):
        self.assertEqual(errors_against_schema(self, self.seen), [])

    def test_run_is_whole_and_says_with_what_it_was_measured(self):
        self.assertFalse(self.seen["partial"])
        self.assertRegex(str(self.seen["environment"]["software"]), r"2\.1\d")
        for result, _ in self.results().values():
            self.assertEqual([device["id"] for device in result["devices"]], ["cpu"])
            self.assertEqual(result["stop_reason"], "fixed_count")

    def test_steps_are_those_asked_for(self):
        for _, metrics in self.results().values():
            self.assertEqual(metrics["measured_steps"]["value"], 5)
            self.assertEqual(metrics["warmup_steps"]["value"], 2)
            self.assertEqual(len(metrics["step_time"]["samples"]), 5)
            self.assertIn("interval", metrics["step_time"])

    def test_work_and_rate_agree_with_the_time(self):
        for name, (_, metrics) in self.results().items():
            seconds = metrics["step_time"]["value"] / 1e3
            passes = 3 if name == "train" else 1  # forward, gradients of inputs, gradients of weights
            self.assertAlmostEqual(metrics["flops_per_step"]["value"], passes * FORWARD_GFLOP, delta=0.1)
            self.assertAlmostEqual(metrics["flops"]["value"] * seconds * 1e3 / metrics["flops_per_step"]["value"], 1,
                                   delta=1e-6)
            self.assertAlmostEqual(metrics["throughput"]["value"] * seconds, 1, delta=1e-6)
            self.assertEqual(metrics["parameters"]["value"], PARAMETERS)

    def test_parts_of_a_training_step_add_up(self):
        _, metrics = self.results()["train"]
        samples = [metrics[tag]["samples"] for tag in ("forward_time", "backward_time", "optimizer_time", "step_time")]
        for forward, backward, optimizer, whole in zip(*samples):
            self.assertLessEqual(forward + backward + optimizer, whole * 1.001)
            self.assertGreater(forward + backward + optimizer, whole * 0.9)

    def test_arithmetic_is_named(self):
        for result, _ in self.results().values():
            self.assertEqual(result["math_mode"]["compute"], "fp32")
            self.assertEqual(result["math_mode"]["parameters_dtype"], "float32")
            self.assertFalse(result["math_mode"]["autocast"])

    def test_memory_numbers_are_those_of_the_model(self):
        weights_gib = PARAMETERS * 4 / 2**30
        for name, (_, metrics) in self.results().items():
            value = {tag: metric["value"] for tag, metric in metrics.items()}
            # Training holds weights, gradients and the momentum of SGD.
            state = weights_gib * (3 if name == "train" else 1)
            self.assertAlmostEqual(value["memory_model_state"], state, delta=0.001)
            self.assertGreater(value["memory_allocated_peak"], state)
            self.assertLess(value["memory_allocated_peak"], state + 0.2)
            self.assertGreater(value["memory_process_peak"], weights_gib)


if __name__ == "__main__":
    unittest.main()
