"""The quick check finds the tests that a change reaches, nearest first, and keeps its time."""

import subprocess
from pathlib import Path

import pytest

from tests.house import quick

SLOW = "import time\n" + "".join(f"def test_{n}():\n    time.sleep(0.2)\n" for n in range(9))
LATE = "def test_late():\n    pass\n"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(quick, "ROOT", tmp_path)
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    write(tmp_path, "kept.py", "deleted.py", "changed.py")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Change")


def write(folder: Path, *names: str, text: str = "\n") -> None:
    for name in names:
        (folder / name).write_text(text)


def test_a_change_reaches_the_tests_that_import_it_nearest_first() -> None:
    reached = quick.tests_for(["engine/kv/container.py"])
    nearest = reached.index("tests/engine/kv/test_container.py")
    further = reached.index("tests/engine/core/test_scheduler.py")
    assert nearest < further
    assert not any(name.startswith("tests/app/widgets/") for name in reached)


def test_tests_of_the_whole_application_come_last() -> None:
    reached = quick.tests_for(["app/widgets/composer/composer.py"])
    flow = next(at for at, name in enumerate(reached) if name.startswith("tests/flows/"))
    assert not any(name.startswith("tests/app/widgets/") for name in reached[flow:])


def test_a_changed_test_is_run_whatever_it_costs() -> None:
    reached = quick.tests_for(["tests/flows/test_recap.py"])
    assert set(reached) == {*quick.READERS, "tests/flows/test_recap.py"}


def test_a_script_is_reached_by_its_bare_name() -> None:
    assert "tests/packaging/test_checks.py" in quick.tests_for(["packaging/checks.py"])


def test_what_is_no_python_is_looked_at_by_the_tests_of_its_room() -> None:
    reached = quick.tests_for(["resources/translations/hubbub_de.ts"])
    assert "tests/resources/test_translations.py" in reached


def test_nothing_changed_reaches_nothing() -> None:
    assert quick.tests_for([]) == []


def test_a_change_is_what_the_branch_did_and_what_is_not_committed(repository: Path) -> None:
    git(repository, "switch", "--quiet", "--create", "branch")
    write(repository, "added.py")
    (repository / "deleted.py").unlink()
    commit(repository)
    write(repository, "changed.py", "new.py", text="x = 1\n")
    assert quick.changed_files("main") == ["added.py", "changed.py", "deleted.py", "new.py"]


def test_what_there_is_no_time_for_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    write(tmp_path, "test_slow.py", text=SLOW)
    write(tmp_path, "test_late.py", text=LATE)
    monkeypatch.setattr(quick, "ROOT", tmp_path)
    assert quick.run_tests(["test_slow.py", "test_late.py"], seconds=0.3) == 0
    left_out = capfd.readouterr().out.partition("Left out")[2]
    assert "test_slow, test_late" in left_out
