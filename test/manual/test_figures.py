#!/usr/bin/env python3
"""Figures and plots of the manual: every figure names a page of the gallery and what its address holds; what is no page, no name or no value is refused, and so is
a figure within a sentence; and a plot that is not that of its tables."""
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import manual_figures  # noqa: E402
import manual_plots  # noqa: E402

PAGES = pathlib.Path(tempfile.gettempdir())


def wrong(text):
    return manual_figures.put(text, "manual/page.md", PAGES)[1]


ids = {path.stem.replace("_", "-") for path in (ROOT / "web/gallery/src/pages").glob("*.ts")} - {"index"}
assert set(manual_figures.catalogue()) == ids, set(manual_figures.catalogue()) ^ ids

found = {path.name: manual_figures.figures_of(path.read_text()) for path in (ROOT / "docs/manual").glob("*.md")}
for name, figures in found.items():
    assert all(manual_figures.problem(*figure) is None for figure in figures), (name, [manual_figures.problem(*figure) for figure in figures])
assert len(found["verbs.md"]) >= 12 and len(found["shapes.md"]) >= 12, found
shown = {page for figures in found.values() for page, _ in figures}
assert len(shown) >= 18, shown

for right in ("box", "box?p=2,1.5,-0.5", "triangle?p=0,0,0&a=1,0,0", "contact?turn=-20&tilt=3.5", "any-shapes?first=cone&second=box", "bounding?kind=kdop14", "slices?axis=x&slice=0.25"):
    html, said = manual_figures.put(f"Before.\n\n[A <caption>](gallery:{right})\n\nAfter.\n", "manual/page.md", PAGES)
    assert not said and "<figcaption>A &lt;caption&gt;</figcaption>" in html and html.startswith("Before.\n\n<figure ") and html.endswith("\n\nAfter.\n"), (right, said, html)
for page, why in (("boxes", "no page boxes"), ("", "no page"), ("box?q=1,2,3", "nothing of the name q"), ("box?p=1,2", "cannot be 1,2"), ("box?p=1,2,x", "cannot be"),
                  ("contact?turn=1,2,3", "cannot be"), ("contact?turn=", "cannot be"), ("any-shapes?first=torus", "cannot be torus"), ("bounding?kind=kdop15", "cannot be kdop15"),
                  ("box?at=1,2,3", "nothing of the name at")):
    said = wrong(f"\n\n[A caption](gallery:{page})\n")
    assert len(said) == 1 and why in said[0], (page, said)
assert "paragraph of its own" in wrong("In a sentence [a caption](gallery:box) is no figure.\n")[0]
assert "paragraph of its own" in wrong("\n\n- [a caption](gallery:box)\n")[0]

assert manual_plots.stale() == []
of_tables = manual_plots.tables()
of_tables["uniform, 100000 boxes"]["k-d tree"] *= 2
manual_plots.tables = lambda: of_tables
assert [line.split()[0] for line in manual_plots.stale()] == ["docs/img/structures-pairs.svg"]
print(sum(map(len, found.values())), "figures of", len(shown), "pages")
