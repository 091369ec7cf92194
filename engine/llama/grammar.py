"""A grammar that restricts a reply, token by token, by llguidance."""

import ctypes
import functools
import threading
import time
from collections.abc import Sequence

import msgspec
import numpy as np
from llguidance import LLMatcher, LLTokenizer

from engine.grammars import LIMITS, grammar_text
from engine.ipc.lazy_text import LazyText, lazy
from engine.llama.candidates import Logits
from engine.llama.capi import lib
from engine.llama.vocabulary import LlamaVocabulary
from engine.messages.sampling_params import SamplingParams

# CPU time of the engine thread for each token: a typical one takes 0.03 ms, the first use of a part
# of a large vocabulary some milliseconds once. With an ambiguous grammar the time grows with each
# token, within the limits of llguidance, so a reply may exceed the usual time by this much in all.
USUAL_SECONDS = 0.002
MAX_EXCESS_SECONDS = 0.1

_NO_TOKEN = lazy(
    "The grammar allows none of the model's tokens here. Check its character classes and the rules "
    "that follow the text so far."
)
_TOO_SLOW = lazy(
    "The grammar is too ambiguous. Use fewer repetitions and alternatives that match the same text."
)


class CompiledGrammar(msgspec.Struct, frozen=True):
    """A grammar for one vocabulary; the requests of ``Grammar`` copy the matcher."""

    matcher: LLMatcher
    triggers: tuple[bytes, ...]


class GrammarCompiler:
    """Compiles grammars for the vocabulary of one model; any thread."""

    def __init__(self, vocabulary: LlamaVocabulary) -> None:
        self.vocabulary = vocabulary
        self._lock = threading.Lock()

    def compile(self, params: SamplingParams) -> CompiledGrammar | None:
        """Return the grammar of a request, or None. Raises InvalidSampling."""
        grammar = grammar_text(params, self.vocabulary.control_tokens)
        if grammar is None:
            return None
        matcher = LLMatcher(self.tokenizer, grammar.source, limits=LIMITS, log_level=0)
        if matcher.is_error():
            raise grammar.refusal(matcher.get_error())
        return CompiledGrammar(matcher, tuple(each.encode() for each in params.grammar_triggers))

    @property
    def tokenizer(self) -> LLTokenizer:
        """Return the vocabulary for llguidance."""
        with self._lock:
            return self._tokenizer

    @functools.cached_property
    def _tokenizer(self) -> LLTokenizer:
        vocabulary = self.vocabulary
        # One more token ends the reply: those of the model may be part of a grammar, such as the
        # end of a tool call.
        pieces = [*vocabulary.marked_pieces(), b"\xff<end>"]
        function = ctypes.cast(lib.llama_tokenize, ctypes.c_void_p).value
        tokenizer: LLTokenizer = LLTokenizer.from_llamacpp(  # type: ignore[attr-defined]
            tokens=pieces,
            vocab_ptr=vocabulary.handle,
            tokenize_fptr=function,
            eos_token=vocabulary.size,
            slices=None,
        )
        return tokenizer


class Grammar:
    """Excludes the tokens that a grammar forbids, for one reply; one thread at a time.

    With triggers it restricts nothing until the text contains one of them, and again after the
    text from there on is complete. ``fault`` is set once it has failed: the reply must end.
    """

    def __init__(self, compiled: CompiledGrammar, compiler: GrammarCompiler) -> None:
        self._matcher = compiled.matcher.deep_copy()
        self._triggers = compiled.triggers
        self._longest = max(map(len, compiled.triggers), default=0)
        self._tokenizer = compiler.tokenizer
        self._vocabulary = compiler.vocabulary
        self._size = self._vocabulary.size
        self._bits = np.zeros(self._size // 32 + 1, dtype=np.int32)
        self._address = int(self._bits.ctypes.data)
        self._tail = b""  # text in which a trigger may begin
        self._excess_seconds = 0.0
        self.is_active = not compiled.triggers
        self.fault: LazyText | None = None

    def masked(self, row: Logits, scratch: Logits) -> Logits | None:
        """Return the row with minus infinity for forbidden tokens; None if there is a fault.

        ``scratch`` is overwritten and returned, unless the grammar is not active.
        """
        if self.fault is not None:
            return None
        if not self.is_active:
            return row
        started = time.thread_time()
        self._matcher.unsafe_compute_mask_ptr(self._address, self._bits.nbytes)
        if self._matcher.is_error():
            self.fault = _TOO_SLOW
            return None
        allowed = np.unpackbits(self._bits.view(np.uint8), bitorder="little").view(np.bool_)
        if allowed[self._size]:
            allowed[self._vocabulary.end_tokens] = True
        scratch.fill(-np.inf)
        np.copyto(scratch, row, where=allowed[: self._size])
        self._add_seconds(started)
        return scratch

    def accept(self, token: int) -> list[int]:
        """Advance by a token, and by those that must follow it, which are returned.

        They end with the end of the reply if nothing else may follow.
        """
        if not self.is_active:
            self._look_for_trigger(token)
            return self.forced()
        started = time.thread_time()
        is_accepted = self._matcher.consume_token(token)
        self._add_seconds(started)
        if not is_accepted and not self._vocabulary.is_end_of_generation(token):
            self.fault = _TOO_SLOW
        return self.forced() if is_accepted else []

    def forced(self) -> list[int]:
        """Advance by the tokens that must follow, and return them."""
        if not self.is_active or self.fault is not None:
            return []
        started = time.thread_time()
        tokens = self._matcher.compute_ff_tokens()
        if tokens:
            self._matcher.consume_tokens(tokens)
        if self._matcher.is_error():
            self.fault = _TOO_SLOW
            return []
        if self._matcher.is_stopped():
            self._complete(tokens)
        self._add_seconds(started)
        return tokens

    def valid_count(self, tokens: Sequence[int]) -> int:
        """Return how many of these tokens may follow, as far as that is known."""
        if not self.is_active or self.fault is not None:
            return len(tokens)
        return self._matcher.validate_tokens(list(tokens))

    def note_no_token(self) -> None:
        """Record that no allowed token can be chosen."""
        self.fault = self.fault or _NO_TOKEN

    def _complete(self, tokens: list[int]) -> None:
        """Follow the end of the grammar's text."""
        if self._triggers:
            self.is_active, self._tail = False, b""
            self._matcher.reset()
        elif not any(map(self._vocabulary.is_end_of_generation, tokens)):
            tokens += self._vocabulary.end_tokens[:1].tolist()

    def _look_for_trigger(self, token: int) -> None:
        """Start the grammar at the first trigger in the text."""
        tail = self._tail + self._vocabulary.visible_piece(token)
        found = [at for each in self._triggers if (at := tail.find(each)) >= 0]
        if not found:
            self._tail = tail[max(0, len(tail) - self._longest + 1) :]
            return
        self._tail = b""
        # A token may have text before the trigger, and control tokens may be written as text.
        tokens = self._tokenizer.tokenize_bytes(tail[min(found) :], parse_special=True)
        self.is_active = self._matcher.try_consume_tokens(tokens) == len(tokens)
        if not self.is_active:
            self._matcher.reset()
        elif self._matcher.is_stopped():
            self._complete([])

    def _add_seconds(self, started: float) -> None:
        more = time.thread_time() - started - USUAL_SECONDS
        self._excess_seconds += max(0.0, more)
        if self._excess_seconds > MAX_EXCESS_SECONDS:
            self.fault = _TOO_SLOW
