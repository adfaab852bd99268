#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Downloads the sources of a Python package without pip: fetch_sdist.py NAME VERSION SHA256 FOLDER.

From the index pip is configured for (PIP_INDEX_URL, pip.conf), else pypi.org. FOLDER is there whole or not at all; the
archive must have the given hash before it is unpacked."""
import configparser
import hashlib
import html.parser
import io
import os
import pathlib
import shutil
import sys
import tarfile
import time
import urllib.error
import urllib.parse
import urllib.request

ATTEMPTS = 3


def index_url() -> str:
    home = pathlib.Path.home()
    settings = configparser.ConfigParser(interpolation=None)
    settings.read(["/etc/xdg/pip/pip.conf", "/etc/pip.conf", home / ".pip/pip.conf", home / ".config/pip/pip.conf"])
    configured = settings.get("global", "index-url", fallback="https://pypi.org/simple")
    return os.environ.get("PIP_INDEX_URL", configured).rstrip("/")


def download(address: str) -> bytes:
    for attempt in range(ATTEMPTS):
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return answer.read()
        except OSError as error:
            if attempt + 1 == ATTEMPTS:
                sys.exit(f"fetch_sdist: cannot download {address}: {error}. Set PIP_INDEX_URL to an index that answers.")
            time.sleep(2)
    raise AssertionError


class Links(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attributes: list) -> None:
        if tag == "a":
            self.targets.append(dict(attributes).get("href") or "")


def main() -> None:
    name, version, wanted, folder = sys.argv[1:]
    page = f"{index_url()}/{name}/"
    file_name = f"{name.replace('-', '_')}-{version}.tar.gz"
    links = Links()
    links.feed(download(page).decode())
    found = [link for link in links.targets if urllib.parse.urlparse(link).path.endswith("/" + file_name)]
    if not found:
        sys.exit(f"fetch_sdist: {page} has no {file_name}")
    data = download(urllib.parse.urljoin(page, found[0]))
    got = hashlib.sha256(data).hexdigest()
    if got != wanted:
        sys.exit(f"fetch_sdist: {file_name} is another file: sha256 {got}, wanted {wanted}")
    target = pathlib.Path(folder)
    partial = target.with_name(target.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive.getmembers():
            inside = pathlib.PurePosixPath(*pathlib.PurePosixPath(member.name).parts[1:])  # without "name-version/"
            if member.isfile() and not inside.is_absolute() and ".." not in inside.parts:
                path = partial / inside
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(archive.extractfile(member).read())
    shutil.rmtree(target, ignore_errors=True)
    partial.rename(target)


if __name__ == "__main__":
    main()
