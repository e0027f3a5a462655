"""What trimesh's tests call ``generic`` and its source package leaves out: short names, random numbers, and the models that can be made here."""

import collections
import itertools
import logging
import time
import unittest

import numpy as np
import pytest
import trimesh
from shapely.geometry import Point, Polygon
from trimesh import Trimesh, tol

deque = collections.deque
log = logging.getLogger("trimesh")
_generator = np.random.default_rng(1)
transforms = [trimesh.transformations.random_rotation_matrix() for _ in range(20)]
_MODELS = {"unit_cube.STL": lambda: trimesh.creation.box(), "unit_sphere.STL": lambda: trimesh.creation.icosphere(subdivisions=3)}
__all__ = ["Point", "Polygon", "Trimesh", "data", "deque", "get_mesh", "get_meshes", "itertools", "log", "np", "random", "time", "tol", "transforms",
           "trimesh", "unittest"]


class _Data:
    """What trimesh keeps in files beside its models."""

    def __getitem__(self, name):
        pytest.skip(f"the source package of trimesh does not hold the data {name}")


data = _Data()


def random(shape):
    return _generator.random(shape)


def get_mesh(name, use_embree=False, **options):
    if name not in _MODELS:
        pytest.skip(f"the source package of trimesh does not hold the model {name}")
    return _MODELS[name]()


def get_meshes(count=2, **options):
    return [make() for make in _MODELS.values()][:count]
