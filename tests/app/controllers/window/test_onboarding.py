"""The tour comes once; each hint leads to the next, and the last to the help."""

import pytest

from app.controllers.services import Services
from app.controllers.window.onboarding import OnboardingController
from tests.app.controllers.acting import press_toast, toast_texts


@pytest.fixture
async def onboarding(services: Services) -> OnboardingController:
    return OnboardingController(services)


async def test_the_tour_is_offered_once(
    services: Services, onboarding: OnboardingController
) -> None:
    onboarding.offer_tour()
    onboarding.offer_tour()
    (text,) = toast_texts(services)
    assert text.startswith("Tip 1 of 3: Ctrl+T opens another tab.")
    assert services.settings.current.has_seen_tour


async def test_the_hints_lead_to_the_help(
    services: Services, onboarding: OnboardingController
) -> None:
    onboarding.start_tour()
    press_toast(services, "Next tip")
    press_toast(services, "Next tip")
    (text,) = toast_texts(services)
    assert text.startswith("Tip 3 of 3:")
    assert "{" not in text
    press_toast(services, "Open the help")
    assert onboarding.help is not None
    assert onboarding.help.isVisible()


async def test_there_is_one_help_page(services: Services, onboarding: OnboardingController) -> None:
    services.window.actions_by_name.help.trigger()
    page = onboarding.help
    services.window.actions_by_name.help.trigger()
    assert onboarding.help is page
    assert page is not None
    page.close()
    assert onboarding.help is None


async def test_who_has_seen_the_tour_can_ask_for_it(
    services: Services, onboarding: OnboardingController
) -> None:
    services.settings.change(has_seen_tour=True)
    onboarding.offer_tour()
    assert toast_texts(services) == []
    onboarding.start_tour()
    assert len(toast_texts(services)) == 1
