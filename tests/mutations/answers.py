"""Bugs in what is done with single messages, and in what is told of forgotten ones."""

from tests.mutations.mutation import Mutation

DELETIONS = "tests/app/storage/content/test_deletions.py"
RECAPS = "tests/app/chat/test_recaps.py"
LIST = "tests/app/widgets/transcript/test_message_list.py"
ACTIONS = "tests/app/widgets/transcript/test_actions.py"
RENDERER = "tests/app/widgets/markdown/test_renderer.py"

ANSWER_MUTATIONS = (
    Mutation(
        "what hung on a deleted message is lost with it",
        "app/storage/content/deletions.py",
        "        _hang(session, children, row.parent_id)\n",
        "        _hang(session, children, None)\n",
        DELETIONS,
    ),
    Mutation(
        "a deleted version leaves the branch without its others",
        "app/storage/content/deletions.py",
        "    if not siblings:\n        return message.parent_id\n",
        "    if True:\n        return message.parent_id\n",
        DELETIONS,
    ),
    Mutation(
        "what hangs on a message that came back hangs beside it",
        "app/storage/content/deletions.py",
        "        _hang(session, [each.id for each in moved], row.id)\n",
        "",
        DELETIONS,
    ),
    Mutation(
        "a recap goes with the message that it stood at",
        "app/storage/content/deletions.py",
        "        _hand_recap_on(session, row, _following(message_id, shown))\n",
        "",
        DELETIONS,
    ),
    Mutation(
        "the line goes with the message that it stood at",
        "app/storage/content/deletions.py",
        "            conversation.memory_begins_at_id = _following(message_id, shown)\n",
        "            conversation.memory_begins_at_id = None\n",
        DELETIONS,
    ),
    Mutation(
        "an edited answer passes for the model's own",
        "app/storage/content/turns.py",
        "            note=_EDITED,\n",
        '            note="",\n',
        DELETIONS,
    ),
    Mutation(
        "a recap slides out with the turns around it",
        "app/chat/prompt_messages.py",
        "[RECAP_REQUEST], message.id, True, True)",
        "[RECAP_REQUEST], message.id, False, True)",
        RECAPS,
    ),
    Mutation(
        "the model is told the oldest recap",
        "app/chat/prompt_messages.py",
        "(each.id for each in reversed(messages) if each.recap)",
        "(each.id for each in messages if each.recap)",
        RECAPS,
    ),
    Mutation(
        "a recap sums up again what another one has",
        "app/chat/recaps.py",
        "    return above[starts[-1] if starts else 0 :]\n",
        "    return above\n",
        RECAPS,
    ),
    Mutation(
        "a pinned turn looks forgotten",
        "app/widgets/transcript/message_list.py",
        "                if self.pinned_ids.isdisjoint(turn):",
        "                if True:",
        LIST,
    ),
    Mutation(
        "a second click on the pin pins again",
        "app/widgets/transcript/actions.py",
        "        now = MessageAction.UNPIN if is_pinned else MessageAction.PIN\n",
        "        now = MessageAction.PIN\n",
        ACTIONS,
    ),
    Mutation(
        "a button that is not possible gives up its place",
        "app/widgets/transcript/actions.py",
        "                button.setEnabled(action in possible)\n",
        "                button.setVisible(action in possible)\n",
        ACTIONS,
    ),
    Mutation(
        "the name of a file becomes a link",
        "app/widgets/markdown/bare_links.py",
        'found.raw.lower().startswith("www.")',
        "True",
        RENDERER,
    ),
    Mutation(
        "thousands of addresses are looked for in one block",
        "app/widgets/markdown/bare_links.py",
        "    return 0 < count <= MOST_ADDRESSES\n",
        "    return 0 < count\n",
        RENDERER,
    ),
    Mutation(
        "the way to the end exists only for the mouse",
        "app/widgets/transcript/renderer.py",
        '        super().__init__("", area.viewport())\n',
        '        super().__init__("", area)\n',
        "tests/app/widgets/transcript/test_transcript.py",
    ),
    Mutation(
        "a message that is deleted above the line makes the model forget one more",
        "engine/text/prompt.py",
        "        return TokenizedPrompt(tuple(segments), first)\n",
        "        return TokenizedPrompt(tuple(segments), self.dropped_messages)\n",
        "tests/engine/text/test_prompt.py",
    ),
)
