# SPDX-License-Identifier: MIT
"""Files that an earlier version wrote, of schema 1: read by every command as they were, written as schema 2.
What `report` prints of them was recorded with the program that wrote them; `schema_1_test.py --renew` records it anew:
read the difference before committing it."""
import json
import os
import shutil
import sys
import unittest

from measuring_test import Measuring
from program import OK, SOURCE_DIR
from schema import errors_against_schema

CLI = os.path.join(SOURCE_DIR, "tests", "cli")
RECORDED = os.path.join(CLI, "schema_1")
FILES = {"cpu_results": os.path.join(RECORDED, "cpu_results.json"), "h200_results": os.path.join(CLI, "h200_results.json")}
PRINTED = {"txt": ["-f", "txt"], "zh.txt": ["-f", "txt", "--lang", "zh"], "md": ["-f", "md"], "csv": ["-f", "csv"]}
RENEW = "--renew" in sys.argv


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def upgraded(run):
    """The same record in schema 2."""
    run = json.loads(json.dumps(run))
    run["schema_version"] = 2
    for result in run["results"]:
        starts = result.pop("step_start_s")
        result["devices"] = [result.pop("device")]
        for metric in result["metrics"]:
            if metric.get("count", 100) < 100:
                metric["p99"] = None  # not told of so few
        result["series"] = [{"name": "step_start", "unit": "s", "values": starts}] if starts else []
    return run


class EarlierSchema(Measuring):
    def upgrade(self, name):
        done = self.run_program("report", FILES[name], "-o", "upgraded.json", "--force")
        self.assertEqual(done.returncode, OK, done.stderr)
        return self.path("upgraded.json")

    def test_the_committed_files_are_of_schema_1(self):
        for path in FILES.values():
            self.assertEqual(errors_against_schema(self, json.loads(read(path)), "result.schema-1.json"), [])
        self.assertEqual(len(json.loads(read(FILES["cpu_results"]))["results"][0]["step_start_s"]), 4)

    def test_report_prints_them_as_before(self):
        for name, path in FILES.items():
            for form, options in PRINTED.items():
                with self.subTest(f"{name}.{form}"):
                    done = self.run_program("report", path, "-o", "-", *options)
                    self.assertEqual(done.returncode, OK, done.stderr)
                    recorded = os.path.join(RECORDED, f"{name}.{form}")
                    if RENEW:
                        with open(recorded, "w", encoding="utf-8") as file:
                            file.write(done.stdout)
                    self.assertEqual(done.stdout, read(recorded))

    def test_written_they_are_of_schema_2_and_the_same_record(self):
        for name, path in FILES.items():
            with self.subTest(name):
                record = json.loads(read(self.upgrade(name)))
                self.assertEqual(errors_against_schema(self, record), [])
                self.assertEqual(record, upgraded(json.loads(read(path))))

    def test_every_command_says_the_same_of_both(self):
        for name, path in FILES.items():
            shutil.copy(path, self.path("a.json"))
            shutil.copy(self.upgrade(name), self.path("b.json"))
            for command in (["report"], ["report", "-o", "-", "-f", "html"], ["score"], ["score", "--json"], ["audit", "--json"],
                            ["roofline"], ["calibrate", "--dir", "kept"], ["doctor", "--json", "--run"]):
                with self.subTest(f"{name}: {' '.join(command)}"):
                    a, b = (self.run_program(*command, file) for file in ("a.json", "b.json"))
                    self.assertEqual(a.returncode, b.returncode)
                    for one, other in ((a.stdout, b.stdout), (a.stderr, b.stderr)):
                        self.assertEqual(one.replace("a.json", "b.json"), other)

    def test_compare_takes_one_of_each(self):
        path = FILES["cpu_results"]
        new = self.upgrade("cpu_results")
        both_old = self.run_program("compare", path, path, "--json")
        for files in ((path, new), (new, path), (new, new)):
            done = self.run_program("compare", *files, "--json")
            self.assertIn("hold the same run", done.stderr)
            self.assertEqual(done.returncode, both_old.returncode, done.stderr)
            self.assertEqual(json.loads(done.stdout)["comparisons"][0]["cases"],
                             json.loads(both_old.stdout)["comparisons"][0]["cases"])

    def test_a_baseline_is_saved_as_schema_2_and_an_earlier_one_is_read(self):
        done = self.run_program("baseline", "save", "main", FILES["h200_results"], "--dir", "kept")
        self.assertEqual(done.returncode, OK, done.stderr)
        kept = json.loads(read(self.path("kept/main.json")))
        self.assertEqual(kept, upgraded(json.loads(read(FILES["h200_results"]))))
        shutil.copy(FILES["cpu_results"], self.path("kept/old.json"))
        listed = json.loads(self.run_program("baseline", "list", "--dir", "kept", "--json").stdout)
        self.assertEqual({one["name"]: one["device"] for one in listed}, {"main": "NVIDIA H200", "old": "AMD EPYC"})
        compared = self.run_program("baseline", "compare", "old", FILES["cpu_results"], "--dir", "kept")
        self.assertIn("2 cases compared", compared.stdout)

    def resume(self):
        done = self.run_program("run", "--resume", "results.json", "--device", "cpu", env=self.env())
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(errors_against_schema(self, self.results()), [])
        return self.results()["results"]

    def forget_build(self, run):
        """What an earlier build would otherwise leave out: its version and commit are others."""
        run["environment"].pop("product")
        return run

    def test_resume_goes_on_from_an_earlier_journal(self):
        header, *lines = read(os.path.join(RECORDED, "results.json.journal")).splitlines()
        self.write("results.json.journal",
                   "\n".join([json.dumps(self.forget_build(json.loads(header))), *lines]) + "\n")
        results = self.resume()
        self.assertEqual(len(self.taken()), 2)  # of four
        for line, result in zip(lines, results):
            earlier, = upgraded({"results": [json.loads(line)]})["results"]
            for part in ("case", "metrics", "series"):
                self.assertEqual(result[part], earlier[part])
        self.assertFalse(os.path.exists(self.path("results.json.journal")))

    def test_resume_goes_on_from_an_earlier_file(self):
        self.measure("-b", "1,2")
        whole = self.results()
        earlier = self.forget_build(json.loads(json.dumps(whole)))
        earlier["schema_version"] = 1
        for result in earlier["results"]:
            result["device"], = result.pop("devices")
            result["step_start_s"] = result.pop("series")[0]["values"]
        earlier["results"].pop()
        self.assertEqual(errors_against_schema(self, earlier, "result.schema-1.json"), [])
        self.write("results.json", json.dumps(earlier))
        os.remove(self.path("taken"))
        results = self.resume()
        self.assertEqual(len(self.taken()), 1)
        self.assertEqual(results[:3], whole["results"][:3])


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--renew"])
