"""Reports that are available at any time: the model, a snapshot, the tokens of a text."""

import msgspec

from engine.backend import Backend
from engine.backend_media import MediaRefused
from engine.core.cache_manager import KVCacheManager
from engine.core.draft_lanes import DraftLanes
from engine.core.requests import Requests
from engine.core.stats import Statistics, percentiles
from engine.core.text_questions import text_refusal
from engine.ipc.lazy_text import LazyText
from engine.messages.commands import (
    Command,
    CountTokens,
    DetokenizeTokens,
    EmbedTexts,
    RenderPrompt,
    ReportCache,
    ReportState,
    Submit,
    TokenizeText,
    WeighPrompt,
)
from engine.messages.errors import EngineError
from engine.messages.events import (
    CacheReport,
    ErrorReport,
    Event,
    Finished,
    PromptWeighed,
    Snapshot,
    StepEvents,
    TextsEmbedded,
    TokensCounted,
)
from engine.messages.history_needs import HistoryNeeds
from engine.messages.media import Media
from engine.messages.metrics import ChatFormat, ModelInfo, Rates, SlotView, StepRecord, TemplateKind
from engine.messages.sources import ReadSource, SourceEnded
from engine.messages.tool_format import ToolFormat
from engine.reading_speeds import MIN_TOKENS
from engine.scheduling.costs import Costs
from engine.scheduling.slot_auditor import SlotAuditor
from engine.scheduling.slots import Slot, SlotPool
from engine.text.counting import count_tokens
from engine.text.prompt_media import PromptMedia
from engine.text.steering import Steering

NO_SNAPSHOT = Snapshot(
    slots=(),
    waiting=(),
    steps=(),
    rates=Rates(),
    token_gaps=None,
    queue_waits=None,
    first_tokens=None,
    promised_tokens=0,
    reused_tokens={},
    slot_error_count=0,
    checkpoint_bytes=0,
    ram_bytes=0,
)


def refusal_of(command: Command, error: EngineError) -> Event | None:
    """Return the answer to a command that can't be carried out; None if it expects none."""
    match command:
        case CountTokens():
            return TokensCounted(command.request_id)
        case WeighPrompt():
            return PromptWeighed(command.request_id)
        case TokenizeText() | DetokenizeTokens() | RenderPrompt():
            return text_refusal(command, error)
        case EmbedTexts():
            return TextsEmbedded(command.request_id, error=ErrorReport.of(error))
        case ReportCache():
            return CacheReport(request_id=command.request_id)
        case ReportState():
            return msgspec.structs.replace(NO_SNAPSHOT, request_id=command.request_id)
        case Submit():
            return StepEvents((Finished.failed(command.request_id, error),))
        case ReadSource():
            return SourceEnded(command.request_id, ErrorReport.of(error))
    return None


