"""The chat templates that lie in the source of llama-cpp-python which the lock names.

The templates belong to the models, so they are not copied into this repository. They are fetched
once for each version, into the user's cache folder, which all checkouts and test workers share.
"""

import functools
import os
import subprocess
import sys
import tarfile
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import platformdirs
from filelock import FileLock

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "packaging"))  # where this runs as a program
from freezing_environment import COMPILED_HERE, only_package  # noqa: E402
from virtual_environment import PIP_SETTINGS  # noqa: E402

# Read at import, before a test gets a home folder.
_CACHE = platformdirs.user_cache_path("hubbub-tests") / "templates"
_FOLDER = "vendor/llama.cpp/models/templates"


@functools.cache
def upstream_templates() -> dict[str, str]:
    """Return the templates by the names of their files, without the ending."""
    requirement = only_package((ROOT / "requirements.lock").read_text("utf-8"), COMPILED_HERE)
    version = requirement.split()[0].partition("==")[2]
    folder = _CACHE / version
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(_CACHE / f"{version}.lock"):
        if not folder.is_dir():
            _fetch(requirement, folder)
    return {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.jinja"))}


def _fetch(requirement: str, folder: Path) -> None:
    with TemporaryDirectory(dir=folder.parent) as name:
        work = Path(name)
        (work / "requirements.txt").write_text(requirement, "utf-8")
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
        pip += ["--no-binary", COMPILED_HERE, "--dest", str(work)]
        pip += ["--requirement", str(work / "requirements.txt")]
        subprocess.run(pip, check=True, env={**os.environ, **PIP_SETTINGS})
        (archive,) = work.glob("llama_cpp_python-*.tar.gz")
        unpacked = work / "unpacked"
        unpacked.mkdir()
        with tarfile.open(archive) as files:
            for member in files:
                path = PurePosixPath(member.name)
                if path.suffix == ".jinja" and _FOLDER in member.name and member.isfile():
                    content = files.extractfile(member)
                    assert content is not None
                    (unpacked / path.name).write_bytes(content.read())
        unpacked.rename(folder)
