#!/bin/sh
# Puts a STEP assembly of 18 parts at build/data/as1-oc-214.stp: AS1, a test model of the CAx Implementor Forum, as the npm package
# occt-import-js (LGPL-2.1) carries it among its test files.
exec "$(dirname "$0")/fetch-npm.sh" occt-import-js 0.0.23 test/testfiles/cax-if/as1-oc-214.stp as1-oc-214.stp \
    038be659c54b16c9f3da8d7b2da7b63e3fd8879d3abe5b7826108336a7c0bae9
