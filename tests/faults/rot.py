"""Damages copies of a database in every way, and opens each as the window does at its start.

``python -m tests.faults.rot --files 1000``. Every start must end with open histories, nothing
may be deleted, every message that the damage left alone must be there, and every flipped text
must be noticed.
"""

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.conversations import ConversationOptions
from app.domain.messages import Message, MessageStatus
from app.domain.tabs import OpenTabs
from app.storage.history import History

PAGE = 4096
WAYS = ("bits", "text", "page", "garbage", "truncation", "zeros")
# What becomes of the journal that a killed program leaves: of these, later texts may be missing.
JOURNAL_WAYS = ("journal bits", "journal cut", "journal missing", "journal of another")


@dataclass
class Findings:
    """What the starts were like."""

    starts: int = 0
    slowest_seconds: float = 0.0
    refused: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    believed: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    flipped_texts: int = 0
    noticed_texts: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether every promise was kept."""
        return not (self.refused or self.deleted or self.believed or self.missing)


async def write(path: Path, *, with_backup: bool, torn: Path | None = None) -> dict[int, str]:
    """Write the histories that are damaged; return their texts.

    ``torn`` is a place for a copy as a killed program leaves it, much of it in the journal.
    """
    history = await History.open(path)
    ids = []
    texts: dict[int, str] = {}
    for number in range(30):
        conversation = await history.conversations.create(f"conversation {number}")
        ids.append(conversation.id)
        for turn_number in range(4):
            question = f"question {turn_number} of {number}: " + "why " * (number * 5)
            turn = await history.turns.start(conversation.id, question)
            reply = f"answer {turn_number} of {number}: " + "because " * (number * 7)
            await history.turns.finish_reply(turn.reply.id, reply, MessageStatus.COMPLETE)
            texts |= {turn.user.id: question, turn.reply.id: reply}
    await history.conversations.set_options(
        ids[0], ConversationOptions(folder="Work", is_pinned=True)
    )
    await history.tabs.save(OpenTabs(tuple(ids[:5]), ids[0]))
    if with_backup:
        await history.upkeep.back_up()
    if torn is not None:
        shutil.copytree(path.parent, torn)
    await history.close()
    return texts


def damage(path: Path, way: str, dice: random.Random) -> bytes:
    """Damage a file; return what it holds now."""
    content = bytearray(path.read_bytes())
    page = dice.randrange(len(content) // PAGE) * PAGE
    match way:
        case "bits":
            for _ in range(dice.randint(1, 8)):
                content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
        case "page":
            content[page : page + PAGE] = bytes(PAGE)
        case "garbage":
            content[page : page + PAGE] = dice.randbytes(PAGE)
        case "truncation":
            del content[dice.randrange(len(content)) :]
        case "zeros":
            content[:] = bytes(len(content))
        case "text":
            _flip_text(content, dice)
    path.write_bytes(content)
    return bytes(content)


def damage_journal(path: Path, way: str, other: Path, dice: random.Random) -> bytes:
    """Damage the journal beside a file; return what the file itself holds."""
    journal = path.with_name(path.name + "-wal")
    content = bytearray(journal.read_bytes())
    match way:
        case "journal bits":
            for _ in range(dice.randint(1, 8)):
                content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
        case "journal cut":
            del content[dice.randrange(len(content)) :]
        case "journal of another":
            content = bytearray(other.with_name(other.name + "-wal").read_bytes())
    journal.write_bytes(content)
    if way == "journal missing":
        journal.unlink()
    return path.read_bytes()


def _flip_text(content: bytearray, dice: random.Random) -> None:
    number, turn = dice.randrange(8, 30), dice.randrange(4)
    wanted = f"answer {turn} of {number}: because because".encode()
    place = content.index(wanted) + dice.randrange(len(wanted))
    content[place] ^= 1 << dice.randrange(7)


async def start(path: Path) -> tuple[tuple[str, ...], list[Message]]:
    """Do what the window does at its start, and look at everything."""
    history = await History.open(path)
    try:
        await history.turns.interrupt_unfinished("killed")
        for id_ in (await history.tabs.read()).conversation_ids:
            await history.conversations.get(id_)
        shown = await history.conversations.summaries()
        messages: list[Message] = []
        for summary in shown:
            tree = await history.archive.tree(summary.id)
            messages += () if tree is None else tree.messages
        conversation = await history.conversations.create()
        await history.turns.start(conversation.id, "Are you there?")
        return history.warnings, messages
    finally:
        await history.close()


def run(folder: Path, files: int, seed: int) -> Findings:
    """Damage and start so often."""
    dice = random.Random(seed)
    findings = Findings()
    samples = []
    for with_backup in (False, True):
        sample, torn = folder / f"sample-{with_backup}", folder / f"torn-{with_backup}"
        sample.mkdir()
        texts = asyncio.run(write(sample / "hubbub.db", with_backup=with_backup, torn=torn))
        samples.append((sample, torn, texts))
    place = folder / "damaged"
    for number in range(files):
        whole, torn, texts = samples[number % 2]
        way = (*WAYS, *JOURNAL_WAYS)[number // 2 % len(WAYS + JOURNAL_WAYS)]
        is_journal = way in JOURNAL_WAYS
        shutil.copytree(torn if is_journal else whole, place)
        path = place / "hubbub.db"
        if is_journal:
            other = samples[1 - number % 2][1] / path.name
            before = damage_journal(path, way, other, dice)
            _one(path, way, before, texts if way == "journal bits" else {}, findings)
        else:
            _one(path, way, damage(path, way, dice), texts, findings)
        shutil.rmtree(place)
    return findings


def _one(path: Path, way: str, before: bytes, texts: dict[int, str], findings: Findings) -> None:
    began = time.monotonic()
    name = f"{way} #{findings.starts}"
    findings.starts += 1
    try:
        warnings, messages = asyncio.run(start(path))
    except Exception as error:  # whatever it is, it is what is looked for here
        findings.refused.append(f"{name}: {type(error).__name__}: {error}")
        return
    findings.slowest_seconds = max(findings.slowest_seconds, time.monotonic() - began)
    asides = [file.read_bytes() for file in path.parent.glob("hubbub.damaged-*.db")]
    is_about_file = any("can't be used" in notice for notice in warnings)
    if is_about_file and before not in asides:
        findings.deleted.append(name)
    if not texts:
        return  # what stood in the journal can't be known to have been there
    for message in messages:
        # Of a journal, an earlier state may be left; but then that is said.
        truth = texts.get(message.id, "")
        is_earlier = way in JOURNAL_WAYS and bool(warnings) and truth.startswith(message.text)
        if message.text != truth and not message.is_damaged and not is_earlier:
            findings.believed.append(f"{name}: message {message.id}")
    if way in JOURNAL_WAYS:
        if not warnings and not {message.id for message in messages} >= texts.keys():
            findings.missing.append(f"{name}: in silence")
        return
    has_backup = (path.parent / "backups").is_dir()
    if has_backup and not {message.id for message in messages} >= texts.keys():
        findings.missing.append(name)
    if way == "text":
        findings.flipped_texts += 1
        sound = {message.id for message in messages if not message.is_damaged}
        restored = len(sound) == len(texts) and bool(warnings)
        findings.noticed_texts += len(sound) < len(texts) or restored


def main() -> int:
    """Run as often as asked, print the figures, and answer with 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        findings = run(Path(folder), options.files, options.seed)
    lines = [
        f"{findings.starts} damaged files, {len(findings.refused)} not opened, "
        f"{len(findings.deleted)} with something deleted",
        f"{len(findings.believed)} changed texts believed, "
        f"{findings.noticed_texts} of {findings.flipped_texts} flipped texts noticed",
        f"{len(findings.missing)} without a message that the backup holds, "
        f"slowest start {findings.slowest_seconds:.1f} s",
        *findings.refused[:20],
        *findings.deleted[:20],
        *findings.believed[:20],
        *findings.missing[:20],
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if findings.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
