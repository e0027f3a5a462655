// glTF and GLB by glTF-Transform, with the decoders of Draco and meshoptimizer: prints triangles and box of the placed primitives as JSON.
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const require = createRequire(path.join(process.cwd(), "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { NodeIO } = await load("@gltf-transform/core");
const { ALL_EXTENSIONS } = await load("@gltf-transform/extensions");
const draco3d = (await load("draco3dgltf")).default;
const { MeshoptDecoder } = await load("meshoptimizer");
await MeshoptDecoder.ready;
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
  "draco3d.decoder": await draco3d.createDecoderModule(), "meshopt.decoder": MeshoptDecoder });
const document = await io.read(process.argv[2]);
const scene = document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0];
const min = [Infinity, Infinity, Infinity], max = [-Infinity, -Infinity, -Infinity];
let triangles = 0;

function place(primitive, m) {
  const position = primitive.getAttribute("POSITION"), indices = primitive.getIndices();
  const count = indices ? indices.getCount() : position.getCount(), mode = primitive.getMode();
  if (mode < 4) return;
  triangles += mode === 4 ? count / 3 : count - 2;
  const used = indices ? new Set(indices.getArray()) : Array(count).keys();
  for (const i of used) {
    const v = position.getElement(i, [0, 0, 0]);
    for (let k = 0; k < 3; k++) {
      const x = m[k] * v[0] + m[4 + k] * v[1] + m[8 + k] * v[2] + m[12 + k];
      min[k] = Math.min(min[k], x);
      max[k] = Math.max(max[k], x);
    }
  }
}

scene.traverse((node) => {
  for (const primitive of node.getMesh()?.listPrimitives() ?? []) place(primitive, node.getWorldMatrix());
});
console.log(JSON.stringify(triangles ? { triangles, min, max } : { triangles: 0 }));
