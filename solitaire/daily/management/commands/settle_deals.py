from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from solitaire.daily import services


class Command(BaseCommand):
    help = "Settle the deals that closed 35 minutes ago or earlier. Safe to run twice and at the same time."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        services.open_due(now)
        for deal in services.settle_due(now):
            self.stdout.write(f"{deal}: settled.")
