#!/usr/bin/env python3
"""Draws the plots of docs/manual/choosing-a-structure.md, docs/img/structures-*.svg, from the tables in bench/results. With --check, fails when a plot is not
that of its tables."""
import html
import math
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results/amd-epyc-zen4-broadphase.md"
PEERS = re.compile(r"FCL|Bullet|ODE|CGAL")
ROW, TOP, LEFT, WIDTH, RIGHT = 26, 86, 252, 540, 34
COLOURS = ("#2b46b8", "#c2410c", "#0b7a3b")


def tables():
    """Heading of each table -> name of a structure -> its time in the table's unit."""
    found, rows = {}, None
    for line in RESULTS.read_text().splitlines():
        if heading := re.fullmatch(r"    (\S.* boxes)\b.*", line):
            rows = found.setdefault(heading[1], {})
        elif row := re.match(r"      (\S.*?) {2,}(\d+\.\d+) (?:ms|us)\b", line):
            rows[row[1]] = float(row[2])
    return found


def series(names, factor):
    """Label -> structure -> time, with the fastest of the peers as a structure of its own."""
    found, out = tables(), {}
    for label, heading in names:
        own = {name: factor * x for name, x in found[heading].items() if not PEERS.match(name)}
        peers = [factor * x for name, x in found[heading].items() if PEERS.match(name)]
        out[label] = {**own, **({"the fastest peer": min(peers)} if peers else {})}
    return out


def mark(kind, x, y):
    colour = COLOURS[kind]
    return (f'<circle cx="{x:.1f}" cy="{y}" r="6" fill="{colour}"/>', f'<rect x="{x - 5:.1f}" y="{y - 5}" width="10" height="10" fill="{colour}"/>',
            f'<path d="M{x:.1f} {y - 7}l7 12h-14z" fill="{colour}"/>')[kind]


def plot(title, unit, lines):
    """One row a structure, the fastest by its geometric mean first; one mark a series, on a logarithmic axis."""
    names = {name for times in lines.values() for name in times}
    names = sorted(names, key=lambda n: (sum(math.log(t[n]) for t in lines.values() if n in t) / sum(n in t for t in lines.values()), n))
    values = [x for times in lines.values() for x in times.values()]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    at = lambda x: LEFT + WIDTH * (math.log10(x) - low) / (high - low)  # noqa: E731
    bottom = TOP + ROW * len(names)
    size = f"{LEFT + WIDTH + RIGHT} {bottom + 54}"
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{size.split()[0]}" height="{size.split()[1]}" font-family="sans-serif" '
           f'font-size="15" fill="#1a1d24" role="img">', f"<title>{html.escape(title)}</title>", '<rect width="100%" height="100%" fill="#ffffff"/>',
           f'<text x="16" y="28" font-size="17" font-weight="600">{html.escape(title)}</text>']
    x = LEFT
    for kind, label in enumerate(lines):
        out += [mark(kind, x, 55), f'<text x="{x + 13}" y="60">{html.escape(label)}</text>']
        x += 40 + 8 * len(label)
    for power in range(low, high + 1):
        for digit in range(1, 10 if power < high else 2):
            x = at(digit * 10 ** power)
            out.append(f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="{"#b6bcc8" if digit == 1 else "#eceef2"}"/>')
        out.append(f'<text x="{at(10 ** power):.1f}" y="{bottom + 20}" text-anchor="middle">{10 ** power:,g}</text>')
    out.append(f'<text x="{LEFT + WIDTH / 2}" y="{bottom + 42}" text-anchor="middle" fill="#555c69">{html.escape(unit)}</text>')
    for i, name in enumerate(names):
        y = TOP + ROW * i + ROW // 2
        style = ' font-style="italic" fill="#555c69"' if "peer" in name else ""
        out.append(f'<text x="{LEFT - 14}" y="{y + 5}" text-anchor="end"{style}>{html.escape(name)}</text>')
        of = [(at(times[name]), kind) for kind, times in enumerate(lines.values()) if name in times]
        out.append(f'<path d="M{min(of)[0]:.1f} {y}H{max(of)[0]:.1f}" stroke="#8a92a1"/>')
        out += [mark(kind, x, y) for x, kind in of]
    return "\n".join(out) + "\n</svg>\n"


def plots():
    pairs = series([(f"{name}", f"{name}, 100000 boxes") for name in ("uniform", "clustered", "moving")], 10)  # ms of 100,000 boxes: 10 ns a box
    questions = series([(label, f"queries, uniform, {name}, 100000 boxes") for label, name in
                        (("what is in a box", "overlap"), ("the first on a ray", "first on ray"), ("the nearest to a point", "nearest"))], 1)
    return {"structures-pairs.svg": plot("All pairs of 100,000 boxes", "nanoseconds a box; less is better", pairs),
            "structures-questions.svg": plot("Questions about 100,000 boxes that stand still", "microseconds a question; less is better", questions)}


def stale():
    """What is wrong with the plots that are in docs/img."""
    wrong = []
    for name, text in plots().items():
        path = ROOT / "docs/img" / name
        if not path.exists() or path.read_text() != text:
            wrong.append(f"docs/img/{name} is not that of {RESULTS.relative_to(ROOT)}: tools/manual_plots.py draws it")
    return wrong


def main():
    if sys.argv[1:] == ["--check"]:
        sys.exit("\n".join(stale()) or 0)
    for name, text in plots().items():
        (ROOT / "docs/img" / name).write_text(text)


if __name__ == "__main__":
    main()
