"""What is said where the hub could not be asked, and what can be done about it."""

from app.widgets.kit.translation import fill, translate, translated
from app.widgets.models.hub_words import duration_text
from engine.client.net_client import NetFailure
from engine.messages.net_messages import NetTrouble

AGAIN, SETTINGS, PAGE = "again", "settings", "page"

Actions = tuple[tuple[str, str], ...]


def failure_text(failure: NetFailure) -> str:
    """Return the sentence, with the time that the server asks for."""
    text = translated(str(failure))
    if failure.retry_after_seconds:
        time = duration_text(failure.retry_after_seconds)
        pause = translate("HubFailure", "It wants to be asked again in {time}.")
        text = f"{text} {fill(pause, time=time)}"
    return text


def failure_actions(failure: NetFailure) -> Actions:
    """Return the keys and labels of buttons, the main one first."""
    again = (AGAIN, translate("HubFailure", "Try again"))
    if failure.trouble is NetTrouble.OFFLINE:
        return ((SETTINGS, translate("HubFailure", "Open the settings")),)
    if failure.trouble is NetTrouble.GATED and failure.page:
        return ((PAGE, translate("HubFailure", "Open its page")), again)
    return (again,)
