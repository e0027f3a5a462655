# mypy: ignore-errors
"""The records of an FBX file, binary or as text, of versions from 6000 on: a tree of nodes with a name, values and children. The form of both is
known from what its exporters write; [Gessler13] describes the binary one."""
import array
import re
import struct
import sys
import zlib

from carom_io_script import Failure

OPENING = b"Kaydara FBX Binary  \x00\x1a"
HEADER = 27  # bytes before the first record
DEPTH_LIMIT = 60
SIZE_LIMIT = 1 << 31
ARRAYS = {"f": ("f", 4), "d": ("d", 8), "i": ("i", 4), "l": ("q", 8)}
SINGLES = {"Y": "h", "I": "i", "F": "f", "D": "d", "L": "q"}
# The arrays that are read; others are passed over.
WANTED = ("Vertices", "PolygonVertexIndex", "Points", "PointsIndex")


class Node:
    __slots__ = ("name", "values", "children")

    def __init__(self, name):
        self.name, self.values, self.children = name, [], []

    def all(self, name):
        return [child for child in self.children if child.name == name]

    def first(self, name):
        return next((child for child in self.children if child.name == name), None)


def decode(data):
    """Text in which bytes that are not UTF-8 stay different from each other: names are identifiers before version 7000."""
    return data.decode("utf-8", "surrogateescape")


def read(path):
    """The version, and a node with all records."""
    with open(path, "rb") as file:
        data = file.read()
    if data.startswith(OPENING):
        return Binary(data).read()
    return Text(data).read()


# ---- binary

class Binary:
    def __init__(self, data):
        if len(data) < HEADER:
            raise Failure("is cut off in its header")
        self.data = data
        self.order = ">" if data[22] else "<"
        self.version = self.unpack("I", 23)[0]
        self.wide = self.version >= 7500
        self.head, self.head_size = ("QQQB", 25) if self.wide else ("IIIB", 13)

    def unpack(self, form, at):
        size = struct.calcsize("<" + form)
        if at + size > len(self.data):
            raise Failure(f"byte {at}: it was cut off")
        return struct.unpack_from(self.order + form, self.data, at)

    def read(self):
        root, at = Node(""), HEADER
        while True:
            child, at = self.node(at, len(self.data), 0)
            if child is None:
                return self.version, root
            root.children.append(child)

    def node(self, at, limit, depth):
        """The record at a byte, or None for the one that ends a list, and the byte behind it."""
        end, count, size, length = self.unpack(self.head, at)
        start = at + self.head_size + length
        if end == 0 and length == 0:
            return None, at + self.head_size
        end = end or start + size  # where some exporter leaves it away
        if depth > DEPTH_LIMIT or end > limit or start + size > end:
            raise Failure(f"byte {at}: a record that ends behind what holds it, or deeper than {DEPTH_LIMIT}; the file is damaged or was cut off")
        out = Node(self.data[start - length:start].decode("utf-8", "replace"))
        at = start
        for _ in range(count):
            value, at = self.value(at, start + size, out.name)
            out.values.append(value)
        if at != start + size:
            raise Failure(f"byte {at}: the values of {out.name} have another size than declared; the file is damaged")
        while at < end:
            child, at = self.node(at, end, depth + 1)
            if child is None:
                break
            out.children.append(child)
        if at != end:
            raise Failure(f"byte {at}: {out.name} ends elsewhere than declared; the file is damaged")
        return out, end

    def value(self, at, limit, name):
        if at >= limit:
            raise Failure(f"byte {at}: {name} has fewer values than declared; the file is damaged")
        kind = chr(self.data[at])
        at += 1
        if kind in SINGLES:
            form = SINGLES[kind]
            return self.unpack(form, at)[0], at + struct.calcsize(form)
        if kind in "CBZ":
            return bool(self.unpack("B", at)[0]), at + 1
        if kind in "SR":
            size = self.unpack("I", at)[0]
            at += 4
            if size > limit - at:
                raise Failure(f"byte {at}: a text of {name} that is longer than its record; the file is damaged")
            return (decode(self.data[at:at + size]) if kind == "S" else b""), at + size
        if kind in "fdilbc":
            return self.array(at, limit, name, kind)
        raise Failure(f"byte {at - 1}: {name} has a value of type {kind!r}, which FBX does not have; the file is damaged")

    def array(self, at, limit, name, kind):
        length, encoding, size = self.unpack("III", at)
        at += 12
        form, width = ARRAYS.get(kind, ("b", 1))
        plain = length * width
        if size > limit - at or encoding > 1 or plain > SIZE_LIMIT or (encoding == 0 and size != plain):
            raise Failure(f"byte {at}: an array of {name} that its record does not hold; the file is damaged")
        if name not in WANTED or kind in "bc":
            return None, at + size
        raw = self.data[at:at + size]
        if encoding:
            try:
                unpacker = zlib.decompressobj()
                raw = unpacker.decompress(raw, plain + 1) if plain else b""
            except zlib.error as error:
                raise Failure(f"byte {at}: the array {name} cannot be unpacked: {error}") from error
        if len(raw) != plain:
            raise Failure(f"byte {at}: {name} declares {length} numbers and has {len(raw) // width} or more; the file is damaged")
        out = array.array(form, raw)
        if (sys.byteorder == "little") != (self.order == "<"):
            out.byteswap()
        return out, at + size