class EngineReports:
    """Reads the state of the scheduler's parts, and changes only the collected steps."""

    def __init__(
        self,
        *,
        backend: Backend,
        chat_template: str,
        template_kind: TemplateKind,
        chat_format: ChatFormat,
        steering: Steering,
        tool_format: ToolFormat | None,
        history: HistoryNeeds,
        prompt_media: PromptMedia,
        pool: SlotPool,
        requests: Requests,
        cache_manager: KVCacheManager,
        auditor: SlotAuditor,
        statistics: Statistics,
        draft_lanes: DraftLanes | None,
        costs: Costs,
    ) -> None:
        self._backend = backend
        self._chat_template = chat_template
        self._template_kind = template_kind
        self._chat_format = chat_format
        self._steering = steering
        self._tool_format = tool_format
        self._history = history
        self._prompt_media = prompt_media
        self._pool = pool
        self._requests = requests
        self._cache_manager = cache_manager
        self._auditor = auditor
        self._statistics = statistics
        self._draft_lanes = draft_lanes
        self._costs = costs

    def model(self) -> ModelInfo:
        """Return the loaded model, and the facts found about it."""
        capabilities, texts = self._backend.capabilities, self._backend.special_texts
        return msgspec.structs.replace(
            self._backend.info,
            template=self._template_kind,
            chat_format=self._chat_format,
            can_slide=capabilities.can_slide,
            kv_cache_kind=capabilities.kv_cache_kind,
            thinking=self._steering.info,
            template_arguments=self._steering.others,
            tool_format=self._tool_format,
            history=self._history,
            token_seconds=self._costs.seconds(1),
            chat_template=self._chat_template,
            bos_token=texts.get("bos_token", ""),
            eos_token=texts.get("eos_token", ""),
        )

    def reading_speed(self) -> float | None:
        """Return the processor's reading speed in tokens per second; None if too few were read."""
        measured = self._statistics
        is_known = measured.prefill_tokens >= MIN_TOKENS and measured.prefill_seconds > 0
        is_on_cpu = self._backend.info.gpu_layer_count == 0
        return (
            measured.prefill_tokens / measured.prefill_seconds if is_known and is_on_cpu else None
        )

    def token_count(self, command: CountTokens) -> TokensCounted:
        """Return the tokens of a text, and of its conversation in the cache."""
        count = count_tokens(self._backend.vocabulary, command.text)
        count += sum(self._media_tokens(media) for media in command.media)
        held = self.held_tokens(command.conversation_id)
        return TokensCounted(command.request_id, count, held, is_known=True)

    def _media_tokens(self, media: Media) -> int:
        """Return the tokens of a picture or sound; 0 if the model can't take it."""
        try:
            return len(self._prompt_media.tokens_of(media).tokens)
        except MediaRefused:
            return 0

    def held_tokens(self, conversation_id: str) -> int:
        """Return how many tokens of a conversation are cached, in slots or tiers."""
        slots = [slot for slot in self._pool.slots if slot.conversation_id == conversation_id]
        held = max((len(slot.cached_tokens) for slot in slots), default=0)
        return max(held, self._cache_manager.token_count(conversation_id))

    def snapshot(self) -> Snapshot:
        """Return the engine's state, and begin to collect the steps of the next snapshot."""
        steps = tuple(self._statistics.steps)
        self._statistics.steps.clear()
        return self._snapshot(steps)

    def state(self, command: ReportState) -> Snapshot:
        """Return the answer to a question, for which no steps are collected."""
        return msgspec.structs.replace(self._snapshot(()), request_id=command.request_id)

    def _snapshot(self, steps: tuple[StepRecord, ...]) -> Snapshot:
        statistics = self._statistics
        states = [point.state for slot in self._pool.slots for point in slot.checkpoints]
        window = self._backend.info.context_window
        snapshot = Snapshot(
            slots=tuple(_view(slot, window) for slot in self._pool.slots),
            waiting=tuple(each.conversation_id for each in self._requests.waiting),
            steps=steps,
            rates=statistics.rates(),
            token_gaps=percentiles(statistics.gaps),
            queue_waits=percentiles(statistics.queue_waits),
            first_tokens=percentiles(statistics.first_tokens),
            promised_tokens=statistics.promised_tokens,
            reused_tokens=dict(statistics.reused_tokens),
            drafted_tokens=statistics.drafted_tokens,
            accepted_tokens=statistics.accepted_tokens,
            draft_trouble=self._draft_lanes.trouble if self._draft_lanes else LazyText(),
            slot_error_count=self._auditor.error_count,
            checkpoint_bytes=sum(len(state) for state in states),
            ram_bytes=self._cache_manager.ram.byte_count,
            thread_count=self._backend.threads.count,
            thread_limit=self._backend.threads.limit,
            cards=self._backend.cards(),
        )
        return self._cache_manager.added_to(snapshot)


def _view(slot: Slot, window: int) -> SlotView:
    held = len(slot.cached_tokens)
    kept = held if slot.sequence is None else min(held, slot.sequence.reused_tokens)
    return SlotView(
        slot=slot.index,
        state=slot.state.value,
        conversation_id=slot.conversation_id,
        kept_cells=kept,
        new_cells=held - kept,
        free_cells=max(0, window - held),
        checkpoint_count=len(slot.checkpoints),
    )
