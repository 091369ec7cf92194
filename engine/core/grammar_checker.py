"""Checks grammars, schemas and templates while they are typed, on a separate thread."""

import json
import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future

from engine.grammars import GrammarThreads, check, gbnf_text, schema_text
from engine.messages.commands import CheckGrammar, CheckTemplate
from engine.messages.errors import ChatTemplateFailed, InvalidSampling, internal_error
from engine.messages.events import ErrorReport, Event, GrammarChecked, TemplateChecked
from engine.text.template_probe import check_template

_log = logging.getLogger(__name__)


class GrammarChecker:
    """Answers each command once, in their order; delays no step, and needs no model.

    Its thread starts with the first of them.
    """

    def __init__(self, report: Callable[[Event], None], thread: Executor | None = None) -> None:
        self._report = report
        self._thread = thread or GrammarThreads(1)

    def check(self, command: CheckGrammar | CheckTemplate) -> None:
        """Report the error in a text, soon."""
        kind = TemplateChecked if isinstance(command, CheckTemplate) else GrammarChecked

        def answer(job: Future[GrammarChecked | TemplateChecked]) -> None:
            if job.cancelled():
                return
            error = job.exception()
            if error is not None:
                _log.error("A text could not be checked", exc_info=error)
            bug = kind(command.request_id, ErrorReport.of(internal_error()))
            self._report(job.result() if error is None else bug)

        self._thread.submit(_checked, command).add_done_callback(answer)

    def close(self) -> None:
        """Discard waiting commands; there is no reader left for the answers."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _checked(command: CheckGrammar | CheckTemplate) -> GrammarChecked | TemplateChecked:
    return checked_template(command) if isinstance(command, CheckTemplate) else checked(command)


def checked_template(command: CheckTemplate) -> TemplateChecked:
    """Return the error in a chat template."""
    try:
        check_template(command.text)
    except ChatTemplateFailed as error:
        return TemplateChecked(command.request_id, ErrorReport.of(error))
    return TemplateChecked(command.request_id)


def checked(command: CheckGrammar) -> GrammarChecked:
    """Return the error in a grammar or a schema, and its place; takes a second at most."""
    try:
        check(schema_text(command.text) if command.is_schema else gbnf_text(command.text))
    except InvalidSampling as error:
        line, column = _position(command.text, error)
        return GrammarChecked(command.request_id, ErrorReport.of(error), line, column)
    return GrammarChecked(command.request_id)


def _position(text: str, error: InvalidSampling) -> tuple[int | None, int | None]:
    """Return line and column of an error, counted from 1, if it has a place."""
    cause = error.__cause__
    at = cause.pos if isinstance(cause, json.JSONDecodeError) else error.at
    if at is None:
        return None, None
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
