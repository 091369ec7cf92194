"""Settings come back as they were saved, and no file can keep the program from starting."""

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InvalidSettings, SettingsNotSaved
from app.settings import Settings, SettingsFile, Theme

CHANGED = Settings(
    context_window=2048,
    slot_count=8,
    model_path="/models/caf\udce9.gguf",
    temperature=0.0,
    system_prompt="Sprich deutsch.\n🙂",
    theme=Theme.DARK,
    is_sidebar_visible=False,
)


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "settings.json")


def test_settings_come_back_as_saved(file: SettingsFile, tmp_path: Path) -> None:
    file.save(Settings())
    file.save(CHANGED)
    assert file.load() == (CHANGED, None)
    assert [path.name for path in tmp_path.glob("settings*")] == ["settings.json"]


def test_without_a_file_everything_has_its_usual_value(file: SettingsFile) -> None:
    assert file.load() == (Settings(), None)


def test_one_bad_value_falls_back_and_is_named(file: SettingsFile, tmp_path: Path) -> None:
    values = {"slot_count": -3, "theme": "purple", "zoom_percent": 150, "from_the_future": 1}
    (tmp_path / "settings.json").write_text(json.dumps(values), "utf-8")
    settings, notice = file.load()
    assert settings == Settings(zoom_percent=150)
    assert notice is not None
    assert "slot_count, theme" in notice
    assert "future" not in notice


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1, 2]", b"\xff\xfe", b"\0" * 100, b"[" * 100_000, b"1" * 10_000]
)
def test_a_broken_file_is_put_aside(file: SettingsFile, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "settings.json").write_bytes(content)
    settings, notice = file.load()
    (aside,) = tmp_path.glob("settings.damaged-*.json")
    assert settings == Settings()
    assert notice is not None
    assert aside.name in notice
    assert aside.read_bytes() == content


def test_a_folder_in_place_of_the_file_is_told(file: SettingsFile, tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    settings, notice = file.load()
    assert settings == Settings()
    assert notice is not None
    assert "was renamed to" in notice
    file.save(CHANGED)
    assert file.load() == (CHANGED, None)


def test_a_failed_save_leaves_the_old_settings(
    file: SettingsFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    file.save(CHANGED)
    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(SettingsNotSaved, match="No space left"):
        file.save(Settings())
    assert file.load() == (CHANGED, None)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("slot_count", 0),
        ("slot_count", 257),
        ("context_window", 1),
        ("temperature", float("nan")),
        ("max_reply_tokens", 0),
        ("zoom_percent", 10_000),
    ],
)
def test_an_impossible_value_is_refused_in_words(name: str, value: float) -> None:
    with pytest.raises(InvalidSettings, match="must lie between"):
        Settings(**{name: value})  # type: ignore[arg-type]  # a wrong value is the story


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(values=st.dictionaries(st.sampled_from(Settings.__struct_fields__), JSON))
def test_no_values_can_keep_settings_from_being_loaded(
    tmp_path_factory: pytest.TempPathFactory, values: dict[str, object]
) -> None:
    path = tmp_path_factory.getbasetemp() / f"any-{sys.platform}.json"
    path.write_text(json.dumps(values), "utf-8")
    settings, _ = SettingsFile(path).load()
    assert isinstance(settings, Settings)


def test_settings_of_the_version_before_are_read_as_they_were() -> None:
    settings, notice = SettingsFile(Path(__file__).parent / "golden" / "settings-0.1.json").load()
    assert notice is None
    assert settings == Settings(
        context_window=8192,
        slot_count=3,
        thread_count=5,
        gpu_layer_count=20,
        model_path="/models/caf\udce9.gguf",
        temperature=0.3,
        max_reply_tokens=700,
        system_prompt="Sei höflich.",
        theme=Theme.DARK,
        sends_with_ctrl_enter=True,
        longest_paste=None,
        is_sidebar_visible=False,
        zoom_percent=125,
        language="de",
        tells_when_done=False,
        is_still=True,
        has_seen_tour=True,
        keeps_conversations=False,
        cache_bytes=1 << 30,
        looks_for_updates=True,
        window_geometry="AdnQ",
        window_panels="AAAA",
        extra_windows=("AAA=", "BBB="),
        folded_groups=("folder:Work", "today"),
        last_folder="/home/someone/models",
        keys={"new_tab": ("Ctrl+J", "F9"), "rename": ()},
    )


def test_the_former_default_number_of_slots_is_automatic(
    file: SettingsFile, tmp_path: Path
) -> None:
    for stored, slot_count in (({"slot_count": 4}, None), ({"slot_count": 6}, 6)):
        (tmp_path / "settings.json").write_text(json.dumps(stored))
        assert file.load()[0].slot_count == slot_count
    file.save(Settings(slot_count=4))
    assert file.load()[0].slot_count == 4, "a number that was chosen since"
