# SPDX-License-Identifier: MIT
"""What `make install PREFIX=` puts into a folder runs there: program, engine with its facts, records."""
import json
import os
import subprocess
import unittest

from program import NOT_SUPPORTED, OK, ProgramTest, environment

BUILD_DIR = os.environ.get("WGF_BUILD_DIR", "")
CMAKE = os.environ.get("WGF_CMAKE", "cmake")


class Install(ProgramTest):
    def setUp(self):
        super().setUp()
        done = subprocess.run([CMAKE, "--install", BUILD_DIR, "--prefix", self.folder, "--strip"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(done.returncode, OK, done.stdout)
        self.engine = self.path("libexec/torch-gpu-benchmark/torch-gpu-benchmark-engine")

    def installed(self, *arguments):
        return subprocess.run([self.path("bin/torch-gpu-benchmark"), *arguments], cwd=self.folder, env=environment(),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120, check=False)

    def test_the_program_knows_its_records_and_reads_the_installed_ones(self):
        inside = self.installed("list-gpus", "h100-sxm", "--json")
        self.assertEqual(inside.returncode, OK, inside.stderr)
        records = self.path("share/torch-gpu-benchmark/data")
        self.assertEqual(self.installed("list-gpus", "h100-sxm", "--json", "--catalog", records).stdout, inside.stdout)
        self.assertTrue(os.path.exists(self.path("share/doc/torch-gpu-benchmark/LICENSE")))

    def test_the_engine_is_found_and_known_without_being_started(self):
        if not os.path.exists(os.path.join(BUILD_DIR, "torch-gpu-benchmark-engine")):
            self.assert_error(self.installed("run", "-m", "vae"), NOT_SUPPORTED, "torch-gpu-benchmark-engine")
            return
        devices = json.loads(self.installed("list-devices", "cpu", "--json").stdout)
        self.assertEqual(devices[0]["usable"], "yes")
        done = self.installed("info", "software", "--engine", "--json")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("libtorch", json.loads(done.stdout)["software"])


if __name__ == "__main__":
    unittest.main()
