"""What a run found, as it lies in the run's folder."""

from __future__ import annotations

import html
import json
import pathlib
from typing import Any, Iterator

import numpy as np

from . import _store
from ._judge import VERDICTS, empty_rows, table_columns
from ._needs import need

_ROWS = 65_536  # of a group of rows in clashes.parquet


class ClashReport:
    """The result of ``clash``: a table on disk and what is to be known about it.

    ``path`` is the run's folder; ``counts`` how many pairs have each verdict; ``errors`` the parts that could not be read, each with the
    reason; ``info`` numbers of parts, meshes, pairs, tasks and seconds.
    """

    def __init__(self, path: str | pathlib.Path) -> None:
        self.path = pathlib.Path(path)
        self.info: dict[str, Any] = json.loads((self.path / "report.json").read_text())

    @property
    def table(self) -> pathlib.Path:
        """The Parquet file of all clashes."""
        return self.path / "clashes.parquet"

    @property
    def counts(self) -> dict[str, int]:
        """Pairs by verdict."""
        return {name: int(self.info["verdicts"].get(name, 0)) for name in reversed(VERDICTS)}

    @property
    def errors(self) -> list[dict[str, Any]]:
        """Parts that are not in the table because their mesh could not be read: part, name, file, error."""
        rows: list[dict[str, Any]] = need("pyarrow.parquet").read_table(self.path / "errors.parquet").to_pylist()
        return rows

    def to_arrow(self) -> Any:
        """The clashes as a pyarrow.Table, in the order of pairs, which does not depend on workers."""
        return need("pyarrow.parquet").read_table(self.table)

    def to_pandas(self) -> Any:
        """The clashes as a pandas.DataFrame."""
        return self.to_arrow().to_pandas()

    def __len__(self) -> int:
        return sum(self.counts.values())

    def __repr__(self) -> str:
        found = ", ".join(f"{count:,} {name}" for name, count in self.counts.items() if count) or "no clash"
        faults = f", {self.info['unread']:,} of them unread" if self.info["unread"] else ""
        return f"ClashReport({self.info['parts']:,} parts{faults}: {found}; {self.path})"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{html.escape(name)}</td><td>{count:,}</td></tr>" for name, count in self.counts.items())
        return f"<table><caption>{html.escape(repr(self))}</caption>{rows}</table>"


def found_batches(out: pathlib.Path) -> Iterator[Any]:
    """What was found, in the order of pairs, every pair once."""
    pq, pc = need("pyarrow.parquet"), need("pyarrow.compute")
    for (first, last), start in _store.cover(_store.written_ranges(out / "found")):
        table = pq.read_table(_store.range_file(out / "found", first, last))
        yield table if start == first else table.filter(pc.greater_equal(table["pair"], start))


def write_clashes(out: pathlib.Path, names: Any) -> dict[str, int]:
    """Puts what was found into one file, a batch of rows at a time, and returns the counts by verdict."""
    pa, pq, pc = need("pyarrow"), need("pyarrow.parquet"), need("pyarrow.compute")
    counts = np.zeros(len(VERDICTS), np.int64)
    words = pa.array(VERDICTS)

    def named(table: Any) -> Any:
        columns = {"a": table["a"], "b": table["b"]}
        for side in "ab":
            columns[f"name_{side}"] = names.take(table[side].combine_chunks())
        columns["verdict"] = pa.DictionaryArray.from_arrays(table["verdict"].combine_chunks(), words)
        for name in table.column_names[4:]:
            column = table[name].combine_chunks()
            if pa.types.is_floating(column.type):
                column = pc.if_else(pc.is_nan(column), pa.scalar(None, column.type), column)
            columns[name] = column
        return pa.table(columns)

    def write(name: str) -> None:
        writer, rows = None, 0
        waiting = [pa.table(table_columns(empty_rows(0)))]  # which has the types where nothing was found

        def flush() -> Any:
            return named(pa.concat_tables(waiting).combine_chunks())

        with open(name, "wb") as file:
            for table in found_batches(out):
                counts[:] += np.bincount(table["verdict"].to_numpy(), minlength=len(VERDICTS))
                waiting.append(table)
                rows += len(table)
                while rows >= _ROWS:
                    whole = flush()
                    writer = writer or pq.ParquetWriter(file, whole.schema)
                    writer.write_table(whole.slice(0, _ROWS), row_group_size=_ROWS)
                    rest = pa.concat_tables(waiting).slice(_ROWS)
                    waiting, rows = [rest], len(rest)
            whole = flush()
            writer = writer or pq.ParquetWriter(file, whole.schema)
            writer.write_table(whole, row_group_size=_ROWS)
            writer.close()

    _store.write_whole(out / "clashes.parquet", write)
    return {name: int(count) for name, count in zip(VERDICTS, counts)}
