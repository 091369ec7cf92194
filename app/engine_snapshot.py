"""The engine as its panel draws it: slots, step times, and the use of memory and disk."""

import enum

import msgspec


class SlotActivity(enum.Enum):
    """What a slot is doing."""

    FREE = "free"
    WARM = "warm"
    RUNNING = "running"


class SlotSnapshot(msgspec.Struct, frozen=True):
    """One slot and its cells.

    Attributes:
        number: counted from 1.
        occupant: the title of the conversation that holds it; empty for none.
        kept_cells: held from before the running request.
        new_cells: read or written by the running request.
    """

    number: int
    activity: SlotActivity
    occupant: str = ""
    kept_cells: int = 0
    new_cells: int = 0
    free_cells: int = 0
    checkpoint_count: int = 0


class StepTimes(msgspec.Struct, frozen=True):
    """The steps of a short while: the mean of each phase, and the longest step, in seconds."""

    age_seconds: float
    decode: float = 0.0
    prefill: float = 0.0
    sampling: float = 0.0
    rest: float = 0.0
    longest: float = 0.0


class Gaps(msgspec.Struct, frozen=True):
    """How long readers waited between two tokens, in seconds."""

    p50: float
    p95: float
    p99: float


class ThreadUse(msgspec.Struct, frozen=True):
    """How many processor threads computed last, and how many may; fixed ones do not change."""

    count: int
    limit: int
    is_fixed: bool = False


class SpaceKind(enum.Enum):
    """What takes memory or disk."""

    ENGINE_PROCESS = "engine process"
    WINDOW_PROCESS = "window process"
    CHECKPOINTS = "checkpoints"
    RAM_TIER = "conversations in memory"
    DISK_TIER = "conversations on disk"


class SpaceUse(msgspec.Struct, frozen=True):
    """One use of memory or disk."""

    kind: SpaceKind
    byte_count: int


class MachineCount(msgspec.Struct, frozen=True):
    """How many chats another machine answers now."""

    name: str
    count: int


class AnsweringCounts(msgspec.Struct, frozen=True):
    """Who is answered or waits, and where.

    Attributes:
        here: chats that the model of this computer answers, or will.
        machines: those of other machines, in the order of their names.
        programs: requests of other programs, and those of them that wait.
        comparisons: comparisons and lists that are being answered.
    """

    here: int = 0
    machines: tuple[MachineCount, ...] = ()
    programs: int = 0
    waiting_programs: int = 0
    comparisons: int = 0


class EngineSnapshot(msgspec.Struct, frozen=True):
    """Everything that the panel shows at one moment; None stands for what was not measured.

    Attributes:
        device, device_reason: what computes, and why that.
        answers_chats: False for a model that only embeds, which has no slots and steps.
        answering: who is answered now, here and elsewhere.
        waiting: titles of the conversations without a slot, the next one first.
        steps: of the last minute, oldest first.
        step_target_seconds: how long a step is meant to take.
        first_word_seconds: what half of the answers needed at most until their first word.
        reused_tokens, promised_tokens: of all prompts, what needed not be read again.
        drafted_tokens, accepted_tokens: what was guessed ahead for answers, and what was right.
        trouble: a sentence about a folder that can't be written to.
    """

    device: str = ""
    device_reason: str = ""
    answers_chats: bool = True
    threads: ThreadUse | None = None
    slots: tuple[SlotSnapshot, ...] = ()
    answering: AnsweringCounts = msgspec.field(default_factory=AnsweringCounts)
    waiting: tuple[str, ...] = ()
    steps: tuple[StepTimes, ...] = ()
    step_target_seconds: float = 0.0
    gaps: Gaps | None = None
    writing_rate: float | None = None
    reading_rate: float | None = None
    average_sequences: float | None = None
    first_word_seconds: float | None = None
    reused_tokens: int = 0
    promised_tokens: int = 0
    drafted_tokens: int = 0
    accepted_tokens: int = 0
    space: tuple[SpaceUse, ...] = ()
    trouble: str = ""


class CachedConversation(msgspec.Struct, frozen=True):
    """The bytes that the KV cache holds of one conversation outside its slot."""

    conversation_id: str
    title: str
    ram_bytes: int = 0
    disk_bytes: int = 0
