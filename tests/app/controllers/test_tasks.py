"""Tasks are kept to their end; what only asks is let go of when the program ends."""

import asyncio

from app.controllers.tasks import Tasks
from app.errors import AppError


class Work:
    """Waits to be let on, and notes how it ended."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.end = asyncio.Event()
        self.ended = ""

    async def run(self) -> None:
        try:
            await self.gate.wait()
            self.ended = "done"
        except asyncio.CancelledError:
            self.ended = "dropped"
            raise
        finally:
            self.end.set()


async def test_the_end_waits_for_work_and_drops_questions() -> None:
    told: list[AppError] = []
    tasks, work, question = Tasks(told.append), Work(), Work()
    tasks.start(work.run())
    tasks.start(question.run(), may_be_dropped=True)
    await asyncio.sleep(0)
    finishing = asyncio.create_task(tasks.finish())
    await question.end.wait()
    assert question.ended == "dropped"
    assert not finishing.done()
    work.gate.set()
    await finishing
    assert work.ended == "done"
    assert not told


async def test_a_question_that_comes_after_the_end_does_not_begin() -> None:
    tasks, question = Tasks(lambda error: None), Work()
    await tasks.close()
    asked = tasks.start(question.run(), may_be_dropped=True)
    question.gate.set()
    await asyncio.wait([asked])
    assert (asked.cancelled(), question.ended) == (True, "")


async def test_a_question_begins_between_two_waits() -> None:
    tasks, question = Tasks(lambda error: None), Work()
    await tasks.finish()
    asked = tasks.start(question.run(), may_be_dropped=True)
    question.gate.set()
    await asyncio.wait([asked])
    assert question.ended == "done"


async def test_a_button_that_is_pressed_twice_does_its_work_once() -> None:
    works = [Work(), Work()]
    waiting = iter(works)

    async def run() -> None:
        await next(waiting).run()

    tasks = Tasks(lambda error: None)
    press = tasks.single_starter(run)
    press()
    press()
    works[0].gate.set()
    await tasks.finish()
    assert [each.ended for each in works] == ["done", ""]
    press()
    works[1].gate.set()
    await tasks.finish()
    assert works[1].ended == "done"


def test_work_that_a_timer_starts_while_the_loop_stands_is_done_when_it_runs() -> None:
    async def made() -> Tasks:
        return Tasks(lambda error: None)

    with asyncio.Runner() as runner:
        tasks, work = runner.run(made()), Work()
        tasks.start(work.run())
        work.gate.set()
        runner.run(tasks.finish())
    assert work.ended == "done"
