#!/bin/sh
# Prints the version that include/carom/base.h has, or its part that names the shared library. usage: version.sh [--soversion]
set -eu
part() {
    sed -n "s/^#define CAROM_VERSION_$1 //p" "$(dirname "$0")/../include/carom/base.h"
}
major=$(part MAJOR)
minor=$(part MINOR)
case "${1:-}" in
"") echo "$major.$minor.$(part PATCH)" ;;
--soversion) [ "$major" -eq 0 ] && echo "0.$minor" || echo "$major" ;;
*) echo "usage: version.sh [--soversion]" >&2; exit 2 ;;
esac
