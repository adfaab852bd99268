# SPDX-License-Identifier: MIT
"""calibrate and predict --calibrated: what moves, by how much, where it is kept, bad input, languages."""
import copy
import json
import os
import unittest

from program import ERROR, NOT_SUPPORTED, OK, SOURCE_DIR, ProgramTest, environment

FIXTURE = os.path.join(SOURCE_DIR, "tests/cli/h200_results.json")
GPT2 = ["-m", "gpt2", "--gpu", "h200-sxm", "-b", "64", "--seq", "128", "--software", "pytorch", "--recompute", "none",
        "--recipe", "autocast"]


def metrics(**values):
    return [{"tag": tag, "unit": "", "value": value} for tag, value in values.items()]


class Calibrate(ProgramTest):
    def setUp(self):
        super().setUp()
        self.env = environment(XDG_DATA_HOME=self.path("data"))
        with open(FIXTURE, encoding="utf-8") as file:
            self.run_record = json.load(file)

    def run_in_folder(self, *arguments):
        return self.run_program(*arguments, env=self.env)

    def predict(self, *arguments):
        done = self.run_in_folder("predict", *arguments, "--json")
        self.assertEqual(done.returncode, OK, done.stderr)
        return json.loads(done.stdout)

    def calibrate(self, *files):
        done = self.run_in_folder("calibrate", *files, "--json")
        self.assertEqual(done.returncode, OK, done.stderr)
        return json.loads(done.stdout)

    def result(self, benchmark, parameters, values):
        one = copy.deepcopy(self.run_record["results"][0])
        words = [benchmark] + [f"{name}={value}" for name, value in parameters.items()]
        one["case"].update({"key": " ".join(words), "benchmark": benchmark, "parameters": parameters})
        one["metrics"] = metrics(**values)
        return one

    def gpt2(self, step_ms):
        return self.result("train", {"model": "gpt2", "batch_size": 64, "precision": "bf16", "launch": "eager",
                                     "optimizer": "adamw"},
                           {"step_time": step_ms, "throughput": 64e3 / step_ms, "token_throughput": 64e3 * 128 / step_ms})

    def file_of(self, name, *results):
        return self.write(name, json.dumps({**self.run_record, "results": list(results)}))

    def test_explain_shows_each_result_before_and_after(self):
        before = self.predict(*GPT2)["step_seconds"]["value"]
        file = self.file_of("r.json", self.gpt2(before * 1e3 * 1.3))
        row, = self.calibrate(file)["each_result"]
        self.assertEqual((row["result"], row["unit"]), ("gpt2 bf16 b64", "s"))
        self.assertAlmostEqual(row["before"], before, delta=before * 1e-3)
        self.assertAlmostEqual(row["measured"], before * 1.3, delta=before * 1e-3)
        self.assertAlmostEqual(row["after"], self.predict(*GPT2, "--calibrated")["step_seconds"]["value"], delta=1e-6)
        done = self.run_in_folder("calibrate", file, "--explain")
        self.assertIn("gpt2 bf16 b64", done.stdout)

    def test_what_was_forecast_changes_nothing(self):
        before = self.predict(*GPT2)["step_seconds"]["value"]
        answer = self.calibrate(self.file_of("r.json", self.gpt2(before * 1e3)))
        for name, factor in answer["factors"].items():
            self.assertAlmostEqual(factor, 1, delta=1e-3, msg=name)

    def test_products_and_several_files_are_taken_together(self):
        step = self.file_of("a.json", self.gpt2(36.6))
        product = {"m": 8192, "n": 8192, "k": 8192, "precision": "bf16"}
        small = {**product, "m": 1024}
        products = self.file_of("b.json", self.result("matmul", product, {"flops": 670.4}),
                                self.result("matmul", small, {"flops": 300}),
                                self.result("matmul", {**product, "precision": "fp32"}, {"flops": 51}))
        answer = self.calibrate(step, products)
        self.assertEqual(answer["results"], 2)  # neither the small one nor fp32
        self.assertIsNotNone(answer["log_error_held_out"])
        self.assertEqual(sorted(self.calibrate(products)["factors"]), ["attention.hopper", "energy.hopper"])

    def test_a_card_below_its_record_is_said_so(self):
        # The card's own rates in data/score/measured.toml: 1746.76 samples/s; 6 % less.
        slow = self.gpt2(64e3 / (1746.76 * 0.94))
        done = self.run_in_folder("calibrate", self.file_of("r.json", slow))
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("This h200-sxm is 6 % below its record (median over 1 of the score's cases", done.stdout)
        done = self.run_in_folder("predict", *GPT2, "--calibrated")
        self.assertIn("6 % below its record", done.stdout)
        done = self.run_in_folder("--lang", "zh", "predict", *GPT2, "--calibrated")
        self.assertIn("低 6 %", done.stdout)

    def test_a_converted_rate_of_others_is_no_record(self):
        # Of an H100 SXM others published ResNet-50, 2,790 images/s, in another setting than this program's.
        images = self.result("train", {"model": "resnet50", "batch_size": 256, "precision": "bf16", "launch": "eager",
                                       "optimizer": "sgd", "memory_format": "channels_last"}, {"throughput": 4000})
        file = self.file_of("r.json", self.gpt2(40), images)
        with open(self.path(file), encoding="utf-8") as whole:
            text = whole.read().replace("h200-sxm", "h100-sxm")
        done = self.run_in_folder("calibrate", self.write("h100.json", text))
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("no rate that this program measured is on record", " ".join(done.stdout.split()))
        self.assertIn("its record (median over 2", " ".join(self.run_in_folder("calibrate", file).stdout.split()))

    def test_where_it_is_kept(self):
        results = self.file_of("r.json", self.gpt2(36))
        self.assertEqual(self.calibrate(results)["path"],
                         self.path("data/torch-gpu-benchmark/calibrations/h200-sxm.json"))
        done = self.run_in_folder("calibrate", results, "--dir", self.path("elsewhere"))
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertTrue(os.path.exists(self.path("elsewhere/h200-sxm.json")))

    def test_bad_input_is_one_clear_line(self):
        self.assert_error(self.run_in_folder("predict", *GPT2, "--calibrated"), 2, "h200-sxm", "calibrate")
        self.assert_error(self.run_in_folder("predict", "-m", "gpt2", "--gpu", "h100-sxm,a100-sxm-80gb", "--calibrated"),
                          2, "one card")
        self.assert_error(self.run_in_folder("calibrate", FIXTURE), NOT_SUPPORTED, "h200-sxm")
        self.assert_error(self.run_in_folder("calibrate", "missing.json"), ERROR, "missing.json")
        other = self.gpt2(36)
        other["device"] = {**other["device"], "catalog_id": "h100-sxm"}
        self.assert_error(self.run_in_folder("calibrate", self.file_of("r.json", self.gpt2(36), other)), 2, "h100-sxm")
        kept = self.calibrate(self.file_of("r.json", self.gpt2(36)))["path"]
        with open(kept, encoding="utf-8") as file:
            whole = json.load(file)
        broken = ('{"gpu": ', "[]", json.dumps({**whole, "gpu": "h100-sxm"}),
                  json.dumps({**whole, "factors": {"energy.hopper": 1e9}}),
                  json.dumps({**whole, "factors": {"warp": 1}}), json.dumps({**whole, "fitted_on": "2001-01-01"}))
        for text in broken:
            with open(kept, "w", encoding="utf-8") as file:
                file.write(text)
            self.assert_error(self.run_in_folder("predict", *GPT2, "--calibrated"), ERROR, "calibrate again")


if __name__ == "__main__":
    unittest.main()
