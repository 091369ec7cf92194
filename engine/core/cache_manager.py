"""The KV cache manager: the cached states of conversations outside their slots."""

from collections.abc import Callable, Container, Iterable, Iterator
from collections.abc import Sequence as AnySequence
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from engine.backend import Backend
from engine.core.kv_copies import QUIT_SECONDS, KVCopies, WriteBack
from engine.core.requests import Requests
from engine.core.restoring import Restorer
from engine.core.runner import Runner
from engine.kv.cache_keys import is_shared, is_source, unused_prefixes
from engine.kv.cached_state import CachedStates
from engine.kv.disk_tier import Disk, DiskTier, NullDisk
from engine.kv.disk_worker import Wake
from engine.kv.ram_tier import RamTier, default_budget
from engine.kv.slot_copy import MIN_CACHED_TOKENS, SlotCopy, pack_tokens
from engine.messages.commands import ChatMessage
from engine.messages.config import EngineConfig
from engine.messages.events import CacheReport, Snapshot
from engine.messages.programs import is_program
from engine.messages.request_options import Rank
from engine.scheduling.admission import find_donor
from engine.scheduling.costs import Costs
from engine.scheduling.matching import Matcher
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import Slot, SlotPool
from engine.text.known_texts import longest_alike
from engine.text.prompt import TokenizedPrompt, TokenizedPrompts

_MAX_TEXTS = 256  # maximum chats on the disk that are searched for the origin of a branch


