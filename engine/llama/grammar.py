"""A grammar that a reply follows, token by token, in the library."""

import time

from engine.llama.candidates import CandidateList
from engine.llama.capi import lib, library_errors
from engine.llama.chain import Chain
from engine.llama.vocabulary import LlamaVocabulary
from engine.wire.errors import InvalidSampling
from engine.wire.lazy_text import lazy

# Texts that can be read in ever more ways make the library work more with every letter, without
# an end; and other conversations wait for this one. Real grammars take milliseconds.
_LONGEST_SECONDS = 2.0


class Grammar:
    """Rules out what a grammar forbids; only tokens that it let through may be accepted."""

    def __init__(self, text: str, vocabulary: LlamaVocabulary) -> None:
        """Take a text that ``check_grammar`` has passed. Raises InvalidSampling."""
        link = lib.llama_sampler_init_grammar(vocabulary.handle, text.encode(), b"root")
        if not link:
            reason = RuntimeError(library_errors())
            raise InvalidSampling(lazy("The model cannot follow this grammar.")) from reason
        self._chain = Chain([link])
        self._is_too_slow = False

    def rule_out(self, candidates: CandidateList) -> int:
        """Drop the candidates that may not come next and return how many are left."""
        if self._is_too_slow:
            return 0
        started = time.monotonic()
        self._chain.apply(candidates)
        self._watch(started)
        return candidates.drop_forbidden()

    def accept(self, token: int) -> None:
        """Go on behind a token; the library ends the process on a forbidden one."""
        started = time.monotonic()
        self._chain.accept(token)
        self._watch(started)

    def close(self) -> None:
        """Free it; safe to call twice."""
        self._chain.close()

    def _watch(self, started: float) -> None:
        self._is_too_slow = time.monotonic() - started > _LONGEST_SECONDS
