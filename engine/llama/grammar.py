"""A grammar that restricts a reply, token by token, in the library."""

import time

from engine.ipc.lazy_text import LazyText, lazy
from engine.llama.candidates import CandidateList
from engine.llama.capi import lib, library_errors
from engine.llama.chain import Chain
from engine.llama.vocabulary import LlamaVocabulary
from engine.messages.errors import InvalidSampling

# Typical grammars take milliseconds for a token. Those with many parses, or with large character
# classes, take minutes for the vocabulary of a model. CPU time of the calling thread, which
# computes all of it: other programs must not make a schema of hundreds of properties time out.
MAX_SECONDS = 2.0  # seconds for one token


class Grammar:
    """Excludes the tokens that a grammar forbids; only tokens that it allows may be accepted.

    ``fault`` is set once it has allowed no token or has exceeded ``MAX_SECONDS``. One thread at a
    time, except for ``give_up``.
    """

    def __init__(self, text: str, vocabulary: LlamaVocabulary) -> None:
        """Load a text that ``check_grammar`` has accepted. Raises InvalidSampling."""
        link = lib.llama_sampler_init_grammar(vocabulary.handle, text.encode(), b"root")
        if not link:
            reason = RuntimeError(library_errors())
            raise InvalidSampling(lazy("The model cannot follow this grammar.")) from reason
        self._chain = Chain([link])
        self._seconds = 0.0  # for the next token
        self._is_given_up = False
        self.fault: LazyText | None = None

    def rule_out(self, candidates: CandidateList) -> int:
        """Drop the forbidden candidates and return how many remain.

        0 once it has exceeded ``MAX_SECONDS`` for one token, or was cancelled.
        """
        if self._is_over():
            return 0
        started = time.thread_time()
        is_whole = self._chain.apply_in_parts(
            candidates, lambda: self._is_over(time.thread_time() - started)
        )
        self._add_seconds(started)
        return candidates.drop_forbidden() if is_whole else 0

    def rule_out_all(self, candidates: CandidateList) -> int:
        """Do the same with the whole vocabulary; sets ``fault`` if no candidate remains."""
        count = self.rule_out(candidates)
        if not count and self.fault is None and not self._is_given_up:
            self.fault = lazy(
                "The grammar allows none of the model's tokens here. Check its character classes "
                "and the rules that follow the text so far."
            )
        return count

    def accept(self, token: int) -> None:
        """Advance by a token; the library aborts the process on a forbidden one."""
        started = time.thread_time()
        self._chain.accept(token)
        self._seconds = 0.0
        self._add_seconds(started)

    def give_up(self) -> None:
        """Make a running ``rule_out`` end after its current part; any thread."""
        self._is_given_up = True

    def close(self) -> None:
        """Free it; safe to call twice."""
        self._chain.close()

    def _is_over(self, more_seconds: float = 0.0) -> bool:
        has_fault = self.fault is not None or self._is_given_up
        return has_fault or self._seconds + more_seconds > MAX_SECONDS

    def _add_seconds(self, started: float) -> None:
        self._seconds += time.thread_time() - started
        if self._seconds > MAX_SECONDS and self.fault is None:
            self.fault = lazy(
                "The grammar takes more than {most} seconds for one token. Use fewer repetitions "
                "that can match the same text, and smaller character classes.",
                most=round(MAX_SECONDS),
            )
