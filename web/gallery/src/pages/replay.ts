// A run of the command carom simulate, in the page that it writes.
import type {Page} from "../page";
import {number} from "../vector";

export default {
    id: "replay", title: "A replay of carom simulate", group: "Which of many",
    question: "What happened, and when, in a run of seventy shapes of nine kinds? This is the page that carom simulate --html writes, one file without any request: play it, step through it, click a body, choose an impact.",
    points: {},
    document: () => "./replay.html",
    show: () => [["scene", "web/gallery/replay.json"], ["run", "carom simulate replay.json --html replay.html"], ["frames", "100, at 60 a second"], ["space", "plays and pauses"], ["comma, full stop", "a frame back, a frame on"], ["click on a body", "its impacts; L follows it"]],
    code: () => ({
        c: `/* what the command does at each frame */
carom_world_def def = carom_world_defaults();
def.gravity = (carom_vec3){0, ${number(-9.81)}f, 0};
def.response = true;
carom_world *world;
if (carom_world_create(&world, &def) != CAROM_OK) return 1;
for (int frame = 0; frame < 100; frame++) {
    if (carom_world_step(world, 1.0f / 60) != CAROM_OK) return 1;
    size_t count;
    const carom_world_impact *impacts = carom_world_impacts(world, &count);
}
carom_world_destroy(world);`,
        python: `world = carom.World(gravity=[0.0, ${number(-9.81)}, 0], response=True)
world.add(carom.Sphere([0.0, 0, 0], 0.14), [0.0, 2, 0, 0, 0, 0, 1])
for frame in range(100):
    impacts = world.step(1 / 60)
print(len(impacts.time))`,
        javascript: `const world = new carom.World({gravity: [0, ${number(-9.81)}, 0], response: true});
world.add(new carom.Sphere([0, 0, 0], 0.14), {poses: [0, 2, 0, 0, 0, 0, 1]});
for (let frame = 0; frame < 100; frame++) world.step(1 / 60).time;`,
    }),
    algorithm: [
        "Each frame is worked off event by event: of all pairs that may meet the earliest impact is found by continuous tests.",
        "The two go there, respond, and go on with the time that is left.",
        "The page holds the places where the paths bend, and not samples, so things turn round where they met, at the time they did.",
        "Places take 16 bits of the box of all tracks, rotations 16 bits a number.",
        "The viewer is the one of carom clash --html: WebGL 2, no library, no request; it opens from disk.",
    ],
    source: "Mirtich 1996", declares: ["carom_world_step", "carom_world_impacts"],
} satisfies Page;
