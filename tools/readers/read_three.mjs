// glTF, GLB, COLLADA, 3MF, OBJ, STL, PLY and FBX by the loaders of three.js: prints triangles, box and colours of the placed meshes as JSON.
// linkedom gives node the parser of XML that a browser has; pictures are not loaded.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const require = createRequire(path.join(process.cwd(), "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { DOMParser } = await load("linkedom");
const three = (inside) => import(pathToFileURL(path.join(process.cwd(), "node_modules/three", inside)));
const THREE = await three("build/three.module.js"); // the copy that the loaders use
const file = process.argv[2], folder = path.dirname(file) + "/", bytes = fs.readFileSync(file);
const whole = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), text = () => bytes.toString("utf8");
for (const quiet of ["log", "warn", "error"]) console[quiet] = quiet === "log" ? console.log : () => {};

globalThis.self = globalThis;
globalThis.window = globalThis;
globalThis.DOMParser = class extends DOMParser {
  parseFromString(given) {
    const made = super.parseFromString(given, "application/xml");
    made.getElementsByTagName ??= (name) => made.querySelectorAll(name);
    return made;
  }
};
globalThis.document = { createElementNS: () => ({ addEventListener() {}, removeEventListener() {} }), createElement: () => ({}) };
THREE.FileLoader.prototype.load = function (url, done, _, failed) {
  try {
    const given = url.startsWith("data:") ? Buffer.from(url.slice(url.indexOf(",") + 1), url.includes(";base64,") ? "base64" : "utf8")
      : fs.readFileSync(decodeURIComponent((this.path || "") + url));
    done(this.responseType === "arraybuffer" ? new Uint8Array(given).buffer : given.toString("utf8"));
  } catch (error) {
    failed?.(error);
  }
};
const picture = function (url, done) {
  const made = new THREE.Texture();
  queueMicrotask(() => done?.(made));
  return made;
};
THREE.TextureLoader.prototype.load = picture;
THREE.ImageLoader.prototype.load = picture;
THREE.ImageBitmapLoader.prototype.load = picture;

const addon = (name) => three(`examples/jsm/loaders/${name}.js`);
const placed = (geometry) => new THREE.Mesh(geometry, undefined);
const readers = {
  async gltf() {
    const { GLTFLoader } = await addon("GLTFLoader"), { MeshoptDecoder } = await load("meshoptimizer");
    await MeshoptDecoder.ready;
    const made = await new Promise((done, failed) => new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).parse(whole, folder, done, failed));
    return made.scene;
  },
  async dae() { // in the axes and the unit of the file
    const { scene } = new (await addon("ColladaLoader")).ColladaLoader().parse(text(), folder);
    scene.scale.set(1, 1, 1);
    scene.rotation.set(0, 0, 0);
    return scene;
  },
  "3mf": async () => new (await addon("3MFLoader")).ThreeMFLoader().parse(whole),
  async obj() {
    const loader = new (await addon("OBJLoader")).OBJLoader(), { MTLLoader } = await addon("MTLLoader");
    const library = /^\s*mtllib\s+(.*?)\s*$/m.exec(text())?.[1];
    if (library && fs.existsSync(folder + library)) loader.setMaterials(new MTLLoader().parse(fs.readFileSync(folder + library, "utf8"), folder));
    return loader.parse(text());
  },
  fbx: async () => new (await addon("FBXLoader")).FBXLoader().parse(whole, folder),
  stl: async () => placed(new (await addon("STLLoader")).STLLoader().parse(whole)),
  ply: async () => placed(new (await addon("PLYLoader")).PLYLoader().parse(whole))};
readers.glb = readers.gltf;

const min = [Infinity, Infinity, Infinity], max = [-Infinity, -Infinity, -Infinity], colors = new Map();
let triangles = 0;

function measure(mesh, matrix) {
  const { index, attributes: { position }, groups, drawRange } = mesh.geometry, m = matrix.elements;
  const count = index ? index.count : position ? position.count : 0;
  triangles += count / 3;
  for (let i = 0; i < count; i++) {
    const v = index ? index.getX(i) : i, p = [position.getX(v), position.getY(v), position.getZ(v)];
    for (let k = 0; k < 3; k++) {
      const x = m[k] * p[0] + m[4 + k] * p[1] + m[8 + k] * p[2] + m[12 + k];
      min[k] = Math.min(min[k], x);
      max[k] = Math.max(max[k], x);
    }
  }
}

function count(material) {
  if (!material?.color || material.map) return;
  const { r, g, b } = material.color.getRGB({}, THREE.SRGBColorSpace);
  colors.set([r, g, b, material.transparent ? material.opacity : 1].join(), [r, g, b, material.transparent ? material.opacity : 1]);
}

const scene = await readers[path.extname(file).slice(1).toLowerCase()]();
scene.updateMatrixWorld(true);
scene.traverse((mesh) => {
  if (!mesh.isMesh) return;
  [mesh.material].flat().forEach(count);
  for (let i = 0; i < (mesh.isInstancedMesh ? mesh.count : 1); i++) {
    const own = new THREE.Matrix4();
    if (mesh.isInstancedMesh) mesh.getMatrixAt(i, own);
    measure(mesh, mesh.matrixWorld.clone().multiply(own));
  }
});
process.stdout.write(JSON.stringify(triangles ? { triangles, min, max, colors: [...colors.values()] } : { triangles: 0 }) + "\n");
process.exit(0);
