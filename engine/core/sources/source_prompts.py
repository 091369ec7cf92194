"""The tokens of a source: the certain beginning of every chat that uses it."""

from collections.abc import Callable, Mapping, Sequence

from engine.backend import Vocabulary
from engine.ipc.lazy_text import lazy
from engine.messages.commands import ChatMessage, Role
from engine.messages.errors import ChatTemplateFailed, ContextWindowExceeded
from engine.messages.sources import most_source_tokens
from engine.scheduling.slots import common_length
from engine.text.counting import certain_excess
from engine.text.prompt import Prompt, Segment, TokenizedPrompt
from engine.text.prompt_renderer import PromptRenderer
from engine.text.prompt_tokenizer import PromptTokenizer
from engine.text.turn_index import TurnIndex

_MARGIN = 32  # tokens before the end at which a state is kept for chats that differ earlier
# Possible continuations of a source in a system message. Some vocabularies join its last characters
# with the following ones, so that only the tokens common to all are certain.
_ENDINGS = ("", "\n\nA", "\n\n# 1", "\n\n「")


class SourcePrompts:
    """Makes the prompts of sources; on the worker's thread.

    ``sizes`` are the tokens of each request and their limit, for the report of its end.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        renderer: PromptRenderer,
        tokenizer: PromptTokenizer,
        context_window: int,
    ) -> None:
        self._vocabulary = vocabulary
        self._renderer = renderer
        self._tokenizer = tokenizer
        self._limit = most_source_tokens(context_window)
        self.sizes: dict[int, tuple[int, int]] = {}

    def prompt(
        self,
        request_id: int,
        text: str,
        messages_of: Callable[[Sequence[ChatMessage]], Sequence[ChatMessage]],
        arguments: Mapping[str, object],
    ) -> Prompt:
        """Return the common beginning of all chats in a source. Raises EngineError."""
        excess = certain_excess(self._vocabulary, text, self._limit)
        if excess is not None:
            raise self._refusal(request_id, excess)
        tokens: tuple[int, ...] | None = None
        for ending in _ENDINGS:
            found = self._tokens(messages_of(_chat(text + ending)), arguments)
            tokens = found if tokens is None else tokens[: common_length(tokens, found)]
        assert tokens is not None, "there are endings"
        if len(tokens) > self._limit:
            raise self._refusal(request_id, len(tokens))
        self.sizes[request_id] = (len(tokens), self._limit)
        cut = max(0, len(tokens) - _MARGIN)
        pieces = [each for each in (tokens[:cut], tokens[cut:]) if each]
        return Prompt(tokens, 0, TokenizedPrompt(tuple(Segment("", each) for each in pieces)))

    def _tokens(
        self, messages: Sequence[ChatMessage], arguments: Mapping[str, object]
    ) -> tuple[int, ...]:
        turns = TurnIndex.of(messages)
        rendered = self._renderer.render(turns, turns.starts[0], arguments)
        if len(rendered.text) < len(messages[0].content.strip()):
            text = lazy("This model's chat template omits such a text. Open another model.")
            raise ChatTemplateFailed(text)
        return self._tokenizer.tokenize(rendered, TokenizedPrompt(), is_cut=False).tokens

    def _refusal(self, request_id: int, count: int) -> ContextWindowExceeded:
        self.sizes[request_id] = (count, self._limit)
        return ContextWindowExceeded(
            lazy(
                "This source has {count:,} tokens, and {limit:,} fit into a chat. Choose a part "
                "of it, or raise “Context length” in the settings.",
                count=count,
                limit=self._limit,
            )
        )


def _chat(system: str) -> Sequence[ChatMessage]:
    return (ChatMessage(Role.SYSTEM, system), ChatMessage(Role.USER, "?"))
