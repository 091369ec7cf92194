"""The steps of a turn before its answer: thinking and calls, folded into one line when it ends."""

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from app.domain.messages import Message, MessageStatus, Role
from app.tools.model import Decision, WebPage

STEPS_ROW = -10  # less the id of the first step; ids of messages are positive
# A longer text before a call is part of the answer, and never folded.
MAX_FOLDED_CHARS = 280
MAX_PAGES = 20  # shown below an answer
_RUNNING = (MessageStatus.STREAMING, MessageStatus.PENDING)
_REFUSALS = (Decision.REFUSED, Decision.NEVER)
_CITATION = re.compile(r"(?<![\]\w])\[(\d{1,3})\](?![(:\[])")


class CitedPage(msgspec.Struct, frozen=True):
    """A page that an answer cites, and its number."""

    number: int
    page: WebPage


class TurnSteps(msgspec.Struct, frozen=True):
    """The steps of a turn that has ended.

    Attributes:
        ids: the messages that are folded, from the top down.
        first_id: the first reply of the turn, which was the first to have versions.
        answer_id: the reply after the last results.
        thinking_ids: the replies with reasoning, among them the answer.
        call_count: the number of calls that ran.
        failed_count: how many of them failed.
        refused_count: the number of calls that were refused.
        pages: what the answer cites.
    """

    ids: tuple[int, ...]
    first_id: int
    answer_id: int
    thinking_ids: tuple[int, ...]
    call_count: int
    failed_count: int
    refused_count: int
    pages: tuple[CitedPage, ...] = ()

    @property
    def key(self) -> int:
        """The key of the row of their line."""
        return STEPS_ROW - self.ids[0]


def is_silent(message: Message) -> bool:
    """Return whether a reply has nothing to show but its calls, which have cards."""
    is_step = bool(message.tool_calls) and message.sibling_count == 1
    return is_step and not message.text.strip() and not message.reasoning


class StepIndex:
    """The steps of all turns that called tools and have ended with an answer.

    Attributes:
        by_answer: by the id of the answer.
        by_step: by the id of each folded message.
    """

    def __init__(self, messages: Iterable[Message]) -> None:
        turns = list(_turns(messages))
        found = [_steps_of(turn, is_last=turn is turns[-1]) for turn in turns]
        all_steps = [steps for steps in found if steps is not None]
        self.by_answer = {steps.answer_id: steps for steps in all_steps}
        self.by_step = {key: steps for steps in all_steps for key in steps.ids}


def _turns(messages: Iterable[Message]) -> Iterator[list[Message]]:
    turn: list[Message] = []
    for message in messages:
        if message.role is Role.USER:
            if turn:
                yield turn
            turn = []
        else:
            turn.append(message)
    if turn:
        yield turn


def _steps_of(turn: Sequence[Message], *, is_last: bool) -> TurnSteps | None:
    answer = turn[-1]
    calls = [each for each in turn if each.role is Role.TOOL]
    is_answered = answer.role is Role.ASSISTANT and not answer.tool_calls and bool(answer.text)
    if not calls or not is_answered or any(each.status in _RUNNING for each in turn):
        return None
    # A cut answer stays as it was until another question: the steps may explain it.
    if is_last and answer.status is not MessageStatus.COMPLETE:
        return None
    folded = [
        each
        for each in turn[:-1]
        if each.role is Role.TOOL or (bool(each.tool_calls) and len(each.text) <= MAX_FOLDED_CHARS)
    ]
    refused = [each for each in calls if each.tool_use and each.tool_use.decision in _REFUSALS]
    failed = [each for each in calls if each not in refused and _has_failed(each)]
    return TurnSteps(
        ids=tuple(each.id for each in folded),
        first_id=turn[0].id,
        answer_id=answer.id,
        thinking_ids=tuple(each.id for each in (*folded, answer) if each.reasoning),
        call_count=len(calls) - len(refused),
        failed_count=len(failed),
        refused_count=len(refused),
        pages=_cited(answer.text, calls),
    )


def _has_failed(call: Message) -> bool:
    is_error = call.tool_use is not None and call.tool_use.is_error
    return is_error or call.status is MessageStatus.FAILED


def _cited(text: str, calls: Sequence[Message]) -> tuple[CitedPage, ...]:
    """Return the pages whose numbers are in a text.

    Each result numbers its pages from 1. The pages of the latest result that has a number are
    cited by it, since a model reads that one last.
    """
    numbers = sorted({int(number) for number in _CITATION.findall(text)})
    results = [each.tool_use.pages for each in reversed(calls) if each.tool_use is not None]
    found = []
    for number in numbers:
        pages = next((pages for pages in results if 0 < number <= len(pages)), ())
        if pages:
            found.append(CitedPage(number, pages[number - 1]))
    return tuple(found[:MAX_PAGES])
