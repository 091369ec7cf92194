"""Bugs of a program that runs for long, or with little to run on."""

from tests.mutations.mutation import Mutation

REPLIES = "tests/app/controllers/messages/test_replies.py"

LIMIT_MUTATIONS = (
    Mutation(
        "a state is kept of every conversation that ever had a tab",
        "app/controllers/messages/replies.py",
        "for id_, state in self._states.items() if id_ in kept}",
        "for id_, state in self._states.items()}",
        REPLIES,
    ),
)
