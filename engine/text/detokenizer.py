"""From token pieces to text, never emitting half a character."""

import codecs


class Detokenizer:
    """Decodes one reply's bytes as they come; invalid ones become U+FFFD."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, piece: bytes) -> str:
        """Return the characters that are complete now; the rest waits for the next piece."""
        return self._decoder.decode(piece)

    def flush(self) -> str:
        """Return what is left at the end of the reply, a replacement character at most."""
        return self._decoder.decode(b"", final=True)
