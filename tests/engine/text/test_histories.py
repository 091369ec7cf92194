"""Histories as programs send them reach the model whole, whatever its template thinks of them."""

import functools
import time

import msgspec
import pytest

from engine.messages.commands import ChatMessage, Role
from engine.messages.errors import ChatTemplateFailed
from engine.messages.history_needs import HistoryNeeds, Rewrite
from engine.messages.metrics import TemplateKind
from engine.text.chat_template import CHATML, ChatTemplate
from engine.text.control_texts import ControlTexts
from engine.text.history_probe import HISTORY_SECONDS, find_history
from engine.text.history_rewriter import ANSWER, OPENING, lost_message, rewrite
from engine.text.prompt_media import placeholder_of
from engine.text.prompt_renderer import PromptRenderer
from engine.text.template_probe import probe_template
from engine.text.turn_index import TurnIndex
from tests.engine.text.histories import (
    HISTORIES,
    SPECIAL,
    Talk,
    assistant,
    call,
    generated,
    rendered,
    result,
    system,
    trouble,
    user,
)
from tests.engine.text.upstream_templates import upstream_templates
from tests.fakes.media import picture
from tests.fakes.vocabulary import FakeVocabulary

NAMES = sorted(upstream_templates())
FORMS = {Rewrite.PARTS, Rewrite.ARGUMENTS_AS_TEXT}
MOORING = call("Ostend", "callaaaa1")
# What most programs send: one system message, sides in turn, a call with its result.
ORDINARY = (
    (user("Hello there."),),
    (user("One?"), assistant("Two."), user("Three?\n\nFour?")),
    (system("Be brief."), user("  One? \n"), assistant("Two."), user("Three?")),
)
ORDINARY_CALLS = (
    (user("Where?"), assistant("", MOORING), result("North quay.", "callaaaa1")),
    (
        system("Be brief."),
        user("Where?"),
        assistant("", MOORING),
        result("North quay.", "callaaaa1"),
        assistant("At the quay."),
        user("Thanks, and then?"),
    ),
)
TURN = "{{- '<|im_start|>' + m.role + '\n' + m.content + '<|im_end|>\n' }}"
AWAITED = "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
SHOWN_TOOLS = "{% if tools %}{{ tools|tojson }}{% endif %}"
NINE = (
    "{% for m in messages %}{% if m.tool_calls %}{% for c in m.tool_calls %}"
    "{% if c.id|length != 9 %}{{ raise_exception('nine') }}{% endif %}"
    "[CALL]{{ c.function.name }}{{ c.function.arguments|tojson }}[ID]{{ c.id }}{% endfor %}"
    "{% elif m.role == 'tool' %}[RESULT]{{ m.content }}[ID]{{ m.tool_call_id }}"
    "{% else %}" + TURN + "{% endif %}{% endfor %}" + SHOWN_TOOLS + AWAITED
)
ONE_CALL = (
    "{% for m in messages %}{% if m.tool_calls %}"
    "{% if m.tool_calls|length != 1 %}{{ raise_exception('one call at a time') }}{% endif %}"
    "[CALL]{{ m.tool_calls[0].function|tojson }}"
    "{% else %}" + TURN + "{% endif %}{% endfor %}" + SHOWN_TOOLS + AWAITED
)
ALTERNATING = (
    "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}"
    "{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('roles take turns') }}{% endif %}" + TURN + "{% endfor %}" + AWAITED
)
WANTS_USER = (
    "{% if not messages|selectattr('role', 'equalto', 'user')|list %}"
    "{{ raise_exception('no question') }}{% endif %}"
    "{% for m in messages %}" + TURN + "{% endfor %}" + AWAITED
)
TYPED = (
    "{% for m in messages %}<|im_start|>{{ m.role }}:"
    "{% for part in m.content %}{% if part.type == 'text' %}{{ part.text }}{% endif %}{% endfor %}"
    "<|im_end|>\n{% endfor %}" + AWAITED
)
LAST_ONLY = "{{ messages[-1].content }}"


@functools.cache
def probed(source: str) -> ChatTemplate:
    template = ChatTemplate(source, SPECIAL)
    template.history = find_history(template)
    return template


def text_of(source: str, talk: Talk) -> str:
    return rendered(probed(source), talk, has_tools=False).text


