"""Expected errors of the network: each text can be shown to the user."""

from engine.messages.errors import EngineError
from engine.messages.net_messages import NetTrouble


class NetError(EngineError):
    """A request over the network failed.

    Attributes:
        trouble: the kind of failure.
        retry_after_seconds: the delay that the server asked for, or None.
        page: a page where the user can resolve the problem.
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
