"""The program ``carom`` beside this package: what it can read, and one run of it."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
from typing import Any, Callable, Mapping, NoReturn, Sequence, Union

#: Whether progress is shown on standard error, or the function that gets the stage, how much is done, and of how much.
Progress = Union[bool, Callable[[str, int, int], Any]]

_HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = _HERE / ("carom.exe" if os.name == "nt" else "carom")
_BUILT_IN = ("OBJ", "STL", "PLY", "OFF", "glTF", "GLB")
_PLUGINS = {"carom-io-xml": ("3MF", "COLLADA"), "carom-io-fbx": ("FBX",), "carom-io-cad": ("STEP", "IGES"), "carom-io-ifc": ("IFC",)}
_SHOWN = re.compile(r"\rcarom [a-z]+: ([^\r\n]*?) (\d+) of (\d+)\x1b\[K")
_ERASED = re.compile(r"\r\x1b\[K")


def _has_plugin(name: str) -> bool:
    """Whether carom-io would find the plug-in: in the folder of CAROM_IO_PLUGINS, else beside this package."""
    named = os.environ.get("CAROM_IO_PLUGINS")
    folders = [named] if named else [str(_HERE), str(_HERE / "../libexec/carom"), str(_HERE / "../../libexec/carom")]
    if os.name == "nt" or not any(os.access(os.path.join(folder, name), os.X_OK) for folder in folders):
        return False
    return name != "carom-io-ifc" or importlib.util.find_spec("ifcopenshell") is not None


def formats() -> tuple[str, ...]:
    """The formats that the command reads here; those of plug-ins where the plug-ins are."""
    return _BUILT_IN + tuple(one for name, of in _PLUGINS.items() if _has_plugin(name) for one in of)


def _environment() -> dict[str, str]:
    """That of this process, with its own Python first, which runs the plug-ins that are scripts."""
    out = dict(os.environ)
    out["PATH"] = os.path.dirname(sys.executable) + os.pathsep + out.get("PATH", os.defpath)
    if out.get("CAROM_IO_PLUGINS"):
        out["CAROM_IO_PLUGINS"] = os.path.abspath(out["CAROM_IO_PLUGINS"])
    return out


def _require() -> str:
    if not PROGRAM.exists():
        raise RuntimeError("this build of carom has no command: it was built without libpng or jansson")
    return str(PROGRAM)


def main() -> NoReturn:
    """What pip installs as the command ``carom``."""
    arguments = [_require(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(arguments, env=_environment()))
    os.execve(arguments[0], arguments, _environment())


class _Told:
    """What the program writes to standard error: progress, which is passed on, and sentences, which are kept."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._rest = ""

    def take(self, text: str) -> None:
        self._rest = _SHOWN.sub(self._show, _ERASED.sub(self._erase, self._rest + text))

    def _show(self, found: re.Match[str]) -> str:
        if callable(self._progress):
            self._progress(found[1], int(found[2]), int(found[3]))
        else:
            self._write(found[0])
        return ""

    def _erase(self, found: re.Match[str]) -> str:
        if not callable(self._progress):
            self._write(found[0])
        return ""

    @staticmethod
    def _write(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    def lines(self) -> list[str]:
        """The sentences, without the name of the program before them."""
        return [re.sub(r"^carom( [a-z]+)?: ", "", line) for line in self._rest.splitlines() if line.strip()]


def run(arguments: Sequence[str], out: str, progress: Progress, renamed: Mapping[str, str], cwd: str | None) -> tuple[int, list[str]]:
    """Runs the program with its standard output into the file ``out``: its exit status and what it told.

    ``renamed`` says how paths are called in what it told, ``cwd`` where it runs. An exception, KeyboardInterrupt too, ends the program first.
    """
    told = _Told(progress)
    command = [_require(), *arguments, *(["--progress"] if progress else [])]
    with open(out, "wb") as answer:
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=answer, stderr=subprocess.PIPE, cwd=cwd,
                              env=_environment()) as process:
            assert process.stderr is not None
            try:
                while True:
                    some = os.read(process.stderr.fileno(), 65536)
                    if not some:
                        break
                    told.take(some.decode("utf-8", "replace"))
                process.wait()
            except BaseException:
                process.kill()
                raise
    lines = told.lines()
    for path, name in renamed.items():
        lines = [line.replace(path, name) for line in lines]
    return process.returncode, lines
