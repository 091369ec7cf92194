"""Checks the JSON schemas and grammars of chats, so that none is left out silently."""

import contextlib

from app.controllers.services import Controller
from app.errors import ConversationGone
from app.widgets.chat_panel.answer_form import FormProblem
from app.widgets.chat_panel.changes import FORM, AnswerForm, FormKind, with_value
from app.widgets.kit.translation import translated


class AnswerForms(Controller):
    """Checks what the settings of a chat show and does not apply."""

    def has_refused(self, conversation_id: str) -> bool:
        """Return whether a chat has a schema or grammar that was not accepted (yet)."""
        return bool(self._window.chat_panel.refused_form(conversation_id).text)

    async def check(self, conversation_id: str) -> FormProblem | None:
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

    def edit(self, conversation_id: str) -> None:
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
