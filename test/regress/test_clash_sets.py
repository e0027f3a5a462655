#!/usr/bin/python3
"""carom clash of two sets of files: which pairs are looked at, where files stand, which parts are wanted."""
import json
import random
import re

from clash_common import clash, cubes, pairs, run, run_tests


def two_files(folder):
    """Walls that clash with each other and with a pipe; pipes that touch each other."""
    walls = cubes(folder / "arch.obj", [("wall 1", (0, 0, 0), 1), ("wall 2", (0.5, 0, 0), 1), ("door", (9, 0, 0), 1)])
    pipes = cubes(folder / "mep.obj", [("pipe 1", (0.25, 0.25, 0.75), 0.5), ("pipe 2", (0.25, 0.75, 0.75), 0.5), ("wall 9", (20, 0, 0), 1)])
    return walls, pipes


def test_sets(folder):
    walls, pipes = two_files(folder)
    found = clash("--a", walls, "--b", pipes, expect=1)
    assert found["parts"] == 6 and found["pairs"] == 9, found
    across = {("hard", "wall 1", "pipe 1"), ("hard", "wall 1", "pipe 2"), ("hard", "wall 2", "pipe 1"), ("hard", "wall 2", "pipe 2")}
    assert set(pairs(found)) == across and found["box_pairs"] == 4, pairs(found)
    assert [f["set"] for f in found["files"]] == ["a", "b"] and [n["file"] for n in found["names"]] == [0, 0, 0, 1, 1, 1]
    # the sets exchanged: the same pairs
    back = clash("--b", walls, "--a", pipes, expect=1)
    assert {frozenset(p) for p in pairs(back)} == {frozenset(p) for p in across} and back["pairs"] == 9
    assert {p["depth"] for p in back["clashes"]} == {p["depth"] for p in found["clashes"]}
    # within: the pairs of one file besides
    found = clash("--a", walls, "--b", pipes, "--within", expect=1)
    assert found["pairs"] == 15 and set(pairs(found)) == across | {("hard", "wall 1", "wall 2"), ("touching", "pipe 1", "pipe 2")}
    # two files of a set: against the other set, not each other
    found = clash("--a", walls, pipes, "--b", pipes, expect=1)
    assert found["pairs"] == 6 * 3 and ("hard", "wall 1", "wall 2") not in pairs(found)
    found = clash("--a", walls, pipes, "--within", "--b", pipes, expect=1)
    assert found["pairs"] == 6 * 3 + 3 + 3 + 3 and pairs(found).count(("hard", "wall 1", "pipe 1")) == 1
    # --within without sets: all parts of all files
    found = clash(walls, pipes, "--within", expect=1)
    assert found["parts"] == 6 and found["pairs"] == 15 and "set" not in found["files"][0]
    assert clash(walls, pipes, expect=1)["parts"] == 2


def test_usage(folder):
    walls, pipes = two_files(folder)
    for arguments, words in [((walls, "--a", walls, "--b", pipes), "neither set"), (("--a", walls), "no file of --b"), (("--b", walls), "no file of --a"),
                             (("--a", "--b", pipes), "after --a is wanted a file"), ((walls, "--at", "1,2"), "x,y,z"), ((walls, "--at=1,2,nan"), "x,y,z"),
                             ((walls, "--turn", "0,0,0,0"), "quaternion"), ((walls, "--turn=0,0,0,2"), "quaternion"), ((walls, "--scale", "0"), "above 0"),
                             ((walls, "--scale", "-1"), "above 0"), ((walls, "--unit", "parsec"), "um, mm"), ((walls, "--select", "/(/"), "regular"),
                             ((walls, "--exclude", "/a**?+{/"), "regular"), ((walls, "--ignore", "hard"), "touching, near or nested")]:
        assert words in run(*arguments, expect=2).stderr, (arguments, words)


