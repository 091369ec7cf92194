"""Bugs planted in who holds a slot, who gets one, and whether the loop gets on."""

from tests.mutations.mutation import Mutation

ADMISSION = "tests/engine/scheduling/test_admission.py"

SLOT_MUTATIONS = (
    Mutation(
        "a conversation gets a second slot",
        "engine/scheduling/slots.py",
        'assert state.slot in (None, slot.index), "a conversation has one slot"',
        "pass",
        "tests/engine/scheduling/test_slots.py",
    ),
    Mutation(
        "a slot that is no longer its conversation's is not noticed",
        "engine/scheduling/slot_auditor.py",
        "if owner is not None and owner.slot != slot.index:",
        "if False:",
        "tests/engine/scheduling/test_slot_auditor.py",
    ),
    Mutation(
        "what is asked in the background waits for a slot that is never free",
        "engine/scheduling/admission.py",
        "spared = {slot.index for slot in pool.slots if not can_evict(slot)}",
        "spared = {slot.index for slot in pool.in_state(SlotState.PARKED)}",
        ADMISSION,
    ),
    Mutation(
        "what is asked in the background goes before one that waits for its file",
        "engine/scheduling/admission.py",
        "for each in others or [each for each in waiting if each.urgency is Rank.BACKGROUND]\n",
        "for each in waiting\n",
        ADMISSION,
    ),
    Mutation(
        "what is asked in the background loses a large conversation",
        "engine/core/cache_manager.py",
        "return not is_worth_storing(slot) or self.transfers.may_copy_out(slot)",
        "return True",
        "tests/engine/core/test_cache_manager.py",
    ),
    Mutation(
        "rounds are counted, not the requests that start first",
        "engine/scheduling/admission.py",
        "sequence.overtaken_count += overtakers.get(sequence.request_id, 0)",
        "sequence.overtaken_count += bool(overtakers.get(sequence.request_id, 0))",
        ADMISSION,
    ),
    Mutation(
        "a round starts more later requests than may",
        "engine/scheduling/admission.py",
        "if count > MAX_OVERTAKEN and number not in this_round.due:",
        "if False:",
        ADMISSION,
    ),
    Mutation(
        "a claim goes before who is due behind the focused one",
        "engine/scheduling/admission.py",
        "elif place <= last_due:",
        "elif sequence.request_id in this_round.due:",
        ADMISSION,
    ),
    Mutation(
        "a loop that is stuck spins",
        "engine/core/scheduler.py",
        "return self.is_stuck or self.waits_for_workers or not self.has_work",
        "return self.waits_for_workers or not self.has_work",
        "tests/engine/core/test_engine.py",
    ),
    Mutation(
        "a step that computes nothing is headway",
        "engine/core/engine.py",
        "self.step_count += _is_headway(events, record)",
        "self.step_count += 1",
        "tests/engine/core/test_engine.py",
    ),
    Mutation(
        "a loop that only turns is never blamed",
        "engine/client/watchdog.py",
        "if not step.token_count:",
        "if False:",
        "tests/engine/client/test_watchdog.py",
    ),
    Mutation(
        "steps that start nobody are not counted",
        "engine/core/scheduler.py",
        "self._auditor.note_stuck(len(self._admission_loop.waiting))",
        "pass",
        "tests/engine/core/test_admission_loop.py",
    ),
    Mutation(
        "a system prompt that is being written outlives its conversations",
        "engine/kv/cached_state.py",
        "if copy is None and self.write_job is not None:",
        "if False:",
        "tests/engine/core/test_cache_manager.py",
    ),
    Mutation(
        "what was deleted outlives a process that ends over a slow write",
        "engine/kv/disk_worker.py",
        "for name in list(self._removals):",
        "for name in ():",
        "tests/engine/kv/test_disk_tier.py",
    ),
    Mutation(
        "a lent slot counts as open",
        "engine/scheduling/admission.py",
        "    closed = (*pool.in_state(SlotState.RUNNING), *pool.in_state(SlotState.LENT))\n",
        "    closed = pool.in_state(SlotState.RUNNING)\n",
        "tests/engine/scheduling/test_admission.py",
    ),
    Mutation(
        "the text of a chat that is deleted while it comes back is remembered",
        "engine/core/slot_transfers.py",
        "            if seconds is not None and slot.conversation_id == copy.key:\n",
        "            if seconds is not None:\n",
        "tests/engine/core/test_slot_transfers.py",
    ),
    Mutation(
        "what an earlier process measured replaces what this one has",
        "engine/scheduling/cost_model.py",
        "        if not prompts.is_known and token_seconds > _FIRST_GUESS:\n",
        "        if token_seconds > _FIRST_GUESS:\n",
        "tests/engine/scheduling/test_cost_model.py",
    ),
    Mutation(
        "a step while every slot is lent is taken for a spin",
        "engine/core/scheduler.py",
        "has_done_nothing and self._admission_loop.has_work",
        "has_done_nothing and self._admission_loop.has_ready",
        "tests/engine/core/test_slot_transfers.py",
    ),
)
