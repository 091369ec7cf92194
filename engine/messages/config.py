"""The engine's settings: immutable values, checked on creation; addresses of RPC servers."""

import enum
import math
import re
from functools import partial

import msgspec

from engine.ipc.lazy_text import lazy
from engine.messages.errors import InvalidConfig
from engine.messages.sampling_params import SamplingParams

DEFAULT_PORT = 50052  # the default of ``ggml-rpc-server``
MAX_SERVERS = 16  # llama.cpp supports no more devices
_HOST = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?")
_PORT = re.compile(r"[0-9]{1,5}")
MAX_SLOT_COUNT = 256  # LLAMA_MAX_SEQ: the library refuses more sequences in one context
MIN_CONTEXT_WINDOW = 256
CONTEXT_STEP = 256  # the library rounds a sequence's cells up to a multiple of this
# Maximum rows of logits of a call in addition to one per slot; each is as long as the vocabulary.
MAX_DRAFTED_ROWS = 32


def rpc_address(text: str, failure: type[Exception] = InvalidConfig) -> str:
    """Return an address as ``host:port``; the port may be missing. Raises ``failure``."""
    text = text.strip()
    if text.startswith("[") or text.count(":") > 1:
        # The library splits at the first colon and opens IPv4 sockets only.
        raise failure(
            lazy(
                "RPC servers are reached by IPv4 only: write “{address}” as a name or as an "
                "address like 192.168.1.20:{port}.",
                address=text,
                port=DEFAULT_PORT,
            )
        )
    host, colon, port = text.partition(":")
    number = int(port) if _PORT.fullmatch(port) else 0
    if not _HOST.fullmatch(host) or (colon and not 0 < number < 1 << 16):
        raise failure(
            lazy(
                "“{address}” is not an RPC server address. Write it like 192.168.1.20:{port}.",
                address=text,
                port=DEFAULT_PORT,
            )
        )
    return f"{host.lower()}:{number or DEFAULT_PORT}"


def rpc_addresses(text: str, failure: type[Exception] = InvalidConfig) -> tuple[str, ...]:
    """Return the distinct addresses in a text that a user typed. Raises ``failure``."""
    found = dict.fromkeys(rpc_address(each, failure) for each in _pieces(text))
    return checked_addresses(tuple(found), failure)


def checked_addresses(
    addresses: tuple[str, ...], failure: type[Exception] = InvalidConfig
) -> tuple[str, ...]:
    """Return the addresses if all of them can be used. Raises ``failure``."""
    if len(addresses) > MAX_SERVERS:
        raise failure(lazy("At most {count} RPC servers can be used at once.", count=MAX_SERVERS))
    for address in addresses:
        if rpc_address(address, failure) != address:
            raise failure(lazy("“{address}” lacks its port.", address=address))
    return addresses


def _pieces(text: str) -> list[str]:
    return [each for each in re.split(r"[\s,;]+", text) if each]


class KvType(enum.Enum):
    """The type of the keys and values of conversations; stored by value."""

    F16 = "f16"
    Q8_0 = "q8_0"


class ModelDefaults(msgspec.Struct, frozen=True):
    """How a model is asked where the request of another program does not say it.

    Attributes:
        sampling: values of the parameters that a request omits.
        system_prompt: for requests without a system message; empty for none.
    """

    sampling: SamplingParams = SamplingParams()
    system_prompt: str = ""


