# SPDX-License-Identifier: MIT
"""What must not pass a gate unseen: cases the change can no longer run, processes that failed or ran otherwise, cases that are
gone; and what compare prints where."""
import csv
import io
import json
import os
import unittest

from compare_test import run_of
from program import INCONCLUSIVE, OK, REGRESSION, USAGE, ProgramTest


def fail(run, status, model="net-0", batch=1, processes=(0, 1, 2)):
    """These processes of one case end so, without a number."""
    for one in run["results"]:
        parameters = one["case"]["parameters"]
        if (parameters["model"], parameters["batch_size"]) == (model, batch) and one["process"] in processes:
            one.update(status=status, metrics=[], stop_reason="none")
    return run


class Gate(ProgramTest):
    def compare(self, a, b, *options):
        self.write("a.json", json.dumps(a))
        self.write("b.json", json.dumps(b))
        return self.run_program("compare", "a.json", "b.json", *options)

    def rows(self, a, b, *options):
        done = self.compare(a, b, "-f", "csv", *options)
        return list(csv.DictReader(io.StringIO(done.stdout, newline="")))

    def test_a_case_the_change_cannot_run_is_a_regression(self):
        for status, words in (("out_of_memory", "out of memory"), ("crashed", "crashed"), ("timeout", "timeout"),
                              ("unsupported", "unsupported")):
            with self.subTest(status):
                done = self.compare(run_of(), fail(run_of(seed=2), status), "--threshold", "3%")
                self.assertEqual(done.returncode, REGRESSION, done.stdout)
                self.assertIn(f"B has no numbers: {words}", done.stdout)
                self.assertIn("1 SAME, 1 INVALID", done.stdout)
                self.assertIn("Regression: 1 ran in A and gave no result in B", done.stdout)
                # The other way round it is none.
                done = self.compare(fail(run_of(seed=2), status), run_of(), "--threshold", "3%")
                self.assertEqual(done.returncode, OK, done.stdout)
                self.assertNotIn("Regression", done.stdout)

    def test_one_failed_process_is_named_and_leaves_the_case_undecided(self):
        done = self.compare(run_of(), fail(run_of(seed=2), "out_of_memory", processes=(1,)), "--threshold", "3%")
        self.assertIn("B: 1 of 3 processes: out of memory", done.stdout)
        self.assertIn("1 SAME, 1 UNDECIDED", done.stdout)
        self.assertIn("B: b.json, 2026-01-01T00:00:00Z, engine processes per case: 2-3", done.stdout)
        self.assertIn("A: a.json, 2026-01-01T00:00:00Z, engine processes per case: 3\n", done.stdout)
        self.assertEqual(done.returncode, REGRESSION, done.stdout)
        done = self.compare(fail(run_of(), "crashed", processes=(0,)), run_of(seed=2), "--threshold", "3%")
        self.assertIn("A: 1 of 3 processes: crashed", done.stdout)
        self.assertEqual(done.returncode, OK, done.stdout)
        done = self.run_program("compare", "a.json", "b.json", "--threshold", "3%", "--strict")
        self.assertEqual(done.returncode, INCONCLUSIVE, done.stdout)

    def test_a_regression_is_said_in_markdown_json_and_chinese(self):
        self.compare(run_of(), fail(run_of(seed=2), "crashed", processes=(1,)))
        text = self.run_program("compare", "a.json", "b.json", "-f", "md").stdout
        self.assertIn("**Regression: 1 ran in A and gave no result in B", text)
        comparison = json.loads(self.run_program("compare", "a.json", "b.json", "--json").stdout)["comparisons"][0]
        self.assertEqual(comparison["lost"], 1)
        self.assertEqual([one["b"]["failed_processes"] for one in comparison["cases"]], [1, 0])
        text = self.run_program("compare", "a.json", "b.json", "--lang", "zh").stdout
        self.assertIn("性能回退：1 项", text)
        self.assertIn("B：3 个进程中有 1 个：崩溃", text)

    def test_a_case_that_is_gone_is_open_where_strict(self):
        one = run_of(seed=2)
        one["results"] = [result for result in one["results"] if result["case"]["parameters"]["batch_size"] == 1]
        done = self.compare(run_of(), one, "--threshold", "3%")
        self.assertEqual(done.returncode, OK, done.stdout)
        self.assertIn("only in A: train net-0 b2 bf16", done.stdout)
        strict = self.run_program("compare", "a.json", "b.json", "--threshold", "3%", "--strict")
        self.assertEqual(strict.returncode, INCONCLUSIVE, strict.stdout)
        # A new case has no earlier one to be held against.
        new = self.run_program("compare", "b.json", "a.json", "--threshold", "3%", "--strict")
        self.assertEqual(new.returncode, OK, new.stdout)

    def test_one_process_in_other_arithmetic_is_invalid(self):
        a, b = run_of(), run_of(seed=2)
        mode = {"compute": "bf16", "parameters_dtype": "bfloat16", "autocast": False, "tf32_matmul": False,
                "tf32_convolution": False, "cudnn_benchmark": False, "deterministic": False, "sdpa_backends": "math",
                "float32_matmul_precision": "highest"}
        for one in a["results"] + b["results"]:
            one["math_mode"] = dict(mode)
        b["results"][0]["math_mode"]["compute"] = "tf32"
        done = self.compare(a, b, "--threshold", "3%")
        self.assertIn("1 SAME, 1 INVALID", done.stdout)
        self.assertIn("not comparable: processes of B ran in different arithmetic, compute tf32 / bf16", done.stdout)
        self.assertEqual(self.compare(a, b, "--strict").returncode, INCONCLUSIVE)

    def test_warnings_of_one_side_are_noted(self):
        b = run_of(1.1)
        for one in b["results"]:
            one["warnings"] = [{"code": "warning.foreign_processes", "args": {"count": "1", "processes": "python3 (42)"}}]
        done = self.compare(run_of(), b)
        self.assertEqual(done.returncode, REGRESSION)
        self.assertIn("SLOWER [1]", done.stdout)
        self.assertIn("[1] only B: other processes used the GPU; its times may be too long", done.stdout)

    def test_json_and_another_format_are_refused(self):
        self.compare(run_of(), run_of(seed=2))
        files = ["compare", "a.json", "b.json"]
        self.assert_usage_error([*files, "--json", "-f", "csv"], "--json", "csv", "-o")
        self.assert_usage_error([*files, "--json", "-f", "md", "-o", "-"], "--json", "md")
        for options in (["--json"], ["--json", "-f", "json"], ["--json", "-f", "csv", "-o", "out.csv"]):
            done = self.run_program(*files, *options)
            self.assertNotEqual(done.returncode, USAGE, done.stderr)
            self.assertEqual(json.loads(done.stdout)["a"], "a.json")
        self.assertTrue(os.path.exists(self.path("out.csv")))

    def test_csv_has_the_cases_of_one_side_and_what_differs(self):
        a, b = run_of(), fail(run_of(seed=2), "crashed", processes=(2,))
        for one in b["results"]:
            if one["case"]["parameters"]["batch_size"] == 2:
                one["case"]["parameters"]["model"] = "other"
        a["environment"], b["environment"] = {"os": {"kernel": "6.1"}}, {"os": {"kernel": "6.8"}}
        rows = self.rows(a, b)
        self.assertEqual([row["verdict"] for row in rows], ["undecided", "only_a", "only_b"])
        self.assertEqual([row["case"].split()[1] for row in rows], ["model=net-0", "model=net-0", "model=other"])
        self.assertEqual([row["status_a"] for row in rows], ["ok", "ok", ""])
        self.assertEqual([row["status_b"] for row in rows], ["ok", "", "ok"])
        self.assertEqual([row["failed_b"] for row in rows], ["1", "", ""])
        self.assertEqual({row["conditions"] for row in rows}, {"kernel: 6.1 -> 6.8"})
        self.assertEqual({row["a"] + row["b"] for row in rows}, {"a.jsonb.json"})


if __name__ == "__main__":
    unittest.main()
