"""Live figures of the manual: pages of the gallery within pages of the manual.

A paragraph that is one link, [caption](gallery:PAGE?NAME=VALUE&...), is a figure: PAGE is one of web/gallery/src/pages/index.ts, the names and values are those that its
address holds. In the site it is a picture of that page, taken in chromium when the site is made; where the site is served, docs/manual/figures.js puts the page itself in
its place. Where build/web is not there the caption stands alone. Of each page of the gallery there is a figure in the reference, too, in the header of the first function that it
is about."""
import functools
import hashlib
import html
import http.server
import os
import pathlib
import re
import shutil
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "web/gallery/src/pages"
WEB = ROOT / "build/web"
PICTURES = ROOT / "build/manual-figures"
LINK = re.compile(r"\[[^\]]*\]\(gallery:[^)]*\)")
FIGURE = re.compile(r"(?<=\n\n)\[([^\]]+)\]\(gallery:([^)?]*)(?:\?([^)]*))?\)(?=\n\n|\n?\Z)")
NUMBERS = re.compile(r"-?\d+(\.\d+)?(,-?\d+(\.\d+)?){0,2}")
WITHOUT_PICTURE = {"replay"}  # a page of the command's own, which is no figure
WIDTH, LARGEST = 752, 900  # of a picture, in pixels: that of a page of the manual


@functools.cache
def catalogue():
    """Name of a page of the gallery -> the text of its file."""
    found = re.findall(r'\{id: "([\w-]+)".*?file: "(\w+)"', (PAGES / "index.ts").read_text())
    return {name: (PAGES / f"{file}.ts").read_text() for name, file in found}


def of_reference(pages):
    """Puts each page of the gallery as a figure above the declarations of the header that has the first function of its list."""
    entries = re.findall(r'\{id: "([\w-]+)".*?title: "([^"]*)", question: "([^"]*)"', (PAGES / "index.ts").read_text())
    headers = {path.stem: path.read_text() for path in sorted((ROOT / "include/carom").glob("*.h"))}
    for page, title, question in entries:
        name = re.search(r'declares: \["(\w+)"', catalogue()[page])[1]
        of = next(stem for stem, text in headers.items() if re.search(rf"^(?:CAROM_API|static inline)[^;{{}}]*\b{name}\(", text, re.M))
        target = pages / f"reference/{of}.md"
        if page in WITHOUT_PICTURE or not target.exists():
            continue
        text = target.read_text()
        at = re.search(r"^## ", text, re.M)
        figure = f"[{title}. {question}](gallery:{page})\n\n"
        text = text[:at.start()] + figure + text[at.start():] if at else f"{text}\n\n{figure}"
        target.write_text(put(text, f"reference/{of}.md", pages)[0])


def problem(page, query):
    """What is wrong with the address of a figure, or None."""
    source = catalogue().get(page)
    if source is None:
        return f"the gallery has no page {page}"
    for part in filter(None, (query or "").split("&")):
        name, _, value = part.partition("=")
        kind = re.search(rf"\b{re.escape(name)}: \{{(at|value): (\S)", source)
        if not kind:
            return f"the page {page} of the gallery has nothing of the name {name}"
        words = kind[1] == "value" and kind[2] in '"OM'  # a choice, whose first option is a string or the first key of a list
        if not (re.search(rf"\b{re.escape(value)}\b", source) if words else NUMBERS.fullmatch(value) and value.count(",") == (2 if kind[1] == "at" else 0)):
            return f"{name} of the page {page} of the gallery cannot be {value}"
    return None


def address(page, query):
    return f"{page}?{query}" if query else page


def picture_of(page, query):
    """The file of a figure's picture, whose name tells what it shows of which gallery."""
    style = (ROOT / "docs/manual/figures.js").read_text().split("`")[1]
    gallery = "".join(sorted(p.name for p in (WEB / "assets").glob("*"))) + style
    return PICTURES / f"gallery-{page}-{hashlib.sha256((address(page, query) + gallery).encode()).hexdigest()[:12]}.png"


def put(text, name, pages):
    """A page's text with its figures as HTML, and what is wrong with them. `name` is the page's, `pages` the folder of all, where pictures go that are there."""
    wrong = []

    def figure(match):
        caption, page, query = match.groups()
        says = problem(page, query)
        if says:
            wrong.append(says)
            return caption
        to_root = os.path.relpath(".", os.path.dirname(name) or ".")
        picture, image = picture_of(page, query), ""
        if picture.exists():
            (pages / "img").mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, pages / "img" / picture.name)
            height = int.from_bytes(picture.read_bytes()[20:24], "big")
            image = f'<img src="{to_root}/img/{picture.name}" width="{WIDTH}" height="{height}" loading="lazy" alt="{html.escape(caption)}">'
        live = f' data-gallery="{to_root}/gallery/index.html" data-address="{html.escape(address(page, query))}"' if (WEB / "index.html").exists() else ""
        return f'<figure class="live"{live}>{image}<figcaption>{html.escape(caption)}</figcaption></figure>'

    out = FIGURE.sub(figure, text)
    wrong += [f"{link} is a figure, which is a paragraph of its own" for link in LINK.findall(out)]
    return out, wrong


def figures_of_reference():
    return [(page, "") for page in catalogue() if page not in WITHOUT_PICTURE]


def figures_of(text):
    return [(page, query) for _, page, query in FIGURE.findall(text)]


def take_pictures(figures):
    """Pictures of the figures that have none yet, in one run of chromium; says on stderr why there are none."""
    missing = [f for f in dict.fromkeys(figures) if not picture_of(*f).exists()]
    if not missing:
        return
    if not (WEB / "index.html").exists():
        print("manual: build/web is missing (make web), so figures are their captions", file=sys.stderr)
        return
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(ROOT / "test/browser"))
    import chromium
    from package import Quiet, Served
    if not any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
        print("manual: chromium is missing, so figures have no pictures", file=sys.stderr)
        return
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in set(PICTURES.glob("gallery-*.png")) - {picture_of(*f) for f in figures}:
        old.unlink()
    served = PICTURES / "site"
    shutil.rmtree(served, ignore_errors=True)
    served.mkdir()
    (served / "gallery").symlink_to(WEB)
    shutil.copyfile(ROOT / "docs/manual/figures.js", served / "figures.js")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(served)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with chromium.Browser() as browser:
            for page, query in missing:
                # a page of the manual that has this figure alone, so that the picture is of what takes its place
                (served / "index.html").write_text(
                    '<!doctype html><link rel="icon" href="data:,"><style>body{margin:0}iframe{border:0;display:block;width:100%}figcaption{display:none}figure{margin:0}</style>'
                    f'<figure class="live" data-gallery="gallery/index.html" data-address="{html.escape(address(page, query))}"><figcaption></figcaption></figure>'
                    '<script src="figures.js"></script>')
                view = chromium.Page(browser, Served(f"http://127.0.0.1:{server.server_port}/index.html?{page}"), WIDTH, LARGEST, "light")
                view.wait("!!(document.querySelector('iframe')?.contentDocument?.querySelector('.answer dd') && document.querySelector('iframe').contentDocument.querySelector('canvas'))")
                view.run("new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 300))")
                height = min(LARGEST, view.run("Math.ceil(document.querySelector('iframe').getBoundingClientRect().height)"))
                view.call("Emulation.setDeviceMetricsOverride", width=WIDTH, height=height, deviceScaleFactor=1, mobile=False)
                view.run("new Promise(done => setTimeout(done, 200))")
                view.picture(picture_of(page, query))
                browser.call("Target.closeTarget", targetId=view.target)
    finally:
        server.shutdown()
        server.server_close()