class EngineConfig(msgspec.Struct, frozen=True, kw_only=True):
    """How a model is to be loaded and run.

    Attributes:
        context_window: maximum tokens of one conversation, prompt and reply together; None chooses
            by the model, the memory and the speed of this computer
            (``engine.gguf.automatic_context``).
        slot_count: conversations that can be answered at the same time (1 to 256).
        kv_type: type of keys and values; values stay F16 if attention is not fused.
        batch_size: maximum tokens in one decode call.
        micro_batch_size: maximum tokens computed in one pass of the library.
        thread_count: CPU threads of every call; None lets measurements choose, call by call.
        guesses_ahead: speculation: tokens drafted from the conversation itself are computed with
            the next one, and kept if the sampler chooses the same.
        gpu_layer_count: layers on a GPU; None places all that fit, 0 none.
        keeps_experts: experts of a model stay in main memory, also those of layers on a GPU; None
            keeps them there only if the GPU has room for everything else but not for them.
        card_bytes: maximum memory of this computer's GPUs for layers that are placed automatically;
            None is what is free.
        tensor_split: the shares of several GPUs, those of ``rpc_servers`` last; empty splits by
            free memory.
        rpc_servers: llama.cpp's RPC servers on other computers, as host:port, for the layers that
            do not fit here, or all that ``gpu_layer_count`` asks for.
        step_target_seconds: target duration of a step while a reply is being written.
        max_active: maximum replies written in the same step; None is all slots. On some CPUs fewer
            are faster, and the other slots keep conversations warm.
        discard_tokens: minimum tokens that a full conversation discards at a time; None is half of
            the tokens after its system prompt.
        ram_bytes: main memory for conversations that lost their slot; None is a quarter of the free
            memory, 0 keeps none.
        cache_dir: folder for conversations that come back warm after a restart; None keeps none.
        cache_bytes: their maximum disk space; None is 10 GB, at most a twentieth of the disk; 0
            keeps none and removes existing files.
        program_cache_percent: the share of ``ram_bytes`` and of ``cache_bytes`` that programs and
            background requests can use even if chats of the window need it, from 0 to 100.
        write_back_seconds: idle time of the model before a conversation is written to that folder.
        gpu_backend_dir: folder with GPU backends, in addition to those of the program.
        chat_template: replaces the one in the model's file; None does not.
        projector_path: the file that encodes pictures and sounds for the model; None reads text
            only.
        defaults: for requests of other programs; the engine only passes them on (``ModelInfo``).
        draft_path: the file of a small model with the same vocabulary that drafts tokens, if
            ``guesses_ahead``; None drafts from the conversation only.
        media_tokens_limit: maximum tokens of a picture if its size determines the number.
        overdue_seconds: how long a conversation may wait to be written while others are answered
            all the time; then it is written between two steps, if copying it is quick enough.
    """

    context_window: int | None = None
    slot_count: int = 4
    kv_type: KvType = KvType.F16
    batch_size: int = 2048
    micro_batch_size: int = 512
    thread_count: int | None = None
    guesses_ahead: bool = True
    gpu_layer_count: int | None = None
    keeps_experts: bool | None = None
    card_bytes: int | None = None
    tensor_split: tuple[float, ...] = ()
    rpc_servers: tuple[str, ...] = ()
    step_target_seconds: float = 0.08
    max_active: int | None = None
    discard_tokens: int | None = None
    ram_bytes: int | None = None
    cache_dir: str | None = None
    cache_bytes: int | None = None
    program_cache_percent: int = 25
    write_back_seconds: float = 2.0
    defaults: ModelDefaults = ModelDefaults()
    overdue_seconds: float = 60.0
    gpu_backend_dir: str | None = None
    chat_template: str | None = None
    projector_path: str | None = None
    draft_path: str | None = None
    media_tokens_limit: int = 1024

    def __post_init__(self) -> None:
        _check(lazy("context per chat"), self.context_window, MIN_CONTEXT_WINDOW, 1 << 24)
        _check(lazy("number of chats answered at once"), self.slot_count, 1, MAX_SLOT_COUNT)
        _check(lazy("batch size"), self.batch_size, self.slot_count, 1 << 16)
        _check(lazy("micro batch size"), self.micro_batch_size, 1, self.batch_size)
        _check(lazy("number of threads"), self.thread_count, 1, 512)
        _check(lazy("number of replies written at once"), self.max_active, 1, self.slot_count)
        _check(lazy("number of tokens to discard"), self.discard_tokens, 1, 1 << 24)
        _check(lazy("memory for chats without a slot"), self.ram_bytes, 0, 1 << 50)
        _check(lazy("disk space for chats"), self.cache_bytes, 0, 1 << 50)
        _check(lazy("share of programs in the cache"), self.program_cache_percent, 0, 100)
        _check(lazy("number of GPU layers"), self.gpu_layer_count, 0, 1 << 16)
        _check(lazy("number of tokens for a picture"), self.media_tokens_limit, 64, 1 << 14)
        checked_addresses(self.rpc_servers)
        shares = self.tensor_split
        if shares and not (min(shares) >= 0 and 0 < sum(shares) < math.inf):
            raise InvalidConfig(lazy("The shares of the graphics cards must not be negative."))
        if not 0.001 <= self.step_target_seconds <= 10:
            raise InvalidConfig(lazy("The step target must be between 1 ms and 10 s."))
        if not 0 <= self.write_back_seconds <= 86_400:
            raise InvalidConfig(
                lazy("The pause before writing must be between 0 seconds and a day.")
            )
        if not 0 <= self.overdue_seconds <= 86_400:
            raise InvalidConfig(
                lazy("The longest wait for a pause must be between 0 seconds and a day.")
            )


def check_range(
    failure: type[Exception], name: str, value: float | None, low: float, high: float
) -> None:
    """Raise ``failure`` with a sentence if a value is not None and outside this range."""
    if value is not None and not low <= value <= high:
        raise failure(
            lazy(
                "The {name} must lie between {low:,} and {high:,}, not {value}.",
                name=name,
                low=low,
                high=high,
                value=value,
            )
        )


_check = partial(check_range, InvalidConfig)
