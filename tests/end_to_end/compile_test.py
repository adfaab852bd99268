# SPDX-License-Identifier: MIT
"""compile-test with the real engine and the Python beside its LibTorch: a whole training step as one package."""
import os
import unittest

from engine_test import PATIENCE_S, EngineTest
from program import ERROR, OK
from schema import errors_against_schema

PYTHON = os.path.join(os.environ.get("WGF_TORCH_DIR", ""), "../../../../bin/python3")


class Compile(EngineTest):
    def task(self, *arguments, **variables):
        """A compiler takes half a minute, on a busy machine several."""
        return self.run_program(*arguments, "--device", "cpu", env={**self.env(), **variables}, timeout=4 * PATIENCE_S)

    def results(self):
        record = self.record("compile_test.json")
        self.assertEqual(errors_against_schema(self, record), [])
        return record["results"]

    @unittest.skipUnless(os.access(PYTHON, os.X_OK), "no Python beside this LibTorch")
    def test_a_training_step_is_compiled_run_from_cpp_and_right(self):
        done = self.task("compile-test", "-m", "autoencoder", "--task", "train", "--optimizer", "adamw", "-b", "2",
                         "--image-size", "16", "--no-beside", "--python", PYTHON, "--keep", self.path("kept"), "-w", "1", "--steps", "3")
        self.assertEqual(done.returncode, OK, done.stderr)
        results = {result["case"]["parameters"]["launch"]: result for result in self.results()}
        self.assertEqual(results["graph"]["status"], "unsupported")
        self.assertEqual(results["package"]["status"], "ok", results["package"].get("reason"))
        metrics = {metric["tag"]: metric["value"] for metric in results["package"]["metrics"]}
        self.assertLess(metrics["output_difference"], 1e-5)
        self.assertLess(metrics["update_difference"], 1e-3)
        self.assertGreater(metrics["compile_time"], 0)
        self.assertEqual(sorted(os.path.splitext(name)[1] for name in os.listdir(self.path("kept"))),
                         [".pt", ".pt2", ".py", ".safetensors"])

    def test_a_python_without_torch_leaves_the_rest(self):
        done = self.task("compile-test", "-m", "autoencoder", "--image-size", "16", "-b", "1", "-w", "1", "--steps", "3", "--python", "/bin/false")
        self.assertEqual(done.returncode, ERROR, done.stderr)  # it was named
        statuses = [result["status"] for result in self.results()]
        self.assertEqual(statuses.count("ok"), 2)
        self.assertIn("gave no answer", done.stdout)


if __name__ == "__main__":
    unittest.main()
