"""Packages that this part of carom alone needs, and the errors that all workers tell alike."""

from __future__ import annotations

import errno
import importlib
from typing import Any


def need(name: str) -> Any:
    """A module of the extra ``carom[distributed]``, or an error that says how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"carom.distributed needs {name.split('.')[0]}: pip install 'carom[distributed]'") from error


def is_full(error: OSError) -> bool:
    """Whether a disk or a quota is full."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) or "No space left" in str(error)


def is_memory(error: BaseException) -> bool:
    """Whether memory ran out."""
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
