#!/usr/bin/env python3
"""Proves from the machine code that no function of a static library leaves the upper halves of registers in use.

Usage: check_vzeroupper.py LIBRARY.a | --self-test. x86-64 ELF, by binutils' objdump. On some processors legacy SSE instructions wait for the
upper halves of ymm0 to ymm15 while these are in use, so each function of more than 16 bytes a register has to clear them (vzeroupper) on every
path to a return and to a call of code that may be compiled for SSE. For each function of each object file the state of the upper halves, in use or
not, is followed along all branches. Reported are: a function that other files can call, or whose address is taken, and that returns with them in use; a call
or jump to another file with them in use; a legacy SSE instruction reached with them in use. A static function may return with them in use (it may return a
vector): its callers' state follows from it."""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

WIDE = re.compile(r"%[yz]mm(\d+)")
LEGACY = re.compile(r"%[xyz]mm\d+")
LABEL = re.compile(r"^([0-9a-f]+) <([^>]+)>:$")
LINE = re.compile(r"^\s*([0-9a-f]+):\t(\S+)\s*(.*)$")
RELOCATION = re.compile(r"^\s*[0-9a-f]+: (R_X86_64_\S+)\s+(\S+?)([+-]0x[0-9a-f]+)?$")
SYMBOL = re.compile(r"^([0-9a-f]{16}) (.{7}) (\S+)\s+[0-9a-f]+ (?:\.hidden |0x\w+ )?(\S+)$")
SECTION = re.compile(r"^Disassembly of section (\S+):$")
MEMBER = re.compile(r"^(\S+):\s+file format ")
DATA = re.compile(r"^RELOCATION RECORDS FOR \[(\S+)\]:$")
PREFIXES = {"bnd", "notrack", "rep", "repz", "repnz", "lock", "data16"}
ENDS = {"ret", "retq", "ud2", "hlt"}


class Code:
    """An object file: instructions by place, a section and an address, functions by place, and places whose address is taken."""

    def __init__(self, name):
        self.name, self.at, self.functions, self.globals, self.taken = name, {}, {}, {}, set()

    def wide(self):
        return any(op["wide"] for op in self.at.values())


def read_objects(text):
    """The object files of objdump's listing."""
    objects, code, section, last, symbols = [], None, None, None, {}
    for line in text.splitlines():
        if match := MEMBER.match(line):
            code, section, last, symbols = Code(match[1]), None, None, {}
            objects.append(code)
        elif match := SECTION.match(line):
            section = match[1]
        elif match := SYMBOL.match(line):
            if match[3] != "*UND*":
                symbols[match[4]] = (match[3], int(match[1], 16))
                code.globals[match[4]] = "g" in match[2] or "w" in match[2] or "u" in match[2]
        elif match := LABEL.match(line):
            code.functions[(section, int(match[1], 16))] = match[2]
        elif match := RELOCATION.match(line):
            place = symbols.get(match[2])
            if place is None and match[2].startswith("."):
                place = (match[2], 0)
            near = match[1] in ("R_X86_64_PC32", "R_X86_64_PLT32", "R_X86_64_GOTPCREL", "R_X86_64_REX_GOTPCRELX")
            offset = int(match[3] or "0", 16) + (4 if near else 0)
            if last:
                last["to"] = (place[0], place[1] + offset) if place else "elsewhere"
                if last["name"] == "lea" and place:
                    code.taken.add(last["to"])
        elif (match := LINE.match(line)) and section:
            words = [match[2]] + match[3].split()
            while words[0] in PREFIXES and len(words) > 1:
                words.pop(0)
            rest = " ".join(words[1:]).split("#")[0]
            last = {"name": words[0], "rest": rest, "wide": bool(WIDE.search(rest)), "to": None}
            target = re.match(r"([0-9a-f]+) <", rest)
            if target:
                last["to"] = (section, int(target[1], 16))
            if words[0] == "lea" and (target := re.search(r"# ([0-9a-f]+) <", match[3])):
                code.taken.add((section, int(target[1], 16)))
            code.at[(section, int(match[1], 16))] = last
    return objects


def read_tables(text, objects):
    """Marks the functions whose address lies in a table: `text` is objdump's listing of relocations."""
    by_name, code, section = iter(objects), None, None
    for line in text.splitlines():
        if MEMBER.match(line):
            code, section = next(by_name), None
        elif match := DATA.match(line):
            section = match[1]
        elif section and section.startswith(".data") and len(words := line.split()) == 3:
            name, _, offset = words[2].partition("+")
            base = {value: key for key, value in code.functions.items()}.get(name)
            if base:
                code.taken.add(base)
            elif name.startswith(".text"):
                code.taken.add((name, int(offset or "0", 16)))


def sets_upper(op):
    """Does it put upper halves of ymm0 to ymm15 into use? The last operand is the destination."""
    match = WIDE.search(op["rest"].split(",")[-1].split("{")[0])
    return bool(match) and int(match[1]) < 16


