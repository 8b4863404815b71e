from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from solitaire.daily import services


class Command(BaseCommand):
    help = "Make the deals of today and of the days to come that are missing. Safe to run twice and at once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=14, help="how many days, today included (default 14)")

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        first = services.today()
        made = sum(services.plan(first + timedelta(days=ahead)) for ahead in range(days))
        services.open_due(timezone.now())
        if made or options["verbosity"]:
            self.stdout.write(f"{made} deals made.")
