#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks without the program's own reader that every record under data/ says where it comes from, and every GPU where its
bus width and pin rate do."""
import pathlib
import sys
import tomllib

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
# As many records as the catalogue was made from; it only grows.
LEAST = {"gpu": 131, "model": 243}


def bus_is_cited(record):
    """Both figures are named in `source`, or in `notes` where they are computed or could not be checked."""
    if not {"bus_bits", "pin_gbps"} & set(record.get("memory", {})):
        return True
    text = f"{record.get('source', '')} {record.get('notes', '')}".lower()
    return "bus width" in text and ("memory clock:" in text or "pin rate" in text)


def main():
    faults = []
    for kind, least in LEAST.items():
        count = 0
        for path in sorted((DATA / f"{kind}s").glob("*.toml")):
            with open(path, "rb") as file:
                records = tomllib.load(file).get(kind, [])
            count += len(records)
            faults += [f"{path.relative_to(DATA.parent)}: {record.get('id', '?')} has no source"
                       for record in records if not str(record.get("source", "")).strip()]
            faults += [f"{path.relative_to(DATA.parent)}: {record.get('id', '?')} does not say where bus width and pin rate were read"
                       for record in records if not bus_is_cited(record)]
        if count < least:
            faults.append(f"data/{kind}s: {count} records, {least} expected")
    print("\n".join(faults) if faults else "data: every record has its source")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
