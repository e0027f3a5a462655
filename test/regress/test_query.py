#!/usr/bin/python3
"""carom query as a user meets it: every shape under every verb, malformed and invalid lines, NaN and infinity in every field,
both precisions, poses, streams that end early, usage errors. The answers' values are the property tests' affair."""
import argparse
import copy
import json
import math
import pathlib
import struct
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
parser = argparse.ArgumentParser()
parser.add_argument("--carom", required=True)
CAROM = str(pathlib.Path(parser.parse_args().carom).resolve())
CUBE = "test/data/cube.obj"

SHAPES = {
    "point": {"point": [0.25, 0.25, 0.5]},
    "segment": {"segment": [[0, 0, -1], [0.25, 0.5, 2]]},
    "ray": {"ray": {"origin": [0.25, 0.125, -3], "direction": [0, 0, 2], "t_min": 0, "t_max": 10}},
    "line": {"line": {"origin": [0.25, 0.125, -3], "direction": [0, 0, 2]}},
    "plane": {"plane": {"normal": [0, 0, 3], "offset": 1}},
    "halfspace": {"halfspace": {"normal": [0, 0, 3], "offset": 1}},
    "sphere": {"sphere": {"center": [0, 0, 0.5], "radius": 1}},
    "capsule": {"capsule": {"a": [0, 0, 0], "b": [0, 0, 1], "radius": 0.5}},
    "aabb": {"aabb": {"min": [-1, -1, -1], "max": [1, 1, 1]}},
    "obb": {"obb": {"center": [0, 0, 0], "axes": [[0, 1, 0], [0, 0, 1], [1, 0, 0]], "half_extents": [1, 2, 1]}},
    "triangle": {"triangle": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]},
    "polygon": {"polygon": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]},
    "mesh": {"mesh": CUBE},
    "heightfield": {"heightfield": {"heights": [[0, 0, 1], [0.5, 1, 0]], "origin": [-1, 0, -0.5], "spacing": [1, 1, 1]}},
    "interval": {"interval": [0, 1]},
}
# what each verb's answer always holds; null where there is nothing to tell
FIELDS = {
    "overlap": {"overlap"}, "classify": {"relation"}, "closest": {"distance", "point_a", "point_b"}, "distance": {"distance"},
    "raycast": {"hit", "t", "t_exit", "point", "normal", "started_inside"},
    "sweep": {"hit", "fraction", "fraction_exit", "point", "normal", "initial_overlap"},
    "penetration": {"overlap", "depth", "normal", "point_a", "point_b"},
    "contact": {"overlap", "normal", "points"},
    "toi": {"hit", "initial_overlap", "fraction", "fraction_upper", "point", "normal"},
}
POINTS = {"point", "normal", "point_a", "point_b", "barycentric", "closest"}
NUMBERS = {"distance", "t", "t_exit", "fraction", "fraction_exit", "depth"}
TRUTHS = {"hit", "overlap", "started_inside", "initial_overlap"}


def strict(text):
    def refuse(word):
        raise AssertionError(f"{word} in {text}")

    def whole(word):
        return refuse(word) if word == "-0" else int(word)
    return json.loads(text, parse_constant=refuse, parse_int=whole)


def run(data, *options, expect=0):
    """Sends bytes, text or a list of queries; the answers as strictly read JSON, in which no zero is negative."""
    if isinstance(data, list):
        data = "".join((q if isinstance(q, str) else json.dumps(q)) + "\n" for q in data)
    data = data.encode() if isinstance(data, str) else data
    done = subprocess.run([CAROM, "query", *options], input=data, capture_output=True, cwd=ROOT, timeout=120)
    assert done.returncode == expect, (done.returncode, data[:300], done.stdout[-300:], done.stderr[-300:])
    return [strict(line) for line in done.stdout.decode().splitlines()]


def is_point(value):
    return isinstance(value, list) and len(value) == 3 and all(x is None or isinstance(x, (int, float)) for x in value)


def well_formed(verb, reply):
    assert FIELDS[verb] <= reply.keys(), (verb, reply)
    for field, value in reply.items():
        if value is None:
            continue
        if field in POINTS:
            assert is_point(value), reply
        elif field in NUMBERS:
            assert isinstance(value, (int, float)), reply
        elif field in TRUTHS:
            assert isinstance(value, bool), reply
        elif field == "relation":
            assert value in ("disjoint", "intersects", "contains", "inside"), reply
    if reply.get("hit") or reply.get("depth"):
        assert abs(math.hypot(*reply["normal"]) - 1) < 1e-5, reply


