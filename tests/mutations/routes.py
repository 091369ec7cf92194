"""Bugs of where chats are answered, and of what leaves this computer."""

from tests.mutations.mutation import Mutation

DEPARTURES = "tests/app/chat/test_departures.py"
OWN_FORMAT = "tests/app/transfer/test_own_format.py"

ROUTE_MUTATIONS = (
    Mutation(
        "without a model no machine continues what was interrupted",
        "app/controllers/window/interrupted.py",
        " if state.phase in _UNABLE and self._is_here(each)]",
        " if state.phase in _UNABLE]",
        "tests/app/controllers/window/test_interrupted.py",
    ),
    Mutation(
        "pictures leave uncounted",
        "app/chat/departures.py",
        "            len(pictures),\n",
        "            0,\n",
        "tests/app/chat/test_departures.py",
    ),
    Mutation(
        "a chat leaves without a question",
        "app/chat/departures.py",
        "if not await self.ask(departure):",
        "if False:",
        DEPARTURES,
    ),
    Mutation(
        "the router sends what nobody agreed to",
        "app/chat/router.py",
        "if self._remote is None or not destination.is_agreed:",
        "if self._remote is None:",
        DEPARTURES,
    ),
    Mutation(
        "consent for one address holds for all",
        "app/domain/endpoints.py",
        "is_agreed = endpoint.is_trusted or endpoint.origin in tuple(consents)",
        "is_agreed = endpoint.is_trusted or bool(tuple(consents))",
        DEPARTURES,
    ),
    Mutation(
        "a chat is sent while the user works offline",
        "app/chat/departures.py",
        "        if settings.is_offline:",
        "        if False:",
        DEPARTURES,
    ),
    Mutation(
        "another machine's chat is read ahead",
        "app/chat/turns.py",
        "            if asked.destination is not None:",
        "            if False:",
        DEPARTURES,
    ),
    Mutation(
        "another machine writes titles unasked",
        "app/chat/request_builder.py",
        "return destination if self.settings.titles_are_remote else None",
        "return destination",
        DEPARTURES,
    ),
    Mutation(
        "the default moves chats that were begun here",
        "app/domain/endpoints.py",
        "return route if route is not None or is_begun else default",
        "return route if route is not None else default",
        DEPARTURES,
    ),
    Mutation(
        "the panel of a chat brings an old route back",
        "app/storage/content/conversations.py",
        "options.chat, route=before.chat.route, consents=before.chat.consents",
        "options.chat",
        DEPARTURES,
    ),
    Mutation(
        "an import agrees for its user",
        "app/transfer/own_format.py",
        "return replace(of_chat, consents=()), options",
        "return of_chat, options",
        OWN_FORMAT,
    ),
    Mutation(
        "a token is shown to whoever copies it",
        "app/widgets/settings/programs_view.py",
        "if self._wants_copy:",
        "if False:",
        "tests/app/widgets/settings/test_programs_view.py",
    ),
    Mutation(
        "Enter sends a chat away",
        "app/widgets/dialogs/departure_question.py",
        """reject=translate("DepartureQuestion", "Don't send"),""",
        'reject="",',
        "tests/app/widgets/dialogs/test_departure_question.py",
    ),
)
