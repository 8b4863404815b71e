"""The audit log."""

from __future__ import annotations

from django.contrib import admin

from solitaire.staff.admin.readonly import ReadOnlyAdmin
from solitaire.staff.models import AuditEntry


@admin.register(AuditEntry)
class AuditAdmin(ReadOnlyAdmin):
    """Who did what, and why."""

    list_display = ["at", "actor", "action", "subject", "reason"]
    list_filter = ["action", "at"]
    list_select_related = ["actor"]
    search_fields = ["subject", "reason", "actor__username"]
    date_hierarchy = "at"
    fields = ["at", "actor", "action", "subject", "reason"]
