"""Support fields against a transcription of their definitions, through the command line.

usage: support_fields.py FARPOINT SERVER

For three meshes and 100,000 directions each, poles and seam among them:
- `--field=latlong --count`, at resolutions 8 and 180, names the vertex and counts the ties of the
  published table and query, written out here in numpy, index by index and count by count;
- `--field=scan` names the argmax, the lowest of those that tie;
- exact cells and hill climbing reach its height, in another vertex only where two tie.
"""
import json
import subprocess
import sys
import tempfile

import numpy as np

DIRECTIONS = 100_000


def dot(v, d):  # left to right in float64, as the server does; `@` may fuse
    return v[..., 0] * d[..., 0] + v[..., 1] * d[..., 1] + v[..., 2] * d[..., 2]


def argmax(vertices, directions):
    """The lowest index of the farthest vertex, for each direction."""
    best = np.empty(len(directions), int)
    for begin in range(0, len(directions), 2000):
        d = directions[begin:begin + 2000, None, :]
        best[begin:begin + 2000] = dot(vertices[None], d).argmax(1)
    return best


def lat_long_table(vertices, res):
    i, j = np.meshgrid(np.arange(res), np.arange(res), indexing="ij")
    theta, phi = i / res * 2 * np.pi - np.pi, j / res * np.pi
    d = np.stack([np.sin(phi) * np.cos(theta), np.sin(phi) * np.sin(theta), np.cos(phi)], -1)
    return argmax(vertices, d.reshape(-1, 3))


def lat_long_query(vertices, table, res, d):
    """Index and number of ties: the best of the four cells around each direction."""
    column = (np.arctan2(d[:, 1], d[:, 0]) + np.pi) / np.pi / 2 * res
    row = np.arccos(np.clip(d[:, 2] / np.sqrt(dot(d, d)), -1, 1)) / np.pi * res
    vid, height = [], []
    for k in range(4):
        i = (np.ceil(column) if k % 2 else np.floor(column)).astype(int) % res
        j = np.clip(np.ceil(row) if k // 2 else np.floor(row), 0, res - 1).astype(int)
        vid.append(table[i * res + j])
        height.append(dot(vertices[vid[-1]], d))
    vid, height = np.array(vid), np.array(height)
    best = height.argmax(0)  # the first wins ties
    tied = height == height.max(0)
    count = np.array([len(set(vid[tied[:, n], n])) for n in range(len(d))])
    return vid[best, np.arange(len(d))], count


def meshes(rng):
    ball = rng.normal(size=(500, 3))
    ball *= [0.3, 0.2, 0.1] / np.linalg.norm(ball, axis=1, keepdims=True)
    yield "ellipsoid", ball
    side = np.linspace(-1, 1, 9)  # most vertices are inside faces and edges, and many tie
    grid = np.stack(np.meshgrid(side, side, side), -1).reshape(-1, 3)
    yield "tessellated cube", rng.permutation(grid[np.abs(grid).max(1) == 1])
    u, v = rng.uniform(0, 2 * np.pi, size=(2, 3000))  # not convex, not centred
    ring = 0.5 + 0.2 * np.cos(v)
    yield "torus", np.stack([ring * np.cos(u) + 7, ring * np.sin(u) - 3, 0.2 * np.sin(v)], -1)


def directions(rng):
    special = np.array([[x, y, z] for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)
                        if x or y or z], float)
    z = rng.uniform(-1, 1, 1000)
    seam = np.stack([-np.ones(1000), rng.choice([-1e-12, -0.0, 0.0, 1e-12], 1000), z], -1)
    pole = np.concatenate([rng.normal(size=(1000, 2)) * 1e-6, rng.choice([-1.0, 1.0], (1000, 1))], 1)
    rest = rng.normal(size=(DIRECTIONS - len(special) - 2000, 3)) * rng.lognormal(size=(1, 1))
    return np.concatenate([special, seam, pole, rest])


def ask(farpoint, server, path, lines, *options):
    out = subprocess.run([farpoint, "support", f"--server={server}", *options, path], input=lines,
                         capture_output=True, text=True, check=True).stdout.splitlines()
    answers = [json.loads(line) for line in out]
    assert len(answers) == DIRECTIONS
    return (np.array([a["index"] for a in answers]), np.array([a["point"] for a in answers]),
            np.array([a.get("count", 0) for a in answers]))


def main(farpoint, server):
    rng = np.random.default_rng(20)
    for name, vertices in meshes(rng):
        d = directions(rng)
        lines = "".join(json.dumps(x) + "\n" for x in d.tolist())
        with tempfile.NamedTemporaryFile("w", suffix=".off") as file:
            file.write(f"OFF\n{len(vertices)} 0 0\n")
            file.writelines("{!r} {!r} {!r}\n".format(*v) for v in vertices.tolist())
            file.flush()
            for res in (8, 180):
                expected, ties = lat_long_query(vertices, lat_long_table(vertices, res), res, d)
                index, point, count = ask(farpoint, server, file.name, lines, "--field=latlong",
                                          f"--resolution={res}", "--count")
                wrong, miscounted = (index != expected).sum(), (count != ties).sum()
                print(f"{name}: latlong {res}: {wrong} of {len(d)} indices differ, {miscounted} "
                      f"counts; {(ties > 1).sum()} directions tie", flush=True)
                assert not wrong and not miscounted and (point == vertices[expected]).all()
            expected = argmax(vertices, d)
            index, point, _ = ask(farpoint, server, file.name, lines, "--field=scan")
            print(f"{name}: scan: {(index != expected).sum()} indices differ", flush=True)
            assert (index == expected).all() and (point == vertices[expected]).all()
            height = dot(vertices[expected], d)
            size = np.abs(vertices).max() * np.sqrt(dot(d, d))
            for field in ("exact_cells", "hill_climbing"):
                index, point, _ = ask(farpoint, server, file.name, lines, f"--field={field}")
                below = ((height - dot(point, d)) / size).max()
                print(f"{name}: {field}: {(index != expected).sum()} other vertices, which tie; at "
                      f"most {below:.1e} below", flush=True)
                assert below <= 4e-16 and (point == vertices[index]).all()


if __name__ == "__main__":
    main(*sys.argv[1:])
