"""Players: accounts, guests and bots; bans."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from solitaire.players.models import Player
from solitaire.players.services import ban, unban
from solitaire.staff.reasons import action_with_reason


class BannedFilter(admin.SimpleListFilter):
    """Whether a player is banned."""

    title = "banned"
    parameter_name = "banned"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Yes"), ("no", "No")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() is None:
            return queryset
        return queryset.filter(banned_at__isnull=self.value() == "no")


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts can be edited; nobody is deleted, since results stay. Rights are given by superusers alone."""

    list_display = ["username", "is_guest", "is_bot", "is_banned", "ban_reason", "date_joined", "last_login"]
    list_filter = ["is_guest", "is_bot", BannedFilter, "is_staff", "is_active"]
    search_fields = ["username", "email"]
    ordering = ["-date_joined"]
    date_hierarchy = "date_joined"
    fieldsets = [
        (None, {"fields": ["username", "password", "email", "is_active", "is_guest", "is_bot"]}),
        ("Ban", {"fields": ["banned_at", "ban_reason", "merged_into"]}),
        ("Rights", {"fields": ["is_staff", "is_superuser", "groups", "user_permissions"]}),
        ("Dates", {"fields": ["last_login", "date_joined"]}),
    ]
    readonly_fields = ["banned_at", "ban_reason", "merged_into", "is_guest", "last_login", "date_joined"]
    actions = [
        action_with_reason("ban", "Ban", ban, "change"),
        action_with_reason("unban", "Lift the ban", unban, "change"),
    ]

    @admin.display(boolean=True, description="banned")
    def is_banned(self, player: Player) -> bool:
        return player.is_banned

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        rights = (
            [] if request.user.is_superuser else ["is_staff", "is_superuser", "groups", "user_permissions"]
        )
        return [*self.readonly_fields, *rights]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A superuser's account, password and all, is changed by superusers alone."""
        out_of_reach = obj is not None and obj.is_superuser and not request.user.is_superuser
        return super().has_change_permission(request, obj) and not out_of_reach

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
