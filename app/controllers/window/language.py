"""The language of the window: the one of the settings, else the system's, else English."""

from importlib import resources

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

SOURCE_LANGUAGE = "en"


class Language:
    """Keeps the translators of one application; to be there before anything is shown."""

    def __init__(self, application: QApplication, wished: str) -> None:
        self._application = application
        self._translators: list[QTranslator] = []
        locale = QLocale(wished) if wished else QLocale.system()
        QLocale.setDefault(locale)
        if locale.language() == QLocale(SOURCE_LANGUAGE).language():
            return
        own = resources.files("resources") / "translations"
        library = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        with resources.as_file(own) as folder:
            self._install(locale, "hubbub", str(folder))
        self._install(locale, "qtbase", library)

    def remove(self) -> None:
        """Go back to English."""
        for translator in self._translators:
            self._application.removeTranslator(translator)
        self._translators.clear()
        QLocale.setDefault(QLocale.system())

    def _install(self, locale: QLocale, name: str, folder: str) -> None:
        translator = QTranslator(self._application)
        if translator.load(locale, name, "_", folder):
            self._application.installTranslator(translator)
            self._translators.append(translator)
