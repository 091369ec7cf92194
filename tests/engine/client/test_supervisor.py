"""When a process counts as hanging, and how often a dead one is started again."""

from engine.client.supervisor import RestartBudget, RestartPolicy


def test_three_restarts_with_growing_pauses_then_none() -> None:
    budget = RestartBudget(RestartPolicy())
    assert [budget.next_pause(float(now)) for now in range(5)] == [0.5, 2.0, 8.0, None, None]


def test_restarts_of_long_ago_are_forgotten() -> None:
    budget = RestartBudget(RestartPolicy())
    assert [budget.next_pause(now * 301.0) for now in range(5)] == [0.5] * 5


def test_the_user_gives_a_whole_budget() -> None:
    budget = RestartBudget(RestartPolicy(back_off_seconds=(1.0,)))
    assert [budget.next_pause(0.0), budget.next_pause(0.0)] == [1.0, None]
    budget.refill()
    assert budget.next_pause(0.0) == 1.0
