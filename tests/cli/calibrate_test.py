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

SERVICE = ["--task", "serve", "-m", "llama-3.1-8b", "--gpu", "h200-sxm", "--gpus", "1"]
LLAMA = json.dumps({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 4096,
                    "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
                    "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 131072})


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
        for name, factor in answer["training"]["factors"].items():
            self.assertAlmostEqual(factor, 1, delta=1e-3, msg=name)

    def test_products_and_several_files_are_taken_together(self):
        step = self.file_of("a.json", self.gpt2(36.6))
        product = {"m": 8192, "n": 8192, "k": 8192, "precision": "bf16"}
        small = {**product, "m": 1024}
        products = self.file_of("b.json", self.result("matmul", product, {"flops": 670.4}),
                                self.result("matmul", small, {"flops": 300}),
                                self.result("matmul", {**product, "precision": "fp32"}, {"flops": 51}))
        answer = self.calibrate(step, products)
        self.assertEqual(answer["training"]["results"], 2)  # neither the small one nor fp32
        self.assertIsNotNone(answer["training"]["log_error_held_out"])
        self.assertEqual(sorted(self.calibrate(products)["training"]["factors"]), ["attention.hopper", "energy.hopper"])

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

    def llm(self, sequences, prefill_ms, decode_ms, **more):
        one = self.result("llm", {"model": "llama-3.1-8b", "batch_size": sequences, "prompt_tokens": 512,
                                  "new_tokens": 128, "precision": "bf16", **more},
                          {"prefill.step_time": prefill_ms, "decode.step_time": decode_ms})
        one["case"]["model_config"] = LLAMA
        return one

    def test_llm_moves_forecasts_of_services_of_the_card(self):
        # docs/guide/measure.md: by this program on one H200.
        file = self.file_of("llm.json", self.llm(1, 13.11, 4.0069), self.llm(16, 191.9, 4.703),
                            self.llm(64, 777.4, 5.974), self.llm(2, 99, 99, kernels="library"))
        answer = self.calibrate(file)
        self.assertIsNone(answer["training"])
        self.assertEqual(answer["serving"]["results"], 6)
        self.assertLess(answer["serving"]["log_error_after"], answer["serving"]["log_error_before"] / 2)
        for row in answer["each_result"]:
            if row["result"].endswith("decode"):
                self.assertLess(abs(row["after"] - row["measured"]), abs(row["before"] - row["measured"]), row)
        before, after = (self.predict(*SERVICE, *more)["tpot_seconds"]["value"] for more in ([], ["--calibrated"]))
        self.assertLess(after, before)
        done = self.run_in_folder("calibrate", file)
        self.assertIn("left out: 1 ", done.stderr)
        done = self.run_in_folder("predict", *SERVICE, "--calibrated")
        self.assertIn("6", done.stdout.splitlines()[0])

    def test_trainings_and_services_are_kept_side_by_side(self):
        trained = self.file_of("r.json", self.gpt2(36))
        served = self.file_of("llm.json", self.llm(1, 13.11, 4.0069))
        self.calibrate(trained)
        self.assert_error(self.run_in_folder("predict", *SERVICE, "--calibrated"), 2, "llm")
        self.calibrate(served)
        for asked in (GPT2, SERVICE):
            self.assertNotEqual(self.predict(*asked), self.predict(*asked, "--calibrated"))
        os.remove(self.calibrate(trained)["path"])
        self.calibrate(served)
        self.assert_error(self.run_in_folder("predict", *GPT2, "--calibrated"), 2, "training")

    def test_a_file_of_the_first_schema_is_one_of_trainings(self):
        kept = self.calibrate(self.file_of("r.json", self.gpt2(36)))["path"]
        now = self.predict(*GPT2, "--calibrated")
        with open(kept, encoding="utf-8") as file:
            whole = json.load(file)
        with open(kept, "w", encoding="utf-8") as file:
            json.dump({"calibration_schema": 1, "gpu": whole["gpu"], "record": whole["record"], **whole["training"]}, file)
        self.assertEqual(self.predict(*GPT2, "--calibrated"), now)

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

        def changed(**values):
            return json.dumps({**whole, "training": {**whole["training"], **values}})

        broken = ('{"gpu": ', "[]", json.dumps({**whole, "gpu": "h100-sxm"}),
                  changed(factors={"energy.hopper": 1e9}), changed(factors={"warp": 1}),
                  changed(fitted_on="2001-01-01"))
        for text in broken:
            with open(kept, "w", encoding="utf-8") as file:
                file.write(text)
            self.assert_error(self.run_in_folder("predict", *GPT2, "--calibrated"), ERROR, "calibrate again")


if __name__ == "__main__":
    unittest.main()
