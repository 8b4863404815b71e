"""Rows that are looked at and never edited by hand."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Shows rows to those who may view or change them; what changes is changed by actions."""

    secret: ClassVar[tuple[str, ...]] = ()
    """Fields that no list may be narrowed by. Django lets the address of a list ask anything of the model's
    own fields: who may ask whether the seed begins with 0 soon knows it all."""
    offered: ClassVar[tuple[str, ...]] = ()
    """What may be asked of them all the same, since a filter of the list does."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        field = lookup.partition("__")[0]
        if field in self.secret and lookup not in self.offered:
            return False
        return super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No row has a form; those who hold the permission have the actions of the list."""
        return obj is None and super().has_change_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_view_permission(request) or super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
