#!/bin/sh
# The manual in build/manual-site, by MkDocs and Material in a virtual environment of their own. usage: docs.sh
set -eu
cd "$(dirname "$0")/.."
venv=build/manual-venv
[ -x $venv/bin/mkdocs ] || { python3 -m venv $venv && $venv/bin/pip install --quiet --disable-pip-version-check 'mkdocs-material>=9.5,<10'; }
# where the gallery is built (make web) its pages are figures of the reference
figures=build/manual-figures
if [ -e build/web/index.html ] && command -v chromium > /dev/null; then
    [ $figures/pages.json -nt build/web/index.html ] || /usr/bin/python3 test/browser/figures.py build/web $figures
else
    rm -rf $figures
fi
NO_MKDOCS_2_WARNING=1 $venv/bin/python tools/manual.py build/manual-site
[ ! -e $figures/pages.json ] || /usr/bin/python3 test/browser/live.py build/manual-site
