"""What the web must know of guests."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

OPEN_TO_GUESTS = ("/accounts/signup/", "/accounts/login/", "/accounts/logout/", "/accounts/password/reset/")


class GuestMiddleware:
    """Notes which guest a request came from, and keeps guests off the pages of passwords and addresses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if user.is_authenticated and user.is_guest:
            # Log-in replaces request.user; the signal that merges needs to know who was there before.
            request.guest = user  # type: ignore[attr-defined]
            if request.path.startswith("/accounts/") and not request.path.startswith(OPEN_TO_GUESTS):
                return redirect("account_signup")
        return self.get_response(request)