class Follower:
    """The states of one object file's functions."""

    def __init__(self, code):
        self.code, self.order, self.next = code, sorted(code.at), {}
        for here, there in zip(self.order, self.order[1:]):
            if here[0] == there[0]:
                self.next[here] = there
        self.starts = set(code.functions)
        self.may_end_wide = set()  # functions that may return with upper halves in use
        self.complaints = set()

    def function_of(self, place):
        return self.code.functions.get(place)

    def is_called_from_outside(self, start):
        name = self.code.functions[start]
        return self.code.globals.get(name, True) or start in self.code.taken

    def follow(self, start):
        """True where the function may end with upper halves in use."""
        ends_wide, seen, left = False, set(), [(start, False)]
        while left:
            place, wide = left.pop()
            if (place, wide) in seen or place not in self.code.at:
                continue
            seen.add((place, wide))
            op, name = self.code.at[place], self.code.at[place]["name"]
            if wide and not name.startswith("v") and LEGACY.search(op["rest"]):
                self.complaints.add((start, f"{name} {op['rest']} with upper halves in use"))
            if name in ("vzeroupper", "vzeroall"):
                wide = False
            elif sets_upper(op):
                wide = True
            if name in ENDS:
                ends_wide |= wide and name.startswith("ret")
                continue
            if name.startswith("call"):
                if op["to"] in self.starts:  # a file's code is of one set of instructions
                    wide = wide or op["to"] in self.may_end_wide
                elif wide:
                    self.complaints.add((start, f"a call with upper halves in use: {op['rest']}"))
            elif name.startswith("jmp"):
                if op["to"] in self.code.at and not self.is_other_function(op["to"], start):
                    left.append((op["to"], wide))
                elif op["to"] in self.starts:
                    ends_wide |= wide or op["to"] in self.may_end_wide
                elif op["rest"].startswith("*") and op["to"] is None:
                    ends_wide |= wide
                elif wide:
                    self.complaints.add((start, f"a jump to another file with upper halves in use: {op['rest']}"))
                continue
            elif name.startswith("j") and op["to"] in self.code.at:
                left.append((op["to"], wide))
            if place in self.next:
                left.append((self.next[place], wide))
        return ends_wide

    def is_other_function(self, place, start):
        name = self.function_of(place)
        return name is not None and place != start and not name.startswith(self.code.functions[start] + ".cold")

    def run(self):
        changed = True
        while changed:
            changed = False
            for start in sorted(self.starts - self.may_end_wide):
                if self.follow(start):
                    self.may_end_wide.add(start)
                    changed = True
        for start in self.may_end_wide:
            name = self.code.functions[start]
            if ".cold" not in name and self.is_called_from_outside(start):
                self.complaints.add((start, "returns with upper halves in use"))
        return [f"{self.code.name}: {self.code.functions[start]}: {what}" for start, what in sorted(self.complaints)]


def check(library):
    """Complaints, and how many functions of wide registers were followed."""
    def listing(*options):
        return subprocess.run(["objdump", *options, str(library)], check=True, capture_output=True, text=True).stdout

    objects = read_objects(listing("-t", "-d", "-r", "--no-show-raw-insn"))
    read_tables(listing("-r"), objects)
    complaints, count = [], 0
    for code in objects:
        if not code.wide():
            continue
        follower = Follower(code)
        count += len(follower.starts)
        complaints += follower.run()
    return complaints, count


SELF_TEST = {
    "clean": ("vaddps %ymm1, %ymm0, %ymm0; vmovups %ymm0, (%rdi); vzeroupper; ret", 0),
    "dirty_return": ("vaddps %ymm1, %ymm0, %ymm0; vmovups %ymm0, (%rdi); ret", 1),
    "dirty_branch": ("vmovups (%rdi), %ymm0; test %rsi, %rsi; je 1f; vzeroupper; 1: ret", 1),
    "dirty_call": ("vmovups (%rdi), %ymm0; call outside; vzeroupper; ret", 1),
    "dirty_jump": ("vmovups (%rdi), %zmm3; jmp outside", 1),
    "legacy": ("vmovups (%rdi), %ymm0; addps %xmm1, %xmm0; vzeroupper; ret", 1),
    "high_registers": ("vmovups (%rdi), %ymm17; vmovups %ymm17, (%rsi); ret", 0),
    "by_static": ("call helper; vmovups %ymm0, (%rdi); vzeroupper; ret", 0),
    "by_static_dirty": ("call helper; ret", 1),
    "address_taken": ("lea helper_taken(%rip), %rax; ret", 0),
}


def self_test():
    source = ".text\nhelper: vmovups (%rsi), %ymm0\nret\nhelper_taken: vmovups (%rsi), %ymm0\nret\n"
    for name, (body, _) in SELF_TEST.items():
        source += f".globl {name}\n{name}:\n" + body.replace("; ", "\n").replace("1: ", "1:\n") + "\n"
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "a.s").write_text(source)
        subprocess.run(["cc", "-c", "a.s", "-o", "a.o"], cwd=path, check=True)
        subprocess.run(["ar", "rc", "a.a", "a.o"], cwd=path, check=True)
        complaints, _ = check(path / "a.a")
    found = collections.Counter(line.split(": ")[1] for line in complaints)
    wanted = {name: n for name, (_, n) in SELF_TEST.items() if n} | {"helper_taken": 1}
    if found != wanted:
        sys.exit(f"check_vzeroupper: found {dict(found)}, wanted {wanted}")
    print(f"check_vzeroupper: {len(wanted)} faults of {len(SELF_TEST) + 2} functions were found")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    complaints, count = check(sys.argv[1])
    for line in complaints:
        print(line)
    print(f"check_vzeroupper: {count} functions in files of wide registers, {len(complaints)} complaints")
    return bool(complaints) or count == 0


if __name__ == "__main__":
    sys.exit(main())
