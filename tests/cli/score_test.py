# SPDX-License-Identifier: MIT
"""The score of quick and the command score: recomputed, partial, ranked, of other versions, of broken files."""
import copy
import json
import math
import os
import re
import unittest

from measuring_test import Measuring
from program import ERROR, NOT_SUPPORTED, OK, SOURCE_DIR, USAGE
from schema import errors_against_schema

H200 = os.path.join(SOURCE_DIR, "tests", "cli", "h200_results.json")


def read_definition():
    """The flat tables of the case list; tomllib is not in every Python this runs on."""
    tables = {"area": [], "case": []}
    with open(os.path.join(SOURCE_DIR, "data", "score", "score-2.toml"), encoding="utf-8") as file:
        for line in file:
            if heading := re.match(r"\[\[(\w+)\]\]", line):
                tables[heading[1]].append({})
            elif (field := re.match(r"(\w+) = (.+)", line)) and tables["area"]:
                table = (tables["case"] or tables["area"])[-1]
                table[field[1]] = field[2].strip('"') if field[2].startswith('"') else float(field[2])
    return tables


DEFINITION = read_definition()
REFERENCE = "gb300"


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def score_by_hand(rates):
    """From docs/method/score.md, without the program: rates by case id."""
    areas = {area["id"]: area["weight"] for area in DEFINITION["area"]}
    logarithms = weights = 0
    for case in DEFINITION["case"]:
        share = case["weight"] / sum(other["weight"] for other in DEFINITION["case"] if other["area"] == case["area"])
        if case["id"] in rates:
            weight = areas[case["area"]] * share
            logarithms += weight * math.log(min(1, rates[case["id"]] / case["reference"]))
            weights += weight
    return 100 * math.exp(logarithms / weights)


def llm_result(like):
    """One request of the 1B shape, at rates made up."""
    one = copy.deepcopy(like)
    parameters = {"model": "llama-3.2-1b", "batch_size": 1, "prompt_tokens": 512, "new_tokens": 128, "precision": "bf16"}
    one["case"].update({"key": "llm model=llama-3.2-1b", "benchmark": "llm", "parameters": parameters})
    one["metrics"] = [{"tag": "prefill.token_throughput", "unit": "tokens/s", "value": 160000},
                      {"tag": "decode.token_throughput", "unit": "tokens/s", "value": 900}]
    return one


