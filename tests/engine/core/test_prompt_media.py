"""Pictures in prompts: where they stand, what stands for them, and what is refused."""

import pytest

from engine.backend_media import MediaRefused
from engine.core.input_processor import InputProcessor
from engine.messages.commands import ChatMessage, Prewarm, Role, Submit
from engine.messages.errors import ChatTemplateFailed, ContextWindowExceeded
from engine.messages.media import Media, MediaKind
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.text.prompt import Prompt, TokenizedPrompt
from engine.text.prompt_media import placeholder_of
from tests.fakes.backend import FakeBackend
from tests.fakes.media import BEGIN, END, FakeEncoder, causal, mrope, non_causal, picture

DOG, CAT = picture(1)[0], picture(2, width=20, height=8)[0]


def _processor(
    encoder: FakeEncoder | None = None, template: str | None = None, window: int = 4096
) -> InputProcessor:
    backend = FakeBackend(context_window=window, media=encoder or causal(), template=template)
    return InputProcessor(backend)


def _question(text: str, *media: Media) -> ChatMessage:
    return ChatMessage(Role.USER, text, media=media)


def _prompt(
    processor: InputProcessor,
    *messages: ChatMessage,
    remembered: TokenizedPrompt | None = None,
    options: RequestOptions = DEFAULT_OPTIONS,
) -> Prompt:
    command = Submit(1, "a", messages, SamplingParams(max_tokens=16), options)
    return processor.process(command, remembered or TokenizedPrompt()).prompt


def _text(tokens: tuple[int, ...]) -> str:
    return bytes(each for each in tokens if 0 <= each < 256).decode()


def test_a_picture_stands_before_the_text_of_its_message() -> None:
    prompt = _prompt(_processor(), _question("what is it?", DOG))
    (span,) = prompt.spans
    assert (span.rows, span.media) == (16, DOG)
    assert _text(prompt.tokens[: span.start]).endswith("user\n\x01")
    assert _text(prompt.tokens[span.end :]).startswith("\x02what is it?")
    assert all(each < 0 for each in prompt.tokens[span.start : span.end])
    assert sum(each < 0 for each in prompt.tokens) == 16


def test_a_picture_alone_is_a_message() -> None:
    prompt = _prompt(_processor(), _question("", DOG))
    assert _text(prompt.tokens[prompt.spans[0].end :]) == "\x02\nassistant\n"


def test_the_text_beside_a_picture_is_that_of_a_chat_without() -> None:
    with_picture = _prompt(_processor(), _question("and this?", DOG, CAT))
    without = _prompt(_processor(), _question("and this?"))
    opening = {*BEGIN, *END}
    assert [e for e in with_picture.tokens if e >= 0 and e not in opening] == [*without.tokens]
    assert [span.media for span in with_picture.spans] == [DOG, CAT]
    assert [span.rows for span in with_picture.spans] == [16, 10]


def test_the_rows_tell_contents_and_projectors_apart() -> None:
    def rows(encoder: FakeEncoder, media: Media) -> tuple[int, ...]:
        return tuple(e for e in _prompt(_processor(encoder), _question("?", media)).tokens if e < 0)

    assert rows(causal(), DOG) == rows(causal(), DOG)
    other = picture(3)[0]
    same_shape = [rows(causal(), DOG), rows(causal(), other), rows(FakeEncoder(identity="b"), DOG)]
    assert len(set(same_shape)) == 3
    assert len({each for ids in same_shape for each in ids}) == 3 * 16
    assert min(map(min, same_shape)) >= -(1 << 31)


@pytest.mark.parametrize("typed", [placeholder_of(DOG), placeholder_of(DOG)[1:-1], "\ufdd3\ufdd4"])
def test_a_placeholder_that_somebody_typed_is_no_picture(typed: str) -> None:
    prompt = _prompt(_processor(), _question(f"see {typed}!", DOG))
    assert len(prompt.spans) == 1
    assert f"see {typed.strip(chr(0xFDD3) + chr(0xFDD4))}!" in _text(prompt.tokens)
    assert _prompt(_processor(), _question(typed or "x")).spans == ()


