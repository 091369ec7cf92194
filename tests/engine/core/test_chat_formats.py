"""A model without a chat template continues the text, or is guessed to know ChatML."""

from dataclasses import dataclass, field

import pytest

from engine.core.input_processor import InputProcessor
from engine.messages.commands import ChatMessage, Role, Submit
from engine.messages.metrics import ChatFormat, TemplateKind
from engine.messages.request_options import RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.sequence import Sequence
from engine.text.chat_template import CONTINUATION, ChatTemplate
from engine.text.prompt import TokenizedPrompt
from engine.text.template_probe import probe_template
from tests.fakes.backend import FakeBackend
from tests.fakes.vocabulary import FakeVocabulary

TALK = (
    ChatMessage(Role.SYSTEM, "Tales."),
    ChatMessage(Role.USER, "Once upon a time"),
    ChatMessage(Role.ASSISTANT, " there was a fox."),
    ChatMessage(Role.USER, "It"),
)
TOOL = {"type": "function", "function": {"name": "find", "parameters": {"type": "object"}}}


class _PlainVocabulary(FakeVocabulary):
    """Has no markers of turns."""

    @property
    def control_texts(self) -> frozenset[str]:
        return frozenset()


@dataclass
class _Plain(FakeBackend):
    template: str | None = field(default=None)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.vocabulary = _PlainVocabulary()


def processed(
    processor: InputProcessor, options: RequestOptions | None = None, stops: tuple[str, ...] = ()
) -> Sequence:
    sampling = SamplingParams(stop_strings=stops)
    command = Submit(1, "chat", TALK, sampling, options or RequestOptions())
    return processor.process(command, TokenizedPrompt())


def text_of(sequence: Sequence) -> str:
    return "".join(segment.text for segment in sequence.tokenized.segments)


def test_a_base_model_continues_the_text() -> None:
    processor = InputProcessor(_Plain())
    assert processor.chat_format is ChatFormat.CONTINUATION
    text = "Tales.\n\nOnce upon a time there was a fox.\n\nIt"
    assert text_of(processed(processor)) == text
    assert probe_template(ChatTemplate(CONTINUATION, {})) is TemplateKind.STABLE


def test_a_template_of_the_user_makes_it_a_chat_model() -> None:
    processor = InputProcessor(_Plain(), "{{ messages[-1].content }}?")
    assert processor.chat_format is ChatFormat.OWN
    assert text_of(processed(processor)) == "It?"


def test_the_markers_of_a_guessed_template_never_reach_the_text() -> None:
    processor = InputProcessor(FakeBackend(template=None))
    assert processor.chat_format is ChatFormat.CHATML
    sequence = processed(processor)
    assert text_of(sequence).endswith("<|im_start|>assistant\n")
    scans = [sequence.stops.feed(piece) for piece in ("A fox.<|im", "_end|>\n<|im_start|>user")]
    assert "".join(scan.text for scan in scans) == "A fox."
    assert sequence.stops.is_stopped
    assert sequence.stops.reported == ""


def test_a_marker_that_was_asked_for_is_reported() -> None:
    sequence = processed(InputProcessor(FakeBackend(template=None)), stops=("<|im_end|>",))
    sequence.stops.feed("A fox.<|im_end|>")
    assert sequence.stops.reported == "<|im_end|>"


@pytest.mark.parametrize("is_raw", [False, True])
def test_nothing_is_added_to_what_was_not_guessed(is_raw: bool) -> None:
    backend = FakeBackend(template=None) if is_raw else FakeBackend()
    sequence = processed(InputProcessor(backend), RequestOptions(is_raw_prompt=is_raw))
    assert not sequence.stops.is_any


def test_tools_are_written_with_their_own_template() -> None:
    backend = FakeBackend(
        template="Chat: {{ messages[-1].content }}",
        tool_template="Tools: {% if tools %}{{ tools | tojson }}{% endif %}"
        "{{ messages[-1].content }}",
    )
    processor = InputProcessor(backend)
    assert processor.has_tools
    assert text_of(processed(processor)) == "Chat: It"
    with_tools = text_of(processed(processor, RequestOptions(tools=(TOOL,))))
    assert with_tools.startswith('Tools: [{"type": "function"')


def test_a_broken_template_for_tools_leaves_chats_alone() -> None:
    processor = InputProcessor(FakeBackend(tool_template="{% if"))
    assert not processor.has_tools
    assert text_of(processed(processor, RequestOptions(tools=(TOOL,)))).startswith("<|im_start|>")
