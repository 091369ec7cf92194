"""How far state machines of random rules go: a third of the way in ``make test``."""

from unittest import TestCase

from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine

_SAMPLE_PROFILE = "ci"  # which ``make test`` names; other runs, as the nightly ones, go all the way
_SAMPLE_SHARE = 3


def machine_case(
    machine: type[RuleBasedStateMachine], max_examples: int, step_count: int
) -> type[TestCase]:
    """Return the test of a machine, of this many examples where it goes all the way."""
    if settings.get_current_profile_name() == _SAMPLE_PROFILE:
        max_examples = -(-max_examples // _SAMPLE_SHARE)
    case = machine.TestCase
    case.settings = settings(
        max_examples=max_examples,
        stateful_step_count=step_count,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    return case
