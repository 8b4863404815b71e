"""Where every page lives. The pages themselves are in solitaire.pages."""

from django.contrib import admin
from django.urls import include, path

from solitaire.health import metrics

urlpatterns = [
    path("", include("solitaire.pages.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("metrics", metrics, name="metrics"),
]
