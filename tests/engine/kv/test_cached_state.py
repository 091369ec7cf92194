"""One object per conversation knows its parts wherever they lie, the newest first."""

from engine.kv.cache_folder import CacheFile
from engine.kv.cached_state import CachedState, CachedStates
from engine.kv.container import ModelIdentity, make_header
from engine.kv.disk_events import LoadJob, Room, WriteJob
from engine.kv.shared_prefixes import shared_key
from engine.kv.slot_copy import SlotCopy, pack_tokens
from engine.text.prompt import Prompt, Segment, TokenizedPrompt

OLD = SlotCopy("a", (1, 2), (), b"old", TokenizedPrompt((Segment("old", (1, 2)),)))
NEW = SlotCopy("a", (1, 2, 3), (), b"new", TokenizedPrompt((Segment("new", (1, 2, 3)),)))
MODEL = ModelIdentity(weights=b"", form="")


def _file(copy: SlotCopy) -> CacheFile:
    return CacheFile("a.kv", make_header(copy, MODEL)[0], 500, used=1)


def test_the_copy_in_ram_is_newer_than_the_file() -> None:
    state = CachedState("a", copy=NEW, file=_file(OLD), is_usable=True)
    assert (state.token_count, state.prompt) == (3, NEW.prompt)
    state.copy = None
    assert (state.token_count, state.prompt) == (2, OLD.prompt)


def test_the_file_of_another_model_is_there_but_cannot_be_restored() -> None:
    state = CachedState("a", file=_file(OLD))
    assert state.usable_file is None
    assert (state.token_count, state.prompt) == (0, TokenizedPrompt())
    assert state.packed_tokens == pack_tokens(OLD.tokens)
    assert not state.is_empty
    assert not state.has_written(OLD.tokens)
    entry = state.entry()
    assert (entry.token_count, entry.disk_bytes, entry.is_usable) == (2, 500, False)


def test_what_is_on_its_way_to_the_disk_counts_as_written() -> None:
    state = CachedState("a", file=_file(OLD), is_usable=True)
    assert state.has_written(OLD.tokens)
    state.write_job = WriteJob(NEW, 1, Room())
    assert state.has_written(NEW.tokens)
    assert not state.has_written(OLD.tokens)


def test_the_settings_see_ram_and_disk_of_one_conversation_in_one_line() -> None:
    entry = CachedState("a", copy=OLD, file=_file(OLD), is_usable=True).entry()
    assert (entry.conversation_id, entry.ram_bytes, entry.disk_bytes) == ("a", 3, 500)
    key = shared_key(Prompt((1, 2), 0, TokenizedPrompt()), 2)
    assert key is not None
    assert CachedState(key, copy=OLD).entry().conversation_id == ""


def test_the_table_makes_one_state_per_key_and_forgets_it() -> None:
    states = CachedStates()
    assert states.get("a") is None
    assert states.at("a") is states.at("a") is states.get("a")
    states.at("a").load_job = LoadJob("a", 0.0)
    states.at("b")
    assert [state.key for state in states] == ["a", "b"]
    assert [state.key for state in states.loading] == ["a"]
    assert (states.is_loading("a"), states.is_loading("b"), states.is_loading("c")) == (
        True,
        False,
        False,
    )
    states.remove("a")
    states.remove("a")
    assert states.get("a") is None
