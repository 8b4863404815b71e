"""The admin site: what staff see, and what they do with a reason."""

from django.contrib import admin

from solitaire.staff.admin.audit import AuditAdmin
from solitaire.staff.admin.deals import DealAdmin
from solitaire.staff.admin.players import PlayerAdmin
from solitaire.staff.admin.plays import AttemptAdmin

__all__ = ["AttemptAdmin", "AuditAdmin", "DealAdmin", "PlayerAdmin"]

admin.site.site_header = "Cadogan"
admin.site.site_title = "Cadogan"
admin.site.index_title = "The house"
