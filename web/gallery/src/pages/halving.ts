// When a moving sphere first touches a box, by halving intervals of time, beside the library's answer.
import type {Page, State, Vec} from "../page";
import {add, floats, list, number, scale, size, subtract, text, texts, vec} from "../vector";

/** A span of time that the recursion looked at. */
interface Span {
    from: number;
    to: number;
    depth: number;
    kind: "free" | "halved" | "contact";
}

/** Ericson's test of a span: the shapes cannot touch in it if they are farther apart at one end than they can move in it. `distance` is asked of the library. */
export function intervals(distance: (t: number) => number, speed: number, least: number): {spans: Span[]; contact?: Span; asked: number} {
    const spans: Span[] = [], known = new Map<number, number>();
    const at = (t: number): number => {
        if (!known.has(t)) known.set(t, distance(t));
        return known.get(t)!;
    };
    const search = (from: number, to: number, depth: number): Span | undefined => {
        const reach = speed * (to - from), span: Span = {from, to, depth, kind: "free"};
        spans.push(span);
        if (at(from) > reach || at(to) > reach) return undefined;
        if (to - from <= least) {
            span.kind = "contact";
            return span;
        }
        span.kind = "halved";
        const middle = (from + to) / 2;
        return search(from, middle, depth + 1) ?? search(middle, to, depth + 1);
    };
    const contact = search(0, 1, 0);
    return {spans, contact, asked: known.size};
}

const BOX: Vec = [0.9, 0.6, 0.7];
let line: HTMLElement | undefined;

/** A row for each depth of the recursion, with a bar for each span. */
function drawLine(spans: Span[], time: number, first: number | undefined): void {
    if (!line) return;
    const rows = Math.max(...spans.map(s => s.depth)) + 1, height = 12, bars = spans.map(({from, to, depth, kind}) => {
        const bar = document.createElement("span");
        bar.className = kind;
        bar.title = `${text(from)} to ${text(to)}: ${{free: "no contact is possible", halved: "halved", contact: "as short as is asked"}[kind]}`;
        bar.style.cssText = `left: ${100 * from}%; width: max(2px, ${100 * (to - from)}%); top: ${height * depth}px`;
        return bar;
    });
    for (const [name, t] of [["now", time], ["first", first]] as const) {
        if (t === undefined) continue;
        const mark = document.createElement("i");
        mark.className = name;
        mark.style.left = `${100 * t}%`;
        bars.push(mark);
    }
    line.style.height = `${height * rows}px`;
    line.replaceChildren(...bars);
}

const poseAt = ({points: {a, b}}: State, t: number): number[] => [...add(a, scale(subtract(b, a), t)), 0, 0, 0, 1];

