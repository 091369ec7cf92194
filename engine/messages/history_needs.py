"""The changes to a history that a model's chat template needs, and that a prompt was made with."""

import enum

import msgspec


class Rewrite(enum.Enum):
    """A change to the messages of a prompt; the value says it to programs, in one phrase.

    RESULTS_ORDERED is done for every template. OMITS is not a change: the template leaves earlier
    turns out, in any form.
    """

    RESULTS_ORDERED = "tool results sent in the order of their calls"
    PARTS = "texts sent as typed parts"
    ARGUMENTS_AS_TEXT = "arguments of calls sent as text"
    NO_SYSTEM = "system message sent as part of a question"
    SYSTEM_ALONE = "system message sent as the question"
    LATER_SYSTEM = "later system message sent as part of a question"
    JOINED_SYSTEMS = "system messages joined"
    JOINED_QUESTIONS = "consecutive user messages joined"
    JOINED_REPLIES = "consecutive assistant messages joined"
    OPENED = "question added before the assistant's first message"
    EMPTY_DROPPED = "empty messages left out"
    BAD_CALLS_TOLD = "tool call with invalid arguments sent as text"
    CALLS_TOLD = "tool calls sent as text"
    RESULTS_TOLD = "tool results sent as text"
    ONE_CALL = "tool calls sent in separate messages"
    TEXT_APART = "text of a tool call sent in a separate message"
    CONTINUED = "question added between a text and its tool call"
    ANSWERED = "reply added between a tool result and the next question"
    STRAY_RESULTS = "tool result without a call sent as text"
    UNANSWERED_CALLS = "tool call without a result sent as text"
    IDS = "ids of tool calls replaced"
    OMITS = "earlier messages left out by the chat template"


class HistoryNeeds(msgspec.Struct, frozen=True):
    """The rewrites that a template needs, found by probing it.

    ``refused`` are the kinds of histories that it does not render with any rewrite.
    """

    rewrites: frozenset[Rewrite] = frozenset()
    refused: tuple[str, ...] = ()
