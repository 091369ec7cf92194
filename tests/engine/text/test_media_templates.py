"""A picture stands before its message's text in every real template, or the request ends."""

from engine.text.chat_template import ChatTemplate
from engine.text.control_texts import ControlTexts
from engine.text.prompt_media import placeholder_of
from engine.text.prompt_renderer import PromptRenderer
from engine.text.turn_index import TurnIndex
from engine.wire.commands import ChatMessage, Role
from engine.wire.errors import ChatTemplateFailed
from tests.engine.text.upstream_templates import upstream_templates
from tests.fakes.media import picture
from tests.fakes.vocabulary import FakeVocabulary

DOG, CAT, OWL = (picture(seed)[0] for seed in range(3))
CHAT = [
    ChatMessage(Role.USER, "Qfirst", media=(DOG, CAT)),
    ChatMessage(Role.ASSISTANT, "Qanswer"),
    ChatMessage(Role.USER, "Qsecond", media=(OWL,)),
]


def _rendered(source: str) -> str | None:
    """Return the text of a chat with pictures; None where the template refuses chats like it."""
    template = ChatTemplate(source, {})
    template.begin(seconds=60)
    renderer = PromptRenderer(template, ControlTexts(FakeVocabulary()), None)
    try:
        renderer.render(
            TurnIndex.of([ChatMessage(Role.USER, each.content) for each in CHAT[:1]]), 0
        )
    except ChatTemplateFailed:
        return None
    return renderer.render(TurnIndex.of(CHAT), 0).text


def test_every_template_writes_pictures_where_they_belong() -> None:
    first, second = (
        "".join(map(placeholder_of, each.media)) + each.content for each in (CHAT[0], CHAT[2])
    )
    texts = {name: _rendered(source) for name, source in upstream_templates().items()}
    found = {name: text for name, text in texts.items() if text is not None}
    wrong = [
        name
        for name, text in found.items()
        if not 0 <= text.find(first) < text.find("Qanswer") < text.find(second)
    ]
    assert wrong == []
    assert len(found) > 40
