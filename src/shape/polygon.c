/* Corners of moved polygons, one at a time: nothing is kept, so that any number of them will do. A
 * polygon moved twice (into the common frame, and into that of a mesh) is rounded twice, as a copy
 * is. */
#include "shape/polygon.h"

carom_polygon carom_polygon_moved(moved_polygon *room, const carom_polygon *given,
                                  carom_pose pose) {
    room->given = *given;
    room->by = place_by(pose);
    room->anchor = pose.position;
    return (carom_polygon){&room->anchor, -polygon_count(given)};
}

carom_vec3 carom_polygon_moved_corner(const carom_polygon *polygon, int index) {
    const placement *by[2];
    int count = 0;
    while (polygon->count < 0 && count < 2) {
        const moved_polygon *room = (const moved_polygon *)(const void *)polygon->vertices;
        by[count++] = &room->by;
        polygon = &room->given;
    }
    carom_vec3 corner = polygon->vertices[index];
    while (count > 0)
        corner = moved(by[--count], corner);
    return corner;
}
