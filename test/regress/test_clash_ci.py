#!/usr/bin/python3
"""carom clash in continuous integration: --fail-on, JUnit, SARIF, and reports beside those of earlier runs."""
import csv
import io
import json
import re
import zipfile
from xml.dom import minidom

from clash_common import clash, cubes, run, run_tests

ROW = [("a", (0, 0, 0), 1), ("b & <\"c\">", (0.75, 0.125, 0.25), 1), ("c", (3, 0, 0), 1), ("d", (4, 0, 0), 1), ("e", (5.25, 0, 0), 1),
       ("big", (20, 0, 0), 4), ("small", (21, 1, 1), 1)]  # hard 0.25, touching, near 0.25, nested 2


def test_fail_on(folder):
    path = cubes(folder / "row.obj", ROW)
    found = clash(path, "--clearance", "0.5", expect=1)
    assert [p["verdict"] for p in found["clashes"]] == ["hard", "hard", "touching", "near"] and found["failing"] == 3
    assert [p["fails"] for p in found["clashes"]] == [True, True, False, True]
    for conditions, fails in [(["hard"], 2), (["hard:0.2"], 2), (["hard:0.25"], 1), (["hard:1"], 1), (["hard:2"], 0), (["nested"], 1), (["nested:9"], 0), (["same"], 0),
                              (["near"], 1), (["near:0.3"], 1), (["near:0.25"], 0), (["touching"], 1), (["undecided"], 0), (["hard:9", "touching"], 1),
                              (["hard:9", "near:0.1"], 0), (["hard", "near", "touching"], 4)]:
        options = [o for c in conditions for o in ("--fail-on", c)]
        found = clash(path, "--clearance", "0.5", *options, expect=int(fails > 0))
        assert found["failing"] == fails == sum(p["fails"] for p in found["clashes"]), (conditions, found["failing"])
    same = cubes(folder / "same.obj", [("a", (0, 0, 0), 1), ("b", (0, 0, 0), 1)])
    assert clash(same, "--fail-on", "same", expect=1)["failing"] == 1
    for bad in ("", "hard:", "hard:x", "hard:-1", "hard:nan", "touching:1", "Hard", "hard:1:2", "new:", "new:x", "clear", "newhard"):
        assert "after --fail-on is wanted" in run(path, "--fail-on", bad, expect=2).stderr, bad
    run(path, *17 * ["--fail-on", "hard"], expect=2)
    assert "needs a --baseline" in run(path, "--fail-on", "new:hard", expect=2).stderr


def test_fail_on_is_decided(folder):
    """A condition on the depth is decided as a tolerance is, though depths are measured to a tenth."""
    path = cubes(folder / "d.obj", [("a", (0, 0, 0), 8), ("b", (7.03, 0.1, 0.2), (8, 7, 6)), ("c", (50, 0, 0), 1)])
    depth = 8 - 7.03
    for off, fails in ((-1e-6, 1), (1e-6, 0), (-0.01, 1), (0.01, 0)):
        p = clash(path, "--fail-on", f"hard:{depth + off!r}", expect=fails)["clashes"][0]
        assert p["verdict"] == "hard" and (p["depth"] > depth + off) == bool(fails) == (p["depth_bound"] > depth + off), (off, p)


def children(node):
    return [c for c in node.childNodes if c.nodeType == c.ELEMENT_NODE]


def check_junit(path):
    """By hand what JUnit's schema says of the elements that are used."""
    root = minidom.parse(str(path)).documentElement
    assert root.tagName == "testsuites"
    suite, = children(root)
    assert suite.tagName == "testsuite" and set(suite.attributes.keys()) == {"name", "tests", "failures", "errors", "skipped", "time"}
    counts = {"failure": 0, "error": 0}
    for case in children(suite):
        assert case.tagName == "testcase" and set(case.attributes.keys()) == {"classname", "name", "time"} and case.getAttribute("name")
        assert float(case.getAttribute("time")) >= 0
        for outcome in children(case):
            counts[outcome.tagName] += 1
            assert set(outcome.attributes.keys()) == {"type", "message"}
        assert len(children(case)) <= 1
    assert int(suite.getAttribute("tests")) == len(children(suite)) and int(suite.getAttribute("skipped")) == 0
    assert int(suite.getAttribute("failures")) == counts["failure"] and int(suite.getAttribute("errors")) == counts["error"]
    return children(suite)


