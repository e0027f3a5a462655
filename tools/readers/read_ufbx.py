"""FBX by ufbx: prints triangles and box of the placed meshes as JSON."""
import json
import math
import sys

import ufbx


def main(path):
    scene = ufbx.load_file(path)
    triangles, low, high = 0, [math.inf] * 3, [-math.inf] * 3
    for node in scene.nodes:
        mesh = node.mesh
        if mesh is None:
            continue
        m = node.geometry_to_world
        rows = [[column[i] for column in (tuple((c.x, c.y, c.z)) for c in (m.c0, m.c1, m.c2, m.c3))] for i in range(3)]
        vertices = mesh.vertices
        indices, faces = list(mesh.vertex_indices), list(mesh.faces)
        for face in faces:
            begin, count = face.index_begin, face.num_indices
            if count < 3:
                continue
            triangles += count - 2
            for i in indices[begin:begin + count]:
                v = vertices[i]
                for k in range(3):
                    x = rows[k][0] * v.x + rows[k][1] * v.y + rows[k][2] * v.z + rows[k][3]
                    low[k], high[k] = min(low[k], x), max(high[k], x)
    print(json.dumps({"triangles": triangles, "min": low, "max": high, "unit": scene.settings.unit_meters} if triangles else {"triangles": 0}))


main(sys.argv[1])
