"""Shows hostile text everywhere the window shows text, between two marks that a tracer can see.

It is meant to be run under strace. Everything harmless is shown first, so that what belongs to the
program itself (fonts, modules, icons) was opened before the first mark.
"""

import os
import time
from contextlib import suppress

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QUrl
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from app.domain.messages import Attachment, TextFile
from app.domain.tabs import ToastContent
from app.media.controller import image_of
from app.media.decoder_messages import Decoded, DrawingRequest
from app.media.process import drawn
from app.widgets.composer.message_files import FilePreview
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.transcript.prose_view import ProseView
from app.widgets.transcript.transcript import scroll_by_pages
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import MARKDOWN, grow_reply, growing, question, reply, summary

BEGIN, END = "/hubbub-mark-begin", "/hubbub-mark-end"
CANARY = "hubbub-canary"  # is part of every name that a text leads to

HOSTILE = rf"""\
![a](/{CANARY}/a.png) ![b](file:///{CANARY}/b.png) ![c](//{CANARY}.example/share/c.png)
![d](http://127.0.0.1:9/{CANARY}.png) ![e](https://{CANARY}.example/e.png "title")
![f](data:image/svg+xml;base64,PHN2Zz48aW1hZ2UgaHJlZj0iZmlsZTovLy94Ii8+PC9zdmc+)
![g](\\{CANARY}\share\g.png) ![h](qrc:/{CANARY}.png) ![i][ref] [j](file:///{CANARY}/j) <file:///{CANARY}>

[ref]: file:///{CANARY}/ref.png

<img src="/{CANARY}/k.png"><link rel="stylesheet" href="file:///{CANARY}/l.css">
<style>@import url(/{CANARY}/m.css); body {{ background: url(/{CANARY}/n.png) }}</style>
<iframe src="http://{CANARY}.example"></iframe><object data="/{CANARY}/o.svg"></object>
<table background="/{CANARY}/p.png"><tr><td>x</td></tr></table>
<script src="http://{CANARY}.example/q.js"></script>

$\includegraphics{{/{CANARY}/r.png}}$ $$\input{{/{CANARY}/s}}$$ $x^2$

```html
<img src="/{CANARY}/t.png">
```

```svg
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><use href="/{CANARY}/y.svg#a"/>
<style>@import url(/{CANARY}/z.css); rect {{ fill: url(/{CANARY}/z.svg#a) }}</style>
<rect width="9" height="9" fill="url(file:///{CANARY}/z.svg#b)"/><text y="9">x</text></svg>
```

```svg
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/{CANARY}/0.png"/></svg>
```

| ![u](/{CANARY}/u.png) | <img src="/{CANARY}/v.png"> |
|---|---|
| [w](javascript:open('/{CANARY}')) | ![x](~/{CANARY}.png) |
"""
DRAWING = """\
```svg
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">x</text></svg>
```
"""
NAME = f'<img src="/{CANARY}/name.png">'


WINDOW_SIZE = (1100, 900)
LONGEST_WAIT_SECONDS = 60.0


class Stage:
    """A window with one conversation in it, and everything else that shows foreign words."""

    def __init__(self) -> None:
        self.window = MainWindow()
        self.page = ConversationView("c")
        self.page.requests.drawings.wanted.connect(self._draw)
        self.window.panes.add("c", "A title", self.page, is_activated=True)
        self.window.resize(*WINDOW_SIZE)
        self.window.show()
        self.window.activateWindow()

    def show(self, text: str, name: str) -> None:
        """Show a text as a reply, as thoughts and as the user's own, and a name wherever."""
        file = Attachment(1, 1, name, "text/html", 5, "digest")
        asked = replace(question(1, text), attachments=(file,))
        self.page.transcript.set_messages((asked, growing(2)))
        for end in range(0, len(text), 200):
            grow_reply(self.page.transcript, 2, text[:end], text[:end])
            self.settle()
        self.page.transcript.finish_reply(replace(reply(2, text), reasoning=text))
        self._unfold()
        self.window.panes.items.set_title("c", name)
        self.window.sidebar.conversations.set_conversations((summary("c", name),), frozenset())
        self.window.toasts.show(ToastContent(f"{name} {text[:300]}", name[:20]))
        self.page.composer.files.add(TextFile(name, text))
        preview = FilePreview(TextFile(name, text), self.window, can_save=True)
        preview.open()
        self.settle()
        self._touch_everything()
        preview.close()
        self.settle()

    def _draw(self, source: str) -> None:
        """Draw here what the program draws in another process."""
        reply = drawn(DrawingRequest(source))
        image = image_of(reply) if isinstance(reply, Decoded) else None
        self.page.requests.drawings.put(source, image)

    def settle(self) -> None:
        """Let everything arrive and be painted, formulas as well."""
        deadline = time.monotonic() + LONGEST_WAIT_SECONDS
        while True:
            QApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            waiting = [each for each in self.window.findChildren(ProseView) if each.is_waiting]
            if not waiting or time.monotonic() > deadline:
                break
        self.window.grab()

    def _unfold(self) -> None:
        view = self.page.transcript.view_of(2)
        if view is not None and view.reasoning is not None:
            view.reasoning.header.setChecked(True)

    def _touch_everything(self) -> None:
        """Show every tooltip, and let the mouse rest on every link."""
        for widget in self.window.findChildren(QWidget):
            if widget.toolTip():
                QToolTip.showText(QPoint(5, 5), widget.toolTip(), widget)
                QApplication.processEvents()
        for prose in self.window.findChildren(ProseView):
            for href in _links_of(prose):
                prose.highlighted.emit(QUrl(href))
        scroll_by_pages(self.page.transcript, -9)
        self.settle()


def _links_of(prose: ProseView) -> set[str]:
    formats = prose.document().allFormats()
    return {each.toCharFormat().anchorHref() for each in formats} - {""}


def mark(path: str) -> None:
    """Leave a mark in the trace."""
    with suppress(OSError):
        os.close(os.open(path, os.O_RDONLY))


def main() -> None:
    """Show what is harmless, then what is not."""
    application = QApplication([])
    ThemeSwitch(application)
    stage = Stage()
    stage.show(f"{MARKDOWN}\n\n$y^2$\n\n```html\n<b>x</b>\n```\n\n{DRAWING}", "notes.md")
    mark(BEGIN)
    stage.show(HOSTILE, NAME)
    mark(END)
    stage.window.force_close()


if __name__ == "__main__":
    main()
