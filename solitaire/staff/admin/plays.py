"""Attempts and their logs."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from import_export import resources
from import_export.admin import ExportMixin
from import_export.fields import Field

from solitaire.daily.services import reinstate, verify, void
from solitaire.play.log import standing_at
from solitaire.play.models import Attempt, Event
from solitaire.staff import audit
from solitaire.staff.admin.deals import look, may_look
from solitaire.staff.admin.readonly import ReadOnlyAdmin
from solitaire.staff.pictures import picture
from solitaire.staff.reasons import action_with_reason
from solitaire.staff.requests import member


class AttemptResource(resources.ModelResource):  # type: ignore[misc]
    """What is exported of an attempt: never its table."""

    player = Field("player__username")
    game = Field("deal__game")
    variant = Field("deal__variant")
    date = Field("deal__date")

    class Meta:
        model = Attempt
        fields = [
            "id", "player", "game", "variant", "date", "kind", "status", "won", "score", "moves", "undos",
            "assisted", "started_at", "finished_at", "time_ms", "voided_at", "void_reason", "verified_at",
        ]  # fmt: skip
        export_order = fields


class EventInline(admin.TabularInline):  # type: ignore[type-arg]
    """The log, as it is."""

    model = Event
    fields = ["seq", "kind", "text", "at", "client_id"]
    readonly_fields = ["seq", "kind", "text", "at", "client_id"]
    ordering = ["seq"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("play.view_attempt") or request.user.has_perm("play.change_attempt")


@admin.register(Attempt)
class AttemptAdmin(ExportMixin, ReadOnlyAdmin):  # type: ignore[misc]
    """Who played what, and what came of it."""

    secret = ("snapshot",)
    resource_classes = [AttemptResource]
    list_display = [
        "player", "deal", "kind", "status", "score", "moves", "time_ms", "assisted", "is_void", "verified_at",
        "started_at",
    ]  # fmt: skip
    list_filter = [
        "kind", "status", "won", "assisted", ("voided_at", admin.EmptyFieldListFilter),
        "deal__date", "deal__game",
    ]  # fmt: skip
    list_select_related = ["player", "deal"]
    search_fields = ["=id", "player__username", "deal__game"]
    date_hierarchy = "created_at"
    fields = [
        "id", "player", "deal", "kind", "status", "won", "score", "moves", "undos", "assisted", "seq",
        "created_at", "started_at", "finished_at", "time_ms", "verified_at", "voided_at", "void_reason",
    ]  # fmt: skip
    inlines = [EventInline]
    actions = [
        action_with_reason("void_results", "Void the result", void, "change"),
        action_with_reason("reinstate_results", "Let the result stand again", reinstate, "change"),
        "verify_again",
    ]
    change_form_template = "staff/attempt.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Attempt]:
        found: QuerySet[Attempt] = super().get_queryset(request)
        return found.defer("snapshot", "deal__seed", "deal__certificate")

    @admin.display(boolean=True, description="void")
    def is_void(self, attempt: Attempt) -> bool:
        return attempt.is_void

    @admin.action(description="Replay and verify again", permissions=["change"])
    def verify_again(self, request: HttpRequest, chosen: QuerySet[Attempt]) -> None:
        """A result that does not replay is void."""
        for attempt in chosen.filter(finished_at__isnull=False):
            wrong = verify(attempt, timezone.now(), member(request))
            level = messages.SUCCESS if wrong is None else messages.ERROR
            self.message_user(request, f"{attempt}: {wrong or 'replays to its result'}.", level)
        if running := chosen.filter(finished_at__isnull=True).count():
            self.message_user(request, f"{running} not over yet: left alone.", messages.WARNING)

    def has_export_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_export_data(self, file_format: Any, request: HttpRequest, queryset: Any, **kwargs: Any) -> Any:
        audit.note(member(request), f"export {queryset.count()} attempts", member(request))
        return super().get_export_data(file_format, request, queryset, **kwargs)

    def get_urls(self) -> list[URLPattern]:
        steps = path(
            "<uuid:attempt_id>/steps/", self.admin_site.admin_view(self.steps), name="play_attempt_steps"
        )
        return [steps, *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        attempt = kwargs.get("obj")
        context["may_look"] = attempt is not None and may_look(request, attempt.deal)
        response: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        return response

    def steps(self, request: HttpRequest, attempt_id: UUID) -> HttpResponse:
        """An attempt event by event, with the whole table beside it."""
        attempt = get_object_or_404(Attempt.objects.select_related("deal", "player"), pk=attempt_id)
        if not self.has_view_permission(request, attempt):
            raise PermissionDenied
        look(request, attempt.deal, attempt)
        asked = request.GET.get("seq", "0")
        seq = min(int(asked), attempt.seq) if asked.isascii() and asked.isdigit() else 0
        standing = standing_at(attempt, seq)
        context = {
            **self.admin_site.each_context(request),
            "title": "Move by move",
            "attempt": attempt,
            "standing": standing,
            "seq": seq,
            "before": seq - 1,
            "after": seq + 1,
            "last": " ".join(standing.last).strip() if standing.last else "",
            "table": picture(attempt.deal.engine, standing.table.position),
        }
        return TemplateResponse(request, "staff/steps.html", context)
