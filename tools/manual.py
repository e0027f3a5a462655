#!/usr/bin/env python3
"""Makes the manual, a site that opens without network: docs/, the reference of the headers and what was measured, by MkDocs.

usage: manual.py SITE [--stage-only]

Pages are copied into build/manual-pages, links to pages keep working, and links to files that are no pages become the files' names. A link that leads nowhere, a
figure of a page that the gallery does not have (manual_figures.py), a plot that is not that of the results (manual_plots.py), a kind of shape or a verb that the pages about them lack,
and a name of carom that no header has, are errors, as are MkDocs' warnings."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import manual_figures  # noqa: E402
import manual_plots  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "build/manual-pages"
CONFIGURATION = ROOT / "build/manual.yml"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
OUTSIDE = ("http://", "https://", "mailto:")
# name of a page in the site -> its file
TOP = {"architecture.md": "ARCHITECTURE.md", "contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
# of iframe-worker 1.0.4, by which Material's search works in pages that are opened from disk
SHIM_SHA256 = "e8e412dbcfea9b7e31b5ffa288d7b6035915e714c542f4176a0cdbe262fc9609"
# the tabs of the site and their pages in order; a page that is in none is an error
NAV = {
    "Start": ["index.md", "manual/hello-c.md", "manual/hello-python.md", "manual/hello-javascript.md", "manual/hello-command.md", "manual/conventions.md",
              "manual/shapes.md", "manual/verbs.md",
              "manual/choosing-a-call.md", "manual/choosing-a-structure.md", "manual/exactness.md", "manual/porting.md", "build.md", "packages.md", "amalgamation.md"],
    "Library": ["meshes.md", "world.md", "mover.md", "broadphase.md", "batch.md", "clouds.md", "frustum.md", "solvers.md", "speed.md", "stack.md"],
    "Command": ["files.md", "clash.md", "sweep.md", "robot.md", "deviation.md", "simulate.md", "query.md"],
    "Python": ["python.md", "distributed.md"],
    "JavaScript": ["javascript.md", "gallery.md"],
    "C reference": ["reference/*.md"],
    "Measured": ["measured/*.md"],
    "Project": ["architecture.md", "contributing.md", "changelog.md", "glossary.md", "sources.md"],
}
NAMES_OF_OTHERS = re.compile(r"carom_io\w*|carom_(static|shared|real)|carom_\w*(\.\.\.|_$)|carom_mesh_v\d")


def pages():
    found = {}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        found[path.relative_to(ROOT / "docs").as_posix().replace("manual/index.md", "index.md")] = path
    for path in sorted((ROOT / "bench/results").glob("*.md")):
        found[f"measured/{path.name}"] = path
    for name, source in TOP.items():
        found[name] = ROOT / source
    return found


def stage(found):
    """Copies pages with their links; returns what is wrong."""
    shutil.rmtree(PAGES, ignore_errors=True)
    by_file = {path.resolve(): name for name, path in found.items()}
    wrong = []
    for name, path in found.items():
        def put(match):
            mark, text, target = match.groups()
            if target.startswith(OUTSIDE) or target.startswith("#"):
                return match.group(0)
            file, _, anchor = target.partition("#")
            anchor = f"#{anchor}" if anchor else ""
            here = os.path.dirname(name)
            if file.startswith("../reference/"):
                return f"{mark}[{text}]({os.path.relpath(file[3:], here)}{anchor})"
            there = (path.parent / file).resolve()
            if not there.exists():
                wrong.append(f"{path.relative_to(ROOT)}: the link {target} leads nowhere")
                return text
            if there in by_file:
                return f"{mark}[{text}]({os.path.relpath(by_file[there], here or '.')}{anchor})"
            if there.parent == ROOT / "include/carom" and there.suffix == ".h":
                return f"[{text}]({os.path.relpath('reference/' + there.stem + '.md', here or '.')})"
            if there.suffix in (".png", ".svg", ".gif", ".jpg"):
                copy = PAGES / "img" / there.name
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(there, copy)
                return f"{mark}[{text}]({os.path.relpath('img/' + there.name, here or '.')})"
            return text if "`" in text or text == there.relative_to(ROOT).as_posix() else f"{text} (`{there.relative_to(ROOT).as_posix()}`)"

        parts = re.split(r"(```.*?```)", path.read_text(), flags=re.S)
        for i in range(0, len(parts), 2):
            parts[i], of_figures = manual_figures.put(parts[i], name, PAGES)
            wrong += [f"{path.relative_to(ROOT)}: {line}" for line in of_figures]
        text = "".join(p if p.startswith("```") else LINK.sub(put, p) for p in parts)
        out = PAGES / name
        out.parent.mkdir(parents=True, exist_ok=True)
        if name.startswith("measured/"):  # found after what explains
            text = f"---\nsearch:\n  boost: 0.2\n---\n\n{text}"
        out.write_text(text)
    for file in ("figures.js", "figures.css"):
        shutil.copyfile(ROOT / "docs/manual" / file, PAGES / "manual" / file)
    return wrong


def missing_entries():
    """Kinds of shapes and verbs of dispatch.h that their pages do not name."""
    header = (ROOT / "include/carom/dispatch.h").read_text()
    wrong = []
    for page, pattern in (("shapes.md", r"^ *(CAROM_SHAPE_\w+)(?<!KINDS)(?: = 0)?,"), ("verbs.md", r"^ *(CAROM_VERB_\w+)")):
        text = (ROOT / "docs/manual" / page).read_text()
        wrong += [f"docs/manual/{page}: {name} is missing" for name in re.findall(pattern, header, re.M) if f"`{name}`" not in text]
    return wrong


def unknown_names(found):
    """Names of carom in the pages of docs/manual that the reference does not have."""
    known = set(re.findall(r"\b(?:carom_\w+|CAROM_\w+)\b", "".join(p.read_text() for p in (ROOT / "include/carom").glob("*.h"))))
    wrong = []
    for name, path in found.items():
        if "docs/manual/" not in path.as_posix():
            continue
        for word in set(re.findall(r"(?<![\w:])carom_[a-z]\w*(?!\w*\.\.\.)", path.read_text())):
            if word not in known and not NAMES_OF_OTHERS.fullmatch(word):
                wrong.append(f"{path.relative_to(ROOT)}: no header has {word}")
    return wrong


def configuration():
    """The file that MkDocs reads: docs/mkdocs.yml and the list of pages; returns pages that are in none or missing."""
    there = {p.relative_to(PAGES).as_posix() for p in PAGES.rglob("*.md")}
    lines, named = [f"INHERIT: {ROOT / 'docs/mkdocs.yml'}", f"docs_dir: {PAGES}", "nav:"], set()
    for tab, patterns in NAV.items():
        lines.append(f"  - {tab}:")
        for pattern in patterns:
            names = sorted(there & set(p.relative_to(PAGES).as_posix() for p in PAGES.glob(pattern)), key=lambda n: (not n.endswith("index.md"), n))
            lines += [f"      - {name}" for name in names]
            named |= set(names) if names else {pattern}
    CONFIGURATION.write_text("\n".join(lines) + "\n")
    return [f"the page {name} is in no tab, or a tab has it and it is not there" for name in sorted(there ^ named)]


def without_network(site):
    """Puts the one script that the offline search takes from elsewhere beside the others; returns the pages that still ask for something."""
    shim = ROOT / "build/data/iframe-worker-shim.js"
    subprocess.run([str(ROOT / "tools/fetch-npm.sh"), "iframe-worker", "1.0.4", "shim/index.js", shim.name, SHIM_SHA256], check=True)
    shutil.copyfile(shim, site / "assets/javascripts" / shim.name)
    wrong = []
    for page in site.rglob("*.html"):
        folder = os.path.relpath(site / "assets/javascripts", page.parent)
        text = page.read_text().replace('src="https://unpkg.com/iframe-worker/shim"', f'src="{folder}/{shim.name}"')
        page.write_text(text)
        if re.search(r'(?:src|<link[^>]*href)="(?:https?:)?//', text):
            wrong.append(f"{page.relative_to(site)} asks for something of another site")
    return wrong


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: manual.py SITE [--stage-only]")
    found = pages()
    if sys.argv[2:] != ["--stage-only"]:
        manual_figures.take_pictures([figure for path in found.values() for figure in manual_figures.figures_of(path.read_text())] + manual_figures.figures_of_reference())
    wrong = stage(found) + missing_entries() + unknown_names(found) + manual_plots.stale()
    if wrong:
        sys.exit("\n".join(f"manual: {line}" for line in wrong))
    subprocess.run([sys.executable, str(ROOT / "tools/gen_reference.py"), str(PAGES / "reference")], check=True)
    manual_figures.of_reference(PAGES)
    wrong = configuration()
    if wrong:
        sys.exit("\n".join(f"manual: {line}" for line in wrong))
    if sys.argv[2:] == ["--stage-only"]:
        return
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", str(CONFIGURATION),
                    "--site-dir", str(pathlib.Path(sys.argv[1]).resolve())], check=True)
    wrong = without_network(pathlib.Path(sys.argv[1]))
    if manual_figures.WEB.exists():
        shutil.copytree(manual_figures.WEB, pathlib.Path(sys.argv[1]) / "gallery")
    if wrong:
        sys.exit("\n".join(f"manual: {line}" for line in wrong))
    print(f"{sys.argv[1]}/index.html: {sum(1 for _ in pathlib.Path(sys.argv[1]).rglob('*.html'))} pages")


if __name__ == "__main__":
    main()
