import os
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from solitaire.daily import services
from solitaire.daily.certifying import Done, certify, tasks

MOST_DAYS = 366
BAR = 30
"""Characters of a progress bar."""


class Command(BaseCommand):
    help = (
        "Make the deals of today and of the days to come that are missing, and find out of each whether it "
        "can be won. Safe to run twice and at once, and to stop at any time: what is done is stored."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=14, help="how many days, today included (default 14)")
        parser.add_argument(
            "--no-certify", action="store_true", help="make the deals at once; a later run certifies them"
        )
        parser.add_argument(
            "--jobs", type=int, default=os.cpu_count() or 1, help="processes that search (default: all cores)"
        )
        parser.add_argument("--nice", type=int, default=0, help="how much less urgent the search is")

    def handle(self, *args: Any, days: int, no_certify: bool, jobs: int, nice: int, **options: Any) -> None:
        if jobs < 1:
            raise CommandError("--jobs is 1 or more.")
        if not 1 <= days <= MOST_DAYS:
            raise CommandError(f"--days is a number from 1 to {MOST_DAYS}.")
        first, verbosity = services.today(), options["verbosity"]
        if no_certify:
            made = sum(services.plan(first + timedelta(days=ahead)) for ahead in range(days))
            said = f"{made} deals made."
        else:
            said = self.certify(tasks(first, days), jobs, nice, verbosity)
        services.open_due(timezone.now())
        if verbosity:
            self.stdout.write(said)

    def certify(self, wanted: list[Any], jobs: int, nice: int, verbosity: int) -> str:
        """Certify with news of how it goes; what it came to."""
        count = {"certified": 0, "not known": 0}
        try:
            with told_to_stop(), closing(certify(wanted, jobs, nice)) as results:
                for number, done in enumerate(results, 1):
                    if done.deal is not None:
                        count[done.deal.winnable] += 1
                    if verbosity:
                        self.progress(done, number, len(wanted))
            ending = "."
        except KeyboardInterrupt:
            ending = ", then stopped. The next run goes on."
        if verbosity and self.stdout.isatty():
            self.stdout.write()
        return f"{count['certified']} deals certified, {count['not known']} not known to be winnable{ending}"

    def progress(self, done: Done, number: int, total: int) -> None:
        """A bar on a terminal, lines otherwise."""
        if self.stdout.isatty():
            bar = "#" * (BAR * number // total)
            self.stdout.write(f"\r[{bar:{BAR}}] {number}/{total}  {done.task!s:60.60}", ending="")
            self.stdout.flush()
        else:
            self.stdout.write(f"{number}/{total} {done.task}: {verdict(done)}")


def verdict(done: Done) -> str:
    """What was found out about a deal, in words."""
    deal = done.deal
    if deal is None:
        return "made by somebody else meanwhile"
    tries = f"{done.tries} seed{'s' if done.tries > 1 else ''} tried"
    if deal.par is not None:
        return f"won in {deal.par} moves, {tries}"
    return f"not known to be winnable, {deal.best_known} of {deal.engine.total} cards home, {tries}"


@contextmanager
def told_to_stop() -> Iterator[None]:
    """To be told to stop is, in it, the same as Ctrl-C."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