def verdict(a, b, expect, *options):
    found = pairs(clash("--a", a, *options, "--b", b, expect=expect))
    return found[0][0] if found else "clear"


def test_places(folder):
    """The unit cube, moved, turned and scaled, and another at 3."""
    one, other = cubes(folder / "one.obj", [("one", (0, 0, 0), 1)]), cubes(folder / "other.obj", [("other", (3, 0, 0), 1)])
    assert verdict(one, other, 0) == "clear"
    assert verdict(one, other, 0, "--at", "2,0,0") == "touching"
    assert verdict(one, other, 1, "--at", "2.5,0.25,0.25") == "hard"
    assert verdict(one, other, 0, "--at", "-2,0,0") == "clear"
    assert verdict(one, other, 0, "--scale", "3") == "touching"
    assert verdict(one, other, 1, "--scale=3.25") == "hard"
    half = "0.7071067811865476"
    assert verdict(one, other, 0, "--turn", f"0,0,{half},{half}", "--at", "3,0,0") == "touching"
    assert verdict(one, other, 0, "--at", "3,0,0", "--turn", f"0,0,{half},{half}") == "touching"  # turned first, whatever the order here
    assert verdict(one, other, 1, "--scale", "2", "--turn", "0,0,1,0", "--at", "4.5,1.5,0") == "hard"
    # before the first file they hold for all, and then a file's own replace them
    assert clash("--at", "5,0,0", one, other, expect=0)["clashes"] == []
    assert pairs(clash("--at", "2,0,0", one, other, "--at", "0,0,0", expect=0)) == [("touching", "one.obj", "other.obj")]


def test_units(folder):
    one, other = cubes(folder / "one.obj", [("one", (0, 0, 0), 1)]), cubes(folder / "other.obj", [("other", (1000, 0, 0), 1000)])
    found = clash("--a", one, "--unit=m", "--b", other, "--unit", "mm", expect=0)
    assert found["unit"] == "m" and pairs(found) == [("touching", "one", "other")] and [f["unit"] for f in found["files"]] == ["m", "mm"]
    assert found["clashes"][0]["point"][0] == 1
    found = clash("--b", other, "--unit", "mm", "--a", one, "--unit=m", "--at", "0.5,0,0", expect=1)
    assert found["unit"] == "mm" and found["clashes"][0]["depth"] == 0.5
    inch = cubes(folder / "inch.obj", [("inch", (0, 0, 0), 12)])
    foot = cubes(folder / "foot.obj", [("foot", (1, 0, 0), 1)])
    assert pairs(clash("--a", inch, "--unit", "in", "--b", foot, "--unit", "ft", expect=0)) == [("touching", "inch", "foot")]
    assert "unit" not in clash("--a", one, "--b", other, expect=0)
    assert clash(one, other, "--unit", "mm", expect=0)["unit"] == "mm"


def test_selections(folder):
    walls, pipes = two_files(folder)
    both = ("--a", walls, "--b", pipes)
    names = lambda *options, expect=1: [n["name"] for n in clash(*options, expect=expect)["names"]]
    assert names("--a", walls, "--select", "wall*", "--b", pipes) == ["wall 1", "wall 2", "pipe 1", "pipe 2", "wall 9"]
    assert names("--select", "wall*", *both, expect=0) == ["wall 1", "wall 2", "wall 9"]
    assert names("--exclude", "/^(door|pipe [2-9])$/", *both) == ["wall 1", "wall 2", "pipe 1", "wall 9"]
    assert names("--select", "pipe*", "--select", "/^wall \\d$/", "--exclude", "*9", *both) == ["wall 1", "wall 2", "pipe 1", "pipe 2"]
    assert names("--exclude", "file:a*", walls, pipes, "--within", expect=0) == ["pipe 1", "pipe 2", "wall 9"]
    assert names(walls, "--exclude", "door") == ["wall 1", "wall 2"]
    done = run(*both, "--exclude", "nothing", expect=1)
    assert done.stderr == 'carom clash: --exclude "nothing" names no part\n'
    assert "no pair" in run(walls, "--select", "door", expect=3).stderr
    assert "no pair" in run("--a", walls, "--select", "none", "--b", pipes, expect=3).stderr
    run("--allow-single", walls, "--select", "door", expect=0)


