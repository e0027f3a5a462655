// A character that walks through a level, towards a goal, frame by frame.
import type {Carom, Mover, World} from "carom";
import type {Page, State, Vec} from "../page";
import {add, list, number, subtract, text, texts, vec} from "../vector";

const DT = 1 / 60, FRAMES = 600, SPEED = 1.5, FALL = 2, RADIUS = 0.2, HEIGHT = 0.7, STEP = 0.25;
/** The floor, stairs up to a terrace, a wall, and low blocks: the low and the high corner of each. */
const LEVEL: [Vec, Vec][] = [
    [[-4, -2, -3], [4, -1.75, 3]],
    ...[0, 1, 2, 3, 4].map((i): [Vec, Vec] => [[0.5 + 0.375 * i, -1.75, -2.5], [2.375, -1.5625 + 0.1875 * i, -0.75]]),
    [[2.375, -1.75, -3], [4, -0.8125, 0.5]], [[-1.5, -1.75, -0.25], [-1.25, -0.5, 3]], [[-0.25, -1.75, 1], [0.5, -1.6, 1.75]], [[1.25, -1.75, 1], [1.5, -0.75, 3]],
];
const PILLAR: [Vec, Vec, number] = [[-0.6, -1.75, -1.4], [-0.6, 0, -1.4], 0.35];
/** It goes up and down before the terrace. */
const LIFT: [Vec, Vec] = [[2.45, -1.9, 0.55], [3.6, -1.7, 1.7]];
/** Its velocity at a frame: up to the terrace's height and back in six seconds. */
const liftAt = (frame: number): number => (frame % 360 < 180 ? 0.3 : -0.3);

interface Frame {
    at: Vec;
    ground: string;
    normal: Vec;
    lift: number;
    left: Vec;
}
interface Run {
    of: string;
    world: World;
    mover: Mover;
    lift: BigUint64Array;
    frames: Frame[];
    milliseconds: number;
}
let run: Run | undefined;

function start(carom: Carom, {points: {s, g}}: State): Run {
    const of = list([...s, ...g]);
    if (run?.of === of) return run;
    run?.mover.dispose();
    run?.world.dispose();
    const world = new carom.World();
    for (const [low, high] of LEVEL) world.add(new carom.Box(low, high), {kind: "static"});
    world.add(new carom.Cylinder(...PILLAR), {kind: "static"});
    const lift = world.add(new carom.Box(...LIFT), {kind: "moving", mass: 0});
    const mover = new carom.Mover(new carom.Capsule([0, RADIUS, 0], [0, HEIGHT - RADIUS, 0], RADIUS), {pose: [...s, 0, 0, 0, 1], stepHeight: STEP, snapDistance: STEP});
    return (run = {of, world, mover, lift, frames: [{at: s, ground: "air", normal: [0, 0, 0], lift: 0, left: [0, 0, 0]}], milliseconds: 0});
}

/** The frame of a number; the run goes on from the last that was asked for. */
function frameAt({world, mover, lift, frames}: Run, count: number, goal: Vec): Frame {
    while (frames.length <= count) {
        const before = performance.now(), {at} = frames[frames.length - 1], [x, , z] = subtract(goal, at), far = Math.hypot(x, z), speed = far > 0.05 ? SPEED / far : 0;
        world.setVelocity(lift, [0, liftAt(frames.length - 1), 0]);
        world.step(DT);
        const moved = mover.move(world, [speed * x, mover.ground === "ground" ? 0 : -FALL, speed * z], DT);
        run!.milliseconds += performance.now() - before;
        frames.push({at: vec(mover.pose), ground: mover.ground, normal: vec(mover.groundNormal), lift: world.states(lift).poses[1], left: vec(moved.velocity)});
    }
    return frames[count];
}

