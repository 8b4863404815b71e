"""Where every page lives. The pages themselves are in solitaire.pages."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("solitaire.pages.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]
