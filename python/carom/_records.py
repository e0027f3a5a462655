"""Results: records whose fields are arrays, views of the structs that the library has written."""

from __future__ import annotations

import html
import importlib
from typing import Any, Generic, Iterator, TypeVar, cast, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _carom

Scalar = TypeVar("Scalar", bound=np.generic)
Self = TypeVar("Self", bound="Record")

_LAYOUT = {
    4: {(kind, field): (offset, size) for kind, field, offset, size in _carom.f32.layout()},
    8: {(kind, field): (offset, size) for kind, field, offset, size in _carom.f64.layout()},
}


def struct_dtype(kind: str, fields: dict[str, Any], real: int) -> np.dtype[Any]:
    """The dtype of a struct of the library in float32 (real = 4) or float64 (8).

    ``fields`` maps a name to "path.of.fields:format", where the format is a NumPy one, "f" for a real and "3f" for a vector of them;
    ``path`` names the structs on the way as "field(struct)". Several structs in a row are (field, their dtypes, how many).
    """
    layout = _LAYOUT[real]
    names: list[str] = []
    formats: list[Any] = []
    offsets: list[int] = []
    for name, where in fields.items():
        if not isinstance(where, str):
            field, inside, count = where
            names.append(name)
            formats.append((inside[real], count))
            offsets.append(layout[kind, field][0])
            continue
        path, form = where.split(":")
        at, owner = 0, kind
        for step in path.split("."):
            field, _, inner = step.partition("(")
            at += layout[owner, field][0]
            owner = inner.rstrip(")")
        if form.endswith("f"):
            form += str(real)
        names.append(name)
        formats.append(form)
        offsets.append(at)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": layout[kind, None][1]})


class Field(Generic[Scalar]):
    """A field of a record: an array of the record's shape, for vectors with one more axis."""

    def __init__(self, doc: str, inside: str | None = None) -> None:
        self.__doc__ = doc
        self.inside = inside  #: the field that holds several of these an item

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, record: None, owner: type) -> Field[Scalar]: ...
    @overload
    def __get__(self, record: Record, owner: type) -> NDArray[Scalar]: ...
    def __get__(self, record: Record | None, owner: type) -> Field[Scalar] | NDArray[Scalar]:
        if record is None:
            return self
        data = record._data if self.inside is None else record._data[self.inside]
        return cast("NDArray[Scalar]", data[self.name])


def _add_columns(out: dict[str, NDArray[Any]], name: str, array: NDArray[Any]) -> None:
    if array.dtype.names:
        for inner in array.dtype.names:
            _add_columns(out, inner, array[inner])
    elif array.ndim == 1:
        out[name] = np.ascontiguousarray(array)
    else:
        for i in range(array.shape[1]):
            suffix = "xyz"[i] if array.shape[1:] == (3,) else str(i)
            _add_columns(out, f"{name}_{suffix}", array[:, i])


class Record:
    """Arrays that belong together, by name; an index, slice or mask selects the same items of each.

    The fields are views of one block of memory: ``numpy.array(record.field)`` makes a dense copy, which lets go of the rest.
    """

    __slots__ = ("_data",)
    _data: NDArray[Any]

    def __init__(self, data: NDArray[Any]) -> None:
        self._data = data

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the batch that was asked."""
        return self._data.shape

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the arrays."""
        return self._data.dtype.names or ()

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self: Self, key: Any) -> Self:
        return type(self)(np.asarray(self._data[key]))

    def __iter__(self: Self) -> Iterator[Self]:
        return (self[i] for i in range(len(self)))

    def asdict(self) -> dict[str, NDArray[Any]]:
        """The fields as a dictionary of dense arrays."""
        return {name: np.array(self._data[name]) for name in self.fields}

    def _columns(self) -> dict[str, NDArray[Any]]:
        """The fields of the flattened batch as columns, vectors as three: name_x, name_y, name_z."""
        out: dict[str, NDArray[Any]] = {}
        flat = self._data.reshape(-1)
        for name in self.fields:
            _add_columns(out, name, np.asarray(flat[name]))
        return out

    def to_pandas(self) -> Any:
        """A pandas.DataFrame of the flattened batch; vectors are three columns, name_x, name_y and name_z. It needs pandas."""
        pandas: Any = importlib.import_module("pandas")
        return pandas.DataFrame(self._columns())

    def to_arrow(self) -> Any:
        """A pyarrow.Table of the same columns; nan becomes null. It needs pyarrow."""
        pyarrow: Any = importlib.import_module("pyarrow")
        return pyarrow.table({name: pyarrow.array(column, from_pandas=True) for name, column in self._columns().items()})

    def __repr__(self) -> str:
        lines = [f"    {name}={np.array2string(self._data[name], threshold=6, edgeitems=2, prefix='    ' + name + '=')}" for name in self.fields]
        return f"{type(self).__name__}(shape={self.shape},\n" + ",\n".join(lines) + ")"

    def _repr_html_(self) -> str:
        """A table of the first items, for notebooks."""
        flat = self._data.reshape(-1)
        shown = flat[:8]
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.fields)
        rows = ["<tr>" + "".join(f"<td>{html.escape(str(item[name]))}</td>" for name in self.fields) + "</tr>" for item in shown]
        more = f"<caption>{type(self).__name__}, shape {self.shape}, the first {len(shown)} of {len(flat)}</caption>"
        return f"<table>{more}<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def both(struct: str, /, **fields: Any) -> dict[int, np.dtype[Any]]:
    """The dtype of a struct in float32 and in float64, by the size of its reals."""
    return {real: struct_dtype(struct, fields, real) for real in (4, 8)}


def from_bytes(data: NDArray[np.uint8], dtype: DTypeLike) -> NDArray[Any]:
    """The structs that the library handed over as bytes."""
    return data.view(dtype)
