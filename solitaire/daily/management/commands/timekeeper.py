import signal
import subprocess
import sys
import time
from typing import Any

import structlog
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

from solitaire.daily import services
from solitaire.daily.certifying import tasks

log = structlog.get_logger(__name__)

DAYS = 14
"""How many days are planned, today included."""
NICENESS = 15
"""Everything else is more urgent than the deals of the days to come."""


class Command(BaseCommand):
    help = "Plan and settle deals for as long as it runs, for who has neither cron nor a systemd timer."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--every", type=float, default=60, help="seconds between two rounds (default 60)")
        parser.add_argument("--jobs", type=int, default=1, help="processes that search deals (default 1)")

    def handle(self, *args: Any, every: float, jobs: int, **options: Any) -> None:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())
        planner: subprocess.Popen[bytes] | None = None
        try:
            while True:
                try:
                    call_command("settle_deals", stdout=self.stdout, verbosity=0)
                    if (planner is None or planner.poll() is not None) and tasks(services.today(), DAYS):
                        planner = self.plan(jobs)
                except Exception:
                    # The database may be away for a while; the next round makes up for this one.
                    log.exception("round failed")
                close_old_connections()
                time.sleep(every)
        except KeyboardInterrupt:
            sys.exit()
        finally:
            if planner is not None:
                planner.terminate()
                planner.wait()

    def plan(self, jobs: int) -> subprocess.Popen[bytes]:
        """Plan in a process of its own, of which nobody waits for hours."""
        options = ["--days", str(DAYS), "--jobs", str(jobs), "--nice", str(NICENESS), "--verbosity", "0"]
        return subprocess.Popen([sys.executable, "manage.py", "plan_deals", *options], cwd=settings.BASE_DIR)