EXPRESSIONS = [
    ("", "abc", True), ("b", "abc", True), ("^b", "abc", False), ("c$", "abc", True), ("^abc$", "abc", True), ("^$", "a", False),
    ("a.c", "abc", True), ("a.c", "ac", False), ("a|b", "xb", True), ("^(a|bc|)d$", "bcd", True), ("^(a|bc|)d$", "d", True), ("^(a|bc)d$", "abcd", False),
    ("^xa*$", "x", True), ("^xa+$", "x", False), ("^a?b$", "aab", False), ("^(ab)*$", "ababab", True), ("^(ab)*$", "ababa", False), ("^a{2,3}$", "aa", True),
    ("^a{2,3}$", "aaaa", False), ("^a{2}$", "aaa", False), ("^a{2,}$", "aaaaa", True), ("^a{0}b$", "b", True), ("^[a-c]+$", "abcba", True),
    ("^[^a-c]+$", "xyb", False), ("^[]a]+$", "]a]", True), ("^[a\\]]+$", "]a", True), ("^[\\d_]+$", "12_3", True), ("\\d\\s\\w", "x7 y", True),
    ("^\\D+$", "a1", False), ("^\\W\\S$", "-x", True), ("\\.", "ab", False), ("\\.", "a.b", True), ("^(a*)*$", "aaab", False), ("^((a?)*)*$", "aaa", True),
    ("^(x+x+)+y$", "x" * 60, False), ("a-b", "a-b", True), ("[a-]", "-", True), ("^.$", "\u00e4", False), ("^..$", "\u00e4", True),
    ("(a|b|c){3}$", "xxabc", True), ("^(a|b|c){3}$", "ab", False), ("(a{1,2}){2}c", "aaaac", True), ("aB[c-e]/i", "AbD", True), ("aB", "Ab", False), ("[^b]/i", "B", False), ("^a@$/i", "A`", False),
    ("^(a||b)c$", "c", True)]


def test_expressions(folder):
    """Against hand-written answers; the slow one takes no exponential time."""
    for expression, name, fits in EXPRESSIONS:
        path = cubes(folder / "e.obj", [(name, (0, 0, 0), 1), ("other", (5, 0, 0), 1)])
        expression = f"/{expression}/" if expression[-2:] != "/i" else "/" + expression
        found = clash(path, "--select", expression, "--select", "other", "--allow-single", expect=0)
        assert (name in [n["name"] for n in found["names"]]) == fits, (expression, name)
    path = cubes(folder / "e.obj", [("a", (0, 0, 0), 1), ("b", (5, 0, 0), 1)])
    for bad in ("(", ")", "a)", "(a", "[a", "*", "a|*", "a{", "a{2", "a{3,2}", "a{999}", "[b-a]", "\\", "(" * 70 + ")" * 70, "(a{200}){200}"):
        assert "regular expression" in run(path, "--select", f"/{bad}/", expect=2).stderr, bad


def random_expression(r, depth):
    kind = r.randrange(9) if depth else r.randrange(4)
    if kind < 3:
        return r.choice("aab.b") if kind else r.choice(("[ab]", "[^a]", "[b-d]", "\\w", "\\d", "1", "\\."))
    if kind == 3:
        return r.choice(("a", "b", "^", "$", "ab", "1"))
    inner = random_expression(r, depth - 1)
    if kind < 6:
        return inner + random_expression(r, depth - 1)
    if kind == 6:
        return f"({inner}|{random_expression(r, depth - 1)})"
    return f"({inner})" + r.choice(("*", "+", "?", "{2}", "{0,2}", "{1,}", "{3}"))


