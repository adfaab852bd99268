# SPDX-License-Identifier: MIT
"""Models of the user's own, made by the torch that the engine was built with, and files that are none."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from engine_test import EngineTest
from program import ERROR, OK, USAGE, environment

TORCH = os.environ.get("WGF_TORCH_DIR", "")
MODELS = os.environ.get("WGF_MODELS", "")
MAKE_MODELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "make_models.py")
INPUT = ["--input", "float32[8,16]", "-i", "20", "-w", "2"]


def torch_version():
    with open(os.path.join(TORCH, "version.py"), encoding="utf-8") as file:
        return file.read()


def python_with_torch():
    """The interpreter whose packages hold the torch of the build, and the environment it needs."""
    packages = os.path.dirname(TORCH)
    prefix = os.path.dirname(os.path.dirname(os.path.dirname(packages)))
    for python in (*glob.glob(os.path.join(prefix, "bin", "python3")), sys.executable):
        env = environment(PYTHONPATH=packages)
        if subprocess.run([python, "-c", "import torch"], env=env, capture_output=True, check=False).returncode == 0:
            return python, env
    raise unittest.SkipTest(f"no python3 imports the torch in {TORCH}")


def make_models():
    """The files, kept in the build folder: compiling the package takes some 20 s. Made anew for another torch."""
    if not os.path.exists(os.path.join(TORCH, "version.py")):
        raise unittest.SkipTest(f"{TORCH} is a LibTorch without Python")
    with open(MAKE_MODELS, encoding="utf-8") as script:
        stamp = torch_version() + script.read()
    stamp_path = os.path.join(MODELS, "made_by")
    if os.path.exists(stamp_path):
        with open(stamp_path, encoding="utf-8") as file:
            if file.read() == stamp:
                return
    python, env = python_with_torch()
    os.makedirs(MODELS, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="wgf_models_") as cache:
        made = subprocess.run([python, MAKE_MODELS, MODELS], env=dict(env, TORCHINDUCTOR_CACHE_DIR=cache),
                              capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise AssertionError(f"make_models.py failed:\n{made.stderr}")
    with open(stamp_path, "w", encoding="utf-8") as file:
        file.write(stamp)


class UserModels(EngineTest):
    def measured(self, name):
        shutil.copy(os.path.join(MODELS, name), self.path(name))
        done = self.measure("--model-file", name, *INPUT)
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn(name, done.stdout)
        results = self.record()["results"]
        self.assertEqual(len(results), 1)
        metrics = self.assert_measured(results[0])
        self.assertEqual(metrics["measured_steps"]["value"], 20)
        self.assertGreater(metrics["load_time"]["value"], 0)
        # The first dimension of the input is the batch.
        self.assertAlmostEqual(metrics["throughput"]["value"] * metrics["step_time"]["value"], 8e3, delta=0.01)
        return metrics

    def test_torchscript(self):
        make_models()
        for name in ("scripted.pt", "traced.pt"):
            with self.subTest(name):
                metrics = self.measured(name)
                # 16 × 32 + 32 and 32 × 4 + 4 weights and biases; 8 samples, two operations per weight.
                self.assertEqual(metrics["parameters"]["value"], 676)
                self.assertAlmostEqual(metrics["flops_per_step"]["value"] * 1e9, 2 * 8 * (16 * 32 + 32 * 4), delta=400)
                os.remove(self.path("results.json"))

    def test_a_file_computes_in_types_of_its_own(self):
        make_models()
        for name, compute in (("bf16.pt", "bf16"), ("bf16.pt2", "compiled")):
            with self.subTest(name):
                shutil.copy(os.path.join(MODELS, name), self.path(name))
                arguments = ["--model-file", name, "--input", "bfloat16[8,16]", "-i", "5"]
                done = self.measure(*arguments)
                self.assertEqual(done.returncode, OK, done.stderr)
                self.assertIn("bf16", done.stdout)
                self.assertNotIn("fp32", done.stdout)
                result = self.record()["results"][0]
                self.assertEqual(result["math_mode"]["compute"], compute)
                self.assertEqual(result["case"]["parameters"]["precision"], "bf16")
                self.assertTrue(result["case"]["key"].endswith(" precision=bf16"), result["case"]["key"])
                # What is there is known, whatever the plan left open.
                before = self.record()["results"]
                again = self.measure(*arguments, "--resume", "results.json")
                self.assertEqual(again.returncode, OK, again.stderr)
                self.assertEqual(self.record()["results"], before)
                os.remove(self.path("results.json"))

    def test_aotinductor_package(self):
        make_models()
        self.measured("package.pt2")
        os.remove(self.path("results.json"))
        done = self.measure("--model-file", "package.pt2", "--input", "float32[512,16]", "-i", "5")
        self.assert_error(done, ERROR, "float32[512,16]", "float32[8,16]")
        self.assertEqual(self.record()["results"][0]["reason"]["code"], "engine.package_input")

    def test_input_of_another_shape_fails_with_a_reason(self):
        make_models()
        shutil.copy(os.path.join(MODELS, "scripted.pt"), self.path("net.pt"))
        done = self.measure("--model-file", "net.pt", "--input", "float32[8,17]", "-i", "5")
        self.assert_error(done, ERROR)
        self.assertEqual(self.statuses(), ["failed"])
        self.assertIn("8x17", self.record()["results"][0]["reason"]["text"])

    def test_a_model_file_is_not_trained(self):
        make_models()
        shutil.copy(os.path.join(MODELS, "scripted.pt"), self.path("net.pt"))
        done = self.measure("--model-file", "net.pt", *INPUT, "--workload", "train")
        self.assert_error(done, USAGE, "net.pt", "--workload infer")

    def test_files_that_are_not_models(self):
        for name in ("text.pt", "text.pt2"):
            with self.subTest(name):
                self.write(name, "this is no model\n")
                done = self.measure("--model-file", name, *INPUT)
                self.assert_error(done, ERROR, name)
                result = self.record()["results"][0]
                self.assertEqual(result["status"], "failed")
                self.assertEqual(result["reason"]["code"], "engine.not_a_model")
                os.remove(self.path("results.json"))


if __name__ == "__main__":
    unittest.main()
