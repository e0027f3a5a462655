#!/usr/bin/python3
"""carom clash in groups: the same two instances again and again, clusters by place, and counts of each part."""
import csv
import io
import itertools
import math
import random
import zipfile
from xml.dom import minidom

from clash_common import clash, cubes, instances, run, run_tests


def times(p, q):
    """The product of two quaternions x, y, z, w."""
    (a, b, c, d), (x, y, z, w) = p, q
    return (d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z)


def rotate(q, v):
    x, y, z, _ = times(times(q, (*v, 0)), (-q[0], -q[1], -q[2], q[3]))
    return (x, y, z)


def plus(u, v):
    return tuple(a + b for a, b in zip(u, v))


def turn(random):
    q = [random.gauss(0, 1) for _ in range(4)]
    return tuple(x / math.hypot(*q) for x in q)


OFFSET, OWN = (0.75, 0.125, 0.25), (0, 0, math.sin(0.1), math.cos(0.1))


def test_groups(folder):
    """Seven places of one pair, as it stands or exchanged, and two other pairs."""
    path, r = folder / "g.glb", random.Random(5)
    for size in (1.0, 300.0):
        nodes, offsets = [], [(OFFSET, OWN)] * 7 + [((0.5, 0.25, 0.25), OWN), (OFFSET, (0, 0, math.sin(0.2), math.cos(0.2)))]
        for i, (offset, own) in enumerate(offsets):
            q, place = turn(r), (size * i * 10, size * r.random(), size * r.random())
            both = [(f"a{i}", place, q), (f"b{i}", plus(place, rotate(q, offset)), times(q, own))]
            nodes += both[::-1] if i in (2, 5) else both
        found = clash(instances(path, nodes), expect=1)
        assert len(found["clashes"]) == 9
        groups = {}
        for i, p in enumerate(found["clashes"]):
            groups.setdefault(p["group"], []).append(i)
            assert ("count" in p) == (p["group"] == i)
        assert sorted(map(len, groups.values())) == [1, 1, 7], (size, groups)
        for first, members in groups.items():
            assert first == members[0] and found["clashes"][first]["count"] == len(members)
            assert len({p["name_a"][1:] for p in map(found["clashes"].__getitem__, members)}) == len(members)
        names = [{p["name_a"], p["name_b"]} for p in found["clashes"] if p["group"] == found["clashes"][0]["group"]]
        assert len(names) in (1, 7) and all(a[1:] == b[1:] for a, b in names)
        rows = [line for line in run(path, expect=1).stdout.splitlines() if line[5:].startswith("hard")]
        assert len(rows) == 3 and sum(row.endswith(" x7") for row in rows) == 1, rows
        rows = [line for line in run(path, "--each", expect=1).stdout.splitlines() if line[5:].startswith("hard")]
        assert len(rows) == 9 and not any(row.endswith("x7") for row in rows)
        told = [int(row["group"]) for row in csv.DictReader(io.StringIO(run(path, "--csv", expect=1).stdout))]
        assert told == [p["group"] for p in found["clashes"]]


def test_issues_of_groups(folder):
    """In BCF the labels are the verdict, group and cluster, and pairs of a group refer to the issue of the first."""
    nodes = []
    for i in range(3):
        nodes += [(f"a{i}", (20 * i, 0, 0), (0, 0, 0, 1)), (f"b{i}", plus(OFFSET, (20 * i, 0, 0)), (0, 0, 0, 1))]
    nodes.append(("c", (0.5, -0.5, 0.5), (0, 0, 0, 1)))
    path, bcf = instances(folder / "g.glb", nodes), folder / "g.bcf"
    found = clash(path, "--cluster", "2", "--bcf", bcf, expect=1)["clashes"]
    issues = {}
    with zipfile.ZipFile(bcf) as archive:
        for member in archive.namelist():
            if member.endswith("markup.bcf"):
                topic = minidom.parseString(archive.read(member)).getElementsByTagName("Topic")[0]
                order = [n.tagName for n in topic.childNodes if n.nodeType == n.ELEMENT_NODE]
                assert order == sorted(order, key="Title Index Labels CreationDate CreationAuthor Description RelatedTopic".split().index), order
                text = {name: [n.firstChild.data for n in topic.getElementsByTagName(name)] for name in ("Index", "Labels")}
                related = [n.getAttribute("Guid") for n in topic.getElementsByTagName("RelatedTopic")]
                issues[int(text["Index"][0])] = (topic.getAttribute("Guid"), text["Labels"], related)
    assert len(issues) == len(found) and max(p.get("count", 0) for p in found) == 3
    for i, p in enumerate(found):
        group = [f"group {p['group']}"] if found[p["group"]]["count"] > 1 else []
        assert issues[i][1] == [p["verdict"], *group, f"cluster {p['cluster']}"], (issues[i], p)
        assert issues[i][2] == ([] if p["group"] == i else [issues[p["group"]][0]]), (issues[i], p)