export default {
    id: "walk", title: "A character walks", group: "Which of many",
    question: "Where does a character come that walks from S towards G? It climbs stairs, slides along walls, rides the lift, and passes through nothing.",
    points: {s: {at: [-3, -1.7, 0.9], label: "S"}, g: {at: [3.2, -0.8, -1.5], label: "G"}},
    numbers: {frame: {value: 120, min: 0, max: FRAMES, step: 1, label: "frame"}},
    camera: [0.5, 4.2, 8.6],
    runs: {number: "frame", seconds: FRAMES * DT},
    show(carom, state, draw) {
        const {points: {s, g}, numbers: {frame}} = state, now = start(carom, state), {at, ground, normal, lift, left} = frameAt(now, frame, g);
        for (const [i, [low, high]] of LEVEL.entries()) draw.box(low, high, "aside", i ? 0.4 : 0.15);
        draw.cone(PILLAR[0], PILLAR[1], PILLAR[2], PILLAR[2], "aside", 0.4);
        draw.box(add(LIFT[0], [0, lift, 0]), add(LIFT[1], [0, lift, 0]), "b", 0.6);
        const path = now.frames.slice(0, frame + 1), feet = path.map(f => add(f.at, [0, 0.02, 0])).filter((_, i) => i % 4 === 0 || i === frame);
        draw.line(feet, "answer", 3);
        draw.line([s, g], "aside", 1, true);
        draw.capsule(add(at, [0, RADIUS, 0]), add(at, [0, HEIGHT - RADIUS, 0]), RADIUS, ground === "ground" ? "a" : "contact", 0.85);
        if (ground !== "air") draw.arrow(at, add(at, normal.map(x => 0.5 * x) as Vec), "region", 2);
        return [["stands", ground === "ground" ? "on ground" : ground === "steep" ? "on what is too steep" : "in the air"], ["position", texts(at)], ["velocity that is left", texts(left)],
            ["highest so far, above the floor", text(Math.max(...path.map(f => f.at[1])) + 1.75)], ["from the goal, across", text(Math.hypot(g[0] - at[0], g[2] - at[2]))], ["time", `${(frame * DT).toFixed(2)} s`],
            ["a frame took, on average", now.frames.length > 1 ? `${(now.milliseconds / (now.frames.length - 1)).toFixed(3)} ms` : "none yet"]];
    },
    code: ({points: {s, g}, numbers: {frame}}: State) => ({
        c: `static const carom_aabb level[${LEVEL.length}] = {
${LEVEL.map(([low, high]) => `    {{${list(low)}}, {${list(high)}}},`).join("\n")}
};
carom_world_def def = carom_world_defaults();
carom_world *world;
if (carom_world_create(&world, &def) != CAROM_OK) return 1;
carom_collider_id id;
for (int i = 0; i < ${LEVEL.length}; i++) {
    carom_collider_def box = {.kind = CAROM_COLLIDER_STATIC};
    box.shape = carom_shape_aabb(level[i].min, level[i].max);
    if (carom_world_insert(world, &box, &id) != CAROM_OK) return 1;
}
carom_collider_def pillar = {.kind = CAROM_COLLIDER_STATIC};
pillar.shape = carom_shape_cylinder((carom_vec3){${list(PILLAR[0])}}, (carom_vec3){${list(PILLAR[1])}}, (carom_real)${number(PILLAR[2])});
if (carom_world_insert(world, &pillar, &id) != CAROM_OK) return 1;
carom_collider_def lift = {.kind = CAROM_COLLIDER_MOVING};
lift.shape = carom_shape_aabb((carom_vec3){${list(LIFT[0])}}, (carom_vec3){${list(LIFT[1])}});
if (carom_world_insert(world, &lift, &id) != CAROM_OK) return 1;

carom_mover mover = {.def = {.step_height = ${number(STEP)}f, .snap_distance = ${number(STEP)}f}};
mover.def.shape = carom_shape_capsule((carom_vec3){0, (carom_real)${number(RADIUS)}, 0}, (carom_vec3){0, ${number(HEIGHT - RADIUS)}, 0}, (carom_real)${number(RADIUS)});
mover.pose = (carom_pose){{${list(s)}}, {0, 0, 0, 1}};
carom_vec3 goal = {${list(g)}};
carom_real dt = (carom_real)(1.0 / 60);
for (int i = 0; i < ${number(frame)}; i++) {
    carom_vec3 up = {0, (carom_real)(i % 360 < 180 ? 0.3 : -0.3), 0};
    if (carom_world_set_velocity(world, id, up, (carom_vec3){0, 0, 0}) != CAROM_OK) return 1;
    if (carom_world_step(world, dt) != CAROM_OK) return 1;
    double x = goal.x - mover.pose.position.x, z = goal.z - mover.pose.position.z;
    double far = sqrt(x * x + z * z), speed = far > 0.05 ? ${number(SPEED)} / far : 0;
    carom_mover_request request = {.dt = dt};
    request.velocity.x = (carom_real)(speed * x);
    request.velocity.y = mover.ground == CAROM_MOVER_GROUND ? 0 : -${number(FALL)};
    request.velocity.z = (carom_real)(speed * z);
    carom_mover_result result;
    if (!carom_mover_move(world, &mover, &request, &result)) return 1;
}
carom_vec3 stands = mover.pose.position;
carom_world_destroy(world);`,
        python: `# the Python package has no movers: what a sweep meets first is the part of them that it has
world = carom.World()
world.add(carom.Box([-4.0, -2, -3], [4.0, -1.75, 3]), kind="static")
hit = world.sweep(carom.Capsule([0.0, ${number(RADIUS)}, 0], [0.0, ${number(HEIGHT - RADIUS)}, 0], ${number(RADIUS)}), [0.0, -9, 0],
                  [${list(s.map((x, k) => (k === 1 ? x + 3 : x)))}, 0, 0, 0, 1.0])
print(hit.fraction)`,
        javascript: `const world = new carom.World();
world.add(new carom.Box([-4, -2, -3], [4, -1.75, 3]), {kind: "static"});
const shape = new carom.Capsule([0, ${number(RADIUS)}, 0], [0, ${number(HEIGHT - RADIUS)}, 0], ${number(RADIUS)});
const mover = new carom.Mover(shape, {pose: [${list(s)}, 0, 0, 0, 1],
    stepHeight: ${number(STEP)}, snapDistance: ${number(STEP)}});
for (let i = 0; i < ${number(frame)}; i++) {
    const [x, , z] = mover.pose, away = [${number(g[0])} - x, ${number(g[2])} - z], far = Math.hypot(...away) || 1;
    const fall = mover.ground === "ground" ? 0 : -${number(FALL)}; // gravity is the caller's
    mover.move(world, [${number(SPEED)} * away[0] / far, fall, ${number(SPEED)} * away[1] / far], 1 / 60);
}`,
    }),
    algorithm: [
        "The character is a shape that the caller moves, and no body of the simulation; each call moves it by a velocity for a time.",
        "Every part of a movement is a sweep of the shape, grown by a skin, which ends before what it meets, so it passes nothing, whatever the speed.",
        "What is met becomes a plane, and the motion nearest to the wanted one within all planes is taken, up to three of them at once: it slides.",
        "On the ground, what stops it is climbed by three sweeps, up, on and down, if that ends on ground that is no higher than a step; after each stride it keeps to ground below.",
        "Where it stands on something that moves it goes along first, again by sweeps.",
    ],
    source: "own method; beside Jolt Physics' CharacterVirtual and Box3D's mover", declares: ["carom_mover_move"],
} satisfies Page;
