"""The notebooks of examples/notebooks run, and what they hold is what the present code gives: texts and tables equal, a picture where
there is one. Pictures themselves depend on versions of matplotlib, and times on the machine."""

import os
import pathlib
import re
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "notebooks"
NAMES = sorted(path.name for path in FOLDER.glob("*.ipynb"))
MOST = 700_000  # bytes of a notebook, its pictures included

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")


def texts(cell):
    """What a cell printed or answered, without addresses and with the pictures' places alone."""
    out = []
    for output in cell.outputs:
        if output.output_type == "stream":
            if out and out[-1][0] == "stream":  # one text may come in several pieces
                out[-1] = ("stream", out[-1][1] + output.text)
            else:
                out.append(("stream", output.text))
        elif output.output_type in ("execute_result", "display_data"):
            out.append(("picture",) if "image/png" in output.data else ("text", output.data["text/plain"]))
        else:
            out.append((output.output_type, str(output)))
    return [tuple(re.sub(r"0x[0-9a-f]+", "0x", text) for text in item) for item in out]


def execute(notebook, folder):
    """Runs a notebook as someone would who has just opened it; the kernel is this Python."""
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    client = nbclient.NotebookClient(notebook, timeout=600, coalesce_streams=True, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
    client.execute()
    return notebook


def clean(notebook):
    """Leaves what a reader sees."""
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata.get("language_info", {}).pop("version", None)


def test_the_five_are_there():
    if not FOLDER.exists():
        pytest.skip("no notebooks beside the tests")
    assert len(NAMES) == 5


@pytest.mark.parametrize("name", NAMES)
def test_stored_outputs_are_those_of_the_present_code(name):
    if name.startswith("04"):
        pytest.importorskip("distributed"), pytest.importorskip("pyarrow"), pytest.importorskip("pandas")
    stored = nbformat.read(FOLDER / name, as_version=4)
    nbformat.validate(stored)
    assert (FOLDER / name).stat().st_size < MOST
    want = [texts(cell) for cell in stored.cells if cell.cell_type == "code"]
    assert sum(item[0] == "picture" for cell in want for item in cell) >= 2
    now = execute(nbformat.from_dict(stored), FOLDER)
    assert [texts(cell) for cell in now.cells if cell.cell_type == "code"] == want


if __name__ == "__main__":  # writes the outputs anew: python3 python/tests/test_notebooks.py [NAME...]
    for one in sys.argv[1:] or NAMES:
        path = FOLDER / pathlib.Path(one).name
        made = execute(nbformat.read(path, as_version=4), FOLDER)
        clean(made)
        nbformat.write(made, path)
        print(path, path.stat().st_size)
