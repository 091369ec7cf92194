"""The other features of servers in chats: questions to the user, prompts, and resources."""

import asyncio
from functools import partial

from PySide6.QtWidgets import QMenu

from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.documents.text_files import plain_text
from app.domain.conversations import Conversation
from app.domain.messages import TextFile
from app.errors import AppError, ToolFailed
from app.media.attached import Pictures
from app.tools.servers.model import (
    FormAction,
    FormAnswer,
    FormField,
    PromptArgument,
    ResourceContent,
    ServerPrompt,
    ServerQuestion,
    ServerResource,
    ServerState,
)
from app.tools.servers.tool_servers import ToolServers
from app.tools.view.question_dialog import QuestionDialog
from app.widgets.composer.composer import Composer
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.text import open_link
from app.widgets.kit.translation import fill, translate, translated
from app.widgets.markdown.safe_text import without_hidden

MAX_RESOURCES = 40  # of a server in the menu


class ServersController(Controller):
    """Shows the questions of servers one after the other; offers their prompts and resources."""

    def __init__(
        self, services: Services, replies: Replies, servers: ToolServers, pictures: Pictures
    ) -> None:
        super().__init__(services)
        self._servers = servers
        self._pictures = pictures
        self._asking = asyncio.Lock()
        self._prompts: dict[str, tuple[ServerPrompt, ...]] = {}  # of ready servers
        self._resources: dict[str, tuple[ServerResource, ...]] = {}
        self.dialog: QuestionDialog | None = None  # while a question is open
        servers.ask = self.ask
        servers.changed.add(self._on_server_changed)
        servers.missed.add(self._on_server_missed)
        replies.views.add(self._on_view)

    async def ask(self, question: ServerQuestion) -> FormAnswer:
        """Ask the user; if cancelled, the question is withdrawn."""
        if question.is_open:  # it may take long: others do not wait for it
            answer = await self._answer(question)
        else:
            async with self._asking:
                answer = await self._answer(question)
        is_accepted = question.address and answer.action is FormAction.ACCEPT
        if is_accepted and not open_link(question.address):
            text = translate("ServersController", "The page could not be opened in a browser.")
            self._toasts.show(text, is_trouble=True)
        return answer

    async def _answer(self, question: ServerQuestion) -> FormAnswer:
        answered: asyncio.Future[FormAnswer] = asyncio.get_running_loop().create_future()
        dialog = QuestionDialog(question, self._window.dialogs.front_window())
        dialog.answered.connect(partial(_resolve, answered))
        self.dialog = dialog
        if question.is_open:
            dialog.show()  # the window can be used meanwhile
        else:
            dialog.open()
        try:
            return await answered
        finally:
            if self.dialog is dialog:
                self.dialog = None
            if not answered.done() or answered.cancelled():
                dialog.withdraw()

    def _on_view(self, _conversation: Conversation, view: ConversationView) -> None:
        view.composer.prompts.set_server_prompts(self._all_prompts())
        use = partial(self._use_prompt, view.composer)
        view.composer.prompts.server_prompt_chosen.connect(use)
        view.composer.resource_menu = partial(self._resource_menu, view.composer)

    def _on_server_changed(self, name: str) -> None:
        report = next((each for each in self._servers.reports() if each.name == name), None)
        is_ready = report is not None and report.state is ServerState.READY
        if not is_ready:
            self._prompts.pop(name, None)
            self._resources.pop(name, None)
            self._show_prompts()
        elif report is not None and (report.has_prompts or report.has_resources):
            self._tasks.start(
                self._list(
                    name, has_prompts=report.has_prompts, has_resources=report.has_resources
                ),
                may_be_dropped=True,
            )

    def _on_server_missed(self, name: str) -> None:
        report = next((each for each in self._servers.reports() if each.name == name), None)
        if report is None:
            return
        text = translate(
            "ServersController", "“{name}” has not started yet, so its tools are missing."
        )
        if report.problem:
            text = translate("ServersController", "The tools of “{name}” are missing. {reason}")
        reason = without_hidden(translated(report.problem))
        self._toasts.show(fill(text, name=without_hidden(name), reason=reason), is_trouble=True)

    async def _list(self, name: str, *, has_prompts: bool, has_resources: bool) -> None:
        try:
            if has_prompts:
                self._prompts[name] = await self._servers.prompts(name)
            if has_resources:
                self._resources[name] = await self._servers.resources(name)
        except ToolFailed:
            return  # its state says so
        self._show_prompts()

    def _all_prompts(self) -> tuple[ServerPrompt, ...]:
        return tuple(each for prompts in self._prompts.values() for each in prompts)

    def _show_prompts(self) -> None:
        prompts = self._all_prompts()
        for conversation_id in self._window.panes.ids():
            view = self._window.panes.view_of(conversation_id)
            if view is not None:
                view.composer.prompts.set_server_prompts(prompts)

    def _use_prompt(self, composer: Composer, prompt: ServerPrompt) -> None:
        # May be dropped: it waits for the user, and for the server.
        self._tasks.start(self._fill_in(composer, prompt), may_be_dropped=True)

    async def _fill_in(self, composer: Composer, prompt: ServerPrompt) -> None:
        """Ask for the values of a prompt, and put its text into the box."""
        values: dict[str, str] = {}
        if prompt.arguments:
            fields = tuple(map(_field, prompt.arguments))
            text = prompt.description or prompt.title or prompt.name
            answer = await self.ask(ServerQuestion(prompt.server, text, fields))
            if answer.action is not FormAction.ACCEPT:
                return
            values = {name: str(value) for name, value in answer.values.items()}
        try:
            text = await self._servers.prompt(prompt.server, prompt.name, values)
        except ToolFailed as error:
            self._toasts.show(translated(str(error)), is_trouble=True)
            return
        composer.edit.insertPlainText(text)
        composer.edit.setFocus()

    def _resource_menu(self, composer: Composer) -> QMenu | None:
        """Return a menu of files and of the resources of servers; None if there are none."""
        if not any(self._resources.values()):
            return None
        menu = QMenu(composer)
        files = menu.addAction(translate("ServersController", "Files…"))
        files.triggered.connect(composer.files.ask)
        for name, resources in self._resources.items():
            part = menu.addMenu(without_hidden(name).replace("&", "&&"))
            for resource in resources[:MAX_RESOURCES]:
                title = without_hidden(resource.title or resource.address)
                action = part.addAction(title.replace("&", "&&"))
                action.setToolTip(without_hidden(resource.description))
                action.triggered.connect(partial(self._on_resource, composer, resource))
        return menu

    def _on_resource(self, composer: Composer, resource: ServerResource, *_checked: bool) -> None:
        self._tasks.start(self._attach(composer, resource), may_be_dropped=True)

    async def _attach(self, composer: Composer, resource: ServerResource) -> None:
        """Attach the parts of a resource to the message."""
        try:
            parts = await self._servers.read_resource(resource.server, resource.address)
            for part in parts:
                await self._attach_part(composer, part)
        except AppError as error:
            text = translate("ServersController", "“{name}” was not attached: {reason}")
            name = without_hidden(resource.title or resource.address)
            text = fill(text, name=name, reason=translated(str(error)))
            self._toasts.show(text, is_trouble=True)

    async def _attach_part(self, composer: Composer, part: ResourceContent) -> None:
        if part.text is not None:
            composer.files.add(TextFile(part.name, part.text))
        elif part.media_type.startswith("image/"):
            composer.chips.add_picture(await self._pictures.keep(part.name, part.content))
        elif part.media_type.startswith("audio/"):
            composer.chips.add_sound(await self._pictures.keep_sound(part.name, part.content))
        else:
            decoded = await asyncio.to_thread(plain_text, part.name, part.content)
            composer.files.add(TextFile(part.name, decoded.text))


def _field(argument: PromptArgument) -> FormField:
    return FormField(
        argument.name,
        argument.title or argument.name,
        description=argument.description,
        is_required=argument.is_required,
    )


def _resolve(answered: asyncio.Future[FormAnswer], answer: FormAnswer) -> None:
    if not answered.done():  # the question may have been withdrawn
        answered.set_result(answer)
