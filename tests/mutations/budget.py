"""Bugs of the engine's time: what one chat asks for must not hold up the others."""

from tests.mutations.mutation import Mutation

INPUTS = "tests/engine/core/test_input_queue.py"
SAMPLING = "tests/engine/core/test_sampling_queue.py"
TEMPLATES = "tests/engine/text/test_chat_template.py"

BUDGET_MUTATIONS = (
    Mutation(
        "each rendering of a command has its whole time",
        "engine/text/template_sandbox.py",
        "            self._left = max(0.0, self._end - time.thread_time())\n",
        "            pass\n",
        TEMPLATES,
    ),
    Mutation(
        "a template that no chat can be read with is loaded",
        "engine/text/template_probe.py",
        "        raise ChatTemplateTooSlow(\n",
        "        return TemplateKind.UNSTABLE\n        raise ChatTemplateTooSlow(\n",
        "tests/engine/text/test_template_probe.py",
    ),
    Mutation(
        "all of a command's time goes into finding its turns",
        "engine/text/prompt_renderer.py",
        "            if self._template.seconds_left < least_seconds:\n",
        "            if False:\n",
        "tests/engine/text/test_prompt_renderer.py",
    ),
    Mutation(
        "a stopped request comes back when its prompt is made",
        "engine/core/input_queue.py",
        "            self._jobs.remove(job)\n",
        "            pass\n",
        INPUTS,
    ),
    Mutation(
        "a rendering goes on that nobody wants",
        "engine/text/template_sandbox.py",
        " or not self._is_wanted():\n",
        ":\n",
        INPUTS,
    ),
    Mutation(
        "requests overtake each other while their prompts are made",
        "engine/core/input_queue.py",
        "            job = self._jobs[0]  #",
        "            job = next(each for each in reversed(self._jobs) if each.is_done)  #",
        INPUTS,
    ),
    Mutation(
        "nobody notices that a prompt is made",
        "engine/core/input_queue.py",
        "        job.future.add_done_callback(lambda _future: wake())\n",
        "        assert wake\n",
        INPUTS,
    ),
    Mutation(
        "a deleted conversation is asked when its prompt is made",
        "engine/core/scheduler.py",
        "lambda each: each.conversation_id == name, FinishReason",
        "lambda _each: False, FinishReason",
        INPUTS,
    ),
    Mutation(
        "prompts are made on the engine's thread",
        "engine/core/engine.py",
        "        workers = Workers.threads(self._wake)\n",
        "        workers = Workers()\n",
        "tests/engine/core/test_engine.py",
    ),
    Mutation(
        "an engine that hangs over a prompt seems idle",
        "engine/core/engine.py",
        "scheduler.has_work or scheduler.is_making_prompts",
        "scheduler.has_work",
        "tests/engine/core/test_engine.py",
    ),
    Mutation(
        "admission is computed while nobody can start",
        "engine/scheduling/admission.py",
        "    if most <= 0 or all(slot.sequence is not None for slot in pool.slots):\n",
        "    if False:\n",
        "tests/engine/scheduling",
    ),
    Mutation(
        "every prompt is compared with every slot again",
        "engine/scheduling/matching.py",
        "    if known is not None and known.version == slot.version:\n",
        "    if False:\n",
        "tests/engine/scheduling",
    ),
    Mutation(
        "what is known of a prompt outlives what was removed from the slot",
        "engine/core/runner.py",
        "            slot.version += 1\n        del",
        "            pass\n        del",
        "tests/engine/scheduling/test_matching.py",
    ),
    Mutation(
        "what is known of a prompt outlives a slide",
        "engine/core/runner.py",
        "        slot.version += 1\n        del slot.cached_tokens[discard",
        "        del slot.cached_tokens[discard",
        "tests/engine/scheduling/test_matching.py",
    ),
    Mutation(
        "what came behind a shared beginning is not compared",
        "engine/scheduling/matching.py",
        "        if known.shared_count < known.compared_count:\n",
        "        if True:\n",
        "tests/engine/scheduling/test_matching.py",
    ),
    Mutation(
        "a slow grammar holds up everybody",
        "engine/core/runner.py",
        "                if sequence.sampler.may_take_long:\n",
        "                if False:\n",
        SAMPLING,
    ),
    Mutation(
        "a sampler is freed while a worker uses it",
        "engine/scheduling/sequence.py",
        "        if self.next_token is None:\n            sampler.close()\n",
        "        if True:\n            sampler.close()\n",
        SAMPLING,
    ),
    Mutation(
        "a loop spins while a worker chooses",
        "engine/core/scheduler.py",
        "        self.waits_for_workers = not working\n",
        "        self.waits_for_workers = False\n",
        SAMPLING,
    ),
    Mutation(
        "nobody notices that a late token is there",
        "engine/core/sampling_queue.py",
        "                each.next_token.add_done_callback(lambda _future: wake())\n",
        "                assert wake\n",
        SAMPLING,
    ),
    Mutation(
        "a late token counts as computed again",
        "engine/core/scheduler.py",
        "if each.token is not None or each.is_late]",
        "if each.token is not None]",
        SAMPLING,
    ),
    Mutation(
        "a token is chosen from the logits of the next call",
        "engine/llama/backend.py",
        "        row = self.logits()[[self._context.row_of(entry)]]  # a copy\n",
        "        place = self._context.row_of(entry)\n"
        "        row = self.logits()[place : place + 1]\n",
        "tests/engine/llama/test_sampling_grammar.py",
    ),
    Mutation(
        "a group is looked at as often as it is nested",
        "engine/text/gbnf.py",
        "        if not self._are_empty_known:\n",
        "        if True:\n",
        "tests/engine/text/test_gbnf.py",
    ),
    Mutation(
        "a grammar is checked for as long as it takes",
        "engine/text/gbnf.py",
        "        if self._look_count > MAX_LOOK_COUNT:\n",
        "        if False:\n",
        "tests/engine/text/test_gbnf.py",
    ),
)
