#!/usr/bin/env python3
"""Writes the convex hulls of real robots' links, for bench_peers to read.

    robot_hulls.py robot_hulls.txt

Takes every collision mesh of every robot in PyPI's example-robot-data once, wherever it occurs. The
output, a hull after the other:

    NAME COUNT
    X Y Z          COUNT lines, metres

The vertices are measured from the centre of their bounding box and rounded to float32: MuJoCo keeps
meshes in float32, and every engine must be asked about the same hull.
"""

import hashlib
import importlib.metadata
import pathlib
import sys

import coal
import numpy
import pinocchio


def collision_geometries(urdf, packages):
    try:
        model = pinocchio.buildModelFromUrdf(str(urdf))
        collision = pinocchio.buildGeomFromUrdf(
            model, str(urdf), pinocchio.GeometryType.COLLISION, package_dirs=[str(packages)])
    except (RuntimeError, ValueError) as error:  # some files are fragments of others
        print(f"{urdf.name}: left out: {str(error).splitlines()[0]}", file=sys.stderr)
        return []
    return collision.geometryObjects


def hull_vertices(mesh):
    """n×3, float32, centred; None for a mesh that is flat, no larger than a grain, or that Coal does
    not take: its vertices have up to 255 neighbours."""
    try:
        mesh.buildConvexHull(True, "Qt")
    except RuntimeError:
        return None
    vertices = numpy.asarray(mesh.convex.points(), dtype=numpy.float64).reshape(-1, 3)
    extent = vertices.max(axis=0) - vertices.min(axis=0)
    if extent.min() < 1e-3:
        return None
    return (vertices - (vertices.max(axis=0) + vertices.min(axis=0)) / 2).astype(numpy.float32)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    distribution = importlib.metadata.distribution("example-robot-data")
    packages = pathlib.Path(distribution.locate_file("cmeel.prefix/share"))
    robots = packages / "example-robot-data" / "robots"

    meshes, hulls = set(), {}
    for urdf in sorted(robots.rglob("*.urdf")):
        for link in collision_geometries(urdf, packages):
            mesh = (link.meshPath, tuple(link.meshScale.round(9)))
            if not isinstance(link.geometry, coal.BVHModelBase) or mesh in meshes:
                continue
            meshes.add(mesh)
            vertices = hull_vertices(link.geometry)
            if vertices is not None:
                hulls.setdefault(hashlib.sha256(vertices.tobytes()).digest(),
                                 (f"{urdf.stem}/{link.name}".replace(" ", "_"), vertices))

    with open(sys.argv[1], "w", encoding="ascii") as out:
        for name, vertices in hulls.values():
            print(name, len(vertices), file=out)
            numpy.savetxt(out, vertices, fmt="%.9g")
    counts = sorted(len(vertices) for _, vertices in hulls.values())
    print(f"{len(counts)} hulls of {counts[0]} to {counts[-1]} vertices, "
          f"median {counts[len(counts) // 2]}")


if __name__ == "__main__":
    main()
