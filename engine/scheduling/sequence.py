"""One request in flight: the tokens it needs in its slot, its reply, and its times."""

import enum
from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field

from engine.backend import Sampler
from engine.kv.cache_keys import is_source, shared_key, shared_prefix_length
from engine.messages.events import TokenLogprob
from engine.messages.metrics import ReplyUsage, ReuseOrigin
from engine.messages.programs import is_unnamed
from engine.messages.request_options import OverflowPolicy, Rank
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.acceptance import Acceptance
from engine.scheduling.prompt_lookup import NgramIndex, PromptLookup
from engine.scheduling.sliding import Discard
from engine.text.detokenizer import Detokenizer, StopStrings
from engine.text.media_spans import MediaSpan, without
from engine.text.prompt import Prompt, TokenizedPrompt
from engine.text.reasoning import ReasoningSplitter, ThinkingBudget
from engine.text.repetition import RepetitionDetector

# Times that a request is overtaken, or its prompt left out of a step, before it goes first.
MAX_PASSED_OVER = 4


class SequenceState(enum.Enum):
    """QUEUED waits for a slot; PREFILL reads its prompt; DECODE writes its reply."""

    QUEUED = "queued"
    PREFILL = "prefill"
    DECODE = "decode"


@dataclass(slots=True, eq=False)
class Sequence:
    """A request and its state; owned by the engine thread.

    ``tokens`` are all tokens for the slot's KV cache, prompt and reply; the slot's
    ``cached_tokens`` are those that are there. The difference is the work left, so a
    failed decode is repeated by shortening the latter, and a slide shortens both.
    ``spans`` are the pictures and sounds among them; ``text_tokens`` are those of the vocabulary:
    without spans, the same list.
    ``pinned`` are the messages whose turns never slide out.
    ``visible_controls`` are the control tokens that its reply contains as text; ``end_text`` is
    the text of the one that ended it.
    ``call_marks`` are texts of which one is in a reply that calls a tool; empty without tools.
    ``request_id`` is never used twice, so a late cancel can't end a later request.
    ``lookup`` finds drafted tokens in its text, once it is made, if ``speculation_enabled``.
    It ``is_parked`` if it has lost its slot during its reply, and will continue in another one:
    its ``prompt`` is then all of its tokens, with ``prompt_token_count`` of the original prompt.
    ``pending_key`` names the state being read from the disk for it; it is not admitted before.
    It is not admitted either, or has no work, while it ``awaits_media`` being encoded, and while
    it ``awaits_reading`` of a common beginning by the request with that id. The latter is
    ``waited_by`` the highest rank of these. ``shared_key`` names a source it begins with.
    """

    request_id: int
    conversation_id: str
    prompt: Prompt
    sampling: SamplingParams
    arrived: float
    overflow: OverflowPolicy = OverflowPolicy.SLIDE
    pinned: frozenset[int] = frozenset()
    rank: Rank = Rank.TAB
    wants_reply: bool = True
    splitter: ReasoningSplitter = field(default_factory=lambda: ReasoningSplitter(None))
    budget: ThinkingBudget | None = None
    hidden_stops: tuple[str, ...] = ()
    visible_controls: Mapping[int, str] = field(default_factory=dict)
    end_text: str = ""
    call_marks: tuple[str, ...] = ()
    stops: StopStrings = field(init=False)
    repetition: RepetitionDetector | None = None
    detokenizer: Detokenizer = field(default_factory=Detokenizer)
    tokens: list[int] = field(init=False)
    spans: list[MediaSpan] = field(init=False)
    text_tokens: list[int] = field(init=False)
    segment_ends: list[int] = field(init=False)
    tokenized: TokenizedPrompt = field(init=False)
    shared_prefix_length: int = field(init=False)
    shared_key: str | None = field(init=False)
    prompt_token_count: int = field(init=False)
    prompt_hash: int = field(init=False)
    is_parked: bool = False
    pending_key: str | None = None
    awaits_media: bool = False
    awaits_reading: int | None = None
    waited_by: Rank | None = None
    shared_with: dict[int, int] = field(default_factory=dict)  # token counts, by request
    turn_starts: list[tuple[int, int]] = field(init=False)
    dropped_messages: int = field(init=False)
    state: SequenceState = SequenceState.QUEUED
    slot: int | None = None
    sampler: Sampler | None = None
    logprobs: list[TokenLogprob] = field(default_factory=list)  # not reported yet
    unwritten_logprobs: deque[TokenLogprob] = field(default_factory=deque)
    reply_tokens: list[int] = field(default_factory=list)
    known_count: int = 0  # tokens before those that were sampled or forced last
    reply_text: list[str] = field(default_factory=list)
    is_reply_text_exact: bool = True
    queue_position: int = 0
    overtaken_count: int = 0
    passed_over: int = 0  # steps since the last piece of its prompt
    promised_tokens: int = 0
    reused_tokens: int = 0
    reused_from: ReuseOrigin = ReuseOrigin.NOWHERE
    restore_seconds: float = 0.0
    admitted: float | None = None
    first_token: float | None = None
    last_token: float | None = None
    lookup: PromptLookup | None = None
    index: Future[NgramIndex] | None = None  # being made from its text
    acceptance: Acceptance | None = None  # of what a draft model proposes for it
    speculation_enabled: bool = field(init=False)
    drafted_tokens: int = 0  # rows computed for drafts, of which accepted_tokens were kept
    accepted_tokens: int = 0
    decode_seconds: float = 0.0  # of the calls in the steps that gave it its tokens

    def __post_init__(self) -> None:
        self.stops = StopStrings(self.sampling.stop_strings, self.hidden_stops)
        self.tokens = list(self.prompt.tokens)
        self.spans = list(self.prompt.spans)
        self._list_text_tokens()
        self.prompt_token_count = len(self.prompt.tokens)
        self.prompt_hash = hash(self.prompt.tokens)
        self.segment_ends = list(self.prompt.segment_ends)
        self.tokenized = self.prompt.tokenized
        self.shared_prefix_length = shared_prefix_length(self.prompt)
        self.shared_key = shared_key(self.prompt, self.shared_prefix_length)
        self.turn_starts = list(self.prompt.turn_starts)
        self.dropped_messages = self.prompt.dropped_messages
        # The log probabilities of drafted rows are not computed.
        self.speculation_enabled = self.wants_reply and not self.wants_logprobs

    def _list_text_tokens(self) -> None:
        self.text_tokens = [e for e in self.tokens if e >= 0] if self.spans else self.tokens

    def park(self) -> None:
        """Wait for a slot again, with all tokens read and written."""
        tokens, spans = tuple(self.tokens), tuple(self.spans)
        self.prompt = Prompt(tokens, self.dropped_messages, self.tokenized, spans)
        self.prompt_hash = hash(self.prompt.tokens)
        self.state, self.slot, self.is_parked = SequenceState.QUEUED, None, True
        self.queue_position = self.overtaken_count = self.passed_over = 0

    def append(self, token: int) -> None:
        """Add a sampled token; it enters the KV cache with its decode."""
        self.tokens.append(token)
        if self.spans:
            self.text_tokens.append(token)
        self.reply_tokens.append(token)

    @property
    def is_ephemeral(self) -> bool:
        """Return whether its conversation will never be continued."""
        name = self.conversation_id
        return (self.rank is Rank.BACKGROUND and not is_source(name)) or is_unnamed(name)

    @property
    def cache_keys(self) -> list[str]:
        """Return the keys of the states it can be restored from, its own conversation first."""
        return [key for key in (self.conversation_id, self.shared_key) if key is not None]

    @property
    def urgency(self) -> Rank:
        """Return its rank, or that of a request that waits for it, if that is higher."""
        return self.rank if self.waited_by is None else min(self.rank, self.waited_by)

    @property
    def wants_logprobs(self) -> bool:
        """Return whether the request asks for log probabilities."""
        return self.sampling.logprob_count is not None

    @property
    def waits_for_text(self) -> bool:
        """Return whether the next token can be sampled only after the text of the last is known.

        A stop string ends the reply; the end of the thinking begins a grammar; and tokens of
        thinking count for a budget.
        """
        is_bound = self.budget is not None or self.sampling.has_grammar
        return self.stops.is_any or (is_bound and not self.splitter.is_answering)

    @property
    def is_ended_by_text(self) -> bool:
        """Return whether a stop string or repetition has ended the reply; later text is dropped."""
        return self.stops.is_stopped or self.is_repeating

    @property
    def is_repeating(self) -> bool:
        """Return whether the reply repeats itself endlessly."""
        return self.repetition is not None and self.repetition.is_repeating

    def forced_token(self) -> int | None:
        """Return the token that replaces the next sampled one; None if there is none.

        Call it once for each token, after the text of those before is written.
        """
        if self.budget is None:
            return None
        return self.budget.next_token(is_thinking=self.splitter.is_reasoning)

    @property
    def most_thoughts(self) -> int | None:
        """Return the minimum number of tokens before one is forced; None for any number."""
        if self.budget is None or self.splitter.is_answering:
            return None
        return self.budget.room(len(self.reply_tokens))

    def close_sampler(self) -> None:
        """Free the sampler."""
        if self.sampler is not None:
            self.sampler.close()

    def drop(self, discard: Discard) -> None:
        """Discard whole turns and all data about them."""
        keep, count = discard.keep_count, discard.discard_count
        del self.tokens[keep : keep + count]
        self.spans = without(self.spans, keep, count)
        self._list_text_tokens()
        self.lookup = self.index = self.acceptance = None
        edges = (edge - count if edge > keep else edge for edge in self.segment_ends)
        self.segment_ends = [edge for edge in edges if edge > 0]
        self.turn_starts = [
            (start - count if start > keep else start, message)
            for start, message in self.turn_starts
            if not discard.holds(start)
        ]
        self.tokenized = self.tokenized.without_tokens(keep, count)
        self.dropped_messages = discard.first_message

    @property
    def has_calls(self) -> bool:
        """Return whether the answer so far seems to call a tool; True may be wrong."""
        text = "".join(self.reply_text) + self.end_text
        return any(mark in text for mark in self.call_marks)

    def usage(self, now: float, context_tokens: int) -> ReplyUsage:
        """Return the usage so far; ``now`` is in seconds of the clock of ``arrived``."""
        first = self.first_token
        return ReplyUsage(
            prompt_tokens=self.prompt_token_count,
            reused_tokens=self.reused_tokens,
            reused_from=self.reused_from,
            restore_seconds=self.restore_seconds,
            reply_tokens=len(self.reply_tokens),
            dropped_messages=self.dropped_messages,
            context_tokens=context_tokens,
            queue_seconds=(now if self.admitted is None else self.admitted) - self.arrived,
            first_token_seconds=None if first is None else first - self.arrived,
            decode_seconds=self.decode_seconds,
            drafted_tokens=self.drafted_tokens,
            accepted_tokens=self.accepted_tokens,
        )
