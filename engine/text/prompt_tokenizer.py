"""Tokenizes the text of a prompt and keeps generated ids.

Where the text begins with the remembered text of the conversation, the same ids are used again.
"""

from collections.abc import Iterable

from engine.backend import Vocabulary
from engine.ipc.lazy_text import lazy
from engine.messages.errors import ChatTemplateFailed
from engine.text.control_texts import FENCED, ControlTexts
from engine.text.media_spans import MediaSpan
from engine.text.prompt import Prompt, Segment, TokenizedPrompt
from engine.text.prompt_media import (
    Placeholders,
    PromptMedia,
    split_at_placeholders,
    without_placeholders,
)
from engine.text.prompt_renderer import PromptRenderer, RenderedPrompt
from engine.text.window_fit import check_length


class PromptTokenizer:
    """Tokenizes rendered prompts for one model."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        control_texts: ControlTexts,
        renderer: PromptRenderer,
        media: PromptMedia,
        *,
        bos_text: str,
        context_window: int,
    ) -> None:
        self._vocabulary = vocabulary
        self._control_texts = control_texts
        self._renderer = renderer
        self._media = media
        self._bos_text = bos_text
        self._context_window = context_window

    def tokenize(
        self, rendered: RenderedPrompt, remembered: TokenizedPrompt, *, is_cut: bool = True
    ) -> Prompt:
        """Return a prompt of remembered segments followed by new ones for each turn.

        Without ``is_cut`` the new text is one segment, which is enough for counting. Raises
        ContextWindowExceeded if the text is too long without tokenizing it, and MediaRefused.
        """
        text = rendered.text
        segments = self._reused(text, remembered.segments)
        known = sum(len(segment.text) for segment in segments)
        # Before any tokenization and further rendering, which are slow for a huge text.
        new = without_placeholders(text[known:]) if rendered.media else text[known:]
        check_length(self._vocabulary, new, self._context_window)
        boundaries = self._renderer.boundaries(rendered, known) if is_cut else {}
        segments = segments or self._beginning(text)
        segments += self._new(text, segments, boundaries, rendered.media)
        tokens = tuple(token for segment in segments for token in segment.tokens)
        if not tokens:
            raise ChatTemplateFailed(
                lazy(
                    "The model's chat template leaves this message out. Edit it, or open "
                    "another model."
                )
            )
        dropped = rendered.dropped_messages
        tokenized = TokenizedPrompt(tuple(segments), dropped)
        spans = tokenized.spans if rendered.media else ()
        return Prompt(tokens, dropped, tokenized, spans, rendered.done)

    def tokenize_raw(self, text: str) -> Prompt:
        """Return a text as a whole prompt: control texts in it become control tokens.

        BOS precedes it once, also if it was written.
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
            if segment.media and not self._media.is_current(segment.tokens, segment.media):
                break  # they belong to another projector
            position += len(segment.text)
            segments.append(segment)
        return segments if self._can_join(text, position) else []

    def _beginning(self, text: str) -> list[Segment]:
        """Return BOS exactly once, as a separate segment, if the model wants one."""
        bos = self._vocabulary.bos_token
        if bos is None:
            return []
        length = 0
        # A template may write it as well, even twice; these are not tokenized.
        while self._bos_text and text.startswith(self._bos_text, length):
            length += len(self._bos_text)
        return [Segment(text[:length], (bos,))]

    def _new(
        self,
        text: str,
        before: list[Segment],
        boundaries: dict[int, int | None],
        placeholders: Placeholders,
    ) -> list[Segment]:
        """Return the segments of the text after those in ``before``, one for each turn."""
        position = sum(len(segment.text) for segment in before)
        if len(before) <= 1 and 0 in boundaries:
            boundaries = {**boundaries, position: boundaries[0]}  # the first turn begins after BOS
        cuts = [at for at in sorted(boundaries) if at > position and self._can_join(text, at)]
        segments: list[Segment] = []
        for start, end in zip([position, *cuts], [*cuts, len(text)], strict=True):
            if start < end:
                segments.append(self._segment(text[start:end], boundaries.get(start), placeholders))
        return segments

    def _segment(self, text: str, message: int | None, placeholders: Placeholders) -> Segment:
        """Return a stretch of text with its tokens, and the rows of the media in it."""
        if not placeholders:
            return Segment(text, self._tokens(text), message)
        tokens: list[int] = []
        spans: list[MediaSpan] = []
        for index, piece in enumerate(split_at_placeholders(text)):
            media = placeholders.get(piece) if index % 2 else None
            if media is None:
                tokens += self._tokens(piece)
                continue
            found = self._media.tokens_of(media)
            start = len(tokens) + len(found.shape.begin)
            spans.append(MediaSpan.of(start, media, found.shape))
            tokens += found.tokens
        return Segment(text, tuple(tokens), message, tuple(spans))

    def _can_join(self, text: str, position: int) -> bool:
        """Return whether splitting at a position keeps the tokens of the whole text.

        At a control text this holds for every vocabulary; elsewhere some vocabularies insert a
        space.
        """
        if position in (0, len(text)) or self._vocabulary.is_safe_to_join:
            return True
        return self._control_texts.stands_at(text, position)

    def _tokens(self, text: str) -> tuple[int, ...]:
        tokens: list[int] = []
        # The fenced text is the second of two parts: it was typed and stays text.
        for index, piece in enumerate(FENCED.split(text)):
            if piece:
                tokens += self._vocabulary.tokenize(piece, parse_special=index % 2 == 0)
        return tuple(tokens)
