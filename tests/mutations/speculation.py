"""Bugs planted in guessing ahead: what is guessed, what it may cost, what is kept of it."""

from tests.mutations.mutation import Mutation

INDEX = "tests/engine/scheduling/test_ngram_index.py"
LOOKUP = "tests/engine/scheduling/test_prompt_lookup.py"
PLANNER = "tests/engine/scheduling/test_speculation.py"
DRAFTER = "tests/engine/core/test_drafter.py"

SPECULATION_MUTATIONS = (
    Mutation(
        "the first place of the last tokens is found, not the latest",
        "engine/scheduling/ngram_index.py",
        "is_latest[:-1] = keys[1:] != keys[:-1]",
        "is_latest[1:] = keys[1:] != keys[:-1]",
        INDEX,
    ),
    Mutation(
        "fewer tokens that stood there before go before more",
        "engine/scheduling/ngram_index.py",
        "            found = position\n",
        "            return position\n",
        INDEX,
    ),
    Mutation(
        "two tokens are taken for three",
        "engine/scheduling/ngram_index.py",
        "(two, tokens[position - 3] + 1 << 2 * _BITS | two)",
        "(two, tokens[position - 3] << 2 * _BITS | two)",
        INDEX,
    ),
    Mutation(
        "a copy ends where a token differs",
        "engine/scheduling/prompt_lookup.py",
        "        is_resumed = self._run >= _LONG_RUN\n",
        "        is_resumed = False\n",
        LOOKUP,
    ),
    Mutation(
        "guesses that were wrong are held for right",
        "engine/scheduling/prompt_lookup.py",
        "self._rights[kind] * _FORGETTING + is_right",
        "self._rights[kind] * _FORGETTING + 1.0",
        LOOKUP,
    ),
    Mutation(
        "a reply pays for the guesses of another",
        "engine/scheduling/speculation.py",
        "    if (1.0 + min(rights)) < HARMLESS * price:\n",
        "    if (1.0 + max(rights)) < HARMLESS * price:\n",
        PLANNER,
    ),
    Mutation(
        "prices are tried without end",
        "engine/scheduling/speculation.py",
        "self._next_probe = now + max(0.0, extra) / _PROBE_SHARE",
        "self._next_probe = now",
        PLANNER,
    ),
    Mutation(
        "a price that was high once is high for ever",
        "engine/scheduling/speculation.py",
        "return None if known is None or now - known.seen > _TRUE_SECONDS else known.steps",
        "return None if known is None else known.steps",
        PLANNER,
    ),
    Mutation(
        "what a step without guesses takes is never seen again",
        "engine/scheduling/speculation.py",
        "        if self._steps_since_plain >= _PLAIN_EVERY or not any(map(any, expected)):\n",
        "        if not any(map(any, expected)):\n",
        PLANNER,
    ),
    Mutation(
        "a row behind a wrong guess is sampled, too",
        "engine/core/draft_sampler.py",
        "    if depth >= len(drafted) or token != drafted[depth]:\n",
        "    if depth >= len(drafted):\n",
        DRAFTER,
    ),
    Mutation(
        "a guess goes on behind the end of a reply",
        "engine/core/draft_sampler.py",
        "    return not backend.vocabulary.is_end_of_generation(token)\n",
        "    return True\n",
        "tests/engine/core/test_draft_sampler.py",
    ),
    Mutation(
        "wrong guesses stay in the slot",
        "engine/core/runner.py",
        "if len(right) < len(work.drafted) and not self._backend.truncate(slot.index, position):",
        "if False:",
        DRAFTER,
    ),
    Mutation(
        "a failed call is repeated with its guesses",
        "engine/core/runner.py",
        "going_on = [Work(work.slot, work.token_count) for work in works if work.slot.sequence]",
        "going_on = [work for work in works if work.slot.sequence]",
        DRAFTER,
    ),
    Mutation(
        "the price of a call that was repeated is believed",
        "engine/core/step_runner.py",
        "is_whole = len(writers) == len(works) and not self._runner.was_repeated",
        "is_whole = len(writers) == len(works)",
        DRAFTER,
    ),
    Mutation(
        "a reply goes on guessing where a cut was refused",
        "engine/core/runner.py",
        "                sequence.may_guess = False",
        "                sequence.may_guess = True",
        DRAFTER,
    ),
    Mutation(
        "guesses go beyond the length that was asked for",
        "engine/core/drafter.py",
        "            most = min(most, reply.sampling.max_tokens - len(reply.reply_tokens) - 1)\n",
        "            pass\n",
        DRAFTER,
    ),
    Mutation(
        "guesses go beyond the context window",
        "engine/core/drafter.py",
        "        most = self._window - len(reply.tokens) - 1\n",
        "        most = self._window\n",
        DRAFTER,
    ),
    Mutation(
        "what was said before a slide is looked up in what is left",
        "engine/scheduling/sequence.py",
        "        self.lookup = self.index = None\n",
        "",
        "tests/engine/scheduling/test_sequence.py",
    ),
    Mutation(
        "guesses are made under a grammar",
        "engine/scheduling/sequence.py",
        "        self.may_guess = self.wants_reply and is_free and not self.wants_logprobs\n",
        "        self.may_guess = self.wants_reply\n",
        DRAFTER,
    ),
    Mutation(
        "a step that reads a prompt is made longer by guesses",
        "engine/core/step_runner.py",
        "guessing = [] if step_plan.prefill else self.drafter.calls(slots)",
        "guessing = self.drafter.calls(slots)",
        DRAFTER,
    ),
)
