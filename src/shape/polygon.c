/* Corners of moved polygons, computed one at a time without storage, so their number is unlimited.
 * A polygon moved twice (into the common frame and into that of a mesh) is rounded twice, as a copy
 * would be. */
#include "shape/polygon.h"

carom_polygon carom_polygon_moved(moved_polygon *storage, const carom_polygon *given,
                                  carom_pose pose) {
    storage->given = *given;
    storage->by = place_by(pose);
    storage->anchor = pose.position;
    return (carom_polygon){&storage->anchor, -polygon_count(given)};
}

carom_vec3 carom_polygon_moved_corner(const carom_polygon *polygon, int index) {
    const placement *by[2];
    int count = 0;
    while (polygon->count < 0 && count < 2) {
        const moved_polygon *storage = (const moved_polygon *)(const void *)polygon->vertices;
        by[count++] = &storage->by;
        polygon = &storage->given;
    }
    carom_vec3 corner = polygon->vertices[index];
    while (count > 0)
        corner = moved(by[--count], corner);
    return corner;
}
