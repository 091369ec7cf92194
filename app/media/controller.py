"""Shows pictures of messages: thumbnails in composers and pages, a viewer on a click."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtGui import QImage
from shiboken6 import isValid

from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation
from app.domain.messages import Attachment
from app.errors import FileNotTaken, StorageError, TransferFailed
from app.media.attached import Pictures
from app.media.decoder_messages import BYTES_PER_PIXEL, Decoded
from app.media.pictures import MAX_PICTURE_SIDE, Picture
from app.media.sounds import SOUND_MEDIA_TYPES, Sound
from app.media.view import PictureViewer
from app.transfer.exporting import base_name
from app.widgets.composer.composer import Composer
from app.widgets.composer.edit import PastedPicture
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs import file_choice
from app.widgets.kit.picture_hub import THUMBNAIL_SIDE, DrawingHub, PictureHub
from app.widgets.kit.translation import fill, translate, translated
from app.widgets.transcript.message_requests import MessageRequests

MAX_PICTURES = 20  # pictures and sounds of one message
_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", **SOUND_MEDIA_TYPES}

FindComposer = Callable[[], Composer | None]  # returns None once the tab is closed


class PicturesController(Controller):
    """Shows pixels from ``Pictures``; decodes nothing itself."""

    def __init__(self, services: Services, replies: Replies, pictures: Pictures) -> None:
        super().__init__(services)
        self.pictures = pictures
        replies.views.add(self._on_view)

    def serve_composer(self, composer: Composer, find: FindComposer) -> None:
        """Provide the thumbnails of a composer, and attach pasted pictures."""
        self._serve(composer.chips.hub)
        composer.chips.picture_requested.connect(
            lambda picture: self._tasks.start(self._show(picture, composer.chips.pictures()))
        )
        composer.edit.picture_pasted.connect(partial(self._on_pasted, find))

    def add(self, composer: Composer, medium: Picture | Sound) -> None:
        """Attach a picture or sound to a composer, unless it is full."""
        chips = composer.chips
        if len(chips.pictures()) + len(chips.sounds()) < MAX_PICTURES:
            if isinstance(medium, Sound):
                chips.add_sound(medium)
            else:
                chips.add_picture(medium)
            return
        composer.notice.show_text(full_text())

    def save(self, medium: Picture | Sound, path: Path) -> None:
        """Write a picture or sound to the path that the user chose."""
        self._tasks.start(self._write(medium, path))

    def serve_texts(self, requests: MessageRequests) -> None:
        """Provide the drawings of texts, and save their code."""
        requests.drawings.wanted.connect(partial(self._on_drawing_wanted, requests.drawings))
        requests.drawings.ask_again()
        requests.code_save_requested.connect(self._on_code_save_requested)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        self.serve_composer(view.composer, partial(self._composer_of, conversation.id))
        self._serve(view.requests.pictures)
        self.serve_texts(view.requests)
        view.requests.file_requested.connect(partial(self._on_file_requested, view))

    def _on_file_requested(self, view: ConversationView, attachment: Attachment) -> None:
        picture = attachment.picture
        if attachment.sound is not None:
            self._ask_where(attachment.sound)
        if picture is None:
            return
        files = (file for each in view.transcript.messages() for file in each.attachments)
        pictures = (file.picture for file in files)
        self._tasks.start(self._show(picture, tuple(each for each in pictures if each)))

    def _on_pasted(self, find: FindComposer, pasted: PastedPicture) -> None:
        # It may wait long for a decoder, which must not delay the end of the program.
        self._tasks.start(self._paste(find, pasted), may_be_dropped=True)

    async def _paste(self, find: FindComposer, pasted: PastedPicture) -> None:
        name = translate("Pictures", "Pasted picture")
        try:
            content = await asyncio.to_thread(pasted.file_content)
            picture = await self.pictures.keep(name, content)
        except FileNotTaken as error:
            composer = find()
            if composer is not None:
                composer.notice.show_text(translated(str(error)))
            return
        composer = find()
        if composer is not None:
            self.add(composer, picture)

    def _serve(self, hub: PictureHub) -> None:
        hub.wanted.connect(partial(self._on_wanted, hub))
        hub.ask_again()  # a page may be painted before it is served

    def _on_wanted(self, hub: PictureHub, picture: Picture) -> None:
        self._tasks.start(self._bring(hub, picture), may_be_dropped=True)

    async def _bring(self, hub: PictureHub, picture: Picture) -> None:
        try:
            decoded = await self.pictures.decode(picture, THUMBNAIL_SIDE)
        except (FileNotTaken, StorageError):
            return  # its place stays empty; a click shows the reason
        if isValid(hub):
            hub.put(picture.digest, image_of(decoded))

    def _on_drawing_wanted(self, hub: DrawingHub, source: str) -> None:
        self._tasks.start(self._draw(hub, source), may_be_dropped=True)

    async def _draw(self, hub: DrawingHub, source: str) -> None:
        decoded = await self.pictures.draw(source)
        if isValid(hub):
            hub.put(source, None if decoded is None else image_of(decoded))

    async def _show(self, picture: Picture, among: tuple[Picture, ...]) -> None:
        """Show a picture in the viewer; keys lead to its neighbours."""
        decoded = await self.pictures.decode(picture, MAX_PICTURE_SIDE)
        viewer = PictureViewer(picture, image_of(decoded), self._window.dialogs.front_window())
        viewer.save_button.clicked.connect(lambda: self._ask_where(viewer.picture))
        step = partial(self._step, viewer, tuple(dict.fromkeys(among)))  # without duplicates
        viewer.step_requested.connect(self._tasks.starter(step))
        viewer.open()

    async def _step(self, viewer: PictureViewer, among: tuple[Picture, ...], step: int) -> None:
        at = among.index(viewer.picture) + step
        if 0 <= at < len(among):
            decoded = await self.pictures.decode(among[at], MAX_PICTURE_SIDE)
            if isValid(viewer):
                viewer.show_picture(among[at], image_of(decoded))

    def _ask_where(self, medium: Picture | Sound) -> None:
        """Ask where to save; a file name from an import must not determine the folder."""
        name = Path(base_name(medium.name)).stem + _SUFFIXES[medium.media_type]
        self._window.dialogs.choose_file(
            partial(file_choice.to_keep, name), lambda paths: self.save(medium, Path(paths[0]))
        )

    def _on_code_save_requested(self, name: str, code: str) -> None:
        content = code.encode("utf-8", "replace") + b"\n"
        self._window.dialogs.choose_file(
            partial(file_choice.to_keep, name),
            lambda paths: self._tasks.start(self._write_content(content, Path(paths[0]))),
        )

    async def _write(self, medium: Picture | Sound, path: Path) -> None:
        await self._write_content(await self._history.attachments.content(medium), path)

    async def _write_content(self, content: bytes, path: Path) -> None:
        try:
            await asyncio.to_thread(path.write_bytes, content)
        except OSError as error:
            text = translate(
                "SentFiles",
                "The file {path} could not be written: {reason}. Choose another folder.",
            )
            raise TransferFailed(fill(text, path=path, reason=error)) from error

    def _composer_of(self, conversation_id: str) -> Composer | None:
        """Return the composer of a tab; None if the tab was closed."""
        view = self._window.panes.view_of(conversation_id)
        return None if view is None else view.composer


def full_text() -> str:
    """Return the message for a composer without room for more media."""
    text = translate("Pictures", "A message can have {count:,} pictures and sounds at most.")
    return fill(text, count=MAX_PICTURES)


def image_of(decoded: Decoded) -> QImage:
    """Return pixels as a QImage with its own memory."""
    size = (decoded.width, decoded.height, decoded.width * BYTES_PER_PIXEL)
    return QImage(decoded.pixels, *size, QImage.Format.Format_RGB888).copy()