export default {
    id: "halving", title: "Halving intervals of time", group: "When things touch",
    question: "When does the sphere that goes from A to B first touch the box? A span of time in which it cannot reach the box is let go; the others are halved.",
    points: {a: {at: [-2.2, 1.25, 0.4], label: "A"}, b: {at: [2.3, 0.5, 0], label: "B"}},
    numbers: {radius: {value: 0.3, min: 0, max: 1, step: 0.05, label: "radius"}, halvings: {value: 8, min: 1, max: 16, step: 1, label: "halvings at most"}, time: {value: 0.3, min: 0, max: 1, step: 0.002, label: "time shown"}},
    camera: [0.8, 2.6, 7.2],
    runs: {number: "time", seconds: 6},
    show(carom, state, draw) {
        const {points: {a, b}, numbers: {radius, halvings, time}} = state, least = 2 ** -halvings, speed = size(subtract(b, a));
        const sphere = new carom.Sphere([0, 0, 0], radius), box = new carom.Box(scale(BOX, -1), BOX), pair = new carom.Pair(sphere, box);
        const {spans, contact, asked} = intervals(t => {
            pair.poseA.set(poseAt(state, t));
            return pair.distance();
        }, speed, least);
        const hit = carom.toi(sphere, box, {startA: poseAt(state, 0), endA: poseAt(state, 1)}), found = hit.hit[0] === 1;
        for (const made of [pair, sphere, box]) made.dispose();
        draw.box(scale(BOX, -1), BOX, "a");
        draw.line([a, b], "aside", 2, true);
        const center = (t: number) => vec(poseAt(state, t));
        for (const {from, to, kind} of spans) if (kind === "free") draw.line([center(from), center(to)], "answer", 5);
        if (contact) draw.line([center(contact.from), center(contact.to)], "contact", 7);
        if (found) draw.sphere(center(hit.fraction[0]), Math.max(radius, 0.03), "contact", 0.25);
        draw.sphere(center(time), Math.max(radius, 0.03), "b", 0.5);
        if (found) draw.point(vec(hit.point), "contact", 0.05);
        drawLine(spans, time, found ? hit.fraction[0] : undefined);
        return [["halving ends with", contact ? `${text(contact.from)} to ${text(contact.to)}` : "no contact"], ["spans looked at", String(spans.length)], ["distances asked", String(asked)],
            ["carom's answer", found ? hit.initialOverlap[0] ? "in contact from the start" : `t = ${hit.fraction[0].toFixed(8)}` : "never"], ...(found ? [["point", texts(hit.point)]] as [string, string][] : [])];
    },
    extra() {
        line = document.createElement("div");
        line.className = "intervals";
        line.setAttribute("role", "img");
        line.setAttribute("aria-label", "The spans of time that were looked at, a row for each halving, from 0 on the left to 1 on the right");
        const legend = document.createElement("p");
        legend.className = "hint";
        legend.textContent = "Time from 0 to 1, a row for each halving. Green: no contact is possible; grey: halved; red: as short as is asked. The thin lines are the time shown and carom's answer.";
        const both = document.createElement("div");
        both.append(line, legend);
        return both;
    },
    code: state => {
        const {points: {a, b}, numbers: {radius}} = state;
        return {
            c: `carom_shape sphere = carom_shape_sphere((carom_vec3){0, 0, 0}, ${number(radius)});
carom_shape box = carom_shape_aabb((carom_vec3){${list(scale(BOX, -1))}}, (carom_vec3){${list(BOX)}});
carom_pose rest = carom_pose_identity();
carom_turning_shape moving = {&sphere, {{${list(a)}}, {0, 0, 0, 1}}, {{${list(b)}}, {0, 0, 0, 1}}};
carom_turning_shape standing = {&box, rest, rest};
carom_toi_hit hit = carom_toi(&moving, &standing, 0);`,
            python: `hit = carom.toi(carom.Sphere([0.0, 0, 0], ${floats([radius])}),
                carom.Box([${floats(scale(BOX, -1))}], [${floats(BOX)}]),
                [${floats(poseAt(state, 0))}],
                [${floats(poseAt(state, 1))}])
print(hit.hit, hit.fraction, hit.fraction_upper)`,
            javascript: `const hit = carom.toi(new carom.Sphere([0, 0, 0], ${number(radius)}),
    new carom.Box([${list(scale(BOX, -1))}], [${list(BOX)}]),
    {startA: [${list(poseAt(state, 0))}],
     endA: [${list(poseAt(state, 1))}]});`,
        };
    },
    algorithm: [
        "In a span of time the sphere moves no farther than its speed times the length of the span.",
        "If it is farther than that from the box at either end of the span there is no contact in it, and the span is let go.",
        "Any other span is halved, and its first half is searched before its second, so that the first contact is found first.",
        "The recursion ends with a span as short as is asked, in which there may be contact: it is never late, and where it is early the sphere is by then no farther from the box than it moves in such a span.",
        "carom does not halve here: from a time it goes on by the distance divided by a bound on the closing speed (conservative advancement), until the distance is within the tolerance.",
    ],
    source: "Ericson, Real-Time Collision Detection, 5.5.2; Mirtich 1996", declares: ["carom_toi"],
} satisfies Page;
