#!/usr/bin/env python3
"""Draws docs/img/layers.svg from the table of layers in ARCHITECTURE.md that check_layers.py enforces: a folder stands above
all that it may include, and so do the folders in it. With --check, fails when the picture is not that of the table."""
import html
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_layers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs/img/layers.svg"
WIDTH, MARGIN, GAP, LINE, PAD, LETTER = 820, 16, 22, 24, 8, 7.3


def top(name):
    return name.split("/")[0]


def below(layers, name):
    """The folders of the table that `name` may include: a name in it covers its subfolders."""
    return {other for other in layers for may in layers[name]
            if other != name and check_layers.covers(may, other, name)}


def floors(names, needs):
    """Each name's floor: one above the highest of those that it needs."""
    floor = {}

    def of(name):
        if name not in floor:
            floor[name] = 1 + max((of(n) for n in needs(name) if n in names), default=-1)
        return floor[name]

    for name in names:
        of(name)
    return floor


def arrows(names, needs):
    """What a name needs directly: not by way of another that it needs."""
    def all_below(name):
        return set().union(*({n} | all_below(n) for n in needs(name)), set())
    return [(name, n) for name in names for n in sorted(needs(name))
            if not any(n in all_below(m) for m in needs(name) if m != n)]


def groups(layers):
    tops = list(dict.fromkeys(map(top, layers)))
    members = {t: [n for n in layers if top(n) == t] for t in tops}
    needs = {t: {top(b) for n in members[t] for b in below(layers, n)} - {t} for t in tops}
    return tops, members, needs


def rows_of(layers, members):
    """The subfolders of one folder, floor by floor; those that need the folder itself stand above it."""
    floor = floors(members, lambda n: below(layers, n))
    rows = [[n for n in members if floor[n] == f] for f in sorted(set(floor.values()), reverse=True)]
    return rows if top(members[0]) in members else [[top(members[0])]] + rows


def svg(layers):
    tops, members, needs = groups(layers)
    floor = floors(tops, lambda t: needs[t])
    box, parts, y = {}, [], MARGIN
    for f in sorted(set(floor.values()), reverse=True):
        here = [t for t in tops if floor[t] == f]
        rows = {t: rows_of(layers, members[t]) for t in here}
        chip = {n: LETTER * len(n[len(t) + 1:] or n) + 16 for t in here for n in [t] + members[t]}
        height = max(len(rows[t]) for t in here) * LINE + 2 * PAD
        wide = {t: max(sum(chip[n] + 8 for n in row) for row in rows[t]) + 2 * PAD for t in here}
        x = (WIDTH - sum(wide.values()) - 3 * GAP * (len(here) - 1)) / 2
        for t in here:
            box[t] = (x, y, wide[t], height)
            parts.append(f'<rect class="folder" x="{x:.0f}" y="{y}" width="{wide[t]:.0f}" height="{height}" rx="6"/>')
            top_of_rows = y + (height - len(rows[t]) * LINE) / 2
            for i, row in enumerate(rows[t]):
                left = x + (wide[t] - sum(chip[n] + 8 for n in row) + 8) / 2
                for name in row:
                    w = chip[name]
                    at = top_of_rows + i * LINE
                    kind = "name" if name == t else "room"
                    parts.append(f'<rect class="{kind}" x="{left:.1f}" y="{at + 3:.0f}" width="{w:.1f}" height="{LINE - 6}" rx="4"/>'
                                 f'<text class="{kind}" x="{left + w / 2:.1f}" y="{at + LINE / 2 + 4:.0f}">{html.escape(name[len(t) + 1:] or name)}</text>')
                    left += w + 8
            x += wide[t] + 3 * GAP
        y += height + GAP
    lines = []
    for upper, lower in arrows(tops, lambda t: needs[t]):
        (ux, uy, uw, uh), (lx, ly, lw, _) = box[upper], box[lower]
        lines.append(f'<line x1="{ux + uw / 2:.0f}" y1="{uy + uh}" x2="{lx + lw / 2:.0f}" y2="{ly - 3}"/>')
    style = ("text{font:12px monospace;text-anchor:middle;fill:#1b2733}text.name{font-weight:bold;font-size:13px}"
             ".folder{fill:#eef3f8;stroke:#5b7690}.room{fill:#fff;stroke:#b4c5d5}text.room{stroke:none;fill:#1b2733}"
             "rect.name{fill:none;stroke:none}line{stroke:#5b7690;stroke-width:1.5;marker-end:url(#a)}")
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y - GAP + MARGIN}" '
            f'viewBox="0 0 {WIDTH} {y - GAP + MARGIN}">\n<style>{style}</style>\n'
            '<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            '<path d="M0 0L8 4L0 8z" fill="#5b7690"/></marker></defs>\n'
            '<rect width="100%" height="100%" fill="#ffffff"/>\n')
    return head + "\n".join(lines + parts) + "\n</svg>\n"


def self_test():
    layers = {"core": set(), "a": {"core"}, "a/x": {"core"}, "b": {"core", "a"}}
    assert below(layers, "b") == {"core", "a", "a/x"}
    assert floors(layers, lambda n: below(layers, n))["b"] == 2
    assert arrows(["core", "a", "b"], lambda n: {"core": set(), "a": {"core"}, "b": {"a", "core"}}[n]) == [("a", "core"), ("b", "a")]
    assert svg(layers) != svg({**layers, "c": {"b"}})
    return 0


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    picture = svg(check_layers.read_table((ROOT / "ARCHITECTURE.md").read_text()))
    if "--check" not in sys.argv[1:]:
        PICTURE.write_text(picture)
    elif not PICTURE.exists() or PICTURE.read_text() != picture:
        print(f"{PICTURE.relative_to(ROOT)} is not that of ARCHITECTURE.md: run tools/draw_layers.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
