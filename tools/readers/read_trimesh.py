"""OBJ, STL, PLY, OFF, 3MF and COLLADA by trimesh: prints triangles and box of what is placed as JSON."""
import json
import sys

import trimesh

scene = trimesh.load(sys.argv[1], process=False, force="scene", skip_materials=True)
meshes = [mesh for mesh in scene.dump() if isinstance(mesh, trimesh.Trimesh) and len(mesh.faces)]
low = [min(float(mesh.vertices[mesh.faces.ravel()][:, k].min()) for mesh in meshes) for k in range(3)] if meshes else []
high = [max(float(mesh.vertices[mesh.faces.ravel()][:, k].max()) for mesh in meshes) for k in range(3)] if meshes else []
print(json.dumps({"triangles": sum(len(mesh.faces) for mesh in meshes), "min": low, "max": high}))
