"""Prints the constants of golden_vectors_test.cc, from hashlib and struct alone."""
import hashlib
import struct


def geometry_id(kind, numbers, count=None):
    body = b"farpoint.shape.v1" + bytes([kind])
    if count is not None:
        body += struct.pack("<Q", count)
    body += struct.pack(f"<{len(numbers)}d", *numbers)
    return "sha256-" + hashlib.sha256(body).hexdigest()


TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 1, 0]
PRISM = TRIANGLE + [0, 0, 1, 1, 0, 1, 0, 1, 1]
MESH = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.1, 0.2, 0.3]
for name, value in [
    ("sphere", geometry_id(1, [0.1])),
    ("ellipsoid", geometry_id(2, [1, 2, 3])),
    ("box", geometry_id(3, [0.5, 1, 2])),
    ("capsule", geometry_id(4, [0.04, 0.1])),
    ("cylinder", geometry_id(5, [0.04, 0.1])),
    ("cone", geometry_id(6, [0.04, 0.1])),
    ("halfspace", geometry_id(7, [0, 0, 1.0005, -0.25])),
    ("point", geometry_id(8, [1, 2, 3], 1)),
    ("segment", geometry_id(9, [0, 0, 0, 1, 2, 3], 2)),
    ("triangle", geometry_id(10, TRIANGLE, 3)),
    ("prism", geometry_id(11, PRISM, 6)),
    ("mesh", geometry_id(12, MESH, 5)),
    ("mesh, first two vertices swapped", geometry_id(12, MESH[3:6] + MESH[:3] + MESH[6:], 5)),
    ("sphere of zero radius", geometry_id(1, [0.0])),
]:
    print(f'{name}: "{value}"')
