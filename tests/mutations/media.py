"""Bugs planted in pictures: where they stand, what is cut, which calls they get, who waits."""

from tests.mutations.mutation import Mutation

SPANS = "tests/engine/text/test_media_spans.py"
STEPS = "tests/engine/core/test_media_steps.py"
PROMPTS = "tests/engine/core/test_prompt_media.py"
SLOTS = "tests/engine/core/test_media_slots.py"

MEDIA_MUTATIONS = (
    Mutation(
        "a picture with M-RoPE takes a position for each row",
        "engine/text/media_spans.py",
        "        spared += span.rows - span.positions\n",
        "",
        STEPS,
    ),
    Mutation(
        "a picture with M-RoPE is taken to end where its rows do",
        "engine/text/media_spans.py",
        "return start + (1 if last.is_mrope else row_count - last.start)",
        "return start + row_count - last.start",
        SPANS,
    ),
    Mutation(
        "a match ends inside a picture",
        "engine/scheduling/matching.py",
        "shared = clamped(count, prompt.spans)",
        "shared = count",
        SLOTS,
    ),
    Mutation(
        "a slot is cut inside a picture",
        "engine/core/slot_assigner.py",
        "shared = clamped(count, sequence.prompt.spans)",
        "shared = count",
        SLOTS,
    ),
    Mutation(
        "rows of a failed call stay in the slot",
        "engine/core/runner.py",
        "        self.truncate(slot, span.start)\n",
        "",
        STEPS,
    ),
    Mutation(
        "nobody looks for the picture of a request that has just come",
        "engine/core/scheduler.py",
        "            self._admission_loop.may_have_media |= bool(sequence.spans)\n",
        "            pass\n",
        STEPS,
    ),
    Mutation(
        "a picture that is not causal is read in pieces",
        "engine/scheduling/planner.py",
        "    if prompt.is_whole:\n        return prompt.token_count\n",
        "",
        "tests/engine/scheduling/test_planner.py",
    ),
    Mutation(
        "two pictures of one size are the same",
        "engine/text/prompt_media.py",
        'f"{len(identity)} {identity} {digest}"',
        'f"{len(identity)} {identity}"',
        PROMPTS,
    ),
    Mutation(
        "what another projector made of a picture is read",
        "engine/text/prompt_tokenizer.py",
        "if segment.media and not self._media.is_current(segment.tokens, segment.media):",
        "if False:",
        PROMPTS,
    ),
    Mutation(
        "a request sits in a slot while its picture is encoded",
        "engine/scheduling/admission.py",
        "    waiting = [each for each in waiting if not each.awaits_media]\n",
        "",
        STEPS,
    ),
    Mutation(
        "a file tells nobody of its pictures",
        "engine/kv/container.py",
        "requires=(_MEDIA,) if copy.spans or copy.prompt.spans else ()",
        "requires=()",
        "tests/engine/kv/test_container.py",
    ),
    Mutation(
        "a conversation comes back without knowing where its pictures are",
        "engine/core/runner.py",
        "            slot.spans = list(copy.spans)\n",
        "",
        STEPS,
    ),
    Mutation(
        "a sound is said to be looked at",
        "engine/core/media/progress.py",
        "event = MediaProgress(number, done, total, left, kind)",
        "event = MediaProgress(number, done, total, left)",
        "tests/engine/core/media/test_library.py",
    ),
    Mutation(
        "a chat that waits for a picture shows its place in the queue",
        "app/chat/progress.py",
        "activity=state.activity if is_seeing else TabActivity.QUEUED",
        "activity=TabActivity.QUEUED",
        "tests/app/chat/test_progress.py",
    ),
    Mutation(
        "nobody is told that the model reads a picture",
        "engine/core/step_runner.py",
        "medium = None if span is None else span.media.kind",
        "medium = None",
        STEPS,
    ),
)