@pytest.mark.parametrize("name", NAMES)
def test_no_word_is_lost(name: str) -> None:
    template = probed(upstream_templates()[name])
    assert template.history.refused == ()
    for talk in (*HISTORIES.values(), *generated()):
        assert trouble(template, talk) == ""


@pytest.mark.parametrize("name", NAMES)
def test_ordinary_chats_are_what_the_template_alone_writes(name: str) -> None:
    template = probed(upstream_templates()[name])
    needs = template.history.rewrites
    talks = ORDINARY if Rewrite.CALLS_TOLD in needs else (*ORDINARY, *ORDINARY_CALLS)
    for talk in talks:
        if Rewrite.NO_SYSTEM in needs and talk[0].role is Role.SYSTEM:
            continue
        prompt = rendered(template, talk, has_tools=False)
        assert prompt.done == ()
        assert prompt.text == template.write(talk, needs & FORMS)


@pytest.mark.parametrize("name", NAMES)
def test_a_rewritten_history_grows_at_its_end(name: str) -> None:
    template = probed(upstream_templates()[name])
    if probe_template(template) is not TemplateKind.STABLE:
        return  # its own turns change as well
    for kind, talk in HISTORIES.items():
        # Mistral Nemo's template writes the system message before the last question. One alone is
        # the question until there is another, so that it stays a system message before a greeting.
        is_moved = name.startswith("mistralai-Mistral-Nemo") and talk[0].role is Role.SYSTEM
        first = rendered(template, talk, has_tools=False)
        is_rewritten = bool({*first.done} - {Rewrite.RESULTS_ORDERED})
        if is_rewritten and not is_moved and kind != "a system message alone":
            longer = (*talk, assistant("Zqanswer"), user("Zqmore"))
            more = rendered(template, longer, has_tools=False)
            assert more.text.startswith(first.text)


@pytest.mark.parametrize(
    ("source", "needs"),
    [
        (CHATML, {Rewrite.CALLS_TOLD, Rewrite.RESULTS_TOLD}),
        (NINE, {Rewrite.IDS}),
        (ONE_CALL, {Rewrite.ONE_CALL, Rewrite.TEXT_APART}),
        (WANTS_USER, {Rewrite.SYSTEM_ALONE, Rewrite.CALLS_TOLD, Rewrite.RESULTS_TOLD}),
        (TYPED, {Rewrite.PARTS, Rewrite.CALLS_TOLD, Rewrite.RESULTS_TOLD}),
        (LAST_ONLY, {Rewrite.OMITS}),
    ],
)
def test_a_need_is_found(source: str, needs: set[Rewrite]) -> None:
    assert needs <= probed(source).history.rewrites


def test_ids_of_calls_and_results_stay_together() -> None:
    talk = HISTORIES["an id of another server"]
    text = text_of(NINE, talk)
    first, second = (part[:9] for part in text.split("[ID]")[1:])
    assert first == second
    assert first.isalnum()
    assert text_of(NINE, (*talk, assistant("Good."), user("And?"))).count(first) == 2


def test_each_call_is_followed_by_its_result() -> None:
    text = text_of(ONE_CALL, HISTORIES["results in another order"])
    places = [text.index(word) for word in ("Ostend", "North quay.", "Bruges", "Canal basin.")]
    assert places == sorted(places)


def test_results_without_ids_follow_the_order_of_their_calls() -> None:
    changed = rewrite(HISTORIES["results in another order"], ())
    assert [each.content for each in changed.messages[2:]] == ["North quay.", "Canal basin."]
    assert changed.done == (Rewrite.RESULTS_ORDERED,)


def test_sides_take_turns() -> None:
    text = text_of(ALTERNATING, HISTORIES["two questions"])
    assert "user\nYou translate.\n\nTo Dutch, only the text.\n\nGood morning.<|im_end|>" in text
    text = text_of(ALTERNATING, HISTORIES["a later system message"])
    assert "user\nAnswer in one word.\n\nWhich day follows Monday?<|im_end|>" in text
    text = text_of(ALTERNATING, HISTORIES["a greeting"])
    assert text.startswith(f"<|im_start|>user\n{OPENING}<|im_end|>\n<|im_start|>assistant\nWelcome")


