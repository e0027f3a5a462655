#!/usr/bin/env python3
"""Continuous tests of vertex and face, edge and edge, against a folder of queries with exact answers [Wang21].

The files are those of the repository Continuous-Collision-Detection/Sample-Queries: below a folder `vertex-face` or
`edge-edge`, CSV files of eight lines a query, four corners at the start and four at the end, each three rational
numbers (numerator, denominator) and the answer, 0 or 1.  Coordinates that are no doubles are refused.
Run as: ccd_queries.py --carom PATH FOLDER
"""
import argparse
import json
import os
import subprocess
import sys
from fractions import Fraction


def read_corner(line, place):
    fields = [int(x) for x in line.split(",")]
    exact = [Fraction(fields[i], fields[i + 1]) for i in (0, 2, 4)]
    corner = [float(x) for x in exact]
    if [Fraction(x) for x in corner] != exact:
        sys.exit("%s: not a double" % place)
    return corner, fields[6]


def queries_of(path, kind):
    with open(path, encoding="ascii") as file:
        lines = [line for line in file if line.strip()]
    for first in range(0, len(lines), 8):
        read = [read_corner(line, "%s:%d" % (path, first + i + 1)) for i, line in enumerate(lines[first:first + 8])]
        p = [corner for corner, _ in read]
        if kind == "vertex-face":
            query = {"a": {"point": [p[0], p[4]]}, "b": {"triangle": [p[1:4], p[5:]]}}
        else:
            query = {"a": {"segment": [p[:2], p[4:6]]}, "b": {"segment": [p[2:4], p[6:]]}}
        yield dict(query, query="ccd"), bool(read[0][1])


def all_queries(folder):
    for root, folders, names in os.walk(folder):
        folders.sort()
        kind = os.path.basename(root)
        if kind in ("vertex-face", "edge-edge"):
            for name in sorted(names):
                if name.endswith(".csv"):
                    yield from queries_of(os.path.join(root, name), kind)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--carom", required=True)
    parser.add_argument("folder")
    options = parser.parse_args()
    known = list(all_queries(options.folder))
    text = "".join(json.dumps(query) + "\n" for query, _ in known)
    done = subprocess.run([options.carom, "query", "--precision", "double"], input=text, text=True,
                          stdout=subprocess.PIPE, check=True)
    answers = [json.loads(line)["hit"] for line in done.stdout.splitlines()]
    if len(answers) != len(known) or not known:
        sys.exit("%d answers to %d queries" % (len(answers), len(known)))
    missed = sum(truth and not hit for (_, truth), hit in zip(known, answers))
    false = sum(hit and not truth for (_, truth), hit in zip(known, answers))
    hits = sum(truth for _, truth in known)
    print("%d queries, %d of them contacts: %d missed, %d false" % (len(known), hits, missed, false))
    return 1 if missed or false else 0


if __name__ == "__main__":
    sys.exit(main())
