"""Admin actions that ask for a reason before they do anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from solitaire.players.models import Player
from solitaire.staff.requests import member

Doing = Callable[[Any, str, Player], None]
Action = Callable[[Any, HttpRequest, QuerySet[Any]], HttpResponse | None]


class ReasonForm(forms.Form):
    """Why; it is written to the audit log."""

    reason = forms.CharField(max_length=400, strip=True, widget=forms.TextInput(attrs={"size": 80}))


def action_with_reason(name: str, description: str, do: Doing, permission: str) -> Action:
    """An action ``do(subject, reason, actor)`` on each of the chosen rows, after a page that asks why.

    It is offered to those for whom the admin's ``has_<permission>_permission`` holds.
    """

    @admin.action(description=description, permissions=[permission])
    def action(modeladmin: Any, request: HttpRequest, chosen: QuerySet[Model]) -> HttpResponse | None:
        form = ReasonForm(request.POST if "reason" in request.POST else None)
        if form.is_valid():
            for subject in chosen:
                do(subject, form.cleaned_data["reason"], member(request))
            modeladmin.message_user(request, f"{description}: {chosen.count()} done.", messages.SUCCESS)
            return None
        context = {
            **modeladmin.admin_site.each_context(request),
            "title": description,
            "opts": modeladmin.model._meta,
            "form": form,
            "action": name,
            "chosen": chosen,
            "checkbox": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "staff/reason.html", context)

    action.__name__ = name
    return action
