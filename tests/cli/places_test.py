# SPDX-License-Identifier: MIT
"""Where results cannot be written: folders without permission, full disks. Earlier files stay as they were."""
import os
import shutil
import subprocess
import unittest

from measuring_test import ENGINE, Measuring
from program import ERROR, OK, PROGRAM, environment

NOBODY = 65534


class ReadOnly(Measuring):
    def setUp(self):
        """Permissions bind everybody but root, so that root runs the program as nobody."""
        super().setUp()
        self.prefix = []
        if os.geteuid() == 0:
            self.prefix = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
            if subprocess.run([*self.prefix, "true"], capture_output=True, check=False).returncode != 0:
                self.skipTest("root may not become another user here")
        # Copies, for nobody may not see into the folder of the build.
        self.program = shutil.copy(PROGRAM, self.path("program"))
        self.engine = shutil.copy(ENGINE, self.path("engine"))
        os.mkdir(self.path("fixed"))

    def seal(self, *names):
        """All belongs to the user who runs the program, and what is named may only be read."""
        for folder, _, files in os.walk(self.folder):
            for path in (folder, *(os.path.join(folder, name) for name in files)):
                if os.geteuid() == 0:
                    os.chown(path, NOBODY, NOBODY)
                os.chmod(path, 0o755)
        for name in names:
            os.chmod(self.path(name), 0o555)

    def measure_unprivileged(self, *arguments, folder="."):
        env = environment(WGF_ENGINE_PATH=self.engine, WGF_SCRIPT="ok", WGF_SCRIPT_STATE=self.path("taken"),
                          PATH="/usr/bin:/bin", HOME=self.folder)
        return subprocess.run([*self.prefix, self.program, "run", "-m", "simple_cnn", "-b", "1", "--device", "cpu",
                               *arguments], cwd=self.path(folder), env=env, capture_output=True, text=True,
                              timeout=60, check=False)

    def test_folder_that_may_be_written_serves(self):
        self.seal()
        done = self.measure_unprivileged("-o", "fixed/r.json")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(os.listdir(self.path("fixed")), ["r.json"])

    def test_named_file_in_a_read_only_folder_is_refused_before_measuring(self):
        self.seal("fixed")
        for name in ("r.json", "r.csv", "r.md"):
            with self.subTest(name):
                self.assert_error(self.measure_unprivileged("-o", f"fixed/{name}"), ERROR, f"fixed/{name}", "-o")
        self.assertEqual(os.listdir(self.path("fixed")), [])
        self.assertFalse(os.path.exists(self.path("taken")))

    def test_run_inside_a_read_only_folder_is_refused_before_measuring(self):
        self.seal("fixed")
        self.assert_error(self.measure_unprivileged(folder="fixed"), ERROR, "results.json", "-o")
        self.assertFalse(os.path.exists(self.path("taken")))

    def test_earlier_results_in_a_read_only_folder_stay(self):
        self.write("fixed/r.json", "earlier")
        self.seal("fixed")
        self.assert_error(self.measure_unprivileged("-o", "fixed/r.json", "--force"), ERROR, "fixed/r.json")
        with open(self.path("fixed/r.json"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "earlier")


class FullDisk(Measuring):
    """A small disk in memory that only the program's own namespace sees."""

    def measure_on_full_disk(self, *arguments):
        """Runs there with earlier files and no byte free; what lies there afterwards is copied to after/."""
        unshare = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
        os.mkdir(self.path("disk"))
        os.mkdir(self.path("after"))
        mount = "mount -t tmpfs -o size=64k none disk"
        if subprocess.run([*unshare, "sh", "-c", mount], cwd=self.folder, capture_output=True,
                          check=False).returncode != 0:
            self.skipTest("no file system may be mounted here")
        script = (f"{mount} && cd disk && echo earlier | tee r.json r.json.journal && "
                  '{ dd if=/dev/zero of=filler 2>/dev/null; "$@"; code=$?; rm filler; cp -r . ../after; exit $code; }')
        return subprocess.run([*unshare, "sh", "-c", script, "sh", PROGRAM, "run", "-m", "simple_cnn", "-b", "1",
                               "--device", "cpu", *arguments], cwd=self.folder, env=self.env(), capture_output=True,
                              text=True, timeout=60, check=False)

    def test_earlier_results_stay_and_nothing_half_written_is_left(self):
        done = self.measure_on_full_disk("-o", "r.json", "--force")
        self.assert_error(done, ERROR, "r.json", "No space left on device")
        names = ["r.json", "r.json.journal"]
        self.assertEqual(sorted(os.listdir(self.path("after"))), names)
        for name in names:
            with open(self.path(f"after/{name}"), encoding="utf-8") as file:
                self.assertEqual(file.read(), "earlier\n")

    def test_device_that_is_full_keeps_the_other_file_and_says_so(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        done = self.measure("-b", "1", "-o", "/dev/full", "-o", "kept.json", "-f", "json")
        self.assert_error(done, ERROR, "/dev/full")
        self.assertEqual(self.statuses("kept.json"), ["ok", "ok"])


if __name__ == "__main__":
    unittest.main()