def test_remembered_pictures_keep_their_rows() -> None:
    processor = _processor(mrope())
    first = _prompt(processor, _question("one", DOG))
    remembered = first.tokenized.with_reply("well", [120, 121])
    talk = [_question("one", DOG), ChatMessage(Role.ASSISTANT, "well"), _question("two", CAT)]
    second = _prompt(processor, *talk, remembered=remembered)
    assert second.tokens[: len(first.tokens)] == first.tokens
    assert second.spans[0] == first.spans[0]
    assert [span.positions for span in second.spans] == [4, 5]
    assert second.spans == second.tokenized.spans
    edited = _prompt(processor, _question("one", CAT), *talk[1:], remembered=remembered)
    assert edited.tokens[edited.spans[0].start] != first.tokens[first.spans[0].start]


def test_what_another_projector_made_is_made_anew() -> None:
    old = _prompt(_processor(), _question("one", DOG))
    new = _prompt(_processor(FakeEncoder(identity="b")), _question("one", DOG))
    processor = _processor(FakeEncoder(identity="b"))
    assert _prompt(processor, _question("one", DOG), remembered=old.tokenized).tokens == new.tokens


def test_a_turn_goes_with_its_picture() -> None:
    talk = [_question("x" * 100, DOG), ChatMessage(Role.ASSISTANT, "y"), _question("two", CAT)]
    prompt = _prompt(_processor(window=160), *talk)
    assert prompt.dropped_messages == 2
    assert [span.media for span in prompt.spans] == [CAT]


def test_a_picture_larger_than_the_window_is_too_long() -> None:
    wide = picture(4, width=80, height=80)[0]
    with pytest.raises(ContextWindowExceeded):
        _prompt(_processor(window=256), _question("?", wide))


def test_a_model_without_a_projector_says_that_it_does_not_see() -> None:
    processor = InputProcessor(FakeBackend())
    with pytest.raises(MediaRefused, match="does not support pictures"):
        _prompt(processor, _question("?", DOG))
    ahead = Prewarm("a", (_question("?", DOG), ChatMessage(Role.ASSISTANT, "y")))
    assert processor.process_certain(ahead, TokenizedPrompt()) is None


def test_a_model_that_sees_may_not_hear() -> None:
    sound = Media("5", MediaKind.AUDIO, 16_000, 1)
    with pytest.raises(MediaRefused, match="does not support sounds"):
        _prompt(_processor(), _question("?", sound))


def test_a_picture_that_is_read_whole_fits_into_one_pass() -> None:
    assert _prompt(_processor(non_causal()), _question("?", picture(5, 32, 16)[0])).spans
    large = picture(6, width=36, height=16)[0]
    assert _prompt(_processor(causal()), _question("?", large)).spans
    with pytest.raises(MediaRefused, match=r"takes 36 tokens, but it was loaded for 32"):
        _prompt(_processor(non_causal()), _question("?", large))


def test_what_a_projector_refuses_ends_the_request_in_its_words() -> None:
    with pytest.raises(MediaRefused, match="too thin"):
        _prompt(_processor(), _question("?", Media("7", MediaKind.IMAGE, 4000, 4)))


@pytest.mark.parametrize(
    "template", ["{{ messages[0].content[70:] }}", "{{ messages[0].content | upper }}", "x"]
)
def test_a_template_that_loses_a_picture_is_not_answered(template: str) -> None:
    with pytest.raises(ChatTemplateFailed, match="leaves the picture out"):
        _prompt(_processor(template=template), _question("what is it?", DOG))


def test_a_prompt_without_a_template_has_no_pictures() -> None:
    raw = RequestOptions(is_raw_prompt=True)
    with pytest.raises(ChatTemplateFailed, match="without a chat template"):
        _prompt(_processor(), _question("?", DOG), options=raw)


def test_samplers_and_drafts_see_text_tokens_only() -> None:
    command = Submit(1, "a", (_question("ab", DOG),), SamplingParams())
    sequence = _processor().process(command, TokenizedPrompt())
    assert min(sequence.text_tokens) >= 0
    sequence.append(99)
    assert sequence.text_tokens[-2:] == [10, 99]
    assert len(sequence.tokens) == len(sequence.text_tokens) + 16
