"""Bugs of a program that runs for long, or with little to run on."""

from tests.mutations.mutation import Mutation

ICONS = "tests/app/widgets/kit/test_icons.py"
LANGUAGES = "tests/limits/test_languages.py"
MEANS = "tests/limits/test_means.py"
REPLIES = "tests/app/controllers/messages/test_replies.py"

LIMIT_MUTATIONS = (
    Mutation(
        "a state is kept of every conversation that ever had a tab",
        "app/controllers/messages/replies.py",
        "for id_, state in self._states.items() if id_ in kept}",
        "for id_, state in self._states.items()}",
        REPLIES,
    ),
    Mutation(
        "handles that may be had are not taken",
        "app/process/limits.py",
        "    if soft != resource.RLIM_INFINITY and soft < wanted:\n",
        "    if False:\n",
        MEANS,
    ),
    Mutation(
        "a window is opened without the handles that it needs",
        "app/process/limits.py",
        "soft >= MIN_HANDLES:",
        "soft >= 20:",
        MEANS,
    ),
    Mutation(
        "a window is opened without the memory that it needs",
        "app/process/limits.py",
        "    if most is None or most >= MIN_ADDRESS_BYTES:\n",
        "    if most != 0:\n",
        MEANS,
    ),
    Mutation(
        "a window is opened without the threads that it needs",
        "app/process/limits.py",
        "        for thread in threads:\n            thread.start()\n",
        "        threads[0].start()\n",
        MEANS,
    ),
    Mutation(
        "files are named as the language of the system writes",
        "app/__main__.py",
        '    if sys.getfilesystemencoding() == "utf-8" or',
        "    if True or",
        LANGUAGES,
    ),
    Mutation(
        "an icon that can't be read ends the process",
        "app/widgets/kit/icons.py",
        "    except OSError as error:\n",
        "    except KeyError as error:\n",
        ICONS,
    ),
)
