# SPDX-License-Identifier: MIT
"""What the tests of audit share: its exit code, and a claim's answer."""
import json

from program import ProgramTest

IMPOSSIBLE = 3


class AuditTest(ProgramTest):
    def audit(self, claim, code):
        done = self.run_program("audit", claim, "--json")
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)