# ---- text

SKIP = re.compile(r"(?:\s|;[^\n]*)*")
KEY = re.compile(r"([^\s:;,{}\"*]+)[ \t]*:")
WORD = re.compile(r"[^\s,{}:\"]+")
END_OF_NUMBERS = re.compile(r"[^-+0-9.,\seE]|[eE](?![-+]?\d)")
COUNT = re.compile(r"\*\s*(\d+)")


class Text:
    def __init__(self, data):
        self.text = decode(data)
        self.at = 0

    def fail(self, what):
        line = self.text.count("\n", 0, self.at) + 1
        raise Failure(f"line {line}: {what}; the file is damaged or was cut off")

    def skip(self):
        self.at = SKIP.match(self.text, self.at).end()
        return self.text[self.at:self.at + 1]

    def read(self):
        root = Node("")
        while self.skip():
            root.children.append(self.node(0))
        head = root.first("FBXHeaderExtension")
        version = head.first("FBXVersion") if head is not None else None
        if version is None or not version.values or not isinstance(version.values[0], int):
            raise Failure("is no FBX file of version 6 or 7: FBXHeaderExtension has no FBXVersion; convert it by a newer program")
        return version.values[0], root

    def node(self, depth):
        key = KEY.match(self.text, self.at)
        if not key:
            self.fail("a name with a colon is due")
        if depth > DEPTH_LIMIT:
            self.fail(f"deeper than {DEPTH_LIMIT}")
        self.at = key.end()
        out = Node(key.group(1))
        self.values(out)
        if self.skip() == "{":
            self.at += 1
            while (next_one := self.skip()) != "}":
                if not next_one:
                    self.fail(f"{out.name} is not closed")
                out.children.append(self.node(depth + 1))
            self.at += 1
        return out

    def values(self, out):
        more = True
        while more:
            first = self.skip()
            if first in ("", "{", "}"):
                return
            if first == ",":
                self.at += 1
                continue
            if not out.values and KEY.match(self.text, self.at):
                return
            self.value(out, first)
            more = self.skip() == ","
            self.at += more

    def value(self, out, first):
        if first == '"':
            end = self.text.find('"', self.at + 1)
            if end < 0:
                self.fail("a text is not closed")
            out.values.append(self.text[self.at + 1:end].replace("&quot;", '"'))
            self.at = end + 1
        elif first == "*":
            count = COUNT.match(self.text, self.at)
            if not count:
                self.fail("a count is due")
            out.values.append(int(count.group(1)))
            self.at = count.end()
        elif first in "+-.0123456789":
            end = END_OF_NUMBERS.search(self.text, self.at)
            run = self.text[self.at:end.start() if end else len(self.text)].rstrip()
            run = run[:-1] if run.endswith(",") else run
            if end and end.group() not in ";{}" and not end.group().isspace() and run == self.text[self.at:end.start()]:
                self.fail(f"{out.name} has what is no number")  # 1.#INF
            self.numbers(out, run)
            self.at += len(run)
        else:
            word = WORD.match(self.text, self.at)
            if not word:
                self.fail("a value is due")
            out.values.append(word.group())
            self.at = word.end()

    def numbers(self, out, run):
        whole = not any(c in run for c in ".eE")
        try:
            out.values.extend(map(int if whole else number, run.split(",")))
        except ValueError:
            self.fail(f"{out.name} has what is no number")


def number(word):
    word = word.strip()
    return int(word) if word.lstrip("+-").isdigit() else float(word)