def test_junit(folder):
    path, junit = cubes(folder / "row.obj", ROW), folder / "j.xml"
    run(path, "--clearance", "0.5", "--junit", junit, expect=1)
    cases = check_junit(junit)
    assert [bool(children(c)) for c in cases] == [False, True, True, False, True]
    assert [c.getAttribute("classname") for c in cases] == ["clash", "clash.nested", "clash.hard", "clash.touching", "clash.near"]
    assert cases[0].getAttribute("name") == "21 pairs of 7 parts" and cases[2].getAttribute("name") == 'a (0) and b & <"c"> (1)'
    assert re.match(r"overlap, depth 0\.2[0-9]+, at most 0\.2[0-9]+, at ", children(cases[2])[0].getAttribute("message"))
    run(path, "--clearance", "0.5", "--fail-on", "touching", f"--junit={junit}", expect=1)
    assert [bool(children(c)) for c in check_junit(junit)] == [False, False, False, True, False]
    run(path, "--select", "[ce]", "--junit", junit, expect=0)
    assert len(check_junit(junit)) == 1
    assert "No such file" in run(path, "--junit", folder / "none/x", expect=3).stderr


LEVELS, STATES = {"note", "warning", "error"}, {"new", "unchanged", "updated", "absent"}


def only(value, required, allowed):
    assert required <= set(value) <= required | allowed, set(value) ^ required


def check_sarif(path):
    """By hand what the schema of SARIF 2.1.0 says of the properties that are used."""
    log = json.loads(path.read_text())
    only(log, {"$schema", "version", "runs"}, set())
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json")
    task, = log["runs"]
    only(task, {"tool", "artifacts", "invocations", "results"}, set())
    driver = task["tool"]["driver"]
    only(driver, {"name", "semanticVersion", "rules"}, set())
    assert re.fullmatch(r"\d+\.\d+\.\d+", driver["semanticVersion"])
    for rule in driver["rules"]:
        only(rule, {"id", "shortDescription"}, set())
        only(rule["shortDescription"], {"text"}, set())
    assert len({r["id"] for r in driver["rules"]}) == len(driver["rules"])
    for artifact in task["artifacts"]:
        only(artifact["location"], {"uri"}, set())
        assert re.fullmatch(r"(?:[-._~/A-Za-z0-9]|%[0-9A-F]{2})+", artifact["location"]["uri"])
    assert [type(i["executionSuccessful"]) for i in task["invocations"]] == [bool]
    for result in task["results"]:
        only(result, {"ruleId", "ruleIndex", "level", "message", "partialFingerprints"}, {"locations", "relatedLocations", "baselineState", "properties"})
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"] and result["level"] in LEVELS
        assert result["message"]["text"] and result.get("baselineState", "new") in STATES
        assert all(isinstance(v, str) for v in result["partialFingerprints"].values())
        for location in result.get("locations", []) + result.get("relatedLocations", []):
            only(location, {"physicalLocation", "logicalLocations"}, set())
            at = location["physicalLocation"]["artifactLocation"]
            assert at["uri"] == task["artifacts"][at["index"]]["location"]["uri"]
            for logical in location["logicalLocations"]:
                only(logical, {"name", "kind"}, set())
    return task


def test_sarif(folder):
    path, sarif = cubes(folder / "a row+.obj", ROW), folder / "s.sarif"
    found = clash(path, "--clearance", "0.5", "--sarif", sarif, expect=1)
    task = check_sarif(sarif)
    assert task["artifacts"][0]["location"]["uri"].endswith("/a%20row%2B.obj") and task["invocations"][0]["executionSuccessful"]
    assert [(r["ruleId"], r["level"]) for r in task["results"]] == [("nested", "error"), ("hard", "error"), ("touching", "note"), ("near", "error")]
    assert [r["partialFingerprints"]["clash/v1"] for r in task["results"]] == [p["id"] for p in found["clashes"]]
    assert task["results"][1]["locations"][0]["logicalLocations"][0]["name"] == "a"
    assert task["results"][1]["properties"]["depth"] == found["clashes"][1]["depth"] and task["results"][3]["properties"]["distance"] == 0.25
    run(path, "--clearance", "0.5", "--fail-on", "nested", "--sarif", sarif, expect=1)
    assert [r["level"] for r in check_sarif(sarif)["results"]] == ["error", "warning", "note", "warning"]
    run(path, "--select", "[ce]", "--sarif", sarif, expect=0)
    assert check_sarif(sarif)["results"] == []
    assert "No such file" in run(path, "--sarif", folder / "none/x", expect=3).stderr


def ids(found):
    return {frozenset((p["name_a"], p["name_b"])): p["id"] for p in found["clashes"]}


def test_identifiers(folder):
    """Names of equal parts, and which of these: not the order of parts, what stands between, or where it is."""
    path = folder / "i.obj"
    first = clash(cubes(path, ROW), "--clearance", "0.5", expect=1)
    assert len(set(ids(first).values())) == 4 and all(re.fullmatch("[0-9a-f]{32}", i) for i in ids(first).values())
    moved = [(n, (x + 7, y, z), s) for n, (x, y, z), s in ROW]
    for other in (ROW[::-1], [("more", (90, 0, 0), 1)] + ROW, moved):
        assert ids(clash(cubes(path, other), "--clearance", "0.5", expect=1)) == ids(first)
    two = [("x", (0, 0, 0), 1), ("y", (0.5, 0, 0), 1), ("x", (9, 0, 0), 1), ("y", (9.5, 0, 0), 1)]
    told = [p["id"] for p in clash(cubes(path, two), expect=1)["clashes"]]
    assert len(set(told)) == 2
    assert clash(cubes(path, two[:2] + [("x", (30, 0, 0), 1)] + two[3:]), expect=1)["clashes"][0]["id"] in told
    assert ids(clash("--a", cubes(folder / "p.obj", ROW[:1]), "--b", cubes(folder / "q.obj", ROW[1:2]), expect=1))[frozenset(("a", ROW[1][0]))] == \
        ids(first)[frozenset(("a", ROW[1][0]))]


