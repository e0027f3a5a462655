"""Reads and writes RGB PNG files of eight bits a value, without a package."""
import struct
import zlib


def read(path):
    """Width, height and rows of bytes."""
    raw, chunks, at = path.read_bytes(), {}, 8
    while at < len(raw):
        size, kind = struct.unpack_from(">I4s", raw, at)
        chunks[kind] = chunks.get(kind, b"") + raw[at + 8:at + 8 + size]
        at += 12 + size
    width, height, depth, color = struct.unpack_from(">IIBB", chunks[b"IHDR"])
    assert (depth, color) == (8, 2), (path, depth, color)
    data, before, rows = zlib.decompress(chunks[b"IDAT"]), bytes(3 * width), []
    for y in range(height):
        kind, row = data[y * (3 * width + 1)], bytearray(data[y * (3 * width + 1) + 1:(y + 1) * (3 * width + 1)])
        for i in range(3 * width) if kind else ():
            left, up, corner = (row[i - 3], before[i], before[i - 3]) if i > 2 else (0, before[i], 0)
            if kind == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
            else:
                near = (0, left, up, (left + up) // 2)[kind]
            row[i] = (row[i] + near) & 255
        rows.append(row)
        before = row
    return width, height, rows


def write(path, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    raw = b"".join(b"\1" + bytes((row[i] - (row[i - 3] if i > 2 else 0)) & 255 for i in range(len(row))) for row in rows)
    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def colors(rows):
    """Rows of (red, green, blue)."""
    return [list(zip(row[::3], row[1::3], row[2::3])) for row in rows]
