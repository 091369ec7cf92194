"""Known trouble of the network: each text can be shown to the user."""

from engine.messages.errors import EngineError
from engine.messages.net_messages import NetTrouble


class NetError(EngineError):
    """Something on the network went wrong.

    Attributes:
        trouble: what kind of thing.
        retry_after_seconds: when the server wants to be asked again, if it said so.
        page: where the user can do something about it.
    """

    def __init__(
        self,
        trouble: NetTrouble,
        text: str,
        *,
        retry_after_seconds: float | None = None,
        page: str = "",
    ) -> None:
        super().__init__(text)
        self.trouble = trouble
        self.retry_after_seconds = retry_after_seconds
        self.page = page
