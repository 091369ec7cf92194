"""A conversation with pictures comes back warm from the disk, and needs none of them for that."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.messages.commands import ChatMessage, Role, Submit
from engine.messages.sampling_params import SamplingParams
from tests.engine.kv.driving import EngineDriver, driven, slow_reader
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import solo_reply
from tests.fakes.media import FakeEncoder, causal, mrope, non_causal
from tests.fakes.media_source import FakeMediaSource, cells_of_chat

QUESTION = "what is it that is to be seen in this picture?"


def _backend(encoder: FakeEncoder) -> FakeBackend:
    backend = slow_reader()
    backend.media = encoder
    return backend


def _ask(driver: EngineDriver, *messages: ChatMessage) -> str:
    driver.request_id += 1
    limit = SamplingParams(temperature=0.0, max_tokens=10)
    driver.scheduler.submit(Submit(driver.request_id, "a", messages, limit))
    driver.run()
    return driver.listener.text(driver.request_id)


@pytest.mark.parametrize("encoder", [mrope(), causal(), non_causal()], ids=["m", "c", "n"])
@pytest.mark.parametrize("is_same", [True, False], ids=["same projector", "another"])
def test_a_picture_comes_back_from_the_disk(
    tmp_path: Path, encoder: FakeEncoder, is_same: bool
) -> None:
    source = FakeMediaSource(encoder)
    dog = source.picture(1, 32, 16)
    question = ChatMessage(Role.USER, QUESTION, media=(dog,))
    with driven(_backend(encoder), tmp_path, media=source) as driver:
        said = _ask(driver, question)
        driver.write_back()
    later = replace(encoder, identity=encoder.identity if is_same else "another projector")
    backend = _backend(later)
    following = (question, ChatMessage(Role.ASSISTANT, said), ChatMessage(Role.USER, "and?"))
    new_source = FakeMediaSource(later, contents=source.contents)
    with driven(backend, tmp_path, media=new_source) as driver:
        answer = _ask(driver, *following)
        assert (driver.usage.reused_tokens > 90) is is_same
        assert (new_source.asked == []) is is_same
        assert (backend.media_calls == []) is is_same
    chat = ((QUESTION, (dog,)), (said, ()), ("and?", ()))
    assert answer == solo_reply(cells_of_chat(new_source, backend, *chat), backend, 10)


def test_no_picture_is_asked_for_while_its_conversation_is_being_read(tmp_path: Path) -> None:
    encoder = mrope()
    source = FakeMediaSource(encoder)
    question = ChatMessage(Role.USER, QUESTION, media=(source.picture(1, 32, 16),))
    with driven(_backend(encoder), tmp_path, media=source) as driver:
        _ask(driver, question)
        driver.write_back()
    source.asked.clear()
    with driven(_backend(encoder), tmp_path, media=source) as driver:
        driver.scheduler.submit(Submit(1, "a", (question,), SamplingParams(max_tokens=5)))
        driver.listener.step()
        driver.request_id = 1
        driver.run()
    assert source.asked == []
