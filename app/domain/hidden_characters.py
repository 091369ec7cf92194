"""Characters that are not seen, or that reorder what is seen: texts hide words with them. Pure."""

import re

# For a class of a regular expression. Control characters but tab and line feed; marks that turn the
# direction of what follows; and characters without a shape, also the selectors of variants, of
# which a row after one visible character can hold a text. The joiners of scripts and of emoji, and
# the selectors of text and emoji, are not among them.
HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb"
    "\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
HIDDEN_CHARACTER = re.compile(f"[{HIDDEN}]")
