#!/usr/bin/env python3
"""Asks a Farpoint server about ten thousand pairs, with numpy arrays in and out.

    python3 -m venv venv
    venv/bin/pip install grpcio grpcio-tools numpy
    venv/bin/python examples/python/ten_thousand_pairs.py 127.0.0.1:50051

The arrays travel as they are: see farpoint_bytes.proto.
"""
import sys
import time

import grpc
import numpy as np

pb = grpc.protos("farpoint_bytes.proto")  # compiled on the fly, found beside this file
OK = 1  # farpoint.v1.PAIR_STATUS_OK


class Farpoint:
    def __init__(self, address):
        # One answer may be as large as the server's max_message_bytes, by default 16 MiB.
        self.channel = grpc.insecure_channel(address, [("grpc.max_receive_message_length", 16 << 20)])
        try:
            grpc.channel_ready_future(self.channel).result(timeout=10)
        except grpc.FutureTimeoutError:
            sys.exit(f"no server answers at {address} within 10 s")

    def call(self, method, request, response_type):
        ask = self.channel.unary_unary(f"/farpoint.v1.{method}", type(request).SerializeToString,
                                       response_type.FromString)
        return ask(request, timeout=60)

    def upload(self, vertices):
        """The id of the convex hull of an (n, 3) array, in metres."""
        mesh = pb.Mesh(vertices=vertices.astype("<f8").tobytes())
        request = pb.CreateGeometryRequest(shape=pb.Shape(mesh=mesh))
        return self.call("GeometryService/CreateGeometry", request,
                         pb.CreateGeometryResponse).geometry.id

    def distance(self, ids, index, position, orientation, a, b):
        """Distance, error bound, status and points of pairs a[i], b[i] of placed objects."""
        objects = pb.Objects(
            geometry_ids=ids, geometry_index=index.astype("<u4").tobytes(),
            poses_f64=pb.Poses(position_xyz=position.astype("<f8").tobytes(),
                               orientation_xyzw=orientation.astype("<f8").tobytes()))
        pairs = pb.IndexPairs(a=a.astype("<u4").tobytes(), b=b.astype("<u4").tobytes())
        answer = self.call("CollisionService/Distance", pb.DistanceRequest(
            batch=pb.PairBatch(objects=objects, index_pairs=pairs),
            results=pb.ResultOptions(witness_points=True)), pb.DistanceResponse)
        f64 = answer.answers_f64
        return (np.frombuffer(f64.distance, "<f8"), np.frombuffer(f64.error_bound, "<f8"),
                np.frombuffer(answer.status, np.uint8),
                np.frombuffer(f64.point_a_xyz, "<f8").reshape(-1, 3),
                np.frombuffer(f64.point_b_xyz, "<f8").reshape(-1, 3))


def main():
    farpoint = Farpoint(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051")
    cube = np.stack(np.meshgrid(*[[-0.5, 0.5]] * 3), -1).reshape(-1, 3)
    octahedron = np.concatenate([np.eye(3), -np.eye(3)]) / 2
    ids = [farpoint.upload(cube), farpoint.upload(octahedron)]

    random, objects, pairs = np.random.default_rng(1), 1000, 10_000
    position = random.uniform(-5, 5, (objects, 3))
    orientation = random.normal(size=(objects, 4))
    orientation /= np.linalg.norm(orientation, axis=1, keepdims=True)
    position[:2] = [[0, 0, 0], [3, 0, 0]]  # face before corner: 3 - 0.5 - 0.5 metres apart
    orientation[:2] = [0, 0, 0, 1]
    a, b = random.integers(0, objects, (2, pairs))
    a[0], b[0] = 0, 1

    start = time.perf_counter()
    distance, bound, status, point_a, point_b = farpoint.distance(
        ids, np.arange(objects) % 2, position, orientation, a, b)
    seconds = time.perf_counter() - start

    assert distance.shape == bound.shape == status.shape == (pairs,) and (status == OK).all()
    assert bound.max() < 1e-9, bound.max()
    assert abs(distance[0] - 2) <= bound[0] + 1e-15, distance[0]
    gap = np.linalg.norm(point_b - point_a, axis=1)
    assert np.abs(gap - np.abs(distance)).max() < 1e-9
    closest = np.where(distance > 0, distance, np.inf).argmin()
    print(f"{pairs} pairs in {seconds:.3f} s: {pairs / seconds:.0f} pairs/s")
    print(f"{(distance < 0).sum()} overlap; the closest others, {a[closest]} and {b[closest]}, are "
          f"{distance[closest]:.6f} m apart; error at most {bound.max():.1e} m")


main()
