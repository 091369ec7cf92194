"""The texts that a vocabulary turns into control tokens, and how typed ones stay text."""

import re

from engine.backend import Vocabulary

# Unicode noncharacters, which no text may interchange: they fence control texts typed by people.
_FENCE_OPEN, _FENCE_CLOSE = "\ufdd0", "\ufdd1"
UNWRITTEN = "\ufdd2"  # stands for a message that is still being typed
MEDIA_OPEN, MEDIA_CLOSE = "\ufdd3", "\ufdd4"  # between them, what stands for a picture
FENCED = re.compile(f"{_FENCE_OPEN}(.*?){_FENCE_CLOSE}", re.DOTALL)
_NONCHARACTERS = re.compile(f"[{_FENCE_OPEN}{_FENCE_CLOSE}{UNWRITTEN}{MEDIA_OPEN}{MEDIA_CLOSE}]")


class ControlTexts:
    """Fences control texts in messages, so that nobody can type a role marker."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        # The longest first: "<|end|>" must not be found in "<|end|>x" where that is one, too.
        texts = sorted(vocabulary.control_texts, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, texts))) if texts else None

    def fence(self, content: str) -> str:
        """Return a message's text with its control texts fenced."""
        content = _NONCHARACTERS.sub("", content)
        if self._pattern is None:
            return content
        return self._pattern.sub(lambda found: f"{_FENCE_OPEN}{found[0]}{_FENCE_CLOSE}", content)

    def stands_at(self, text: str, position: int) -> bool:
        """Return whether a control text that is not fenced begins at a position."""
        return self._pattern is not None and self._pattern.match(text, position) is not None
