"""Bugs of the library of models."""

from tests.mutations.mutation import Mutation

DESCRIPTIONS = "tests/app/library/test_descriptions.py"
GROUPS = "tests/app/library/test_model_groups.py"
HEADER = "tests/engine/gguf/test_model_file.py"
KNOWN_MODELS = "tests/app/storage/content/test_known_models.py"
LIBRARY = "tests/app/library/test_model_library.py"
MODELS_PAGE = "tests/app/widgets/models/test_page.py"
NAMES = "tests/app/library/test_file_names.py"
PICKER = "tests/app/controllers/engine/test_model_picker.py"
READERS = "tests/app/library/test_folder_readers.py"
WAITING = "tests/app/library/test_waiting_child.py"

LIBRARY_MUTATIONS = (
    Mutation(
        "a list of strings is taken for a known one by its length",
        "engine/gguf/header.py",
        "if is_there and self._bytes.startswith(known, start):",
        "if is_there:",
        HEADER,
    ),
    Mutation(
        "links are followed round and round",
        "app/library/folder_walk.py",
        "            if (status.st_dev, status.st_ino) in seen:\n                continue\n",
        "",
        READERS,
    ),
    Mutation(
        "a pipe is listed as a model",
        "app/library/found_file.py",
        "    if not stat.S_ISREG(status.st_mode):\n        return None\n",
        "",
        READERS,
    ),
    Mutation(
        "Ollama's manifests may name any file",
        "app/library/folder_readers.py",
        '_DIGEST = re.compile(r"sha256[:-]([0-9a-f]{64})")',
        '_DIGEST = re.compile(r"sha256[:-](.*)")',
        READERS,
    ),
    Mutation(
        "marks that turn letters round are shown in names",
        "app/library/file_names.py",
        'return letter.isprintable() or letter in "\\n\\t"',
        "return True",
        NAMES,
    ),
    Mutation(
        "a split model is listed without a part",
        "app/library/model_groups.py",
        "            if number not in there:\n",
        "            if number not in there and number == 1:\n",
        GROUPS,
    ),
    Mutation(
        "the same file is listed twice",
        "app/library/model_groups.py",
        "return (file.device, file.inode) if file.inode else file.path",
        "return file.path",
        GROUPS,
    ),
    Mutation(
        "a projector belongs to every model beside it",
        "app/library/model_groups.py",
        "    if len(bases) == 1:\n",
        "    if bases:\n",
        GROUPS,
    ),
    Mutation(
        "a refusal is remembered as damage",
        "app/library/descriptions.py",
        "is_lasting=not isinstance(error, ModelFileMissing)",
        "is_lasting=True",
        DESCRIPTIONS,
    ),
    Mutation(
        "a changed file keeps what was read of it",
        "app/library/library_index.py",
        "return known.description if known and known.fingerprint == fingerprint else None",
        "return known.description if known else None",
        LIBRARY,
    ),
    Mutation(
        "a file that ended its reader is read again",
        "app/library/model_library.py",
        "                    deadly[death.path] = _DEADLY\n",
        '                    deadly[""] = _DEADLY\n',
        LIBRARY,
    ),
    Mutation(
        "a folder that is gone takes its models along",
        "app/library/scan_process.py",
        "            if known.model.folder in away and path not in there\n",
        "            if path in there\n",
        LIBRARY,
    ),
    Mutation(
        "where a disk was mounted and is not, its models are forgotten",
        "app/library/scan_process.py",
        "return not content.files and known is not None and known != _device(folder)",
        "return False",
        LIBRARY,
    ),
    Mutation(
        "an empty folder keeps what was deleted from it",
        "app/library/scan_process.py",
        "return not content.files and known is not None and known != _device(folder)",
        "return not content.files and known is not None",
        LIBRARY,
    ),
    Mutation(
        "a model that was used is offered twice",
        "app/controllers/engine/model_picker.py",
        "for each in models if each.path not in used)",
        "for each in models)",
        PICKER,
    ),
    Mutation(
        "what can't be loaded is offered",
        "app/domain/model_library.py",
        "return is_usable and self.kind is ModelFileKind.CHAT",
        "return self.kind is ModelFileKind.CHAT",
        GROUPS,
    ),
    Mutation(
        "a use of a model forgets what is set for it",
        "app/storage/content/known_models.py",
        "        row.used_at = self._now()\n",
        '        row.used_at, row.settings_json = self._now(), ""\n',
        KNOWN_MODELS,
    ),
    Mutation(
        "a model that was set up counts as used",
        "app/storage/content/known_models.py",
        "            .where(KnownModelRow.used_at.is_not(None))\n",
        "",
        KNOWN_MODELS,
    ),
    Mutation(
        "a digest outlives the file that it was made of",
        "app/library/scan_process.py",
        "return digest if fingerprint == group.first.fingerprint else None",
        "return digest",
        LIBRARY,
    ),
    Mutation(
        "nobody waits for the second look",
        "app/library/waiting_child.py",
        "        child, self._child = self._child, None\n        self.taken.set()\n",
        "        child, self._child = self._child, None\n",
        WAITING,
    ),
    Mutation(
        "a process waits on when the page is closed",
        "app/library/model_library.py",
        "        finally:\n            await self._waiting_child.end()\n",
        "        finally:\n            pass\n",
        WAITING,
    ),
    Mutation(
        "both halves of the models' window are squeezed into a narrow one",
        "app/widgets/models/page.py",
        "not is_narrow or index == self.switch.index",
        "True",
        MODELS_PAGE,
    ),
    Mutation(
        "buttons are cut where their row is full",
        "app/widgets/kit/flow_layout.py",
        "if rows and self._width([*rows[-1], (item, size)]) <= width:",
        "if rows:",
        MODELS_PAGE,
    ),
    Mutation(
        "parts of a low half stand on each other",
        "app/widgets/models/half_area.py",
        "        return self._column.minimumHeightForWidth(width)\n",
        "        return 0\n",
        MODELS_PAGE,
    ),
)
