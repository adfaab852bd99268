# SPDX-License-Identifier: MIT
"""compare and baseline: verdicts and exit codes a gate relies on, and results files that are not what they should be."""
import copy
import csv
import io
import json
import os
import random
import unittest

from program import ERROR, INCONCLUSIVE, OK, REGRESSION, USAGE, ProgramTest, environment

SAMPLES, READINGS = 100, 15  # of a case: what one second of 10 ms steps leaves


def metric(tag, unit, samples):
    ordered = sorted(samples)
    middle = ordered[len(ordered) // 2]
    return {"tag": tag, "unit": unit, "value": middle, "interval": [middle * 0.998, middle * 1.002], "state": "burst",
            "samples": samples}


def result(number, generator):
    parameters = {"model": f"net-{number // 20}", "batch_size": 1 + number % 20, "precision": "bf16"}
    case = {"key": "", "benchmark": "train", "parameters": parameters, "device": "cuda:0", "seed": 1,
            "stopping": {"precision_target": 0.005, "min_samples": 20, "min_time_s": 0.5, "max_time_s": 20.0,
                         "sustained": False, "thermal_cap_s": 30.0}}
    samples = [10 * generator.gauss(1, 0.01) for _ in range(SAMPLES)]
    readings = [{"time_s": 0.05 * i, "sm_clock_mhz": 1980.0, "power_w": 512.5, "temperature_c": 51.0,
                 "throttle_reasons": []} for i in range(READINGS)]
    return {"case": case, "status": "ok", "provenance": "measured",
            "metrics": [metric("step_time", "ms", samples),
                        {"tag": "throughput", "unit": "samples/s", "value": 100.0}], "warnings": [],
            "stop_reason": "precision_reached",
            "devices": [{"id": "cuda:0", "name": "GPU", "memory_bytes": 1, "facts": {}}],
            "process": 0, "sensors": readings,
            "series": [{"name": "step_start", "unit": "s", "values": [0.01 * i for i in range(SAMPLES)]}]}


def run_of(factor=1.0, processes=3, cases=2, seed=1):
    generator = random.Random(seed)
    run = {"schema_version": 2, "started_at": "2026-01-01T00:00:00Z", "command": "run", "preset": "", "partial": False,
           "environment": {}, "devices": [], "plan": [], "results": []}
    for process in range(processes):
        for number in range(cases):
            one = result(number, generator)
            one["process"] = process
            samples = one["metrics"][0]["samples"]
            one["metrics"][0]["samples"] = [time * factor * (1 + 0.0005 * process) for time in samples]
            run["results"].append(one)
    return run


class Compare(ProgramTest):
    def save(self, name, run):
        return self.write(name, json.dumps(run))

    def compare(self, a, b, *options):
        self.save("a.json", a)
        self.save("b.json", b)
        return self.run_program("compare", "a.json", "b.json", *options)

    def test_the_same_machine_is_the_same(self):
        done = self.compare(run_of(), run_of(seed=2), "--strict", "--threshold", "3%")
        self.assertEqual(done.returncode, OK, done.stdout + done.stderr)
        self.assertIn("2 SAME", done.stdout)

    def test_a_slow_down_ends_with_3_and_a_speed_up_with_0(self):
        done = self.compare(run_of(), run_of(1.1))
        self.assertEqual(done.returncode, REGRESSION, done.stdout)
        self.assertIn("2 SLOWER", done.stdout)
        self.assertEqual(self.compare(run_of(1.1), run_of()).returncode, OK)

    def test_a_run_compared_with_itself_is_said(self):
        self.save("a.json", run_of())
        self.save("b.json", run_of(seed=2))
        done = self.run_program("compare", "a.json", "a.json")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("a.json and a.json hold the same run", done.stderr)
        self.assertEqual(self.run_program("compare", "a.json", "b.json").stderr, "")

    def test_a_slow_down_within_the_threshold_is_none(self):
        self.assertEqual(self.compare(run_of(), run_of(1.1), "--threshold", "20%").returncode, OK)

    def test_no_file_that_is_compared_is_written_over(self):
        self.compare(run_of(), run_of())
        done = self.run_program("compare", "a.json", "b.json", "-o", "./b.json", "--force")
        self.assert_error(done, USAGE, "b.json")

    def test_what_is_undecided_ends_with_4_where_strict(self):
        one = run_of(processes=1)
        done = self.compare(one, one)
        self.assertEqual(done.returncode, OK)
        self.assertIn("2 UNDECIDED", done.stdout)
        self.assertIn("one process a side", done.stdout)
        self.assertIn("nothing is decided", done.stderr)
        self.assertEqual(self.compare(one, one, "--strict").returncode, INCONCLUSIVE)

    def test_nothing_comparable_is_never_green(self):
        b = run_of()
        for one in b["results"]:
            one["metrics"][0]["samples"][0] = 0
        done = self.compare(run_of(), b)
        self.assertEqual(done.returncode, INCONCLUSIVE)
        self.assertIn("zero, negative or not numbers", done.stdout)

    def test_null_among_the_samples_is_invalid_and_named(self):
        b = run_of()
        b["results"][0]["metrics"][0]["samples"][7] = None
        done = self.compare(run_of(), b, "--strict")
        self.assertIn("1 INVALID", done.stdout)
        self.assertIn("B: 1 of 100 samples of step_time", done.stdout)

    def test_several_files_are_each_compared_with_the_first(self):
        for name, factor in (("a.json", 1), ("b.json", 1.1), ("c.json", 0.9)):
            self.save(name, run_of(factor))
        done = self.run_program("compare", "a.json", "b.json", "c.json", "--json")
        self.assertEqual(done.returncode, REGRESSION, done.stderr)
        counts = [one["counts"] for one in json.loads(done.stdout)["comparisons"]]
        self.assertEqual([count["slower"] for count in counts], [2, 0])
        self.assertEqual([count["faster"] for count in counts], [0, 2])

    def test_markdown_for_a_pull_request(self):
        done = self.compare(run_of(), run_of(1.1), "-o", "comment.md")
        self.assertEqual(done.returncode, REGRESSION)
        with open(self.path("comment.md"), encoding="utf-8") as file:
            text = file.read()
        self.assertIn("### 2 cases compared: 2 SLOWER", text)
        self.assertIn("| train net-0 b1 bf16 |", text)

    def test_names_stay_text_in_markdown_and_csv(self):
        a, b = run_of(), run_of(1.1)
        for run in (a, b):
            for one in run["results"]:
                one["case"]["parameters"]["model"] = "<script>alert(1)</script>|`x`"
                one["case"]["benchmark"] = "=HYPERLINK(1)"
        text = self.compare(a, b, "-f", "md").stdout
        self.assertNotIn("<script>", text)
        self.assertIn("&lt;script&gt;alert(1)&lt;/script&gt;\\|\\`x\\`", text)
        rows = list(csv.DictReader(io.StringIO(self.compare(a, b, "-f", "csv").stdout)))
        self.assertEqual(len(rows), 2)
        self.assertTrue(all(row["case"].startswith("'=HYPERLINK") for row in rows))
        self.assertGreater(float(rows[0]["change"]), 0.05)

    def test_chinese(self):
        done = self.compare(run_of(), run_of(1.1), "--lang", "zh")
        self.assertEqual(done.returncode, REGRESSION)
        self.assertIn("更慢", done.stdout)
        self.assertNotRegex(done.stdout, r"\b(compare|verdict)\.")


class BadFiles(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("good.json", json.dumps(run_of()))

    def assert_bad(self, name, *parts):
        done = self.run_program("compare", "good.json", name, "-o", "out.md")
        self.assert_error(done, ERROR, *parts)
        self.assertEqual(done.stdout, "")
        self.assertFalse(os.path.exists(self.path("out.md")))

    def test_files_that_are_no_results(self):
        good = json.dumps(run_of())
        newer = copy.deepcopy(run_of())
        newer["schema_version"] = 99
        for name, text, part in (("truncated.json", good[:len(good) // 2], "truncated.json"), ("empty.json", "", "empty.json"),
                                 ("foreign.json", '{"name": "x", "version": 1}', "foreign.json"),
                                 ("list.json", "[1, 2]", "list.json"), ("deep.json", "[" * 200000, "deep.json"),
                                 ("binary.json", "\x00\x01\x7f", "binary.json"),
                                 ("newer.json", json.dumps(newer), "version 99")):
            with self.subTest(name):
                self.write(name, text)
                self.assert_bad(name, name, part)

    def test_a_file_that_is_not_there(self):
        self.assert_bad("missing.json", "missing.json")

    def test_no_case_in_common(self):
        other = run_of()
        for one in other["results"]:
            one["case"]["parameters"]["model"] = "other"
        self.write("other.json", json.dumps(other))
        self.assert_bad("other.json", "no case in common", "2 and 2")

    def test_a_file_of_100_mb_is_read(self):
        big = run_of(cases=1, processes=3)
        big["results"][0]["series"][0]["values"] = [0.123456789012] * 100
        text = json.dumps(big)
        padding = ", ".join(["0.123456789012"] * 6_300_000)
        text = text.replace(", ".join(["0.123456789012"] * 100), padding, 1)
        self.assertGreater(len(text), 100_000_000)
        self.write("big.json", text)
        done = self.run_program("compare", "big.json", "good.json", timeout=120)
        self.assertIn(done.returncode, (OK, REGRESSION), done.stderr)
        self.assertIn("1 cases compared", done.stdout)

    def test_outputs_are_checked_before_anything_is_read(self):
        self.write("there.md", "mine")
        self.assert_usage_error(["compare", "good.json", "missing.json", "-o", "there.md"], "there.md", "--force")
        self.assert_usage_error(["compare", "good.json", "missing.json", "-o", "out.xyz"], "xyz", "md")
        self.assert_usage_error(["compare", "good.json", "missing.json", "-o", "out"], "out", ".md")
        with open(self.path("there.md"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "mine")

    def test_wrong_usage(self):
        self.assert_usage_error(["compare", "good.json"], "two results files")
        self.assert_usage_error(["compare"], "two results files")
        self.assert_usage_error(["compare", "good.json", "good.json", "--threshold", "much"], "--threshold", "much")
        self.assert_usage_error(["compare", "good.json", "good.json", "--metric", "speed"], "speed", "latency")


class Baseline(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("results.json", json.dumps(run_of()))

    def baseline(self, *arguments):
        return self.run_program("baseline", *arguments, env=environment(HOME=self.folder, XDG_DATA_HOME=""))

    def test_none_yet_says_where_and_how_to_save_one(self):
        for arguments, folder in (([], "baselines"), (["--dir", "kept"], "kept")):
            done = self.baseline("list", *arguments)
            self.assertEqual(done.returncode, OK)
            self.assertRegex(done.stdout, f"No baseline in .*{folder} yet; .*baseline save NAME")
        self.assertEqual(json.loads(self.baseline("list", "--json").stdout), [])

    def test_saved_listed_and_compared(self):
        self.assertEqual(self.baseline("save", "main").returncode, OK)
        self.assertIn("main", self.baseline("list").stdout)
        self.write("slow.json", json.dumps(run_of(1.1)))
        self.assertEqual(self.baseline("compare", "main").returncode, OK)
        done = self.baseline("compare", "main", "slow.json", "-f", "md")
        self.assertEqual(done.returncode, REGRESSION, done.stderr)
        self.assertIn("A: main", done.stdout)

    def test_a_baseline_is_not_replaced_without_force(self):
        self.baseline("save", "main")
        self.assert_error(self.baseline("save", "main"), USAGE, "main", "--force")
        self.assertEqual(self.baseline("save", "main", "--force").returncode, OK)

    def test_a_folder_of_the_project(self):
        self.assertEqual(self.baseline("save", "main", "--dir", "kept").returncode, OK)
        self.assertTrue(os.path.exists(self.path("kept/main.json")))
        self.assertEqual(self.baseline("compare", "main", "--dir", "kept").returncode, OK)

    def test_wrong_names_and_files(self):
        self.assert_error(self.baseline("compare", "main"), USAGE, "main", "baseline save main")
        self.baseline("save", "main")
        self.assert_error(self.baseline("compare", "mian"), USAGE, "mian", "main")
        for name in ("../main", "a/b", ".hidden", "a b"):
            self.assert_error(self.baseline("save", name), USAGE, name)
        self.assert_error(self.baseline(), USAGE, "baseline save NAME")
        self.assert_error(self.baseline("save"), USAGE, "needs a name")
        nothing = run_of()
        for one in nothing["results"]:
            one["status"] = "failed"
        self.write("failed.json", json.dumps(nothing))
        self.assert_error(self.baseline("save", "bad", "failed.json"), ERROR, "failed.json")
        self.write("empty.json", "")
        self.assert_error(self.baseline("save", "bad", "empty.json"), ERROR, "empty.json")
        self.assertNotIn("bad", self.baseline("list").stdout)


if __name__ == "__main__":
    unittest.main()
