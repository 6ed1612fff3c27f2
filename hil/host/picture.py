"""Turns a frame as it is looked at onto the panel's own pixels.

picture.py BOARD.yaml SEEN.png TURNED.png TURNED.ppm: prints the panel's size as WIDTHxHEIGHT.
Reads what `afterglow render` writes: 8 bits a channel, not interlaced.
"""
import re
import struct
import sys
import zlib

CHANNELS = {0: 1, 2: 3, 6: 4}


def chunks(data):
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + length]
        at += 12 + length


def unfiltered(kind, line, above, step):
    """One row without its filter (PNG specification, section 9)."""
    if kind == 0:
        return line
    for i in range(len(line)):
        left = line[i - step] if i >= step else 0
        corner = above[i - step] if i >= step else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = above[i]
        elif kind == 3:
            guess = (left + above[i]) // 2
        else:
            distances = [(abs(above[i] - corner), 0, left), (abs(left - corner), 1, above[i]),
                         (abs(left + above[i] - 2 * corner), 2, corner)]
            guess = min(distances)[2]
        line[i] = (line[i] + guess) & 255
    return line


def read_png(path):
    """Width, height and rows of red, green and blue; what is transparent lies on black."""
    with open(path, "rb") as file:
        data = file.read()
    packed = b""
    for kind, body in chunks(data):
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
    if depth != 8 or color not in CHANNELS or interlace:
        sys.exit(f"hil: {path} is another kind of PNG than afterglow writes")
    raw = zlib.decompress(packed)
    step = CHANNELS[color]
    length = width * step
    rows, above = [], bytearray(length)
    for y in range(height):
        start = y * (length + 1)
        above = unfiltered(raw[start], bytearray(raw[start + 1:start + 1 + length]), above, step)
        rows.append(as_rgb(above, step))
    return width, height, rows


def as_rgb(row, step):
    if step == 3:
        return bytes(row)
    if step == 1:
        return bytes(value for value in row for _ in range(3))
    return bytes(row[i + c] * row[i + 3] // 255 for i in range(0, len(row), 4) for c in range(3))


def turned(width, height, rows, degrees):
    """Clockwise."""
    if degrees == 0:
        return width, height, rows
    pixels = [[row[i:i + 3] for i in range(0, len(row), 3)] for row in rows]
    if degrees == 180:
        return width, height, [b"".join(reversed(row)) for row in reversed(pixels)]
    lines = [b"".join(line) for line in zip(*(reversed(pixels) if degrees == 90 else pixels))]
    return height, width, lines if degrees == 90 else lines[::-1]


def write_png(path, width, height, rows):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 1)) + chunk(b"IEND", b""))


def main():
    board, seen, png, ppm = sys.argv[1:]
    with open(board, encoding="utf-8") as file:
        rotation = re.search(r"^rotation\s*:\s*(\d+)", file.read(), re.MULTILINE)
    width, height, rows = turned(*read_png(seen), int(rotation.group(1)) if rotation else 0)
    write_png(png, width, height, rows)
    with open(ppm, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (width, height) + b"".join(rows))
    print(f"{width}x{height}")


if __name__ == "__main__":
    main()
