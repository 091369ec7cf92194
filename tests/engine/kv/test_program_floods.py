"""However many conversations programs name, the chats of the window come back warm."""

from pathlib import Path

import pytest

from engine.kv.cache_folder import CacheFolder
from engine.messages.metrics import ReuseOrigin
from engine.messages.programs import program_conversation
from tests.engine.kv.driving import EngineDriver, driven, files, slow_reader
from tests.fakes.conversations import rendered, solo_reply

TABS = ("tab1", "tab2", "tab3", "tab4")
WARM = (ReuseOrigin.READY, ReuseOrigin.MEMORY, ReuseOrigin.DISK)
RAM_CHATS, DISK_CHATS = 1.6, 8  # as 12 MB and 60 MB are to chats of 7.5 MB


def first_text(tab: str) -> str:
    """Return what a tab is asked first."""
    return f"{tab} says " * 30


def _size(folder: Path) -> int:
    """Return what the file of one chat takes."""
    with driven(slow_reader(), folder) as driver:
        driver.ask(TABS[0], first_text(TABS[0]))
    (file,) = files(folder)
    return file.stat().st_size


def _flood(driver: EngineDriver, count: int) -> None:
    for number in range(count):
        driver.ask(
            program_conversation("test", f"{number:03}"), f"program {number:03} " * 20, tokens=2
        )
        driver.write_back()


def _tabs(driver: EngineDriver) -> dict[str, str]:
    said = {tab: driver.ask(tab, first_text(tab)) for tab in TABS}
    driver.write_back()
    return said


def _warm(driver: EngineDriver, said: dict[str, str]) -> list[str]:
    """Return which chats of the window are warm when they are asked again, one after the other."""
    warm = []
    for tab in TABS:
        reply = driver.ask(tab, first_text(tab), said[tab], "and?")
        prompt = rendered(slow_reader(), first_text(tab), said[tab], "and?")
        assert reply == solo_reply(prompt, slow_reader(), 10)
        held = len(rendered(slow_reader(), first_text(tab))) + len(said[tab]) - 1
        if driver.usage.reused_from in WARM and driver.usage.reused_tokens >= held:
            warm.append(tab)
        driver.write_back()
    return warm


@pytest.mark.parametrize(("count", "percent"), [(14, 0), (14, 25), (200, 25), (14, 100)])
def test_no_chat_of_the_window_gets_cold_unless_programs_have_all(
    count: int, percent: int, tmp_path: Path
) -> None:
    size = _size(tmp_path / "first")
    with driven(
        slow_reader(slots=4),
        tmp_path / "cache",
        ram_bytes=int(RAM_CHATS * size),
        cache_bytes=DISK_CHATS * size,
        program_percent=percent,
    ) as driver:
        said = _tabs(driver)
        _flood(driver, count)
        assert (_warm(driver, said) == list(TABS)) is (percent < 100)


def test_a_restart_knows_whose_files_there_are(tmp_path: Path) -> None:
    size = _size(tmp_path / "first")
    with driven(slow_reader(slots=4), tmp_path / "cache", cache_bytes=8 * size) as driver:
        said = _tabs(driver)
        _flood(driver, 3)
    for _ in range(2):
        with driven(
            slow_reader(slots=4), tmp_path / "cache", ram_bytes=0, cache_bytes=6 * size
        ) as driver:
            _flood(driver, 14)
    with driven(slow_reader(slots=4), tmp_path / "cache", cache_bytes=6 * size) as driver:
        assert _warm(driver, said) == list(TABS)


def test_a_full_disk_costs_the_window_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = _size(tmp_path / "first")
    folder = tmp_path / "cache"

    def space(_self: CacheFolder) -> tuple[int, int]:
        used = sum(file.stat().st_size for file in files(folder))
        return 20 * size, max(0, 13 * size // 2 - used)

    monkeypatch.setattr(CacheFolder, "disk_space", space)
    with driven(slow_reader(slots=4), folder, ram_bytes=0, cache_bytes=100 * size) as driver:
        said = _tabs(driver)
        _flood(driver, 14)
        assert {each.stem for each in files(folder)} >= set(TABS)
        assert _warm(driver, said) == list(TABS)


def test_a_chat_that_goes_on_in_the_window_is_the_windows(tmp_path: Path) -> None:
    name = program_conversation("test", "kept")
    first = "kept " * 60
    with driven(slow_reader(slots=2), tmp_path) as driver:
        said = driver.ask(name, first)
        state = driver.scheduler.cache_manager.states.get(name)
        assert state is not None
        assert state.is_program
        driver.write_back()
        driver.ask_in_window(name, first, said, "and?")
        assert not state.is_program
        driver.write_back()
    with driven(slow_reader(slots=2), tmp_path) as driver:
        state = driver.scheduler.cache_manager.states.get(name)
        assert state is not None
        assert not state.is_program