def test_baseline(folder):
    path, old, sarif, bcf = folder / "i.obj", folder / "old.json", folder / "s.sarif", folder / "c.bcf"
    cubes(path, ROW)
    old.write_text(run(path, "--clearance", "0.5", "--json", expect=1).stdout)
    again = clash(path, "--clearance", "0.5", "--baseline", old, expect=1)
    assert (again["new"], again["active"], again["resolved"]) == (0, 4, []) and {p["status"] for p in again["clashes"]} == {"active"}
    assert clash(path, "--clearance", "0.5", "--baseline", old, "--fail-on", "new", expect=0)["failing"] == 0
    # one more, one less
    cubes(path, ROW[:5] + [("big", (20, 0, 0), 4), ("small", (60, 1, 1), 1), ("last", (60.5, 1, 1), 1)])
    found = clash(path, "--clearance", "0.5", "--baseline", old, "--sarif", sarif, "--bcf", bcf, expect=1)
    assert (found["new"], found["active"]) == (1, 3) and [r["status"] for r in found["resolved"]] == ["resolved"]
    assert (found["resolved"][0]["name_a"], found["resolved"][0]["name_b"], found["resolved"][0]["verdict"]) == ("big", "small", "hard")
    assert [(p["name_b"], p["status"]) for p in found["clashes"] if p["status"] == "new"] == [("last", "new")]
    states = sorted(r["baselineState"] for r in check_sarif(sarif)["results"])
    assert states == ["absent", "new", "unchanged", "unchanged", "unchanged"]
    for condition, fails in (("new", 1), ("new:hard", 1), ("new:hard:0.6", 0), ("new:near", 0), ("new:touching", 0)):
        assert clash(path, "--clearance", "0.5", "--baseline", old, "--fail-on", condition, expect=fails)["failing"] == fails
    assert "beside the baseline: 1 new, 3 active, 1 resolved" in run(path, "--clearance", "0.5", "--baseline", old, expect=1).stdout
    rows = list(csv.DictReader(io.StringIO(run(path, "--clearance", "0.5", "--baseline", old, "--csv", expect=1).stdout)))
    assert [r["status"] for r in rows].count("active") == 3 and rows[-1]["status"] == "resolved" and rows[-1]["name_b"] == "small"
    assert rows[-1]["id"] == found["resolved"][0]["id"] and rows[-1]["verdict"] == "hard" and None not in rows[-1]
    with zipfile.ZipFile(bcf) as archive:
        topics = [minidom.parseString(archive.read(m)).getElementsByTagName("Topic")[0] for m in archive.namelist() if m.endswith("markup.bcf")]
    assert sorted(t.getAttribute("TopicStatus") for t in topics) == ["active", "active", "active", "new"]


def test_statuses_are_kept(folder):
    path, old = cubes(folder / "i.obj", ROW), folder / "old.json"
    report = clash(path, expect=1)
    report["clashes"][0]["status"] = "approved by <A&B>"
    old.write_text(json.dumps(report))
    found = clash(path, "--baseline", old, "--junit", folder / "j.xml", expect=1)
    assert [p["status"] for p in found["clashes"]] == ["approved by <A&B>", "active", "active"]
    check_junit(folder / "j.xml")
    old.write_text(json.dumps(found))
    assert clash(path, "--baseline", old, expect=1)["clashes"][0]["status"] == "approved by <A&B>"
    assert "[approved by <A&B>]" in run(path, "--baseline", old, expect=1).stdout
    for bad in ("", "[]", "{}", '{"clashes": [{}]}', '{"clashes": [{"id": 3, "name_a": "", "name_b": "", "verdict": ""}]}', '{"clashes": 3}'):
        old.write_text(bad)
        done = run(path, "--baseline", old, expect=3)
        assert str(old) in done.stderr and not done.stdout, bad
    assert "No such file" in run(path, "--baseline", folder / "none", expect=3).stderr


def test_bcf_keeps_its_identifiers(folder):
    """Topics of the same pair are the same when a part is added before it."""
    def topics(parts):
        run(cubes(folder / "i.obj", parts), "--bcf", folder / "c.bcf", expect=1)
        with zipfile.ZipFile(folder / "c.bcf") as archive:
            return {m.split("/")[0] for m in archive.namelist() if "/" in m}
    assert topics(ROW) == topics([("more", (90, 0, 0), 1)] + ROW)


run_tests(globals())
