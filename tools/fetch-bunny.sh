#!/bin/sh
# Puts the 69,451-triangle Stanford bunny at build/data/bunny.stl, from the npm package stl-models (MIT).
# The bunny is a scan of the Stanford 3D Scanning Repository.
exec "$(dirname "$0")/fetch-npm.sh" stl-models 0.12.0 objects/bunny.bin.stl bunny.stl \
    94c25f71af50340de1506620a3cfe83cbc316ad39fa556f150c8e496f22f10dd
