#!/usr/bin/env python3
"""Prints gcovr's summary as one row a folder of src/: lines and branches that the tests ran."""
import json
import pathlib
import sys


def percent(part, whole):
    return f"{part:6d} of {whole:6d} {100 * part / whole:6.1f} %" if whole else " " * 25


def main():
    folders = {}
    for row in json.loads(pathlib.Path(sys.argv[1]).read_text())["files"]:
        name = row["filename"].rsplit("/", 1)[0]
        for key in (name, "all"):
            sums = folders.setdefault(key, [0, 0, 0, 0])
            for i, field in enumerate(("line_covered", "line_total", "branch_covered", "branch_total")):
                sums[i] += row[field]
    print(f"{'folder':24}{'lines':>25}  {'branches':>25}")
    for name in sorted(folders, key=lambda n: (n == "all", n)):
        a, b, c, d = folders[name]
        print(f"{name:24}{percent(a, b)}  {percent(c, d)}")


if __name__ == "__main__":
    main()
