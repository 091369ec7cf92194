"""How far state machines of random rules go: a third of the way in ``make test``."""

from hypothesis import HealthCheck, settings

_SAMPLE_PROFILE = "ci"  # which ``make test`` names; other runs, as the nightly ones, go all the way
_SAMPLE_SHARE = 3


def machine_settings(max_examples: int, step_count: int) -> settings:
    """Return settings for a machine that runs this many examples where it goes all the way."""
    if settings.get_current_profile_name() == _SAMPLE_PROFILE:
        max_examples = -(-max_examples // _SAMPLE_SHARE)
    return settings(
        max_examples=max_examples,
        stateful_step_count=step_count,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
