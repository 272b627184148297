#!/usr/bin/env python3
"""Writes where the links of a real arm are, for robot_shelf to ask about.

    arm_poses.py --urdf panda_description/urdf/panda.urdf --configurations 400 --seed 1 > arm.json

Reads a robot of PyPI's example-robot-data and computes forward kinematics with Pinocchio, for
configurations drawn uniformly within the joint limits. The output:

    {"robot": NAME,
     "links": [{"name", "mesh": FILE, "scale": [x, y, z]} or {"name", "box": [x, y, z]}],
     "configurations": [[[x, y, z, qx, qy, qz, qw], …], …]}

with one link a collision geometry of the URDF (its box by full size), and one pose a link and
configuration: local frame to world, metres, unit quaternion with the scalar last.
"""

import argparse
import importlib.metadata
import json
import pathlib
import sys

import coal
import numpy
import pinocchio


def link_shape(link):
    if isinstance(link.geometry, coal.Box):
        return {"box": (2 * link.geometry.halfSide).tolist()}
    if pathlib.Path(link.meshPath).is_file():
        return {"mesh": link.meshPath, "scale": link.meshScale.tolist()}
    sys.exit(f"{link.name}: neither a mesh nor a box")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--urdf", default="panda_description/urdf/panda.urdf",
                        help="a path in example-robot-data's robots/")
    parser.add_argument("--configurations", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    # URDF files name meshes by package://example-robot-data/….
    distribution = importlib.metadata.distribution("example-robot-data")
    packages = pathlib.Path(distribution.locate_file("cmeel.prefix/share"))
    urdf = str(packages / "example-robot-data" / "robots" / arguments.urdf)
    model = pinocchio.buildModelFromUrdf(urdf, mimic=True)  # both fingers move together
    collision = pinocchio.buildGeomFromUrdf(
        model, urdf, pinocchio.GeometryType.COLLISION, package_dirs=[str(packages)])

    random = numpy.random.default_rng(arguments.seed)
    kinematics, placements = model.createData(), collision.createData()
    configurations = []
    for _ in range(arguments.configurations):
        joints = random.uniform(model.lowerPositionLimit, model.upperPositionLimit)
        pinocchio.updateGeometryPlacements(model, kinematics, collision, placements, joints)
        configurations.append([pinocchio.SE3ToXYZQUAT(pose).tolist() for pose in placements.oMg])

    json.dump({
        "robot": model.name,
        "links": [{"name": link.name, **link_shape(link)} for link in collision.geometryObjects],
        "configurations": configurations,
    }, sys.stdout)


if __name__ == "__main__":
    main()
