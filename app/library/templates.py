"""What a chat template can be told, found out once for each text: many files have the same."""

import re
from dataclasses import dataclass
from functools import lru_cache

_TOOLS = re.compile(r"(?<![\w.])tools(?!\w)")
_LONGEST = 64 * 1024  # characters; beyond it nothing is tried out
_MOST_KNOWN = 256


@dataclass(frozen=True, slots=True)
class TemplateFacts:
    """What a template knows."""

    can_switch_thinking: bool = False
    can_use_tools: bool = False


@lru_cache(_MOST_KNOWN)
def template_facts(source: str) -> TemplateFacts:
    """Return what a template knows; takes 50 ms, and two seconds on what was made to take long."""
    # Late: this takes as long to import as a whole look for models whose headers are known.
    from engine.messages.errors import ChatTemplateFailed
    from engine.text.chat_template import ChatTemplate
    from engine.text.steering import find_steering

    if len(source) > _LONGEST:
        return TemplateFacts(can_use_tools=_knows_tools(source))
    try:
        steering = find_steering(ChatTemplate(source, {}), None)
    except ChatTemplateFailed:
        return TemplateFacts()
    return TemplateFacts(steering.info.can_switch, _knows_tools(source))


def _knows_tools(source: str) -> bool:
    return _TOOLS.search(source) is not None
