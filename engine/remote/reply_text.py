"""The text of a reply in its two channels, in whole letters."""

from engine.messages.events import Channel
from engine.remote.whole_letters import WholeLetters
from engine.text.reasoning import ReasoningMarkers, ReasoningSplitter

Piece = tuple[Channel, str]

# What models write around their thoughts, where the server leaves them in the answer.
_MARKERS = ReasoningMarkers(
    opening=("<think>", "<thinking>", "[THINK]", "<seed:think>"),
    closing=("</think>", "</thinking>", "[/THINK]", "</seed:think>"),
)


class ReplyText:
    """Puts pieces into channels: by the server's word, else by the marks in the answer."""

    def __init__(self) -> None:
        self._thinking, self._answer = WholeLetters(), WholeLetters()
        self._splitter: ReasoningSplitter | None = ReasoningSplitter(_MARKERS)

    def add(self, thinking: str, answer: str) -> list[Piece]:
        """Return what is certain now."""
        pieces: list[Piece] = []
        if thought := self._thinking.add(thinking):
            self._splitter = None  # it tells thinking apart itself
            pieces.append((Channel.REASONING, thought))
        if text := self._answer.add(answer):
            pieces += self._split(text)
        return pieces

    def rest(self) -> list[Piece]:
        """Return what was held back, at the end."""
        pieces: list[Piece] = []
        if thought := self._thinking.rest():
            pieces.append((Channel.REASONING, thought))
        if text := self._answer.rest():
            pieces += self._split(text)
        if self._splitter is not None:
            pieces += self._splitter.flush()
        return pieces

    def _split(self, text: str) -> list[Piece]:
        if self._splitter is None:
            return [(Channel.ANSWER, text)]
        return self._splitter.feed(text)
