"""Bugs of exports as pages: HTML and PDF."""

from tests.mutations.mutation import Mutation

HTML = "tests/app/printing/test_html_file.py"
PROCESS = "tests/app/printing/test_process.py"
EXPORT = "tests/app/controllers/conversations/test_page_export.py"
TRANSFER = "tests/app/controllers/conversations/test_transfer.py"

PRINTING_MUTATIONS = (
    Mutation(
        "what somebody wrote becomes a part of the page",
        "app/printing/body_html.py",
        'return escape(_CONTROL.sub("\\N{REPLACEMENT CHARACTER}", text))',
        'return _CONTROL.sub("\\N{REPLACEMENT CHARACTER}", text)',
        HTML,
    ),
    Mutation(
        "any element may come with a formula",
        "app/printing/mathml.py",
        "if name not in _ELEMENTS:",
        "if False:",
        HTML,
    ),
    Mutation(
        "the words in a formula are not escaped",
        "app/printing/mathml.py",
        'return escape(with_hidden_marked(_named(text or "")))',
        'return with_hidden_marked(_named(text or ""))',
        HTML,
    ),
    Mutation(
        "code is not escaped",
        "app/printing/code_html.py",
        "        return escape(shown)\n",
        "        return shown\n",
        HTML,
    ),
    Mutation(
        "the page may load and run what it likes",
        "app/printing/html_file.py",
        "\"default-src 'none'; style-src",
        '"default-src *; style-src',
        HTML,
    ),
    Mutation(
        "a PDF opens the files that a message names",
        "app/printing/body_html.py",
        'return f"<code>{as_text(image_chip(node))}</code>"',
        'return f\'<img src="{node.attrs.get("src")}">\'',
        PROCESS,
    ),
    Mutation(
        "paper is always A4",
        "app/printing/pdf_file.py",
        "QPageSize.PageSizeId.Letter if is_letter else QPageSize.PageSizeId.A4",
        "QPageSize.PageSizeId.A4",
        PROCESS,
    ),
    Mutation(
        "two conversations share a page",
        "app/printing/pdf_file.py",
        "                self._writer.newPage()\n",
        "                pass\n",
        PROCESS,
    ),
    Mutation(
        "half a file stays",
        "app/printing/process.py",
        "        Path(job.path).unlink(missing_ok=True)\n",
        "        pass\n",
        PROCESS,
    ),
    Mutation(
        "a window that is gone counts as the end",
        "app/printing/job.py",
        "    if len(content) < count:\n        raise PagesBroken\n",
        '    if len(content) < count:\n        return b""\n',
        PROCESS,
    ),
    Mutation(
        "a process that failed is taken for one that is done",
        "app/controllers/conversations/page_export.py",
        "if process.returncode != 0:",
        "if False:",
        EXPORT,
    ),
    Mutation(
        "a process that says nothing is waited for",
        "app/controllers/conversations/page_export.py",
        "process.stdout.readline(), PATIENCE_SECONDS)",
        "process.stdout.readline(), None)",
        EXPORT,
    ),
    Mutation(
        "the process goes on when nobody wants its file any more",
        "app/controllers/conversations/page_export.py",
        "        await kill_child(process)\n",
        "        pass\n",
        EXPORT,
    ),
    Mutation(
        "pictures are left out of a PDF",
        "app/printing/pdf_file.py",
        '        if image is None:\n            return None\n        name = f"picture:',
        '        if image is not None:\n            return None\n        name = f"picture:',
        PROCESS,
    ),
    Mutation(
        "the name of a picture is Markdown",
        "app/transfer/markdown.py",
        "_AS_LABEL.sub(' ', each.name)",
        "each.name",
        "tests/app/transfer/test_exporting.py",
    ),
    Mutation(
        "what is said to be a sound stands in the page whatever it is",
        "app/printing/html_file.py",
        "if kind is None or kind is SoundFormat.OTHER:",
        "if kind is None:",
        HTML,
    ),
    Mutation(
        "a sound is left out of a Markdown export",
        "app/transfer/exporting.py",
        "file.picture is not None or file.sound is not None",
        "file.picture is not None",
        "tests/app/transfer/test_exporting.py",
    ),
)
