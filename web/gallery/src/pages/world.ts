// A world: boxes and balls that fall into a bin.
import type {Carom, World} from "carom";
import type {Page, State, Vec} from "../page";
import {number, scale, vec} from "../vector";

const DT = 1 / 60, STEPS = 240, HALF: Vec = [0.24, 0.18, 0.2], RADIUS = 0.22;
/** The floor and the walls of the bin: the low and the high corner of each. */
const BIN: [Vec, Vec][] = [[[-1.3, -2, -1.3], [1.3, -1.8, 1.3]], [[-1.5, -2, -1.5], [-1.3, 1.5, 1.5]], [[1.3, -2, -1.5], [1.5, 1.5, 1.5]], [[-1.3, -2, -1.5], [1.3, 1.5, -1.3]], [[-1.3, -2, 1.3], [1.3, 1.5, 1.5]]];

/** What a step ended with. */
interface Frame {
    poses: Float64Array;
    events: {begin: number; stay: number};
    impacts: number;
    begun: Set<bigint>;
    points: Vec[];
}

interface Run {
    of: string;
    world: World;
    ids: BigUint64Array;
    frames: Frame[];
    seconds: number; // of all steps so far
}
let run: Run | undefined, chart: SVGSVGElement | undefined;

/** Where things start, in layers above each other, and how they move; by a small generator, the same everywhere. */
function starts(count: number): {poses: Float64Array; velocity: Float64Array; angularVelocity: Float64Array} {
    let seed = 4711;
    const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    const [poses, velocity, angularVelocity] = [7, 3, 3].map(width => new Float64Array(width * count));
    for (let i = 0; i < count; i++) {
        const layer = Math.floor(i / 9), at = i % 9, askew = () => 0.1 * (random() - 0.5), angle = Math.PI * random();
        poses.set([0.62 * (at % 3 - 1) + askew() + 0.15 * Math.cos(2 * layer), -0.9 + 0.62 * layer, 0.62 * (Math.floor(at / 3) - 1) + askew() + 0.15 * Math.sin(2 * layer),
            0, Math.sin(angle / 2), 0, Math.cos(angle / 2)], 7 * i);
        velocity.set([random() - 0.5, 0, random() - 0.5], 3 * i);
        angularVelocity.set([random() - 0.5, random() - 0.5, random() - 0.5].map(x => 6 * x), 3 * i);
    }
    return {poses, velocity, angularVelocity};
}

function made(carom: Carom, {numbers: {count, restitution}}: State): Run {
    const of = `${count} ${restitution}`;
    if (run?.of === of) return run;
    run?.world.dispose();
    const world = new carom.World({gravity: [0, -9.81, 0], response: true});
    for (const [low, high] of BIN) world.add(new carom.Box(low, high), {kind: "static", restitution: 1});
    const start = starts(count), box = new carom.Box(scale(HALF, -1), HALF), ball = new carom.Sphere([0, 0, 0], RADIUS);
    const ids = world.add(Array.from({length: count}, (_, i) => (i % 2 ? ball : box)), {...start, restitution});
    return (run = {of, world, ids, frames: [{poses: start.poses, events: {begin: 0, stay: 0}, impacts: 0, begun: new Set(), points: []}], seconds: 0});
}

/** The frame at a step, to which the world goes on from the last one that was asked for. */
function frameAt({world, ids, frames}: Run, step: number): Frame {
    while (frames.length <= step) {
        const start = performance.now(), impacts = world.step(DT).time.length;
        run!.seconds += (performance.now() - start) / 1000;
        const {kind, a, b, point, normal} = world.events, begun = new Set<bigint>(), points: Vec[] = [], counts = {begin: 0, stay: 0};
        kind.forEach((k, i) => {
            if (k === 2) return;
            counts[k === 0 ? "begin" : "stay"]++;
            if (k === 0) begun.add(a[i]).add(b[i]);
            if (vec(normal, 3 * i).some(x => x !== 0)) points.push(vec(point, 3 * i)); // a pair that met only during the step has no point
        });
        frames.push({poses: world.states(ids).poses, events: counts, impacts, begun, points});
    }
    return frames[step];
}

/** Contacts of each step so far. */
function drawChart(frames: Frame[], step: number): void {
    if (!chart) return;
    const contacts = frames.map(f => f.events.begin + f.events.stay), most = Math.max(1, ...contacts);
    chart.querySelector("path")!.setAttribute("d", contacts.map((y, x) => `${x ? "L" : "M"}${x} ${100 - 96 * y / most}`).join(""));
    for (const end of ["x1", "x2"]) chart.querySelector("line")!.setAttribute(end, String(step));
}

