"""carom beyond one machine, on dask.distributed: the same answers, bit for bit, whatever the workers.

``clash`` looks for what touches in more parts than fit into memory; ``raycast``, ``closest``, ``signed_distance`` and ``contains`` ask
one mesh or scene about dask arrays, block by block. Needs the extra ``carom[distributed]``; docs/distributed.md of the project.
"""

from __future__ import annotations

from ._blockwise import LazyRecord, Shared, closest, contains, raycast, share, signed_distance
from ._clash import clash
from ._report import ClashReport

__all__ = ["ClashReport", "LazyRecord", "Shared", "clash", "closest", "contains", "raycast", "share", "signed_distance"]