def every_shape_under_every_verb():
    queries = [{"query": verb, "a": SHAPES[a], "b": SHAPES[b], "motion_a": motion}
               for verb in FIELDS for a in SHAPES for b in SHAPES for motion in ([0.5, 0, -1], [-4, -0.0, 0])]
    for options in ([], ["--precision", "float"], ["--precision", "double", "--json"]):
        answered = 0
        for query, reply in zip(queries, run(queries, *options, expect=3), strict=True):
            if "error" in reply:
                assert reply.keys() == {"error"} and "not available" in reply["error"], (query, reply)
            else:
                assert "invalid" not in reply, (query, reply)
                well_formed(query["query"], reply)
                answered += 1
        assert answered > 660, answered


def swapped_pairs_agree():
    """overlap, distance and depth do not depend on the order; normals turn around."""
    for verb in ("overlap", "distance", "penetration", "sweep"):
        pairs = [(a, b) for a in SHAPES for b in SHAPES]
        one = run([{"query": verb, "a": SHAPES[a], "b": SHAPES[b], "motion_a": [3, 1, -2]} for a, b in pairs], expect=3)
        two = run([{"query": verb, "b": SHAPES[a], "a": SHAPES[b], "motion_b": [3, 1, -2]} for a, b in pairs], expect=3)
        for pair, x, y in zip(pairs, one, two, strict=True):
            if "error" in x or "error" in y:
                assert "error" in x and "error" in y, (verb, pair, x, y)
                continue
            for field in ("overlap", "hit", "distance", "depth", "fraction"):
                assert x.get(field) == y.get(field), (verb, pair, x, y)
            if x.get("normal") and pair[0] != pair[1] and verb == "penetration":
                assert all(abs(p + q) < 1e-12 for p, q in zip(x["normal"], y["normal"])), (verb, pair, x, y)


def sweeps_of_points_know_their_side():
    for size in (0, 1):
        for kind, target in SHAPES.items():
            if kind in ("interval", "point", "ray", "line", "segment"):
                continue
            ball = {"sphere": {"center": [0.25, 0.25, 9], "radius": size}}
            down = {"query": "sweep", "a": ball, "b": target, "motion_a": [0, 0, -32]}
            up = {"query": "sweep", "a": target, "b": ball, "motion_b": [0, 0, -32]}
            for reply, sign in zip(run([down, up]), (-1, 1), strict=True):
                assert reply["hit"] and not reply["initial_overlap"] and reply["normal"][2] * sign > 0.5, (kind, size, reply)


