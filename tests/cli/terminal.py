# SPDX-License-Identifier: MIT
"""A program on a terminal of its own: what it writes is seen to the last byte, what it reads is typed."""
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import threading
import time

# Written behind a program's last byte. The end of a terminal does not serve: where its other side is closed,
# Linux may say so (EIO) before all that was written has been read.
END = b"\0"


class Terminal:
    def __init__(self, command, *, columns=80, limit_s=30, **settings):
        """Starts it; what `settings` (of Popen) names is no terminal. Killed after `limit_s`."""
        self._ours, self._theirs = pty.openpty()
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        streams = {"stdin": self._theirs, "stdout": self._theirs, "stderr": self._theirs}
        self.program = subprocess.Popen(command, **{**streams, **settings})
        self._seen, self._end = b"", time.monotonic() + limit_s
        self._marking = threading.Thread(target=self._mark_end)
        self._marking.start()

    def _mark_end(self):
        try:
            self.program.wait(timeout=self._end - time.monotonic())
        except subprocess.TimeoutExpired:
            self.program.kill()
            self.program.wait()
        os.write(self._theirs, END)

    @property
    def text(self):
        """All that was seen so far."""
        return self._seen.removesuffix(END).decode("utf-8", "replace").replace("\r\n", "\n")

    @property
    def has_ended(self):
        return self._seen.endswith(END)

    def read(self, wait_s):
        """Whether something came within the wait."""
        if not select.select([self._ours], [], [], wait_s)[0]:
            return False
        self._seen += os.read(self._ours, 65536)
        return True

    def type(self, text):
        os.write(self._ours, text.encode())

    def close(self):
        """Reads to the end; the exit code."""
        while not self.has_ended:
            self.read(1)
        self._marking.join()
        os.close(self._ours)
        os.close(self._theirs)
        return self.program.returncode


def lines_on_terminal(command, columns, **settings):
    """The lines of a program that asks nothing, and its exit code."""
    terminal = Terminal(command, columns=columns, **{"stdin": subprocess.DEVNULL, **settings})
    code = terminal.close()
    return terminal.text.splitlines(), code
