"""Whether the hub has what the list of recommended models names; the rest of it is hidden."""

from dataclasses import dataclass

from app.controllers.engine.hub_values import models_of
from app.library.recommended_models import RecommendedModel
from engine.client.net_client import NetClient, NetFailure
from engine.messages.net_messages import Gate, HubRepository, HubVariant, NetTrouble

_UNAVAILABLE = (NetTrouble.NOT_FOUND, NetTrouble.GATED)


@dataclass(frozen=True, slots=True)
class FoundModel:
    """A recommended model as the hub has it now."""

    repository: HubRepository
    variant: HubVariant


class RecommendedCheck:
    """Asks the hub about each entry at most once, and only on request.

    An entry is hidden if its repository does not exist, has another name by now, wants conditions
    accepted, or no longer has the recommended file. Without a connection nothing is hidden.
    """

    def __init__(self, net: NetClient) -> None:
        self._net = net
        self._answers: dict[str, FoundModel | None] = {}

    @property
    def hidden(self) -> frozenset[str]:
        """Return the repositories that the hub does not have as the list names them."""
        return frozenset(name for name, found in self._answers.items() if found is None)

    def is_asked(self, model: RecommendedModel) -> bool:
        """Return whether the hub has answered about an entry."""
        return model.repository in self._answers

    def known(self, repository: str) -> FoundModel | None:
        """Return what the hub has of an entry; None if it was not asked or has nothing."""
        return self._answers.get(repository)

    async def ask(self, model: RecommendedModel) -> FoundModel | None:
        """Ask the hub about an entry, once; return None if it must be hidden.

        Raises NetFailure if the hub could not be asked.
        """
        if not self.is_asked(model):
            try:
                repository = await self._net.show(model.repository)
            except NetFailure as failure:
                if failure.trouble not in _UNAVAILABLE:
                    raise
                self._answers[model.repository] = None
            else:
                self._answers[model.repository] = _found(model, repository)
        return self._answers[model.repository]


def _found(model: RecommendedModel, repository: HubRepository) -> FoundModel | None:
    about = repository.model
    # A repository that was renamed is answered under its new name; case does not matter to the hub.
    if about.name.lower() != model.repository.lower() or about.gate is not Gate.OPEN:
        return None
    variants = models_of(repository)
    wanted = [each for each in variants if each.is_complete and model.is_file(each.files[0].path)]
    return FoundModel(repository, wanted[0]) if wanted else None
