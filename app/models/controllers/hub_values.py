"""What the net process reports of the hub, as the window shows it."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from app.models.hub_model import HubContent, HubOffer, HubResult
from app.models.library.choices import Memory, fit_of
from app.models.library.recommended_models import RecommendedModel, is_file_of
from app.models.model import ModelFit
from app.models.view.hub_words import duration_text
from app.widgets.kit.translation import fill, translate, translated
from engine.client.net_client import NetFailure
from engine.messages.net_messages import (
    Gate,
    HubModel,
    HubRepository,
    HubVariant,
    NetTrouble,
    VariantKind,
)

PUBLIC_HUB = "https://huggingface.co"
# What is taken where nobody says more: small, and nearly as good as the whole.
_USUAL_QUANTIZATION = "Q4_K_M"
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


def hub_address(environment: Mapping[str, str]) -> str:
    """Return which hub is asked, as the net process does."""
    return environment.get("HF_ENDPOINT", "").strip().rstrip("/") or PUBLIC_HUB


def hub_result(model: HubModel) -> HubResult:
    """Return a repository that was found."""
    return HubResult(
        name=model.name,
        page=model.page,
        downloads=model.downloads,
        likes=model.likes,
        updated=model.updated,
        licence=model.licence,
        parameter_count=model.parameter_count or 0,
        is_gated=model.gate is not Gate.OPEN,
    )


def recommended_result(model: RecommendedModel, memory: Memory, language: str) -> HubResult:
    """Return a model of the list that ships with the program."""
    return HubResult(
        name=model.repository,
        title=model.name,
        licence=model.licence,
        parameter_count=model.parameter_count,
        byte_count=model.download_bytes + model.projector_bytes,
        about=model.description(language),
        purposes=model.purposes,
        fit=fit_of(model.memory_bytes, memory),
    )


def models_of(repository: HubRepository) -> tuple[HubVariant, ...]:
    """Return what can be chatted with, the smallest first."""
    return tuple(each for each in repository.variants if each.kind is VariantKind.MODEL)


def hub_content(
    repository: HubRepository,
    fits: Mapping[str, tuple[ModelFit, str]],
    here: Collection[tuple[str, int]],
) -> HubContent:
    """Return a repository with what is known of fit, by the path of the first file.

    ``here`` are names and sizes of files in the folder of models.
    """
    offers = (_offer(each, fits, here) for each in models_of(repository))
    return HubContent(hub_result(repository.model), tuple(offers), repository.refused)


def best_variant(
    variants: Iterable[HubVariant], pattern: str, named_file: str, room_bytes: int
) -> HubVariant | None:
    """Return what to select first, of variants from small to large.

    That is the file that an address named, that of the recommendation, the usual quantization if
    ``room_bytes`` hold it, or the largest that they hold; the smallest if they hold none.
    """
    # A model that lacks a part can't be loaded, however well its name fits.
    whole = [each for each in variants if each.is_complete]
    paths = [(each, each.files[0].path) for each in whole]
    named = [each for each, path in paths if path == named_file]
    meant = [each for each, path in paths if pattern and is_file_of(pattern, path)]
    held = [each for each in whole if each.size_bytes <= room_bytes]
    usual = [each for each in held if each.quantization == _USUAL_QUANTIZATION]
    return next(iter([*named, *meant, *usual, *held[::-1], *whole]), None)


def files_here(folder: Path) -> frozenset[tuple[str, int]]:
    """Return names and sizes of what lies in a folder; waits for the disk."""
    try:
        return frozenset((each.name, each.stat().st_size) for each in folder.iterdir())
    except OSError:
        return frozenset()


def _offer(
    variant: HubVariant,
    fits: Mapping[str, tuple[ModelFit, str]],
    here: Collection[tuple[str, int]],
) -> HubOffer:
    path = variant.files[0].path
    fit, text = fits.get(path, (ModelFit(), ""))
    return HubOffer(
        path=path,
        name=variant.name,
        quantization=variant.quantization,
        byte_count=variant.size_bytes,
        file_count=len(variant.files),
        is_complete=variant.is_complete,
        is_verifiable=variant.is_verifiable,
        fit=fit,
        fit_text=text,
        is_here=all((file.save_name, file.size_bytes) in here for file in variant.files),
    )
