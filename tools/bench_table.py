#!/usr/bin/env python3
"""Writes the rows of a file of carom-bench as a table in Markdown.

    tools/bench_table.py BENCH.json [--group convex]

A row's fastest peer is compared, and beside it the fastest peer that answers the same question: it differs from
carom in at most one answer of a hundred, and its name does not say that it gives no least depth. Rows of carom's own
(its other calls) are never peers.
"""
import argparse
import collections
import json
import re
import sys

SAME = 0.01  # the part of the answers in which a peer may differ and still answer the same question
NOT_LEAST = ("MPR (no least)", "FCL 0.7 libccd")  # of depths; FCL's asks MPR


def short(name):
    return re.sub(r"\b(FCL|libccd|Bullet|ODE|CGAL|Embree) [\d.]+ ?", r"\1 ", name).strip()


def figure(ns):
    return f"{ns:.0f}" if ns >= 10 else f"{ns:.1f}"


def same_question(row, entry):
    if row.startswith("penetration") and any(part in entry["peer_name"] for part in NOT_LEAST):
        return False
    return entry["differ"] <= SAME * entry["n"]


def rows_of(entries, group):
    rows = collections.OrderedDict()
    for entry in entries:
        if entry["group"] == group and "differ" in entry:
            rows.setdefault(entry["row"], []).append(entry)
    return rows


def line_of(row, entries):
    """The table's line, and the two ratios (the second None where no peer answers the same)."""
    own = entries[0]["carom"]
    peers = sorted((e for e in entries if not e["peer_name"].startswith("carom")), key=lambda e: e["peer"])
    first = peers[0]
    same = next((e for e in peers if same_question(row, e)), None)
    rest = sorted((e for e in entries if e is not first), key=lambda e: e["peer"])
    others = "; ".join(f"{short(e['peer_name'])} {figure(e['peer'])}" + (f" ({e['differ']})" if e["differ"] else "")
                       for e in rest)
    ratios = first["peer"] / own, same and same["peer"] / own
    same_text = f"{ratios[1]:.2f} {short(same['peer_name'])}" if same else "none"
    return (f"| {row} | {figure(own)} | {short(first['peer_name'])} | {figure(first['peer'])} | {ratios[0]:.2f} | "
            f"{first['differ']} | {same_text} | {others} |"), ratios


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--group", default="convex")
    options = parser.parse_args()
    try:
        with open(options.file, encoding="utf-8") as file:
            rows = rows_of(json.load(file), options.group)
    except (OSError, ValueError) as error:
        sys.exit(f"{options.file}: {error}; write it with carom-bench --group {options.group} --json FILE")
    if not rows:
        sys.exit(f"{options.file}: no rows of group {options.group}")
    lines, ratios = zip(*(line_of(row, entries) for row, entries in rows.items()))
    same = [r for _, r in ratios if r is not None]
    print(f"At least twice as fast as the fastest peer in {sum(r >= 2 for r, _ in ratios)} of {len(rows)} rows, "
          f"ahead in {sum(r > 1 for r, _ in ratios)}.\n"
          f"Of peers that answer the same question (at most one answer in a hundred differs; depths are the least):\n"
          f"twice in {sum(r >= 2 for r in same)}, ahead in {sum(r > 1 for r in same)} of {len(same)} rows; "
          f"in {len(rows) - len(same)} rows no peer does.\n")
    print("| row | carom ns | fastest peer | ns | ratio | differ | ratio, same question | others, ns |")
    print("|---|---|---|---|---|---|---|---|")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
