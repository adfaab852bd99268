#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Downloads npm packages without npm: fetch_locked.py REGISTRY LOCK_FILE PACKAGE...

Each tarball must have the integrity that the lock file names; nothing is unpacked before that is checked."""
import base64
import hashlib
import io
import json
import pathlib
import sys
import tarfile
import time
import urllib.error
import urllib.request

ATTEMPTS = 3


def download(address: str) -> bytes:
    for attempt in range(ATTEMPTS):
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return answer.read()
        except (OSError, urllib.error.URLError) as error:
            if attempt + 1 == ATTEMPTS:
                sys.exit(f"fetch_locked: cannot download {address}: {error}. "
                         "Set npm_config_registry to a registry that answers, or install npm.")
            time.sleep(2)
    raise AssertionError


def check(data: bytes, integrity: str, name: str) -> None:
    algorithm, _, wanted = integrity.partition("-")
    got = base64.b64encode(hashlib.new(algorithm, data).digest()).decode()
    if got != wanted:
        sys.exit(f"fetch_locked: {name} is not the package of the lock file: {algorithm} {got}, wanted {wanted}")


def unpack(data: bytes, folder: pathlib.Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive.getmembers():
            inside = pathlib.PurePosixPath(*pathlib.PurePosixPath(member.name).parts[1:])  # without "package/"
            if not member.isfile() or inside.is_absolute() or ".." in inside.parts:
                continue
            target = folder / inside
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.extractfile(member).read())


def main() -> None:
    registry, lock_file, *names = sys.argv[1:]
    packages = json.loads(pathlib.Path(lock_file).read_text())["packages"]
    for name in names:
        folder = f"node_modules/{name}"
        wanted = packages[folder]
        file_name = f"{name.rpartition('/')[2]}-{wanted['version']}.tgz"
        data = download(f"{registry.rstrip('/')}/{name}/-/{file_name}")
        check(data, wanted["integrity"], file_name)
        unpack(data, pathlib.Path(lock_file).parent / folder)


if __name__ == "__main__":
    main()
