# SPDX-License-Identifier: MIT
"""Runs the real program the way a user does: WGF_PROGRAM names it."""
import atexit
import os
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.path.abspath(os.environ["WGF_PROGRAM"]) if os.environ.get("WGF_PROGRAM") else ""
SOURCE_DIR = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# No prices, baselines or settings of whoever runs the tests; the last test process removes it.
EMPTY_HOME = tempfile.mkdtemp(prefix="wgf_home_")
atexit.register(shutil.rmtree, EMPTY_HOME, ignore_errors=True)

OK, ERROR, USAGE, REGRESSION, INCONCLUSIVE, NOT_SUPPORTED = range(6)


# The day on which prices are fresh or stale: a test says tomorrow what it says today.
DAY = "1795305600"  # 2026-11-22


def environment(**more):
    """A clean one: no language, no engine, no GPU and no day but those a test names."""
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith(("WGF_", "LC_", "LANG", "XDG_", "SOURCE_DATE_EPOCH"))}
    clean["HOME"] = EMPTY_HOME
    clean["SOURCE_DATE_EPOCH"] = DAY
    clean["WGF_NVML_LIBRARY"] = ""
    clean["WGF_ROCM_SMI_LIBRARY"] = ""
    clean.update(more)
    return clean


class ProgramTest(unittest.TestCase):
    """A folder of its own for each test, and what the user would see."""

    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="wgf_cli_")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def run_program(self, *arguments, env=None, timeout=60, stdout=subprocess.PIPE):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, env=env or environment(), stdout=stdout,
                              stderr=subprocess.PIPE, text=True, timeout=timeout, check=False)

    def assert_error(self, done, code, *parts):
        """One line "error: …" on stderr that holds the parts, and the exit code."""
        self.assertEqual(done.returncode, code, done.stderr)
        lines = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
        self.assertEqual(len(lines), 1, done.stderr)
        for part in parts:
            self.assertIn(part, lines[0])
        # A sentence that misses its text or an argument shows its key or a {mark}.
        self.assertNotRegex(lines[0], r"\{[a-z_]+\}|error: [a-z_]+\.[a-z_]+( [a-z_]+=|$)")

    def assert_usage_error(self, arguments, *parts):
        done = self.run_program(*arguments)
        self.assert_error(done, USAGE, *parts)
        self.assertEqual(done.stdout or "", "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
