"""Every convex kind for the property tests: as text for the command, as exact points where it is a polytope, and
as a support function in double where it is not.

Coordinates of the support functions are relative to an exact reference point, so that shapes far from the origin
are still checked to the last digits.
"""
import itertools
import math

import oracle as ora
from oracle import Q

FLAT = ("point", "segment", "aabb", "obb", "triangle", "polygon", "kdop", "tetrahedron", "hull")
ROUND = ("sphere", "capsule", "cylinder", "cone", "ellipsoid")
BOUNDED = FLAT + ROUND
ENDLESS = ("ray", "line", "plane", "halfspace")
AXES = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 0], [-1, 0, 0], [0, 0, 1]],
        [[0, 0, 1], [0, -1, 0], [1, 0, 0]])
SLABS = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (1, 1, -1), (1, -1, 1), (1, -1, -1),
         (1, 1, 0), (1, -1, 0), (1, 0, 1), (1, 0, -1), (0, 1, 1), (0, 1, -1)]
TURNS = ([0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0], [0.5, 0.5, 0.5, 0.5], [-0.5, 0.5, 0.5, 0.5])


# ------------------------------------------------------------------------------ vectors in double
def fdot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def fsub(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def fmad(a, b, s):
    return a[0] + b[0] * s, a[1] + b[1] * s, a[2] + b[2] * s


def fcross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def flen(a):
    return math.hypot(*a)


def funit(a):
    n = flen(a)
    return (a[0] / n, a[1] / n, a[2] / n) if n > 0 else (0.0, 0.0, 1.0)


def perpendicular(u):
    k = min(range(3), key=lambda i: abs(u[i]))
    return funit(fcross(u, tuple(1.0 if i == k else 0.0 for i in range(3))))


def local(point, origin):
    return tuple(ora.tof(x - o) for x, o in zip(point, origin))


# ------------------------------------------------------------------------------ poses
def rotate(pose, v):
    """as the library turns vectors, exactly"""
    x, y, z, w = (Q(c) for c in pose["rotation"])
    q = (x, y, z)
    t = ora.mul(ora.cross(q, v), Q(2))
    return ora.add(ora.add(v, ora.mul(t, w)), ora.cross(q, t))


def move(pose, p):
    return ora.add(rotate(pose, p), ora.q3(pose["position"])) if pose else p


# ------------------------------------------------------------------------------ shapes
class Shape:
    """`points` whose hull it is, grown by `radius`; a disk round `center` across `axis` is given by its frame.
    `poly` is what the oracle needs, made when asked for."""

    def __init__(self, kind, body, points, radius=0.0, pose=None):
        self.kind, self.pose, self.body = kind, pose, body
        self.text = {kind: body, "pose": pose} if pose else {kind: body}
        self.raw = points
        self.points = list(dict.fromkeys(move(pose, ora.q3(p)) for p in points))
        self.radius = Q(radius)
        self.axes, self.lengths, self._poly = None, None, None
        up = ora.q3((0, 0, 1))
        self.up = rotate(pose, up) if pose else up

    def posed(self, pose):
        out = Shape(self.kind, self.body, [], 0.0, pose)
        out.points = [move(pose, p) for p in self.points]
        out.radius, out.lengths = self.radius, self.lengths
        out.axes = [rotate(pose, u) for u in self.axes] if self.axes else None
        out.up = rotate(pose, self.up)
        return out

    def axis(self):
        """of a cylinder or cone; without height it is a disk across its own z"""
        flat = self.points[0] == self.points[1]
        return funit(tuple(map(float, self.up)) if flat else local(self.points[1], self.points[0]))

    @property
    def flat(self):
        return self.kind in FLAT

    def poly(self):
        if self._poly is None:
            if self.kind in ("aabb", "obb") and len(self.points) == 8:
                p = self.points
                edges = [ora.sub(p[4], p[0]), ora.sub(p[2], p[0]), ora.sub(p[1], p[0])]
                normals = [ora.cross(edges[1], edges[2]), ora.cross(edges[2], edges[0]),
                           ora.cross(edges[0], edges[1])]
                self._poly = (p, normals, edges)
            elif len(self.points) <= 2:
                self._poly = ora.seg_shape(self.points[0], self.points[-1])
            else:
                self._poly = ora.hull_shape(self.points)
        return self._poly

    def reach(self):
        grown = self.radius + (sum(self.lengths) if self.lengths else 0)
        return max(max(abs(x) for x in p) for p in self.points) + grown

    def sizes(self):
        """extents of its box and its radii"""
        box = [max(c) - min(c) for c in zip(*self.points)] if self.points else []
        return box + [self.radius] + (self.lengths or [])

    def support(self, origin):
        """h(direction) -> the farthest point, relative to the origin; of the core when rounded"""
        points = [local(p, origin) for p in self.points]
        if self.kind == "ellipsoid":
            axes = [funit(tuple(map(float, u))) for u in self.axes]
            radii = [float(r) for r in self.lengths]
            center = points[0]

            def ellipsoid(d):
                w = [fdot(u, d) * r for u, r in zip(axes, radii)]
                n = flen(w)
                out = center
                if n > 0:
                    for u, r, x in zip(axes, radii, w):
                        out = fmad(out, u, r * x / n)
                return out
            return ellipsoid
        if self.kind in ("cylinder", "cone"):
            axis = self.axis()
            radius, disks = float(self.radius), points if self.kind == "cylinder" else points[:1]
            apex = points[1:] if self.kind == "cone" else []

            def disk(d):
                across = fmad(d, axis, -fdot(d, axis))
                across = fmad(across, axis, -fdot(across, axis))
                n = flen(across)
                shift = tuple(x * radius / n for x in across) if n > 1e-15 * flen(d) else (0.0, 0.0, 0.0)
                ends = [fmad(p, shift, 1.0) for p in disks] + apex
                return max(ends, key=lambda p: fdot(p, d))
            return disk
        return lambda d: max(points, key=lambda p: fdot(p, d))

    def grown(self):
        """what is added to the support all round"""
        return float(self.radius) if self.kind in ("sphere", "capsule") else 0.0


def kdop_points(normals, low, high):
    """the corners, exactly"""
    planes = [(ora.q3(n), Q(b)) for n, l, h in zip(normals, low, high) for b in {l, h}]
    rows = list(zip([ora.q3(n) for n in normals], map(Q, low), map(Q, high)))
    found = []
    for (m, x), (n, y), (o, z) in itertools.combinations(planes, 3):
        det = ora.dot(m, ora.cross(n, o))
        if det == 0:
            continue
        p = ora.add(ora.add(ora.mul(ora.cross(n, o), x), ora.mul(ora.cross(o, m), y)),
                    ora.mul(ora.cross(m, n), z))
        p = ora.mul(p, 1 / det)
        if all(l <= ora.dot(r, p) <= h for r, l, h in rows):
            found.append(p)
    return list(dict.fromkeys(found))


def make_kdop(maker, pool, pose):
    normals = [list(map(float, n)) for n in SLABS[:maker.rng.choice((3, 4, 7))]]
    if maker.rng.random() < 0.3:
        normals = normals[:3] + [[float(x) for x in maker.rng.choice(SLABS[3:])]]
    part = maker.rng.sample(pool, min(len(pool), 4))
    bounds = []
    for n in normals:
        along = [ora.dot(ora.q3(n), ora.q3(p)) for p in part]
        low, high = maker.real(ora.tof(min(along))), maker.real(ora.tof(max(along)))
        if Q(low) != min(along) or Q(high) != max(along):
            return None
        bounds.append((low, high))
    low, high = [b[0] for b in bounds], [b[1] for b in bounds]
    shape = Shape("kdop", {"normals": normals, "min": low, "max": high}, [], 0.0, pose)
    shape.points = [move(pose, p) for p in kdop_points(normals, low, high)]
    return shape if shape.points else None


def make_boxlike(maker, kind, pick, pose):
    """obb and ellipsoid: a centre, axes and three lengths"""
    lengths = [abs(maker.real(x - y)) for x, y in zip(pick[0], pick[1])]
    if kind == "ellipsoid" and maker.rng.random() < 0.8:
        lengths = [x or max(lengths) or 1.0 for x in lengths]
    axes = maker.rng.choice(AXES)
    name = "half_extents" if kind == "obb" else "radii"
    return boxlike(kind, {"center": pick[2], "axes": axes, name: lengths}, pose)


def boxlike(kind, body, pose):
    shape = Shape(kind, body, [body["center"]], 0.0, pose)
    lengths = body["half_extents" if kind == "obb" else "radii"]
    turned = [rotate(pose, ora.q3(u)) if pose else ora.q3(u) for u in body["axes"]]
    if kind == "obb":
        edges = [ora.mul(u, Q(h)) for u, h in zip(turned, lengths)]
        shape.points = ora.obb_shape(shape.points[0], edges)[0]
    else:
        shape.axes, shape.lengths = turned, [Q(x) for x in lengths]
    return shape


def make_polygon(maker, pick, pose):
    u, v = [[x - y for x, y in zip(pick[i], pick[0])] for i in (1, 2)]
    corners = [pick[0], pick[1], [x + y for x, y in zip(pick[1], v)], pick[2]]
    body = [[maker.real(x) for x in c] for c in corners]
    exact = [ora.add(ora.q3(pick[1]), ora.sub(ora.q3(pick[2]), ora.q3(pick[0])))]
    if ora.q3(body[2]) != exact[0]:
        body = [body[0], body[1], body[3]]
    return Shape("polygon", body, body, 0.0, pose)


def make_shape(maker, kind, pool, pose=None):
    """a shape of the kind on points of the pool, some moved onto one another or by an ulp; None: not today"""
    rng = maker.rng
    pick = [maker.target(pool) if rng.random() < 0.4 else list(rng.choice(pool)) for _ in range(4)]
    plain = {"point": 1, "segment": 2, "triangle": 3, "tetrahedron": 4}
    if kind in plain:
        body = pick[:plain[kind]]
        return Shape(kind, body[0] if kind == "point" else body, body, 0.0, pose)
    if kind == "aabb":
        low, high = [min(c) for c in zip(*pick[:2])], [max(c) for c in zip(*pick[:2])]
        return Shape(kind, {"min": low, "max": high}, ora.box_pts(low, high), 0.0, pose)
    if kind == "kdop":
        return make_kdop(maker, pool, pose)
    if kind == "polygon":
        return make_polygon(maker, pick, pose)
    if kind == "hull":
        body = pick + [list(p) for p in pool] + pick[:1]
        return Shape(kind, body, body, 0.0, pose)
    if kind in ("obb", "ellipsoid"):
        return make_boxlike(maker, kind, pick, pose)
    size = max(abs(x - y) for x, y in zip(pick[1], pick[2]))
    radius = maker.real(rng.choice((0.0, 0.5, 1.0, rng.random())) * size)
    if kind == "sphere":
        return Shape(kind, {"center": pick[0], "radius": radius}, pick[:1], radius, pose)
    names = ("base", "apex") if kind == "cone" else ("a", "b")
    shape = Shape(kind, {names[0]: pick[0], names[1]: pick[1], "radius": radius}, [], radius, pose)
    shape.points = [move(pose, ora.q3(p)) for p in pick[:2]]
    return shape


def read_shape(text):
    """a bounded shape as the command is given it"""
    pose = text.get("pose")
    (kind, body), = ((k, v) for k, v in text.items() if k != "pose")
    if kind in ("point", "segment", "triangle", "tetrahedron", "polygon", "hull"):
        return Shape(kind, body, [body] if kind == "point" else body, 0.0, pose)
    if kind == "aabb":
        return Shape(kind, body, ora.box_pts(body["min"], body["max"]), 0.0, pose)
    if kind == "kdop":
        shape = Shape(kind, body, [], 0.0, pose)
        shape.points = [move(pose, p) for p in kdop_points(body["normals"], body["min"], body["max"])]
        return shape
    if kind in ("obb", "ellipsoid"):
        return boxlike(kind, body, pose)
    ends = [body[k] for k in ("center", "a", "b", "base", "apex") if k in body]
    shape = Shape(kind, body, ends, body["radius"], pose)
    if kind != "sphere":
        shape.points = [move(pose, ora.q3(p)) for p in ends]
    return shape


# ------------------------------------------------------------------------------ nearest points in double
def affine_point(s):
    """weights of the point of the affine hull of s nearest to 0, or None when s is degenerate"""
    k = len(s) - 1
    if k == 0:
        return [1.0]
    d = [fsub(p, s[0]) for p in s[1:]]
    m = [[fdot(x, y) for y in d] + [-fdot(x, s[0])] for x in d]
    least = 1e-15 * max(fdot(x, x) for x in d)
    for c in range(k):
        p = max(range(c, k), key=lambda r: abs(m[r][c]))
        if abs(m[p][c]) <= least:
            return None
        m[c], m[p] = m[p], m[c]
        for r in range(k):
            if r != c:
                f = m[r][c] / m[c][c]
                m[r] = [x - f * y for x, y in zip(m[r], m[c])]
    w = [m[i][k] / m[i][i] for i in range(k)]
    return [1.0 - sum(w)] + w


def simplex_point(s):
    """the point of the simplex nearest to 0, and the corners it needs: by trying all faces"""
    best = (math.inf, None, s)
    for k in range(1, min(len(s), 4) + 1):
        for part in itertools.combinations(s, k):
            w = affine_point(part)
            if w is None or min(w) < 0.0:
                continue
            x = (0.0, 0.0, 0.0)
            for p, l in zip(part, w):
                x = fmad(x, p, l)
            length = flen(x)
            if length < best[0]:
                best = (length, x, list(part))
    return best


def nearest(support, enough):
    """(upper, lower) bounds of the distance from 0 to the body with this support"""
    s = [support((1.0, 0.0, 0.0))]
    upper, lower = math.inf, 0.0
    for _ in range(200):
        length, x, s = simplex_point(s)
        if not length < upper:
            break
        upper = length
        if upper <= enough:
            break
        p = support(tuple(-c for c in x))
        lower = max(lower, fdot(x, p) / length)
        if upper - lower <= enough or p in s:
            break
        s.append(p)
    return upper, lower


def ellipsoid_gap(center, axes, radii, p):
    """distance of a point to an ellipsoid: by bisection for the foot's parameter"""
    y = [abs(fdot(u, fsub(p, center))) for u in axes]
    if all(r > 0 for r in radii) and sum((a / r) ** 2 for a, r in zip(y, radii)) <= 1.0:
        return 0.0
    big = max(radii)

    def foot(t):
        return [a * r * r / (t + r * r) if r > 0 else 0.0 for a, r in zip(y, radii)]

    def gauge(t):
        return sum((x / r) ** 2 for x, r in zip(foot(t), radii) if r > 0)
    if gauge(0.0) <= 1.0:
        return flen([a if r == 0 else 0.0 for a, r in zip(y, radii)])
    low, high = 0.0, big * flen(y)
    for _ in range(200):
        mid = 0.5 * (low + high) if low > 0 else high * 2.0 ** -40
        if not low < mid < high:
            break
        low, high = (mid, high) if gauge(mid) > 1.0 else (low, mid)
    return flen([a - x for a, x in zip(y, foot(high))])


def disk_gap(ends, axis, radius, is_cone, p):
    """distance of a point to a cylinder, or a cone with its base at the first end"""
    height = flen(fsub(ends[1], ends[0]))
    v = fsub(p, ends[0])
    z = fdot(v, axis)
    rho = flen(fmad(v, axis, -z))
    if not is_cone:
        return math.hypot(max(0.0, rho - radius), max(0.0, -z, z - height))
    # in the half plane of the axis: the triangle (0,0) (radius,0) (0,height)
    if z <= 0.0:
        return math.hypot(z, max(0.0, rho - radius))
    if height <= 0.0:
        return math.hypot(z, max(0.0, rho - radius))
    slant = math.hypot(radius, height)
    out = ((rho - radius) * height + z * radius) / slant
    if out <= 0.0:
        return 0.0
    t = ((rho - radius) * -radius + z * height) / slant
    if t < 0.0:
        return math.hypot(rho - radius, z)
    return out if t <= slant else math.hypot(rho, z - height)


def gap_to(shape, point):
    """distance of an exact point to the shape"""
    if shape.kind == "ellipsoid":
        axes = [funit(tuple(map(float, u))) for u in shape.axes]
        return ellipsoid_gap((0.0, 0.0, 0.0), axes, [float(r) for r in shape.lengths],
                             local(point, shape.points[0]))
    if shape.kind in ("cylinder", "cone"):
        ends = [local(p, shape.points[0]) for p in shape.points]
        return disk_gap(ends, shape.axis(), float(shape.radius), shape.kind == "cone", local(point, shape.points[0]))
    core = ora.sqrtq(ora.conv_dist2(shape.points, [point]), 160)
    return max(0.0, ora.tof(core - shape.radius))


def difference(a, b, origin, shift=None):
    """support of B - A, with A swept along `shift`, both without their radii"""
    sa, sb = a.support(origin), b.support(origin)

    def support(d):
        back = tuple(-c for c in d)
        x = sa(back)
        if shift and fdot(shift, back) > 0:
            x = fmad(x, shift, 1.0)
        return fsub(sb(d), x)
    return support


def width(a, b, origin):
    """how far B must go along the unit n to be free of A"""
    sa, sb, grown = a.support(origin), b.support(origin), a.grown() + b.grown()

    def along(n):
        return fdot(n, fsub(sa(n), sb(tuple(-c for c in n)))) + grown
    return along


def sphere_directions(count):
    """points spread evenly over the sphere, and those of a cube's symmetries"""
    out = [funit(n) for n in itertools.product((-1.0, 0.0, 1.0), repeat=3) if any(n)]
    for i in range(count):
        z = 1.0 - (2 * i + 1.0) / count
        r, turn = math.sqrt(1.0 - z * z), i * 2.399963229728653
        out.append((r * math.cos(turn), r * math.sin(turn), z))
    return out


# ------------------------------------------------------------------------------ known graveyards
def box(low, high, pose=None):
    return Shape("aabb", {"min": low, "max": high}, ora.box_pts(low, high), 0.0, pose)


def round_shape(kind, a, b, radius, pose=None):
    names = ("base", "apex") if kind == "cone" else ("a", "b")
    shape = Shape(kind, {names[0]: a, names[1]: b, "radius": radius}, [], radius, pose)
    shape.points = [move(pose, ora.q3(p)) for p in (a, b)]
    return shape


def points_shape(kind, points, pose=None):
    return Shape(kind, points[0] if kind == "point" else points, points, 0.0, pose)


def ball(center, radius):
    return Shape("sphere", {"center": center, "radius": radius}, [center], radius)


def graveyards(maker):
    """pairs on which engines are known to fail: (name, A, B, motion)"""
    real = maker.real
    q = [real(x) for x in (0.1, 0.2, 0.3)] + [0.0]
    q[3] = real(math.sqrt(1.0 - sum(x * x for x in q[:3])))
    tilted = {"position": [0.0, 0.0, 0.0], "rotation": q}
    half, unit = [0.5] * 3, [-0.5] * 3
    cube = box(unit, half)
    up = [real(x) for x in map(float, rotate(tilted, (Q(0), Q(0), Q(1) + Q(2) ** -53)))]
    yield "tilted boxes stacked", box(unit, half, tilted), box(unit, half, dict(tilted, position=up)), up
    yield "box and long thin cylinder", box([-1.0] * 3, [1.0] * 3), \
        round_shape("cylinder", [-100.0, 0.25, 1.0], [100.0, 0.25, 1.0], real(1e-3)), [0.0, 0.0, 1.0]
    yield "cubes overlapping by 0.1", cube, box([0.5 - real(0.1), -0.5, -0.5], [1.5, 0.5, 0.5]), [1.0, 0.0, 0.0]
    yield "spheres apart along y", ball([0.0] * 3, 1.0), ball([0.0, 3.0, 0.0], 1.0), [0.0, 2.0, 0.0]
    needle = points_shape("hull", [[x, y, z] for x in (0.0, 500.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
    for at in ([499.5, 0.25, 1.0], [-0.5, -0.5, 1.0], [500.0, 1.0, 1.0]):
        yield "needle and box", needle, box(at, [x + 1.0 for x in at]), [0.0, 0.0, -1.0]
    corners = [[-1.0, -1.0, -1.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]
    hull = corners + [[0.0, 0.0, 0.0], [0.25, 0.25, 0.25]] + corners[1:3]
    for kind, body in (("hull", hull), ("tetrahedron", corners), ("triangle", corners[:3])):
        yield "identical shapes", points_shape(kind, body), points_shape(kind, body), [1.0, 0.0, 0.0]
        yield "identical shapes in a pose", points_shape(kind, body, tilted), points_shape(kind, body, tilted), q[:3]
    for kind in ("cylinder", "cone", "capsule"):
        a = round_shape(kind, [0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.5)
        yield "identical " + kind, a, a, [1.0, 0.0, 0.0]
        yield "rings in line", a, round_shape(kind, [0.0, 0.0, 1.0], [0.0, 0.0, 3.0], 0.5), [0.0, 0.0, 1.0]
    yield "identical boxes", cube, cube, [0.0, 1.0, 0.0]
    for at in ([1.0, 1.0, 0.0], [2.0, 0.0, 0.0], [0.5, 0.5, 1.0], [-1.0, -1.0, -1.0]):
        yield "point on a hull", points_shape("point", [at]), points_shape("hull", hull), [1.0, 1.0, 1.0]
        yield "point on a tetrahedron", points_shape("point", [at]), points_shape("tetrahedron", corners), [-1.0] * 3
    for shift in (0.0, 0.25, 0.999, 1.0):
        s = real(shift)
        yield "coplanar faces sliding", cube, box([s - 0.5, -0.5, 0.5], [s + 0.5, 0.5, 1.5]), [0.0, 1.0, 0.0]
        yield "coplanar triangles sliding", points_shape("triangle", corners[1:]), \
            points_shape("triangle", [[x + s, y - s, z] for x, y, z in corners[1:]]), [0.0, 1.0, -1.0]
    flat = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]
    yield "capsule along an edge", round_shape("capsule", [1.0, -1.0, 0.0], [3.0, -1.0, 0.0], 1.0), \
        points_shape("triangle", flat), [0.0, 1.0, 0.0]
    yield "centre in the triangle's plane", ball([1.0, 1.0, 0.0], 1.0), points_shape("triangle", flat), [0.0, 0.0, 1.0]
    yield "centre in the plane, outside", ball([-2.0, 1.0, 0.0], 1.0), points_shape("triangle", flat), [2.0, 0.0, 0.0]
    yield "hulls with inner points", points_shape("hull", hull), \
        points_shape("hull", [[x + 1.0, y, z] for x, y, z in hull]), [-1.0, 0.5, 0.0]
    for far in (1e5, 2.0 ** -20, 2.0 ** 20):
        k = 1.0 if far == 1e5 else far
        low, high = ([real(far + x * k) if far == 1e5 else x * k for x in p] for p in (unit, half))
        top = [low[0], low[1], high[2]]
        yield "far and scaled", box(low, high), box(top, [x + k for x in top]), [0.0, 0.0, k]
        yield "far and scaled", box(low, high), \
            round_shape("cylinder", top, [top[0], top[1], real(top[2] + k)], 0.25 * k), [0.0, 0.0, k]
