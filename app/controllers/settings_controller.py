"""The current settings, saved and announced on change, and the language of the window."""

import asyncio
from importlib import resources

import msgspec
from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from app.chat.request_builder import ChatSettings
from app.controllers.tasks import Tasks
from app.settings import Settings, SettingsFile
from app.tools.runner import CallRules
from engine.listeners import Listeners
from engine.messages.sampling_params import SamplingParams

SOURCE_LANGUAGE = "en"


class SettingsController:
    """Holds the current settings; ``apply`` replaces them as a whole."""

    def __init__(self, current: Settings, file: SettingsFile, tasks: Tasks) -> None:
        self.current = current
        self._file = file
        self._tasks = tasks
        self.changes = Listeners[Settings, Settings]()  # notified of the old and the new settings
        self._saving = asyncio.Lock()

    def change(self, **fields: object) -> None:
        """Apply the current settings with some fields changed. Raises InvalidSettings."""
        self.apply(msgspec.structs.replace(self.current, **fields))

    def apply(self, settings: Settings) -> None:
        """Replace the settings, save them, and call the listeners."""
        # Replaced before it is saved: a second change builds on this one.
        old, self.current = self.current, settings
        if settings == old:
            return
        self._tasks.start(self._save())
        self.changes.notify(old, settings)

    def keep_for_next_start(self, **fields: object) -> None:
        """Save the current settings with some fields changed; nothing applies them now."""
        self.current = msgspec.structs.replace(self.current, **fields)
        self._tasks.start(self._save())

    async def _save(self) -> None:
        # Two concurrent writes could leave the older settings in the file.
        async with self._saving:
            await asyncio.to_thread(self._file.save, self.current)


class Language:
    """Owns the translators for the language of the settings, of the system, or English.

    Created before any text is shown: translators do not change texts on the screen.
    """

    def __init__(self, application: QApplication, requested: str) -> None:
        self._application = application
        self._translators: list[QTranslator] = []
        locale = QLocale(requested) if requested else QLocale.system()
        QLocale.setDefault(locale)
        if locale.language() == QLocale(SOURCE_LANGUAGE).language():
            return
        own = resources.files("resources") / "translations"
        library = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        with resources.as_file(own) as folder:
            self._install(locale, "hubbub", str(folder))
        self._install(locale, "qtbase", library)

    def remove(self) -> None:
        """Remove the translators; texts are English again."""
        for translator in self._translators:
            self._application.removeTranslator(translator)
        self._translators.clear()
        QLocale.setDefault(QLocale.system())

    def _install(self, locale: QLocale, name: str, folder: str) -> None:
        translator = QTranslator(self._application)
        if translator.load(locale, name, "_", folder):
            self._application.installTranslator(translator)
            self._translators.append(translator)


def chat_settings_of(settings: Settings) -> ChatSettings:
    """Return the settings that chats use."""
    sampling = SamplingParams(
        temperature=settings.temperature, max_tokens=settings.max_reply_tokens
    )
    return ChatSettings(
        settings.system_prompt,
        sampling,
        settings.thinking,
        endpoints=settings.endpoints,
        default_route=settings.default_route,
        titles_are_remote=settings.titles_are_remote,
        is_offline=settings.is_offline,
        ends_repetition=settings.ends_repetition,
        default_tools=settings.default_tools,
        call_rules=CallRules(
            settings.tool_permissions,
            settings.tool_digests,
            settings.allows_reading_tools,
            settings.tool_call_limit,
        ),
    )
