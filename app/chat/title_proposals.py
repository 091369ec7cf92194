"""Titles of conversations, written by the model in the background."""

import re
from collections.abc import Iterable

import msgspec

from app.chat.request_builder import RequestBuilder
from app.chat.router import RequestRouter
from app.domain.conversations import TitleOrigin
from app.domain.messages import Message
from app.errors import ConversationGone
from app.storage.history import History
from engine.client.client import EngineClient
from engine.messages.commands import ChatMessage, Role
from engine.messages.events import FinishReason
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams

LONGEST_TITLE = 60
MAX_WORDS = 9
_ASKED = (
    "Write a title for this conversation: two to six words, in the language of the conversation. "
    "Write nothing but the title."
)
_SAMPLING = SamplingParams(temperature=0.0, max_tokens=256, stop_strings=("\n",))
# Nothing of a chat that another machine answers is cached here: only its beginning is read.
_FIRST_MESSAGES, _FIRST_CHARS = 4, 1500
_LABEL = re.compile(
    r"^(?:sure[,!.]?\s*)?(?:here(?:['\u2019]s| is) [^:]{0,40}:"
    r"|(?:[\w']+ )?(?:title|titel|titre|título)\s*:)|^\d{1,2}[.)]\s|^[-+•]\s",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?\w{1,12}>")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_QUOTED = re.compile(r"[\"“„«\u2018](.{3,}?)[\"”“»\u2019](?!\w)")
_EXPLAINED = re.compile(r"[.!?]\s+(?:this|that|it|here|the title|in this|i)\b.*", re.I | re.S)
# Where a title may end: the rest is an explanation or a repetition.
_PART_END = re.compile(r"(\s*[:;,(]\s+|\s+[-\u2013\u2014|]\s+|[.!?]\s+(?=[^\W\d_]))")
_TALK = re.compile(r"(i|i['\u2019]m|you|sorry|sure|okay|aw|as an|here is|here's)\b", re.IGNORECASE)
_LITTLE = frozenset(("the", "and", "for", "with", "der", "die", "das", "und", "les", "des", "los"))
_WORD = re.compile(r"[^\W\d_]+")
_STEM = 4  # characters that identify a word regardless of its ending
_SENTENCE = re.compile(r"(i|i'm|you|it|this|that|the answer|here|yes|no)\b", re.IGNORECASE)
_MARKS = " \t\"'“”„\u2018\u2019«»`*_"
_ENDS = _MARKS + ".:;,-"


class Titles:
    """Requests titles in a free slot, after all other requests.

    The model of this computer writes them, also for chats that another machine answers, unless
    the settings allow titles to be remote.
    """

    def __init__(
        self,
        history: History,
        client: EngineClient,
        requests: RequestBuilder,
        router: RequestRouter | None = None,
    ) -> None:
        self._history = history
        self._requests = requests
        self._router = router or RequestRouter(client)

    async def propose(
        self,
        conversation_id: str,
        *,
        before: str | None = None,
        is_background: bool = True,
        is_checked: bool = False,
    ) -> str | None:
        """Store a title that the model proposes and return it; None if the model proposes none.

        A title chosen by the user is kept unless it equals ``before``. ``is_checked`` rejects
        titles that share no words with the conversation, which small models often write. If
        cancelled, nothing is stored.
        """
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None or not conversation.messages:
            return None
        if before is None and conversation.title_origin is not TitleOrigin.FIRST_WORDS:
            return None
        request = await self._requests.build(conversation)
        destination = self._requests.background_destination(request)
        messages = request.prompt.messages
        # A long chat was read by the other machine; reading it here would take too long.
        if request.destination is not None and destination is None:
            messages = _beginning(messages)
        asked = (*messages, ChatMessage(Role.USER, _ASKED))
        # The same request as the chat's, so that its prefix is shared; but without thinking.
        options = RequestOptions(
            rank=Rank.BACKGROUND if is_background else Rank.TAB,
            thinking=msgspec.structs.replace(request.options.thinking, budget=0),
            template_arguments=request.options.template_arguments,
            tools=request.options.tools,
        )
        answer, reason = await self._router.answer(
            f"{conversation_id}+title",
            asked,
            _SAMPLING,
            options,
            destination=destination,
            model=request.model,
        )
        # A line that was cut off by the limit or by the user can't be a title.
        title = tidied(answer) if reason is FinishReason.STOP else None
        if title is None or (is_checked and not speaks_of(title, conversation.messages)):
            return None
        try:
            is_stored = await self._history.conversations.propose_title(
                conversation_id, title, before=before
            )
        except ConversationGone:
            return None  # it was deleted in the meantime
        return title if is_stored else None


def _beginning(messages: tuple[ChatMessage, ...]) -> tuple[ChatMessage, ...]:
    return tuple(
        msgspec.structs.replace(each, content=each.content[:_FIRST_CHARS])
        for each in messages[:_FIRST_MESSAGES]
    )


def speaks_of(title: str, messages: Iterable[Message]) -> bool:
    """Return whether a title uses words of the conversation.

    Most of its longer words must begin like a word of the conversation.
    """
    words = [word for word in _WORD.findall(title.casefold()) if len(word) >= _STEM]
    said = {word[:_STEM] for each in messages for word in _WORD.findall(each.text.casefold())}
    known = [word for word in words if word[:_STEM] in said]
    is_sentence = bool(_SENTENCE.match(title)) or title.endswith((",", "?", "!"))
    return 2 * len(known) > len(words) and not _repeats(title) and not is_sentence


def tidied(text: str) -> str | None:
    """Return a title without quotes, labels and Markdown; None if nothing of it is usable.

    Explanations and repetitions after its beginning are cut off.
    """
    line = _LINK.sub(r"\1", _TAG.sub("", text)).strip().split("\n")[0].lstrip("# ").strip("`*_ \t")
    line = _LABEL.sub("", line).strip("`*_ \t")
    quoted = _QUOTED.match(line)
    if quoted and (" " in quoted[1] or quoted.end() == len(line)):
        line = quoted[1]
    line = _EXPLAINED.sub("", line)
    line = " ".join(line.split()).lstrip(_MARKS).rstrip(_ENDS)
    if line.count('"') == 1:  # the other quote was removed
        line = line.replace('"', "")
    title = _first_parts(line)
    is_cut = title != line
    is_usable = any(letter.isalnum() for letter in title) and not _TALK.match(title)
    return title if is_usable and not _is_echo(title) and not (is_cut and _is_bare(title)) else None


def _first_parts(line: str) -> str:
    """Return the beginning of a line that fits into a title, without repetitions."""
    pieces = _PART_END.split(line)
    title = ""
    for index in range(0, len(pieces), 2):
        longer = "".join(pieces[: index + 1])
        is_short = len(longer) <= LONGEST_TITLE and len(longer.split()) <= MAX_WORDS
        if not is_short or _repeats(longer):
            break
        title = longer
    return title.rstrip(_ENDS)


def _repeats(text: str) -> bool:
    words = [word for word in _WORD.findall(text.casefold()) if len(word) >= _STEM]
    return len(set(words)) < len(words)


def _is_echo(title: str) -> bool:
    """Return whether a title only repeats the request."""
    words = set(_WORD.findall(title.casefold()))
    return len(words) > 2 and words <= set(_WORD.findall(_ASKED.casefold()))


def _is_bare(title: str) -> bool:
    """Return whether a title has at most one meaningful word."""
    if not title.isascii() and " " not in title:
        return len(title) < _STEM  # of a language without spaces between words
    telling = (word for word in _WORD.findall(title.casefold()) if len(word) > 2)
    return len([word for word in telling if word not in _LITTLE]) < 2