def test_a_greeting_stays_in_the_prompt() -> None:
    text = text_of(CHATML, HISTORIES["a greeting"])
    assert text.startswith("<|im_start|>assistant\nWelcome aboard.<|im_end|>\n<|im_start|>user\n")
    turns = TurnIndex.of(HISTORIES["a greeting after the system's message"], pinned=[0])
    assert turns.starts == [1, 2]
    assert turns.kept(2) == [0, 1, 2]


def test_a_system_message_alone_is_the_question() -> None:
    text = text_of(WANTS_USER, HISTORIES["a system message alone"])
    assert text.startswith("<|im_start|>user\nWrite a title about a lighthouse.")


def test_a_result_and_the_next_question_are_apart() -> None:
    talk = (*ORDINARY_CALLS[0], user("Thanks."))
    changed = rewrite(talk, {Rewrite.ANSWERED})
    assert changed.messages == (*talk[:3], assistant(ANSWER), talk[3])
    assert changed.done == (Rewrite.ANSWERED,)
    assert rewrite(talk[:3], {Rewrite.ANSWERED}).done == ()


def test_typed_parts_have_pictures_and_no_typed_control_texts() -> None:
    media = picture(0)[0]
    talk = (ChatMessage(Role.USER, "<|im_end|> colour?", media=(media,)),)
    renderer = PromptRenderer(probed(TYPED), ControlTexts(FakeVocabulary()), None)
    text = renderer.render(TurnIndex.of(talk), 0).text
    assert text.startswith(f"<|im_start|>user:{placeholder_of(media)}")
    assert text.count("<|im_end|>") == 2
    assert "\ufdd0<|im_end|>\ufdd1 colour?" in text


def test_a_template_that_omits_turns_says_so() -> None:
    prompt = rendered(probed(LAST_ONLY), ORDINARY[1], has_tools=False)
    assert prompt.text == "Three?\n\nFour?"
    assert prompt.done == (Rewrite.OMITS,)


def test_a_message_that_is_left_out_is_an_error() -> None:
    source = CHATML.replace(
        "{% for message in messages %}",
        "{% for message in messages if not 'secret' in message.content %}",
    )
    with pytest.raises(ChatTemplateFailed, match="leaves a message out: “My secret"):
        text_of(source, (user("My secret."), assistant("Yes."), user("Go on.")))
    assert lost_message("a 👍 b\\nc", (user("👍"), user("b\nc"))) is None
    assert lost_message("a", (user("a"), user("👍"))) == user("👍")


def test_a_long_chat_is_searched_once() -> None:
    # The template writes the system message last, and each text without its line breaks.
    talk = tuple(user(f"line {number}\n" + "word " * 40) for number in range(10_000))
    text = " ".join(each.content.replace("\n", " ") for each in talk) + " Be brief."
    started = time.thread_time()
    assert lost_message(text, (system("Be brief."), *talk)) is None
    assert time.thread_time() - started < 2


GROWING = (
    "{% for m in messages %}{% for i in range(10 ** loop.index) %}"
    + TURN
    + "{% endfor %}{% endfor %}"
)


@pytest.mark.parametrize(
    "source",
    [
        "{% for a in range(99999) %}" * 3 + "{% endfor %}" * 3,
        GROWING,
        "{{ raise_exception('no') }}",
        "{% for m in messages %}{{ ['a', 'b', m.content]|random }}{% endfor %}",
        "{{ messages|random }}" + CHATML,
        "",
    ],
    ids=["endless", "growing", "refusing", "by chance", "by chance at the start", "empty"],
)
def test_a_hostile_template_is_done_with_soon(source: str) -> None:
    template = ChatTemplate(source, SPECIAL)
    started = time.thread_time()
    template.history = find_history(template)
    assert time.thread_time() - started < HISTORY_SECONDS + 1
    for talk in (*ORDINARY, HISTORIES["two calls in one message"]):
        template.begin(0.05)
        renderer = PromptRenderer(template, ControlTexts(FakeVocabulary()), None)
        try:
            text = renderer.render(TurnIndex.of(talk), 0).text
        except ChatTemplateFailed:
            continue
        assert Rewrite.OMITS in template.history.rewrites or all(
            each.content in text for each in talk
        )


def test_needs_cross_the_pipe() -> None:
    needs = HistoryNeeds(frozenset({Rewrite.IDS}), ("question",))
    assert msgspec.json.decode(msgspec.json.encode(needs), type=HistoryNeeds) == needs
