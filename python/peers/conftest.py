"""Puts carom behind trimesh for those of its tests that run here."""

import carom.compat.trimesh

carom.compat.trimesh.install()
