"""Bugs of the header over a chat and of the model picker."""

from tests.mutations.mutation import Mutation

CHOICES = "tests/app/library/test_choices.py"
FIGURES = "tests/app/widgets/transcript/test_figures.py"
HEADER = "tests/app/widgets/conversation/test_header.py"
HEADERS = "tests/app/controllers/window/test_headers.py"
MODEL = "tests/app/controllers/engine/test_model.py"
PICKER = "tests/app/widgets/dialogs/test_model_picker.py"
PICKER_CONTROLLER = "tests/app/controllers/engine/test_model_picker.py"

TIMES = "tests/app/widgets/kit/test_time_text.py"

HEADER_MUTATIONS = (
    Mutation(
        "quantizations of one model have one name",
        "app/library/choices.py",
        '"" if known.path is None else quantization_of(file.stem)',
        '""',
        CHOICES,
    ),
    Mutation(
        "yesterday's message has the time of today",
        "app/widgets/kit/time_text.py",
        "if local.date() == today:",
        "if True:",
        TIMES,
    ),
    Mutation(
        "the time of a message covers its buttons",
        "app/widgets/transcript/actions.py",
        "self.time_label.setVisible(is_asked and self._has_room_for_time())",
        "self.time_label.setVisible(is_asked)",
        FIGURES,
    ),
    Mutation(
        "Esc keeps the title that was typed",
        "app/widgets/conversation/title_box.py",
        "            self.ended.emit(False)\n",
        "            self.ended.emit(True)\n",
        HEADER,
    ),
    Mutation(
        "a title that comes while another is typed is lost",
        "app/widgets/conversation/title_box.py",
        "        self._title = title\n        self.button.set_label(title)\n",
        "        if not self._is_editing:\n            self._title = title\n"
        "        self.button.set_label(self._title)\n",
        HEADER,
    ),
    Mutation(
        "a blank title is a title",
        "app/widgets/conversation/title_box.py",
        "if is_kept and text and text not in (self._title, self._stored, self._offered):",
        "if is_kept and text not in (self._title, self._stored, self._offered):",
        HEADER,
    ),
    Mutation(
        "the title stands with its padding beside the text",
        "app/widgets/conversation/view.py",
        "_centered(self.header, SIDE_MARGIN - PADDING)",
        "_centered(self.header, SIDE_MARGIN)",
        HEADER,
    ),
    Mutation(
        "a folder that changes is not shown in the header",
        "app/controllers/conversations/conversations.py",
        "            self.shown.notify(summary)\n",
        "",
        HEADERS,
    ),
    Mutation(
        "another model stops running answers without a question",
        "app/controllers/engine/model.py",
        "        if not running:\n",
        "        if running >= 0:\n",
        MODEL,
    ),
    Mutation(
        "a model fits that is as large as what is free",
        "app/library/choices.py",
        "SHARE_OF_FILE = 1.2 ",
        "SHARE_OF_FILE = 1.0 ",
        CHOICES,
    ),
    Mutation(
        "a model on a graphics card is called too large for memory",
        "app/library/choices.py",
        "    elif memory.has_gpu:\n        word = FitWord.UNKNOWN\n",
        "",
        CHOICES,
    ),
    Mutation(
        "a model that is loaded is gone with its file",
        "app/library/choices.py",
        "if known.state is ModelState.READY and not file.exists():",
        "if not file.exists():",
        CHOICES,
    ),
    Mutation(
        "a model in use is offered once more among the recent ones",
        "app/controllers/engine/model_picker.py",
        "recent_models if each != used)",
        "recent_models)",
        PICKER_CONTROLLER,
    ),
    Mutation(
        "the built-in model is remembered as a file",
        "app/controllers/engine/model_picker.py",
        "    return None if path == str(builtin_model()) else path\n",
        "    return path\n",
        PICKER_CONTROLLER,
    ),
    Mutation(
        "Delete in the search text removes a model",
        "app/widgets/dialogs/model_picker.py",
        "return self.box.cursorPosition() == len(self.box.text()) and "
        "not self.box.hasSelectedText()",
        "return True",
        PICKER,
    ),
    Mutation(
        "a file that is gone is chosen all the same",
        "app/widgets/dialogs/model_picker.py",
        "row.model is not None and self._obstacle(row.model):",
        "row.model is None:",
        PICKER,
    ),
    Mutation(
        "what is read of the files moves the selection",
        "app/widgets/dialogs/model_picker.py",
        "self._select(self._first_row() if place is None else place)",
        "self._select(self._first_row())",
        PICKER,
    ),
    Mutation(
        "the figures under an answer are cut off by the next message",
        "app/widgets/transcript/message.py",
        "return state.is_newest, state.has_figures, state.is_remote",
        "return state.is_newest, False, state.is_remote",
        FIGURES,
    ),
    Mutation(
        "the figures under an answer go when it is scrolled away",
        "app/widgets/transcript/message_list.py",
        "            has_figures=message_id in self.figure_ids,\n",
        "",
        FIGURES,
    ),
    Mutation(
        "an answer without figures offers them",
        "app/widgets/transcript/actions.py",
        "has_figures = message.usage is not None and bool(usage_texts(message.usage))",
        "has_figures = True",
        FIGURES,
    ),
)
