"""What conversations are called that other programs have with the model."""

from app.widgets.kit.translation import fill, translate
from app.widgets.markdown.safe_text import without_hidden
from engine.messages.programs import is_program, is_unnamed


def program_title(conversation_id: str) -> str:
    """Return what a program calls its conversation; empty for one of the window's."""
    if not is_program(conversation_id):
        return ""
    # Written by another program: what would turn the line around is taken out.
    name = conversation_id.split(":", 2)[-1]
    if is_unnamed(conversation_id) or not name.strip():
        return translate("Programs", "A program")
    return fill(translate("Programs", "Program: {name}"), name=without_hidden(name))