class KVCacheManager:
    """Owns the cached states and their tiers; lives on the engine thread."""

    def __init__(
        self,
        *,
        backend: Backend,
        config: EngineConfig,
        pool: SlotPool,
        runner: Runner,
        prompts: TokenizedPrompts,
        costs: Costs,
        requests: Requests,
        wake: Wake,
    ) -> None:
        self._pool = pool
        self._prompts = prompts
        self._requests = requests
        self.states = pool.states
        target_seconds = config.step_target_seconds
        self.copies = KVCopies(
            backend, pool, runner, prompts, costs, target_seconds=target_seconds, wake=wake
        )
        self.disk = _disk(self.states, backend, config, wake)
        self.ram = RamTier(
            default_budget() if config.ram_bytes is None else config.ram_bytes,
            self.states,
            self.disk.store,
            queue_positions=requests.queue_positions,
            program_percent=config.program_cache_percent,
        )
        self.matcher = Matcher(backend.capabilities, backend.can_truncate, self.ram)
        self.restorer = Restorer(self.copies, self.ram, self.disk, pool, self.matcher, costs)
        self.write_back = WriteBack(self.copies, self.ram, self.disk, pool, config)

    def tokenized_prompt(
        self, conversation_id: str, messages: AnySequence[ChatMessage] = ()
    ) -> TokenizedPrompt:
        """Return the remembered text of a conversation, from a slot or a tier.

        If there is none, return that of another conversation with the same ``messages``.
        """
        prompt = self._prompts.get(conversation_id)
        state = self.states.get(conversation_id)
        if not prompt.segments and state is not None:
            prompt = state.prompt
        if prompt.segments or not messages or is_source(conversation_id):
            return prompt
        other = longest_alike(messages, self._other_texts(conversation_id))
        return prompt if other is None else self.tokenized_prompt(other)

    def _other_texts(self, conversation_id: str) -> Iterator[tuple[str, list[str]]]:
        """Yield the complete remembered texts of others; from the disk only the most recent."""
        seen: set[str] = set()
        for name, prompt in self._prompts:
            seen.add(name)
            if is_program(name) == is_program(conversation_id) and not prompt.dropped_messages:
                yield name, [each.text for each in prompt.segments]
        for state in self.states.recent(_MAX_TEXTS):
            if state.key not in seen and is_program(state.key) == is_program(conversation_id):
                yield state.key, state.texts

    def reusable_count(self, sequence: Sequence) -> int:
        """Return how many tokens of a request's prompt are in the KV cache or in a tier."""
        name, prompt = sequence.conversation_id, sequence.prompt
        if name in self.copies.moving:
            return len(prompt.tokens)  # it waits for that, and is checked again then
        slot = self._pool.slot_for(name)
        donor = find_donor(sequence, self._pool, self.matcher)
        matches = [] if slot is None else [self.matcher.match(slot, prompt)]
        matches += [] if donor is None else [self.matcher.match_fork(donor, prompt)]
        matches.append(self.matcher.match_stored(name, prompt))
        matches.append(self.matcher.match_shared(sequence.shared_key, prompt))
        return max(match.token_count for match in matches)

    def token_count(self, conversation_id: str) -> int:
        """Return how many tokens of a conversation can be restored."""
        state = self.states.get(conversation_id)
        return 0 if state is None else state.token_count

    def take_disk_events(self, *, is_idle: bool) -> None:
        """Process finished disk operations; waiting requests continue. Call in each step."""
        if not is_idle:
            self.write_back.write_overdue()
        self.restorer.finish_loads(self.disk.take_events(), self._requests.waiting)
        self.states.remove_unused(lambda: self.copies.moving)

    def claim(self, sequences: Iterable[Sequence]) -> None:
        """Keep the states promised in a round of admission until they are in their slots."""
        for sequence in sequences:
            for key in sequence.cache_keys:
                self.ram.claim(key)

    def release(self, sequence: Sequence) -> None:
        """Release the state that was promised to a request."""
        needed = self._requests.queue_positions()
        for key in sequence.cache_keys:
            # A shared prefix was promised to each request of a round, and the first is served
            # first.
            if key == sequence.conversation_id or key not in needed:
                self.ram.release(key)
            self.note_use(key, sequence.rank)

    def note_use(self, key: str, rank: Rank) -> None:
        """Record a use of a conversation or a shared prefix; ignored if nothing of it is cached."""
        state = self.states.get(key)
        if state is not None:
            state.used = self.disk.index.tick()
            state.note_rank(rank)
            self.states.note_use(state)

    def can_evict(self, slot: Slot) -> bool:
        """Return whether a slot can be evicted without a loss to its conversation."""
        return not is_worth_storing(slot) or self.copies.may_copy_out(slot)

    def store_evicted(self, slot: Slot, key: str | None, then: Callable[[], None]) -> None:
        """Store the state of a conversation that loses its slot now, and continue.

        It is not stored without a key, nor if the copy would delay running replies for longer than
        a step may take.
        """
        if key is None or not self.copies.may_copy_out(slot):
            self.copies.after(slot, then)
            return

        def store(copy: SlotCopy | None) -> None:
            if copy is not None:
                self.ram.put(copy)
            then()

        self.copies.copy_out(slot, key, store)

    def store_again(self, sequence: Sequence) -> None:
        """Store again the state taken for a request that has ended before its slot was filled."""
        copy = self.copies.let_go(sequence.request_id)
        if copy is not None:
            self.ram.put(copy)

    def discard_parked(self, sequence: Sequence) -> None:
        """Discard the state of a reply that ended while parked and will not be requested again."""
        slot = self._pool.slot_for(sequence.conversation_id)
        if slot is not None:
            slot.is_ephemeral = True  # others may begin with the same prefix, while it exists
        self.ram.drop(sequence.conversation_id)

    def wants_shared(self, sequence: Sequence) -> bool:
        """Return whether the prefix of a prompt is to be stored when it has been prefilled."""
        if sequence.shared_key is None or not sequence.wants_reply:
            return False
        # A source or another chat, discarded since: the part that is read now is the chat's own.
        if not is_shared(sequence.shared_key):
            return False
        state = self.states.get(sequence.shared_key)
        return state is None or (state.token_count == 0 and state.load_job is None)

    def store_shared(self, slot: Slot, sequence: Sequence) -> None:
        """Store the prefix that a prompt shares with others; the slot holds exactly that now."""
        key = sequence.shared_key
        if key is not None and self.copies.may_copy_out(slot):
            self.copies.copy_out(slot, key, partial(self._put_shared, sequence.rank))

    def _put_shared(self, rank: Rank, copy: SlotCopy | None) -> None:
        if copy is not None:
            self.states.at(copy.key).note_rank(rank)
            self.ram.put(replace(copy, prompt=TokenizedPrompt(), checkpoints=()))

    def idle_seconds(self) -> float | None:
        """Return the seconds until the next idle check, or None."""
        checks = (self.write_back.due_seconds(), self.restorer.idle_seconds())
        return min((seconds for seconds in checks if seconds is not None), default=None)

    def use_idle_time(self) -> None:
        """Write a conversation to the disk, now that no request needs the model."""
        if self.write_back.due_seconds() == 0.0:
            self.write_back.write_one()

    def discard(self, conversation_id: str) -> None:
        """Remove all states of a conversation, and a system prompt that no other one begins with.

        Its slot was emptied before.
        """
        self.copies.discard(conversation_id)
        self._remove(conversation_id)
        needed = {each.shared_key for each in self._requests.all}
        # Before the scan, the conversations that are only in files are unknown: one of them may
        # begin with the same system prompt.
        self.disk.after_scan(lambda: self._remove_unused_prefixes(needed))

    def close(self, write_seconds: float = QUIT_SECONDS) -> None:
        """Finish running copies, and write as much as time allows."""
        self.copies.close()
        self.write_back.close(write_seconds)

    def clear(self) -> None:
        """Remove everything; the contents of slots are written again only after a change."""
        self.ram.clear()
        self.disk.clear()
        for slot in self._pool.slots:
            if slot.conversation_id is not None:
                state = self.states.at(slot.conversation_id)
                state.ordered_hash = hash(tuple(slot.cached_tokens))

    def limit(self, cache_bytes: int | None) -> None:
        """Change the disk limit."""
        self.disk.limit(cache_bytes)
        for state in self.states:
            state.ordered_hash = None  # a refused state may fit now

    def added_to(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot of the engine with the figures of the disk."""
        return msgspec.structs.replace(
            snapshot,
            disk_bytes=self.disk.index.byte_count,
            restore_misses=dict(self.restorer.misses),
            cache_trouble=self.disk.failure,
        )

    def report(self) -> CacheReport:
        """Return the cached states, the largest first."""
        entries = [state.entry() for state in self.states if not state.is_empty]
        return CacheReport(
            entries=tuple(sorted(entries, key=lambda each: -(each.disk_bytes + each.ram_bytes))),
            limit_bytes=self.disk.index.limit_bytes,
            trouble=self.disk.failure or self.disk.index.excess,
        )

    def _remove(self, key: str) -> None:
        self.ram.drop(key)
        self.disk.drop(key)
        self.states.remove(key)

    def _remove_unused_prefixes(self, needed: Container[str | None]) -> None:
        tokens = {state.key: state.packed_tokens for state in self.states if state.packed_tokens}
        prefixes = {key: tokens.pop(key) for key in tuple(tokens) if is_shared(key)}
        in_slots = [pack_tokens(slot.cached_tokens) for slot in self._pool.slots]
        for key in unused_prefixes(prefixes, [*tokens.values(), *in_slots]):
            if key not in needed:
                self._remove(key)


def is_worth_storing(slot: Slot) -> bool:
    return not slot.is_ephemeral and len(slot.cached_tokens) >= MIN_CACHED_TOKENS


def _disk(states: CachedStates, backend: Backend, config: EngineConfig, wake: Wake) -> Disk:
    if config.cache_dir is None:
        return NullDisk(states)
    return DiskTier(
        states,
        Path(config.cache_dir),
        backend.state_identity,
        limit_bytes=config.cache_bytes,
        program_percent=config.program_cache_percent,
        wake=wake,
    )