def test_expressions_by_oracle(folder):
    """Random expressions against Python's, on names that tell them apart."""
    r = random.Random(11)
    names = sorted({"".join(r.choice("aabbc1.") for _ in range(r.randrange(1, 8))) for _ in range(60)})
    path = cubes(folder / "r.obj", [(n, (3 * i, 0, 0), 1) for i, n in enumerate(names)])
    both = 0
    for _ in range(120):
        expression = random_expression(r, 4)
        wanted = [n for n in names if re.search(expression, n, re.ASCII)]
        found = clash(path, "--select", f"/{expression}/", "--allow-single", expect=0)
        assert [n["name"] for n in found["names"]] == wanted, (expression, wanted, found["names"])
        both += 0 < len(wanted) < len(names)
    assert both > 40, both


def test_ignore(folder):
    walls, pipes = two_files(folder)
    found = clash(pipes, "--ignore", "touching", expect=0)
    assert found["clashes"] == [] and found["omitted"] == 1 and found["touching"] == 0
    text = run(pipes, "--ignore=touching", expect=0).stdout
    assert "1 pair left out by --ignore" in text and "0 touching, 0 near, 2 clear" in text, text
    near = cubes(folder / "n.obj", [("a", (0, 0, 0), 1), ("b", (1.25, 0, 0), 1), ("big", (8, 0, 0), 3), ("small", (9, 1, 1), 1)])
    assert [p[0] for p in pairs(clash(near, "--clearance", "0.5", expect=1))] == ["hard", "near"]
    assert [p[0] for p in pairs(clash(near, "--clearance", "0.5", "--ignore", "nested", expect=1))] == ["near"]
    found = clash(near, "--clearance", "0.5", "--ignore", "nested", "--ignore", "near", expect=0)
    assert found["omitted"] == 2 and not found["clashes"] and found["hard"] == found["near"] == 0
    # an overlap within the tolerance is touching, and left out with the others
    deep = cubes(folder / "d.obj", [("a", (0, 0, 0), 1), ("b", (0.9375, 0.25, 0.25), (1, 0.5, 0.5))])
    assert clash(deep, "--ignore", "touching", "--tolerance", "0.125", expect=0)["omitted"] == 1
    assert clash(deep, "--ignore", "touching", "--ignore", "nested", expect=1)["hard"] == 1


def test_rules_of_files_and_sets(folder):
    walls, pipes = two_files(folder)
    rules = folder / "rules.json"

    def by_rules(document, *options, expect):
        rules.write_text(json.dumps(document))
        found = clash("--rules", rules, *options, expect=expect)
        return sorted(pairs(found)), found["ignored"]

    both = ("--a", walls, "--b", pipes, "--within")
    every, _ = by_rules({"rules": []}, *both, expect=1)
    assert len(every) == 6
    kept, ignored = by_rules({"rules": [{"a": "set:a", "b": "set:b", "ignore": True}]}, *both, expect=1)
    assert kept == [("hard", "wall 1", "wall 2"), ("touching", "pipe 1", "pipe 2")] and ignored == 4
    kept, _ = by_rules({"groups": {"g": ["file:mep*"]}, "rules": [{"a": "g", "b": "g"}], "others": "ignore"}, *both, expect=0)
    assert kept == [("touching", "pipe 1", "pipe 2")]
    kept, _ = by_rules({"rules": [{"a": "file:/^arch\\.obj$/", "b": "/^wall/", "ignore": True}]}, walls, pipes, "--within", expect=1)
    assert ("hard", "wall 1", "wall 2") not in kept and len(kept) == 5
    for bad in ({"rules": [{"a": "/(/", "b": "*"}]}, {"rules": [], "groups": {"g": ["file:/[/"]}}):
        rules.write_text(json.dumps(bad))
        assert "not well-formed" in run(walls, "--rules", rules, expect=3).stderr


run_tests(globals())
