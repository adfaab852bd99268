# SPDX-License-Identifier: MIT
"""Earlier results: which of them --resume takes, and that no run without results replaces them."""
import csv
import io
import json
import os
import unittest

from measuring_test import Measuring
from program import ERROR, NOT_SUPPORTED, OK, USAGE


class EarlierResults(Measuring):
    def resume(self, *arguments, script="ok", name="results.json"):
        if os.path.exists(self.path("taken")):
            os.remove(self.path("taken"))
        return self.run_program("run", "--resume", name, *arguments, env=self.env(script))

    def cases_measured(self):
        return len(self.taken()) if os.path.exists(self.path("taken")) else 0

    def change(self, change, name="results.json"):
        """A results file as another machine or build would have left it."""
        record = self.results(name)
        change(record)
        self.write(name, json.dumps(record))
        return record

    def warning_of(self, done):
        lines = [line for line in done.stderr.splitlines() if line.startswith("warning: ")]
        self.assertEqual(len(lines), 1, done.stderr)
        return lines[0]

    def test_nothing_is_measured_again_where_nothing_differs(self):
        self.measure("-b", "1,2")
        done = self.resume()
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.cases_measured(), 0)
        self.assertNotIn("warning", done.stderr)
        self.assertFalse(os.path.exists(self.path("results.earlier.json")))

    def test_a_resumed_file_keeps_when_and_how_it_was_begun(self):
        self.measure("-b", "1")
        begun = self.change(lambda record: record.update(started_at="2026-01-02T03:04:05Z"))
        self.assertEqual(self.resume().returncode, OK)
        for field in ("started_at", "command"):
            self.assertEqual(self.results()[field], begun[field])

    def test_run_keeps_the_results_of_the_run_before(self):
        self.measure("-b", "1")
        before = self.results()
        done = self.measure("-b", "2")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("results.earlier.json", done.stderr)
        self.assertEqual(self.results("results.earlier.json"), before)
        self.assertNotEqual(self.results()["plan"], before["plan"])
        self.measure("-b", "4")
        self.assertEqual(self.results("results.earlier.json"), before)
        self.assertTrue(os.path.exists(self.path("results.earlier-2.json")))
        self.measure("-b", "1", "-f", "json")
        self.assertTrue(os.path.exists(self.path("results.earlier-3.json")))

    def test_results_of_another_device_are_measured_anew_and_kept(self):
        self.measure("-b", "1,2")

        def other_processor(record):
            for result in record["results"]:
                result["devices"][0]["name"] = "Other Processor"

        before = self.change(other_processor)
        done = self.resume()
        self.assertEqual(done.returncode, OK, done.stderr)
        warning = self.warning_of(done)
        for part in ("4 of 4", "device Other Processor -> ", "results.earlier.json"):
            self.assertIn(part, warning)
        self.assertEqual(self.cases_measured(), 4)
        self.assertNotIn("Other Processor", json.dumps(self.results()))
        self.assertEqual(self.results("results.earlier.json"), before)

    def test_results_of_another_build_are_measured_anew(self):
        self.measure("-b", "1")
        self.change(lambda record: record["environment"]["software"].update(libtorch="2.11.0"))
        self.assertIn("libtorch 2.11.0 -> 2.13.0", self.warning_of(self.resume()))
        self.assertEqual(self.cases_measured(), 2)
        self.change(lambda record: record["environment"]["product"].update(commit="0000000"))
        self.assertIn("commit 0000000 -> ", self.warning_of(self.resume()))
        self.assertTrue(os.path.exists(self.path("results.earlier-2.json")))

    def test_seed_and_counts_given_now_hold_for_the_earlier_plan(self):
        self.measure("-b", "1")
        self.assertIn("seed 1 -> 7", self.warning_of(self.resume("--seed", "7")))
        self.assertEqual({case["seed"] for case in self.results()["plan"]}, {7})
        self.assertIn("iterations auto -> 5", self.warning_of(self.resume("--seed", "7", "-i", "5")))
        self.assertEqual(self.cases_measured(), 2)

    def test_seed_given_is_the_users_choice_even_where_it_is_the_default(self):
        self.measure("-b", "1", "--seed", "7")
        self.assertIn("seed 7 -> 1", self.warning_of(self.resume("--seed", "1")))

    def test_options_of_the_work_need_its_name(self):
        self.measure("-b", "1,2")
        before = self.results()
        for option in (["-b", "1"], ["-p", "fp32"], ["--image-size", "224"]):
            done = self.resume(*option)
            self.assert_error(done, USAGE, "--resume", "-m")
            self.assertEqual(self.cases_measured(), 0)
        self.assertEqual(self.results(), before)

    def test_work_named_anew_takes_only_what_fits(self):
        self.measure("-b", "1", "-i", "5")
        done = self.resume("-m", "simple_cnn", "-b", "1", "-w", "2", "-i", "5", "--device", "cpu")
        self.assertIn("warmup auto -> 2", self.warning_of(done))
        self.assertEqual(self.cases_measured(), 2)

    def test_what_was_still_missing_stays_planned_beside_work_named_anew(self):
        self.measure("-b", "1,2")

        def stop_early(record):
            record["results"] = record["results"][:1]
            record["partial"] = True

        before = self.change(stop_early)
        done = self.resume("-m", "bert-tiny", "-b", "1", "--workload", "infer", "--device", "cpu")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("2 of 5 cases: 2 ok", done.stdout)
        self.assertIn("note: 3 cases", done.stderr)
        record = self.results()
        self.assertTrue(record["partial"])
        self.assertEqual(len(record["plan"]), 4)
        self.assertEqual(self.resume().returncode, OK)
        after = self.results()
        self.assertFalse(after["partial"])
        self.assertEqual(len(after["results"]), len(before["plan"]) + 1)

    def test_a_file_that_is_not_written_to_stays_as_it_is(self):
        self.measure("-b", "1")
        before = self.results()
        done = self.resume("--seed", "7", "-o", "new.json")
        self.assertIn("stay in results.json", self.warning_of(done))
        self.assertEqual(self.results(), before)
        self.assertFalse(os.path.exists(self.path("results.earlier.json")))

    def test_failed_run_leaves_earlier_results_and_says_where_its_record_is(self):
        self.measure("-b", "1")
        before = self.results()
        for _ in range(2):
            done = self.measure("-b", "1", script="fail")
            self.assert_error(done, ERROR, "2 of 2 cases")
            self.assertIn("nothing could be measured: results.json stays as it was", done.stderr)
            self.assertIn("results.failed.json", done.stderr)
            self.assertEqual(self.results(), before)
            self.assertEqual(self.statuses("results.failed.json"), ["failed"] * 2)

    def test_bad_model_file_leaves_earlier_results(self):
        self.measure("-b", "1")
        before = self.results()
        self.write("net.pt", "no model")
        os.remove(self.path("taken"))
        done = self.run_program("run", "--model-file", "net.pt", "--input", "float32[1,3,8,8]", "--device", "cpu",
                                env=self.env("fail"))
        self.assert_error(done, ERROR, "1 of 1 cases")
        self.assertEqual(self.results(), before)

    def test_failed_quick_leaves_the_report_too(self):
        quick = ["quick", "--light", "--device", "cpu"]
        self.run_program(*quick, env=self.env())
        with open(self.path("report.md"), encoding="utf-8") as file:
            report = file.read()
        os.remove(self.path("taken"))
        done = self.run_program(*quick, env=self.env("unsupported"))
        self.assertEqual(done.returncode, NOT_SUPPORTED, done.stderr)
        with open(self.path("report.md"), encoding="utf-8") as file:
            self.assertEqual(file.read(), report)
        self.assertTrue(os.path.exists(self.path("report.failed.md")))

    def test_record_of_a_failed_run_is_replaced(self):
        self.measure("-b", "1", script="fail")
        self.assertEqual(self.statuses(), ["failed"] * 2)
        os.remove(self.path("taken"))
        self.measure("-b", "1,2", script="fail")
        self.assertEqual(self.statuses(), ["failed"] * 4)
        self.assertFalse(os.path.exists(self.path("results.failed.json")))


class StandardOutput(Measuring):
    def test_dash_is_standard_output_in_the_format_named(self):
        done = self.measure("-b", "1", "-o", "-", "-f", "csv")
        self.assertEqual(done.returncode, OK, done.stderr)
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        self.assertEqual({row["metric"] for row in rows}, {"step_time", "latency", "throughput", "optimizer_time"})
        self.assertEqual(os.listdir(self.folder), ["taken"])

    def test_dash_beside_a_file(self):
        done = self.measure("-b", "1", "-o", "-", "-o", "r.json", "-f", "json")
        self.assertEqual(json.loads(done.stdout), self.results("r.json"))
        self.assertEqual(done.stderr, "written: r.json\n")

    def test_dash_needs_a_format(self):
        self.assert_error(self.measure("-o", "-"), USAGE, "-f", ".json, .csv, .md, .txt")
        self.assertFalse(os.path.exists(self.path("taken")))


if __name__ == "__main__":
    unittest.main()