class Recorded(Measuring):
    """Real rates of an H200, with those of a language model."""

    def setUp(self):
        super().setUp()
        self.recorded = self.changed(lambda run: None, "recorded.json")

    def score(self, *arguments):
        done = self.run_program("score", *arguments, "--json")
        self.assertEqual(done.returncode, OK, done.stderr)
        return json.loads(done.stdout)

    def changed(self, change, name="changed.json"):
        run = load(H200)
        run["results"].append(llm_result(run["results"][0]))
        change(run)
        return self.write(name, json.dumps(run))

    def test_is_what_the_formula_gives(self):
        score = self.score(self.recorded)["score"]
        self.assertFalse(score["partial"])
        self.assertEqual(score["catalog_id"], "h200-sxm")
        self.assertAlmostEqual(score["score"], score_by_hand({case["id"]: case["rate"] for case in score["cases"]}), places=10)
        self.assertTrue(50 < score["score"] < 80, score["score"])

    def test_the_schema_knows_every_area(self):
        with open(os.path.join(SOURCE_DIR, "api", "result.schema.json"), encoding="utf-8") as file:
            known = re.findall(r'"area": \{"enum": (\[.*?\])\}', file.read())
        self.assertEqual([json.loads(names) for names in known], [[area["id"] for area in DEFINITION["area"]]] * 2)

    def test_the_fastest_batch_size_counts(self):
        rates = {case["id"]: case for case in self.score(self.recorded)["score"]["cases"]}
        self.assertIn("batch_size=128", rates["train_resnet50"]["measured_as"])
        self.assertAlmostEqual(rates["memory_bandwidth"]["rate"], 4271.0156, places=3)

    def test_the_file_s_own_score_is_recomputed_to_the_last_digit(self):
        first = self.score(self.recorded)["score"]
        path = self.changed(lambda run: run.update(score=first))
        again = self.score(path)
        self.assertEqual(again["score"], first)
        self.assertEqual(again["stored"], {"version": 2, "score": first["score"], "comparable": True, "same": True})
        self.assertIn("the same to the last digit", self.run_program("score", path).stdout)

    def test_a_score_that_does_not_follow_from_the_file_is_said_so(self):
        first = self.score(self.recorded)["score"]
        path = self.changed(lambda run: run.update(score={**first, "score": 99.5}))
        self.assertFalse(self.score(path)["stored"]["same"])
        self.assertIn("not the file's own score, 99.5", self.run_program("score", path).stdout)

    def test_scores_of_other_versions_are_not_compared(self):
        first = self.score(self.recorded)["score"]
        path = self.changed(lambda run: run.update(score={**first, "version": 3}))
        self.assertFalse(self.score(path)["stored"]["comparable"])
        self.assertIn("is of version 3 and is not comparable", self.run_program("score", path).stdout)

    def test_a_file_of_version_1_stays_one(self):
        first = self.score(self.recorded)["score"]
        path = self.changed(lambda run: run.update(score={**first, "version": 1}))
        one = self.score(path)
        self.assertEqual(one["score"]["version"], 1)
        self.assertEqual(len(one["score"]["cases"]), 8)
        self.assertFalse(one["score"]["partial"])
        self.assertIsNone(one["price_performance"])  # whose points are of version 2
        text = self.run_program("score", path).stdout
        self.assertIn("(score version 1)", text)
        self.assertIn("version 2, and the two are not comparable", " ".join(text.split()))

    def test_a_missing_case_makes_it_partial_and_is_named(self):
        def without_gpt2(run):
            run["results"] = [result for result in run["results"] if result["case"]["parameters"].get("model") != "gpt2"]
        path = self.changed(without_gpt2)
        score = self.score(path)["score"]
        self.assertTrue(score["partial"])
        self.assertEqual(score["missing"], ["train_gpt2", "infer_gpt2"])
        text = self.run_program("score", path).stdout
        self.assertIn("partial: 8 of 10 cases", text)
        self.assertIn("train_gpt2, infer_gpt2", text)
        # Others are scored over the same cases.
        self.assertEqual({row["measured"] + row["published"] + row["forecast"] for row in score["ranking"]}, {8})

    def test_numbers_no_rate_can_be_do_not_count(self):
        def spoil(run):
            for result in run["results"]:
                if result["case"]["benchmark"] == "train" and result["case"]["parameters"]["model"] == "gpt2":
                    for metric in result["metrics"]:
                        metric["value"] = None
                if result["case"]["benchmark"] == "bandwidth":
                    for metric in result["metrics"]:
                        metric["value"] = 0
        self.assertEqual(self.score(self.changed(spoil))["score"]["missing"], ["train_gpt2", "memory_bandwidth"])

    def test_the_rank_is_among_gpus_marked_by_what_is_known_of_them(self):
        score = self.score(self.recorded)["score"]
        kinds = {row["gpu"]: row["kind"] for row in score["ranking"]}
        self.assertEqual(kinds["l4"], "forecast")
        self.assertNotIn("trainium2", kinds)
        self.assertFalse([gpu for gpu in kinds if gpu.startswith("tpu")])
        others = [row for row in score["ranking"] if row["gpu"] != "h200-sxm"]
        self.assertEqual(score["rank"], 1 + sum(row["score"] > score["score"] for row in others))
        self.assertEqual(score["ranked"], len(others) + 1)

    def test_a_file_without_any_case_of_the_score_is_said_so(self):
        path = self.changed(lambda run: run.update(results=[]))
        self.assert_error(self.run_program("score", path), ERROR, "no case of the score")

    def test_files_that_are_no_results_are_said_so(self):
        self.assert_error(self.run_program("score", "absent.json"), ERROR, "absent.json")
        for text in ("", "{", "[]", '{"schema_version": 1}', '{"schema_version": 99}'):
            self.assert_error(self.run_program("score", self.write("broken.json", text)), ERROR)

    def test_chinese(self):
        done = self.run_program("--lang", "zh", "score", H200)
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("满分 100", done.stdout)


