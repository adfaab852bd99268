# SPDX-License-Identifier: MIT
"""tools/build.sh decides what is configured and built; here in a tree where all it calls only says that it was called."""
import os
import shutil
import subprocess
import tempfile
import unittest

SOURCE_DIR = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Each notes its name and arguments; the two that build.sh reads answer as the real ones do.
STUB = '#!/bin/sh\necho "$(basename "$0") $*" >>"$CALLS"\n'
STUBS = {
    "tools/install_packages.sh": STUB,
    "tools/cuda_headers.sh": STUB,
    "tools/fetch_web.sh": STUB,
    "tools/fetch_browser.sh": STUB,
    "tools/fetch_llama_server.sh": STUB,
    "tools/fetch_nvrtc.sh": STUB,
    "tools/run_build.sh": STUB,
    "tools/find_torch.sh": STUB + 'echo "${WGF_TORCH_DIR:-/torch}"\n',
    # Configuring makes the folder of the preset, with the settings in its cache.
    "bin/cmake": STUB + 'mkdir -p build/$2; touch build/$2/build.ninja\n'
                        'for word; do case $word in -DWGF_TESTS=*) echo "WGF_TESTS:BOOL=${word#*=}";; esac; done'
                        ' >build/$2/CMakeCache.txt\n',
}


class Build(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="wgf_build_")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        for name, text in STUBS.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
            os.chmod(path, 0o755)
        shutil.copy(os.path.join(SOURCE_DIR, "tools", "build.sh"), os.path.join(self.folder, "tools"))

    def build(self, what, **variables):
        """Calls that one run made."""
        calls = os.path.join(self.folder, "calls")
        if os.path.exists(calls):
            os.remove(calls)
        clean = {name: value for name, value in os.environ.items()
                 if name not in ("CI", "NO_TORCH") and not name.startswith("WGF_")}
        path = os.path.join(self.folder, "bin") + ":" + os.environ["PATH"]
        subprocess.run(["bash", os.path.join(self.folder, "tools", "build.sh"), what], check=True, timeout=30,
                       env={**clean, "PATH": path, "CALLS": calls, **variables})
        with open(calls, encoding="ascii") as file:
            return file.read().splitlines()

    @staticmethod
    def configured(calls):
        return [call for call in calls if call.startswith("cmake ")]

    def test_first_run_configures_and_builds_program_and_engine(self):
        calls = self.build("program")
        self.assertEqual(len(self.configured(calls)), 1, calls)
        self.assertIn("-DWGF_TORCH_DIR=/torch", calls[-2])
        self.assertIn("-DWGF_TESTS=OFF", calls[-2])
        self.assertEqual(calls[-1], "run_build.sh build/release torch-gpu-benchmark torch-gpu-benchmark-engine")
        self.assertEqual(os.readlink(os.path.join(self.folder, "torch-gpu-benchmark")),
                         "build/release/torch-gpu-benchmark")

    def test_second_run_configures_nothing(self):
        self.build("program")
        self.assertEqual(self.configured(self.build("program")), [])

    def test_tests_switched_on_once_stay_on_so_that_nothing_is_built_twice(self):
        self.build("program")
        self.assertIn("-DWGF_TESTS=ON", self.configured(self.build("all"))[0])
        self.assertEqual(self.configured(self.build("program")), [])
        self.assertEqual(self.configured(self.build("all")), [])

    def test_other_settings_configure_again(self):
        self.build("program")
        self.assertEqual(len(self.configured(self.build("program", WGF_TORCH_DIR="/other"))), 1)
        self.assertIn("-DWGF_WERROR=ON", self.configured(self.build("program", CI="true"))[0])

    def test_without_torch_none_is_looked_for(self):
        calls = self.build("program", NO_TORCH="1")
        self.assertEqual([call for call in calls if call.startswith("find_torch")], [])
        self.assertEqual(calls[-1], "run_build.sh build/front torch-gpu-benchmark")

    def test_tests_alone_fetch_the_compiler_of_kernels_where_there_is_an_engine(self):
        self.assertIn("fetch_nvrtc.sh /torch", self.build("all"))
        for calls in (self.build("program"), self.build("all", NO_TORCH="1")):
            self.assertEqual([call for call in calls if call.startswith("fetch_nvrtc")], [])

    def test_setup_builds_nothing(self):
        calls = self.build("setup")
        self.assertEqual(calls, ["install_packages.sh build engine", "fetch_web.sh ", "find_torch.sh ",
                                 "cuda_headers.sh /torch"])


if __name__ == "__main__":
    unittest.main()
