"""The Python example of the README prints what the README says, and docs/python.md's does what it says."""

import contextlib
import io
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["README.md", "docs/python.md", "docs/distributed.md"])
def test_examples_print_what_the_page_says(name):
    if "distributed" in name:
        pytest.importorskip("distributed"), pytest.importorskip("pyarrow")
    if not (ROOT / name).exists():
        pytest.skip(f"no {name} beside the tests")
    page = (ROOT / name).read_text()
    examples = re.findall(r"```python\n(.*?)```", page, re.S)
    assert examples
    for example in examples:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example, name, "exec"), {})
        for line in printed.getvalue().splitlines():
            assert f"`{line}`" in page or f"# {line}" in page, line
