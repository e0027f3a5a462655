# mypy: ignore-errors
"""What carom-io's plug-ins in Python share: the scene that they answer with (io/plugin/read_plugin.h says how), transforms and failures."""
import array
import contextlib
import itertools
import json
import math
import os
import resource
import sys

IDENTITY = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)


class Failure(Exception):
    """Why a file is not read, as a sentence that follows its name."""


@contextlib.contextmanager
def numbers_due(what):
    """Where numbers are read from what a file has."""
    try:
        yield
    except (TypeError, ValueError, OverflowError) as error:
        raise Failure(f"{what} has what is no number: {error}; export it again") from error


def numbers(text, count, what):
    with numbers_due(what):
        found = [float(word) for word in (text or "").split()]
    if len(found) != count or not all(map(math.isfinite, found)):
        raise Failure(f"{what} has {len(found)} numbers where {count} are due")
    return found


def multiply(a, b):
    """Three rows of four; each entry is a sum from left to right."""
    return tuple(a[4 * i] * b[k] + a[4 * i + 1] * b[4 + k] + a[4 * i + 2] * b[8 + k] + (a[4 * i + 3] if k == 3 else 0.0)
                 for i in range(3) for k in range(4))


PLACES_LIMIT = 1000000


class Scene:
    def __init__(self, unit):
        self.unit, self.meshes, self.vertices, self.indices, self.instances, self.points, self.lines, self.nodes = unit, [], [], [], [], 0, 0, 0
        self.lost, self.first_lost, self.places = 0, "", 0

    def visit(self):
        """Counts what is placed, for things in things may be placed more often than any memory holds."""
        self.places += 1
        if self.places > PLACES_LIMIT:
            raise Failure(f"places more than {PLACES_LIMIT} things in each other; export what is needed of it")

    def lose(self, why):
        """Counts what cannot be read, which is an error unless the file is read leniently."""
        self.lost, self.first_lost = self.lost + 1, self.first_lost or why

    def add_mesh(self, name, vertices, corners, polygons=()):
        """Flat lists of vertices and triangles, and lists of polygons. Returns the number of the mesh."""
        count = len(vertices) // 3
        if any(not 0 <= corner < count for face in (corners, *polygons) for corner in face):
            raise Failure(f"\"{name}\" has a face with a corner that is none of its {count} vertices")
        words = [word for face in polygons for word in (len(face), *face)]
        self.meshes.append({"name": name, "vertices": count, "triangles": len(corners) // 3, "polygon_words": len(words)})
        self.vertices.append(array.array("d", vertices))
        self.indices.append(array.array("I", corners))
        self.indices[-1].extend(words)
        return len(self.meshes) - 1

    def place(self, meshes, name, path, transform, colors=()):
        """As one node. Of each mesh there may be a colour: red, green, blue, opacity, from 0 to 1, of screens; or None."""
        if not all(map(math.isfinite, transform)):
            raise Failure(f"\"{name}\" is placed by numbers whose products are not finite; repair it")
        for mesh, color in itertools.zip_longest(meshes, colors):
            self.instances.append({"name": name, "path": path, "mesh": mesh, "node": self.nodes, "transform": transform})
            if color is not None:
                self.instances[-1]["color"] = color
        self.nodes += bool(meshes)

    def write(self, out):
        told = {"unit": self.unit, "points": self.points, "lines": self.lines, "lost": self.lost, "first_lost": self.first_lost,
                "meshes": self.meshes, "instances": self.instances}
        header = json.dumps(told, separators=(",", ":"), allow_nan=False).encode()
        out.write(b"carom-io 1\n%d\n%s" % (len(header), header))
        for one in (*self.vertices, *self.indices):
            if sys.byteorder == "big":
                one.byteswap()
            out.write(one.tobytes())


def limit_time(path):
    """After so much time of the processor the system ends this process, of which carom-io makes an error."""
    given = os.environ.get("CAROM_IO_SECONDS", "")
    seconds = int(given) if given.isdigit() and 0 < int(given) <= 10 ** 9 else 300 + 60 * os.path.getsize(path) // 1048576
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))


def main(readers):
    """Reads the file that the command line names by that of the readers (format: class with a scene) which it asks for, and answers."""
    if len(sys.argv) != 4 or sys.argv[1] not in readers:
        sys.exit(f"usage: {sys.argv[0]} {'|'.join(readers)} FILE OPTIONS\ncarom-io starts this program to read such files.")
    out = sys.stdout.buffer
    try:
        limit_time(sys.argv[2])
        readers[sys.argv[1]](sys.argv[2], json.loads(sys.argv[3])).scene.write(out)
    except Failure as failure:
        why = str(failure)
    except MemoryError:
        why = "not enough memory"
    except Exception as error:  # what a file breaks off in the middle of
        why = f"cannot be read: {type(error).__name__}: {error}; export it again"
    else:
        return
    why = json.dumps({"error": why.encode("utf-8", "replace").decode()}).encode()
    out.write(b"carom-io 1\n%d\n%s" % (len(why), why))