class Catalogue(Measuring):
    def test_without_a_file_every_gpu_is_ranked(self):
        done = self.run_program("score", "--json")
        ranking = json.loads(done.stdout)["ranking"]
        self.assertGreater(len(ranking), 90)
        self.assertEqual(ranking[0]["gpu"], REFERENCE)
        scores = [row["score"] for row in ranking]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertIn("rtx-4090", self.run_program("score").stdout)

    def test_the_rates_of_a_gpu_say_what_they_rest_on(self):
        rates = {rate["case"]: rate for rate in json.loads(self.run_program("score", "--gpu", "rtx-4090", "--json").stdout) if rate["gpu"] == "rtx-4090"}
        self.assertEqual(rates["train_resnet50"]["kind"], "published")
        # Lambda's 1,301 images/s, converted: no figure anybody published, and with a range.
        conversion = rates["train_resnet50"]["conversion"]
        self.assertGreater(conversion, 1)
        self.assertAlmostEqual(rates["train_resnet50"]["rate"], 1301 * conversion, 6)
        for case in ("train_resnet50", "infer_gpt2"):
            self.assertAlmostEqual(rates[case]["low"] * 1.26, rates[case]["rate"], 6)
            self.assertAlmostEqual(rates[case]["high"] * 0.74, rates[case]["rate"], 6)
        self.assertIsNone(rates["infer_gpt2"]["conversion"])
        self.assertEqual(rates["memory_capacity"]["low"], rates["memory_capacity"]["rate"])
        for language, words in (("en", "published x "), ("zh", "已发表 x ")):
            text = self.run_program("--lang", language, "score", "--gpu", "rtx-4090").stdout
            self.assertIn(f"{words}{conversion:.2f}\n", text)
            self.assertIn("predict --model resnet50", " ".join(text.split()))
        self.assertEqual(rates["infer_gpt2"]["kind"], "forecast")

    def test_no_name_of_the_value_table_is_broken(self):
        listed = json.loads(self.run_program("score", "--json").stdout)["price_performance"]
        table = self.run_program("score").stdout.split("Price-performance", 1)[1]
        self.assertLessEqual(max(map(len, table.splitlines())), 80)
        cells = {cell for line in table.splitlines() for cell in re.split(r"  +", line)}
        for one in listed:
            self.assertIn(one["gpu"], cells)
            self.assertIn(one["provider"], cells)

    def test_gpus_nothing_is_known_of_are_said_so(self):
        self.assert_error(self.run_program("score", "--gpu", "tpu-v4"), NOT_SUPPORTED, "tpu-v4")
        self.assert_error(self.run_program("score", "--gpu", "no-such-card"), USAGE, "no-such-card")
        self.assert_error(self.run_program("score", H200, "--gpu", "l4"), USAGE, "--gpu")


class Quick(Measuring):
    def test_every_list_ends_with_a_score(self):
        for preset in ("light", "standard", "extensive"):
            with self.subTest(preset):
                done = self.run_program("quick", "--" + preset, "--device", "cpu", "--force", "-o", "r.json", "-o", "r.md", env=self.env())
                self.assertEqual(done.returncode, OK, done.stderr)
                run = load(self.path("r.json"))
                self.assertEqual(errors_against_schema(self, run), [])
                # The scripted engine gives every case samples/s and no bandwidth.
                self.assertEqual(run["score"]["missing"], ["memory_bandwidth"])
                self.assertRegex(done.stdout, r"score +\S+ of 100, partial: 7 of 8 cases \(score version 2\)")
                with open(self.path("r.md"), encoding="utf-8") as file:
                    self.assertIn("## Score", file.read())
                again = self.run_program("score", "r.json", "--json")
                self.assertEqual(json.loads(again.stdout)["score"], run["score"])

    def test_run_has_none(self):
        self.measure("-b", "1")
        self.assertNotIn("score", self.results())


if __name__ == "__main__":
    unittest.main()
