"""What staff did."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class AuditEntry(models.Model):
    """Staff did something, or looked at something secret. Rows are never changed and never deleted."""

    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    """Nobody, where the service itself acted."""
    action = models.CharField(max_length=40)
    subject = models.CharField(max_length=200)
    reason = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name_plural = "audit entries"
        indexes = [models.Index(fields=["subject"], name="audit_by_subject")]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"
