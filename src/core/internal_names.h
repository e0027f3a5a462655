/* The internal names of the double precision. Written by tools/gen_precision.py; do not edit. */
#ifndef CAROM_CORE_INTERNAL_NAMES_H
#define CAROM_CORE_INTERNAL_NAMES_H

#define carom_exact_bound_value carom64_exact_bound_value
#define carom_exact_range_begin carom64_exact_range_begin
#define carom_exact_range_cut carom64_exact_range_cut
#define carom_exact_range_slab carom64_exact_range_slab
#define carom_length carom64_length
#define carom_normalize_or carom64_normalize_or
#define carom_path_aabb_exact carom64_path_aabb_exact
#define carom_path_triangle_exact carom64_path_triangle_exact
#define carom_perpendicular carom64_perpendicular

#endif
