"""The pages for what went wrong."""

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import render_to_string


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return render(request, "403.html", {"why": str(exception)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: no context processor and no query, since one of them may be what failed."""
    return HttpResponseServerError(render_to_string("500.html"))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from a page that was open too long, or from elsewhere."""
    return render(request, "csrf_failure.html", status=403)


def too_many(request: HttpRequest) -> HttpResponse:
    """429."""
    return render(request, "429.html", status=429)
