#!/bin/sh
# The manual in build/manual-site, by MkDocs and Material in a virtual environment of their own. Where the gallery is built (make web) and chromium is there, its pages are live
# figures (tools/manual_figures.py), which are then tested in chromium. usage: docs.sh
set -eu
cd "$(dirname "$0")/.."
venv=build/manual-venv
[ -x $venv/bin/mkdocs ] || { python3 -m venv $venv && $venv/bin/pip install --quiet --disable-pip-version-check 'mkdocs-material>=9.5,<10'; }
NO_MKDOCS_2_WARNING=1 $venv/bin/python tools/manual.py build/manual-site
if [ -e build/web/index.html ] && command -v chromium > /dev/null; then
    /usr/bin/python3 test/manual/test_site.py build/manual-site
fi
