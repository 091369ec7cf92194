"""The texts that a vocabulary turns into control tokens; typed ones stay text."""

import re

from engine.backend import Vocabulary

# Unicode noncharacters, which are not allowed in interchanged text: they fence typed control texts.
_FENCE_OPEN, _FENCE_CLOSE = "\ufdd0", "\ufdd1"
UNWRITTEN = "\ufdd2"  # stands for an unfinished message
MEDIA_OPEN, MEDIA_CLOSE = "\ufdd3", "\ufdd4"  # these enclose the placeholder of a picture
FENCED = re.compile(f"{_FENCE_OPEN}(.*?){_FENCE_CLOSE}", re.DOTALL)
_MEDIUM = re.compile(f"{MEDIA_OPEN}.*?{MEDIA_CLOSE}", re.DOTALL)
_MEDIA_TEXT = "<__media__>"
_NONCHARACTERS = re.compile(f"[{_FENCE_OPEN}{_FENCE_CLOSE}{UNWRITTEN}{MEDIA_OPEN}{MEDIA_CLOSE}]")


def plain_text(prompt: str) -> str:
    """Return a rendered prompt as it would be written outside: without fences."""
    return FENCED.sub(r"\1", _MEDIUM.sub(_MEDIA_TEXT, prompt))


class ControlTexts:
    """Fences control texts in messages, so that typed text cannot contain a role marker."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        # The longest first: "<|end|>" must not match inside "<|end|>x" if that is one, too.
        texts = sorted(vocabulary.control_texts, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, texts))) if texts else None

    def fence(self, content: str) -> str:
        """Return a message's text with its control texts fenced."""
        content = _NONCHARACTERS.sub("", content)
        if self._pattern is None:
            return content
        return self._pattern.sub(lambda found: f"{_FENCE_OPEN}{found[0]}{_FENCE_CLOSE}", content)

    def stands_at(self, text: str, position: int) -> bool:
        """Return whether an unfenced control text begins at a position."""
        return self._pattern is not None and self._pattern.match(text, position) is not None
