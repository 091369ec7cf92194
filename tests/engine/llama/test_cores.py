"""How many cores are granted to this process."""

from pathlib import Path

import pytest

from engine.llama.threadpool import distinct_cores, quotas, thread_limit


def grant(tmp_path: Path, own: str, files: dict[str, str]) -> list[float]:
    """Return the quotas of a process in group ``own`` of a machine with these files."""
    (tmp_path / "own").write_text(own)
    for name, text in files.items():
        (tmp_path / "groups" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "groups" / name).write_text(text)
    return sorted(quotas(tmp_path / "own", tmp_path / "groups"))


def test_a_machine_without_groups_grants_everything(tmp_path: Path) -> None:
    assert list(quotas(tmp_path / "none", tmp_path)) == []
    assert thread_limit() >= 1


def test_each_group_around_the_process_may_grant_less(tmp_path: Path) -> None:
    files = {
        "cpu.max": "max 100000\n",
        "user.slice/cpu.max": "250000 100000\n",
        "user.slice/app.scope/cpu.max": "400000 100000\n",
        "system.slice/cpu.max": "100000 100000\n",
    }
    assert grant(tmp_path, "0::/user.slice/app.scope\n", files) == [2.5, 4.0]


def test_a_container_that_sees_itself_as_the_root_is_bound_by_it(tmp_path: Path) -> None:
    assert grant(tmp_path, "0::/docker/4b25\n", {"cpu.max": "150000 100000\n"}) == [1.5]


@pytest.mark.parametrize(("quota", "granted"), [("300000", [3.0]), ("-1", [])])
def test_groups_of_the_first_version_count_too(
    tmp_path: Path, quota: str, granted: list[float]
) -> None:
    files = {"cpu,cpuacct/cpu.cfs_quota_us": quota, "cpu,cpuacct/cpu.cfs_period_us": "100000\n"}
    assert grant(tmp_path, "8:pids:/\n1:cpu,cpuacct:/\n0::/\n", files) == granted


def test_two_processors_of_one_core_are_one(tmp_path: Path) -> None:
    for each, siblings in enumerate(["0-1", "0-1", "2-3", "2-3"]):
        (tmp_path / f"cpu{each}/topology").mkdir(parents=True)
        (tmp_path / f"cpu{each}/topology/thread_siblings_list").write_text(siblings)
    assert distinct_cores({0, 1, 2}, tmp_path) == 2
    assert distinct_cores({0, 1, 9}, tmp_path) == 3  # a machine that does not say
