"""Long and odd paths, a useless /tmp and files that may not grow keep nobody from an answer."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.limits.visitor import Visit
from tests.models.talker import TALKER


def long_folder(root: Path, letters: str, most_bytes: int) -> Path:
    """Return a folder whose path is as long as may be, made of these letters."""
    folder = root
    while len(os.fsencode(folder / letters)) < most_bytes:
        folder /= letters
    folder.mkdir(parents=True)
    return folder


def went_well_in(home: Path) -> list[str]:
    """Visit a home with a model in it; return the toasts."""
    model = home / "ein Modell 🦙.gguf"
    shutil.copyfile(TALKER, model)
    with Visit(home / "hubbub", "--model", str(model), variables={"HOME": str(home)}) as visit:
        assert visit.went_well()
        return visit.lines("toast")


@pytest.mark.parametrize(
    "letters",
    [pytest.param("a long name of a folder", marks=pytest.mark.nightly), "🦙 Gespräche ‮م 日本"],
)
def test_a_home_and_a_model_at_the_end_of_an_odd_path(tmp_path: Path, letters: str) -> None:
    home = long_folder(tmp_path, letters, most_bytes=440)
    assert len(os.fsencode(home)) > 400
    went_well_in(home)
    assert (home / "hubbub" / "data" / "hubbub.db").exists()


@pytest.mark.nightly
def test_a_path_that_is_too_long_for_histories_is_said(tmp_path: Path) -> None:
    toasts = went_well_in(long_folder(tmp_path, "a long name of a folder", most_bytes=800))
    assert any("conversations" in toast for toast in toasts)


def small_temporary(options: str) -> tuple[str, ...]:
    """Return what starts a command with a /tmp of its own, mounted so."""
    fill = '{ [ -n "$FILL" ] && head -c 2m /dev/zero > "$0/full"; true; }'
    script = f'mount -t tmpfs -o {options} tmpfs "$0" && {fill} && exec "$@"'
    return ("unshare", "--mount", "sh", "-c", script)


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="needs root to mount a /tmp"
)
@pytest.mark.parametrize(("options", "fill"), [("size=1m", "1"), ("noexec,size=64m", "")])
@pytest.mark.nightly
def test_a_temporary_folder_that_is_full_or_runs_nothing(
    tmp_path: Path, options: str, fill: str
) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    before = (*small_temporary(options), str(folder))
    variables = {"TMPDIR": str(folder), "FILL": fill}
    with Visit(tmp_path / "hubbub", before=before, variables=variables) as visit:
        assert visit.went_well()


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="needs prlimit of Linux")
@pytest.mark.nightly
def test_files_that_may_not_grow_cost_the_cache_and_not_the_answer(tmp_path: Path) -> None:
    before = ("prlimit", f"--fsize={3 << 20}")
    with Visit(tmp_path / "hubbub", before=before) as visit:
        assert visit.went_well()
        assert "SIGXFSZ" not in visit.output
