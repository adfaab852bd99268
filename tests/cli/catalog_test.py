# SPDX-License-Identifier: MIT
"""--catalog DIR: a broken record anywhere in it is found by every command, with its file, line and field."""
import os
import unittest

from program import ERROR, OK, USAGE, ProgramTest

GPU = """vendor = "NVIDIA"
architecture = "Hopper"
[[gpu]]
id = "one"
name = "NVIDIA One"
aliases = ["first-card"]
memory = { gb = 80, type = "HBM3", bandwidth_gbs = 3350 }
source = "made up"
"""
MODEL = """[[model]]
id = "small"
family = "Small"
kind = "cnn"
params = { total = 1000 }
source = "made up"
"""
# Each reads other halves of the catalogue, or none of it.
COMMANDS = [["list-gpus"], ["list-models"], ["list-benchmarks"], ["list-devices"], ["info"],
            ["run", "-m", "simple_cnn"], ["quick", "--light"]]


class CatalogFolder(ProgramTest):
    def fill(self, gpus=GPU, models=MODEL):
        for folder, text in (("gpus", gpus), ("models", models)):
            os.makedirs(self.path("cat/" + folder), exist_ok=True)
            self.write(f"cat/{folder}/x.toml", text)

    def assert_broken_everywhere(self, *parts):
        for command in COMMANDS:
            with self.subTest(command=command[0]):
                done = self.run_program(*command, "--catalog", "cat")
                self.assert_error(done, ERROR, *parts)
                self.assertEqual(done.stdout, "")
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_good_folder_takes_the_place_of_the_built_in_records(self):
        self.fill()
        done = self.run_program("list-gpus", "--catalog", "cat")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^one +Hopper")
        self.assertNotIn("h100", done.stdout)
        done = self.run_program("--catalog", "cat", "list-models")
        self.assertIn("small", done.stdout)
        self.assertNotIn("llama", done.stdout)

    def test_broken_gpu_record(self):
        self.fill(gpus=GPU.replace('"NVIDIA One"', "5"))
        self.assert_broken_everywhere("cat/gpus/x.toml:5: one: name must be text")

    def test_broken_model_record(self):
        self.fill(models=MODEL.replace('"cnn"', '"cmm"'))
        self.assert_broken_everywhere("cat/models/x.toml:4: small: kind", "cmm")

    def test_duplicate_alias(self):
        second = GPU[GPU.index("[[gpu]]"):].replace('"one"', '"two"').replace("NVIDIA One", "NVIDIA Two")
        self.fill(gpus=GPU + second.replace("first-card", "First Card"))
        self.assert_broken_everywhere("cat/gpus/x.toml:12: two: aliases", "First Card", "one")
        self.fill(models=MODEL + MODEL.replace('"small"\n', '"tiny"\naliases = ["SMALL"]\n'))
        self.assert_broken_everywhere("cat/models/x.toml:9: tiny: aliases", "SMALL", "small")

    def test_missing_required_field(self):
        self.fill(gpus=GPU.replace('source = "made up"\n', ""))
        self.assert_broken_everywhere("cat/gpus/x.toml:3: one: the field source is missing")
        self.fill(models=MODEL.replace("params = { total = 1000 }\n", ""))
        self.assert_broken_everywhere("cat/models/x.toml:1: small: the field params.total is missing")
        self.fill(gpus=GPU.replace('vendor = "NVIDIA"\n', ""))
        self.assert_broken_everywhere("cat/gpus/x.toml:1: [file]: the field vendor is missing")

    def test_value_out_of_range(self):
        self.fill(gpus=GPU.replace("gb = 80", "gb = 80000"))
        self.assert_broken_everywhere("cat/gpus/x.toml:7: one: memory.gb = 80000 is outside")
        self.fill(models=MODEL.replace("total = 1000", "total = 0"))
        self.assert_broken_everywhere("cat/models/x.toml:5: small: params.total = 0 is outside")

    def test_not_toml(self):
        self.fill(gpus=GPU + "id = \n")
        self.assert_broken_everywhere("cat/gpus/x.toml:9: not valid TOML")
        self.fill(models="{ \"json\": true }\n")
        self.assert_broken_everywhere("cat/models/x.toml:1: not valid TOML")

    def test_missing_folder_or_half(self):
        self.assert_broken_everywhere("no .toml files in cat/gpus", "--catalog")
        self.fill()
        os.remove(self.path("cat/models/x.toml"))
        self.assert_broken_everywhere("no .toml files in cat/models", "--catalog")

    def test_empty_name_is_wrong_usage(self):
        self.assert_error(self.run_program("list-gpus", "--catalog", ""), USAGE, "--catalog")


if __name__ == "__main__":
    unittest.main()
