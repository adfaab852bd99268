# SPDX-License-Identifier: MIT
"""A real Chromium that shows a file and remembers what it complained about."""
import os
import shutil
import sys

SOURCE_DIR = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BROWSER_PYTHON = os.path.join(SOURCE_DIR, ".venv-browser", "bin", "python3")
SKIPPED = 77
PATIENCE = 60_000  # ms; a machine that builds beside this stands still for longer than one would think

# As root in a container it has no sandbox; the rest keeps it from looking for Google's hosts.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update"]


def missing(what):
    """In CI a test that cannot run is a failure, elsewhere it is skipped with its reason."""
    print(f"{what} is missing; tools/fetch_browser.sh installs it")
    sys.exit(1 if os.environ.get("CI") == "true" else SKIPPED)


def find_chromium():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return shutil.which(name)
    return missing("Chromium")


def import_playwright():
    """Playwright lies in an environment of its own: the script goes on in that one's Python."""
    try:
        from playwright.sync_api import sync_playwright
        return sync_playwright
    except ImportError:
        if os.path.exists(BROWSER_PYTHON) and os.environ.get("WGF_IN_BROWSER_PYTHON") is None:
            os.environ["WGF_IN_BROWSER_PYTHON"] = "1"
            os.execv(BROWSER_PYTHON, [BROWSER_PYTHON, *sys.argv])
        return missing("Playwright")


class Browser:
    def __init__(self):
        self.playwright = import_playwright()().start()
        self.chromium = self.playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS, timeout=PATIENCE)

    def close(self):
        self.chromium.close()
        self.playwright.stop()

    def open(self, path, fragment="", width=1280, height=900, scheme="light"):
        """A page, with what it said on the console as page.complaints and what it asked the network for."""
        context = self.chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme,
                                            accept_downloads=True, permissions=["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.complaints, page.requested = [], []
        page.on("console", lambda message: page.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: page.complaints.append(f"error: {error}"))
        page.on("request", lambda request: page.requested.append(request.url))
        page.goto("file://" + path + fragment)
        page.wait_for_selector("#charts .panel:not([hidden]) svg")
        return page
