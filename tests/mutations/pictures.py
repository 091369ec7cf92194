"""Bugs of pictures: decoded, kept, shown and asked with."""

from tests.mutations.mutation import Mutation

DECODING = "tests/app/pictures/test_process.py"
DECODER = "tests/app/pictures/test_decoder.py"
STORAGE = "tests/app/storage/content/test_pictures.py"
CHAT = "tests/app/chat/test_pictures.py"
PAGES = "tests/app/controllers/conversations/test_page_export.py"
BOX = "tests/app/controllers/messages/test_pictures.py"
PDF = "tests/app/chat/test_pdf_pages.py"
PDF_BOX = "tests/app/controllers/messages/test_pdf_pages.py"
VIEWER = "tests/app/widgets/dialogs/test_picture_viewer.py"

PICTURE_MUTATIONS = (
    Mutation(
        "a photo lies on its side",
        "app/pictures/process.py",
        "reader.setAutoTransform(True)",
        "reader.setAutoTransform(False)",
        DECODING,
    ),
    Mutation(
        "a bomb is decoded whatever it says of itself",
        "app/pictures/process.py",
        "    if width * height > (MOST_SCALED_PIXELS if is_scaled else MOST_PIXELS):",
        "    if False:",
        DECODING,
    ),
    Mutation(
        "who decodes pictures may do all that the window may",
        "app/pictures/process.py",
        "            confine(())\n",
        "            pass\n",
        DECODING,
    ),
    Mutation(
        "pixels are taken that are fewer than they say",
        "app/pictures/frames.py",
        "        if len(reply.pixels) != reply.width * reply.height * BYTES_PER_PIXEL:",
        "        if False:",
        DECODER,
    ),
    Mutation(
        "half a photo is shown with grey below",
        "app/pictures/process.py",
        "        if any(_CUT_SHORT in each.lower() for each in complaints):",
        "        if False:",
        DECODER,
    ),
    Mutation(
        "a picture of a draft is deleted with the next chat",
        "app/storage/content/attachments.py",
        "            used.update(each.digest for each in unpacked(text).media)",
        "            unpacked(text)",
        STORAGE,
    ),
    Mutation(
        "an export leaves the pictures of a draft behind",
        "app/storage/content/archive.py",
        "        yield from unpacked(text).media",
        "        yield from unpacked(text[:0]).media",
        STORAGE,
    ),
    Mutation(
        "an import may say of any file that it shows a picture",
        "app/chat/pictures.py",
        "if given is not None and given.digest == pixels:",
        "if given is not None:",
        CHAT,
    ),
    Mutation(
        "whatever an import calls a picture stands in the web page as one",
        "app/printing/html_file.py",
        "        if kind not in (PictureFormat.PNG, PictureFormat.JPEG):",
        "        if kind is None:",
        PAGES,
    ),
    Mutation(
        "pictures go to a model that does not see, and nobody says so",
        "app/controllers/messages/composer.py",
        "        if draft.pictures and not self._requests.sees(destination):",
        "        if False:",
        BOX,
    ),
    Mutation(
        "pages of a PDF are upside down",
        "app/chat/pdf_drawing.py",
        'b"".join(reversed(rows))',
        'b"".join(rows)',
        PDF,
    ),
    Mutation(
        "empty pages of a PDF go along as pictures",
        "app/chat/pdf_drawing.py",
        'return b"" if _is_white(bitmap) else _bmp(bitmap)',
        "return _bmp(bitmap)",
        PDF,
    ),
    Mutation(
        "what reads a PDF knows the user's keys",
        "app/chat/documents/asking.py",
        "            env=child_environment(os.environ),\n",
        "            env={**os.environ, **child_environment(os.environ)},\n",
        "tests/app/chat/test_text_files.py",
    ),
    Mutation(
        "a page of a PDF has as many bytes as it says",
        "app/chat/pdf_pages.py",
        "    if length > MOST_PAGE_BYTES:",
        "    if False:",
        PDF,
    ),
    Mutation(
        "more pages are offered than a chat can hold",
        "app/controllers/messages/pdf_pages.py",
        "if count is None or count <= room or len(kept) == 1:",
        "if True:",
        PDF_BOX,
    ),
    Mutation(
        "pages are drawn for a model that does not see",
        "app/controllers/messages/pdf_pages.py",
        "        if not self._sees(conversation_id):",
        "        if False:",
        PDF_BOX,
    ),
    Mutation(
        "pages go along that were not asked for",
        "app/controllers/messages/pdf_pages.py",
        "if answer.wants_pages and composer is not None:",
        "if composer is not None:",
        PDF_BOX,
    ),
    Mutation(
        "arrow keys lead to no other picture",
        "app/controllers/messages/pictures.py",
        "        if 0 <= at < len(among):",
        "        if False:",
        BOX,
    ),
    Mutation(
        "files stand left of the letters that they go with",
        "app/widgets/transcript/own_bubble.py",
        "side = FILE_PADDING if self._is_silent() else PADDING",
        "side = FILE_PADDING",
        "tests/app/widgets/transcript/test_sent_files.py",
    ),
    Mutation(
        "the buttons of an empty page stand right of its middle after a resize",
        "app/widgets/conversation/empty_state.py",
        "        self._arrange()\n        super().resizeEvent(event)\n",
        "        super().resizeEvent(event)\n        self._arrange()\n",
        "tests/app/widgets/conversation/test_empty_state.py",
    ),
    Mutation(
        "the tokens of a picture are not shown in its chip",
        "app/controllers/messages/composer.py",
        "            view.composer.chips.show_tokens(counts)",
        "            pass",
        PDF_BOX,
    ),
    Mutation(
        "a large picture is made so large that it takes all memory",
        "app/widgets/dialogs/picture_area.py",
        "if self.scale < each <= most]",
        "if self.scale < each]",
        VIEWER,
    ),
    Mutation(
        "a picture that is made larger jumps to its beginning",
        "app/widgets/dialogs/picture_area.py",
        "            _move_middle(bar, middle)\n",
        "            bar.setValue(0)\n",
        VIEWER,
    ),
    Mutation(
        "where the keyboard is lies behind the picture",
        "app/widgets/dialogs/picture_area.py",
        "        self.setViewportMargins(*4 * (RING,))\n",
        "",
        VIEWER,
    ),
    Mutation(
        "who cancels the drawing of pages is told that there are none",
        "app/controllers/messages/pdf_pages.py",
        "return None if is_unwanted else drawing.result()",
        "return DrawnPages(()) if is_unwanted else drawing.result()",
        PDF_BOX,
    ),
    Mutation(
        "progress takes the place of a complaint",
        "app/widgets/composer/notice.py",
        "        elif self.isHidden():\n",
        "        else:\n",
        "tests/app/widgets/composer/test_notice.py",
    ),
    Mutation(
        "what a page shows before it is served stays empty",
        "app/controllers/messages/pictures.py",
        "        hub.ask_again()  # a page may be painted before it is served\n",
        "",
        BOX,
    ),
)