export default {
    id: "world", title: "A world", group: "Which of many",
    question: "What touches what, when many things fall into a bin? Every step is one call; let it run, or move the step to and fro.",
    points: {},
    numbers: {count: {value: 45, min: 2, max: 63, step: 1, label: "things"}, restitution: {value: 0.6, min: 0, max: 0.9, step: 0.05, label: "restitution"}, step: {value: 40, min: 0, max: STEPS, step: 1, label: "step"}},
    camera: [3.2, 2.4, 7.5],
    runs: {number: "step", seconds: STEPS * DT},
    show(carom, state, draw) {
        const {numbers: {count, step}} = state, now = made(carom, state), {poses, events, impacts, begun, points} = frameAt(now, step);
        for (const [low, high] of BIN) draw.box(low, high, "aside", 0.12);
        for (let i = 0; i < count; i++) {
            const pose = poses.subarray(7 * i, 7 * i + 7), colour = begun.has(now.ids[i]) ? "contact" : i % 2 ? "b" : "a";
            if (i % 2) draw.ellipsoid(pose, [RADIUS, RADIUS, RADIUS], colour, 1);
            else draw.box(scale(HALF, -1), HALF, colour, 0.8, pose);
        }
        for (const at of points) draw.point(at, "answer", 0.03);
        drawChart(now.frames, step);
        return [["time", `${(step * DT).toFixed(2)} s`], ["pairs in contact", String(events.begin + events.stay)], ["of these new", String(events.begin)], ["impacts in the step", String(impacts)],
            ["a step took, on average", now.frames.length > 1 ? `${(1000 * now.seconds / (now.frames.length - 1)).toFixed(2)} ms` : "none yet"]];
    },
    extra() {
        const box = document.createElement("div");
        box.innerHTML = `<svg class="chart" viewBox="0 0 ${STEPS} 100" preserveAspectRatio="none" role="img" aria-label="Pairs in contact after each step so far"><path/><line y1="0" y2="100"/></svg>
<p class="hint">Pairs in contact after each step, as far as steps have been asked for.</p>`;
        chart = box.querySelector("svg")!;
        return box;
    },
    code: ({numbers: {restitution, step}}) => ({
        c: `carom_world_def def = carom_world_defaults();
def.response = true;
def.gravity = (carom_vec3){0, -9.81f, 0};
carom_world *world;
if (carom_world_create(&world, &def) != CAROM_OK) return 1;
carom_collider_def floor = {.shape = carom_shape_aabb((carom_vec3){-9, -1, -9}, (carom_vec3){9, 0, 9}),
                            .pose = carom_pose_identity(), .restitution = 1};
carom_collider_def ball = {.shape = carom_shape_sphere((carom_vec3){0, 0, 0}, ${RADIUS}f), .kind = CAROM_COLLIDER_MOVING,
                           .pose = {{0, 2, 0}, {0, 0, 0, 1}}, .mass = 1, .restitution = ${number(restitution)}f};
carom_collider_id id;
if (carom_world_insert(world, &floor, &id) != CAROM_OK) return 1;
if (carom_world_insert(world, &ball, &id) != CAROM_OK) return 1;
for (int i = 0; i < ${number(step)}; i++) {
    if (carom_world_step(world, 1.0f / 60) != CAROM_OK) return 1;
    size_t count;
    const carom_world_event *events = carom_world_events(world, &count);
}
carom_world_destroy(world);`,
        python: `world = carom.World(gravity=[0.0, -9.81, 0], response=True)
world.add(carom.Box([-9.0, -1, -9], [9.0, 0, 9]), kind="static", restitution=1.0)
ball = world.add(carom.Sphere([0.0, 0, 0], ${RADIUS}), [0.0, 2, 0, 0, 0, 0, 1], restitution=${number(restitution)})
for _ in range(${number(step)}):
    impacts = world.step(1 / 60)
print(len(world.events.kind))`,
        javascript: `const world = new carom.World({gravity: [0, -9.81, 0], response: true});
world.add(new carom.Box([-9, -1, -9], [9, 0, 9]), {kind: "static", restitution: 1});
const ball = world.add(new carom.Sphere([0, 0, 0], ${RADIUS}), {poses: [0, 2, 0, 0, 0, 0, 1], restitution: ${number(restitution)}});
for (let i = 0; i < ${number(step)}; i++) world.step(1 / 60);
world.events.kind.length;`,
    }),
    algorithm: [
        "Two structures hold the boxes of what stands and of what moves, grown by the motion of the step, and say which pairs may meet.",
        "For each such pair the time of the first contact in the step is found, so nothing passes through another thing, however fast it is.",
        "The earliest contact is dealt with first: the two bounce by their masses and restitution, and their other contacts are asked anew; things have no moments of inertia, so an impact does not set them turning.",
        "At the end of the step each pair that touches is told as begun, lasting or ended, with the point, the normal and the depth.",
        "Answers are the same bits in each run and on each machine, so this page shows what a server would compute.",
    ],
    source: "Mirtich 1996; Ericson, Real-Time Collision Detection, 2.4 and 5.5", declares: ["carom_world_step", "carom_world_insert"],
} satisfies Page;
