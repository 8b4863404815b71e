"""Finding out, before a deal is played, whether it can be won.

A deal that is not yet in the schedule draws seeds until one is won. A deal that is keeps its seed, since its
commitment may have been seen: its own seed is searched, and for as long as all the draws would have taken.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from itertools import islice

from django.conf import settings
from django.db import IntegrityError, transaction

from games import catalogue, workers
from games.notation import Record, replay
from solitaire.daily.models import Deal, commitment, new_seed
from solitaire.daily.services import new_deal
from solitaire.daily.solving import Found, find


@dataclass(frozen=True, slots=True)
class Task:
    """A deal to certify: ``seed`` is None where it is not made yet."""

    game: str
    variant: str
    date: dt.date
    seed: str | None = None

    def __str__(self) -> str:
        return str(Deal(game=self.game, variant=self.variant, date=self.date))


@dataclass(frozen=True, slots=True)
class Done:
    """A task, the deal it came to, and how many seeds were tried; no deal where somebody was there before."""

    task: Task
    deal: Deal | None
    tries: int


def tasks(first: dt.date, days: int) -> list[Task]:
    """What there is to certify of so many days, the next day first, and a day in the order of the book."""
    dates = [first + dt.timedelta(days=ahead) for ahead in range(days)]
    made = {
        (deal.game, deal.variant, deal.date): deal
        for deal in Deal.objects.filter(date__in=dates).exclude(status=Deal.Status.VOID)
    }
    void = set(
        Deal.objects.filter(date__in=dates, status=Deal.Status.VOID).values_list("game", "variant", "date")
    )
    found = []
    for date in dates:
        for game in catalogue.every():
            key = game.slug, game.variant, date
            deal = made.get(key)
            if key not in void and (deal is None or deal.winnable == "waiting"):
                found.append(Task(*key, seed=deal.seed if deal else None))
    return found


def certify(wanted: Iterable[Task], jobs: int, niceness: int = 0) -> Generator[Done, None, None]:
    """Do the tasks in so many processes, and store each deal as soon as it is ready.

    Safe to do twice and at the same time: the first to commit wins. Whoever stops asking stops the processes.
    """
    left = iter(wanted)
    pool = workers.pool(jobs, niceness)
    running: dict[Future[Found], Task] = {}
    try:
        while True:
            for task in islice((task for task in left if _is_due(task)), jobs - len(running)):
                running[pool.submit(find, task.game, task.variant, *_budget(task))] = task
            if not running:
                return
            ready, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ready:
                task, found = running.pop(future), future.result()
                yield Done(task, store(task, found), found.tries)
    finally:
        workers.end(pool)


def _budget(task: Task) -> tuple[list[str], float]:
    """The seeds to try, and the seconds for each."""
    if task.seed is not None:
        return [task.seed], settings.CERTIFY_SECONDS * settings.CERTIFY_TRIES
    return [new_seed() for _ in range(settings.CERTIFY_TRIES)], settings.CERTIFY_SECONDS


def _is_due(task: Task) -> bool:
    """Whether nobody else has done it meanwhile."""
    made = Deal.objects.filter(game=task.game, variant=task.variant, date=task.date)
    if task.seed is None:
        return not made.exists()
    return made.filter(seed=task.seed, par=None, best_known=None).exists()


def store(task: Task, found: Found) -> Deal | None:
    """The deal with what was found out about it; None where somebody else was first.

    It is the engine's replay that says whether it is won, and not the solver.
    """
    seal = commitment(task.game, task.variant, task.date, found.seed)
    headers = {"Player": "The solver", "Date": task.date.isoformat(), "Commitment": seal}
    record = Record(task.game, found.seed, found.moves, task.variant, headers)
    outcome = replay(record)
    record.headers["Result"] = str(outcome)
    fields: dict[str, str | int] = {"certificate": str(record)}
    if outcome.status == "won":
        fields["par"] = outcome.moves
    else:
        fields["best_known"] = outcome.score
    made = Deal.objects.filter(game=task.game, variant=task.variant, date=task.date)
    if task.seed is not None:
        due = made.filter(seed=found.seed, par=None, best_known=None)
        return made.get() if due.update(**fields) else None
    deal = new_deal(catalogue.game(task.game, task.variant), task.date, found.seed)
    for name, value in fields.items():
        setattr(deal, name, value)
    try:
        with transaction.atomic():
            deal.save(force_insert=True)
    except IntegrityError:
        return None
    return deal
