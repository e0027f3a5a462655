#!/bin/sh
# Format, layers, names, docs and headers.
set -eu
cd "$(dirname "$0")/.."
status=0
run() {
    if "$@"; then :; else status=1; echo "check: failed: $1 $2" >&2; fi
}
python=/usr/bin/python3
run clang-format --dry-run -Werror $(git ls-files '*.c' '*.h' | grep -v -e precision.h -e internal_names.h -e layout_list.h)
run $python tools/gen_precision.py --check
run $python tools/gen_layout.py --check
for check in tools/check_layers.py tools/check_names.py tools/check_docs.py tools/check_headers.py; do
    [ -f "$check" ] && run $python "$check"
done
run $python tools/draw_layers.py --check
exit $status
