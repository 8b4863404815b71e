"""Deals. What is secret of them is on a page of its own, and who looks is written down."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin import EmptyFieldListFilter
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from solitaire.daily.models import Deal
from solitaire.daily.services import void_deal
from solitaire.staff import audit
from solitaire.staff.admin.readonly import ReadOnlyAdmin
from solitaire.staff.pictures import picture
from solitaire.staff.reasons import action_with_reason
from solitaire.staff.requests import member


def may_look(request: HttpRequest, deal: Deal) -> bool:
    """Whether somebody may see what players may not: everything of a settled deal is public."""
    return deal.is_settled or request.user.has_perm("daily.view_secrets")


def look(request: HttpRequest, deal: Deal, what: Any) -> None:
    """Note that somebody sees what is secret of a deal, or stop him.

    Raises PermissionDenied.
    """
    if not may_look(request, deal):
        raise PermissionDenied("This deal is not settled, and you may not see its secrets.")
    if not deal.is_settled:
        audit.note(member(request), "look at secrets", what)


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    """The schedule."""

    secret = ("seed", "certificate", "par", "best_known")
    offered = ("par__isempty",)
    list_display = [
        "date",
        "game",
        "variant",
        "status",
        "winnable",
        "playing",
        "won",
        "public_par",
        "settled_at",
    ]
    list_filter = ["status", ("par", EmptyFieldListFilter), "date", "game", "variant"]
    search_fields = ["game", "variant", "commitment"]
    date_hierarchy = "date"
    fields = [
        "game", "variant", "date", "status", "commitment", "opens_at", "closes_at", "settled_at",
        "winnable", "public_par", "public_best",
    ]  # fmt: skip
    actions = [action_with_reason("void_deals", "Call off", void_deal, "change")]
    change_form_template = "staff/deal.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deal]:
        begun = Q(attempts__kind="official", attempts__started_at__isnull=False)
        deals: QuerySet[Deal] = super().get_queryset(request).defer("seed", "certificate")
        return deals.annotate(
            playing=Count("attempts", filter=begun),
            times_won=Count("attempts", filter=begun & Q(attempts__won=True)),
        )

    @admin.display(ordering="playing")
    def playing(self, deal: Any) -> int:
        count: int = deal.playing
        return count

    @admin.display(ordering="times_won")
    def won(self, deal: Any) -> int:
        count: int = deal.times_won
        return count

    @admin.display(description="par")
    def public_par(self, deal: Deal) -> int | None:
        """The par of a settled deal; before, it is a secret, and so the list is not sorted by it."""
        return deal.par if deal.is_settled else None

    @admin.display(description="best known")
    def public_best(self, deal: Deal) -> int | None:
        """How far the solver came with a settled deal that it did not win."""
        return deal.best_known if deal.is_settled else None

    def get_urls(self) -> list[URLPattern]:
        secrets = path(
            "<int:deal_id>/secrets/", self.admin_site.admin_view(self.secrets), name="daily_deal_secrets"
        )
        return [secrets, *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        deal = kwargs.get("obj")
        context["may_look"] = deal is not None and may_look(request, deal)
        return super().render_change_form(request, context, *args, **kwargs)

    def secrets(self, request: HttpRequest, deal_id: int) -> HttpResponse:
        """The seed, the certificate and the table of a deal."""
        deal = get_object_or_404(Deal, pk=deal_id)
        if not self.has_view_permission(request, deal):
            raise PermissionDenied
        look(request, deal, deal)
        game = deal.engine
        context = {
            **self.admin_site.each_context(request),
            "title": "Secrets",
            "deal": deal,
            "table": picture(game, game.deal(deal.seed)),
        }
        return TemplateResponse(request, "staff/secrets.html", context)
