"""What is remembered of a conversation's text: replies added, turns dropped."""

from engine.messages.commands import ChatMessage, Role
from engine.text.prompt import Prompt, Segment, TokenizedPrompt, TokenizedPrompts
from engine.text.turn_index import TurnIndex

HEAD = Segment("<s>", (1,))
TURNS = [Segment(f"turn {n}", (10 + n, 20 + n), message=2 * n) for n in range(3)]
WHOLE = TokenizedPrompt((HEAD, *TURNS))


def test_a_prompt_knows_where_its_segments_and_turns_are() -> None:
    prompt = Prompt((1, 10, 20, 11, 21, 12, 22), 0, WHOLE)
    assert prompt.segment_ends == (1, 3, 5, 7)
    assert prompt.turn_starts == ((1, 0), (3, 2), (5, 4))


def test_a_reply_is_remembered_with_its_ids() -> None:
    longer = WHOLE.with_reply("well", [7, 8])
    assert longer.segments[-1] == Segment("well", (7, 8))
    assert WHOLE.with_reply("", []) is WHOLE


def test_dropped_turns_go_with_their_ids_and_pinned_ones_stay() -> None:
    later = WHOLE.from_turn(4, frozenset({0}))
    assert later == TokenizedPrompt((HEAD, TURNS[0], TURNS[2]), 4)
    assert WHOLE.from_turn(3, frozenset()) is WHOLE, "no turn begins there"


def test_turns_have_other_numbers_when_messages_before_them_come_or_go() -> None:
    kept = TokenizedPrompt((HEAD, TURNS[0], TURNS[2]), 4)  # the first turn is pinned
    fewer = kept.renumbered(3, frozenset({1}))
    assert fewer.dropped_messages == 3
    assert [each.message for each in fewer.segments] == [None, 1, 3]
    assert [each.tokens for each in fewer.segments] == [each.tokens for each in kept.segments]
    unpinned = kept.renumbered(5, frozenset())
    assert [each.message for each in unpinned.segments] == [None, None, 5]
    assert kept.renumbered(None, frozenset()) is kept
    assert kept.renumbered(4, frozenset({0})) is kept
    assert WHOLE.renumbered(2, frozenset()) is WHOLE, "nothing was dropped"


def test_turns_that_slid_out_are_forgotten_by_their_tokens() -> None:
    assert WHOLE.without_tokens(1, 2) == TokenizedPrompt((HEAD, *TURNS[1:]), 2)


def test_only_the_conversations_used_last_are_remembered() -> None:
    prompts = TokenizedPrompts()
    for number in range(300):
        prompts.put(f"c{number}", WHOLE)
    prompts.restore("c299", TokenizedPrompt())
    assert prompts.get("c299") is WHOLE, "what came from a file is older"
    assert prompts.get("c0") == TokenizedPrompt()
    prompts.forget("c299")
    assert prompts.get("c299") == TokenizedPrompt()


SYSTEM = ChatMessage(Role.SYSTEM, "be brief")
QUESTION = ChatMessage(Role.USER, "why?")
ANSWER = ChatMessage(Role.ASSISTANT, "so.")
TALK = [SYSTEM, QUESTION, ANSWER, QUESTION, ANSWER, QUESTION]


def test_a_conversation_may_begin_at_the_users_messages() -> None:
    turns = TurnIndex.of(TALK)
    assert turns.starts == [1, 3, 5]
    assert [turns.numbers[start] for start in turns.starts] == [0, 2, 4]
    assert TurnIndex.of([ANSWER]).starts == [0]


def test_what_was_dropped_before_is_not_tried_again() -> None:
    turns = TurnIndex.of(TALK)
    assert turns.starts_behind(2) == [3, 5]
    assert turns.starts_behind(3) == [5]
    assert turns.starts_behind(99) == [1, 3, 5], "the conversation is another one now"


def test_system_messages_and_pinned_turns_stay() -> None:
    turns = TurnIndex.of(TALK, pinned=[1])
    assert turns.pinned_numbers == {0}, "a pinned reply keeps its question"
    assert turns.kept(5) == [0, 1, 2, 5]
    assert TurnIndex.of(TALK).kept(5) == [0, 5]
