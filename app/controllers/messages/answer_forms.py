"""Checks the JSON schemas and grammars of chats, so that none is left out silently."""

import contextlib
from collections.abc import Callable
from functools import partial

from app.controllers.services import Controller, Services
from app.errors import ConversationGone
from app.widgets.chat_panel.answer_form import FormProblem
from app.widgets.chat_panel.changes import FORM, AnswerForm, FormKind, with_value
from app.widgets.kit.translation import fill, translate, translated


class AnswerForms(Controller):
    """Checks the schema or grammar that the settings of a chat show and do not apply."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._checked_ids: set[str] = set()  # chats whose schema or grammar is being checked

    def before(self, conversation_id: str, request: Callable[[], object]) -> None:
        """Make a request for an answer, unless the schema or grammar of its chat is not valid.

        In that case the message box asks whether to fix it or to go without.
        """
        if not self._window.chat_panel.refused_form(conversation_id).text:
            request()
        elif conversation_id not in self._checked_ids:  # otherwise a key was pressed twice
            self._checked_ids.add(conversation_id)
            # At the end of the program the message stays a draft.
            check = self._check_before(conversation_id, request)
            self._tasks.start(check, may_be_dropped=True)

    async def _check_before(self, conversation_id: str, request: Callable[[], object]) -> None:
        try:
            problem = await self._check(conversation_id)
        finally:
            self._checked_ids.remove(conversation_id)
        view = self._window.panes.view_of(conversation_id)
        if problem is None or view is None:
            request()
            return
        text = translate(
            "AnswerForms", "Not sent: the response format of this chat is not valid. {reason}"
        )
        actions: dict[str, Callable[[], object]] = {
            translate("AnswerForms", "Fix it"): partial(self._edit, conversation_id),
            translate("AnswerForms", "Send without it"): request,
        }
        view.composer.notice.show_text(fill(text, reason=problem.text), actions)

    async def _check(self, conversation_id: str) -> FormProblem | None:
        """Apply the refused schema or grammar of a chat if it is valid; return its problem."""
        panel = self._window.chat_panel
        form = panel.refused_form(conversation_id)
        problem = await self.problem_of(form)
        if conversation_id == panel.editor.conversation_id:
            panel.form.show_checked(form, problem)
        elif problem is None:
            await self._store(conversation_id, form)
        return problem

    async def problem_of(self, form: AnswerForm) -> FormProblem | None:
        """Return the problem of a schema or grammar; without an engine, None."""
        is_schema = form.kind is FormKind.SCHEMA
        checked = await self._client.queries.check_grammar(form.text, is_schema=is_schema)
        if checked is None or checked.error is None:
            return None
        return FormProblem(translated(checked.error.text), checked.line, checked.column)

    def _edit(self, conversation_id: str) -> None:
        """Open the settings of a chat at its schema or grammar."""
        self._window.panes.activate(conversation_id)
        self._window.panel_switch.switch(is_shown=True)
        self._window.chat_panel.focus_form()

    async def _store(self, conversation_id: str, form: AnswerForm) -> None:
        conversations = self._history.conversations
        options = await conversations.options(conversation_id)
        if options is not None:
            with contextlib.suppress(ConversationGone):  # the chat was deleted
                await conversations.set_answering(conversation_id, with_value(options, FORM, form))
