"""Facts about the loaded model and measurements, as the engine reports them."""

import enum

import msgspec

from engine.ipc.lazy_text import LazyText
from engine.messages.config import KvType, ModelDefaults
from engine.messages.history_needs import HistoryNeeds
from engine.messages.request_options import TemplateArgument, ThinkingInfo
from engine.messages.tool_format import ToolFormat


class ReuseOrigin(enum.Enum):
    """Where reused tokens were stored before a reply."""

    NOWHERE = "nowhere"
    READY = "ready"  # in a slot: the conversation's own, or a copied one of another
    MEMORY = "memory"
    DISK = "disk"
    SHARED_PROMPT = "shared prompt"


class ReplyUsage(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of a reply, in tokens and seconds.

    The application stores it as ``app.domain.ReplyUsage``, which has a field for each one here.

    Attributes:
        prompt_tokens: tokens of the rendered conversation.
        reused_tokens: of these, those that need not be read again.
        reply_tokens: tokens sampled for the reply.
        dropped_messages: oldest messages that no longer fit into the context window.
        context_tokens: tokens that the conversation holds in its slot.
        queue_seconds: from arrival to a slot.
        first_token_seconds: from arrival to the first sampled token; None without one.
        decode_seconds: of the library's calls, in the steps that gave all tokens but the first.
        reused_from: where the reused tokens were; restoring them took ``restore_seconds``.
        drafted_tokens: tokens drafted for the reply and computed with its own tokens.
        accepted_tokens: of these, the accepted ones; included in ``reply_tokens``.
        network_seconds: from sending the request to its arrival on another machine; 0 on this one.
        reading_seconds: time of another machine to read the prompt; 0 if it does not say.
        endpoint_name: name of the machine that answered; empty for this one.
    """

    prompt_tokens: int = 0
    reused_tokens: int = 0
    reply_tokens: int = 0
    dropped_messages: int = 0
    context_tokens: int = 0
    queue_seconds: float = 0.0
    first_token_seconds: float | None = None
    decode_seconds: float = 0.0
    reused_from: ReuseOrigin = ReuseOrigin.NOWHERE
    restore_seconds: float = 0.0
    drafted_tokens: int = 0
    accepted_tokens: int = 0
    network_seconds: float = 0.0
    reading_seconds: float = 0.0
    endpoint_name: str = ""

    @property
    def tokens_per_second(self) -> float | None:
        """Return the speed of writing, or None if it was not measured."""
        if self.decode_seconds <= 0 or self.reply_tokens < 2:
            return None
        return (self.reply_tokens - 1) / self.decode_seconds


class TemplateKind(enum.Enum):
    """How a model's chat template treats earlier turns, tested on a three-turn chat.

    STABLE leaves them unchanged; STRIPS_REASONING removes the thinking of earlier replies; UNSTABLE
    changes them in other ways. A template that is not stable makes the model read again from the
    change.
    """

    STABLE = "stable"
    STRIPS_REASONING = "strips reasoning"
    UNSTABLE = "unstable"


class ChatFormat(enum.Enum):
    """The source of a model's chat template.

    OWN is in its file, or was set by the user. A file may have none: CHATML is guessed for a chat
    model; with CONTINUATION the model continues a plain text (``engine.gguf.chat_training``).
    """

    OWN = "own"
    CHATML = "chatml"
    CONTINUATION = "continuation"


class ModelTraining(enum.Enum):
    """The training of a model, according to its names, if its file has no chat template."""

    CHAT = "chat"
    BASE = "base"
    UNKNOWN = "unknown"


class CardMemory(msgspec.Struct, frozen=True, kw_only=True):
    """The memory of a graphics card in bytes.

    Attributes:
        name: that of its driver; further cards of the same name end in a number.
        total_bytes: 0 if its driver does not report its memory.
        used_bytes: what the loaded model takes of it, by its plan.
        is_automatic: layers are placed on it unless their number was set.
        is_shared: its memory is a part of the main memory.
    """

    name: str
    free_bytes: int
    total_bytes: int
    used_bytes: int = 0
    is_automatic: bool = True
    is_shared: bool = False


class ModelInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The loaded model, read back from the library.

    ``context_window`` is the size for each conversation, ``trained_context`` the size that the
    model was trained with. ``device``, ``device_reason``, ``kv_cache_kind`` are words for the user.
    ``kv_bytes`` is the maximum memory of all conversations together, 0 if it is unknown;
    ``kv_type`` is the type of the keys. ``context_reason`` says what limited an automatic context.
    ``thinking`` and ``template_arguments`` are the options that its chat template was seen to
    follow; ``tool_format`` is how the model writes calls, None if the template shows no tools;
    ``history`` the rewrites of messages that it needs. ``card_count`` is the number of graphics
    cards that could have been used, ``cards`` the memory of all cards of this computer after the
    load; ``rpc_servers`` are the other computers that hold layers.
    ``defaults`` are for requests of other programs that do not give their own. Through the file
    ``projector``, if there is one, it ``sees`` pictures and ``hears`` sounds. An embedding of a
    text has ``embedding_length`` numbers; a model that ``embeds_only`` has no slots, and its
    ``context_window`` is that of one text. ``draft`` is the name of the draft model in use;
    ``draft_refusal`` says why the one that was chosen is not used. A token of a single reply took
    ``token_seconds`` when the model was loaded; 0 if it was not measured. ``chat_template`` is the
    Jinja text in use, ``bos_token`` and ``eos_token`` the texts that it gets; empty without one.
    """

    path: str
    name: str
    architecture: str
    parameter_count: int
    file_bytes: int
    vocabulary_size: int
    context_window: int
    trained_context: int
    slot_count: int
    thread_count: int
    gpu_layer_count: int
    layer_count: int
    device: LazyText
    device_reason: LazyText
    template: TemplateKind = TemplateKind.STABLE
    chat_format: ChatFormat = ChatFormat.OWN
    can_slide: bool = True
    kv_cache_kind: str = "attention"
    kv_bytes: int = 0
    kv_type: KvType = KvType.F16
    context_reason: LazyText = LazyText("")
    thinking: ThinkingInfo = ThinkingInfo()
    template_arguments: tuple[TemplateArgument, ...] = ()
    tool_format: ToolFormat | None = None
    history: HistoryNeeds = HistoryNeeds()
    card_count: int = 0
    cards: tuple[CardMemory, ...] = ()
    rpc_servers: tuple[str, ...] = ()
    sees: bool = False
    hears: bool = False
    projector: str = ""
    embedding_length: int = 0
    embeds_only: bool = False
    draft: str = ""
    draft_refusal: LazyText = LazyText("")
    token_seconds: float = 0.0
    defaults: ModelDefaults = ModelDefaults()
    chat_template: str = ""
    bos_token: str = ""
    eos_token: str = ""

    @property
    def continues_text(self) -> bool:
        """Return whether this is a base model, which was not trained to chat."""
        return self.chat_format is ChatFormat.CONTINUATION


class StepRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One step: the slots that got a token, those that read prompt, and the durations.

    ``decode_slots`` are those of all decode calls, ``call_sizes`` the rows of each.
    ``decode_seconds`` and ``prefill_seconds`` are those of the library's calls, ``seconds`` the
    whole step's, admission and planning included.
    """

    decode_slots: tuple[int, ...] = ()
    accepted_tokens: int = (
        0  # drafted or forced ones, in addition to one token for each of these slots
    )
    prefill_slots: tuple[int, ...] = ()
    prefill_tokens: int = 0
    decode_seconds: float = 0.0
    prefill_seconds: float = 0.0
    sample_seconds: float = 0.0
    plan_seconds: float = 0.0
    seconds: float = 0.0
    call_sizes: tuple[int, ...] = ()

    @property
    def token_count(self) -> int:
        """Return the number of tokens that were computed and kept."""
        return self.reply_tokens + self.prefill_tokens

    @property
    def reply_tokens(self) -> int:
        """Return the number of tokens of replies."""
        return len(self.decode_slots) + self.accepted_tokens


class Percentiles(msgspec.Struct, frozen=True, kw_only=True):
    """Nearest-rank percentiles of the last values, in seconds."""

    p50: float
    p95: float
    p99: float
    worst: float


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens per second since the model was loaded; None if never measured.

    Attributes:
        decode: reply tokens, over all steps that had any.
        prefill: prompt tokens, over the steps that had nothing else.
        proportional: all tokens over all steps.
        average_sequences: replies that got tokens in the same step.
    """

    decode: float | None = None
    prefill: float | None = None
    proportional: float | None = None
    average_sequences: float | None = None


class CacheEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The cached state of one conversation, in bytes of main memory and of the disk.

    Without a ``conversation_id`` it is a source, or a system prompt that new conversations begin
    with. ``is_usable`` is False if another model, or another setting of this one, wrote it.
    """

    conversation_id: str
    source_key: str = ""
    token_count: int
    ram_bytes: int = 0
    disk_bytes: int = 0
    is_usable: bool = True


class SlotView(msgspec.Struct, frozen=True, kw_only=True):
    """One slot: its conversation, and its cells by kind: kept, new, and free."""

    slot: int
    state: str
    conversation_id: str | None
    kept_cells: int
    new_cells: int
    free_cells: int
    checkpoint_count: int = 0
