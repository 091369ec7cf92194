"""The line through samples finds what grows, in spite of noise and of new beginnings."""

from collections import defaultdict
from random import Random

from tests.soak.slope import Sample, slope

TEN_MINUTES = 600.0
NO_WARM_UP: defaultdict[int, float] = defaultdict(float)


def samples(
    growth: float, *, lives: int = 1, noise: float = 0.5, step_seconds: int = 3
) -> list[Sample]:
    """Return fifty minutes of a size that gains so much in ten minutes; each life begins anew."""
    chance = Random(5)
    length = 3000 // lives
    return [
        Sample(
            float(at),
            at // length,
            100 + at // length * 7 + growth * (at % length) / TEN_MINUTES + chance.gauss(0, noise),
        )
        for at in range(0, length * lives, step_seconds)
    ]


def test_what_grows_two_megabytes_is_found() -> None:
    found = slope(samples(2.0), warm_up=NO_WARM_UP)
    assert found is not None
    assert found.low * TEN_MINUTES > 1.5
    assert found.high * TEN_MINUTES < 2.5


def test_what_stays_is_acquitted() -> None:
    found = slope(samples(0.0), warm_up=NO_WARM_UP)
    assert found is not None
    assert abs(found.high * TEN_MINUTES) < 0.5


def test_a_new_process_on_another_level_is_no_growth() -> None:
    found = slope(samples(0.0, lives=3), warm_up=NO_WARM_UP)
    assert found is not None
    assert found.life_count == 3
    assert abs(found.high * TEN_MINUTES) < 0.5


def test_growth_within_short_lives_is_found() -> None:
    found = slope(samples(3.0, lives=3), warm_up=NO_WARM_UP)
    assert found is not None
    assert found.low * TEN_MINUTES > 1


def test_the_warm_up_does_not_count() -> None:
    early = [Sample(float(at), 0, float(at)) for at in range(0, 600, 3)]
    late = [Sample(float(at), 0, 600.0) for at in range(600, 3000, 3)]
    found = slope(early + late, warm_up={0: 600.0})
    assert found is not None
    assert found.high == 0


def test_waves_prove_less_than_noise_of_their_size() -> None:
    waves = [Sample(float(at), 0, float(at // 300 % 2)) for at in range(0, 3000, 3)]
    chance = Random(1)
    noise = [Sample(float(at), 0, chance.choice((0.0, 1.0))) for at in range(0, 3000, 30)]
    wide, narrow = slope(waves, warm_up=NO_WARM_UP), slope(noise, warm_up=NO_WARM_UP)
    assert wide is not None
    assert narrow is not None
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)


def test_a_minute_is_too_short_to_say() -> None:
    assert slope(samples(2.0)[:20], warm_up=NO_WARM_UP) is None