GOOD = '{"query":"overlap","a":{"point":[0,0,0]},"b":{"point":[0,0,0]}}'
MALFORMED = [
    b"not json", b'{"query":"overlap","a":{"point":[0,0', b"[1,2]", b"7", b"null", b'"overlap"', b"{}", b"{\0}", b"\0",
    b'{"query":"overlap","a":{"point":[0,0,0]},"b":{"point":[0,0,\xff]}}', b'{"query":"\xff\xfe"}', b"\xef\xbb\xbf{}",
    b'{"query":"overlap\\u0000","a":{"point":[0,0,0]},"b":{"point":[0,0,0]}}',
    b'{"query":"frobnicate","a":{"point":[0,0,0]},"b":{"point":[0,0,0]}}', b'{"query":3}', b'{"query":"overlap"}',
    b'{"query":"overlap","a":{"point":[0,0,0]}}', b'{"query":"overlap","a":{"blob":[0,0,0]},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{},"b":{"point":[0,0,0]}}', b'{"query":"overlap","a":[],"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"point":[0,0]},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"point":[0,0,"x"]},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"point":[0,0,true]},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"point":[0,0,1e999]},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"hull":[]},"b":{"point":[0,0,0]}}', b'{"query":"overlap","a":{"heightfield":{}},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"heightfield":{"heights":[[0,0],[0]]}},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"heightfield":{"heights":[[0,0]]}},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"heightfield":{"heights":[0,0]}},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"heightfield":{"heights":[[0,0],[0,0]],"holes":[[0,0]]}},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"heightfield":{"heights":[[0,0],[0,0]],"holes":[["yes"]]}},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"heightfield":{"heights":[[0,0],[0,0]],"spacing":1}},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"triangle":[[0,0,0],[1,0,0]]},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"sphere":{"center":[0,0,0]}},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"obb":{"center":[0,0,0],"axes":[[1,0,0],[0,1,0]],"half_extents":[1,1,1]}},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"polygon":{"0":1}},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"mesh":"no/such/file.obj"},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"mesh":""},"b":{"point":[0,0,0]}}', b'{"query":"overlap","a":{"mesh":7},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"mesh":"."},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"point":[0,0,0],"pose":[]},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"point":[0,0,0],"pose":{"position":[0,0]}},"b":{"point":[0,0,0]}}',
    b'{"query":"overlap","a":{"point":[0,0,0],"pose":{"rotation":[0,0,1]}},"b":{"point":[0,0,0]}}',
    b'{"query":"sweep","a":{"point":[0,0,0]},"b":{"sphere":{"center":[0,0,0],"radius":1}},"motion_a":7}',
    b'{"query":"raycast","a":{"ray":{"origin":[0,0,0],"direction":[0,0,1],"t_min":"soon"}},"b":{"aabb":{"min":[0,0,0],"max":[1,1,1]}}}',
    b'{"query":"raycast","a":{"ray":{"origin":[0,0,0],"direction":[0,0,1]}},"b":{"aabb":{"min":[0,0,0],"max":[1,1,1]}},"facing":1}',
    b'{"query":"overlap","a":{"interval":[0,1]},"b":{"point":[0,0,0]}}',
    b'{"query":"closest","a":{"interval":[0,1]},"b":{"interval":[0,1]}}',
    b'{"query":"intersection","a":{"plane":{"normal":[0,0,1],"offset":0}},"b":{"point":[0,0,0]}}',
    b'{"query":"intersection","a":{"interval":[0,1]},"b":{"interval":[0,1]}}',
    b'{"query":"intersection","a":{"triangle":[[0,0,0],[1,0,0],[0,1,0]]}}',
    b'{"query":"response"}', b'{"query":"response","kind":"explode"}', b'{"query":"response","kind":"reflect","vector":1}',
    b'{"query":"response","kind":"impact","a":[]}', b'{"query":"response","kind":"impact","a":{"mass":"heavy"}}',
    b'{"a":' * 5000 + b"1" + b"}" * 5000, b"[" * 100000,
    b'{"query":"' + b"x" * 10_000_000 + b'"}',
]


def malformed_lines_are_named():
    lines, numbers = [], []
    for bad in MALFORMED:  # between good lines, and empty ones, which count and have no answer
        lines += [GOOD.encode(), b"", bad, b"  \t\r"]
        numbers.append(len(lines) - 1)
    replies = run(b"\n".join(lines), expect=3)
    assert len(replies) == 2 * len(MALFORMED)
    for good, bad, line, number in zip(replies[::2], replies[1::2], MALFORMED, numbers, strict=True):
        assert good == {"overlap": True}, good
        assert bad.keys() == {"error"} and bad["error"].startswith(f"line {number}: "), (line[:200], bad)
        assert len(bad["error"]) < 700
    for cut in range(1, len(GOOD)):
        (reply,) = run(GOOD[:cut], expect=3)
        assert reply["error"].startswith("line 1: not JSON"), reply


