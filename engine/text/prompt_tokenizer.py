"""From the text of a prompt to its tokens, keeping the ids that were generated.

Where the text begins with what is remembered of the conversation, the same ids are used again.
"""

from collections.abc import Iterable

from engine.backend import Vocabulary
from engine.text.control_texts import FENCED, ControlTexts
from engine.text.prompt import Prompt, Segment, TokenizedPrompt
from engine.text.prompt_renderer import PromptRenderer, RenderedPrompt
from engine.text.window_fit import check_length
from engine.wire.errors import ChatTemplateFailed
from engine.wire.lazy_text import lazy


class PromptTokenizer:
    """Tokenizes rendered prompts for one model."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        control_texts: ControlTexts,
        renderer: PromptRenderer,
        *,
        bos_text: str,
        context_window: int,
    ) -> None:
        self._vocabulary = vocabulary
        self._control_texts = control_texts
        self._renderer = renderer
        self._bos_text = bos_text
        self._context_window = context_window

    def tokenize(
        self, rendered: RenderedPrompt, remembered: TokenizedPrompt, *, is_cut: bool = True
    ) -> Prompt:
        """Return a prompt of remembered segments and, behind them, new ones for each turn.

        Without ``is_cut`` what is new is one segment: enough to be counted. Raises
        ContextWindowExceeded where it need not be read to know that it is too long.
        """
        text = rendered.text
        segments = self._reused(text, remembered.segments)
        known = sum(len(segment.text) for segment in segments)
        # Before any tokenization and any further rendering, which a huge text would pay for.
        check_length(self._vocabulary, text[known:], self._context_window)
        boundaries = self._renderer.boundaries(rendered, known) if is_cut else {}
        segments = segments or self._beginning(text)
        segments += self._new(text, segments, boundaries)
        tokens = tuple(token for segment in segments for token in segment.tokens)
        if not tokens:
            raise ChatTemplateFailed(
                lazy(
                    "The model's chat template leaves this message out. Edit it, or open "
                    "another model."
                )
            )
        dropped = rendered.dropped_messages
        return Prompt(tokens, dropped, TokenizedPrompt(tuple(segments), dropped))

    def tokenize_raw(self, text: str) -> Prompt:
        """Return a text that is a whole prompt: control texts in it are what they say.

        BOS is in front of it once, also if it was written.
        """
        segments = self._beginning(text)
        rest = text[sum(len(segment.text) for segment in segments) :]
        tokens = tuple(self._vocabulary.tokenize(rest, parse_special=True)) if rest else ()
        if tokens:
            segments.append(Segment(rest, tokens))
        if not segments:
            raise ChatTemplateFailed(lazy("There is no message to answer."))
        whole = tuple(token for segment in segments for token in segment.tokens)
        return Prompt(whole, 0, TokenizedPrompt(tuple(segments), 0))

    def _reused(self, text: str, remembered: Iterable[Segment]) -> list[Segment]:
        """Return the remembered segments that the text begins with."""
        segments: list[Segment] = []
        position = 0
        for segment in remembered:
            if not text.startswith(segment.text, position):
                break
            position += len(segment.text)
            segments.append(segment)
        return segments if self._can_join(text, position) else []

    def _beginning(self, text: str) -> list[Segment]:
        """Return BOS exactly once, as a segment of its own, if the model wants one."""
        bos = self._vocabulary.bos_token
        if bos is None:
            return []
        length = 0
        # A template may write it as well, even twice; none of these is tokenized.
        while self._bos_text and text.startswith(self._bos_text, length):
            length += len(self._bos_text)
        return [Segment(text[:length], (bos,))]

    def _new(
        self, text: str, before: list[Segment], boundaries: dict[int, int | None]
    ) -> list[Segment]:
        """Return the segments of the text behind those ``before``, one for each turn."""
        position = sum(len(segment.text) for segment in before)
        if len(before) <= 1 and 0 in boundaries:
            boundaries = {**boundaries, position: boundaries[0]}  # the first turn begins behind BOS
        cuts = [at for at in sorted(boundaries) if at > position and self._can_join(text, at)]
        segments: list[Segment] = []
        for start, end in zip([position, *cuts], [*cuts, len(text)], strict=True):
            if start < end:
                tokens = self._tokens(text[start:end])
                segments.append(Segment(text[start:end], tokens, boundaries.get(start)))
        return segments

    def _can_join(self, text: str, position: int) -> bool:
        """Return whether the tokens before and behind a position are those of the whole text.

        At a control text they are for every vocabulary; elsewhere some put a space in front.
        """
        if position in (0, len(text)) or self._vocabulary.is_safe_to_join:
            return True
        return self._control_texts.stands_at(text, position)

    def _tokens(self, text: str) -> tuple[int, ...]:
        tokens: list[int] = []
        # What stood between fences comes second of two: it was typed and stays text.
        for index, piece in enumerate(FENCED.split(text)):
            if piece:
                tokens += self._vocabulary.tokenize(piece, parse_special=index % 2 == 0)
        return tuple(tokens)