def test_nearly_the_same(folder):
    """A pair that differs by more than rounding is another; parts that no mesh repeats are never grouped."""
    path = folder / "g.glb"
    for off, count in ((0.0, 2), (1e-8, 2), (1e-3, 1)):
        nodes = [("a", (0, 0, 0), (0, 0, 0, 1)), ("b", OFFSET, (0, 0, 0, 1)), ("c", (9, 9, 9), (0, 0, 0, 1)),
                 ("d", plus(plus(OFFSET, (9, 9, 9)), (0, off, 0)), (0, 0, 0, 1))]
        found = clash(instances(path, nodes), expect=1)
        assert [p.get("count") for p in found["clashes"]] == ([2, None] if count == 2 else [1, 1]), off
    text = cubes(folder / "t.obj", [("a", (0, 0, 0), 1), ("b", (0.75, 0, 0), 1), ("c", (9, 0, 0), 1), ("d", (9.75, 0, 0), 1)])
    assert [p["count"] for p in clash(text, expect=1)["clashes"]] == [1, 1]


def test_groups_have_one_verdict(folder):
    """The same pair under a rule that ignores, or tolerates, one of them."""
    path, rules = folder / "g.glb", folder / "r.json"
    instances(path, [("a", (0, 0, 0), (0, 0, 0, 1)), ("b", OFFSET, (0, 0, 0, 1)), ("c", (9, 9, 9), (0, 0, 0, 1)), ("d", plus(OFFSET, (9, 9, 9)), (0, 0, 0, 1))])
    rules.write_text('{"rules": [{"a": "a", "b": "b", "tolerance": 1}]}')
    found = clash(path, "--rules", rules, expect=1)
    assert [(p["verdict"], p["count"]) for p in found["clashes"]] == [("hard", 1), ("touching", 1)]


def test_many(folder):
    """Ten thousand bolts, half of them in one another: two rows."""
    nodes = []
    for i, k in itertools.product(range(50), range(100)):
        place = (3.0 * i, 3.0 * k, 0.0)
        nodes += [(f"bolt {i} {k}", place, (0, 0, 0, 1)), (f"nut {i} {k}", plus(place, OFFSET if i % 2 else (0.5, 0.5, 0.5)), (0, 0, 0, 1))]
    found = clash(instances(folder / "m.glb", nodes), expect=1)
    assert sorted(p["count"] for p in found["clashes"] if "count" in p) == [2500, 2500]


def place_of(p):
    if p["verdict"] == "touching" or "point_a" not in p:
        return p["point"]
    if p["verdict"] == "near":
        return [(a + b) / 2 for a, b in zip(p["point_a"], p["point_b"])]
    return p["point_" + p["inside"]]


def test_clusters(folder):
    """Against single linkage by brute force."""
    r = random.Random(3)
    parts = [(f"p{i}", tuple(r.uniform(0, 9) for _ in range(3)), 1) for i in range(60)]
    path = cubes(folder / "c.obj", parts)
    for within in (0, 0.2, 0.7, 1.5, 20):
        found = clash(path, "--clearance", "0.1", "--cluster", within, expect=1)
        places = [place_of(p) for p in found["clashes"]]
        label = list(range(len(places)))
        for i, k in itertools.combinations(range(len(places)), 2):
            if math.dist(places[i], places[k]) <= within:
                label = [label[k] if x == label[i] else x for x in label]
        ours = [p["cluster"] for p in found["clashes"]]
        assert len(set(zip(ours, label))) == len(set(ours)) == len(set(label)) == len(found["clusters"]), within
        assert [ours.index(c) for c in range(len(set(ours)))] == sorted(ours.index(c) for c in set(ours))
        for c, cluster in enumerate(found["clusters"]):
            mine = [p for p in found["clashes"] if p["cluster"] == c]
            for verdict in ("hard", "undecided", "touching", "near"):
                assert cluster[verdict] == sum(p["verdict"] == verdict for p in mine)
            assert cluster["depth"] == max(p.get("depth", 0) for p in mine)
            at = [place_of(p) for p in mine]
            assert cluster["min"] == [min(x) for x in zip(*at)] and cluster["max"] == [max(x) for x in zip(*at)]
        lines = run(path, "--clearance", "0.1", "--cluster", within, expect=1).stdout.split("\ncluster")[1].splitlines()
        assert len([l for l in lines[1:] if " to " in l]) == len(found["clusters"])
    assert "clusters" not in clash(path, expect=1)
    for bad in ("", "-1", "nan", "parts", "1x"):
        assert "after --cluster is wanted" in run(path, "--cluster", bad, expect=2).stderr, bad
    assert clash(cubes(folder / "n.obj", [("a", (0, 0, 0), 1), ("b", (5, 0, 0), 1)]), "--cluster", "1", "--cluster", "part", expect=0)["clusters"] == []


def test_by_part(folder):
    parts = [("a", (0, 0, 0), 1), ("hub", (0.75, 0, 0), 1), ("b", (1.5, 0, 0), 1), ("c", (2.5, 0, 0), 1), ("free", (9, 0, 0), 1)]
    path = cubes(folder / "p.obj", parts)
    found = clash(path, "--cluster", "part", expect=1)
    assert [(t["name"], t["hard"], t["touching"], t["near"]) for t in found["by_part"]] == [("hub", 2, 0, 0), ("b", 1, 1, 0), ("a", 1, 0, 0), ("c", 0, 1, 0)]
    assert found["by_part"][0]["part"] == 1 and found["by_part"][0]["depth"] == max(p["depth"] for p in found["clashes"] if "depth" in p)
    assert "by_part" not in clash(path, expect=1)
    lines = run(path, "--cluster", "part", expect=1).stdout.split("part ")[-1].splitlines()
    assert lines[1].split() [:4] == ["1", "2", "0", "0"] and lines[1].endswith("hub"), lines


run_tests(globals())
