#!/usr/bin/env python3
"""Writes the name lists that let one library hold both precisions.

include/carom/precision.h maps every public name carom_x to carom64_x when CAROM_DOUBLE is defined;
src/core/internal_names.h does the same for the names of internal headers. Names that are the same in both
precisions are listed in SHARED. With --check nothing is written and an outdated list is an error."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PUBLIC = ROOT / "include" / "carom"
SHARED = {
    "carom_version", "carom_version_text", "carom_layout_entry", "carom_status", "carom_status_text", "carom_allocator", "carom_assert_hook",
    "carom_set_assert_hook", "carom_assert_failed", "carom_relation", "carom_side", "carom_feature",
    "carom_facing", "carom_certainty", "carom_intersection_kind", "carom_shape_kind", "carom_verb", "carom_double3", "carom_solid_frame",
    "carom_hull_frame", "carom_capsule_axis", "carom_capsule_frame", "carom_posed_frame", "carom_alloc",
    "carom_free", "carom_task", "carom_task_hook", "carom_task_pool", "carom_task_pool_def", "carom_task_pool_create",
    "carom_task_pool_destroy", "carom_task_pool_hook", "carom_run_chunks", "carom_run_items", "carom_run_pieces",
}
ONCE_HEADERS = ["src/math/predicates.h", "src/math/error_free.h", "src/math/exact_sum.h", "src/math/dyadic.h", "src/math/rotation.h", "src/math/symmetric.h",
                "src/dispatch/compound/voxel_cubes.h", "src/mass/moments.h",
                "src/mesh/pair/solid_angle.h", "src/mesh/solid/projected.h", "src/query/closest/exact_contact.h", "src/query/closest/near_contact.h",
                "src/query/closest/rescale.h", "src/query/frustum/frustum_sides.h", "src/query/overlap/planar_exact.h", "src/query/overlap/sat_filter.h",
                "src/query/overlap/box_touch.h",
                "src/query/raycast/clip_exact.h", "src/query/raycast/line_quadratic.h", "src/query/raycast/line_span.h", "src/query/raycast/line_solid.h",
                "src/query/sweep/ccd_exact.h", "src/query/sweep/ccd_path.h", "src/query/sweep/ccd_plane.h", "src/query/sweep/ccd_roots.h",
                "src/convex/**/*.h", "src/convex/**/*_kernel.c", "src/fit/quickhull/*.h",
                "src/core/radix.h", "src/core/array.h", "src/core/workspace.h"]
COMMENT = re.compile(r"/\*.*?\*/", re.S)
NAME = re.compile(r"\bcarom_[a-z0-9_]+\b")


def names_in(path):
    text = COMMENT.sub(" ", path.read_text())
    text = "\n".join(l for l in text.splitlines() if not l.lstrip().startswith("#include"))
    return set(NAME.findall(text))


def render(names, guard, what):
    lines = [f"/* {what} Written by tools/gen_precision.py; do not edit. */",
             f"#ifndef {guard}", f"#define {guard}", ""]
    lines += [f"#define {n} carom64_{n[len('carom_'):]}" for n in sorted(names)]
    return "\n".join(lines + ["", "#endif", ""])


def main():
    check = "--check" in sys.argv[1:]
    io = PUBLIC / "io.h"
    skip = {PUBLIC / "precision.h", io}
    public = set().union(*(names_in(p) for p in sorted(PUBLIC.glob("*.h")) if p not in skip))
    once = set().union(*(names_in(h) for pattern in ONCE_HEADERS for h in ROOT.glob(pattern)))
    once -= public
    internal = set()
    for path in sorted(list((ROOT / "src").rglob("*.h")) + list((ROOT / "src").rglob("*_kernel.c"))):
        if path.name != "internal_names.h":
            internal |= names_in(path)
    internal -= public | once
    outputs = {
        PUBLIC / "precision.h": render(public - SHARED, "CAROM_PRECISION_H",
                                       "The public names of the double precision."),
        ROOT / "src/core/internal_names.h": render(internal - SHARED, "CAROM_CORE_INTERNAL_NAMES_H",
                                                   "The internal names of the double precision."),
    }
    stale = [p for p, text in outputs.items() if not p.exists() or p.read_text() != text]
    if check and stale:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is outdated: run tools/gen_precision.py", file=sys.stderr)
        return 1
    for path in stale:
        path.write_text(outputs[path])
    return 0


if __name__ == "__main__":
    sys.exit(main())