def invalid_shapes_answer_no():
    wrong = {
        "radius is negative": [{"sphere": {"center": [0, 0, 0], "radius": -1}},
                               {"capsule": {"a": [0, 0, 0], "b": [0, 0, 1], "radius": -0.5}}],
        "direction is zero": [{"ray": {"origin": [0, 0, 0], "direction": [0, 0, 0]}},
                              {"line": {"origin": [0, 0, 0], "direction": [0, 0, 0]}}],
        "normal is zero": [{"plane": {"normal": [0, 0, 0], "offset": 0}}, {"halfspace": {"normal": [0, 0, 0], "offset": 0}}],
        "box is inverted": [{"aabb": {"min": [1, 0, 0], "max": [0, 1, 1]}}],
        "polygon has no vertices": [{"polygon": []}],
        "t_min is above t_max": [{"ray": {"origin": [0, 0, 0], "direction": [0, 0, 1], "t_min": 2, "t_max": 1}}],
        "rotation is zero": [{"sphere": {"center": [0, 0, 0], "radius": 1}, "pose": {"rotation": [0, 0, 0, 0]}}],
        "rotation is not of unit length": [{"point": [0, 0, 0], "pose": {"rotation": [0, 1, 0, 1]}},
                                           {"point": [0, 0, 0], "pose": {"rotation": [1e300, 0, 0, 0]}},
                                           {"point": [0, 0, 0], "pose": {"rotation": [1e-30, 0, 0, 0]}}],
        "half_extents are negative": [
            {"obb": {"center": [0, 0, 0], "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "half_extents": [1, -1, 1]}}],
        "axes are not unit and perpendicular": [
            {"obb": {"center": [0, 0, 0], "axes": [[1, 0, 0], [1, 0, 0], [0, 0, 1]], "half_extents": [1, 1, 1]}}],
    }
    cases = []
    for reason, shapes in wrong.items():
        for bad in shapes:
            for verb in FIELDS:
                for good in SHAPES.values():
                    cases.append(({"query": verb, "a": bad, "b": good}, reason, "a"))
                    cases.append(({"query": verb, "a": good, "b": bad}, reason, "b"))
    served = 0
    for (query, reason, which), reply in zip(cases, run([c[0] for c in cases], expect=3), strict=True):
        if "error" in reply:  # a pair that is not served is an error, valid or not
            assert "not available" in reply["error"], (query, reply)
            continue
        served += 1
        assert reply["invalid"] == reason and reply["of"] == which, (query, reply)
        assert FIELDS[query["query"]] <= reply.keys(), (query, reply)
        no_hit(query, reply)
    assert served > 600, served
    valid = [q for (q, _, _), r in zip(cases, run([c[0] for c in cases], expect=3), strict=True) if "invalid" in r]
    run(valid, "--precision", "float")  # invalid is no error: exit status 0
    turned = {"point": [0, 0, 0], "pose": {"rotation": [0, 3, 0, 4]}}
    end = {"rotation": [0, 0, 0, 1.01]}
    replies = run([{"query": "overlap", "a": turned, "b": turned},
                   {"query": "toi", "a": SHAPES["sphere"], "b": SHAPES["sphere"], "end_pose_b": end}])
    assert replies[0]["hint"] == "divide its four numbers by its length, 5", replies[0]
    assert replies[1]["of"] == "end_pose_b" and replies[1]["hint"].endswith("1.01") and not replies[1]["hit"], replies[1]
    near = [{"query": "distance", "a": {"point": [0, 0, 0]}, "b": {"point": [3, 4, 5], "pose": {"rotation": [0, 0, s, s]}}}
            for s in (0.5**0.5, 0.5**0.5 * 1.0005)]
    first, second = run(near)
    assert abs(first["distance"] - second["distance"]) < 1e-14, (first, second)
    (reply,) = run([{"query": "overlap", "a": {"interval": [2, 1]}, "b": {"interval": [0, 1]}}])
    assert reply == {"invalid": "interval is inverted", "of": "a", "overlap": False}
    plane = SHAPES["plane"]
    (reply,) = run([{"query": "intersection", "a": plane, "b": plane, "c": {"plane": {"normal": [0, 0, 0], "offset": 1}}}])
    assert reply == {"invalid": "normal is zero", "of": "c", "kind": "none"}


def no_hit(query, reply):
    for field, value in reply.items():
        if field in TRUTHS:
            assert value is False, (query, reply)
        elif field in FIELDS.get(query["query"], ()) and field not in ("relation", "depth"):
            assert value is None, (query, reply)
    assert reply.get("relation", "disjoint") == "disjoint" and reply.get("depth", 0) == 0, (query, reply)


def numbers_in(value, path=()):
    """Paths of all numbers in nested lists and objects."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path
    for key, inside in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from numbers_in(inside, path + (key,))


def with_value(query, path, value):
    query = copy.deepcopy(query)
    at = query
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return query


def nan_and_infinity_in_every_field():
    """Written bare, as Python's json does. A limit of a ray may be infinite; a mass too; nothing else."""
    pose = {"position": [0, 0, 0.125], "rotation": [0, 0, 0, 1]}
    queries = []
    for verb in FIELDS:
        for a in SHAPES:
            for b in SHAPES:
                query = {"query": verb, "a": SHAPES[a] | {"pose": pose}, "b": SHAPES[b], "motion_a": [1, 2, -3], "motion_b": [0, 1, 0]}
                queries.append(query)
    served = [q for q, r in zip(queries, run(queries, expect=3), strict=True) if "error" not in r]
    assert len(served) > 330
    bad = [with_value(q, path, value) for q in served for path in numbers_in(q) for value in (math.nan, math.inf, -math.inf)]
    for precision in ("float", "double"):
        for query, reply in zip(bad, run(bad, "--precision", precision), strict=True):
            if "invalid" in reply:
                no_hit(query, reply)
            else:
                ray = query["a"].get("ray") or query["b"].get("ray")
                assert ray and (math.isinf(ray["t_min"]) or math.isinf(ray["t_max"])), (query, reply)
                assert not any(math.isnan(x) for x in (ray["t_min"], ray["t_max"])), (query, reply)


def nan_in_responses():
    body = {"velocity": [1, 0, 0], "mass": 2}
    base = {"query": "response", "vector": [1, 0, -1], "normal": [0, 0, 2], "position": [0, 0, 1], "fraction": 0.5,
            "restitution": 0.5, "a": body, "b": {"velocity": [-1, 0, 0], "mass": 3}}
    for kind in ("reflect", "wall", "slide", "impact", "remaining"):
        query = base | {"kind": kind}
        bad = [with_value(query, path, value) for path in numbers_in(query) for value in (math.nan, math.inf, -math.inf)]
        for precision in ("float", "double"):
            for q, reply in zip(bad, run(bad, "--precision", precision), strict=True):
                assert "null" not in json.dumps(reply), (q, reply)


def numbers_come_back():
    """The fewest digits that read back as the same number of the precision; 0 for what is -0."""
    def digits(text):
        return len(text.split("e")[0].replace(".", "").replace("-", "").strip("0"))
    values = [0.1, 1 / 3, 5e-324, 3e-310, 2.0 ** -1022, 1.7976931348623157e308, 123456789, 1e22, 1e23, 9007199254740993, -0.0,
              4.35, math.pi, 1e-5, 12345678901234567] + [2.0 ** n for n in range(-1074, 1024)]
    out = subprocess.run([CAROM, "query"], input="".join(
        json.dumps({"query": "closest", "a": {"point": [v, 0, 0]}, "b": {"point": [v, 0, 0]}}) + "\n" for v in values),
        text=True, capture_output=True, cwd=ROOT).stdout
    for v, line in zip(values, out.splitlines(), strict=True):
        text = line.split('"point_a":[')[1].split(",")[0]
        assert float(text) == float(v) and text != "-0", (v, text)
        power = math.frexp(v)[0] == 0.5  # its neighbours lie unevenly: printf's nearest may need one digit more
        assert digits(text) <= digits(repr(float(v))) + power, (v, text)
    singles = [struct.unpack("f", struct.pack("f", v))[0] for v in (0.1, 1 / 3, 1e-45, 1e-40, 3.4028234e38, 16777217, math.pi, 1e10)]
    out = subprocess.run([CAROM, "query", "--precision", "float"], input="".join(
        json.dumps({"query": "closest", "a": {"point": [v, 0, 0]}, "b": {"point": [v, 0, 0]}}) + "\n" for v in singles),
        text=True, capture_output=True, cwd=ROOT).stdout
    for v, line in zip(singles, out.splitlines(), strict=True):
        text = line.split('"point_a":[')[1].split(",")[0]
        assert struct.unpack("f", struct.pack("f", float(text)))[0] == v, (v, text)
        fewest = next(n for n in range(1, 10) if struct.unpack("f", struct.pack("f", float(f"{v:.{n}g}")))[0] == v)
        assert digits(text) <= fewest, (v, text)
    beyond = {"query": "closest", "a": {"point": [1e39, 0, 0]}, "b": {"point": [0, 0, 0]}}
    assert "invalid" in run([beyond], "--precision", "float")[0] and run([beyond])[0]["distance"] == 1e39


def poses_move_shapes():
    half = math.sqrt(0.5)
    turned = {"position": [10, 0, 0], "rotation": [0, 0, half, half]}  # a quarter turn about z, then to x = 10
    for name, shape in SHAPES.items():
        if name in ("interval", "mesh"):
            continue
        plain, moved = run([{"query": "distance", "a": {"point": [3, 1, 4]}, "b": shape},
                            {"query": "distance", "a": {"point": [3, 1, 4], "pose": turned}, "b": shape | {"pose": turned}}])
        assert abs(plain["distance"] - moved["distance"]) < 1e-14 * 16, (name, plain, moved)
    mesh = {"mesh": CUBE, "pose": {"position": [10, 0, 0]}}
    replies = run([{"query": "closest", "a": {"point": [5, 0.5, 0.5]}, "b": m} for m in (SHAPES["mesh"], mesh) * 20])
    assert [r["distance"] for r in replies] == [4, 5] * 20
    replies = run([{"query": "distance", "a": {"point": [0, 0, 0]}, "b": {"mesh": CUBE, "pose": {"position": [i, 0, 0]}}}
                   for i in list(range(40)) * 2])
    assert [r["distance"] for r in replies] == list(range(40)) * 2
    far = {"query": "distance", "a": {"point": [0, 0, 0], "pose": {"position": [1e308, 1e308, 0]}}, "b": {"point": [1e308, 0, 0]}}
    assert run([far])[0]["distance"] == 1e308


def polygons_of_any_size():
    ring = [[math.cos(2 * math.pi * i / 100000), math.sin(2 * math.pi * i / 100000), 0.0] for i in range(100000)]
    one, many, turned = run([
        {"query": "distance", "a": {"point": [0, 0, 2]}, "b": {"polygon": [[0, 0, 0]]}},
        {"query": "distance", "a": {"point": [0, 0, 2]}, "b": {"polygon": ring}},
        {"query": "distance", "a": {"point": [2, 0, 0]}, "b": {"polygon": ring, "pose": {"rotation": [0, 0.5 ** 0.5, 0, 0.5 ** 0.5]}}}])
    assert one["distance"] == 2 and many["distance"] == 2 and abs(turned["distance"] - 2) < 1e-12
    queries = [{"query": verb, "a": other, "b": {"polygon": ring[:size]}, "motion_a": [0, 0, -1]}
               for verb in FIELDS for other in SHAPES.values() for size in (1, 2, 3, 65)]
    queries += [{"query": verb, "a": SHAPES["sphere"], "b": {"polygon": ring}, "motion_a": [0, 0, -1]} for verb in ("overlap", "sweep")]
    queries += [{"query": "raycast", "a": SHAPES["ray"], "b": {"polygon": ring}}]
    for precision in ("float", "double"):
        for query, reply in zip(queries, run(queries, "--precision", precision, expect=3), strict=True):
            if "error" not in reply:
                well_formed(query["query"], reply)
        assert reply["hit"] and reply["normal"] == [0, 0, -1]


def posed_polygons_turn_from_their_pose():
    """A motion begins at the polygon's pose, of which the vertices know nothing: as of a triangle with the same corners."""
    corners = [[-1, -0.25, 0], [1, -0.25, 0], [0, 0.75, 0]]
    turn = {"position": [0, 2, 0], "rotation": [0, 0, 0.6, 0.8]}
    for pose, end in ((turn, {"position": [0, -2, 0.5], "rotation": [0, 0, 0, 1]}), ({"position": [3, 0, 0]}, {**turn, "position": [0, 0, 0]}), (turn, None)):
        answers = []
        for kind in ("triangle", "polygon"):
            query = {"query": "toi", "a": {kind: corners, "pose": pose}, "b": {"sphere": {"center": [0.25, 0, 0], "radius": 0.5}}}
            answers.append(run([{**query, "end_pose_a": end} if end else query])[0])
        assert answers[0]["hit"] == answers[1]["hit"], answers
        assert answers[0]["hit"] == (end is not None), answers
        assert end is None or abs(answers[0]["fraction"] - answers[1]["fraction"]) < 1e-6, answers


def streams_end_as_they_like(folder):
    assert run("") == [] and run("\n\n \n") == [] and run(GOOD) == [{"overlap": True}]
    assert run(GOOD + "\r\n") == [{"overlap": True}]
    path = folder / "queries.jsonl"
    path.write_text((GOOD + "\n") * 50000)
    assert run("", str(path)) == [{"overlap": True}] * 50000
    assert run(GOOD, "-") == [{"overlap": True}]
    # whoever reads goes away: no hang, no message but the system's
    reader = subprocess.Popen(["head", "-n", "1"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    writer = subprocess.Popen([CAROM, "query", str(path)], stdout=reader.stdin, stderr=subprocess.PIPE)
    reader.stdin.close()
    reader.wait(timeout=30)
    _, errors = writer.communicate(timeout=30)
    assert writer.returncode != 0 and b"anitizer" not in errors, (writer.returncode, errors)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([CAROM, "query", str(path)], stdout=full, stderr=subprocess.PIPE, timeout=30)
    assert done.returncode == 3 and b"cannot write" in done.stderr, done
    # answers come line by line, so that a program can hold a conversation
    talk = subprocess.Popen([CAROM, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    for _ in range(3):
        talk.stdin.write(GOOD + "\n")
        talk.stdin.flush()
        assert json.loads(talk.stdout.readline()) == {"overlap": True}
    talk.stdin.close()
    assert talk.wait(timeout=30) == 0


def usage_errors():
    for options in (["--precision"], ["--precision", "quad"], ["--nonsense"], ["one", "two"], ["-x"]):
        done = subprocess.run([CAROM, "query", *options], input=GOOD, text=True, capture_output=True, timeout=30)
        assert done.returncode == 2 and done.stderr and not done.stdout, (options, done)
    for path in ("/no/such/file", "/"):
        done = subprocess.run([CAROM, "query", path], capture_output=True, text=True, timeout=30)
        assert done.returncode == 3 and path in done.stderr and not done.stdout, done
    for option in ("--help", "-h"):
        done = subprocess.run([CAROM, "query", option], capture_output=True, text=True, timeout=30)
        assert done.returncode == 0 and "usage: carom query" in done.stdout, done


def options_are_heard():
    above = {"aabb": {"min": [0, 0, 1], "max": [1, 1, 2]}}
    below = {"aabb": {"min": [0, 0, 0], "max": [1, 1, 1]}}
    sweep = {"query": "sweep", "a": above, "b": below}
    cases = [
        ({**sweep, "motion_a": [0, 0, 1]}, {"hit": True, "initial_overlap": True}),
        ({**sweep, "motion_a": [0, 0, 1], "ignore_receding": True}, {"hit": False}),
        ({**sweep, "motion_a": [1, 0, 0], "ignore_receding": True}, {"hit": True}),
        ({**sweep, "motion_a": [1, 0, 0], "ignore_tangential": True}, {"hit": False}),
        ({**sweep, "b": {"point": [0.5, 0.5, -1]}, "motion_a": [0, 0, -2], "target_distance": 0.5}, {"fraction": 0.75}),
        ({**sweep, "target_distance": -1}, {"invalid": "target_distance is negative or not finite", "hit": False}),
        ({"query": "overlap", "a": above, "b": {"point": [0.5, 0.5, 0.5]}, "distance": 0.5}, {"overlap": False, "within": True}),
        ({"query": "overlap", "a": above, "b": {"point": [0.5, 0.5, 0.5]}, "distance": 0.25}, {"within": False}),
        ({"query": "overlap", "a": above, "b": below, "distance": math.nan}, {"of": "distance", "overlap": False}),
        ({"query": "penetration", "a": below, "b": above, "direction": [0, 0, -2]}, {"depth": 0, "along": 2}),
        ({"query": "penetration", "a": below, "b": above, "direction": [0, 0, 0]}, {"invalid": "direction is zero"}),
        ({"query": "overlap", "a": below, "b": above, "direction": "a word", "target_distance": -1}, {"overlap": True}),
    ]
    for precision in ("float", "double"):
        for (query, wanted), reply in zip(cases, run([c[0] for c in cases], "--precision", precision), strict=True):
            for field, value in wanted.items():
                assert reply[field] == value or abs(reply[field] - value) < 1e-6, (query, reply)
    for bad in ({**sweep, "ignore_receding": 1}, {**sweep, "target_distance": []}, {"query": "overlap", "a": above, "b": below, "distance": "x"}):
        assert "error" in run([bad], expect=3)[0], bad


def main():
    for check in (every_shape_under_every_verb, swapped_pairs_agree, sweeps_of_points_know_their_side, malformed_lines_are_named,
                  invalid_shapes_answer_no, nan_and_infinity_in_every_field, nan_in_responses, numbers_come_back,
                  poses_move_shapes, polygons_of_any_size, posed_polygons_turn_from_their_pose, options_are_heard, usage_errors):
        check()
        print("good:", check.__name__)
    with tempfile.TemporaryDirectory() as folder:
        streams_end_as_they_like(pathlib.Path(folder))
    print("good: streams_end_as_they_like")


if __name__ == "__main__":
    main()
