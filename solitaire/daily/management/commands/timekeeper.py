import time
from typing import Any

import structlog
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

log = structlog.get_logger(__name__)


class Command(BaseCommand):
    help = "Plan and settle deals for as long as it runs, for who has neither cron nor a systemd timer."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--every", type=float, default=60, help="seconds between two rounds (default 60)")

    def handle(self, *args: Any, every: float, **options: Any) -> None:
        while True:
            for command in ("plan_deals", "settle_deals"):
                try:
                    call_command(command, stdout=self.stdout, verbosity=0)
                except Exception:
                    # The database may be away for a while; the next round makes up for this one.
                    log.exception("command failed", command=command)
            close_old_connections()
            time.sleep(every)
